//! Base64 (RFC 4648 §4 and §5), with or without padding, wrapped or not, in
//! quotes, data: URLs and PEM.

use std::collections::HashSet;

use super::{
    Answer, Fault, Format, Reading, RefusalKind, Skipped,
    frame::Frame,
    literal::{self, Literal},
    notes::Notes,
    split::{Bond, Pieces},
    text::{Line, Text},
    well_formed::is_plausible,
};
use crate::Place;

/// The value of a digit, in either alphabet.
fn digit(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// Whether a word is Base64 and nothing likelier: all its characters are, its
/// length can be, and it is neither hex with a slip nor a word of a language.
pub(crate) fn looks_like(word: &[u8]) -> bool {
    let word = word.trim_ascii_end();
    let padding = word.iter().rev().take_while(|byte| **byte == b'=').count();
    let body = &word[..word.len() - padding];
    let can_be =
        body.len() > 1 && body.len() % 4 != 1 && body.iter().all(|&byte| digit(byte).is_some());
    if !can_be || padding > 0 {
        return can_be && padding < 3 && word.len().is_multiple_of(4);
    }
    let count = |is: fn(&u8) -> bool| body.iter().filter(|byte| is(byte)).count();
    let (length, hex) = (body.len(), count(u8::is_ascii_hexdigit));
    let slips = length - hex;
    // O for 0 and l for 1 are slips of hex, however many there are.
    let mistyped = count(|byte| matches!(byte, b'O' | b'o' | b'l' | b'I'));
    let is_hex = slips == 0
        || mistyped == slips && hex * 2 > length
        || length >= 8 && (slips <= 2 && hex * 4 >= length * 3 || slips * 8 <= length);
    if is_hex || are_pairs(body) || is_identifier(body) {
        return false;
    }
    let upper = body[1..].iter().any(u8::is_ascii_uppercase);
    let letters = count(u8::is_ascii_alphabetic);
    letters > 0
        && (upper && count(u8::is_ascii_lowercase) > 0
            || letters < length && (upper || length >= 16))
}

/// 0x82, 0x820x86, and \x82\x86 without its backslashes.
fn are_pairs(word: &[u8]) -> bool {
    let mut parts = word.split(|byte| byte | 32 == b'x');
    let is_prefixed = word.chunks(4).all(|four| matches!(four, [b'0', b'x' | b'X', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit()));
    let is_pair =
        |part: &[u8]| part.len().is_multiple_of(2) && part.iter().all(u8::is_ascii_hexdigit);
    is_prefixed || matches!(parts.next(), Some([] | b"0")) && parts.all(is_pair)
}

/// Words with a capital each, as a class or a function is called. Bytes in
/// Base64 are hardly ever so, unless they are few.
fn is_identifier(body: &[u8]) -> bool {
    let is_word = |word: &[u8]| word.len() > 1 && word[1..].iter().all(u8::is_ascii_lowercase);
    body.len() >= 12
        && body.iter().all(u8::is_ascii_alphabetic)
        && body
            .chunk_by(|_, next| next.is_ascii_lowercase())
            .all(is_word)
}

/// Decodes the digits of `bytes[start..end]`, white space passed over. Each
/// octet's place covers the two characters that hold its bits.
pub(crate) fn decode(
    bytes: &[u8],
    ranges: &[(usize, usize)],
    pieces: &mut Pieces,
    place: &dyn Fn(usize, usize) -> Place,
) -> Result<(), Fault> {
    let at_raw = |at: usize| place(at, at + 1).start as usize;
    let refuse = |kind, at, message: &str| Err(Fault::at(kind, at, message));
    let (mut bits, mut held) = (0_u32, 0);
    let (mut digits, mut padding) = (0_usize, 0_usize);
    let start = ranges.first().map_or(0, |range| range.0);
    let end = ranges.last().map_or(0, |range| range.1);
    let mut before = start;
    let mut is_base32 = true;
    for at in ranges.iter().flat_map(|&(start, end)| start..end) {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            continue;
        }
        if byte == b'=' {
            padding += 1;
            continue;
        }
        let Some(value) = digit(byte) else {
            let message = format!("“{}” is not a Base64 character.", byte as char);
            return refuse(RefusalKind::BadDigit, at_raw(at), &message);
        };
        if padding > 0 {
            return refuse(
                RefusalKind::BadDigit,
                at_raw(at),
                "There is more after the “=” that ends Base64. Paste one block per line, or one block at a time.",
            );
        }
        is_base32 &= matches!(byte, b'A'..=b'Z' | b'2'..=b'7');
        bits = bits << 6 | u32::from(value);
        held += 6;
        digits += 1;
        if held >= 8 {
            held -= 8;
            pieces.push((bits >> held) as u8, place(before, at + 1));
            bits &= (1 << held) - 1;
        }
        before = at;
    }
    let last = place(end.saturating_sub(1), end).end as usize;
    match () {
        () if is_base32 && padding > 0 && digits > 8 && !digits.is_multiple_of(8) => refuse(
            RefusalKind::Ambiguous,
            at_raw(start),
            "This looks like Base32, which cannot be read here. Copy the bytes as hex or Base64 instead.",
        ),
        () if digits % 4 == 1 => refuse(
            RefusalKind::Truncated,
            last,
            "Base64 comes in groups of four characters, and the last group needs at least two: the end is missing. Copy all of it again.",
        ),
        () if bits != 0 => refuse(
            RefusalKind::Truncated,
            at_raw(before),
            "The last Base64 character holds bits of a byte that is not there: the end is missing. Copy all of it again.",
        ),
        () if padding > 2 || padding > 0 && !(digits + padding).is_multiple_of(4) => refuse(
            RefusalKind::Truncated,
            last,
            "The “=” at the end do not fill up a group of four characters: one is missing or too many, here or before. Copy all of it again.",
        ),
        () => Ok(()),
    }
}

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
                    if content.starts_with(b"-----END") && is_padded(&list[first..]) =>
                {
                    if &content[8..] != name || !name.ends_with(b"-----") {
                        bodies.notes.push((at, "This line is not like the one that begins the PEM text: a part of the text may be missing.".into()));
                    }
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
    let is_url = sign.is_some() || slashes > 0 && !head.contains(&b' ') || head.starts_with(b";");
    if is_url && (sign.is_none() || slashes > 1 || head.contains(&b':')) {
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
    let (mut added, mut blank) = (None, None);
    for literal in found {
        for (n, &(start, end)) in literal.parts.iter().enumerate() {
            let joined = n > 0 || literal.bond == Bond::Joined;
            let is_blank = text.raw[start..end].contains(char::is_whitespace);
            added = added.or((joined && n == 0).then_some((start, ADDED)));
            blank = blank.or(is_blank.then_some((start, BLANK)));
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
    for (at, says) in added.into_iter().chain(blank) {
        notes.push((at, says.into()));
    }
    list
}

const ADDED: &str = "This string was read as more of the one before it.";
const BLANK: &str =
    "A blank stands in this string, and was passed over: something may be missing there.";
const MIXED: &str =
    "The two alphabets of Base64 are mixed here: a character may have been changed.";
const OTHER: &str = "What stands around this Base64 is not like that of the lines before: it may be a part of them, or a part of its line may be missing.";
const TWICE: &str = "This line is the same as the one before it: one of the two may be a copy.";
const SHORT: &str =
    "No “=” fill up the last group of four characters here: the end may be missing.";
const UNEVEN: &str = "These lines have not one length, and not each is a complete block: a part of one may be missing, or one may be wrapped.";

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
        let note = match (alike, each) {
            (true, true) => Some(format!(
                "Each of these {} lines was read by itself, because each is whole; they could be one that was wrapped.",
                run.len()
            )),
            (false, false) if !joined => Some(UNEVEN.into()),
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
        }
    }
    for (at, says) in irregular(plain, &bodies.list, runs()) {
        notes.push((text.raw_at(at), says.into()));
    }
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

/// What tools do not print, though it can be read.
fn irregular<'a>(
    plain: &[u8],
    list: &'a [Body],
    mut runs: impl Iterator<Item = &'a [Body]>,
) -> impl Iterator<Item = (usize, &'static str)> {
    let of = |signs: &[u8]| {
        let mut places = list.iter().flat_map(|body| body.line.start..body.line.end);
        places.find(|&at| signs.contains(&plain[at]))
    };
    let mixed = of(b"-_").filter(|_| of(b"+/").is_some());
    let other = list.iter().find(|body| body.shape != list[0].shape);
    let twice = list.windows(2).find(|two| {
        let [one, two] = two else { return false };
        two.joined && one.width() > 15 && one.line.of(plain) == two.line.of(plain)
    });
    let padded = list.iter().any(|body| plain[body.line.end - 1] == b'=');
    let short = runs.find(|run| {
        let digits: usize = run.iter().map(Body::width).sum();
        (padded || run[0].shape == Shape::Url) && !digits.is_multiple_of(4)
    });
    let start = |body: &Body| body.line.start;
    let notes = [
        (mixed, MIXED),
        (other.map(start), OTHER),
        (twice.map(|two| start(&two[1])), TWICE),
        (short.map(|run| start(&run[0])), SHORT),
    ];
    notes.into_iter().filter_map(|(at, says)| Some((at?, says)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_base64() {
        let cases = [
            ("goZBiwid", true),
            ("goaE", true),
            ("ggaE", true),
            ("828684", false),
            ("8286418b089d5c0b8170dc0bc1007f0g9662", false),
            ("Headers", false),
            ("goZBiw==", true),
            ("goZBi", false),
            ("AAAA=AAA", false),
        ];
        for (word, expected) in cases {
            assert_eq!(looks_like(word.as_bytes()), expected, "{word}");
        }
    }

    #[test]
    fn an_octets_place_is_its_two_characters() {
        let mut pieces = Pieces::default();
        let place = |start, end| Place {
            start: start as u32,
            end: end as u32,
        };
        decode(b"goZB", &[(0, 4)], &mut pieces, &place).unwrap();
        assert_eq!(pieces.octets, [0x82, 0x86, 0x41]);
        assert_eq!(pieces.places, [place(0, 2), place(1, 3), place(2, 4)]);
    }
}
