//! Aho–Corasick: several needles in one pass.

use core::ops::ControlFlow;

use super::{Place, Search, SearchError, refuse_empty};

/// The automaton of Aho and Corasick (1975), with every step worked out
/// beforehand, as Netty has it for several needles at once: a byte of the
/// haystack costs one look-up, however many needles there are. A state for each
/// beginning of a needle, with a number for each byte that occurs in needles:
/// time and memory are linear in the needles' length.
#[derive(Clone, Debug)]
pub struct AhoCorasick {
    /// The column of each byte; bytes that are in no needle share one.
    columns: Box<[u16; 256]>,
    /// A row for each state, the root's first: [`ENDS`], then for each byte's
    /// column where the row of the next state begins.
    rows: Vec<u32>,
    /// What is known of each needle.
    ends: Vec<End>,
}

/// The column in which 1 + the number of the first needle that ends in a state
/// stands, or 0.
const ENDS: usize = 0;

/// The column of bytes that are in no needle.
const OTHER: u16 = 1;

/// The end of a needle.
#[derive(Clone, Debug)]
struct End {
    length: usize,
    /// 1 + the number of the next needle that ends in the same state, or 0.
    next: u32,
}

impl Search for AhoCorasick {
    fn new(needles: &[&[u8]]) -> Result<Self, SearchError> {
        refuse_empty(needles)?;
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
    /// Makes the states of a needle that no other has made. A step that no
    /// needle makes is 0 for now.
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

    /// Fills in the other steps, the shortest beginnings first: where the
    /// longest ending of what was read leads that is a needle's beginning, too.
    /// What ends in that state ends in this one.
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

    /// Lets what ends in the state `suffix` follow what ends in `row`.
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
