//! The key schedule worked out in RFC 5794, appendix A.1: what lies between key and ciphertext, so that a
//! wrong schedule can be told from wrong rounds.
//!
//! The values come from quotations of the appendix in other implementations; this crate's tests hold them against
//! the cipher's definition.

/// Intermediate values of one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundKeys {
    /// The key.
    pub key: [u8; 16],
    /// The round key generators `W0` to `W3`.
    pub generators: [[u8; 16]; 4],
    /// The encryption round keys `e1` to `e13`.
    pub encryption: [[u8; 16]; 13],
    /// The plaintext of the example.
    pub plaintext: [u8; 16],
    /// The state after each of the first eleven rounds, `P1` to `P11`.
    pub rounds: [[u8; 16]; 11],
    /// The ciphertext of the example.
    pub ciphertext: [u8; 16],
}

/// The ARIA-128 example of RFC 5794, appendix A.1.
///
/// ```
/// let example = aria_testvectors::round_keys();
/// assert_eq!(example.encryption[0][..4], [0xd4, 0x15, 0xa7, 0x5c]);
/// ```
pub const fn round_keys() -> RoundKeys {
    RoundKeys {
        key: 0x000102030405060708090a0b0c0d0e0f_u128.to_be_bytes(),
        generators: bytes([
            0x000102030405060708090a0b0c0d0e0f,
            0x2afbea741e1746dd55c63ba1afcea0a5,
            0x7c8578018bb127e02dfe4e78c288e33c,
            0x6785b52b74da46bf181054082763ff6d,
        ]),
        encryption: bytes([
            0xd415a75c794b85c5e0d2a0b3cb793bf6,
            0x369c65e4b11777ab713a3e1e6601b8f4,
            0x0368d4f13d14497b6529ad7ac809e7d0,
            0xc644552b549a263fb8d0b50906229eec,
            0x5f9c434951f2d2ef342787b1a781794c,
            0xafea2c0ce71db6de42a47461f4323c54,
            0x324286db44ba4db6c44ac306f2a84b2c,
            0x7f9fa93574d842b9101a58063771eb7b,
            0xaab9c57731fcd213ad5677458fcfe6d4,
            0x2f4423bb06465abada5694a19eb88459,
            0x9f8772808f5d580d810ef8ddac13abeb,
            0x8684946a155be77ef810744847e35fad,
            0x0f0aa16daee61bd7dfee5a599970fb35,
        ]),
        plaintext: 0x00112233445566778899aabbccddeeff_u128.to_be_bytes(),
        rounds: bytes([
            0x7fc7f12befd0a0791de87fa96b469f52,
            0xac8de17e49f7c5117618993162b189e9,
            0xc3e8d59ec2e62d5249ca2741653cb7dd,
            0x5d4aebb165e141ff759f669e1e85cc45,
            0x7806e469f68874c5004b5f4a046bbcfa,
            0x110f93c9a630cdd51f97d2202413345a,
            0xe054428ef088fef97928241cd3be499e,
            0x5734f38ea1ca3ddd102e71f95e1d5f97,
            0x4903325be3e500cccd52fba4354a39ae,
            0xcb8c508e2c4f87880639dc896d25ec9d,
            0xe7e0d2457ed73d23d481424095afdca0,
        ]),
        ciphertext: 0xd718fbd6ab644c739da95f3be6451778_u128.to_be_bytes(),
    }
}

const fn bytes<const N: usize>(numbers: [u128; N]) -> [[u8; 16]; N] {
    let mut bytes = [[0; 16]; N];
    let mut i = 0;
    while i < N {
        bytes[i] = numbers[i].to_be_bytes();
        i += 1;
    }
    bytes
}
