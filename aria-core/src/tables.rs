//! The four S-boxes and the affine maps between them, derived at compile time from their
//! definitions (RFC 5794, section 2.4.2).
//!
//! ```text
//! S1(x) = B * x^-1  + 63        X1 = S1^-1        GF(2^8) = GF(2)[t] / t^8 + t^4 + t^3 + t + 1
//! S2(x) = C * x^247 + e2        X2 = S2^-1        x^247 = (x^-1)^8
//! ```
//!
//! S1 is the S-box of AES. Since x^247 is the inverse put through the linear map "eighth power",
//! S2 is an affine map after S1, and X2 is X1 after an affine map: so one AES instruction and one
//! affine map do each of the four.
//!
//! A table indexed with a secret leaks through the cache: no backend looks these up.

/// An 8x8 matrix over GF(2): `columns[j]` is the image of bit `j`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The image of each bit, least significant first.
    pub columns: [u8; 8],
}

impl Matrix {
    /// The linear map that `map` is. Only the images of the eight bits are looked at.
    const fn of_table(map: &[u8; 256], constant: u8) -> Self {
        let mut columns = [0; 8];
        let mut j = 0;
        while j < 8 {
            columns[j] = map[1 << j] ^ constant;
            j += 1;
        }
        Self { columns }
    }

    /// The product of the matrix and the byte `x`, taken as a column of bits.
    pub const fn apply(&self, x: u8) -> u8 {
        let (mut y, mut j) = (0, 0);
        while j < 8 {
            y ^= self.columns[j] & (x >> j & 1).wrapping_neg();
            j += 1;
        }
        y
    }
}

/// An affine map: a matrix, then a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine {
    /// The linear part.
    pub matrix: Matrix,
    /// What is added after it.
    pub constant: u8,
}

impl Affine {
    const fn of_table(map: &[u8; 256]) -> Self {
        let affine = Self { matrix: Matrix::of_table(map, map[0]), constant: map[0] };
        let mut x = 0;
        while x < 256 {
            assert!(affine.apply(x as u8) == map[x], "not an affine map");
            x += 1;
        }
        affine
    }

    /// The image of `x`.
    pub const fn apply(&self, x: u8) -> u8 {
        self.matrix.apply(x) ^ self.constant
    }

    /// What the map makes of the low and of the high four bits; the two add up to the map, the
    /// constant being in the first. The form in which a byte shuffle looks it up.
    pub const fn nibbles(&self) -> [[u8; 16]; 2] {
        let (mut tables, mut x) = ([[0; 16]; 2], 0);
        while x < 16 {
            tables[0][x] = self.apply(x as u8);
            tables[1][x] = self.matrix.apply((x as u8) << 4);
            x += 1;
        }
        tables
    }
}

/// The product in GF(2^8).
const fn multiply(a: u8, b: u8) -> u8 {
    let (mut product, mut a, mut i) = (0, a, 0);
    while i < 8 {
        product ^= a & (b >> i & 1).wrapping_neg();
        a = a << 1 ^ 0x1b & (a >> 7).wrapping_neg();
        i += 1;
    }
    product
}

const fn power(x: u8, exponent: u32) -> u8 {
    let (mut y, mut i) = (1, 0);
    while i < exponent {
        y = multiply(y, x);
        i += 1;
    }
    y
}

/// The circulant matrix of S1: row 0 of B is 10001111, each further row one place to the right.
const B: Matrix = Matrix { columns: [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f] };
/// The matrix of S2, whose rows are those of RFC 5794's C.
const C: Matrix = Matrix { columns: [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f] };
