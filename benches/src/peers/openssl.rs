//! OpenSSL, through its EVP interface.
use super::Offer;
use crate::subject::{IV, KEY, Subject, mode};
use foreign_types::ForeignTypeRef;
use openssl::{
    cipher::Cipher,
    cipher_ctx::{CipherCtx, CipherCtxRef},
};

/// Name of a mode, that of OpenSSL, and whether it encrypts.
const MODES: [(&str, &str, bool); 8] = [
    (mode::ECB_ENC, "ECB", true),
    (mode::ECB_DEC, "ECB", false),
    (mode::CTR, "CTR", true),
    (mode::CBC_ENC, "CBC", true),
    (mode::CBC_DEC, "CBC", false),
    (mode::CFB_ENC, "CFB", true),
    (mode::CFB_DEC, "CFB", false),
    (mode::OFB, "OFB", true),
];

/// All key sizes and modes.
pub fn subjects() -> Offer {
    let version = openssl::version::version();
    let who = version.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let mut list = Vec::new();
    for cipher in ["ARIA", "AES"] {
        for bits in [128, 192, 256] {
            for (mode, name, encrypts) in MODES {
                let name = format!("{cipher}-{bits}-{name}");
                let fetched = Cipher::fetch(None, &name, None).map_err(|e| format!("{name}: {e}"))?;
                let mut ctx = CipherCtx::new().map_err(|e| e.to_string())?;
                let iv = (fetched.iv_length() > 0).then_some(&IV[..]);
                let init = if encrypts { CipherCtxRef::encrypt_init } else { CipherCtxRef::decrypt_init };
                init(&mut ctx, Some(&fetched), Some(&KEY[..bits / 8]), iv).map_err(|e| e.to_string())?;
                ctx.set_padding(false);
                list.push(Subject::peer(cipher, bits, mode, &who, move |message| {
                    if iv.is_some() {
                        init(&mut ctx, None, None, iv).expect("a new message");
                    }
                    // The safe method wants a block to spare at the end, which only padding would need.
                    let (text, mut n) = (message.as_mut_ptr(), message.len() as _);
                    // SAFETY: without padding, whole blocks are written to where they were read.
                    let done = unsafe { openssl_sys::EVP_CipherUpdate(ctx.as_ptr(), text, &mut n, text, n) };
                    assert_eq!((done, n as usize), (1, message.len()), "whole blocks");
                }));
            }
            let name = format!("{cipher}-{bits}-ECB");
            let fetched = Cipher::fetch(None, &name, None).map_err(|e| format!("{name}: {e}"))?;
            let mut ctx = CipherCtx::new().map_err(|e| e.to_string())?;
            list.push(Subject::peer(cipher, bits, mode::KEY_SETUP, &who, move |key| {
                ctx.encrypt_init(Some(&fetched), Some(key), None).expect("a whole key");
                ctx.decrypt_init(Some(&fetched), Some(key), None).expect("a whole key");
                key[0] ^= 32;
            }));
        }
    }
    Ok(list)
}
