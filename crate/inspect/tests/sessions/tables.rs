//! The table at any step, asked for in any order, is what a plain queue holds
//! after the same steps.

use std::collections::VecDeque;

use hpack::Kind;
use inspect::{Options, Session, columns::flags};

use crate::support::{Case, captures, malformed};

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
        let mut gone = Vec::new();
        while self.size() > room {
            gone.extend(self.entries.pop_back());
        }
        gone
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// Steps through a session beside plain queues, one a direction.
fn steps_agree(case: &Case) {
    let session = Session::decode(
        Options::with_limit(case.limit, Some(case.limit)),
        &case.blocks,
    );
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
        let gone = match row.kind {
            Kind::SizeUpdate => {
                queue.maximum = u64::from(row.size());
                queue.evict(queue.maximum)
            }
            Kind::Incremental => {
                let name = session.name(row).unwrap().to_vec();
                let value = session.value(row).unwrap().to_vec();
                let size = (name.len() + value.len() + 32) as u64;
                let gone = queue.evict(queue.maximum.saturating_sub(size));
                assert_eq!(row.has(flags::INSERTED), size <= queue.maximum, "{at}");
                if size <= queue.maximum {
                    queue.entries.push_front((name, value));
                }
                gone
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
            // A name or value of more than 1,024 bytes is cut in this view.
            assert_eq!(
                entry.size,
                Some((name.len() + value.len() + 32) as u64),
                "{at}"
            );
            if name.len() + value.len() < 1024 {
                assert_eq!(
                    (&entry.name, &entry.value),
                    (&text(name), &text(value)),
                    "{at}"
                );
            }
        }
        // Both lists run from the newest; the queue gave up its oldest first.
        assert_eq!(view.evicted_total as usize, gone.len(), "{at}");
        for (entry, (name, value)) in view.evicted.iter().zip(gone.iter().rev().take(64)) {
            assert_eq!(entry.index, None, "{at}");
            if gone.len() <= 64 && name.len() + value.len() < 1024 {
                assert_eq!(
                    (&entry.name, &entry.value),
                    (&text(name), &text(value)),
                    "{at}"
                );
            }
        }
    }
}

#[test]
fn on_every_malformed_block() {
    for (case, _) in &malformed() {
        // Twelve thousand references to one entry say nothing new.
        if !case.name.starts_with("bomb-") {
            steps_agree(case);
        }
    }
}

#[test]
fn on_every_capture() {
    for (case, _) in &captures() {
        steps_agree(case);
    }
}

#[test]
fn windows_of_a_table_are_parts_of_it() {
    for (case, _) in captures().iter().take(4) {
        let session = Session::decode(Options::default(), &case.blocks);
        let Some(last) = session.rows().len().checked_sub(1) else {
            continue;
        };
        let direction = session.blocks()[session.rows()[last].block as usize].direction as usize;
        let whole = session
            .table_after(direction, Some(last), 0, usize::MAX)
            .unwrap();
        for (from, to) in [(0, 2), (1, 3), (2, 2), (5, 1), (1000, 2000)] {
            let part = session
                .table_after(direction, Some(last), from, to)
                .unwrap();
            let positions = |entries: &[inspect::table::TableEntry]| -> Vec<i64> {
                entries.iter().map(|entry| entry.position).collect()
            };
            let start = from.min(whole.entries.len());
            let end = to.clamp(start, whole.entries.len().max(start));
            assert_eq!(
                positions(&part.entries),
                positions(&whole.entries[start..end]),
                "{from}..{to}"
            );
        }
        assert!(session.table_after(99, None, 0, 1).is_none());
        assert!(
            session
                .table_after(direction, Some(usize::MAX), 0, 1)
                .is_none()
        );
        assert_eq!(
            session
                .table_after(direction, None, 0, 9)
                .unwrap()
                .fill
                .count,
            0
        );
    }
}

/// In a table whose maximum is only assumed, an index may bring an evicted entry
/// back. That is the step that changes the table, and not a later one.
#[test]
fn an_index_that_brings_an_entry_back_is_the_step_that_changes_the_table() {
    let mut options = Options::default();
    options.start.unknown = true;
    options.start.assumed = true;
    // 42 entries of 100 bytes (a name of 1, a value of 67), of which 40 fit;
    // then index 103, the oldest, and a literal with a name of the static table.
    let entry = |number: u8| format!("40016143{number:02x}{}", "61".repeat(66));
    let hex: String = (0x30..0x30 + 42).map(entry).collect();
    let hex = format!("{hex}e744012f");
    let block = crate::support::block(input::Sender::Client, &hex, Vec::new());
    let session = Session::decode(options, &[block]);
    let rows = session.rows();
    assert_eq!((rows[42].index, rows[43].index), (103, 4));
    let maximum = |row: usize| session.after(&rows[row]).maximum();
    assert_eq!([maximum(41), maximum(42), maximum(43)], [4096, 8192, 8192]);
    let problems = inspect::capture::problems::of_session(&session, |_, byte| byte.to_string());
    let said: Vec<&str> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .filter(|message| message.contains("evicted"))
        .collect();
    assert_eq!(said.len(), 1, "{problems:?}");
    assert!(said[0].starts_with("Index 103 "), "{}", said[0]);
}
