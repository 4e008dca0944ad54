//! The bytes that a call reads and writes: one buffer worked on in place, or two of equal length,
//! and how they lie on the blocks of a mode.
//!
//! ```text
//! key stream   |....used|---------left|----------------|-- .. --|----------------|
//! text                  [    head     |            blocks       |    tail    ]
//! ```
use crate::Error;
use aria_core::{Block, InOut};

/// Input and output of a call: `&mut [u8]`, or `(&[u8], &mut [u8])`.
///
/// ```
/// use aria_core::{Counter, Schedule, soft::Keys};
/// use block_modes_par::{Ctr, Error};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let mut ctr = Ctr::new(&encryptor, Counter::be128([7; 16]));
/// let mut buffer = *b"in place";
/// ctr.apply(&mut buffer)?;
/// let mut output = [0; 4];
/// ctr.apply((&b"from"[..], &mut output[..]))?;
/// assert_eq!(ctr.apply((&b"too long"[..], &mut output[..])), Err(Error::LengthMismatch));
/// # Ok::<(), Error>(())
/// ```
pub struct Text<'a>(Bytes<'a>);

enum Bytes<'a> {
    InPlace(&'a mut [u8]),
    Apart(&'a [u8], &'a mut [u8]),
}
use Bytes::{Apart, InPlace};

impl<'a> From<&'a mut [u8]> for Text<'a> {
    fn from(buffer: &'a mut [u8]) -> Self {
        Self(InPlace(buffer))
    }
}

impl<'a, const N: usize> From<&'a mut [u8; N]> for Text<'a> {
    fn from(buffer: &'a mut [u8; N]) -> Self {
        Self(InPlace(buffer))
    }
}

/// Two of different length make a text that every mode refuses.
impl<'a> From<(&'a [u8], &'a mut [u8])> for Text<'a> {
    fn from((input, output): (&'a [u8], &'a mut [u8])) -> Self {
        Self(Apart(input, output))
    }
}

impl Default for Text<'_> {
    fn default() -> Self {
        Self(InPlace(&mut []))
    }
}

/// Everything below the check takes the two lengths to be equal.
impl<'a> Text<'a> {
    #[inline]
    pub(crate) fn check(self) -> Result<Self, Error> {
        self.is_matched().then_some(self).ok_or(Error::LengthMismatch)
    }

    #[inline]
    pub(crate) fn is_matched(&self) -> bool {
        match &self.0 {
            InPlace(_) => true,
            Apart(input, output) => input.len() == output.len(),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            InPlace(buffer) => buffer.len(),
            Apart(input, _) => input.len(),
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(crate) fn reborrow(&mut self) -> Text<'_> {
        Text(match &mut self.0 {
            InPlace(buffer) => InPlace(buffer),
            Apart(input, output) => Apart(input, output),
        })
    }

    /// The first `at` bytes, or all where there are fewer, and the rest.
    #[inline]
    pub(crate) fn split_at(self, at: usize) -> (Self, Self) {
        let at = at.min(self.len());
        match self.0 {
            InPlace(buffer) => {
                let (a, b) = buffer.split_at_mut(at);
                (Self(InPlace(a)), Self(InPlace(b)))
            }
            Apart(input, output) => {
                let (a, b) = input.split_at(at);
                let (a_out, b_out) = output.split_at_mut(at);
                (Self(Apart(a, a_out)), Self(Apart(b, b_out)))
            }
        }
    }

    /// The whole blocks, and what is left: fewer than 16 bytes.
    #[inline]
    pub(crate) fn into_blocks(self) -> (InOut<'a>, Self) {
        match self.0 {
            InPlace(buffer) => {
                let (blocks, tail) = buffer.as_chunks_mut();
                (InOut::from(blocks), Self(InPlace(tail)))
            }
            Apart(input, output) => {
                let (blocks, tail) = input.as_chunks();
                let (blocks_out, tail_out) = output.as_chunks_mut();
                let blocks = InOut::apart(blocks, blocks_out).expect("equal lengths have been checked");
                (blocks, Self(Apart(tail, tail_out)))
            }
        }
    }

    /// The whole blocks of a text that consists of them.
    #[inline]
    pub(crate) fn whole_blocks(self) -> Result<InOut<'a>, Error> {
        let (blocks, tail) = self.check()?.into_blocks();
        if tail.is_empty() { Ok(blocks) } else { Err(Error::NotWholeBlocks) }
    }

    /// What ends a block of which `used` bytes are gone, whole blocks, and what begins the last.
    #[inline]
    pub(crate) fn around(self, used: usize) -> (Self, InOut<'a>, Self) {
        let (head, rest) = self.split_at((16 - used) % 16);
        let (blocks, tail) = rest.into_blocks();
        (head, blocks, tail)
    }

    /// Writes `f(i, byte i)` for every byte.
    #[inline]
    pub(crate) fn map(self, mut f: impl FnMut(usize, u8) -> u8) {
        match self.0 {
            InPlace(buffer) => buffer.iter_mut().enumerate().for_each(|(i, b)| *b = f(i, *b)),
            Apart(input, output) => {
                for (i, (a, b)) in input.iter().zip(output).enumerate() {
                    *b = f(i, *a);
                }
            }
        }
    }

    /// XORs key stream in: a block of it for each block and for a part of one at the end.
    #[inline]
    pub(crate) fn xor(self, stream: &[Block]) {
        let (blocks, tail) = self.into_blocks();
        let (whole, last) = stream.split_at(blocks.len());
        tail.map(|i, b| b ^ last[0][i]);
        let mut whole = whole.iter();
        blocks.each(|block| whole.next().map_or(*block, |stream| xor(block, stream)));
    }
}

#[inline]
pub(crate) fn xor(a: &Block, b: &Block) -> Block {
    core::array::from_fn(|i| a[i] ^ b[i]) // which compiles to a vector; a `u128` would be two words
}
