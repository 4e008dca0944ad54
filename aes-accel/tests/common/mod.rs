//! What the tests share: a cipher of any key size behind one face, and the report of what was covered.
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

pub fn report(backend: Backend, cases: usize) {
    let how = std::env::var("ARIA_TEST_HOW").unwrap_or_else(|_| "native".into());
    println!("COVERED crate=aes-accel backend={backend} how={how} cases={cases}");
}
