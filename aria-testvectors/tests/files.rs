//! The readers take good files as they are and name file and line of bad ones.
//!
//! With `ARIA_KNOWN_ANSWERS` naming a folder, its files are run too, as far as they are in ECB.
use aria_testvectors::files::{Error, Folder, responses, table};
use aria_testvectors::{Case, Cipher, Mode, Problem, text};
use cipher::{Block, BlockCipherEncrypt, KeyInit};

const RESPONSES: &str = "\
# CAVS 11.1
# AESVS MMT test data for CBC

[ENCRYPT]

COUNT = 0
KEY = 1f8e4973953f3fb0bd6b16662e9a3c17
IV = 2fe2b333ceda8f98f4a99b40d2cd34a8
PLAINTEXT = 45cf12964fc824ab76616ae2f4bf0822
CIPHERTEXT = 0f61c4d44c5147c03c195ad7e2cc12b2

[DECRYPT]

Count = 0
Key = 1f8e4973953f3fb0bd6b16662e9a3c17
IV = 2fe2b333ceda8f98f4a99b40d2cd34a8
CT = 0F61C4D44C5147C03C195AD7E2CC12B2
PT = 45CF12964FC824AB76616AE2F4BF0822
";

#[test]
fn response_files_in_both_spellings() {
    let cases = responses("answers.rsp", RESPONSES).unwrap();
    assert_eq!(cases.len(), 2);
    assert_eq!((cases[0].cipher, cases[0].mode, cases[0].line), (Cipher::Aes, Mode::Cbc, 7));
    assert_eq!(cases[0].ciphertext, cases[1].ciphertext);
    assert_eq!(cases[1].source, "answers.rsp");
}

#[test]
fn cipher_and_mode_from_names_and_comments() {
    let read = |name, comment: &str| {
        let block = "00112233445566778899aabbccddeeff";
        let text = format!("# {comment}\nKEY = {block}\nIV = {block}\nPT = {block}\nCT = {block}\n");
        responses(name, &text).map(|cases| (cases[0].cipher, cases[0].mode)).map_err(|error| error.problem)
    };
    assert_eq!(read("variable.txt", "variable key of AES, CBC"), Ok((Cipher::Aes, Mode::Cbc)));
    assert_eq!(read("ARIA128(CFB)KAT.txt", ""), Ok((Cipher::Aria, Mode::Cfb128)));
    assert_eq!(read("aes_cfb8.rsp", "not CBC"), Ok((Cipher::Aes, Mode::Cfb8)));
    assert_eq!(read("variable.txt", "CBC"), Err(Problem::UnknownCipher));
    assert_eq!(read("ARIA_CFB64.txt", ""), Err(Problem::UnknownMode));
}

#[test]
fn windows_line_ends_and_a_missing_last_newline() {
    let windows = RESPONSES.trim_end().replace('\n', "\r\n");
    assert_eq!(responses("answers.rsp", &windows), responses("answers.rsp", RESPONSES));
}

#[test]
fn a_refused_case_needs_no_plaintext() {
    let text = "Key = 00112233445566778899aabbccddeeff\nIV = 00\nCT = 01\nAAD =\nTag = 00\nFAIL\n";
    let cases = responses("gcmDecrypt128_AES.rsp", text).unwrap();
    assert_eq!((cases[0].mode, cases[0].valid, cases[0].ciphertext.len()), (Mode::Gcm, false, 1));
}

fn problem<T: std::fmt::Debug>(result: Result<T, text::ParseError>) -> (usize, Problem) {
    let error = result.unwrap_err();
    (error.line, error.problem)
}

#[test]
fn response_files_gone_wrong() {
    let read = |name, text: &str| problem(responses(name, text));
    let key = "KEY = 00112233445566778899aabbccddeeff\n";
    let block = "00112233445566778899aabbccddeeff";
    assert_eq!(read("ECB.rsp", key), (1, Problem::UnknownCipher));
    assert_eq!(read("ARIA.rsp", key), (1, Problem::UnknownMode));
    assert_eq!(read("ARIA-ECB.rsp", "# nothing\n"), (1, Problem::NoCase));
    assert_eq!(read("ARIA128(ECB)MCT.txt", key), (1, Problem::MonteCarlo));
    assert_eq!(read("AESCFB1.rsp", key), (1, Problem::UnknownMode));
    assert_eq!(read("ARIA-ECB.rsp", "\nKEY = 0g\n"), (2, Problem::NotHex('g')));
    assert_eq!(read("ARIA-ECB.rsp", "KEY = é\n"), (1, Problem::NotHex('é')));
    assert_eq!(read("ARIA-ECB.rsp", "KEY = 000\n"), (1, Problem::OddHex(3)));
    assert_eq!(read("ARIA-ECB.rsp", &format!("{key}PT 00\n")), (2, Problem::NotAField));
    assert_eq!(read("ARIA-ECB.rsp", &format!("{key}XT = 00\n")), (2, Problem::UnknownField));
    assert_eq!(read("ARIA-ECB.rsp", &format!("{key}{key}")), (2, Problem::Twice("key")));
    assert_eq!(read("ARIA-ECB.rsp", &format!("\n{key}PT = {block}\n")), (2, Problem::Missing("ciphertext")));
    assert_eq!(
        read("ARIA-CBC.rsp", &format!("{key}PT = {block}\nCT = {block}\n")),
        (1, Problem::Missing("iv"))
    );
    assert_eq!(
        read("ARIA-ECB.rsp", &format!("{key}PT = {block}\nCT = 00\n")),
        (1, Problem::TextLengths(16, 1))
    );
    assert_eq!(read("ARIA-ECB.rsp", &format!("{key}PT = 00\nCT = 00\n")), (1, Problem::PartialBlock(1)));
    assert_eq!(read("ARIA-CTR.rsp", &format!("{key}IV = 00\nPT = 00\nCT = 00\n")), (1, Problem::IvLength(1)));
    let tagged = format!("{key}PT = {block}\nCT = {block}\nTAG = 00\n");
    assert_eq!(read("ARIA-ECB.rsp", &tagged), (1, Problem::NotInMode("tag")));
}

#[test]
fn tables_gone_wrong() {
    let block = "00112233445566778899aabbccddeeff";
    let row = |algorithm: &str, result: &str| {
        format!("# head\nme\t{algorithm}\t{block}\t\t\t{block}\t{block}\t\t{result}\n")
    };
    assert_eq!(table(&row("ARIA-128-ECB", "valid")).unwrap().len(), 1);
    assert!(!table(&row("ARIA-128-ECB", "invalid")).unwrap()[0].valid);
    let read = |algorithm, result| problem(table(&row(algorithm, result)));
    assert_eq!(read("ARIA-256-ECB", "valid"), (2, Problem::KeyBits(128)));
    assert_eq!(read("SEED-128-ECB", "valid"), (2, Problem::UnknownCipher));
    assert_eq!(read("ARIA-128-XTS", "valid"), (2, Problem::UnknownMode));
    assert_eq!(read("ARIA-128-ECB", "good"), (2, Problem::UnknownResult));
    assert_eq!(read("ARIA-128-CBC", "valid"), (2, Problem::IvLength(0)));
    assert_eq!(problem(table("a\tb\n")), (1, Problem::Columns(2)));
    assert_eq!(problem(table("")), (1, Problem::NoCase));
}

#[test]
fn our_own_format_gone_wrong() {
    let head = "source = me\ncipher = aria\nmode = ecb\n\n";
    let read = |body: &str| {
        let text = format!("{head}{body}");
        problem(text::cases(&text).collect::<Result<Vec<_>, _>>())
    };
    assert_eq!(read("key = 00112233445566778899aabbccddeeff\n"), (5, Problem::Missing("plaintext")));
    assert_eq!(read("cipher = des\n"), (5, Problem::UnknownCipher));
    assert_eq!(read("mode = xts\n"), (5, Problem::UnknownMode));
    assert_eq!(read("result = maybe\n"), (5, Problem::UnknownResult));
    assert_eq!(read("nonce = 00\n"), (5, Problem::UnknownField));
    let sourceless = text::cases("key = 00\n").next().unwrap();
    assert_eq!(problem(sourceless), (1, Problem::Missing("source")));
    let mut after_an_error = text::cases("no field\n\nkey = 00\n");
    assert!(after_an_error.next().unwrap().is_err() && after_an_error.next().is_none());
}

#[test]
fn folders() {
    let folder = std::env::temp_dir().join(format!("aria-testvectors-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    assert!(matches!(Folder::read(&folder), Err(Error::Empty(_))));
    std::fs::write(folder.join("README.md"), "not a known answer").unwrap();
    std::fs::write(folder.join("inner/answers.rsp"), RESPONSES).unwrap();
    let good = Folder::read(&folder).unwrap();
    std::fs::write(folder.join("bad.tsv"), "# head\none column\n").unwrap();
    let bad = Folder::read(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();

    assert_eq!(good.cases().unwrap().len(), 2);
    assert_eq!(good.ignored(), [folder.join("README.md")]);
    let message = bad.cases().unwrap_err().to_string();
    assert_eq!(
        message,
        format!("{}:2: 1 tab-separated columns, expected 9", folder.join("bad.tsv").display())
    );
    let missing = Folder::read(folder.join("nowhere")).unwrap_err().to_string();
    assert!(missing.contains("nowhere: "), "{missing}");
}

fn ecb<C: BlockCipherEncrypt<BlockSize = cipher::consts::U16> + KeyInit>(case: &Case<'_>) -> Vec<u8> {
    let cipher = C::new_from_slice(&case.key.to_vec()).unwrap();
    let mut text = case.plaintext.to_vec();
    for block in text.chunks_exact_mut(16) {
        let mut copy = Block::<C>::try_from(&*block).unwrap();
        cipher.encrypt_block(&mut copy);
        block.copy_from_slice(&copy);
    }
    text
}

/// The crate's own cases as a table.
fn as_table() -> String {
    let row = |c: Case<'_>| {
        let Case { source, cipher, mode, key, iv, aad, plaintext, ciphertext, tag, .. } = c;
        let bits = c.key_bits();
        format!(
            "{source}\t{cipher}-{bits}-{mode}\t{key}\t{iv}\t{aad}\t{plaintext}\t{ciphertext}\t{tag}\tvalid\n"
        )
    };
    aria_testvectors::aria().chain(aria_testvectors::aes()).map(row).collect()
}

#[test]
fn what_this_crate_has_survives_a_table() {
    let text = as_table();
    let own = aria_testvectors::aria().chain(aria_testvectors::aes());
    let read = table(&text).unwrap();
    assert!(read.iter().map(|&case| Case { line: 0, ..case }).eq(own.map(|case| Case { line: 0, ..case })));
}

#[test]
fn a_folder_of_official_files_runs() {
    // without a folder of the user's, one of our own
    let made = std::env::temp_dir().join(format!("aria-testvectors-own-{}", std::process::id()));
    let folder = match std::env::var_os("ARIA_KNOWN_ANSWERS") {
        Some(folder) => Folder::read(folder).unwrap(),
        None => {
            std::fs::create_dir_all(&made).unwrap();
            std::fs::write(made.join("own.tsv"), as_table()).unwrap();
            let folder = Folder::read(&made).unwrap();
            std::fs::remove_dir_all(&made).unwrap();
            folder
        }
    };
    let cases = folder.cases().unwrap();
    let mut run = 0;
    for case in cases.iter().filter(|case| case.mode == Mode::Ecb) {
        let ciphertext = match (case.cipher, case.key_bits()) {
            (Cipher::Aria, 128) => ecb::<aria::Aria128>(case),
            (Cipher::Aria, 192) => ecb::<aria::Aria192>(case),
            (Cipher::Aria, _) => ecb::<aria::Aria256>(case),
            (Cipher::Aes, 128) => ecb::<aes::Aes128>(case),
            (Cipher::Aes, 192) => ecb::<aes::Aes192>(case),
            (Cipher::Aes, _) => ecb::<aes::Aes256>(case),
        };
        assert_eq!(case.ciphertext == ciphertext[..], case.valid, "{case}");
        run += 1;
    }
    assert!(run > 0, "no ECB case among {}", cases.len());
    println!("{} cases read, {run} of them in ECB run, not read: {:?}", cases.len(), folder.ignored());
}
