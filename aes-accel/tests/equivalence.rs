//! Every backend that this CPU can run, against the crate `aes`: every length around the batch widths, in
//! place and apart, ECB and the fused modes.
mod common;

use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use aes_accel::{Backend, Counter, InOut};
use common::{Both, backends, in_report, keyed, report};
use proptest::prelude::*;

type Block = [u8; 16];

/// Longer than twice the widest batch of any kernel, all of them halved, and one.
const LONGEST: usize = 65;

/// The independent implementation.
enum Theirs {
    Aes128(Box<aes::Aes128>),
    Aes192(Box<aes::Aes192>),
    Aes256(Box<aes::Aes256>),
}

impl Theirs {
    fn new(key: &[u8]) -> Self {
        match key.len() {
            16 => Self::Aes128(Box::new(aes::Aes128::new_from_slice(key).unwrap())),
            24 => Self::Aes192(Box::new(aes::Aes192::new_from_slice(key).unwrap())),
            _ => Self::Aes256(Box::new(aes::Aes256::new_from_slice(key).unwrap())),
        }
    }

    fn encrypt(&self, block: &Block) -> Block {
        let mut block = (*block).into();
        match self {
            Self::Aes128(aes) => aes.encrypt_block(&mut block),
            Self::Aes192(aes) => aes.encrypt_block(&mut block),
            Self::Aes256(aes) => aes.encrypt_block(&mut block),
        }
        block.into()
    }

    fn decrypt(&self, block: &Block) -> Block {
        let mut block = (*block).into();
        match self {
            Self::Aes128(aes) => aes.decrypt_block(&mut block),
            Self::Aes192(aes) => aes.decrypt_block(&mut block),
            Self::Aes256(aes) => aes.decrypt_block(&mut block),
        }
        block.into()
    }
}

/// Bytes whose period is a prime, so that no two blocks are alike and a swap shows.
fn text(blocks: usize, seed: u8) -> Vec<Block> {
    let byte = |i: usize| (i % 251) as u8 ^ seed;
    (0..blocks).map(|b| core::array::from_fn(|i| byte(16 * b + i))).collect()
}

fn xor(a: Block, b: Block) -> Block {
    core::array::from_fn(|i| a[i] ^ b[i])
}

/// What `f` makes of `data`, in place and apart, which must be the same.
fn run(data: &[Block], mut f: impl FnMut(InOut<'_>)) -> Vec<Block> {
    let (mut in_place, mut apart) = (data.to_vec(), vec![[0xee; 16]; data.len()]);
    f(InOut::from(&mut in_place[..]));
    f(InOut::apart(data, &mut apart).unwrap());
    assert_eq!(in_place, apart, "in place and apart");
    in_place
}

#[test]
fn ecb_at_every_length() {
    for backend in backends() {
        let mut cases = 0;
        for (key_len, n) in [16, 24, 32].into_iter().flat_map(|k| (0..=LONGEST).map(move |n| (k, n))) {
            let key: Vec<u8> = (0..key_len).map(|i| (i * 7 + n) as u8).collect();
            let (Both { encrypt, decrypt }, theirs) = (keyed(backend, &key), Theirs::new(&key));
            let plain = text(n, n as u8);
            let expected: Vec<Block> = plain.iter().map(|b| theirs.encrypt(b)).collect();
            assert_eq!(run(&plain, |t| encrypt.ecb(t)), expected, "{backend}, {n} blocks");
            assert_eq!(run(&expected, |t| decrypt.ecb(t)), plain, "{backend}, {n} blocks");
            cases += 4;
        }
        report(backend, cases);
    }
}

#[test]
fn chained_modes_at_every_length() {
    for backend in backends() {
        let mut cases = 0;
        for key_len in [16, 24, 32] {
            let key = &[0xc3; 32][..key_len];
            let (Both { encrypt, decrypt }, theirs) = (keyed(backend, key), Theirs::new(key));
            for n in 0..=LONGEST {
                let data = text(n, 0x80 ^ n as u8);
                let iv = [n as u8; 16];
                let before = |i: usize| if i == 0 { iv } else { data[i - 1] };
                let chained = |f: &dyn Fn(&mut Block, InOut<'_>)| {
                    run(&data, |text| {
                        let (mut previous, last) = (iv, text.input().last().copied());
                        f(&mut previous, text);
                        assert_eq!(previous, last.unwrap_or(iv));
                    })
                };
                let cbc: Vec<Block> = (0..n).map(|i| xor(theirs.decrypt(&data[i]), before(i))).collect();
                let cfb: Vec<Block> = (0..n).map(|i| xor(theirs.encrypt(&before(i)), data[i])).collect();
                assert_eq!(chained(&|p, t| decrypt.cbc_decrypt(p, t)), cbc, "{backend} CBC, {n}");
                assert_eq!(chained(&|p, t| encrypt.cfb_decrypt(p, t)), cfb, "{backend} CFB, {n}");
                cases += 4;
            }
        }
        report(backend, cases);
    }
}

#[test]
fn serial_modes_at_every_length() {
    for backend in backends() {
        let mut cases = 0;
        for key_len in [16, 24, 32] {
            let key = &[0x3c; 32][..key_len];
            let (Both { encrypt, .. }, theirs) = (keyed(backend, key), Theirs::new(key));
            for n in [0, 1, 2, 3, 17] {
                let data = text(n, n as u8);
                // each by what it makes of a block and the one it goes on from: the output and the next such
                type Step<'a> = &'a dyn Fn(Block, Block) -> (Block, Block);
                type Mode<'a> = &'a dyn Fn(&mut Block, InOut<'_>);
                let cbc: Step<'_> = &|x, previous| [theirs.encrypt(&xor(x, previous)); 2].into();
                let cfb: Step<'_> = &|x, previous| [xor(theirs.encrypt(&previous), x); 2].into();
                let ofb: Step<'_> =
                    &|x, previous| (xor(theirs.encrypt(&previous), x), theirs.encrypt(&previous));
                let modes: [(Mode<'_>, Step<'_>); 3] = [
                    (&|p, t| encrypt.cbc_encrypt(p, t), cbc),
                    (&|p, t| encrypt.cfb_encrypt(p, t), cfb),
                    (&|p, t| encrypt.ofb(p, t), ofb),
                ];
                for (i, (mode, step)) in modes.into_iter().enumerate() {
                    let mut expected_next = [n as u8; 16];
                    let expected: Vec<Block> = data
                        .iter()
                        .map(|&x| {
                            let (out, next) = step(x, expected_next);
                            expected_next = next;
                            out
                        })
                        .collect();
                    let out = run(&data, |t| {
                        let mut previous = [n as u8; 16];
                        mode(&mut previous, t);
                        assert_eq!(previous, expected_next, "{backend}, mode {i}, {n} blocks");
                    });
                    assert_eq!(out, expected, "{backend}, mode {i}, {n} blocks");
                    cases += 2;
                }
            }
        }
        report(backend, cases);
    }
}

/// First counters: aligned and not, near a wrap of the last byte, of 32, of 64 and of all 128 bits.
fn counters(n: usize) -> impl Iterator<Item = Counter> {
    let kinds = [Counter::be32, Counter::be64, Counter::be128, Counter::le32, Counter::le64, Counter::le128];
    let firsts = [(0, 0), (7, 201), (0xff, 255 - n as u8 / 2), (0xff, 0xf0), (0x30, 0x40)];
    kinds.into_iter().flat_map(move |kind| {
        firsts.map(|(rest, low)| {
            let mut first = [rest; 16];
            (first[15], first[0]) = (low, low);
            kind(first)
        })
    })
}

#[test]
fn ctr_at_every_length() {
    for backend in backends() {
        let (Both { encrypt, .. }, theirs) = (keyed(backend, &[0x3c; 16]), Theirs::new(&[0x3c; 16]));
        let mut cases = 0;
        // the longer ones take the counter to a multiple of the batch first
        for n in (0..=LONGEST).chain([127, 128, 129, 260, 300]) {
            let data = text(n, n as u8);
            for first in counters(n) {
                let mut naive = first;
                let mut stream = vec![[0; 16]; n];
                naive.fill(&mut stream);
                let expected: Vec<Block> = (0..n).map(|i| xor(theirs.encrypt(&stream[i]), data[i])).collect();
                let out = run(&data, |text| {
                    let mut counter = first;
                    encrypt.ctr(&mut counter, text);
                    assert!(counter == naive, "{backend} CTR {first:?}, {n}: the counter afterwards");
                });
                assert_eq!(out, expected, "{backend} CTR {first:?} {:02x?}, {n}", first.block());
                cases += 2;
            }
        }
        report(backend, cases);
    }
}

#[test]
fn xts_at_every_length() {
    for backend in backends() {
        let mut cases = 0;
        for key_len in [16, 24, 32] {
            let key = &[0x96; 32][..key_len];
            let (Both { encrypt, decrypt }, theirs) = (keyed(backend, key), Theirs::new(key));
            for n in (0..=LONGEST).chain([127, 128, 129, 260, 300]) {
                let data = text(n, n as u8);
                // each bit leaves a half of the tweak once in 128 blocks
                let first: Block = core::array::from_fn(|i| (n * 37 + i * 101) as u8);
                let mut after = u128::from_le_bytes(first);
                let tweaks: Vec<Block> = (0..n)
                    .map(|_| {
                        let tweak = after.to_le_bytes();
                        after = (after << 1) ^ if after >> 127 == 1 { 0x87 } else { 0 };
                        tweak
                    })
                    .collect();
                let expected = |cipher: &dyn Fn(&Block) -> Block| -> Vec<Block> {
                    data.iter().zip(&tweaks).map(|(&x, &t)| xor(cipher(&xor(x, t)), t)).collect()
                };
                let xts = |f: &dyn Fn(&mut Block, InOut<'_>)| {
                    run(&data, |text| {
                        let mut tweak = first;
                        f(&mut tweak, text);
                        assert_eq!(tweak, after.to_le_bytes(), "{backend}, {n}: the tweak afterwards");
                    })
                };
                assert_eq!(
                    xts(&|p, t| encrypt.xts(p, t)),
                    expected(&|b| theirs.encrypt(b)),
                    "{backend}, {n}"
                );
                assert_eq!(
                    xts(&|p, t| decrypt.xts(p, t)),
                    expected(&|b| theirs.decrypt(b)),
                    "{backend}, {n}"
                );
                cases += 4;
            }
        }
        report(backend, cases);
    }
}

proptest! {
    #[test]
    fn random_keys_and_blocks(key: [u8; 32], blocks in prop::collection::vec(any::<Block>(), 0..LONGEST), cut in 0..LONGEST) {
        for (backend, bytes) in backends().flat_map(|b| [16, 24, 32].map(|bytes| (b, bytes))) {
            let (Both { encrypt, decrypt }, theirs) = (keyed(backend, &key[..bytes]), Theirs::new(&key[..bytes]));
            let expected: Vec<Block> = blocks.iter().map(|b| theirs.encrypt(b)).collect();
            let mut out = blocks.clone();
            let (head, tail) = InOut::from(&mut out[..]).split_at(cut);
            encrypt.ecb(head);
            encrypt.ecb(tail);
            prop_assert_eq!(&out, &expected, "{}", backend);
            decrypt.ecb(InOut::from(&mut out[..]));
            prop_assert_eq!(&out, &blocks, "{}", backend);
        }
    }
}

#[test]
fn backends_have_names() {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    assert_eq!(names.last(), Some(&"soft"));
    for name in Backend::NAMES {
        println!("KNOWN backend={}", in_report(name));
    }
    for name in names {
        assert_eq!(Backend::by_name(name).map(Backend::name), Some(name));
        assert!(Backend::NAMES.contains(&name));
    }
    assert_eq!(Backend::by_name("no such backend"), None);
    assert_eq!(Some(Backend::detect()), Backend::available().next());
    if let Ok(best) = std::env::var("ARIA_TEST_EXPECT") {
        assert_eq!(Backend::detect().name(), best);
    }
}
