//! The table at any step equals a plain queue after the same steps.

use std::collections::VecDeque;

use hpack::Kind;
use inspect::{Options, Session, columns::flags};

use super::support::{Case, Sent, captures, malformed};

struct Plain {
    entries: VecDeque<(Vec<u8>, Vec<u8>)>,
    maximum: u64,
}

impl Plain {
    fn size(&self) -> u64 {
        let sizes = self
            .entries
            .iter()
            .map(|(name, value)| name.len() + value.len() + 32);
        sizes.sum::<usize>() as u64
    }

    fn evict(&mut self, room: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut evicted = Vec::new();
        while self.size() > room {
            evicted.extend(self.entries.pop_back());
        }
        evicted
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// Compares each step of a session with plain queues, one per direction.
fn check_steps(case: &Case) {
    let options = Options::with_limit(case.limit, Some(case.limit));
    let session = Session::decode(options, &case.blocks);
    let mut plain: Vec<Plain> = session
        .directions()
        .iter()
        .map(|direction| Plain {
            entries: VecDeque::new(),
            maximum: u64::from(direction.start.maximum()),
        })
        .collect();
    for (number, row) in session.rows().iter().enumerate() {
        let at = format!("{}, row {number}", case.name);
        let direction = session.blocks()[row.block as usize].direction as usize;
        let queue = &mut plain[direction];
        let evicted = match row.kind {
            Kind::SizeUpdate => {
                queue.maximum = u64::from(row.size());
                queue.evict(queue.maximum)
            }
            Kind::Incremental => {
                let name = session.name(row).unwrap().to_vec();
                let value = session.value(row).unwrap().to_vec();
                let size = (name.len() + value.len() + 32) as u64;
                let evicted = queue.evict(queue.maximum.saturating_sub(size));
                assert_eq!(row.has(flags::INSERTED), size <= queue.maximum, "{at}");
                if size <= queue.maximum {
                    queue.entries.push_front((name, value));
                }
                evicted
            }
            Kind::Indexed | Kind::WithoutIndexing | Kind::NeverIndexed => Vec::new(),
        };
        let view = session
            .table_after(direction, Some(number), 0, usize::MAX)
            .unwrap();
        assert_eq!(view.fill.size, queue.size(), "{at}");
        assert_eq!(u64::from(view.fill.max_size), queue.maximum, "{at}");
        assert_eq!(view.fill.count, queue.entries.len(), "{at}");
        for (nth, (entry, (name, value))) in view.entries.iter().zip(&queue.entries).enumerate() {
            assert_eq!(entry.index, Some(62 + nth as u32), "{at}");
            // Names and values of more than 1,024 bytes are truncated.
            let size = name.len() + value.len() + 32;
            assert_eq!(entry.size, Some(size as u64), "{at}");
            if size < 1024 {
                let found = [&entry.name, &entry.value];
                assert_eq!(found, [&text(name), &text(value)], "{at}");
            }
        }
        // Both lists start with the newest; the queue evicted its oldest first.
        assert_eq!(view.evicted_total as usize, evicted.len(), "{at}");
        for (entry, (name, value)) in view.evicted.iter().zip(evicted.iter().rev().take(64)) {
            assert_eq!(entry.index, None, "{at}");
            if evicted.len() <= 64 && name.len() + value.len() < 1024 {
                let found = [&entry.name, &entry.value];
                assert_eq!(found, [&text(name), &text(value)], "{at}");
            }
        }
    }
}

#[test]
fn matches_queues_on_malformed_blocks() {
    for case in &malformed() {
        // Thousands of references to one entry add nothing.
        if !case.name.starts_with("bomb-") {
            check_steps(case);
        }
    }
}

#[test]
fn matches_queues_on_captures() {
    captures().iter().for_each(check_steps);
}

fn decode(options: Options, hex: &str) -> Session {
    let block = Sent::new(input::Sender::Client, testing::hex(hex), Vec::new());
    Session::decode(options, &[block])
}

#[test]
fn returns_ranges_of_entries() {
    let session = decode(Options::default(), &"4001610162".repeat(5));
    for (from, to, expected) in [
        (0, usize::MAX, &[4, 3, 2, 1, 0][..]),
        (1, 3, &[3, 2]),
        (2, 2, &[]),
        (4, 1, &[]),
        (1000, 2000, &[]),
    ] {
        let view = session.table_after(0, Some(4), from, to).unwrap();
        let positions: Vec<i64> = view.entries.iter().map(|entry| entry.position).collect();
        assert_eq!(positions, expected, "{from}..{to}");
    }
    let start = session.table_after(0, None, 0, 9).unwrap();
    assert_eq!(start.fill.count, 0);
    assert!(session.table_after(99, None, 0, 1).is_none());
    assert!(session.table_after(0, Some(5), 0, 1).is_none());
}

/// With an assumed maximum, an index can restore an evicted entry. That step,
/// not a later one, changes the table.
#[test]
fn restoring_an_entry_changes_the_table_at_that_step() {
    let mut options = Options::default();
    options.start.unknown = true;
    options.start.assumed = true;
    // 42 entries of 100 bytes (1 for the name, 67 for the value), 40 of which
    // fit; then index 103, the oldest, and a literal with a static name.
    let entry = |number: u8| format!("40016143{number:02x}{}", "61".repeat(66));
    let hex: String = (0x30..0x30 + 42).map(entry).collect();
    let session = decode(options, &format!("{hex}e744012f"));
    let rows = session.rows();
    assert_eq!((rows[42].index, rows[43].index), (103, 4));
    let maximum = |row: usize| session.after(&rows[row]).maximum();
    assert_eq!([maximum(41), maximum(42), maximum(43)], [4096, 8192, 8192]);
    let problems = inspect::capture::problems::of_session(&session, |_, byte| byte.to_string());
    let messages: Vec<&str> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .filter(|message| message.contains("evicted"))
        .collect();
    assert_eq!(messages.len(), 1, "{problems:?}");
    assert!(messages[0].starts_with("Index 103 "), "{}", messages[0]);
}
