//! What is left of keys and key streams in memory after drop: on every backend, in both directions, with
//! every key size, and of the modes that keep something.
//!
//! ```text
//! zeros       -> made from secret 1, dropped -> bytes 1      must be equal: nothing in them
//! zeros       -> made from secret 2, dropped -> bytes 2      is from the secret, in whatever form
//! ```
//!
//! That finds a key however it is laid out: round keys in order, spread over slices, or as bit planes. The
//! stack below a caller that has used a key is searched for it and each round key as they are. Key set-up
//! does leave some there, where values were moved: how many is printed.
//!
//! Not covered: registers, and copies that the compiler makes on the stack in a form of its own.
//!
//! Of an optimised build only, as without optimisation every move is a copy.
#![cfg(not(debug_assertions))]
use aes_accel::{Aes128, Aes192, Aes256};
use aria_accel::{Aria128, Aria128Dec, Aria128Enc, Aria192, Aria256, Counter, InOut, ParBlocks};
use block_modes_par::{Buffered, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ofb, XtsEncrypt};
use std::mem::MaybeUninit;

/// The bytes of a place where there is, or was, a `T`.
fn bytes<T>(place: &MaybeUninit<T>) -> Vec<u8> {
    let start = place.as_ptr().cast::<u8>();
    // SAFETY: inside of the place, all of which was zeroed; volatile, as nothing else will read it.
    (0..size_of::<T>()).map(|i| unsafe { start.add(i).read_volatile() }).collect()
}

/// What a value looks like in memory, and what is left after drop.
fn before_and_after<T>(secret: u8, make: &dyn Fn(u8) -> T) -> [Vec<u8>; 2] {
    let mut place = Box::new(MaybeUninit::<T>::zeroed());
    place.write(make(secret));
    let before = bytes(&place);
    // SAFETY: it was written above, and nobody uses it any more.
    unsafe { place.assume_init_drop() };
    [before, bytes(&place)]
}

/// Whether anything of the secret that `make` is given is left: so many bytes in a row. (Fewer say little:
/// where a type has room that the value does not use, a move puts there what the stack held by chance.)
fn is_left<T>(what: &str, least: usize, make: impl Fn(u8) -> T) -> bool {
    let [one, two] = [0x35, 0xca].map(|secret| before_and_after(secret, &make));
    assert_ne!(one[0], two[0], "{what}: there is no secret in it");
    let longest = one[1].iter().zip(&two[1]).fold((0, 0), |(run, most), (a, b)| {
        let run = if a == b { 0 } else { run + 1 };
        (run, most.max(run))
    });
    longest.1 >= least
}

/// A round key.
const KEY: usize = 16;

/// A key of some bytes, none of them like its neighbour.
fn key<const N: usize>(secret: u8) -> [u8; N] {
    std::array::from_fn(|i| (i as u8).wrapping_mul(29) ^ secret)
}

#[test]
fn keys() {
    for backend in aria_accel::Backend::available() {
        // (the room that slices leave beside bit planes holds a part of a round key that was moved with them)
        macro_rules! check { ($($Type:ident)*) => { $(
            assert!(!is_left(stringify!($Type), KEY + 1, |s| $Type::with_backend(backend, &key(s))), "{backend} {}", stringify!($Type));
        )* } }
        check!(Aria128 Aria192 Aria256 Aria128Enc Aria128Dec);
    }
    for backend in aes_accel::Backend::available() {
        macro_rules! check { ($($Type:ident)*) => { $(
            assert!(!is_left(stringify!($Type), KEY, |s| $Type::with_backend(backend, &key(s))), "{backend} {}", stringify!($Type));
        )* } }
        check!(Aes128 Aes192 Aes256);
    }
    assert!(!is_left("aria_core", KEY, |s| aria_core::Aria256::from_key(&key(s))));
    assert!(!is_left("Schedule", KEY, |s| aria_core::Schedule::<17>::new(&key(s))));
}

/// Where one cipher after another is.
struct Place(std::cell::RefCell<Aria128>);

impl ParBlocks for Place {
    fn width(&self) -> usize {
        self.0.borrow().encryptor().width()
    }
    fn ecb(&self, text: InOut<'_>) {
        self.0.borrow().encryptor().ecb(text);
    }
}

#[test]
fn modes() {
    let cipher = Aria128::with_backend(aria_accel::Backend::detect(), &[7; 16]);
    let encrypt = cipher.encryptor();
    let text = |s: u8| vec![s; 21];
    let aria = |s| Aria128::with_backend(aria_accel::Backend::detect(), &key(s));
    let place = Place(aria(0).into());
    assert!(!is_left("Ctr", KEY, |s| {
        // (the counter itself is public)
        *place.0.borrow_mut() = aria(s);
        let mut mode = Ctr::new(&place, Counter::be128([9; 16]));
        mode.apply(&mut text(0)[..]).unwrap();
        mode
    }));
    assert!(!is_left("CfbEncrypt", KEY, |s| {
        let mut mode = CfbEncrypt::new(encrypt, [s; 16]);
        mode.apply(&mut text(s)[..]).unwrap();
        mode
    }));
    assert!(!is_left("CfbDecrypt", KEY, |s| {
        let mut mode = CfbDecrypt::new(encrypt, [s; 16]);
        mode.apply(&mut text(s)[..]).unwrap();
        mode
    }));
    assert!(!is_left("Ofb", KEY, |s| {
        let mut mode = Ofb::new(encrypt, [s; 16]);
        mode.apply(&mut text(s)[..]).unwrap();
        mode
    }));
    assert!(!is_left("Buffered", KEY, |s| {
        let mut mode = Buffered::new(CbcEncrypt::new(encrypt, [0; 16]));
        mode.update(&text(s)[..15], &mut []).unwrap();
        mode
    }));
    let xts = XtsEncrypt::new(encrypt, encrypt);
    assert!(!is_left("DataUnit", KEY, |s| xts.data_unit([s; 16])));
}

/// That a secret left behind is found.
#[test]
fn control() {
    struct Forgetful {
        _round_keys: [[u8; 16]; 13],
    }
    assert!(is_left("Forgetful", KEY, |s| Forgetful { _round_keys: [key(s); 13] }));
}

/// Bytes of the stack that are looked at.
const DEPTH: usize = 1 << 16;

/// The stack below the caller, as it was left.
#[inline(never)]
fn stack_below() -> Vec<u8> {
    let mut found = vec![0; DEPTH];
    let here = &raw const found as usize;
    for (i, byte) in found.iter_mut().enumerate() {
        // SAFETY: this thread's stack, which has been used that deep by `clean_stack`.
        *byte = unsafe { ((here - 256 - DEPTH + i) as *const u8).read_volatile() };
    }
    found
}

#[inline(never)]
fn clean_stack() {
    let mut room = [0u8; 2 * DEPTH];
    std::hint::black_box(&mut room);
}

/// (Inlined, its variables would stand above what is looked at.)
#[inline(never)]
fn called(job: &dyn Fn()) {
    std::hint::black_box(job)();
}

/// Which of the needles are on the stack below after a call of `job`.
fn on_stack(needles: &[[u8; 16]], job: &dyn Fn()) -> Vec<usize> {
    clean_stack();
    called(job);
    let stack = stack_below();
    let found = |needle: &[u8; 16]| stack.windows(16).any(|window| window == needle);
    (0..needles.len()).filter(|&i| found(&needles[i])).collect()
}

#[test]
fn stack() {
    let secret: [u8; 16] = key(0x5c);
    let schedule = aria_core::Schedule::<13>::new(&secret);
    let mut needles = vec![secret];
    needles.extend(schedule.encrypt.iter().chain(&schedule.decrypt));
    let needles = needles;
    let secret = Box::new(secret);
    for backend in aria_accel::Backend::available() {
        let set_up = on_stack(&needles, &|| {
            std::hint::black_box(&Aria128::with_backend(backend, &secret));
        });
        println!("{backend}: of {} keys, set-up leaves {}", needles.len(), set_up.len());
        let cipher = Aria128::with_backend(backend, &secret);
        let left = on_stack(&needles, &|| {
            let mut text = [[1; 16]; 70];
            cipher.encryptor().ecb(InOut::from(&mut text[..]));
            cipher.decryptor().ecb(InOut::from(&mut text[..]));
            std::hint::black_box(&text);
        });
        assert!(left.is_empty(), "{backend}: {left:?} of {} keys are on the stack", needles.len());
    }
    // that one left behind is found
    let copied = on_stack(&needles, &|| {
        let copy = [*secret; 64];
        std::hint::black_box(&copy);
    });
    assert_eq!(copied[..1], [0]);
}
