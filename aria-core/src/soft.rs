//! The portable backend: bitsliced, constant time, on any CPU.
use crate::{
    Block, InOut, ParBlocks,
    bitslice::{self, Lanes},
    wipe::wipe,
};

/// The round keys of one direction.
#[derive(Clone)]
pub struct Keys<const RK: usize>([Block; RK]);

impl<const RK: usize> Keys<RK> {
    /// From the schedule of this direction.
    pub fn new(keys: &[Block; RK]) -> Self {
        Self(*keys)
    }

    fn batches<W: Lanes>(&self, mut text: InOut<'_>) {
        while !text.is_empty() {
            let (mut now, rest) = text.split_at(W::BLOCKS);
            let mut planes = W::pack(now.input());
            bitslice::rounds(&mut planes, &self.0);
            W::unpack(planes, now.output());
            text = rest;
        }
    }
}

impl<const RK: usize> ParBlocks for &Keys<RK> {
    fn width(&self) -> usize {
        u64::BLOCKS
    }

    fn ecb(&self, text: InOut<'_>) {
        if text.len() <= u32::BLOCKS {
            self.batches::<u32>(text);
        } else {
            self.batches::<u64>(text);
        }
    }
}

impl<const RK: usize> Drop for Keys<RK> {
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}
