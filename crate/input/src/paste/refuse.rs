//! Explains why a text is not read: what it is instead, or what is wrong with
//! the run most likely to be a block.

use hpack::{Decoder, Limits, structure};

use super::{
    Fault, Format, content,
    gap::Gap,
    judge::decode,
    passages::Passage,
    reading::Reading,
    scan::{contains, find, span, span_back},
    source::Source,
    text::{ELLIPSIS, is_word, line_start, quote, skip_blanks},
};
use crate::RefusalKind;

const INSTEAD: &str = "Copy the bytes of a HEADERS frame instead: in Wireshark “Header Block Fragment”, “… as a Hex Stream”.";
const FIELDS: &str = "These are header fields as text, already decoded: the bytes of the header block are not in them.";
const EMPTY: &str =
    "There is nothing here. Paste the bytes of a header block, for example 82 86 84.";
const COMMENTS: &str = "There are no bytes in this text, only comments. Paste the bytes of a header block, for example 82 86 84.";
const NO_BYTES: &str = "No bytes can be read from this text. Paste the bytes of a header block in hexadecimal, Base64, as an escaped string or as a dump, for example 82 86 84.";
const NO_BLOCK: &str = "No header block can be found among these words. Paste the bytes by themselves, for example 82 86 84.";
const LOSSY: &str = "These look like bytes printed as text: those that cannot be printed are lost. Copy them as hex or Base64 instead (in Wireshark “… as a Hex Stream”).";
const TORN: &str = "Part of the bytes is not in the text: another member of the list, or a variable that is appended. Paste all of the bytes.";
const CUT: &str =
    "The text is shortened here: the bytes that the dots stand for are missing. Copy all of them.";
const OTHER_FRAME: &str = "By their label these are the content of another frame than HEADERS: DATA, PING, SETTINGS and their like hold no header block. Copy the bytes of the HEADERS frame instead.";

/// Known texts without bytes of header blocks. Tab-separated columns: two
/// strings that must occur, the kind of refusal, and a sentence.
const KNOWN: &str = include_str!("known.tsv");

/// Signs of header fields as text.
const FIELD_SIGNS: &str =
    ":method|:path|:scheme|:status|:authority|GET /|POST /| HTTP/1.1|HTTP/1.1 |HTTP/2 ";

/// Labels of frames without header blocks.
const OTHER_FRAMES: &str = "DATA PING SETTINGS GOAWAY WINDOW_UPDATE RST_STREAM PRIORITY DataFrame PingFrame SettingsFrame GoAwayFrame gRPC";

impl Fault {
    /// Offers `passage` to be read alone.
    fn nearest(self, passage: &Passage) -> Self {
        Self {
            nearest: Some(passage.place()),
            ..self
        }
    }
}

/// Refuses the output of a known tool.
pub(super) fn by_tool(source: &Source<'_>) -> Option<Fault> {
    KNOWN.lines().find_map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [one, other, kind, message] = cells[..] else {
            return None;
        };
        let at = source.start + find(source.part().as_bytes(), one.as_bytes())?;
        let kind = match kind {
            "lossy" => RefusalKind::Lossy,
            "har" => RefusalKind::Har,
            "export" => RefusalKind::ToolExport,
            _ => RefusalKind::DecodedText,
        };
        let fault = || Fault::at(kind, line_start(source.plain, at), instead(message));
        contains(source.part().as_bytes(), other.as_bytes()).then(fault)
    })
}

fn instead(message: &str) -> String {
    format!("{message} {INSTEAD}")
}

fn by_fields(source: &Source<'_>) -> Option<Fault> {
    let signs = FIELD_SIGNS.split('|');
    let at = signs
        .filter_map(|sign| find(source.part().as_bytes(), sign.as_bytes()))
        .min()?;
    let line = line_start(source.plain, source.start + at);
    Some(Fault::at(RefusalKind::DecodedText, line, instead(FIELDS)))
}

fn lossy(source: &Source<'_>) -> Option<Fault> {
    let is_foreign = |c: &char| matches!(c, '\u{80}'..='\u{ff}');
    let foreign = source.part().chars().filter(is_foreign).count();
    let is_lossy = foreign > 3 && foreign * 5 > source.part().chars().count();
    is_lossy.then(|| Fault::at(RefusalKind::Lossy, start(source), LOSSY))
}

fn start(source: &Source<'_>) -> usize {
    skip_blanks(source.plain, source.start, true)
}

pub(super) fn nothing(source: &Source<'_>) -> Fault {
    if start(source) == source.plain.len() {
        return Fault::whole(RefusalKind::Empty, EMPTY);
    }
    let elements = source.elements;
    let has_content = elements.has_words
        || elements.last_gap.has(Gap::PUNCTUATION)
        || elements.list.iter().any(|element| element.kind.has_bytes());
    by_tool(source)
        .or_else(|| by_fields(source))
        .or_else(|| (!has_content).then(|| Fault::whole(RefusalKind::Empty, COMMENTS)))
        .or_else(|| lossy(source))
        .unwrap_or_else(|| Fault::at(RefusalKind::Prose, start(source), NO_BYTES))
}

/// Refuses prose that no known tool wrote and that has no certain passage.
pub(super) fn prose(source: &Source<'_>, passages: &[Passage]) -> Fault {
    let length = |passage: &Passage| length(source, passage);
    let mut long = passages.iter().filter(|passage| length(passage) > 3);
    let mut torn = long.clone().filter(|passage| passage.is_torn);
    let packet = |passage: &Passage| {
        let what = describe_known(source, passage).filter(|_| length(passage) > 5)?;
        Some(Fault::at(RefusalKind::Packet, passage.start(), what))
    };
    let misprint = |passage: &Passage| misprint(source, passage);
    let passages = passages.iter();
    by_fields(source)
        .or_else(|| long.find_map(|passage| Some(cut(passage.cut? as usize).nearest(passage))))
        .or_else(|| lossy(source))
        .or_else(|| passages.clone().find_map(packet))
        .or_else(|| passages.clone().find_map(misprint))
        .or_else(|| torn.next().map(self::torn))
        .or_else(|| nearest(source, passages.max_by_key(|passage| length(passage))?))
        .unwrap_or_else(|| Fault::at(RefusalKind::Prose, start(source), NO_BLOCK))
}

/// Number of bytes in the shortest reading.
fn length(source: &Source<'_>, passage: &Passage) -> usize {
    let readings = passage.readings(source);
    readings
        .iter()
        .map(|reading| reading.bytes().len())
        .min()
        .unwrap_or(0)
}

/// Refuses a non-hex character in a pair after an unlabelled run of hex pairs.
fn misprint(source: &Source<'_>, passage: &Passage) -> Option<Fault> {
    let (plain, end) = (source.plain, passage.end());
    let start = skip_blanks(plain, end, true);
    let pair = &plain[start..span(plain, start, is_word)];
    let at = start + pair.iter().position(|byte| !byte.is_ascii_hexdigit())?;
    let is_hex = |reading: &Reading| reading.format == Format::Hex;
    let is_after_pairs = passage.label.start == passage.label.end
        && passage.readings(source).iter().any(is_hex)
        && end.checked_sub(3).is_none_or(|at| !is_word(plain[at]));
    (is_after_pairs && pair.len() == 2).then(|| {
        let message = format!("“{}” is not a hex digit.", quote(source.raw, at, at + 1));
        Fault::at(RefusalKind::BadDigit, at, message).nearest(passage)
    })
}

/// Describes a passage that is known not to be a header block.
pub(super) fn describe_known(source: &Source<'_>, passage: &Passage) -> Option<&'static str> {
    let named = |reading: &Reading| content::describe_known(reading.bytes());
    if let Some(what) = passage.readings(source).iter().find_map(named) {
        return Some(what);
    }
    let label = passage.label_text(source);
    let mut words = label.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_frame = |word: &str| OTHER_FRAMES.split(' ').any(|name| name == word);
    let is_header = || {
        let lower = label.to_ascii_lowercase();
        lower.contains("header") || lower.contains("hpack")
    };
    let is_other = words.any(is_frame) && !is_header();
    is_other.then_some(OTHER_FRAME)
}

/// Describes what is wrong with the run most likely to be a block.
fn nearest(source: &Source<'_>, passage: &Passage) -> Option<Fault> {
    if let Some(fault) = passage.fault(source) {
        return (passage.len() > 3).then(|| fault.nearest(passage));
    }
    let readings = passage.readings(source);
    let is_whole = |reading: &&Reading| structure::is_whole(reading.bytes());
    let bytes = readings.iter().find(is_whole).or(readings.first())?.bytes();
    let what = match decode(
        &mut Decoder::new(4096).with_limits(Limits::NONE),
        bytes,
        &mut |_| {},
    ) {
        Err(error) if bytes.len() == 1 => format!("does not decode as a header block ({error})"),
        Err(error) => format!("do not decode as a header block ({error})"),
        Ok(_) => "may be a header block by accident".to_owned(),
    };
    let message = format!(
        "No header block is certain among these words. Nearest is “{}”: its {} {} {what}. Paste the block by itself to read it as it is.",
        quote(source.raw, passage.start(), passage.end()),
        bytes.len(),
        if bytes.len() == 1 { "byte" } else { "bytes" },
    );
    let fault = Fault::at(RefusalKind::Prose, passage.start(), message);
    (length(source, passage) > 0).then(|| fault.nearest(passage))
}

pub(super) fn torn(passage: &Passage) -> Fault {
    Fault::at(RefusalKind::Truncated, passage.start(), TORN).nearest(passage)
}

/// Refuses a text that was shortened at `at`.
pub(super) fn cut(at: usize) -> Fault {
    Fault::at(RefusalKind::Truncated, at, CUT)
}

/// Finds the first sign of omitted bytes in a text of bytes only.
pub(super) fn cut_between(source: &Source<'_>) -> Option<usize> {
    let (plain, elements) = (source.plain, source.elements);
    let mut list = elements.list.iter();
    let end = match list.find(|element| element.gap.has(Gap::CUT)) {
        Some(element) => element.start as usize,
        None if elements.last_gap.has(Gap::CUT) => plain.len(),
        None => return None,
    };
    let is_sign = |&at: &usize| plain[at] == ELLIPSIS || plain[at..].starts_with(b"...");
    let sign = (0..end).rev().find(is_sign)?;
    let is_dot = |byte| byte == b'.' || byte == ELLIPSIS;
    Some(span_back(plain, sign, is_dot))
}
