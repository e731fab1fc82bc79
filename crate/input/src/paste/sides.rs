//! Recognises words and arrows that show the sender of a block.

use std::{collections::HashMap, rc::Rc, sync::LazyLock};

use http2::frame::{infer_sender, sender_of_block};

use super::{
    candidates::{Candidate, Text},
    content,
    scan::contains,
    text::{is_blank, is_word, line_start, near_line_end},
};
use crate::{Place, Sender};

/// Sender, as named by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Is(Sender),
    /// The side that wrote the log.
    Own,
    /// The side it talks to.
    Peer,
    /// One of two numbered peers (`peer0_1`, `peer: 1`).
    Numbered(u8),
}

/// Words that name a side: roles, what a side sends, and sending or receiving.
const WORDS: [(Side, &str); 6] = [
    (Side::Is(Sender::Client), "client cli c"),
    (Side::Is(Sender::Server), "server srv s"),
    (Side::Is(Sender::Client), "request requests req"),
    (
        Side::Is(Sender::Server),
        "response responses resp res reply",
    ),
    (
        Side::Own,
        "write wrote send sent sending outbound out outgoing egress tx writev sendto",
    ),
    (
        Side::Peer,
        "read recv received receive receiving inbound in incoming ingress rx readv recvfrom",
    ),
];
/// The first of them name a role.
const ROLES: usize = 2;

/// The side that a word names, and whether by its role.
fn look_up(word: &str) -> Option<(Side, bool)> {
    static ALL: LazyLock<HashMap<&str, (Side, bool)>> = LazyLock::new(|| {
        let lists = WORDS.iter().enumerate();
        let all = lists.flat_map(|(n, (side, words))| {
            words.split(' ').map(move |word| (word, (*side, n < ROLES)))
        });
        all.collect()
    });
    ALL.get(word).copied()
}

/// Whether a word names a side.
pub(super) fn is_named(word: &str) -> bool {
    look_up(word).is_some()
}

fn role(word: &str) -> Option<Sender> {
    match look_up(word) {
        Some((Side::Is(sender), true)) => Some(sender),
        _ => None,
    }
}

/// Splits a label at its first arrow: text before, arrow, text after.
fn split_at_arrow(label: &str) -> Option<(&str, &str, &str)> {
    const ARROWS: [&str; 10] = [">>>", "<<<", "-->", "<--", "→", "←", "->", "<-", "=>", "<="];
    let arrow_at = |at: usize| {
        let rest = label.get(at..)?;
        Some((at, ARROWS.iter().find(|arrow| rest.starts_with(**arrow))?))
    };
    let (at, arrow) = (0..label.len()).find_map(arrow_at)?;
    Some((&label[..at], arrow, &label[at + arrow.len()..]))
}

/// Returns the side named by a label: “client”, “Response 2”, “C -> S”, “>”.
pub(super) fn side(label: &str) -> Option<Side> {
    let label = label.trim();
    let Some((before, arrow, after)) = split_at_arrow(label) else {
        return side_of_words(label).or_else(|| side_of_mark(label));
    };
    let last_role = |text: &str| words(text).iter().rev().find_map(|word| role(word));
    let is_mark = !arrow.contains('=') && (before.trim().is_empty() || after.trim().is_empty());
    let (from, to, mark) = match arrow.ends_with(['>', '→']) {
        true => (before, after, Sender::Client),
        false => (after, before, Sender::Server),
    };
    let sender = last_role(from).or_else(|| last_role(to).map(Sender::peer));
    let sender = sender.map(Side::Is).or_else(|| side_of_words(label));
    sender.or(is_mark.then_some(Side::Is(mark)))
}

/// Returns the side of a mark by itself or before words, as in “> stream 1”.
fn side_of_mark(label: &str) -> Option<Side> {
    let mark = label.split(char::is_whitespace).next()?;
    match mark.trim_end_matches(':') {
        ">" | ">>" => Some(Side::Is(Sender::Client)),
        "<" | "<<" => Some(Side::Is(Sender::Server)),
        _ => None,
    }
}

fn side_of_words(label: &str) -> Option<Side> {
    let words = words(label);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_long = |word: &&str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    // Among longer words, a single letter does not name a side.
    let least = if words.iter().any(is_long) { 2 } else { 1 };
    let named = |word: &str| {
        let (side, _) = look_up(word)?;
        (word.len() >= least).then_some(side)
    };
    let (mut sender, mut direction) = (None, None);
    for at in 0..words.len() {
        let (from, to) = match words[at..] {
            ["peer", "0", ..] => return Some(Side::Numbered(0)),
            ["peer", "1", ..] => return Some(Side::Numbered(1)),
            ["c", "2", "s", ..] => (Some(Side::Is(Sender::Client)), None),
            ["s", "2", "c", ..] => (Some(Side::Is(Sender::Server)), None),
            ["to" | "for" | "toward", to, ..] => (None, named(to)),
            [word, ..] => (named(word), None),
            [] => break,
        };
        match (from, to) {
            (Some(Side::Is(from)), _) => sender = sender.or(Some(from)),
            (_, Some(Side::Is(to))) => sender = sender.or(Some(to.peer())),
            _ => direction = direction.or(from),
        }
    }
    let has_role = words
        .iter()
        .any(|word| word.len() > 1 && role(word).is_some());
    match (sender, direction) {
        // Received by the server, hence sent by the client.
        (Some(sender), Some(Side::Peer)) if has_role && !words.contains(&"from") => {
            Some(Side::Is(sender.peer()))
        }
        (Some(sender), _) => Some(Side::Is(sender)),
        (None, direction) => direction,
    }
}

/// Splits a label into lower-case words, including parts of names such as
/// `requestBlock` and `peer0_1`.
fn words(label: &str) -> Vec<String> {
    let chars: Vec<char> = label.chars().collect();
    let is_joined = |a: &char, b: &char| {
        a.is_alphanumeric() == b.is_alphanumeric()
            && a.is_ascii_digit() == b.is_ascii_digit()
            && !(a.is_ascii_lowercase() && b.is_ascii_uppercase())
    };
    let words = chars.chunk_by(is_joined);
    let words = words.filter(|word| word[0].is_alphanumeric());
    let lower = words.map(|word| String::from_iter(word).to_ascii_lowercase());
    lower.collect()
}

/// Bytes to be read, with who sent them.
pub(super) struct Piece {
    pub(super) candidate: Rc<Candidate>,
    pub(super) label: Place,
    /// Whether the label is in the line of the first bytes.
    pub(super) is_labelled: bool,
    pub(super) side: Option<Side>,
    pub(super) sender: Sender,
}

impl Piece {
    pub(super) fn start(&self) -> usize {
        self.candidate.start()
    }

    pub(super) fn end(&self) -> usize {
        self.candidate.end()
    }

    fn sender_by_content(&self) -> Option<Sender> {
        let bytes = self.candidate.bytes();
        match content::is_frames(bytes) {
            true => infer_sender(bytes),
            false => sender_of_block(&bytes[..bytes.len().min(1 << 12)]),
        }
    }
}

/// Members that name the sender after the bytes.
const KEYS: [&str; 5] = [
    "\"dir\"",
    "\"direction\"",
    "\"from\"",
    "\"sender\"",
    "\"side\"",
];

const WRITER: &str = "Nothing here tells which side wrote this log: it was read as the client's. If the server wrote it, the sides are the other way round.";
const FIRST: &str = "Nothing here tells which of the two peers is the client: the first was taken for it. If it is the server, the sides are the other way round.";

/// Hex digits of a frame header.
const HEADER_DIGITS: usize = 18;

/// Finds the labels of candidates and who sent them. Returns also what it had to
/// guess.
pub(super) fn find(
    text: &Text<'_>,
    chosen: Vec<Rc<Candidate>>,
) -> (Vec<Piece>, Option<&'static str>) {
    let plain = text.plain();
    let mut pieces: Vec<Piece> = Vec::with_capacity(chosen.len());
    let mut before = text.source.start;
    let mut side = None;
    for (n, candidate) in chosen.iter().enumerate() {
        let (start, end) = (candidate.start(), candidate.end());
        let next = chosen.get(n + 1).map_or(plain.len(), |next| next.start());
        // Other bytes have labels of their own.
        before = text.end_before(candidate.first(), before);
        let line = line_start(plain, start).max(before).min(start);
        let is_labelled = plain[line..start].iter().any(|&byte| is_word(byte));
        let (from, to) = match is_labelled {
            true => (line, start),
            false => find_heading(plain, before, line).unwrap_or((line, start)),
        };
        let rest = near_line_end(plain, end).min(next.max(end));
        side = find_side(text, candidate, before, line, rest).or(side);
        pieces.push(Piece {
            candidate: candidate.clone(),
            label: Place::new(from, to),
            is_labelled,
            side,
            sender: Sender::Unknown,
        });
        before = end;
    }
    find_by_indent(&mut pieces, text);
    let guess = resolve(&mut pieces, text);
    (pieces, guess)
}

/// Where no side is named, indented bytes were sent by the second peer, as in
/// Wireshark's “Follow Stream”.
fn find_by_indent(pieces: &mut [Piece], text: &Text<'_>) {
    let is_second = |piece: &Piece| {
        let line = line_start(text.plain(), piece.start());
        let blanks = &text.plain()[line..piece.start()];
        let is_far = blanks.len() > 3 && text.is_dump(piece.candidate.first());
        let is_indent = blanks.iter().all(|&byte| is_blank(byte));
        is_indent.then(|| blanks.contains(&b'\t') || is_far)
    };
    let is_long = |piece: &Piece| piece.end() - piece.start() >= HEADER_DIGITS;
    let (mut has_first, mut has_second) = (false, false);
    for piece in pieces.iter().filter(|piece| is_long(piece)) {
        if piece.side.is_some() {
            return;
        }
        has_first |= is_second(piece) == Some(false);
        has_second |= is_second(piece) == Some(true);
    }
    if has_first && has_second {
        for piece in pieces.iter_mut().filter(|piece| is_long(piece)) {
            piece.side = is_second(piece).map(|second| Side::Numbered(second.into()));
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
    text: &Text<'_>,
    candidate: &Candidate,
    before: usize,
    line: usize,
    rest: usize,
) -> Option<Side> {
    let plain = text.plain();
    let (start, end) = (candidate.start(), candidate.end());
    let slice = |from: usize, to: usize| text.source.slice(from, to);
    let mark = match text.bracket(candidate.first()) {
        0 => slice(line, start),
        _ => slice(line, start).trim_end_matches(['<', '[', '{', '(', ' ']),
    };
    // `>` before every row of a dump comes from quoted mail.
    let is_dump = text.is_dump(candidate.first()) && plain[start..end].contains(&b'\n');
    let mark = Some(mark).filter(|mark| !is_dump || mark.trim() != ">");
    let after = Some(slice(end, rest)).filter(|after| {
        KEYS.iter()
            .any(|key| contains(after.as_bytes(), key.as_bytes()))
    });
    if let Some(side) = mark.and_then(side).or_else(|| after.and_then(side)) {
        return Some(side);
    }
    // A member of a data structure does not name the sender of other bytes.
    let is_other = |text: &str| {
        let is_digit = |c: char| c.is_ascii_digit();
        let inner = text.trim_end_matches(']').trim_end_matches(is_digit);
        let text = inner.strip_suffix(" [").unwrap_or(text);
        let is_member = text.starts_with('"') && !text.ends_with(['{', '[', ':']);
        is_member || text.ends_with([',', '}', ']'])
    };
    lines_above(plain, before, line)
        .take(6)
        .map(|(start, end)| slice(start, end).trim())
        .take_while(|text| !is_other(text))
        .find_map(side)
}

/// Assigns senders to the sides of a log and to numbered peers by what they
/// sent. Returns what it had to guess.
fn resolve(pieces: &mut [Piece], text: &Text<'_>) -> Option<&'static str> {
    let with_side = |side: Side| pieces.iter().filter(move |piece| piece.side == Some(side));
    let is_log = with_side(Side::Own).next().is_some() && with_side(Side::Peer).next().is_some();
    let sender = |owner: Side, peer: Side| {
        let find = |side: Side| with_side(side).take(100).find_map(Piece::sender_by_content);
        find(owner).or_else(|| find(peer).map(Sender::peer))
    };
    let owner = sender(Side::Own, Side::Peer);
    let first = sender(Side::Numbered(0), Side::Numbered(1));
    let is_numbered = [0, 1].map(|number| with_side(Side::Numbered(number)).next().is_some());
    for piece in pieces.iter_mut() {
        piece.sender = match piece.side {
            Some(Side::Is(sender)) => sender,
            Some(Side::Own) if is_log => owner.unwrap_or(Sender::Client),
            Some(Side::Peer) if is_log => owner.unwrap_or(Sender::Client).peer(),
            Some(Side::Numbered(0)) => first.unwrap_or(Sender::Client),
            Some(Side::Numbered(_)) => first.map_or(Sender::Server, Sender::peer),
            _ => Sender::Unknown,
        };
        // A heading can name the receiver.
        let line = line_start(text.plain(), piece.start());
        let has_mark = text.plain()[line..piece.start()]
            .iter()
            .any(|byte| b"<>|*+-".contains(byte));
        if matches!(piece.side, Some(Side::Is(_))) && !piece.is_labelled && !has_mark {
            piece.sender = piece.sender_by_content().unwrap_or(piece.sender);
        }
    }
    // Where the text names a side, the blocks before are not of a third one.
    let is_named = |piece: &&Piece| piece.sender != Sender::Unknown;
    if let Some(first) = pieces.iter().find(is_named).map(|piece| piece.sender) {
        let has_one = pieces
            .iter()
            .filter(is_named)
            .all(|piece| piece.sender == first);
        let unmarked = pieces.iter_mut().filter(|piece| piece.side.is_none());
        for piece in unmarked {
            let otherwise = if has_one { first } else { Sender::Unknown };
            piece.sender = piece.sender_by_content().unwrap_or(otherwise);
        }
    }
    match () {
        () if is_log && owner.is_none() => Some(WRITER),
        () if is_numbered == [true; 2] && first.is_none() => Some(FIRST),
        () => None,
    }
}
