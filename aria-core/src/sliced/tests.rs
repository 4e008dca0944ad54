//! Both kernels on model slices, at several widths and with the key on either side of the S-box,
//! against the oracle.
extern crate std;
use super::{
    model::ModelSlice,
    natural::{self, KeyPair},
    *,
};
use crate::{Block, Counter, InOut, ParBlocks, leaky_oracle::LeakyOracle, schedule::padded};
use proptest::prelude::*;
use std::{vec, vec::Vec};

/// Input and output apart, in memory of its own.
struct Lines<'a, const N: usize> {
    input: &'a [u8],
    output: &'a mut [u8],
}

impl<const N: usize> Text<N> for Lines<'_, N> {
    fn vectors(&self) -> usize {
        self.input.len() / N
    }
    fn input(&self, v: usize) -> &[u8; N] {
        self.input[v * N..].first_chunk().unwrap()
    }
    fn input_before(&self, v: usize) -> &[u8; N] {
        self.input[v * N - 16..].first_chunk().unwrap()
    }
    fn output(&mut self, v: usize) -> &mut [u8; N] {
        self.output[v * N..].first_chunk_mut().unwrap()
    }
    fn blocks(&self) -> usize {
        self.input.len() / 16
    }
    fn input_block(&self, i: usize) -> &Block {
        self.input[i * 16..].first_chunk().unwrap()
    }
    fn output_block(&mut self, i: usize) -> &mut Block {
        self.output[i * 16..].first_chunk_mut().unwrap()
    }
}

/// A substitution on [`ModelSlice`]. Narrow batches have 16 blocks, vectors in natural layout hold two.
#[derive(Clone, Copy)]
struct Model<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool>(S);

macro_rules! job {
    ($text:ident, |$lines:ident| $job:expr) => {{
        let input = $text.input().to_vec();
        let $lines = Lines { input: input.as_flattened(), output: $text.output().as_flattened_mut() };
        $job
    }};
}

impl<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool> Model<S, N, KEY_FIRST, XOR3> {
    /// `job` on whole batches of `B` blocks.
    fn batches<const B: usize>(keys: &[KeyWords], job: Job<'_>, mut text: InOut<'_>)
    where
        S: Substitution<B, ModelSlice<B, KEY_FIRST, XOR3>>,
    {
        job!(text, |lines| match job {
            Job::Ecb => jobs::ecb::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, lines),
            Job::CbcDecrypt(previous) => {
                jobs::cbc_decrypt::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, previous, lines);
            }
            Job::CfbDecrypt(previous) => {
                jobs::cfb_decrypt::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, previous, lines);
            }
            Job::Ctr(counter) => {
                jobs::ctr::<B, ModelSlice<B, KEY_FIRST, XOR3>, S>((), keys, counter, lines);
            }
        });
    }
}

impl<S, const N: usize, const KEY_FIRST: bool, const XOR3: bool> Kernel for Model<S, N, KEY_FIRST, XOR3>
where
    S: Copy
        + Substitution<N, ModelSlice<N, KEY_FIRST, XOR3>>
        + Substitution<16, ModelSlice<16, KEY_FIRST, XOR3>>,
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
    const NARROW: usize = 16;
    fn narrow(self, keys: &[KeyWords], job: Job<'_>, batches: InOut<'_>) {
        Self::batches::<16>(keys, job, batches);
    }
    const FEW: usize = 11;
    const FEW_AT_ONCE: usize = 8;
    fn few(self, keys: &[KeyPair], job: Job<'_>, mut text: InOut<'_>) {
        job!(text, |lines| natural::few::<32, ModelSlice<32, KEY_FIRST, XOR3>>((), keys, job, lines));
    }
    fn serial(self, keys: &[KeyPair], job: SerialJob, previous: &mut Block, mut text: InOut<'_>) {
        job!(text, |lines| {
            natural::serial::<ModelSlice<16, KEY_FIRST, XOR3>>((), keys, job, previous, lines);
        });
    }
}

fn xor(a: &Block, b: &Block) -> Block {
    core::array::from_fn(|i| a[i] ^ b[i])
}

fn agrees<K: Kernel, const RK: usize>(kernel: K, key: &[u8], iv: &Block, plain: &[Block]) {
    let (mut encrypt_keys, mut decrypt_keys) = (SlicedKeys::<RK>::room(), SlicedKeys::<RK>::room());
    kernel.set_up(&padded(key), Some(encrypt_keys.as_mut()), Some(decrypt_keys.as_mut()));
    let (mut one, mut other) = (SlicedKeys::<RK>::room(), SlicedKeys::<RK>::room());
    kernel.set_up(&padded(key), Some(one.as_mut()), None);
    kernel.set_up(&padded(key), None, Some(other.as_mut()));
    for (alone, together) in [(&one, &encrypt_keys), (&other, &decrypt_keys)] {
        assert_eq!(alone.as_ref().words, together.as_ref().words, "a direction alone");
        assert_eq!(alone.as_ref().pairs, together.as_ref().pairs, "a direction alone");
    }
    let oracle = LeakyOracle::new(key);
    let encrypt = Sliced::new(kernel, encrypt_keys.as_ref());
    let decrypt = Sliced::new(kernel, decrypt_keys.as_ref());
    let run = |job: &dyn Fn(InOut<'_>)| {
        let mut out = plain.to_vec();
        job(InOut::from(&mut out[..]));
        out
    };
    let each = |f: &dyn Fn(usize) -> Block| (0..plain.len()).map(f).collect::<Vec<_>>();
    let before = |i: usize| if i == 0 { iv } else { &plain[i - 1] };

    assert_eq!(run(&|t| encrypt.ecb(t)), each(&|i| oracle.encrypt(&plain[i])));
    assert_eq!(run(&|t| decrypt.ecb(t)), each(&|i| oracle.decrypt(&plain[i])));
    assert_eq!(
        run(&|t| decrypt.cbc_decrypt(&mut { *iv }, t)),
        each(&|i| xor(&oracle.decrypt(&plain[i]), before(i)))
    );
    assert_eq!(
        run(&|t| encrypt.cfb_decrypt(&mut { *iv }, t)),
        each(&|i| xor(&oracle.encrypt(before(i)), &plain[i]))
    );
    for counter in [Counter::be32(*iv), Counter::le64(*iv)] {
        let mut counters = vec![[0; 16]; plain.len()];
        { counter }.fill(&mut counters);
        assert_eq!(
            run(&|t| encrypt.ctr(&mut { counter }, t)),
            each(&|i| xor(&oracle.encrypt(&counters[i]), &plain[i]))
        );
    }
    let (mut cbc, mut cfb, mut ofb) = (*iv, *iv, *iv);
    let serial = plain.iter().map(|block| {
        cbc = oracle.encrypt(&xor(&cbc, block));
        cfb = xor(&oracle.encrypt(&cfb), block);
        ofb = oracle.encrypt(&ofb);
        (cbc, (cfb, xor(&ofb, block)))
    });
    let (cbc, (cfb, ofb)): (Vec<_>, (Vec<_>, Vec<_>)) = serial.unzip();
    assert_eq!(run(&|t| encrypt.cbc_encrypt(&mut { *iv }, t)), cbc);
    assert_eq!(run(&|t| encrypt.cfb_encrypt(&mut { *iv }, t)), cfb);
    assert_eq!(run(&|t| encrypt.ofb(&mut { *iv }, t)), ofb);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn every_substitution_width_and_key_place(
        key: [u8; 32],
        iv: Block,
        last in prop_oneof![Just(0u8), any::<u8>()],
        plain in prop::collection::vec(any::<Block>(), 0..130),
    ) {
        let mut iv = iv;
        iv[15] = last; // a counter from zero keeps its last byte's carry away for 256 blocks
        macro_rules! check {
            ($($S:ident $N:literal $KEY_FIRST:literal $XOR3:literal),*) => { $(
                let kernel = Model::<$S, $N, $KEY_FIRST, $XOR3>($S);
                agrees::<_, 13>(kernel, &key[..16], &iv, &plain);
                agrees::<_, 15>(kernel, &key[..24], &iv, &plain);
                agrees::<_, 17>(kernel, &key, &iv, &plain);
            )* };
        }
        check!(
            ViaAes 16 false false, ViaAes 32 false false, ViaAes 64 false true, ViaAes 16 true true,
            ViaAes 32 true false, ViaGfni 16 false false, ViaGfni 32 false false, ViaGfni 64 false true
        );
    }
}
