//! What the tests run on: a toy cipher of any width with nothing but `ecb`, so that the defaults
//! of `ParBlocks` are under test, AES for the known answers, and every mode as its definition
//! says it, block by block.
#![allow(dead_code)]

use aria_core::{Block, InOut, ParBlocks, in_out::Form};

/// Writes `f(block)` for every block.
fn each(text: InOut<'_>, f: impl Fn(&Block) -> Block) {
    match text.into_form() {
        Form::InPlace(buffer) => buffer.iter_mut().for_each(|b| *b = f(b)),
        Form::Apart(input, output) => input.iter().zip(output).for_each(|(a, b)| *b = f(a)),
    }
}

/// A permutation of 128 bits that no block of a test leaves alone.
#[derive(Clone, Copy, Debug)]
pub struct Toy {
    pub width: usize,
    pub decrypt: bool,
}

const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

fn inverse_of_odd() -> u128 {
    // Each step doubles the number of right bits; an odd number is its own inverse in three.
    (0..6).fold(ODD, |x, _| x.wrapping_mul(2u128.wrapping_sub(ODD.wrapping_mul(x))))
}

pub fn toy_encrypt(block: &Block) -> Block {
    let x = u128::from_be_bytes(*block) ^ ODD;
    (x.wrapping_mul(ODD).rotate_left(61) ^ (ODD << 1)).wrapping_mul(ODD).rotate_left(64).to_be_bytes()
}

pub fn toy_decrypt(block: &Block) -> Block {
    let inverse = inverse_of_odd();
    let x = u128::from_be_bytes(*block).rotate_right(64).wrapping_mul(inverse) ^ (ODD << 1);
    (x.rotate_right(61).wrapping_mul(inverse) ^ ODD).to_be_bytes()
}

impl Toy {
    pub fn pair(width: usize) -> (Self, Self) {
        (Self { width, decrypt: false }, Self { width, decrypt: true })
    }
}

impl ParBlocks for Toy {
    fn width(&self) -> usize {
        self.width
    }

    /// One of the widths is that of AES instructions, which take their time by the block.
    fn pads(&self) -> bool {
        self.width != 8
    }

    fn ecb(&self, text: InOut<'_>) {
        each(text, if self.decrypt { toy_decrypt } else { toy_encrypt });
    }
}

/// AES of the crate `aes` under one key, in one direction.
pub struct Aes {
    cipher: aes::Aes128,
    decrypt: bool,
}

impl Aes {
    pub fn pair(key: &str) -> (Self, Self) {
        use aes::cipher::KeyInit;
        let key = hex(key);
        let cipher = aes::Aes128::new_from_slice(&key).unwrap();
        (Self { cipher: cipher.clone(), decrypt: false }, Self { cipher, decrypt: true })
    }
}

impl ParBlocks for Aes {
    fn width(&self) -> usize {
        8
    }

    fn ecb(&self, text: InOut<'_>) {
        use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt};
        each(text, |block| {
            let mut block = (*block).into();
            if self.decrypt {
                self.cipher.decrypt_block(&mut block);
            } else {
                self.cipher.encrypt_block(&mut block);
            }
            block.into()
        });
    }
}

pub fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(16).unwrap() as u8).collect();
    assert!(digits.len().is_multiple_of(2));
    digits.chunks(2).map(|d| 16 * d[0] + d[1]).collect()
}

pub fn block(text: &str) -> Block {
    hex(text).try_into().unwrap()
}

fn xored(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The modes by their definitions.
pub mod naive {
    use super::*;

    pub fn ecb(c: impl Fn(&Block) -> Block, text: &[u8]) -> Vec<u8> {
        text.chunks(16).flat_map(|b| c(b.try_into().unwrap())).collect()
    }

    pub fn cbc_encrypt(iv: &Block, text: &[u8]) -> Vec<u8> {
        let mut previous = *iv;
        let mut out = Vec::new();
        for plain in text.chunks(16) {
            previous = toy_encrypt(&xored(&previous, plain).try_into().unwrap());
            out.extend(previous);
        }
        out
    }

    pub fn cfb_encrypt(iv: &Block, text: &[u8]) -> Vec<u8> {
        let mut previous = iv.to_vec();
        let mut out = Vec::new();
        for plain in text.chunks(16) {
            let stream = toy_encrypt(previous.as_slice().try_into().unwrap());
            previous = xored(&stream, plain);
            out.extend(&previous);
        }
        out
    }

    pub fn ofb(iv: &Block, text: &[u8]) -> Vec<u8> {
        let mut stream = *iv;
        let mut out = Vec::new();
        for plain in text.chunks(16) {
            stream = toy_encrypt(&stream);
            out.extend(xored(&stream, plain));
        }
        out
    }

    /// Block `i` of the counter: the counting part taken out, added to byte by byte, put back.
    pub fn counter(start: &Block, bits: usize, little_endian: bool, i: u128) -> Block {
        let mut block = *start;
        let mut carry = i;
        for k in 0..bits / 8 {
            let place = if little_endian { k } else { 15 - k };
            let sum = u128::from(block[place]) + (carry & 0xff);
            block[place] = sum as u8;
            carry = (carry >> 8) + (sum >> 8);
        }
        block
    }

    pub fn ctr(start: &Block, bits: usize, little_endian: bool, text: &[u8]) -> Vec<u8> {
        let blocks = text.chunks(16).zip(0..);
        blocks
            .flat_map(|(plain, i)| xored(&toy_encrypt(&counter(start, bits, little_endian, i)), plain))
            .collect()
    }

    /// XTS encryption as SP 800-38E and IEEE 1619 section 5.3.2 say it; the toy is both ciphers.
    pub fn xts_encrypt(number: &Block, text: &[u8]) -> Vec<u8> {
        let first = toy_encrypt(number);
        let one = |j: usize, plain: &[u8]| {
            let tweak = (0..j).fold(first, |t, _| doubled(&t));
            xored(&toy_encrypt(&xored(plain, &tweak).try_into().unwrap()), &tweak)
        };
        let (m, r) = (text.len() / 16, text.len() % 16);
        let mut out: Vec<u8> = text.chunks_exact(16).enumerate().flat_map(|(j, p)| one(j, p)).collect();
        if r != 0 {
            let stolen = out.split_off(16 * (m - 1));
            out.extend(one(m, &[&text[16 * m..], &stolen[r..]].concat()));
            out.extend(&stolen[..r]);
        }
        out
    }

    /// Multiplication by x, byte by byte (IEEE 1619 section 5.2).
    fn doubled(tweak: &Block) -> Block {
        let mut out = [0; 16];
        let mut carry = 0;
        for (o, t) in out.iter_mut().zip(tweak) {
            *o = (t << 1) | carry;
            carry = t >> 7;
        }
        if carry == 1 {
            out[0] ^= 0x87;
        }
        out
    }
}
