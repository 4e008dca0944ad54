//! XTS (IEEE 1619, SP 800-38E) with ciphertext stealing: a data unit, such as a disk sector, of
//! 16 bytes and more under its number, with no room needed for anything else.
//!
//! ```text
//! T[0] = E2(number), T[i + 1] = x T[i]       out[i] = C1(in[i] ^ T[i]) ^ T[i]
//!
//! stealing        in[m - 1]  in[m], r bytes
//!                     |          |
//!             C1, one tweak      |
//!                [ r | rest ]    |
//!                  |     |       |
//!                  |   [ in[m] | rest ] - C1, the other tweak - out[m - 1]
//!                  +- out[m], r bytes
//! ```
//!
//! The two tweaks are `T[m - 1]`, `T[m]` to encrypt, and the other way round to decrypt.
use crate::{Error, Text, xor};
use aria_core::{Block, InOut, ParBlocks, wipe::wipe};

/// Blocks whose tweaks are kept while the cipher runs; a multiple of the width of every kernel.
const CHUNK: usize = 128;

/// What IEEE 1619 allows in one data unit.
const MOST_BLOCKS: usize = 1 << 20;

macro_rules! directions { ($($Name:ident $decrypt:literal $encrypts:literal $example:literal;)*) => { $(
    #[doc = concat!("XTS ", $encrypts, "ion under one pair of keys.\n\n", $example)]
    #[derive(Clone)]
    pub struct $Name<C, T> {
        cipher: C,
        tweak_cipher: T,
    }

    impl<C: ParBlocks, T: ParBlocks> $Name<C, T> {
        #[doc = concat!("`cipher` must ", $encrypts, " under the first key, `tweak_cipher` encrypt under the second.")]
        pub fn new(cipher: C, tweak_cipher: T) -> Self {
            Self { cipher, tweak_cipher }
        }

        /// Takes a whole data unit; `number` is its number, little-endian.
        ///
        /// # Errors
        /// [`Error::LengthMismatch`], [`Error::TooShort`] and [`Error::DataUnitTooLong`], before
        /// anything is written.
        pub fn apply<'a>(&self, number: Block, text: impl Into<Text<'a>>) -> Result<(), Error> {
            self.data_unit(number).finish(text)
        }

        /// Begins a data unit that comes in pieces.
        pub fn data_unit(&self, number: Block) -> DataUnit<'_, C> {
            let mut tweak = number;
            self.tweak_cipher.ecb(InOut::from(core::slice::from_mut(&mut tweak)));
            DataUnit { cipher: &self.cipher, tweak, left: MOST_BLOCKS, decrypt: $decrypt }
        }
    }
)* } }

directions! {
    XtsEncrypt false "encrypt" "```
use aria_core::{Schedule, soft::Keys};
use block_modes_par::{XtsDecrypt, XtsEncrypt};
let (one, two) = (Schedule::<13>::new(&[1; 16]), Schedule::<13>::new(&[2; 16]));
let (encryptor, decryptor) = (Keys::new(&one.encrypt), Keys::new(&one.decrypt));
let tweak_encryptor = Keys::new(&two.encrypt);
let number = 77u128.to_le_bytes();
let mut sector = *b\"seventeen bytes !\";
XtsEncrypt::new(&encryptor, &tweak_encryptor).apply(number, &mut sector)?;
XtsDecrypt::new(&decryptor, &tweak_encryptor).apply(number, &mut sector)?;
assert_eq!(&sector, b\"seventeen bytes !\");
# Ok::<(), block_modes_par::Error>(())
```";
    XtsDecrypt true "decrypt" "See [`XtsEncrypt`] for an example.";
}

/// A data unit that comes in pieces: whole blocks first, and at the end at least 16 bytes.
pub struct DataUnit<'a, C> {
    cipher: &'a C,
    tweak: Block,
    left: usize,
    decrypt: bool,
}

impl<C: ParBlocks> DataUnit<'_, C> {
    /// Takes the next bytes, a multiple of 16, that are followed by others.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::NotWholeBlocks`] and [`Error::DataUnitTooLong`],
    /// before anything is written.
    pub fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let blocks = text.into().whole_blocks()?;
        self.left = self.left.checked_sub(blocks.len()).ok_or(Error::DataUnitTooLong)?;
        self.run(blocks, false);
        Ok(())
    }

    /// Takes the end of the data unit, or all of it.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::TooShort`] and [`Error::DataUnitTooLong`], before
    /// anything is written.
    pub fn finish<'a>(mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let text = text.into().check()?;
        if text.len() < 16 {
            return Err(Error::TooShort);
        }
        if text.len() > 16 * self.left {
            return Err(Error::DataUnitTooLong);
        }
        let (mut blocks, tail) = text.into_blocks();
        let stealing = !tail.is_empty();
        self.run(blocks.reborrow(), stealing && self.decrypt);
        if stealing && let Some(last) = blocks.output().last_mut() {
            tail.map(|i, b| core::mem::replace(&mut last[i], b));
            self.run(InOut::from(core::slice::from_mut(last)), false);
        }
        Ok(())
    }

    /// Goes on by whole blocks; if asked, takes the last two tweaks in the other order and leaves
    /// the earlier one.
    fn run(&mut self, mut text: InOut<'_>, swap: bool) {
        let mut room = [[0; 16]; CHUNK];
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(CHUNK);
            let tweaks = &mut room[..now.len()];
            // Each tweak comes from the one before, and there is time to add them meanwhile.
            let mut next = u128::from_le_bytes(self.tweak);
            let mut places = tweaks.iter_mut();
            crate::each(now.reborrow(), |block| {
                // (as a number: to put the tweak into a vector takes longer than to add it)
                let out = (u128::from_le_bytes(*block) ^ next).to_le_bytes();
                if let Some(place) = places.next() {
                    *place = next.to_le_bytes();
                }
                next = times_x(next);
                out
            });
            self.tweak = next.to_le_bytes();
            if let ([.., tweak], [.., block], true) = (&mut *tweaks, now.output(), swap && rest.is_empty()) {
                *block = xor(block, &xor(tweak, &self.tweak));
                core::mem::swap(tweak, &mut self.tweak);
            }
            self.cipher.ecb(InOut::from(now.output()));
            xor_all(InOut::from(now.output()), tweaks);
            wipe(tweaks.as_flattened_mut());
            text = rest;
        }
    }
}

impl<C> Drop for DataUnit<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.tweak);
    }
}

fn xor_all(text: InOut<'_>, with: &[Block]) {
    let mut with = with.iter();
    crate::each(text, |block| with.next().map_or(*block, |with| xor(block, with)));
}

/// Multiplies by x in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1; byte 0 has the lowest powers.
fn times_x(a: u128) -> u128 {
    (a << 1) ^ (0x87 & 0u128.wrapping_sub(a >> 127))
}
