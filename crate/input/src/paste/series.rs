//! Lists of individually marked bytes, as printed by debuggers and programs:
//! `[0] = 0x82, [1] = 0x86` or `byte{0x82}, byte{0x86}`.

use super::{
    Format,
    bytes::Bytes,
    scan::span,
    text::{NEAR, is_word},
};
use crate::Place;

/// Bytes of consecutive items of one template.
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) bytes: Bytes,
    /// Whether a column of numbers counts the items.
    pub(super) is_indexed: bool,
    /// Whether an index is missing.
    pub(super) is_incomplete: bool,
    pub(super) format: Format,
}

/// Longest text that is searched for series, in bytes.
const LONGEST: usize = 200_000;

struct Number {
    start: u32,
    end: u32,
    is_negative: bool,
    has_prefix: bool,
    /// Start of the digits.
    digits: u32,
}

/// Items of one template, which only the first keeps.
struct Group {
    first: Item,
    items: usize,
    numbers: Vec<Number>,
}

/// Most numbers of an item.
const MOST_NUMBERS: usize = 4;

/// A part of a line: its numbers, and its other text.
#[derive(Default)]
struct Item {
    template: Vec<u8>,
    /// Offsets in the text for each byte of the template.
    places: Vec<u32>,
    numbers: Vec<Number>,
}

/// Length of a quoted character such as `'\\202'`.
fn quoted_length(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"'")?;
    let escaped = usize::from(inner.first() == Some(&b'\\'));
    let length = 1 + inner
        .iter()
        .skip(1)
        .take(4)
        .position(|&byte| byte == b'\'')?;
    (length > escaped && !inner[..length].contains(&b'\n')).then_some(length + 2)
}

impl Item {
    fn parse(plain: &[u8], start: usize, end: usize, with_quotes: bool) -> Self {
        let mut item = Self::default();
        let text = &plain[..end];
        let mut at = start;
        while at < end {
            if with_quotes && let Some(length) = quoted_length(&text[at..]) {
                item.push(b"'?'", at);
                at += length;
            } else if let Some(number) = parse_number(text, at, start) {
                item.push(b"#", at);
                at = number.end as usize;
                item.numbers.push(number);
            } else {
                item.push(&text[at..=at], at);
                at += 1;
            }
        }
        item
    }

    fn push(&mut self, text: &[u8], at: usize) {
        self.template.extend_from_slice(text);
        self.places
            .extend(std::iter::repeat_n(at as u32, text.len()));
    }

    /// Leaves out what is before an opening bracket directly before a number,
    /// and behind a closing one.
    fn open(&mut self) {
        let is_opening = |&at: &usize| {
            let rest = &self.template[at + 1..];
            let signs = rest
                .iter()
                .take(3)
                .take_while(|&&byte| byte != b'#' && !byte.is_ascii_alphanumeric())
                .count();
            b"([{".contains(&self.template[at]) && signs < 3 && rest.get(signs) == Some(&b'#')
        };
        if let Some(at) = (0..self.template.len()).rev().find(is_opening) {
            let from = self.places[at] + 1;
            self.numbers.retain(|number| number.start >= from);
            self.template.drain(..=at);
        }
        if let Some(last) = self.template.iter().rposition(|&byte| byte == b'#')
            && let Some(close) = self.template[last..]
                .iter()
                .position(|byte| b"])}".contains(byte))
        {
            self.template.truncate(last + close);
        }
        let is_edge = |byte: &u8| b" \t\r{}[]()".contains(byte);
        while self.template.first().is_some_and(is_edge) {
            self.template.remove(0);
        }
        while self.template.last().is_some_and(is_edge) {
            self.template.pop();
        }
    }
}

fn parse_number(text: &[u8], at: usize, from: usize) -> Option<Number> {
    let before = text[from..at].last();
    if before.is_some_and(|&byte| is_word(byte) || byte == b'.') {
        return None;
    }
    let is_negative = text[at] == b'-';
    let mut start = at + usize::from(is_negative);
    let has_prefix = text[start..].starts_with(b"0x");
    start += 2 * usize::from(has_prefix);
    let end = span(text, start, |byte| byte.is_ascii_hexdigit());
    let is_radix = text.get(end) == Some(&b'#') || before == Some(&b'#');
    let is_whole = !is_radix
        && (1..7).contains(&(end - start))
        && !text.get(end).copied().is_some_and(is_word);
    is_whole.then_some(Number {
        start: at as u32,
        end: end as u32,
        is_negative,
        has_prefix,
        digits: start as u32,
    })
}

/// Finds lines, or items between commas or brackets, that are alike but for their
/// numbers.
pub(super) fn find(plain: &[u8]) -> Vec<Found> {
    let mut found = Vec::new();
    if plain.len() > LONGEST {
        return found;
    }
    for separator in [b'\n', b',', b'['] {
        let is_inline = separator != b'\n';
        let mut group: Option<Group> = None;
        let mut at = 0;
        for part in plain.split_inclusive(|&byte| byte == b'\n' || byte == separator) {
            let start = at;
            at += part.len();
            let end = at - usize::from(part.ends_with(b"\n") || part.ends_with(&[separator]));
            if plain[start..end].trim_ascii().is_empty() {
                continue;
            }
            if end - start > NEAR {
                found.extend(
                    group
                        .take()
                        .and_then(|group| close(plain, &group, is_inline)),
                );
                continue;
            }
            let mut item = Item::parse(plain, start, end, true);
            if item.numbers.is_empty() {
                item = Item::parse(plain, start, end, false);
            }
            if is_inline {
                item.open();
            }
            let is_same = |group: &&mut Group| {
                group.first.template.trim_ascii() == item.template.trim_ascii()
            };
            let is_item = (1..=MOST_NUMBERS).contains(&item.numbers.len());
            match group.as_mut().filter(is_same).filter(|_| is_item) {
                Some(group) => {
                    group.items += 1;
                    group.numbers.append(&mut item.numbers);
                }
                None => {
                    let next = is_item.then(|| Group {
                        items: 1,
                        numbers: std::mem::take(&mut item.numbers),
                        first: item,
                    });
                    let last = std::mem::replace(&mut group, next);
                    found.extend(last.and_then(|group| close(plain, &group, is_inline)));
                }
            }
        }
        found.extend(group.and_then(|group| close(plain, &group, is_inline)));
    }
    found
}

/// Reads one column of a group of items as bytes.
fn close(plain: &[u8], group: &Group, is_inline: bool) -> Option<Found> {
    // Each number is one sign of the template.
    let count = group.numbers.len() / group.items;
    if group.items < 3 || group.numbers.len() != count * group.items {
        return None;
    }
    let digits = |number: &Number| {
        let digits = number.digits as usize..number.end as usize;
        str::from_utf8(&plain[digits]).unwrap_or_default()
    };
    let (mut is_indexed, mut is_torn) = (false, false);
    let mut value: Option<(Format, Bytes)> = None;
    for column in 0..count {
        let cells = || group.numbers.iter().skip(column).step_by(count);
        let hex: Vec<u32> = cells()
            .filter_map(|cell| u32::from_str_radix(digits(cell), 16).ok())
            .collect();
        let decimal: Option<Vec<u32>> = cells()
            .map(|cell| digits(cell).parse().ok().filter(|_| !cell.has_prefix))
            .collect();
        let counts = |values: &[u32], most: u32| {
            values[0] <= most && values.windows(2).all(|two| two[1] == two[0] + 1)
        };
        let is_index = decimal.as_ref().is_some_and(|values| counts(values, 1)) || counts(&hex, 0);
        if !is_indexed && is_index && count > 1 {
            is_indexed = true;
            continue;
        }
        // A member is missing.
        let steps = |values: &[u32]| values.windows(2).filter(|two| two[1] == two[0] + 1).count();
        let is_gap = |values: &Vec<u32>| {
            values[0] <= 1 && steps(values) > 1 && steps(values) + 2 == values.len()
        };
        if count > 1 && decimal.as_ref().is_some_and(is_gap) {
            let is_marked = group.first.template.iter().any(|byte| b"=]".contains(byte));
            let are_short = group.numbers.iter().all(|one| digits(one).len() < 4);
            if column > 0 || !is_marked || !are_short {
                return None;
            }
            (is_indexed, is_torn) = (true, true);
            continue;
        }
        // Words such as “be” are no bytes.
        let is_word = |cell: &Number| {
            !cell.has_prefix && digits(cell).bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        if value.is_some() || cells().all(is_word) {
            continue;
        }
        let is_hex = cells().all(|cell| cell.has_prefix)
            || cells().any(|cell| digits(cell).bytes().any(|byte| byte.is_ascii_alphabetic()));
        let is_marked =
            cells().any(|cell| digits(cell).len() == 3 || cell.is_negative) || is_indexed;
        let are_pairs = cells().all(|cell| digits(cell).len() == 2);
        let is_small = |values: &[u32]| values.iter().all(|&value| value < 256);
        let (format, values) = match decimal {
            _ if is_hex => (Format::Hex, hex),
            Some(values) if is_small(&values) && is_marked => (Format::Decimal, values),
            Some(_) if are_pairs => (Format::Hex, hex),
            _ => continue,
        };
        if !is_small(&values) {
            continue;
        }
        let mut bytes = Bytes::default();
        for (cell, byte) in cells().zip(values) {
            let byte = byte as u8;
            let byte = if cell.is_negative {
                byte.wrapping_neg()
            } else {
                byte
            };
            bytes.push(byte, Place::new(cell.start as usize, cell.end as usize));
        }
        value = Some((format, bytes));
    }
    let is_long = group.first.places.len() > 5;
    let (format, bytes) = value.filter(|_| is_indexed || count > 1 || is_inline && is_long)?;
    Some(Found {
        start: group.numbers[0].start as usize,
        end: group.numbers[group.numbers.len() - 1].end as usize,
        bytes,
        is_indexed,
        is_incomplete: is_torn,
        format,
    })
}

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    /// Texts and the bytes of their only block.
    const SERIES: &str = "\
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0xbe → 828684be
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0x90 → 82868490
[0]: 130¶[1]: 134¶[2]: 132¶[3]: 144 → 82868490
(const uint8_t) [0] = 0x82¶(const uint8_t) [1] = 0x86¶(const uint8_t) [2] = 0x84¶(const uint8_t) [3] = 0x90 → 82868490
Array ([1] => 130 [2] => 134 [3] => 132 [4] => 144 ) → 82868490
p = {byte[4]@1187}¶ 0 = -126¶ 1 = -122¶ 2 = -124¶ 3 = -112 → 82868490
{byte{0x82}, byte{0x86}, byte{0x84}, byte{0x90}} → 82868490
x\"82\" & x\"86\" & x\"84\" & x\"90\" → 82868490
[0] = 0x82¶[1] = 0x86¶[2] = 0x84¶[3] = 0x90¶[5] = 0x90 → refused
";

    #[test]
    fn reads_members_as_one_block() {
        for line in SERIES.lines() {
            let (text, expected) = line.split_once(" → ").unwrap();
            let hex = match read(text.replace('¶', "\n").as_bytes(), &Options::default()) {
                Ok(paste) if paste.blocks.len() == 1 => crate::hex::encode(paste.blocks.bytes()),
                Ok(paste) => format!("{} blocks", paste.blocks.len()),
                Err(_) => "refused".to_owned(),
            };
            assert_eq!(hex, expected, "{text}");
        }
    }
}
