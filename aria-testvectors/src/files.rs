//! Official known-answer files, taken from a folder of the user's and so never shipped here.
//!
//! ```text
//! *.rsp *.fax *.txt    request and response files as NIST's and KISA's:  KEY = / IV = / PT = / CT =
//! *.tsv                tables: source, algorithm, key, iv, aad, plaintext, ciphertext, tag, result
//! ```
//! In response files a blank line ends a case; fields may be called `PT` or `PLAINTEXT`, `CT` or `CIPHERTEXT`, in
//! either letter case; `COUNT` and lines in brackets carry nothing; `FAIL` marks a case to be refused. Cipher and
//! mode come from the file's name, else from its comments: `ECBVarTxt128.rsp` with `# AESVS`, `ARIA128(CBC)MMT.txt`.
//!
//! ```no_run
//! use aria_testvectors::files::Folder;
//! let folder = Folder::read("known-answers")?;
//! for case in folder.cases()? {
//!     println!("{case}: {} bytes", case.plaintext.len());
//! }
//! println!("not read: {:?}", folder.ignored());
//! # Ok::<(), aria_testvectors::files::Error>(())
//! ```
use crate::case::{Draft, Field, ParseError, named};
use crate::{Case, Cipher, Mode, Problem};
use std::path::{Path, PathBuf};
use std::string::String;
use std::vec::Vec;
use std::{fmt, fs, io};

/// The known-answer files below a folder, as text; its cases borrow from it.
#[derive(Clone, Debug)]
pub struct Folder {
    texts: Vec<(PathBuf, String)>,
    ignored: Vec<PathBuf>,
}

/// Why a folder's files yield no cases.
#[derive(Debug)]
pub enum Error {
    /// The file or folder cannot be read (or is no UTF-8 text).
    Io(PathBuf, io::Error),
    /// The file is not as it should be.
    Parse(PathBuf, ParseError),
    /// No known-answer file is below the folder.
    Empty(PathBuf),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Parse(path, error) => write!(f, "{}:{}: {}", path.display(), error.line, error.problem),
            Self::Empty(path) => {
                write!(f, "{}: no known-answer file (.rsp, .fax, .txt or .tsv)", path.display())
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(_, error) => Some(error),
            Self::Parse(_, error) => Some(error),
            Self::Empty(_) => None,
        }
    }
}

impl Folder {
    /// Reads every known-answer file below `folder`, in the order of their paths.
    ///
    /// # Errors
    /// Where something cannot be read, or there is no such file.
    pub fn read(folder: impl AsRef<Path>) -> Result<Self, Error> {
        let folder = folder.as_ref();
        let mut found = Self { texts: Vec::new(), ignored: Vec::new() };
        found.walk(folder)?;
        if found.texts.is_empty() { Err(Error::Empty(folder.into())) } else { Ok(found) }
    }

    fn walk(&mut self, folder: &Path) -> Result<(), Error> {
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |error| Error::Io(path, error)
        };
        let entries = fs::read_dir(folder).map_err(at(folder))?;
        let mut paths = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<_>, _>>()
            .map_err(at(folder))?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                self.walk(&path)?;
            } else if is_table(&path) || has_extension(&path, &["rsp", "fax", "txt"]) {
                let text = fs::read_to_string(&path).map_err(at(&path))?;
                self.texts.push((path, text));
            } else {
                self.ignored.push(path);
            }
        }
        Ok(())
    }

    /// The files that were not read, as their names do not end like those of known-answer files.
    pub fn ignored(&self) -> &[PathBuf] {
        &self.ignored
    }

    /// All cases of all files.
    ///
    /// # Errors
    /// The first file and line that is not as it should be; a file without any case is such.
    pub fn cases(&self) -> Result<Vec<Case<'_>>, Error> {
        let mut all = Vec::new();
        for (path, text) in &self.texts {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            let cases = if is_table(path) { table(text) } else { responses(name, text) };
            all.extend(cases.map_err(|error| Error::Parse(path.clone(), error))?);
        }
        Ok(all)
    }
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().is_some_and(|end| known.iter().any(|known| end.eq_ignore_ascii_case(known)))
}

fn is_table(path: &Path) -> bool {
    has_extension(path, &["tsv"])
}

/// Reads a table of nine tab-separated columns; `#` begins a comment.
///
/// # Errors
/// The first line that is not as it should be.
///
/// ```
/// let row = "me\tARIA-128-ECB\t00\t\t\t\t\t\tvalid\n";
/// let error = aria_testvectors::files::table(row).unwrap_err();
/// assert_eq!(error.to_string(), "line 1: the key has 1 bytes, expected 16, 24 or 32");
/// ```
pub fn table(text: &str) -> Result<Vec<Case<'_>>, ParseError> {
    let rows = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let cases = rows.map(|(index, row)| {
        let line = index + 1;
        table_row(row, line).map_err(|problem| ParseError { line, problem })
    });
    cases.collect::<Result<Vec<_>, _>>().and_then(some)
}

fn table_row(row: &str, line: usize) -> Result<Case<'_>, Problem> {
    let columns: Vec<&str> = row.split('\t').collect();
    let &[source, algorithm, key, iv, aad, plaintext, ciphertext, tag, result] = &columns[..] else {
        return Err(Problem::Columns(columns.len()));
    };
    let mut parts = algorithm.split('-');
    let mut part = || parts.next().unwrap_or("");
    let cipher = named(&Cipher::NAMES, part()).ok_or(Problem::UnknownCipher)?;
    let bits = part();
    let mode = named(&Mode::NAMES, part()).ok_or(Problem::UnknownMode)?;

    let mut draft = Draft::default();
    let fields = [
        (Field::Key, key),
        (Field::Iv, iv),
        (Field::Aad, aad),
        (Field::Plaintext, plaintext),
        (Field::Ciphertext, ciphertext),
        (Field::Tag, tag),
    ];
    for (field, digits) in fields {
        draft.set(field, digits, line)?;
    }
    match result.trim() {
        "valid" => {}
        "invalid" => draft.refuse(line),
        _ => return Err(Problem::UnknownResult),
    }
    let case = draft.finish(source, cipher, mode)?;
    if bits.parse() == Ok(case.key_bits()) { Ok(case) } else { Err(Problem::KeyBits(case.key_bits())) }
}

/// Reads a response file called `name`.
///
/// # Errors
/// The first line that is not as it should be.
///
/// ```
/// let text = "KEY = 000102030405060708090a0b0c0d0e0f
/// PT = 00112233445566778899aabbccddeeff
/// CT = d718fbd6ab644c739da95f3be6451778
/// ";
/// let cases = aria_testvectors::files::responses("ARIA128(ECB)KAT.txt", text)?;
/// assert_eq!(cases[0].to_string(), "ARIA128(ECB)KAT.txt:1: aria-128-ecb");
/// # Ok::<(), aria_testvectors::text::ParseError>(())
/// ```
pub fn responses<'a>(name: &'a str, text: &'a str) -> Result<Vec<Case<'a>>, ParseError> {
    let whole_file = |problem| ParseError { line: 1, problem };
    // what may tell cipher and mode, the most trusted first
    let hints =
        || [name].into_iter().chain(text.lines().filter(|line| line.trim_start().starts_with(['#', '['])));
    if hints().any(|hint| finds(hint, "MCT").chain(finds(hint, "Monte")).next().is_some()) {
        return Err(whole_file(Problem::MonteCarlo));
    }
    let cipher = hints().find_map(cipher_in).ok_or(whole_file(Problem::UnknownCipher))?;
    let mode = hints().find_map(mode_in).ok_or(whole_file(Problem::UnknownMode))?;

    let mut cases = Vec::new();
    let mut draft = Draft::default();
    // one blank line more, to end the last case
    for (index, line) in text.lines().chain([""]).enumerate() {
        let (line, number) = (line.trim(), index + 1);
        if !line.is_empty() {
            response_line(&mut draft, line, number)
                .map_err(|problem| ParseError { line: number, problem })?;
        } else if !draft.is_empty() {
            let ended = core::mem::take(&mut draft);
            let case = ended.finish(name, cipher, mode);
            cases.push(case.map_err(|problem| ParseError { line: ended.line(), problem })?);
        }
    }
    some(cases)
}

fn response_line<'a>(draft: &mut Draft<'a>, line: &'a str, number: usize) -> Result<(), Problem> {
    if line.starts_with(['#', '[']) {
        return Ok(());
    }
    if line.eq_ignore_ascii_case("FAIL") {
        draft.refuse(number);
        return Ok(());
    }
    let (name, value) = line.split_once('=').ok_or(Problem::NotAField)?;
    let name = name.trim();
    match Field::named(name) {
        Some(field) => draft.set(field, value.trim(), number),
        None if name.eq_ignore_ascii_case("COUNT") => Ok(()),
        None => Err(Problem::UnknownField),
    }
}

/// The cipher whose name begins a word, so that "variable" is not ARIA.
fn cipher_in(hint: &str) -> Option<Cipher> {
    let begins = |at: usize| at == 0 || !hint.as_bytes()[at - 1].is_ascii_alphabetic();
    Cipher::NAMES.into_iter().find(|(name, _)| finds(hint, name).any(begins)).map(|(_, cipher)| cipher)
}

/// The mode named anywhere. KISA writes CFB for feedback of whole blocks; NIST's CFB1 is not supported.
fn mode_in(hint: &str) -> Option<Mode> {
    let known = Mode::NAMES.into_iter().find(|(name, _)| finds(hint, name).next().is_some());
    let digit_after = |at: usize| hint.as_bytes().get(at + 3).is_some_and(u8::is_ascii_digit);
    known
        .map(|(_, mode)| mode)
        .or_else(|| finds(hint, "CFB").any(|at| !digit_after(at)).then_some(Mode::Cfb128))
}

/// Where `word` stands in `line`, in either letter case.
fn finds(line: &str, word: &str) -> impl Iterator<Item = usize> {
    let parts = line.as_bytes().windows(word.len()).enumerate();
    parts.filter(move |(_, part)| part.eq_ignore_ascii_case(word.as_bytes())).map(|(at, _)| at)
}

/// A file without cases would pass every test.
fn some(cases: Vec<Case<'_>>) -> Result<Vec<Case<'_>>, ParseError> {
    if cases.is_empty() { Err(ParseError { line: 1, problem: Problem::NoCase }) } else { Ok(cases) }
}
