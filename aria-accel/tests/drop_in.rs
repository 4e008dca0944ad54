//! `aria = { package = "aria-accel", .. }` in place of the crate `aria` 0.2: what that crate
//! documents and exports compiles against ours, under its name, and gives the same results.
// What a renamed dependency amounts to.
extern crate aria_accel as aria;

use aria::cipher::{
    AlgorithmName, Array, BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeySizeUser,
    typenum::Unsigned,
};
use aria::{Aria, Aria128, Aria192, Aria256};

#[test]
fn documented_usage() {
    let key = Array::from([0u8; 16]);
    let mut block = Array::from([0u8; 16]);
    let cipher = Aria128::new(&key);
    let before = block;
    cipher.encrypt_block(&mut block);
    assert_ne!(block, before);
    cipher.decrypt_block(&mut block);
    assert_eq!(block, before);
}

/// Both crates side by side, for one key size.
macro_rules! same_results {
    ($Type:ident, $bytes:literal) => {{
        assert_eq!(<$Type as KeySizeUser>::KeySize::USIZE, $bytes);
        assert_eq!(<$Type as BlockSizeUser>::BlockSize::USIZE, 16);
        let key: [u8; $bytes] = core::array::from_fn(|i| (i * 37 + 5) as u8);
        let ours = $Type::new(&key.into());
        let theirs = aria_tables::$Type::new(&key.into());
        let plain: Vec<Array<u8, _>> = (0..100u8).map(|i| Array::from([i; 16])).collect();
        let (mut a, mut b) = (plain.clone(), plain.clone());
        ours.encrypt_blocks(&mut a);
        theirs.encrypt_blocks(&mut b);
        assert_eq!(a, b);
        let mut apart = plain.clone();
        ours.encrypt_blocks_b2b(&plain, &mut apart).unwrap();
        assert_eq!(apart, a);
        ours.decrypt_blocks_b2b(&a, &mut apart).unwrap();
        assert_eq!(apart, plain);
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "Debug shows no key");
    }};
}

#[test]
fn same_results_as_the_table_driven_crate() {
    same_results!(Aria128, 16);
    same_results!(Aria192, 24);
    same_results!(Aria256, 32);
}

#[test]
fn generic_over_round_keys_as_there() {
    fn name<const RK: usize>() -> usize
    where
        Aria<RK>: Clone + Send + Sync + core::fmt::Debug,
    {
        RK
    }
    assert_eq!((name::<13>(), name::<15>(), name::<17>()), (13, 15, 17));
    struct Name<T>(core::marker::PhantomData<T>);
    impl<T: AlgorithmName> core::fmt::Display for Name<T> {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            T::write_alg_name(f)
        }
    }
    assert_eq!(Name::<Aria128>(core::marker::PhantomData).to_string(), "Aria128");
}

#[test]
fn wiped_on_drop() {
    fn wiped<T: aria::cipher::zeroize::ZeroizeOnDrop>() {}
    wiped::<Aria128>();
    wiped::<Aria256>();
}
