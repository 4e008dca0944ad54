//! From kernels that take whole batches to [`ParBlocks`] that takes any number of blocks.
//!
//! ```text
//! any number of blocks = whole wide batches | a rest: at most FEW   in natural layout
//!                                                     more          padded to the narrowest batch that holds it
//! ```
//!
//! That is the plan; where another was measured to be faster on a CPU, constants of its kernel say so.
use super::{
    Job, SerialJob,
    keys::{KeyMut, KeyRef, KeyWords},
    natural::KeyPair,
};
use crate::{Block, Counter, InOut, ParBlocks};

/// A width of batches narrower than a wide one.
#[derive(Clone, Copy, Debug)]
pub struct Narrow {
    /// Blocks in a batch.
    pub width: usize,
    /// Up to so many blocks over, a text that fills such a batch is that and these in natural layout; more go
    /// into a wider batch.
    pub then_few: usize,
}

/// One instruction set.
pub trait Kernel: Copy {
    /// The name, as in `vaes-avx2`.
    const NAME: &'static str;
    /// Writes the round keys that are asked for, from a key that is padded with zeros.
    fn set_up(self, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>);

    /// Blocks in a batch: 16, 32 or 64.
    const WIDTH: usize;
    /// `job` on whole batches; what is over is left alone.
    fn wide(self, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>);

    /// The narrower batches that take less time than any that is wider, the widest first.
    const NARROW: &'static [Narrow] = &[];
    /// `job` on whole narrow batches of `width` blocks; what is over is left alone.
    #[inline(always)]
    fn narrow(self, width: usize, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
        let _ = width;
        self.wide(keys, job, batches);
    }
    /// Whether the rest after wide batches may go into a narrow one; else it goes into a wide one, too.
    const NARROW_AFTER_WIDE: bool = true;

    /// Up to this many blocks, natural layout is at least as fast as a batch.
    const FEW: usize;
    /// The most blocks that [`Kernel::few`] takes.
    const FEW_AT_ONCE: usize;
    /// `job` in natural layout; what is over is left alone.
    fn few(self, keys: &[KeyPair], job: Job<'_>, text: InOut<'_>);

    /// `job` on any number of blocks, one after the other.
    fn serial(self, keys: &[KeyPair], job: SerialJob, previous: &mut Block, text: InOut<'_>);
}

/// A kernel and the keys of one direction.
#[derive(Clone, Copy)]
pub struct Sliced<'k, K> {
    kernel: K,
    keys: KeyRef<'k>,
}

/// Where a job stands: what the next blocks need to know of those before.
trait Progress {
    /// What it takes to go on.
    type Step;
    /// The job for the next blocks.
    fn job(&self) -> Job<'_>;
    /// The step past `text`, which has not been overwritten yet.
    fn step(&self, text: &InOut<'_>) -> Self::Step;
    /// Goes on.
    fn go(&mut self, step: Self::Step);
}

/// ECB: nothing.
impl Progress for () {
    type Step = ();
    #[inline(always)]
    fn job(&self) -> Job<'_> {
        Job::Ecb
    }
    #[inline(always)]
    fn step(&self, _: &InOut<'_>) {}
    #[inline(always)]
    fn go(&mut self, (): ()) {}
}

/// CBC decryption, or else CFB decryption: the input block before.
struct Previous<'a, const CBC: bool>(&'a mut Block);

impl<const CBC: bool> Progress for Previous<'_, CBC> {
    type Step = Block;
    #[inline(always)]
    fn job(&self) -> Job<'_> {
        if CBC { Job::CbcDecrypt(self.0) } else { Job::CfbDecrypt(self.0) }
    }
    #[inline(always)]
    fn step(&self, text: &InOut<'_>) -> Block {
        *text.input().last().unwrap_or(self.0)
    }
    #[inline(always)]
    fn go(&mut self, last: Block) {
        *self.0 = last;
    }
}

/// CTR: the counter.
impl Progress for &mut Counter {
    type Step = usize;
    #[inline(always)]
    fn job(&self) -> Job<'_> {
        Job::Ctr(self)
    }
    #[inline(always)]
    fn step(&self, text: &InOut<'_>) -> usize {
        text.len()
    }
    #[inline(always)]
    fn go(&mut self, blocks: usize) {
        self.advance(blocks as u128);
    }
}

/// Does the job on `text` and goes on.
#[inline(always)]
fn part(at: &mut impl Progress, text: InOut<'_>, run: impl FnOnce(Job<'_>, InOut<'_>)) {
    let step = at.step(&text);
    run(at.job(), text);
    at.go(step);
}

/// What is left to natural layout fits into one call.
const fn assert_few<K: Kernel>() {
    let mut i = 0;
    while i < K::NARROW.len() {
        assert!(K::NARROW[i].then_few <= K::FEW_AT_ONCE && K::NARROW[i].width < K::WIDTH);
        i += 1;
    }
}

/// Runs `job` on `text` in a buffer of `N` blocks, which are no fewer.
#[inline(always)]
fn padded<const N: usize>(mut text: InOut<'_>, job: impl FnOnce(InOut<'_>)) {
    #[repr(align(64))] // no vector of it lies across two lines of the cache
    struct Buffer<const N: usize>([Block; N]);
    let Buffer(buffer) = &mut Buffer([[0; 16]; N]);
    let buffer = &mut buffer[..N];
    let n = text.len().min(N);
    copy::<N>(&mut buffer[..n], &text.input()[..n]);
    job(InOut::from(&mut *buffer));
    copy::<N>(&mut text.output()[..n], &buffer[..n]);
}

/// Copies blocks of a batch of `N`, each by itself where kernels write vectors shorter than those that `memcpy` reads:
/// these would have to wait until what was written is in the cache. (What is XORed with something opaque is no `memcpy`
/// to the compiler.)
#[inline(always)]
fn copy<const N: usize>(to: &mut [Block], from: &[Block]) {
    if N > 32 {
        return to.copy_from_slice(from);
    }
    let zero = core::hint::black_box([0; 16]);
    for (to, from) in to.iter_mut().zip(from) {
        *to = core::array::from_fn(|i| from[i] ^ zero[i]);
    }
}

impl<'k, K: Kernel> Sliced<'k, K> {
    /// `keys` must have been set up for `K` or a kernel of the same substitution.
    #[inline]
    pub fn new(kernel: K, keys: KeyRef<'k>) -> Self {
        Self { kernel, keys }
    }

    /// Does a job on any number of blocks.
    #[inline(always)]
    fn run<P: Progress>(&self, mut at: P, text: InOut<'_>) {
        if text.len() <= K::FEW_AT_ONCE {
            return self.few(&mut at, text);
        }
        let whole = text.len() - text.len() % K::WIDTH;
        let (batches, mut rest) = text.split_at(whole);
        if !batches.is_empty() {
            part(&mut at, batches, |job, text| self.kernel.wide(self.keys.words, job, text));
        }
        if rest.len() > K::FEW {
            let mut width = K::WIDTH;
            if whole == 0 || K::NARROW_AFTER_WIDE {
                for narrow in K::NARROW {
                    let over = rest.len().wrapping_sub(narrow.width + 1);
                    if whole == 0 && over < narrow.then_few {
                        let (now, next) = rest.split_at(narrow.width);
                        self.in_one(narrow.width, &mut at, now);
                        return self.few(&mut at, next);
                    }
                    if rest.len() > narrow.width {
                        break;
                    }
                    width = narrow.width;
                }
            }
            return self.in_one(width, &mut at, rest);
        }
        while !rest.is_empty() {
            let (now, next) = rest.split_at(K::FEW_AT_ONCE);
            self.few(&mut at, now);
            rest = next;
        }
    }

    /// At most [`Kernel::FEW_AT_ONCE`] blocks in natural layout.
    #[inline(always)]
    fn few(&self, at: &mut impl Progress, text: InOut<'_>) {
        const { assert_few::<K>() }
        part(at, text, |job, text| self.kernel.few(self.keys.pairs, job, text));
    }

    /// No more blocks than a batch of `width`, in one.
    #[inline(always)]
    fn in_one(&self, width: usize, at: &mut impl Progress, text: InOut<'_>) {
        part(at, text, |job, text| {
            let run = |text: InOut<'_>| {
                if width == K::WIDTH {
                    self.kernel.wide(self.keys.words, job, text);
                } else {
                    self.kernel.narrow(width, self.keys.words, job, text);
                }
            };
            match width {
                n if text.len() == n => run(text),
                ..=16 => padded::<16>(text, run),
                17..=32 => padded::<32>(text, run),
                _ => padded::<64>(text, run),
            }
        });
    }

    #[inline(always)]
    fn serial(&self, job: SerialJob, previous: &mut Block, text: InOut<'_>) {
        self.kernel.serial(self.keys.pairs, job, previous, text);
    }
}

impl<K: Kernel> ParBlocks for Sliced<'_, K> {
    #[inline(always)]
    fn width(&self) -> usize {
        K::WIDTH
    }
    #[inline(always)]
    fn ecb(&self, text: InOut<'_>) {
        self.run((), text);
    }
    #[inline(always)]
    fn cbc_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.run(Previous::<true>(previous), text);
    }
    #[inline(always)]
    fn cfb_decrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.run(Previous::<false>(previous), text);
    }
    #[inline(always)]
    fn ctr(&self, counter: &mut Counter, text: InOut<'_>) {
        self.run(counter, text);
    }
    #[inline(always)]
    fn cbc_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.serial(SerialJob::CbcEncrypt, previous, text);
    }
    #[inline(always)]
    fn cfb_encrypt(&self, previous: &mut Block, text: InOut<'_>) {
        self.serial(SerialJob::CfbEncrypt, previous, text);
    }
    #[inline(always)]
    fn ofb(&self, previous: &mut Block, text: InOut<'_>) {
        self.serial(SerialJob::Ofb, previous, text);
    }
}
