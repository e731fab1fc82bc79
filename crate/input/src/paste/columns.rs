//! Lines that are records: the rows of a table, a log's pairs of key and
//! value, lines with a number before the octets. The octets stand in one
//! column of them, which is told by its key and by what it holds; the others
//! say something else and are passed over.

use std::collections::HashMap;

use super::{
    Fault, RefusalKind, Skipped, base64,
    frame::Frame,
    row, sides, stamp,
    text::{Line, Text, is_space},
};
use crate::hex::{self, HexDecoder};

/// Keys of the column that holds the octets of a header block.
const BLOCKS: [&str; 24] = [
    "wire",
    "hex",
    "hpack",
    "headerblock",
    "headerblockfragment",
    "fragment",
    "block",
    "blocks",
    "encoded",
    "bytes",
    "octets",
    "payload",
    "data",
    "raw",
    "base64",
    "b64",
    "header",
    "headers",
    "hdr",
    "hdrs",
    "hdrblock",
    "headersblock",
    "buffer",
    "buf",
];

/// Keys of numbers and identifiers that are no octets of a header block.
const OTHERS: [&str; 46] = [
    "stream",
    "streamid",
    "sid",
    "id",
    "seq",
    "seqno",
    "n",
    "no",
    "nr",
    "num",
    "number",
    "index",
    "line",
    "row",
    "packet",
    "frame",
    "len",
    "length",
    "size",
    "count",
    "flags",
    "type",
    "status",
    "code",
    "port",
    "pid",
    "tid",
    "thread",
    "conn",
    "connection",
    "connectionid",
    "addr",
    "address",
    "ptr",
    "fd",
    "time",
    "ts",
    "timestamp",
    "offset",
    "level",
    "uuid",
    "hash",
    "checksum",
    "traceid",
    "spanid",
    "requestid",
];

/// Keys of a column with the length of the octets.
const LENGTHS: [&str; 4] = ["len", "length", "size", "count"];

/// Keys of a column that names the block.
const LABELS: [&str; 6] = ["stream", "streamid", "sid", "label", "name", "seqno"];

/// Keys of a column with the sender.
const SENDERS: [&str; 7] = [
    "sender",
    "direction",
    "dir",
    "from",
    "side",
    "src",
    "source",
];

/// One value of a record.
#[derive(Clone, Copy)]
struct Cell {
    /// The row, as an index into the frame's lines.
    row: usize,
    value: Line,
}

struct Column {
    /// Its key in small letters, without the signs between its words.
    key: String,
    /// The key as it stands in the text.
    title: String,
    cells: Vec<Cell>,
}

/// Takes the octets out of lines that are records; other lines stay as they
/// are.
///
/// # Errors
/// Where several columns may hold the octets.
pub(super) fn narrow(frame: &mut Frame, text: &Text) -> Result<(), Fault> {
    let plain = &*text.plain;
    for cut in [table, pairs, numbered] {
        let Some(records) = cut(frame, text)? else {
            continue;
        };
        if let Some(chosen) = records.choose(plain, text)? {
            return records.apply(chosen, frame, text);
        }
    }
    Ok(())
}

/// The columns of a text.
struct Records {
    columns: Vec<Column>,
    /// Lines of the table that hold no record: its heading, its rulers.
    around: Vec<usize>,
    /// Whether each row is a block for certain.
    apart: bool,
}

/// A value in hex without the sign before all its digits.
fn digits_of(value: &[u8]) -> &[u8] {
    value
        .strip_prefix(b"0x")
        .or_else(|| value.strip_prefix(b"0X"))
        .or_else(|| value.strip_prefix(b"\\x"))
        .unwrap_or(value)
}

/// The octets that a value spells in hex, if it is nothing else.
fn octets(value: &[u8]) -> Option<Vec<u8>> {
    let digits = digits_of(value);
    let mut octets = Vec::with_capacity(digits.len() / 2);
    for word in digits.split(|byte| matches!(byte, b' ' | b':' | b'-')) {
        let word = word.strip_prefix(b"0x").unwrap_or(word);
        if word.is_empty() && !digits.contains(&b' ') {
            return None;
        }
        hex::Best::default().decode(word, &mut octets).ok()?;
    }
    (!octets.is_empty()).then_some(octets)
}

/// Whether a value is hex digits, or would be but for a character or two.
fn is_like_hex(value: &[u8]) -> bool {
    let digits = digits_of(value);
    let count = |is: fn(&u8) -> bool| digits.iter().filter(|byte| is(byte)).count();
    let signs = count(|byte| matches!(byte, b' ' | b':' | b'-'));
    let prefixes = digits.windows(2).filter(|two| *two == b"0x").count();
    let hex = count(u8::is_ascii_hexdigit);
    hex > 1 && (hex + signs + prefixes) * 8 >= digits.len() * 7
}

/// Whether a value is octets in another notation than hex, for certain.
fn is_other_notation(value: &[u8]) -> bool {
    value.windows(2).filter(|two| *two == b"\\x").count() > 1
        || value.starts_with(b"b'")
        || value.starts_with(b"b\"")
        || value.len() >= 8 && base64::looks_like(value)
}

impl Column {
    fn values<'a>(&'a self, plain: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        self.cells.iter().map(|cell| cell.value.of(plain))
    }

    fn all(&self, plain: &[u8], is: impl Fn(&[u8]) -> bool) -> bool {
        self.values(plain).all(is)
    }

    /// Whether its values are hex digits; a few of many may be damaged.
    fn is_hex(&self, plain: &[u8]) -> bool {
        let whole = |value: &&[u8]| octets(value).is_some();
        let count = self.values(plain).filter(whole).count();
        count > 0 && self.all(plain, is_like_hex) && count * 2 >= self.cells.len()
    }

    fn is_whole(&self, plain: &[u8]) -> bool {
        self.all(plain, |value| {
            octets(value).is_some_and(|octets| hpack::structure::is_whole(&octets))
        })
    }

    /// Its values as decimal numbers, if all are.
    fn numbers(&self, plain: &[u8]) -> Option<Vec<u64>> {
        let number = |value: &[u8]| {
            let digits = value.iter().all(u8::is_ascii_digit) && value.len() <= 18;
            str::from_utf8(value).ok().filter(|_| digits)?.parse().ok()
        };
        self.values(plain).map(number).collect()
    }

    /// Whether its numbers count, stay the same, or are the lengths of what
    /// `beside` holds in the same rows; or are times.
    fn is_explained(&self, beside: &Column, plain: &[u8]) -> bool {
        if self.all(plain, stamp::is_time) {
            return true;
        }
        let Some(numbers) = self.numbers(plain) else {
            return false;
        };
        numbers.len() > 1
            && (numbers.windows(2).all(|two| two[0] < two[1])
                || numbers.windows(2).all(|two| two[0] == two[1]))
            || self.is_length(&numbers, beside, plain)
    }

    fn is_length(&self, numbers: &[u64], beside: &Column, plain: &[u8]) -> bool {
        self.cells.len() == beside.cells.len()
            && numbers
                .iter()
                .zip(beside.values(plain))
                .all(|(number, value)| {
                    octets(value).is_some_and(|octets| octets.len() as u64 == *number)
                })
    }
}

impl Records {
    /// The column that holds the octets; `None` where these are no records.
    fn choose(&self, plain: &[u8], text: &Text) -> Result<Option<usize>, Fault> {
        let columns = &self.columns;
        let named = |at: &usize, names: &[&str]| names.contains(&columns[*at].key.as_str());
        let all = 0..columns.len();
        let can: Vec<usize> = all
            .clone()
            .filter(|&at| columns[at].is_hex(plain))
            .collect();
        if can.is_empty() {
            let mut others = all.filter(|&at| columns[at].all(plain, is_other_notation));
            return Ok(others.next().filter(|_| others.next().is_none()));
        }
        let blocks: Vec<usize> = can
            .iter()
            .copied()
            .filter(|at| named(at, &BLOCKS))
            .collect();
        let mut left = match blocks.len() {
            0 => can,
            _ => blocks,
        };
        if left.len() > 1 {
            left.retain(|at| !named(at, &OTHERS));
        }
        if left.len() > 1 {
            let candidates = left.clone();
            left.retain(|&at| {
                !candidates
                    .iter()
                    .any(|&other| other != at && columns[at].is_explained(&columns[other], plain))
            });
        }
        if left.len() > 1 {
            let whole = |at: &usize| columns[*at].is_whole(plain);
            if left.iter().any(whole) {
                left.retain(whole);
            }
        }
        match left[..] {
            [] => Ok(None),
            [only] => Ok(self.may_be_blocks(only, plain).then_some(only)),
            [one, other, ..] => {
                let place = columns[other].cells[0].value.start;
                let message = format!(
                    "{} may hold the bytes, and {} as well. Leave only one of the two.",
                    self.called(one),
                    self.called(other)
                );
                Err(Fault::at(
                    RefusalKind::Ambiguous,
                    text.raw_at(place),
                    capital(message),
                ))
            }
        }
    }

    /// Whether a column that is left over can be header blocks: its key says
    /// so, or it has none and what it holds does not contradict, or what it
    /// holds is whole blocks of more than a few octets.
    fn may_be_blocks(&self, at: usize, plain: &[u8]) -> bool {
        let column = &self.columns[at];
        let long = |value: &[u8]| octets(value).is_some_and(|octets| octets.len() > 3);
        column.key.is_empty()
            || BLOCKS.contains(&column.key.as_str())
            || !OTHERS.contains(&column.key.as_str())
                && column.is_whole(plain)
                && column.values(plain).any(long)
    }

    /// What messages call a column.
    fn called(&self, at: usize) -> String {
        match self.columns[at].title.as_str() {
            "" => format!("column {}", at + 1),
            title => format!("“{title}”"),
        }
    }

    fn apply(&self, chosen: usize, frame: &mut Frame, text: &Text) -> Result<(), Fault> {
        let plain = &*text.plain;
        let own = &self.columns[chosen];
        let values: HashMap<usize, Line> = own
            .cells
            .iter()
            .map(|cell| (cell.row, cell.value))
            .collect();
        let called = self.called(chosen);
        if own.is_hex(plain)
            && let Some(bad) = own
                .cells
                .iter()
                .find(|cell| octets(cell.value.of(plain)).is_none())
        {
            return Err(Fault::at(
                RefusalKind::OddDigits,
                text.raw_at(bad.value.start),
                format!(
                    "This value of {called} is not whole bytes in hex, as the other rows have there. Copy the rows again."
                ),
            ));
        }
        let mut rows: Vec<usize> = self.around.clone();
        for (at, column) in self.columns.iter().enumerate() {
            if at == chosen {
                continue;
            }
            let is_length = LENGTHS.contains(&column.key.as_str());
            if column.key.is_empty()
                && column.numbers(plain).is_some()
                && !column.is_explained(own, plain)
                && let Some(first) = column.cells.first()
            {
                frame.notes.push((
                    text.raw_at(first.value.start),
                    format!("The numbers of {} were not read: they neither count nor are they the lengths of what stands beside them.", self.called(at)),
                ));
            }
            for cell in &column.cells {
                rows.push(cell.row);
                let value = cell.value.of(plain);
                let Some(&block) = values.get(&cell.row) else {
                    continue;
                };
                let line = &mut frame.lines[cell.row];
                if SENDERS.contains(&column.key.as_str()) {
                    line.mark = sides::named(&String::from_utf8_lossy(value)).or(line.mark);
                }
                if LABELS.contains(&column.key.as_str()) || column.key.is_empty() && at == 0 {
                    let shown = String::from_utf8_lossy(value);
                    let label = format!("{} {shown}", column.title);
                    frame.labels.push((block.start, label.trim().to_owned()));
                }
                let count = octets(block.of(plain)).map(|octets| octets.len().to_string());
                if let Some(count) = count
                    && is_length
                    && value != count.as_bytes()
                {
                    frame.notes.push((
                        text.raw_at(cell.value.start),
                        format!(
                            "“{}” says {} here, but {called} holds {count} bytes: one of the two was changed, or bytes are missing.",
                            column.title,
                            String::from_utf8_lossy(value)
                        ),
                    ));
                }
                frame.skipped.push(Skipped {
                    place: text.place(cell.value.start, cell.value.end),
                    reason: format!("{}, beside {called}", self.called(at)).into(),
                    each: true,
                });
            }
        }
        for (&row, &value) in &values {
            let line = &mut frame.lines[row];
            let sign = value.end - value.start - digits_of(value.of(plain)).len();
            // “\x” before all digits, as PostgreSQL prints a bytea.
            let is_bytea = sign == 2 && plain[value.start] == b'\\' && own.is_hex(plain);
            line.line = Line {
                start: value.start + if is_bytea { 2 } else { 0 },
                end: value.end,
            };
            line.blank_before |= self.apart;
        }
        // Rows without a value, and what stands around the rows, hold no octets.
        rows.retain(|row| !values.contains_key(row));
        rows.sort_unstable();
        rows.dedup();
        for &row in &rows {
            let line = frame.lines[row].line;
            frame.skip(text, line, "a line without bytes");
        }
        frame.remove(&rows);
        Ok(())
    }
}

fn capital(message: String) -> String {
    let mut characters = message.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => message,
    }
}

fn key(title: &[u8]) -> String {
    title
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect()
}

fn named_column(title: &[u8], cells: Vec<Cell>) -> Column {
    Column {
        key: key(title),
        title: String::from_utf8_lossy(title).into_owned(),
        cells,
    }
}

/// A value without white space and the quotes around it.
fn bare(line: Line, plain: &[u8]) -> Line {
    let line = line.trimmed(plain);
    match line.of(plain) {
        [b'"' | b'\'' | b'`', inner @ .., b'"' | b'\'' | b'`']
            if plain[line.start] == plain[line.end - 1]
                && !inner.contains(&b'\\')
                && !inner.contains(&plain[line.start]) =>
        {
            Line {
                start: line.start + 1,
                end: line.end - 1,
            }
            .trimmed(plain)
        }
        _ => line,
    }
}

/// The cells of a line between separators outside of quotes.
fn cells(line: Line, plain: &[u8], separator: u8) -> Vec<Line> {
    let mut cells = Vec::new();
    let mut start = line.start;
    let mut quote = None;
    for at in line.start..line.end {
        match plain[at] {
            byte @ (b'"' | b'\'') if quote.is_none() => quote = Some(byte),
            byte if quote == Some(byte) => quote = None,
            byte if byte == separator && quote.is_none() => {
                cells.push(bare(Line { start, end: at }, plain));
                start = at + 1;
            }
            _ => {}
        }
    }
    cells.push(bare(
        Line {
            start,
            end: line.end,
        },
        plain,
    ));
    cells
}

/// A line that parts the heading of a table from its rows, or frames it.
fn is_ruler(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b'-' | b'+' | b'|' | b'=' | b':' | b' '))
        && line
            .windows(3)
            .any(|three| matches!(three, b"---" | b"==="))
}

/// `(2 rows)`, as psql ends a table.
fn is_count(line: &[u8]) -> bool {
    line.starts_with(b"(") && (line.ends_with(b" rows)") || line.ends_with(b" row)"))
}

/// Whether a cell is a part of something that separators do not part: of a
/// program's list, of a data: URL, of a dump with its offset.
fn is_part(cell: &[u8]) -> bool {
    let count = |sign: u8| cell.iter().filter(|byte| **byte == sign).count();
    [(b'(', b')'), (b'[', b']'), (b'{', b'}')]
        .iter()
        .any(|&(open, close)| count(open) != count(close))
        || cell.starts_with(b"data:")
        || cell.ends_with(b":")
}

/// Whether a cell has the characters of the octets in another one.
fn is_dump(cells: &[Line], plain: &[u8]) -> bool {
    cells.iter().any(|cell| {
        octets(cell.of(plain)).is_some_and(|octets| {
            cells
                .iter()
                .any(|other| other.start > cell.start && row::renders(&octets, other.of(plain)))
        })
    })
}

/// Tables: of Markdown, of a database's client, with commas, semicolons or
/// tabs between their cells.
///
/// # Errors
/// Where a row is cut.
fn table(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    let Some(records) = rows(frame, text) else {
        return Ok(None);
    };
    let plain = &*text.plain;
    let content = |row: usize| frame.lines[row].line.of(plain);
    let drawn = |row: &usize| content(*row).starts_with(b"|") && !is_ruler(content(*row));
    let mut drawn = (0..frame.lines.len()).filter(drawn);
    if let Some(row) = drawn.clone().find(|&row| !content(row).ends_with(b"|")) {
        return Err(Fault::at(
            RefusalKind::Truncated,
            text.raw_at(frame.lines[row].line.end),
            "This row of the table has no “|” at its end: it was cut off. Copy the whole table.",
        ));
    }
    // The bars of a drawn table stand under the crosses of its rulers, unless
    // its spaces were run together everywhere.
    let ruler = (0..frame.lines.len())
        .map(content)
        .find(|line| line.starts_with(b"+"));
    if let (Some(ruler), Some(heading)) = (ruler, drawn.next())
        && bars(ruler) == bars(content(heading))
        && let Some(row) = drawn.find(|&row| bars(content(row)) != bars(ruler))
    {
        return Err(Fault::at(
            RefusalKind::Truncated,
            text.raw_at(frame.lines[row].line.start),
            "The bars of this row do not stand under those of the rows before it: characters are missing, or were added. Copy the whole table again.",
        ));
    }
    Ok(Some(records))
}

/// Where the bars of a row stand, or the crosses of a ruler.
fn bars(line: &[u8]) -> Vec<usize> {
    let all = line.iter().enumerate();
    all.filter(|(_, byte)| matches!(byte, b'|' | b'+'))
        .map(|(at, _)| at)
        .collect()
}

/// The rows of a table.
fn rows(frame: &Frame, text: &Text) -> Option<Records> {
    let plain = &*text.plain;
    let lines = &frame.lines;
    let content = |row: usize| lines[row].line.of(plain);
    let (around, rows): (Vec<usize>, Vec<usize>) =
        (0..lines.len()).partition(|&row| is_ruler(content(row)) || is_count(content(row)));
    let &first = rows.first()?;
    let drawn = content(first).starts_with(b"|") || around.iter().any(|&row| row == first + 1);
    let separators: &[u8] = if drawn { b"|" } else { b"\t,;" };
    let rows = separators.iter().find_map(|&separator| {
        let split = |&row: &usize| {
            let mut cells = cells(lines[row].line, plain, separator);
            if separator == b'|' {
                let is_empty =
                    |cell: Option<&Line>| cell.is_some_and(|cell| cell.start == cell.end);
                if is_empty(cells.first()) {
                    cells.remove(0);
                }
                if is_empty(cells.last()) {
                    cells.pop();
                }
            }
            (row, cells)
        };
        let all: Vec<(usize, Vec<Line>)> = rows.iter().map(split).collect();
        let width = all[0].1.len();
        let even = width > 1 && all.iter().all(|(_, cells)| cells.len() == width);
        even.then_some(all)
    })?;
    if rows.len() < 2 {
        return None;
    }
    let is_word = |cell: &Line| {
        let value = cell.of(plain);
        value.iter().any(u8::is_ascii_alphabetic) && octets(value).is_none()
    };
    let (heading, body) = match rows.split_first() {
        Some(((row, heading), body)) if heading.iter().all(is_word) => {
            (Some((*row, heading)), body)
        }
        _ => (None, &rows[..]),
    };
    if rows
        .iter()
        .flat_map(|(_, cells)| cells)
        .any(|cell| is_part(cell.of(plain)))
    {
        return None;
    }
    // A dump in a frame has offsets, and characters beside its octets.
    let zeros = |cell: &Line| {
        let value = cell.of(plain);
        value.len() > 2 && value.iter().all(|byte| *byte == b'0')
    };
    if body
        .iter()
        .any(|(_, cells)| cells.iter().any(zeros) || is_dump(cells, plain))
    {
        return None;
    }
    // Octets with signs between them are no table.
    let is_octet = |cell: &Line| cell.end - cell.start <= 4;
    if heading.is_none() && body.iter().flat_map(|(_, cells)| cells).all(is_octet) {
        return None;
    }
    let column = |at: usize| {
        let title = heading.map_or(&b""[..], |(_, titles)| titles[at].of(plain));
        let cells = body.iter().map(|(row, cells)| Cell {
            row: *row,
            value: cells[at],
        });
        named_column(title, cells.collect())
    };
    let mut around = around;
    around.extend(heading.map(|(row, _)| row));
    Some(Records {
        columns: (0..rows[0].1.len()).map(column).collect(),
        around,
        apart: true,
    })
}

/// A log's pairs: `stream=1 hex=8286`, `len: 2, hex: "8286"`.
fn pairs(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    let plain = &*text.plain;
    let mut columns: Vec<Column> = Vec::new();
    let mut by_key: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut several = false;
    for (row, line) in frame.lines.iter().enumerate() {
        let found = pairs_of(line.line, plain);
        several |= found.len() > 1;
        for (title, value) in found {
            let title = title.of(plain);
            let at = *by_key.entry(title.to_vec()).or_insert_with(|| {
                columns.push(named_column(title, Vec::new()));
                columns.len() - 1
            });
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
                let is_pair = match sign {
                    Some(b'=') => true,
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

/// Lines with a number before the octets: a stream, a packet, their length.
fn numbered(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    if frame.lines.len() < 2 {
        return Ok(None);
    }
    Ok(numbers(frame, text))
}

fn numbers(frame: &Frame, text: &Text) -> Option<Records> {
    let plain = &*text.plain;
    let mut numbers = Vec::with_capacity(frame.lines.len());
    let mut values = Vec::with_capacity(frame.lines.len());
    let mut loose = false;
    for (row, line) in frame.lines.iter().enumerate() {
        let (number, value, marked) = number_before(line.line, plain)?;
        loose |= !marked;
        octets(value.of(plain))?;
        numbers.push(Cell { row, value: number });
        values.push(Cell { row, value });
    }
    let [numbers, values] = [numbers, values].map(|cells| named_column(b"", cells));
    let counted = numbers.numbers(plain)?;
    // A number of a fixed width with zeros in front is a dump's offset.
    if numbers
        .values(plain)
        .any(|digits| digits.len() > 2 && digits[0] == b'0')
    {
        return None;
    }
    let lengths: Option<Vec<u64>> = values
        .values(plain)
        .map(|value| octets(value).map(|octets| octets.len() as u64))
        .collect();
    let lengths = lengths?;
    // Offsets, each as far from the next as there are octets between.
    let steps = |base: u32| {
        let offsets: Option<Vec<u64>> = numbers
            .values(plain)
            .map(|digits| u64::from_str_radix(str::from_utf8(digits).ok()?, base).ok())
            .collect();
        offsets.is_some_and(|offsets| {
            offsets
                .windows(2)
                .zip(&lengths)
                .all(|(two, length)| two[0].checked_add(*length) == Some(two[1]))
        })
    };
    if [8, 10, 16].into_iter().any(steps) {
        return None;
    }
    let is_length = counted == lengths;
    // Lines that are numbered one by one may be an editor's.
    let by_one = counted
        .windows(2)
        .all(|two| two[0].checked_add(1) == Some(two[1]));
    // Without a sign after it a number may be an octet like the others, unless
    // it is the length in every line.
    (is_length || !loose && numbers.is_explained(&values, plain)).then_some(Records {
        columns: vec![numbers, values],
        around: Vec::new(),
        apart: is_length || !by_one,
    })
}

/// The number at the start of a line, what stands after it, and whether more
/// than a space parts the two.
fn number_before(line: Line, plain: &[u8]) -> Option<(Line, Line, bool)> {
    let content = line.of(plain);
    let open = content
        .iter()
        .take_while(|byte| matches!(byte, b'#' | b'[' | b'('))
        .count();
    let digits = content[open..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let after = &content[open + digits..];
    let close = after
        .iter()
        .take_while(|byte| matches!(byte, b']' | b')' | b'.' | b':' | b'|' | b','))
        .count();
    let gap = after[close..]
        .iter()
        .take_while(|byte| is_space(**byte))
        .count();
    let bar = usize::from(gap > 0 && after.get(close + gap) == Some(&b'|'));
    let number = Line {
        start: line.start + open,
        end: line.start + open + digits,
    };
    let value = Line {
        start: number.end + close + gap + bar,
        end: line.end,
    };
    let value = bare(value, plain);
    let run = !value.of(plain).contains(&b' ') && value.end - value.start > 2;
    let marked = (open + close > 0 || after.first() == Some(&b'\t')) && gap > 0
        || bar > 0
        || gap > 1
        || after.get(close) == Some(&b'\t')
        || gap == 1 && run && digits % 2 == 1;
    (digits > 0 && digits <= 10 && close + gap > 0 && value.start < value.end)
        .then_some((number, value, marked))
}
