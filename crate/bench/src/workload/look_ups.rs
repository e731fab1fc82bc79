//! Look-ups in the static table.

use hpack::static_table::{self, LAST_REPEAT};

use super::{Conversation, Data, Workload, decoding::each_field, workloads};

/// A look-up in the static table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookUp {
    /// Name of the field.
    pub name: Box<[u8]>,
    /// Value of the field; `None` to look up only the name.
    pub value: Option<Box<[u8]>>,
}

impl LookUp {
    fn new(name: &str, value: Option<&str>) -> Self {
        Self {
            name: name.as_bytes().into(),
            value: value.map(|value| value.as_bytes().into()),
        }
    }
}

/// A value that no entry has.
const OTHER: &str = "another";

/// Common names that are not in the static table.
const UNKNOWN: [&str; 16] = [
    "alt-svc",
    "content-security-policy",
    "origin",
    "permissions-policy",
    "priority",
    "sec-ch-ua",
    "sec-ch-ua-mobile",
    "sec-ch-ua-platform",
    "sec-fetch-dest",
    "sec-fetch-mode",
    "sec-fetch-site",
    "sec-fetch-user",
    "upgrade-insecure-requests",
    "x-content-type-options",
    "x-frame-options",
    "x-requested-with",
];

/// Returns a workload for each pattern that matters to some engine.
#[must_use]
pub fn patterns() -> Vec<Workload> {
    let entry = |index: u32| {
        let (name, value) = static_table::get(index).unwrap_or_default();
        LookUp::new(name, Some(value))
    };
    let mut names: Vec<&str> = static_table::ENTRIES.iter().map(|entry| entry.0).collect();
    names.dedup();
    let each = |names: &[&str], value| {
        let look_up = |name: &&str| LookUp::new(name, value);
        names.iter().map(look_up).collect::<Vec<_>>()
    };
    let (last_repeat, _) = static_table::get(LAST_REPEAT).unwrap_or_default();
    let cases = [
        ("first", "the first entry", vec![entry(1)]),
        ("middle", "the middle entry", vec![entry(31)]),
        ("last", "the last entry", vec![entry(static_table::LEN)]),
        ("names", "every name, without a value", each(&names, None)),
        (
            "entries",
            "every entry, name and value",
            (1..=static_table::LEN).map(entry).collect(),
        ),
        (
            "other-values",
            "every name, with a value that no entry has",
            each(&names, Some(OTHER)),
        ),
        (
            "other-status",
            ":status with a value that no entry has",
            each(&[last_repeat], Some("503")),
        ),
        (
            "misses",
            "names that are not in the table",
            each(&UNKNOWN, Some(OTHER)),
        ),
    ];
    workloads(cases, |look_ups| Data::LookUps(look_ups.into()))
}

/// Returns a look-up for every field of every block.
pub(super) fn fields(conversations: &[Conversation]) -> Vec<LookUp> {
    let mut look_ups = Vec::new();
    each_field(conversations, |name, value| {
        look_ups.push(LookUp {
            name: name.into(),
            value: Some(value.into()),
        });
    });
    look_ups
}

#[cfg(test)]
mod tests {
    use super::*;
    use hpack_engines::static_look_up::{Hash, StaticLookUp};

    #[test]
    fn patterns_match_their_titles() {
        // Number of look-ups, of matching names, and of matching values.
        let expected = [
            ("first", 1, 1, 1),
            ("middle", 1, 1, 1),
            ("last", 1, 1, 1),
            ("names", 52, 52, 0),
            ("entries", 61, 61, 61),
            ("other-values", 52, 52, 0),
            ("other-status", 1, 1, 0),
            ("misses", 16, 0, 0),
        ];
        let found: Vec<_> = patterns()
            .iter()
            .map(|workload| {
                let Data::LookUps(look_ups) = &workload.data else {
                    panic!("{}", workload.id);
                };
                let matches = |look_up: &LookUp| {
                    let value = look_up.value.as_deref().unwrap_or(b"\0");
                    Hash.find(&look_up.name, value)
                };
                let known: Vec<_> = look_ups.iter().filter_map(matches).collect();
                let whole = known.iter().filter(|found| found.value).count();
                (workload.id.clone(), look_ups.len(), known.len(), whole)
            })
            .collect();
        let expected = expected.map(|(id, all, known, whole)| (id.to_owned(), all, known, whole));
        assert_eq!(found, expected);
    }
}
