//! Which of its readings a passage has, and whether its rows are blocks.

use super::Format;
use super::{
    As, Blocks, Options,
    judge::{Content, Grade, Judge, Verdict},
    passages::Passage,
    reading::{Reading, Source},
};
use crate::Sender;

/// How a passage is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Choice {
    /// Number of the reading.
    pub(super) reading: usize,
    /// Whether each row is a block.
    pub(super) is_split: bool,
    /// Whether the rows can be read the other way as well.
    pub(super) has_other: bool,
    pub(super) verdict: Verdict,
    /// Another reading with other bytes that is as good.
    pub(super) rival: Option<usize>,
}

/// Evidence in bits that a run among words needs, if nothing marks it as bytes.
pub(super) const AMONG_WORDS: u32 = 12;

/// Weighs readings for what the person asks.
pub(super) struct Scales<'a> {
    pub(super) source: Source<'a>,
    pub(super) options: &'a Options,
    pub(super) initial: Option<u32>,
}

impl Scales<'_> {
    pub(super) fn judge(&self) -> Judge {
        Judge::new(self.initial)
    }

    /// Reads a passage, without the number beside its bytes if only that makes
    /// it a block, and chooses the best reading.
    pub(super) fn weigh(&self, judge: &mut Judge, passage: &mut Passage) -> Option<Choice> {
        passage.read(&self.source);
        passage.correct_sender();
        let choice = self.choose(judge, passage);
        if choice.is_some_and(|choice| choice.verdict.grade >= Grade::Decodes) {
            return choice;
        }
        for without in [(1, 0), (0, 1)] {
            let Some(readings) = passage.read_without(&self.source, without) else {
                continue;
            };
            let before = std::mem::replace(&mut passage.readings, Ok(readings));
            let trimmed = self.choose(judge, passage).filter(|choice| {
                choice.verdict.grade >= Grade::Decodes && choice.verdict.evidence >= AMONG_WORDS
            });
            if trimmed.is_some() {
                passage.is_trimmed = true;
                return trimmed;
            }
            passage.readings = before;
        }
        choice
    }

    /// The best of the readings of a passage.
    pub(super) fn choose(&self, judge: &mut Judge, passage: &Passage) -> Option<Choice> {
        let readings = passage.readings.as_ref().ok()?;
        let mut best: Option<Choice> = None;
        for (number, reading) in readings.iter().enumerate() {
            let own = Choice {
                reading: number,
                ..self.judge_rows(judge, passage.sender, reading)
            };
            let is_better = |best: &Choice| {
                let other = &readings[best.reading];
                (own.verdict.grade, reading.is_certain) > (best.verdict.grade, other.is_certain)
            };
            match &mut best {
                Some(best) if !is_better(best) => {
                    let other = &readings[best.reading];
                    let is_equal = own.verdict.grade == best.verdict.grade
                        && reading.is_certain == other.is_certain;
                    if is_equal && best.rival.is_none() && are_rivals(other, reading) {
                        best.rival = Some(number);
                    }
                }
                best => *best = Some(own),
            }
        }
        best
    }

    /// Judges a reading as one block, and as a block a row.
    pub(super) fn judge_rows(
        &self,
        judge: &mut Judge,
        sender: Sender,
        reading: &Reading,
    ) -> Choice {
        let bytes = &reading.all.bytes;
        let verdict = match self.options.content {
            Some(As::Blocks) => judge.judge_all(sender, &[bytes]),
            _ => judge.judge(sender, bytes),
        };
        let joined = Choice {
            verdict,
            ..Choice::default()
        };
        let is_whole = reading.ends.len() < 2 || reading.is_joined;
        if is_whole || verdict.content != Content::Block || self.options.blocks == Blocks::Blank {
            return joined;
        }
        let rows: Vec<&[u8]> = reading.rows().collect();
        let verdict = judge.judge_all(sender, &rows);
        let split = Choice {
            verdict,
            is_split: true,
            ..joined
        };
        if self.options.blocks == Blocks::Lines || rows.is_empty() {
            return split;
        }
        // Of a wrapped block, all rows but the last are equally long.
        let widest = rows[0].len();
        let last = rows[rows.len() - 1].len();
        let is_wrapped =
            rows[..rows.len() - 1].iter().all(|row| row.len() == widest) && last <= widest;
        let are_whole = split.verdict.grade >= Grade::Whole;
        let is_joined = match (are_whole, is_wrapped) {
            (true, true) => joined.verdict.grade > split.verdict.grade,
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                joined.verdict.grade >= Grade::Whole
                    || !rows.iter().any(|row| hpack::structure::is_whole(row))
            }
        };
        match is_joined {
            true => Choice {
                has_other: are_whole,
                ..joined
            },
            false => Choice {
                has_other: joined.verdict.grade >= Grade::Decodes || is_wrapped,
                ..split
            },
        }
    }
}

/// Whether a person can choose between two readings.
pub(super) fn are_rivals(one: &Reading, other: &Reading) -> bool {
    // Words in the order in which they are printed are what is meant.
    let is_natural = one.format == Format::Hex && other.format == Format::Hexdump;
    one.format != other.format && !is_natural && one.all.bytes != other.all.bytes
}
