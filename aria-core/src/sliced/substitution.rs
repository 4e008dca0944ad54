//! The substitution layers on sixteen slices, and how round keys are folded into them.
//!
//! ```text
//! byte position mod 4    0   1   2   3
//! odd rounds             S1  S2  X1  X2
//! even rounds, the last  X1  X2  S1  S2
//! ```
use super::{AesSlice, ByteSlice, keys::KeyWords};
use crate::tables::{S2_AFTER_S1, X2_BEFORE_X1};

/// A way to do the substitution layers on slices of type `V`.
///
/// The key given to a round is the one added after its S-boxes (before the diffusion, if there is
/// one), as [`Substitution::fold_byte`] prepared it. Between an odd round and the next even one the
/// blocks of all slices may stand in another order, the same for all.
pub trait Substitution<const N: usize, V: ByteSlice<N>> {
    /// Byte `i` of the key that follows the S-boxes of `round` (0: the whitening key), as the
    /// rounds below want it.
    fn fold_byte(round: usize, last: bool, i: usize, key: u8) -> u8;
    /// Adds the whitening key.
    #[inline(always)]
    fn whiten(isa: V::Isa, key: &KeyWords, s: [V; 16]) -> [V; 16] {
        let k = |i: usize| V::splat(isa, key[i]);
        [
            s[0] ^ k(0),
            s[1] ^ k(1),
            s[2] ^ k(2),
            s[3] ^ k(3),
            s[4] ^ k(4),
            s[5] ^ k(5),
            s[6] ^ k(6),
            s[7] ^ k(7),
            s[8] ^ k(8),
            s[9] ^ k(9),
            s[10] ^ k(10),
            s[11] ^ k(11),
            s[12] ^ k(12),
            s[13] ^ k(13),
            s[14] ^ k(14),
            s[15] ^ k(15),
        ]
    }
    /// The substitution layer of an odd round and a key.
    fn odd(isa: V::Isa, key: &KeyWords, s: [V; 16]) -> [V; 16];
    /// The substitution layer of an even round, or of the last one, and a key.
    fn even(isa: V::Isa, key: &KeyWords, s: [V; 16]) -> [V; 16];
}

/// From AES instructions.
///
/// * S1 and X1 are the S-boxes of `AESENCLAST` and `AESDECLAST`; S2 and X2 add an affine map after
///   the one, before the other.
/// * The instructions also shift rows, that is, move the blocks in a slice: the S-boxes S by some
///   permutation p of order 4, the S-boxes X by its inverse. The layer is only XORs of slices and
///   does not mind, as long as all slices moved alike: so the X half of an odd round and the S half
///   of an even round is moved by p^2 more. After both, all is where it was.
/// * They add a key for nothing. Where the affine map comes after (S2), the key goes through the
///   inverse of its linear part.
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
    fn fold_byte(round: usize, _last: bool, i: usize, key: u8) -> u8 {
        let s2 = if round % 2 == 1 { 1 } else { 3 };
        if round > 0 && i % 4 == s2 { X2_BEFORE_X1.matrix.apply(key) } else { key }
    }

    #[inline(always)]
    fn odd(isa: V::Isa, key: &KeyWords, s: [V; 16]) -> [V; 16] {
        let s1 = |i: usize| s[i].s1(V::splat(isa, key[i]));
        let s2 = |i: usize| Self::s2(s[i], V::splat(isa, key[i]));
        let x1 = |i: usize| s[i].x1(V::splat(isa, key[i])).shift_rows_twice();
        let x2 = |i: usize| Self::x2(s[i], V::splat(isa, key[i])).shift_rows_twice();
        [
            s1(0),
            s2(1),
            x1(2),
            x2(3),
            s1(4),
            s2(5),
            x1(6),
            x2(7),
            s1(8),
            s2(9),
            x1(10),
            x2(11),
            s1(12),
            s2(13),
            x1(14),
            x2(15),
        ]
    }

    #[inline(always)]
    fn even(isa: V::Isa, key: &KeyWords, s: [V; 16]) -> [V; 16] {
        let x1 = |i: usize| s[i].x1(V::splat(isa, key[i]));
        let x2 = |i: usize| Self::x2(s[i], V::splat(isa, key[i]));
        let s1 = |i: usize| s[i].s1(V::splat(isa, key[i])).shift_rows_twice();
        let s2 = |i: usize| Self::s2(s[i], V::splat(isa, key[i])).shift_rows_twice();
        [
            x1(0),
            x2(1),
            s1(2),
            s2(3),
            x1(4),
            x2(5),
            s1(6),
            s2(7),
            x1(8),
            x2(9),
            s1(10),
            s2(11),
            x1(12),
            x2(13),
            s1(14),
            s2(15),
        ]
    }
}
