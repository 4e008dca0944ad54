//! The byte-sliced kernel, written once: many blocks at a time, one vector for each of the sixteen
//! byte positions.
//!
//! ```text
//!            block 0   block 1   ...  block N-1
//! slice  0  [ byte 0    byte 0   ...   byte 0  ]     one S-box serves a whole slice,
//! slice  1  [ byte 1    byte 1   ...   byte 1  ]     the diffusion layer is XORs of slices,
//!  ...                                               a round key byte is the same all along a slice
//! slice 15  [ byte 15   byte 15  ...   byte 15 ]
//! ```
//!
//! Width, instruction set and direction are parameters: the vector is a [`ByteSlice`], the
//! substitution layers are a [`Substitution`], and decryption is encryption under other round keys.
pub mod jobs;
pub mod keys;
pub mod model;
pub mod natural;
pub mod par;
pub mod slice;
pub mod substitution;

pub use jobs::Text;
pub use keys::{KeyRef, SlicedKeys};
pub use par::{Kernel, Sliced};
pub use slice::{AesSlice, ByteSlice};
pub use substitution::{Substitution, ViaAes};

use crate::diffusion::diffuse_of;
use keys::KeyWords;

/// The sixteen expressions for `I = 0 .. 15`.
macro_rules! sixteen {
    (|$i:ident| $e:expr) => {
        $crate::sliced::sixteen!(@ $i $e; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $i:ident $e:expr; $($n:literal)*) => { [$({ const $i: usize = $n; $e }),*] };
}
pub(crate) use sixteen;

/// All rounds on `N` blocks. There are as many as there are keys, less the whitening key.
#[inline(always)]
pub fn rounds<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    s: [V; 16],
) -> [V; 16] {
    let [whitening, keys @ ..] = keys else { return s };
    rounds_after_whitening::<N, V, S>(isa, keys, sixteen!(|I| s[I] ^ V::splat(isa, whitening[I])))
}

/// An even number of rounds: pairs with a diffusion layer after each, then one pair without the
/// last diffusion layer.
#[inline(always)]
fn rounds_after_whitening<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    mut s: [V; 16],
) -> [V; 16] {
    let [pairs @ .., odd, last] = keys else { return s };
    for [odd, even] in pairs.as_chunks().0 {
        s = diffuse_of(|i| S::odd(isa, i, odd[i], s[i]));
        s = diffuse_of(|i| S::even(isa, i, even[i], s[i]));
    }
    s = diffuse_of(|i| S::odd(isa, i, odd[i], s[i]));
    sixteen!(|I| S::even(isa, I, last[I], s[I]))
}

/// Sixteen vectors of whole blocks to sixteen slices, or back: transposes the 16x16 bytes in every
/// 128-bit part. Four times the riffle shuffle of the 256 bytes, which rotates the eight bits of a
/// byte's place by one, turns (row, column) into (column, row).
#[inline(always)]
pub fn transpose<const N: usize, V: ByteSlice<N>>(rows: [V; 16]) -> [V; 16] {
    riffle(riffle(riffle(riffle(rows))))
}

#[inline(always)]
fn riffle<const N: usize, V: ByteSlice<N>>(r: [V; 16]) -> [V; 16] {
    let (a, b) = r[0].zip(r[8]);
    let (c, d) = r[1].zip(r[9]);
    let (e, f) = r[2].zip(r[10]);
    let (g, h) = r[3].zip(r[11]);
    let (i, j) = r[4].zip(r[12]);
    let (k, l) = r[5].zip(r[13]);
    let (m, n) = r[6].zip(r[14]);
    let (o, p) = r[7].zip(r[15]);
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}
