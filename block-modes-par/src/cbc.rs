//! Cipher block chaining (SP 800-38A section 6.2): serial to encrypt, unless there are several
//! messages, parallel to decrypt.
//!
//! ```text
//! encrypt   iv ---+  +--- out[0] ---+        decrypt   in[0]        in[1]
//!                 |  |              |                    C            C
//!         in[0] - ^  |      in[1] - ^              iv -  ^   in[0] -  ^
//!                 C -+              C -- ..            out[0]       out[1]
//! ```
use crate::{Aligned, BlockMode, Error, LANES, Text, xor};
use aria_core::{Block, InOut, ParBlocks, in_out::Form};

/// CBC encryption of one message.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::{BlockMode, CbcDecrypt, CbcEncrypt};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let decryptor = Keys::new(&schedule.decrypt);
/// let iv = [3; 16];
/// let mut buffer = *b"attack at dawn; bring all the ladders.          ";
/// let sealed = CbcEncrypt::new(&encryptor, iv).encrypt_padded(&mut buffer, 38)?;
/// let opened = CbcDecrypt::new(&decryptor, iv).decrypt_padded(sealed)?;
/// assert_eq!(opened, b"attack at dawn; bring all the ladders.");
/// # Ok::<(), block_modes_par::Error>(())
/// ```
#[derive(Clone)]
pub struct CbcEncrypt<C> {
    cipher: C,
    previous: Block,
}

impl<C: ParBlocks> CbcEncrypt<C> {
    /// Begins a message; `cipher` must encrypt.
    pub fn new(cipher: C, iv: Block) -> Self {
        Self { cipher, previous: iv }
    }
}

impl<C: ParBlocks> BlockMode for CbcEncrypt<C> {
    #[inline]
    fn blocks(&mut self, text: InOut<'_>) {
        self.cipher.cbc_encrypt(&mut self.previous, text);
    }
}

/// CBC decryption of one message.
#[derive(Clone)]
pub struct CbcDecrypt<C> {
    cipher: C,
    previous: Block,
}

impl<C: ParBlocks> CbcDecrypt<C> {
    /// Begins a message; `cipher` must decrypt.
    pub fn new(cipher: C, iv: Block) -> Self {
        Self { cipher, previous: iv }
    }
}

impl<C: ParBlocks> BlockMode for CbcDecrypt<C> {
    #[inline]
    fn blocks(&mut self, text: InOut<'_>) {
        self.cipher.cbc_decrypt(&mut self.previous, text);
    }
}

/// Encrypts independent messages side by side, each with its own initialisation vector: a lane of
/// the cipher for each, and the next message into the lane that becomes free. Leaves the last
/// block of each message in the place of its vector, so that it can go on.
///
/// ```
/// use aria_core::{Schedule, soft::Keys};
/// use block_modes_par::{BlockMode, CbcEncrypt, cbc};
/// let schedule = Schedule::<13>::new(&[7; 16]);
/// let encryptor = Keys::new(&schedule.encrypt);
/// let (mut a, mut b) = ([1; 48], [2; 16]);
/// let mut messages = [([8; 16], (&mut a).into()), ([9; 16], (&mut b).into())];
/// cbc::encrypt_many(&encryptor, &mut messages)?;
///
/// let mut alone = [2; 16];
/// CbcEncrypt::new(&encryptor, [9; 16]).apply(&mut alone)?;
/// assert_eq!(b, alone);
/// # Ok::<(), block_modes_par::Error>(())
/// ```
///
/// # Errors
/// [`Error::LengthMismatch`] or [`Error::NotWholeBlocks`] for any message, before anything is
/// written.
pub fn encrypt_many(cipher: impl ParBlocks, messages: &mut [(Block, Text<'_>)]) -> Result<(), Error> {
    for (_, text) in messages.iter_mut() {
        text.reborrow().whole_blocks()?;
    }
    let width = cipher.width().clamp(1, LANES);
    let mut waiting = messages.iter_mut().filter(|(_, text)| !text.is_empty());
    let mut lanes: [Lane<'_>; LANES] = core::array::from_fn(|_| Lane::default());
    let Aligned(chain) = &mut Aligned::<LANES>::zeros();
    let mut active = 0;
    loop {
        while active < width {
            let Some((iv, text)) = waiting.next() else { break };
            chain[active] = *iv;
            lanes[active] = Lane { left: in_place(text.reborrow().into_blocks().0), iv: Some(iv) };
            active += 1;
        }
        // As many steps as the shortest message has blocks left, in which no lane changes hands.
        let Some(steps) = lanes[..active].iter().map(|lane| lane.left.len()).min() else { return Ok(()) };
        // Lanes that are free do no harm in a kernel that takes as long without them.
        let used = if cipher.pads() && 2 * active >= width { width } else { active };
        for (previous, lane) in chain.iter_mut().zip(&lanes[..active]) {
            *previous = xor(previous, &lane.left[0]);
        }
        for step in 1..steps {
            cipher.ecb(InOut::from(&mut chain[..used]));
            for (previous, lane) in chain.iter_mut().zip(&mut lanes[..active]) {
                // (one look at the bounds, of which there are 32 a step)
                let Some([now, next]) = lane.left.get_mut(step - 1..step + 1) else { continue };
                let out = *previous;
                *previous = xor(previous, next);
                *now = out;
            }
        }
        cipher.ecb(InOut::from(&mut chain[..used]));
        for (previous, lane) in chain.iter().zip(&mut lanes[..active]) {
            lane.left[steps - 1] = *previous;
        }
        // From the last lane down, so that the one moved into a free place has been seen.
        for i in (0..active).rev() {
            lanes[i].left = &mut core::mem::take(&mut lanes[i].left)[steps..];
            if lanes[i].left.is_empty() {
                let iv = lanes[i].iv.take();
                *iv.expect("a lane in use") = chain[i];
                active -= 1;
                lanes.swap(i, active);
                chain[i] = chain[active];
            }
        }
    }
}

/// What is left of a message, and where its last block goes in the end.
#[derive(Default)]
struct Lane<'a> {
    left: &'a mut [Block],
    iv: Option<&'a mut Block>,
}

/// The output, with the input copied into it: lanes of one kind cost less than the copy.
fn in_place(text: InOut<'_>) -> &mut [Block] {
    match text.into_form() {
        Form::InPlace(buffer) => buffer,
        Form::Apart(input, output) => {
            output.copy_from_slice(input);
            output
        }
    }
}
