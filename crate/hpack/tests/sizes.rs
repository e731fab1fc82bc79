//! Sizes of the dynamic table that it was not decoded with.

use hpack_core::{DynamicTable, Entry, History, NameFrom, Origin, dynamic_table::entry_size};

fn filled(size: u32, entries: usize) -> DynamicTable {
    let mut table = DynamicTable::new(size, size, History::Kept);
    for number in 0..entries {
        let value = vec![b'v'; number % 7];
        table.add(NameFrom::Literal(b"name"), &value, Origin::default());
    }
    table
}

#[test]
fn a_table_resized_from_the_start_holds_what_it_would_have_held() {
    for (size, other) in [(200, 4096), (4096, 200), (100, 0), (300, 299)] {
        let mut table = filled(size, 20);
        table.resize_from_the_start(other);
        let expected = filled(other, 20);
        let text = |entry: Entry<'_>| entry.value.map(<[u8]>::to_vec);
        assert_eq!(table.size(), expected.size(), "{size} {other}");
        assert_eq!(
            table.entries().map(text).collect::<Vec<_>>(),
            expected.entries().map(text).collect::<Vec<_>>(),
            "{size} {other}"
        );
    }
}

#[test]
fn an_unknown_entry_takes_those_that_are_newer_with_it() {
    let mut table = DynamicTable::new(4096, 4096, History::Kept).with_unknown_before();
    table.add(NameFrom::Literal(b"a"), b"b", Origin::default());
    let state = table.state();
    for (position, others) in [(-1, 0), (-3, 2)] {
        assert_eq!(
            table.size_with_unknown(&state, position, 10),
            entry_size(10) + others * entry_size(0) + entry_size(2)
        );
    }
}
