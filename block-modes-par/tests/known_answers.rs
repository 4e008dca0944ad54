//! Published answers of AES in every mode: SP 800-38A appendix F, RFC 3686, one case of NIST's
//! multi-block CBC tests, and IEEE 1619 annex B with its cases of ciphertext stealing.
mod common;

use aria_core::Counter;
use block_modes_par::{
    BlockMode, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Ofb, XtsDecrypt, XtsEncrypt,
};
use common::{Aes, block, hex};

const KEY: &str = "2b7e151628aed2a6abf7158809cf4f3c";
const IV: &str = "000102030405060708090a0b0c0d0e0f";
const PLAIN: &str = "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
                     30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710";

/// Both directions of a mode on one case.
fn both(plain: &str, cipher: &str, encrypt: impl FnOnce(&mut [u8]), decrypt: impl FnOnce(&mut [u8])) {
    let mut text = hex(plain);
    encrypt(&mut text);
    assert_eq!(text, hex(cipher), "encryption");
    decrypt(&mut text);
    assert_eq!(text, hex(plain), "decryption");
}

#[test]
fn ecb_of_sp_800_38a() {
    let (enc, dec) = Aes::pair(KEY);
    both(
        PLAIN,
        "3ad77bb40d7a3660a89ecaf32466ef97 f5d3d58503b9699de785895a96fdbaaf
         43b1cd7f598ece23881b00e3ed030688 7b0c785e27e8ad3f8223207104725dd4",
        |t| Ecb::new(&enc).apply(t).unwrap(),
        |t| Ecb::new(&dec).apply(t).unwrap(),
    );
}

#[test]
fn cbc_of_sp_800_38a() {
    let (enc, dec) = Aes::pair(KEY);
    both(
        PLAIN,
        "7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
         73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7",
        |t| CbcEncrypt::new(&enc, block(IV)).apply(t).unwrap(),
        |t| CbcDecrypt::new(&dec, block(IV)).apply(t).unwrap(),
    );
}

#[test]
fn cbc_of_nist_multi_block_tests() {
    let (enc, dec) = Aes::pair("b7f3c9576e12dd0db63e8f8fac2b9a39");
    let iv = block("c80f095d8bb1a060699f7c19974a1aa0");
    both(
        "9ac19954ce1319b354d3220460f71c1e373f1cd336240881160cfde46ebfed2e
         791e8d5a1a136ebd1dc469dec00c4187722b841cdabcb22c1be8a14657da200e",
        "19b9609772c63f338608bf6eb52ca10be65097f89c1e0905c42401fd47791ae2
         c5440b2d473116ca78bd9ff2fb6015cfd316524eae7dcb95ae738ebeae84a467",
        |t| CbcEncrypt::new(&enc, iv).apply(t).unwrap(),
        |t| CbcDecrypt::new(&dec, iv).apply(t).unwrap(),
    );
}

#[test]
fn cfb_of_sp_800_38a() {
    let (enc, _) = Aes::pair(KEY);
    both(
        PLAIN,
        "3b3fd92eb72dad20333449f8e83cfb4a c8a64537a0b3a93fcde3cdad9f1ce58b
         26751f67a3cbb140b1808cf187a4f4df c04b05357c5d1c0eeac4c66f9ff7f2e6",
        |t| CfbEncrypt::new(&enc, block(IV)).apply(t).unwrap(),
        |t| CfbDecrypt::new(&enc, block(IV)).apply(t).unwrap(),
    );
}

#[test]
fn ofb_of_sp_800_38a() {
    let (enc, _) = Aes::pair(KEY);
    both(
        PLAIN,
        "3b3fd92eb72dad20333449f8e83cfb4a 7789508d16918f03f53c52dac54ed825
         9740051e9c5fecf64344f7a82260edcc 304c6528f659c77866a510d9c1d6ae5e",
        |t| Ofb::new(&enc, block(IV)).apply(t).unwrap(),
        |t| Ofb::new(&enc, block(IV)).apply(t).unwrap(),
    );
}

#[test]
fn ctr_of_sp_800_38a() {
    let (enc, _) = Aes::pair(KEY);
    let start = Counter::be128(block("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"));
    both(
        PLAIN,
        "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff
         5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee",
        |t| Ctr::new(&enc, start).apply(t).unwrap(),
        |t| Ctr::new(&enc, start).apply(t).unwrap(),
    );
}

#[test]
fn ctr_of_rfc_3686() {
    let (enc, _) = Aes::pair("ae6852f8121067cc4bf7a5765577f39e");
    let start = Counter::be32(block("00000030000000000000000000000001"));
    both(
        "53696e676c6520626c6f636b206d7367",
        "e4095d4fb7a7b3792d6175a3261311b8",
        |t| Ctr::new(&enc, start).apply(t).unwrap(),
        |t| Ctr::new(&enc, start).apply(t).unwrap(),
    );
}

#[test]
fn xts_of_ieee_1619() {
    let (zeros, ones, twos) = ("00".repeat(16), "11".repeat(16), "22".repeat(16));
    let (one, two) = ("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0", "bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0");
    let n = 0x0012_3456_789a;
    let count = "000102030405060708090a0b0c0d0e0f10111213";
    for (key1, key2, number, plain, cipher) in [
        (
            zeros.as_str(),
            zeros.as_str(),
            0u128,
            "00".repeat(32).as_str(),
            "917cf69ebd68b2ec9b9fe9a3eadda692cd43d2f59598ed858c02c2652fbf922e",
        ),
        (
            &ones,
            &twos,
            0x33_3333_3333,
            &"44".repeat(32),
            "c454185e6a16936e39334038acef838bfb186fff7480adc4289382ecd6d394f0",
        ),
        (one, two, n, &count[..34], "6c1625db4671522d3d7599601de7ca09ed"),
        (one, two, n, &count[..36], "d069444b7a7e0cab09e24447d24deb1fedbf"),
        (one, two, n, &count[..38], "e5df1351c0544ba1350b3363cd8ef4beedbf9d"),
        (one, two, n, count, "9d84c813f719aa2c7be3f66171c7c5c2edbf9dac"),
    ] {
        let ((enc, dec), (tweak, _)) = (Aes::pair(key1), Aes::pair(key2));
        both(
            plain,
            cipher,
            |t| XtsEncrypt::new(&enc, &tweak).apply(number.to_le_bytes(), t).unwrap(),
            |t| XtsDecrypt::new(&dec, &tweak).apply(number.to_le_bytes(), t).unwrap(),
        );
    }
}
