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
pub mod set_up;
pub mod slice;
pub mod substitution;

pub use jobs::{Job, SerialJob, Text};
pub use keys::{KeyMut, KeyRef, SlicedKeys};
pub use par::{Kernel, Narrow, Sliced};
pub use slice::{AesSlice, ByteSlice, GfniSlice};
pub use substitution::{KeyPlace, Substitution, ViaAes, ViaGfni};

use crate::diffusion::{Symmetry, diffuse_of, diffuse3};
use keys::{KeyWords, Placed};

// (on one kind of processor, as models are the same on all, and take minutes to compile; the real kernels have tests
// of their own wherever they run)
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

/// The sixteen expressions for `I = 0 .. 15`.
macro_rules! sixteen {
    (|$i:ident| $e:expr) => {
        $crate::sliced::sixteen!(@ $i $e; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    (@ $i:ident $e:expr; $($n:literal)*) => { [$({ const $i: usize = $n; $e }),*] };
}
pub(crate) use sixteen;

/// All rounds on `N` blocks. There are as many as there are keys, less one.
#[inline(always)]
pub fn rounds<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    s: [V; 16],
) -> [V; 16] {
    let keys = Placed::new(S::KEYS, keys);
    rounds_after_first_key::<N, V, S>(isa, keys.rounds, keys.last, add::<N, V>(isa, s, keys.first))
}

/// Adds a round key, if there is one.
#[inline(always)]
fn add<const N: usize, V: ByteSlice<N>>(isa: V::Isa, s: [V; 16], key: Option<&KeyWords>) -> [V; 16] {
    let Some(key) = key else { return s };
    sixteen!(|I| s[I] ^ V::splat(isa, key[I]))
}

/// The symmetry of the diffusion layer under which even rounds run its program.
const EVEN_ROUNDS: Symmetry = Symmetry::of([2, 3, 1, 0], [0, 1, 3, 2], false);

/// The diffusion layer, each input asked for once.
#[inline(always)]
fn diffuse<const EVEN: bool, const N: usize, V: ByteSlice<N>>(mut x: impl FnMut(usize) -> V) -> [V; 16] {
    if V::XOR3_IS_ONE {
        diffuse3(sixteen!(|I| x(I)), V::xor3)
    } else {
        diffuse_of(if EVEN { &EVEN_ROUNDS } else { &Symmetry::NONE }, x)
    }
}

/// An even number of rounds: pairs with a diffusion layer after each, then one pair without the
/// last diffusion layer.
#[inline(always)]
fn rounds_after_first_key<const N: usize, V: ByteSlice<N>, S: Substitution<N, V>>(
    isa: V::Isa,
    keys: &[KeyWords],
    last_key: Option<&KeyWords>,
    mut s: [V; 16],
) -> [V; 16] {
    let [pairs @ .., odd, last] = keys else { return s };
    for [odd, even] in pairs.as_chunks().0 {
        s = S::diffuse::<false>(isa, odd, |i| S::odd(isa, i, odd[i], s[i]));
        s = S::diffuse::<true>(isa, even, |i| S::even(isa, i, even[i], s[i]));
    }
    s = S::diffuse::<false>(isa, odd, |i| S::odd(isa, i, odd[i], s[i]));
    let s = sixteen!(|I| S::last(isa, I, last[I], s[I]));
    add::<N, V>(isa, s, last_key)
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
