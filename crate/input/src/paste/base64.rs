//! Base64 (RFC 4648 §4 and §5), with or without padding, wrapped or not, in
//! data: URLs, PEM and MIME parts.

use super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
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
    if padding == 0 && is_identifier(body) {
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
    /// What stands around them says that they are Base64.
    explicit: bool,
    /// They go on where the one before ended, in a PEM body.
    joined: bool,
    /// They are a value by themselves: in quotes, or with a name.
    apart: bool,
}

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let bodies = bodies(text, frame)?;
    let words = || bodies.iter().map(|body| body.line.of(&text.plain));
    if bodies.is_empty() || words().any(|word| word.contains(&b' ') || are_pairs(word)) {
        return Ok(None);
    }
    let explicit = bodies.iter().any(|body| body.explicit);
    let joined: Vec<u8> = words().flatten().copied().collect();
    // Each line may be a whole block; else they are one.
    if !explicit && !looks_like(&joined) && !words().all(looks_like) {
        return Ok(None);
    }
    read_bodies(text, frame, &bodies).map(Some)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    let bodies = bodies(text, frame)?;
    read_bodies(text, frame, &bodies).map(Some)
}

/// The digits of the lines, without what stands around them.
fn bodies(text: &Text, frame: &Frame) -> Result<Vec<Body>, Fault> {
    let plain = &text.plain;
    let mut bodies: Vec<Body> = Vec::new();
    // Where the body of a PEM begins, and how many there are before it.
    let mut pem: Option<(usize, usize)> = None;
    for (own, line) in frame.lines.iter().enumerate() {
        let mut body = line.line;
        let content = body.of(plain);
        let mut push = |line: Line, shape, explicit, joined, apart| {
            if line.end > line.start {
                bodies.push(Body {
                    line,
                    own,
                    shape,
                    explicit,
                    joined,
                    apart,
                });
            }
        };
        if find(content, b"-----").is_some() {
            pem = match (content.starts_with(b"-----BEGIN"), pem) {
                (true, None) => Some((text.raw_at(body.start), bodies.len())),
                (false, Some(_)) if content.starts_with(b"-----END") => None,
                _ => return Err(cut_pem(text.raw_at(body.start))),
            };
            continue;
        }
        if let Some((_, first)) = pem {
            let joined = bodies.len() > first;
            let width = |body: &Body| body.line.end - body.line.start;
            let uneven = |before: &Body| {
                let (own, all) = (width(before), width(&bodies[first]));
                own != all || body.end - body.start > all || !all.is_multiple_of(4)
            };
            if joined && bodies.last().is_some_and(uneven) {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    text.raw_at(body.start),
                    "The lines before this one are not of one length, as those of PEM are: a part of one is missing. Copy all of it.",
                ));
            }
            bodies.push(Body {
                line: body,
                own,
                shape: "PEM",
                explicit: true,
                joined,
                apart: true,
            });
            continue;
        }
        let lower = content.to_ascii_lowercase();
        let explicit = [&b"base64"[..], b"b64", b"atob"]
            .iter()
            .any(|word| find(&lower, word).is_some());
        let url = find(content, b";base64,").filter(|_| find(content, b"data:").is_some());
        let strings = match url {
            None => strings(content),
            Some(_) => Vec::new(),
        };
        // Strings of a program.
        for &(from, to) in &strings {
            let line = Line {
                start: body.start + from,
                end: body.start + to,
            };
            push(line, "Base64", explicit, false, true);
        }
        if !strings.is_empty() {
            continue;
        }
        let mut apart = false;
        if let Some(at) = url {
            body.start += at + 8;
            apart = true;
        } else if let Some(at) = label(content) {
            body.start += at;
            apart = true;
        }
        let quote = |byte: u8| matches!(byte, b'"' | b'\'' | b'`');
        let quoted = content.iter().any(|byte| quote(*byte));
        while body.end > body.start
            && (quote(plain[body.end - 1])
                || matches!(plain[body.end - 1], b',' | b';' | b')' | b' ')
                || quoted && plain[body.end - 1] == b'+')
        {
            body.end -= 1;
        }
        while body.end > body.start && (quote(plain[body.start]) || plain[body.start] == b' ') {
            body.start += 1;
        }
        let shape = if url.is_some() { "data: URL" } else { "Base64" };
        push(body, shape, url.is_some(), false, apart);
    }
    match pem {
        Some((at, _)) => Err(cut_pem(at)),
        None => Ok(bodies),
    }
}

fn cut_pem(at: usize) -> Fault {
    Fault::at(
        RefusalKind::Truncated,
        at,
        "This line of a PEM text has no partner, or is damaged: a body stands between a BEGIN and an END line. Copy all of it.",
    )
}

/// Where the digits begin in `label: digits` or `name = digits`.
fn label(content: &[u8]) -> Option<usize> {
    let sign = content
        .iter()
        .position(|byte| matches!(byte, b':' | b' '))?;
    let rest = &content[sign..];
    let skip = rest
        .iter()
        .take_while(|byte| matches!(byte, b':' | b'=' | b' ' | b'\t'))
        .count();
    let named = rest[..skip].iter().any(|byte| matches!(byte, b':' | b'='));
    (named && skip > 0).then_some(sign + skip)
}

/// The strings of a line that can be Base64, without their quotes.
fn strings(content: &[u8]) -> Vec<(usize, usize)> {
    let mut strings = Vec::new();
    let mut open: Option<(usize, u8)> = None;
    for (at, &byte) in content.iter().enumerate() {
        match open {
            None if matches!(byte, b'"' | b'\'' | b'`') => open = Some((at + 1, byte)),
            Some((from, quote)) if byte == quote => {
                let word = content[from..at].to_ascii_lowercase();
                if !matches!(
                    &*word,
                    b"base64" | b"base64url" | b"binary" | b"hex" | b"utf8"
                ) {
                    strings.push((from, at));
                }
                open = None;
            }
            _ => {}
        }
    }
    // Names and the like stand beside the bytes.
    let is_long = |&&(from, to): &&(usize, usize)| looks_like(&content[from..to]);
    if strings.iter().any(|string| is_long(&string)) {
        strings.retain(|string| is_long(&string));
    } else if let Some(&longest) = strings.iter().max_by_key(|(from, to)| to - from) {
        strings = vec![longest];
    }
    strings
}

fn find(content: &[u8], what: &[u8]) -> Option<usize> {
    content
        .windows(what.len())
        .position(|window| window == what)
}

fn read_bodies(text: &Text, frame: &Frame, bodies: &[Body]) -> Result<Reading, Fault> {
    let plain = &text.plain;
    let mut pieces = Pieces::default();
    let mut notes = Vec::new();
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
        let whole = first.shape == "PEM" || cut && !each;
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
    let mut reading = frame.reading(Format::Base64, detail, pieces);
    reading.notes.extend(notes);
    Ok(reading)
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
