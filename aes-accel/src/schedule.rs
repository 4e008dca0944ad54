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
use crate::backend::Portable;
use aria_core::{
    Block,
    aes_round::{AesIsa, AesJob, AesRound},
    bitslice::tower::{S1, s1_of_bytes},
};

/// The constant of the next round: twice this one in GF(2^8).
#[inline(always)]
fn next(rcon: u32) -> u32 {
    (rcon << 1) ^ ((rcon >> 7) * 0x11b)
}

/// By circuits and shifts, on any CPU. Words hold their bytes in order of memory.
mod portable {
    use super::*;

    /// The S-box on each byte.
    fn sub_word(word: u32) -> u32 {
        // bit 8 i of plane b is bit b of byte i
        let planes = s1_of_bytes(core::array::from_fn(|bit| word >> bit & 0x0101_0101));
        planes.into_iter().enumerate().fold(u32::from_ne_bytes([S1.output; 4]), |word, (bit, plane)| {
            word ^ (plane & 0x0101_0101) << bit
        })
    }

    fn inv_mix_columns(mut block: Block) -> Block {
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

    /// The round keys of encryption.
    pub(super) fn expand<const RK: usize>(key: &[u8], keys: &mut [Block; RK]) {
        let words = RK - 7;
        let w: &mut [[u8; 4]] = keys.as_flattened_mut().as_chunks_mut().0;
        w[..words].as_flattened_mut().copy_from_slice(key);
        let mut rcon = 1;
        for i in words..4 * RK {
            let mut x = u32::from_le_bytes(w[i - 1]);
            if i % words == 0 {
                x = sub_word(x.rotate_right(8)) ^ rcon;
                rcon = next(rcon);
            } else if words == 8 && i % 8 == 4 {
                x = sub_word(x);
            }
            w[i] = (x ^ u32::from_le_bytes(w[i - words])).to_le_bytes();
        }
    }

    /// From the round keys of encryption to those of decryption.
    pub(super) fn invert<const RK: usize>(keys: &[Block; RK], inverse: &mut [Block; RK]) {
        for i in 1..RK - 1 {
            inverse[i] = inv_mix_columns(keys[RK - 1 - i]);
        }
        (inverse[0], inverse[RK - 1]) = (keys[RK - 1], keys[0]);
    }
}

/// By AES instructions, without leaving the vectors:
///
/// ```text
/// head              [ w0 w1 w2 w3 ]       tail  [ w4 .. ]                  the last words made, NK of them
/// + the sums before [ 0  w0 w0^w1 .. ]
/// + SubWord of the last word, in all four places: ShiftRows leaves four equal columns alone
/// ```
mod instructions {
    use super::*;

    /// Where a permutation puts a zero.
    const NONE: u8 = 0x80;

    /// One word to all four places, turned round by `by` bytes.
    const fn everywhere(word: usize, by: usize) -> Block {
        let (mut places, mut i) = ([0; 16], 0);
        while i < 16 {
            places[i] = (4 * word + (i + by) % 4) as u8;
            i += 1;
        }
        places
    }

    /// All words to later places.
    const fn later(words: usize) -> Block {
        let (mut places, mut i) = ([NONE; 16], 4 * words);
        while i < 16 {
            places[i] = (i - 4 * words) as u8;
            i += 1;
        }
        places
    }

    /// Each word, and all before it.
    #[inline(always)]
    fn sums<W: AesRound<16>>(isa: W::Isa, x: W) -> W {
        let pairs = x ^ x.permute(W::load(isa, &later(1)));
        pairs ^ pairs.permute(W::load(isa, &later(2)))
    }

    /// The round keys of encryption.
    #[inline(always)]
    pub(super) fn expand<const RK: usize, W: AesRound<16>>(isa: W::Isa, key: &[u8], keys: &mut [Block; RK]) {
        let words = RK - 7;
        let Some((head, more)) = key.split_first_chunk() else { return };
        let mut tail = [0; 16];
        if let Some(more) = more.first_chunk() {
            tail = *more;
        } else if let Some(more) = more.first_chunk::<8>() {
            tail[..8].copy_from_slice(more);
        }
        let (mut head, mut tail, mut rcon) = (W::load(isa, head), W::load(isa, &tail), 1u32);
        let zero = W::load(isa, &[0; 16]);
        for at in (0..16 * RK).step_by(4 * words) {
            // (what is too much of the tail is overwritten by the next head)
            for (part, at) in [(tail, at + 16), (head, at)] {
                if let Some(Some(block)) =
                    keys.as_flattened_mut().get_mut(at..).map(|left| left.first_chunk_mut())
                {
                    part.store(block);
                }
            }
            let (last, place) = if words == 4 { (head, 3) } else { (tail, words - 5) };
            let sub = last.permute(W::load(isa, &everywhere(place, 1))).enc_last(zero);
            let rcons: [[u8; 4]; 4] = [rcon.to_le_bytes(); 4];
            head =
                sums(isa, head) ^ sub ^ W::load(isa, rcons.as_flattened().first_chunk().unwrap_or(&[0; 16]));
            rcon = next(rcon);
            let last = head.permute(W::load(isa, &everywhere(3, 0)));
            tail = sums(isa, tail) ^ if words == 8 { last.enc_last(zero) } else { last };
        }
    }

    /// From the round keys of encryption to those of decryption.
    #[inline(always)]
    pub(super) fn invert<const RK: usize, W: AesRound<16>>(
        isa: W::Isa,
        keys: &[Block; RK],
        inverse: &mut [Block; RK],
    ) {
        for i in 1..RK - 1 {
            W::load(isa, &keys[RK - 1 - i]).imc().store(&mut inverse[i]);
        }
        (inverse[0], inverse[RK - 1]) = (keys[RK - 1], keys[0]);
    }
}

/// The making of the round keys of a direction.
pub(crate) enum Schedule<'a, const RK: usize> {
    /// Those of encryption, from the key.
    Expand(&'a [u8], &'a mut [Block; RK]),
    /// Those of decryption, from those of encryption.
    Invert(&'a [Block; RK], &'a mut [Block; RK]),
}

impl<const RK: usize> Portable for Schedule<'_, RK> {
    fn portable(self) {
        match self {
            Self::Expand(key, keys) => portable::expand(key, keys),
            Self::Invert(keys, inverse) => portable::invert(keys, inverse),
        }
    }
}

impl<const RK: usize> AesJob for Schedule<'_, RK> {
    type Output = ();
    #[inline(always)]
    fn call<I: AesIsa, const N: usize, V: AesRound<N, Isa = I>, W: AesRound<16, Isa = I>>(self, isa: I) {
        match self {
            Self::Expand(key, keys) => instructions::expand::<RK, W>(isa, key, keys),
            Self::Invert(keys, inverse) => instructions::invert::<RK, W>(isa, keys, inverse),
        }
    }
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
