//! The blocks that a call reads and writes: one buffer worked on in place, or two of equal length.
//!
//! ```text
//! in place   [ b0 b1 b2 .. ]  read, then overwritten
//! apart      [ b0 b1 b2 .. ]  read  ->  [ .. ]  written
//! ```
use crate::Block;

/// Input and output differ in length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthMismatch;

impl core::fmt::Display for LengthMismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("input and output differ in length")
    }
}

impl core::error::Error for LengthMismatch {}

/// Input and output of a call, both `len()` blocks long.
///
/// ```
/// use aria_core::InOut;
/// let mut buffer = [[0u8; 16]; 3];
/// assert_eq!(InOut::from(&mut buffer[..]).len(), 3);
/// assert!(InOut::apart(&[[0; 16]; 2], &mut buffer).is_err());
/// ```
pub struct InOut<'a>(Form<'a>);

/// The two forms, for code that must tell them apart.
pub enum Form<'a> {
    /// One buffer, read and overwritten.
    InPlace(&'a mut [Block]),
    /// Two buffers of the same length.
    Apart(&'a [Block], &'a mut [Block]),
}

impl<'a> From<&'a mut [Block]> for InOut<'a> {
    fn from(buffer: &'a mut [Block]) -> Self {
        Self(Form::InPlace(buffer))
    }
}

impl<'a> InOut<'a> {
    /// Reads `input` and writes `output`.
    ///
    /// # Errors
    /// Where the two differ in length.
    pub fn apart(input: &'a [Block], output: &'a mut [Block]) -> Result<Self, LengthMismatch> {
        if input.len() == output.len() { Ok(Self(Form::Apart(input, output))) } else { Err(LengthMismatch) }
    }

    /// Number of blocks.
    #[inline]
    pub fn len(&self) -> usize {
        self.input().len()
    }

    /// Whether there is no block.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks as they are before the call writes.
    #[inline]
    pub fn input(&self) -> &[Block] {
        match &self.0 {
            Form::InPlace(buffer) => buffer,
            Form::Apart(input, _) => input,
        }
    }

    /// Where the result goes. In place, this still holds the input.
    #[inline]
    pub fn output(&mut self) -> &mut [Block] {
        match &mut self.0 {
            Form::InPlace(buffer) => buffer,
            Form::Apart(_, output) => output,
        }
    }

    /// The same blocks for a shorter time.
    #[inline]
    pub fn reborrow(&mut self) -> InOut<'_> {
        InOut(match &mut self.0 {
            Form::InPlace(buffer) => Form::InPlace(buffer),
            Form::Apart(input, output) => Form::Apart(input, output),
        })
    }

    /// The first `at` blocks and the rest. Asking for more than there are takes all of them.
    #[inline]
    pub fn split_at(self, at: usize) -> (InOut<'a>, InOut<'a>) {
        let at = at.min(self.len());
        match self.0 {
            Form::InPlace(buffer) => {
                let (head, tail) = buffer.split_at_mut(at);
                (InOut(Form::InPlace(head)), InOut(Form::InPlace(tail)))
            }
            Form::Apart(input, output) => {
                // As long as the input: said again for the compiler, which then leaves out a check.
                let at = at.min(output.len());
                let (head, tail) = input.split_at(at);
                // (as long as the input, but the compiler cannot know)
                let (head_out, tail_out) = output.split_at_mut(at.min(output.len()));
                (InOut(Form::Apart(head, head_out)), InOut(Form::Apart(tail, tail_out)))
            }
        }
    }

    /// Writes `f(block)` for every block, one after the other.
    #[inline]
    pub fn each(self, mut f: impl FnMut(&Block) -> Block) {
        match self.0 {
            Form::InPlace(buffer) => buffer.iter_mut().for_each(|b| *b = f(b)),
            Form::Apart(input, output) => input.iter().zip(output).for_each(|(a, b)| *b = f(a)),
        }
    }

    /// Takes the two forms apart.
    #[inline]
    pub fn into_form(self) -> Form<'a> {
        self.0
    }
}
