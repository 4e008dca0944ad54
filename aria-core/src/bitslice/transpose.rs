//! Transposing square matrices of bytes, one row a word: exchanges the two off-diagonal quarters, then
//! does the same within each quarter, down to single bytes. (The bits of bytes are a matter of planes.)

macro_rules! transpose {
    ($($word:ident)*) => { $(
        pub(super) mod $word {
            /// Exchanges bits `i + by` of `a` and bits `i` of `b`, where `i` does not have `by`, a power of two, in it.
            #[inline(always)]
            pub fn exchange(a: $word, b: $word, by: u32) -> ($word, $word) {
                let low = $word::MAX / (1 + (1 << by)); // as many ones as zeros, by turns
                let differ = ((a >> by) ^ b) & low;
                (a ^ (differ << by), b ^ differ)
            }

            /// Byte `j` of row `i` becomes byte `i` of row `j`.
            #[inline(always)]
            pub fn bytes(mut rows: [$word; size_of::<$word>()]) -> [$word; size_of::<$word>()] {
                let mut half = rows.len() / 2;
                while half > 0 {
                    for i in (0..rows.len()).filter(|i| i & half == 0) {
                        (rows[i], rows[i + half]) = exchange(rows[i], rows[i + half], 8 * half as u32);
                    }
                    half /= 2;
                }
                rows
            }
        }
    )* };
}
transpose!(u32 u64);

#[cfg(test)]
mod tests {
    #[test]
    fn rows_become_columns() {
        let noise = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (a, b): ([u64; 8], [u32; 4]) =
            (core::array::from_fn(noise), core::array::from_fn(|i| noise(i) as u32));
        let (ta, tb) = (super::u64::bytes(a), super::u32::bytes(b));
        for (i, j) in (0..64).map(|n| (n / 8, n % 8)) {
            assert_eq!(ta[i].to_le_bytes()[j], a[j].to_le_bytes()[i]);
            if i < 4 && j < 4 {
                assert_eq!(tb[i].to_le_bytes()[j], b[j].to_le_bytes()[i]);
            }
        }
    }
}
