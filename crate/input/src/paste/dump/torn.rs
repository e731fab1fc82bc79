//! Parts of dumps whose rows cannot be read as such.

use super::is_ruler;
use crate::paste::{
    frame::Frame,
    row::{self, Offset},
    text::{Line, Text, is_space, run},
};

/// Where one begins, if the text is one: a debugger's address; numbers that
/// are padded with zeros and grow from 0, or stand alone in their lines; rows
/// behind a prefix; a heading without rows.
pub(super) fn first(text: &Text, frame: &Frame, offsets: &[Option<Offset>]) -> Option<usize> {
    let plain = &*text.plain;
    let mut lines = frame.lines.iter().map(|line| line.line);
    let is_zero = |offset: &Offset| offset.value(plain, 16) == Some(0);
    let is_address = |offset: &&Offset| {
        let is_hex = offset.prefixed && plain.get(offset.digits.end) == Some(&b':');
        is_hex || offset.framed && offset.is_alone(plain)
    };
    if let Some(address) = offsets.iter().flatten().find(is_address) {
        return Some(address.digits.start);
    }
    if let Some(line) = lines.clone().find(|line| is_row(*line, plain)) {
        return Some(line.start);
    }
    let words = |line: Line| words(line.of(plain)).filter(|word| *word != b"-");
    let is_od = |line: Line| {
        let mut words = words(line);
        let is_start = words
            .next()
            .is_some_and(|first| matches!(first, b"000000" | b"0000000"));
        is_start && words.next().is_some_and(is_octal_word)
    };
    let mut filled = lines.clone().filter(|line| !row::is_words(line.of(plain)));
    if let Some(line) = lines.clone().find(|line| is_od(*line))
        && filled.all(|line| words(line).skip(1).all(is_octal_word))
    {
        return Some(line.start);
    }
    let mut all = offsets.iter().flatten();
    let first = all.next()?;
    let mut due = 1;
    let mut grows = |offset: &Offset| {
        let value = offset.value(plain, 16).filter(|value| *value >= due);
        due = value.map_or(u64::MAX, |value| value + 1);
        offset.width() == first.width() && value.is_some_and(|value| value < 1 << 12)
    };
    let is_padded = is_zero(first) && (4..=8).contains(&first.width());
    let grow = is_padded && all.clone().next().is_some() && all.all(&mut grows);
    let own = first.digits.of(plain);
    // What has two digits for each byte may be bytes, unless it is repeated.
    let is_even = first.prefixed && own.len().is_multiple_of(2) && !is_zero(first);
    let is_alone = |(offset, line): (&Option<Offset>, Line)| match offset {
        Some(offset) => {
            let same = offset.digits.of(plain) == own || own.len() % 2 == 1 && offset.prefixed;
            offset.is_alone(plain) && same
        }
        None => row::is_words(line.of(plain)) || !is_even && line.end - line.start < 5,
    };
    let is_cut = first.prefixed && first.width() == 3;
    let is_od = own.starts_with(b"000") && own.len() > 5;
    let count = match is_even {
        true => offsets.iter().flatten().count(),
        false => offsets.len(),
    };
    let alone = (is_zero(first) || first.prefixed || is_od) && (count > 1 || is_cut);
    (grow || alone && offsets.iter().zip(&mut lines).all(is_alone)).then_some(first.digits.start)
}

/// The words of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let words = line.split(|byte| is_space(*byte));
    words.filter(|word| !word.is_empty())
}

/// Whether a word may be one that od prints without an option.
fn is_octal_word(word: &[u8]) -> bool {
    word.len() == 6 && word[0] <= b'1' && word.iter().all(|byte| matches!(byte, b'0'..=b'7'))
}

/// Whether a line has a row, but not at its start, or its address is torn, or
/// is a heading.
fn is_row(line: Line, plain: &[u8]) -> bool {
    let content = line.of(plain);
    let mut words = self::words(content);
    let first = words.next().unwrap_or_default();
    let is_hex = |word: &[u8]| word.iter().all(u8::is_ascii_hexdigit);
    // gdb has a tab behind its addresses.
    let rest = &content[run(content, |byte| !is_space(*byte))..];
    let address = first
        .strip_suffix(b":")
        .filter(|_| rest.starts_with(b"\t0x"));
    let is_digit =
        |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'O' | b'l' | b'S');
    if address.is_some_and(|address| address.iter().all(is_digit) || address.ends_with(b">")) {
        return true;
    }
    let is_heading = content.len() > 40 && content.iter().any(u8::is_ascii_digit);
    let is_label = content.starts_with(b"Label: ") && content.ends_with(b">");
    if is_heading && is_ruler(content) || is_label {
        return true;
    }
    let is_cell = |word: &[u8]| matches!(word.len(), 2 | 4) && is_hex(word);
    let is_short = matches!(first, [b'0', _, b':'] | [b'0', _, _, b':']);
    if is_short && rest.starts_with(b"  ") {
        return words.next().is_some_and(is_cell);
    }
    let is_address = |word: &&[u8]| word.starts_with(b"0x") && word.ends_with(b":");
    if words.clone().filter(is_address).count() > 1 {
        return true;
    }
    let is_offset = |word: &[u8]| {
        let digits = word.strip_suffix(b":").unwrap_or(word);
        digits.starts_with(b"0000") && is_hex(digits) && digits.len() > 6
    };
    // Behind nothing but hex digits it may be a frame's number of its stream.
    let mut is_prefixed = !is_hex(first);
    let offset = words.find(|word| {
        let is_found = is_offset(word);
        is_prefixed |= !is_found && !is_hex(word);
        is_found
    });
    // A colon shows that the number before it is an offset.
    is_prefixed
        && offset.is_some_and(|offset| {
            words.next().is_some_and(is_cell)
                && (offset.ends_with(b":") || words.next().is_some_and(is_cell))
        })
}
