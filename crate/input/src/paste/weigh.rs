//! Chooses the reading of a passage, and whether its rows are blocks.

use super::{
    As, Blocks, Format, Options,
    judge::{Content, Grade, Judge, Verdict},
    passages::Passage,
    reading::{Reading, Trim},
    source::Source,
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

impl Choice {
    /// The reading of this number, as frames.
    pub(super) fn frames(reading: usize) -> Self {
        Self {
            reading,
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

/// Evidence in bits that a run among words needs, if nothing marks it as bytes.
pub(super) const AMONG_WORDS: u32 = 12;

/// Weighs readings, and follows the tables that the accepted blocks leave.
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

    /// Applies the settings before a passage.
    pub(super) fn prepare(&mut self, passage: &Passage) {
        if !passage.settings.is_empty() {
            let limits: Vec<u32> = passage.limits().collect();
            let table = passage.snapshot(None);
            self.judge.prepare(passage.sender, &limits, table.as_ref());
        }
    }

    /// Lets the blocks of a passage change the tables.
    pub(super) fn accept(&mut self, passage: &Passage, choice: Option<&Choice>) {
        let Some((choice, reading)) =
            choice.and_then(|choice| Some((choice, passage.chosen(choice)?)))
        else {
            return;
        };
        let mut accept = |block: &[u8]| self.judge.accept(passage.sender, block);
        match (choice.is_split, choice.verdict.content) {
            (true, _) => reading.rows().for_each(accept),
            (false, Content::Block) => accept(reading.bytes()),
            _ => {}
        }
    }

    /// Reads a passage and chooses its best reading, which leaves out a number
    /// next to its bytes if it decodes only that way.
    pub(super) fn weigh(&mut self, passage: &mut Passage) -> Option<Choice> {
        passage.read(&self.source);
        passage.correct_sender();
        let whole = self.choose(passage);
        if whole.is_some_and(|choice| choice.grade() >= Grade::Decodes) {
            return whole;
        }
        for trim in [Trim::First, Trim::Last] {
            let Some(readings) = passage.read_without(&self.source, trim) else {
                continue;
            };
            let before = std::mem::replace(&mut passage.readings, Ok(readings));
            let is_block = |choice: &Choice| {
                choice.grade() >= Grade::Decodes && choice.verdict.evidence >= AMONG_WORDS
            };
            if let Some(choice) = self.choose(passage).filter(is_block) {
                passage.is_trimmed = true;
                return Some(choice);
            }
            passage.readings = before;
        }
        whole
    }

    fn choose(&mut self, passage: &Passage) -> Option<Choice> {
        let readings = passage.readings();
        let mut best: Option<Choice> = None;
        for (number, reading) in readings.iter().enumerate() {
            let own = self.judge_rows(passage.sender, number, reading);
            let Some(best) = &mut best else {
                best = Some(own);
                continue;
            };
            let other = &readings[best.reading];
            let rank = (own.grade(), reading.is_certain);
            match rank.cmp(&(best.grade(), other.is_certain)) {
                std::cmp::Ordering::Greater => *best = own,
                std::cmp::Ordering::Equal if are_rivals(other, reading) => {
                    best.rival = best.rival.or(Some(number));
                }
                _ => {}
            }
        }
        best
    }

    /// Judges a reading as one block, and as one block per row.
    pub(super) fn judge_rows(
        &mut self,
        sender: Sender,
        number: usize,
        reading: &Reading,
    ) -> Choice {
        let bytes = reading.bytes();
        let verdict = match self.options.content {
            Some(As::Blocks) => self.judge.judge_all(sender, &[bytes]),
            _ => self.judge.judge(sender, bytes),
        };
        let joined = Choice {
            reading: number,
            verdict,
            ..Choice::default()
        };
        let is_whole = reading.ends.len() < 2 || reading.is_joined;
        if is_whole || !joined.is(Content::Block) || self.options.blocks == Blocks::Blank {
            return joined;
        }
        let rows: Vec<&[u8]> = reading.rows().collect();
        let split = Choice {
            verdict: self.judge.judge_all(sender, &rows),
            is_split: true,
            ..joined
        };
        let [first, .., last] = &rows[..] else {
            return split;
        };
        if self.options.blocks == Blocks::Lines {
            return split;
        }
        // In a wrapped block, all rows but the last are equally long.
        let is_wrapped = rows[..rows.len() - 1]
            .iter()
            .all(|row| row.len() == first.len())
            && last.len() <= first.len();
        let are_whole = split.grade() >= Grade::Whole;
        let is_joined = match (are_whole, is_wrapped) {
            (true, true) => joined.grade() > split.grade(),
            (true, false) => false,
            (false, true) => true,
            (false, false) => {
                joined.grade() >= Grade::Whole
                    || !rows.iter().any(|row| hpack::structure::is_whole(row))
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
    pub(super) fn chosen(&self, choice: &Choice) -> Option<&Reading> {
        self.readings().get(choice.reading)
    }

    /// Drops all readings but the chosen one.
    pub(super) fn keep(&mut self, choice: Option<Choice>) -> Option<Choice> {
        let readings = self.readings.as_mut().ok()?;
        let kept = choice.map(|choice| readings.swap_remove(choice.reading));
        *readings = kept.into_iter().collect();
        choice.map(|choice| Choice {
            reading: 0,
            rival: None,
            ..choice
        })
    }
}

/// Whether the user can choose between two readings.
pub(super) fn are_rivals(one: &Reading, other: &Reading) -> bool {
    // Words are meant in the order in which they are printed.
    let is_natural = one.format == Format::Hex && other.format == Format::Hexdump;
    one.format != other.format && !is_natural && one.bytes() != other.bytes()
}
