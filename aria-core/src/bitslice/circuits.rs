//! The four S-boxes as circuits of XOR and AND gates: constant time on any CPU.
//!
//! ```text
//!  8 planes -> linear layer (XORs) -> inversion in GF(2^8) -> linear layer (XORs) -> 8 planes
//!              one for each S-box     the same for all        one for each S-box
//! ```
//!
//! A plane holds one bit of many bytes, so that a gate works on all of them. The inversion goes
//! through the tower GF(2^8) over GF(2^4) over GF(2^2) (Canright 2005, Boyar and Peralta 2010): it
//! takes nine products of linear forms in, and gives eighteen products out, 32 ANDs in all. The affine
//! constants are left to the caller, who adds them to the round keys: see [`Constants`].
use super::Word;

/// What must be added to the bytes before a circuit and after it: `S(x) = circuit(x ^ input) ^ output`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    /// Added before.
    pub input: u8,
    /// Added after.
    pub output: u8,
}

/// Inversion: products of `p` and `q` and the linear forms `r` in, the eighteen products out.
#[inline(always)]
#[rustfmt::skip]
fn invert<W: Word>(p: [W; 9], q: [W; 9], r: [W; 4]) -> [W; 18] {
    let t2 = p[0] & q[0];
    let t3 = p[1] & q[1];
    let t4 = t3 ^ t2;
    let t5 = p[2] & q[2];
    let t6 = t5 ^ t2;
    let t7 = p[3] & q[3];
    let t8 = p[4] & q[4];
    let t9 = t8 ^ t7;
    let t10 = p[5] & q[5];
    let t11 = t10 ^ t7;
    let t12 = p[6] & q[6];
    let t13 = p[7] & q[7];
    let t14 = t13 ^ t12;
    let t15 = p[8] & q[8];
    let t16 = t15 ^ t12;
    let t17 = t4 ^ t14;
    let t18 = t6 ^ t16;
    let t19 = t9 ^ t14;
    let t20 = t11 ^ t16;
    let t21 = t17 ^ r[0];
    let t22 = t18 ^ r[1];
    let t23 = t19 ^ r[2];
    let t24 = t20 ^ r[3];
    let t25 = t21 ^ t22;
    let t26 = t21 & t23;
    let t27 = t24 ^ t26;
    let t28 = t25 & t27;
    let t29 = t28 ^ t22;
    let t30 = t23 ^ t24;
    let t31 = t22 ^ t26;
    let t32 = t31 & t30;
    let t33 = t32 ^ t24;
    let t34 = t23 ^ t33;
    let t35 = t27 ^ t33;
    let t36 = t24 & t35;
    let t37 = t36 ^ t34;
    let t38 = t27 ^ t36;
    let t39 = t29 & t38;
    let t40 = t25 ^ t39;
    let t41 = t40 ^ t37;
    let t42 = t29 ^ t33;
    let t43 = t29 ^ t40;
    let t44 = t33 ^ t37;
    let t45 = t42 ^ t41;
    let z0 = t44 & q[0];
    let z1 = t37 & q[1];
    let z2 = t33 & q[2];
    let z3 = t43 & q[3];
    let z4 = t40 & q[4];
    let z5 = t29 & q[5];
    let z6 = t42 & q[6];
    let z7 = t45 & q[7];
    let z8 = t41 & q[8];
    let z9 = t44 & p[0];
    let z10 = t37 & p[1];
    let z11 = t33 & p[2];
    let z12 = t43 & p[3];
    let z13 = t40 & p[4];
    let z14 = t29 & p[5];
    let z15 = t42 & p[6];
    let z16 = t45 & p[7];
    let z17 = t41 & p[8];
    [z0, z1, z2, z3, z4, z5, z6, z7, z8, z9, z10, z11, z12, z13, z14, z15, z16, z17]
}

/// S1, less its constants.
#[inline(always)]
#[rustfmt::skip]
pub fn s1<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let a0 = x4 ^ x6;
    let a1 = x1 ^ x2;
    let a2 = x0 ^ a1;
    let a3 = x4 ^ a2;
    let a4 = x7 ^ a1;
    let a5 = x0 ^ a4;
    let a6 = x4 ^ a5;
    let a7 = x5 ^ a5;
    let a8 = a3 ^ a7;
    let a9 = x3 ^ a8;
    let a10 = a4 ^ a9;
    let a11 = a0 ^ a10;
    let a12 = a2 ^ a11;
    let a13 = x1 ^ a9;
    let a14 = a2 ^ a9;
    let a15 = a0 ^ a13;
    let a16 = a7 ^ a15;
    let a17 = a11 ^ a16;
    let a18 = a6 ^ a15;
    let a19 = x7 ^ a16;
    let a20 = a0 ^ a14;
    let a21 = a18 ^ a20;
    let z = invert(
        [a8, a3, a7, a18, a6, a15, a16, a19, x7],
        [a4, a9, a10, a20, a14, a0, a11, a12, a2],
        [a17, a5, a21, a13],
    );
    let b0 = z[1] ^ z[4];
    let b1 = z[9] ^ z[12];
    let b2 = z[14] ^ z[17];
    let b3 = z[5] ^ b0;
    let b4 = z[6] ^ z[8];
    let b5 = b3 ^ b4;
    let b6 = z[16] ^ b1;
    let b7 = z[0] ^ b5;
    let b8 = z[10] ^ b6;
    let b9 = b2 ^ b8;
    let b10 = b7 ^ b9;
    let b11 = z[12] ^ z[15];
    let b12 = z[11] ^ z[14];
    let b13 = b8 ^ b11;
    let b14 = b10 ^ b13;
    let b15 = z[13] ^ z[16];
    let b16 = b2 ^ b15;
    let b17 = b1 ^ b12;
    let b18 = z[5] ^ b4;
    let b19 = z[3] ^ b18;
    let b20 = z[2] ^ b17;
    let b21 = b7 ^ b17;
    let b22 = b16 ^ b21;
    let b23 = z[7] ^ z[8];
    let b24 = z[1] ^ b23;
    let b25 = b20 ^ b24;
    let b26 = z[2] ^ b13;
    let b27 = b3 ^ b26;
    [b22, b9, b16, b25, b10, b14, b27, b19]
}
/// The constants of [`s1`].
pub const S1: Constants = Constants { input: 0x00, output: 0x63 };

/// S2, less its constants.
#[inline(always)]
#[rustfmt::skip]
pub fn s2<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let a0 = x4 ^ x5;
    let a1 = x0 ^ x7;
    let a2 = x7 ^ a0;
    let a3 = x3 ^ a2;
    let a4 = x1 ^ x2;
    let a5 = x0 ^ a4;
    let a6 = x4 ^ a5;
    let a7 = a0 ^ a4;
    let a8 = x3 ^ a7;
    let a9 = x6 ^ a6;
    let a10 = a8 ^ a9;
    let a11 = a5 ^ a10;
    let a12 = x2 ^ a11;
    let a13 = a0 ^ a12;
    let a14 = a6 ^ a13;
    let a15 = a11 ^ a14;
    let a16 = x7 ^ a4;
    let a17 = x0 ^ a16;
    let a18 = x5 ^ a17;
    let a19 = a8 ^ a18;
    let a20 = x7 ^ a14;
    let a21 = a1 ^ a9;
    let z = invert(
        [a21, a9, a1, a11, a10, a5, a16, a3, a8],
        [a13, a12, a0, a14, a20, x7, a2, a6, a18],
        [a7, a19, a15, a17],
    );
    let b0 = z[11] ^ z[17];
    let b1 = z[0] ^ z[1];
    let b2 = z[15] ^ b0;
    let b3 = z[9] ^ b2;
    let b4 = z[7] ^ z[16];
    let b5 = z[3] ^ b1;
    let b6 = z[4] ^ b5;
    let b7 = b3 ^ b6;
    let b8 = z[1] ^ z[2];
    let b9 = z[6] ^ b1;
    let b10 = z[12] ^ z[13];
    let b11 = b4 ^ b8;
    let b12 = z[8] ^ b11;
    let b13 = z[7] ^ b9;
    let b14 = b3 ^ b13;
    let b15 = z[15] ^ b12;
    let b16 = b10 ^ b15;
    let b17 = z[10] ^ b10;
    let b18 = b2 ^ b17;
    let b19 = z[10] ^ z[16];
    let b20 = b0 ^ b19;
    let b21 = b13 ^ b20;
    let b22 = z[13] ^ z[14];
    let b23 = z[17] ^ b12;
    let b24 = b22 ^ b23;
    let b25 = z[5] ^ b5;
    let b26 = b8 ^ b25;
    let b27 = b3 ^ b26;
    [b14, b18, b21, b27, b6, b24, b7, b16]
}
/// The constants of [`s2`].
pub const S2: Constants = Constants { input: 0x00, output: 0xe2 };

/// X1, less its constants.
#[inline(always)]
#[rustfmt::skip]
pub fn x1<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let a0 = x0 ^ x1;
    let a1 = x3 ^ a0;
    let a2 = x3 ^ x4;
    let a3 = x4 ^ a1;
    let a4 = x5 ^ a2;
    let a5 = x6 ^ a1;
    let a6 = x1 ^ a5;
    let a7 = x0 ^ a5;
    let a8 = x4 ^ x6;
    let a9 = a4 ^ a6;
    let a10 = x6 ^ a9;
    let a11 = x3 ^ x7;
    let a12 = x7 ^ a1;
    let a13 = x2 ^ a12;
    let a14 = a4 ^ a11;
    let a15 = a4 ^ a13;
    let a16 = a10 ^ a13;
    let a17 = x6 ^ x7;
    let a18 = a2 ^ a17;
    let a19 = x6 ^ a15;
    let a20 = a3 ^ a19;
    let z = invert(
        [a10, a13, a16, x6, a15, a19, a6, a9, a4],
        [a17, a18, a2, a5, a8, a3, a0, a12, a11],
        [a7, a14, a1, a20],
    );
    let b0 = z[10] ^ z[13];
    let b1 = z[7] ^ b0;
    let b2 = z[4] ^ z[6];
    let b3 = z[11] ^ b1;
    let b4 = z[1] ^ z[2];
    let b5 = z[14] ^ b3;
    let b6 = z[8] ^ b5;
    let b7 = b4 ^ b6;
    let b8 = z[3] ^ z[12];
    let b9 = b2 ^ b8;
    let b10 = z[15] ^ z[17];
    let b11 = z[5] ^ b2;
    let b12 = z[0] ^ b11;
    let b13 = b1 ^ b9;
    let b14 = z[9] ^ b13;
    let b15 = b10 ^ b13;
    let b16 = z[11] ^ b15;
    let b17 = z[2] ^ b12;
    let b18 = b5 ^ b17;
    let b19 = z[16] ^ b7;
    let b20 = z[6] ^ b4;
    let b21 = b11 ^ b20;
    let b22 = z[13] ^ z[15];
    let b23 = b19 ^ b22;
    let b24 = z[12] ^ b23;
    let b25 = z[7] ^ b16;
    let b26 = b14 ^ b25;
    let b27 = b5 ^ b26;
    let b28 = b18 ^ b23;
    let b29 = b9 ^ b25;
    let b30 = b28 ^ b29;
    [b21, b27, b16, b14, b30, b7, b18, b24]
}
/// The constants of [`x1`].
pub const X1: Constants = Constants { input: 0x63, output: 0x00 };

/// X2, less its constants.
#[inline(always)]
#[rustfmt::skip]
pub fn x2<W: Word>(x: [W; 8]) -> [W; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    let a0 = x0 ^ x4;
    let a1 = x1 ^ x4;
    let a2 = x3 ^ x5;
    let a3 = x2 ^ a2;
    let a4 = x5 ^ a1;
    let a5 = x0 ^ a4;
    let a6 = a2 ^ a5;
    let a7 = x6 ^ x7;
    let a8 = a1 ^ a7;
    let a9 = a0 ^ a8;
    let a10 = a6 ^ a8;
    let a11 = x7 ^ a10;
    let a12 = a9 ^ a11;
    let a13 = x0 ^ a12;
    let a14 = a1 ^ a12;
    let a15 = a3 ^ a14;
    let a16 = x0 ^ a8;
    let a17 = a3 ^ a10;
    let a18 = a3 ^ a9;
    let a19 = a2 ^ a16;
    let a20 = a15 ^ a19;
    let a21 = a1 ^ a18;
    let z = invert(
        [a5, a2, a6, x0, a16, a8, a10, a4, a19],
        [a1, a21, a18, a12, a11, a9, a3, a14, a15],
        [a17, a20, a13, a0],
    );
    let b0 = z[1] ^ z[2];
    let b1 = z[10] ^ z[16];
    let b2 = z[4] ^ z[5];
    let b3 = b0 ^ b2;
    let b4 = z[15] ^ b1;
    let b5 = z[9] ^ b4;
    let b6 = z[13] ^ z[14];
    let b7 = b3 ^ b6;
    let b8 = z[16] ^ z[17];
    let b9 = b7 ^ b8;
    let b10 = z[10] ^ z[11];
    let b11 = b7 ^ b10;
    let b12 = z[6] ^ z[8];
    let b13 = z[0] ^ b9;
    let b14 = z[1] ^ b13;
    let b15 = b2 ^ b14;
    let b16 = b12 ^ b15;
    let b17 = z[7] ^ b11;
    let b18 = z[6] ^ b17;
    let b19 = b14 ^ b18;
    let b20 = z[3] ^ b12;
    let b21 = b5 ^ b20;
    let b22 = z[5] ^ b21;
    let b23 = z[10] ^ b19;
    let b24 = b16 ^ b23;
    let b25 = z[12] ^ b4;
    let b26 = z[13] ^ b25;
    let b27 = b24 ^ b26;
    [b9, b27, b3, b5, b22, b11, b16, b19]
}
/// The constants of [`x2`].
pub const X2: Constants = Constants { input: 0xe2, output: 0x00 };

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
        check(s1, S1, &tables::S1);
        check(s2, S2, &tables::S2);
        check(x1, X1, &tables::X1);
        check(x2, X2, &tables::X2);
    }
}
