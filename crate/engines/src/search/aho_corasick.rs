//! Aho–Corasick.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, reject_empty};

/// The automaton of Aho and Corasick (1975) as a complete transition table, as in
/// Netty: one look-up per byte of the haystack for any number of needles. It has a
/// row for each prefix of a needle with a column for each byte that occurs in
/// needles, so time and memory are linear in the length of the needles.
#[derive(Clone, Debug)]
pub struct AhoCorasick {
    /// Column of each byte; bytes that are in no needle share one.
    columns: Box<[u16; 256]>,
    /// Rows of the states, the root first: [`ENDS`], then for each column the
    /// offset of the next state's row.
    rows: Vec<u32>,
    /// By needle.
    ends: Vec<End>,
}

/// Column of 1 + the number of the first needle that ends in a state, or 0.
const ENDS: usize = 0;

/// Column of bytes that are in no needle.
const OTHER: u16 = 1;

#[derive(Clone, Debug)]
struct End {
    length: usize,
    /// 1 + the number of the next needle that ends in the same state, or 0.
    next: u32,
}

impl Search for AhoCorasick {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        reject_empty(needles)?;
        let mut columns = Box::new([OTHER; 256]);
        let mut width = usize::from(OTHER) + 1;
        for &byte in needles.iter().copied().flatten() {
            let column = &mut columns[usize::from(byte)];
            if *column == OTHER {
                *column = width as u16;
                width += 1;
            }
        }
        let bytes: usize = needles.iter().map(|needle| needle.len()).sum();
        let most = (bytes + 1).checked_mul(width);
        if most.is_none_or(|most| u32::try_from(most).is_err()) {
            return Err(SearchError::TooMuch);
        }
        let mut automaton = Self {
            columns,
            rows: vec![0; width],
            ends: Vec::with_capacity(needles.len()),
        };
        for needle in needles {
            automaton.add(needle, width);
        }
        automaton.complete(width);
        Ok(automaton)
    }

    fn visit<B>(
        &self,
        haystack: &[u8],
        mut each: impl FnMut(Place) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut row = 0;
        for (end, &byte) in haystack.iter().enumerate() {
            row = self.rows[row + usize::from(self.columns[usize::from(byte)])] as usize;
            let mut ending = self.rows[row + ENDS];
            while ending != 0 {
                let needle = ending as usize - 1;
                let End { length, next } = self.ends[needle];
                each(Place {
                    at: end + 1 - length,
                    needle,
                })?;
                ending = next;
            }
        }
        ControlFlow::Continue(())
    }
}

impl AhoCorasick {
    /// Adds the missing states of a needle. Other transitions are 0 for now.
    fn add(&mut self, needle: &[u8], width: usize) {
        let mut row = 0;
        for &byte in needle {
            let step = row + usize::from(self.columns[usize::from(byte)]);
            if self.rows[step] == 0 {
                self.rows[step] = self.rows.len() as u32;
                self.rows.resize(self.rows.len() + width, 0);
            }
            row = self.rows[step] as usize;
        }
        self.ends.push(End {
            length: needle.len(),
            next: self.rows[row + ENDS],
        });
        self.rows[row + ENDS] = self.ends.len() as u32;
    }

    /// Fills in the other transitions and the ends, breadth first, from the state
    /// of the longest proper suffix that is also a prefix of a needle.
    fn complete(&mut self, width: usize) {
        let mut suffixes = vec![0; self.rows.len() / width];
        let mut waiting = vec![0];
        let mut next = 0;
        while let Some(&row) = waiting.get(next) {
            next += 1;
            let suffix = suffixes[row / width];
            if row > 0 {
                self.append_ends(row, suffix);
            }
            for column in usize::from(OTHER)..width {
                let other = if row > 0 {
                    self.rows[suffix + column]
                } else {
                    0
                };
                let step = &mut self.rows[row + column];
                if *step == 0 {
                    *step = other;
                } else {
                    suffixes[*step as usize / width] = other as usize;
                    waiting.push(*step as usize);
                }
            }
        }
    }

    /// Appends the needles that end in the state `suffix` to the needles of `row`.
    fn append_ends(&mut self, row: usize, suffix: usize) {
        let further = self.rows[suffix + ENDS];
        let (mut last, mut next) = (0, self.rows[row + ENDS]);
        while next != 0 {
            last = next;
            next = self.ends[last as usize - 1].next;
        }
        match last {
            0 => self.rows[row + ENDS] = further,
            _ => self.ends[last as usize - 1].next = further,
        }
    }
}
