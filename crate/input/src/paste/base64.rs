//! Base64 (RFC 4648 §4 and §5), with or without padding, wrapped or not, in
//! quotes, data: URLs and PEM.

mod digits;

use std::collections::HashSet;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, Skipped,
    frame::{Frame, FrameLine},
    literal::{self, Literal},
    notes::Notes,
    pieces::{Bond, Pieces},
    text::{Line, Text},
    well_formed::is_plausible,
};
use digits::are_pairs;
pub(crate) use digits::{decode, looks_like};

/// What digits stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Nothing: they may go on in the next line.
    Plain,
    /// A name stands before them.
    Named,
    Quoted,
    Url,
    Pem,
}

/// Digits that stand together.
#[derive(Clone, Copy)]
struct Body {
    line: Line,
    /// The line of the frame that they are of.
    own: usize,
    shape: Shape,
    /// They go on where the ones before end: in a PEM body, or in a string
    /// that is added to it.
    joined: bool,
}

impl Body {
    fn range(&self) -> (usize, usize) {
        (self.line.start, self.line.end)
    }

    fn width(&self) -> usize {
        self.line.end - self.line.start
    }
}

/// The digits of a text.
#[derive(Default)]
struct Bodies {
    list: Vec<Body>,
    /// What stands around them says that they are Base64.
    explicit: bool,
    notes: Notes,
    skipped: Vec<Skipped>,
}

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let bodies = bodies(text, frame)?;
    let words = || bodies.list.iter().map(|body| body.line.of(&text.plain));
    if bodies.list.is_empty() || words().any(|word| word.contains(&b' ') || are_pairs(word)) {
        return Ok(None);
    }
    // Nothing wraps it so narrowly: 82h or 130 on each line.
    let is_narrow = bodies.list.len() > 1 && bodies.list.iter().all(|body| body.width() == 3);
    if is_narrow && !bodies.explicit {
        return Ok(None);
    }
    let joined: Vec<u8> = words().flatten().copied().collect();
    // Each line may be a whole block; else they are one.
    if !bodies.explicit && !looks_like(&joined) && !words().all(looks_like) {
        return Ok(None);
    }
    read_bodies(text, frame, bodies).map(Some)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    read_bodies(text, frame, bodies(text, frame)?).map(Some)
}

/// Reads lines that hold nothing but digits and blanks.
pub(crate) fn read_lines(text: &Text, frame: &Frame) -> Answer {
    let body = |(own, line): (usize, &FrameLine)| Body {
        line: line.line,
        own,
        shape: Shape::Plain,
        joined: false,
    };
    let bodies = Bodies {
        list: frame.lines.iter().enumerate().map(body).collect(),
        ..Bodies::default()
    };
    read_bodies(text, frame, bodies).map(Some)
}

/// The digits of the lines, without what stands around them.
fn bodies(text: &Text, frame: &Frame) -> Result<Bodies, Fault> {
    let plain = &text.plain;
    let mut bodies = Bodies {
        notes: frame.notes.clone(),
        skipped: frame.skipped.clone(),
        ..Bodies::default()
    };
    let is_pem = |body: &Body| body.shape == Shape::Pem;
    let mut strings = strings(text, frame, &mut bodies).into_iter().peekable();
    let is_program = strings.peek().is_some();
    // The name of a PEM whose body stands here, its place, and how many digits
    // stand before it.
    let mut pem: Option<(&[u8], usize, usize)> = None;
    for (own, line) in frame.lines.iter().enumerate() {
        let content = line.line.of(plain);
        let at = text.raw_at(line.line.start);
        let mut body = Body {
            line: line.line,
            own,
            shape: Shape::Plain,
            joined: false,
        };
        let list = &mut bodies.list;
        if find(content, b"-----").is_some() {
            pem = match (content.starts_with(b"-----BEGIN"), pem) {
                (true, None) if list.last().is_none_or(is_pem) => {
                    let (_, name) = content.split_at(10);
                    Some((name, at, list.len()))
                }
                (false, Some((name, _, first)))
                    if content.strip_prefix(b"-----END") == Some(name)
                        && name.ends_with(b"-----")
                        && is_padded(&list[first..]) =>
                {
                    None
                }
                _ => return Err(cut_pem(at)),
            };
            continue;
        }
        if let Some((.., first)) = pem {
            body.joined = list.len() > first;
            let all = list.get(first).unwrap_or(&body).width();
            let before = list.last().filter(|_| body.joined).map_or(all, Body::width);
            if body.joined && (before != all || body.width() > all || !all.is_multiple_of(4)) {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    at,
                    "The lines before this one are not of one length, as those of PEM are: a part of one is missing. Copy all of it.",
                ));
            }
            bodies.explicit = true;
            body.shape = Shape::Pem;
            list.push(body);
            continue;
        }
        if list.last().is_some_and(is_pem) {
            return Err(cut_pem(at));
        }
        let url = url(content, at)?;
        bodies.explicit |= url.is_some() || is_named(content);
        if let Some(start) = url {
            body.line.start += start;
            body.shape = Shape::Url;
        } else if strings.peek().is_some_and(|string| string.own == own) {
            list.extend(std::iter::from_fn(|| {
                strings.next_if(|string| string.own == own)
            }));
            continue;
        } else if is_program && !looks_like(content) {
            bodies.skipped.push(Skipped {
                place: text.place(line.line.start, line.line.end),
                reason: "a line without strings".into(),
                each: true,
            });
            continue;
        } else if let Some(start) = label(content) {
            body.line.start += start;
            body.shape = Shape::Named;
        }
        let count = |sign: u8| content.iter().filter(|byte| **byte == sign).count();
        let pairs = QUOTES.map(|quote| count(quote).is_multiple_of(2));
        let around = |byte: &u8| match QUOTES.iter().position(|quote| quote == byte) {
            Some(at) => pairs[at],
            None => matches!(byte, b',' | b';' | b')' | b' '),
        };
        let digits = body.line.of(plain);
        body.line.end -= digits.iter().rev().take_while(|byte| around(byte)).count();
        if body.line.start < body.line.end {
            list.push(body);
        }
    }
    match pem {
        Some((_, at, _)) => Err(cut_pem(at)),
        None => Ok(bodies),
    }
}

/// Whether the lines of a PEM body are some, and fill groups of four.
fn is_padded(bodies: &[Body]) -> bool {
    let digits: usize = bodies.iter().map(Body::width).sum();
    digits > 0 && digits.is_multiple_of(4)
}

fn cut_pem(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Truncated,
        at,
        "This line of a PEM text has no partner, or is damaged: a whole body stands between a BEGIN and an END line, and nothing else. Copy all of it.",
    )
}

/// Where the digits of a data: URL begin.
///
/// # Errors
/// Where the start of such a URL is damaged.
fn url(content: &[u8], at: usize) -> Result<Option<usize>, Fault> {
    let Some(start) = find(content, b"data:").map(|start| start + 5) else {
        return Ok(None);
    };
    let sign = find(&content[start..], b";base64,");
    let head = &content[start..start + sign.unwrap_or(content.len() - start)];
    let slashes = head.iter().filter(|byte| **byte == b'/').count();
    let is_url =
        sign.is_some() || slashes > 0 && !head.contains(&b' ') || matches!(head, [] | [b';', ..]);
    let is_doubled = find(head, b"base64").is_some();
    if is_url && (sign.is_none() || slashes > 1 || is_doubled || head.contains(&b':')) {
        return Err(Fault::at(
            RefusalKind::Truncated,
            at,
            "This data: URL is cut or damaged before its Base64. Copy all of it.",
        ));
    }
    Ok(sign.map(|sign| start + sign + 8))
}

/// Whether a word of the line names Base64.
fn is_named(content: &[u8]) -> bool {
    content
        .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
        .filter(|word| !word.iter().all(u8::is_ascii_hexdigit))
        .any(|word| {
            let word = word.to_ascii_lowercase();
            [&b"base64"[..], b"b64", b"atob"]
                .iter()
                .any(|name| find(&word, name).is_some())
        })
}

/// Where the digits begin in `label: digits` or `name = digits`.
fn label(content: &[u8]) -> Option<usize> {
    let is_sign = |byte: &u8| matches!(byte, b':' | b'=' | b' ' | b'\t');
    // block=digits, where the sign fills up nothing.
    if let Some(at) = content.iter().position(|byte| *byte == b'=') {
        let (name, digits) = (&content[..at], &content[at + 1..]);
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if at % 4 != 3
            && at > 1
            && name.iter().all(is_name)
            && digits.first().is_some_and(u8::is_ascii_alphanumeric)
        {
            return Some(at + 1);
        }
    }
    let start = content
        .iter()
        .position(|byte| matches!(byte, b':' | b' '))?;
    let length = content[start..]
        .iter()
        .take_while(|byte| is_sign(byte))
        .count();
    let signs = &content[start..start + length];
    (signs.contains(&b':') || signs.contains(&b'=')).then_some(start + length)
}

/// The strings of a program that can be Base64. Names and the like stand
/// beside them.
fn strings(text: &Text, frame: &Frame, bodies: &mut Bodies) -> Vec<Body> {
    let Bodies { notes, skipped, .. } = bodies;
    let quotes = text.plain.iter().any(|byte| QUOTES.contains(byte));
    let found = quotes.then(|| literal::strings(text, frame, notes, skipped));
    let Some(Ok(mut found)) = found else {
        return Vec::new();
    };
    let is_likely = |literal: &Literal| looks_like(literal.content(text.raw).as_bytes());
    let likely = found.iter().filter(|literal| is_likely(literal));
    let lines: HashSet<usize> = likely.map(|literal| literal.line).collect();
    let beside = |literal: &mut Literal| lines.contains(&literal.line) && !is_likely(literal);
    let beside = found.extract_if(.., beside);
    skipped.extend(beside.filter_map(|literal| literal.skipped("a string beside Base64")));
    let mut list = Vec::new();
    for literal in found {
        for (n, &(start, end)) in literal.parts.iter().enumerate() {
            let joined = n > 0 || literal.bond == Bond::Joined;
            list.push(Body {
                line: Line {
                    start: text.plain_at(start),
                    end: text.plain_at(end),
                },
                own: literal.line,
                shape: Shape::Quoted,
                joined,
            });
        }
    }
    list
}

const MIXED: &str = "The two alphabets of Base64 are mixed here, or that of URLs stands where it is not used: a character may have been changed.";

const UNFILLED: &str = "What ends here is not filled up with “=” to a multiple of four characters, as other Base64 is: the end may be missing.";

const ODD: &str = "No program breaks Base64 at so odd or small a width: a part of this line may be missing or doubled.";

/// The narrowest lines of PEM that are not the last.
const NARROW: usize = 60;

const QUOTES: [u8; 3] = *b"\"'`";

fn find(content: &[u8], what: &[u8]) -> Option<usize> {
    content
        .windows(what.len())
        .position(|window| window == what)
}

fn read_bodies(text: &Text, frame: &Frame, bodies: Bodies) -> Result<Reading, Fault> {
    let plain = &text.plain;
    let mut notes = bodies.notes;
    let mut pieces = Pieces::default();
    let place = |start, end| text.place(start, end);
    let mut line = 0;
    // Whether some are filled up with “=”, and where others end that are not.
    let (mut has_filled, mut unfilled) = (false, None);
    // Lines of digits alone that follow each other may be wrapped.
    let goes_on = |before: &Body, body: &Body| {
        let own = &frame.lines[body.own];
        let is_plain = before.shape == Shape::Plain && body.shape == Shape::Plain;
        body.joined || is_plain && !own.blank_before && own.mark.is_none() && own.limits.is_empty()
    };
    let runs = || bodies.list.chunk_by(goes_on);
    for run in runs() {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let length = first.width();
        let is_same = |body: &Body| body.width() == length && plain[body.line.end - 1] != b'=';
        let alike = run[..run.len() - 1].iter().all(is_same) && last.width() <= length;
        let ranges: Vec<(usize, usize)> = run.iter().map(Body::range).collect();
        let joined = run.len() == 1 || run[1].joined;
        // At a width that is no multiple of four, groups go over the line ends.
        let cut = alike && !length.is_multiple_of(4);
        let is_whole = |range: &(usize, usize)| {
            let mut own = Pieces::default();
            decode(plain, &[*range], &mut own, &place).is_ok() && is_plausible(&own.octets)
        };
        let each = !joined && (cut || !alike) && ranges.iter().all(is_whole);
        let whole = joined || cut && !each;
        let is_narrow = first.shape == Shape::Pem && length < NARROW;
        if whole && run.len() > 1 && (is_narrow || !length.is_multiple_of(2)) {
            notes.push((text.raw_at(first.line.end - 1), ODD.into()));
        }
        let note = match (alike, each) {
            (true, true) => Some(format!(
                "Each of these {} lines was read by itself, because each is whole; they could be one that was wrapped.",
                run.len()
            )),
            _ => None,
        };
        notes.extend(note.map(|note| (text.raw_at(first.line.start), note)));
        for (n, ranges) in ranges.chunks(if whole { run.len() } else { 1 }).enumerate() {
            let own = &frame.lines[run[n].own];
            let piece = pieces.begin(match () {
                () if n == 0 && own.blank_before => Bond::AfterBlank,
                () if n == 0 || !alike || each => Bond::Apart,
                () => Bond::Loose,
            });
            piece.mark = own.mark;
            let since = std::mem::replace(&mut line, run[n].own + 1).min(run[n].own + 1);
            let lines = &frame.lines[since..=run[n].own];
            piece.limits = lines.iter().flat_map(|line| line.limits.clone()).collect();
            decode(plain, ranges, &mut pieces, &place)?;
            let mut signs = ranges.iter().flat_map(|&(start, end)| &plain[start..end]);
            has_filled |= signs.clone().next_back() == Some(&b'=') || first.shape == Shape::Url;
            let count = signs
                .by_ref()
                .filter(|byte| !byte.is_ascii_whitespace())
                .count();
            if !count.is_multiple_of(4) {
                let end = ranges.last().map_or(0, |range| range.1);
                unfilled = unfilled.or(Some(text.raw_at(end - 1)));
            }
        }
    }
    let digit = |signs: &[u8]| {
        let mut places = bodies
            .list
            .iter()
            .flat_map(|body| body.line.start..body.line.end);
        places.find(|&at| signs.contains(&plain[at]))
    };
    let is_shape = |shape: Shape| bodies.list.iter().any(|body| body.shape == shape);
    let is_standard = is_shape(Shape::Pem) || is_shape(Shape::Url) || digit(b"+/").is_some();
    if let Some(at) = digit(b"-_").filter(|_| is_standard) {
        notes.push((text.raw_at(at), MIXED.into()));
    }
    notes.extend(
        unfilled
            .filter(|_| has_filled)
            .map(|at| (at, UNFILLED.into())),
    );
    let is_url = |body: &Body| body.line.of(plain).iter().any(|byte| b"-_".contains(byte));
    let detail = match bodies.list.first().map(|body| body.shape) {
        Some(Shape::Pem) => "PEM",
        Some(Shape::Url) => "data: URL",
        _ if bodies.list.iter().any(is_url) => "Base64, URL alphabet",
        _ => "Base64",
    };
    Ok(Reading {
        notes,
        skipped: bodies.skipped,
        ..frame.reading(Format::Base64, detail, pieces)
    })
}
