//! Single rounds of AES, for constructions that are made of them (AEGIS, Haraka, and their like), in constant time; with
//! the feature `hazmat`. The names are those of `aes::hazmat` in the crate `aes` 0.9.
//!
//! A round is no cipher: whoever is not building such a construction wants [`crate::Aes128`].
//!
//! ```text
//! cipher_round            SubBytes, ShiftRows, MixColumns, + key            AESENC
//! equiv_inv_cipher_round  InvShiftRows, InvSubBytes, InvMixColumns, + key   AESDEC
//! mix_columns             MixColumns
//! inv_mix_columns         InvMixColumns                                     AESIMC
//! ```
use crate::{
    Backend,
    backend::Portable,
    packed,
    rounds::{Decrypt, Encrypt},
};
use aria_core::aes_round::{AesIsa, AesJob, AesRound};
use cipher::array::Array;

pub use crate::Block;
/// Eight blocks.
pub type Block8 = Array<Block, cipher::consts::U8>;

/// What is done with each block.
#[derive(Clone, Copy)]
enum Step {
    Round,
    InverseRound,
    Mix,
    InverseMix,
}

/// A step on some blocks, each with a key where the step has one.
struct Steps<'a> {
    step: Step,
    blocks: &'a mut [[u8; 16]],
    keys: &'a [[u8; 16]],
}

impl AesJob for Steps<'_> {
    type Output = ();
    #[inline(always)]
    fn call<I: AesIsa, const N: usize, V: AesRound<N, Isa = I>, W: AesRound<16, Isa = I>>(self, isa: I) {
        let zero = W::load(isa, &[0; 16]);
        match self.step {
            // (the key is added apart: then it is the same wherever the CPU adds its own)
            Step::Round => {
                for (block, key) in self.blocks.iter_mut().zip(self.keys) {
                    (W::load(isa, block).enc(zero) ^ W::load(isa, key)).store(block);
                }
            }
            Step::InverseRound => {
                for (block, key) in self.blocks.iter_mut().zip(self.keys) {
                    (W::load(isa, block).dec(zero) ^ W::load(isa, key)).store(block);
                }
            }
            Step::Mix => {
                for block in self.blocks {
                    W::load(isa, block).dec_last(zero).enc(zero).store(block);
                }
            }
            Step::InverseMix => {
                for block in self.blocks {
                    W::load(isa, block).imc().store(block);
                }
            }
        }
    }
}

impl Portable for Steps<'_> {
    fn portable(self) {
        let Self { step, blocks, keys } = self;
        match step {
            Step::Round => packed::round::<Encrypt>(blocks, false),
            Step::InverseRound => packed::round::<Decrypt>(blocks, false),
            Step::Mix => packed::round::<Encrypt>(blocks, true),
            Step::InverseMix => packed::round::<Decrypt>(blocks, true),
        }
        for (byte, key) in blocks.as_flattened_mut().iter_mut().zip(keys.as_flattened()) {
            *byte ^= key;
        }
    }
}

fn one(step: Step, block: &mut Block, keys: &[[u8; 16]]) {
    let blocks = core::slice::from_mut(block.as_mut());
    Backend::detect().run(Steps { step, blocks, keys });
}

fn eight(step: Step, blocks: &mut Block8, keys: &[Block]) {
    let (blocks, keys) = (Array::cast_slice_to_core_mut(blocks), Array::cast_slice_to_core(keys));
    Backend::detect().run(Steps { step, blocks, keys });
}

/// A round of encryption.
///
/// ```
/// use aes_accel::hazmat::{cipher_round, mix_columns};
/// // all S-boxes give the same for equal bytes, and a block of equal bytes is left alone by the rest
/// let mut block = [0; 16].into();
/// cipher_round(&mut block, &[0x60; 16].into());
/// assert_eq!(block, [0x63 ^ 0x60; 16]);
/// mix_columns(&mut block);
/// assert_eq!(block, [0x63 ^ 0x60; 16]);
/// ```
pub fn cipher_round(block: &mut Block, round_key: &Block) {
    one(Step::Round, block, &[(*round_key).into()]);
}

/// A round of encryption on each of eight blocks, each with a key of its own.
pub fn cipher_round_par(blocks: &mut Block8, round_keys: &Block8) {
    eight(Step::Round, blocks, round_keys);
}

/// A round of the equivalent inverse cipher (FIPS 197, section 5.3.5).
pub fn equiv_inv_cipher_round(block: &mut Block, round_key: &Block) {
    one(Step::InverseRound, block, &[(*round_key).into()]);
}

/// A round of the equivalent inverse cipher on each of eight blocks, each with a key of its own.
pub fn equiv_inv_cipher_round_par(blocks: &mut Block8, round_keys: &Block8) {
    eight(Step::InverseRound, blocks, round_keys);
}

/// MixColumns.
pub fn mix_columns(block: &mut Block) {
    one(Step::Mix, block, &[]);
}

/// The inverse of MixColumns.
pub fn inv_mix_columns(block: &mut Block) {
    one(Step::InverseMix, block, &[]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use aes::hazmat as theirs;
    use core::array::from_fn;

    type Blocks = [[u8; 16]; 8];

    fn with(backend: Backend, step: Step, mut blocks: Blocks, keys: &[[u8; 16]]) -> Blocks {
        backend.run(Steps { step, blocks: &mut blocks, keys });
        blocks
    }

    /// Each backend, against the crate `aes`: every value in every place of a block, and keys that differ.
    #[test]
    fn every_backend_and_value() {
        for (backend, value) in Backend::available().flat_map(|b| (0..=255u8).map(move |v| (b, v))) {
            let blocks: Blocks = from_fn(|n| from_fn(|i| value.wrapping_add((29 * n + 11 * i) as u8)));
            let keys: Blocks = from_fn(|n| from_fn(|i| value.wrapping_mul(5) ^ (17 * n + i) as u8));
            let eight = |blocks: Blocks| Array(blocks.map(Array));
            type Par = fn(&mut Block8, &Block8);
            for (step, par) in [
                (Step::Round, theirs::cipher_round_par as Par),
                (Step::InverseRound, theirs::equiv_inv_cipher_round_par),
            ] {
                let mut expected = eight(blocks);
                par(&mut expected, &eight(keys));
                assert_eq!(eight(with(backend, step, blocks, &keys)), expected, "{backend}");
            }
            type Mix = fn(&mut Block);
            for (step, mix) in
                [(Step::Mix, theirs::mix_columns as Mix), (Step::InverseMix, theirs::inv_mix_columns)]
            {
                let mut expected = eight(blocks);
                expected.iter_mut().for_each(mix);
                assert_eq!(eight(with(backend, step, blocks, &[])), expected, "{backend}");
            }
        }
    }

    /// FIPS 197, appendix B: from the start of round 1 to that of round 2, and back.
    #[test]
    fn fips_197() {
        let block = |x: u128| Array(x.to_be_bytes());
        let start: Block = block(0x193de3be_a0f4e22b_9ac68d2a_e9f84808);
        let key = block(0xa0fafe17_88542cb1_23a33939_2a6c7605);
        let next = block(0xa49c7ff2_689f352b_6b5bea43_026a5049);
        let mut x = start;
        cipher_round(&mut x, &key);
        assert_eq!(x, next);
        let mut eight = Array([start; 8]);
        cipher_round_par(&mut eight, &Array([key; 8]));
        assert_eq!(eight, Array([next; 8]));

        // what MixColumns and the key did is undone; the round that is left ends with InvMixColumns
        let mut x = Array(from_fn(|i| next[i] ^ key[i]));
        inv_mix_columns(&mut x);
        let mut eight = Array([x; 8]);
        equiv_inv_cipher_round(&mut x, &Array([0; 16]));
        equiv_inv_cipher_round_par(&mut eight, &Array([Array([0; 16]); 8]));
        assert_eq!(eight, Array([x; 8]));
        mix_columns(&mut x);
        assert_eq!(x, start);
    }
}
