//! What this workspace can do, listed from the crates: a new backend appears by itself.
use crate::subject::{IV, KEY, Subject, mode};
use aria_accel::{Aria128, Aria192, Aria256, Backend, Counter, InOut, Keyed, ParBlocks};
use block_modes_par::{
    BlockMode, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Error, Ofb, XtsDecrypt, XtsEncrypt,
};

/// A mode over a cipher that encrypts, one that decrypts, and one that encrypts under another key.
type Run<C> = fn(&C, &C, &C, &mut [u8]) -> Result<(), Error>;

/// The modes of block-modes-par, for any block cipher.
fn modes<C: ParBlocks>() -> [(&'static str, Run<C>); 10] {
    [
        (mode::ECB_ENC, |e, _, _, m| Ecb::new(e).apply(m)),
        (mode::ECB_DEC, |_, d, _, m| Ecb::new(d).apply(m)),
        (mode::CTR, |e, _, _, m| Ctr::new(e, Counter::be128(IV)).apply(m)),
        (mode::CBC_ENC, |e, _, _, m| CbcEncrypt::new(e, IV).apply(m)),
        (mode::CBC_DEC, |_, d, _, m| CbcDecrypt::new(d, IV).apply(m)),
        (mode::CFB_ENC, |e, _, _, m| CfbEncrypt::new(e, IV).apply(m)),
        (mode::CFB_DEC, |e, _, _, m| CfbDecrypt::new(e, IV).apply(m)),
        (mode::OFB, |e, _, _, m| Ofb::new(e, IV).apply(m)),
        (mode::XTS_ENC, |e, _, t, m| XtsEncrypt::new(e, t).apply(IV, m)),
        (mode::XTS_DEC, |_, d, t, m| XtsDecrypt::new(d, t).apply(IV, m)),
    ]
}

/// The kernels behind them, one call each: the jobs of [`ParBlocks`], by their names.
fn jobs<C: ParBlocks>() -> [(&'static str, Run<C>); 4] {
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
    ($list:ident, $backend:ident, $runs:ident: $($Type:ident $bits:literal)*) => { $({
        const N: usize = $bits / 8;
        let key: [u8; N] = *KEY.first_chunk().expect("the longest key");
        let second: [u8; N] = *KEY[N..].first_chunk().expect("the longest key, twice");
        for (mode, run) in $runs::<Keyed<_>>() {
            let aria = $Type::with_backend($backend, &key);
            let tweaks = $Type::with_backend($backend, &second);
            $list.push(Subject::ours("ARIA", $bits, mode, $backend.name(), move |message| {
                run(aria.encryptor(), aria.decryptor(), tweaks.encryptor(), message).expect("whole blocks");
            }));
        }
    })* };
}

macro_rules! add_key_setup {
    ($list:ident, $backend:ident: $($Type:ident $bits:literal)*) => { $(
        $list.push(Subject::ours("ARIA", $bits, mode::KEY_SETUP, $backend.name(), move |key| {
            let key: &mut [u8; $bits / 8] = key.first_chunk_mut().expect("a whole key");
            let aria = core::hint::black_box($Type::with_backend($backend, key));
            key[0] ^= aria.encryptor().width() as u8;
        }));
    )* };
}

/// Every mode, and key set-up, of every backend that this CPU can run.
pub fn subjects() -> Vec<Subject> {
    let mut list = Vec::new();
    for backend in Backend::available() {
        add_runs!(list, backend, modes: Aria128 128 Aria192 192 Aria256 256);
        add_key_setup!(list, backend: Aria128 128 Aria192 192 Aria256 256);
    }
    list
}

/// Every kernel of every backend that this CPU can run, and key set-up.
pub fn kernels() -> Vec<Subject> {
    let mut list = Vec::new();
    for backend in Backend::available() {
        add_runs!(list, backend, jobs: Aria128 128 Aria192 192 Aria256 256);
        add_key_setup!(list, backend: Aria128 128 Aria192 192 Aria256 256);
    }
    list
}
