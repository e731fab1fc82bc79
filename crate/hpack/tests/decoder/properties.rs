//! Any bytes: the decoder against a second, simple one, step by step.

use crate::support::{
    Decoded, decode,
    generate::{Scale, Session, noise, session},
    plain::{PlainBlock, PlainError, PlainField},
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
    invalid: true,
};

/// Enough insertions and bytes for several compactions.
const LARGE: Scale = Scale {
    blocks: 3,
    fewest: 300,
    pieces: 600,
    text: 3000,
    invalid: false,
};

fn acknowledge(decoder: &mut Decoder, limits: &[u32]) {
    for &limit in limits {
        decoder.table_mut().acknowledge_limit(limit);
    }
}

/// Checks that the steps are contiguous from byte 0 to the error or the end.
fn check_ranges(block: &[u8], record: &Record) -> TestCaseResult {
    let mut covered = 0;
    for Step { bytes, .. } in &record.steps {
        prop_assert_eq!(bytes.start, covered);
        prop_assert!(bytes.end > bytes.start);
        covered = bytes.end;
    }
    match record.error {
        Some(error) => {
            prop_assert_eq!(error.field_offset, covered);
            prop_assert!(error.at >= covered && error.at <= block.len());
        }
        None => prop_assert_eq!(covered, block.len()),
    }
    Ok(())
}

fn compare_block(record: &Record, plain: &PlainBlock) -> TestCaseResult {
    let (fields, error) = record.decoded();
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
    prop_assert_eq!(error.as_ref().map(PlainError::from), plain.error);
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

fn compare_with_plain(session: &Session, history: History) -> TestCaseResult {
    let mut decoder = session.start.decoder(history);
    let mut plain = session.start.plain();
    for (acknowledged, block) in &session.blocks {
        acknowledge(&mut decoder, acknowledged);
        for &limit in acknowledged {
            plain.acknowledge_limit(limit);
        }
        let record = record(&mut decoder, HuffmanEngine::BEST, block);
        check_ranges(block, &record)?;
        compare_block(&record, &plain.decode(block))?;
        let now = Snapshot::now(decoder.table());
        prop_assert_eq!(&now.entries, &plain.table());
        prop_assert_eq!(now.size, plain.size());
        prop_assert_eq!(now.state.required_maximum(), plain.pending);
        prop_assert_eq!(now.state.limit(), plain.limit);
        prop_assert_eq!(&Snapshot::at(decoder.table(), now.state), &now);
    }
    Ok(())
}

fn check_history(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Kept);
    let mut seen = vec![Snapshot::now(decoder.table())];
    for (acknowledged, block) in &session.blocks {
        acknowledge(&mut decoder, acknowledged);
        let steps = record(&mut decoder, HuffmanEngine::BEST, block).steps;
        seen.extend(steps.into_iter().map(|step| step.table));
    }
    for snapshot in seen {
        prop_assert_eq!(&Snapshot::at(decoder.table(), snapshot.state), &snapshot);
    }
    Ok(())
}

/// Compares the structure of a block with the steps and errors of the decoder,
/// unless the table is the reason of an error.
fn compare_structure(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Forgotten);
    for (acknowledged, block) in &session.blocks {
        acknowledge(&mut decoder, acknowledged);
        let record = record(&mut decoder, HuffmanEngine::BEST, block);
        for step in &record.steps {
            let found = representation_at(block, step.bytes.start)
                .map_err(|invalid| TestCaseError::fail(format!("{invalid:?}, but decoded")))?;
            prop_assert_eq!(found.kind, step.kind);
            prop_assert_eq!(&found.range, &step.bytes);
            prop_assert_eq!(found.integer.value, step.integer);
            prop_assert_eq!(&[found.name, found.value], &step.literals);
        }
        if let Some(error) = record.error {
            let is_structural = matches!(
                error.code(),
                Code::Truncated
                    | Code::TruncatedInteger
                    | Code::TruncatedString
                    | Code::IntegerOverflow
            );
            if is_structural {
                let found = representation_at(block, error.field_offset);
                prop_assert_eq!(found.map_err(|invalid| invalid.error), Err(error));
                prop_assert!(!is_whole(block));
            }
        } else {
            prop_assert!(is_whole(block));
        }
    }
    Ok(())
}

/// Checks that earlier states of a forgetting log hold the remaining entries.
fn check_forgotten_states(session: &Session) -> TestCaseResult {
    let mut decoder = session.start.decoder(History::Forgotten);
    let mut states = Vec::new();
    for (acknowledged, block) in &session.blocks {
        acknowledge(&mut decoder, acknowledged);
        let steps = record(&mut decoder, HuffmanEngine::BEST, block).steps;
        states.extend(steps.iter().map(|step| step.table.state));
    }
    for state in states {
        let left = Snapshot::at(decoder.table(), state);
        prop_assert_eq!(left.count, left.entries.len());
        let size: u64 = left.entries.iter().map(|(_, _, size)| size).sum();
        prop_assert_eq!(left.size, size);
    }
    Ok(())
}

fn compare_engines(session: &Session) -> TestCaseResult {
    let mut watched = session.start.decoder(History::Kept);
    let mut others: Vec<_> = HuffmanEngine::ALL
        .into_iter()
        .flat_map(|engine| [(engine, History::Kept), (engine, History::Forgotten)])
        .map(|(engine, history)| (engine, session.start.decoder(history)))
        .collect();
    for (acknowledged, block) in &session.blocks {
        acknowledge(&mut watched, acknowledged);
        let expected = record(&mut watched, HuffmanEngine::BEST, block).decoded();
        for (engine, decoder) in &mut others {
            acknowledge(decoder, acknowledged);
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
    fn random_bytes(session in noise()) {
        compare_with_plain(&session, History::Forgotten)?;
        compare_with_plain(&session, History::Kept)?;
        compare_engines(&session)?;
    }

    #[test]
    fn structure_agrees_with_decoder(session in session(SMALL), noise in noise()) {
        compare_structure(&session)?;
        compare_structure(&noise)?;
    }

    #[test]
    fn window_equals_deque(session in session(SMALL)) {
        compare_with_plain(&session, History::Kept)?;
        compare_with_plain(&session, History::Forgotten)?;
    }

    #[test]
    fn earlier_states_are_kept(session in session(SMALL)) {
        check_history(&session)?;
    }

    #[test]
    fn visitors_and_engines_agree(session in session(SMALL)) {
        compare_engines(&session)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn forgetting_log_equals_deque(session in session(LARGE)) {
        compare_with_plain(&session, History::Forgotten)?;
        check_forgotten_states(&session)?;
    }
}
