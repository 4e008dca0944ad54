//! Official vectors on every backend that this CPU can run: RFC 5794 and its round keys, RFC 8269,
//! OpenSSL's cases, KISA's sets by their rule; and, where `ARIA_KNOWN_ANSWERS` names a folder, all files
//! of known answers in it (`KEY = / PT = / CT =` requests and responses, tables separated by tabs).
use aead::{Aead, Payload};
use aria_accel::{
    Aria128, Aria192, Aria256, Backend, Counter, ParBlocks,
    cipher::{
        BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, BlockSizeUser,
        InnerIvInit,
    },
    modes::{BlockMode, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Ofb},
};
use aria_core::Schedule;
use aria_testvectors::{Case, Cipher, Mode, files::Folder, kisa, round_keys};
use cipher::consts::*;

fn report(backend: Backend, cases: usize) {
    let how = std::env::var("ARIA_TEST_HOW").unwrap_or_else(|_| "native".into());
    println!("COVERED backend={backend} how={how} cases={cases}");
}

/// Runs `$body` with `$aria` set up from `$key` on `$backend`, whatever the key size.
macro_rules! with_key {
    ($backend:expr, $key:expr, |$aria:ident| $body:expr) => {{
        let key: &[u8] = $key;
        match key.len() {
            16 => {
                let $aria = Aria128::with_backend($backend, key.try_into().unwrap());
                $body
            }
            24 => {
                let $aria = Aria192::with_backend($backend, key.try_into().unwrap());
                $body
            }
            _ => {
                let $aria = Aria256::with_backend($backend, key.try_into().unwrap());
                $body
            }
        }
    }};
}

/// Encrypts and decrypts a case that has no tag, and compares both ways.
fn unauthenticated<C>(case: &Case<'_>, cipher: &C, encrypt: &dyn ParBlocks, decrypt: &dyn ParBlocks)
where
    C: BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt + Clone,
{
    let iv = case.iv.array::<16>().unwrap_or_default();
    let both_ways = |seal: &dyn Fn(&mut [u8]), open: &dyn Fn(&mut [u8])| {
        let mut text = case.plaintext.to_vec();
        seal(&mut text);
        assert_eq!(case.ciphertext == text[..], case.valid, "{case}");
        open(&mut text);
        assert_eq!(case.plaintext, text[..], "{case}");
    };
    match case.mode {
        Mode::Ecb => {
            both_ways(&|t| Ecb::new(encrypt).apply(t).unwrap(), &|t| Ecb::new(decrypt).apply(t).unwrap())
        }
        Mode::Cbc => both_ways(&|t| CbcEncrypt::new(encrypt, iv).apply(t).unwrap(), &|t| {
            CbcDecrypt::new(decrypt, iv).apply(t).unwrap()
        }),
        Mode::Cfb128 => both_ways(&|t| CfbEncrypt::new(encrypt, iv).apply(t).unwrap(), &|t| {
            CfbDecrypt::new(encrypt, iv).apply(t).unwrap()
        }),
        Mode::Ofb => {
            let apply = |t: &mut [u8]| Ofb::new(encrypt, iv).apply(t).unwrap();
            both_ways(&apply, &apply);
        }
        Mode::Ctr => {
            let apply = |t: &mut [u8]| Ctr::new(encrypt, Counter::be128(iv)).apply(t).unwrap();
            both_ways(&apply, &apply);
        }
        Mode::Cfb8 => both_ways(
            &|t| {
                let mut cfb8 = cfb8::Encryptor::inner_iv_init(cipher.clone(), &iv.into());
                t.iter_mut().for_each(|byte| cfb8.encrypt_block(core::array::from_mut(byte).into()));
            },
            &|t| {
                let mut cfb8 = cfb8::Decryptor::inner_iv_init(cipher.clone(), &iv.into());
                t.iter_mut().for_each(|byte| cfb8.decrypt_block(core::array::from_mut(byte).into()));
            },
        ),
        Mode::Gcm | Mode::Ccm => unreachable!("has a tag"),
    }
}

/// Seals and opens a case with a tag; one that is not valid must not open.
fn authenticated<C>(case: &Case<'_>, cipher: C)
where
    C: BlockCipherEncrypt + BlockSizeUser<BlockSize = U16> + Clone,
{
    fn check<A: Aead>(case: &Case<'_>, aead: &A) {
        let (nonce, aad) = (case.iv.to_vec(), case.aad.to_vec());
        let nonce = nonce.as_slice().try_into().unwrap_or_else(|_| panic!("{case}: nonce"));
        let sealed = [case.ciphertext.to_vec(), case.tag.to_vec()].concat();
        let opened = aead.decrypt(nonce, Payload { msg: &sealed, aad: &aad });
        if case.valid {
            assert_eq!(
                case.plaintext,
                opened.unwrap_or_else(|_| panic!("{case} does not open"))[..],
                "{case}"
            );
            let plain = case.plaintext.to_vec();
            assert_eq!(aead.encrypt(nonce, Payload { msg: &plain, aad: &aad }).unwrap(), sealed, "{case}");
        } else {
            assert!(opened.is_err(), "{case} opens");
        }
    }
    match (case.mode, case.tag.len(), case.iv.len()) {
        (Mode::Gcm, 16, 12) => check(case, &aes_gcm::AesGcm::<C, U12>::from(cipher)),
        (Mode::Ccm, 8, 12) => check(case, &ccm::Ccm::<C, U8, U12>::from(cipher)),
        (Mode::Ccm, 12, 12) => check(case, &ccm::Ccm::<C, U12, U12>::from(cipher)),
        (Mode::Ccm, 16, 12) => check(case, &ccm::Ccm::<C, U16, U12>::from(cipher)),
        (mode, tag, nonce) => {
            panic!("{case}: add {mode} with a tag of {tag} and a nonce of {nonce} bytes here")
        }
    }
}

fn run(backend: Backend, case: &Case<'_>) {
    with_key!(backend, &case.key.to_vec(), |aria| {
        if case.mode.is_aead() {
            authenticated(case, aria);
        } else {
            unauthenticated(case, &aria, &aria.encryptor(), &aria.decryptor());
        }
    });
}

#[test]
fn published_vectors() {
    for backend in Backend::available() {
        let mut cases = 0;
        for case in aria_testvectors::aria() {
            run(backend, &case);
            cases += 1;
        }
        assert!(cases >= 37);
        report(backend, cases);
    }
}

#[test]
fn kisa_sets_by_rule() {
    for backend in Backend::available() {
        let encrypt = |key: &[u8], block: &[u8; 16]| {
            let mut block = (*block).into();
            with_key!(backend, key, |aria| aria.encrypt_block(&mut block));
            block.into()
        };
        report(backend, kisa::check(encrypt).unwrap());
    }
}

#[test]
fn round_keys_of_rfc_5794() {
    let example = round_keys();
    assert_eq!(Schedule::<13>::new(&example.key).encrypt, example.encryption);
}

#[test]
fn known_answers_of_the_users() {
    let Some(folder) = std::env::var_os("ARIA_KNOWN_ANSWERS") else {
        println!(
            "ARIA_KNOWN_ANSWERS names no folder: no files beside the vectors that come with the project"
        );
        return;
    };
    let folder = Folder::read(&folder).unwrap();
    let cases = folder.cases().unwrap();
    let aria: Vec<_> = cases.iter().filter(|case| case.cipher == Cipher::Aria).collect();
    assert!(!aria.is_empty(), "no ARIA case");
    for backend in Backend::available() {
        aria.iter().for_each(|case| run(backend, case));
        report(backend, aria.len());
    }
    println!("{} cases read, not read: {:?}", cases.len(), folder.ignored());
}
