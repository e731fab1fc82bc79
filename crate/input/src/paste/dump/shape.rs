//! Which tool's dump it is: the base of its offsets and what its cells hold.

use std::cmp::Ordering;

use super::super::{
    frame::Frame,
    row::{self, Cell, Offset, WIDEST},
    text::{Text, is_space},
};

/// Rows that are looked at to tell the shape.
const SAMPLE: usize = 48;

#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Of the offsets: 16, 8 or 10.
    pub(super) base: u32,
    pub(super) cell: Cell,
    pub(super) detail: &'static str,
}

/// The shape, if the lines are rows of a dump: of all shapes that the first
/// cell may be of, the one in which the offsets grow as the octets of most
/// rows say.
pub(super) fn recognise(text: &Text, frame: &Frame, offsets: &[Option<Offset>]) -> Option<Shape> {
    let all = offsets.iter().enumerate();
    let rows: Vec<(usize, Offset)> = all
        .filter_map(|(n, offset)| Some((n, (*offset)?)))
        .take(SAMPLE)
        .collect();
    let &(_, first) = rows.first()?;
    let marked = rows.iter().any(|(_, offset)| offset.marked);
    let stands = |base: &u32| match base {
        16 => true,
        // Tools that print octal offsets put no colon after them, and od has
        // seven digits; xxd -d eight, and a colon.
        8 => !marked && first.width() < 8,
        _ => marked || first.width() < 8,
    };
    let steps = |base| steps(text, frame, &rows, base);
    let stepping: Vec<Offset> = steps(16).into_iter().map(|(offset, _)| offset).collect();
    let all: Vec<Offset> = rows.iter().map(|(_, offset)| *offset).collect();
    let cells = cells(text, if stepping.is_empty() { &all } else { &stepping });
    let mut best: Option<(usize, u32, Cell)> = None;
    for base in [16, 8, 10].into_iter().filter(stands) {
        let steps = steps(base);
        for &cell in &cells {
            let fits = |&&(offset, step): &&(Offset, usize)| fits(text, &offset, step, cell);
            let fits = steps.iter().filter(fits).count();
            if fits * 2 >= steps.len() && fits > best.map_or(0, |(most, ..)| most) {
                best = Some((fits, base, cell));
            }
        }
    }
    // Rows of which none follows another must each show what they are.
    let shown = |cell: &&Cell| {
        let shows = |&offset: &Offset| {
            (offset.marked || stepping.is_empty()) && shows(text, offset, **cell)
        };
        !matches!(cell, Cell::NumberWord(_)) && all.iter().all(shows)
    };
    let lone = || Some((16, *cells.iter().find(shown)?));
    let (base, cell) = best.map(|(_, base, cell)| (base, cell)).or_else(lone)?;
    let cell = endian(text, &all, cell);
    Some(Shape {
        base,
        cell,
        detail: detail(text, first, cell, base),
    })
}

/// The rows that another follows, with the distances to it.
fn steps(text: &Text, frame: &Frame, rows: &[(usize, Offset)], base: u32) -> Vec<(Offset, usize)> {
    let plain = &*text.plain;
    let step = |two: &[(usize, Offset)]| {
        let [(n, row), (next, other)] = two else {
            return None;
        };
        let between = &frame.lines[*n..*next];
        let squeezed = between.iter().any(|line| line.line.of(plain) == b"*");
        let step = other
            .value(plain, base)?
            .checked_sub(row.value(plain, base)?)?;
        (step > 0 && !squeezed && !frame.lines[*next].blank_before)
            .then(|| (*row, usize::try_from(step).unwrap_or(usize::MAX)))
    };
    rows.windows(2).filter_map(step).collect()
}

/// Whether a row holds as many octets as the step to the next one. The last
/// of its words may be filled up with zeros.
fn fits(text: &Text, offset: &Offset, step: usize, cell: Cell) -> bool {
    let holds = |cell| {
        let (octets, found) = row::alone(text, offset.rest, Some(step), cell);
        octets.len() == step && !found.more
    };
    step <= WIDEST
        && (holds(cell) || matches!(cell, Cell::Group(octets) if holds(Cell::Word(octets))))
}

/// What the cells may hold, by the longest of those that begin a row; the
/// likelier before others.
fn cells(text: &Text, rows: &[Offset]) -> Vec<Cell> {
    let plain = &*text.plain;
    let first = |offset: &Offset| {
        let mut words = offset
            .rest
            .of(plain)
            .split(|byte| is_space(*byte) || matches!(byte, b',' | b'|'));
        // WinDbg's hyphen stands in the middle of a row.
        let word = words
            .find(|word| !word.is_empty())?
            .split(|byte| *byte == b'-')
            .find(|part| !part.is_empty())?;
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        (!digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit))
            .then_some((digits, digits.len() < word.len()))
    };
    let all = rows.iter().filter_map(first);
    let Some((digits, prefixed)) = all.max_by_key(|(digits, _)| digits.len()) else {
        return Vec::new();
    };
    let marked = rows[0].marked;
    let octets = digits.len() / 2;
    let word = match prefixed {
        true => Cell::Word(octets),
        false => Cell::Group(octets),
    };
    let mut cells = match digits.len() {
        1 | 2 => vec![Cell::Pair],
        // od puts no colon after its offsets.
        3 if !marked => vec![Cell::Octal],
        4 => vec![word, Cell::Octal],
        5 => vec![Cell::NumberWord(10)],
        6 => vec![Cell::NumberWord(8), word],
        8 if digits.iter().all(|digit| matches!(digit, b'0' | b'1')) => vec![Cell::Bits, word],
        length if length % 2 == 0 => vec![word],
        _ => Vec::new(),
    };
    // gdb has 0x before its offsets and a colon after them, od neither.
    if digits.len() <= 3 && !prefixed && (!marked || rows[0].prefixed(plain)) {
        cells.push(Cell::Decimal);
    }
    cells
}

/// Whether a lone row shows that it has an offset.
fn shows(text: &Text, offset: Offset, cell: Cell) -> bool {
    let plain = &*text.plain;
    let rest = offset.rest.of(plain);
    if rest.trim_ascii().is_empty() {
        return true;
    }
    let (octets, found) = row::alone(text, offset.rest, None, cell);
    let value = offset.value(plain, 16);
    let zero = value == Some(0);
    // 8286: 84 41 may be octets with a colon among them.
    let aligned = value.is_some_and(|value| value % 8 == 0);
    let digits = offset.width();
    // A number as long as the cells may be one of them.
    let first = rest.trim_ascii_start().split(|byte| is_space(*byte)).next();
    let other_width = first.is_none_or(|word| word.len() != digits);
    // The characters must be those of the octets without the offset: else the
    // row has none, and its first octets look like one.
    let column = row::is_rendered(text, offset.rest, cell)
        || matches!(cell, Cell::Group(octets) if row::is_rendered(text, offset.rest, Cell::Word(octets)));
    // RFC 7541's rows have a bar and no offset.
    let after = found.after.of(plain);
    let rfc = digits == 4 && after.starts_with(b"| ") && !after.ends_with(b"|") && !offset.marked;
    !octets.is_empty()
        // Else they are decimal numbers.
        && (found.clean || cell != Cell::Octal)
        && !rfc
        && (offset.marked && (column || offset.prefixed(plain) || digits >= 8 || aligned)
            || digits >= 4 && (column || zero && other_width))
}

/// Groups of several octets may be words with their octets swapped: the
/// characters beside them tell, or else whether the offset has a colon.
fn endian(text: &Text, rows: &[Offset], cell: Cell) -> Cell {
    let Cell::Group(octets) = cell else {
        return cell;
    };
    let rows = &rows[..rows.len().min(16)];
    let count = |cell| {
        let rendered = |offset: &&Offset| row::is_rendered(text, offset.rest, cell);
        rows.iter().filter(rendered).count()
    };
    let word = Cell::Word(octets);
    match count(cell).cmp(&count(word)) {
        Ordering::Greater => cell,
        Ordering::Less => word,
        Ordering::Equal if rows.iter().any(|offset| offset.marked) => cell,
        Ordering::Equal => word,
    }
}

/// A line that numbers the columns: `00 01 02 …`, or dashes under a heading.
pub(super) fn is_ruler(line: &[u8]) -> bool {
    let is_rule = |byte: &u8| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' ');
    let numbers = line
        .split(|byte| is_space(*byte) || matches!(byte, b'-' | b'|'))
        .filter(|word| !word.is_empty() && !word.to_ascii_lowercase().starts_with(b"offset"))
        .map_while(|word| {
            let word = str::from_utf8(word).ok().filter(|word| word.len() <= 2)?;
            usize::from_str_radix(word, 16).ok()
        });
    line.iter().all(is_rule)
        || numbers.clone().count() >= 4 && numbers.clone().eq(0..numbers.count())
}

fn detail(text: &Text, offset: Offset, cell: Cell, base: u32) -> &'static str {
    let rest = offset.rest.of(&text.plain);
    match cell {
        Cell::Bits => "binary dump (xxd -b)",
        Cell::Octal => "octal dump (od)",
        Cell::Decimal => "decimal dump (od)",
        Cell::Word(_) | Cell::NumberWord(_) => "dump of words (hexdump, od)",
        Cell::Group(_) => "xxd dump",
        Cell::Pair if rest.trim_ascii().starts_with(b"0x") => "debugger dump",
        Cell::Pair if rest.ends_with(b"<") => "od dump",
        Cell::Pair if rest.ends_with(b"|") => "hexdump -C",
        Cell::Pair if base == 8 => "od dump",
        Cell::Pair if offset.width() == 4 => "Wireshark hex dump",
        Cell::Pair if offset.marked => "xxd dump",
        Cell::Pair => "hex dump",
    }
}
