//! The diffusion layer: an involution A on 16 bytes, each output the sum of seven inputs
//! (RFC 5794, section 2.4.3).
//!
//! ```text
//!     input positions      output positions     every output is the input in its place, plus the
//!      3   8   6  13         0  10   7  13       sum of that input's row, plus the sum of its column:
//!      9   2  12   7        11   1  12   6       1 + 3 + 3 inputs, since the one in the middle is
//!      4  15   1  10         5  15   2   8       counted three times.
//!     14   5  11   0        14   4   9   3
//! ```
//!
//! The grid alone leads to 52 XORs; the first program below shares more and needs 48, the one for
//! three-input XORs 28, and one that adds a round key as well 36. All are straight lines over anything that can be XORed: bytes, bit planes, vectors.
use crate::sliced::sixteen;
use core::ops::BitXor;

/// The sixteen equations of RFC 5794, section 2.4.3: the inputs of which each output is the sum.
pub const EQUATIONS: [[usize; 7]; 16] = [
    [3, 4, 6, 8, 9, 13, 14],
    [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15],
    [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15],
    [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13],
    [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15],
    [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15],
    [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12],
    [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14],
    [1, 2, 4, 5, 8, 10, 15],
];

/// The inputs of A, on the grid of the module's head.
const INPUTS: [usize; 16] = [3, 8, 6, 13, 9, 2, 12, 7, 4, 15, 1, 10, 14, 5, 11, 0];
/// The outputs of A, on that grid.
const OUTPUTS: [usize; 16] = [0, 10, 7, 13, 11, 1, 12, 6, 5, 15, 2, 8, 14, 4, 9, 3];

/// A permutation of inputs and outputs that leaves A as it is: rows and columns of the grid may change
/// places, and rows may become columns. A program for A gives another one under each of the 1,152.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    /// Where the program finds input `i`.
    input: [usize; 16],
    /// Which output of the program is output `i`.
    output: [usize; 16],
}

impl Symmetry {
    /// The one that moves nothing.
    pub const NONE: Self = Self::of([0, 1, 2, 3], [0, 1, 2, 3], false);

    /// The one that moves row `r` to row `rows[r]`, column `c` to column `columns[c]`, and turns rows into
    /// columns after that if it is `transposed`.
    pub const fn of(rows: [usize; 4], columns: [usize; 4], transposed: bool) -> Self {
        let mut moved = Self { input: [0; 16], output: [0; 16] };
        let mut place = 0;
        while place < 16 {
            let (row, column) = (rows[place / 4], columns[place % 4]);
            let to = if transposed { 4 * column + row } else { 4 * row + column };
            moved.input[INPUTS[place]] = INPUTS[to];
            moved.output[OUTPUTS[to]] = OUTPUTS[place];
            place += 1;
        }
        moved
    }
}

/// A(x), in 48 XORs.
///
/// ```
/// let x = core::array::from_fn(|i| 1u16 << i);
/// let y = aria_core::diffusion::diffuse(x);
/// assert!(y.iter().all(|y| y.count_ones() == 7));
/// assert_eq!(aria_core::diffusion::diffuse(y), x);
/// ```
#[inline(always)]
pub fn diffuse<T: Copy + BitXor<Output = T>>(x: [T; 16]) -> [T; 16] {
    diffuse_of(&Symmetry::NONE, |i| x[i])
}

/// A(x), each input asked for, once, just before it is first needed, with a position that is known when
/// compiling if the symmetry is.
///
/// The order of the operations is one that compiles to few spills where sixteen slices must live in
/// sixteen registers: on Zen 3, orders of these same 48 XORs differ by 15 % in the speed of a kernel.
#[inline(always)]
#[rustfmt::skip]
pub fn diffuse_of<T: Copy + BitXor<Output = T>>(by: &Symmetry, mut x: impl FnMut(usize) -> T) -> [T; 16] {
    let mut x = |i: usize| x(by.input[i]);
    let x12 = x(12);
    let x8 = x(8);
    let x6 = x(6);
    let t0 = x6 ^ x8;
    let t1 = x6 ^ x12;
    let x2 = x(2);
    let x9 = x(9);
    let t2 = x2 ^ x9;
    let t3 = x12 ^ t2;
    let x4 = x(4);
    let x3 = x(3);
    let x11 = x(11);
    let t4 = x9 ^ x4;
    let t5 = x3 ^ t0;
    let x1 = x(1);
    let t6 = x11 ^ x1;
    let x7 = x(7);
    let t7 = x7 ^ t3;
    let t8 = x6 ^ t7;
    let x13 = x(13);
    let t9 = x3 ^ t4;
    let t10 = x13 ^ t5;
    let t11 = x12 ^ t6;
    let y7 = t10 ^ t11;
    let x14 = x(14);
    let x5 = x(5);
    let t12 = x14 ^ t9;
    let t13 = t4 ^ t10;
    let y0 = x14 ^ t13;
    let t14 = x14 ^ x11;
    let t15 = x5 ^ t14;
    let x0 = x(0);
    let x15 = x(15);
    let y12 = t6 ^ t8;
    let t16 = x0 ^ t15;
    let y14 = t16 ^ t9;
    let t17 = x2 ^ x8;
    let t18 = t12 ^ x9;
    let t19 = x15 ^ x5;
    let y11 = t7 ^ t18;
    let t20 = x2 ^ t10;
    let t21 = x0 ^ x13;
    let t22 = x11 ^ t1;
    let t23 = t0 ^ t19;
    let y10 = t19 ^ t20;
    let t24 = x7 ^ t21;
    let t25 = t1 ^ x1;
    let y9 = t16 ^ t25;
    let y1 = t8 ^ t23;
    let x10 = x(10);
    let t26 = x15 ^ x1;
    let t27 = x10 ^ t26;
    let t28 = x10 ^ t24;
    let t29 = x4 ^ t27;
    let y5 = t12 ^ t27;
    let t30 = x5 ^ t29;
    let y15 = t17 ^ t30;
    let y8 = t24 ^ t29;
    let y13 = t28 ^ t5;
    let t31 = t16 ^ t17;
    let y4 = x15 ^ t31;
    let y2 = t29 ^ t22;
    let y3 = t28 ^ t15;
    let y6 = t28 ^ t3;
    let y = [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15];
    sixteen!(|I| y[by.output[I]])
}

/// [`diffuse_of`] in an order for the registers that Galois field instructions leave: they need none for
/// tables, and no key follows them.
#[inline(always)]
#[rustfmt::skip]
pub fn diffuse_for_gfni<T: Copy + BitXor<Output = T>>(by: &Symmetry, mut x: impl FnMut(usize) -> T) -> [T; 16] {
    let mut x = |i: usize| x(by.input[i]);
    let x1 = x(1);
    let x6 = x(6);
    let t0 = x1 ^ x6;
    let x13 = x(13);
    let x10 = x(10);
    let t1 = x1 ^ x10;
    let t2 = x13 ^ x10;
    let x0 = x(0);
    let x14 = x(14);
    let t3 = x0 ^ x14;
    let x2 = x(2);
    let x11 = x(11);
    let t4 = x11 ^ t0;
    let x15 = x(15);
    let x4 = x(4);
    let t5 = x15 ^ x4;
    let x3 = x(3);
    let t6 = x11 ^ t3;
    let x7 = x(7);
    let t7 = x0 ^ t2;
    let t8 = x7 ^ t7;
    let x12 = x(12);
    let t9 = x12 ^ t4;
    let t10 = x1 ^ t8;
    let t11 = x10 ^ t9;
    let t12 = x12 ^ x7;
    let x5 = x(5);
    let t13 = x5 ^ t6;
    let t14 = t3 ^ x5;
    let y9 = t9 ^ t14;
    let x8 = x(8);
    let y8 = t5 ^ t10;
    let t15 = x8 ^ x5;
    let t16 = x15 ^ t15;
    let t17 = x2 ^ t16;
    let y4 = t17 ^ t6;
    let t18 = x4 ^ t17;
    let t19 = x0 ^ t13;
    let y3 = t8 ^ t19;
    let t20 = x3 ^ x8;
    let t21 = x13 ^ t20;
    let t22 = x13 ^ x6;
    let y7 = t9 ^ t21;
    let x9 = x(9);
    let t23 = x2 ^ t12;
    let t24 = t0 ^ t20;
    let y15 = t1 ^ t18;
    let y13 = t10 ^ t24;
    let t25 = x3 ^ x9;
    let y2 = t5 ^ t11;
    let t26 = x4 ^ t25;
    let t27 = x9 ^ t23;
    let t28 = t17 ^ t22;
    let y10 = x3 ^ t28;
    let t29 = x14 ^ t26;
    let y14 = t13 ^ t26;
    let t30 = x8 ^ t29;
    let t31 = x15 ^ t1;
    let y0 = t22 ^ t30;
    let y11 = t23 ^ t29;
    let y12 = t27 ^ t4;
    let y5 = t29 ^ t31;
    let y1 = t27 ^ t16;
    let y6 = t27 ^ t7;
    let y = [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15];
    sixteen!(|I| y[by.output[I]])
}

/// A(x), in 28 three-input XORs.
#[inline(always)]
#[rustfmt::skip]
pub fn diffuse3<T: Copy>(x: [T; 16], xor3: impl Fn(T, T, T) -> T) -> [T; 16] {
    let [x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12, x13, x14, x15] = x;
    let t0 = xor3(x1, x11, x12);
    let t1 = xor3(x3, x8, x13);
    let y7 = xor3(x6, t0, t1);
    let t2 = xor3(x0, x7, x10);
    let y13 = xor3(x6, t1, t2);
    let t3 = xor3(x2, x5, x15);
    let y10 = xor3(x6, t1, t3);
    let t4 = xor3(x4, x9, x14);
    let y0 = xor3(x6, t1, t4);
    let t5 = xor3(x2, x9, t2);
    let y6 = xor3(x12, x13, t5);
    let t6 = xor3(x6, x10, t0);
    let y2 = xor3(x4, x15, t6);
    let y12 = xor3(x0, t5, t6);
    let t7 = xor3(x5, x14, t2);
    let y3 = xor3(x11, x13, t7);
    let y9 = xor3(x7, t6, t7);
    let t8 = xor3(x7, x12, t3);
    let y1 = xor3(x8, x9, t8);
    let t9 = xor3(x3, x15, t4);
    let y5 = xor3(x1, x10, t9);
    let y11 = xor3(x5, t8, t9);
    let t10 = xor3(x8, t7, y5);
    let y4 = xor3(t0, y11, t10);
    let y15 = xor3(x3, t5, t10);
    let t11 = xor3(t7, y1, y11);
    let y8 = xor3(x1, t1, t11);
    let y14 = xor3(t5, y4, t11);
    [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15]
}

/// A(x) + key, in 36 three-input XORs, which is 8 less than A(x) and the key apart: on the grid of
/// the module's head every output is the sum of its column and of the three others in its row, which
/// leaves room for a key. `k(i)` are the bytes of
/// the key with [`KEY_ABOVE`] added.
///
/// ```text
/// row 0     (column + key) + sum of two, shared, + one       the key of row 0 goes into the columns,
/// rows 1, 2 (column + key) + sum of three + (key + key 0)    and so must be taken out of rows 1 and 2
/// row 3     sum of three in the column + row + key
/// ```
#[inline(always)]
#[rustfmt::skip]
pub fn diffuse3_with_keys<T: Copy + BitXor<Output = T>>(
    mut x: impl FnMut(usize) -> T,
    k: impl Fn(usize) -> T,
    xor3: impl Fn(T, T, T) -> T,
) -> [T; 16] {
    let x3 = x(3);
    let x9 = x(9);
    let x4 = x(4);
    let t0 = xor3(x3, x9, x4);
    let x8 = x(8);
    let x2 = x(2);
    let x15 = x(15);
    let t1 = xor3(x8, x2, x15);
    let x6 = x(6);
    let x12 = x(12);
    let x1 = x(1);
    let t2 = xor3(x6, x12, x1);
    let x13 = x(13);
    let x7 = x(7);
    let x10 = x(10);
    let t3 = xor3(x13, x7, x10);
    let x14 = x(14);
    let c0 = xor3(t0, x14, k(0));
    let x5 = x(5);
    let c1 = xor3(t1, x5, k(10));
    let x11 = x(11);
    let c2 = xor3(t2, x11, k(7));
    let x0 = x(0);
    let c3 = xor3(t3, x0, k(13));
    let r3 = xor3(x14, x5, x11) ^ x0;
    let y14 = xor3(r3, t0, k(14));
    let y4 = xor3(r3, t1, k(4));
    let y9 = xor3(r3, t2, k(9));
    let y3 = xor3(r3, t3, k(3));
    let left = x3 ^ x8;
    let right = x6 ^ x13;
    let y0 = xor3(x8, right, c0);
    let y10 = xor3(x3, right, c1);
    let y7 = xor3(x13, left, c2);
    let y13 = xor3(x6, left, c3);
    let y11 = xor3(xor3(x2, x12, x7), c0, k(11));
    let y1 = xor3(xor3(x9, x12, x7), c1, k(1));
    let y12 = xor3(xor3(x9, x2, x7), c2, k(12));
    let y6 = xor3(xor3(x9, x2, x12), c3, k(6));
    let y5 = xor3(xor3(x15, x1, x10), c0, k(5));
    let y15 = xor3(xor3(x4, x1, x10), c1, k(15));
    let y2 = xor3(xor3(x4, x15, x10), c2, k(2));
    let y8 = xor3(xor3(x4, x15, x1), c3, k(8));
    [y0, y1, y2, y3, y4, y5, y6, y7, y8, y9, y10, y11, y12, y13, y14, y15]
}

/// What is to be added to each byte of a round key for [`diffuse3_with_keys`] to take it: rows 1 and 2 of
/// the grid less the key of row 0 above. Places of bytes; 128 stands for none.
pub const KEY_ABOVE: [u8; 16] = [128, 10, 7, 128, 128, 0, 13, 128, 13, 128, 128, 0, 7, 128, 128, 10];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_are_the_layer_of_the_rfc() {
        let basis = core::array::from_fn(|i| 1u16 << i);
        let expected = EQUATIONS.map(|inputs| inputs.iter().map(|i| 1u16 << i).sum::<u16>());
        assert_eq!(diffuse(basis), expected);
        assert_eq!(diffuse_for_gfni(&Symmetry::NONE, |i| basis[i]), expected);
        assert_eq!(diffuse3(basis, |a, b, c| a ^ b ^ c), expected);
    }

    #[test]
    fn keys_are_added_after_the_layer() {
        let x = core::array::from_fn(|i| 1u32 << i);
        for byte in 0..16 {
            let key: [u8; 16] = core::array::from_fn(|i| u8::from(i == byte));
            let above = KEY_ABOVE.map(|i| key.get(usize::from(i)).copied().unwrap_or(0));
            let placed: [u32; 16] = core::array::from_fn(|i| u32::from(key[i] ^ above[i]) << 16);
            let expected: [u32; 16] = core::array::from_fn(|i| diffuse(x)[i] ^ u32::from(key[i]) << 16);
            assert_eq!(diffuse3_with_keys(|i| x[i], |i| placed[i], |a, b, c| a ^ b ^ c), expected);
        }
    }

    #[test]
    fn the_grid_of_the_module_head_is_the_layer() {
        for place in 0..16 {
            let mut sum = 1u16 << INPUTS[place];
            for other in 0..4 {
                sum ^= 1 << INPUTS[place / 4 * 4 + other] ^ 1 << INPUTS[4 * other + place % 4];
            }
            let expected = EQUATIONS[OUTPUTS[place]].iter().map(|i| 1u16 << i).sum::<u16>();
            assert_eq!(sum, expected);
        }
    }

    #[test]
    fn a_symmetry_changes_the_program_and_not_the_layer() {
        let x: [u16; 16] = core::array::from_fn(|i| 1 << i);
        let first_asked_for = |by: &Symmetry| {
            let mut first = None;
            let y = diffuse_of(by, |i| {
                first.get_or_insert(i);
                x[i]
            });
            assert_eq!(y, diffuse(x));
            first.unwrap()
        };
        for (rows, columns, transposed) in [
            ([0, 1, 2, 3], [0, 1, 2, 3], true),
            ([2, 0, 3, 1], [0, 1, 3, 2], false),
            ([3, 1, 0, 2], [1, 2, 3, 0], true),
        ] {
            let by = Symmetry::of(rows, columns, transposed);
            assert_eq!(first_asked_for(&by), by.input[first_asked_for(&Symmetry::NONE)]);
        }
    }
}
