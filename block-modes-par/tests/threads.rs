//! A cipher on several threads does what it does on one.
#![cfg(feature = "rayon")]
mod common;

use aria_core::{Counter, InOut, ParBlocks};
use block_modes_par::Threads;
use common::Toy;

#[test]
fn as_on_one_thread() {
    let toy = Toy::pair(32).0;
    for len in [0, 1, 1000, (1 << 14) - 1, 1 << 14, (1 << 16) + 77] {
        let text: Vec<_> = (0..len as u128).map(|i| (i * i + 5).to_be_bytes()).collect();
        let run = |cipher: &dyn ParBlocks| {
            let (mut a, mut b, mut c, mut d) = (text.clone(), text.clone(), text.clone(), text.clone());
            let (mut counter, mut cbc, mut cfb) = (Counter::le32([0xff; 16]), [7; 16], [8; 16]);
            cipher.ecb(InOut::from(&mut a[..]));
            cipher.ctr(&mut counter, InOut::from(&mut b[..]));
            cipher.cbc_decrypt(&mut cbc, InOut::apart(&text, &mut c).unwrap());
            cipher.cfb_decrypt(&mut cfb, InOut::from(&mut d[..]));
            (a, b, c, d, counter, cbc, cfb)
        };
        assert!(run(&toy) == run(&Threads(toy)), "{len} blocks");
    }
}
