//! ECB and CBC for pieces of any length: what does not fill a block waits for the next piece.
//!
//! ```text
//! pieces   [--------- 20 ---------][- 7 -][-------------- 21 --------------]  end
//! out       16 at the first          none   16 at the third, and the last block at the end
//! ```
//!
//! The last 1 to 16 bytes are always held back: only the end of the text tells whether they are
//! where the padding is.
use crate::{BlockMode, Error, pkcs7};
use aria_core::{Block, wipe::wipe};

/// A mode of whole blocks, fed with pieces of any length.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::{Buffered, CbcEncrypt};
/// let encryptor = Keys::new(&Schedule::<13>::new(&[7; 16]).encrypt);
/// let mut cbc = Buffered::new(CbcEncrypt::new(&encryptor, [9; 16]));
/// let mut out = [0; 64];
/// assert_eq!(cbc.update(&[1; 20], &mut out)?, 16);
/// assert_eq!(cbc.update(&[1; 28], &mut out[16..])?, 16);
/// assert_eq!(cbc.finish_padded().len(), 32); // 16 bytes held back, and a block of padding
/// # Ok::<(), block_modes_par::Error>(())
/// ```
pub struct Buffered<M> {
    mode: M,
    held: Block,
    len: usize,
}

impl<M: BlockMode> Buffered<M> {
    /// Begins where `mode` is.
    pub fn new(mode: M) -> Self {
        Self { mode, held: [0; 16], len: 0 }
    }

    /// The number of bytes that [`update`](Self::update) writes for a piece of `len` bytes.
    pub fn output_len(&self, len: usize) -> usize {
        // In this order nothing overflows, whatever `len`.
        let room = 16 - self.len;
        if len > room { (len - room - 1) / 16 * 16 + 16 } else { 0 }
    }

    /// Takes a piece of the text, writes whole blocks to the start of `output` and returns how
    /// many bytes that is.
    ///
    /// # Errors
    /// [`Error::BufferTooSmall`] where `output` has fewer than
    /// [`output_len`](Self::output_len) bytes, before anything is taken.
    pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, Error> {
        let written = self.output_len(input.len());
        let output = output.get_mut(..written).ok_or(Error::BufferTooSmall)?;
        let mut input = input;
        if let Some((first, output)) = output.split_first_chunk_mut::<16>() {
            let (head, rest) = input.split_at(16 - self.len);
            self.held[self.len..].copy_from_slice(head);
            *first = self.held;
            let (direct, rest) = rest.split_at(output.len());
            self.mode.apply(first)?;
            self.mode.apply((direct, output))?;
            input = rest;
            self.len = 0;
        }
        self.held[self.len..self.len + input.len()].copy_from_slice(input);
        self.len += input.len();
        Ok(written)
    }

    /// Ends a text of whole blocks.
    ///
    /// # Errors
    /// [`Error::NotWholeBlocks`] where it is none.
    pub fn finish(mut self) -> Result<Last, Error> {
        let mut last = Last { bytes: [0; 32], len: self.len };
        last.bytes[..16].copy_from_slice(&self.held);
        self.mode.apply(&mut last.bytes[..self.len])?;
        Ok(last)
    }

    /// Pads, encrypts and ends the text: the last 16 or 32 bytes.
    pub fn finish_padded(mut self) -> Last {
        let mut last = Last { bytes: [0; 32], len: self.len / 16 * 16 + 16 };
        last.bytes[..16].copy_from_slice(&self.held);
        last.bytes[self.len..last.len].fill((last.len - self.len) as u8);
        self.mode.blocks(last.bytes[..last.len].as_chunks_mut().0.into());
        last
    }

    /// Decrypts the last block and takes the padding off: the last 0 to 15 bytes.
    ///
    /// # Errors
    /// [`Error::Padding`], whatever is wrong. What earlier calls have written is then as little
    /// to be trusted as the end.
    pub fn finish_unpadded(self) -> Result<Last, Error> {
        let mut last = self.finish().map_err(|_| Error::Padding)?;
        last.len = pkcs7::unpad(&last)?.len();
        Ok(last)
    }
}

impl<M> Drop for Buffered<M> {
    fn drop(&mut self) {
        wipe(&mut self.held);
    }
}

/// The bytes that come out at the end.
pub struct Last {
    bytes: [u8; 32],
    len: usize,
}

impl core::ops::Deref for Last {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}
