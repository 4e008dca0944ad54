//! Any [`ParBlocks`] as a backend of RustCrypto's `cipher` 0.5 traits.
//!
//! Whatever number of blocks the traits hand over, full width or tail, goes on as one run; in place
//! where input and output are the same memory, else after a copy to the output.
use crate::{Block, InOut, ParBlocks};
use cipher::{
    Array, BlockCipherDecBackend, BlockCipherEncBackend, BlockSizeUser, ParBlocksSizeUser,
    array::ArraySize,
    consts::U16,
    inout::{InOut as CipherInOut, InOutBuf},
};
use core::marker::PhantomData;

/// A [`ParBlocks`] that the traits drive `Width` blocks at a time.
pub struct TraitBackend<P, Width> {
    blocks: P,
    width: PhantomData<Width>,
}

impl<P: ParBlocks, Width: ArraySize> TraitBackend<P, Width> {
    /// `Width` should be [`ParBlocks::width`].
    #[inline]
    pub fn new(blocks: P) -> Self {
        Self { blocks, width: PhantomData }
    }

    #[inline(always)]
    fn one(&self, block: CipherInOut<'_, '_, Array<u8, U16>>) {
        let block: &mut Block = block.into_out_with_copied_in().as_mut();
        self.blocks.ecb(InOut::from(core::slice::from_mut(block)));
    }

    #[inline(always)]
    fn many(&self, blocks: &mut [Array<u8, U16>]) {
        self.blocks.ecb(InOut::from(Array::cast_slice_to_core_mut(blocks)));
    }
}

impl<P, Width> BlockSizeUser for TraitBackend<P, Width> {
    type BlockSize = U16;
}

impl<P, Width: ArraySize> ParBlocksSizeUser for TraitBackend<P, Width> {
    type ParBlocksSize = Width;
}

impl<P: ParBlocks, Width: ArraySize> BlockCipherEncBackend for TraitBackend<P, Width> {
    #[inline(always)]
    fn encrypt_block(&self, block: CipherInOut<'_, '_, cipher::Block<Self>>) {
        self.one(block);
    }
    #[inline(always)]
    fn encrypt_par_blocks(&self, blocks: CipherInOut<'_, '_, cipher::ParBlocks<Self>>) {
        self.many(blocks.into_buf().into_out_with_copied_in());
    }
    #[inline(always)]
    fn encrypt_tail_blocks(&self, blocks: InOutBuf<'_, '_, cipher::Block<Self>>) {
        self.many(blocks.into_out_with_copied_in());
    }
}

impl<P: ParBlocks, Width: ArraySize> BlockCipherDecBackend for TraitBackend<P, Width> {
    #[inline(always)]
    fn decrypt_block(&self, block: CipherInOut<'_, '_, cipher::Block<Self>>) {
        self.one(block);
    }
    #[inline(always)]
    fn decrypt_par_blocks(&self, blocks: CipherInOut<'_, '_, cipher::ParBlocks<Self>>) {
        self.many(blocks.into_buf().into_out_with_copied_in());
    }
    #[inline(always)]
    fn decrypt_tail_blocks(&self, blocks: InOutBuf<'_, '_, cipher::Block<Self>>) {
        self.many(blocks.into_out_with_copied_in());
    }
}
