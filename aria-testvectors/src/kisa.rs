//! KISA's variable-text and variable-key sets of ARIA in ECB, made by their rule and judged by digest.
//!
//! ```text
//! variable text   key 00 .. 00    plaintext 80.., c0.., e0.., ..  the first n bits set, n = 1 ..= 128
//! variable key    key 80.., c0..  plaintext 00 .. 00              the first n bits set, n = 1 ..= key length
//! ```
//! The official files stay where they are; a [`Set`] holds the SHA-256 of their ciphertexts in order of n.

/// Which input runs through the bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// The plaintext; the key is 0.
    Text,
    /// The key; the plaintext is 0.
    Key,
}

/// One set: its rule and the digest of its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// Key length in bits.
    pub key_bits: usize,
    /// Which input runs through the bits.
    pub variable: Variable,
    /// SHA-256 over the official ciphertexts, in order.
    pub digest: [u8; 32],
}

/// A key of 16, 24 or 32 bytes; dereferences to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    bytes: [u8; 32],
    len: usize,
}

impl core::ops::Deref for Key {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Set {
    /// Number of cases.
    pub const fn count(&self) -> usize {
        match self.variable {
            Variable::Text => 128,
            Variable::Key => self.key_bits,
        }
    }

    /// The set's keys and plaintexts, in order.
    ///
    /// ```
    /// use aria_testvectors::kisa::SETS;
    /// let (key, plaintext) = SETS[0].inputs().nth(8).unwrap();
    /// assert_eq!((key[..].len(), &plaintext[..3]), (16, &[0xff, 0x80, 0][..]));
    /// ```
    pub fn inputs(&self) -> impl Iterator<Item = (Key, [u8; 16])> + use<> {
        let Self { key_bits, variable, .. } = *self;
        let len = key_bits / 8;
        (1..=self.count()).map(move |n| match variable {
            Variable::Text => (Key { bytes: [0; 32], len }, first_bits(n)),
            Variable::Key => (Key { bytes: first_bits(n), len }, [0; 16]),
        })
    }
}

/// `n` ones, then zeros.
fn first_bits<const N: usize>(n: usize) -> [u8; N] {
    core::array::from_fn(|i| match n.saturating_sub(8 * i) {
        0 => 0,
        left @ 1..8 => 0xff << (8 - left),
        _ => 0xff,
    })
}

const fn digest(halves: [u128; 2]) -> [u8; 32] {
    let (high, low) = (halves[0].to_be_bytes(), halves[1].to_be_bytes());
    let mut digest = [0; 32];
    let mut i = 0;
    while i < 16 {
        digest[i] = high[i];
        digest[16 + i] = low[i];
        i += 1;
    }
    digest
}

/// The six sets.
pub const SETS: [Set; 6] = [
    Set {
        key_bits: 128,
        variable: Variable::Text,
        digest: digest([0x2edee241e2c5316a146c0884680f7a78, 0x0d354ef08b35792181c2685cde60f267]),
    },
    Set {
        key_bits: 192,
        variable: Variable::Text,
        digest: digest([0x0e3323d95d06781b9d91e1cca2997b35, 0x90f78e0638a511f8c527b117abbb502d]),
    },
    Set {
        key_bits: 256,
        variable: Variable::Text,
        digest: digest([0x815475d6f7576dc6ab09a658b3ee3450, 0x74ef7bbe7faa70232838a6b701480665]),
    },
    Set {
        key_bits: 128,
        variable: Variable::Key,
        digest: digest([0xf82484d64d0694ea590ea33f0625eb18, 0x3d4b310ee8ac844c4e526aef1fe7309d]),
    },
    Set {
        key_bits: 192,
        variable: Variable::Key,
        digest: digest([0x8ed26a8e796443a3d19f699ea6c8302e, 0x86473519594d9d490683973efd9f3845]),
    },
    Set {
        key_bits: 256,
        variable: Variable::Key,
        digest: digest([0x2fb88b5c412c034eb6902877a837e994, 0xf48261b33a38e467ef49ffa664f88ef6]),
    },
];

/// The set whose ciphertexts are not the official ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch(pub Set);

impl core::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let variable = match self.0.variable {
            Variable::Text => "text",
            Variable::Key => "key",
        };
        write!(f, "ARIA-{}: wrong ciphertexts in KISA's variable-{variable} set", self.0.key_bits)
    }
}

impl core::error::Error for Mismatch {}

/// Runs `encrypt`, from a key and a plaintext block to the ciphertext block, over all sets; gives the number of
/// cases.
///
/// # Errors
/// The first set that came out otherwise than the official files.
///
/// ```
/// let wrong = aria_testvectors::kisa::check(|_key, plaintext| *plaintext).unwrap_err();
/// assert_eq!(wrong.to_string(), "ARIA-128: wrong ciphertexts in KISA's variable-text set");
/// ```
#[cfg(feature = "digests")]
pub fn check(mut encrypt: impl FnMut(&[u8], &[u8; 16]) -> [u8; 16]) -> Result<usize, Mismatch> {
    use sha2::{Digest, Sha256};
    let mut cases = 0;
    for set in SETS {
        let mut hash = Sha256::new();
        for (key, plaintext) in set.inputs() {
            hash.update(encrypt(&key, &plaintext));
            cases += 1;
        }
        if hash.finalize()[..] != set.digest {
            return Err(Mismatch(set));
        }
    }
    Ok(cases)
}
