//! What engines say of their look-ups.

use super::{Answer, encode};
use crate::{
    huffman::{Engine, How, HuffmanDecoder, HuffmanFault, HuffmanFaultKind, LookUp, Walk},
    with_huffman,
};

/// Holds every engine's look-ups to what [`crate::huffman::watch`] promises.
pub(super) fn agree(coded: &[u8], expected: &Answer) {
    let total = coded.len() * 8;
    let (mut symbols, mut codes_end) = (0, 0);
    Walk.watch(coded, &mut |look_up| {
        if look_up.symbols > 0 {
            symbols += 1;
            codes_end = look_up.end();
        }
    });
    if let Ok(text) = expected {
        assert_eq!(text.len(), symbols);
    }
    // Where the last look-up ends at least: EOS is one, padding none.
    let least = match expected {
        Err(HuffmanFault {
            kind: HuffmanFaultKind::Eos,
            bit,
        }) => bit + 1,
        _ => codes_end,
    };
    for engine in Engine::ALL {
        let (mut bit, mut found) = (0, 0);
        let mut check = |look_up: LookUp| {
            assert!(
                look_up.bit == bit && (1..=30).contains(&look_up.bits),
                "{} on {coded:02x?} at bit {bit}: {look_up:?}",
                engine.id()
            );
            bit = look_up.end();
            found += usize::from(look_up.symbols);
        };
        with_huffman!(engine, |huffman| huffman.watch(coded, &mut check));
        assert!(
            (least..=total).contains(&bit),
            "{} on {coded:02x?}",
            engine.id()
        );
        assert_eq!(found, symbols, "{} on {coded:02x?}", engine.id());
    }
}

#[test]
fn what_each_engine_looks_up() {
    // As bits, symbols and how: T from the table, F the fallback, E the end.
    let cases: [(&[u8], Engine, &str); 8] = [
        (b"0a", Engine::Nibble, "4.0T 4.1T 4.1T 4.0T"),
        (b"0a", Engine::Window8, "5.1T 5.1T"),
        (b"0a0", Engine::Window12, "10.2T 5.1E"),
        (b"0a0a", Engine::Window14, "10.2T 10.2T"),
        (b"0a0a", Engine::Window16, "15.3T 5.1T"),
        // A backslash has 19 bits.
        (b"000\\0", Engine::Window14, "10.2T 5.1T 19.1F 5.1T"),
        (
            b"0000\\0",
            Engine::Window12,
            "10.2T 10.2T 8.0F 8.0F 3.1F 5.1E",
        ),
        (b"\\", Engine::Window8, "8.0T 8.0T 3.1T"),
    ];
    for (text, engine, expected) in cases {
        let mut steps = Vec::new();
        with_huffman!(engine, |huffman| huffman.watch(
            &encode(text),
            &mut |look_up| {
                let how = match look_up.how {
                    How::Table => 'T',
                    How::Fallback => 'F',
                    How::Tail => 'E',
                };
                steps.push(format!("{}.{}{how}", look_up.bits, look_up.symbols));
            }
        ));
        assert_eq!(steps.join(" "), expected, "{}", engine.id());
    }
}
