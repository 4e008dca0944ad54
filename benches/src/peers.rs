//! Other implementations, each in a file of its own.
pub mod libgcrypt;
pub mod openssl;
pub mod rustcrypto;

use crate::subject::Subject;

/// What a peer offers here, or why it is absent.
pub type Offer = Result<Vec<Subject>, String>;

/// All peers, by name.
pub const ALL: [(&str, fn() -> Offer); 3] = [
    ("RustCrypto", rustcrypto::subjects),
    ("OpenSSL", openssl::subjects),
    ("libgcrypt", libgcrypt::subjects),
];
