//! Parts of dumps whose rows cannot be read as such.

use super::super::{
    frame::Frame,
    row::{self, Offset},
    text::{Line, Text, is_space, run},
};

/// Where one begins, if the text is one: a debugger's address; numbers that
/// are padded with zeros and grow from 0, or stand alone in their lines; rows
/// behind a prefix; a frame without rows.
pub(super) fn first(text: &Text, frame: &Frame, offsets: &[Option<Offset>]) -> Option<usize> {
    let plain = &*text.plain;
    let lines = || frame.lines.iter().map(|line| line.line);
    let is_zero = |offset: &Offset| offset.value(plain, 16) == Some(0);
    let address = offsets.iter().flatten().find(|offset| {
        let is_hex = offset.prefixed && plain.get(offset.digits.end) == Some(&b':');
        is_hex || offset.framed && offset.is_alone(plain)
    });
    if let Some(address) = address {
        return Some(address.digits.start);
    }
    if let Some(line) = lines().find(|line| is_row(*line, plain)) {
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
    let grow = is_padded && all.clone().next().is_some() && all.clone().all(&mut grows);
    let own = first.digits.of(plain);
    let alone = (is_zero(first) || first.prefixed)
        && offsets.len() > 1
        && (offsets.iter().zip(lines())).all(|(offset, line)| match offset {
            Some(offset) => offset.is_alone(plain) && offset.digits.of(plain) == own,
            None => row::is_words(line.of(plain)) || line.end - line.start < 5,
        });
    (grow || alone).then_some(first.digits.start)
}

/// Whether a line has a row, but not at its start, or its address is torn.
fn is_row(line: Line, plain: &[u8]) -> bool {
    let content = line.of(plain);
    let mut words = content.split(|byte| is_space(*byte));
    let first = words.next().unwrap_or_default();
    let hex = |word: &[u8]| run(word, u8::is_ascii_hexdigit);
    // gdb has a tab behind its addresses.
    let rest = &content[first.len()..];
    let address = first
        .strip_suffix(b":")
        .filter(|_| rest.starts_with(b"\t0x"));
    let is_digit =
        |byte: &u8| byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'O' | b'l' | b'S');
    if address.is_some_and(|address| address.iter().all(is_digit)) {
        return true;
    }
    let mut words = words.filter(|word| !word.is_empty());
    let is_offset = |word: &[u8]| {
        let digits = word.strip_suffix(b":").unwrap_or(word);
        digits.starts_with(b"0000") && hex(digits) == digits.len() && digits.len() > 6
    };
    let is_cell = |word: Option<&[u8]>| {
        word.is_some_and(|word| matches!(word.len(), 2 | 4) && hex(word) == word.len())
    };
    words.any(is_offset) && is_cell(words.next()) && is_cell(words.next())
}
