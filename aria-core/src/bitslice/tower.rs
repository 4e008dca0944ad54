//! The four S-boxes as circuits of XOR and AND gates: constant time on any CPU.
//!
//! ```text
//! byte -> tower -> S1  [ inverse -> linear ]  96 + 10 gates  -> tower -> byte
//!  14 XORs         X1  [ linear -> inverse ]  10 + 96             12 XORs
//! ```
//!
//! Bits are coordinates of GF(2^8) in *some* basis, and between two S-boxes a cipher only adds: any other
//! basis will do as well. In that of the tower GF(2^8) over GF(2^4) over GF(2^2), normal at each step (Canright
//! 2005), the inverse in the field takes 96 gates, and it is the same for all four S-boxes. So a text goes
//! into the tower when its rounds begin, and leaves it when they end. Of all bases that tower has (its
//! conjugates, each multiplied by any constant), this one makes the four linear maps, which are the S-boxes
//! less the inverse, cheapest: ten XORs each.
//!
//! The affine constants are left to the caller, who adds them to the round keys: see [`Constants`].
use super::Word;
use core::ops::BitXor;

/// What must be added to the bytes before a circuit and after it: `S(x) = circuit(x ^ input) ^ output`,
/// the circuit being one in the tower, with [`enter`] before it and [`leave`] after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// Added before.
    pub input: u8,
    /// Added after.
    pub output: u8,
}

/// From the bits of bytes, least significant first, to coordinates in the tower.
#[inline(always)]
#[rustfmt::skip]
pub fn enter<T: Copy + BitXor<Output = T>>(x: [T; 8]) -> [T; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x4 ^ x6;
    let t1 = x1 ^ x2;
    let t2 = x0 ^ t1;
    let t3 = x4 ^ t2;
    let t4 = x7 ^ t3;
    let t5 = x3 ^ x5;
    let t6 = x4 ^ t5;
    let t7 = x7 ^ t6;
    let t8 = t1 ^ t6;
    let t9 = t2 ^ t7;
    let t10 = x7 ^ t2;
    let t11 = x5 ^ t10;
    let t12 = x1 ^ t0;
    let t13 = t7 ^ t12;
    [t3, t11, t4, t13, t7, t8, t9, t0]
}

/// From coordinates in the tower to the bits of bytes.
#[inline(always)]
#[rustfmt::skip]
pub fn leave<T: Copy + BitXor<Output = T>>(x: [T; 8]) -> [T; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x0 ^ x2;
    let t1 = x0 ^ x4;
    let t2 = x1 ^ t1;
    let t3 = x6 ^ t1;
    let t4 = x7 ^ t3;
    let t5 = x5 ^ t0;
    let t6 = x6 ^ t5;
    let t7 = x3 ^ x7;
    let t8 = x4 ^ t7;
    let t9 = t5 ^ t7;
    let t10 = x1 ^ x2;
    let t11 = t3 ^ t10;
    [t6, t8, t9, t2, t3, t11, t4, t0]
}

/// The inverse in GF(2^8): of `p Y^16 + q Y`, where Y^16 and Y are a basis over GF(2^4), and `p` and `q` have
/// four coordinates each.
///
/// ```text
/// d = 1 / (p q + (p + q)^2 v)        inverse = d q Y^16 + d p Y        v: of GF(2^4), chosen so that
///     five steps, few gates              two products                     the square costs no gate
/// ```
///
/// A product in GF(2^4) is three in GF(2^2), of three ANDs each: nine of sums of coordinates, which `p` and
/// `q` need twice. The inverse in GF(2^4) is the one of least depth, not of fewest gates (which has one less): a
/// CPU has gates at once to spare, not one after the other.
#[inline(always)]
#[rustfmt::skip]
pub fn inverse<W: Word>(x: [W; 8]) -> [W; 8] {
    let [p1, p2, p4, p5, q1, q2, q4, q5] = x;
    let (p0, q0) = (p1 ^ p2, q1 ^ q2);
    let (p3, q3) = (p4 ^ p5, q4 ^ q5);
    let (p6, q6) = (p2 ^ p5, q2 ^ q5);
    let (p8, q8) = (p1 ^ p4, q1 ^ q4);
    let (p7, q7) = (p6 ^ p8, q6 ^ q8);
    // p q + (p + q)^2 v
    let (e0, e3, e6) = (p0 & q0, p3 & q3, p6 & q6);
    let (e7, e8) = ((p7 & q7) ^ e6, (p8 & q8) ^ e6);
    let a = (p1 & q1) ^ e0 ^ e7 ^ (p6 ^ q6);
    let b = (p2 & q2) ^ e0 ^ e8 ^ (p8 ^ q8);
    let c = (p4 & q4) ^ e3 ^ e7 ^ (p3 ^ q3);
    let d = (p5 & q5) ^ e3 ^ e8 ^ (p5 ^ q5);
    // its inverse
    let (ab, cd, ac) = (a ^ b, c ^ d, a & c);
    let d1 = (cd & (b & c)) ^ (cd ^ ac);
    let d2 = (cd & (b ^ ac)) ^ d;
    let d4 = (ab & (a & d)) ^ (ab ^ ac);
    let d5 = (ab & (d ^ ac)) ^ b;
    let (d0, d3) = (d1 ^ d2, d4 ^ d5);
    let (d6, d8) = (d2 ^ d5, d1 ^ d4);
    let d7 = d6 ^ d8;
    // d q and d p
    let (y6, z6) = (d6 & q6, d6 & p6);
    let (y7, z7) = ((d7 & q7) ^ y6, (d7 & p7) ^ z6);
    let (y8, z8) = ((d8 & q8) ^ y6, (d8 & p8) ^ z6);
    let (y0, z0) = (d0 & q0, d0 & p0);
    let (y3, z3) = (d3 & q3, d3 & p3);
    [
        (d1 & q1) ^ y0 ^ y7, (d2 & q2) ^ y0 ^ y8, (d4 & q4) ^ y3 ^ y7, (d5 & q5) ^ y3 ^ y8,
        (d1 & p1) ^ z0 ^ z7, (d2 & p2) ^ z0 ^ z8, (d4 & p4) ^ z3 ^ z7, (d5 & p5) ^ z3 ^ z8,
    ]
}

/// S1, less its constants, in the tower.
#[inline(always)]
pub fn s1<W: Word>(x: [W; 8]) -> [W; 8] {
    after_s1(inverse(x))
}
/// What S1 does with the inverse.
#[inline(always)]
#[rustfmt::skip]
pub fn after_s1<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x5 ^ x7;
    let t1 = x3 ^ t0;
    let t2 = x4 ^ t1;
    let t3 = x0 ^ t1;
    let t4 = x1 ^ x7;
    let t5 = x2 ^ t4;
    let t6 = x0 ^ x1;
    let t7 = t2 ^ t6;
    let t8 = t0 ^ t6;
    let t9 = x6 ^ t8;
    [t0, t2, t1, t3, t7, t9, t5, t4]
}
/// The constants of [`s1`].
pub const S1: Constants = Constants { input: 0x00, output: 0x63 };

/// S2, less its constants, in the tower.
#[inline(always)]
pub fn s2<W: Word>(x: [W; 8]) -> [W; 8] {
    after_s2(inverse(x))
}
/// What S2 does with the inverse.
#[inline(always)]
#[rustfmt::skip]
pub fn after_s2<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x1 ^ x7;
    let t1 = x2 ^ x6;
    let t2 = x3 ^ t1;
    let t3 = x1 ^ t2;
    let t4 = x0 ^ x2;
    let t5 = x5 ^ t4;
    let t6 = x1 ^ x3;
    let t7 = x0 ^ t6;
    let t8 = x4 ^ x6;
    let t9 = t2 ^ t8;
    [t0, t7, t5, t1, t2, t9, t3, t4]
}
/// The constants of [`s2`].
pub const S2: Constants = Constants { input: 0x00, output: 0xe2 };

/// X1, less its constants, in the tower.
#[inline(always)]
pub fn x1<W: Word>(x: [W; 8]) -> [W; 8] {
    inverse(before_x1(x))
}
/// What X1 takes the inverse of.
#[inline(always)]
#[rustfmt::skip]
pub fn before_x1<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x2 ^ x3;
    let t1 = x6 ^ x7;
    let t2 = x0 ^ x2;
    let t3 = x1 ^ x2;
    let t4 = x1 ^ x4;
    let t5 = t0 ^ t4;
    let t6 = x7 ^ t5;
    let t7 = x0 ^ t6;
    let t8 = x0 ^ t4;
    let t9 = x5 ^ t8;
    [t0, t5, t1, t2, t3, t7, t9, t6]
}
/// The constants of [`x1`].
pub const X1: Constants = Constants { input: 0x63, output: 0x00 };

/// X2, less its constants, in the tower.
#[inline(always)]
pub fn x2<W: Word>(x: [W; 8]) -> [W; 8] {
    inverse(before_x2(x))
}
/// What X2 takes the inverse of.
#[inline(always)]
#[rustfmt::skip]
pub fn before_x2<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x4 ^ x6;
    let t1 = x3 ^ x4;
    let t2 = x2 ^ x7;
    let t3 = x0 ^ t0;
    let t4 = x1 ^ x6;
    let t5 = x3 ^ t4;
    let t6 = x7 ^ t5;
    let t7 = x7 ^ t4;
    let t8 = x4 ^ x5;
    let t9 = t7 ^ t8;
    [t5, t0, t6, t1, t9, t2, t7, t3]
}
/// The constants of [`x2`].
pub const X2: Constants = Constants { input: 0xe2, output: 0x00 };

/// S1, less its constants, on the bits of bytes: [`enter`], [`s1`] and [`leave`] in 122 gates, for AES, whose other
/// layers want bytes as they are.
#[inline(always)]
#[rustfmt::skip]
pub fn s1_of_bytes<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = inverse(enter(x));
    let t0 = x4 ^ x7;
    let t1 = x6 ^ x7;
    let t2 = x0 ^ x2;
    let t3 = x3 ^ t2;
    let t4 = t0 ^ t3;
    let t5 = x7 ^ t3;
    let t6 = x1 ^ x7;
    let t7 = t4 ^ t6;
    let t8 = x0 ^ t6;
    let t9 = x5 ^ t8;
    let t10 = x5 ^ t1;
    let t11 = t5 ^ t10;
    [t11, t0, t1, t9, t4, t5, t7, x3]
}

/// X1, less its constants, on the bits of bytes, in 120 gates.
#[inline(always)]
#[rustfmt::skip]
pub fn x1_of_bytes<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let t0 = x4 ^ x5;
    let t1 = x1 ^ t0;
    let t2 = x2 ^ t1;
    let t3 = x1 ^ x6;
    let t4 = x5 ^ t3;
    let t5 = x0 ^ x2;
    let t6 = x5 ^ t5;
    let t7 = x3 ^ t5;
    let t8 = t1 ^ t7;
    let t9 = t3 ^ t8;
    let t10 = t4 ^ t7;
    let t11 = x7 ^ t10;
    leave(inverse([t9, t4, t11, x7, t0, t6, t2, t1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;

    /// All 256 values, each in every lane of some word.
    fn check(circuit: impl Fn([u64; 8]) -> [u64; 8], constants: Constants, table: &[u8; 256]) {
        for start in 0..=255u8 {
            let values: [u8; 64] = core::array::from_fn(|lane| start.wrapping_add(lane as u8));
            let planes = core::array::from_fn(|bit| {
                (0..64).fold(0, |w, lane| w | u64::from((values[lane] ^ constants.input) >> bit & 1) << lane)
            });
            let planes = circuit(planes);
            for (lane, &x) in values.iter().enumerate() {
                let y = (0..8).fold(0, |y, bit| y | ((planes[bit] >> lane & 1) as u8) << bit);
                assert_eq!(y ^ constants.output, table[usize::from(x)], "of {x:#x} in lane {lane}");
            }
        }
    }

    #[test]
    fn the_circuits_are_the_tables() {
        check(|x| leave(s1(enter(x))), S1, &tables::S1);
        check(|x| leave(s2(enter(x))), S2, &tables::S2);
        check(|x| leave(x1(enter(x))), X1, &tables::X1);
        check(|x| leave(x2(enter(x))), X2, &tables::X2);
        check(s1_of_bytes, S1, &tables::S1);
        check(x1_of_bytes, X1, &tables::X1);
    }
}
