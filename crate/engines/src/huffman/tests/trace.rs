//! What engines say of their look-ups.

use std::iter;

use hpack_core::huffman::{How, HuffmanDecoder, HuffmanError, HuffmanErrorKind, LookUp, Portable};

use super::{Answer, encode, engines};
use crate::huffman::BitByBit;

/// Holds every engine's look-ups to what [`hpack_core::huffman::Trace`] promises.
pub(super) fn agree(coded: &[u8], expected: &Answer) {
    // Where codes end, EOS apart, by the reference, bit by bit.
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
        one(engine.id(), &engine, coded, expected, &ends);
    }
    one("2 lanes", &Portable::<2>::new(), coded, expected, &ends);
    one("3 lanes", &Portable::<3>::new(), coded, expected, &ends);
}

fn one(id: &str, huffman: &impl HuffmanDecoder, coded: &[u8], expected: &Answer, ends: &[usize]) {
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

/// As lane, bit and bits, each look-up of a long string of `symbols`.
fn in_lanes<const LANES: usize>(text: &[u8]) -> Vec<(u8, usize, u8)> {
    look_ups(&Portable::<LANES>::new(), &encode(text))
        .iter()
        .map(|look_up| (look_up.lane, look_up.bit, look_up.bits))
        .collect()
}

#[test]
fn a_long_string_is_looked_up_in_lanes() {
    // 240 bytes: the parts begin with a code, where the lanes meet at once.
    let zeros = [b'0'; 384];
    let turn = |lane, from| (0..4).map(move |number| (lane, from + number * 10, 10));
    let turns = |from: [usize; 3]| -> Vec<_> {
        let turns = from.into_iter().zip(0..);
        turns.flat_map(|(from, lane)| turn(lane, from)).collect()
    };
    let three = in_lanes::<3>(&zeros);
    assert_eq!(three[..12], turns([0, 640, 1280]));
    assert_eq!(three[12..24], turns([40, 680, 1320]));
    let two = in_lanes::<2>(&zeros);
    assert_eq!(two[..8], turns([0, 960, 0])[..8]);
    // Six bits with a period of two: the lanes never come into step, so that
    // what all but the first find is of no use.
    let out_of_step = in_lanes::<3>(&[b'%'; 320]);
    assert!(out_of_step.iter().all(|&(lane, ..)| lane == 0));
    // A part that begins inside a code: what its lane finds before it comes
    // into step does not count.
    let text = b"The gentleman who, when I was young, ".repeat(9);
    let part = encode(&text).len() / 3 * 8;
    let look_ups = in_lanes::<3>(&text);
    for lane in [1, 2] {
        let first = look_ups.iter().find(|look_up| look_up.0 == lane).unwrap();
        let cut = part * usize::from(lane);
        assert!((cut + 1..cut + 200).contains(&first.1), "{first:?}, {cut}");
    }
}

#[test]
fn what_each_engine_looks_up() {
    let engine = |id| engines().find(|engine| engine.id() == id);
    // As bits, symbols and how: T from the table, F the fallback, E the end.
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
                let how = match look_up.how {
                    How::Table => 'T',
                    How::Fallback => 'F',
                    How::Tail => 'E',
                };
                format!("{}.{}{how}", look_up.bits, look_up.symbols)
            })
            .collect();
        assert_eq!(steps.join(" "), expected, "{id}");
    }
}
