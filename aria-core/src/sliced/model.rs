//! A slice in plain Rust: the meaning of the instructions, spelt out. With it the kernel runs on any
//! host, whatever its width and substitution, and under tools that do not know the instructions.
//!
//! Not for use: slow. But constant time, as the instructions are, so that memcheck can follow secrets
//! through the kernel: S-boxes are read from end to end. Operations stay calls, since the kernel is some
//! thousands of them and would take minutes to compile.
use super::{
    AesSlice, ByteSlice, GfniSlice, Job, Kernel, KeyPlace, Narrow, SerialJob, Substitution, Text, jobs,
    keys::{KeyMut, KeyWords, Spread},
    natural::{self, KeyPair, Natural},
    set_up,
};
use crate::{
    Block, InOut,
    tables::{BitMatrix, INVERSION, S1, X1},
};
use core::{array::from_fn, marker::PhantomData, ops::BitXor};

/// The kernel of substitution `S` on model slices. Narrow batches have 16 blocks, and 32 if wide ones
/// have 64; vectors in natural layout hold two.
#[derive(Clone, Copy, Debug)]
pub struct Model<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool>(PhantomData<S>);

impl<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool> Model<S, N, KEY_FIRST, XOR3> {
    /// Any host can run it.
    #[expect(clippy::new_without_default, reason = "a token like those of CPUs")]
    pub fn new() -> Self {
        Self(PhantomData)
    }

    /// `job` on whole batches of `B` blocks.
    fn batches<const B: usize>(keys: &[KeyWords], job: Job<'_>, text: InOut<'_>)
    where
        S: Substitution<B, ModelSlice<B, KEY_FIRST, XOR3>>,
    {
        let text = Checked(text);
        match job {
            Job::Ecb => jobs::ecb::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, text),
            Job::CbcDecrypt(previous) => {
                jobs::cbc_decrypt::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, previous, text);
            }
            Job::CfbDecrypt(previous) => {
                jobs::cfb_decrypt::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, previous, text);
            }
            Job::Ctr(counter) => {
                jobs::ctr::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, counter, text);
            }
        }
    }
}

impl<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool> Kernel for Model<S, N, KEY_FIRST, XOR3>
where
    S: Copy
        + Substitution<N, ModelSlice<N, KEY_FIRST, XOR3>>
        + Substitution<32, ModelSlice<32, KEY_FIRST, XOR3>>
        + Substitution<16, ModelSlice<16, KEY_FIRST, XOR3>>
        + Natural<32, ModelSlice<32, KEY_FIRST, XOR3>>
        + Natural<16, ModelSlice<16, KEY_FIRST, XOR3>>,
{
    const NAME: &'static str = "model";
    fn set_up(self, key: &[Block; 2], encrypt: Option<KeyMut<'_>>, decrypt: Option<KeyMut<'_>>) {
        type V<const N: usize, const KEY_FIRST: bool, const XOR3: bool> = ModelSlice<N, KEY_FIRST, XOR3>;
        type T<const KEY_FIRST: bool, const XOR3: bool> = V<16, KEY_FIRST, XOR3>;
        // in vectors of one block, and of two
        if N == 16 {
            set_up::set_up::<N, V<N, KEY_FIRST, XOR3>, S, 16, V<16, KEY_FIRST, XOR3>, T<KEY_FIRST, XOR3>>(
                (),
                key,
                encrypt,
                decrypt,
            );
        } else {
            set_up::set_up::<N, V<N, KEY_FIRST, XOR3>, S, 32, V<32, KEY_FIRST, XOR3>, T<KEY_FIRST, XOR3>>(
                (),
                key,
                encrypt,
                decrypt,
            );
        }
    }
    const WIDTH: usize = N;
    fn wide(self, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
        Self::batches::<N>(keys, job, batches);
    }
    const NARROW: &'static [Narrow] = match N {
        64 => &[Narrow { width: 32, then_few: 1 }, Narrow { width: 16, then_few: 2 }],
        32 => &[Narrow { width: 16, then_few: 2 }],
        _ => &[],
    };
    fn narrow(self, width: usize, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
        match width {
            32 => Self::batches::<32>(keys, job, batches),
            _ => Self::batches::<16>(keys, job, batches),
        }
    }
    const FEW: usize = 11;
    const FEW_AT_ONCE: usize = 8;
    fn few(self, keys: &[KeyPair], job: Job<'_>, text: InOut<'_>) {
        natural::few::<32, ModelSlice<32, KEY_FIRST, XOR3>, S>((), keys, job, Checked(text));
    }
    fn serial(self, keys: &[KeyPair], job: SerialJob, previous: &mut Block, text: InOut<'_>) {
        natural::serial::<ModelSlice<16, KEY_FIRST, XOR3>, S>((), keys, job, previous, Checked(text));
    }
}

/// A text whose every access is checked.
pub struct Checked<'a>(pub InOut<'a>);

impl<const N: usize> Text<N> for Checked<'_> {
    fn vectors(&self) -> usize {
        self.0.len() * 16 / N
    }
    fn input(&self, v: usize) -> &[u8; N] {
        &self.0.input().as_flattened().as_chunks().0[v]
    }
    fn input_before(&self, v: usize) -> &[u8; N] {
        &self.0.input().as_flattened()[N * v - 16..].as_chunks().0[0]
    }
    fn output(&mut self, v: usize) -> &mut [u8; N] {
        &mut self.0.output().as_flattened_mut().as_chunks_mut().0[v]
    }
    fn blocks(&self) -> usize {
        self.0.len()
    }
    fn input_block(&self, i: usize) -> &Block {
        &self.0.input()[i]
    }
    fn output_block(&mut self, i: usize) -> &mut Block {
        &mut self.0.output()[i]
    }
}

/// `table[i]`, after a look at every entry.
pub(crate) fn scan<const L: usize>(table: &[u8; L], i: u8) -> u8 {
    let mut found = 0;
    for (at, entry) in table.iter().enumerate() {
        // all ones where the indices agree
        found |= entry & ((at as u32 ^ u32::from(i)).wrapping_sub(1) >> 8) as u8;
    }
    found
}

/// `N` bytes, on a CPU whose AES instructions add the key first, like Arm's, or last, like x86's,
/// with or without a three-input XOR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSlice<const N: usize, const KEY_FIRST: bool, const XOR3: bool>(pub [u8; N]);

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> BitXor for ModelSlice<N, KEY_FIRST, XOR3> {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ rhs.0[i]))
    }
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> ByteSlice<N>
    for ModelSlice<N, KEY_FIRST, XOR3>
{
    type Isa = ();
    const XOR3_IS_ONE: bool = XOR3;
    #[inline(never)]
    fn load((): (), src: &[u8; N]) -> Self {
        Self(*src)
    }
    #[inline(never)]
    fn store(self, dst: &mut [u8; N]) {
        *dst = self.0;
    }
    #[inline(never)]
    fn splat((): (), byte: Spread) -> Self {
        Self([byte[0]; N])
    }
    #[inline(never)]
    fn repeat((): (), part: &[u8; 16]) -> Self {
        Self(from_fn(|i| part[i % 16]))
    }
    #[inline(never)]
    fn add(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i].wrapping_add(rhs.0[i])))
    }
    #[inline(never)]
    fn and(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] & rhs.0[i]))
    }
    #[inline(never)]
    fn zip(self, rhs: Self) -> (Self, Self) {
        let half = |start: usize| {
            Self(from_fn(|i| {
                let from = i / 16 * 16 + start + i % 16 / 2;
                if i % 2 == 0 { self.0[from] } else { rhs.0[from] }
            }))
        };
        (half(0), half(8))
    }
}

/// Where ShiftRows takes the byte at place `i` from: row `i % 4` moves left by as many columns.
fn shift_rows(i: usize) -> usize {
    (i + 4 * (i % 4)) % 16
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> ModelSlice<N, KEY_FIRST, XOR3> {
    #[inline(never)]
    fn s_box_with_key(self, table: &[u8; 256], from: impl Fn(usize) -> usize, key: Self) -> Self {
        let x = if KEY_FIRST { self ^ key } else { self };
        let y = Self(from_fn(|i| scan(table, x.0[i / 16 * 16 + from(i % 16)])));
        if KEY_FIRST { y } else { y ^ key }
    }
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> AesSlice<N> for ModelSlice<N, KEY_FIRST, XOR3> {
    const KEYS: KeyPlace = if KEY_FIRST { KeyPlace::Before } else { KeyPlace::After };
    #[inline(never)]
    fn s1(self, key: Self) -> Self {
        self.s_box_with_key(&S1, shift_rows, key)
    }
    #[inline(never)]
    fn x1(self, key: Self) -> Self {
        self.s_box_with_key(&X1, |i| shift_rows(shift_rows(shift_rows(i))), key)
    }
    #[inline(never)]
    fn shuffle(self, places: &'static [u8; 16]) -> Self {
        Self(from_fn(|i| match places[i % 16] {
            place @ 0..16 => self.0[i / 16 * 16 + usize::from(place)],
            _ => 0,
        }))
    }
    #[inline(never)]
    fn shuffle_parts(self, places: &'static [u8; N]) -> Self {
        Self(from_fn(|i| match places[i] {
            place @ 0..16 => self.0[i / 16 * 16 + usize::from(place)],
            _ => 0,
        }))
    }
    #[inline(never)]
    fn part(self, part: usize) -> Self {
        Self(from_fn(|i| self.0[16 * part + i % 16]))
    }
    #[inline(never)]
    fn funnel(self, above: Self, bits: u32) -> Self {
        let mut out = self.0;
        for (low, high) in out.as_chunks_mut().0.iter_mut().zip(above.0.as_chunks().0) {
            *low =
                (u64::from_le_bytes(*low) >> bits | u64::from_le_bytes(*high) << (64 - bits)).to_le_bytes();
        }
        Self(out)
    }
    #[inline(never)]
    fn nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        Self(self.0.map(|x| scan(&tables[0], x & 15) ^ scan(&tables[1], x >> 4)))
    }
    #[inline(never)]
    fn odd_nibbles(self, tables: &'static [[u8; 16]; 2]) -> Self {
        let right = self.nibbles(tables);
        Self(from_fn(|i| if i % 2 == 1 { right.0[i] } else { 0xee }))
    }
}

/// The product of a matrix and a byte, row by row.
fn product(matrix: BitMatrix, x: u8) -> u8 {
    let rows = matrix.to_be_bytes();
    (0..8).map(|i| ((rows[i] & x).count_ones() as u8 & 1) << i).sum()
}

impl<const N: usize, const KEY_FIRST: bool, const XOR3: bool> GfniSlice<N>
    for ModelSlice<N, KEY_FIRST, XOR3>
{
    #[inline(never)]
    fn affine<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
        Self(self.0.map(|x| product(MATRIX, x) ^ CONSTANT as u8))
    }
    #[inline(never)]
    fn affine_of_inverse<const MATRIX: BitMatrix, const CONSTANT: i32>(self) -> Self {
        Self(self.0.map(|x| product(MATRIX, scan(&INVERSION, x)) ^ CONSTANT as u8))
    }
}
