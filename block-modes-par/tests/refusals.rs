//! Bad input gets an error, never a panic, and leaves buffer and state as they were.
mod common;

use aria_core::{Block, Counter};
use block_modes_par::{
    BlockMode, Buffered, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Error, Ofb, XtsDecrypt,
    XtsEncrypt, cbc, ctr, pkcs7,
};
use common::Toy;

const IV: Block = [6; 16];

fn toy() -> Toy {
    Toy::pair(16).0
}

#[test]
fn lengths_that_differ() {
    let input = [0; 48];
    for len in [0, 16, 47, 64] {
        let output = &mut [0xee; 64][..len];
        macro_rules! refused { ($($call:expr),*) => { $(
            assert_eq!($call((&input[..], &mut *output)), Err(Error::LengthMismatch));
        )* } }
        refused!(
            |t: (&[u8], &mut [u8])| Ecb::new(toy()).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| CbcEncrypt::new(toy(), IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| CbcDecrypt::new(toy(), IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| CfbEncrypt::new(toy(), IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| CfbDecrypt::new(toy(), IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| Ofb::new(toy(), IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| Ctr::new(toy(), Counter::be128(IV)).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| XtsEncrypt::new(toy(), toy()).apply(IV, (t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| XtsDecrypt::new(toy(), toy()).apply(IV, (t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| XtsEncrypt::new(toy(), toy()).data_unit(IV).apply((t.0, &mut *t.1)),
            |t: (&[u8], &mut [u8])| cbc::encrypt_many(toy(), &mut [(IV, (t.0, &mut *t.1).into())]),
            |t: (&[u8], &mut [u8])| ctr::apply_many(
                toy(),
                &mut [(Counter::be32(IV), (t.0, &mut *t.1).into())]
            )
        );
        assert!(output.iter().all(|b| *b == 0xee));
    }
}

#[test]
fn parts_of_blocks() {
    for len in [1, 15, 17, 33] {
        let mut buffer = vec![0xee; len];
        assert_eq!(Ecb::new(toy()).apply(&mut buffer[..]), Err(Error::NotWholeBlocks));
        assert_eq!(CbcEncrypt::new(toy(), IV).apply(&mut buffer[..]), Err(Error::NotWholeBlocks));
        assert_eq!(CbcDecrypt::new(toy(), IV).apply(&mut buffer[..]), Err(Error::NotWholeBlocks));
        assert_eq!(CbcDecrypt::new(toy(), IV).decrypt_padded(&mut buffer), Err(Error::Padding));
        let mut unit = XtsEncrypt::new(toy(), toy()).data_unit(IV).apply(&mut buffer[..]);
        assert_eq!(unit, Err(Error::NotWholeBlocks));
        let mut good = [0xee; 32];
        let mut messages = [(IV, (&mut good).into()), (IV, (&mut buffer[..]).into())];
        unit = cbc::encrypt_many(toy(), &mut messages);
        assert_eq!(unit, Err(Error::NotWholeBlocks));
        assert_eq!((good, buffer), ([0xee; 32], vec![0xee; len]));
    }
    assert_eq!(CbcDecrypt::new(toy(), IV).decrypt_padded(&mut []), Err(Error::Padding));
}

#[test]
fn no_room() {
    for len in 0..=40 {
        let mut buffer = [0xee; 40];
        let sealed = CbcEncrypt::new(toy(), IV).encrypt_padded(&mut buffer, len).map(|s| s.len());
        let padded = len / 16 * 16 + 16;
        if padded <= 40 {
            assert_eq!(sealed, Ok(padded));
        } else {
            assert_eq!(sealed, Err(Error::BufferTooSmall));
            assert_eq!(buffer, [0xee; 40]);
        }
    }
    assert_eq!(pkcs7::pad(&mut [0; 16], usize::MAX), Err(Error::BufferTooSmall));

    let mut buffered = Buffered::new(Ecb::new(toy()));
    let mut output = [0xee; 48];
    assert_eq!(buffered.update(&[1; 49], &mut output[..47]), Err(Error::BufferTooSmall));
    assert_eq!(output, [0xee; 48]);
    assert_eq!(buffered.update(&[1; 49], &mut output), Ok(48));
    assert_eq!(buffered.output_len(usize::MAX), usize::MAX / 16 * 16);
}

#[test]
fn data_units_too_short_and_too_long() {
    let (encrypt, decrypt) = (XtsEncrypt::new(toy(), toy()), XtsDecrypt::new(toy(), toy()));
    for len in 0..16 {
        let mut buffer = vec![0xee; len];
        assert_eq!(encrypt.apply(IV, &mut buffer[..]), Err(Error::TooShort));
        assert_eq!(decrypt.apply(IV, &mut buffer[..]), Err(Error::TooShort));
        assert_eq!(buffer, vec![0xee; len]);
    }
    let mut long = vec![0xee; (16 << 20) + 16];
    assert_eq!(encrypt.apply(IV, &mut long[..]), Err(Error::DataUnitTooLong));
    assert_eq!(encrypt.apply(IV, &mut long[..(16 << 20) + 1]), Err(Error::DataUnitTooLong));
    assert_eq!(encrypt.data_unit(IV).apply(&mut long[..]), Err(Error::DataUnitTooLong));
    assert!(long.iter().all(|b| *b == 0xee));
    let mut unit = encrypt.data_unit(IV);
    unit.apply(&mut long[..(16 << 20) - 16]).unwrap();
    assert_eq!(unit.finish(&mut [0; 17]), Err(Error::DataUnitTooLong));
}

#[test]
fn counters_that_have_run_out() {
    const END: u128 = 16 << 32;
    for start in [Counter::be32(IV), Counter::le32(IV), Counter::be32([0xff; 16])] {
        let mut ctr = Ctr::new(toy(), start);
        let mut first = [0; 16];
        ctr.apply(&mut first).unwrap();

        assert_eq!(ctr.seek(END + 1), Err(Error::CounterExhausted));
        assert_eq!(ctr.position(), 16);
        ctr.seek(END - 20).unwrap();
        let mut buffer = [0; 21];
        assert_eq!(ctr.apply(&mut buffer), Err(Error::CounterExhausted));
        assert_eq!(ctr.position(), END - 20);
        assert_eq!(buffer, [0; 21]);
        ctr.apply(&mut buffer[..20]).unwrap();
        assert_ne!(buffer[4..20], first);
        assert_eq!(ctr.apply(&mut buffer[..1]), Err(Error::CounterExhausted));
        assert_eq!(ctr.apply(&mut buffer[..0]), Ok(()));
    }
    let mut ctr = Ctr::new(toy(), Counter::le64(IV));
    assert_eq!(ctr.seek((16 << 64) + 1), Err(Error::CounterExhausted));
    ctr.seek(16 << 64).unwrap();
    assert_eq!(ctr.apply(&mut [0]), Err(Error::CounterExhausted));

    let mut ctr = Ctr::new(toy(), Counter::be128(IV));
    ctr.seek(u128::MAX).unwrap();
    assert_eq!(ctr.apply(&mut [0]), Err(Error::CounterExhausted));
}
