//! Tables with lost blocks, assumed maximums and unknown entries.

use hpack_core::{
    Decoder, DynamicTable, Engines, History, InspectedField, NameFrom, Origin, integer::Bits32,
};
use hpack_engines::huffman::HuffmanEngine;

type Seen = Vec<(Option<Vec<u8>>, Option<Vec<u8>>)>;

fn decode(decoder: &mut Decoder, block: &[u8]) -> Seen {
    let mut seen = Vec::new();
    let mut visitor = |field: InspectedField<'_>| {
        seen.push((
            field.name.map(<[u8]>::to_vec),
            field.value.map(<[u8]>::to_vec),
        ));
    };
    let engines = Engines {
        huffman: HuffmanEngine::BEST,
        integer: Bits32,
    };
    decoder.visit_with(&engines, block, &mut visitor).unwrap();
    seen
}

fn known(name: &[u8], value: &[u8]) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
    (Some(name.to_vec()), Some(value.to_vec()))
}

const UNKNOWN: (Option<Vec<u8>>, Option<Vec<u8>>) = (None, None);

#[test]
fn entries_from_before_a_loss_are_unknown() {
    for history in [History::Kept, History::Forgotten] {
        let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, history));
        decode(&mut decoder, b"\x40\x01a\x01b");
        let before = decoder.table().state();
        decoder.table_mut().mark_blocks_missing();
        let lost = decoder.table().state();
        assert_eq!(decode(&mut decoder, b"\xbe"), [UNKNOWN]);
        decode(&mut decoder, b"\x40\x01c\x01d");
        assert_eq!(
            decode(&mut decoder, b"\xbe\xbf"),
            [known(b"c", b"d"), UNKNOWN]
        );
        let table = decoder.table();
        assert_eq!((table.count(), table.count_at(&lost)), (1, 0));
        assert!(table.unknown_at(&table.state()) > 100);
        if history == History::Kept {
            assert_eq!((table.count_at(&before), table.size_at(&before)), (1, 34));
            assert_eq!(table.unknown_at(&before), 0);
        }
        decode(&mut decoder, b"\x20\x40\x01e\x01f");
        assert_eq!(decoder.table().unknown_at(&decoder.table().state()), 0);
    }
}

/// The size update may have been in one of the missing blocks.
#[test]
fn a_loss_cancels_a_pending_size_update() {
    let mut decoder = Decoder::default();
    decoder.table_mut().acknowledge_limit(64);
    assert_eq!(decoder.table().state().required_maximum(), Some(64));
    decoder.table_mut().mark_blocks_missing();
    assert_eq!(decoder.table().state().required_maximum(), None);
    assert_eq!(decode(&mut decoder, b"\x82"), [known(b":method", b"GET")]);
    assert_eq!(decoder.table().state().maximum(), 4096);
}

/// One position more than the missing blocks may have inserted, so that no lost
/// entry gets the position of an old one.
#[test]
fn a_loss_skips_positions() {
    for (limit, end, first) in [(4096, 130, 2), (128, 6, 2), (u32::MAX, 65_538, 1)] {
        let mut table = DynamicTable::new(limit, limit.min(4096), History::Kept);
        table
            .add(NameFrom::Literal(b"a"), b"b", Origin::default())
            .unwrap();
        table.mark_blocks_missing();
        let state = table.state();
        assert_eq!(
            (state.first(), state.first_known(), state.end()),
            (first, end, end),
            "{limit}"
        );
        assert!(state.may_hold_unknown() && state.assumed() && state.limit_unknown());
    }
}

/// Inserts two small entries and two of 3033 bytes into a table with an assumed
/// maximum of 4096, which evicts the small ones. Returns the size that would hold
/// all but the oldest.
fn outgrow(table: DynamicTable) -> (Decoder, u32) {
    let table = table.with_unknown_before().with_assumed_maximum();
    let mut decoder = Decoder::with_table(table);
    decode(&mut decoder, b"\x40\x01a\x01b\x40\x01c\x01d");
    let mut long = b"\x40\x01x\x7f\xb9\x16".to_vec();
    long.resize(6 + 3000, b'y');
    decode(&mut decoder, &long);
    decode(&mut decoder, &long);
    assert_eq!(decoder.table().count(), 1);
    (decoder, 2 * 3033 + 34)
}

#[test]
fn restores_entries_within_the_possible_maximum() {
    let new = || DynamicTable::new(4096, 4096, History::Kept);
    // The second oldest and all newer ones.
    let (mut decoder, size) = outgrow(new());
    assert_eq!(decode(&mut decoder, b"\xc0"), [known(b"c", b"d")]);
    let table = decoder.table();
    assert_eq!((table.count(), table.size()), (3, size.into()));
    // Up to the limit, if that is known.
    for (limit, expected, maximum) in [
        (size, known(b"c", b"d"), size),
        (1 << 14, known(b"c", b"d"), 8192),
        (size - 1, UNKNOWN, 4096),
    ] {
        let (mut decoder, _) = outgrow(new());
        decoder.table_mut().acknowledge_limit(limit);
        assert_eq!(decode(&mut decoder, b"\xc0"), [expected], "{limit}");
        assert_eq!(decoder.table().state().maximum(), maximum, "{limit}");
    }
    // With a size update, to 6100 or 6099, the maximum is certain.
    for (update, expected) in [
        (b"\x3f\xb5\x2f\xc0", known(b"c", b"d")),
        (b"\x3f\xb4\x2f\xc0", UNKNOWN),
    ] {
        let (mut decoder, _) = outgrow(new());
        assert_eq!(decode(&mut decoder, update), [expected]);
    }
}

#[test]
fn a_limit_lowers_an_assumed_maximum() {
    let table = DynamicTable::new(4096, 4096, History::Kept);
    let mut decoder = Decoder::with_table(table.with_assumed_maximum());
    decoder.table_mut().acknowledge_limit(64);
    assert_eq!(decoder.table().state().required_maximum(), Some(64));
    decode(&mut decoder, b"\x82");
    let state = decoder.table().state();
    assert_eq!((state.maximum(), state.required_maximum()), (64, None));
}

#[test]
fn an_unknown_limit_is_not_enforced() {
    let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, History::Kept));
    decoder.table_mut().acknowledge_limit(64);
    decoder.table_mut().acknowledge_unknown_limit();
    // A block without a size update, and one above the last known limit.
    decode(&mut decoder, b"\x82");
    decode(&mut decoder, b"\x3f\xe1\xff\x03");
    assert_eq!(decoder.table().state().maximum(), 65_536);
}

#[test]
fn references_raise_an_assumed_maximum() {
    let table = DynamicTable::new(4096, 4096, History::Kept);
    let mut decoder = Decoder::with_table(table.with_unknown_before().with_assumed_maximum());
    decode(&mut decoder, b"\x40\x01a\x01b");
    // Twice 3,000 bytes: a table of 4,096 evicts the first entry.
    let mut long = b"\x40\x01x\x7f\xb9\x16".to_vec();
    long.resize(6 + 3000, b'y');
    decode(&mut decoder, &long);
    decode(&mut decoder, &long);
    assert_eq!(decoder.table().count(), 1);
    assert_eq!(decode(&mut decoder, b"\xc0"), [known(b"a", b"b")]);
    assert_eq!(decoder.table().state().maximum(), 8192);
    // A size update above the assumed limit sets the maximum.
    decode(&mut decoder, b"\x3f\xe1\xff\x03");
    let state = decoder.table().state();
    assert_eq!((state.maximum(), state.assumed()), (65536, false));
}

#[test]
fn unknown_entries_are_counted() {
    let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, History::Kept));
    decode(&mut decoder, b"\x40\x01a\x01b");
    decoder.table_mut().add_unknown(Origin::default());
    // 62 is the unknown entry, 63 the one before it; a literal with the name of
    // either is a new entry.
    let known = |text: &[u8]| Some(text.to_vec());
    assert_eq!(
        decode(&mut decoder, b"\xbe\xbf\x7e\x01c"),
        [
            (None, None),
            (known(b"a"), known(b"b")),
            (None, known(b"c"))
        ]
    );
    assert_eq!(
        decode(&mut decoder, b"\xbe\xbf\xc0"),
        [
            (None, known(b"c")),
            (None, None),
            (known(b"a"), known(b"b"))
        ]
    );
    assert_eq!(decoder.table().size(), 34 + 32 + 33);
    let entries: Vec<_> = decoder
        .table()
        .entries()
        .map(|entry| (entry.name.is_some(), entry.value.is_some()))
        .collect();
    assert_eq!(entries, [(false, true), (false, false), (true, true)]);
}
