//! Which passages are header blocks: the decoder judges, and what it cannot
//! decide is refused or offered with its alternative.

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

/// What was chosen.
pub(super) struct Selection<'a> {
    source: Source<'a>,
    options: &'a Options,
    initial: Option<u32>,
    pub(super) passages: Vec<Passage>,
    /// How each passage is read; `None` if it is passed over.
    pub(super) choices: Vec<Option<Choice>>,
    /// Why each passage is passed over, if it is.
    pub(super) reasons: Vec<Reason>,
    pub(super) ambiguous: Option<Ambiguity>,
    pub(super) notes: Vec<(usize, String)>,
    /// Whether it is frames, packets or blocks.
    pub(super) content: Content,
}

/// Evidence in bits that a run needs if brackets, quotes or words mark it.
const MARKED: u32 = 6;

/// The most blocks of a text.
const MOST_BLOCKS: usize = 1 << 22;

/// The most passages of which all readings are kept.
const MOST_KEPT: usize = 1 << 10;

/// Bytes from which on a run is no message that a person copied by hand.
const LONG: usize = 1 << 16;

const TRIMMED: &str = "The number next to the bytes of each row was left out: it counts rows or bytes, or is written differently.";
const WRITER: &str = "Nothing here tells which side wrote this log: it was read as the client's. If the server wrote it, the sides are the other way round.";
const MIXED: &str = "This run is written differently from the one before it, so nothing tells which of the two notations is meant. Write both alike, or read one of them only.";
const MIXTURE: &str = "Nothing tells whether what is between these runs separates bytes, or blocks, or belongs to neither. Write the bytes with blanks or commas between them.";

/// Chooses what of the text is read, or says why nothing can be.
///
/// # Errors
/// If the text holds no header blocks or cannot be read for certain.
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

    /// The passages that are read, their numbers and how.
    pub(super) fn taken(&self) -> impl Iterator<Item = (usize, &Passage, &Choice)> {
        let all = self.passages.iter().zip(&self.choices).enumerate();
        all.filter_map(|(n, (passage, choice))| Some((n, passage, choice.as_ref()?)))
    }

    /// Their readings, with their numbers.
    pub(super) fn chosen(
        &self,
    ) -> impl Iterator<Item = (usize, &Passage, &Choice, Cow<'_, Reading>)> {
        self.taken().filter_map(|(n, passage, choice)| {
            Some((n, passage, choice, passage.chosen(&self.source, choice)?))
        })
    }

    /// Takes the reading of a passage out, if it is read: its bytes become those
    /// of the blocks.
    pub(super) fn take(&mut self, n: usize) -> Option<(Choice, Reading)> {
        let choice = self.choices[n]?;
        let reading = self.passages[n].take(&self.source, choice.reading.into())?;
        Some((choice, reading))
    }

    /// Packets before frames, and frames before blocks, unless no frame has a
    /// block.
    fn find_content(&self) -> Content {
        let has = |content: Content| self.taken().any(|(.., choice)| choice.is(content));
        let has_framed = || {
            let mut chosen = self.chosen();
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
            .taken()
            .map(|(.., choice)| choice.rows as usize)
            .sum::<usize>()
            <= MOST_BLOCKS
        {
            return Ok(());
        }
        Err(Fault::too_many(MOST_BLOCKS, "blocks"))
    }

    /// Adds what can be read otherwise, and numbers that were left out.
    fn add_doubts(&mut self) {
        let rival = |(_, passage, choice): (usize, &Passage, &Choice)| {
            let rival = choice.rival?;
            let readings = passage.readings(&self.source);
            Some(Ambiguity::between(
                readings.get(usize::from(choice.reading))?,
                readings.get(usize::from(rival))?,
            ))
        };
        let rivals = self.taken().find_map(rival);
        let trimmed = self.taken().filter(|(_, passage, _)| passage.is_trimmed());
        let trimmed: Vec<_> = trimmed
            .map(|(_, passage, _)| (passage.start(), TRIMMED.to_owned()))
            .collect();
        self.notes.extend(trimmed);
        self.ambiguous = self.ambiguous.take().or(rivals);
    }

    /// Takes everything as frames, if each side sent nothing else and nothing
    /// else is in the text, or if the user says so.
    fn take_frames(&mut self, is_strict: bool) -> bool {
        // Of two numbered peers, only what is long enough for a frame's header counts.
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
            // If one notation gives frames, that is the one.
            let frames = readings
                .iter()
                .position(|reading| content::is_frames(reading.bytes()))
                .unwrap_or(0);
            let side = &mut sides[passage.sender as usize];
            let Some(reading) = readings.get(frames).filter(|_| passage.is_readable()) else {
                return false;
            };
            // Of a long text only what begins like frames is put together.
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

    /// Takes all of a text without words, broken blocks too, in the one
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
        // The formats that all passages can be in.
        let mut common = Format::all().to_vec();
        let mut is_single = true;
        let last = self.passages.len() - 1;
        for (n, passage) in self.passages.iter_mut().enumerate() {
            scales.prepare(passage);
            let choice = scales.weigh(passage);
            // No passage needs the tables that the last one leaves.
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
                passage.forget();
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

    /// Chooses the readings like `first`, which is reading `number` of the first
    /// passage, and rates them together.
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

    /// Refuses runs in several notations, unless each by itself decodes.
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

    /// Refuses broken bytes that are known to be something else.
    fn refuse_known(&self) -> Result<(), Fault> {
        if self.options.content.is_some() || self.options.format.is_some() {
            return Ok(());
        }
        let mut taken = self.taken();
        let known = taken.find_map(|(_, passage, choice)| {
            let is_broken = choice.grade() == Grade::Broken;
            let reading = passage.chosen(&self.source, choice).filter(|_| is_broken)?;
            Some((passage.start(), content::named(reading.bytes())?))
        });
        match known {
            Some((at, what)) => Err(Fault::at(RefusalKind::Packet, at, what)),
            None => Ok(()),
        }
    }

    /// Drops numbers before what is certainly bytes: `(3) [130, 134, 132]`.
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

    /// Refuses two runs with more than blanks between them, which nothing
    /// encloses.
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

    /// Takes from a text with words what is certainly a block or labelled as
    /// one, and passes over the rest.
    fn take_certain(&mut self) -> Result<(), Fault> {
        let source = self.source;
        self.choices = self.pass(|_, passage, choice| is_strong(&source, passage, choice));
        let strong: Vec<bool> = self.choices.iter().map(Option::is_some).collect();
        if strong.contains(&true) {
            let keys: HashSet<_> = self
                .taken()
                .filter_map(|(_, passage, _)| passage.key(&source))
                .collect();
            let lists = self.lists(&strong);
            let line = |passage: &Passage| line_start(source.plain, passage.start());
            let lines: Vec<usize> = self.taken().map(|(_, passage, _)| line(passage)).collect();
            self.choices = self.pass(|n, passage, choice| {
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
                strong[n] || is_like && refuse::known(&source, passage).is_none()
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

    /// Takes frame headers and payloads that were printed separately: nine bytes
    /// and, after at most a few numbers or words, as many bytes as they
    /// announce.
    fn take_payloads(&mut self) {
        for n in 0..self.passages.len() {
            let [header, rest @ ..] = &mut self.passages[n..] else {
                break;
            };
            let readings = header.readings(&self.source);
            let mut lengths = readings.iter().map(|one| content::header(one.bytes()));
            let Some(one) = lengths.position(|length| length.is_some()) else {
                continue;
            };
            let length = content::header(readings[one].bytes());
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

    /// Goes through all passages and takes those that `takes`.
    fn pass(&mut self, takes: impl Fn(usize, &Passage, &Choice) -> bool) -> Vec<Option<Choice>> {
        let mut scales = self.scales();
        let is_kept = self.passages.len() <= MOST_KEPT;
        let choose = |(n, passage): (usize, &mut Passage)| {
            scales.prepare(passage);
            let choice = scales.weigh(passage);
            let choice = choice.filter(|choice| passage.is_readable() && takes(n, passage, choice));
            scales.accept(passage, choice.as_ref());
            if !is_kept {
                passage.forget();
            }
            choice
        };
        self.passages.iter_mut().enumerate().map(choose).collect()
    }

    /// Whether each passage is in a list with at least one strong member: each
    /// enclosed, with no words between them.
    fn lists(&self, strong: &[bool]) -> Vec<bool> {
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

    /// If nothing is certain, takes what the text calls a block.
    fn take_announced(&mut self) -> Result<(), Fault> {
        let source = self.source;
        if let Some(fault) = refuse::by_tool(&source) {
            return Err(fault);
        }
        self.choices = self.pass(|_, passage, choice| {
            let is_likely = choice.verdict.evidence >= MARKED || passage.is_enclosed(&source);
            // `HEADERS[1]` has an index.
            let is_index = passage.is_number(&source) && passage.bracket(&source).is_some();
            let is_announced = !is_index && passage.is_announced(&source, 4);
            choice.grade() >= Grade::Whole && is_likely && is_announced
        });
        if self.choices.iter().any(Option::is_some) {
            return Ok(());
        }
        // Broken blocks that can be nothing but bytes: those that are announced,
        // or else all, if they have one label.
        let size = |passage: &Passage, plenty: usize| {
            let is_certain = |reading: &&Reading| {
                reading.is_certain
                    || passage.is_enclosed(&source) && passage.is_announced(&source, 1)
                    || passage.is_named(&source, reading)
                    || reading.format != Format::Base64 && reading.bytes().len() >= plenty
            };
            let readings = passage.readings(&source);
            let certain = readings.iter().filter(is_certain);
            certain
                .map(|reading| reading.bytes().len())
                .max()
                .unwrap_or(0)
        };
        // Escapes are bytes for certain, however few.
        let least = |passage: &Passage| match passage.kind(&source) {
            Kind::Run(_) => 2,
            _ => 0,
        };
        let is_marked = |passage: &&Passage| {
            passage.is_readable()
                && !passage.is_number(&source)
                && !passage.is_address(&source)
                && size(passage, 8) > least(passage)
                && refuse::known(&source, passage).is_none()
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
            return Err(refuse::words(&source, &self.passages));
        }
        let starts: Vec<usize> = open.iter().map(|passage| passage.start()).collect();
        self.choices = self.pass(|_, passage, _| starts.binary_search(&passage.start()).is_ok());
        Ok(())
    }

    /// Leaves out repetitions: an echo under another label or in another
    /// notation, a part that is quoted, a block next to its frame.
    fn drop_echoes(&mut self) {
        let source = &self.source;
        let taken = self.taken().count();
        // Of many, only whole blocks are compared, by their hashes.
        let is_few = taken <= MOST_KEPT;
        let all: Vec<_> = self.chosen().filter(|_| is_few).collect();
        let has = |whole: &[u8], part: &[u8]| {
            part.len() < whole.len() && whole.len() <= 1 << 16 && contains(whole, part)
        };
        let hasher = RandomState::new();
        let mut seen: HashMap<u64, &Passage> = HashMap::new();
        let mut dropped = Vec::new();
        for (n, passage, choice, reading) in self.chosen() {
            let own = reading.bytes();
            let first = *seen.entry(hasher.hash_one(own)).or_insert(passage);
            let is_repeated = passage.start() != first.start() && passage.sender == first.sender;
            let is_same = |other: &Passage| other.key(source) == passage.key(source);
            let is_block = choice.is(Content::Block);
            let is_weak = is_block && choice.verdict.evidence < AMONG_WORDS;
            if is_repeated && (!passage.is_like(first, source) || !is_same(first)) {
                dropped.push((n, Reason::Echo));
            } else if is_block
                && all.iter().any(|(.., choice, other)| {
                    choice.is(Content::Frames) && has(other.bytes(), own)
                })
            {
                dropped.push((n, Reason::InFrame));
            } else if is_weak
                && all
                    .iter()
                    .any(|(_, passage, _, other)| has(other.bytes(), own) && !is_same(passage))
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

/// Whether a passage among words is a block for certain.
fn is_strong(source: &Source<'_>, passage: &Passage, choice: &Choice) -> bool {
    let Some(reading) = passage.chosen(source, choice) else {
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
            // A number of many digits can also be an address, and Base64 a word.
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
