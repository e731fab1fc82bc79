//! Searches in a session, and best and worst cases of the engines.

use std::collections::BTreeSet;

use super::{Conversation, Data, Random, Workload, decoding::each_field, workloads};

/// A text to search for.
pub type Needle = Box<[u8]>;

/// Searches in a haystack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searches {
    /// Text or bytes to search in.
    pub haystack: Box<[u8]>,
    /// Needles of each search. None is empty or longer than [`LONGEST`].
    pub needles: Vec<Vec<Needle>>,
}

/// Longest needle that every engine supports, bytes: the word of the bit mask.
const LONGEST: usize = 64;

/// Shortest value that counts as a token, bytes.
const TOKEN: usize = 24;

/// Most searches of a kind.
const MAX_SEARCHES: usize = 8;

/// Longest haystack, bytes.
const MAX_HAYSTACK: usize = 1 << 20;

/// Length of needles in blocks, bytes.
const TYPED: usize = 4;

/// Returns typical searches in the fields and the bytes of a session: prefix of the
/// workload's name, prefix of its title, and searches.
pub(super) fn of_blocks(
    conversations: &[Conversation],
) -> [(&'static str, &'static str, Searches); 5] {
    let mut text: Vec<u8> = Vec::new();
    let [mut names, mut paths, mut tokens] = [const { BTreeSet::new() }; 3];
    each_field(conversations, |name, value| {
        if text.len() + name.len() + value.len() > MAX_HAYSTACK {
            return;
        }
        for part in [name, b": ", value, b"\n"] {
            text.extend_from_slice(part);
        }
        names.insert(needle(name));
        if name == b":path" {
            paths.insert(needle(value));
        } else if value.len() >= TOKEN {
            tokens.insert(needle(value));
        }
    });
    let blocks = conversations.iter().flat_map(|one| &one.blocks);
    let bytes = blocks.flat_map(|sent| sent.bytes.iter().copied());
    let bytes: Box<[u8]> = bytes.take(MAX_HAYSTACK).collect();
    let typed = bytes.chunks_exact(TYPED).map(needle).collect();
    let text: Box<[u8]> = text.into();
    let each = |needles: &BTreeSet<Needle>| spread(needles).map(|one| vec![one]).collect();
    let several = Some(spread(&names).collect::<Vec<_>>()).filter(|names| !names.is_empty());
    let of = |haystack: &[u8], needles| Searches {
        haystack: haystack.into(),
        needles,
    };
    [
        ("names-", "field names in ", of(&text, each(&names))),
        ("paths-", "paths in ", of(&text, each(&paths))),
        ("tokens-", "tokens in ", of(&text, each(&tokens))),
        (
            "any-name-",
            "several names at once in ",
            of(&text, several.into_iter().collect()),
        ),
        (
            "bytes-",
            "four bytes in the blocks of ",
            of(&bytes, each(&typed)),
        ),
    ]
}

fn needle(text: &[u8]) -> Needle {
    text[..text.len().min(LONGEST)].into()
}

/// Selects at most [`MAX_SEARCHES`] needles that are not empty, evenly spaced.
fn spread(needles: &BTreeSet<Needle>) -> impl Iterator<Item = Needle> {
    let all = needles.iter().filter(|needle| !needle.is_empty());
    all.step_by(needles.len().div_ceil(MAX_SEARCHES).max(1))
        .cloned()
}

/// Length of the haystacks below in bytes: more than branch predictors can learn.
const LONG: usize = 64 << 10;

/// Returns best and worst cases of the engines, some of them from Netty's benchmark.
#[must_use]
pub fn searches() -> Vec<Workload> {
    let mut random = Random::default();
    let mut below = |end: u64| ((random.next() >> 32) % end) as u8;
    let printable: Box<[u8]> = (0..LONG).map(|_| b' ' + below(95)).collect();
    let two: Box<[u8]> = (0..LONG).map(|_| below(2)).collect();
    let same = || vec![b'a'; LONG].into_boxed_slice();
    let worst = |bytes: usize| {
        let mut needle = vec![b'a'; bytes];
        needle[bytes - 1] = b'b';
        needle
    };
    let cases = [
        (
            "printable",
            "8 letters in 64 KiB of random characters",
            (printable, b"abcdefgh".to_vec()),
        ),
        (
            "two-values",
            "64 bytes in 64 KiB of two values at random",
            (two.clone(), two[LONG / 2..][..LONGEST].to_vec()),
        ),
        ("worst-8", "7 a and a b in 64 KiB of a", (same(), worst(8))),
        (
            "worst-64",
            "63 a and a b in 64 KiB of a",
            (same(), worst(64)),
        ),
        (
            "everywhere",
            "8 a in 64 KiB of a, at every place",
            (same(), vec![b'a'; 8]),
        ),
    ];
    workloads(cases, |(haystack, needle)| {
        let needles = vec![vec![needle.into()]];
        Data::Searches(Searches { haystack, needles }.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::captures;
    use hpack_engines::search::{Scan, Search};

    /// Number of matches of each search.
    fn found(searches: &Searches) -> Vec<usize> {
        let each = searches.needles.iter().map(|needles| {
            let needles: Vec<&[u8]> = needles.iter().map(|needle| &**needle).collect();
            Scan::new(&needles).unwrap().all(&searches.haystack).len()
        });
        each.collect()
    }

    #[test]
    fn needles_of_a_session_match() {
        for (prefix, _, searches) in of_blocks(&captures()) {
            let most = if prefix == "any-name-" {
                1
            } else {
                MAX_SEARCHES
            };
            assert!(
                (most.div_ceil(2)..=most).contains(&searches.needles.len()),
                "{prefix}"
            );
            for (needles, found) in searches.needles.iter().zip(found(&searches)) {
                assert!(found >= needles.len(), "{prefix}");
                assert!(
                    needles
                        .iter()
                        .all(|needle| (1..=LONGEST).contains(&needle.len()))
                );
            }
        }
    }

    #[test]
    fn no_searches_without_fields() {
        for (prefix, _, searches) in of_blocks(&[]) {
            assert!(searches.needles.is_empty(), "{prefix}");
        }
    }

    #[test]
    fn searches_match_their_titles() {
        let found: Vec<_> = searches()
            .iter()
            .map(|workload| {
                let Data::Searches(searches) = &workload.data else {
                    panic!("{}", workload.id);
                };
                assert_eq!(searches.haystack.len(), LONG);
                (workload.id.clone(), found(searches)[0])
            })
            .collect();
        let expected = [
            ("printable", 0),
            ("two-values", 1),
            ("worst-8", 0),
            ("worst-64", 0),
            ("everywhere", LONG - 7),
        ];
        assert_eq!(found, expected.map(|(id, count)| (id.to_owned(), count)));
    }
}
