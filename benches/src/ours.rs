//! What this workspace can do, listed from the crates: a new backend appears by itself.
use crate::subject::{IV, KEY, Subject, mode};
use aes_accel::{Aes128, Aes192, Aes256};
use aria_accel::{Aria128, Aria192, Aria256, Counter, InOut, ParBlocks};
use block_modes_par::{
    BlockMode, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Error, Ofb, XtsDecrypt, XtsEncrypt,
    cbc, ctr,
};

/// A mode over a cipher that encrypts, one that decrypts, and one that encrypts under another key.
type Run<E, D> = fn(&E, &D, &E, &mut [u8]) -> Result<(), Error>;

/// CBC encryption of a text in `count` parts side by side, all of whole blocks.
fn cbc_side_by_side(cipher: &impl ParBlocks, count: usize, text: &mut [u8]) -> Result<(), Error> {
    let part = (text.len() / 16).div_ceil(count).max(1) * 16;
    let mut parts: Vec<_> = text.chunks_mut(part).map(|part| (IV, part.into())).collect();
    cbc::encrypt_many(cipher, &mut parts)
}

/// A text in packets, each with a counter of its own.
fn packets(text: &mut [u8]) -> impl Iterator<Item = (Counter, &mut [u8])> {
    let counter =
        |i: u64| Counter::be32(core::array::from_fn(|j| if j < 8 { i.to_be_bytes()[j] } else { 0 }));
    (0..).map(counter).zip(text.chunks_mut(160))
}

/// The modes of block-modes-par, for any block cipher.
fn modes<E: ParBlocks, D: ParBlocks>() -> [(&'static str, Run<E, D>); 14] {
    [
        (mode::ECB_ENC, |e, _, _, m| Ecb::new(e).apply(m)),
        (mode::ECB_DEC, |_, d, _, m| Ecb::new(d).apply(m)),
        (mode::CTR, |e, _, _, m| Ctr::new(e, Counter::be128(IV)).apply(m)),
        (mode::CBC_ENC, |e, _, _, m| CbcEncrypt::new(e, IV).apply(m)),
        (mode::CBC_ENC_16, |e, _, _, m| cbc_side_by_side(e, 16, m)),
        (mode::CBC_ENC_32, |e, _, _, m| cbc_side_by_side(e, 32, m)),
        (mode::CTR_PACKETS, |e, _, _, m| {
            ctr::apply_many(
                e,
                &mut packets(m).map(|(counter, packet)| (counter, packet.into())).collect::<Vec<_>>(),
            )
        }),
        (mode::CTR_ONE_BY_ONE, |e, _, _, m| {
            packets(m).try_for_each(|(counter, packet)| Ctr::new(e, counter).apply(packet))
        }),
        (mode::CBC_DEC, |_, d, _, m| CbcDecrypt::new(d, IV).apply(m)),
        (mode::CFB_ENC, |e, _, _, m| CfbEncrypt::new(e, IV).apply(m)),
        (mode::CFB_DEC, |e, _, _, m| CfbDecrypt::new(e, IV).apply(m)),
        (mode::OFB, |e, _, _, m| Ofb::new(e, IV).apply(m)),
        (mode::XTS_ENC, |e, _, t, m| XtsEncrypt::new(e, t).apply(IV, m)),
        (mode::XTS_DEC, |_, d, t, m| XtsDecrypt::new(d, t).apply(IV, m)),
    ]
}

/// The kernels behind them, one call each: the jobs of [`ParBlocks`], by their names.
fn jobs<E: ParBlocks, D: ParBlocks>() -> [(&'static str, Run<E, D>); 4] {
    fn text(message: &mut [u8]) -> InOut<'_> {
        InOut::from(message.as_chunks_mut().0)
    }
    [
        ("ecb", |e, _, _, m| {
            e.ecb(text(m));
            Ok(())
        }),
        ("cbc_decrypt", |_, d, _, m| {
            d.cbc_decrypt(&mut { IV }, text(m));
            Ok(())
        }),
        ("cfb_decrypt", |e, _, _, m| {
            e.cfb_decrypt(&mut { IV }, text(m));
            Ok(())
        }),
        ("ctr", |e, _, _, m| {
            e.ctr(&mut Counter::be128(IV), text(m));
            Ok(())
        }),
    ]
}

/// Adds what `$runs` lists, at each key size, with the keys set up beforehand.
macro_rules! add_runs {
    ($list:ident, $cipher:literal, $backend:ident, $runs:ident: $($Type:ident $bits:literal)*) => { $({
        const N: usize = $bits / 8;
        let key: [u8; N] = *KEY.first_chunk().expect("the longest key");
        let second: [u8; N] = *KEY[N..].first_chunk().expect("the longest key, twice");
        for (mode, run) in $runs() {
            let cipher = $Type::with_backend($backend, &key);
            let tweaks = $Type::with_backend($backend, &second);
            $list.push(Subject::ours($cipher, $bits, mode, $backend.name(), move |message| {
                run(cipher.encryptor(), cipher.decryptor(), tweaks.encryptor(), message).expect("whole blocks");
            }));
        }
    })* };
}

macro_rules! add_key_setup {
    ($list:ident, $cipher:literal, $backend:ident: $($Type:ident $bits:literal)*) => { $(
        $list.push(Subject::ours($cipher, $bits, mode::KEY_SETUP, $backend.name(), move |key| {
            let key: &mut [u8; $bits / 8] = key.first_chunk_mut().expect("a whole key");
            let cipher = core::hint::black_box($Type::with_backend($backend, key));
            key[0] ^= cipher.encryptor().width() as u8;
        }));
    )* };
}

/// Every mode, and key set-up, of both ciphers on every backend that this CPU can run.
pub fn subjects() -> Vec<Subject> {
    let mut list = Vec::new();
    for backend in aria_accel::Backend::available() {
        add_runs!(list, "ARIA", backend, modes: Aria128 128 Aria192 192 Aria256 256);
        add_key_setup!(list, "ARIA", backend: Aria128 128 Aria192 192 Aria256 256);
    }
    for backend in aes_accel::Backend::available() {
        add_runs!(list, "AES", backend, modes: Aes128 128 Aes192 192 Aes256 256);
        add_key_setup!(list, "AES", backend: Aes128 128 Aes192 192 Aes256 256);
    }
    list
}

/// Every kernel of ARIA on every backend that this CPU can run, and key set-up.
pub fn kernels() -> Vec<Subject> {
    let mut list = Vec::new();
    for backend in aria_accel::Backend::available() {
        add_runs!(list, "ARIA", backend, jobs: Aria128 128 Aria192 192 Aria256 256);
        add_key_setup!(list, "ARIA", backend: Aria128 128 Aria192 192 Aria256 256);
    }
    list
}
