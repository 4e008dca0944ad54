//! The rounds in plain Rust: the meaning of the instructions, spelt out. Not for use: see
//! [`ModelSlice`].
use super::{AesIsa, AesJob, AesRound};
use crate::{
    InOut,
    sliced::{
        AesSlice, KeyPlace,
        model::{Checked, ModelSlice, scan},
    },
};
use core::array::from_fn;

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> AesRound<N> for ModelSlice<N, KEY_FIRST, XOR3> {
    const KEYS: KeyPlace = <Self as AesSlice<N>>::KEYS;
    fn enc(self, key: Self) -> Self {
        let (first, after) = key.placed();
        multiply(self.s1(first), [2, 3, 1, 1]) ^ after
    }
    fn enc_last(self, key: Self) -> Self {
        self.s1(key)
    }
    fn dec(self, key: Self) -> Self {
        let (first, after) = key.placed();
        multiply(self.x1(first), [14, 11, 13, 9]) ^ after
    }
    fn dec_last(self, key: Self) -> Self {
        self.x1(key)
    }
    fn add64(self, rhs: Self) -> Self {
        let mut sum = self.0;
        for (sum, rhs) in sum.as_chunks_mut().0.iter_mut().zip(rhs.0.as_chunks().0) {
            *sum = u64::from_le_bytes(*sum).wrapping_add(u64::from_le_bytes(*rhs)).to_le_bytes();
        }
        Self(sum)
    }
    fn shr64<const BITS: i32>(mut self) -> Self {
        for word in self.0.as_chunks_mut().0 {
            *word = (u64::from_le_bytes(*word) >> BITS).to_le_bytes();
        }
        self
    }
    fn permute(self, places: Self) -> Self {
        Self(from_fn(|i| scan(&self.0[i / 16 * 16..].as_chunks::<16>().0[0], places.0[i])))
    }
    fn times_x8(mut self) -> Option<Self> {
        for part in self.0.as_chunks_mut().0 {
            let x = u128::from_le_bytes(*part);
            let over = x >> 120;
            *part = ((x << 8) ^ over ^ over << 1 ^ over << 2 ^ over << 7).to_le_bytes();
        }
        Some(self)
    }
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> ModelSlice<N, KEY_FIRST, XOR3> {
    /// What is added before the steps of a round with this key, and what after them.
    fn placed(self) -> (Self, Self) {
        let none = Self([0; N]);
        if KEY_FIRST { (self, none) } else { (none, self) }
    }
}

/// Each column times the circulant matrix with this first row.
fn multiply<const N: usize, const KEY_FIRST: bool, const XOR3: bool>(
    x: ModelSlice<N, KEY_FIRST, XOR3>,
    row: [u8; 4],
) -> ModelSlice<N, KEY_FIRST, XOR3> {
    ModelSlice(from_fn(|i| (0..4).fold(0, |sum, j| sum ^ product(row[j], x.0[i / 4 * 4 + (i + j) % 4]))))
}

/// The product in GF(2^8).
fn product(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, bit| (sum << 1) ^ ((sum >> 7) * 0x1b) ^ ((a >> bit & 1) * b))
}

/// The model has vectors as wide as any CPU, and adds keys last, as x86 does.
impl AesIsa for () {
    const NAME: &'static str = "model";
    fn run<J: AesJob>(self, job: J) -> J::Output {
        job.call::<Self, 64, ModelSlice<64, false, false>, ModelSlice<16, false, false>>(self)
    }
    type Text<'a, const N: usize> = Checked<'a>;
    fn text<const N: usize>(self, text: InOut<'_>) -> Checked<'_> {
        Checked(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 197, appendix B: the state at the start of round 1, and at the start of round 2.
    fn rounds_of_fips_197<const KEY_FIRST: bool>() {
        let at = |x: u128| ModelSlice::<16, KEY_FIRST, false>(x.to_be_bytes());
        let (start, key) =
            (at(0x193de3be_a0f4e22b_9ac68d2a_e9f84808), at(0xa0fafe17_88542cb1_23a33939_2a6c7605));
        let next = at(0xa49c7ff2_689f352b_6b5bea43_026a5049);
        let zero = at(0);
        // a key that is added first is taken off again by one more addition
        assert_eq!(if KEY_FIRST { (start ^ key).enc(key) ^ key } else { start.enc(key) }, next);
        // the equivalent inverse: the round keys change places with MixColumns
        assert_eq!((next ^ key).imc().dec_last(zero), start);
        assert_eq!(start.enc_last(zero).dec_last(zero), start);
        assert_eq!(start.enc(zero).imc(), start.enc_last(zero));
        assert_eq!((next ^ key).dec(zero), (next ^ key).dec_last(zero).imc());
    }

    #[test]
    fn keys_last() {
        rounds_of_fips_197::<false>();
    }

    #[test]
    fn keys_first() {
        rounds_of_fips_197::<true>();
    }
}
