//! What the modes refuse. Nothing has been written where a mode returns one of these, but for
//! [`Error::Padding`], which can only be known once the text is decrypted.

/// Why a mode refused a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// Input and output differ in length.
    LengthMismatch,
    /// ECB or CBC, or an XTS data unit that goes on, was given a length that is no multiple of 16.
    NotWholeBlocks,
    /// An XTS data unit, or its last part, has fewer than 16 bytes.
    TooShort,
    /// An XTS data unit has more than 2^20 blocks.
    DataUnitTooLong,
    /// The buffer has no room for the result.
    BufferTooSmall,
    /// The counter would come round to a value already used.
    CounterExhausted,
    /// The padding is wrong, or the text has a length that no padded text has.
    Padding,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Error::LengthMismatch => "input and output differ in length",
            Error::NotWholeBlocks => "the length is no multiple of 16 bytes",
            Error::TooShort => "fewer than 16 bytes",
            Error::DataUnitTooLong => "more than 2^20 blocks in one data unit",
            Error::BufferTooSmall => "no room for the result",
            Error::CounterExhausted => "the counter has run through all its values",
            Error::Padding => "wrong padding",
        })
    }
}

impl core::error::Error for Error {}
