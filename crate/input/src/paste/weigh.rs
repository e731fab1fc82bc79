//! Chooses the reading of a passage and its split into blocks.

use std::{borrow::Cow, iter};

use super::{
    As, Blocks, Format, Options,
    judge::{Content, Grade, Judge, Verdict},
    passages::Passage,
    reading::{Reading, Trim},
    source::Source,
};
use crate::Sender;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    pub(super) reading: u8,
    pub(super) is_split: bool,
    pub(super) rows: u32,
    /// Whether splitting or joining the rows is possible as well.
    pub(super) has_other: bool,
    pub(super) verdict: Verdict,
    /// Another reading that is equally good but has other bytes.
    pub(super) rival: Option<u8>,
}

impl Choice {
    /// Reads `reading` as frames.
    pub(super) fn frames(reading: usize) -> Self {
        Self {
            reading: reading as u8,
            verdict: Verdict {
                grade: Grade::Message,
                content: Content::Frames,
                ..Verdict::default()
            },
            ..Self::default()
        }
    }

    pub(super) fn grade(&self) -> Grade {
        self.verdict.grade
    }

    pub(super) fn is(&self, content: Content) -> bool {
        self.verdict.content == content
    }
}

/// Evidence in bits that an unmarked run among words needs.
pub(super) const AMONG_WORDS: u32 = 12;

/// Chooses readings while tracking the tables that accepted blocks leave.
pub(super) struct Scales<'a> {
    source: Source<'a>,
    options: &'a Options,
    judge: Judge,
}

impl<'a> Scales<'a> {
    pub(super) fn new(source: Source<'a>, options: &'a Options, initial: Option<u32>) -> Self {
        Self {
            source,
            options,
            judge: Judge::new(initial),
        }
    }

    pub(super) fn prepare(&mut self, passage: &Passage) {
        if !passage.settings(&self.source).is_empty() {
            let limits: Vec<u32> = passage.limits(&self.source).collect();
            let table = passage.snapshot(&self.source, None);
            self.judge.prepare(passage.sender, &limits, table.as_ref());
        }
    }

    /// Updates the tables by the blocks of a passage.
    pub(super) fn accept(&mut self, passage: &Passage, choice: Option<&Choice>) {
        let chosen =
            choice.and_then(|choice| Some((choice, passage.chosen_reading(&self.source, choice)?)));
        let Some((choice, reading)) = chosen else {
            return;
        };
        let mut accept = |block: &[u8]| self.judge.accept(passage.sender, block);
        match (choice.is_split, choice.verdict.content) {
            (true, _) => reading.rows().for_each(accept),
            (false, Content::Block) => accept(reading.bytes()),
            _ => {}
        }
    }

    /// Decodes a passage and chooses its best reading. If needed, leaves out a
    /// number next to its bytes.
    pub(super) fn weigh(&mut self, passage: &mut Passage) -> Option<Choice> {
        passage.read(&self.source);
        passage.correct_sender(&self.source);
        let whole = self.choose(passage);
        if whole.is_some_and(|choice| choice.grade() >= Grade::Decodes) {
            return whole;
        }
        for trim in [Trim::First, Trim::Last] {
            if !passage.trim(&self.source, trim) {
                continue;
            }
            let is_block = |choice: &Choice| {
                choice.grade() >= Grade::Decodes && choice.verdict.evidence >= AMONG_WORDS
            };
            if let Some(choice) = self.choose(passage).filter(is_block) {
                return Some(choice);
            }
            passage.read_whole(&self.source);
        }
        whole
    }

    fn choose(&mut self, passage: &Passage) -> Option<Choice> {
        let readings = passage.readings(&self.source);
        let mut best: Option<Choice> = None;
        for (number, reading) in readings.iter().enumerate() {
            let choice = self.judge_rows(passage.sender, number, reading);
            let Some(best) = &mut best else {
                best = Some(choice);
                continue;
            };
            let other = &readings[usize::from(best.reading)];
            let rank = (choice.grade(), reading.is_certain);
            match rank.cmp(&(best.grade(), other.is_certain)) {
                std::cmp::Ordering::Greater => *best = choice,
                std::cmp::Ordering::Equal if are_rivals(other, reading) => {
                    best.rival = best.rival.or(Some(number as u8));
                }
                _ => {}
            }
        }
        best
    }

    /// Judges a reading both as one block and as one block per row.
    pub(super) fn judge_rows(
        &mut self,
        sender: Sender,
        number: usize,
        reading: &Reading,
    ) -> Choice {
        let bytes = reading.bytes();
        let verdict = match self.options.content {
            Some(As::Blocks) => self.judge.judge_all(sender, iter::once(bytes)),
            _ => self.judge.judge(sender, bytes),
        };
        let joined = Choice {
            reading: number as u8,
            rows: 1,
            verdict,
            ..Choice::default()
        };
        let is_whole = reading.ends.len() < 2 || reading.is_joined;
        if is_whole || !joined.is(Content::Block) || self.options.blocks == Blocks::Blank {
            return joined;
        }
        let rows = || reading.rows();
        let split = Choice {
            verdict: self.judge.judge_all(sender, rows()),
            is_split: true,
            rows: reading.ends.len() as u32,
            ..joined
        };
        let [Some(first), Some(_)] = [rows().next(), rows().nth(1)] else {
            return split;
        };
        if self.options.blocks == Blocks::Lines {
            return split;
        }
        // In a wrapped block, all rows but the last have the same length.
        let mut others = rows().skip_while(|row| row.len() == first.len());
        let is_wrapped = match others.next() {
            Some(last) => last.len() < first.len() && others.next().is_none(),
            None => true,
        };
        let are_whole = split.grade() >= Grade::Whole;
        let is_joined = match (are_whole, is_wrapped) {
            (true, true) => joined.grade() > split.grade(),
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                joined.grade() >= Grade::Whole || !rows().any(hpack::structure::is_whole)
            }
        };
        let (choice, has_other) = match is_joined {
            true => (joined, are_whole),
            false => (split, joined.grade() >= Grade::Decodes || is_wrapped),
        };
        Choice {
            has_other,
            ..choice
        }
    }
}

impl Passage {
    pub(super) fn chosen_reading(
        &self,
        source: &Source<'_>,
        choice: &Choice,
    ) -> Option<Cow<'_, Reading>> {
        self.reading(source, choice.reading.into())
    }
}

/// Whether to offer the user a choice between two readings.
pub(super) fn are_rivals(one: &Reading, other: &Reading) -> bool {
    // Words are normally meant in the printed byte order.
    let is_natural = one.format == Format::Hex && other.format == Format::Hexdump;
    one.format != other.format && !is_natural && one.bytes() != other.bytes()
}
