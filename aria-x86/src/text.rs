//! Input and output of a kernel as raw pointers, so that one kernel serves one buffer and two.
use aria_core::{Block, InOut, in_out::Form, sliced::Text};
use core::marker::PhantomData;

/// Blocks, by vectors of `N` bytes as far as they fill them.
pub struct RawText<'a, const N: usize> {
    input: *const u8,
    output: *mut u8,
    blocks: usize,
    borrow: PhantomData<InOut<'a>>,
}

impl<'a, const N: usize> RawText<'a, N> {
    /// All of `text`.
    #[inline(always)]
    pub(crate) fn new(text: InOut<'a>) -> Self {
        let blocks = text.len();
        let (input, output) = match text.into_form() {
            Form::InPlace(buffer) => {
                let output = buffer.as_mut_ptr().cast::<u8>();
                (output.cast_const(), output)
            }
            Form::Apart(input, output) => (input.as_ptr().cast(), output.as_mut_ptr().cast()),
        };
        Self { input, output, blocks, borrow: PhantomData }
    }

    /// The same by vectors of another length.
    #[inline(always)]
    pub(crate) fn by<const M: usize>(self) -> RawText<'a, M> {
        let Self { input, output, blocks, borrow } = self;
        RawText { input, output, blocks, borrow }
    }

    /// Where vector `v` begins.
    #[inline(always)]
    fn offset(&self, v: usize) -> usize {
        debug_assert!(v < self.vectors());
        v * N
    }
}

impl<const N: usize> Text<N> for RawText<'_, N> {
    #[inline(always)]
    fn vectors(&self) -> usize {
        self.blocks / (N / 16)
    }

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.blocks
    }

    #[inline(always)]
    fn input_block(&self, i: usize) -> &Block {
        debug_assert!(i < self.blocks);
        // SAFETY: the kernels stay below `blocks()`; for the rest as in `input`.
        unsafe { &*self.input.cast::<Block>().add(i) }
    }

    #[inline(always)]
    fn output_block(&mut self, i: usize) -> &mut Block {
        debug_assert!(i < self.blocks);
        // SAFETY: as in `input_block`; the borrow of `self` is exclusive, and so is that of the buffer.
        unsafe { &mut *self.output.cast::<Block>().add(i) }
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
