//! What ECB and CBC have in common: whole blocks in, as many out.
use crate::{Error, Text, pkcs7};
use aria_core::InOut;

/// A mode in one direction that takes whole blocks, and carries on where the last call ended.
pub trait BlockMode {
    /// Takes the next blocks.
    fn blocks(&mut self, text: InOut<'_>);

    /// Takes the next bytes, a multiple of 16.
    ///
    /// # Errors
    /// [`Error::NotWholeBlocks`] and [`Error::LengthMismatch`], before anything is written.
    #[inline]
    fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        self.blocks(text.into().whole_blocks()?);
        Ok(())
    }

    /// Pads the first `len` bytes by PKCS#7 and encrypts them: 1 to 16 bytes more come out.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`], before anything is written.
    fn encrypt_padded(mut self, buffer: &mut [u8], len: usize) -> Result<&mut [u8], Error>
    where
        Self: Sized,
    {
        let padded = pkcs7::pad(buffer, len)?;
        self.apply(&mut *padded)?;
        Ok(padded)
    }

    /// Decrypts and takes the PKCS#7 padding off.
    ///
    /// # Errors
    /// [`Error::Padding`] for wrong padding, and, before anything is written, for a length that is
    /// no positive multiple of 16. Wrong padding leaves the decrypted text in `buffer`: to return
    /// before decrypting would tell more loudly by its time what the error says.
    fn decrypt_padded(mut self, buffer: &mut [u8]) -> Result<&mut [u8], Error>
    where
        Self: Sized,
    {
        self.apply(&mut *buffer).map_err(|_| Error::Padding)?;
        let len = pkcs7::unpad(buffer)?.len();
        Ok(&mut buffer[..len])
    }
}
