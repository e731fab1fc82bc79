//! What a decoder makes of a case.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bench::workload::write_field;
use hpack::{DecodeError, Decoder, Limits};
use serde::Serialize;

use super::case::{Case, acknowledge};
use crate::blocks::Peer;

/// What ours made of one block.
pub(super) struct Ours {
    pub(super) result: Result<(), DecodeError>,
    /// Its fields, those before a fault included.
    pub(super) fields: Vec<u8>,
    /// The table behind it, newest entry first.
    pub(super) table: Vec<u8>,
}

/// How a decoder of others came out otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Theirs {
    Accepts,
    Refuses,
    /// It took the block and read other fields, or others before the fault.
    OtherFields,
    /// The same fields, and another table behind them.
    OtherTable,
    Panics,
}

/// Exceeded now and then, by lists and by strings.
const LIMITS: Limits = Limits {
    header_list: 400,
    string: 100,
};

/// Ours up to the first fault.
///
/// # Panics
/// If a decoder with limits does not keep in step.
pub(super) fn ours(case: &Case) -> Vec<Ours> {
    let mut decoder = Decoder::default();
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
        let fault = result.is_err();
        assert!(fault || entries(&limited) == table, "{within:?}");
        all.push(Ours {
            result,
            fields,
            table,
        });
        if fault {
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

/// Where and how a decoder of others comes out otherwise.
pub(super) struct Disagreement {
    /// The block's number, from 0.
    pub(super) block: usize,
    pub(super) theirs: Theirs,
    /// The fields that they read in it.
    pub(super) fields: Vec<u8>,
}

/// Where `P` first comes out otherwise.
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
