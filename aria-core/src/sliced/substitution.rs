//! The substitution layers on sixteen slices, and how round keys are folded into them.
//!
//! ```text
//! byte position mod 4    0   1   2   3
//! odd rounds             S1  S2  X1  X2
//! even rounds, the last  X1  X2  S1  S2
//! ```
use super::{AesSlice, ByteSlice, keys::Spread};
use crate::tables::{S2_AFTER_S1, X2_BEFORE_X1};

/// Where the rounds add their key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// Before the S-boxes. The last key comes after all.
    Before,
    /// After the S-boxes and before the diffusion, if there is one. The first key comes before all.
    After,
}

/// A way to do the substitution layers on slices of type `V`, one slice at a time; callers pass
/// `i` as a literal, so that the choice of the S-box vanishes.
///
/// The key given to a round is the one added at [`Substitution::KEYS`], as
/// [`Substitution::fold_byte`] prepared it. Between an odd round and the next even one the blocks of
/// all slices may stand in another order, the same for all.
pub trait Substitution<const N: usize, V: ByteSlice<N>> {
    /// Where the key of a round is added.
    const KEYS: KeyPlace = KeyPlace::After;
    /// Byte `i` of the key between the S-boxes of `round` and those of the next one, as the rounds
    /// below want it.
    fn fold_byte(round: usize, last: bool, i: usize, key: u8) -> u8;
    /// The substitution layer of an odd round on slice `i`, and its key byte in `key`.
    fn odd(isa: V::Isa, i: usize, key: Spread, x: V) -> V;
    /// The substitution layer of an even round, or of the last one, on slice `i`, and its key byte.
    fn even(isa: V::Isa, i: usize, key: Spread, x: V) -> V;
}

/// From AES instructions.
///
/// * S1 and X1 are the S-boxes of `AESENCLAST` and `AESDECLAST`; S2 and X2 add an affine map after
///   the one, before the other.
/// * The instructions also shift rows, that is, move the blocks in a slice: the S-boxes S by some
///   permutation p of order 4, the S-boxes X by its inverse. The layer is only XORs of slices and
///   does not mind, as long as all slices moved alike: so the X half of an odd round and the S half
///   of an even round is moved by p^2 more. After both, all is where it was.
/// * They add a key for nothing, x86 after the S-box, Arm before it. Where the affine map stands
///   between (S2 on x86, X2 on Arm), the key goes through the linear part: of the inverse of the
///   one map, or of the other, which is the same.
pub struct ViaAes;

impl ViaAes {
    #[inline(always)]
    fn s2<const N: usize, V: AesSlice<N>>(x: V, key: V) -> V {
        const { assert!(S2_AFTER_S1.constant != 0) };
        x.s1(key).nibbles(const { &S2_AFTER_S1.nibbles() })
    }

    #[inline(always)]
    fn x2<const N: usize, V: AesSlice<N>>(x: V, key: V) -> V {
        x.nibbles(const { &X2_BEFORE_X1.nibbles() }).x1(key)
    }
}

impl<const N: usize, V: AesSlice<N>> Substitution<N, V> for ViaAes {
    const KEYS: KeyPlace = V::KEYS;

    fn fold_byte(round: usize, last: bool, i: usize, key: u8) -> u8 {
        let in_a_round = match V::KEYS {
            KeyPlace::Before => !last,
            KeyPlace::After => round > 0,
        };
        // S2 of this round, which is where X2 of the next one is
        let affine = if round % 2 == 1 { 1 } else { 3 };
        if in_a_round && i % 4 == affine { X2_BEFORE_X1.matrix.apply(key) } else { key }
    }

    #[inline(always)]
    fn odd(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let key = V::splat(isa, key);
        match i % 4 {
            0 => x.s1(key),
            1 => Self::s2(x, key),
            2 => x.x1(key).shift_rows_twice(),
            _ => Self::x2(x, key).shift_rows_twice(),
        }
    }

    #[inline(always)]
    fn even(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let key = V::splat(isa, key);
        match i % 4 {
            0 => x.x1(key),
            1 => Self::x2(x, key),
            2 => x.s1(key).shift_rows_twice(),
            _ => Self::s2(x, key).shift_rows_twice(),
        }
    }
}
