//! Entries that are known to be there without being known themselves.

use hpack::{
    Decoder, DynamicTable, Engines, Field, History, NoObserver, Origin, huffman::Engine,
    integer::Bits32, with_huffman,
};

type Seen = (Option<Vec<u8>>, Option<Vec<u8>>);

fn decode(decoder: &mut Decoder, block: &[u8]) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut sink = |field: Field<'_>| {
        seen.push((
            field.name.map(<[u8]>::to_vec),
            field.value.map(<[u8]>::to_vec),
        ));
    };
    with_huffman!(Engine::BEST, |huffman| {
        let engines = Engines {
            huffman,
            integer: Bits32,
        };
        decoder
            .decode(&engines, block, &mut sink, &mut NoObserver)
            .unwrap();
    });
    seen
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
