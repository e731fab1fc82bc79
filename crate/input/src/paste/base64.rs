//! Base64 (RFC 4648 §4 and §5), with or without padding, wrapped or not, in
//! data: URLs, PEM and MIME parts.

use super::{
    Answer, Fault, Format, Reading, RefusalKind,
    frame::Frame,
    split::{Bond, Pieces},
    text::{Line, Text},
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

pub(crate) fn read(text: &Text, frame: &Frame) -> Answer {
    let lines = bodies(text, frame);
    let plain = &text.plain;
    let words = || lines.iter().map(|(line, _)| line.of(plain));
    if lines.is_empty() || words().any(|word| word.contains(&b' ')) {
        return Ok(None);
    }
    let explicit = lines.iter().any(|(_, shape)| *shape != "Base64");
    let joined: Vec<u8> = words().flatten().copied().collect();
    // Each line may be a whole block; else they are one.
    if !explicit && !looks_like(&joined) && !words().all(looks_like) {
        return Ok(None);
    }
    read_lines(text, frame, &lines).map(Some)
}

pub(crate) fn read_as(text: &Text, frame: &Frame) -> Answer {
    let lines = bodies(text, frame);
    read_lines(text, frame, &lines).map(Some)
}

/// The lines that hold digits, without what stands around them.
fn bodies(text: &Text, frame: &Frame) -> Vec<(Line, &'static str)> {
    let plain = &text.plain;
    let mut lines = Vec::new();
    let mut shape = "Base64";
    for line in &frame.lines {
        let mut body = line.line;
        let content = body.of(plain);
        if content.starts_with(b"-----") {
            shape = "PEM";
            continue;
        }
        let quote = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`');
        if let Some(at) = find(content, b";base64,").filter(|_| find(content, b"data:").is_some()) {
            body.start += at + 8;
            shape = "data: URL";
        } else if content.contains(&b'"') || content.contains(&b'\'') {
            // A string of a program: the longest of the line.
            let longest = longest_quoted(content);
            if let Some((from, to)) = longest {
                body = Line {
                    start: body.start + from,
                    end: body.start + to,
                };
            }
        } else if let Some(at) = label(content) {
            body.start += at;
        }
        while body.end > body.start
            && (quote(&plain[body.end - 1])
                || matches!(plain[body.end - 1], b',' | b';' | b')' | b' ' | b'+'))
        {
            if plain[body.end - 1] == b'+' && !content.contains(&b'"') && !content.contains(&b'\'')
            {
                break;
            }
            body.end -= 1;
        }
        while body.end > body.start && (quote(&plain[body.start]) || plain[body.start] == b' ') {
            body.start += 1;
        }
        if body.end > body.start {
            lines.push((body, shape));
        }
    }
    lines
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

fn longest_quoted(content: &[u8]) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let mut open: Option<(usize, u8)> = None;
    for (at, &byte) in content.iter().enumerate() {
        match open {
            None if matches!(byte, b'"' | b'\'') => open = Some((at + 1, byte)),
            Some((from, quote)) if byte == quote => {
                if best.is_none_or(|(start, end)| end - start < at - from) {
                    best = Some((from, at));
                }
                open = None;
            }
            _ => {}
        }
    }
    best
}

fn find(content: &[u8], what: &[u8]) -> Option<usize> {
    content
        .windows(what.len())
        .position(|window| window == what)
}

fn read_lines(
    text: &Text,
    frame: &Frame,
    lines: &[(Line, &'static str)],
) -> Result<Reading, Fault> {
    let plain = &text.plain;
    let mut pieces = Pieces::default();
    let mut bounds = frame.lines.iter();
    // Wrapped: all lines but the last have one length, a multiple of four, and no padding.
    let length = lines.first().map_or(0, |(line, _)| line.end - line.start);
    let wrapped = lines.split_last().is_some_and(|((last, _), before)| {
        before.iter().all(|(line, _)| {
            line.end - line.start == length
                && length.is_multiple_of(4)
                && plain[line.end - 1] != b'='
        }) && last.end - last.start <= length
    });
    let place = |start, end| text.place(start, end);
    // Cut at a width that is no multiple of four: the groups go over the line ends.
    let cut = lines.len() > 1
        && !length.is_multiple_of(4)
        && lines.iter().enumerate().all(|(n, (line, _))| {
            let own = line.end - line.start;
            if n + 1 == lines.len() {
                own <= length
            } else {
                own == length && plain[line.end - 1] != b'='
            }
        });
    for (n, (line, _)) in lines.iter().enumerate() {
        let ranges: Vec<(usize, usize)> = match () {
            () if !cut => vec![(line.start, line.end)],
            () if n == 0 => lines
                .iter()
                .map(|(line, _)| (line.start, line.end))
                .collect(),
            () => Vec::new(),
        };
        let own = bounds.by_ref().find(|own| own.line.end >= line.end);
        let (blank, mark, limits) = own.map_or((false, None, Vec::new()), |own| {
            (own.blank_before, own.mark, own.limits.clone())
        });
        let piece = pieces.begin(match () {
            () if blank => Bond::AfterBlank,
            () if n == 0 || !wrapped => Bond::Apart,
            () => Bond::Loose,
        });
        piece.mark = mark;
        piece.limits = limits;
        decode(plain, &ranges, &mut pieces, &place)?;
    }
    let url = lines.iter().any(|(line, _)| {
        line.of(plain)
            .iter()
            .any(|byte| matches!(byte, b'-' | b'_'))
    });
    let shape = lines.first().map_or("Base64", |(_, shape)| *shape);
    let detail = if shape == "Base64" && url {
        "Base64, URL alphabet"
    } else {
        shape
    };
    Ok(frame.reading(Format::Base64, detail, pieces))
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
