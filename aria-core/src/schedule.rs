//! The key schedule (RFC 5794, section 2.2), in constant time: its three rounds go through S-box
//! circuits, not tables.
//!
//! ```text
//! KL | KR = the key, padded with zeros      W0 = KL
//! W1 = FO(W0, CK1) ^ KR      W2 = FE(W1, CK2) ^ W0      W3 = FO(W2, CK3) ^ W1
//! ek[4r + i] = W[i] ^ (W[i + 1 mod 4] >>> 19, 31, 67, 97, 109 for r = 0 .. 4)
//! dk[0] = ek[n]      dk[i] = A(ek[n - i])      dk[n] = ek[0]
//! ```
use crate::{Block, bitslice::grid, diffusion::diffuse, wipe::wipe};

/// Fractional bits of 1/pi.
pub(crate) const C: [u128; 3] = [
    0x517cc1b7_27220a94_fe13abe8_fa9a6ee0,
    0x6db14acc_9e21c820_ff28b1d5_ef5de2b0,
    0xdb92371d_2126e970_03249775_04e8c90e,
];

/// How far the second word of a round key turns right, for each four round keys.
pub(crate) const TURNS: [u32; 5] = [19, 31, 67, 97, 109];

/// The round keys of both directions: 13, 15 or 17 each, for keys of 128, 192 and 256 bits.
/// Wiped on drop.
#[derive(Clone)]
pub struct Schedule<const RK: usize> {
    /// Of encryption, in order of use.
    pub encrypt: [Block; RK],
    /// Of decryption, in order of use.
    pub decrypt: [Block; RK],
}

macro_rules! key_sizes {
    ($($RK:literal $bytes:literal;)*) => { $(
        impl Schedule<$RK> {
            /// The round keys of a key.
            pub fn new(key: &[u8; $bytes]) -> Self {
                let mut padded = padded(key);
                let schedule = Self::from_padded(&padded);
                wipe(padded.as_flattened_mut());
                schedule
            }
        }
    )* };
}
key_sizes! { 13 16; 15 24; 17 32; }

/// A key of up to 32 bytes, padded with zeros: KL and KR.
pub fn padded(key: &[u8]) -> [Block; 2] {
    let mut padded = [[0; 16]; 2];
    padded.as_flattened_mut()[..key.len()].copy_from_slice(key);
    padded
}

fn xor(a: Block, b: Block) -> Block {
    (u128::from_ne_bytes(a) ^ u128::from_ne_bytes(b)).to_ne_bytes()
}

impl<const RK: usize> Schedule<RK> {
    /// The round keys of a key that is padded with zeros. `RK` must be 13, 15 or 17.
    #[inline]
    pub fn from_padded(key: &[Block; 2]) -> Self {
        let encrypt = round_keys(key, grid::round);
        let mut schedule = Self { encrypt, decrypt: encrypt };
        invert(&mut schedule.decrypt);
        schedule
    }
}

/// The round keys of encryption; `round` is what does an odd or an even round, less its key.
#[inline]
pub(crate) fn round_keys<const RK: usize>(
    &[kl, kr]: &[Block; 2],
    round: fn(Block, bool) -> Block,
) -> [Block; RK] {
    const { assert!(RK == 13 || RK == 15 || RK == 17) }
    let ck = |i: usize| C[(i + (RK - 13) / 2) % 3].to_be_bytes();
    let w1 = xor(round(xor(kl, ck(0)), false), kr);
    let w2 = xor(round(xor(w1, ck(1)), true), kl);
    let w3 = xor(round(xor(w2, ck(2)), false), w1);
    let mut w = [kl, w1, w2, w3].map(u128::from_be_bytes);
    let keys = core::array::from_fn(|i| (w[i % 4] ^ w[(i + 1) % 4].rotate_right(TURNS[i / 4])).to_be_bytes());
    wipe(&mut w);
    keys
}

/// From the round keys of one direction to those of the other.
#[inline]
pub(crate) fn invert<const RK: usize>(keys: &mut [Block; RK]) {
    keys.reverse();
    for key in &mut keys[1..RK - 1] {
        *key = diffuse(*key);
    }
}

impl<const RK: usize> Drop for Schedule<RK> {
    fn drop(&mut self) {
        wipe(self.encrypt.as_flattened_mut());
        wipe(self.decrypt.as_flattened_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::leaky_oracle::LeakyOracle;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_oracle(key: [u8; 32]) {
            let (k128, k192) = (core::array::from_fn(|i| key[i]), core::array::from_fn(|i| key[i]));
            let (a, b, c) = (Schedule::<13>::new(&k128), Schedule::<15>::new(&k192), Schedule::<17>::new(&key));
            let all: [(&[Block], &[Block]); 3] =
                [(&a.encrypt, &a.decrypt), (&b.encrypt, &b.decrypt), (&c.encrypt, &c.decrypt)];
            for ((encrypt, decrypt), bytes) in all.into_iter().zip([16, 24, 32]) {
                let oracle = LeakyOracle::new(&key[..bytes]);
                prop_assert_eq!(encrypt, oracle.round_keys());
                prop_assert!(oracle.decryption_keys().eq(decrypt.iter().copied()));
            }
        }
    }
}
