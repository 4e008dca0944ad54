//! The tweaks of XTS in vectors: each block's is x times that of the block before, in GF(2^128) modulo
//! x^128 + x^7 + x^2 + x + 1 (IEEE 1619, section 5.2), so that a vector's are those of the vector before times
//! x^1, x^2 or x^4.
//!
//! ```text
//!                [ T | x T ]  ->  [ x^2 T | x^3 T ]  ->  ..
//!
//! one part, times x^2    [ low 64 bits      a | high 64 bits     b ]     a, b: the two bits at the top
//!   each half doubled    [              . . 00 |              . . 00 ]
//!   and in their place   [           b times 135 |                  a ]     (x^128 = 135), read off a table
//! ```
//!
//! On 512 bits a vector is also that of two before times x^8: whole bytes move, and one is multiplied by 135 without
//! carries. Long texts go that way.
use aria_core::{Block, aes_round::AesRound};

/// Where to look up: the bits of the high half at the bottom of the low half, twice, since the product has nine
/// bits; those of the low half at the bottom of the high half.
const PLACES: Block = [8, 8, 128, 128, 128, 128, 128, 128, 0, 128, 128, 128, 128, 128, 128, 128];

/// The table's part for each place.
const PARTS: Block = [0, 4, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0];

/// Of the four values of two bits the product with 135, its low byte and its high one, and the value itself.
const TABLE: Block = {
    let (mut table, mut bits) = ([0; 16], 0);
    while bits < 4 {
        let product = ((bits & 1) * 0x87) ^ ((bits >> 1) * 0x10e);
        (table[bits], table[4 + bits], table[8 + bits]) = (product as u8, (product >> 8) as u8, bits as u8);
        bits += 1;
    }
    table
};

/// Times x^`K`, which is one or two.
#[inline(always)]
fn times_x<const K: usize, const N: usize, V: AesRound<N>>(isa: V::Isa, mut t: V) -> V {
    let over = if K == 1 { t.shr64::<63>() } else { t.shr64::<62>() };
    let places = over.permute(V::repeat(isa, &PLACES)) ^ V::repeat(isa, &PARTS);
    let over = V::repeat(isa, &TABLE).permute(places);
    for _ in 0..K {
        t = t.add64(t);
    }
    t ^ over
}

/// `b` in every other run of `run` parts, `a` in the others.
#[inline(always)]
fn every_other<const RUN: usize, const N: usize, V: AesRound<N>>(isa: V::Isa, a: V, b: V) -> V {
    let mask: &[u8; N] = const {
        let (mut mask, mut i) = ([0; N], 0);
        while i < N {
            mask[i] = if i / 16 / RUN % 2 == 1 { 0xff } else { 0 };
            i += 1;
        }
        &{ mask }
    };
    a ^ (a ^ b).and(V::load(isa, mask))
}

/// The tweaks of the blocks of a vector, from that of its first.
#[inline(always)]
pub(crate) fn first<const N: usize, V: AesRound<N>>(isa: V::Isa, tweak: &Block) -> V {
    let mut t = V::repeat(isa, tweak);
    if N >= 32 {
        t = every_other::<1, N, V>(isa, t, times_x::<1, N, V>(isa, t));
    }
    if N >= 64 {
        t = every_other::<2, N, V>(isa, t, times_x::<2, N, V>(isa, t));
    }
    t
}

/// The tweaks of the vector after this one.
#[inline(always)]
pub(crate) fn next<const N: usize, V: AesRound<N>>(isa: V::Isa, t: V) -> V {
    match N {
        16 => times_x::<1, N, V>(isa, t),
        32 => times_x::<2, N, V>(isa, t),
        _ => times_x::<2, N, V>(isa, times_x::<2, N, V>(isa, t)),
    }
}

/// The tweaks of the vector after these two, which have eight blocks where vectors have 512 bits.
#[inline(always)]
pub(crate) fn after<const N: usize, V: AesRound<N>>(isa: V::Isa, [one, two]: [V; 2]) -> V {
    match one.times_x8() {
        Some(next) if N == 64 => next,
        _ => next(isa, two),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aria_core::{
        par_blocks,
        sliced::{ByteSlice, model::ModelSlice},
    };

    /// Five vectors of tweaks, against one after the other.
    fn same_as_one_by_one<const N: usize>(mut tweak: Block) {
        type Model<const N: usize> = ModelSlice<N, false, false>;
        let one: Model<N> = first((), &tweak);
        let two = next((), one);
        let [three, four] = [after((), [one, two]), next((), next((), two))];
        for t in [one, two, three, four, after((), [three, four])] {
            let mut blocks = [0; N];
            t.store(&mut blocks);
            for block in blocks.as_chunks().0 {
                assert_eq!(*block, tweak);
                tweak = par_blocks::times_x(&tweak);
            }
        }
    }

    #[test]
    fn vectors_of_each_width() {
        for seed in [0, 1, 0x55, 0x80, 0xc0, 0xff] {
            let tweak = core::array::from_fn(|i| seed ^ (i as u8).wrapping_mul(seed));
            same_as_one_by_one::<16>(tweak);
            same_as_one_by_one::<32>(tweak);
            same_as_one_by_one::<64>(tweak);
        }
    }
}
