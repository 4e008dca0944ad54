//! What code size is measured of: with the feature `small` or `tables` a program that sets up a key and encrypts and
//! decrypts, without them one that does neither. The difference is the cipher.
#![no_std]
#![no_main]

use firmware as _;

#[cfg(any(feature = "small", feature = "tables"))]
fn cipher(key: &[u8; 32], blocks: &mut [[u8; 16]]) {
    use aria_core::InOut;
    #[cfg(feature = "tables")]
    use aria_core::ParBlocks;
    #[cfg(feature = "tables")]
    use aria_core::leaky_tables::Aria256;
    #[cfg(not(feature = "tables"))]
    use aria_core::small::Aria256;
    let cipher = Aria256::from_key(key);
    cipher.encryptor().ecb(InOut::from(&mut *blocks));
    cipher.decryptor().ecb(InOut::from(blocks));
}
#[cfg(not(any(feature = "small", feature = "tables")))]
fn cipher(_: &[u8; 32], _: &mut [[u8; 16]]) {}

#[unsafe(no_mangle)] // SAFETY: no other function has this name; the start calls it.
extern "C" fn main() -> ! {
    let mut blocks = core::hint::black_box([[0; 16]; 8]);
    cipher(core::hint::black_box(&[7; 32]), &mut blocks);
    core::hint::black_box(&mut blocks);
    loop {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
