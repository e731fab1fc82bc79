//! Which tool's dump it is: the base of its offsets and what its cells hold.

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
    /// The first one, if there are any.
    pub(super) first: Option<Offset>,
    /// Whether a sign marks some of them as such.
    pub(super) marked: bool,
    pub(super) cell: Cell,
    pub(super) detail: &'static str,
}

impl Shape {
    /// Rows without offsets.
    pub(super) const COLUMNS: Shape = Shape {
        base: 16,
        first: None,
        marked: false,
        cell: Cell::PAIR,
        detail: "dump as in RFC 7541",
    };

    /// Whether such a dump ends with an offset: those of od do.
    pub(super) fn is_od(&self) -> bool {
        self.first
            .is_some_and(|first| matches!(first.width(), 6 | 7))
            && !self.marked
    }

    /// Whether the tools that write such offsets print characters too: xxd,
    /// hexdump -C, lldb and Format-Hex do.
    pub(super) fn has_characters(&self) -> bool {
        let wide = self.first.is_some_and(|first| first.width() > 7);
        wide && self.base == 16 && self.cell.radix == 16 && !self.cell.prefixed
    }

    /// Whether these are words behind an address that only debuggers write.
    pub(super) fn is_unordered(&self) -> bool {
        let address = self
            .first
            .is_some_and(|first| first.width() < 8 && first.marked);
        address && self.cell.octets > 2 && !self.cell.swapped
    }

    /// Whether this may be the offset at an end: Wireshark, od and hexdump
    /// write it, with four to eight digits.
    pub(super) fn ends(&self, offset: &Offset) -> bool {
        (4..=8).contains(&offset.width()) && !self.first.is_some_and(|first| first.marked)
    }
}

/// The shape, if the lines are rows of a dump: of all shapes that the first
/// cell may be of, the one in which the offsets grow as the octets of most
/// rows say, and in which most have their characters beside them.
pub(super) fn recognise(text: &Text, frame: &Frame, offsets: &[Option<Offset>]) -> Option<Shape> {
    let all = offsets.iter().enumerate();
    let rows = all.filter_map(|(n, offset)| Some((n, (*offset)?)));
    let rows: Vec<(usize, Offset)> = rows.take(SAMPLE).collect();
    let first = rows.first()?.1;
    let marked = offsets.iter().flatten().any(|offset| offset.marked);
    let stands = |base: &u32| match base {
        16 => true,
        // od's offsets have seven digits and no colon.
        8 => !marked && first.width() == 7,
        // xxd -d has a colon and eight.
        _ => first.width() == if marked { 8 } else { 7 },
    };
    let all: Vec<Offset> = rows.iter().map(|(_, offset)| *offset).collect();
    // The rows that another follows, with the distances to it.
    let steps = |base| -> Vec<(Offset, usize)> {
        let step = |&(n, row): &(usize, Offset)| {
            let (next, distance) = step(text, frame, offsets, n, base)?;
            (!frame.lines[next].blank_before).then_some((row, distance))
        };
        rows.iter().filter_map(step).collect()
    };
    let stepping = steps(16);
    let leading: Vec<Offset> = stepping.iter().map(|(offset, _)| *offset).collect();
    let cells = cells(
        text,
        if stepping.is_empty() { &all } else { &leading },
        marked,
    );
    let rendered = |cell: Cell| {
        let is = |offset: &&Offset| row::alone(text, offset.rest, None, cell).rendered;
        all.iter().take(16).filter(is).count()
    };
    let mut best: Option<((usize, usize), u32, Cell)> = None;
    for base in [16, 8, 10].into_iter().filter(stands) {
        let steps = steps(base);
        for &cell in &cells {
            let fits = steps.iter().filter(|step| fits(text, step, cell)).count();
            let score = (fits, rendered(cell));
            let is_better = best.is_none_or(|(most, ..)| score > most);
            if fits > 0 && fits * 2 >= steps.len() && is_better {
                best = Some((score, base, cell));
            }
        }
    }
    // Rows of which none follows another must each show what they are.
    let shown = |cell: &&Cell| {
        let is =
            |offset: &Offset| (offset.marked || stepping.is_empty()) && shows(text, offset, **cell);
        (cell.radix == 16 || cell.octets == 1) && all.iter().all(is)
    };
    let lone = || {
        let shown = cells.iter().filter(shown).rev();
        Some((16, *shown.max_by_key(|cell| rendered(**cell))?))
    };
    let (base, cell) = best.map(|(_, base, cell)| (base, cell)).or_else(lone)?;
    Some(Shape {
        base,
        first: Some(first),
        marked,
        cell,
        detail: detail(text, &first, cell, base),
    })
}

/// The line of the offset after that of the line `n`, and the distance to it,
/// unless rows are squeezed between them.
pub(super) fn step(
    text: &Text,
    frame: &Frame,
    offsets: &[Option<Offset>],
    n: usize,
    base: u32,
) -> Option<(usize, usize)> {
    let plain = &*text.plain;
    let is_star = |n: usize| frame.lines[n].line.of(plain) == b"*";
    let next = (n + 1..offsets.len()).find(|&next| offsets[next].is_some() || is_star(next))?;
    let value = |n: usize| offsets[n]?.value(plain, base);
    let distance = value(next)?.checked_sub(value(n)?)?;
    let distance = usize::try_from(distance).unwrap_or(usize::MAX);
    (distance > 0).then_some((next, distance))
}

/// Whether a row holds as many octets as the step to the next one.
fn fits(text: &Text, &(offset, step): &(Offset, usize), cell: Cell) -> bool {
    let alone = || row::alone(text, offset.rest, Some(step), cell);
    step <= WIDEST && Some(alone()).is_some_and(|row| row.octets.len() == step && !row.goes_on)
}

/// What the cells may hold, by the longest of those that begin a row; the
/// likelier before others.
fn cells(text: &Text, rows: &[Offset], marked: bool) -> Vec<Cell> {
    let plain = &*text.plain;
    let first = |offset: &Offset| {
        let is_sign = |byte: &u8| is_space(*byte) || matches!(byte, b',' | b'|' | b'-');
        let mut words = offset.rest.of(plain).split(is_sign);
        let word = words.find(|word| !word.is_empty())?;
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        (!digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit))
            .then_some((digits, digits.len() < word.len()))
    };
    let all = rows.iter().filter_map(first);
    let Some((digits, prefixed)) = all.max_by_key(|(digits, _)| digits.len()) else {
        return Vec::new();
    };
    let hex = Cell {
        prefixed,
        swapped: prefixed && digits.len() > 2,
        ..Cell::new(16, digits.len().div_ceil(2))
    };
    let are_bits = digits.iter().all(|digit| matches!(digit, b'0' | b'1'));
    let mut cells = match digits.len() {
        // od puts no colon after its offsets.
        3 if !marked => vec![Cell::new(8, 1)],
        5 => vec![Cell::new(10, 2)],
        6 if !prefixed && !marked => vec![Cell::new(8, 2)],
        8 if are_bits && !prefixed => vec![Cell::new(2, 1), hex],
        1 => vec![hex],
        length if length % 2 == 0 && (!prefixed || (length / 2).is_power_of_two()) => vec![hex],
        _ => Vec::new(),
    };
    // gdb has 0x before its offsets and a colon after them, od neither.
    if digits.len() <= 3 && !prefixed && (!marked || rows[0].prefixed) {
        cells.push(Cell::new(10, 1));
    }
    // Nothing shows the order of octets in words: od has no colon.
    if cells.last() == Some(&hex) && hex.octets > 1 && !prefixed {
        let swapped = Cell {
            swapped: true,
            ..hex
        };
        cells.insert(cells.len() - usize::from(!marked), swapped);
    }
    cells
}

/// Whether a lone row shows that it has an offset.
fn shows(text: &Text, offset: &Offset, cell: Cell) -> bool {
    let plain = &*text.plain;
    if offset.is_alone(plain) {
        return true;
    }
    let rest = offset.rest.of(plain);
    let row = row::alone(text, offset.rest, None, cell);
    let value = offset.value(plain, 16);
    let digits = offset.width();
    // A number as long as the cells may be one of them.
    let first = rest.trim_ascii_start().split(|byte| is_space(*byte)).next();
    let other_width = first.is_none_or(|word| word.len() != digits);
    // The characters must be those of the octets without the offset: else the
    // row has none, and its first octets look like one.
    let column = row.rendered;
    // RFC 7541's rows have a bar and no offset.
    let after = row.found.after.of(plain);
    let rfc = digits == 4 && after.starts_with(b"| ") && !after.ends_with(b"|") && !offset.marked;
    // 8286: 84 41 may be octets with a colon among them.
    let aligned = value.is_some_and(|value| value % 8 == 0);
    // Else they are decimal numbers.
    let stands = row.found.clean || cell.radix != 8;
    let is_address = offset.marked && (column || offset.prefixed || digits >= 8 || aligned);
    let is_offset = digits >= 4 && (column || value == Some(0) && other_width);
    // A debugger's numbers are several, or have two digits.
    let is_one = cell.radix == 10 && row.octets.len() < 2;
    !row.octets.is_empty() && !is_one && stands && !rfc && (is_address || is_offset)
}

fn detail(text: &Text, offset: &Offset, cell: Cell, base: u32) -> &'static str {
    let rest = offset.rest.of(&text.plain);
    match cell.radix {
        _ if cell.swapped => "dump of words (hexdump, od)",
        2 => "binary dump (xxd -b)",
        8 => "octal dump (od)",
        10 => "decimal dump (od)",
        _ if cell.octets > 1 => "xxd dump",
        _ if cell.prefixed => "debugger dump",
        _ if rest.ends_with(b"<") => "od dump",
        _ if rest.ends_with(b"|") => "hexdump -C",
        _ if base == 8 => "od dump",
        _ if offset.width() == 4 => "Wireshark hex dump",
        _ if offset.marked => "xxd dump",
        _ => "hex dump",
    }
}
