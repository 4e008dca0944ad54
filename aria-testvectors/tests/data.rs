//! The data is right: other people's ARIA and AES give it, in each mode that is a few lines over one block.
use aria_testvectors::{Case, Cipher, Mode, kisa, round_keys};
use cipher::{Block, BlockCipherEncrypt, KeyInit};
use std::collections::BTreeMap;

type Encrypt = Box<dyn Fn([u8; 16]) -> [u8; 16]>;

fn keyed<C: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + KeyInit + 'static>(key: &[u8]) -> Encrypt {
    let cipher = C::new_from_slice(key).unwrap();
    Box::new(move |bytes| {
        let mut block = Block::<C>::from(bytes);
        cipher.encrypt_block(&mut block);
        block.into()
    })
}

fn block_cipher(cipher: Cipher, key: &[u8]) -> Encrypt {
    match (cipher, key.len()) {
        (Cipher::Aria, 16) => keyed::<aria::Aria128>(key),
        (Cipher::Aria, 24) => keyed::<aria::Aria192>(key),
        (Cipher::Aria, _) => keyed::<aria::Aria256>(key),
        (Cipher::Aes, 16) => keyed::<aes::Aes128>(key),
        (Cipher::Aes, 24) => keyed::<aes::Aes192>(key),
        (Cipher::Aes, _) => keyed::<aes::Aes256>(key),
    }
}

fn xor(a: [u8; 16], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The ciphertext, `None` for the modes with tags.
fn encrypt(case: &Case<'_>) -> Option<Vec<u8>> {
    let e = block_cipher(case.cipher, &case.key.to_vec());
    let plaintext = case.plaintext.to_vec();
    let mut state: [u8; 16] = case.iv.array().unwrap_or_default();
    let mut out = Vec::new();
    let width = if case.mode == Mode::Cfb8 { 1 } else { 16 };
    for part in plaintext.chunks(width) {
        let next = match case.mode {
            Mode::Ecb => e(part.try_into().unwrap()).to_vec(),
            Mode::Cbc => {
                state = e(xor(state, part).try_into().unwrap());
                state.to_vec()
            }
            Mode::Cfb128 | Mode::Cfb8 => {
                let part = xor(e(state), part);
                state.rotate_left(part.len() % 16);
                let keep = 16 - part.len();
                state[keep..].copy_from_slice(&part);
                part
            }
            Mode::Ofb => {
                state = e(state);
                xor(state, part)
            }
            Mode::Ctr => {
                let part = xor(e(state), part);
                state = u128::from_be_bytes(state).wrapping_add(1).to_be_bytes();
                part
            }
            Mode::Gcm | Mode::Ccm => return None,
        };
        out.extend(next);
    }
    Some(out)
}

#[test]
fn every_case_without_tag_is_right() {
    let mut checked = 0;
    for case in aria_testvectors::aria().chain(aria_testvectors::aes()) {
        if let Some(ciphertext) = encrypt(&case) {
            assert!(case.ciphertext == ciphertext[..], "{case}");
            checked += 1;
        }
    }
    assert_eq!(checked, 3 + 2 + 21 + 2 * 1099 + 9);
}

#[test]
fn the_cases_are_all_there() {
    let mut counts = BTreeMap::new();
    for case in aria_testvectors::aria().chain(aria_testvectors::aes()) {
        assert!(case.valid && case.plaintext.len() == case.ciphertext.len(), "{case}");
        let family = case.source.split('-').next().unwrap();
        *counts.entry(format!("{family} {}", case.mode)).or_insert(0) += 1;
    }
    let counts: Vec<_> = counts.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    let expected = [
        ("cavp cbc", 1099),
        ("cavp ecb", 1099),
        ("openssl cbc", 3),
        ("openssl ccm", 7),
        ("openssl cfb128", 3),
        ("openssl cfb8", 3),
        ("openssl ctr", 3),
        ("openssl ecb", 6),
        ("openssl gcm", 2),
        ("openssl ofb", 3),
        ("rfc3686 ctr", 9),
        ("rfc5794 ecb", 3),
        ("rfc8269 ctr", 2),
        ("rfc8269 gcm", 2),
    ];
    assert_eq!(counts, expected);
}

#[test]
fn the_round_keys_belong_to_the_first_example() {
    let (example, case) = (round_keys(), aria_testvectors::aria().next().unwrap());
    assert!(case.key == example.key[..]);
    assert!(case.plaintext == example.plaintext[..]);
    assert!(case.ciphertext == example.ciphertext[..]);
    // RFC 5794, 2.2: W0 is the key's left half; e1 = W0 ^ (W1 >>> 19), e2 = W1 ^ (W2 >>> 19), .. e5 = W0 ^ (W1 >>> 31), ..
    let w = example.generators.map(u128::from_be_bytes);
    assert_eq!(example.generators[0], example.key);
    let turns = [128 - 19, 128 - 31, 61, 31];
    for (i, key) in example.encryption.iter().enumerate() {
        let rotated = w[(i + 1) % 4].rotate_left(turns[i / 4]);
        assert_eq!(u128::from_be_bytes(*key), w[i % 4] ^ rotated, "e{}", i + 1);
    }
}

#[test]
fn the_states_between_rounds_follow_from_the_round_keys() {
    use aria_core::{diffusion::diffuse, tables};
    let example = round_keys();
    let mut state = example.plaintext;
    for (round, (key, expected)) in example.encryption.iter().zip(&example.rounds).enumerate() {
        let boxes = match round % 2 {
            0 => [&tables::S1, &tables::S2, &tables::X1, &tables::X2],
            _ => [&tables::X1, &tables::X2, &tables::S1, &tables::S2],
        };
        state = diffuse(std::array::from_fn(|i| boxes[i % 4][usize::from(state[i] ^ key[i])]));
        assert_eq!(state, *expected, "P{}", round + 1);
    }
    let [.., twelfth, last] = &example.encryption;
    let boxes = [&tables::X1, &tables::X2, &tables::S1, &tables::S2];
    let ciphertext: [u8; 16] =
        std::array::from_fn(|i| boxes[i % 4][usize::from(state[i] ^ twelfth[i])] ^ last[i]);
    assert_eq!(ciphertext, example.ciphertext);
}

#[test]
fn kisas_sets_come_out_as_published() {
    let cases = kisa::check(|key, block| block_cipher(Cipher::Aria, key)(*block));
    assert_eq!(cases, Ok(3 * 128 + 128 + 192 + 256));
}

#[test]
fn one_wrong_bit_in_kisas_last_set_is_seen() {
    let last = |key: &[u8]| key.len() == 32 && key.iter().all(|&byte| byte == 0xff);
    let wrong = kisa::check(|key, block| {
        let mut out = block_cipher(Cipher::Aria, key)(*block);
        out[15] ^= u8::from(last(key));
        out
    });
    assert_eq!(wrong, Err(kisa::Mismatch(kisa::SETS[5])));
}
