//! Tables of which blocks were lost, those whose maximum is only assumed, and
//! entries that are known to be there without being known themselves.

use hpack_core::{Decoder, DynamicTable, Engines, Field, Fields, History, Origin, integer::Bits32};
use hpack_engines::huffman::HuffmanEngine;

type Seen = Vec<(Option<Vec<u8>>, Option<Vec<u8>>)>;

fn decode(decoder: &mut Decoder, block: &[u8]) -> Seen {
    let mut seen = Vec::new();
    let mut visitor = Fields(|field: Field<'_>| {
        seen.push((
            field.name.map(<[u8]>::to_vec),
            field.value.map(<[u8]>::to_vec),
        ));
    });
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

const NOT_KNOWN: (Option<Vec<u8>>, Option<Vec<u8>>) = (None, None);

#[test]
fn what_was_there_before_a_loss_is_out_of_reach_and_what_comes_after_is_not() {
    for history in [History::Kept, History::Forgotten] {
        let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, history));
        decode(&mut decoder, b"\x40\x01a\x01b");
        let before = decoder.table().state();
        decoder.table_mut().mark_blocks_missing();
        let lost = decoder.table().state();
        assert_eq!(decode(&mut decoder, b"\xbe"), [NOT_KNOWN]);
        decode(&mut decoder, b"\x40\x01c\x01d");
        assert_eq!(
            decode(&mut decoder, b"\xbe\xbf"),
            [known(b"c", b"d"), NOT_KNOWN]
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

#[test]
fn an_assumed_maximum_gives_way() {
    let table = DynamicTable::new(4096, 4096, History::Kept);
    let mut decoder = Decoder::with_table(table.with_unknown_before().with_assumed_maximum());
    decode(&mut decoder, b"\x40\x01a\x01b");
    // 3,000 octets twice: a table of 4,096 has evicted the first entry.
    let mut long = b"\x40\x01x\x7f\xb9\x16".to_vec();
    long.resize(6 + 3000, b'y');
    decode(&mut decoder, &long);
    decode(&mut decoder, &long);
    assert_eq!(decoder.table().count(), 1);
    assert_eq!(decode(&mut decoder, b"\xc0"), [known(b"a", b"b")]);
    assert_eq!(decoder.table().state().maximum(), 8192);
    // A size update beyond the limit that was assumed sets the maximum.
    decode(&mut decoder, b"\x3f\xe1\xff\x03");
    let state = decoder.table().state();
    assert_eq!((state.maximum(), state.assumed()), (65536, false));
}

#[test]
fn what_is_not_known_is_counted_and_not_made_up() {
    let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, History::Kept));
    decode(&mut decoder, b"\x40\x01a\x01b");
    decoder.table_mut().add_unknown(Origin::default());
    // 62 is the unknown entry, 63 the one before it; a literal may take the
    // name of either, and is then one more entry.
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
