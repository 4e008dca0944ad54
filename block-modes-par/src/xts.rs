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
use crate::{Error, Text};
use aria_core::{Block, InOut, ParBlocks, par_blocks::times_x, wipe::wipe};

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
        self.cipher.xts(&mut self.tweak, blocks);
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
        let in_order = blocks.len() - usize::from(stealing && self.decrypt);
        let (whole, last) = blocks.reborrow().split_at(in_order);
        self.cipher.xts(&mut self.tweak, whole);
        if !last.is_empty() {
            let mut next = times_x(&self.tweak);
            self.cipher.xts(&mut next, last);
            wipe(&mut next);
        }
        if stealing && let Some(last) = blocks.output().last_mut() {
            tail.map(|i, b| core::mem::replace(&mut last[i], b));
            self.cipher.xts(&mut self.tweak, InOut::from(core::slice::from_mut(last)));
        }
        Ok(())
    }
}

impl<C> Drop for DataUnit<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.tweak);
    }
}
