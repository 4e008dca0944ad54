//! Other implementations, each in a file of its own.
pub mod libgcrypt;
pub mod openssl;
pub mod rustcrypto;

use crate::subject::Subject;

/// What a peer offers here, or why it is absent.
pub type Offer = Result<Vec<Subject>, String>;

/// A peer: its name, and how to ask it what it offers.
pub type Peer = (&'static str, fn() -> Offer);

/// All peers.
pub const ALL: [Peer; 3] = [
    ("RustCrypto", rustcrypto::subjects),
    ("OpenSSL", openssl::subjects),
    ("libgcrypt", libgcrypt::subjects),
];
