//! What the tests share: a cipher of any key size behind one face, and the report of what was covered.
//!
//! Each backend covered is reported in a line `COVERED backend=aes/.. how=.. cases=..`, which the test script
//! adds up; `ARIA_TEST_HOW` says how the run executes (native by default). The emulated runs name in
//! `ARIA_TEST_BACKENDS` the backends that they are for, separated by commas.
use aes_accel::{Aes, Aes128, Aes192, Aes256, Backend, ParBlocks};

/// Both directions under one key.
pub struct Both {
    pub encrypt: Box<dyn ParBlocks>,
    pub decrypt: Box<dyn ParBlocks>,
}

impl<const RK: usize> From<Aes<RK>> for Both {
    fn from(aes: Aes<RK>) -> Self {
        Self { encrypt: Box::new(aes.encryptor().clone()), decrypt: Box::new(aes.decryptor().clone()) }
    }
}

pub fn keyed(backend: Backend, key: &[u8]) -> Both {
    match key.len() {
        16 => Aes128::with_backend(backend, key.try_into().unwrap()).into(),
        24 => Aes192::with_backend(backend, key.try_into().unwrap()).into(),
        _ => Aes256::with_backend(backend, key.try_into().unwrap()).into(),
    }
}

/// The backends to test here: in emulated runs, those that `ARIA_TEST_BACKENDS` names.
pub fn backends() -> impl Iterator<Item = Backend> {
    let only = std::env::var("ARIA_TEST_BACKENDS").ok();
    Backend::available()
        .filter(move |b| only.as_ref().is_none_or(|names| names.split(',').any(|n| n == in_report(b.name()))))
}

/// The name of a backend where those of ARIA are beside it.
pub fn in_report(name: &str) -> String {
    format!("aes/{name}")
}

pub fn report(backend: Backend, cases: usize) {
    let how = std::env::var("ARIA_TEST_HOW").unwrap_or_else(|_| "native".into());
    println!("COVERED backend={} how={how} cases={cases}", in_report(backend.name()));
}
