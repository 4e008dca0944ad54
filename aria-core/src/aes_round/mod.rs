//! AES (FIPS 197) by instruction: what a vector of whole blocks must do, and how code written on it
//! without `unsafe` gets compiled for a CPU.
//!
//! ```text
//!            block 0        block 1
//! vector  [ b0 b1 .. b15 | b0 b1 .. b15 | .. ]     one round on each 128-bit part, all with one key
//! ```
//!
//! An algorithm is an [`AesJob`]: generic over the vectors, every function of it `#[inline(always)]`. A
//! token's [`AesIsa::run`] is a function compiled for the CPU with the job inlined into it.
mod model;

use crate::{
    InOut,
    sliced::{ByteSlice, KeyPlace, Text},
};

/// `N / 16` blocks. Each method is one instruction, or nearly, and must be `#[inline(always)]`.
///
/// The steps of a round are the same everywhere; the key is added before or after all of them, as
/// [`KEYS`](Self::KEYS) says.
pub trait AesRound<const N: usize>: ByteSlice<N> {
    /// Where the CPU adds the key.
    const KEYS: KeyPlace;
    /// SubBytes, ShiftRows, MixColumns, and the key (`AESENC`; `AESE` and `AESMC`).
    fn enc(self, key: Self) -> Self;
    /// SubBytes, ShiftRows, and the key (`AESENCLAST`; `AESE`).
    fn enc_last(self, key: Self) -> Self;
    /// The inverses of ShiftRows, SubBytes and MixColumns, and the key (`AESDEC`; `AESD` and `AESIMC`).
    fn dec(self, key: Self) -> Self;
    /// The inverses of ShiftRows and SubBytes, and the key (`AESDECLAST`; `AESD`).
    fn dec_last(self, key: Self) -> Self;
    /// The inverse of MixColumns: what is left of a decryption round after the last encryption round.
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "zero, without asking for a token")]
    fn imc(self) -> Self {
        let zero = self ^ self;
        self.enc_last(zero).dec(zero)
    }
    /// Adds the little-endian 64-bit words.
    fn add64(self, rhs: Self) -> Self;
    /// Shifts the little-endian 64-bit words right by `BITS`, 1 to 63.
    fn shr64<const BITS: i32>(self) -> Self;
    /// Byte `places[i]` of each part to place `i`; zero where `places[i]` is 128. (No other number above 15.)
    fn permute(self, places: Self) -> Self;
    /// Each part, as a little-endian polynomial, times x^8 modulo x^128 + x^7 + x^2 + x + 1: where that takes few instructions.
    #[inline(always)]
    fn times_x8(self) -> Option<Self> {
        None
    }
}

/// Code on AES vectors, not yet compiled for a CPU.
pub trait AesJob {
    /// What it returns.
    type Output;
    /// The code: on vectors `V` as wide as the CPU has them, and `W` of single blocks. Must be
    /// `#[inline(always)]`, and so must all that it calls.
    fn call<I: AesIsa, const N: usize, V: AesRound<N, Isa = I>, W: AesRound<16, Isa = I>>(
        self,
        isa: I,
    ) -> Self::Output;
}

/// A token of a CPU with AES instructions.
pub trait AesIsa: Copy {
    /// Short name.
    const NAME: &'static str;
    /// Runs a job, compiled for this CPU.
    fn run<J: AesJob>(self, job: J) -> J::Output;
    /// A text as vectors.
    type Text<'a, const N: usize>: Text<N>;
    /// The whole vectors at the start of a text.
    fn text<const N: usize>(self, text: InOut<'_>) -> Self::Text<'_, N>;
}
