//! The digits of Base64: what looks like them, and the bytes they hold.

use super::super::{Fault, RefusalKind, pieces::Pieces};
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
pub(super) fn are_pairs(word: &[u8]) -> bool {
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
