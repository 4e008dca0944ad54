//! Official vectors on every backend that this CPU can run: NIST's CAVP sets for ECB and CBC, and RFC 3686.
mod common;

use aes_accel::Counter;
use aria_testvectors::{Mode, aes};
use block_modes_par::{BlockMode, CbcDecrypt, CbcEncrypt, Ctr, Ecb};
use common::{Both, backends, keyed, report};

#[test]
fn known_answers() {
    for backend in backends() {
        let mut cases = [0; 3];
        for case in aes() {
            let Both { encrypt, decrypt } = keyed(backend, &case.key.to_vec());
            let iv = case.iv.array::<16>().unwrap_or_default();
            let both_ways = |seal: &dyn Fn(&mut [u8]), open: &dyn Fn(&mut [u8])| {
                let mut text = case.plaintext.to_vec();
                seal(&mut text);
                assert!(case.ciphertext == text[..], "{backend}: {case}");
                open(&mut text);
                assert!(case.plaintext == text[..], "{backend}: {case}");
            };
            match case.mode {
                Mode::Ecb => both_ways(&|t| Ecb::new(&*encrypt).apply(t).unwrap(), &|t| {
                    Ecb::new(&*decrypt).apply(t).unwrap()
                }),
                Mode::Cbc => both_ways(&|t| CbcEncrypt::new(&*encrypt, iv).apply(t).unwrap(), &|t| {
                    CbcDecrypt::new(&*decrypt, iv).apply(t).unwrap()
                }),
                Mode::Ctr => {
                    let apply = |t: &mut [u8]| Ctr::new(&*encrypt, Counter::be128(iv)).apply(t).unwrap();
                    both_ways(&apply, &apply);
                }
                other => panic!("{case}: no test for {other}"),
            }
            cases[[Mode::Ecb, Mode::Cbc, Mode::Ctr].iter().position(|m| *m == case.mode).unwrap()] += 2;
        }
        assert!(cases.iter().all(|n| *n > 0), "each mode has cases: {cases:?}");
        report(backend, cases.iter().sum());
    }
}
