//! Input and output of a kernel as raw pointers, so that one kernel serves one buffer and two.
use aria_core::{InOut, in_out::Form, sliced::Text};
use core::marker::PhantomData;

/// Whole batches of `N` blocks.
pub(crate) struct RawText<'a, const N: usize> {
    input: *const u8,
    output: *mut u8,
    batches: usize,
    borrow: PhantomData<InOut<'a>>,
}

impl<'a, const N: usize> RawText<'a, N> {
    /// The whole batches at the start of `text`.
    #[inline(always)]
    pub(crate) fn new(text: InOut<'a>) -> Self {
        let batches = text.len() / N;
        let (input, output) = match text.into_form() {
            Form::InPlace(buffer) => {
                let output = buffer.as_mut_ptr().cast::<u8>();
                (output.cast_const(), output)
            }
            Form::Apart(input, output) => (input.as_ptr().cast(), output.as_mut_ptr().cast()),
        };
        Self { input, output, batches, borrow: PhantomData }
    }

    /// Where vector `j` of a batch begins.
    #[inline(always)]
    fn offset(&self, batch: usize, j: usize) -> usize {
        debug_assert!(batch < self.batches && j < 16);
        (batch * 16 + j) * N
    }
}

impl<const N: usize> Text<N> for RawText<'_, N> {
    #[inline(always)]
    fn batches(&self) -> usize {
        self.batches
    }

    #[inline(always)]
    fn input(&self, batch: usize, j: usize) -> &[u8; N] {
        // SAFETY: the buffer holds `batches` times 16 vectors; a shared borrow of `self` keeps
        // writes away while the result lives.
        unsafe { &*self.input.add(self.offset(batch, j)).cast() }
    }

    #[inline(always)]
    fn input_before(&self, batch: usize, j: usize) -> &[u8; N] {
        debug_assert!(j > 0);
        // SAFETY: as in `input`; the vector before this one holds at least one block.
        unsafe { &*self.input.add(self.offset(batch, j) - 16).cast() }
    }

    #[inline(always)]
    fn output(&mut self, batch: usize, j: usize) -> &mut [u8; N] {
        // SAFETY: as in `input`; the borrow of `self` is exclusive, and so is that of the buffer.
        unsafe { &mut *self.output.add(self.offset(batch, j)).cast() }
    }
}
