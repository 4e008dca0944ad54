//! The generic kernels on model slices, for the backends whose instructions Valgrind does not know: the
//! same source, with a function in the place of each instruction, at the same width, with the same
//! substitution and the key in the same place.
use crate::{Watch, modes, report};
use aria_core::{
    Block, Schedule,
    sliced::{Kernel, Sliced, SlicedKeys, ViaAes, ViaGfni, model::Model},
};

/// A batch of any width, what is over, and a text too short for either: the modes that chain block to block
/// would take minutes on more.
const LENGTHS: &[usize] = &[1, 2, 5, 70];

fn fold<K: Kernel, const RK: usize>(_: K, keys: &[Block; RK], opposite: &[Block; RK]) -> SlicedKeys<RK> {
    SlicedKeys::fold::<K>(keys, opposite)
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
                let key = secrets.key.first_chunk::<$bytes>().expect("at most 32");
                let schedule = Schedule::<$RK>::new(key);
                let encrypt = fold($kernel, &schedule.encrypt, &schedule.decrypt);
                let decrypt = fold($kernel, &schedule.decrypt, &schedule.encrypt);
                let [encrypt, decrypt] = [&encrypt, &decrypt].map(|keys| Sliced::new($kernel, keys.as_ref()));
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

    let mut cases = 0;
    macro_rules! aes {
        ($($RK:literal $bytes:literal),*) => { $(
            watch.watch(&mut |secrets| {
                let (encrypt, decrypt) = aes_accel::on_model::on_model::<$RK>(&secrets.key[..$bytes]);
                cases += modes::all(LENGTHS, 2, &encrypt, &decrypt, secrets);
            });
        )* };
    }
    aes!(11 16, 13 24, 15 32);
    for backend in aes_accel::Backend::NAMES.iter().filter(|name| **name != "soft") {
        report("aes_accel", backend, "model", cases);
    }
}
