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

    /// The matrix that changes nothing.
    pub const IDENTITY: Self = Self { columns: [1, 2, 4, 8, 16, 32, 64, 128] };

    /// The sum of both.
    pub const fn plus(&self, other: &Self) -> Self {
        let (mut columns, mut j) = (self.columns, 0);
        while j < 8 {
            columns[j] ^= other.columns[j];
            j += 1;
        }
        Self { columns }
    }

    /// In the form that the Galois field instructions read.
    pub const fn bits(&self) -> BitMatrix {
        let (mut bits, mut i) = (0, 0);
        while i < 64 {
            let (row, column) = (7 - i / 8, i % 8);
            bits |= ((self.columns[column] >> row & 1) as BitMatrix) << i;
            i += 1;
        }
        bits
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

/// A matrix as `GF2P8AFFINEQB` reads it: a byte for each row, the first row in the highest byte, and in
/// it a bit for each column, the first column in the lowest bit.
pub type BitMatrix = u64;

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

/// `x` to the power of `exponent`, by squaring.
const fn power(x: u8, mut exponent: u32) -> u8 {
    let (mut y, mut square) = (1, x);
    while exponent > 0 {
        if exponent & 1 == 1 {
            y = multiply(y, square);
        }
        square = multiply(square, square);
        exponent >>= 1;
    }
    y
}

/// The matrix of S1: row `i` has ones at columns `i`, `i + 4` .. `i + 7` (mod 8), as in AES.
const B: Matrix = Matrix { columns: [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f] };
/// The matrix of S2, called D in RFC 5794.
const D: Matrix = Matrix { columns: [0xac, 0xc5, 0x12, 0xcf, 0x5b, 0x5f, 0x85, 0xee] };

const fn s_box(matrix: &Matrix, exponent: u32, constant: u8) -> [u8; 256] {
    let (mut table, mut x) = ([0; 256], 0);
    while x < 256 {
        table[x] = matrix.apply(power(x as u8, exponent)) ^ constant;
        x += 1;
    }
    table
}

const fn inverse(table: &[u8; 256]) -> [u8; 256] {
    let (mut inverse, mut seen, mut x) = ([0; 256], [false; 256], 0);
    while x < 256 {
        assert!(!seen[table[x] as usize], "not a permutation");
        seen[table[x] as usize] = true;
        inverse[table[x] as usize] = x as u8;
        x += 1;
    }
    inverse
}

/// `outer` after `inner`.
const fn compose(outer: &[u8; 256], inner: &[u8; 256]) -> [u8; 256] {
    let (mut table, mut x) = ([0; 256], 0);
    while x < 256 {
        table[x] = outer[inner[x] as usize];
        x += 1;
    }
    table
}

/// The S-box S1, which is that of AES.
pub const S1: [u8; 256] = s_box(&B, 254, 0x63);
/// The S-box S2.
pub const S2: [u8; 256] = s_box(&D, 247, 0xe2);
/// The inverse of S1.
pub const X1: [u8; 256] = inverse(&S1);
/// The inverse of S2.
pub const X2: [u8; 256] = inverse(&S2);

/// `S2(x) = S2_AFTER_S1(S1(x))`.
pub const S2_AFTER_S1: Affine = Affine::of_table(&compose(&S2, &X1));
/// `X2(x) = X1(X2_BEFORE_X1(x))`. The inverse of [`S2_AFTER_S1`].
pub const X2_BEFORE_X1: Affine = Affine::of_table(&compose(&S1, &X2));

/// Inversion in GF(2^8), and 0 for 0.
pub const INVERSION: [u8; 256] = {
    let (mut table, mut x) = ([0; 256], 0);
    while x < 256 {
        table[x] = power(x as u8, 254);
        x += 1;
    }
    table
};
/// `S1(x) = S1_AFTER_INVERSION(x^-1)`.
pub const S1_AFTER_INVERSION: Affine = Affine::of_table(&compose(&S1, &INVERSION));
/// `S2(x) = S2_AFTER_INVERSION(x^-1)`.
pub const S2_AFTER_INVERSION: Affine = Affine::of_table(&compose(&S2, &INVERSION));
/// `X1(x) = X1_BEFORE_INVERSION(x)^-1`.
pub const X1_BEFORE_INVERSION: Affine = Affine::of_table(&compose(&INVERSION, &X1));
/// `X2(x) = X2_BEFORE_INVERSION(x)^-1`.
pub const X2_BEFORE_INVERSION: Affine = Affine::of_table(&compose(&INVERSION, &X2));

/// Spot checks against the tables printed in RFC 5794; the rest follows from the definitions.
const _: () = {
    assert!(S1[0] == 0x63 && S1[1] == 0x7c && S1[0x53] == 0xed && S1[255] == 0x16);
    assert!(S2[0] == 0xe2 && S2[1] == 0x4e && S2[2] == 0x54 && S2[3] == 0xfc);
    assert!(X1[0] == 0x52 && X1[1] == 0x09 && X2[0] == 0x30 && X2[1] == 0x68);
    let mut x = 0;
    while x < 256 {
        assert!(X2_BEFORE_X1.apply(S2_AFTER_S1.apply(x as u8)) == x as u8);
        x += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    /// As the GFNI programs of others have them: S1 and X1 are those of AES.
    #[test]
    fn matrices_for_gfni_are_the_published_ones() {
        let published = |map: Affine| (map.matrix.bits(), map.constant);
        assert_eq!(published(S1_AFTER_INVERSION), (0xf1e3_c78f_1f3e_7cf8, 0x63));
        assert_eq!(published(X1_BEFORE_INVERSION), (0xa449_9225_4a94_2952, 0x05));
        assert_eq!(published(S2_AFTER_INVERSION), (0xeafc_b7c3_c273_c66f, 0xe2));
        assert_eq!(published(X2_BEFORE_INVERSION), (0x1864_50c7_37d6_bdc9, 0x2c));
        assert_eq!(Matrix::IDENTITY.bits(), 0x0102_0408_1020_4080);
    }
}
