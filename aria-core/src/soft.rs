//! The portable cipher: bitsliced, constant time, on any CPU. Of use alone, and the backend that is
//! left when a CPU has nothing better.
use crate::{
    Block, InOut, ParBlocks,
    bitslice::{
        self, Lanes, Masks, RoundMasks,
        grid::{self, Sixteenths},
        packed::{self, Lanes4},
    },
    schedule,
    wipe::wipe,
};

/// The word of the CPU.
#[cfg(target_pointer_width = "64")]
type Native = u64;
/// The word of the CPU.
#[cfg(not(target_pointer_width = "64"))]
type Native = u32;

/// Blocks in a batch.
const MANY: usize = <Native as Lanes>::BLOCKS;
/// Up to this many blocks, several packed batches take less time than a whole one.
const SOME: usize = 3 * MANY / 4;
/// Blocks in a packed batch.
const PACKED: usize = <Native as Lanes4>::BLOCKS;
/// Up to this many blocks, several batches on the grid take less time than a packed one.
const FEW: usize = 2 * <Native as Sixteenths>::BLOCKS;

/// The round keys of one direction.
#[derive(Clone)]
pub struct Keys<const RK: usize> {
    many: Masks<RK>,
    some: packed::Keys<Native, RK>,
    few: grid::Keys<Native, RK>,
}

impl<const RK: usize> KeyForm<RK> for Keys<RK> {
    fn from_round_keys(keys: &[Block; RK]) -> Self {
        Self::new(keys)
    }
}

impl<const RK: usize> Keys<RK> {
    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        Self { many: Masks::new(keys), some: packed::Keys::new(keys), few: grid::Keys::new(keys) }
    }

    /// As the kernels on vectors read them.
    pub(crate) fn masks(&self) -> &[RoundMasks] {
        self.many.rounds()
    }

    fn batches<W: Lanes>(&self, mut text: InOut<'_>) {
        let mut batch = [[[W::splat((), &[0; 8])[0]; 16]; 2]; 4];
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(W::BLOCKS);
            W::load(&mut batch, now.input());
            bitslice::rounds((), &mut batch, self.masks());
            W::store(&batch, now.output());
            text = rest;
        }
    }
}

impl<const RK: usize> ParBlocks for &Keys<RK> {
    fn width(&self) -> usize {
        MANY
    }

    fn ecb(&self, text: InOut<'_>) {
        let (many, rest) = split(text, MANY, SOME);
        let (some, few) = split(rest, PACKED, FEW);
        self.batches::<Native>(many);
        self.some.ecb(some);
        self.few.ecb(few);
    }
}

/// What goes in batches of so many blocks, and what is over, if that is at most `few`.
fn split(text: InOut<'_>, batch: usize, few: usize) -> (InOut<'_>, InOut<'_>) {
    let over = text.len() % batch;
    let whole = text.len() - if over > few { 0 } else { over };
    text.split_at(whole)
}

/// The round keys of one direction in the form that a portable cipher reads; that cipher is [`ParBlocks`] for a
/// reference to it.
pub trait KeyForm<const RK: usize> {
    /// From the schedule of this direction.
    fn from_round_keys(keys: &[Block; RK]) -> Self;

    /// The round keys of encryption, of a key that is padded with zeros.
    fn round_keys(key: &[Block; 2]) -> [Block; RK] {
        schedule::round_keys(key, grid::round)
    }
}

/// ARIA with a key of 128, 192 or 256 bits: `RK` is the number of round keys, 13, 15 or 17; `K` is how the cipher is
/// done, [`Keys`] unless something else is asked for.
///
/// ```
/// use aria_core::{Aria128, InOut, ParBlocks};
/// let cipher = Aria128::from_key(&[7; 16]);
/// let mut blocks = [[0; 16]; 5];
/// cipher.encryptor().ecb(InOut::from(&mut blocks[..]));
/// cipher.decryptor().ecb(InOut::from(&mut blocks[..]));
/// assert_eq!(blocks, [[0; 16]; 5]);
/// ```
#[derive(Clone)]
pub struct Aria<const RK: usize, K = Keys<RK>> {
    encrypt: K,
    decrypt: K,
}

/// ARIA with a key of 128 bits.
pub type Aria128 = Aria<13>;
/// ARIA with a key of 192 bits.
pub type Aria192 = Aria<15>;
/// ARIA with a key of 256 bits.
pub type Aria256 = Aria<17>;

impl<const RK: usize, K: KeyForm<RK>> Aria<RK, K> {
    fn set_up(key: &[u8]) -> Self {
        let mut key = schedule::padded(key);
        let mut keys = K::round_keys(&key);
        wipe(key.as_flattened_mut());
        let encrypt = K::from_round_keys(&keys);
        schedule::invert(&mut keys);
        let decrypt = K::from_round_keys(&keys);
        wipe(keys.as_flattened_mut());
        Self { encrypt, decrypt }
    }

    /// The direction of encryption.
    pub fn encryptor(&self) -> &K {
        &self.encrypt
    }

    /// The direction of decryption.
    pub fn decryptor(&self) -> &K {
        &self.decrypt
    }
}

/// Shows the name, not the key.
impl<const RK: usize, K> core::fmt::Debug for Aria<RK, K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Aria").finish_non_exhaustive()
    }
}

macro_rules! key_size {
    ($($RK:literal $bytes:literal $U:ident $name:literal;)*) => { $(
        impl<K: KeyForm<$RK>> Aria<$RK, K> {
            /// Sets up a key.
            pub fn from_key(key: &[u8; $bytes]) -> Self {
                Self::set_up(key)
            }
        }

        #[cfg(feature = "cipher")]
        impl<K> cipher::KeySizeUser for Aria<$RK, K> {
            type KeySize = cipher::consts::$U;
        }

        #[cfg(feature = "cipher")]
        impl<K: KeyForm<$RK>> cipher::KeyInit for Aria<$RK, K> {
            fn new(key: &cipher::Key<Self>) -> Self {
                Self::from_key(key.as_ref())
            }
        }

        #[cfg(feature = "cipher")]
        impl<K> cipher::AlgorithmName for Aria<$RK, K> {
            fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str($name)
            }
        }
    )* };
}
key_size! { 13 16 U16 "Aria128"; 15 24 U24 "Aria192"; 17 32 U32 "Aria256"; }

#[cfg(feature = "cipher")]
mod traits {
    use super::{Aria, ParBlocks};
    use crate::rustcrypto::TraitBackend;
    use cipher::{
        BlockCipherDecClosure, BlockCipherDecrypt, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser,
        consts::{U16, U64},
    };

    type Backend<'a, K> = TraitBackend<&'a K, U64>;

    impl<const RK: usize, K> BlockSizeUser for Aria<RK, K> {
        type BlockSize = U16;
    }

    impl<const RK: usize, K> BlockCipherEncrypt for Aria<RK, K>
    where
        for<'a> &'a K: ParBlocks,
    {
        fn encrypt_with_backend(&self, f: impl BlockCipherEncClosure<BlockSize = U16>) {
            f.call(&Backend::new(&self.encrypt));
        }
    }

    impl<const RK: usize, K> BlockCipherDecrypt for Aria<RK, K>
    where
        for<'a> &'a K: ParBlocks,
    {
        fn decrypt_with_backend(&self, f: impl BlockCipherDecClosure<BlockSize = U16>) {
            f.call(&Backend::new(&self.decrypt));
        }
    }

    #[cfg(feature = "zeroize")]
    impl<const RK: usize> cipher::zeroize::ZeroizeOnDrop for Aria<RK> {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaky_oracle::LeakyOracle;
    use core::array::from_fn;
    use proptest::prelude::*;
    extern crate std;
    use std::{format, vec::Vec};

    /// Every length up to two batches and one block, in place and apart, both directions.
    fn check<const RK: usize, K: KeyForm<RK>>(cipher: &Aria<RK, K>, key: &[u8])
    where
        for<'a> &'a K: ParBlocks,
    {
        let oracle = LeakyOracle::new(key);
        // The period of 251 bytes is prime: no two blocks are alike.
        let text: [Block; 129] = from_fn(|n| from_fn(|i| ((16 * n + i) % 251) as u8));
        let encrypted = text.map(|block| oracle.encrypt(&block));
        let decrypted = text.map(|block| oracle.decrypt(&block));
        for n in 0..=text.len() {
            for (keys, expected) in [(cipher.encryptor(), &encrypted), (cipher.decryptor(), &decrypted)] {
                let mut in_place = text;
                keys.ecb(InOut::from(&mut in_place[..n]));
                assert_eq!(in_place[..n], expected[..n], "{RK} round keys, {n} blocks");
                assert_eq!(in_place[n..], text[n..], "what follows is left alone");
                let mut apart = [[0; 16]; 129];
                keys.ecb(InOut::apart(&text[..n], &mut apart[..n]).unwrap());
                assert_eq!(apart[..n], expected[..n]);
            }
        }
    }

    macro_rules! every_form {
        ($($name:ident: $($form:ident)::+;)*) => { $(
            mod $name {
                use super::*;
                use crate::$($form)::+::{Aria128, Aria192, Aria256};

                #[test]
                fn every_length() {
                    let key: [u8; 32] = from_fn(|i| (i * 37 + 11) as u8);
                    check(&Aria128::from_key(&from_fn(|i| key[i])), &key[..16]);
                    check(&Aria192::from_key(&from_fn(|i| key[i])), &key[..24]);
                    check(&Aria256::from_key(&key), &key);
                }

                #[test]
                fn rfc_5794_example() {
                    fn check<const RK: usize, K: KeyForm<RK>>(cipher: &Aria<RK, K>, ciphertext: u128)
                    where
                        for<'a> &'a K: ParBlocks,
                    {
                        let plaintext: Block = from_fn(|i| 0x11 * i as u8);
                        let mut block = [plaintext];
                        cipher.encryptor().ecb(InOut::from(&mut block[..]));
                        assert_eq!(u128::from_be_bytes(block[0]), ciphertext);
                        cipher.decryptor().ecb(InOut::from(&mut block[..]));
                        assert_eq!(block, [plaintext]);
                    }
                    check(&Aria128::from_key(&from_fn(|i| i as u8)), 0xd718fbd6_ab644c73_9da95f3b_e6451778);
                    check(&Aria192::from_key(&from_fn(|i| i as u8)), 0x26449c18_05dbe7aa_25a468ce_263a9e79);
                    check(&Aria256::from_key(&from_fn(|i| i as u8)), 0xf92bd7c7_9fb72e2f_2b8f80c1_972d24fc);
                }

                proptest! {
                    #[test]
                    fn agrees_with_the_oracle(key: [u8; 32], text in prop::collection::vec(any::<Block>(), 0..70)) {
                        let oracle = LeakyOracle::new(&key);
                        let cipher = Aria256::from_key(&key);
                        let mut blocks = text.clone();
                        cipher.encryptor().ecb(InOut::from(&mut blocks[..]));
                        prop_assert_eq!(&blocks, &text.iter().map(|b| oracle.encrypt(b)).collect::<Vec<_>>());
                        cipher.decryptor().ecb(InOut::from(&mut blocks[..]));
                        prop_assert_eq!(blocks, text);
                    }
                }
            }
        )* };
    }
    every_form! {
        many: soft;
        small: small;
        leaky_tables: leaky_tables;
    }

    #[test]
    fn debug_shows_no_key() {
        assert_eq!(format!("{:?}", Aria128::from_key(&[7; 16])), "Aria { .. }");
    }
}
