//! RustCrypto's mode crates on our types: each round-trips, and gives what it gives on the
//! table-driven crate `aria`, on every backend, at lengths around the batch widths.
use aead::{Aead, AeadCore, KeyInit, Payload};
use aria_accel::{Aria128, Aria256, Backend, cipher};
use cipher::{
    Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, BlockSizeUser,
    InnerIvInit, StreamCipher, StreamCipherCoreWrapper, StreamCipherSeek,
    block_padding::Pkcs7,
    common::InnerInit,
    consts::{U12, U13, U16},
};
use cmac::Mac;

fn data(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i % 251) as u8).collect()
}

const LENGTHS: [usize; 12] = [0, 1, 15, 16, 17, 255, 496, 512, 513, 1008, 1024, 1500];

/// The output of every unauthenticated mode, after decryption has brought the input back.
fn modes<C>(new: &dyn Fn() -> C) -> Vec<Vec<u8>>
where
    C: BlockCipherEncrypt<BlockSize = U16> + BlockCipherDecrypt + Clone,
{
    let iv = Array::from([0xf1; 16]);
    let mut outputs = Vec::new();
    for n in LENGTHS {
        let plain = data(n);
        let mut run = |encrypt: &dyn Fn(&mut Vec<u8>), decrypt: &dyn Fn(&mut Vec<u8>)| {
            let mut text = plain.clone();
            encrypt(&mut text);
            outputs.push(text.clone());
            decrypt(&mut text);
            assert_eq!(text, plain);
        };
        macro_rules! stream {
            ($Core:ty) => {{
                let apply = |text: &mut Vec<u8>| {
                    StreamCipherCoreWrapper::from_core(<$Core>::inner_iv_init(new(), &iv))
                        .apply_keystream(text)
                };
                run(&apply, &apply);
            }};
        }
        stream!(ctr::CtrCore<C, ctr::flavors::Ctr32BE>);
        stream!(ctr::CtrCore<C, ctr::flavors::Ctr64BE>);
        stream!(ctr::CtrCore<C, ctr::flavors::Ctr128BE>);
        stream!(ctr::CtrCore<C, ctr::flavors::Ctr32LE>);
        stream!(ctr::CtrCore<C, ctr::flavors::Ctr128LE>);
        stream!(ofb::OfbCore<C>);
        run(&|t| cfb_mode::BufEncryptor::inner_iv_init(new(), &iv).encrypt(t), &|t| {
            cfb_mode::BufDecryptor::inner_iv_init(new(), &iv).decrypt(t)
        });
        run(
            &|t| {
                let mut cfb8 = cfb8::Encryptor::inner_iv_init(new(), &iv);
                t.iter_mut().for_each(|byte| cfb8.encrypt_block(core::array::from_mut(byte).into()));
            },
            &|t| {
                let mut cfb8 = cfb8::Decryptor::inner_iv_init(new(), &iv);
                t.iter_mut().for_each(|byte| cfb8.decrypt_block(core::array::from_mut(byte).into()));
            },
        );
        run(&|t| *t = cbc::Encryptor::inner_iv_init(new(), &iv).encrypt_padded_vec::<Pkcs7>(t), &|t| {
            *t = cbc::Decryptor::inner_iv_init(new(), &iv).decrypt_padded_vec::<Pkcs7>(t).unwrap()
        });
        run(&|t| *t = ecb::Encryptor::inner_init(new()).encrypt_padded_vec::<Pkcs7>(t), &|t| {
            *t = ecb::Decryptor::inner_init(new()).decrypt_padded_vec::<Pkcs7>(t).unwrap()
        });
        if n >= 16 {
            let xts = || xts_mode::Xts128::new(new(), new());
            run(&|t| xts().encrypt_sector(t, iv), &|t| xts().decrypt_sector(t, iv));
        }
    }
    let core = ctr::CtrCore::<C, ctr::flavors::Ctr128BE>::inner_iv_init(new(), &iv);
    let mut seek = StreamCipherCoreWrapper::from_core(core);
    let mut text = data(100);
    seek.seek(777u32);
    seek.apply_keystream(&mut text);
    outputs.push(text);
    outputs
}

/// The output of every authenticated mode, of CMAC and of key wrap. A message that was tampered
/// with must not open.
fn authenticated<C>(key: &[u8]) -> Vec<Vec<u8>>
where
    C: KeyInit + BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16> + Clone,
{
    fn payload(msg: &[u8]) -> Payload<'_, '_> {
        Payload { msg, aad: b"associated" }
    }
    fn seal<A: AeadCore + Aead + KeyInit>(key: &[u8], plain: &[u8]) -> Vec<u8> {
        let aead = A::new_from_slice(key).unwrap();
        let nonce = aead::Nonce::<A>::default();
        let mut sealed = aead.encrypt(&nonce, payload(plain)).unwrap();
        assert_eq!(aead.decrypt(&nonce, payload(&sealed)).unwrap(), plain);
        sealed[0] ^= 1;
        assert!(aead.decrypt(&nonce, payload(&sealed)).is_err());
        sealed[0] ^= 1;
        sealed
    }
    let mut outputs = Vec::new();
    for n in LENGTHS {
        let plain = data(n);
        outputs.push(seal::<aes_gcm::AesGcm<C, U12>>(key, &plain));
        outputs.push(seal::<ccm::Ccm<C, U16, U13>>(key, &plain));
        outputs.push(seal::<eax::Eax<C>>(key, &plain));
        let mac = <cmac::Cmac<C> as KeyInit>::new_from_slice(key).unwrap().chain_update(&plain);
        outputs.push(mac.finalize().into_bytes().to_vec());
        if n % 8 == 0 && n >= 16 {
            let wrap = aes_kw::AesKw::<C>::new_from_slice(key).unwrap();
            let (mut wrapped, mut unwrapped) = (vec![0; n + 8], vec![0; n]);
            wrap.wrap_key(&plain, &mut wrapped).unwrap();
            wrap.unwrap_key(&wrapped, &mut unwrapped).unwrap();
            assert_eq!(unwrapped, plain);
            outputs.push(wrapped);
        }
    }
    outputs
}

#[test]
fn unauthenticated_modes_on_every_backend() {
    let key: [u8; 32] = core::array::from_fn(|i| i as u8);
    let (short, long) = (key[..16].try_into().unwrap(), key);
    let expected128 = modes(&|| aria_tables::Aria128::new(&Array::from(short)));
    let expected256 = modes(&|| aria_tables::Aria256::new(&Array::from(long)));
    for backend in Backend::available() {
        assert!(modes(&|| Aria128::with_backend(backend, &short)) == expected128, "{backend}");
        assert!(modes(&|| Aria256::with_backend(backend, &long)) == expected256, "{backend}");
    }
}

#[test]
fn authenticated_modes_mac_and_key_wrap() {
    let key: [u8; 32] = core::array::from_fn(|i| i as u8);
    assert!(authenticated::<Aria128>(&key[..16]) == authenticated::<aria_tables::Aria128>(&key[..16]));
    assert!(authenticated::<Aria256>(&key) == authenticated::<aria_tables::Aria256>(&key));
}
