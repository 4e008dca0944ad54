//! One cipher, several threads: long runs are halved until the parts are short enough, and rayon
//! spreads the parts.
//!
//! ```text
//! [                run                ]
//! [      join      ][      join      ]     each part at least THRESHOLD / 2 blocks
//! ```
use aria_core::{Block, Counter, InOut, ParBlocks};

/// Blocks from which on a run is halved: below, handing over costs more than it saves.
///
/// To hand one half over and to wait for it took 7 to 15 microseconds (25 in one case of ten) on an EPYC
/// (Zen 3, two busy cores, 2026-12-01), where ARIA-128 in CTR takes 84 for this many blocks: what is saved is
/// twice what it costs. Half as many would be about even.
const THRESHOLD: usize = 1 << 14;

/// A cipher that shares long runs among rayon's threads; goes where the cipher itself goes.
///
/// ```
/// use aria_core::{Counter, Schedule, soft::Keys};
/// use block_modes_par::{Ctr, Threads};
/// let encryptor = Keys::new(&Schedule::<13>::new(&[7; 16]).encrypt);
/// let mut text = [0; 100];
/// Ctr::new(Threads(&encryptor), Counter::be128([0; 16])).apply(&mut text)?;
/// # Ok::<(), block_modes_par::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads<C>(pub C);

/// The two halves of a run that is worth it, the first a multiple of every kernel's width.
fn halves(text: InOut<'_>) -> Result<(InOut<'_>, InOut<'_>), InOut<'_>> {
    if text.len() < THRESHOLD {
        return Err(text);
    }
    let half = text.len() / 2 / 64 * 64;
    Ok(text.split_at(half))
}

/// Leaves the last input block of the run in `previous`, as a serial run does, and returns what
/// the second half starts from.
fn chain(previous: &mut Block, text: &InOut<'_>, rest: &InOut<'_>) -> Block {
    let before = text.input().last().copied().unwrap_or(*previous);
    *previous = rest.input().last().copied().unwrap_or(before);
    before
}

impl<C: ParBlocks + Sync> ParBlocks for Threads<C> {
    fn width(&self) -> usize {
        self.0.width()
    }
    fn pads(&self) -> bool {
        self.0.pads()
    }

    fn ecb(&self, text: InOut<'_>) {
        match halves(text) {
            Err(text) => self.0.ecb(text),
            Ok((a, b)) => {
                rayon::join(|| self.ecb(a), || self.ecb(b));
            }
        }
    }

    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        match halves(text) {
            Err(text) => self.0.cbc_decrypt(previous, text),
            Ok((a, b)) => {
                let mut first = *previous;
                let mut second = chain(previous, &a, &b);
                rayon::join(|| self.cbc_decrypt(&mut first, a), || self.cbc_decrypt(&mut second, b));
            }
        }
    }

    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        match halves(text) {
            Err(text) => self.0.cfb_decrypt(previous, text),
            Ok((a, b)) => {
                let mut first = *previous;
                let mut second = chain(previous, &a, &b);
                rayon::join(|| self.cfb_decrypt(&mut first, a), || self.cfb_decrypt(&mut second, b));
            }
        }
    }

    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        match halves(text) {
            Err(text) => self.0.ctr(counter, text),
            Ok((a, b)) => {
                let mut first = *counter;
                counter.advance(a.len() as u128);
                rayon::join(|| self.ctr(&mut first, a), || self.ctr(counter, b));
            }
        }
    }

    fn xts(&self, tweak: &mut Block, text: InOut<'_>) {
        self.0.xts(tweak, text);
    }

    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.0.cbc_encrypt(previous, text);
    }

    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.0.cfb_encrypt(previous, text);
    }

    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        self.0.ofb(previous, text);
    }
}
