//! All rounds on several vectors side by side, and the two directions.
//!
//! ```text
//! x ^ first    enc(middle[0])  ..  enc(middle[n])    enc_last(last)       as many vectors abreast as hide
//! x ^ first    dec(middle[0])  ..  dec(middle[n])    dec_last(last)       an instruction's latency
//! ```
//!
//! Decryption is the equivalent inverse cipher of FIPS 197, section 5.3.5: the same steps under round keys
//! of its own.
use aria_core::{Block, aes_round::AesRound};

/// Encryption or decryption.
pub trait Direction: Copy + Send + Sync + 'static {
    /// Whether it is decryption.
    const DECRYPT: bool;
    /// A round.
    #[inline(always)]
    fn round<const N: usize, V: AesRound<N>>(x: V, key: V) -> V {
        if Self::DECRYPT { x.dec(key) } else { x.enc(key) }
    }
    /// The last round. What is to be added to the result may come with the key.
    #[inline(always)]
    fn last<const N: usize, V: AesRound<N>>(x: V, key: V) -> V {
        if Self::DECRYPT { x.dec_last(key) } else { x.enc_last(key) }
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

    /// All rounds but the last.
    #[inline(always)]
    pub(crate) fn start<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &self,
        isa: V::Isa,
        mut x: [V; M],
    ) -> [V; M] {
        let key = V::broadcast(isa, self.first);
        for x in &mut x {
            *x = *x ^ key;
        }
        self.start_whitened::<D, N, V, M>(isa, x)
    }

    /// All rounds but the last on blocks that the first key is already added to.
    #[inline(always)]
    pub(crate) fn start_whitened<D: Direction, const N: usize, V: AesRound<N>, const M: usize>(
        &self,
        isa: V::Isa,
        mut x: [V; M],
    ) -> [V; M] {
        for key in self.middle {
            let key = V::broadcast(isa, key);
            for x in &mut x {
                *x = D::round(*x, key);
            }
        }
        x
    }
}
