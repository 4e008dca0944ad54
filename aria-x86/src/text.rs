//! Input and output of a kernel as raw pointers, so that one kernel serves one buffer and two.
use aria_core::{InOut, in_out::Form, sliced::Text};
use core::marker::PhantomData;

/// Whole vectors of `N` bytes.
pub struct RawText<'a, const N: usize> {
    input: *const u8,
    output: *mut u8,
    vectors: usize,
    borrow: PhantomData<InOut<'a>>,
}

impl<'a, const N: usize> RawText<'a, N> {
    /// The whole vectors at the start of `text`.
    #[inline(always)]
    pub(crate) fn new(text: InOut<'a>) -> Self {
        let vectors = text.len() * 16 / N;
        let (input, output) = match text.into_form() {
            Form::InPlace(buffer) => {
                let output = buffer.as_mut_ptr().cast::<u8>();
                (output.cast_const(), output)
            }
            Form::Apart(input, output) => (input.as_ptr().cast(), output.as_mut_ptr().cast()),
        };
        Self { input, output, vectors, borrow: PhantomData }
    }

    /// Where vector `v` begins.
    #[inline(always)]
    fn offset(&self, v: usize) -> usize {
        debug_assert!(v < self.vectors);
        v * N
    }
}

impl<const N: usize> Text<N> for RawText<'_, N> {
    #[inline(always)]
    fn vectors(&self) -> usize {
        self.vectors
    }

    #[inline(always)]
    fn input(&self, v: usize) -> &[u8; N] {
        // SAFETY: the kernels stay below `vectors()`, which the buffer holds; a shared borrow of `self` keeps
        // writes away while the result lives.
        unsafe { &*self.input.add(self.offset(v)).cast() }
    }

    #[inline(always)]
    fn input_before(&self, v: usize) -> &[u8; N] {
        debug_assert!(v > 0);
        // SAFETY: as in `input`; the vector before this one holds at least one block.
        unsafe { &*self.input.add(self.offset(v) - 16).cast() }
    }

    #[inline(always)]
    fn output(&mut self, v: usize) -> &mut [u8; N] {
        // SAFETY: as in `input`; the borrow of `self` is exclusive, and so is that of the buffer.
        unsafe { &mut *self.output.add(self.offset(v)).cast() }
    }
}
