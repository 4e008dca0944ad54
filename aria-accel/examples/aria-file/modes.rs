//! The four modes, each a transform of whole blocks, and of the end of the message.
//!
//! ```text
//! message   [ block | block | .. | block | end: what is left, the last 16 bytes always among it ]
//!             `----- update, in any pieces ---'   `-- finish: pad, unpad, make or check the tag
//! ```
use aria_accel::{Aria, Aria128, Aria192, Aria256, Backend, Counter, ParBlocks};
use ghash::{GHash, universal_hash::UniversalHash};
use std::slice;

pub type Block = [u8; 16];

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Ctr,
    Cbc,
    Ecb,
    Gcm,
}

impl Mode {
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Ctr, Self::Cbc, Self::Ecb, Self::Gcm].into_iter().find(|mode| mode.name() == name)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Ctr => "ctr",
            Self::Cbc => "cbc",
            Self::Ecb => "ecb",
            Self::Gcm => "gcm",
        }
    }

    /// Bytes of the initial value, if the mode has one.
    pub fn iv_len(self) -> Option<usize> {
        match self {
            Self::Ctr | Self::Cbc => Some(16),
            Self::Ecb => None,
            Self::Gcm => Some(12),
        }
    }
}

/// A key in a mode and a direction.
pub struct Transform {
    step: Box<Step>,
    end: End,
}

/// Encrypts or decrypts the next blocks.
type Step = dyn FnMut(&mut [Block]);

/// What happens beside the blocks.
enum End {
    /// The key stream is cut off.
    Cut,
    /// PKCS#7: n bytes of value n, 1 to 16 of them, are added.
    Pad,
    /// And taken away.
    Unpad,
    /// The tag is added.
    Seal(Tag),
    /// And checked.
    Open(Tag),
}

impl Transform {
    /// The lengths of `key` and `iv` have been checked.
    pub fn new(mode: Mode, decrypt: bool, backend: Backend, key: &[u8], iv: &[u8]) -> Self {
        // CTR and GCM only encrypt.
        let cipher = cipher(backend, key, decrypt && matches!(mode, Mode::Cbc | Mode::Ecb));
        let mut block = [0; 16];
        block[..iv.len()].copy_from_slice(iv);
        let padding = if decrypt { End::Unpad } else { End::Pad };
        match (mode, decrypt) {
            (Mode::Ctr, _) => {
                let mut counter = Counter::be128(block);
                Self::from(move |text: &mut [Block]| cipher.ctr(&mut counter, text.into()), End::Cut)
            }
            (Mode::Ecb, _) => Self::from(move |text: &mut [Block]| cipher.ecb(text.into()), padding),
            (Mode::Cbc, true) => {
                Self::from(move |text: &mut [Block]| cipher.cbc_decrypt(&mut block, text.into()), padding)
            }
            (Mode::Cbc, false) => {
                let step = move |text: &mut [Block]| {
                    for now in text {
                        block = xor(*now, block);
                        cipher.ecb(slice::from_mut(&mut block).into());
                        *now = block;
                    }
                };
                Self::from(step, padding)
            }
            (Mode::Gcm, _) => {
                block[15] = 1;
                let mut counter = Counter::be32(block);
                let tag = Tag::new(&*cipher, &mut counter);
                let end = if decrypt { End::Open(tag) } else { End::Seal(tag) };
                Self::from(move |text: &mut [Block]| cipher.ctr(&mut counter, text.into()), end)
            }
        }
    }

    fn from(step: impl FnMut(&mut [Block]) + 'static, end: End) -> Self {
        Self { step: Box::new(step), end }
    }

    /// The longest input that the mode can take.
    pub fn limit(&self) -> Option<u64> {
        const GCM: u64 = (1 << 36) - 32;
        match self.end {
            End::Cut | End::Pad | End::Unpad => None,
            End::Seal(_) => Some(GCM),
            End::Open(_) => Some(GCM + 16),
        }
    }

    /// The next blocks, of which the last 16 bytes of the message are none.
    pub fn update(&mut self, text: &mut [Block]) {
        if let End::Open(tag) = &mut self.end {
            tag.absorb(text.as_flattened());
        }
        (self.step)(text);
        if let End::Seal(tag) = &mut self.end {
            tag.absorb(text.as_flattened());
        }
    }

    /// All that is left of the message, becoming all that is left of the result.
    pub fn finish(self, text: &mut Vec<u8>) -> Result<(), String> {
        let Self { mut step, end } = self;
        match end {
            End::Cut => cut(&mut *step, text),
            End::Pad => {
                let n = 16 - text.len() % 16;
                text.resize(text.len() + n, n as u8);
                step(text.as_chunks_mut().0);
            }
            End::Unpad => {
                if text.is_empty() || !text.len().is_multiple_of(16) {
                    return Err("its length is not a whole number of blocks: truncated, or not padded".into());
                }
                step(text.as_chunks_mut().0);
                let n = usize::from(text[text.len() - 1]);
                let padded =
                    (1..=16).contains(&n) && text[text.len() - n..].iter().all(|b| usize::from(*b) == n);
                if !padded {
                    return Err("wrong padding: wrong key, wrong mode, or a damaged file".into());
                }
                text.truncate(text.len() - n);
            }
            End::Seal(mut tag) => {
                cut(&mut *step, text);
                tag.absorb(text);
                text.extend_from_slice(&tag.value());
            }
            End::Open(mut tag) => {
                let Some(at) = text.len().checked_sub(16) else {
                    return Err("too short to hold a tag: truncated".into());
                };
                let given = text.split_off(at);
                tag.absorb(text);
                // The XOR of all, so that time does not tell how much of a forged tag is right.
                if tag.value().iter().zip(&given).fold(0, |all, (a, b)| all | (a ^ b)) != 0 {
                    return Err(
                        "wrong tag: wrong key or nonce, or the file was tampered with or truncated".into()
                    );
                }
                cut(&mut *step, text);
            }
        }
        Ok(())
    }
}

/// Whole blocks, and as much of a last one as there is.
fn cut(step: &mut Step, text: &mut [u8]) {
    let (blocks, rest) = text.as_chunks_mut();
    step(blocks);
    let mut last = [0; 16];
    last[..rest.len()].copy_from_slice(rest);
    step(slice::from_mut(&mut last));
    rest.copy_from_slice(&last[..rest.len()]);
}

/// GCM's tag over a message without associated data.
struct Tag {
    hash: GHash,
    mask: Block,
    bytes: u64,
}

impl Tag {
    /// Takes the first block of the counter as the mask.
    fn new(cipher: &dyn ParBlocks, counter: &mut Counter) -> Self {
        let mut key = [[0; 16]];
        cipher.ecb(key.as_mut_slice().into());
        let mut mask = [[0; 16]];
        cipher.ctr(counter, mask.as_mut_slice().into());
        Self { hash: GHash::new(&key[0].into()), mask: mask[0], bytes: 0 }
    }

    /// The next ciphertext. Only the last may have a length that is no multiple of 16.
    fn absorb(&mut self, text: &[u8]) {
        self.hash.update_padded(text);
        self.bytes += text.len() as u64;
    }

    fn value(mut self) -> Block {
        let bits = u128::from(8 * self.bytes).to_be_bytes();
        self.hash.update(&[bits.into()]);
        xor(self.hash.finalize().into(), self.mask)
    }
}

fn xor(a: Block, b: Block) -> Block {
    (u128::from_ne_bytes(a) ^ u128::from_ne_bytes(b)).to_ne_bytes()
}

/// One direction of a key, whose size is that of the slice.
fn cipher(backend: Backend, key: &[u8], decrypt: bool) -> Box<dyn ParBlocks> {
    fn pick<const RK: usize>(aria: Aria<RK>, decrypt: bool) -> Box<dyn ParBlocks> {
        Box::new(if decrypt { aria.decryptor().clone() } else { aria.encryptor().clone() })
    }
    if let Ok(key) = key.try_into() {
        pick(Aria128::with_backend(backend, key), decrypt)
    } else if let Ok(key) = key.try_into() {
        pick(Aria192::with_backend(backend, key), decrypt)
    } else {
        let key = key.try_into().expect("the command line admits 16, 24 and 32 bytes");
        pick(Aria256::with_backend(backend, key), decrypt)
    }
}
