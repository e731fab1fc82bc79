//! The rows of tables: Markdown, a database's client, commas, semicolons or
//! tabs between cells.

use super::{
    super::{
        Fault, RefusalKind,
        frame::Frame,
        row, stamp,
        text::{Line, Text},
        value::octets,
    },
    Cell, Records, bare, named_column,
};

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

/// The cells of a line between two blanks or more.
fn spaced(line: Line, plain: &[u8]) -> Vec<Line> {
    let mut cells = Vec::new();
    let mut rest = line.trimmed(plain);
    while rest.start < rest.end {
        let gap = rest.of(plain).windows(2).position(|two| two == b"  ");
        let end = gap.map_or(rest.end, |gap| rest.start + gap);
        cells.push(Line { end, ..rest });
        rest = Line { start: end, ..rest }.trimmed(plain);
    }
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
pub(super) fn cut(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    let records = rows(frame, text);
    let plain = &*text.plain;
    let content = |row: usize| frame.lines[row].line.of(plain);
    let is_drawn = |row: &usize| content(*row).starts_with(b"|");
    let (rulers, rows): (Vec<usize>, Vec<usize>) =
        (0..frame.lines.len()).partition(|row| is_ruler(content(*row)));
    let is_closed = |row: &usize| content(*row).ends_with(b"|");
    let frames = |row: &usize| matches!(content(*row), [b'|' | b'+', ..]);
    let is_table = rulers.iter().any(frames)
        && (0..frame.lines.len()).any(|row| is_drawn(&row) && is_closed(&row));
    if !is_table && records.is_none() {
        return Ok(None);
    }
    for row in rows.into_iter().filter(is_drawn) {
        let is_empty = content(row).iter().all(|byte| matches!(byte, b'|' | b' '));
        if !is_closed(&row) || is_empty {
            return Err(Fault::at(
                RefusalKind::Truncated,
                text.raw_at(frame.lines[row].line.end),
                "This row of the table has no “|” at its end, or nothing in its cells: it was cut off. Copy the whole table.",
            ));
        }
    }
    let mut rulers = rulers.into_iter();
    let is_joined = |row: &usize| content(*row).windows(3).any(|three| three == b"- -");
    if let Some(row) = rulers
        .find(|row| is_drawn(row) && is_joined(row))
        .or_else(|| askew(frame, plain))
    {
        return Err(Fault::at(
            RefusalKind::Truncated,
            text.raw_at(frame.lines[row].line.start),
            "This row does not stand under the heading of its table as the ruler does: characters are missing, or were added. Copy the whole table again.",
        ));
    }
    Ok(records)
}

/// A row whose bars do not stand under the crosses of its table's ruler, or
/// one of another width than the ruler, though those of the heading do: its
/// spaces were not run together everywhere.
fn askew(frame: &Frame, plain: &[u8]) -> Option<usize> {
    let whole = |row: usize| {
        let line = frame.lines[row].line;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let start = plain[..line.start].iter().rposition(is_end);
        let end = plain[line.end..].iter().position(is_end);
        &plain[start.map_or(0, |at| at + 1)..end.map_or(plain.len(), |end| line.end + end)]
    };
    for row in 1..frame.lines.len() {
        let ruler = whole(row);
        let crosses = bars(ruler);
        // hexyl draws a frame of this kind around rows with offsets.
        let has_offset = || row::offset(frame.lines[row].line, plain).is_some_and(|own| own.framed);
        let is_frame = |row: usize| frame.lines.get(row).is_some_and(|_| is_ruler(whole(row)));
        let is_heading = whole(row).trim_ascii_start().starts_with(b"|")
            && whole(row - 1).trim_ascii_start().starts_with(b"+--")
            && (row < 2 || !whole(row - 2).contains(&b'|'));
        if is_heading && !is_frame(row + 1) && !has_offset() {
            return Some(row);
        }
        if !(is_ruler(ruler) && ruler.contains(&b'+') && bars(whole(row - 1)) == crosses) {
            continue;
        }
        let own = (row + 1..frame.lines.len())
            .take_while(|&row| whole(row).contains(&b'|') && !is_ruler(whole(row)));
        if let Some(row) = own.clone().find(|&row| bars(whole(row)) != crosses) {
            return Some(row);
        }
        // psql fills up the last cell, or ends it where the value ends.
        let is_filled = |row: usize| whole(row).len() == ruler.len() && whole(row).ends_with(b" ");
        let widths = |row: usize| whole(row).trim_ascii_end().len();
        let longest = own.clone().chain([row - 1]).map(widths).max();
        let odd = if own.clone().any(is_filled) {
            own.clone().find(|&row| whole(row).len() != ruler.len())
        } else {
            own.clone()
                .find(|_| longest.is_some_and(|longest| longest + 1 < ruler.len()))
        };
        if odd.is_some() {
            return odd;
        }
    }
    None
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
    let separators: &[u8] = if drawn { b"|" } else { b"\t,;| " };
    // A table of a single column has a frame, or says how many rows it has.
    let is_framed = |&row: &usize| is_count(content(row)) || content(row).starts_with(b"+--");
    let least = if drawn && around.iter().any(is_framed) {
        1
    } else {
        2
    };
    let rows = separators.iter().find_map(|&separator| {
        let split = |&row: &usize| {
            let mut cells = match separator {
                b' ' => spaced(lines[row].line, plain),
                _ => cells(lines[row].line, plain, separator),
            };
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
        let width = split(&first).1.len();
        if !(least..=super::MOST).contains(&width) {
            return None;
        }
        let all: Vec<(usize, Vec<Line>)> = rows.iter().map(split).collect();
        let even = all.iter().all(|(_, cells)| cells.len() == width);
        // Only beside seconds are several blanks more than a gap among octets.
        let is_second = |at: usize| {
            all.iter()
                .all(|(_, cells)| stamp::is_seconds(cells[at].of(plain)))
        };
        let is_apart = separator != b' ' || even && width > 2 && (0..width).any(is_second);
        (even && is_apart).then_some(all)
    })?;
    let has_time =
        |(_, cells): &(usize, Vec<Line>)| cells.iter().any(|cell| stamp::is_moment(cell.of(plain)));
    if rows.len() < 2 && !rows.iter().any(has_time) {
        return None;
    }
    let is_word = |cell: &Line| {
        let value = cell.of(plain);
        value.iter().any(u8::is_ascii_alphabetic) && octets(value).is_none()
    };
    let (heading, body) = match rows.split_first() {
        Some(((row, heading), body))
            if heading.iter().any(is_word)
                && heading
                    .iter()
                    .all(|cell| is_word(cell) || drawn && cell.start == cell.end) =>
        {
            (Some((*row, heading)), body)
        }
        _ => (None, &rows[..]),
    };
    // Bars stand between octets and commands too: only names are a heading.
    let is_title = |cell: &Line| {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.()".contains(byte);
        cell.of(plain).iter().all(is_name)
    };
    let is_barred = !drawn && content(first).contains(&b'|');
    if is_barred && !heading.is_some_and(|(_, cells)| cells.iter().all(is_title)) {
        return None;
    }
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
    let is_octet = |cell: &Line| octets(cell.of(plain)).is_none_or(|octets| octets.len() == 1);
    if heading.is_none()
        && !rows.iter().any(has_time)
        && body.iter().flat_map(|(_, cells)| cells).all(is_octet)
    {
        return None;
    }
    let column = |at: usize| {
        let title = heading.map(|(_, titles)| titles[at]);
        let cells = body.iter().map(|(row, cells)| Cell {
            row: *row,
            value: cells[at],
        });
        named_column(title, cells.collect(), text)
    };
    let mut around = around;
    around.extend(heading.map(|(row, _)| row));
    Some(Records {
        columns: (0..rows[0].1.len()).map(column).collect(),
        around,
        apart: true,
    })
}
