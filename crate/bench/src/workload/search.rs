//! Needles, as a person looks for them in a session, and those that cost a
//! plain scan most.

use std::collections::BTreeSet;

use super::{Conversation, Data, Random, Workload, decoding::each_field, workloads};

/// A text to look for.
pub type Needle = Box<[u8]>;

/// Needles, and what they are looked for in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searches {
    /// The text or the bytes.
    pub haystack: Box<[u8]>,
    /// For each search the needles that it looks for, all at once. None is
    /// empty or longer than [`LONGEST`].
    pub needles: Vec<Vec<Needle>>,
}

/// Bytes of a needle at most, so that every engine takes it: the bit mask's
/// word has no more.
const LONGEST: usize = 64;

/// Bytes of the shortest value that is looked for as a token.
const TOKEN: usize = 24;

/// Searches of a kind at most.
const MOST: usize = 8;

/// Bytes of a haystack at most: a longer one would take longer to measure and
/// show nothing else.
const ENOUGH: usize = 1 << 20;

/// Bytes of a needle in blocks: a few, as typed in hex.
const TYPED: usize = 4;

/// What a person may look for in the fields and the bytes of a session: the
/// beginning of a workload's name and of its title, and the searches.
pub(super) fn of_blocks(
    conversations: &[Conversation],
) -> [(&'static str, &'static str, Searches); 5] {
    let mut text: Vec<u8> = Vec::new();
    let [mut names, mut paths, mut tokens] = [const { BTreeSet::new() }; 3];
    each_field(conversations, |name, value| {
        if text.len() + name.len() + value.len() > ENOUGH {
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
    let bytes: Box<[u8]> = bytes.take(ENOUGH).collect();
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

/// As much of `text` as every engine takes.
fn needle(text: &[u8]) -> Needle {
    text[..text.len().min(LONGEST)].into()
}

/// [`MOST`] of them at most, at even distances; none that is empty.
fn spread(needles: &BTreeSet<Needle>) -> impl Iterator<Item = Needle> {
    let all = needles.iter().filter(|needle| !needle.is_empty());
    all.step_by(needles.len().div_ceil(MOST).max(1)).cloned()
}

/// Bytes of the haystacks below: a predictor learns some ten thousand by heart.
const LONG: usize = 64 << 10;

/// Needles and haystacks that cost the engines most or least, some of them as
/// in Netty's own benchmark of its engines.
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

    /// How often the needles of each search are found.
    fn found(searches: &Searches) -> Vec<usize> {
        let each = searches.needles.iter().map(|needles| {
            let needles: Vec<&[u8]> = needles.iter().map(|needle| &**needle).collect();
            Scan::new(&needles).unwrap().all(&searches.haystack).len()
        });
        each.collect()
    }

    #[test]
    fn what_is_looked_for_in_a_session_is_there_and_not_too_long() {
        for (prefix, _, searches) in of_blocks(&captures()) {
            let kinds = if prefix == "any-name-" { 1 } else { MOST };
            assert!(
                (kinds.div_ceil(2)..=kinds).contains(&searches.needles.len()),
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
    fn a_session_without_fields_gives_nothing_to_look_for() {
        for (prefix, _, searches) in of_blocks(&[]) {
            assert!(searches.needles.is_empty(), "{prefix}");
        }
    }

    #[test]
    fn each_pattern_finds_what_its_title_says() {
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
