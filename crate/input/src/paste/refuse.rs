//! Why a text is not read: what it is instead, or the nearest run in it and
//! what is wrong there.

use hpack::{Decoder, structure};

use super::{
    Fault, Format, content,
    gap::Gap,
    lexer::Kind,
    passages::Passage,
    reading::Source,
    text::{ELLIPSIS, is_word, quote, skip_blanks},
};
use crate::RefusalKind;

const INSTEAD: &str = "Copy the bytes of a HEADERS frame instead: in Wireshark “Header Block Fragment”, “… as a Hex Stream”.";

/// What texts hold that are known and have no bytes of header blocks: two
/// needles, the kind of refusal and a sentence a line, separated by tabs.
const KNOWN: &str = include_str!("known.tsv");

/// Signs of header fields as text.
const FIELDS: &str =
    ":method|:path|:scheme|:status|:authority|GET /|POST /| HTTP/1.1|HTTP/1.1 |HTTP/2 ";

/// A refusal that names the tool that wrote the text.
pub(super) fn by_tool(source: &Source<'_>) -> Option<Fault> {
    let raw = source.raw;
    let line = |at: usize| super::text::line_start(source.plain, at);
    KNOWN.lines().find_map(|row| {
        let mut cells = row.split('\t');
        let (one, other, kind, message) =
            (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
        let at = raw.find(one).filter(|_| raw.contains(other))?;
        let kind = match kind {
            "lossy" => RefusalKind::Lossy,
            "har" => RefusalKind::Har,
            "export" => RefusalKind::ToolExport,
            _ => RefusalKind::DecodedText,
        };
        Some(Fault::at(kind, line(at), format!("{message} {INSTEAD}")))
    })
}

/// A refusal that names what the whole text is.
fn by_name(source: &Source<'_>) -> Option<Fault> {
    by_tool(source).or_else(|| {
        let at = FIELDS.split('|').filter_map(|field| source.raw.find(field)).min()?;
        let at = super::text::line_start(source.plain, at);
        let message = format!(
            "These are header fields as text, already decoded: the bytes of the header block are not in them. {INSTEAD}"
        );
        Some(Fault::at(RefusalKind::DecodedText, at, message))
    })
}

/// A text in which nothing can be bytes.
pub(super) fn nothing(source: &Source<'_>) -> Fault {
    let at = skip_blanks(source.plain, 0, true);
    if at == source.plain.len() {
        return Fault::whole(
            RefusalKind::Empty,
            "There is nothing here. Paste the bytes of a header block, for example 82 86 84.",
        );
    }
    if let Some(fault) = by_name(source) {
        return fault;
    }
    let is_all = |kinds: fn(Kind) -> bool| {
        source
            .elements
            .list
            .iter()
            .all(|element| kinds(element.kind))
    };
    if !source.elements.has_words
        && is_all(|kind| !kind.has_bytes())
        && !source.elements.last_gap.has(Gap::PUNCTUATION)
    {
        return Fault::whole(
            RefusalKind::Empty,
            "There are no bytes in this text, only comments. Paste the bytes of a header block, for example 82 86 84.",
        );
    }
    let foreign = source
        .raw
        .chars()
        .filter(|c| matches!(c, '\u{80}'..='\u{ff}'))
        .count();
    if foreign > 3 && foreign * 5 > source.raw.chars().count() {
        return lossy(at);
    }
    Fault::at(
        RefusalKind::Prose,
        at,
        "No bytes can be read from this text. Paste the bytes of a header block in hexadecimal, Base64, as an escaped string or as a dump, for example 82 86 84.",
    )
}

fn lossy(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Lossy,
        at,
        "These look like bytes printed as text: those that cannot be printed are lost. Copy them as hex or Base64 instead (in Wireshark “… as a Hex Stream”).",
    )
}

/// A text of words in which no passage is certain.
pub(super) fn words(source: &Source<'_>, passages: &[Passage]) -> Fault {
    let foreign = source
        .raw
        .chars()
        .filter(|c| matches!(c, '\u{80}'..='\u{ff}'))
        .count();
    if let Some(fault) = by_name(source) {
        return fault;
    }
    let cut = passages
        .iter()
        .find_map(|passage| Some((passage, passage.cut?)));
    if let Some((passage, at)) = cut.filter(|(passage, _)| length(passage) > 3) {
        return Fault {
            nearest: Some(passage.range),
            ..self::cut(at)
        };
    }
    if foreign > 3 && foreign * 5 > source.raw.chars().count() {
        return lossy(skip_blanks(source.plain, 0, true));
    }
    if let Some((passage, what)) = passages
        .iter()
        .filter(|passage| length(passage) > 5)
        .find_map(|passage| Some((passage, known(source, passage)?)))
    {
        return Fault::at(RefusalKind::Packet, passage.start(), what);
    }
    if let Some(fault) = passages
        .iter()
        .find_map(|passage| interruption(source, passage))
    {
        return fault;
    }
    let torn = passages
        .iter()
        .find(|passage| passage.is_torn && length(passage) > 3);
    if let Some(passage) = torn {
        return self::torn(passage);
    }
    match passages.iter().max_by_key(|passage| length(passage)) {
        Some(nearest)
            if length(nearest) > 0
                || nearest.readings.is_err() && nearest.end() - nearest.start() > 3 =>
        {
            near(source, nearest)
        }
        _ => {
            let at = skip_blanks(source.plain, 0, true);
            Fault::at(
                RefusalKind::Prose,
                at,
                "No header block can be found among these words. Paste the bytes by themselves, for example 82 86 84.",
            )
        }
    }
}

/// A digit that is none behind a run of hex: where.
fn interruption(source: &Source<'_>, passage: &Passage) -> Option<Fault> {
    let readings = passage.readings.as_deref().unwrap_or_default();
    let is_hex = readings.iter().any(|reading| reading.format == Format::Hex);
    let plain = source.plain;
    let mut start = skip_blanks(plain, passage.end(), true);
    // The digits of the same number are before the one that is none.
    let is_first = passage.label.0 == passage.label.1 && is_hex;
    let word = plain[start..]
        .iter()
        .take(3)
        .take_while(|&&byte| is_word(byte))
        .count();
    start += plain[start..start + word]
        .iter()
        .position(|byte| !byte.is_ascii_hexdigit())?;
    let end = start
        + plain[start..]
            .iter()
            .take_while(|&&byte| is_word(byte))
            .count();
    let digit = quote(source.raw, start, end.min(start + 1));
    let is_pair = passage
        .end()
        .checked_sub(3)
        .is_none_or(|at| !is_word(plain[at]));
    (is_first && is_pair && word == 2).then(|| Fault {
        nearest: Some(passage.range),
        ..Fault::at(
            RefusalKind::BadDigit,
            start,
            format!("“{digit}” is no hex digit."),
        )
    })
}

fn length(passage: &Passage) -> usize {
    let readings = passage.readings.as_deref().unwrap_or_default();
    readings
        .iter()
        .map(|reading| reading.all.bytes.len())
        .min()
        .unwrap_or(0)
}

/// What a passage is known to be, if that is no header block.
pub(super) fn known(source: &Source<'_>, passage: &Passage) -> Option<&'static str> {
    const FRAMES: &str = "DATA PING SETTINGS GOAWAY WINDOW_UPDATE RST_STREAM PRIORITY DataFrame PingFrame SettingsFrame GoAwayFrame gRPC";
    let label = source
        .raw
        .get(passage.label.0..passage.label.1)
        .unwrap_or_default();
    let lower = label.to_ascii_lowercase();
    let mut words = label.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_frame = |word: &str| FRAMES.split(' ').any(|name| name == word);
    let is_other = !lower.contains("header") && !lower.contains("hpack") && words.any(is_frame);
    let readings = passage.readings.as_deref().unwrap_or_default();
    let named = readings
        .iter()
        .find_map(|reading| content::named(&reading.all.bytes));
    named.or_else(|| is_other.then_some("By their label these are the content of another frame than HEADERS: DATA, PING, SETTINGS and their like hold no header block. Copy the bytes of the HEADERS frame instead."))
}

/// The run that is nearest to a block, and what is wrong with it.
fn near(source: &Source<'_>, passage: &Passage) -> Fault {
    let fault = match &passage.readings {
        Err(fault) => fault.clone(),
        Ok(readings) => {
            let Some(reading) = readings
                .iter()
                .find(|reading| structure::is_whole(&reading.all.bytes))
                .or(readings.first())
            else {
                return Fault::at(
                    RefusalKind::Prose,
                    passage.start(),
                    "There are no bytes here.",
                );
            };
            let bytes = &reading.all.bytes;
            let count = bytes.len();
            let what = match Decoder::new(4096).decode(bytes, |_| {}) {
                Err(error) => format!("do not decode as a header block ({error})"),
                Ok(_) => "may be a header block by accident".to_owned(),
            };
            let plural = if count == 1 { "byte" } else { "bytes" };
            let message = format!(
                "No header block is certain among these words. Nearest is “{}”: its {count} {plural} {what}. Paste the block by itself to read it as it is.",
                quote(source.raw, passage.start(), passage.end())
            );
            Fault::at(RefusalKind::Prose, passage.start(), message)
        }
    };
    Fault {
        nearest: Some(passage.range),
        ..fault
    }
}

/// Something belongs to the bytes that is not in the text.
pub(super) fn torn(passage: &Passage) -> Fault {
    Fault {
        nearest: Some(passage.range),
        ..Fault::at(
            RefusalKind::Truncated,
            passage.start(),
            "Something beside these bytes belongs to them and is not in the text: another member of the list, or a variable that is appended. Paste the whole bytes.",
        )
    }
}

/// The sign at `at` says that bytes were left out.
pub(super) fn cut(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Truncated,
        at,
        "The text is shortened here: the bytes that the dots stand for are missing. Copy all of them.",
    )
}

/// The first sign of bytes that were left out anywhere in a text of bytes only.
pub(super) fn cut_between(source: &Source<'_>) -> Option<usize> {
    let list = &source.elements.list;
    let cut = list
        .iter()
        .find(|element| element.gap.has(Gap::CUT))
        .map(|element| element.start as usize);
    let cut = cut.or_else(|| {
        source
            .elements
            .last_gap
            .has(Gap::CUT)
            .then_some(source.plain.len())
    })?;
    let is_mark =
        |&at: &usize| source.plain[at] == ELLIPSIS || source.plain[at..].starts_with(b"...");
    let mark = (0..cut).rev().find(is_mark)?;
    let first = (0..=mark)
        .rev()
        .take_while(|&at| source.plain[at] == b'.' || source.plain[at] == ELLIPSIS)
        .last();
    first.or(Some(mark))
}
