//! The modes on top of ECB; those that are parallel, some blocks at a time in a buffer.
use super::{Block, Counter, ParBlocks, xor};
use crate::{InOut, in_out::Form, wipe::wipe};

const CHUNK: usize = 64;

pub(super) fn cbc_decrypt(cipher: &(impl ParBlocks + ?Sized), previous: &mut Block, mut text: InOut<'_>) {
    while !text.is_empty() {
        let (mut now, rest) = text.split_at(CHUNK);
        let mut before = [[0; 16]; CHUNK];
        let n = now.len();
        before[0] = *previous;
        before[1..n].copy_from_slice(&now.input()[..n - 1]);
        *previous = now.input()[n - 1];
        cipher.ecb(now.reborrow());
        xor_blocks(now.output(), &before);
        text = rest;
    }
}

pub(super) fn cfb_decrypt(cipher: &(impl ParBlocks + ?Sized), previous: &mut Block, mut text: InOut<'_>) {
    while !text.is_empty() {
        let (mut now, rest) = text.split_at(CHUNK);
        let mut before = [[0; 16]; CHUNK];
        let n = now.len();
        before[0] = *previous;
        before[1..n].copy_from_slice(&now.input()[..n - 1]);
        *previous = now.input()[n - 1];
        cipher.ecb(InOut::from(&mut before[..n]));
        copy_in(&mut now);
        xor_blocks(now.output(), &before);
        text = rest;
    }
}

pub(super) fn ctr(cipher: &(impl ParBlocks + ?Sized), counter: &mut Counter, mut text: InOut<'_>) {
    while !text.is_empty() {
        let (mut now, rest) = text.split_at(CHUNK);
        let mut stream = [[0; 16]; CHUNK];
        let n = now.len();
        counter.fill(&mut stream[..n]);
        cipher.ecb(InOut::from(&mut stream[..n]));
        copy_in(&mut now);
        xor_blocks(now.output(), &stream);
        text = rest;
    }
}

fn copy_in(text: &mut InOut<'_>) {
    if let Form::Apart(input, output) = text.reborrow().into_form() {
        output.copy_from_slice(input);
    }
}

fn xor_blocks(data: &mut [Block], with: &[Block]) {
    for (d, w) in data.iter_mut().zip(with) {
        *d = xor(d, w);
    }
}

pub(super) fn xts(cipher: &(impl ParBlocks + ?Sized), tweak: &mut Block, text: InOut<'_>) {
    // Room for no more than what a kernel takes at a time, or little more: it is cleared before and after.
    match cipher.width().min(text.len()) {
        0..=8 => xts_by::<8>(cipher, tweak, text),
        9..=64 => xts_by::<64>(cipher, tweak, text),
        _ => xts_by::<256>(cipher, tweak, text),
    }
}

fn xts_by<const CHUNK: usize>(cipher: &(impl ParBlocks + ?Sized), tweak: &mut Block, mut text: InOut<'_>) {
    let mut room = [[0; 16]; CHUNK];
    while !text.is_empty() {
        let (mut now, rest) = text.split_at(CHUNK);
        let tweaks = &mut room[..now.len()];
        // Each tweak comes from the one before, and there is time to add them meanwhile: as numbers, since to
        // put one into a vector takes longer than to add it.
        let mut next = u128::from_le_bytes(*tweak);
        let mut places = tweaks.iter_mut();
        now.reborrow().each(|block| {
            let out = (u128::from_le_bytes(*block) ^ next).to_le_bytes();
            if let Some(place) = places.next() {
                *place = next.to_le_bytes();
            }
            next = product_with_x(next);
            out
        });
        *tweak = next.to_le_bytes();
        cipher.ecb(InOut::from(now.output()));
        xor_blocks(now.output(), tweaks);
        // (they are as secret as the text)
        wipe(tweaks.as_flattened_mut());
        text = rest;
    }
}

/// The tweak of XTS after this one: times x in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1, where byte 0 has
/// the lowest powers (IEEE 1619, section 5.2).
///
/// ```
/// use aria_core::par_blocks::times_x;
/// assert_eq!(times_x(&1u128.to_le_bytes()), 2u128.to_le_bytes());
/// assert_eq!(times_x(&(1u128 << 127).to_le_bytes()), 0x87u128.to_le_bytes());
/// ```
pub fn times_x(tweak: &Block) -> Block {
    product_with_x(u128::from_le_bytes(*tweak)).to_le_bytes()
}

fn product_with_x(a: u128) -> u128 {
    (a << 1) ^ (0x87 & 0u128.wrapping_sub(a >> 127))
}
