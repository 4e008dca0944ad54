//! PKCS#7 padding (RFC 5652 section 6.3) for blocks of 16 bytes: 1 to 16 bytes, each their number.
//!
//! ```text
//! [ t t t t t t t t t t t t t 3 3 3 ]        [ .. whole block .. ][ 16 16 .. 16 ]
//! ```
use crate::Error;
use aria_core::Block;
use subtle::{ConstantTimeEq, ConstantTimeGreater, CtOption};

/// Pads the first `len` bytes of `buffer` and returns them with their padding.
///
/// ```
/// let mut buffer = *b"thirteen byte and room";
/// let padded = block_modes_par::pkcs7::pad(&mut buffer, 13)?;
/// assert_eq!(padded, b"thirteen byte\x03\x03\x03");
/// # Ok::<(), block_modes_par::Error>(())
/// ```
///
/// # Errors
/// [`Error::BufferTooSmall`] where `buffer` does not hold the next multiple of 16 above `len`.
pub fn pad(buffer: &mut [u8], len: usize) -> Result<&mut [u8], Error> {
    let padding = 16 - len % 16;
    let end = len.checked_add(padding).ok_or(Error::BufferTooSmall)?;
    let padded = buffer.get_mut(..end).ok_or(Error::BufferTooSmall)?;
    padded[len..].fill(padding as u8);
    Ok(padded)
}

/// Takes the padding off. All that shows in time is whether it was right and how long.
///
/// ```
/// use block_modes_par::{Error, pkcs7};
/// assert_eq!(pkcs7::unpad(b"thirteen byte\x03\x03\x03")?, b"thirteen byte");
/// assert_eq!(pkcs7::unpad(b"thirteen byte\x03\x02\x03"), Err(Error::Padding));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// [`Error::Padding`], whatever is wrong.
pub fn unpad(text: &[u8]) -> Result<&[u8], Error> {
    let (_, last) = text.split_last_chunk::<16>().ok_or(Error::Padding)?;
    if !text.len().is_multiple_of(16) {
        return Err(Error::Padding);
    }
    let padding: Option<u8> = padding(last).into();
    padding.map(|padding| &text[..text.len() - usize::from(padding)]).ok_or(Error::Padding)
}

/// The length of the padding at the end of the last block, where it is right. Neither shows in time.
///
/// ```
/// let length: Option<u8> = block_modes_par::pkcs7::padding(b"thirteen byte\x03\x03\x03").into();
/// assert_eq!(length, Some(3));
/// ```
pub fn padding(last: &Block) -> CtOption<u8> {
    let padding = last[15];
    let mut right = !padding.ct_eq(&0) & !padding.ct_gt(&16);
    for (from_end, byte) in (1..=16u8).zip(last.iter().rev()) {
        right &= from_end.ct_gt(&padding) | byte.ct_eq(&padding);
    }
    CtOption::new(padding, right)
}
