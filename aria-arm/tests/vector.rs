//! Each operation of the vectors against its model, for every token of this CPU.
#![cfg(all(target_arch = "aarch64", target_endian = "little", target_feature = "neon"))]
use aria_arm::{
    NeonAes, NeonAesSha3,
    vector::{U8x16, Xor3},
};
use aria_core::{
    sliced::{AesSlice, ByteSlice, keys::spread, model::ModelSlice},
    tables::{S2_AFTER_S1, X2_BEFORE_X1},
};
use proptest::prelude::*;

type Model = ModelSlice<16, true, false>;

fn bytes(v: impl ByteSlice<16>) -> [u8; 16] {
    let mut bytes = [0; 16];
    v.store(&mut bytes);
    bytes
}

fn operations<V: AesSlice<16>>(isa: V::Isa, input: &[[u8; 16]; 3]) -> Vec<[u8; 16]> {
    const TABLES: [[[u8; 16]; 2]; 2] = [S2_AFTER_S1.nibbles(), X2_BEFORE_X1.nibbles()];
    let [a, b, c] = input.map(|bytes| V::load(isa, &bytes));
    let (low, high) = a.zip(b);
    [
        a,
        V::splat(isa, spread(input[0][0])),
        a ^ b,
        a.xor3(b, c),
        low,
        high,
        a.s1(b),
        a.x1(b),
        a.shift_rows_twice(),
        a.nibbles(&TABLES[0]),
        a.nibbles(&TABLES[1]),
    ]
    .map(bytes)
    .to_vec()
}

fn token<T: Xor3>(token: Option<T>, input: &[[u8; 16]; 3]) -> usize {
    let Some(token) = token else { return 0 };
    assert_eq!(operations::<U8x16<T>>(token, input), operations::<Model>((), input));
    1
}

proptest! {
    #[test]
    fn every_operation(input: [[u8; 16]; 3]) {
        token(NeonAes::detect(), &input);
        token(NeonAesSha3::detect(), &input);
    }
}

#[test]
fn every_byte() {
    for value in 0..=255 {
        let input = [[value; 16], [0; 16], core::array::from_fn(|i| value ^ i as u8)];
        token(NeonAes::detect(), &input);
        token(NeonAesSha3::detect(), &input);
    }
}
