//! The memory of the log stays in proportion to the input or, if history is
//! forgotten, to the table's maximum.

use crate::support::{decode, generate::integer};
use hpack_core::{Decoder, DynamicTable, History, Limits};
use hpack_engines::huffman::HuffmanEngine;

/// Upper bound of a record in the log, bytes.
const RECORD: usize = 64;

/// Text of the static table and the chunk before compaction, bytes.
const BASE: usize = 32 * 1024;

fn decoder(maximum: u32, history: History) -> Decoder {
    Decoder::with_table(DynamicTable::new(maximum, maximum, history)).with_limits(Limits::NONE)
}

fn feed(decoder: &mut Decoder, block: &[u8]) -> usize {
    let (fields, error) = decode(decoder, HuffmanEngine::BEST, block);
    assert_eq!(error, None);
    fields.len()
}

/// Returns a literal with incremental indexing and raw strings.
fn insertion(name: &[u8], value: &[u8]) -> Vec<u8> {
    let mut block = vec![0x40];
    integer(&mut block, 0, 7, name.len() as u32);
    block.extend(name);
    integer(&mut block, 0, 7, value.len() as u32);
    block.extend(value);
    block
}

/// Most memory of a log that forgets history: the base, and twice the text and
/// records of a full table.
fn forgetting_bound(maximum: u32) -> usize {
    BASE + 2 * maximum as usize + 2 * (maximum as usize / 32) * RECORD
}

#[test]
fn shares_a_long_name_inserted_repeatedly() {
    const NAME: usize = 4000;
    const TIMES: usize = 20_000;
    let first = insertion(&[b'n'; NAME], b"");
    // Index 62 is the previous entry, and the value is empty.
    let again: Vec<u8> = [0x7e, 0x00].repeat(TIMES);
    for (history, bound) in [
        (History::Kept, BASE + NAME + TIMES * RECORD),
        (History::Forgotten, forgetting_bound(4096)),
    ] {
        let mut decoder = decoder(4096, history);
        feed(&mut decoder, &first);
        assert_eq!(feed(&mut decoder, &again), TIMES);
        let table = decoder.table();
        assert_eq!((table.count(), table.size()), (1, NAME as u64 + 32));
        assert!(
            table.heap_bytes() <= bound,
            "{history:?}: {}",
            table.heap_bytes()
        );
    }
}

#[test]
fn a_fork_copies_shared_names_once_per_entry() {
    const NAME: usize = 1000;
    let mut first = decoder(4096, History::Kept);
    feed(&mut first, &insertion(&[b'n'; NAME], b""));
    let state = first.table().state();
    let held = first.table().heap_bytes();
    let mut fork = first.fork_at(state, 1).unwrap();
    feed(&mut fork, &[0x7e, 0x00].repeat(5000));
    assert_eq!(fork.table().count(), 3);
    let bound = held + BASE + 3 * NAME + 5000 * RECORD;
    assert!(
        fork.table().heap_bytes() <= bound,
        "{}",
        fork.table().heap_bytes()
    );
}

#[test]
fn a_forgetting_log_stays_small() {
    for maximum in [0, 64, 4096, 65_536] {
        let mut decoder = decoder(maximum, History::Forgotten);
        let mut most = 0;
        for round in 0..400_u32 {
            let mut block = Vec::new();
            for i in 0..40 {
                let name = format!("x-name-{}", (round + i) % 97);
                let value = vec![b'v'; (round * 7 + i * 13) as usize % 300];
                block.extend(insertion(name.as_bytes(), &value));
            }
            // With the name of an entry, and then with values that are too large.
            if maximum >= 4096 {
                block.extend([0x7e, 0x03, b'a', b'b', b'c']);
            }
            feed(&mut decoder, &block);
            if round % 50 == 7 {
                feed(
                    &mut decoder,
                    &insertion(b"large", &vec![b'l'; maximum as usize]),
                );
            }
            most = most.max(decoder.table().heap_bytes());
        }
        let bound = forgetting_bound(maximum);
        assert!(most <= bound, "{maximum}: {most} > {bound}");
    }
}

#[test]
fn a_forgetting_log_of_empty_entries_stays_small() {
    for maximum in [32, 4096, 65_536] {
        let mut decoder = decoder(maximum, History::Forgotten);
        let block = insertion(b"", b"").repeat(3000);
        for _ in 0..20 {
            feed(&mut decoder, &block);
            let (held, bound) = (decoder.table().heap_bytes(), forgetting_bound(maximum));
            assert!(held <= bound, "{maximum}: {held} > {bound}");
        }
        assert_eq!(decoder.table().count(), maximum as usize / 32);
    }
}

#[test]
fn history_keeps_evicted_entries() {
    let mut decoder = decoder(4096, History::Kept);
    for number in 0..50 {
        feed(&mut decoder, &insertion(b"number", &[number; 1000]));
    }
    let first = decoder.table().entry(0).expect("the first entry");
    assert_eq!(first.value, Some(&[0; 1000][..]));
}

#[test]
fn a_forgetting_log_shares_names() {
    let mut decoder = decoder(8192, History::Forgotten);
    let name = [b'n'; 1000];
    feed(&mut decoder, &insertion(&name, b""));
    for _ in 0..1000 {
        feed(&mut decoder, b"\x7e\x00");
    }
    let table = decoder.table();
    assert_eq!(table.count(), 7);
    assert!(table.entries().all(|entry| entry.name == Some(&name)));
    assert!(table.heap_bytes() <= forgetting_bound(8192));
}

#[test]
fn held_counts_records() {
    let mut decoder = decoder(4096, History::Kept);
    let held = [(); 3].map(|()| {
        feed(&mut decoder, &insertion(b"a", b"b"));
        decoder.table().heap_bytes()
    });
    assert_eq!(held[1] - held[0], held[2] - held[1]);
    assert!(held[1] - held[0] > 32, "{held:?}");
}

#[test]
fn claimed_lengths_allocate_nothing() {
    // Truncated strings with a length of 4 GB.
    for first in [0x00, 0x10, 0x40] {
        for h in [0x7f, 0xff] {
            let block = [first, h, 0x80, 0xff, 0xff, 0xff, 0x0f, b'a'];
            let mut decoder = decoder(4096, History::Kept);
            let held = decoder.table().heap_bytes();
            let (fields, error) = decode(&mut decoder, HuffmanEngine::BEST, &block);
            assert!(fields.is_empty() && error.is_some());
            assert_eq!(decoder.table().heap_bytes(), held);
        }
    }
}

#[test]
fn fields_that_are_not_inserted_are_not_held() {
    let name = [b'n'; 50];
    // A valid name, and a value whose Huffman padding is a whole byte.
    let mut invalid = insertion(&name, b"");
    invalid.pop();
    invalid.extend([0x81, 0xff]);
    let large = insertion(&name, &[b'v'; 50]);
    // Without indexing, with the name of an entry.
    let indexed_name = [0x0f, 0x2f, 0x01, b'v'];
    for block in [&invalid[..], &large, &indexed_name] {
        let mut first = decoder(100, History::Kept);
        feed(&mut first, &insertion(b"name", b"value"));
        let state = first.table().state();
        let mut fork = first.fork_at(state, 1).unwrap();
        let held = fork.table().heap_bytes();
        for _ in 0..100 {
            let _ = decode(&mut fork, HuffmanEngine::BEST, block);
            assert_eq!(fork.table().heap_bytes(), held, "{block:02x?}");
        }
    }
}

#[test]
fn rewinding_frees_later_entries() {
    let mut decoder = decoder(4096, History::Kept);
    feed(&mut decoder, &insertion(b"name", b"value"));
    let state = decoder.table().state();
    let held = decoder.table().heap_bytes();
    for _ in 0..100 {
        feed(&mut decoder, &insertion(b"another-name", b"another-value"));
        assert!(decoder.table().heap_bytes() > held);
        assert!(decoder.table_mut().rewind(state));
        assert_eq!(decoder.table().heap_bytes(), held);
    }
}

/// Each of many small blocks can come with a snapshot.
#[test]
fn loaded_snapshots_hold_only_their_entries() {
    let mut decoder = decoder(4096, History::Kept);
    feed(&mut decoder, &insertion(b"name", b"value"));
    let table = decoder.table_mut();
    let snapshot = table.snapshot_at(&table.state());
    let held = table.heap_bytes();
    const TIMES: usize = 1000;
    for _ in 0..TIMES {
        table.load(&snapshot);
    }
    assert_eq!(table.snapshot_at(&table.state()), snapshot);
    assert!(table.heap_bytes() <= held + TIMES * (RECORD + b"namevalue".len()));
}
