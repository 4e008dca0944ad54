//! The rounds in plain Rust: the meaning of the instructions, spelt out. Not for use: see
//! [`model::ModelSlice`].
use super::{AesIsa, AesJob, AesRound};
use crate::{
    Block, InOut,
    sliced::{Text, model},
    tables::{S1, X1},
};
use core::array::from_fn;

/// The model, as it is on x86: keys come last.
type ModelSlice<const N: usize> = model::ModelSlice<N, false, false>;

impl<const N: usize> AesRound<N> for ModelSlice<N> {
    fn broadcast((): (), block: &Block) -> Self {
        Self(from_fn(|i| block[i % 16]))
    }
    fn enc(self, key: Self) -> Self {
        multiply(self.enc_last(model::ModelSlice([0; N])), [2, 3, 1, 1]) ^ key
    }
    fn enc_last(self, key: Self) -> Self {
        moved(self, 4, &S1) ^ key
    }
    fn dec(self, key: Self) -> Self {
        multiply(self.dec_last(model::ModelSlice([0; N])), [14, 11, 13, 9]) ^ key
    }
    fn dec_last(self, key: Self) -> Self {
        moved(self, 12, &X1) ^ key
    }
    fn add64(self, rhs: Self) -> Self {
        let mut sum = self.0;
        for (sum, rhs) in sum.as_chunks_mut().0.iter_mut().zip(rhs.0.as_chunks().0) {
            *sum = u64::from_le_bytes(*sum).wrapping_add(u64::from_le_bytes(*rhs)).to_le_bytes();
        }
        Self(sum)
    }
    fn permute(self, places: Self) -> Self {
        Self(from_fn(|i| self.0[i / 16 * 16 + usize::from(places.0[i])]))
    }
}

/// Row `r` moves left by `r` columns of `step` bytes, then each byte through the S-box.
fn moved<const N: usize>(x: ModelSlice<N>, step: usize, s_box: &[u8; 256]) -> ModelSlice<N> {
    model::ModelSlice(from_fn(|i| s_box[usize::from(x.0[i / 16 * 16 + (i + step * (i % 4)) % 16])]))
}

/// Each column times the circulant matrix with this first row.
fn multiply<const N: usize>(x: ModelSlice<N>, row: [u8; 4]) -> ModelSlice<N> {
    model::ModelSlice(from_fn(|i| {
        (0..4).fold(0, |sum, j| sum ^ product(row[j], x.0[i / 4 * 4 + (i + j) % 4]))
    }))
}

/// The product in GF(2^8).
fn product(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, bit| {
        (sum << 1) ^ if sum >> 7 == 1 { 0x1b } else { 0 } ^ if a >> bit & 1 == 1 { b } else { 0 }
    })
}

/// The model has vectors as wide as any CPU.
impl AesIsa for () {
    const NAME: &'static str = "model";
    fn run<J: AesJob>(self, job: J) -> J::Output {
        job.call::<Self, 64, ModelSlice<64>, ModelSlice<16>>(self)
    }
    type Text<'a, const N: usize> = Checked<'a>;
    fn text<const N: usize>(self, text: InOut<'_>) -> Checked<'_> {
        Checked(text)
    }
}

/// A text whose every access is checked.
pub struct Checked<'a>(InOut<'a>);

impl<const N: usize> Text<N> for Checked<'_> {
    fn vectors(&self) -> usize {
        self.0.len() * 16 / N
    }
    fn input(&self, v: usize) -> &[u8; N] {
        &self.0.input().as_flattened().as_chunks().0[v]
    }
    fn input_before(&self, v: usize) -> &[u8; N] {
        &self.0.input().as_flattened()[N * v - 16..].as_chunks().0[0]
    }
    fn output(&mut self, v: usize) -> &mut [u8; N] {
        &mut self.0.output().as_flattened_mut().as_chunks_mut().0[v]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 197, appendix B: the state at the start of round 1, and at the start of round 2.
    #[test]
    fn rounds_of_fips_197() {
        let at = |x: u128| model::ModelSlice(x.to_be_bytes());
        let (start, key) =
            (at(0x193de3be_a0f4e22b_9ac68d2a_e9f84808), at(0xa0fafe17_88542cb1_23a33939_2a6c7605));
        let next = at(0xa49c7ff2_689f352b_6b5bea43_026a5049);
        assert_eq!(start.enc(key), next);
        // the equivalent inverse: the round keys change places with MixColumns
        let zero = at(0);
        assert_eq!((next ^ key).imc().dec_last(zero), start);
        assert_eq!(start.enc_last(zero).dec_last(zero), start);
        assert_eq!(start.enc(zero).imc(), start.enc_last(zero));
    }
}
