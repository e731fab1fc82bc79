//! A log's pairs of key and value.

use std::collections::HashMap;

use super::{
    super::{
        Fault,
        frame::Frame,
        text::{Line, Text, is_space},
    },
    Cell, Column, Records, bare, named_column,
};

/// A log's pairs: `stream=1 hex=8286`, `len: 2, hex: "8286"`.
pub(super) fn cut(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    let plain = &*text.plain;
    let mut columns: Vec<Column> = Vec::new();
    let mut by_key: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut several = false;
    for (row, line) in frame.lines.iter().enumerate() {
        let found = pairs_of(line.line, plain);
        several |= found.len() > 1;
        for (title, value) in found {
            let key = title.of(plain).to_vec();
            let at = *by_key.entry(key).or_insert_with(|| {
                columns.push(named_column(Some(title), Vec::new(), text));
                columns.len() - 1
            });
            // Several declarations on one line.
            if columns[at].cells.last().is_some_and(|cell| cell.row == row) {
                return Ok(None);
            }
            columns[at].cells.push(Cell { row, value });
        }
    }
    Ok(several.then_some(Records {
        columns,
        around: Vec::new(),
        apart: true,
    }))
}

/// The keys of a line, each with its value; those without one left out.
fn pairs_of(line: Line, plain: &[u8]) -> Vec<(Line, Line)> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let mut found: Vec<(Line, usize)> = Vec::new();
    let mut at = line.start;
    while at < line.end {
        match plain[at] {
            quote @ (b'"' | b'\'' | b'`') => {
                let close = plain[at + 1..line.end]
                    .iter()
                    .position(|byte| *byte == quote);
                at += close.map_or(1, |close| close + 2);
            }
            byte if byte.is_ascii_alphabetic() || byte == b'_' => {
                let start = at;
                while at < line.end && is_name(plain[at]) {
                    at += 1;
                }
                let sign = plain.get(at).copied().filter(|_| at < line.end);
                let after = plain.get(at + 1).copied().filter(|_| at + 1 < line.end);
                // Base64 has signs among its letters, and ends with others.
                let is_digits = line.start < start && matches!(plain[start - 1], b'/' | b'+');
                let is_pair = match sign {
                    _ if is_digits => false,
                    Some(b'=') => after != Some(b'='),
                    Some(b':') => after.is_none_or(is_space),
                    _ => false,
                };
                if is_pair {
                    found.push((Line { start, end: at }, at + 1));
                    at += 1;
                }
            }
            byte if byte.is_ascii_digit() => {
                while at < line.end && is_name(plain[at]) {
                    at += 1;
                }
            }
            _ => at += 1,
        }
    }
    let value = |n: usize| {
        let end = found.get(n + 1).map_or(line.end, |(next, _)| next.start);
        let mut value = Line {
            start: found[n].1,
            end,
        }
        .trimmed(plain);
        // Punctuation between pairs.
        while value.end > value.start
            && matches!(
                plain[value.end - 1],
                b',' | b';' | b'|' | b'{' | b'(' | b'['
            )
        {
            value.end -= 1;
        }
        bare(value, plain)
    };
    (0..found.len())
        .map(|n| (found[n].0, value(n)))
        .filter(|(_, value)| value.start < value.end)
        .collect()
}
