//! One suite over every engine.

use proptest::{prelude::*, sample::Index};

use super::*;
use crate::{List, Visitor};

type Found = Result<Vec<Place>, SearchError>;

/// Finds up to a number of matches of needles in a haystack.
type Find = fn(&[&[u8]], &[u8], usize) -> Found;

fn find<S: Search>(needles: &[&[u8]], haystack: &[u8], most: usize) -> Found {
    let search = S::new(needles)?;
    let mut found = Vec::new();
    let answer = search.visit(haystack, |place| {
        found.push(place);
        if found.len() < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(place)
        }
    });
    let last = found.last().copied().filter(|_| found.len() == most);
    assert_eq!(answer.break_value(), last);
    if last.is_none() {
        let mut sorted = found.clone();
        sorted.sort();
        assert_eq!(search.all(haystack), sorted);
    }
    Ok(found)
}

struct Finder;

impl<S: Search> Visitor<S, Find> for Finder {
    fn visit(self) -> Find {
        find::<S>
    }
}

/// Runs the check with each engine in turn.
fn with_each(check: impl Fn(&str, Find)) {
    for number in 0..Engines::COUNT {
        check(Engines::entry(number).id, Engines::visit(number, Finder));
    }
}

const BIT_MASK: &str = "bit-mask";

/// Reference implementation.
fn expected(needles: &[&[u8]], haystack: &[u8]) -> Vec<Place> {
    (0..haystack.len())
        .flat_map(|at| (0..needles.len()).map(move |needle| Place { at, needle }))
        .filter(|place| haystack[place.at..].starts_with(needles[place.needle]))
        .collect()
}

fn assert_finds(needles: &[&[u8]], haystack: &[u8]) {
    let expected = expected(needles, haystack);
    with_each(|engine, find| {
        if engine == BIT_MASK && needles.iter().any(|needle| needle.len() > 64) {
            return;
        }
        let of = || format!("{}: {needles:?} in {haystack:?}", engine);
        let mut found = find(needles, haystack, usize::MAX).unwrap();
        for needle in 0..needles.len() {
            let own = found.iter().filter(|place| place.needle == needle);
            assert!(own.is_sorted(), "{}", of());
        }
        for most in 1..=found.len().min(3) {
            let first = find(needles, haystack, most).unwrap();
            assert_eq!(first, found[..most], "{}", of());
        }
        found.sort();
        assert_eq!(found, expected, "{}", of());
    });
}

#[test]
fn known_places() {
    type Places = &'static [(usize, usize)];
    let cases: [(&[&str], &str, Places); 20] = [
        (&["a"], "", &[]),
        (&["a"], "a", &[(0, 0)]),
        (&["a"], "b", &[]),
        (&["path"], ":path /path", &[(1, 0), (7, 0)]),
        (&["needle"], "need", &[]),
        (&["needle"], "needl", &[]),
        (&["needle"], "needle", &[(0, 0)]),
        (&["end"], "at the end", &[(7, 0)]),
        (&["aa"], "aaaa", &[(0, 0), (1, 0), (2, 0)]),
        (&["aaaa"], "aaaaaa", &[(0, 0), (1, 0), (2, 0)]),
        (&["abab"], "ababababab", &[(0, 0), (2, 0), (4, 0), (6, 0)]),
        (&["aab"], "aaaab", &[(2, 0)]),
        (&["abcabd"], "abcabcabd", &[(3, 0)]),
        (&["\0"], "\0a\0", &[(0, 0), (2, 0)]),
        (&[], "a", &[]),
        (&["ab", "abc"], "abcab", &[(0, 0), (0, 1), (3, 0)]),
        (&["c", "bc", "abc"], "abc", &[(0, 2), (1, 1), (2, 0)]),
        (&["b", "abcd"], "abce", &[(1, 0)]),
        (&["ab", "b", "ab"], "ab", &[(0, 0), (0, 2), (1, 1)]),
        (
            &["he", "she", "his", "hers"],
            "ushers",
            &[(1, 1), (2, 0), (2, 3)],
        ),
    ];
    for (needles, haystack, places) in cases {
        let needles: Vec<&[u8]> = needles.iter().map(|needle| needle.as_bytes()).collect();
        let places: Vec<Place> = places
            .iter()
            .map(|&(at, needle)| Place { at, needle })
            .collect();
        assert_eq!(expected(&needles, haystack.as_bytes()), places);
        assert_finds(&needles, haystack.as_bytes());
    }
}

#[test]
fn finds_every_byte() {
    let haystack: Vec<u8> = (0..=255).chain((0..=255).rev()).collect();
    let needles: Vec<&[u8]> = haystack[..256].chunks(1).collect();
    assert_finds(&needles, &haystack);
    assert_finds(
        &[&[255], &[0], &[255, 255], &[254, 255], &[1, 0]],
        &haystack,
    );
}

/// Lengths around the sizes of words and vectors, with the needle at the start, in
/// the middle and at the end.
#[test]
fn finds_needles_of_many_lengths() {
    for length in [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 128, 1_024] {
        let mut needle = vec![b'a'; length];
        for last in [b'a', b'b'] {
            needle[length - 1] = last;
            let haystack = [&needle[..], b"aa", &needle, b"b", &needle].concat();
            assert_finds(&[&needle], &haystack);
            assert_finds(&[&needle], &haystack[1..haystack.len() - 1]);
        }
    }
}

/// The plain scan and the preparation of the crate aho-corasick would take minutes
/// for these repetitive needles.
#[test]
fn linear_engines_find_long_needles() {
    let mut haystack = vec![0; 200_000];
    haystack.push(255);
    let needles = [&haystack[1..], &haystack[100_000..]];
    let expected = [(1, 0), (100_000, 1)].map(|(at, needle)| Place { at, needle });
    fn found<S: Search>(needles: &[&[u8]], haystack: &[u8]) -> Vec<Place> {
        S::new(needles).unwrap().all(haystack)
    }
    assert_eq!(found::<Kmp>(&needles, &haystack), expected);
    assert_eq!(found::<AhoCorasick>(&needles, &haystack), expected);
    assert_eq!(found::<Memmem>(&needles, &haystack), expected);
}

#[test]
fn rejects_needles() {
    let long = [b'a'; 65];
    with_each(|engine, find| {
        let refused = |needles: &[&[u8]]| find(needles, b"", 1).map(|_| ());
        let empty = |needle| Err(SearchError::Empty { needle });
        assert_eq!(refused(&[b""]), empty(0), "{}", engine);
        assert_eq!(refused(&[b"a", b"", b"b"]), empty(1), "{}", engine);
        assert_eq!(refused(&[&long[1..]]), Ok(()), "{}", engine);
        let expected = match engine {
            BIT_MASK => Err(SearchError::TooLong {
                needle: 1,
                most: 64,
            }),
            _ => Ok(()),
        };
        assert_eq!(refused(&[b"a", &long]), expected, "{}", engine);
    });
    let sentences = [
        (SearchError::Empty { needle: 0 }, "needle 1 is empty"),
        (
            SearchError::TooLong {
                needle: 1,
                most: 64,
            },
            "needle 2 is longer than the 64 bytes that this engine can search for",
        ),
    ];
    for (error, sentence) in sentences {
        assert_eq!(error.to_string(), sentence);
    }
}

/// Text of few different bytes, so that it is repetitive.
fn repetitive(bytes: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![Just(0), Just(b'a'), Just(255)];
    proptest::collection::vec(byte, bytes)
}

proptest! {
    #[test]
    fn any_needles(
        needles in proptest::collection::vec(repetitive(1..6), 0..5),
        haystack in repetitive(0..60),
    ) {
        let needles: Vec<&[u8]> = needles.iter().map(|needle| &needle[..]).collect();
        assert_finds(&needles, &haystack);
    }

    /// Needles that are parts of the haystack and of each other.
    #[test]
    fn parts(
        haystack in prop_oneof![repetitive(1..200), proptest::collection::vec(any::<u8>(), 1..200)],
        cuts in proptest::collection::vec((any::<Index>(), any::<Index>()), 1..6),
    ) {
        let mut needles: Vec<&[u8]> = Vec::new();
        for (from, length) in cuts {
            let from = from.index(haystack.len());
            let needle = &haystack[from..][..=length.index(haystack.len() - from)];
            let half = needle.len() / 2;
            needles.extend([needle, needle, &needle[half..], &needle[..=half.min(needle.len() - 1)]]);
        }
        assert_finds(&needles, &haystack);
    }
}
