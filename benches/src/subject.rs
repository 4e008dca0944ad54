//! What can be measured: one cipher, key size and mode, run by one of our backends or by a peer.
use crate::{ours, peers};

/// The key that everybody gets, and for XTS the one after it: bytes without a pattern.
pub const KEY: [u8; 64] = {
    let (mut key, mut x, mut i) = ([0; 64], 0x9e37_79b9_7f4a_7c15_u64, 0);
    while i < 64 {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        key[i] = (x >> 32) as u8;
        i += 1;
    }
    key
};
/// Start value, or first counter block: it counts from 1, as CCM does.
pub const IV: [u8; 16] = *b"\xa1\x5e\x07\xd4\x39\x8b\xc2\x60\xf5\x1c\x96\x4d\x00\x00\x00\x01";

/// ECB decryption and so on, by the names of the tables.
pub mod mode {
    #![allow(missing_docs)]
    pub const ECB_ENC: &str = "ECB-enc";
    pub const ECB_DEC: &str = "ECB-dec";
    pub const CTR: &str = "CTR";
    pub const CBC_ENC: &str = "CBC-enc";
    pub const CBC_DEC: &str = "CBC-dec";
    pub const CFB_ENC: &str = "CFB-enc";
    pub const CFB_DEC: &str = "CFB-dec";
    pub const OFB: &str = "OFB";
    /// CBC encryption of 16 messages side by side, and of 32: the message in as many parts.
    pub const CBC_ENC_16: &str = "CBC-enc 16 side by side";
    pub const CBC_ENC_32: &str = "CBC-enc 32 side by side";
    /// CTR on packets of 160 bytes, the last a shorter one, in one call and one by one.
    pub const CTR_PACKETS: &str = "CTR packets";
    pub const CTR_ONE_BY_ONE: &str = "CTR packets one by one";
    pub const XTS_ENC: &str = "XTS-enc";
    pub const XTS_DEC: &str = "XTS-dec";
    /// Key set-up for both directions, or for as many as the implementation has; the message is the key.
    pub const KEY_SETUP: &str = "key set-up";
}

/// What is run, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Label {
    /// "ARIA" or "AES".
    pub cipher: String,
    /// 128, 192 or 256.
    pub key_bits: usize,
    /// One of [`mode`], or whatever a crate lists.
    pub mode: String,
    /// The backend or the peer.
    pub who: String,
    /// Whether it is one of our backends.
    pub ours: bool,
}

impl Label {
    /// Whether a word of the command line speaks of this: "ARIA", "128", "ARIA-128", "CTR", "ours",
    /// "peers", or (part of) the name of a backend or peer.
    pub fn answers_to(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let mode = self.mode.to_lowercase();
        self.cipher.to_lowercase() == word
            || self.key_bits.to_string() == word
            || format!("{}-{}", self.cipher, self.key_bits).to_lowercase() == word
            || mode == word
            || mode.split(['-', ' ']).next() == Some(&word)
            || self.who.to_lowercase().contains(&word)
            || word == if self.ours { "ours" } else { "peers" }
    }
}

/// Processes one message in place.
type Run = Box<dyn FnMut(&mut [u8])>;

/// Something that processes one message in place each time it is run, under a key that is set.
pub struct Subject {
    /// What and who.
    pub label: Label,
    run: Run,
}

impl Subject {
    /// One of our backends.
    pub fn ours(
        cipher: &str,
        key_bits: usize,
        mode: &str,
        who: &str,
        run: impl FnMut(&mut [u8]) + 'static,
    ) -> Self {
        let (cipher, mode, who) = (cipher.into(), mode.into(), who.into());
        Self { label: Label { cipher, key_bits, mode, who, ours: true }, run: Box::new(run) }
    }

    /// A peer.
    pub fn peer(
        cipher: &str,
        key_bits: usize,
        mode: &str,
        who: &str,
        run: impl FnMut(&mut [u8]) + 'static,
    ) -> Self {
        let mut subject = Self::ours(cipher, key_bits, mode, who, run);
        subject.label.ours = false;
        subject
    }

    /// Processes a message from its start value to its end. For key set-up, the message is the key,
    /// of which something is written back so that calls depend on each other.
    #[inline]
    pub fn run(&mut self, message: &mut [u8]) {
        (self.run)(message);
    }

    /// The message sizes, out of those asked for, that mean something here.
    pub fn sizes(&self, asked: &[usize]) -> Vec<usize> {
        // Of the modes that take a part of a block, one stands for all.
        let takes = |n: &&usize| n.is_multiple_of(16) || self.label.mode == mode::CTR;
        match &self.label.mode[..] {
            mode::KEY_SETUP => vec![self.label.key_bits / 8],
            _ => asked.iter().filter(takes).copied().collect(),
        }
    }
}

/// Everything that this machine can run, and a line for each peer that it cannot.
pub fn all() -> (Vec<Subject>, Vec<String>) {
    let mut subjects = ours::subjects();
    let mut absent = Vec::new();
    for (name, peer) in peers::ALL {
        match peer() {
            Ok(more) => subjects.extend(more),
            Err(why) => absent.push(format!("skipped: {name}: {why}")),
        }
    }
    (subjects, absent)
}

/// Checks that all who run the same cipher and mode agree on a message of some length.
///
/// # Errors
/// Names the first two that do not.
pub fn check_agreement(subjects: &mut [Subject]) -> Result<usize, String> {
    const LENGTHS: [usize; 3] = [16, 7 * 16, 8192 + 48];
    let mut seen = std::collections::BTreeMap::<_, (String, Vec<u8>)>::new();
    for subject in subjects.iter_mut().filter(|s| s.label.mode != mode::KEY_SETUP) {
        for length in LENGTHS {
            let mut message: Vec<u8> = (0..length).map(|i| (i % 251) as u8).collect();
            subject.run(&mut message);
            let Label { cipher, key_bits, mode, who, .. } = subject.label.clone();
            let (first, expected) = seen
                .entry((cipher, key_bits, mode, length))
                .or_insert_with(|| (who.clone(), message.clone()));
            if *expected != message {
                return Err(format!("{first} and {who} disagree: {:?}, {length} bytes", subject.label));
            }
        }
    }
    Ok(seen.len())
}
