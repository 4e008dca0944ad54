//! One known answer, and the draft that every reader fills line by line and has checked at its end.
//!
//! ```text
//! draft.set(Field::Key, "00..0f") ... draft.finish() -> Case    lengths and missing fields checked here, once
//! ```
use crate::Hex;
use core::fmt;

/// The block cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cipher {
    /// RFC 5794.
    Aria,
    /// FIPS 197.
    Aes,
}

impl Cipher {
    /// Both ciphers with their names.
    pub(crate) const NAMES: [(&'static str, Self); 2] = [("aria", Self::Aria), ("aes", Self::Aes)];
}

/// The mode of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Each block alone.
    Ecb,
    /// Cipher block chaining, no padding.
    Cbc,
    /// Cipher feedback of whole blocks.
    Cfb128,
    /// Cipher feedback of single bytes.
    Cfb8,
    /// Output feedback.
    Ofb,
    /// Counter mode: the IV is the first counter block, 128 bits of big-endian counter.
    Ctr,
    /// Galois/counter mode.
    Gcm,
    /// Counter with CBC-MAC.
    Ccm,
}

impl Mode {
    /// All modes with their names.
    pub(crate) const NAMES: [(&'static str, Self); 8] = [
        ("ecb", Self::Ecb),
        ("cbc", Self::Cbc),
        ("cfb128", Self::Cfb128),
        ("cfb8", Self::Cfb8),
        ("ofb", Self::Ofb),
        ("ctr", Self::Ctr),
        ("gcm", Self::Gcm),
        ("ccm", Self::Ccm),
    ];

    /// Whether the mode yields a tag.
    pub fn is_aead(self) -> bool {
        matches!(self, Self::Gcm | Self::Ccm)
    }
}

/// The value that bears `name`, whatever its letters' case.
pub(crate) fn named<T: Copy>(names: &[(&str, T)], name: &str) -> Option<T> {
    names.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, value)| value)
}

/// The name that `value` bears.
fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: &T) -> &'static str {
    names.iter().find(|(_, known)| known == value).map_or("", |&(name, _)| name)
}

impl fmt::Display for Cipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(name_of(&Self::NAMES, self))
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(name_of(&Self::NAMES, self))
    }
}

/// A known answer. Fields that the mode has no use for are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case<'a> {
    /// Who published it.
    pub source: &'a str,
    /// Line of the text in which it begins, from 1.
    pub line: usize,
    /// The block cipher.
    pub cipher: Cipher,
    /// The mode of operation.
    pub mode: Mode,
    /// The key: 16, 24 or 32 bytes.
    pub key: Hex<'a>,
    /// The IV, first counter block or nonce: 16 bytes but for GCM (any number from 1) and CCM (7 to 13).
    pub iv: Hex<'a>,
    /// The associated data.
    pub aad: Hex<'a>,
    /// The plaintext; empty in an invalid case whose publisher kept it back.
    pub plaintext: Hex<'a>,
    /// The ciphertext without the tag.
    pub ciphertext: Hex<'a>,
    /// The tag; its length is the tag length to be used.
    pub tag: Hex<'a>,
    /// Whether decryption must succeed; where not, it must be refused.
    pub valid: bool,
}

impl Case<'_> {
    /// Length of the key in bits: 128, 192 or 256.
    pub fn key_bits(&self) -> usize {
        8 * self.key.len()
    }
}

/// `rfc5794:7: aria-128-ecb`, for messages of tests.
impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}-{}-{}", self.source, self.line, self.cipher, self.key_bits(), self.mode)
    }
}

/// What is wrong with a line or a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A character that is no hexadecimal digit.
    NotHex(char),
    /// So many hexadecimal digits, an odd number.
    OddHex(usize),
    /// Neither a comment nor `name = value`.
    NotAField,
    /// A field of a name unknown to the format.
    UnknownField,
    /// The field stands twice in one case.
    Twice(&'static str),
    /// The field is missing.
    Missing(&'static str),
    /// A cipher other than ARIA and AES, or none named.
    UnknownCipher,
    /// A mode that is not supported, or none named.
    UnknownMode,
    /// A result other than `valid` and `invalid`.
    UnknownResult,
    /// The key has so many bytes.
    KeyLength(usize),
    /// The key has so many bits, and the algorithm's name asks for another number.
    KeyBits(usize),
    /// The IV has so many bytes, and the mode asks for another number.
    IvLength(usize),
    /// Plaintext and ciphertext have so many bytes each and should have the same.
    TextLengths(usize, usize),
    /// The text has so many bytes and the mode takes whole blocks.
    PartialBlock(usize),
    /// The mode has no such field.
    NotInMode(&'static str),
    /// The file begins a Monte Carlo chain, which is no list of known answers.
    MonteCarlo,
    /// So many columns instead of nine.
    Columns(usize),
    /// There is no case in the text.
    NoCase,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotHex(c) => write!(f, "{c:?} is not a hexadecimal digit"),
            Self::OddHex(n) => write!(f, "an odd number of hexadecimal digits ({n})"),
            Self::NotAField => f.write_str("expected `name = value`"),
            Self::UnknownField => f.write_str("unknown field"),
            Self::Twice(field) => write!(f, "{field} stands twice in one case"),
            Self::Missing(field) => write!(f, "the case has no {field}"),
            Self::UnknownCipher => f.write_str("no known cipher is named (ARIA or AES)"),
            Self::UnknownMode => {
                f.write_str("no known mode is named (ECB, CBC, CFB128, CFB8, OFB, CTR, GCM or CCM)")
            }
            Self::UnknownResult => f.write_str("the result is neither `valid` nor `invalid`"),
            Self::KeyLength(n) => write!(f, "the key has {n} bytes, expected 16, 24 or 32"),
            Self::KeyBits(n) => write!(f, "the key has {n} bits, unlike the algorithm's name"),
            Self::IvLength(n) => write!(f, "an IV of {n} bytes is not for this mode"),
            Self::TextLengths(p, c) => write!(f, "plaintext has {p} bytes and ciphertext {c}"),
            Self::PartialBlock(n) => write!(f, "{n} bytes of text are no whole number of blocks"),
            Self::NotInMode(field) => write!(f, "this mode has no {field}"),
            Self::MonteCarlo => f.write_str("Monte Carlo files are not supported; take it out of the folder"),
            Self::Columns(n) => write!(f, "{n} tab-separated columns, expected 9"),
            Self::NoCase => f.write_str("there is no case here"),
        }
    }
}

impl core::error::Error for Problem {}

/// A [`Problem`] and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for ParseError {}

/// The hexadecimal fields of a case.
#[derive(Clone, Copy)]
pub(crate) enum Field {
    Key,
    Iv,
    Aad,
    Plaintext,
    Ciphertext,
    Tag,
}

impl Field {
    /// Name in our format, and in messages; in the order of the enum.
    const NAMES: [&'static str; 6] = ["key", "iv", "aad", "plaintext", "ciphertext", "tag"];

    /// The field called so, or as request and response files call it.
    pub(crate) fn named(name: &str) -> Option<Self> {
        const OTHERS: [(&str, Field); 8] = [
            ("key", Field::Key),
            ("iv", Field::Iv),
            ("aad", Field::Aad),
            ("plaintext", Field::Plaintext),
            ("pt", Field::Plaintext),
            ("ciphertext", Field::Ciphertext),
            ("ct", Field::Ciphertext),
            ("tag", Field::Tag),
        ];
        named(&OTHERS, name)
    }
}

/// A case being read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Draft<'a> {
    fields: [Option<Hex<'a>>; 6],
    invalid: bool,
    line: Option<usize>,
}

impl<'a> Draft<'a> {
    /// Whether nothing was set yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.line.is_none()
    }

    /// The line of the first field.
    pub(crate) fn line(&self) -> usize {
        self.line.unwrap_or(0)
    }

    /// Takes the field's hexadecimal value from `line`.
    pub(crate) fn set(&mut self, field: Field, digits: &'a str, line: usize) -> Result<(), Problem> {
        let slot = &mut self.fields[field as usize];
        if slot.is_some() {
            return Err(Problem::Twice(Field::NAMES[field as usize]));
        }
        *slot = Some(Hex::new(digits)?);
        self.line.get_or_insert(line);
        Ok(())
    }

    /// Notes that decryption must be refused.
    pub(crate) fn refuse(&mut self, line: usize) {
        self.invalid = true;
        self.line.get_or_insert(line);
    }

    /// Checks the case as a whole.
    pub(crate) fn finish(self, source: &'a str, cipher: Cipher, mode: Mode) -> Result<Case<'a>, Problem> {
        let must =
            |field: Field| self.fields[field as usize].ok_or(Problem::Missing(Field::NAMES[field as usize]));
        let may = |field: Field| self.fields[field as usize].unwrap_or_default();
        // An authenticated text may be empty and so left out; a refused one has no plaintext to tell.
        let text = |field| if mode.is_aead() { Ok(may(field)) } else { must(field) };
        let case = Case {
            source,
            line: self.line(),
            cipher,
            mode,
            key: must(Field::Key)?,
            iv: if mode == Mode::Ecb { may(Field::Iv) } else { must(Field::Iv)? },
            aad: may(Field::Aad),
            plaintext: text(Field::Plaintext)?,
            ciphertext: text(Field::Ciphertext)?,
            tag: if mode.is_aead() { must(Field::Tag)? } else { may(Field::Tag) },
            valid: !self.invalid,
        };
        check(&case)?;
        Ok(case)
    }
}

/// The lengths that the mode asks for.
fn check(case: &Case<'_>) -> Result<(), Problem> {
    let (iv, plain, cipher) = (case.iv.len(), case.plaintext.len(), case.ciphertext.len());
    let iv_fits = match case.mode {
        Mode::Ecb => iv == 0,
        Mode::Gcm => iv > 0,
        Mode::Ccm => (7..=13).contains(&iv),
        _ => iv == 16,
    };
    let whole_blocks = matches!(case.mode, Mode::Ecb | Mode::Cbc);
    if !matches!(case.key.len(), 16 | 24 | 32) {
        Err(Problem::KeyLength(case.key.len()))
    } else if !iv_fits {
        Err(Problem::IvLength(iv))
    } else if plain != cipher && (case.valid || plain != 0) {
        Err(Problem::TextLengths(plain, cipher))
    } else if whole_blocks && !cipher.is_multiple_of(16) {
        Err(Problem::PartialBlock(cipher))
    } else if !case.mode.is_aead() && !case.aad.is_empty() {
        Err(Problem::NotInMode("aad"))
    } else if !case.mode.is_aead() && !case.tag.is_empty() {
        Err(Problem::NotInMode("tag"))
    } else {
        Ok(())
    }
}
