//! The substitution layers on sixteen slices, and how round keys are folded into them.
//!
//! ```text
//! byte position mod 4    0   1   2   3
//! odd rounds             S1  S2  X1  X2
//! even rounds, the last  X1  X2  S1  S2
//! ```
use super::{
    AesSlice, ByteSlice, GfniSlice, diffuse,
    keys::{KeyWords, Spread},
    set_up,
};
use crate::{
    diffusion::{KEY_ABOVE, Symmetry, diffuse_for_gfni, diffuse3_with_keys},
    tables::{
        Affine, Matrix, S1_AFTER_INVERSION, S2_AFTER_INVERSION, S2_AFTER_S1, X1_BEFORE_INVERSION,
        X2_BEFORE_INVERSION, X2_BEFORE_X1,
    },
};

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
/// [`Substitution::fold`] prepared it: by its S-boxes, or else by its diffusion. Between an odd round and the next even one the blocks of
/// all slices may stand in another order, the same for all.
pub trait Substitution<const N: usize, V: ByteSlice<N>> {
    /// Where the key of a round is added.
    const KEYS: KeyPlace = KeyPlace::After;
    /// Whether round keys folded for `V` are right for every other vector of the instruction set.
    const KEYS_FIT_ALL: bool = false;
    /// Round keys as the rounds below want them, in every part of a vector; `via_aes` is what [`ViaAes`]
    /// wants.
    fn fold<const P: usize, K: AesSlice<P>>(key: K, via_aes: K) -> K;
    /// The same for the last round of all (or the first, where keys are added before).
    fn fold_end<const P: usize, K: AesSlice<P>>(key: K, via_aes: K) -> K;
    /// The substitution layer of an odd round on slice `i`, and its key byte, unless `diffuse` adds it.
    fn odd(isa: V::Isa, i: usize, key: Spread, x: V) -> V;
    /// The same for an even round.
    fn even(isa: V::Isa, i: usize, key: Spread, x: V) -> V;
    /// The substitution layer of the last round on slice `i`, and its key byte.
    #[inline(always)]
    fn last(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        Self::even(isa, i, key, x)
    }
    /// The diffusion layer, each input asked for once, and the key, unless the S-boxes added it.
    #[inline(always)]
    fn diffuse<const EVEN: bool>(_isa: V::Isa, _key: &KeyWords, x: impl FnMut(usize) -> V) -> [V; 16] {
        diffuse::<EVEN, N, V>(x)
    }
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
#[derive(Clone, Copy, Debug)]
pub struct ViaAes;

impl ViaAes {
    /// Round keys between the S-boxes of two rounds, in every part of a vector: by the key's number, odd
    /// and even by turns.
    #[inline(always)]
    pub(super) fn fold_all<const P: usize, K: AesSlice<P>>(odd_first: bool, key: K) -> K {
        const NONE: u8 = 128;
        // The bytes at S2 of this round, which is where X2 of the next one is; zero elsewhere.
        static AFFINE: [[u8; 16]; 3] = {
            const EVEN: [u8; 16] =
                [NONE, NONE, NONE, 3, NONE, NONE, NONE, 7, NONE, NONE, NONE, 11, NONE, NONE, NONE, 15];
            const ODD: [u8; 16] =
                [NONE, 1, NONE, NONE, NONE, 5, NONE, NONE, NONE, 9, NONE, NONE, NONE, 13, NONE, NONE];
            [EVEN, ODD, EVEN]
        };
        let change =
            const { &Affine { matrix: X2_BEFORE_X1.matrix.plus(&Matrix::IDENTITY), constant: 0 }.nibbles() };
        let places = AFFINE[usize::from(odd_first)..].as_flattened().first_chunk();
        places.map_or(key, |places| key ^ key.shuffle_parts(places).nibbles(change))
    }

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
    const KEYS_FIT_ALL: bool = true;

    #[inline(always)]
    fn fold<const P: usize, K: AesSlice<P>>(_key: K, via_aes: K) -> K {
        via_aes
    }
    #[inline(always)]
    fn fold_end<const P: usize, K: AesSlice<P>>(_key: K, via_aes: K) -> K {
        via_aes
    }

    #[inline(always)]
    fn odd(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let key = V::splat(isa, key);
        match i % 4 {
            0 => x.s1(key),
            1 => Self::s2(x, key),
            2 => x.shift_rows_twice().x1(key),
            _ => Self::x2(x, key).shift_rows_twice(),
        }
    }

    #[inline(always)]
    fn even(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let key = V::splat(isa, key);
        match i % 4 {
            0 => x.x1(key),
            1 => Self::x2(x, key),
            2 => x.shift_rows_twice().s1(key),
            _ => Self::s2(x.shift_rows_twice(), key),
        }
    }
}

/// From Galois field instructions: one for S1 and S2, two for X1 and X2, where the affine map comes
/// before the inversion. They add no key. Where a three-input XOR is one instruction, the diffusion
/// layer has room for most of it; elsewhere it is a XOR after the S-box.
#[derive(Clone, Copy, Debug)]
pub struct ViaGfni;

impl ViaGfni {
    #[inline(always)]
    fn invert<const N: usize, V: GfniSlice<N>>(x: V) -> V {
        x.affine_of_inverse::<{ Matrix::IDENTITY.bits() }, 0>()
    }

    #[inline(always)]
    fn s_box<const N: usize, V: GfniSlice<N>>(kind: usize, x: V) -> V {
        const S1: Affine = S1_AFTER_INVERSION;
        const S2: Affine = S2_AFTER_INVERSION;
        const X1: Affine = X1_BEFORE_INVERSION;
        const X2: Affine = X2_BEFORE_INVERSION;
        match kind % 4 {
            0 => x.affine_of_inverse::<{ S1.matrix.bits() }, { S1.constant as i32 }>(),
            1 => x.affine_of_inverse::<{ S2.matrix.bits() }, { S2.constant as i32 }>(),
            2 => Self::invert(x.affine::<{ X1.matrix.bits() }, { X1.constant as i32 }>()),
            _ => Self::invert(x.affine::<{ X2.matrix.bits() }, { X2.constant as i32 }>()),
        }
    }
}

impl<const N: usize, V: GfniSlice<N>> Substitution<N, V> for ViaGfni {
    #[inline(always)]
    fn fold_end<const P: usize, K: AesSlice<P>>(key: K, _via_aes: K) -> K {
        key
    }

    #[inline(always)]
    fn fold<const P: usize, K: AesSlice<P>>(key: K, _via_aes: K) -> K {
        if V::XOR3_IS_ONE {
            let key = set_up::diffuse(key);
            key ^ key.shuffle(&KEY_ABOVE)
        } else {
            key
        }
    }

    #[inline(always)]
    fn odd(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let y = Self::s_box(i, x);
        if V::XOR3_IS_ONE { y } else { y ^ V::splat(isa, key) }
    }

    #[inline(always)]
    fn even(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        let y = Self::s_box(i + 2, x);
        if V::XOR3_IS_ONE { y } else { y ^ V::splat(isa, key) }
    }

    #[inline(always)]
    fn last(isa: V::Isa, i: usize, key: Spread, x: V) -> V {
        Self::s_box(i + 2, x) ^ V::splat(isa, key)
    }

    #[inline(always)]
    fn diffuse<const EVEN: bool>(isa: V::Isa, key: &KeyWords, x: impl FnMut(usize) -> V) -> [V; 16] {
        let key = |i: usize| V::splat(isa, key[i]);
        if V::XOR3_IS_ONE {
            diffuse3_with_keys(x, key, V::xor3)
        } else {
            const EVEN_ROUNDS: Symmetry = Symmetry::of([0, 1, 3, 2], [0, 1, 3, 2], true);
            diffuse_for_gfni(if EVEN { &EVEN_ROUNDS } else { &Symmetry::NONE }, x)
        }
    }
}
