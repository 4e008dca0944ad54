//! Output feedback (SP 800-38A section 6.4): a key stream made serially, any number of bytes at a
//! time.
//!
//! ```text
//! iv -- C --+-- C --+-- C --+-- ..
//!           |       |       |
//!   in[0] - ^       ^       ^
//! ```
use crate::{Error, Text};
use aria_core::{Block, InOut, ParBlocks, wipe::wipe};

/// The key stream of one message, XORed with its text; encrypts and decrypts.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::Ofb;
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let mut text = *b"of any length";
/// Ofb::new(&encryptor, [5; 16]).apply(&mut text)?;
/// Ofb::new(&encryptor, [5; 16]).apply(&mut text)?;
/// assert_eq!(&text, b"of any length");
/// # Ok::<(), block_modes_par::Error>(())
/// ```
pub struct Ofb<C> {
    cipher: C,
    stream: Block,
    used: usize,
}

impl<C: ParBlocks> Ofb<C> {
    /// Begins a message; `cipher` must encrypt.
    pub fn new(cipher: C, iv: Block) -> Self {
        Self { cipher, stream: iv, used: 0 }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], before anything is written.
    pub fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let Self { cipher, stream, used } = self;
        let text = text.into().check()?;
        let (before, end) = (*used, (*used + text.len() % 16) % 16);
        let (head, blocks, tail) = text.around(before);
        head.map(|i, b| b ^ stream[before + i]);
        cipher.ofb(stream, blocks);
        if !tail.is_empty() {
            cipher.ecb(InOut::from(core::slice::from_mut(stream)));
            tail.xor(&[*stream]);
        }
        *used = end;
        Ok(())
    }
}

impl<C> Drop for Ofb<C> {
    fn drop(&mut self) {
        wipe(&mut self.stream);
    }
}
