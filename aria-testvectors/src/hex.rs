//! Bytes kept as the hexadecimal text they were written in, checked once and decoded where needed.
//!
//! No allocation is needed: iterate over [`Hex::bytes`], fill a buffer, or take a fixed array.
use crate::Problem;

/// A string of an even number of hexadecimal digits, standing for half as many bytes.
///
/// ```
/// use aria_testvectors::Hex;
/// let hex = Hex::new("00fF80")?;
/// assert!(hex.bytes().eq([0x00, 0xff, 0x80]));
/// assert_eq!(hex.array::<3>(), Some([0x00, 0xff, 0x80]));
/// assert!(hex == [0x00, 0xff, 0x80][..]);
/// assert!(Hex::new("0").is_err() && Hex::new("0g").is_err());
/// # Ok::<(), aria_testvectors::Problem>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Hex<'a>(&'a str);

impl<'a> Hex<'a> {
    /// Checks `digits`.
    ///
    /// # Errors
    /// Where a character is no hexadecimal digit, or their number is odd.
    pub fn new(digits: &'a str) -> Result<Self, Problem> {
        if let Some((_, other)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
            Err(Problem::NotHex(other))
        } else if !digits.len().is_multiple_of(2) {
            Err(Problem::OddHex(digits.len()))
        } else {
            Ok(Self(digits))
        }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// Whether there is no byte.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The digits as written.
    pub fn digits(&self) -> &'a str {
        self.0
    }

    /// The bytes, one after the other.
    pub fn bytes(&self) -> Bytes<'a> {
        Bytes(self.0.as_bytes().chunks_exact(2))
    }

    /// Writes the bytes to the start of `buffer` and gives that part.
    ///
    /// # Errors
    /// Where `buffer` is shorter than [`len`](Self::len); nothing is written then.
    pub fn copy_to<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], BufferTooSmall> {
        let part = buffer.get_mut(..self.len()).ok_or(BufferTooSmall)?;
        part.iter_mut().zip(self.bytes()).for_each(|(to, byte)| *to = byte);
        Ok(part)
    }

    /// The bytes as an array, where there are `N`.
    pub fn array<const N: usize>(&self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        (self.len() == N && self.copy_to(&mut bytes).is_ok()).then_some(bytes)
    }

    /// The bytes.
    #[cfg(feature = "alloc")]
    pub fn to_vec(&self) -> alloc::vec::Vec<u8> {
        self.bytes().collect()
    }
}

/// Equal as bytes: the case of a digit does not count.
impl PartialEq for Hex<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(other.0)
    }
}

impl Eq for Hex<'_> {}

impl PartialEq<[u8]> for Hex<'_> {
    fn eq(&self, other: &[u8]) -> bool {
        self.bytes().eq(other.iter().copied())
    }
}

impl core::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.0)
    }
}

/// Iterator over the bytes of a [`Hex`].
#[derive(Clone, Debug)]
pub struct Bytes<'a>(core::slice::ChunksExact<'a, u8>);

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        self.0.next().map(|pair| nibble(pair[0]) << 4 | nibble(pair[1]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Bytes<'_> {}

/// Value of a digit already checked.
fn nibble(digit: u8) -> u8 {
    match digit {
        b'0'..=b'9' => digit - b'0',
        _ => (digit | 0x20) - b'a' + 10,
    }
}

/// The buffer cannot hold the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferTooSmall;

impl core::fmt::Display for BufferTooSmall {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the buffer cannot hold the bytes")
    }
}

impl core::error::Error for BufferTooSmall {}
