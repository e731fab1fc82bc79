//! Illegal representations.

use hpack::{DynamicTable, Encoder, FieldLine, History, Kind};
use inspect::policies::{
    Illegal::{Coding, NoField, NoIndex, OtherName, OtherValue, OutOfRange},
    Legal,
};

#[test]
fn rejects_illegal_choices() {
    use Kind::{Incremental, Indexed, NeverIndexed, SizeUpdate, WithoutIndexing};
    const PLAIN: Option<bool> = Some(false);
    const CODED: Option<bool> = Some(true);
    // Index 62 has the field's name and another value.
    let entries = [(&b"x"[..], &b"1"[..])];
    let table = DynamicTable::new(4096, 4096, History::Forgotten).with_prior(entries);
    let field = FieldLine::new(b"x", b"2");
    let other_name = Err(OtherName { index: 2 });
    let beyond = |index| Err(OutOfRange { index, last: 62 });
    let cases = [
        (Incremental, Some(62), None, PLAIN, Ok(())),
        (WithoutIndexing, Some(62), None, CODED, Ok(())),
        (NeverIndexed, None, CODED, PLAIN, Ok(())),
        (SizeUpdate, None, None, None, Err(NoField)),
        (Indexed, None, None, None, Err(NoIndex)),
        (Indexed, Some(0), None, None, beyond(0)),
        (Indexed, Some(63), None, None, beyond(63)),
        (Incremental, Some(63), None, PLAIN, beyond(63)),
        (Indexed, Some(62), None, None, Err(OtherValue { index: 62 })),
        (Indexed, Some(2), None, None, other_name),
        (Incremental, Some(2), None, PLAIN, other_name),
        (Indexed, Some(62), None, PLAIN, Err(Coding)),
        (Indexed, Some(62), PLAIN, None, Err(Coding)),
        (Incremental, Some(62), None, None, Err(Coding)),
        (Incremental, Some(62), PLAIN, PLAIN, Err(Coding)),
        (Incremental, None, None, PLAIN, Err(Coding)),
        (Incremental, None, PLAIN, None, Err(Coding)),
    ];
    for (kind, index, name_huffman, value_huffman, expected) in cases {
        let encoder = Encoder::with_table(table.clone());
        let result = Legal::from_parts(&encoder, field, kind, index, [name_huffman, value_huffman]);
        let case = (kind, index, [name_huffman, value_huffman]);
        assert_eq!(result.map(|_| ()), expected, "{case:?}");
    }
}
