//! Every backend that this CPU can run, against the readable oracle: every S-box position with
//! every value, every length around the batch widths, in place, apart and in chunks.
//!
//! Each backend covered is reported in a line `COVERED backend=.. how=.. cases=..`, which the test
//! script adds up; `ARIA_TEST_HOW` says how the run executes (native by default). The emulated runs
//! name in `ARIA_TEST_BACKENDS` the backends that they are for, separated by commas, and lower
//! proptest's own `PROPTEST_CASES`: an emulated CPU is slow, which is also why the oracle is asked
//! once for all backends.
use aria_accel::{
    Aria, Aria128, Aria128Dec, Aria128Enc, Aria192, Aria192Dec, Aria192Enc, Aria256, Aria256Dec, Aria256Enc,
    Backend, Counter, InOut, ParBlocks,
    modes::{CfbDecrypt, Ctr, Text, XtsDecrypt, XtsEncrypt, cbc, ctr},
};
use aria_core::{Block, leaky_oracle::LeakyOracle};
use proptest::prelude::*;

/// The widest batch of any sliced kernel, and of any bitsliced one.
const WIDEST: usize = 64;
const WIDEST_BITSLICED: usize = 256;

/// Numbers of blocks: all up to two of the narrower batches and one block, and those around each multiple of
/// 64 up to two of the wider.
fn lengths() -> impl Iterator<Item = usize> + Clone {
    (0..=2 * WIDEST_BITSLICED + 1).filter(|n| *n <= 2 * WIDEST + 1 || matches!(n % 64, 0 | 1 | 63 | 33))
}

/// The backends to test here.
fn backends() -> impl Iterator<Item = Backend> {
    let only = std::env::var("ARIA_TEST_BACKENDS").ok();
    Backend::available()
        .filter(move |b| only.as_ref().is_none_or(|names| names.split(',').any(|n| n == b.name())))
}

/// Bytes whose period is a prime, so that no two blocks are alike and a swap shows.
fn text(blocks: usize, seed: u8) -> Vec<Block> {
    let byte = |i: usize| (i % 251) as u8 ^ seed;
    (0..blocks).map(|b| core::array::from_fn(|i| byte(16 * b + i))).collect()
}

fn report(cases: usize) {
    let how = std::env::var("ARIA_TEST_HOW").unwrap_or_else(|_| "native".into());
    for backend in backends() {
        println!("COVERED backend={backend} how={how} cases={cases}");
    }
}

/// A cipher of any key size behind one face.
struct Both {
    encrypt: Box<dyn ParBlocks>,
    decrypt: Box<dyn ParBlocks>,
}

fn keyed(backend: Backend, key: &[u8]) -> Both {
    fn both<const RK: usize>(aria: Aria<RK>) -> Both {
        Both { encrypt: Box::new(aria.encryptor().clone()), decrypt: Box::new(aria.decryptor().clone()) }
    }
    match key.len() {
        16 => both(Aria128::with_backend(backend, key.try_into().unwrap())),
        24 => both(Aria192::with_backend(backend, key.try_into().unwrap())),
        _ => both(Aria256::with_backend(backend, key.try_into().unwrap())),
    }
}

fn in_place(cipher: &dyn ParBlocks, text: &[Block]) -> Vec<Block> {
    let mut out = text.to_vec();
    cipher.ecb(InOut::from(&mut out[..]));
    out
}

#[test]
fn ecb_at_every_length() {
    let mut cases = 0;
    for (key_len, n) in [16, 24, 32].into_iter().flat_map(|k| lengths().map(move |n| (k, n))) {
        let key: Vec<u8> = (0..key_len).map(|i| (i * 7 + n) as u8).collect();
        let oracle = LeakyOracle::new(&key);
        let plain = text(n, n as u8);
        let expected: Vec<Block> = plain.iter().map(|b| oracle.encrypt(b)).collect();
        for backend in backends() {
            let Both { encrypt, decrypt } = keyed(backend, &key);
            assert_eq!(in_place(&*encrypt, &plain), expected, "{backend}, {n} blocks");
            assert_eq!(in_place(&*decrypt, &expected), plain, "{backend}, {n} blocks");
            let mut apart = vec![[0xee; 16]; n];
            encrypt.ecb(InOut::apart(&plain, &mut apart).unwrap());
            assert_eq!(apart, expected, "{backend}, {n} blocks apart");
            decrypt.ecb(InOut::apart(&expected, &mut apart).unwrap());
            assert_eq!(apart, plain, "{backend}, {n} blocks apart");
        }
        cases += 4;
    }
    report(cases);
}

#[test]
fn every_s_box_position_with_every_value() {
    let oracle = LeakyOracle::new(&[0x5a; 16]);
    let plain: Vec<Block> = (0..16)
        .flat_map(|i| {
            (0..=255).map(move |v| {
                let mut block = [0x33; 16];
                block[i] = v;
                block
            })
        })
        .collect();
    let expected: Vec<Block> = plain.iter().map(|b| oracle.encrypt(b)).collect();
    for backend in backends() {
        let Both { encrypt, decrypt } = keyed(backend, &[0x5a; 16]);
        assert_eq!(in_place(&*encrypt, &plain), expected, "{backend}");
        assert_eq!(in_place(&*decrypt, &expected), plain, "{backend}");
    }
    report(plain.len() * 2);
}

/// Runs `f` on `data` in one buffer, or in two, and hands back what came out.
fn run(apart: bool, data: &[Block], f: impl FnOnce(InOut<'_>)) -> Vec<Block> {
    let mut out = data.to_vec();
    f(if apart { InOut::apart(data, &mut out).unwrap() } else { InOut::from(&mut out[..]) });
    out
}

#[test]
fn fused_modes_at_every_length() {
    let key = [0xc3; 32];
    let oracle = LeakyOracle::new(&key);
    let xor = |a: Block, b: Block| -> Block { core::array::from_fn(|i| a[i] ^ b[i]) };
    let ciphers: Vec<_> = backends().map(|backend| (backend, keyed(backend, &key))).collect();
    let mut cases = 0;
    for n in lengths() {
        let data = text(n, 0x80 ^ n as u8);
        let iv = [n as u8; 16];
        let before = |i: usize| if i == 0 { iv } else { data[i - 1] };
        let cbc: Vec<Block> = (0..n).map(|i| xor(oracle.decrypt(&data[i]), before(i))).collect();
        let cfb: Vec<Block> = (0..n).map(|i| xor(oracle.encrypt(&before(i)), data[i])).collect();
        let last = data.last().copied().unwrap_or(iv);
        for (backend, Both { encrypt, decrypt }) in &ciphers {
            for apart in [false, true] {
                let mut previous = iv;
                let out = run(apart, &data, |text| decrypt.cbc_decrypt(&mut previous, text));
                assert_eq!((out, previous), (cbc.clone(), last), "{backend} CBC, {n}, apart: {apart}");
                let mut previous = iv;
                let out = run(apart, &data, |text| encrypt.cfb_decrypt(&mut previous, text));
                assert_eq!((out, previous), (cfb.clone(), last), "{backend} CFB, {n}, apart: {apart}");
            }
        }
        // the serial ones
        let mut chain = [iv; 3];
        let serial: Vec<[Block; 3]> = data
            .iter()
            .map(|block| {
                chain = [
                    oracle.encrypt(&xor(chain[0], *block)),
                    xor(oracle.encrypt(&chain[1]), *block),
                    oracle.encrypt(&chain[2]),
                ];
                [chain[0], chain[1], xor(chain[2], *block)]
            })
            .collect();
        let jobs: [fn(&dyn ParBlocks, &mut Block, InOut<'_>); 3] =
            [|c, p, t| c.cbc_encrypt(p, t), |c, p, t| c.cfb_encrypt(p, t), |c, p, t| c.ofb(p, t)];
        for (backend, Both { encrypt, .. }) in &ciphers {
            for (apart, (mode, job)) in
                [false, true].into_iter().flat_map(|a| jobs.iter().enumerate().map(move |j| (a, j)))
            {
                let mut previous = iv;
                let out = run(apart, &data, |text| job(&**encrypt, &mut previous, text));
                assert!(
                    out.iter().eq(serial.iter().map(|s| &s[mode])),
                    "{backend} serial {mode}, {n}, apart: {apart}"
                );
                assert_eq!(previous, chain[mode]);
            }
        }
        cases += 10;
        // near a wrap of the last byte, of 32, of 64 and of all 128 bits
        for (start, low) in [(0, 0), (7, 200), (0xff, 255 - n as u8), (0xff, 0xf0)] {
            for counter in [Counter::be32, Counter::be64, Counter::be128, Counter::le32, Counter::le128] {
                let mut first = [start; 16];
                (first[15], first[0]) = (low, low);
                let mut naive = counter(first);
                let mut stream = vec![[0; 16]; n];
                naive.fill(&mut stream);
                let expected: Vec<Block> = (0..n).map(|i| xor(oracle.encrypt(&stream[i]), data[i])).collect();
                for (backend, Both { encrypt, .. }) in &ciphers {
                    for apart in [false, true] {
                        let mut c = counter(first);
                        let out = run(apart, &data, |text| encrypt.ctr(&mut c, text));
                        assert_eq!(out, expected, "{backend} CTR {naive:?}, {n}, apart: {apart}");
                        assert!(c == naive);
                    }
                }
                cases += 2;
            }
        }
    }
    report(cases);
}

#[test]
fn bytes_in_pieces() {
    let (key, iv) = ([0x1d; 16], [0xf3; 16]);
    let oracle = LeakyOracle::new(&key);
    let mut cases = 0;
    for n in (0..=16 * (2 * WIDEST + 1)).step_by(59).chain([16 * 300 + 7, 16 * 512]) {
        let plain: Vec<u8> = text(n / 16 + 1, 9).as_flattened()[..n].to_vec();
        let mut counters = vec![[0; 16]; n / 16 + 1];
        Counter::be128(iv).fill(&mut counters);
        let stream: Vec<u8> = counters.iter().flat_map(|block| oracle.encrypt(block)).collect();
        let ctr: Vec<u8> = plain.iter().zip(&stream).map(|(p, s)| p ^ s).collect();
        let (mut cfb, mut previous) = (plain.clone(), iv);
        for chunk in cfb.chunks_mut(16) {
            let stream = oracle.encrypt(&previous);
            chunk.iter_mut().zip(stream).for_each(|(byte, s)| *byte ^= s);
            previous[..chunk.len()].copy_from_slice(chunk);
        }
        for backend in backends() {
            let aria = Aria128::with_backend(backend, &key);
            for piece in [1, 15, 17, 512, 1000, 3000, 5000] {
                let mut streaming = Ctr::new(aria.encryptor(), Counter::be128(iv));
                let mut out = vec![0; n];
                for (from, to) in plain.chunks(piece).zip(out.chunks_mut(piece)) {
                    streaming.apply((from, to)).unwrap();
                }
                assert_eq!(out, ctr, "{backend} CTR, {n} bytes in pieces of {piece}");
                let mut streaming = CfbDecrypt::new(aria.encryptor(), iv);
                out.copy_from_slice(&cfb);
                out.chunks_mut(piece).for_each(|part| streaming.apply(part).unwrap());
                assert_eq!(out, plain, "{backend} CFB, {n} bytes in pieces of {piece}");
            }
        }
        cases += 14;
    }
    report(cases);
}

proptest! {
    #[test]
    fn random_keys_and_blocks(key: [u8; 32], blocks in prop::collection::vec(any::<Block>(), 0..WIDEST_BITSLICED + WIDEST), cut in 0..2 * WIDEST) {
        for bytes in [16, 24, 32] {
            let oracle = LeakyOracle::new(&key[..bytes]);
            let expected: Vec<Block> = blocks.iter().map(|b| oracle.encrypt(b)).collect();
            for backend in backends() {
                let Both { encrypt, decrypt } = keyed(backend, &key[..bytes]);
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
}

/// XTS by its definition (IEEE 1619, section 5.3), the tweak doubled bit by bit.
fn xts(oracle: &LeakyOracle, tweaks: &LeakyOracle, number: &Block, plain: &[u8]) -> Vec<u8> {
    let one = |j: usize, plain: &[u8]| {
        let mut tweak = tweaks.encrypt(number);
        for _ in 0..j {
            let bits: Vec<u8> = (0..128).map(|i| tweak[i / 8] >> (i % 8) & 1).collect();
            let bit = |i: usize| if i > 0 { bits[i - 1] } else { 0 } ^ if [0, 1, 2, 7].contains(&i) { bits[127] } else { 0 };
            tweak = core::array::from_fn(|byte| (0..8).map(|i| bit(8 * byte + i) << i).sum());
        }
        let block = oracle.encrypt(&core::array::from_fn(|i| plain[i] ^ tweak[i]));
        (0..16).map(move |i| block[i] ^ tweak[i])
    };
    let (whole, rest) = (plain.len() / 16, plain.len() % 16);
    let mut out: Vec<u8> = (0..whole).flat_map(|j| one(j, &plain[16 * j..])).collect();
    if rest > 0 {
        let stolen = out.split_off(16 * (whole - 1));
        out.extend(one(whole, &[&plain[16 * whole..], &stolen[rest..]].concat()));
        out.extend(&stolen[..rest]);
    }
    out
}

proptest! {
    #[test]
    fn a_direction_alone(key: [u8; 32], block: Block) {
        macro_rules! check {
            ($($n:literal $Enc:ident $Dec:ident),*) => { $(
                let oracle = LeakyOracle::new(&key[..$n]);
                for backend in backends() {
                    let key = key.first_chunk().unwrap();
                    // (enough blocks for the wide kernels, too)
                    for n in [1, WIDEST] {
                        let text = vec![block; n];
                        let out = in_place($Enc::with_backend(backend, key).encryptor(), &text);
                        prop_assert_eq!(out, vec![oracle.encrypt(&block); n], "{}", backend);
                        let out = in_place($Dec::with_backend(backend, key).decryptor(), &text);
                        prop_assert_eq!(out, vec![oracle.decrypt(&block); n], "{}", backend);
                    }
                }
            )* };
        }
        check!(16 Aria128Enc Aria128Dec, 24 Aria192Enc Aria192Dec, 32 Aria256Enc Aria256Dec);
    }

    #[test]
    fn xts_of_16_to_80_bytes_and_more(
        plain in prop_oneof![prop::collection::vec(any::<u8>(), 16..=80), prop::collection::vec(any::<u8>(), 500..1100)],
        keys: [[u8; 16]; 2],
        number: Block,
        apart: bool,
    ) {
        let [one, two] = keys.map(|key| LeakyOracle::new(&key));
        let sealed = xts(&one, &two, &number, &plain);
        for backend in backends() {
            let [one, two] = keys.map(|key| Aria128::with_backend(backend, &key));
            let (encrypt, decrypt) = (one.encryptor(), one.decryptor());
            let mut out = plain.clone();
            let text = if apart { Text::from((&plain[..], &mut out[..])) } else { Text::from(&mut out[..]) };
            XtsEncrypt::new(encrypt, two.encryptor()).apply(number, text).unwrap();
            prop_assert_eq!(&out, &sealed, "{}", backend);
            XtsDecrypt::new(decrypt, two.encryptor()).apply(number, &mut out[..]).unwrap();
            prop_assert_eq!(&out, &plain, "{}", backend);
        }
    }

    #[test]
    fn messages_side_by_side(lengths in prop::collection::vec(0..90usize, 0..2 * WIDEST), key: [u8; 16], iv: Block) {
        let oracle = LeakyOracle::new(&key);
        let messages: Vec<Vec<Block>> = lengths.iter().zip(0..).map(|(&n, seed)| text(n / 8, seed)).collect();
        let iv_of = |i: usize| iv.map(|byte| byte.wrapping_add(i as u8));
        let xor = |a: &Block, b: &Block| -> Block { core::array::from_fn(|i| a[i] ^ b[i]) };
        let mut chained = messages.clone();
        let mut streamed = messages.clone();
        for (i, (chained, streamed)) in chained.iter_mut().zip(&mut streamed).enumerate() {
            let (mut previous, mut counter) = (iv_of(i), Counter::be32(iv_of(i)));
            for (c, s) in chained.iter_mut().zip(streamed) {
                previous = oracle.encrypt(&xor(c, &previous));
                *c = previous;
                *s = xor(s, &oracle.encrypt(counter.block()));
                counter.advance(1);
            }
        }
        for backend in backends() {
            let aria = Aria128::with_backend(backend, &key);
            let mut out = messages.clone();
            let mut list: Vec<(Block, Text<'_>)> =
                out.iter_mut().enumerate().map(|(i, m)| (iv_of(i), m.as_flattened_mut().into())).collect();
            cbc::encrypt_many(aria.encryptor(), &mut list).unwrap();
            prop_assert_eq!(&out, &chained, "{}", backend);
            let mut out = messages.clone();
            let mut list: Vec<(Counter, Text<'_>)> =
                out.iter_mut().enumerate().map(|(i, m)| (Counter::be32(iv_of(i)), m.as_flattened_mut().into())).collect();
            ctr::apply_many(aria.encryptor(), &mut list).unwrap();
            prop_assert_eq!(&out, &streamed, "{}", backend);
        }
    }
}

#[test]
fn backends_have_names() {
    let names: Vec<_> = Backend::available().map(Backend::name).collect();
    assert_eq!(names.last(), Some(&"soft"));
    // what the test script expects to see covered
    for name in Backend::NAMES {
        println!("KNOWN backend={name}");
    }
    for name in names {
        assert_eq!(Backend::by_name(name).map(Backend::name), Some(name));
        assert!(Backend::NAMES.contains(&name));
    }
    assert_eq!(Backend::by_name("no such backend"), None);
    assert_eq!(Some(Backend::detect()), Backend::available().next());
    // on an emulated processor, the script knows which is best
    if let Ok(best) = std::env::var("ARIA_TEST_EXPECT") {
        assert_eq!(Backend::detect().name(), best);
    }
}
