//! Both kernels on model slices, at several widths and with the key on either side of the S-box,
//! against the oracle.
extern crate std;
use super::{model::Model, *};
use crate::{Block, Counter, InOut, ParBlocks, leaky_oracle::LeakyOracle, schedule::padded};
use proptest::prelude::*;
use std::{vec, vec::Vec};

fn xor(a: &Block, b: &Block) -> Block {
    core::array::from_fn(|i| a[i] ^ b[i])
}

fn agrees<K: Kernel, const RK: usize>(kernel: K, key: &[u8], iv: &Block, plain: &[Block]) {
    let (mut encrypt_keys, mut decrypt_keys) = (SlicedKeys::<RK>::room(), SlicedKeys::<RK>::room());
    kernel.set_up(&padded(key), Some(encrypt_keys.as_mut()), Some(decrypt_keys.as_mut()));
    let (mut one, mut other) = (SlicedKeys::<RK>::room(), SlicedKeys::<RK>::room());
    kernel.set_up(&padded(key), Some(one.as_mut()), None);
    kernel.set_up(&padded(key), None, Some(other.as_mut()));
    for (alone, together) in [(&one, &encrypt_keys), (&other, &decrypt_keys)] {
        assert_eq!(alone.as_ref().words, together.as_ref().words, "a direction alone");
        assert_eq!(alone.as_ref().pairs, together.as_ref().pairs, "a direction alone");
    }
    let oracle = LeakyOracle::new(key);
    let encrypt = Sliced::new(kernel, encrypt_keys.as_ref());
    let decrypt = Sliced::new(kernel, decrypt_keys.as_ref());
    let run = |job: &dyn Fn(InOut<'_>)| {
        let mut out = plain.to_vec();
        job(InOut::from(&mut out[..]));
        out
    };
    let each = |f: &dyn Fn(usize) -> Block| (0..plain.len()).map(f).collect::<Vec<_>>();
    let before = |i: usize| if i == 0 { iv } else { &plain[i - 1] };

    assert_eq!(run(&|t| encrypt.ecb(t)), each(&|i| oracle.encrypt(&plain[i])));
    assert_eq!(run(&|t| decrypt.ecb(t)), each(&|i| oracle.decrypt(&plain[i])));
    assert_eq!(
        run(&|t| decrypt.cbc_decrypt(&mut { *iv }, t)),
        each(&|i| xor(&oracle.decrypt(&plain[i]), before(i)))
    );
    assert_eq!(
        run(&|t| encrypt.cfb_decrypt(&mut { *iv }, t)),
        each(&|i| xor(&oracle.encrypt(before(i)), &plain[i]))
    );
    for counter in [Counter::be32(*iv), Counter::le64(*iv)] {
        let mut counters = vec![[0; 16]; plain.len()];
        { counter }.fill(&mut counters);
        assert_eq!(
            run(&|t| encrypt.ctr(&mut { counter }, t)),
            each(&|i| xor(&oracle.encrypt(&counters[i]), &plain[i]))
        );
    }
    let (mut cbc, mut cfb, mut ofb) = (*iv, *iv, *iv);
    let serial = plain.iter().map(|block| {
        cbc = oracle.encrypt(&xor(&cbc, block));
        cfb = xor(&oracle.encrypt(&cfb), block);
        ofb = oracle.encrypt(&ofb);
        (cbc, (cfb, xor(&ofb, block)))
    });
    let (cbc, (cfb, ofb)): (Vec<_>, (Vec<_>, Vec<_>)) = serial.unzip();
    assert_eq!(run(&|t| encrypt.cbc_encrypt(&mut { *iv }, t)), cbc);
    assert_eq!(run(&|t| encrypt.cfb_encrypt(&mut { *iv }, t)), cfb);
    assert_eq!(run(&|t| encrypt.ofb(&mut { *iv }, t)), ofb);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn every_substitution_width_and_key_place(
        key: [u8; 32],
        iv: Block,
        last in prop_oneof![Just(0u8), any::<u8>()],
        plain in prop::collection::vec(any::<Block>(), 0..130),
    ) {
        let mut iv = iv;
        iv[15] = last; // a counter from zero keeps its last byte's carry away for 256 blocks
        macro_rules! check {
            ($($S:ident $N:literal $KEY_FIRST:literal $XOR3:literal),*) => { $(
                let kernel = Model::<$S, $N, $KEY_FIRST, $XOR3>::new();
                agrees::<_, 13>(kernel, &key[..16], &iv, &plain);
                agrees::<_, 15>(kernel, &key[..24], &iv, &plain);
                agrees::<_, 17>(kernel, &key, &iv, &plain);
            )* };
        }
        check!(
            ViaAes 16 false false, ViaAes 32 false false, ViaAes 64 false true, ViaAes 16 true true,
            ViaAes 32 true false, ViaGfni 16 false false, ViaGfni 32 false false, ViaGfni 64 false true
        );
    }
}
