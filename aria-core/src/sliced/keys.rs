//! Round keys in the form that kernels read, made once per key.
use super::{KeyPlace, natural::KeyPair};
use crate::wipe::wipe;

/// How often a byte of a round key is there: on x86, loads repeat 32 bits for nothing; on Arm that takes a
/// vector operation, so the byte is kept 16 times over.
pub const SPREAD: usize = if cfg!(target_arch = "aarch64") { 16 } else { 4 };

/// A byte repeated until a load can fill a slice with it and do nothing else.
pub type Spread = [u8; SPREAD];

/// A byte, repeated.
#[inline(always)]
pub const fn spread(byte: u8) -> Spread {
    [byte; SPREAD]
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
#[repr(align(64))] // no load of a key crosses a cache line
pub struct SlicedKeys<const RK: usize> {
    words: [KeyWords; RK],
    pairs: [KeyPair; RK],
}

impl<const RK: usize> SlicedKeys<RK> {
    /// Room for keys, for [`Kernel::set_up`](super::Kernel::set_up) to write.
    #[inline]
    pub const fn room() -> Self {
        Self { words: [[spread(0); 16]; RK], pairs: [[[0; 16]; 2]; RK] }
    }

    /// To be written.
    #[inline(always)]
    pub fn as_mut(&mut self) -> KeyMut<'_> {
        KeyMut { words: &mut self.words, pairs: &mut self.pairs }
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

/// Room for the round keys of a direction: as many of each form.
#[derive(Default)]
pub struct KeyMut<'k> {
    /// For slices.
    pub words: &'k mut [KeyWords],
    /// For natural layout.
    pub pairs: &'k mut [KeyPair],
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
        wipe(self.words.as_flattened_mut().as_flattened_mut());
        wipe(self.pairs.as_flattened_mut().as_flattened_mut());
    }
}
