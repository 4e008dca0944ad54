//! The crates `aria` and `aes` of RustCrypto, driven by its crates `ecb`, `ctr`, `cbc` and `cfb-mode`.
use super::Offer;
use crate::subject::{IV, KEY, Subject, mode};
use cipher::{
    BlockModeDecrypt, BlockModeEncrypt, InnerIvInit, KeyInit, StreamCipher, StreamCipherCore,
    array::{Array, sizes::U16},
    common::InnerInit,
};

fn blocks(message: &mut [u8]) -> &mut [Array<u8, U16>] {
    Array::slice_as_chunks_mut(message).0
}

/// Modes borrow the cipher: setting up a message does not copy the key schedule.
macro_rules! cipher {
    ($list:ident: $cipher:literal $who:literal $($Type:path, $bits:literal;)*) => { $({
        const N: usize = $bits / 8;
        let key: [u8; N] = *KEY.first_chunk().expect("the longest key");
        let mut add = |mode, run: fn(&$Type, &mut [u8])| {
            let cipher = <$Type>::new(&key.into());
            $list.push(Subject::peer($cipher, $bits, mode, $who, move |message| run(&cipher, message)));
        };
        add(mode::ECB_ENC, |c, m| ecb::Encryptor::inner_init(c).encrypt_blocks(blocks(m)));
        add(mode::ECB_DEC, |c, m| ecb::Decryptor::inner_init(c).decrypt_blocks(blocks(m)));
        add(mode::CTR, |c, m| {
            ctr::Ctr128BE::from_core(InnerIvInit::inner_iv_init(c, &IV.into())).apply_keystream(m);
        });
        add(mode::CBC_ENC, |c, m| cbc::Encryptor::inner_iv_init(c, &IV.into()).encrypt_blocks(blocks(m)));
        add(mode::CBC_DEC, |c, m| cbc::Decryptor::inner_iv_init(c, &IV.into()).decrypt_blocks(blocks(m)));
        add(mode::CFB_ENC, |c, m| cfb_mode::Encryptor::inner_iv_init(c, &IV.into()).encrypt_blocks(blocks(m)));
        add(mode::CFB_DEC, |c, m| cfb_mode::Decryptor::inner_iv_init(c, &IV.into()).decrypt_blocks(blocks(m)));
        add(mode::OFB, |c, m| {
            ofb::OfbCore::inner_iv_init(c, &IV.into()).apply_keystream_blocks(blocks(m));
        });
        $list.push(Subject::peer($cipher, $bits, mode::KEY_SETUP, $who, move |key| {
            let key: &mut [u8; N] = key.first_chunk_mut().expect("a whole key");
            core::hint::black_box(<$Type>::new(&(*key).into()));
            key[0] ^= 32;
        }));
    })* };
}

/// All key sizes and modes.
pub fn subjects() -> Offer {
    let mut list = Vec::new();
    cipher!(list: "ARIA" "crate aria 0.2" aria::Aria128, 128; aria::Aria192, 192; aria::Aria256, 256;);
    cipher!(list: "AES" "crate aes 0.9" aes::Aes128, 128; aes::Aes192, 192; aes::Aes256, 256;);
    Ok(list)
}
