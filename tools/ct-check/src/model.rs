//! The generic kernels on model slices, for the backends whose instructions Valgrind does not know: the
//! same source, with a function in the place of each instruction, at the same width, with the same
//! substitution and the key in the same place.
use crate::{Watch, modes, report};
use aes_accel::on_model::on_model;
use aria_core::{
    Block, Counter, InOut, Schedule,
    bitslice::{
        RoundMasks, Word,
        batch::{self, WordVector},
        par::{self, Bitsliced},
    },
    schedule::padded,
    sliced::{
        Kernel, Sliced, SlicedKeys, ViaAes, ViaGfni,
        model::{Checked, Model},
    },
    soft,
};
use core::{
    array::from_fn,
    ops::{BitAnd, BitXor},
};

/// A batch of any width, what is over, and a text too short for either: the modes that chain block to block
/// would take minutes on more.
const LENGTHS: &[usize] = &[1, 2, 5, 70];

/// Key set-up as the kernel does it, too.
fn keys<K: Kernel, const RK: usize>(kernel: K, key: &[u8]) -> [SlicedKeys<RK>; 2] {
    let [mut encrypt, mut decrypt] = [SlicedKeys::room(), SlicedKeys::room()];
    kernel.set_up(&padded(key), Some(encrypt.as_mut()), Some(decrypt.as_mut()));
    [encrypt, decrypt]
}

/// The kernels of every backend that is made of slices.
pub(crate) fn kernels<W: Watch>(watch: &mut W) {
    macro_rules! check {
        ($($S:ident $N:literal $KEY_FIRST:literal $XOR3:literal: $($backend:literal)*;)*) => { $(
            let mut cases = 0;
            let kernel = Model::<$S, $N, $KEY_FIRST, $XOR3>::new();
            check!(@ watch cases kernel 13 16, 15 24, 17 32);
            $(report("aria_accel", $backend, "model", cases);)*
        )* };
        (@ $watch:ident $cases:ident $kernel:ident $($RK:literal $bytes:literal),*) => { $(
            $watch.watch(&mut |secrets| {
                let keys = keys::<_, $RK>($kernel, &secrets.key[..$bytes]);
                let [encrypt, decrypt] = keys.each_ref().map(|keys| Sliced::new($kernel, keys.as_ref()));
                $cases += modes::all(LENGTHS, 2, &encrypt, &decrypt, secrets);
            });
        )* };
    }
    check! {
        ViaGfni 64 false true: "gfni-avx512";
        ViaAes 64 false true: "vaes-avx512";
        ViaGfni 32 false false: "gfni-avx2";
        ViaAes 32 false false: "vaes-avx2" "aes-avx2";
        ViaGfni 16 false false: "gfni-avx" "gfni-sse";
        ViaAes 16 false false: "aes-avx" "aes-sse";
        ViaAes 16 true true: "neon-aes-sha3";
        ViaAes 16 true false: "neon-aes";
    }

    macro_rules! planes {
        ($($RK:literal $bytes:literal),*) => {{
            let mut cases = 0;
            $(watch.watch(&mut |secrets| {
                let schedule = Schedule::<$RK>::from_padded(&padded(&secrets.key[..$bytes]));
                let keys = [&schedule.encrypt, &schedule.decrypt].map(soft::Keys::new);
                let [encrypt, decrypt] = keys.each_ref().map(|keys| Bitsliced::new(Planes, keys));
                cases += modes::all(LENGTHS, 2, &encrypt, &decrypt, secrets);
            });)*
            cases
        }};
    }
    let planes = planes!(13 16, 15 24, 17 32);
    report("aria_accel", "bitslice-neon", "model", planes);

    macro_rules! aes {
        ($KEY_FIRST:literal: $($RK:literal $bytes:literal),*) => {{
            let mut cases = 0;
            $(watch.watch(&mut |secrets| {
                let (encrypt, decrypt) = on_model::<$RK, $KEY_FIRST>(&secrets.key[..$bytes]);
                cases += modes::all(LENGTHS, 2, &encrypt, &decrypt, secrets);
            });)*
            cases
        }};
    }
    let last = aes!(false: 11 16, 13 24, 15 32);
    for backend in ["vaes-avx512", "vaes-avx2", "aes-ni", "aes-ni-sse"] {
        report("aes_accel", backend, "model", last);
    }
    let first = aes!(true: 11 16, 13 24, 15 32);
    report("aes_accel", "neon-aes", "model", first);
}

/// Planes in vectors of 128 bits.
#[derive(Clone, Copy)]
struct Planes;

impl par::Kernel for Planes {
    const NAME: &'static str = "model";
    const WIDTH: usize = 128;
    const FEW: usize = 32;
    fn ecb(self, keys: &[RoundMasks], batches: InOut<'_>) {
        batch::ecb::<16, Vector>((), keys, Checked(batches));
    }
    fn cbc_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>) {
        batch::cbc_decrypt::<16, Vector>((), keys, previous, Checked(batches));
    }
    fn cfb_decrypt(self, keys: &[RoundMasks], previous: &Block, batches: InOut<'_>) {
        batch::cfb_decrypt::<16, Vector>((), keys, previous, Checked(batches));
    }
    fn ctr(self, keys: &[RoundMasks], counter: &Counter, batches: InOut<'_>) {
        batch::ctr::<16, Vector>((), keys, counter, Checked(batches));
    }
}

/// Its vectors, whose operations stay calls, as in [`aria_core::sliced::model`].
#[derive(Clone, Copy)]
struct Vector([u8; 16]);

impl BitXor for Vector {
    type Output = Self;
    #[inline(never)]
    fn bitxor(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] ^ rhs.0[i]))
    }
}

impl BitAnd for Vector {
    type Output = Self;
    #[inline(never)]
    fn bitand(self, rhs: Self) -> Self {
        Self(from_fn(|i| self.0[i] & rhs.0[i]))
    }
}

impl Word for Vector {
    type Isa = ();
    #[inline(never)]
    fn splat((): (), masks: &[i8; 8]) -> [Self; 8] {
        masks.map(|mask| Self([mask as u8; 16]))
    }
    #[inline(never)]
    fn exchange<const BY: i32>(self, rhs: Self) -> (Self, Self) {
        let low = 255 / (1 + (1 << BY));
        let differ = Self(from_fn(|i| (self.0[i] >> BY ^ rhs.0[i]) & low as u8));
        (self ^ Self(differ.0.map(|byte| byte << BY)), rhs ^ differ)
    }
}

impl WordVector<16> for Vector {
    #[inline(never)]
    fn load((): (), src: &[u8; 16]) -> Self {
        Self(*src)
    }
    #[inline(never)]
    fn store(self, dst: &mut [u8; 16]) {
        *dst = self.0;
    }
    #[inline(never)]
    fn zip(self, rhs: Self) -> (Self, Self) {
        let zip = |half: usize| {
            Self(from_fn(|i| if i % 2 == 0 { self.0[8 * half + i / 2] } else { rhs.0[8 * half + i / 2] }))
        };
        (zip(0), zip(1))
    }
}
