//! Counter mode (SP 800-38A section 6.5): any number of bytes at a time, from any place.
//!
//! ```text
//! position  0               16              32        |     a call may end and begin anywhere
//! stream    C(start)        C(start + 1)    C(start + 2)
//! ```
//!
//! A stream ends before the counter is back at its start: no block of key stream is used twice.
use crate::{Aligned, Error, LANES, Text};
use aria_core::{Block, Counter, InOut, ParBlocks, wipe::wipe};

/// The key stream that starts at a counter block, XORed with a text; encrypts and decrypts.
///
/// ```
/// use aria_core::{Counter, Schedule, soft::Keys};
/// use block_modes_par::Ctr;
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let mut text = *b"some text of any length";
/// let mut ctr = Ctr::new(&encryptor, Counter::be128([0; 16]));
/// ctr.apply(&mut text)?;
///
/// let mut end = [0; 6];
/// ctr.seek(17)?;
/// ctr.apply((&text[17..], &mut end[..]))?;
/// assert_eq!(&end, b"length");
/// # Ok::<(), block_modes_par::Error>(())
/// ```
pub struct Ctr<C> {
    cipher: C,
    /// Of the first block that begins at `position` or after it. (Not of the start, or every call would copy it.)
    next: Counter,
    position: u128,
    /// The key stream of the block that `position` is inside of, where it is inside of one; only
    /// what is still to be used of it counts. A number, since that is wiped at once.
    stream: u128,
}

impl<C: ParBlocks> Ctr<C> {
    /// Begins a stream; `cipher` must encrypt.
    pub fn new(cipher: C, start: Counter) -> Self {
        Self { cipher, next: start, position: 0, stream: 0 }
    }

    /// The number of bytes from the start to the byte that comes next.
    pub fn position(&self) -> u128 {
        self.position
    }

    /// Goes on at `position`, forward or back. To go back is to use key stream again: right for
    /// reading the same text once more, never for another text.
    ///
    /// # Errors
    /// [`Error::CounterExhausted`] beyond the end of the stream; the position stays.
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        if position > length(&self.next) {
            return Err(Error::CounterExhausted);
        }
        // (all modulo 2^128: a counter goes back by going on)
        self.next.advance((position / 16).wrapping_sub(self.position.div_ceil(16)));
        self.position = position;
        if !position.is_multiple_of(16) {
            let mut stream = [0; 16];
            let block = InOut::from(core::slice::from_mut(&mut stream));
            self.cipher.ctr(&mut self.next, block);
            self.stream = u128::from_ne_bytes(stream);
            wipe(&mut stream);
        }
        Ok(())
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], and [`Error::CounterExhausted`] where the stream ends before the
    /// text does, before anything is written.
    #[inline]
    pub fn apply<'a>(&mut self, text: impl Into<Text<'a>>) -> Result<(), Error> {
        let text = text.into().check()?;
        let end = self.position.saturating_add(text.len() as u128);
        // Whole blocks, with little around the kernel: they may be few.
        if (self.position | end).is_multiple_of(16) && end <= SHORTEST {
            self.cipher.ctr(&mut self.next, text.into_blocks().0);
            self.position = end;
            return Ok(());
        }
        self.apply_part(text)
    }

    /// From any place to any place.
    fn apply_part(&mut self, text: Text<'_>) -> Result<(), Error> {
        let end = self.position.checked_add(text.len() as u128).filter(|&end| end <= length(&self.next));
        let end = end.ok_or(Error::CounterExhausted)?;

        let used = (self.position % 16) as usize;
        let (head, blocks, tail) = text.around(used);
        if !head.is_empty() {
            let stream = self.stream.to_ne_bytes();
            head.map(|i, b| b ^ stream[used + i]);
        }
        if let Some(stream) = from_block(&self.cipher, &mut self.next, blocks, tail) {
            self.stream = stream;
        }
        self.position = end;
        Ok(())
    }
}

/// Takes blocks and the part of a block after them, if there is one; returns the key stream of its block.
#[inline]
fn from_block(
    cipher: &impl ParBlocks,
    next: &mut Counter,
    blocks: InOut<'_>,
    tail: Text<'_>,
) -> Option<u128> {
    if tail.is_empty() {
        cipher.ctr(next, blocks);
        return None;
    }
    let together = if cipher.pads() { blocks.len() % cipher.width().max(1) } else { 0 };
    let whole = blocks.len() - together.min(LANES - 1);
    let (whole, last) = blocks.split_at(whole);
    cipher.ctr(next, whole);
    Some(to_part(cipher, next, last, tail))
}

/// Takes the blocks that do not fill a kernel together with the part of a block after them,
/// so that the part costs no call of its own; returns the key stream of its block.
fn to_part(cipher: &impl ParBlocks, next: &mut Counter, mut blocks: InOut<'_>, mut tail: Text<'_>) -> u128 {
    let n = blocks.len();
    let mut few = [[0; 16]; 8];
    let mut many;
    let room: &mut [Block] = if n < few.len() {
        &mut few[..=n]
    } else {
        many = Aligned::<LANES>::zeros();
        &mut many.0[..=n]
    };
    room[..n].copy_from_slice(blocks.input());
    tail.reborrow().map(|i, b| {
        room[n][i] = b;
        b
    });
    cipher.ctr(next, InOut::from(&mut *room));
    blocks.output().copy_from_slice(&room[..n]);
    let stream = u128::from_ne_bytes(room[n]);
    tail.map(|i, _| room[n][i]);
    wipe(&mut room[n]);
    stream
}

impl<C> Drop for Ctr<C> {
    #[inline]
    fn drop(&mut self) {
        wipe(core::slice::from_mut(&mut self.stream));
    }
}

/// Takes messages, each from its own counter block, side by side: parts of different messages
/// fill the lanes of the cipher together. Leaves each counter after its message's last block, the
/// partial one included. That no two messages have counter blocks in common is the caller's duty.
///
/// ```
/// use aria_core::{Counter, Schedule, soft::Keys};
/// use block_modes_par::{Ctr, ctr};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let (mut a, mut b) = ([1; 100], [2; 7]);
/// let counters = [Counter::be32([8; 16]), Counter::be32([9; 16])];
/// ctr::apply_many(&encryptor, &mut [(counters[0], (&mut a).into()), (counters[1], (&mut b).into())])?;
///
/// let mut alone = [2; 7];
/// Ctr::new(&encryptor, counters[1]).apply(&mut alone)?;
/// assert_eq!(b, alone);
/// # Ok::<(), block_modes_par::Error>(())
/// ```
///
/// # Errors
/// [`Error::LengthMismatch`] or [`Error::CounterExhausted`] for any message, before anything is
/// written.
pub fn apply_many(cipher: impl ParBlocks, messages: &mut [(Counter, Text<'_>)]) -> Result<(), Error> {
    for (counter, text) in messages.iter() {
        if !text.is_matched() {
            return Err(Error::LengthMismatch);
        }
        if text.len() as u128 > length(counter) {
            return Err(Error::CounterExhausted);
        }
    }
    if !cipher.pads() {
        for (counter, text) in messages {
            let (blocks, tail) = text.reborrow().into_blocks();
            from_block(&cipher, counter, blocks, tail);
        }
        return Ok(());
    }
    let lanes = cipher.width().clamp(1, LANES);
    let Aligned(stream) = &mut Aligned::<LANES>::zeros();
    let mut pieces: [Text<'_>; LANES] = core::array::from_fn(|_| Text::default());
    let (mut filled, mut count) = (0, 0);
    let flush = |stream: &mut [Block], pieces: &mut [Text<'_>]| {
        cipher.ecb(InOut::from(&mut *stream));
        let mut stream = &*stream;
        for piece in pieces {
            let (now, later) = stream.split_at(piece.len().div_ceil(16));
            core::mem::take(piece).xor(now);
            stream = later;
        }
    };
    for (counter, text) in messages.iter_mut() {
        // What fills half a kernel is not worth gathering.
        let blocks = text.len() / 16;
        let gathered = if blocks % lanes < lanes.div_ceil(2) { blocks % lanes } else { 0 };
        let (bulk, mut rest) = text.reborrow().split_at(16 * (blocks - gathered));
        if !bulk.is_empty() {
            cipher.ctr(counter, bulk.into_blocks().0);
        }
        while !rest.is_empty() {
            (pieces[count], rest) = rest.split_at(16 * (lanes - filled));
            let end = filled + pieces[count].len().div_ceil(16);
            counter.fill(&mut stream[filled..end]);
            (filled, count) = (end, count + 1);
            if filled == lanes {
                flush(&mut stream[..lanes], &mut pieces[..count]);
                (filled, count) = (0, 0);
            }
        }
    }
    flush(&mut stream[..filled], &mut pieces[..count]);
    wipe(stream.as_flattened_mut());
    Ok(())
}

/// No stream is shorter, since 32 bits of a counter count, or more.
const SHORTEST: u128 = 16 << 32;

/// The number of bytes before a counter is back at its start, as far as 128 bits can say.
#[inline]
fn length(counter: &Counter) -> u128 {
    if counter.bits() == 128 { u128::MAX } else { 16 << counter.bits() }
}
