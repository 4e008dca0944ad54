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
