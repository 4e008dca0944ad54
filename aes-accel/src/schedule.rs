//! The key schedule (FIPS 197, section 5.2) and that of the equivalent inverse cipher.
//!
//! ```text
//! w[i] = w[i - NK] ^ w[i - 1]                                  words of 32 bits, NK of them in the key
//!                    SubWord(RotWord(w[i - 1])) ^ rcon         for i a multiple of NK
//!                    SubWord(w[i - 1])                         for i = 4 mod 8, if NK = 8
//! decrypt[0] = encrypt[n]    decrypt[i] = InvMixColumns(encrypt[n - i])    decrypt[n] = encrypt[0]
//! ```
//!
//! In constant time: SubWord goes through an AES instruction or the S-box circuit.
use aria_core::{
    Block,
    aes_round::{AesIsa, AesJob, AesRound},
    bitslice::circuits::{S1, s1},
};

/// The two steps of a round that the schedule needs. Words hold their bytes in order of memory.
trait Steps {
    /// The S-box on each byte.
    fn sub_word(&self, word: u32) -> u32;
    /// InvMixColumns.
    fn inv_mix_columns(&self, block: Block) -> Block;
}

/// By circuits and shifts, on any CPU.
struct Portable;

impl Steps for Portable {
    fn sub_word(&self, word: u32) -> u32 {
        // bit 8 i of plane b is bit b of byte i
        let planes = s1(core::array::from_fn(|bit| word >> bit & 0x0101_0101));
        planes.into_iter().enumerate().fold(u32::from_ne_bytes([S1.output; 4]), |word, (bit, plane)| {
            word ^ (plane & 0x0101_0101) << bit
        })
    }

    fn inv_mix_columns(&self, mut block: Block) -> Block {
        let double = |x: u32| ((x & 0x7f7f_7f7f) << 1) ^ ((x >> 7 & 0x0101_0101) * 0x1b);
        for column in block.as_chunks_mut().0 {
            let x = u32::from_le_bytes(*column);
            // 14 11 13 9 = 2 3 1 1 after 5 0 4 0
            let x = x ^ double(double(x ^ x.rotate_right(16)));
            let y = x ^ x.rotate_right(8);
            *column = (double(y) ^ x ^ y ^ y.rotate_right(16)).to_le_bytes();
        }
        block
    }
}

/// By AES instructions: four equal columns are left alone by ShiftRows.
struct Instructions<W, I>(I, core::marker::PhantomData<W>);

impl<I: Copy, W: AesRound<16, Isa = I>> Steps for Instructions<W, I> {
    #[inline(always)]
    fn sub_word(&self, word: u32) -> u32 {
        let mut block = [0; 16];
        block.as_chunks_mut().0.fill(word.to_le_bytes());
        let mut out = [0; 16];
        W::load(self.0, &block).enc_last(W::load(self.0, &[0; 16])).store(&mut out);
        u32::from_le_bytes([out[0], out[1], out[2], out[3]])
    }

    #[inline(always)]
    fn inv_mix_columns(&self, block: Block) -> Block {
        let mut out = [0; 16];
        W::load(self.0, &block).imc().store(&mut out);
        out
    }
}

/// The round keys of encryption.
#[inline(always)]
fn expand<const RK: usize>(key: &[u8], steps: &impl Steps) -> [Block; RK] {
    let words = RK - 7;
    let mut keys = [[0; 16]; RK];
    let w: &mut [[u8; 4]] = keys.as_flattened_mut().as_chunks_mut().0;
    w[..words].as_flattened_mut().copy_from_slice(key);
    let mut rcon = 1;
    for i in words..4 * RK {
        let mut x = u32::from_le_bytes(w[i - 1]);
        if i % words == 0 {
            x = steps.sub_word(x.rotate_right(8)) ^ rcon;
            rcon = (rcon << 1) ^ ((rcon >> 7) * 0x11b);
        } else if words == 8 && i % 8 == 4 {
            x = steps.sub_word(x);
        }
        w[i] = (x ^ u32::from_le_bytes(w[i - words])).to_le_bytes();
    }
    keys
}

/// From the round keys of encryption to those of decryption.
#[inline(always)]
fn invert<const RK: usize>(mut keys: [Block; RK], steps: &impl Steps) -> [Block; RK] {
    keys.reverse();
    for key in &mut keys[1..RK - 1] {
        *key = steps.inv_mix_columns(*key);
    }
    keys
}

/// From a key, or from the round keys of encryption, to the round keys of a direction.
pub(crate) enum Schedule<'a, const RK: usize> {
    /// The round keys of encryption, from the key.
    Expand(&'a [u8]),
    /// The round keys of decryption, from those of encryption.
    Invert(&'a [Block; RK]),
}

impl<const RK: usize> Schedule<'_, RK> {
    #[inline(always)]
    fn with(self, steps: &impl Steps) -> [Block; RK] {
        match self {
            Self::Expand(key) => expand(key, steps),
            Self::Invert(keys) => invert(*keys, steps),
        }
    }

    /// Without AES instructions.
    pub(crate) fn portable(self) -> [Block; RK] {
        self.with(&Portable)
    }
}

impl<const RK: usize> AesJob for Schedule<'_, RK> {
    type Output = [Block; RK];
    #[inline(always)]
    fn call<I: AesIsa, const N: usize, V: AesRound<N, Isa = I>, W: AesRound<16, Isa = I>>(
        self,
        isa: I,
    ) -> [Block; RK] {
        self.with(&Instructions::<W, I>(isa, core::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::array::from_fn;

    /// The last round keys of the example, by the portable steps and by the model of the instructions.
    #[test]
    fn fips_197() {
        fn check<const RK: usize>(key: &[u8], expected: [u128; 2]) {
            let portable = Schedule::<RK>::Expand(key).portable();
            assert_eq!(portable, ().run(Schedule::<RK>::Expand(key)));
            assert_eq!(portable[RK - 2..], expected.map(u128::to_be_bytes));
        }
        // appendix A.1: w[36 .. 44]
        check::<11>(
            &0x2b7e1516_28aed2a6_abf71588_09cf4f3c_u128.to_be_bytes(),
            [0xac7766f3_19fadc21_28d12941_575c006e, 0xd014f9a8_c9ee2589_e13f0cc8_b6630ca6],
        );
    }

    /// Both ways of making the round keys of decryption, for every key size.
    #[test]
    fn inverse_keys() {
        fn check<const RK: usize>(key: &[u8]) {
            let keys = Schedule::<RK>::Expand(key).portable();
            assert_eq!(keys, ().run(Schedule::<RK>::Expand(key)));
            assert_eq!(Schedule::Invert(&keys).portable(), ().run(Schedule::Invert(&keys)));
        }
        let key: [u8; 32] = from_fn(|i| (i * 37 + 11) as u8);
        check::<11>(&key[..16]);
        check::<13>(&key[..24]);
        check::<15>(&key);
    }
}
