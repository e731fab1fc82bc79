//! Which passages are header blocks: the decoder judges, and what it cannot
//! tell is refused or offered with its alternative.

use std::collections::{HashMap, HashSet};

use super::{
    Ambiguity, As, Fault, Format, Options, content,
    gap::Gap,
    judge::{Content, Grade, Judge, Verdict},
    lexer::Kind,
    number::Style,
    passages::{self, Passage},
    reading::{Reading, Source},
    refuse,
    settings::Setting,
    sides::Side,
    weigh::{AMONG_WORDS, Choice, Scales, are_rivals},
};
use crate::{RefusalKind, Sender};

/// What was chosen.
pub(super) struct Selection {
    pub(super) passages: Vec<Passage>,
    /// How each passage is read; `None` if it is passed over.
    pub(super) choices: Vec<Option<Choice>>,
    /// Why a passage was passed over, other than that it is no header block.
    pub(super) reasons: HashMap<usize, &'static str>,
    pub(super) ambiguous: Option<Ambiguity>,
    pub(super) notes: Vec<(usize, String)>,
    /// Whether it is frames, packets or blocks.
    pub(super) content: Content,
}

/// Evidence in bits that a run needs if brackets, quotes or words mark it.
const MARKED: u32 = 6;

/// The most passages that are judged: more is no text for people.
const MOST_PASSAGES: usize = 1 << 22;

/// Of more passages than these the readings are not kept.
const MOST_KEPT: usize = 1 << 10;

const ECHO: &str = "the same bytes again";
const PART_OF_FRAMES: &str = "the block of a frame that is read";
const TRIMMED: &str = "The number beside the bytes of each row is none of them: it is written otherwise, or counts rows or bytes.";
const WRITER: &str = "Nothing here tells which side wrote this log: it was read as the client's. If the server wrote it, the sides are the other way round.";

/// Chooses what of the text is read, or says why nothing can be.
///
/// # Errors
/// Where the text holds no header blocks or cannot be read for certain.
pub(super) fn select(
    source: Source<'_>,
    options: &Options,
    initial: Option<u32>,
) -> Result<Selection, Fault> {
    let mut passages = passages::passages(&source);
    if passages.is_empty() {
        return Err(refuse::nothing(&source));
    }
    if passages.len() > MOST_PASSAGES {
        let message = format!(
            "This text has more than {MOST_PASSAGES} separate runs of bytes. Paste a part of it, or the bytes themselves."
        );
        return Err(Fault::whole(RefusalKind::TooLarge, message));
    }
    let bad = |passage: &Passage| {
        passage.settings.iter().find_map(|setting| match setting {
            Setting::Bad(message) => {
                Some(Fault::at(RefusalKind::Setting, passage.start(), *message))
            }
            _ => None,
        })
    };
    if let Some(fault) = passages.iter().find_map(bad) {
        return Err(fault);
    }
    let is_guess = passages::resolve_sides(&mut passages, &source);
    let notes = is_guess.then(|| (passages[0].start(), WRITER.to_owned()));
    let mut selector = Selector {
        scales: Scales {
            source,
            options,
            initial,
        },
        passages,
        choices: Vec::new(),
        reasons: HashMap::new(),
    };
    let is_strict = !source.elements.has_words;
    let mut ambiguous = None;
    if !selector.take_frames(is_strict) {
        if is_strict {
            ambiguous = selector.take_all()?;
        } else {
            selector.take_certain()?;
        }
    }
    let content = selector.content();
    let Selector {
        passages,
        choices,
        reasons,
        ..
    } = selector;
    let rivals = || {
        passages.iter().zip(&choices).find_map(|(passage, choice)| {
            let choice = choice.as_ref()?;
            let readings = passage.readings.as_ref().ok()?;
            Some(Ambiguity::between(
                &readings[choice.reading],
                &readings[choice.rival?],
            ))
        })
    };
    let ambiguous = ambiguous.or_else(rivals);
    let trimmed = passages
        .iter()
        .zip(&choices)
        .filter(|(passage, choice)| passage.is_trimmed && choice.is_some());
    let trimmed = trimmed.map(|(passage, _)| (passage.start(), TRIMMED.to_owned()));
    let notes = notes.into_iter().chain(trimmed).collect();
    Ok(Selection {
        passages,
        choices,
        reasons,
        ambiguous,
        notes,
        content,
    })
}

impl Ambiguity {
    fn between(one: &Reading, other: &Reading) -> Self {
        let (one, other) = (one.format, other.format);
        let message = format!(
            "These can be {} or {}, and nothing decides.",
            one.title(),
            other.title()
        );
        Self { message, other }
    }
}

struct Selector<'a> {
    scales: Scales<'a>,
    passages: Vec<Passage>,
    choices: Vec<Option<Choice>>,
    reasons: HashMap<usize, &'static str>,
}

impl<'a> Selector<'a> {
    fn source(&self) -> Source<'a> {
        self.scales.source
    }

    /// Takes everything as frames, if what each side sent as a whole is that
    /// and nothing else is in the text, or if a person says so.
    fn take_frames(&mut self, is_strict: bool) -> bool {
        let options = self.scales.options;
        let is_chosen = options.content == Some(As::Frames);
        // Of two numbered peers, what is long enough for a frame's header counts.
        let is_peer = |passage: &Passage| {
            matches!(passage.side, Some(Side::Numbered(_))) && passage.end() - passage.start() > 11
        };
        let has_peers = !is_strict && self.passages.iter().any(is_peer);
        let is_whole = is_strict || has_peers || self.passages.len() == 1;
        if !is_chosen && (!is_whole || options.content == Some(As::Blocks)) {
            return false;
        }
        let mut sides: HashMap<Sender, Vec<u8>> = HashMap::new();
        for passage in self
            .passages
            .iter_mut()
            .filter(|passage| !has_peers || is_peer(passage))
        {
            passage.read(&self.scales.source);
            let Ok(readings) = passage.readings.as_deref_mut() else {
                return false;
            };
            if passage.is_torn || passage.cut.is_some() || readings.is_empty() {
                return false;
            }
            // If one notation gives frames, that is the one.
            let is_frames = |reading: &Reading| content::is_frames(&reading.all.bytes);
            let frames = readings.iter().position(is_frames);
            readings.swap(0, frames.unwrap_or(0));
            let bytes = &readings[0].all.bytes;
            sides
                .entry(passage.sender)
                .or_default()
                .extend_from_slice(bytes);
        }
        if !is_chosen && !sides.values().all(|bytes| content::is_frames(bytes)) {
            return false;
        }
        let verdict = Verdict {
            grade: Grade::Message,
            content: Content::Frames,
            ..Verdict::default()
        };
        let choice = Choice {
            verdict,
            ..Choice::default()
        };
        let passages = self.passages.iter();
        let choices = passages.map(|passage| (!has_peers || is_peer(passage)).then_some(choice));
        self.choices = choices.collect();
        true
    }

    /// Takes all of a text without words, broken blocks too, in the one
    /// notation that fits best.
    fn take_all(&mut self) -> Result<Option<Ambiguity>, Fault> {
        let source = self.source();
        self.drop_numbers();
        for passage in &self.passages {
            if let Some(at) = passage.cut {
                return Err(refuse::cut(at));
            }
            if passage.is_torn {
                return Err(refuse::torn(passage));
            }
        }
        if let Some(at) = refuse::cut_between(&source) {
            return Err(refuse::cut(at));
        }
        if let Some(fault) = self.mixture() {
            return Err(fault);
        }
        let mut judge = self.scales.judge();
        for passage in &mut self.passages {
            prepare(&mut judge, passage);
            let choice = self.scales.weigh(&mut judge, passage);
            accept(&mut judge, passage, choice.as_ref());
            if let Err(fault) = &passage.readings {
                return Err(fault.clone());
            }
            self.choices.push(choice);
        }
        let formats = |passage: &Passage| -> HashSet<Format> {
            passage
                .readings
                .iter()
                .flatten()
                .map(|reading| reading.format)
                .collect()
        };
        let mut common = formats(&self.passages[0]);
        self.passages[1..]
            .iter()
            .for_each(|passage| common.retain(|format| formats(passage).contains(format)));
        if common.is_empty() {
            return self.mixed().map(|()| None);
        }
        let mut best: Option<(u64, Vec<Option<Choice>>)> = None;
        let mut rival = None;
        let firsts = self.passages[0].readings.as_deref().unwrap_or_default();
        for (number, first) in firsts
            .iter()
            .enumerate()
            .filter(|(_, first)| common.contains(&first.format))
        {
            let (score, choices) = self.choose_all(number, first);
            match &best {
                Some((most, _)) if score < *most => {}
                Some((most, choices)) if score == *most => {
                    let best = choices[0].as_ref().map(|choice| &firsts[choice.reading]);
                    rival = rival.or(best
                        .filter(|best| are_rivals(best, first))
                        .map(|best| Ambiguity::between(best, first)));
                }
                _ => (best, rival) = (Some((score, choices)), None),
            }
        }
        self.choices = best.map(|(_, choices)| choices).unwrap_or_default();
        if let Some(fault) = self.known() {
            return Err(fault);
        }
        Ok(rival)
    }

    /// Chooses the readings like `first`, which is reading `number` of the first
    /// passage: how good they are together.
    fn choose_all(&self, number: usize, first: &Reading) -> (u64, Vec<Option<Choice>>) {
        let mut judge = self.scales.judge();
        let mut score = 0;
        let choices = self.passages.iter().map(|passage| {
            prepare(&mut judge, passage);
            let readings = passage.readings.as_deref().unwrap_or_default();
            let is_like = |at: &usize| {
                readings
                    .get(*at)
                    .is_some_and(|reading| reading.detail == first.detail)
            };
            let same = Some(number).filter(is_like);
            let reading = same.or_else(|| {
                readings
                    .iter()
                    .position(|reading| reading.format == first.format)
            })?;
            let rows = self
                .scales
                .judge_rows(&mut judge, passage.sender, &readings[reading]);
            let choice = Choice { reading, ..rows };
            accept(&mut judge, passage, Some(&choice));
            score += choice.verdict.grade as u64;
            Some(choice)
        });
        let choices = choices.collect();
        (score, choices)
    }

    /// Runs in several notations: each by itself must decode.
    fn mixed(&self) -> Result<(), Fault> {
        let is_good = |choice: &Option<Choice>| {
            choice.is_some_and(|choice| choice.verdict.grade >= Grade::Decodes)
        };
        let Some(bad) = self.choices.iter().position(|choice| !is_good(choice)) else {
            return Ok(());
        };
        let at = self.passages[bad.max(1)].start();
        Err(Fault::at(
            RefusalKind::Ambiguous,
            at,
            "This run is written otherwise than the one before it, so nothing tells which of the two notations is meant. Write both alike, or read one of them only.",
        ))
    }

    /// What broken bytes are known to be.
    fn known(&self) -> Option<Fault> {
        let options = self.scales.options;
        if options.content.is_some() || options.format.is_some() {
            return None;
        }
        self.passages
            .iter()
            .zip(&self.choices)
            .find_map(|(passage, choice)| {
                let choice = choice.filter(|choice| choice.verdict.grade == Grade::Broken)?;
                let what =
                    content::named(&passage.readings.as_ref().ok()?[choice.reading].all.bytes)?;
                Some(Fault::at(RefusalKind::Packet, passage.start(), what))
            })
    }

    /// Drops numbers before what is certainly bytes: `(3) [130, 134, 132]`.
    fn drop_numbers(&mut self) {
        let source = self.source();
        let is_number = |passage: &Passage| passage.is_number(&source);
        if self
            .passages
            .iter()
            .any(|passage| passage.is_apart(source.plain) && !is_number(passage))
        {
            self.passages.retain(|passage| {
                !is_number(passage) || passage.is_labelled || passage.is_apart(source.plain)
            });
        }
    }

    /// Two runs with more than blanks between them, which nothing encloses:
    /// nobody knows what the rest is.
    fn mixture(&self) -> Option<Fault> {
        let plain = self.source().plain;
        if self.scales.options.format.is_some() {
            return None;
        }
        let is_known = |two: &[Passage]| {
            let between = plain[two[0].end()..two[1].start()].trim_ascii();
            let is_line = two[1].gap.has(Gap::LINE);
            let are_apart = two.iter().all(|passage| passage.is_apart(plain));
            let are_single = !is_line
                && two
                    .iter()
                    .all(|passage| passage.end() - passage.start() < 5);
            let has_mark = matches!(between, [] | [b',' | b';' | b'.', ..]);
            let is_plain = has_mark || !two[1].gap.has(Gap::PUNCTUATION);
            are_apart && !are_single || is_line && is_plain
        };
        let two = self.passages.windows(2).find(|two| !is_known(two))?;
        Some(Fault {
            nearest: Some(two[0].range),
            ..Fault::at(
                RefusalKind::Ambiguous,
                two[0].end(),
                "Nothing tells whether what is between these runs separates bytes, or blocks, or belongs to neither. Write the bytes with blanks or commas between them.",
            )
        })
    }

    fn content(&self) -> Content {
        let has = |content: Content| {
            self.choices
                .iter()
                .flatten()
                .any(|choice| choice.verdict.content == content)
        };
        let other = [Content::Packet, Content::Frames]
            .into_iter()
            .find(|content| has(*content));
        other.unwrap_or(Content::Block)
    }

    /// Takes of a text with words what is certainly a block, and what has the
    /// label of one; the rest is passed over.
    fn take_certain(&mut self) -> Result<(), Fault> {
        let source = self.source();
        self.choices = self.pass(|_, passage, choice| is_strong(&source, passage, choice));
        let strong: Vec<bool> = self.choices.iter().map(Option::is_some).collect();
        if strong.contains(&true) {
            let is_strong = |n: &usize| strong[*n];
            let all = 0..self.passages.len();
            let keys: HashSet<_> = all
                .filter(is_strong)
                .filter_map(|n| self.passages[n].key(&source))
                .collect();
            let lists = self.lists(&strong);
            self.choices = self.pass(|n, passage, _| {
                let is_label = || passage.key(&source).is_some_and(|key| keys.contains(&key));
                let is_bare = !passage.is_apart(source.plain)
                    && !passages::ends_line(source.plain, passage.end());
                let is_list = matches!(passage.bracket(), Some(b'[' | b'('));
                let is_index = passage.is_number(&source) && (is_bare || is_list);
                strong[n]
                    || (lists.contains(&n) || !is_index && is_label())
                        && refuse::known(&source, passage).is_none()
            });
        } else {
            self.take_announced()?;
        }
        self.drop_echoes();
        if self.content() == Content::Packet {
            let is_packet = |choice: &Choice| choice.verdict.content == Content::Packet;
            self.choices
                .iter_mut()
                .for_each(|choice| *choice = choice.filter(is_packet));
        }
        Ok(())
    }

    /// Goes through all passages and takes those that `takes`.
    fn pass(&mut self, takes: impl Fn(usize, &Passage, &Choice) -> bool) -> Vec<Option<Choice>> {
        let mut judge = self.scales.judge();
        let is_kept = self.passages.len() <= MOST_KEPT;
        let mut choices = Vec::with_capacity(self.passages.len());
        for (n, passage) in self.passages.iter_mut().enumerate() {
            prepare(&mut judge, passage);
            let choice = self.scales.weigh(&mut judge, passage);
            let choice = choice.filter(|choice| passage.is_readable() && takes(n, passage, choice));
            accept(&mut judge, passage, choice.as_ref());
            choices.push(match is_kept {
                true => choice,
                false => keep(passage, choice),
            });
        }
        choices
    }

    /// The members of lists of which one is strong: enclosed each, and with no
    /// words between them.
    fn lists(&self, strong: &[bool]) -> HashSet<usize> {
        let plain = self.source().plain;
        let is_next = |two: &[Passage]| {
            let are_apart = two.iter().all(|passage| passage.is_apart(plain));
            are_apart && !two[1].gap.has(Gap::WORDS) && two[0].is_like(&two[1])
        };
        let mut members = HashSet::new();
        let mut from = 0;
        while from < self.passages.len() {
            let next = self.passages[from..]
                .windows(2)
                .take_while(|two| is_next(two))
                .count();
            let list = from..from + 1 + next;
            from = list.end;
            if strong[list.clone()].contains(&true) {
                members.extend(list);
            }
        }
        members
    }

    /// Where nothing is certain: what the text calls a block.
    fn take_announced(&mut self) -> Result<(), Fault> {
        let source = self.source();
        if let Some(fault) = refuse::by_tool(&source) {
            return Err(fault);
        }
        self.choices = self.pass(|_, passage, choice| {
            let is_likely = choice.verdict.evidence >= MARKED || passage.is_enclosed(source.plain);
            choice.verdict.grade >= Grade::Whole && is_likely && passage.is_announced(&source, 4)
        });
        if self.choices.iter().any(Option::is_some) {
            return Ok(());
        }
        // Broken blocks that nothing but bytes can be: those that are announced,
        // or else all, if they have one label.
        let size = |passage: &Passage, plenty: usize| {
            let readings = passage.readings.iter().flatten();
            let certain = readings.filter(|reading| {
                reading.is_certain
                    || passage.is_enclosed(source.plain) && passage.is_announced(&source, 1)
                    || passage.is_named(&source, reading)
                    || reading.format != Format::Base64 && reading.all.bytes.len() >= plenty
            });
            certain
                .map(|reading| reading.all.bytes.len())
                .max()
                .unwrap_or(0)
        };
        let is_marked = |passage: &&Passage| {
            passage.is_readable()
                && size(passage, 8) > 0
                && refuse::known(&source, passage).is_none()
        };
        let marked: Vec<&Passage> = self.passages.iter().filter(is_marked).collect();
        let mut open = marked.clone();
        open.retain(|passage| passage.is_announced(&source, 4));
        if open.is_empty() {
            open = marked;
            open.retain(|passage| size(passage, usize::MAX) > 2);
        }
        let is_alike = open
            .windows(2)
            .all(|two| two[0].key(&source) == two[1].key(&source));
        if open.is_empty() || !is_alike {
            return Err(refuse::words(&source, &self.passages));
        }
        let starts: HashSet<usize> = open.iter().map(|passage| passage.start()).collect();
        self.choices = self.pass(|_, passage, _| starts.contains(&passage.start()));
        Ok(())
    }

    /// Leaves out what repeats other bytes: an echo under another label or in
    /// another notation, a part that is quoted, a block beside its frame.
    fn drop_echoes(&mut self) {
        let source = self.source();
        let bytes = |n: usize, choice: &Choice| {
            let readings = self.passages[n].readings.as_deref().unwrap_or_default();
            &readings[choice.reading].all.bytes[..]
        };
        let choices = self.choices.iter().enumerate();
        let taken: Vec<(usize, Choice)> = choices
            .filter_map(|(n, choice)| Some((n, (*choice)?)))
            .collect();
        let is_few = taken.len() <= MOST_KEPT;
        let contains = |(n, choice): &(usize, Choice), part: &[u8]| {
            let whole = bytes(*n, choice);
            part.len() < whole.len()
                && whole.len() <= 1 << 16
                && whole.windows(part.len()).any(|window| window == part)
        };
        let is_frames = |(_, choice): &&(usize, Choice)| choice.verdict.content == Content::Frames;
        let mut seen: HashMap<&[u8], usize> = HashMap::new();
        let mut dropped = Vec::new();
        for (n, choice) in &taken {
            let (own, passage) = (bytes(*n, choice), &self.passages[*n]);
            let first = &self.passages[*seen.entry(own).or_insert(*n)];
            let is_repeated = passage.start() != first.start() && passage.sender == first.sender;
            let is_same = |n: usize| self.passages[n].key(&source) == passage.key(&source);
            let is_echo = || !passage.is_like(first) || passage.key(&source) != first.key(&source);
            let is_block = choice.verdict.content == Content::Block && is_few;
            let is_weak = is_block && choice.verdict.evidence < AMONG_WORDS;
            if is_repeated && is_echo() {
                dropped.push((*n, ECHO));
            } else if is_block
                && taken
                    .iter()
                    .filter(is_frames)
                    .any(|frames| contains(frames, own))
            {
                dropped.push((*n, PART_OF_FRAMES));
            } else if is_weak
                && taken
                    .iter()
                    .any(|other| contains(other, own) && !is_same(other.0))
            {
                dropped.push((*n, ECHO));
            }
        }
        for (n, reason) in dropped {
            self.choices[n] = None;
            self.reasons.insert(n, reason);
        }
    }
}

/// Whether a passage among words is a block for certain.
fn is_strong(source: &Source<'_>, passage: &Passage, choice: &Choice) -> bool {
    let Verdict {
        grade,
        evidence,
        content,
    } = choice.verdict;
    if content != Content::Block {
        return true;
    }
    let Some(reading) = passage
        .readings
        .as_deref()
        .ok()
        .and_then(|all| all.get(choice.reading))
    else {
        return false;
    };
    let count = reading.all.bytes.len();
    let is_marked = || {
        reading.is_certain || passage.is_named(source, reading) || passage.is_counted(source, count)
    };
    match grade {
        Grade::Broken => false,
        Grade::Whole => {
            // One number of many digits is an address as well, and a word a word.
            let is_other = match passage.kind() {
                Kind::Run(run) => run.style == Style::Hex && run.separator == 0,
                kind => kind == Kind::Base64 && !passage.is_enclosed(source.plain),
            };
            count > 2
                && !is_other
                && passage.is_announced(source, 2)
                && (evidence >= AMONG_WORDS || is_marked())
        }
        Grade::Decodes | Grade::Message => {
            let is_likely = || passage.is_enclosed(source.plain) || passage.is_announced(source, 4);
            evidence >= AMONG_WORDS || evidence >= MARKED && is_likely() || count > 1 && is_marked()
        }
    }
}

/// Keeps of the readings of a passage only the one that was chosen.
fn keep(passage: &mut Passage, choice: Option<Choice>) -> Option<Choice> {
    let chosen = choice.map(|choice| choice.reading);
    let readings = passage.readings.as_mut().ok()?;
    let kept = chosen.map(|number| readings.swap_remove(number));
    passage.readings = Ok(kept.into_iter().collect());
    let alone = |choice| Choice {
        reading: 0,
        rival: None,
        ..choice
    };
    choice.map(alone)
}

/// Sets what holds for the first block of a passage.
fn prepare(judge: &mut Judge, passage: &Passage) {
    if !passage.settings.is_empty() {
        let limits: Vec<u32> = passage.limits().collect();
        judge.prepare(passage.sender, &limits, passage.snapshot(None).as_ref());
    }
}

/// Lets the blocks of a passage change the tables.
fn accept(judge: &mut Judge, passage: &Passage, choice: Option<&Choice>) {
    let (Some(choice), Ok(readings)) = (choice, &passage.readings) else {
        return;
    };
    let reading = &readings[choice.reading];
    match (choice.is_split, choice.verdict.content) {
        (true, _) => reading
            .rows()
            .for_each(|row| judge.accept(passage.sender, row)),
        (false, Content::Block) => judge.accept(passage.sender, &reading.all.bytes),
        _ => {}
    }
}
