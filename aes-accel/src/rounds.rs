//! All rounds on several vectors side by side, and the two directions.
//!
//! ```text
//! keys last (x86)   x ^ first          enc(middle[0])  ..  enc(middle[n])       enc_last(last)
//! keys first (Arm)      enc(first)     enc(middle[0])  ..  enc_last(middle[n])  ^ last
//!                   |--- whiten ---|------------------ start ------------------|---- end ----|
//! ```
//!
//! As many vectors abreast as hide an instruction's latency. What is to be added to the result joins the
//! last key while the rounds are under way.
//!
//! Decryption is the equivalent inverse cipher of FIPS 197, section 5.3.5: the same steps under round keys
//! of its own.
use aria_core::{Block, aes_round::AesRound, sliced::KeyPlace};

/// Encryption or decryption.
pub trait Direction: Copy + Send + Sync + 'static {
    /// Whether it is decryption.
    const DECRYPT: bool;
    /// A round.
    #[inline(always)]
    fn round<const N: usize, V: AesRound<N>>(x: V, key: V) -> V {
        if Self::DECRYPT { x.dec(key) } else { x.enc(key) }
    }
    /// The steps of the last round.
    #[inline(always)]
    fn last<const N: usize, V: AesRound<N>>(x: V, key: V) -> V {
        if Self::DECRYPT { x.dec_last(key) } else { x.enc_last(key) }
    }
    /// The end of all rounds: the last key and what is to be added along with it.
    #[inline(always)]
    fn end<const N: usize, V: AesRound<N>>(x: V, last: V) -> V {
        match V::KEYS {
            KeyPlace::After => Self::last(x, last),
            KeyPlace::Before => x ^ last,
        }
    }
}

/// The direction of encryption.
#[derive(Clone, Copy, Debug)]
pub struct Encrypt;

/// The direction of decryption.
#[derive(Clone, Copy, Debug)]
pub struct Decrypt;

impl Direction for Encrypt {
    const DECRYPT: bool = false;
}

impl Direction for Decrypt {
    const DECRYPT: bool = true;
}

/// The round keys of a direction, in order of use.
#[derive(Clone, Copy)]
pub(crate) struct RoundKeys<'k> {
    pub(crate) first: &'k Block,
    pub(crate) middle: &'k [Block],
    pub(crate) last: &'k Block,
}

impl<'k> RoundKeys<'k> {
    #[inline(always)]
    pub(crate) fn new(keys: &'k [Block]) -> Self {
        let [first, middle @ .., last] = keys else { unreachable!("there are at least 11") };
        Self { first, middle, last }
    }

    /// A block with the first key added, where the CPU does not do that in the first round.
    #[inline(always)]
    pub(crate) fn whiten<const N: usize, V: AesRound<N>>(&self, isa: V::Isa, x: V) -> V {
        match V::KEYS {
            KeyPlace::After => x ^ V::repeat(isa, self.first),
            KeyPlace::Before => x,
        }
    }

    /// From whitened blocks to all but the [end](Direction::end).
    #[inline(always)]
    pub(crate) fn start<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &self,
        isa: V::Isa,
        x: [V; M],
    ) -> [V; M] {
        self.start_beside::<D, N, V, M, 0>(isa, x, |_| {})
    }

    /// The same, and after each of the first `BESIDE` rounds something else, which is told their number: what is to be
    /// done beside AES had better stand between its instructions, since a CPU does not look far ahead.
    #[inline(always)]
    pub(crate) fn start_beside<
        D: Direction,
        const N: usize,
        V: AesRound<N>,
        const M: usize,
        const BESIDE: usize,
    >(
        &self,
        isa: V::Isa,
        mut x: [V; M],
        mut beside: impl FnMut(usize),
    ) -> [V; M] {
        // (there are at least nine; a kernel has no way to panic)
        let Some((head, tail)) = self.middle.split_first_chunk::<BESIDE>() else { return x };
        let mut key = V::repeat(isa, self.first);
        for (i, next) in head.iter().enumerate() {
            key = Self::round::<D, N, V, M>(isa, &mut x, key, next);
            beside(i);
        }
        for next in tail {
            key = Self::round::<D, N, V, M>(isa, &mut x, key, next);
        }
        if V::KEYS == KeyPlace::Before {
            for x in &mut x {
                *x = D::last(*x, key);
            }
        }
        x
    }

    /// A round under this key, or the next, which it returns.
    #[inline(always)]
    fn round<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        isa: V::Isa,
        x: &mut [V; M],
        key: V,
        next: &Block,
    ) -> V {
        let after = V::KEYS == KeyPlace::After;
        let key = if after { V::repeat(isa, next) } else { key };
        for x in x {
            *x = D::round(*x, key);
        }
        if after { key } else { V::repeat(isa, next) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{backend::Portable, schedule::Schedule};
    use aria_core::sliced::{ByteSlice, model::ModelSlice};

    /// All rounds on three blocks, on a model of the CPU.
    fn rounds<D: Direction, const KEY_FIRST: bool>(keys: &[Block], blocks: [Block; 3]) -> [Block; 3] {
        type Model<const KEY_FIRST: bool> = ModelSlice<16, KEY_FIRST, false>;
        let keys = RoundKeys::new(keys);
        let x = blocks.map(|block| keys.whiten((), Model::<KEY_FIRST>::load((), &block)));
        let last = Model::<KEY_FIRST>::repeat((), keys.last);
        keys.start::<D, 16, _, 3>((), x).map(|x| D::end(x, last).0)
    }

    /// FIPS 197, appendix C.1, on CPUs that add keys first and last.
    #[test]
    fn fips_197() {
        let plain: Block = 0x00112233_44556677_8899aabb_ccddeeff_u128.to_be_bytes();
        let cipher: Block = 0x69c4e0d8_6a7b0430_d8cdb780_70b4c55a_u128.to_be_bytes();
        let key: Block = core::array::from_fn(|i| i as u8);
        let mut encrypt = [[0; 16]; 11];
        Schedule::Expand(&key, &mut encrypt).portable();
        let mut decrypt = encrypt;
        Schedule::Invert(&encrypt, &mut decrypt).portable();
        let text = [plain, [0; 16], plain];
        for (there, back) in [
            (rounds::<Encrypt, false>(&encrypt, text), rounds::<Decrypt, false> as fn(&[Block], _) -> _),
            (rounds::<Encrypt, true>(&encrypt, text), rounds::<Decrypt, true>),
        ] {
            assert_eq!((there[0], there[2]), (cipher, cipher));
            assert_eq!(back(&decrypt, there), text);
        }
    }
}
