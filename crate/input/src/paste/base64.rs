//! Base64 (RFC 4648 §4 and §5), with or without padding, wrapped or not, in
//! data: URLs, PEM and MIME parts.

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
    let body = word.trim_ascii_end();
    let padding = body.iter().rev().take_while(|byte| **byte == b'=').count();
    let body = &body[..body.len() - padding];
    if body.len() < 2
        || padding > 2
        || !body.iter().all(|&byte| digit(byte).is_some())
        || body.len() % 4 == 1
    {
        return false;
    }
    if padding > 0 && !(body.len() + padding).is_multiple_of(4) {
        return false;
    }
    if padding == 0 && are_pairs(body) {
        return false;
    }
    let count = |is: fn(&u8) -> bool| body.iter().filter(|byte| is(byte)).count();
    let hex = count(u8::is_ascii_hexdigit);
    let slips = body.len() - hex;
    // O for 0 and l for 1 are slips of hex, however many there are.
    let mistyped = count(|byte| matches!(byte, b'O' | b'o' | b'l' | b'I'));
    if padding == 0 && mistyped == slips && hex * 2 > body.len() {
        return false;
    }
    if padding == 0
        && (slips == 0
            || body.len() >= 8
                && (slips <= 2 && hex * 4 >= body.len() * 3 || slips * 8 <= body.len()))
    {
        return false;
    }
    if padding == 0 && (is_identifier(body) || !body.iter().any(u8::is_ascii_alphabetic)) {
        return false;
    }
    let upper = body[1..].iter().any(u8::is_ascii_uppercase);
    let lower = body.iter().any(u8::is_ascii_lowercase);
    padding > 0
        || upper && lower
        || count(|byte| !byte.is_ascii_alphabetic()) > 0 && (upper || body.len() >= 16)
}

/// 0x82, and \x82\x86 without its backslashes.
fn are_pairs(word: &[u8]) -> bool {
    let mut parts = word.split(|byte| byte | 32 == b'x');
    let is_pair =
        |part: &[u8]| part.len().is_multiple_of(2) && part.iter().all(u8::is_ascii_hexdigit);
    matches!(parts.next(), Some([] | b"0")) && parts.all(is_pair)
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
    let mut bits: u32 = 0;
    let mut held = 0;
    let mut digits = 0usize;
    let mut before = ranges.first().map_or(0, |range| range.0);
    let end = ranges.last().map_or(0, |range| range.1);
    let mut padded = false;
    for at in ranges.iter().flat_map(|&(start, end)| start..end) {
        let byte = bytes[at];
        if byte.is_ascii_whitespace() {
            continue;
        }
        if byte == b'=' {
            padded = true;
            continue;
        }
        let Some(value) = digit(byte) else {
            return Err(Fault::at(
                RefusalKind::BadDigit,
                at_raw(at),
                format!("“{}” is not a Base64 character.", byte as char),
            ));
        };
        if padded {
            return Err(Fault::at(
                RefusalKind::BadDigit,
                at_raw(at),
                "There is more after the “=” that ends Base64. Paste one block per line, or one block at a time.",
            ));
        }
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
    if padded
        && !digits.is_multiple_of(8)
        && ranges.iter().all(|&(start, end)| {
            bytes[start..end]
                .iter()
                .all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7' | b'='))
        })
        && digits > 8
    {
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            at_raw(ranges[0].0),
            "This looks like Base32, which cannot be read here. Copy the bytes as hex or Base64 instead.",
        ));
    }
    if digits % 4 == 1 {
        return Err(Fault::at(
            RefusalKind::Truncated,
            place(end.saturating_sub(1), end).end as usize,
            "Base64 comes in groups of four characters, and the last group needs at least two: the end is missing. Copy all of it again.",
        ));
    }
    if bits != 0 {
        return Err(Fault::at(
            RefusalKind::Truncated,
            at_raw(before),
            "The last Base64 character holds bits of a byte that is not there: the end is missing. Copy all of it again.",
        ));
    }
    Ok(())
}

/// Digits that stand together.
struct Body {
    line: Line,
    /// The line of the frame that they are of.
    own: usize,
    shape: &'static str,
    /// They go on where the one before ended: in a PEM body, or in a string
    /// that is added to it.
    joined: bool,
    /// They are a value by themselves: in quotes, or with a name.
    apart: bool,
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
    let mut strings = strings(text, frame, &mut bodies).into_iter().peekable();
    let is_program = strings.peek().is_some();
    // Where the body of a PEM begins, and how many there are before it.
    let mut pem: Option<(usize, usize)> = None;
    for (own, line) in frame.lines.iter().enumerate() {
        let mut body = Body {
            line: line.line,
            own,
            shape: "Base64",
            joined: false,
            apart: false,
        };
        let content = body.line.of(plain);
        if find(content, b"-----").is_some() {
            pem = match (content.starts_with(b"-----BEGIN"), pem) {
                (true, None) => Some((text.raw_at(body.line.start), bodies.list.len())),
                (false, Some((_, first)))
                    if content.starts_with(b"-----END") && is_padded(&bodies.list[first..]) =>
                {
                    None
                }
                _ => return Err(cut_pem(text.raw_at(body.line.start))),
            };
            continue;
        }
        if let Some((_, first)) = pem {
            body.joined = bodies.list.len() > first;
            let width = |body: &Body| body.line.end - body.line.start;
            let uneven = |before: &Body| {
                let (own, all) = (width(before), width(&bodies.list[first]));
                own != all || width(&body) > all || !all.is_multiple_of(4)
            };
            if body.joined && bodies.list.last().is_some_and(uneven) {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    text.raw_at(body.line.start),
                    "The lines before this one are not of one length, as those of PEM are: a part of one is missing. Copy all of it.",
                ));
            }
            bodies.explicit = true;
            bodies.list.push(Body {
                shape: "PEM",
                apart: true,
                ..body
            });
            continue;
        }
        if bodies.list.iter().any(|body| body.shape == "PEM") {
            return Err(cut_pem(text.raw_at(body.line.start)));
        }
        let url = find(content, b";base64,").filter(|_| find(content, b"data:").is_some());
        bodies.explicit |= url.is_some() || is_named(content);
        if let Some(at) = url {
            body.line.start += at + 8;
            body.shape = "data: URL";
        } else if strings.peek().is_some_and(|(at, ..)| *at == own) {
            while let Some((_, line, joined)) = strings.next_if(|(at, ..)| *at == own) {
                bodies.list.push(Body {
                    line,
                    joined,
                    apart: true,
                    ..body
                });
            }
            continue;
        }
        if is_program && url.is_none() && !looks_like(content) {
            bodies.skipped.push(Skipped {
                place: text.place(line.line.start, line.line.end),
                reason: "a line without strings".into(),
                each: true,
            });
            continue;
        }
        let label = label(content).filter(|_| url.is_none());
        body.line.start += label.unwrap_or(0);
        body.apart = url.is_some() || label.is_some();
        let around = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b',' | b';' | b')' | b' ');
        let digits = body.line.of(plain);
        body.line.end -= digits.iter().rev().take_while(|byte| around(byte)).count();
        if body.line.start < body.line.end {
            bodies.list.push(body);
        }
    }
    match pem {
        Some((at, _)) => Err(cut_pem(at)),
        None => Ok(bodies),
    }
}

/// Whether the lines of a PEM body are some, and fill groups of four.
fn is_padded(bodies: &[Body]) -> bool {
    let digits: usize = bodies
        .iter()
        .map(|body| body.line.end - body.line.start)
        .sum();
    digits > 0 && digits.is_multiple_of(4)
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

fn cut_pem(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Truncated,
        at,
        "This line of a PEM text has no partner, or is damaged: a whole body stands between a BEGIN and an END line, and nothing else. Copy all of it.",
    )
}

/// Where the digits begin in `label: digits` or `name = digits`.
fn label(content: &[u8]) -> Option<usize> {
    let sign = content
        .iter()
        .position(|byte| matches!(byte, b':' | b' '))?;
    let skip = content[sign..]
        .iter()
        .take_while(|byte| matches!(byte, b':' | b'=' | b' ' | b'\t'))
        .count();
    let named = content[sign..sign + skip]
        .iter()
        .any(|byte| matches!(byte, b':' | b'='));
    named.then_some(sign + skip)
}

/// The strings of a program that can be Base64: the line of each, its content,
/// and whether it is added to the one before. Names and the like stand beside
/// them.
fn strings(text: &Text, frame: &Frame, bodies: &mut Bodies) -> Vec<(usize, Line, bool)> {
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
    let added = |literal: &&Literal| literal.bond == Bond::Joined;
    notes.extend(found.iter().find(added).map(|literal| {
        let at = literal.parts.first().map_or(0, |part| part.0);
        (
            at,
            "This string was read as more of the one before it.".into(),
        )
    }));
    let mut lines = Vec::new();
    for literal in found {
        for (n, &(start, end)) in literal.parts.iter().enumerate() {
            let line = Line {
                start: text.plain_at(start),
                end: text.plain_at(end),
            };
            lines.push((literal.line, line, n > 0 || literal.bond == Bond::Joined));
        }
    }
    lines
}

const QUOTES: &[u8] = b"\"'`";

fn find(content: &[u8], what: &[u8]) -> Option<usize> {
    content
        .windows(what.len())
        .position(|window| window == what)
}

fn read_bodies(text: &Text, frame: &Frame, bodies: Bodies) -> Result<Reading, Fault> {
    let Bodies {
        list: bodies,
        skipped,
        mut notes,
        ..
    } = bodies;
    let plain = &text.plain;
    let mut pieces = Pieces::default();
    let place = |start, end| text.place(start, end);
    let mut at = 0;
    let mut line = 0;
    while at < bodies.len() {
        // Lines of digits alone that follow each other may be wrapped.
        let is_more = |body: &Body| {
            let own = &frame.lines[body.own];
            !body.apart && !own.blank_before && own.mark.is_none() && own.limits.is_empty()
        };
        let first = &bodies[at];
        let more = bodies[at + 1..]
            .iter()
            .take_while(|body| body.joined || !first.apart && is_more(body));
        let run = &bodies[at..at + 1 + more.count()];
        at += run.len();
        let length = first.line.end - first.line.start;
        let (last, before) = run.split_last().expect("a run has a body");
        let alike = before.iter().all(|body| {
            body.line.end - body.line.start == length && plain[body.line.end - 1] != b'='
        }) && last.line.end - last.line.start <= length;
        // At a width that is no multiple of four, groups go over the line ends.
        let cut = run.len() > 1 && alike && !length.is_multiple_of(4);
        let ranges: Vec<(usize, usize)> = run
            .iter()
            .map(|body| (body.line.start, body.line.end))
            .collect();
        let each = cut
            && run.iter().all(|body| {
                let mut own = Pieces::default();
                decode(plain, &[(body.line.start, body.line.end)], &mut own, &place).is_ok()
                    && is_plausible(&own.octets)
            });
        if each {
            notes.push((
                text.raw_at(first.line.start),
                format!("Each of these {} lines was read by itself, because each is whole; they could be one that was wrapped.", run.len()),
            ));
        }
        let whole = run.iter().skip(1).any(|body| body.joined) || cut && !each;
        for (n, body) in run.iter().enumerate() {
            let own = &frame.lines[body.own];
            if n == 0 || !whole {
                let piece = pieces.begin(match () {
                    () if n == 0 && own.blank_before => Bond::AfterBlank,
                    () if n == 0 || !alike || each => Bond::Apart,
                    () => Bond::Loose,
                });
                piece.mark = own.mark;
                let since = std::mem::replace(&mut line, body.own + 1).min(body.own + 1);
                piece.limits = frame.lines[since..=body.own]
                    .iter()
                    .flat_map(|line| line.limits.clone())
                    .collect();
            }
            let ranges = if whole { &ranges[..] } else { &ranges[n..=n] };
            if n == 0 || !whole {
                decode(plain, ranges, &mut pieces, &place)?;
            }
        }
    }
    let url = bodies.iter().any(|body| {
        let digits = body.line.of(plain);
        digits.iter().any(|byte| matches!(byte, b'-' | b'_'))
    });
    let shape = bodies.first().map_or("Base64", |body| body.shape);
    let detail = if shape == "Base64" && url {
        "Base64, URL alphabet"
    } else {
        shape
    };
    Ok(Reading {
        notes,
        skipped,
        ..frame.reading(Format::Base64, detail, pieces)
    })
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
