//! A slice in plain Rust: the meaning of the instructions, spelt out. With it the kernel runs on any
//! host, whatever its width and substitution, and under tools that do not know the instructions.
//!
//! Not for use: slow, and its S-boxes are looked up. Operations stay calls, since the kernel is some
//! thousands of them and would take minutes to compile.
use super::{AesSlice, ByteSlice, KeyPlace, keys::Spread};
use crate::tables::{S1, X1};
use core::{array::from_fn, ops::BitXor};

/// `N` bytes, on a CPU whose AES instructions add the key first, like Arm's, or last, like x86's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSlice<const N: usize, const KEY_FIRST: bool>(pub [u8; N]);

impl<const N: usize, const KEY_FIRST: bool> BitXor for ModelSlice<N, KEY_FIRST> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ rhs.0[i]))
    }
}

impl<const N: usize, const KEY_FIRST: bool> ByteSlice<N> for ModelSlice<N, KEY_FIRST> {
    type Isa = ();
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
        Self([byte as u8; N])
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

impl<const N: usize, const KEY_FIRST: bool> ModelSlice<N, KEY_FIRST> {
    #[inline(never)]
    fn s_box_with_key(self, table: &[u8; 256], from: impl Fn(usize) -> usize, key: Self) -> Self {
        let x = if KEY_FIRST { self ^ key } else { self };
        let y = Self(from_fn(|i| table[usize::from(x.0[i / 16 * 16 + from(i % 16)])]));
        if KEY_FIRST { y } else { y ^ key }
    }
}

impl<const N: usize, const KEY_FIRST: bool> AesSlice<N> for ModelSlice<N, KEY_FIRST> {
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
    fn repeat((): (), part: &[u8; 16]) -> Self {
        Self(from_fn(|i| part[i % 16]))
    }
    #[inline(never)]
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        Self(self.0.map(|x| tables[0][usize::from(x & 15)] ^ tables[1][usize::from(x >> 4)]))
    }
}
