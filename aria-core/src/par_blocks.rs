//! What the modes of operation are generic over: a key on a backend, that takes any number of
//! blocks and knows how to do the parallel modes.
//!
//! Only [`ParBlocks::ecb`] must be written. The others have defaults on top of it that are right
//! for every block cipher; a backend with wide kernels replaces them by fused ones, in which the
//! counters are made, and the XOR is done, while the blocks are in registers.
mod by_ecb;

use crate::{Block, InOut};
use core::slice::from_mut;

pub use by_ecb::times_x;

/// A block cipher in one direction under one key: a borrowed key schedule and a backend.
pub trait ParBlocks {
    /// The number of blocks that the widest kernel takes at a time; a caller that can choose
    /// passes multiples of it.
    fn width(&self) -> usize;

    /// Whether blocks that do not fill [`width`](Self::width) take nearly as long as if they did, so that a mode had
    /// better gather them from several places into one call. AES instructions take their time by the block.
    fn pads(&self) -> bool {
        true
    }

    /// `out[i] = C(in[i])`.
    fn ecb(&self, text: InOut<'_>);

    /// `out[i] = C(in[i]) ^ in[i - 1]`, with `*previous` as `in[-1]`; leaves the last input
    /// block in `*previous`. CBC decryption, if `C` decrypts.
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        by_ecb::cbc_decrypt(self, previous, text);
    }

    /// `out[i] = C(in[i - 1]) ^ in[i]`, with `*previous` as `in[-1]`; leaves the last input
    /// block in `*previous`. CFB decryption, if `C` encrypts.
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        by_ecb::cfb_decrypt(self, previous, text);
    }

    /// `out[i] = C(counter + i) ^ in[i]`; leaves the counter after the last one used.
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        by_ecb::ctr(self, counter, text);
    }

    /// `out[i] = C(in[i] ^ T[i]) ^ T[i]`, with `T[0] = *tweak` and `T[i + 1]` [`x`](times_x)` T[i]`; leaves the tweak
    /// after the last one used. XTS.
    fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
        by_ecb::xts(self, tweak, text);
    }

    /// `out[i] = C(in[i] ^ out[i - 1])`, with `*previous` as `out[-1]`; leaves the last output block
    /// in `*previous`. CBC encryption, if `C` encrypts.
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        text.each(|block| {
            *previous = xor(previous, block);
            self.ecb(InOut::from(from_mut(previous)));
            *previous
        });
    }

    /// `out[i] = C(out[i - 1]) ^ in[i]`, with `*previous` as `out[-1]`; leaves the last output block
    /// in `*previous`. CFB encryption, if `C` encrypts.
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        text.each(|block| {
            self.ecb(InOut::from(from_mut(previous)));
            *previous = xor(previous, block);
            *previous
        });
    }

    /// `out[i] = s[i] ^ in[i]`, where `s[i] = C(s[i - 1])`, with `*previous` as `s[-1]`; leaves the last
    /// `s` in `*previous`. OFB, if `C` encrypts.
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        text.each(|block| {
            self.ecb(InOut::from(from_mut(previous)));
            xor(previous, block)
        });
    }
}

fn xor(a: &Block, b: &Block) -> Block {
    (u128::from_ne_bytes(*a) ^ u128::from_ne_bytes(*b)).to_ne_bytes()
}

/// A mode may own a cipher or borrow it.
impl<C: ParBlocks + ?Sized> ParBlocks for &C {
    #[inline]
    fn width(&self) -> usize {
        (**self).width()
    }

    #[inline]
    fn pads(&self) -> bool {
        (**self).pads()
    }

    #[inline]
    fn ecb(&self, text: InOut<'_>) {
        (**self).ecb(text);
    }

    #[inline]
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        (**self).cbc_decrypt(previous, text);
    }

    #[inline]
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        (**self).cfb_decrypt(previous, text);
    }

    #[inline]
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        (**self).ctr(counter, text);
    }

    #[inline]
    fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
        (**self).xts(tweak, text);
    }

    #[inline]
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        (**self).cbc_encrypt(previous, text);
    }

    #[inline]
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        (**self).cfb_encrypt(previous, text);
    }

    #[inline]
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        (**self).ofb(previous, text);
    }
}

/// A counter block: a fixed part, and a part that counts modulo 2^32, 2^64 or 2^128, at the end
/// of the block and big-endian, or at its start and little-endian.
///
/// ```
/// use aria_core::Counter;
/// let mut counter = Counter::be32([0xff; 16]);
/// counter.advance(2);
/// assert_eq!(counter.block()[11..], [0xff, 0, 0, 0, 1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    block: Block,
    /// The number of bits that count, plus [`LITTLE_ENDIAN`]. One number, since two that are written one by one and
    /// copied as one hold up the copy until they have left the store buffer.
    form: u32,
}

const LITTLE_ENDIAN: u32 = 1 << 16;

macro_rules! constructors { ($($name:ident $bits:literal $le:literal $what:literal;)*) => { $(
    #[doc = $what]
    pub const fn $name(block: Block) -> Self {
        Self { block, form: if $le { $bits + LITTLE_ENDIAN } else { $bits } }
    }
)* } }

impl Counter {
    constructors! {
        be128 128 false "The whole block counts, big-endian (SP 800-38A, `openssl enc -aria-128-ctr`).";
        be64 64 false "The last 8 bytes count, big-endian.";
        be32 32 false "The last 4 bytes count, big-endian (GCM).";
        le128 128 true "The whole block counts, little-endian.";
        le64 64 true "The first 8 bytes count, little-endian.";
        le32 32 true "The first 4 bytes count, little-endian (GCM-SIV).";
    }

    /// The block that the next block of key stream is made from.
    pub const fn block(&self) -> &Block {
        &self.block
    }

    /// The number of bits that count: 32, 64 or 128.
    pub const fn bits(&self) -> u32 {
        self.form % LITTLE_ENDIAN
    }

    /// Whether the counting part is at the start of the block and little-endian.
    pub const fn is_little_endian(&self) -> bool {
        self.form >= LITTLE_ENDIAN
    }

    /// Goes on by `n` blocks, modulo 2^bits; the fixed part stays.
    #[inline]
    pub const fn advance(&mut self, n: u128) {
        let mask = self.mask();
        let v = self.reordered(u128::from_le_bytes(self.block));
        let v = (v & !mask) | (v.wrapping_add(n) & mask);
        self.block = self.reordered(v).to_le_bytes();
    }

    /// Goes on by `n` blocks, where no carry leaves the low 64 bits and no more than [`bits`](Self::bits) change: then it
    /// is one addition, which counts where a message is short.
    #[inline]
    pub const fn advance_low(&mut self, n: u64) {
        let little = self.is_little_endian();
        let ([first, last], _) = self.block.as_chunks_mut() else { return };
        if little {
            *first = u64::from_le_bytes(*first).wrapping_add(n).to_le_bytes();
        } else {
            *last = u64::from_be_bytes(*last).wrapping_add(n).to_be_bytes();
        }
    }

    /// The bits that count.
    const fn mask(&self) -> u128 {
        u128::MAX >> (128 - self.bits())
    }

    /// From little-endian to the order in which this counter counts, or back.
    const fn reordered(&self, v: u128) -> u128 {
        if self.is_little_endian() { v } else { v.swap_bytes() }
    }

    /// The next counter block; goes on past it.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Block {
        let block = self.block;
        self.advance(1);
        block
    }

    /// Writes the next counter blocks and goes on past them.
    #[inline]
    pub fn fill(&mut self, blocks: &mut [Block]) {
        // The value stays in registers from block to block.
        let mask = self.mask();
        let mut v = self.reordered(u128::from_le_bytes(self.block));
        for block in blocks {
            *block = self.reordered(v).to_le_bytes();
            v = (v & !mask) | (v.wrapping_add(1) & mask);
        }
        self.block = self.reordered(v).to_le_bytes();
    }
}

/// Shows the form, not the value: a counter may come from a secret.
impl core::fmt::Debug for Counter {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let end = if self.is_little_endian() { "le" } else { "be" };
        write!(f, "Counter({end}{})", self.bits())
    }
}
