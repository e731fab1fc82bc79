//! The result of a decoder on a case.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bench::workload::write_field;
use hpack::{DecodeError, Decoder, Limits};
use serde::Serialize;

use super::case::{Case, acknowledge};
use crate::blocks::Peer;

/// Our result for one block.
pub(super) struct Ours {
    pub(super) result: Result<(), DecodeError>,
    /// Its fields, including those before an error.
    pub(super) fields: Vec<u8>,
    /// The table after it, newest entry first.
    pub(super) table: Vec<u8>,
}

/// How another decoder differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Theirs {
    Accepts,
    Refuses,
    /// Accepted the block with other fields, or returned other fields before
    /// the error.
    OtherFields,
    /// The same fields, with another table afterwards.
    OtherTable,
    Panics,
}

/// Small enough that some lists and strings exceed them.
const LIMITS: Limits = Limits::NONE.with_header_list(400).with_string(100);

/// Our results up to the first error.
///
/// # Panics
/// If a decoder with limits loses synchronization.
pub(super) fn ours(case: &Case) -> Vec<Ours> {
    let mut decoder = Decoder::default().with_limits(Limits::NONE);
    let mut limited = Decoder::default().with_limits(LIMITS);
    let mut all = Vec::new();
    for sent in &case.blocks {
        acknowledge(&mut decoder, &sent.limit_changes);
        let mut fields = Vec::new();
        let result = decoder.decode(&sent.bytes, |field| {
            write_field(&mut fields, field.name, field.value);
        });
        let table = entries(&decoder);
        acknowledge(&mut limited, &sent.limit_changes);
        let mut accepted = Vec::new();
        let within = limited.decode(&sent.bytes, |field| {
            write_field(&mut accepted, field.name, field.value);
        });
        match within {
            Err(exceeded) if !exceeded.is_compression_error() => {
                assert!(result.is_ok() && fields.starts_with(&accepted));
            }
            within => assert_eq!(within, result),
        }
        let error = result.is_err();
        assert!(error || entries(&limited) == table, "{within:?}");
        all.push(Ours {
            result,
            fields,
            table,
        });
        if error {
            break;
        }
    }
    all
}

fn entries(decoder: &Decoder) -> Vec<u8> {
    let mut table = Vec::new();
    for entry in decoder.table().entries() {
        let [name, value] = [entry.name, entry.value].map(|text| text.unwrap_or(b"?"));
        write_field(&mut table, name, value);
    }
    table
}

/// Where and how another decoder differs.
pub(super) struct Disagreement {
    /// Block number from 0.
    pub(super) block: usize,
    pub(super) theirs: Theirs,
    /// The fields that it returned.
    pub(super) fields: Vec<u8>,
}

/// The first block at which `P` differs.
pub(super) fn disagreement<P: Peer>(case: &Case, ours: &[Ours]) -> Option<Disagreement> {
    let mut at = 0;
    let mut fields = Vec::new();
    let compared = catch_unwind(AssertUnwindSafe(|| {
        let mut peer = P::new(4096, 4096);
        for (block, (sent, ours)) in case.blocks.iter().zip(ours).enumerate() {
            at = block;
            for &limit in &sent.limit_changes {
                peer.acknowledge(limit);
            }
            fields.clear();
            let accepts = peer.decode(&sent.bytes, |name, value| {
                write_field(&mut fields, name, value);
            });
            let theirs = match (ours.result.is_ok(), accepts) {
                (true, false) => Some(Theirs::Refuses),
                (false, true) => Some(Theirs::Accepts),
                (true, true) if *fields != ours.fields => Some(Theirs::OtherFields),
                (true, true) => {
                    let mut table = Vec::new();
                    let told = peer.table(&mut table);
                    (told && table != ours.table).then_some(Theirs::OtherTable)
                }
                (false, false) => {
                    let (short, long) = if fields.len() < ours.fields.len() {
                        (&fields, &ours.fields)
                    } else {
                        (&ours.fields, &fields)
                    };
                    (!long.starts_with(short)).then_some(Theirs::OtherFields)
                }
            };
            if theirs.is_some() {
                return theirs;
            }
        }
        None
    }));
    let theirs = compared.unwrap_or(Some(Theirs::Panics))?;
    Some(Disagreement {
        block: at,
        theirs,
        fields,
    })
}
