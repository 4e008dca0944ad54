//! ARIA as RFC 5794 reads, for tests: one block at a time, S-boxes looked up, the diffusion layer
//! as sixteen equations. It leaks its key through the cache. Never ship it.
use crate::{
    Block,
    diffusion::EQUATIONS,
    tables::{S1, S2, X1, X2},
};
use core::array::from_fn;

/// Section 2.2: the constants of the key schedule.
const C: [u128; 3] = [
    0x517cc1b7_27220a94_fe13abe8_fa9a6ee0,
    0x6db14acc_9e21c820_ff28b1d5_ef5de2b0,
    0xdb92371d_2126e970_03249775_04e8c90e,
];

fn xor(a: &Block, b: &Block) -> Block {
    from_fn(|i| a[i] ^ b[i])
}

fn sl1(x: Block) -> Block {
    from_fn(|i| [&S1, &S2, &X1, &X2][i % 4][usize::from(x[i])])
}

fn sl2(x: Block) -> Block {
    from_fn(|i| [&X1, &X2, &S1, &S2][i % 4][usize::from(x[i])])
}

fn a(x: Block) -> Block {
    EQUATIONS.map(|inputs| inputs.iter().fold(0, |sum, &i| sum ^ x[i]))
}

fn odd(x: &Block, key: &Block) -> Block {
    a(sl1(xor(x, key)))
}

fn even(x: &Block, key: &Block) -> Block {
    a(sl2(xor(x, key)))
}

/// A key and its round keys.
#[derive(Clone)]
pub struct LeakyOracle {
    keys: [Block; 17],
    rounds: usize,
}

impl LeakyOracle {
    /// A key of 16, 24 or 32 bytes.
    ///
    /// # Panics
    /// With any other length.
    pub fn new(key: &[u8]) -> Self {
        let (rounds, shift) = match key.len() {
            16 => (12, 0),
            24 => (14, 1),
            32 => (16, 2),
            n => panic!("a key of {n} bytes"),
        };
        let ck: [Block; 3] = from_fn(|i| C[(i + shift) % 3].to_be_bytes());
        let byte = |i: usize| key.get(i).copied().unwrap_or(0);
        let (kl, kr): (Block, Block) = (from_fn(byte), from_fn(|i| byte(16 + i)));
        let w0 = kl;
        let w1 = xor(&odd(&w0, &ck[0]), &kr);
        let w2 = xor(&even(&w1, &ck[1]), &w0);
        let w3 = xor(&odd(&w2, &ck[2]), &w1);
        let w = [w0, w1, w2, w3];
        let keys = from_fn(|i| {
            let (amount, i) = ([19, 31, 128 - 61, 128 - 31, 128 - 19][i / 4], i % 4);
            let rotated = u128::from_be_bytes(w[(i + 1) % 4]).rotate_right(amount).to_be_bytes();
            xor(&w[i], &rotated)
        });
        Self { keys, rounds }
    }

    /// The round keys of encryption, one more than there are rounds.
    pub fn round_keys(&self) -> &[Block] {
        &self.keys[..=self.rounds]
    }

    /// The round keys of decryption.
    pub fn decryption_keys(&self) -> impl Iterator<Item = Block> {
        (0..=self.rounds).map(|i| {
            let key = self.keys[self.rounds - i];
            if i == 0 || i == self.rounds { key } else { a(key) }
        })
    }

    /// One block.
    pub fn encrypt(&self, block: &Block) -> Block {
        self.crypt(block, |i| self.keys[i])
    }

    /// One block.
    pub fn decrypt(&self, block: &Block) -> Block {
        self.crypt(block, |i| self.decryption_keys().nth(i).unwrap_or_default())
    }

    fn crypt(&self, block: &Block, key: impl Fn(usize) -> Block) -> Block {
        let mut x = *block;
        for i in 0..self.rounds - 1 {
            x = if i % 2 == 0 { odd(&x, &key(i)) } else { even(&x, &key(i)) };
        }
        xor(&sl2(xor(&x, &key(self.rounds - 1))), &key(self.rounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rfc_5794_example() {
        let key: [u8; 32] = from_fn(|i| i as u8);
        let plaintext: Block = from_fn(|i| 0x11 * i as u8);
        for (n, expected) in [
            (16, 0xd718fbd6_ab644c73_9da95f3b_e6451778_u128),
            (24, 0x26449c18_05dbe7aa_25a468ce_263a9e79),
            (32, 0xf92bd7c7_9fb72e2f_2b8f80c1_972d24fc),
        ] {
            let oracle = LeakyOracle::new(&key[..n]);
            let ciphertext = oracle.encrypt(&plaintext);
            assert_eq!(u128::from_be_bytes(ciphertext), expected);
            assert_eq!(oracle.decrypt(&ciphertext), plaintext);
        }
    }
}
