//! The text format of this crate's data: lines of `name = value`, a blank line after each case.
//!
//! ```text
//! # comment
//! source = rfc5794        source, cipher and mode hold until they are set anew
//! cipher = aria
//! mode = ecb
//!
//! key = 000102..0f        the rest are the case's own: key, iv, aad, plaintext, ciphertext, tag
//! plaintext = 0011..ff    (hexadecimal, left out where empty) and result (valid, where left out,
//! ciphertext = d718..78   or invalid)
//! ```
use crate::case::{Draft, Field, named};
use crate::{Case, Cipher, Mode, Problem};

pub use crate::case::ParseError;

/// Reads the cases of `text`; ends after the first error.
///
/// ```
/// let text = "source = mine\ncipher = aes\nmode = cbc\n\nkey = 00112233\n";
/// let error = aria_testvectors::text::cases(text).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 5: the case has no iv");
/// ```
pub fn cases(text: &str) -> Cases<'_> {
    Cases { lines: text.lines().enumerate(), source: None, cipher: None, mode: None, done: false }
}

/// Iterator over the cases of a text.
#[derive(Clone, Debug)]
pub struct Cases<'a> {
    lines: core::iter::Enumerate<core::str::Lines<'a>>,
    source: Option<&'a str>,
    cipher: Option<Cipher>,
    mode: Option<Mode>,
    done: bool,
}

impl<'a> Cases<'a> {
    /// The next case, `None` at the end of the text.
    fn read(&mut self) -> Result<Option<Case<'a>>, ParseError> {
        let mut draft = Draft::default();
        while let Some((index, line)) = self.lines.next() {
            let line = line.trim();
            if !line.is_empty() {
                let number = index + 1;
                self.field(&mut draft, line, number)
                    .map_err(|problem| ParseError { line: number, problem })?;
            } else if !draft.is_empty() {
                break;
            }
        }
        if draft.is_empty() {
            return Ok(None);
        }
        self.finish(draft).map(Some).map_err(|problem| ParseError { line: draft.line(), problem })
    }

    fn field(&mut self, draft: &mut Draft<'a>, line: &'a str, number: usize) -> Result<(), Problem> {
        if line.starts_with('#') {
            return Ok(());
        }
        let (name, value) = line.split_once('=').ok_or(Problem::NotAField)?;
        let value = value.trim();
        match name.trim() {
            "source" => self.source = Some(value),
            "cipher" => self.cipher = Some(named(&Cipher::NAMES, value).ok_or(Problem::UnknownCipher)?),
            "mode" => self.mode = Some(named(&Mode::NAMES, value).ok_or(Problem::UnknownMode)?),
            "result" => match value {
                "valid" => {}
                "invalid" => draft.refuse(number),
                _ => return Err(Problem::UnknownResult),
            },
            name => draft.set(Field::named(name).ok_or(Problem::UnknownField)?, value, number)?,
        }
        Ok(())
    }

    fn finish(&self, draft: Draft<'a>) -> Result<Case<'a>, Problem> {
        draft.finish(
            self.source.ok_or(Problem::Missing("source"))?,
            self.cipher.ok_or(Problem::UnknownCipher)?,
            self.mode.ok_or(Problem::UnknownMode)?,
        )
    }
}

impl<'a> Iterator for Cases<'a> {
    type Item = Result<Case<'a>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.read().transpose();
        self.done = !matches!(next, Some(Ok(_)));
        next
    }
}
