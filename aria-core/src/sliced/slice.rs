//! What a vector must do to serve as a slice.
use super::{keys::Spread, substitution::KeyPlace};
use crate::tables::BitMatrix;
use core::ops::BitXor;

/// `N` bytes: one byte position of `N` blocks. Only a token of the CPU can make one, so whoever
/// holds one may use the instructions behind it.
///
/// Each method is one instruction, or nearly, and must be `#[inline(always)]`.
pub trait ByteSlice<const N: usize>: Copy + BitXor<Output = Self> {
    /// The proof that the CPU has the instructions.
    type Isa: Copy;
    /// The bytes of memory, in order.
    fn load(isa: Self::Isa, src: &[u8; N]) -> Self;
    /// To memory, in order.
    fn store(self, dst: &mut [u8; N]);
    /// The byte all along. Comes from [`super::keys::spread`] or from round keys.
    fn splat(isa: Self::Isa, byte: Spread) -> Self;
    /// `part` in each 128-bit part.
    fn repeat(isa: Self::Isa, part: &[u8; 16]) -> Self;
    /// The sums of the bytes, modulo 256.
    fn add(self, rhs: Self) -> Self;
    /// The bits that both have.
    fn and(self, rhs: Self) -> Self;
    /// Interleaves the bytes of the low halves, and of the high halves, of each 128-bit part.
    fn zip(self, rhs: Self) -> (Self, Self);
    /// Whether [`ByteSlice::xor3`] is one instruction, so that programs made for it pay.
    const XOR3_IS_ONE: bool = false;
    /// `self ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }
}

/// A slice on a CPU with AES instructions, applied to each 128-bit part.
pub trait AesSlice<const N: usize>: ByteSlice<N> {
    /// Where the instructions add the key: after everything else (x86), or before (Arm).
    const KEYS: KeyPlace;
    /// S1 on each byte, ShiftRows on each part, and `^ key` (`AESENCLAST`, `AESE`).
    fn s1(self, key: Self) -> Self;
    /// X1 on each byte, the inverse of ShiftRows on each part, and `^ key` (`AESDECLAST`, `AESD`).
    fn x1(self, key: Self) -> Self;
    /// Byte `places[i]` of each part to place `i`, or zero where that is 128.
    fn shuffle(self, places: &'static [u8; 16]) -> Self;
    /// The same, in each part by places of its own.
    fn shuffle_parts(self, places: &'static [u8; N]) -> Self;
    /// Part `part` in each part. Callers pass literals, or what becomes one.
    fn part(self, part: usize) -> Self;
    /// ShiftRows twice: exchanges the odd bytes of the two halves of each part. Its own inverse.
    #[inline(always)]
    fn shift_rows_twice(self) -> Self {
        self.shuffle(&[0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7])
    }
    /// Each 64-bit word, little-endian, shifted right by 1 to 63 bits, with the lowest bits of a word of
    /// `above` coming in.
    fn funnel(self, above: Self, bits: u32) -> Self;
    /// `tables[0][low four bits] ^ tables[1][high four bits]` on each byte.
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self;
    /// [`AesSlice::nibbles`] in the odd bytes; in the even ones, whatever costs least.
    #[inline(always)]
    fn odd_nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        self.nibbles(tables)
    }
    /// Two blocks, the first in every other part.
    #[inline(always)]
    fn pair(isa: Self::Isa, first: &[u8; 16], second: &[u8; 16]) -> Self {
        let mut bytes = [0; N];
        for (i, part) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
            *part = if i % 2 == 0 { *first } else { *second };
        }
        Self::load(isa, &bytes)
    }
    /// The first part to memory.
    #[inline(always)]
    fn store_first(self, dst: &mut [u8; 16]) {
        let mut bytes = [0; N];
        self.store(&mut bytes);
        dst.copy_from_slice(&bytes[..16]);
    }
}

/// A slice on a CPU with the Galois field instructions: a matrix and a constant for each byte alike.
/// Both are parameters of the type, since the constant is part of the instruction.
pub trait GfniSlice<const N: usize>: ByteSlice<N> {
    /// `MATRIX * x + CONSTANT` on each byte (`GF2P8AFFINEQB`).
    fn affine<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self;
    /// `MATRIX * x^-1 + CONSTANT` on each byte (`GF2P8AFFINEINVQB`).
    fn affine_of_inverse<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self;
}
