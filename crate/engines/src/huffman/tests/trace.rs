//! Traces of look-ups.

use std::iter;

use hpack_core::huffman::{
    HuffmanDecoder, HuffmanError, HuffmanErrorKind, LookUp, LookUpKind, Portable,
};

use super::{Answer, encode, engines};
use crate::huffman::BitByBit;

/// Checks that the look-ups of every engine cover the string and its symbols.
pub(super) fn agree(coded: &[u8], expected: &Answer) {
    // Ends of codes other than EOS, from the reference.
    let mut ends = Vec::new();
    BitByBit.trace(coded, &mut |look_up| {
        if look_up.symbols > 0 {
            ends.push(look_up.end());
        }
    });
    if let Ok(text) = expected {
        assert_eq!(text.len(), ends.len());
    }
    for engine in engines() {
        check(engine.id(), &engine, coded, expected, &ends);
    }
    check("2 lanes", &Portable::<2>::new(), coded, expected, &ends);
    check("3 lanes", &Portable::<3>::new(), coded, expected, &ends);
}

fn check(id: &str, huffman: &impl HuffmanDecoder, coded: &[u8], expected: &Answer, ends: &[usize]) {
    let look_ups = look_ups(huffman, coded);
    let mut in_place = look_ups.clone();
    in_place.sort_by_key(|look_up| look_up.bit);
    for lane in 0..=3 {
        let of_lane = |look_up: &&LookUp| look_up.lane == lane;
        assert!(
            look_ups
                .iter()
                .filter(of_lane)
                .is_sorted_by_key(|one| one.bit)
        );
    }
    let mut bit = 0;
    let mut ends = ends.iter().copied().peekable();
    for look_up in in_place {
        assert!(
            look_up.bit == bit && (1..=30).contains(&look_up.bits),
            "{id} on {coded:02x?} at bit {bit}: {look_up:?}"
        );
        bit = look_up.end();
        let found = iter::from_fn(|| ends.next_if(|&end| end <= bit)).count();
        assert_eq!(
            usize::from(look_up.symbols),
            found,
            "{id} on {coded:02x?}: {look_up:?}"
        );
    }
    assert_eq!(ends.next(), None, "{id} on {coded:02x?}");
    // EOS is a look-up.
    let least = match expected {
        Err(HuffmanError {
            kind: HuffmanErrorKind::Eos,
            bit,
        }) => bit + 1,
        _ => 0,
    };
    assert!(
        (least..=coded.len() * 8).contains(&bit),
        "{id} on {coded:02x?}"
    );
}

fn look_ups<H: HuffmanDecoder>(huffman: &H, coded: &[u8]) -> Vec<LookUp> {
    let mut look_ups = Vec::new();
    huffman.trace(coded, &mut |look_up| look_ups.push(look_up));
    look_ups
}

/// Lane, first bit and number of bits of each look-up of `text`.
fn in_lanes<const LANES: usize>(text: &[u8]) -> Vec<(u8, usize, u8)> {
    look_ups(&Portable::<LANES>::new(), &encode(text))
        .iter()
        .map(|look_up| (look_up.lane, look_up.bit, look_up.bits))
        .collect()
}

#[test]
fn long_strings_are_decoded_in_lanes() {
    // 600 bytes: each part begins with a code, where the lanes meet at once.
    let zeros = [b'0'; 960];
    let turn = |lane, from| (0..4).map(move |number| (lane, from + number * 10, 10));
    let turns = |from: [usize; 3]| -> Vec<_> {
        let turns = from.into_iter().zip(0..);
        turns.flat_map(|(from, lane)| turn(lane, from)).collect()
    };
    let three = in_lanes::<3>(&zeros);
    assert_eq!(three[..12], turns([0, 1600, 3200]));
    assert_eq!(three[12..24], turns([40, 1640, 3240]));
    let two = in_lanes::<2>(&zeros);
    assert_eq!(two[..8], turns([0, 2400, 0])[..8]);
    // A code of six bits with a period of two: the lanes never synchronise, so
    // only the first counts.
    let out_of_step = in_lanes::<3>(&[b'%'; 800]);
    assert!(out_of_step.iter().all(|&(lane, ..)| lane == 0));
    // A part that begins inside a code: look-ups before its lane synchronises do
    // not count.
    let text = b"The gentleman who, when I was young, ".repeat(23);
    let part = encode(&text).len() / 3 * 8;
    let look_ups = in_lanes::<3>(&text);
    for lane in [1, 2] {
        let first = look_ups.iter().find(|look_up| look_up.0 == lane).unwrap();
        let cut = part * usize::from(lane);
        assert!((cut + 1..cut + 200).contains(&first.1), "{first:?}, {cut}");
    }
}

#[test]
fn look_ups_by_engine() {
    let engine = |id| engines().find(|engine| engine.id() == id);
    // Bits, symbols and kind: T for the table, F for the fallback, E for the tail.
    let cases: [(&[u8], &str, &str); 9] = [
        (b"0a", "nibble", "4.0T 4.1T 4.1T 4.0T"),
        (b"0a", "window8", "5.1T 5.1T"),
        (b"0a0", "window12", "10.2T 5.1E"),
        (b"0a0a", "window14", "10.2T 10.2T"),
        (b"0a0a", "window16", "15.3T 5.1T"),
        // A backslash has 19 bits.
        (b"000\\0", "window14", "5.1E 5.1E 5.1E 19.1E 5.1E"),
        (
            b"000\\00000",
            "window14",
            "10.2T 5.1T 19.1F 10.2T 10.2T 5.1T",
        ),
        (b"0000\\0", "window12", "10.2T 10.2T 8.0F 8.0F 3.1F 5.1E"),
        (b"\\", "window8", "8.0T 8.0T 3.1T"),
    ];
    for (text, id, expected) in cases {
        let Some(engine) = engine(id) else {
            continue;
        };
        let coded = encode(text);
        let steps: Vec<_> = look_ups(&engine, &coded)
            .iter()
            .map(|look_up| {
                let kind = match look_up.kind {
                    LookUpKind::Table => 'T',
                    LookUpKind::Fallback => 'F',
                    LookUpKind::Tail => 'E',
                };
                format!("{}.{}{kind}", look_up.bits, look_up.symbols)
            })
            .collect();
        assert_eq!(steps.join(" "), expected, "{id}");
    }
}
