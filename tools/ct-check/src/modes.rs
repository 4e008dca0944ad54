//! All modes of both directions of a cipher, on secret texts.
use crate::Secrets;
use aria_core::{Counter, InOut, ParBlocks};
use block_modes_par::{
    BlockMode, Buffered, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Ofb, XtsDecrypt,
    XtsEncrypt, cbc, ctr, pkcs7,
};

/// Runs them at each of the lengths, in blocks, and says how many there were; those that take one block
/// after the other, on no more than `chained`. Counters and the numbers of data units are public.
pub(crate) fn all(
    lengths: &[usize],
    chained: usize,
    encrypt: &dyn ParBlocks,
    decrypt: &dyn ParBlocks,
    secrets: &mut Secrets,
) -> usize {
    let Secrets { iv, text, .. } = secrets;
    let iv = *iv;
    let counter = || Counter::be128([0xfe; 16]);
    for &blocks in lengths {
        let text = text[..blocks].as_flattened_mut();
        // the modes that end anywhere leave a part of the last block
        let end = text.len() - 3;
        let few = text.len().min(16 * chained);
        let done = [
            Ecb::new(encrypt).apply(&mut *text),
            Ecb::new(decrypt).apply(&mut *text),
            CbcDecrypt::new(decrypt, iv).apply(&mut *text),
            CbcEncrypt::new(encrypt, iv).apply(&mut text[..few]),
            CfbDecrypt::new(encrypt, iv).apply(&mut text[..end]),
            CfbEncrypt::new(encrypt, iv).apply(&mut text[..few - 3]),
            Ofb::new(encrypt, iv).apply(&mut text[..few - 3]),
            Ctr::new(encrypt, counter()).apply(&mut text[..end]),
            Ctr::new(encrypt, Counter::le32([0xfe; 16])).apply(&mut *text),
        ];
        done.into_iter().for_each(|result| result.expect("lengths that fit"));
        // (one block is too short to steal from)
        let unit = if blocks == 1 { text.len() } else { end };
        XtsEncrypt::new(encrypt, encrypt).apply([1; 16], &mut text[..unit]).expect("a block and more");
        XtsDecrypt::new(decrypt, encrypt).apply([1; 16], &mut text[..unit]).expect("a block and more");

        let (one, two) = text[..few].split_at_mut(few / 32 * 16);
        cbc::encrypt_many(encrypt, &mut [(iv, one.into()), (iv, two.into())]).expect("whole blocks");
        let (one, two) = text.split_at_mut(blocks / 2 * 16);
        ctr::apply_many(encrypt, &mut [(counter(), one.into()), (counter(), two.into())]).expect("any bytes");

        let mut piecewise = Buffered::new(CbcDecrypt::new(decrypt, iv));
        let mut out = [0; 16];
        let room = &mut out[..piecewise.output_len(16)];
        piecewise.update(&text[..16], room).expect("room");
        let last = piecewise.finish().expect("a whole block");
        // whether the padding is right is known to whoever asks; the way there must not tell more
        let padding = pkcs7::padding(last.first_chunk().expect("a block"));
        core::hint::black_box(&padding);
    }
    // the kernels themselves, from one buffer to another
    let input: &[_] = &[[0x5a; 16]; 70];
    let mut output = [[0; 16]; 70];
    let most = text.len().min(70);
    encrypt.ecb(InOut::apart(&input[..most], &mut output[..most]).expect("equal lengths"));
    14 * lengths.len() + 1
}
