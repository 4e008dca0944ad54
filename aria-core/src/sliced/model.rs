//! A slice in plain Rust: the meaning of the instructions, spelt out. With it the kernel runs on any
//! host, whatever its width and substitution, and under tools that do not know the instructions.
//!
//! Not for use: slow, and its S-boxes are looked up. Operations stay calls, since the kernel is some
//! thousands of them and would take minutes to compile.
use super::{AesSlice, ByteSlice, GfniSlice, KeyPlace, keys::Spread};
use crate::tables::{BitMatrix, INVERSION, S1, X1};
use core::{array::from_fn, ops::BitXor};

/// `N` bytes, on a CPU whose AES instructions add the key first, like Arm's, or last, like x86's,
/// with or without a three-input XOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSlice<const N: usize, const KEY_FIRST: bool, const XOR3: bool>(pub [u8; N]);

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> BitXor for ModelSlice<N, KEY_FIRST, XOR3> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ rhs.0[i]))
    }
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> ByteSlice<N>
    for ModelSlice<N, KEY_FIRST, XOR3>
{
    type Isa = ();
    const XOR3_IS_ONE: bool = XOR3;
    #[inline(never)]
    fn load((): (), src: &[u8; N]) -> Self {
        Self(*src)
    }
    #[inline(never)]
    fn store(self, dst: &mut [u8; N]) {
        *dst = self.0;
    }
    #[inline(never)]
    fn splat((): (), byte: Spread) -> Self {
        Self([byte[0]; N])
    }
    #[inline(never)]
    fn and(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] & rhs.0[i]))
    }
    #[inline(never)]
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

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> ModelSlice<N, KEY_FIRST, XOR3> {
    #[inline(never)]
    fn s_box_with_key(self, table: &[u8; 256], from: impl Fn(usize) -> usize, key: Self) -> Self {
        let x = if KEY_FIRST { self ^ key } else { self };
        let y = Self(from_fn(|i| table[usize::from(x.0[i / 16 * 16 + from(i % 16)])]));
        if KEY_FIRST { y } else { y ^ key }
    }
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> AesSlice<N> for ModelSlice<N, KEY_FIRST, XOR3> {
    const KEYS: KeyPlace = if KEY_FIRST { KeyPlace::Before } else { KeyPlace::After };
    #[inline(never)]
    fn s1(self, key: Self) -> Self {
        self.s_box_with_key(&S1, shift_rows, key)
    }
    #[inline(never)]
    fn x1(self, key: Self) -> Self {
        self.s_box_with_key(&X1, |i| shift_rows(shift_rows(shift_rows(i))), key)
    }
    #[inline(never)]
    fn shuffle(self, places: &'static [u8; 16]) -> Self {
        Self(from_fn(|i| match places[i % 16] {
            place @ 0..16 => self.0[i / 16 * 16 + usize::from(place)],
            _ => 0,
        }))
    }
    #[inline(never)]
    fn shuffle_parts(self, places: &'static [u8; N]) -> Self {
        Self(from_fn(|i| match places[i] {
            place @ 0..16 => self.0[i / 16 * 16 + usize::from(place)],
            _ => 0,
        }))
    }
    #[inline(never)]
    fn part(self, part: usize) -> Self {
        Self(from_fn(|i| self.0[16 * part + i % 16]))
    }
    #[inline(never)]
    fn repeat((): (), part: &[u8; 16]) -> Self {
        Self(from_fn(|i| part[i % 16]))
    }
    #[inline(never)]
    fn funnel(self, above: Self, bits: u32) -> Self {
        let mut out = self.0;
        for (low, high) in out.as_chunks_mut().0.iter_mut().zip(above.0.as_chunks().0) {
            *low =
                (u64::from_le_bytes(*low) >> bits | u64::from_le_bytes(*high) << (64 - bits)).to_le_bytes();
        }
        Self(out)
    }
    #[inline(never)]
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        Self(self.0.map(|x| tables[0][usize::from(x & 15)] ^ tables[1][usize::from(x >> 4)]))
    }
    #[inline(never)]
    fn odd_nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        let right = self.nibbles(tables);
        Self(from_fn(|i| if i % 2 == 1 { right.0[i] } else { 0xee }))
    }
}

/// The product of a matrix and a byte, row by row.
fn product(matrix: BitMatrix, x: u8) -> u8 {
    let rows = matrix.to_be_bytes();
    (0..8).map(|i| ((rows[i] & x).count_ones() as u8 & 1) << i).sum()
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> GfniSlice<N>
    for ModelSlice<N, KEY_FIRST, XOR3>
{
    #[inline(never)]
    fn affine<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
        Self(self.0.map(|x| product(MATRIX, x) ^ CONSTANT as u8))
    }
    #[inline(never)]
    fn affine_of_inverse<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
        Self(self.0.map(|x| product(MATRIX, INVERSION[usize::from(x)]) ^ CONSTANT as u8))
    }
}
