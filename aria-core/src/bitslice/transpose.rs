//! Transposing a square bit matrix, one row a word: exchanges the two off-diagonal quarters, then
//! does the same within each quarter, down to single bits.

macro_rules! transpose {
    ($($word:ident)*) => { $(
        /// Bit `j` of row `i` becomes bit `i` of row `j`.
        #[inline]
        pub(super) fn $word(rows: &mut [$word; $word::BITS as usize]) {
            let mut half = $word::BITS as usize / 2;
            let mut low = $word::MAX >> half;
            while half > 0 {
                for pair in rows.chunks_exact_mut(2 * half) {
                    let (upper, lower) = pair.split_at_mut(half);
                    for (upper, lower) in upper.iter_mut().zip(lower) {
                        let exchange = ((*upper >> half) ^ *lower) & low;
                        *upper ^= exchange << half;
                        *lower ^= exchange;
                    }
                }
                half /= 2;
                low ^= low << half;
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
        let (a, b): ([u64; 64], [u32; 32]) =
            (core::array::from_fn(noise), core::array::from_fn(|i| noise(i) as u32));
        let (mut ta, mut tb) = (a, b);
        super::u64(&mut ta);
        super::u32(&mut tb);
        for (i, j) in (0..64 * 64).map(|n| (n / 64, n % 64)) {
            assert_eq!(ta[i] >> j & 1, a[j] >> i & 1);
            if i < 32 && j < 32 {
                assert_eq!(tb[i] >> j & 1, b[j] >> i & 1);
            }
        }
    }
}
