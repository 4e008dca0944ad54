//! Cipher feedback with segments of a whole block (SP 800-38A section 6.3, CFB128): any number of
//! bytes at a time; serial to encrypt, parallel to decrypt.
//!
//! ```text
//! encrypt   iv     +- out[0] -+- ..        decrypt   iv       in[0]
//!           C      |   C      |                      C          C
//!   in[0] - ^ -----+   ^ -----+              in[0] - ^  in[1] - ^
//! ```
//!
//! Inside of a block the register holds ciphertext where bytes are done, key stream where not:
//! when the last byte is done, it is the ciphertext block that the next block is made from.
use crate::{Error, Text};
use aria_core::{Block, InOut, ParBlocks, wipe::wipe};

struct Register {
    block: Block,
    used: usize,
}

impl Register {
    fn encrypt_with(&mut self, cipher: &impl ParBlocks) {
        cipher.ecb(InOut::from(core::slice::from_mut(&mut self.block)));
    }

    fn encrypt(&mut self, part: Text<'_>) {
        part.map(|_, plain| {
            let done = plain ^ self.block[self.used];
            self.put(done);
            done
        });
    }

    fn decrypt(&mut self, part: Text<'_>) {
        part.map(|_, ciphertext| {
            let done = ciphertext ^ self.block[self.used];
            self.put(ciphertext);
            done
        });
    }

    fn put(&mut self, ciphertext: u8) {
        self.block[self.used] = ciphertext;
        self.used = (self.used + 1) % 16;
    }
}

impl Drop for Register {
    fn drop(&mut self) {
        wipe(&mut self.block);
    }
}

/// CFB encryption of one message.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::{CfbDecrypt, CfbEncrypt};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let mut text = *b"of any length";
/// CfbEncrypt::new(&encryptor, [5; 16]).apply(&mut text)?;
/// let mut decrypt = CfbDecrypt::new(&encryptor, [5; 16]);
/// decrypt.apply(&mut text[..3])?;
/// decrypt.apply(&mut text[3..])?;
/// assert_eq!(&text, b"of any length");
/// # Ok::<(), block_modes_par::Error>(())
/// ```
pub struct CfbEncrypt<C> {
    cipher: C,
    register: Register,
}

impl<C: ParBlocks> CfbEncrypt<C> {
    /// Begins a message; `cipher` must encrypt.
    pub fn new(cipher: C, iv: Block) -> Self {
        Self { cipher, register: Register { block: iv, used: 0 } }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], before anything is written.
    pub fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let Self { cipher, register } = self;
        let (head, blocks, tail) = text.into().check()?.around(register.used);
        register.encrypt(head);
        cipher.cfb_encrypt(&mut register.block, blocks);
        if !tail.is_empty() {
            register.encrypt_with(cipher);
            register.encrypt(tail);
        }
        Ok(())
    }
}

/// CFB decryption of one message.
pub struct CfbDecrypt<C> {
    cipher: C,
    register: Register,
}

impl<C: ParBlocks> CfbDecrypt<C> {
    /// Begins a message; `cipher` must encrypt: CFB decrypts with the cipher's encryption.
    pub fn new(cipher: C, iv: Block) -> Self {
        Self { cipher, register: Register { block: iv, used: 0 } }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], before anything is written.
    pub fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let Self { cipher, register } = self;
        let (head, blocks, tail) = text.into().check()?.around(register.used);
        register.decrypt(head);
        cipher.cfb_decrypt(&mut register.block, blocks);
        if !tail.is_empty() {
            register.encrypt_with(cipher);
            register.decrypt(tail);
        }
        Ok(())
    }
}
