//! Lines that are records: the rows of a table, a log's pairs of key and
//! value, lines with a number before the octets. The octets stand in one
//! column of them, which is told by its key and by what it holds; the others
//! say something else and are passed over.

mod numbered;
mod pairs;
mod table;

use std::collections::HashMap;

use super::{
    Fault, RefusalKind, Skipped, WITHOUT_BYTES, base64,
    frame::Frame,
    pieces::Side,
    sides, stamp,
    text::{Line, Text, is_among},
    value::{digits_of, octets},
};
use crate::Sender;

/// Keys of the column that holds the octets of a header block.
const BLOCKS: &str = "\
    wire hex hpack headerblock headerblockfragment fragment block blocks encoded bytes octets \
    payload data raw base64 b64 header headers hdr hdrs hdrblock headersblock buffer buf";

/// Keys of numbers and identifiers that are no octets of a header block.
const OTHERS: &str = "\
    stream streamid sid id seq seqno n no nr num number index line row packet frame len length \
    size count flags type status code port pid tid thread conn connection connectionid addr \
    address ptr fd time ts timestamp offset level uuid hash checksum traceid spanid requestid";

/// Keys of a column with the length of the octets.
pub(super) const LENGTHS: &str = "len length size count";

/// Keys of a column that names the block.
const LABELS: &str = "stream streamid sid label name seqno";

/// Records have no more columns: each is compared with each.
const MOST: usize = 64;

/// The most characters of a key or a label that are shown.
const SHOWN: usize = 60;

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

/// One way to see columns in lines.
type Cut = fn(&Frame, &Text) -> Result<Option<Records>, Fault>;

/// Takes the octets out of lines that are records; other lines stay as they
/// are.
///
/// # Errors
/// Where several columns may hold the octets.
pub(super) fn narrow(frame: &mut Frame, text: &Text) -> Result<(), Fault> {
    let plain = &*text.plain;
    // A log's value may have a column beside it, too.
    let cuts: [Cut; 4] = [table::cut, pairs::cut, numbered::before, numbered::behind];
    // What stands at the end of lines may hide what stands at their start.
    for cut in cuts.into_iter().chain([numbered::before as Cut]) {
        let Some(records) = cut(frame, text)? else {
            continue;
        };
        match records.choose(plain, text)?[..] {
            [] => {}
            [chosen] => records.apply(chosen, None, frame, text)?,
            [chosen, other, ..] => records.apply(chosen, Some(other), frame, text)?,
        }
    }
    numbered::doubt(frame, text);
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

/// Whether a value is hex digits, or would be but for a character or two.
fn is_like_hex(value: &[u8]) -> bool {
    let digits = digits_of(value);
    let count = |is: fn(&u8) -> bool| digits.iter().filter(|byte| is(byte)).count();
    let signs = count(|byte| matches!(byte, b' ' | b'\t' | b':' | b'-'));
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

    /// Whether it has no key and does not count, and half of its numbers or more
    /// are the lengths of what `beside` holds in the same rows.
    fn is_nearly_length(&self, beside: &Column, plain: &[u8]) -> bool {
        let numbers = self.numbers(plain).unwrap_or_default();
        let pairs = numbers.iter().zip(beside.values(plain));
        let is_right = |(number, value): &(&u64, &[u8])| {
            octets(value).is_some_and(|octets| octets.len() as u64 == **number)
        };
        let mut counts = numbers
            .windows(2)
            .map(|two| two[0].checked_add(1) == Some(two[1]));
        self.key.is_empty()
            && !counts.all(|counts| counts)
            && self.cells.len() == beside.cells.len()
            && 2 * pairs.filter(is_right).count() >= numbers.len().max(1)
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
    /// The column that holds the octets, or one for each side; none where these are
    /// no records.
    fn choose(&self, plain: &[u8], text: &Text) -> Result<Vec<usize>, Fault> {
        let columns = &self.columns;
        if columns.len() > MOST {
            return Ok(Vec::new());
        }
        let named = |at: &usize, names: &str| is_among(names, &columns[*at].key);
        let all = 0..columns.len();
        let mut can: Vec<usize> = all
            .clone()
            .filter(|&at| columns[at].is_hex(plain))
            .collect();
        // In a list of packets the number and the time come first.
        let moment = all
            .clone()
            .find(|&at| columns[at].all(plain, stamp::is_seconds));
        if let Some(moment) = moment.filter(|moment| can.iter().any(|at| at > moment)) {
            can.retain(|at| *at > moment);
        }
        if can.is_empty() {
            let others = all.filter(|&at| columns[at].all(plain, is_other_notation));
            let others: Vec<usize> = others.take(2).collect();
            return Ok(if others.len() == 1 {
                others
            } else {
                Vec::new()
            });
        }
        let two = self.sides(&can, plain);
        if !two.is_empty() {
            return Ok(two);
        }
        let blocks: Vec<usize> = can.iter().copied().filter(|at| named(at, BLOCKS)).collect();
        let mut left = match blocks.len() {
            0 => can,
            _ => blocks,
        };
        if left.len() > 1 {
            left.retain(|at| !named(at, OTHERS));
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
            [] => Ok(Vec::new()),
            [only] if !columns[only].key.is_empty() && columns[only].all(plain, stamp::is_time) => {
                Err(Fault::at(
                    RefusalKind::Truncated,
                    text.raw_at(columns[only].cells[0].value.start),
                    "Times stand here, and no column of the table holds bytes: it may be missing. Copy the whole table.",
                ))
            }
            [only] if self.may_be_blocks(only, plain) => Ok(vec![only]),
            [_] => Ok(Vec::new()),
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

    /// The two columns that are titled with the names of the sides, and hold what
    /// they sent; none where there are no such two. Numbers may be anything.
    fn sides(&self, can: &[usize], plain: &[u8]) -> Vec<usize> {
        let side = |at: usize| sides::of_name(&self.columns[at].title);
        let may = |at: &&usize| side(**at).is_some() && self.columns[**at].numbers(plain).is_none();
        let two: Vec<usize> = can.iter().filter(may).copied().collect();
        let rows = |at: usize| self.columns[at].cells.iter().map(|cell| cell.row);
        let is = |sender| Some(Side::Is(sender));
        let pair = match two[..] {
            [one, other] if rows(one).eq(rows(other)) => [side(one), side(other)],
            _ => return Vec::new(),
        };
        let [client, server] = [Sender::Client, Sender::Server].map(is);
        let (own, peer) = (Some(Side::Own), Some(Side::Peer));
        let is_pair = [[client, server], [server, client], [own, peer], [peer, own]];
        match is_pair.contains(&pair) {
            true => two,
            false => Vec::new(),
        }
    }

    /// Whether a column that is left over can be header blocks: its key says
    /// so, or it has none and what it holds does not contradict, or what it
    /// holds is whole blocks of more than a few octets.
    fn may_be_blocks(&self, at: usize, plain: &[u8]) -> bool {
        let column = &self.columns[at];
        let long = |value: &[u8]| octets(value).is_some_and(|octets| octets.len() > 3);
        column.key.is_empty()
            || is_among(BLOCKS, &column.key)
            || !is_among(OTHERS, &column.key)
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

    /// Leaves the values of the chosen column in the lines of the frame, and those
    /// of the `other` side's in lines of their own behind them.
    fn apply(
        &self,
        chosen: usize,
        other: Option<usize>,
        frame: &mut Frame,
        text: &Text,
    ) -> Result<(), Fault> {
        let plain = &*text.plain;
        let own = &self.columns[chosen];
        let values = |at: usize| -> HashMap<usize, Line> {
            let cells = self.columns[at].cells.iter();
            cells.map(|cell| (cell.row, cell.value)).collect()
        };
        let (values, others) = (values(chosen), other.map(values));
        let called = self.called(chosen);
        for at in [Some(chosen), other].into_iter().flatten() {
            let mut cells = self.columns[at].cells.iter();
            if self.columns[at].is_hex(plain)
                && let Some(bad) = cells.find(|cell| octets(cell.value.of(plain)).is_none())
            {
                return Err(Fault::at(
                    RefusalKind::OddDigits,
                    text.raw_at(bad.value.start),
                    format!(
                        "This value of {} is not whole bytes in hex, as the other rows have there. Copy the rows again.",
                        self.called(at)
                    ),
                ));
            }
        }
        // No two rows of one moment are the same.
        let same = |n: &usize| {
            let is_same = |column: &Column| match column.cells.get(n - 1..=*n) {
                Some([one, two]) => one.value.of(plain) == two.value.of(plain),
                _ => false,
            };
            self.columns.iter().all(is_same)
        };
        let has_moments = self
            .columns
            .iter()
            .any(|column| column.all(plain, stamp::is_moment));
        if let Some(n) = (1..own.cells.len())
            .find(same)
            .filter(|_| has_moments && self.columns.len() > 2)
        {
            frame.notes.push((
                text.raw_at(frame.lines[own.cells[n].row].line.start),
                "This row is the same as the one above, with its time: it may be doubled.".into(),
            ));
        }
        let mut rows: Vec<usize> = self.around.clone();
        for (at, column) in self.columns.iter().enumerate() {
            if at == chosen || Some(at) == other {
                continue;
            }
            let is_length = is_among(LENGTHS, &column.key)
                || self.columns.len() > 2 && column.is_nearly_length(own, plain);
            // One number alone may be anything, unless it is nearly the length.
            let is_near = |numbers: &[u64]| {
                let first = own.values(plain).next().and_then(octets);
                first.is_some_and(|first| numbers[0].abs_diff(first.len() as u64) < 3)
            };
            if column.key.is_empty()
                && let Some(numbers) = column.numbers(plain)
                && !column.is_explained(own, plain)
                && (numbers.len() > 1 || is_near(&numbers) || has_moments && at + 1 == chosen)
                && let Some(first) = column.cells.first()
            {
                frame.notes.push((
                    text.raw_at(first.value.start),
                    format!("The numbers of {} were not read: they neither count nor are they the lengths of what stands beside them.", self.called(at)),
                ));
            }
            // Requests and responses, client and server, by whatever name.
            let names_sides = column.all(plain, |value| {
                str::from_utf8(value).is_ok_and(|value| sides::is_told(&column.key, value))
            });
            for cell in &column.cells {
                rows.push(cell.row);
                let value = cell.value.of(plain);
                let Some(&block) = values.get(&cell.row) else {
                    continue;
                };
                if value.windows(3).any(|dots| dots == b"...") {
                    frame.notes.push_of_many(text.raw_at(cell.value.start), || {
                        "Something was left out here: bytes may be missing.".into()
                    });
                }
                let line = &mut frame.lines[cell.row];
                if is_among(sides::SENDERS, &column.key) || names_sides {
                    line.mark = sides::named(&String::from_utf8_lossy(value)).or(line.mark);
                }
                if is_among(LABELS, &column.key) || column.key.is_empty() && at == 0 {
                    let shown = String::from_utf8_lossy(value);
                    let label = format!("{} {shown}", column.title);
                    let label: String = label.trim().chars().take(SHOWN).collect();
                    let other = others.as_ref().and_then(|others| others.get(&cell.row));
                    frame
                        .labels
                        .extend(other.map(|other| (other.start, label.clone())));
                    frame.labels.push((block.start, label));
                }
                let count = octets(block.of(plain)).map(|octets| octets.len().to_string());
                if let Some(count) = count
                    && is_length
                    && value != count.as_bytes()
                {
                    frame.notes.push_of_many(text.raw_at(cell.value.start), || {
                        format!(
                            "{} says {} here, but {called} holds {count} byte{}: one of the two was changed, or bytes are missing.",
                            capital(self.called(at)),
                            String::from_utf8_lossy(value),
                            if count == "1" { "" } else { "s" }
                        )
                    });
                }
                frame.skipped.push(Skipped {
                    place: text.place(cell.value.start, cell.value.end),
                    reason: format!("{}, beside {called}", self.called(at)).into(),
                    each: true,
                });
            }
        }
        // Cells that are a block only together.
        let cells = || own.values(plain).filter_map(octets);
        let is_whole = |octets: &[u8]| hpack::structure::is_whole(octets);
        let are_parts = self.apart
            && cells().filter(|octets| !is_whole(octets)).count() > 1
            && is_whole(&cells().collect::<Vec<_>>().concat());
        for (&row, &value) in &values {
            let line = &mut frame.lines[row];
            let sign = value.end - value.start - digits_of(value.of(plain)).len();
            // “\x” before all digits, as PostgreSQL prints a bytea.
            let is_bytea = sign == 2 && plain[value.start] == b'\\' && own.is_hex(plain);
            line.line = Line {
                start: value.start + if is_bytea { 2 } else { 0 },
                end: value.end,
            };
            line.blank_before |= self.apart && !are_parts;
        }
        // Rows without a value, and what stands around the rows, hold no octets.
        rows.retain(|row| !values.contains_key(row));
        rows.sort_unstable();
        rows.dedup();
        for &row in &rows {
            let line = frame.lines[row].line;
            frame.skip(text, line, WITHOUT_BYTES);
        }
        frame.remove(&rows);
        if let Some(other) = other {
            let side = |at: usize| sides::of_name(&self.columns[at].title);
            let left = |row: usize| row - rows.partition_point(|out| *out < row);
            for &row in values.keys() {
                frame.lines[left(row)].mark = side(chosen);
            }
            let cells = self.columns[other].cells.iter();
            frame.insert(cells.map(|cell| (left(cell.row), cell.value, side(other))));
        }
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

fn named_column(title: Option<Line>, cells: Vec<Cell>, text: &Text) -> Column {
    Column {
        key: title.map_or_else(String::new, |title| key(title.of(&text.plain))),
        title: title.map_or_else(String::new, |title| text.name(title.start, title.end)),
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
