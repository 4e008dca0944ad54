//! `aes = { package = "aes-accel", .. }` in place of the crate `aes` 0.9: what that crate documents and exports
//! compiles against ours, under its name, and gives the same results.
// The name `aes` is taken by the other crate here; a renamed dependency amounts to this.
use aes as theirs;
use aes_accel as ours;

use ours::cipher::{
    AlgorithmName, Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit,
    KeySizeUser, StreamCipher, typenum::Unsigned,
};

#[test]
fn documented_usage() {
    let key = Array::from([0u8; 16]);
    let mut block = Array::from([42u8; 16]);
    let cipher = ours::Aes128::new(&key);
    let block_copy: ours::Block = block;
    cipher.encrypt_block(&mut block);
    cipher.decrypt_block(&mut block);
    assert_eq!(block, block_copy);
    let mut blocks = [block; 100];
    cipher.encrypt_blocks(&mut blocks);
    for block in blocks.iter_mut() {
        cipher.decrypt_block(block);
        assert_eq!(block, &block_copy);
    }
}

struct Name<T>(core::marker::PhantomData<T>);

impl<T: AlgorithmName> core::fmt::Display for Name<T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        T::write_alg_name(f)
    }
}

fn name<T: AlgorithmName>() -> String {
    Name(core::marker::PhantomData::<T>).to_string()
}

/// Both crates side by side, for one key size.
macro_rules! same_results {
    ($Type:ident $Enc:ident $Dec:ident, $bytes:literal) => {{
        assert_eq!(<ours::$Type as KeySizeUser>::KeySize::USIZE, $bytes);
        assert_eq!(<ours::$Type as BlockSizeUser>::BlockSize::USIZE, 16);
        let key: [u8; $bytes] = core::array::from_fn(|i| (i * 37 + 5) as u8);
        let (a, b) = (ours::$Type::new(&key.into()), theirs::$Type::new(&key.into()));
        let plain: Vec<ours::Block> = (0..100u8).map(|i| Array::from([i; 16])).collect();
        let (mut x, mut y) = (plain.clone(), plain.clone());
        a.encrypt_blocks(&mut x);
        b.encrypt_blocks(&mut y);
        assert_eq!(x, y);
        let mut apart = plain.clone();
        a.encrypt_blocks_b2b(&plain, &mut apart).unwrap();
        assert_eq!(apart, x);
        a.decrypt_blocks_b2b(&x, &mut apart).unwrap();
        assert_eq!(apart, plain);

        // the types of one direction, and the conversions between them
        let enc = ours::$Enc::new(&key.into());
        let from: [ours::$Dec; 3] =
            [ours::$Dec::new(&key.into()), ours::$Dec::from(&enc), ours::$Dec::from(enc.clone())];
        for dec in from {
            let mut blocks = x.clone();
            dec.decrypt_blocks(&mut blocks);
            assert_eq!(blocks, plain);
        }
        for both in [ours::$Type::from(&enc), ours::$Type::from(enc)] {
            let mut blocks = x.clone();
            both.decrypt_blocks(&mut blocks);
            assert_eq!(blocks, plain);
        }

        // the names, in which no key shows
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        assert_eq!(
            format!("{:?}", ours::$Enc::new(&key.into())),
            format!("{:?}", theirs::$Enc::new(&key.into()))
        );
        assert_eq!(
            format!("{:?}", ours::$Dec::new(&key.into())),
            format!("{:?}", theirs::$Dec::new(&key.into()))
        );
        assert_eq!(name::<ours::$Type>(), name::<theirs::$Type>());
        assert_eq!(name::<ours::$Enc>(), name::<theirs::$Enc>());
        assert_eq!(name::<ours::$Dec>(), name::<theirs::$Dec>());

        // under the mode crates
        let (mut x, mut y) = ([1; 1000], [1; 1000]);
        ctr::Ctr32BE::<ours::$Type>::new(&key.into(), &[0xff; 16].into()).apply_keystream(&mut x);
        ctr::Ctr32BE::<theirs::$Type>::new(&key.into(), &[0xff; 16].into()).apply_keystream(&mut y);
        assert_eq!(x, y);
    }};
}

#[test]
fn same_results_as_the_other_crate() {
    same_results!(Aes128 Aes128Enc Aes128Dec, 16);
    same_results!(Aes192 Aes192Enc Aes192Dec, 24);
    same_results!(Aes256 Aes256Enc Aes256Dec, 32);
}

#[test]
fn cbc_of_the_mode_crate() {
    use ours::cipher::{BlockModeDecrypt, BlockModeEncrypt};
    let (key, iv) = ([7; 32].into(), [9; 16].into());
    let plain: Vec<ours::Block> = (0..77u8).map(|i| Array::from([i; 16])).collect();
    let (mut x, mut y) = (plain.clone(), plain.clone());
    cbc::Encryptor::<ours::Aes256>::new(&key, &iv).encrypt_blocks(&mut x);
    cbc::Encryptor::<theirs::Aes256>::new(&key, &iv).encrypt_blocks(&mut y);
    assert_eq!(x, y);
    cbc::Decryptor::<ours::Aes256>::new(&key, &iv).decrypt_blocks(&mut x);
    assert_eq!(x, plain);
}

#[cfg(feature = "zeroize")]
#[test]
fn wiped_on_drop() {
    fn wiped<T: ours::cipher::zeroize::ZeroizeOnDrop>() {}
    wiped::<ours::Aes128>();
    wiped::<ours::Aes256Enc>();
    wiped::<ours::Aes192Dec>();
}
