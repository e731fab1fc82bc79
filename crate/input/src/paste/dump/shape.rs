//! Which tool's dump it is: the base of its offsets and what its cells hold.

use super::super::{
    frame::Frame,
    row::{self, Cell, Offset, Size, WIDEST},
    split::Pieces,
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

/// The shape, if the lines are rows of a dump: the offsets grow as the octets
/// of the rows say.
pub(super) fn recognise(text: &Text, frame: &Frame, offsets: &[Option<Offset>]) -> Option<Shape> {
    let rows: Vec<usize> = (0..offsets.len())
        .filter(|&n| offsets[n].is_some())
        .take(SAMPLE)
        .collect();
    if rows.is_empty() {
        return None;
    }
    let mut best: Option<(usize, Shape)> = None;
    let mut steps_seen = 0;
    // Tools that print octal offsets put no colon after them.
    let marked = rows
        .iter()
        .any(|&n| offsets[n].is_some_and(|offset| offset.marked));
    // od has seven digits; xxd -d eight, and a colon.
    let digits = offsets[rows[0]].map_or(0, |offset| offset.digits.end - offset.digits.start);
    let stands = |base: &u32| match base {
        16 => true,
        8 => !marked && digits < 8,
        _ => marked || digits < 8,
    };
    for base in [16, 8, 10].into_iter().filter(stands) {
        let steps = steps(text, frame, offsets, &rows, base);
        steps_seen = steps_seen.max(steps.len());
        let Some(cell) = cell(text, offsets, &rows, &steps) else {
            continue;
        };
        let fits = steps
            .iter()
            .filter(|&&(n, step)| fits(text, &offsets[n], step, cell))
            .count();
        if fits > 0 && fits * 2 >= steps.len() && best.as_ref().is_none_or(|(most, _)| fits > *most)
        {
            best = Some((
                fits,
                Shape {
                    base,
                    cell,
                    detail: "",
                },
            ));
        }
    }
    let shape = match best {
        Some((_, shape)) => shape,
        // Rows of which none follows another: each must show what it is.
        None if steps_seen == 0 => {
            let cell = cell(text, offsets, &rows, &[])?;
            let shape = Shape {
                base: 16,
                cell,
                detail: "",
            };
            let shown = rows.iter().all(|&n| {
                offsets[n]
                    .as_ref()
                    .is_some_and(|offset| shows(text, offset, cell))
            });
            if !shown {
                return None;
            }
            shape
        }
        // Each row shows its offset, and they do not follow each other: the
        // reading says where.
        None => {
            let steps = steps(text, frame, offsets, &rows, 16);
            let cell = cell(text, offsets, &rows, &[])?;
            let shown = rows.iter().all(|&n| {
                offsets[n]
                    .as_ref()
                    .is_some_and(|offset| offset.marked && shows(text, offset, cell))
            });
            if !shown || steps.is_empty() {
                return None;
            }
            Shape {
                base: 16,
                cell,
                detail: "",
            }
        }
    };
    let cell = endian(text, offsets, &rows, shape.cell);
    Some(Shape {
        cell,
        detail: detail(text, &offsets[rows[0]], cell, shape.base),
        ..shape
    })
}

/// Distances from a row to the next, where that is forward.
fn steps(
    text: &Text,
    frame: &Frame,
    offsets: &[Option<Offset>],
    rows: &[usize],
    base: u32,
) -> Vec<(usize, usize)> {
    let value = |n: usize| offsets[n].and_then(|offset| offset.value(&text.plain, base));
    let mut steps = Vec::new();
    for pair in rows.windows(2) {
        let squeezed = frame.lines[pair[0]..pair[1]]
            .iter()
            .any(|line| line.line.of(&text.plain) == b"*");
        let (Some(from), Some(to)) = (value(pair[0]), value(pair[1])) else {
            continue;
        };
        if to > from && !squeezed && !frame.lines[pair[1]].blank_before {
            steps.push((pair[0], usize::try_from(to - from).unwrap_or(usize::MAX)));
        }
    }
    steps
}

/// Whether a row holds as many octets as the step to the next one.
fn fits(text: &Text, offset: &Option<Offset>, step: usize, cell: Cell) -> bool {
    let Some(offset) = offset else { return false };
    if step > WIDEST {
        return false;
    }
    let holds = |cell| {
        let mut pieces = Pieces::default();
        let size = Size {
            expect: Some(step),
            width: None,
            column: None,
        };
        let found = row::read(text, offset.rest, size, cell, &mut pieces);
        found.octets == step && !found.more
    };
    // The last of a row's words may be filled up with zeros.
    holds(cell) || matches!(cell, Cell::Group(octets) if holds(Cell::Word(octets)))
}

/// The words of a row, up to the first that can't be a cell.
fn words<'a>(text: &'a Text, offset: &Offset, most: usize) -> Vec<&'a [u8]> {
    let rest = offset.rest.of(&text.plain);
    rest.split(|byte| is_space(*byte) || matches!(byte, b',' | b'|'))
        .filter(|word| !word.is_empty())
        .flat_map(|word| {
            // WinDbg's hyphen in the middle.
            let parts: Vec<&[u8]> = if word.len() == 5 && word[2] == b'-' {
                vec![&word[..2], &word[3..]]
            } else {
                vec![word]
            };
            parts
        })
        .take(most)
        .take_while(|word| {
            let digits = word
                .strip_prefix(b"0x")
                .or_else(|| word.strip_prefix(b"-"))
                .unwrap_or(word);
            !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit)
        })
        .collect()
}

/// What the cells hold, by the words of the first rows.
fn cell(
    text: &Text,
    offsets: &[Option<Offset>],
    rows: &[usize],
    steps: &[(usize, usize)],
) -> Option<Cell> {
    let mut all: Vec<&[u8]> = Vec::new();
    for &n in rows.iter().take(16) {
        let Some(offset) = &offsets[n] else { continue };
        let step = steps
            .iter()
            .find(|(row, _)| *row == n)
            .map_or(usize::MAX, |(_, step)| *step);
        if steps.is_empty() || step != usize::MAX {
            all.extend(words(text, offset, step.min(64)));
        }
    }
    let first = *all.first()?;
    let prefixed = first.starts_with(b"0x");
    let bare = |word: &[u8]| word.len() - if word.starts_with(b"0x") { 2 } else { 0 };
    let binary =
        |word: &&[u8]| word.len() == 8 && word.iter().all(|byte| matches!(byte, b'0' | b'1'));
    if binary(&first) {
        let enough = steps.iter().all(|&(n, step)| {
            let row = offsets[n]
                .as_ref()
                .map_or(Vec::new(), |offset| words(text, offset, step.min(64)));
            row.len() == step.min(64) && row.iter().all(binary)
        });
        if enough {
            return Some(Cell::Bits);
        }
    }
    let number = |word: &&[u8]| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        digits.len() <= 3 && digits.iter().all(u8::is_ascii_digit)
    };
    if all.iter().any(|word| word.starts_with(b"-")) && all.iter().all(number) {
        return Some(Cell::Decimal);
    }
    let length = bare(first);
    // od and hexdump without options: words in octal or decimal.
    let digits = |n: usize, is: fn(&u8) -> bool| {
        all.iter()
            .all(|word| word.len() == n && word.iter().all(is))
    };
    let words_fit = !steps.is_empty()
        && steps.iter().all(|&(n, step)| {
            offsets[n]
                .as_ref()
                .is_some_and(|offset| words(text, offset, step.min(64)).len() == step.div_ceil(2))
        });
    if words_fit && digits(6, |byte| matches!(byte, b'0'..=b'7')) {
        return Some(Cell::NumberWord(8));
    }
    if words_fit && digits(5, u8::is_ascii_digit) {
        return Some(Cell::NumberWord(10));
    }
    let lettered = all.iter().any(|word| {
        word.iter()
            .any(|byte| byte.is_ascii_alphabetic() && *byte != b'x')
    });
    match length {
        1 | 2 if prefixed => Some(Cell::Pair),
        _ if length % 2 == 0
            && length >= 4
            && !(length == 4
                && first[0] == b'0'
                && offsets[rows[0]].is_some_and(|offset| offset.marked)
                && !lettered
                && steps.iter().any(|&(n, step)| {
                    offsets[n].as_ref().is_some_and(|offset| {
                        let row = words(text, offset, step.min(64));
                        row.len() == step.min(64)
                            && row.iter().all(|word| {
                                word.len() == 4
                                    && word[0] == b'0'
                                    && word.iter().all(|byte| matches!(byte, b'0'..=b'7'))
                            })
                    })
                })) =>
        {
            let group = if prefixed {
                Cell::Word(length / 2)
            } else {
                Cell::Group(length / 2)
            };
            Some(group)
        }
        4 => Some(Cell::Octal),
        2 if steps.is_empty() || all.iter().all(|word| word.len() == 2 && word[0] != b'-') => {
            Some(Cell::Pair)
        }
        // od puts no colon after its offsets.
        3 if !offsets[rows[0]].is_some_and(|offset| offset.marked)
            && all.iter().all(|word| {
                word.len() == 3 && word.iter().all(|byte| matches!(byte, b'0'..=b'7'))
            }) =>
        {
            Some(Cell::Octal)
        }
        // gdb has 0x before its offsets and a colon after them, od neither.
        1..=4
            if !lettered
                && !offsets[rows[0]].is_some_and(|offset| {
                    offset.marked && !text.plain[..offset.digits.start].ends_with(b"0x")
                }) =>
        {
            Some(Cell::Decimal)
        }
        _ => Some(Cell::Pair),
    }
}

/// Whether a lone row shows that it has an offset.
fn shows(text: &Text, offset: &Offset, cell: Cell) -> bool {
    let plain = &*text.plain;
    if offset.rest.trimmed(plain).of(plain).is_empty() {
        return true;
    }
    let mut pieces = Pieces::default();
    let found = row::read(
        text,
        offset.rest,
        Size {
            expect: None,
            width: None,
            column: None,
        },
        cell,
        &mut pieces,
    );
    let gap = offset
        .rest
        .of(plain)
        .iter()
        .take_while(|byte| is_space(**byte))
        .count();
    let zero = offset.value(plain, 16) == Some(0);
    // 8286: 84 41 may be octets with a colon among them.
    let aligned = offset.value(plain, 16).is_some_and(|value| value % 8 == 0);
    let prefixed = plain[..offset.digits.start].ends_with(b"0x");
    let digits = offset.digits.end - offset.digits.start;
    let other_width = match cell {
        Cell::Group(octets) => 2 * octets != digits,
        _ => true,
    };
    // The characters must be those of the octets without the offset: else the
    // row has none, and its first octets look like one.
    let characters = row::column(found.after, plain);
    let swapped = || {
        let Cell::Group(octets) = cell else {
            return false;
        };
        let mut pieces = Pieces::default();
        let size = Size {
            expect: None,
            width: None,
            column: None,
        };
        row::read(text, offset.rest, size, Cell::Word(octets), &mut pieces);
        row::renders(&pieces.octets, characters)
    };
    let column = found.clean
        && !characters.trim_ascii().is_empty()
        && (row::renders(&pieces.octets, characters) || swapped());
    // RFC 7541's rows have a bar and no offset.
    let after = found.after.of(plain);
    let rfc = digits == 4 && after.starts_with(b"| ") && !after.ends_with(b"|") && !offset.marked;
    found.octets > 0
        && !rfc
        && (offset.marked && (column || prefixed || digits >= 8 || aligned)
            || column && digits >= 4
            || zero && digits >= 4 && other_width
            || gap > 1 && digits >= 4 && other_width && zero)
}

/// Groups of several octets may be words with their octets swapped: the
/// characters beside them tell, or else whether the offset has a colon.
fn endian(text: &Text, offsets: &[Option<Offset>], rows: &[usize], cell: Cell) -> Cell {
    let Cell::Group(octets) = cell else {
        return cell;
    };
    let (mut straight, mut swapped) = (0, 0);
    let mut marked = false;
    for &n in rows.iter().take(16) {
        let Some(offset) = &offsets[n] else { continue };
        marked |= offset.marked;
        let rest = offset.rest.trimmed(&text.plain);
        for (cell, matches) in [
            (Cell::Group(octets), &mut straight),
            (Cell::Word(octets), &mut swapped),
        ] {
            let mut pieces = Pieces::default();
            // Word after word, until the characters are those of the octets.
            let found = row::read(
                text,
                rest,
                Size {
                    expect: None,
                    width: None,
                    column: None,
                },
                cell,
                &mut pieces,
            );
            let column = row::column(found.after, &text.plain);
            *matches += usize::from(
                found.clean
                    && !column.is_empty()
                    && column.iter().any(u8::is_ascii_graphic)
                    && row::renders(&pieces.octets, column),
            );
        }
    }
    match (straight, swapped) {
        _ if straight > swapped => cell,
        _ if swapped > straight => Cell::Word(octets),
        _ if marked => cell,
        _ => Cell::Word(octets),
    }
}

/// A line that numbers the columns: `00 01 02 …`, or dashes under a heading.
pub(super) fn is_ruler(line: &[u8]) -> bool {
    if line
        .iter()
        .all(|byte| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' '))
    {
        return true;
    }
    let digits: Vec<u8> = line
        .split(|byte| is_space(*byte) || matches!(byte, b'-' | b'|'))
        .filter(|word| {
            !word.is_empty()
                && !word.eq_ignore_ascii_case(b"offset")
                && !word.eq_ignore_ascii_case(b"offset(h)")
        })
        .map_while(|word| {
            u8::from_str_radix(str::from_utf8(word).unwrap_or("x"), 16)
                .ok()
                .filter(|_| word.len() <= 2)
        })
        .collect();
    digits.len() >= 4
        && digits
            .iter()
            .enumerate()
            .all(|(n, &digit)| digit as usize == n)
}

fn detail(text: &Text, offset: &Option<Offset>, cell: Cell, base: u32) -> &'static str {
    let Some(offset) = offset else { return "dump" };
    let rest = offset.rest.of(&text.plain);
    let digits = offset.digits.end - offset.digits.start;
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
        Cell::Pair if digits == 4 => "Wireshark hex dump",
        Cell::Pair if offset.marked => "xxd dump",
        Cell::Pair => "hex dump",
    }
}
