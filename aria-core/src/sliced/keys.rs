//! Round keys in the form the byte-sliced kernel reads, made once per key.
use super::{
    Kernel, KeyPlace, ViaAes,
    natural::{KeyPair, key_pair},
};
use crate::{Block, wipe::wipe};

/// A byte repeated until a load can fill a slice with it and do nothing else: on x86, loads repeat 32
/// bits for nothing; on Arm that takes a vector operation, so the byte is kept 16 times over.
#[cfg(not(target_arch = "aarch64"))]
pub type Spread = u32;
/// A byte repeated until a load can fill a slice with it and do nothing else: on x86, loads repeat 32
/// bits for nothing; on Arm that takes a vector operation, so the byte is kept 16 times over.
#[cfg(target_arch = "aarch64")]
pub type Spread = u128;

/// A byte, repeated.
#[inline(always)]
pub const fn spread(byte: u8) -> Spread {
    byte as Spread * (Spread::MAX / 0xff)
}

/// One round key.
pub type KeyWords = [Spread; 16];

/// The round keys of one direction, folded into the substitution of a backend.
///
/// A round is substitution, diffusion A, then the next round's key k. Where AES instructions add k
/// before their S-box ([`KeyPlace::Before`]), that is where it goes. Where they add it after, A(k)
/// before the diffusion does the same, since A is linear and its own inverse. And A(k) is at hand:
/// the round keys of the other direction are just that, in reverse.
///
/// ```text
/// KeyPlace     each direction's schedule, by use                    XORs of their own
/// Before       k[0] S A  k[1] S A  ..  k[n-1] S      k[n]           the last key
/// After        k[0]      S A(k[1]) A  S A(k[2]) A .. S k[n]         the first
/// ```
#[derive(Clone)]
pub struct SlicedKeys<const RK: usize> {
    words: [KeyWords; RK],
    pairs: [KeyPair; RK],
}

impl<const RK: usize> SlicedKeys<RK> {
    /// From the round keys of this direction and of the other, for kernel `K` and all others of its
    /// substitution.
    pub fn fold<K: Kernel>(keys: &[Block; RK], opposite: &[Block; RK]) -> Self {
        let mut folded = Self { words: [[0; 16]; RK], pairs: [[[0; 16]; 2]; RK] };
        for round in 0..RK {
            let key = match K::KEYS {
                KeyPlace::Before => &keys[round],
                KeyPlace::After => &opposite[RK - 1 - round],
            };
            let last = round == RK - 1;
            let mut bytes = K::fold(round, last, *key);
            folded.words[round] = bytes.map(spread);
            bytes = ViaAes::fold_key(K::KEYS, round, last, *key);
            folded.pairs[round] = key_pair(K::KEYS == KeyPlace::After && round > 0, &bytes);
            wipe(&mut bytes);
        }
        folded
    }

    /// A borrowed view.
    #[inline(always)]
    pub fn as_ref(&self) -> KeyRef<'_> {
        KeyRef { words: &self.words, pairs: &self.pairs }
    }
}

/// The round keys that kernels read, in order of use, in either layout: one a round, and one before
/// or after all.
#[derive(Clone, Copy)]
pub struct KeyRef<'k> {
    /// For slices.
    pub words: &'k [KeyWords],
    /// For natural layout.
    pub pairs: &'k [KeyPair],
}

/// The keys of a direction by the place where they are added.
#[derive(Clone, Copy)]
pub(super) struct Placed<'k, K> {
    /// Before the first round.
    pub first: Option<&'k K>,
    /// In the substitution layer of each round.
    pub rounds: &'k [K],
    /// After the last round.
    pub last: Option<&'k K>,
}

impl<'k, K> Placed<'k, K> {
    #[inline(always)]
    pub fn new(place: KeyPlace, keys: &'k [K]) -> Self {
        match (place, keys) {
            (KeyPlace::After, [first, rounds @ ..]) => Self { first: Some(first), rounds, last: None },
            (KeyPlace::Before, [rounds @ .., last]) => Self { first: None, rounds, last: Some(last) },
            (_, []) => Self { first: None, rounds: &[], last: None },
        }
    }
}

impl<const RK: usize> Drop for SlicedKeys<RK> {
    fn drop(&mut self) {
        wipe(self.words.as_flattened_mut());
        wipe(self.pairs.as_flattened_mut().as_flattened_mut());
    }
}
