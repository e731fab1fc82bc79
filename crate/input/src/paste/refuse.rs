//! Explains why a text is not read: what it is instead, or what is wrong with
//! the run most likely to be a block.

use std::rc::Rc;

use hpack::{Decoder, InspectedField, Limits};

use super::{
    candidates::{Candidate, Join, Text},
    choose::{BIT, Chooser, Leftover, Weights},
    gap::Gap,
    lexer::misprint,
    scan::{contains, find},
    source::Source,
    text::{ELLIPSIS, line_start, quote, skip_blanks},
};
use crate::{Refusal, RefusalKind, feature::Feature};

const INSTEAD: &str = "Copy the bytes of a HEADERS frame instead: in Wireshark “Header Block Fragment”, “… as a Hex Stream”.";
const FIELDS: &str = "These are header fields as text, already decoded: the bytes of the header block are not in them.";
const EMPTY: &str =
    "There is nothing here. Paste the bytes of a header block, for example 82 86 84.";
const COMMENTS: &str = "There are no bytes in this text, only comments. Paste the bytes of a header block, for example 82 86 84.";
const NO_BYTES: &str = "No bytes can be read from this text. Paste the bytes of a header block in hexadecimal, Base64, as an escaped string or as a dump, for example 82 86 84.";
const NO_BLOCK: &str = "No header block can be found among these words. Paste the bytes by themselves, for example 82 86 84.";
const LOSSY: &str = "These look like bytes printed as text: those that cannot be printed are lost. Copy them as hex or Base64 instead (in Wireshark “… as a Hex Stream”).";
const TORN: &str = "Part of the bytes is not in the text: another member of the list, or a variable that is appended. Paste all of the bytes.";
const MIXED: &str = "This run is written differently from the one before it, so nothing tells which of the two notations is meant. Write both alike, or read one of them only.";
const MIXTURE: &str = "Nothing tells whether what is between these runs separates bytes, or blocks, or belongs to neither. Write the bytes with blanks or commas between them.";
const CUT: &str = "The text is shortened here: the bytes that the ellipsis replaces are missing. Copy all of them.";
const OTHER_FRAME: &str = "By their label these are the content of another frame than HEADERS: DATA, PING, SETTINGS and their like hold no header block. Copy the bytes of the HEADERS frame instead.";

/// Known texts without bytes of header blocks. Tab-separated columns: two
/// strings that must occur, the kind of refusal, a sentence that says which
/// option prints the bytes if there is one, and who writes the strings.
const KNOWN: &str = include_str!("known.tsv");

/// Signs of header fields as text. A version is only one with a status after it:
/// sentences speak of HTTP/2 too.
const FIELD_SIGNS: &str = ":method|:path|:scheme|:status|:authority|GET /|POST /| HTTP/1.1\
    |HTTP/1.1 2|HTTP/1.1 3|HTTP/1.1 4|HTTP/1.1 5|HTTP/2 2|HTTP/2 3|HTTP/2 4|HTTP/2 5";

impl Refusal {
    /// Offers `candidate` to be read alone.
    fn nearest(self, candidate: &Candidate) -> Self {
        Self {
            nearest: Some(candidate.place),
            ..self
        }
    }
}

/// Refuses the output of a known tool.
pub(super) fn by_tool(source: &Source<'_>) -> Option<Refusal> {
    KNOWN.lines().find_map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [one, other, kind, message, _] = cells[..] else {
            return None;
        };
        let at = source.start + find(source.part().as_bytes(), one.as_bytes())?;
        let kind = match kind {
            "lossy" => RefusalKind::Lossy,
            "har" => RefusalKind::Har,
            "export" => RefusalKind::ToolExport,
            _ => RefusalKind::DecodedText,
        };
        let error = || Refusal::at(kind, line_start(source.plain, at), instead(message));
        contains(source.part().as_bytes(), other.as_bytes()).then(error)
    })
}

fn instead(message: &str) -> String {
    format!("{message} {INSTEAD}")
}

fn by_fields(source: &Source<'_>) -> Option<Refusal> {
    let signs = FIELD_SIGNS.split('|');
    let at = signs
        .filter_map(|sign| find(source.part().as_bytes(), sign.as_bytes()))
        .min()?;
    let line = line_start(source.plain, source.start + at);
    Some(Refusal::at(RefusalKind::DecodedText, line, instead(FIELDS)))
}

fn lossy(source: &Source<'_>) -> Option<Refusal> {
    let is_foreign = |c: &char| matches!(c, '\u{80}'..='\u{ff}');
    let foreign = source.part().chars().filter(is_foreign).count();
    let is_lossy = foreign > 3 && foreign * 5 > source.part().chars().count();
    is_lossy.then(|| Refusal::at(RefusalKind::Lossy, start(source), LOSSY))
}

fn start(source: &Source<'_>) -> usize {
    skip_blanks(source.plain, source.start, true)
}

pub(super) fn nothing(source: &Source<'_>) -> Refusal {
    if start(source) == source.plain.len() {
        return Refusal::new(RefusalKind::Empty, EMPTY);
    }
    let elements = source.elements;
    let has_content = elements.has_words
        || elements.last_gap.has(Gap::PUNCTUATION)
        || elements.list.iter().any(|element| element.kind.has_bytes());
    by_tool(source)
        .or_else(|| by_fields(source))
        .or_else(|| (!has_content).then(|| Refusal::new(RefusalKind::Empty, COMMENTS)))
        .or_else(|| lossy(source))
        .unwrap_or_else(|| Refusal::at(RefusalKind::Prose, start(source), NO_BYTES))
}

/// A run as if nothing of it were missing.
pub(super) struct Ranked<'c> {
    score: i64,
    pub(super) candidate: &'c Rc<Candidate>,
    /// Why a part of it is missing.
    pub(super) missing: Option<Feature>,
}

impl Ranked<'_> {
    pub(super) fn is_likely(&self) -> bool {
        self.score > -8 * BIT && self.candidate.bytes().len() > 3
    }
}

/// Returns the runs of a text, likeliest block first.
pub(super) fn rank<'c>(chooser: &'c Chooser<'_, '_>, weights: &Weights) -> Vec<Ranked<'c>> {
    let is_strict = chooser.text.is_strict;
    let all = chooser.all.iter().flatten().flatten();
    let fitting = all.filter(|one| one.bytes().len() > 1 && !one.is_trimmed());
    let mut ranked: Vec<Ranked<'_>> = fitting
        .map(|candidate| {
            let (score, features) = chooser.weigh(weights, candidate);
            let missing = MISSING.iter().copied().filter(|&one| features.has(one));
            let cost = missing
                .clone()
                .map(|one| weights.cost(is_strict, one, &features))
                .sum::<i64>();
            Ranked {
                score: score - cost,
                candidate,
                missing: missing.min(),
            }
        })
        .collect();
    ranked.sort_by_key(|one| -one.score);
    ranked
}

/// Refuses a text with words in which nothing is a block, by what speaks most
/// against the nearest run.
pub(super) fn prose(chooser: &Chooser<'_, '_>, weights: &Weights) -> Refusal {
    let text = chooser.text;
    let source = &text.source;
    let ranked = rank(chooser, weights);
    let missing = ranked
        .iter()
        .take_while(|one| one.is_likely())
        .find_map(|one| Some(missing(text, one.candidate, one.missing?)));
    let known = || ranked.iter().find_map(|one| known(one.candidate));
    let is_bytes = |candidate: &Candidate| !WORDS.iter().any(|&one| candidate.features.has(one));
    let nearest = || {
        let nearest_run = ranked.iter().find(|one| is_bytes(one.candidate))?;
        Some(nearest(text, nearest_run.candidate))
    };
    by_tool(source)
        .or(missing)
        .or_else(|| lossy(source))
        .or_else(known)
        .or_else(|| by_fields(source))
        .or_else(|| (0..text.len()).find_map(|p| misprinted(text, text.end(p))))
        .or_else(nearest)
        .unwrap_or_else(|| Refusal::at(RefusalKind::Prose, start(source), NO_BLOCK))
}

/// Refuses what ends at `end` if the pair behind it is not hex.
fn misprinted(text: &Text<'_>, end: usize) -> Option<Refusal> {
    let at = misprint(text.plain(), end)?;
    let digit = quote(text.source.raw, at, at + 1);
    let message = format!("“{digit}” is not a hex digit.");
    Some(Refusal::at(RefusalKind::BadDigit, at, message))
}

/// Features of runs that are words, numbers or dates, and not named as nearest.
const WORDS: [Feature; 3] = [Feature::Number, Feature::DateLike, Feature::TimeLike];

/// Features of runs of which a part is missing.
const MISSING: [Feature; 6] = [
    Feature::Cut,
    Feature::CutTail,
    Feature::Torn,
    Feature::Appended,
    Feature::Unclosed,
    Feature::OpenQuote,
];

/// Refuses a run of which a part is missing. What is before a wrong digit is not
/// offered: the digit has to be corrected first.
fn missing(text: &Text<'_>, candidate: &Candidate, reason: Feature) -> Refusal {
    if let Some(misprint) = misprinted(text, candidate.end()) {
        return misprint;
    }
    let error = match reason {
        Feature::Cut | Feature::CutTail => cut(cut_at(text, candidate)),
        _ => Refusal::at(RefusalKind::Truncated, candidate.start(), TORN),
    };
    error.nearest(candidate)
}

/// Where the ellipsis next to a candidate is.
fn cut_at(text: &Text<'_>, candidate: &Candidate) -> usize {
    let plain = text.plain();
    let is_mark = |at: &usize| plain[*at] == ELLIPSIS || plain[*at..].starts_with(b"...");
    let (start, end) = (candidate.start(), candidate.end());
    let mut after = end..plain.len().min(end + 40);
    let mut before = (line_start(plain, start)..start).rev();
    let found = after.find(is_mark).or_else(|| before.find(is_mark));
    found.unwrap_or(end)
}

/// Describes bytes that are known not to be a header block.
fn known(candidate: &Candidate) -> Option<Refusal> {
    let is_long = candidate.bytes().len() > 5;
    let named = candidate.reading.known.filter(|_| is_long);
    let is_other = candidate.features.has(Feature::LabelFrame) && is_long;
    let what = named.or(is_other.then_some(OTHER_FRAME))?;
    Some(Refusal::at(RefusalKind::Packet, candidate.start(), what))
}

/// Refuses a text without words, of which something is not read.
pub(super) fn bytes(chooser: &Chooser<'_, '_>, leftover: Option<&Leftover>) -> Refusal {
    let text = chooser.text;
    let source = &text.source;
    let alone = || {
        let all = chooser.all.iter().flatten().flatten();
        all.filter(|one| one.join == Join::One && !one.is_trimmed())
    };
    let missing = |candidate: &Candidate| {
        let mut reasons = MISSING.iter().copied();
        let reason = reasons.find(|&one| candidate.features.has(one))?;
        Some(missing(text, candidate, reason))
    };
    let misfit = |p: usize| source.readings(std::slice::from_ref(text.element(p))).err();
    if let Some(error) = alone().find_map(|one| missing(one)) {
        return error;
    }
    let first = match leftover {
        Some(Leftover::Cut(at)) => return cut(*at),
        Some(Leftover::Mixture(at)) => return Refusal::at(RefusalKind::Ambiguous, *at, MIXTURE),
        Some(Leftover::Element(p)) => Some(*p),
        None => None,
    };
    let by_reading = first
        .and_then(misfit)
        .or_else(|| (0..text.len().min(1000)).find_map(misfit));
    let known = || {
        let (one, known) = alone().find_map(|one| Some((one, one.reading.known?)))?;
        Some(Refusal::at(RefusalKind::Packet, one.start(), known))
    };
    by_reading
        .or_else(known)
        .or_else(|| first.map(|p| Refusal::at(RefusalKind::Ambiguous, text.start(p), MIXED)))
        .unwrap_or_else(|| nothing(source))
}

/// Describes what is wrong with the run most likely to be a block.
fn nearest(text: &Text<'_>, candidate: &Candidate) -> Refusal {
    let bytes = candidate.bytes();
    let mut decoder = Decoder::new(4096).with_limits(Limits::NONE);
    // A trait object, so that the decoder's loop exists only once.
    let mut each: &mut dyn FnMut(InspectedField<'_>) = &mut |_| {};
    let what = match decoder.visit(bytes, &mut each) {
        Err(error) => format!("do not decode as a header block ({error})"),
        Ok(_) => "may be a header block by accident".to_owned(),
    };
    let message = format!(
        "No header block is certain among these words. Nearest is “{}”: its {} bytes {what}. Paste the block by itself to read it as it is.",
        quote(text.source.raw, candidate.start(), candidate.end()),
        bytes.len(),
    );
    Refusal::at(RefusalKind::Prose, candidate.start(), message).nearest(candidate)
}

/// Refuses a text that was shortened at `at`.
fn cut(at: usize) -> Refusal {
    Refusal::at(RefusalKind::Truncated, at, CUT)
}
