//! RFC 5794's examples on this processor, and what a call costs: instructions and stack.
#![no_std]
#![no_main]

use aria_core::{InOut, ParBlocks, leaky_tables, small};
use core::hint::black_box;
use firmware::{exit, instructions_of, say, stack_of};

const KEY: [u8; 32] = {
    let (mut key, mut i) = ([0; 32], 0);
    while i < 32 {
        key[i] = i as u8;
        i += 1;
    }
    key
};
const TEXT: [u8; 16] = 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff_u128.to_be_bytes();

/// Checks a cipher in both directions.
macro_rules! check {
    ($well:ident, $form:ident, $Aria:ident, $bytes:literal, $ciphertext:literal) => {{
        let cipher = $form::$Aria::from_key(black_box(KEY.first_chunk::<$bytes>().unwrap_or(&[0; $bytes])));
        let mut block = [black_box(TEXT)];
        cipher.encryptor().ecb(InOut::from(&mut block[..]));
        let encrypted = u128::from_be_bytes(block[0]) == $ciphertext;
        cipher.decryptor().ecb(InOut::from(&mut block[..]));
        let decrypted = block == [TEXT];
        $well &= encrypted && decrypted;
        let say = |well| if well { "passed" } else { "FAILED" };
        say!(
            "{} {}: encryption {}, decryption {}",
            stringify!($form),
            stringify!($Aria),
            say(encrypted),
            say(decrypted)
        );
    }};
}

/// Says what a cipher costs, with a key of 128 bits.
macro_rules! measure {
    ($form:ident) => {{
        let key = KEY.first_chunk::<16>().unwrap_or(&[0; 16]);
        let cipher = $form::Aria128::from_key(black_box(key));
        let mut blocks = [TEXT; 8];
        let one = instructions_of(|| cipher.encryptor().ecb(InOut::from(black_box(&mut blocks[..1]))));
        let eight = instructions_of(|| cipher.encryptor().ecb(InOut::from(black_box(&mut blocks[..]))));
        let set_up = instructions_of(|| _ = black_box($form::Aria128::from_key(black_box(key))));
        let stack = stack_of(|| cipher.encryptor().ecb(InOut::from(black_box(&mut blocks[..]))));
        // (a key of the longest kind is part of it)
        let all = stack_of(|| {
            let cipher = $form::Aria256::from_key(black_box(&KEY));
            cipher.encryptor().ecb(InOut::from(black_box(&mut blocks[..])));
            cipher.decryptor().ecb(InOut::from(black_box(&mut blocks[..])));
        });
        for (what, figure) in [
            ("instructions-1-block", one),
            ("instructions-each-of-8", eight / 8),
            ("instructions-key-set-up", set_up),
            ("stack-encrypt", stack as u64),
            ("stack-set-up-encrypt-decrypt-and-key", all as u64),
        ] {
            say!("FIGURE {}\t{what}\t{figure}", stringify!($form));
        }
    }};
}

#[unsafe(no_mangle)] // SAFETY: no other function has this name; the start calls it.
extern "C" fn main() -> ! {
    let mut well = true;
    check!(well, small, Aria128, 16, 0xd718fbd6_ab644c73_9da95f3b_e6451778);
    check!(well, small, Aria192, 24, 0x26449c18_05dbe7aa_25a468ce_263a9e79);
    check!(well, small, Aria256, 32, 0xf92bd7c7_9fb72e2f_2b8f80c1_972d24fc);
    check!(well, leaky_tables, Aria128, 16, 0xd718fbd6_ab644c73_9da95f3b_e6451778);
    check!(well, leaky_tables, Aria192, 24, 0x26449c18_05dbe7aa_25a468ce_263a9e79);
    check!(well, leaky_tables, Aria256, 32, 0xf92bd7c7_9fb72e2f_2b8f80c1_972d24fc);
    measure!(small);
    measure!(leaky_tables);
    exit(well)
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    say!("{info}");
    exit(false)
}
