//! Forking and rewinding a decoder at any earlier state.

use crate::support::{
    Decoded,
    generate::{Scale, Session, session},
    steps::{Record, Snapshot, Step, record},
};
use hpack_core::{Decoder, History, Kind, TableState};
use hpack_engines::huffman::HuffmanEngine;
use proptest::{prelude::*, sample::Index, test_runner::TestCaseResult};

const SCALE: Scale = Scale {
    blocks: 5,
    fewest: 0,
    pieces: 12,
    text: 120,
    invalid: true,
};

/// A point in a session at which decoding can resume.
#[derive(Clone, Copy, Debug)]
struct Point {
    block: usize,
    /// Offset in that block.
    byte: usize,
    state: TableState,
}

struct Whole {
    decoder: Decoder,
    records: Vec<Record>,
    points: Vec<Point>,
    seen: Vec<Snapshot>,
}

fn decode_whole(session: &Session) -> Whole {
    let mut decoder = session.start.decoder(History::Kept);
    let mut records = Vec::new();
    let mut points = Vec::new();
    let mut seen = Vec::new();
    for (number, (limits, block)) in session.blocks.iter().enumerate() {
        let mut point = Point {
            block: number,
            byte: 0,
            state: decoder.table().state(),
        };
        points.push(point);
        seen.push(Snapshot::now(decoder.table()));
        for &limit in limits {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let record = record(&mut decoder, HuffmanEngine::BEST, block);
        for Step { bytes, table, .. } in &record.steps {
            // The rest of a block must not begin with a size update that is an
            // error after a field.
            let rest = block.get(bytes.end).copied().map(Kind::of);
            if rest != Some(Kind::SizeUpdate) {
                point.byte = bytes.end;
                point.state = table.state;
                points.push(point);
                seen.push(table.clone());
            }
        }
        records.push(record);
    }
    Whole {
        decoder,
        records,
        points,
        seen,
    }
}

/// Fields and error from `byte` on, with offsets from there.
fn rest_of(record: &Record, byte: usize) -> Decoded {
    let before = |step: &&Step| step.bytes.end <= byte && step.kind != Kind::SizeUpdate;
    let (mut fields, mut error) = record.decoded();
    fields.drain(..record.steps.iter().filter(before).count());
    if let Some(error) = &mut error {
        error.field_offset -= byte;
        error.at -= byte;
    }
    (fields, error)
}

/// Decodes from `point` to the end of the session and compares with the whole.
fn check_rest(
    decoder: &mut Decoder,
    session: &Session,
    records: &[Record],
    point: Point,
) -> TestCaseResult {
    for (number, (limits, block)) in session.blocks.iter().enumerate().skip(point.block) {
        let from = if number == point.block { point.byte } else { 0 };
        if from == 0 {
            for &limit in limits {
                decoder.table_mut().acknowledge_limit(limit);
            }
        }
        let found = record(decoder, HuffmanEngine::BEST, &block[from..]);
        prop_assert_eq!(found.decoded(), rest_of(&records[number], from));
        let tables = found.steps.iter().map(|step| &step.table);
        let expected = records[number].steps.iter();
        let expected = expected.filter(|step| step.bytes.start >= from);
        prop_assert!(tables.eq(expected.map(|step| &step.table)));
    }
    Ok(())
}

fn check_history(decoder: &Decoder, seen: &[Snapshot]) -> TestCaseResult {
    for snapshot in seen {
        prop_assert_eq!(&Snapshot::at(decoder.table(), snapshot.state), snapshot);
    }
    Ok(())
}

fn check_forks(session: &Session, picks: &[(Index, Index)], other: &[u8]) -> TestCaseResult {
    let Whole {
        decoder,
        records,
        points,
        seen,
    } = decode_whole(session);
    let mut forks: Vec<(usize, Decoder)> = Vec::new();
    for (which, to) in picks {
        // Of the whole decoder, or of an earlier fork, which decoded the rest of
        // the session.
        let which = which.index(forks.len() + 1);
        let (first, from) = match which.checked_sub(1) {
            Some(fork) => (forks[fork].0, &forks[fork].1),
            None => (0, &decoder),
        };
        let at = first + to.index(points.len() - first);
        let point = points[at];
        let mut elsewhere = from.fork_at(point.state, point.block as u32).unwrap();
        let mut fork = from.fork_at(point.state, point.block as u32).unwrap();
        let _ = record(&mut elsewhere, HuffmanEngine::BEST, other);
        check_rest(&mut fork, session, &records, point)?;
        check_history(&fork, &seen[at..])?;
        forks.push((at, fork));
    }
    check_history(&decoder, &seen)
}

fn check_rewinds(session: &Session, picks: &[Index]) -> TestCaseResult {
    let Whole {
        decoder,
        records,
        points,
        ..
    } = decode_whole(session);
    let Some((first, later)) = picks.split_first() else {
        return Ok(());
    };
    let first = first.index(points.len());
    let point = points[first];
    let mut again = decoder.fork_at(point.state, point.block as u32).unwrap();
    // Of earlier states it holds only entries of its own window.
    for state in points.iter().map(|point| point.state) {
        if state.end() <= point.state.end() {
            let left = Snapshot::at(again.table(), state);
            prop_assert_eq!(left.count, left.entries.len());
            let size: u64 = left.entries.iter().map(|(_, _, size)| size).sum();
            prop_assert_eq!(left.size, size);
        }
    }
    check_rest(&mut again, session, &records, point)?;
    for pick in later {
        let to = points[first + pick.index(points.len() - first)];
        // Only earlier states can be rewound to.
        if to.state.end() <= again.table().state().end() {
            prop_assert!(again.table_mut().rewind(to.state));
            let now = Snapshot::now(again.table());
            prop_assert_eq!(&now, &Snapshot::at(decoder.table(), to.state));
            check_rest(&mut again, session, &records, to)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn forks(
        session in session(SCALE),
        picks in prop::collection::vec(any::<(Index, Index)>(), 1..4),
        other in prop::collection::vec(any::<u8>(), 0..30),
    ) {
        check_forks(&session, &picks, &other)?;
    }

    #[test]
    fn rewinds(
        session in session(SCALE),
        picks in prop::collection::vec(any::<Index>(), 1..5),
    ) {
        check_rewinds(&session, &picks)?;
    }
}
