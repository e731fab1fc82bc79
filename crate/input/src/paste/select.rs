//! Selects the passages that are header blocks, as judged by the decoder.
//! Undecidable cases are refused, or offered with the alternative.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    hash::{BuildHasher, RandomState},
};

use super::{
    Ambiguity, As, Fault, Format, Options, Reason, content,
    gap::Gap,
    judge::{Content, Grade},
    labels,
    lexer::Kind,
    number::Style,
    passages::{self, Passage},
    reading::Reading,
    refuse,
    scan::contains,
    settings::Setting,
    sides::Side,
    source::Source,
    text::{ends_line, line_start},
    weigh::{AMONG_WORDS, Choice, Scales, are_rivals},
};
use crate::RefusalKind;

pub(super) struct Selection<'a> {
    source: Source<'a>,
    options: &'a Options,
    initial: Option<u32>,
    pub(super) passages: Vec<Passage>,
    /// `None` if it is skipped.
    pub(super) choices: Vec<Option<Choice>>,
    pub(super) reasons: Vec<Reason>,
    pub(super) ambiguous: Option<Ambiguity>,
    pub(super) notes: Vec<(usize, String)>,
    pub(super) content: Content,
}

/// Evidence in bits that a run marked by brackets, quotes or words needs.
const MARKED: u32 = 6;

const MOST_BLOCKS: usize = 1 << 22;

/// Most passages whose readings are all cached.
const MOST_KEPT: usize = 1 << 10;

/// Length in bytes of runs too long to be copied by hand.
const LONG: usize = 1 << 16;

const TRIMMED: &str = "The number next to the bytes of each row was left out: it counts rows or bytes, or is written differently.";
const WRITER: &str = "Nothing here tells which side wrote this log: it was read as the client's. If the server wrote it, the sides are the other way round.";
const MIXED: &str = "This run is written differently from the one before it, so nothing tells which of the two notations is meant. Write both alike, or read one of them only.";
const MIXTURE: &str = "Nothing tells whether what is between these runs separates bytes, or blocks, or belongs to neither. Write the bytes with blanks or commas between them.";

/// Selects what to read, or explains why nothing can be read.
///
/// # Errors
/// If the text has no header blocks or is ambiguous.
pub(super) fn select<'a>(
    source: Source<'a>,
    options: &'a Options,
    initial: Option<u32>,
) -> Result<Selection<'a>, Fault> {
    let mut passages = passages::find(&source)?;
    if passages.is_empty() {
        return Err(refuse::nothing(&source));
    }
    labels::find(&mut passages, &source);
    for passage in &passages {
        for setting in passage.settings(&source) {
            if let Setting::Bad(message) = setting {
                return Err(Fault::at(RefusalKind::Setting, passage.start(), *message));
            }
        }
    }
    let is_guess = labels::resolve_sides(&mut passages, &source);
    let mut selection = Selection {
        source,
        options,
        initial,
        notes: is_guess
            .then(|| (passages[0].start(), WRITER.to_owned()))
            .into_iter()
            .collect(),
        reasons: vec![Reason::NoBlock; passages.len()],
        passages,
        choices: Vec::new(),
        ambiguous: None,
        content: Content::Block,
    };
    let is_strict = !source.elements.has_words;
    if !selection.take_frames(is_strict) {
        match is_strict {
            true => selection.take_all()?,
            false => selection.take_certain()?,
        }
    }
    selection.content = selection.find_content();
    selection.check_count()?;
    selection.add_doubts();
    Ok(selection)
}

impl Ambiguity {
    fn between(one: &Reading, other: &Reading) -> Self {
        let message = format!(
            "These can be {} or {}, and nothing decides.",
            one.format.title(),
            other.format.title()
        );
        Self {
            message,
            other: other.format,
        }
    }
}

impl<'a> Selection<'a> {
    fn scales(&self) -> Scales<'a> {
        Scales::new(self.source, self.options, self.initial)
    }

    pub(super) fn selected(&self) -> impl Iterator<Item = (usize, &Passage, &Choice)> {
        let all = self.passages.iter().zip(&self.choices).enumerate();
        all.filter_map(|(n, (passage, choice))| Some((n, passage, choice.as_ref()?)))
    }

    pub(super) fn selected_readings(
        &self,
    ) -> impl Iterator<Item = (usize, &Passage, &Choice, Cow<'_, Reading>)> {
        self.selected().filter_map(|(n, passage, choice)| {
            Some((
                n,
                passage,
                choice,
                passage.chosen_reading(&self.source, choice)?,
            ))
        })
    }

    /// Takes the reading out of a selected passage, to move its bytes.
    pub(super) fn take(&mut self, n: usize) -> Option<(Choice, Reading)> {
        let choice = self.choices[n]?;
        let reading = self.passages[n].take(&self.source, choice.reading.into())?;
        Some((choice, reading))
    }

    /// Packets take precedence over frames, and frames over blocks, unless no
    /// frame carries a block.
    fn find_content(&self) -> Content {
        let has = |content: Content| self.selected().any(|(.., choice)| choice.is(content));
        let has_framed = || {
            let mut chosen = self.selected_readings();
            chosen.any(|(.., choice, reading)| {
                choice.is(Content::Frames) && content::have_blocks(reading.bytes())
            })
        };
        match () {
            () if has(Content::Packet) => Content::Packet,
            () if has(Content::Frames) && (has_framed() || !has(Content::Block)) => Content::Frames,
            () => Content::Block,
        }
    }

    /// # Errors
    /// If there are more than [`MOST_BLOCKS`].
    fn check_count(&self) -> Result<(), Fault> {
        if self
            .selected()
            .map(|(.., choice)| choice.rows as usize)
            .sum::<usize>()
            <= MOST_BLOCKS
        {
            return Ok(());
        }
        Err(Fault::too_many(MOST_BLOCKS, "blocks"))
    }

    /// Notes alternative readings, and numbers that were left out.
    fn add_doubts(&mut self) {
        let rival = |(_, passage, choice): (usize, &Passage, &Choice)| {
            let rival = choice.rival?;
            let readings = passage.readings(&self.source);
            Some(Ambiguity::between(
                readings.get(usize::from(choice.reading))?,
                readings.get(usize::from(rival))?,
            ))
        };
        let rivals = self.selected().find_map(rival);
        let trimmed = self
            .selected()
            .filter(|(_, passage, _)| passage.is_trimmed());
        let trimmed: Vec<_> = trimmed
            .map(|(_, passage, _)| (passage.start(), TRIMMED.to_owned()))
            .collect();
        self.notes.extend(trimmed);
        self.ambiguous = self.ambiguous.take().or(rivals);
    }

    /// Selects everything as frames, if each side sent only frames and the text
    /// has nothing else, or if the user says so.
    fn take_frames(&mut self, is_strict: bool) -> bool {
        // Of two numbered peers, only runs as long as a frame header count.
        let is_peer = |passage: &Passage| {
            matches!(passage.side, Some(Side::Numbered(_))) && passage.len() > 11
        };
        let has_peers = !is_strict && self.passages.iter().any(is_peer);
        let is_whole = is_strict || has_peers || self.passages.len() == 1;
        let is_chosen = self.options.content == Some(As::Frames);
        if !is_chosen && (!is_whole || self.options.content == Some(As::Blocks)) {
            return false;
        }
        let is_taken = |passage: &Passage| !has_peers || is_peer(passage);
        let mut sides: [Vec<u8>; 3] = Default::default();
        let mut choices = Vec::new();
        let is_kept = self.passages.len() <= MOST_KEPT;
        for passage in &mut self.passages {
            if !is_taken(passage) {
                choices.push(None);
                continue;
            }
            if is_kept {
                passage.read(&self.source);
            }
            let readings = passage.readings(&self.source);
            // A notation that yields frames is the right one.
            let frames = readings
                .iter()
                .position(|reading| content::is_frames(reading.bytes()))
                .unwrap_or(0);
            let side = &mut sides[passage.sender as usize];
            let Some(reading) = readings.get(frames).filter(|_| passage.is_readable()) else {
                return false;
            };
            // Of a long text, only what begins like frames is joined.
            let is_long = !is_kept || reading.bytes().len() > LONG;
            let is_first = side.is_empty() && !is_chosen;
            if is_long && is_first && !content::may_begin_frames(reading.bytes()) {
                return false;
            }
            side.extend_from_slice(reading.bytes());
            choices.push(Some(Choice::frames(frames)));
        }
        let are_frames = |bytes: &Vec<u8>| bytes.is_empty() || content::is_frames(bytes);
        let is_whole = is_chosen || sides.iter().all(are_frames);
        if is_whole {
            self.choices = choices;
        }
        is_whole
    }

    /// Selects everything in a text without words, broken blocks too, in the
    /// notation that fits best.
    fn take_all(&mut self) -> Result<(), Fault> {
        self.drop_numbers();
        for passage in &self.passages {
            if let Some(at) = passage.cut {
                return Err(refuse::cut(at as usize));
            }
            if passage.is_torn {
                return Err(refuse::torn(passage));
            }
        }
        if let Some(at) = refuse::cut_between(&self.source) {
            return Err(refuse::cut(at));
        }
        self.refuse_mixture()?;
        let mut scales = self.scales();
        let is_kept = self.passages.len() <= MOST_KEPT;
        // Formats that all passages can be in.
        let mut common = Format::all().to_vec();
        let mut is_single = true;
        let last = self.passages.len() - 1;
        for (n, passage) in self.passages.iter_mut().enumerate() {
            scales.prepare(passage);
            let choice = scales.weigh(passage);
            // The tables after the last passage are not needed.
            scales.accept(passage, choice.as_ref().filter(|_| n < last));
            if let Some(fault) = passage.fault(&self.source) {
                return Err(fault);
            }
            let readings = passage.readings(&self.source);
            is_single &= readings.len() == 1;
            let has = |format: &Format| readings.iter().any(|reading| reading.format == *format);
            common.retain(has);
            self.choices.push(choice);
            if !is_kept {
                passage.clear_cache();
            }
        }
        if is_single && !common.is_empty() {
            return self.refuse_known();
        }
        let firsts = self.passages[0].readings(&self.source);
        let is_common = |(_, first): &(usize, &Reading)| common.contains(&first.format);
        let mut best: Option<(u64, usize, Vec<Option<Choice>>)> = None;
        let mut rival = None;
        for (number, first) in firsts.iter().enumerate().filter(is_common) {
            let (score, choices) = self.choose_all(number, first);
            match &best {
                Some((most, ..)) if score < *most => {}
                Some((most, old, _)) if score == *most => {
                    let is_rival = rival.is_none() && are_rivals(&firsts[*old], first);
                    rival = if is_rival {
                        Some(Ambiguity::between(&firsts[*old], first))
                    } else {
                        rival
                    };
                }
                _ => (best, rival) = (Some((score, number, choices)), None),
            }
        }
        self.ambiguous = rival;
        match best {
            Some((.., choices)) => self.choices = choices,
            None => self.refuse_mixed()?,
        }
        self.refuse_known()
    }

    /// Chooses the readings of all passages that match `first`, reading
    /// `number` of the first passage. Returns them with their total score.
    fn choose_all(&self, number: usize, first: &Reading) -> (u64, Vec<Option<Choice>>) {
        let mut scales = self.scales();
        let mut score = 0;
        let choices = self.passages.iter().map(|passage| {
            scales.prepare(passage);
            let readings = passage.readings(&self.source);
            let same = readings
                .get(number)
                .filter(|reading| reading.detail == first.detail);
            let like = || {
                readings
                    .iter()
                    .position(|reading| reading.format == first.format)
            };
            let number = same.map(|_| number).or_else(like)?;
            let choice = scales.judge_rows(passage.sender, number, &readings[number]);
            scales.accept(passage, Some(&choice));
            score += choice.grade() as u64;
            Some(choice)
        });
        let choices = choices.collect();
        (score, choices)
    }

    /// Refuses runs in different notations, unless each decodes on its own.
    fn refuse_mixed(&self) -> Result<(), Fault> {
        let is_good = |choice: &Choice| choice.grade() >= Grade::Decodes;
        match self
            .choices
            .iter()
            .position(|choice| !choice.as_ref().is_some_and(is_good))
        {
            Some(bad) => {
                let at = self.passages[bad.max(1)].start();
                Err(Fault::at(RefusalKind::Ambiguous, at, MIXED))
            }
            None => Ok(()),
        }
    }

    /// Refuses broken bytes that are recognised as something else.
    fn refuse_known(&self) -> Result<(), Fault> {
        if self.options.content.is_some() || self.options.format.is_some() {
            return Ok(());
        }
        let mut taken = self.selected();
        let known = taken.find_map(|(_, passage, choice)| {
            let is_broken = choice.grade() == Grade::Broken;
            let reading = passage
                .chosen_reading(&self.source, choice)
                .filter(|_| is_broken)?;
            Some((passage.start(), content::describe_known(reading.bytes())?))
        });
        match known {
            Some((at, what)) => Err(Fault::at(RefusalKind::Packet, at, what)),
            None => Ok(()),
        }
    }

    /// Drops numbers before bytes: `(3) [130, 134, 132]`.
    fn drop_numbers(&mut self) {
        let Selection {
            source, passages, ..
        } = self;
        let is_list = |passage: &Passage| passage.is_apart(source);
        if passages
            .iter()
            .any(|passage| is_list(passage) && !passage.is_number(source))
        {
            passages.retain(|passage| {
                passage.is_labelled || is_list(passage) || !passage.is_number(source)
            });
        }
    }

    /// Refuses two runs separated by more than blanks, unless each is enclosed.
    fn refuse_mixture(&self) -> Result<(), Fault> {
        let plain = self.source.plain;
        let is_known = |two: &[Passage]| {
            let between = plain[two[0].end()..two[1].start()].trim_ascii();
            let is_line = two[1].gap.has(Gap::LINE);
            let are_apart = two.iter().all(|passage| passage.is_apart(&self.source));
            let are_single = !is_line && two.iter().all(|passage| passage.len() < 5);
            let has_mark = matches!(between, [] | [b',' | b';' | b'.', ..]);
            let is_plain = has_mark || !two[1].gap.has(Gap::PUNCTUATION);
            are_apart && !are_single || is_line && is_plain
        };
        let unknown = self.passages.windows(2).find(|two| !is_known(two));
        match unknown.filter(|_| self.options.format.is_none()) {
            Some(two) => Err(Fault {
                nearest: Some(two[0].place()),
                ..Fault::at(RefusalKind::Ambiguous, two[0].end(), MIXTURE)
            }),
            None => Ok(()),
        }
    }

    /// Selects from a text with words what is a block or labelled like one.
    fn take_certain(&mut self) -> Result<(), Fault> {
        let source = self.source;
        self.choices = self.choose_each(|_, passage, choice| is_strong(&source, passage, choice));
        let strong: Vec<bool> = self.choices.iter().map(Option::is_some).collect();
        if strong.contains(&true) {
            let keys: HashSet<_> = self
                .selected()
                .filter_map(|(_, passage, _)| passage.key(&source))
                .collect();
            let lists = self.find_lists(&strong);
            let line = |passage: &Passage| line_start(source.plain, passage.start());
            let lines: Vec<usize> = self
                .selected()
                .map(|(_, passage, _)| line(passage))
                .collect();
            self.choices = self.choose_each(|n, passage, choice| {
                let is_label = || passage.key(&source).is_some_and(|key| keys.contains(&key));
                let is_number = passage.is_number(&source);
                let is_apart = passage.is_apart(&source);
                let is_list = matches!(passage.bracket(&source), Some(b'[' | b'('));
                let is_last = ends_line(source.plain, passage.end());
                let is_index = passage.is_address(&source)
                    || is_number && (is_list || !is_apart && !is_last)
                    || !is_apart && lines.binary_search(&line(passage)).is_ok();
                let is_member = lists[n] && (!is_number || choice.grade() >= Grade::Decodes);
                let is_like = is_member || !is_index && is_label();
                strong[n] || is_like && refuse::describe_known(&source, passage).is_none()
            });
        } else {
            self.take_announced()?;
        }
        self.take_payloads();
        self.drop_echoes();
        let content = self.find_content();
        let reason = match content {
            Content::Block => Reason::NoHeaders,
            _ => Reason::NotFramed,
        };
        for (n, choice) in self.choices.iter_mut().enumerate() {
            if choice.take_if(|choice| !choice.is(content)).is_some() {
                self.reasons[n] = reason;
            }
        }
        Ok(())
    }

    /// Selects frame headers and payloads that were printed separately: nine
    /// bytes and, after at most a few numbers or words, a payload of the
    /// announced length.
    fn take_payloads(&mut self) {
        for n in 0..self.passages.len() {
            let [header, rest @ ..] = &mut self.passages[n..] else {
                break;
            };
            let readings = header.readings(&self.source);
            let mut lengths = readings
                .iter()
                .map(|one| content::parse_header_only(one.bytes()));
            let Some(one) = lengths.position(|length| length.is_some()) else {
                continue;
            };
            let length = content::parse_header_only(readings[one].bytes());
            for (next, payload) in rest.iter_mut().take(4).enumerate() {
                let is_whole = |reading: &Reading| Some(reading.bytes().len()) == length;
                if let Some(other) = payload.readings(&self.source).iter().position(is_whole) {
                    (payload.side, payload.sender) = (header.side, header.sender);
                    self.choices[n] = Some(Choice::frames(one));
                    self.choices[n + 1 + next] = Some(Choice::frames(other));
                    break;
                }
            }
        }
    }

    /// Chooses a reading of every passage, and keeps those accepted by `takes`.
    fn choose_each(
        &mut self,
        takes: impl Fn(usize, &Passage, &Choice) -> bool,
    ) -> Vec<Option<Choice>> {
        let mut scales = self.scales();
        let is_kept = self.passages.len() <= MOST_KEPT;
        let choose = |(n, passage): (usize, &mut Passage)| {
            scales.prepare(passage);
            let choice = scales.weigh(passage);
            let choice = choice.filter(|choice| passage.is_readable() && takes(n, passage, choice));
            scales.accept(passage, choice.as_ref());
            if !is_kept {
                passage.clear_cache();
            }
            choice
        };
        self.passages.iter_mut().enumerate().map(choose).collect()
    }

    /// Whether each passage is in a list with a strong member: enclosed
    /// passages without words between them.
    fn find_lists(&self, strong: &[bool]) -> Vec<bool> {
        let source = &self.source;
        let is_next = |one: &Passage, next: &Passage| {
            let are_apart = one.is_apart(source) && next.is_apart(source);
            are_apart && !next.gap.has(Gap::WORDS) && one.is_like(next, source)
        };
        let mut members = Vec::with_capacity(strong.len());
        for list in self.passages.chunk_by(is_next) {
            let end = members.len() + list.len();
            let is_strong = strong[members.len()..end].contains(&true);
            members.resize(end, is_strong);
        }
        members
    }

    /// If nothing is certain, selects what the text announces as a block.
    fn take_announced(&mut self) -> Result<(), Fault> {
        let source = self.source;
        if let Some(fault) = refuse::by_tool(&source) {
            return Err(fault);
        }
        self.choices = self.choose_each(|_, passage, choice| {
            let is_likely = choice.verdict.evidence >= MARKED || passage.is_enclosed(&source);
            // `HEADERS[1]` has an index.
            let is_index = passage.is_number(&source) && passage.bracket(&source).is_some();
            let is_announced = !is_index && passage.is_announced(&source, 4);
            choice.grade() >= Grade::Whole && is_likely && is_announced
        });
        if self.choices.iter().any(Option::is_some) {
            return Ok(());
        }
        // Broken blocks that can only be bytes: announced ones, or else all if
        // they share one label.
        let size = |passage: &Passage, enough: usize| {
            let is_certain = |reading: &&Reading| {
                reading.is_certain
                    || passage.is_enclosed(&source) && passage.is_announced(&source, 1)
                    || passage.is_named(&source, reading)
                    || reading.format != Format::Base64 && reading.bytes().len() >= enough
            };
            let readings = passage.readings(&source);
            let certain = readings.iter().filter(is_certain);
            certain
                .map(|reading| reading.bytes().len())
                .max()
                .unwrap_or(0)
        };
        // Escapes are certainly bytes, however few.
        let least = |passage: &Passage| match passage.kind(&source) {
            Kind::Run(_) => 2,
            _ => 0,
        };
        let is_marked = |passage: &&Passage| {
            passage.is_readable()
                && !passage.is_number(&source)
                && !passage.is_address(&source)
                && size(passage, 8) > least(passage)
                && refuse::describe_known(&source, passage).is_none()
        };
        let marked: Vec<&Passage> = self.passages.iter().filter(is_marked).collect();
        let mut open = marked.clone();
        open.retain(|passage| passage.is_announced(&source, 4));
        if open.is_empty() {
            open = marked;
            open.retain(|passage| size(passage, usize::MAX) > 2);
        }
        let are_alike = open
            .windows(2)
            .all(|two| two[0].key(&source) == two[1].key(&source));
        if open.is_empty() || !are_alike {
            return Err(refuse::prose(&source, &self.passages));
        }
        let starts: Vec<usize> = open.iter().map(|passage| passage.start()).collect();
        self.choices =
            self.choose_each(|_, passage, _| starts.binary_search(&passage.start()).is_ok());
        Ok(())
    }

    /// Drops repetitions: an echo under another label or in another notation, a
    /// quoted part, the block of a frame that is read.
    fn drop_echoes(&mut self) {
        let source = &self.source;
        let taken = self.selected().count();
        // With many passages, only equal blocks are found, by their hashes.
        let is_few = taken <= MOST_KEPT;
        let all: Vec<_> = self.selected_readings().filter(|_| is_few).collect();
        let has = |whole: &[u8], part: &[u8]| {
            part.len() < whole.len() && whole.len() <= 1 << 16 && contains(whole, part)
        };
        let hasher = RandomState::new();
        let mut seen: HashMap<u64, &Passage> = HashMap::new();
        let mut dropped = Vec::new();
        for (n, passage, choice, reading) in self.selected_readings() {
            let bytes = reading.bytes();
            let first = *seen.entry(hasher.hash_one(bytes)).or_insert(passage);
            let is_repeated = passage.start() != first.start() && passage.sender == first.sender;
            let is_same = |other: &Passage| other.key(source) == passage.key(source);
            let is_block = choice.is(Content::Block);
            let is_weak = is_block && choice.verdict.evidence < AMONG_WORDS;
            if is_repeated && (!passage.is_like(first, source) || !is_same(first)) {
                dropped.push((n, Reason::Echo));
            } else if is_block
                && all.iter().any(|(.., choice, other)| {
                    choice.is(Content::Frames) && has(other.bytes(), bytes)
                })
            {
                dropped.push((n, Reason::InFrame));
            } else if is_weak
                && all
                    .iter()
                    .any(|(_, passage, _, other)| has(other.bytes(), bytes) && !is_same(passage))
            {
                dropped.push((n, Reason::Echo));
            }
        }
        for (n, reason) in dropped {
            self.choices[n] = None;
            self.reasons[n] = reason;
        }
    }
}

/// Whether a passage among words is certainly a block.
fn is_strong(source: &Source<'_>, passage: &Passage, choice: &Choice) -> bool {
    let Some(reading) = passage.chosen_reading(source, choice) else {
        return false;
    };
    let (evidence, count) = (choice.verdict.evidence, reading.bytes().len());
    let is_marked = || {
        reading.is_certain
            || passage.is_named(source, &reading)
            || passage.is_counted(source, count)
    };
    match choice.grade() {
        _ if !choice.is(Content::Block) => true,
        Grade::Broken => false,
        Grade::Whole => {
            // A long number can be an address, and Base64 a word.
            let is_other = match passage.kind(source) {
                Kind::Run(run) => run.style == Style::Hex && run.separator == 0,
                kind => kind == Kind::Base64 && !passage.is_enclosed(source),
            };
            let is_likely = || evidence >= AMONG_WORDS || is_marked();
            count > 2 && !is_other && passage.is_announced(source, 2) && is_likely()
        }
        Grade::Decodes | Grade::Message => {
            let is_likely = || passage.is_enclosed(source) || passage.is_announced(source, 4);
            evidence >= AMONG_WORDS || evidence >= MARKED && is_likely() || count > 1 && is_marked()
        }
    }
}
