//! A slice in plain Rust: the meaning of the instructions, spelt out. With it the kernel runs on any
//! host, whatever its width and substitution, and under tools that do not know the instructions.
//!
//! Not for use: slow, and its S-boxes are looked up.
use super::{AesSlice, ByteSlice};
use crate::tables::{S1, X1};
use core::{array::from_fn, ops::BitXor};

/// `N` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSlice<const N: usize>(pub [u8; N]);

impl<const N: usize> BitXor for ModelSlice<N> {
    type Output = Self;
    fn bitxor(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ rhs.0[i]))
    }
}

impl<const N: usize> ByteSlice<N> for ModelSlice<N> {
    type Isa = ();
    fn load((): (), src: &[u8; N]) -> Self {
        Self(*src)
    }
    fn store(self, dst: &mut [u8; N]) {
        *dst = self.0;
    }
    fn splat((): (), word: u32) -> Self {
        Self(from_fn(|i| word.to_le_bytes()[i % 4]))
    }
    fn zip(self, rhs: Self) -> (Self, Self) {
        let half = |start: usize| {
            Self(from_fn(|i| {
                let from = i / 16 * 16 + start + i % 16 / 2;
                if i % 2 == 0 { self.0[from] } else { rhs.0[from] }
            }))
        };
        (half(0), half(8))
    }
}

/// Where ShiftRows takes the byte at place `i` from: row `i % 4` moves left by as many columns.
fn shift_rows(i: usize) -> usize {
    (i + 4 * (i % 4)) % 16
}

impl<const N: usize> AesSlice<N> for ModelSlice<N> {
    fn s1(self, key: Self) -> Self {
        Self(from_fn(|i| S1[usize::from(self.0[i / 16 * 16 + shift_rows(i % 16)])])) ^ key
    }
    fn x1(self, key: Self) -> Self {
        let back = |i: usize| shift_rows(shift_rows(shift_rows(i)));
        Self(from_fn(|i| X1[usize::from(self.0[i / 16 * 16 + back(i % 16)])])) ^ key
    }
    fn shuffle(self, places: &'static [u8; 16]) -> Self {
        Self(from_fn(|i| match places[i % 16] {
            place @ 0..16 => self.0[i / 16 * 16 + usize::from(place)],
            _ => 0,
        }))
    }
    fn repeat((): (), part: &[u8; 16]) -> Self {
        Self(from_fn(|i| part[i % 16]))
    }
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        Self(self.0.map(|x| tables[0][usize::from(x & 15)] ^ tables[1][usize::from(x >> 4)]))
    }
}
