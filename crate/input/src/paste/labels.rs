//! Finds labels, senders and signs of missing bytes around passages.

use http2::frame::{infer_sender, sender_of_block};

use super::{
    Format, content,
    gap::Gap,
    joints,
    lexer::Kind,
    passages::Passage,
    reading::Reading,
    scan::{byte_at, contains, span, span_back},
    sides::{self, Side},
    source::Source,
    text::{ELLIPSIS, ends_line, is_blank, is_word, line_start, near_line_end, skip_blanks},
};
use crate::{Place, Sender};

/// Substrings of words for header blocks and coding.
const NAMES: &str = "block hpack frag decode encoded inflate header hdr wire payload";

/// Words for a number of bytes.
const SIZES: &str = "len length size bytes octets";

/// Members that name the sender after the bytes.
const KEYS: [&str; 5] = [
    "\"dir\"",
    "\"direction\"",
    "\"from\"",
    "\"sender\"",
    "\"side\"",
];

/// Hex digits of a frame header.
const HEADER_DIGITS: usize = 18;

/// Finds labels, sides, and incomplete passages.
pub(super) fn find(passages: &mut [Passage], source: &Source<'_>) {
    let plain = source.plain;
    let (mut before, mut last_end) = (source.start, source.start);
    let mut side = None;
    for n in 0..passages.len() {
        let next = passages.get(n + 1).map_or(plain.len(), Passage::start);
        let passage = &mut passages[n];
        let (start, end) = (passage.start(), passage.end());
        // The label of a list is before its bracket, possibly in another line.
        let is_opening = |byte: u8| is_blank(byte) || b"\n[{(".contains(&byte);
        let anchor = match passage.bracket(source) {
            Some(_) => span_back(plain, start, is_opening).max(before.min(start)),
            None => start,
        };
        // The label of a single number is close to it. Numbers and times are
        // part of the next label.
        let is_minor = passage.is_minor(source);
        let near = if is_minor {
            anchor.saturating_sub(60)
        } else {
            0
        };
        let line = line_start(plain, anchor).max(before).max(near);
        passage.is_labelled = plain[line..anchor].iter().any(|&byte| is_word(byte));
        let (from, to) = match passage.is_labelled {
            true => (line, anchor),
            false => find_heading(plain, last_end.max(before), line).unwrap_or((line, start)),
        };
        passage.label = Place::new(from, to);
        let rest = near_line_end(plain, end).min(next);
        passage.side = find_side(source, passage, before, line, rest).or(side);
        let is_string = !matches!(
            passage.kind(source),
            Kind::Dump(_) | Kind::Base64 | Kind::Percent
        ) && passage.is_apart(source);
        let is_beside = joints::is_appended(plain, end) || joints::is_prepended(plain, start);
        let mut elements = passage.elements(source).iter();
        passage.is_torn = is_string && is_beside
            || elements.any(|element| match element.kind {
                Kind::Run(run) => run.is_torn,
                kind => kind == Kind::Unclosed,
            });
        passage.cut = find_cut_mark(source, passage, line, next).map(|at| at as u32);
        // A heading can contain numbers.
        if !is_minor || !passage.is_labelled {
            last_end = end;
        }
        // A number in a data structure does not name the sender of other bytes.
        if !is_minor || !plain[line..].trim_ascii_start().starts_with(b"\"") {
            side = passage.side;
        }
        if !is_minor {
            before = end;
        }
    }
    find_sides_by_indent(passages, source);
}

/// Where no side is named, indented bytes were sent by the second peer, as in
/// Wireshark's “Follow Stream”.
fn find_sides_by_indent(passages: &mut [Passage], source: &Source<'_>) {
    let is_second = |passage: &Passage| {
        let line = line_start(source.plain, passage.start());
        let blanks = &source.plain[line..passage.start()];
        let is_far = blanks.len() > 3 && matches!(passage.kind(source), Kind::Dump(_));
        let is_indent = blanks.iter().all(|&byte| is_blank(byte));
        is_indent.then(|| blanks.contains(&b'\t') || is_far)
    };
    let is_long = |passage: &&Passage| passage.len() >= HEADER_DIGITS;
    let long = || passages.iter().filter(is_long);
    let has = |wanted: bool| long().any(|passage| is_second(passage) == Some(wanted));
    if long().all(|passage| passage.side.is_none()) && has(true) && has(false) {
        for passage in passages.iter_mut().filter(|passage| is_long(&&**passage)) {
            passage.side = is_second(passage).map(|second| Side::Numbered(second.into()));
        }
    }
}

/// Returns the lines above the one at `line`, nearest first, down to the end
/// `before` of other bytes.
fn lines_above(plain: &[u8], before: usize, line: usize) -> impl Iterator<Item = (usize, usize)> {
    let is_start = line == 0 || plain[line - 1] == b'\n';
    let mut next = line;
    std::iter::from_fn(move || {
        let end = next
            .checked_sub(1)
            .filter(|&end| end > before && is_start)?;
        next = line_start(plain, end);
        // A line that begins with other bytes belongs to those.
        (next >= before).then_some((next, end))
    })
}

/// Returns the last line with words between `before` and `line`.
fn find_heading(plain: &[u8], before: usize, line: usize) -> Option<(usize, usize)> {
    lines_above(plain, before, line)
        .take(4)
        .find(|&(start, end)| {
            let text = plain[start..end].trim_ascii_start();
            text.iter().any(|&byte| is_word(byte)) && !text.starts_with(b"# ")
        })
}

fn find_side(
    source: &Source<'_>,
    passage: &Passage,
    before: usize,
    line: usize,
    rest: usize,
) -> Option<Side> {
    let plain = source.plain;
    let (start, end) = (passage.start(), passage.end());
    let text = |from: usize, to: usize| source.raw.get(from..to).unwrap_or_default();
    let mark = match passage.bracket(source) {
        Some(_) => text(line, start).trim_end_matches(['<', '[', '{', '(', ' ']),
        None => text(line, start),
    };
    // `>` before every row of a dump comes from quoted mail.
    let is_dump =
        matches!(passage.kind(source), Kind::Dump(_)) && plain[start..end].contains(&b'\n');
    let mark = Some(mark).filter(|mark| !is_dump || mark.trim() != ">");
    let after = Some(text(end, rest)).filter(|after| {
        KEYS.iter()
            .any(|key| contains(after.as_bytes(), key.as_bytes()))
    });
    if let Some(side) = mark
        .and_then(sides::side)
        .or_else(|| after.and_then(sides::side))
    {
        return Some(side);
    }
    // A member of a data structure does not name the sender of other bytes.
    let is_other = |text: &str| {
        let is_member = text.starts_with('"') && !text.ends_with(['{', '[', ':']);
        is_member || text.ends_with([',', '}', ']'])
    };
    lines_above(plain, before, line)
        .take(6)
        .map(|(start, end)| text(start, end).trim())
        .take_while(|text| !is_other(text))
        .find_map(sides::side)
}

/// Finds a sign of omitted bytes within 40 characters after a passage, or
/// before it in its line.
fn find_cut_mark(
    source: &Source<'_>,
    passage: &Passage,
    line: usize,
    next: usize,
) -> Option<usize> {
    let plain = source.plain;
    let (start, end) = (passage.start(), passage.end());
    let is_mark = |at: &usize| plain[*at] == ELLIPSIS || plain[*at..].starts_with(b"...");
    let near = &plain[..near_line_end(plain, end).min(end + 40).min(next)];
    let after = span(near, end, |byte| !is_word(byte) || byte.is_ascii_digit());
    let before = span_back(plain, start, |byte| !is_word(byte)).max(line);
    let at = (end..after)
        .find(is_mark)
        .or_else(|| (before..start).find(is_mark))?;
    let is_sentence = at > 0 && at != end && is_word(plain[at - 1]);
    // Dots in quotes, or far to the right, are the column of characters.
    let column = span(plain, end, is_blank);
    let is_column = at > end + 2
        && (column == at && byte_at(plain, span(plain, at, |byte| byte == b'.')) == b'\n'
            || column > end && b"'\"|".contains(&byte_at(plain, column)));
    let is_dump = matches!(passage.kind(source), Kind::Dump(_));
    (!is_dump && !is_sentence && !is_column).then_some(at)
}

/// Assigns senders to the sides of a log and to numbered peers by what they
/// sent. Returns whether it had to guess.
pub(super) fn resolve_sides(passages: &mut [Passage], source: &Source<'_>) -> bool {
    let is_open = |passage: &&mut Passage| !matches!(passage.side, None | Some(Side::Is(_)));
    // The first ones suffice.
    let open = passages.iter_mut().filter(is_open).take(100);
    open.for_each(|passage| passage.read(source));
    let with_side = |side: Side| {
        passages
            .iter()
            .filter(move |passage| passage.side == Some(side))
    };
    let is_log = with_side(Side::Own).next().is_some() && with_side(Side::Peer).next().is_some();
    let sender = |owner: Side, peer: Side| {
        let find =
            |side: Side| with_side(side).find_map(|passage| passage.sender_by_content(source));
        find(owner).or_else(|| find(peer).map(Sender::peer))
    };
    let owner = sender(Side::Own, Side::Peer);
    let first = sender(Side::Numbered(0), Side::Numbered(1)).unwrap_or(Sender::Client);
    for passage in passages {
        passage.sender = match passage.side {
            Some(Side::Is(sender)) => sender,
            Some(Side::Own) if is_log => owner.unwrap_or(Sender::Client),
            Some(Side::Peer) if is_log => owner.unwrap_or(Sender::Client).peer(),
            Some(Side::Numbered(0)) => first,
            Some(Side::Numbered(_)) => first.peer(),
            _ => Sender::Unknown,
        };
    }
    is_log && owner.is_none()
}

impl Passage {
    /// Corrects the sender by content: a heading can name the receiver.
    pub(super) fn correct_sender(&mut self, source: &Source<'_>) {
        let is_named = matches!(self.side, Some(Side::Is(_)));
        let is_heading = is_named && !self.is_labelled && !self.gap.has(Gap::MARK);
        if let Some(sender) = is_heading.then(|| self.sender_by_content(source)).flatten() {
            self.sender = sender;
        }
    }

    fn sender_by_content(&self, source: &Source<'_>) -> Option<Sender> {
        let readings = self.readings(source);
        let bytes = readings.first()?.bytes();
        match content::is_frames(bytes) {
            true => infer_sender(bytes),
            false => sender_of_block(&bytes[..bytes.len().min(1 << 12)]),
        }
    }

    /// Whether it is a number or a time, without brackets or quotes.
    fn is_minor(&self, source: &Source<'_>) -> bool {
        let is_time = matches!(self.kind(source), Kind::Run(run) if b":-".contains(&run.separator));
        let is_short = is_time && self.len() < 11 && !self.is_enclosed(source);
        self.is_number(source) || is_short
    }

    pub(super) fn label_text<'a>(&self, source: &Source<'a>) -> &'a str {
        self.label.slice(source.raw)
    }

    /// Whether one of the last `count` words before it announces a block, or a
    /// short label names its sender.
    pub(super) fn is_announced(&self, source: &Source<'_>, count: usize) -> bool {
        let label = self.label_text(source).to_ascii_lowercase();
        let words = label.split(|c: char| !c.is_alphanumeric() && c != '_');
        let words = words.filter(|word| word.chars().any(char::is_alphabetic));
        let has = |word: &str, name: &str| contains(word.as_bytes(), name.as_bytes());
        let is_name = |word: &str| NAMES.split(' ').any(|name| has(word, name));
        let is_last = byte_at(source.plain, skip_blanks(source.plain, self.end(), false)) == b'\n';
        let is_side = matches!(self.side, Some(Side::Is(_))) && self.is_labelled && is_last;
        // A heading refers to what is alone in its line.
        let is_label = self.is_labelled || ends_line(source.plain, self.end());
        // “The header block, as our proxy logs it:” refers to what follows.
        let is_title = !self.is_labelled
            && label.trim_end().ends_with(':')
            && (has(&label, "header block") || has(&label, "hpack"));
        is_label && (is_title || words.clone().rev().take(count).any(is_name))
            || is_side && words.count() < 4
    }

    /// Whether it is a string in a line that names the notation:
    /// `fromhex("…")`.
    pub(super) fn is_named(&self, source: &Source<'_>, reading: &Reading) -> bool {
        let name: &[u8] = match reading.format {
            Format::Hex => b"hex",
            Format::Base64 => b"64",
            _ => return false,
        };
        let from = line_start(source.plain, self.start());
        let to = near_line_end(source.plain, self.end());
        let mut parts = source.raw.as_bytes()[from..to].windows(name.len());
        let is_prefixed = matches!(source.plain[..self.start()], [.., b'x' | b'X', _]);
        let mut is_called = || parts.any(|part| part.eq_ignore_ascii_case(name));
        self.is_enclosed(source) && (is_prefixed || is_called())
    }

    /// Whether the text before it states its number of bytes.
    pub(super) fn is_counted(&self, source: &Source<'_>, count: usize) -> bool {
        let label = Place::new(self.label.start as usize, self.start()).slice(source.raw);
        let words = label.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let is_count = |word: &str| word.parse() == Ok(count);
        let is_size = |word: &str| SIZES.split(' ').any(|size| size.eq_ignore_ascii_case(word));
        let is_pair = |two: &[&str]| {
            is_count(two[0]) && is_size(two[1]) || is_size(two[0]) && is_count(two[1])
        };
        words.windows(2).any(is_pair) || count > 3 && words.iter().any(|word| is_count(word))
    }

    /// Returns a key for equal labels: the last word, with all names of sides
    /// as one, and whether the passage is enclosed.
    pub(super) fn key(&self, source: &Source<'_>) -> Option<(String, bool)> {
        let is_name = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
        let mut words = self
            .label_text(source)
            .split(|c: char| !c.is_alphanumeric());
        let last = words.rfind(is_name)?;
        let last = match sides::side(last) {
            Some(_) => "side".to_owned(),
            None => last.to_ascii_lowercase(),
        };
        Some((last, self.is_apart(source)))
    }
}
