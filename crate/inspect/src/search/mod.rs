//! Search for fields, bytes and errors in a session.
//!
//! Each distinct name and value is searched once: thousands of fields may refer
//! to one entry. All are concatenated in lowercase, and needles are searched in
//! that text.

mod query;

use std::ops::Range;

use memchr::memmem::Finder;
use serde::Serialize;

use crate::{assumed::Overlay, strings::Numbered};

pub use query::Query;

/// Location of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Match {
    /// Number of the block in the session.
    pub block: u32,
    /// Number of the row in the session; `None` at or after an error.
    pub row: Option<u32>,
}

impl Match {
    /// Sort key in wire order. Matches after the last row of a block come last.
    pub fn place(self) -> (u32, u32) {
        (self.block, self.row.unwrap_or(u32::MAX))
    }
}

/// Searchable names and values of a range of rows.
#[derive(Debug)]
pub struct Texts {
    /// Distinct names and values in lowercase, concatenated.
    folded: Vec<u8>,
    ends: Vec<usize>,
    rows: Range<usize>,
    /// Numbers of the name and value of each row.
    of_rows: Vec<[u32; 2]>,
}

impl Texts {
    /// Collects names and values of `rows`, with guesses.
    pub fn new(overlay: Overlay<'_>, rows: Range<usize>) -> Self {
        let mut strings = Numbered::default();
        let fields = overlay.session.rows()[rows.clone()].iter();
        let of_rows = fields.map(|row| strings.numbers([overlay.name(row), overlay.value(row)]));
        let of_rows = of_rows.collect();
        let mut folded = Vec::new();
        let ends = strings.all.iter().map(|string| {
            folded.extend(string.iter().map(u8::to_ascii_lowercase));
            folded.len()
        });
        Self {
            ends: ends.collect(),
            folded,
            rows,
            of_rows,
        }
    }

    fn start(&self, number: usize) -> usize {
        number.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// Flags the strings that contain `text`.
    fn containing(&self, text: &[u8]) -> Vec<bool> {
        if text.is_empty() {
            return vec![true; self.ends.len()];
        }
        let mut with = vec![false; self.ends.len()];
        let mut number = 0;
        find_all(text, &self.folded, |at| {
            while self.ends[number] <= at {
                number += 1;
            }
            // Otherwise it continues in the next string.
            with[number] |= at + text.len() <= self.ends[number];
        });
        with
    }

    /// Flags the strings that equal `text`.
    fn equal_to(&self, text: &[u8]) -> Vec<bool> {
        let is = |number: usize| self.folded[self.start(number)..self.ends[number]] == *text;
        (0..self.ends.len()).map(is).collect()
    }

    fn rows_where(&self, is: impl Fn([u32; 2]) -> bool) -> impl Iterator<Item = usize> {
        let found = self.of_rows.iter().zip(self.rows.clone());
        found.filter_map(move |(&numbers, row)| is(numbers).then_some(row))
    }
}

/// Longest needle that is searched by restarting after every match, bytes.
/// Longer ones, which could match at every offset of a hostile input, are
/// searched in linear time.
const SHORT: usize = 64;

/// Calls `each` with the offset of every match, in order, overlapping ones
/// included.
fn find_all(needle: &[u8], haystack: &[u8], mut each: impl FnMut(usize)) {
    if needle.is_empty() {
        return;
    }
    if needle.len() <= SHORT {
        let finder = Finder::new(needle);
        let mut from = 0;
        while let Some(further) = finder.find(&haystack[from..]) {
            each(from + further);
            from += further + 1;
        }
        return;
    }
    // Knuth-Morris-Pratt: for each prefix of the needle, the length of its
    // longest border.
    let mut borders = vec![0; needle.len()];
    let next = |borders: &[usize], mut matched: usize, byte: u8| {
        while matched > 0 && needle.get(matched) != Some(&byte) {
            matched = borders[matched - 1];
        }
        matched + usize::from(needle[matched] == byte)
    };
    for at in 1..needle.len() {
        borders[at] = next(&borders, borders[at - 1], needle[at]);
    }
    let mut matched = 0;
    for (at, &byte) in haystack.iter().enumerate() {
        matched = next(&borders, matched, byte);
        if matched == needle.len() {
            each(at + 1 - matched);
        }
    }
}

fn contains(of: &[bool], number: u32) -> bool {
    of.get(number as usize).copied().unwrap_or(false)
}

impl Overlay<'_> {
    /// Searches `blocks` and returns matches in order. `texts` are those of
    /// their rows.
    pub fn search(&self, query: &Query, texts: &Texts, blocks: Range<usize>) -> Vec<Match> {
        match query {
            Query::Text(text) => {
                let with = texts.containing(text);
                let is = |[name, value]: [u32; 2]| contains(&with, name) || contains(&with, value);
                self.matches(texts.rows_where(is))
            }
            Query::Value(text) => {
                let with = texts.containing(text);
                self.matches(texts.rows_where(|[_, value]| contains(&with, value)))
            }
            Query::Field { name, value } => {
                let (equal, with) = (texts.equal_to(name), texts.containing(value));
                let is = |[name, number]: [u32; 2]| {
                    contains(&equal, name) && (contains(&with, number) || value.is_empty())
                };
                self.matches(texts.rows_where(is))
            }
            Query::Index(index) => {
                let rows = self.session.rows();
                let is = |row: &usize| rows[*row].index == *index;
                self.matches(texts.rows.clone().filter(is))
            }
            Query::Kind(kind) => {
                let rows = self.session.rows();
                self.matches(texts.rows.clone().filter(|row| rows[*row].kind == *kind))
            }
            Query::Bytes(bytes) => self.bytes(bytes, blocks),
            Query::Error(code) => blocks
                .filter(|block| {
                    let error = self.session.blocks()[*block].error;
                    error.is_some_and(|error| code.is_none_or(|code| error.code() == code))
                })
                .map(|block| Match {
                    block: block as u32,
                    row: None,
                })
                .collect(),
            Query::Any(all) => {
                let mut found: Vec<Match> = all
                    .iter()
                    .flat_map(|one| self.search(one, texts, blocks.clone()))
                    .collect();
                found.sort_unstable_by_key(|found| found.place());
                found.dedup();
                found
            }
        }
    }

    fn matches(&self, rows: impl Iterator<Item = usize>) -> Vec<Match> {
        let all = self.session.rows();
        rows.map(|row| Match {
            block: all[row].block,
            row: Some(row as u32),
        })
        .collect()
    }

    /// Representations in which `bytes` begin.
    fn bytes(&self, bytes: &[u8], blocks: Range<usize>) -> Vec<Match> {
        let mut found: Vec<Match> = Vec::new();
        for block in blocks {
            find_all(bytes, self.session.bytes(block), |at| {
                let one = Match {
                    block: block as u32,
                    row: self.session.row_at(block, at).map(|row| row as u32),
                };
                // Each representation is reported once.
                if found.last() != Some(&one) {
                    found.push(one);
                }
            });
        }
        found
    }

    /// Whether a block matches.
    pub fn has(&self, query: &Query, block: usize) -> bool {
        let rows = self.session.blocks()[block].rows.clone();
        let texts = Texts::new(*self, rows);
        !self.search(query, &texts, block..block + 1).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        Options, Session,
        assumed::AssumedEntries,
        fixtures::{of_hex, session},
    };

    fn found(session: &Session, query: &Query) -> Vec<(u32, Option<u32>)> {
        let known = AssumedEntries::NONE;
        let overlay = known.over(session);
        let texts = Texts::new(overlay, 0..session.rows().len());
        let found = overlay.search(query, &texts, 0..session.blocks().len());
        found.iter().map(|found| (found.block, found.row)).collect()
    }

    #[test]
    fn finds_every_kind_of_query() {
        // :method GET, :path /, :authority www.example.com; then the entry
        // again, a path, a never-indexed field; then an error.
        let blocks = [
            "828684410f7777772e6578616d706c652e636f6d",
            "be44072f4c6f672f696e1001610162",
            "8780",
        ];
        let session = of_hex(Options::default(), &blocks);
        for (text, wanted) in [
            ("EXAMPLE", vec![(0, Some(3)), (1, Some(4))]),
            (":authority: www", vec![(0, Some(3)), (1, Some(4))]),
            (":path:", vec![(0, Some(2)), (1, Some(5))]),
            (":path: log/in", vec![(1, Some(5))]),
            ("path: /", vec![]),
            ("86 84", vec![(0, Some(1))]),
            ("0x2e", vec![(0, Some(3))]),
            ("0x80", vec![(2, None)]),
            ("index=62", vec![(1, Some(4))]),
            ("is=never", vec![(1, Some(6))]),
            ("error=any", vec![(2, None)]),
            ("error=index-zero", vec![(2, None)]),
            ("error=truncated", vec![]),
            (
                "index=7 | error=any | :scheme:",
                vec![(0, Some(1)), (2, Some(7)), (2, None)],
            ),
            ("getx", vec![]),
            // Matches do not cross strings.
            ("getG", vec![]),
            (":method:get", vec![]),
        ] {
            let query = Query::parse(text).unwrap();
            assert_eq!(found(&session, &query), wanted, "{text}");
            let known = AssumedEntries::NONE;
            for block in 0..session.blocks().len() {
                let overlay = known.over(&session);
                let is_match = wanted.iter().any(|(found, _)| *found as usize == block);
                assert_eq!(overlay.has(&query, block), is_match, "{text} in {block}");
            }
        }
        let in_values = found(&session, &Query::value("a"));
        assert_eq!(in_values, [(0, Some(3)), (1, Some(4))]);
    }

    #[test]
    fn finds_long_needles_once_per_representation() {
        let value = [0x00, 0x01, b'c', 100].into_iter().chain([b'a'; 100]);
        let bytes: Vec<u8> = value.clone().chain([0x82]).chain(value).collect();
        let session = session(Options::default(), &[bytes]);
        let both = [(0, Some(0)), (0, Some(2))];
        for length in [SHORT, SHORT + 1, 100] {
            assert_eq!(found(&session, &Query::Text(vec![b'a'; length])), both);
            assert_eq!(found(&session, &Query::Bytes(vec![b'a'; length])), both);
        }
        assert_eq!(found(&session, &Query::Text(vec![b'a'; 101])), []);
    }

    proptest! {
        /// Text is found in exactly the fields that contain it.
        #[test]
        fn finds_exactly_the_matching_fields(
            fields in prop::collection::vec("[aAb]{0,3}", 1..12),
            text in "[ab]{1,3}",
        ) {
            let mut bytes = Vec::new();
            for value in &fields {
                bytes.extend([0x00, 0x01, b'c', value.len() as u8]);
                bytes.extend(value.as_bytes());
            }
            let session = session(Options::default(), &[bytes]);
            let wanted: Vec<_> = (0..)
                .zip(&fields)
                .filter(|(_, value)| value.to_ascii_lowercase().contains(&text))
                .map(|(row, _)| (0, Some(row)))
                .collect();
            prop_assert_eq!(found(&session, &Query::parse(&text).unwrap()), wanted);
        }
    }
}
