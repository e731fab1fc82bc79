//! What holds for any bytes: the decoder against a second, plain one, step
//! by step.

use crate::support::{
    Decoded, decode,
    generate::{Scale, Session, noise, session},
    plain::{PlainBlock, PlainFault, PlainField},
    steps::{Record, Snapshot, Step, record},
};
use hpack_core::{
    Code, Decoder, History,
    structure::{is_whole, representation_at},
};
use hpack_engines::huffman::HuffmanEngine;
use proptest::{prelude::*, test_runner::TestCaseResult};

const SMALL: Scale = Scale {
    blocks: 6,
    fewest: 0,
    pieces: 14,
    text: 120,
    broken: true,
};

/// Enough insertions and bytes that the log forgets several times.
const LARGE: Scale = Scale {
    blocks: 3,
    fewest: 300,
    pieces: 600,
    text: 3000,
    broken: false,
};

fn limits(decoder: &mut Decoder, limits: &[u32]) {
    for &limit in limits {
        decoder.table_mut().acknowledge_limit(limit);
    }
}

/// Steps lie end to end from byte 0 to the fault, or to the end.
fn steps_cover(block: &[u8], record: &Record) -> TestCaseResult {
    let mut covered = 0;
    for Step { bytes, .. } in &record.steps {
        prop_assert_eq!(bytes.start, covered);
        prop_assert!(bytes.end > bytes.start);
        covered = bytes.end;
    }
    match record.fault {
        Some(fault) => {
            prop_assert_eq!(fault.field_offset, covered);
            prop_assert!(fault.at >= covered && fault.at <= block.len());
        }
        None => prop_assert_eq!(covered, block.len()),
    }
    Ok(())
}

fn same_block(record: &Record, plain: &PlainBlock) -> TestCaseResult {
    let (fields, fault) = record.decoded();
    let fields: Vec<_> = fields
        .into_iter()
        .map(|field| PlainField {
            kind: field.kind,
            name: field.name,
            value: field.value,
            inserted: field.inserted.is_some(),
        })
        .collect();
    prop_assert_eq!(&fields, &plain.fields);
    prop_assert_eq!(fault.as_ref().map(PlainFault::from), plain.fault);
    prop_assert_eq!(record.steps.len(), plain.steps.len());
    for (found, step) in record.steps.iter().zip(&plain.steps) {
        let table = &found.table;
        prop_assert_eq!((found.kind, &found.bytes), (step.kind, &step.bytes));
        prop_assert_eq!(&table.entries, &step.table);
        prop_assert_eq!(table.count, step.table.len());
        prop_assert_eq!(table.size, step.size);
        prop_assert_eq!(table.unknown, step.unknown);
        prop_assert_eq!(table.state.maximum(), step.maximum);
        prop_assert_eq!(found.evicted.clone().count(), step.evicted);
    }
    Ok(())
}

/// The decoder and the plain one go through a session side by side.
fn like_the_plain_one(session: &Session, history: History) -> TestCaseResult {
    let mut decoder = session.start.decoder(history);
    let mut plain = session.start.plain();
    for (acknowledged, block) in &session.blocks {
        limits(&mut decoder, acknowledged);
        for &limit in acknowledged {
            plain.acknowledge_limit(limit);
        }
        let record = record(&mut decoder, HuffmanEngine::BEST, block);
        steps_cover(block, &record)?;
        same_block(&record, &plain.decode(block))?;
        let now = Snapshot::now(decoder.table());
        prop_assert_eq!(&now.entries, &plain.table());
        prop_assert_eq!(now.size, plain.size());
        prop_assert_eq!(now.state.pending(), plain.pending);
        prop_assert_eq!(now.state.limit(), plain.limit);
        prop_assert_eq!(&Snapshot::at(decoder.table(), now.state), &now);
    }
    Ok(())
}

/// Every moment that a session went through can be looked at in the end.
fn every_moment_stays(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Kept);
    let mut seen = vec![Snapshot::now(decoder.table())];
    for (acknowledged, block) in &session.blocks {
        limits(&mut decoder, acknowledged);
        let steps = record(&mut decoder, HuffmanEngine::BEST, block).steps;
        seen.extend(steps.into_iter().map(|step| step.table));
    }
    for snapshot in seen {
        prop_assert_eq!(&Snapshot::at(decoder.table(), snapshot.state), &snapshot);
    }
    Ok(())
}

/// The bare structure of a block is what the decoder reads, byte for byte,
/// and breaks where the decoder breaks, if the table is not the reason.
fn structure_agrees(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Forgotten);
    for (acknowledged, block) in &session.blocks {
        limits(&mut decoder, acknowledged);
        let record = record(&mut decoder, HuffmanEngine::BEST, block);
        for step in &record.steps {
            let found = representation_at(block, step.bytes.start).map_err(|broken| {
                TestCaseError::fail(format!("{broken:?} where the decoder read on"))
            })?;
            prop_assert_eq!(found.kind, step.kind);
            prop_assert_eq!(&found.range, &step.bytes);
            prop_assert_eq!(found.integer.value, step.integer);
            prop_assert_eq!(&[found.name, found.value], &step.literals);
        }
        if let Some(fault) = record.fault {
            let structural = matches!(
                fault.code(),
                Code::Truncated
                    | Code::TruncatedInteger
                    | Code::TruncatedString
                    | Code::IntegerOverflow
            );
            if structural {
                let broken = representation_at(block, fault.field_offset);
                prop_assert_eq!(broken.map_err(|broken| broken.fault), Err(fault));
                prop_assert!(!is_whole(block));
            }
        } else {
            prop_assert!(is_whole(block));
        }
    }
    Ok(())
}

/// Of an earlier moment a log that forgets shows what it still has.
fn earlier_moments_hold_what_is_left(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Forgotten);
    let mut moments = Vec::new();
    for (acknowledged, block) in &session.blocks {
        limits(&mut decoder, acknowledged);
        let steps = record(&mut decoder, HuffmanEngine::BEST, block).steps;
        moments.extend(steps.iter().map(|step| step.table.state));
    }
    for state in moments {
        let left = Snapshot::at(decoder.table(), state);
        prop_assert_eq!(left.count, left.entries.len());
        let size: u64 = left.entries.iter().map(|(_, _, size)| size).sum();
        prop_assert_eq!(left.size, size);
    }
    Ok(())
}

/// The outcome is the same for every engine, whatever the visitor takes of it.
fn same_for_all(session: &Session) -> TestCaseResult {
    let mut watched = session.start.decoder(History::Kept);
    let mut others: Vec<_> = HuffmanEngine::ALL
        .into_iter()
        .flat_map(|engine| [(engine, History::Kept), (engine, History::Forgotten)])
        .map(|(engine, history)| (engine, session.start.decoder(history)))
        .collect();
    for (acknowledged, block) in &session.blocks {
        limits(&mut watched, acknowledged);
        let expected = record(&mut watched, HuffmanEngine::BEST, block).decoded();
        for (engine, decoder) in &mut others {
            limits(decoder, acknowledged);
            let found: Decoded = decode(decoder, *engine, block);
            prop_assert_eq!(&found, &expected);
            let now = Snapshot::now(decoder.table());
            prop_assert_eq!(now, Snapshot::now(watched.table()));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn bytes_at_random(session in noise()) {
        like_the_plain_one(&session, History::Forgotten)?;
        like_the_plain_one(&session, History::Kept)?;
        same_for_all(&session)?;
    }

    #[test]
    fn structure_is_what_the_decoder_reads(session in session(SMALL), noise in noise()) {
        structure_agrees(&session)?;
        structure_agrees(&noise)?;
    }

    #[test]
    fn the_window_equals_a_deque(session in session(SMALL)) {
        like_the_plain_one(&session, History::Kept)?;
        like_the_plain_one(&session, History::Forgotten)?;
    }

    #[test]
    fn earlier_moments_stay_as_they_were(session in session(SMALL)) {
        every_moment_stays(&session)?;
    }

    #[test]
    fn visitors_and_engines_agree(session in session(SMALL)) {
        same_for_all(&session)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_log_that_forgets_equals_a_deque(session in session(LARGE)) {
        like_the_plain_one(&session, History::Forgotten)?;
        earlier_moments_hold_what_is_left(&session)?;
    }
}
