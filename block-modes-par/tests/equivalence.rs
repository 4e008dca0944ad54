//! Every mode against its definition: any length, any kernel width, in place and apart, in one
//! piece and in pieces cut at random, one message and many.
mod common;

use aria_core::{Block, Counter};
use block_modes_par::{
    BlockMode, Buffered, CbcDecrypt, CbcEncrypt, CfbDecrypt, CfbEncrypt, Ctr, Ecb, Error, Ofb, Text,
    XtsDecrypt, XtsEncrypt, cbc, ctr,
};
use common::{Toy, naive, toy_decrypt, toy_encrypt};
use proptest::{collection::vec, prelude::*};

/// Lengths around the ends of blocks and kernels, for the most part.
fn text() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![vec(any::<u8>(), 0..100), vec(any::<u8>(), 400..600), vec(any::<u8>(), 1000..2600)]
}

fn blocks() -> impl Strategy<Value = Vec<u8>> {
    text().prop_map(|mut t| {
        t.truncate(t.len() / 16 * 16);
        t
    })
}

fn width() -> impl Strategy<Value = usize> {
    prop_oneof![Just(1), Just(5), Just(8), Just(16), Just(32), Just(64), Just(100)]
}

/// How a text is fed: where it is cut (steps, taken in a cycle), and which pieces go in place.
#[derive(Clone, Debug)]
struct Feed(Vec<(usize, bool)>);

fn feed() -> impl Strategy<Value = Feed> {
    let step = prop_oneof![0..20usize, 0..300usize, Just(16), Just(5000)];
    vec((step, any::<bool>()), 1..12).prop_map(|mut steps| {
        steps.push((777, false)); // a cycle that comes to an end
        Feed(steps)
    })
}

impl Feed {
    /// What `mode` makes of `text`, in pieces that are multiples of `unit`.
    fn run(&self, unit: usize, text: &[u8], mut mode: impl FnMut(Text<'_>)) -> Vec<u8> {
        let mut out = vec![0xee; text.len()];
        let mut at = 0;
        for (step, in_place) in self.0.iter().cycle() {
            let end = text.len().min(at + step / unit * unit);
            if *in_place {
                out[at..end].copy_from_slice(&text[at..end]);
                mode(Text::from(&mut out[at..end]));
            } else {
                mode(Text::from((&text[at..end], &mut out[at..end])));
            }
            at = end;
            if at == text.len() {
                return out;
            }
        }
        unreachable!()
    }
}

fn counters(start: Block) -> [(Counter, usize, bool); 6] {
    [
        (Counter::be32(start), 32, false),
        (Counter::be64(start), 64, false),
        (Counter::be128(start), 128, false),
        (Counter::le32(start), 32, true),
        (Counter::le64(start), 64, true),
        (Counter::le128(start), 128, true),
    ]
}

/// Counter blocks that come round after `before` blocks, at every size and in both orders.
fn near_wrap(before: u8, fixed: u8, bits: usize, little_endian: bool) -> Block {
    let mut start = [fixed; 16];
    let counting = bits / 8;
    let value = (u128::MAX - u128::from(before)).to_le_bytes();
    for k in 0..counting {
        start[if little_endian { k } else { 15 - k }] = value[k];
    }
    start
}

proptest! {
    #[test]
    fn ecb(text in blocks(), width in width(), feed in feed()) {
        let (enc, dec) = Toy::pair(width);
        let (mut enc, mut dec) = (Ecb::new(enc), Ecb::new(dec));
        let want = naive::ecb(toy_encrypt, &text);
        prop_assert_eq!(&feed.run(16, &text, |t| enc.apply(t).unwrap()), &want);
        prop_assert_eq!(feed.run(16, &want, |t| dec.apply(t).unwrap()), naive::ecb(toy_decrypt, &want));
    }

    #[test]
    fn cbc(text in blocks(), iv: Block, width in width(), feed in feed()) {
        let (enc, dec) = Toy::pair(width);
        let (mut enc, mut dec) = (CbcEncrypt::new(enc, iv), CbcDecrypt::new(dec, iv));
        let want = naive::cbc_encrypt(&iv, &text);
        prop_assert_eq!(&feed.run(16, &text, |t| enc.apply(t).unwrap()), &want);
        prop_assert_eq!(feed.run(16, &want, |t| dec.apply(t).unwrap()), text);
    }

    #[test]
    fn cfb(text in text(), iv: Block, width in width(), feed in feed()) {
        let (cipher, _) = Toy::pair(width);
        let (mut enc, mut dec) = (CfbEncrypt::new(cipher, iv), CfbDecrypt::new(cipher, iv));
        let want = naive::cfb_encrypt(&iv, &text);
        prop_assert_eq!(&feed.run(1, &text, |t| enc.apply(t).unwrap()), &want);
        prop_assert_eq!(feed.run(1, &want, |t| dec.apply(t).unwrap()), text);
    }

    #[test]
    fn ofb(text in text(), iv: Block, width in width(), feed in feed()) {
        let mut ofb = Ofb::new(Toy::pair(width).0, iv);
        prop_assert_eq!(feed.run(1, &text, |t| ofb.apply(t).unwrap()), naive::ofb(&iv, &text));
    }

    #[test]
    fn ctr_from_anywhere(text in text(), start: Block, width in width(), feed in feed()) {
        for (counter, bits, le) in counters(start) {
            let mut ctr = Ctr::new(Toy::pair(width).0, counter);
            prop_assert_eq!(
                feed.run(1, &text, |t| ctr.apply(t).unwrap()),
                naive::ctr(&start, bits, le, &text)
            );
            prop_assert_eq!(ctr.position(), text.len() as u128);
        }
    }

    #[test]
    fn ctr_comes_round(text in text(), before in 0..170u8, fixed: u8, width in width(), feed in feed()) {
        for (template, bits, le) in counters([0; 16]) {
            let start = near_wrap(before, fixed, bits, le);
            let (counter, ..) = counters(start).into_iter().find(|(_, b, l)| (*b, *l) == (bits, le)).unwrap();
            prop_assert_eq!(template.bits(), counter.bits());
            let mut ctr = Ctr::new(Toy::pair(width).0, counter);
            prop_assert_eq!(
                feed.run(1, &text, |t| ctr.apply(t).unwrap()),
                naive::ctr(&start, bits, le, &text)
            );
        }
    }

    #[test]
    fn ctr_seeks(text in text(), start: Block, width in width(), places in vec((0..2600usize, 0..200usize), 1..8)) {
        let want = naive::ctr(&start, 64, false, &text);
        let mut ctr = Ctr::new(Toy::pair(width).0, Counter::be64(start));
        for (at, len) in places {
            let at = at % (text.len() + 1);
            let end = text.len().min(at + len);
            let mut piece = text[at..end].to_vec();
            ctr.seek(at as u128).unwrap();
            ctr.apply(&mut piece[..]).unwrap();
            prop_assert_eq!(&piece, &want[at..end]);
            prop_assert_eq!(ctr.position(), end as u128);
        }
    }

    #[test]
    fn xts(text in vec(any::<u8>(), 16..=80), number: Block, width in width(), in_place: bool) {
        let (enc, dec) = Toy::pair(width);
        let feed = Feed(vec![(text.len(), in_place)]);
        let (encrypt, decrypt) = (XtsEncrypt::new(enc, enc), XtsDecrypt::new(dec, enc));
        let want = naive::xts_encrypt(&number, &text);
        prop_assert_eq!(&feed.run(1, &text, |t| encrypt.apply(number, t).unwrap()), &want);
        prop_assert_eq!(feed.run(1, &want, |t| decrypt.apply(number, t).unwrap()), text);
    }

    #[test]
    fn xts_in_pieces(text in vec(any::<u8>(), 1900..2300), number: Block, cuts in vec(0..60usize, 0..5), feed in feed()) {
        let (enc, dec) = Toy::pair(32);
        let want = naive::xts_encrypt(&number, &text);
        let (encrypt, decrypt) = (XtsEncrypt::new(enc, enc), XtsDecrypt::new(dec, enc));
        let first = (16 * cuts.iter().sum::<usize>()).min((text.len() - 16) / 16 * 16);

        let mut unit = encrypt.data_unit(number);
        let mut out = feed.run(16, &text[..first], |t| unit.apply(t).unwrap());
        out.extend(&text[first..]);
        unit.finish(&mut out[first..]).unwrap();
        prop_assert_eq!(&out, &want);

        let mut unit = decrypt.data_unit(number);
        let mut out = feed.run(16, &want[..first], |t| unit.apply(t).unwrap());
        out.extend(&want[first..]);
        unit.finish(&mut out[first..]).unwrap();
        prop_assert_eq!(out, text);
    }

    #[test]
    fn many_ctr_messages(texts in vec(text(), 0..40), fixed: u8, before in 0..40u8, width in width()) {
        let start = |i: usize| {
            let mut start = near_wrap(before, fixed, 32, false);
            start[0] = i as u8;
            start
        };
        let mut outs: Vec<Vec<u8>> = texts.iter().map(|t| vec![0; t.len()]).collect();
        let mut messages: Vec<(Counter, Text<'_>)> = Vec::new();
        for (i, (text, out)) in texts.iter().zip(&mut outs).enumerate() {
            let form = if i % 2 == 0 {
                out.copy_from_slice(text);
                Text::from(&mut out[..])
            } else {
                Text::from((&text[..], &mut out[..]))
            };
            messages.push((Counter::be32(start(i)), form));
        }
        ctr::apply_many(Toy::pair(width).0, &mut messages).unwrap();
        for (i, ((counter, _), text)) in messages.iter().zip(&texts).enumerate() {
            let used = text.len().div_ceil(16) as u128;
            prop_assert_eq!(*counter.block(), naive::counter(&start(i), 32, false, used));
        }
        for (i, (text, out)) in texts.iter().zip(&outs).enumerate() {
            prop_assert_eq!(out, &naive::ctr(&start(i), 32, false, text));
        }
    }

    #[test]
    fn many_cbc_messages(texts in vec(blocks(), 0..80), iv: Block, width in width()) {
        let iv = |i: usize| iv.map(|b| b.wrapping_add(i as u8));
        let mut outs: Vec<Vec<u8>> = texts.iter().map(|t| vec![0; t.len()]).collect();
        let mut messages: Vec<(Block, Text<'_>)> = Vec::new();
        for (i, (text, out)) in texts.iter().zip(&mut outs).enumerate() {
            let form = if i % 2 == 0 {
                out.copy_from_slice(text);
                Text::from(&mut out[..])
            } else {
                Text::from((&text[..], &mut out[..]))
            };
            messages.push((iv(i), form));
        }
        cbc::encrypt_many(Toy::pair(width).0, &mut messages).unwrap();
        let last: Vec<Block> = messages.iter().map(|(last, _)| *last).collect();
        for (i, (text, out)) in texts.iter().zip(&outs).enumerate() {
            prop_assert_eq!(out, &naive::cbc_encrypt(&iv(i), text));
            prop_assert_eq!(last[i], out.last_chunk().copied().unwrap_or(iv(i)));
        }
    }

    #[test]
    fn padded_and_buffered(text in text(), iv: Block, cuts in vec(0..70usize, 1..9)) {
        let (enc, dec) = Toy::pair(16);
        let mut buffer = text.clone();
        buffer.resize(text.len() + 16, 0);
        let sealed = CbcEncrypt::new(enc, iv).encrypt_padded(&mut buffer, text.len()).unwrap().to_vec();
        let padding = 16 - text.len() % 16;
        let plain = [&text[..], &vec![padding as u8; padding]].concat();
        prop_assert_eq!(&sealed, &naive::cbc_encrypt(&iv, &plain));

        fn update<M: BlockMode>(mode: M, text: &[u8], cuts: &[usize]) -> (Buffered<M>, Vec<u8>) {
            let (mut buffered, mut out, mut rest) = (Buffered::new(mode), Vec::new(), text);
            for cut in cuts.iter().chain(&[text.len()]) {
                let (now, later) = rest.split_at(rest.len().min(*cut));
                let (at, more) = (out.len(), buffered.output_len(now.len()));
                out.resize(at + more, 0);
                assert_eq!(buffered.update(now, &mut out[at..]), Ok(more));
                rest = later;
            }
            (buffered, out)
        }
        let (end, mut out) = update(CbcEncrypt::new(enc, iv), &text, &cuts);
        out.extend(&*end.finish_padded());
        prop_assert_eq!(&out, &sealed);
        let (end, mut out) = update(CbcDecrypt::new(dec, iv), &sealed, &cuts);
        out.extend(&*end.finish_unpadded().unwrap());
        prop_assert_eq!(&out, &text);
        let (end, mut out) = update(CbcDecrypt::new(dec, iv), &sealed, &cuts);
        out.extend(&*end.finish().unwrap());
        prop_assert_eq!(out, plain);
        let (end, _) = update(CbcEncrypt::new(enc, iv), &text, &cuts);
        prop_assert_eq!(end.finish().is_ok(), text.len().is_multiple_of(16));

        let mut sealed = sealed;
        prop_assert_eq!(CbcDecrypt::new(dec, iv).decrypt_padded(&mut sealed), Ok(&mut text.clone()[..]));
    }
}

/// Every last byte, and every wrong byte in every padding, against the rule itself.
#[test]
fn padding_is_right_or_wrong() {
    use block_modes_par::pkcs7::unpad;
    for padding in 0..=255u8 {
        let mut text = [padding; 32];
        text[..16].fill(padding.wrapping_add(1));
        let right = (1..=16).contains(&padding);
        let kept = 32 - usize::from(padding) % 32;
        assert_eq!(unpad(&text), if right { Ok(&text[..kept]) } else { Err(Error::Padding) }, "{padding}");
        for place in 16..31 {
            let mut text = text;
            text[place] ^= 0x40;
            let inside = 32 - place <= usize::from(padding);
            let result = if right && !inside { Ok(&text[..kept]) } else { Err(Error::Padding) };
            assert_eq!(unpad(&text), result, "{padding} at {place}");
        }
    }
    for len in [0, 1, 15, 17, 31] {
        assert_eq!(unpad(&[1; 32][..len]), Err(Error::Padding));
    }
}
