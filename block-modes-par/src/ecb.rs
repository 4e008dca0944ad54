//! Electronic codebook (SP 800-38A section 6.1): every block for itself.
//!
//! ```text
//! in[0]   in[1]   in[2]
//!   C       C       C
//! out[0]  out[1]  out[2]
//! ```
use crate::BlockMode;
use aria_core::{InOut, ParBlocks};

/// ECB in the direction of `C`. Equal blocks stay equal: a building block, not a way to encrypt.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::{BlockMode, Ecb};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let decryptor = Keys::new(&schedule.decrypt);
/// let mut buffer = [0; 32];
/// let sealed = Ecb::new(&encryptor).encrypt_padded(&mut buffer, 20)?;
/// assert_eq!(Ecb::new(&decryptor).decrypt_padded(sealed)?, [0; 20]);
/// # Ok::<(), block_modes_par::Error>(())
/// ```
#[derive(Clone)]
pub struct Ecb<C> {
    cipher: C,
}

impl<C: ParBlocks> Ecb<C> {
    /// ECB encryption where `cipher` encrypts, decryption where it decrypts.
    pub fn new(cipher: C) -> Self {
        Self { cipher }
    }
}

impl<C: ParBlocks> BlockMode for Ecb<C> {
    #[inline]
    fn blocks(&mut self, text: InOut<'_>) {
        self.cipher.ecb(text);
    }
}
