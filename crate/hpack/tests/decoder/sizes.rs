//! The dynamic table with assumed sizes and entries from before the first byte.

use hpack_core::{DynamicTable, Entry, History, NameFrom, Origin, dynamic_table::entry_size};

fn filled(size: u32, entries: usize) -> DynamicTable {
    let mut table = DynamicTable::new(size, size, History::Kept);
    for number in 0..entries {
        let value = vec![b'v'; number % 7];
        table
            .add(NameFrom::Literal(b"name"), &value, Origin::default())
            .unwrap();
    }
    table
}

#[test]
fn resizes_from_the_start() {
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
fn refuses_what_the_table_does_not_have() {
    use NameFrom::{Entry, Literal, Static};
    let mut table = filled(4096, 3);
    let before = table.state();
    let entries = [3, -1, i64::MAX, i64::MIN].map(Entry);
    for name in [Static(0), Static(62), Static(u32::MAX)]
        .into_iter()
        .chain(entries)
    {
        assert_eq!(table.add(name, b"v", Origin::default()), None, "{name:?}");
    }
    assert_eq!(table.resize(4097), None);
    let mut other = filled(4096, 2);
    other
        .add(Literal(b"other"), b"", Origin::default())
        .unwrap();
    for state in [filled(4096, 4).state(), other.state()] {
        assert!(!table.rewind(state) && table.fork_at(state).is_none());
    }
    assert_eq!(table.state(), before);
    let mut forgetting = DynamicTable::new(4096, 4096, History::Forgotten);
    let state = forgetting.state();
    assert!(!forgetting.rewind(state) && forgetting.fork_at(state).is_none());
}

#[test]
fn size_with_an_unknown_entry_counts_newer_ones() {
    let mut table = DynamicTable::new(4096, 4096, History::Kept).with_unknown_before();
    table
        .add(NameFrom::Literal(b"a"), b"b", Origin::default())
        .unwrap();
    let state = table.state();
    for (position, others) in [(-1, 0), (-3, 2)] {
        assert_eq!(
            table.size_with_unknown(&state, position, 10),
            entry_size(10) + others * entry_size(0) + entry_size(2)
        );
    }
}

#[test]
fn prior_entries_have_negative_positions() {
    let prior: [(&[u8], &[u8]); 2] = [(b"a", b"b"), (b"c", b"d")];
    let mut table = DynamicTable::new(4096, 4096, History::Kept).with_prior(prior);
    // Shares the name of one of them.
    table
        .add(NameFrom::Entry(-1), b"e", Origin::default())
        .unwrap();
    let entries = table.entries().map(|entry| {
        let origin = entry.origin.is_some();
        (entry.position, entry.name, entry.value, origin)
    });
    let text = |text: &'static [u8]| Some(text);
    assert!(entries.eq([
        (0, text(b"a"), text(b"e"), true),
        (-1, text(b"a"), text(b"b"), false),
        (-2, text(b"c"), text(b"d"), false),
    ]));
    let state = table.state();
    assert_eq!(
        (state.first(), state.first_known(), state.end()),
        (-2, -2, 1)
    );
    assert!(!state.may_hold_unknown() && !state.assumed() && !state.limit_unknown());
}

#[test]
fn unknown_entries_fill_the_table() {
    let prior: [(&[u8], &[u8]); 1] = [(b"a", b"b")];
    let table = DynamicTable::new(128, 128, History::Kept).with_unknown_before();
    assert_eq!(table.state().first(), -4);
    assert_eq!(table.with_prior(prior).state().first(), -1 - 2);
    // Up to the limit, if the maximum is only assumed.
    let table = DynamicTable::new(8192, 4096, History::Kept);
    let mut table = table.with_assumed_maximum().with_unknown_before();
    assert_eq!(table.state().first(), -256);
    table
        .add(NameFrom::Literal(b"a"), b"b", Origin::default())
        .unwrap();
    assert_eq!(table.state().first(), -((8192 - 34) / 32));
}
