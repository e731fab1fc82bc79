//! One row of a dump: an offset, octets in cells, and characters beside them.

use super::{
    Fault, RefusalKind,
    split::Pieces,
    text::{Line, OTHER, Text, is_space},
};

/// Octets of the widest row that is taken for one.
pub(crate) const WIDEST: usize = 4096;

/// What stands in a row between offset and characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// Two hex digits.
    Pair,
    /// Several octets in hex digits, in the order of the text.
    Group(usize),
    /// Several octets in hex digits, the last first (little-endian words).
    Word(usize),
    /// A 16-bit word in this radix, little-endian.
    NumberWord(u32),
    /// Three octal digits.
    Octal,
    /// Eight binary digits.
    Bits,
    /// A decimal number, perhaps signed.
    Decimal,
}

impl Cell {
    /// Octets of a word whose order is the machine's; 1 where there is none.
    pub(crate) fn octets(self) -> usize {
        match self {
            Cell::Word(octets) => octets,
            Cell::NumberWord(_) => 2,
            _ => 1,
        }
    }
}

/// The offset at the start of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offset {
    /// Its digits.
    pub(crate) digits: Line,
    /// A colon, a bar or a `0x` shows that it is one.
    pub(crate) marked: bool,
    /// What comes after it.
    pub(crate) rest: Line,
}

impl Offset {
    /// How many digits it has.
    pub(crate) fn width(&self) -> usize {
        self.digits.end - self.digits.start
    }

    /// Whether `0x` stands before its digits.
    pub(crate) fn prefixed(&self, plain: &[u8]) -> bool {
        plain[..self.digits.start].ends_with(b"0x")
    }

    /// The number, in base 16, 10 or 8.
    pub(crate) fn value(&self, plain: &[u8], base: u32) -> Option<u64> {
        self.digits
            .of(plain)
            .iter()
            .filter(|byte| !matches!(byte, b'`' | b'_' | b':'))
            .try_fold(0u64, |value, byte| {
                value
                    .checked_mul(base.into())?
                    .checked_add((*byte as char).to_digit(base)?.into())
            })
    }
}

/// Reads the offset of a line, if it begins with one.
pub(crate) fn offset(line: Line, plain: &[u8]) -> Option<Offset> {
    let content = line.of(plain);
    let mut at = content
        .iter()
        .take_while(|byte| is_space(**byte) || matches!(byte, b'|' | b'['))
        .count();
    let framed = at > 0 && content[..at].contains(&b'|');
    let prefix = matches!(content.get(at..at + 2), Some(b"0x" | b"0X"));
    at += if prefix { 2 } else { 0 };
    let from = at;
    while content
        .get(at)
        .is_some_and(|byte| byte.is_ascii_hexdigit() || *byte == b'`' && at > from)
    {
        at += 1;
    }
    // DOS: segment and offset.
    if at - from == 4
        && content.get(at) == Some(&b':')
        && content
            .get(at + 1..at + 5)
            .is_some_and(|four| four.iter().all(u8::is_ascii_hexdigit))
        && content.get(at + 5).is_none_or(|byte| is_space(*byte))
    {
        at += 5;
    }
    let to = at;
    if !(3..=20).contains(&(to - from)) {
        return None;
    }
    at += usize::from(matches!(content.get(at), Some(b'h' | b'H')));
    // gdb: <symbol+8>.
    if content[at..].starts_with(b" <") {
        let close = content[at..].iter().position(|byte| *byte == b'>')?;
        at += close + 1;
    }
    let sign = matches!(content.get(at), Some(b':' | b'|' | b']'));
    at += usize::from(sign);
    if content
        .get(at)
        .is_some_and(|byte| !is_space(*byte) && *byte != b'|')
    {
        return None;
    }
    Some(Offset {
        digits: Line {
            start: line.start + from,
            end: line.start + to,
        },
        // 0x8286 0x8441 may as well be two numbers.
        marked: sign || framed || prefix && !content[at..].trim_ascii_start().starts_with(b"0x"),
        rest: Line {
            start: line.start + at,
            end: line.end,
        },
    })
}

/// How much of a row there should be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    /// Octets, where the next offset says so.
    pub(crate) expect: Option<usize>,
    /// Octets of a full row, where known.
    pub(crate) width: Option<usize>,
    /// Where the characters of the other rows begin, as a byte of the text's
    /// likeness in this row.
    pub(crate) column: Option<usize>,
}

/// What a row was found to hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) octets: usize,
    /// What follows the octets: characters, or something that stopped the
    /// reading.
    pub(crate) after: Line,
    /// Whether the rest is evidently the characters of the row, or nothing.
    pub(crate) clean: bool,
    /// Whether octets go on where the row should be at its end.
    pub(crate) more: bool,
}

/// Reads the octets of a row.
pub(crate) fn read(text: &Text, rest: Line, size: Size, cell: Cell, pieces: &mut Pieces) -> Found {
    let plain = &*text.plain;
    let from = pieces.octets.len();
    let mut at = rest.start;
    let (mut clean, mut more) = (false, false);
    let mut gap = 2;
    loop {
        while at < rest.end && is_space(plain[at]) {
            gap += if plain[at] == b'\t' { 2 } else { 1 };
            at += 1;
        }
        let count = pieces.octets.len() - from;
        let after = Line {
            start: at,
            end: rest.end,
        };
        let full = size.expect.or(size.width) == Some(count) && count > 0
            || count > 0 && size.expect.is_none() && size.column.is_some_and(|column| at >= column);
        if at == rest.end || plain[at] == b'|' && count > 0 || plain[at] == b'>' || full {
            clean = true;
            more = full && goes_on(text, after, cell, &pieces.octets[from..]);
            break;
        }
        if plain[at] == b'|' {
            at += 1;
            continue;
        }
        if count > 0
            && size.expect.is_none()
            && is_column(&pieces.octets[from..], after.of(plain), gap)
        {
            clean = true;
            break;
        }
        // After the octets of a usual row, or a gap that no tool leaves among
        // them, hex digits may be characters.
        let open = size.expect.is_none() && size.width.is_none_or(|width| width == WIDEST);
        let far = matches!(cell, Cell::Pair | Cell::Group(_)) && gap > 4;
        if open && (count == 16 && gap > 1 || count > 0 && far) {
            break;
        }
        let Some(end) = cell_at(
            text,
            at,
            rest.end,
            cell,
            size.expect.map(|expect| expect - count),
            pieces,
        ) else {
            break;
        };
        at = end;
        gap = 0;
        // debug.exe and WinDbg part the two halves of a row with a hyphen.
        if at < rest.end && matches!(plain[at], b'-' | b',' | b';') {
            at += 1;
        }
    }
    Found {
        octets: pieces.octets.len() - from,
        after: Line {
            start: at,
            end: rest.end,
        },
        clean,
        more,
    }
}

/// The octets of a row that is read by itself.
pub(crate) fn alone(
    text: &Text,
    rest: Line,
    expect: Option<usize>,
    cell: Cell,
) -> (Vec<u8>, Found) {
    let mut pieces = Pieces::default();
    let size = Size {
        expect,
        ..Size::default()
    };
    let found = read(text, rest, size, cell, &mut pieces);
    (pieces.octets, found)
}

/// Whether a row that is read by itself has the characters of its octets.
pub(crate) fn is_rendered(text: &Text, rest: Line, cell: Cell) -> bool {
    let (octets, found) = alone(text, rest, None, cell);
    let characters = column(found.after, &text.plain);
    found.clean && !characters.trim_ascii().is_empty() && renders(&octets, characters)
}

/// Whether another cell, or a part of one, stands where a row should be at its
/// end, and not the characters of its octets.
fn goes_on(text: &Text, after: Line, cell: Cell, octets: &[u8]) -> bool {
    let content = after.of(&text.plain);
    let mut words = content.split(|byte| is_space(*byte));
    let digits = words.next().unwrap_or_default();
    let part = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    let mut own = Pieces::default();
    (part || cell_at(text, after.start, after.end, cell, None, &mut own).is_some())
        && !renders(octets, column(after, &text.plain))
}

/// Reads one cell, and says where it ends.
fn cell_at(
    text: &Text,
    start: usize,
    end: usize,
    cell: Cell,
    left: Option<usize>,
    pieces: &mut Pieces,
) -> Option<usize> {
    let plain = &*text.plain;
    let line = &plain[start..end];
    let prefix = if matches!(line.get(..2), Some(b"0x" | b"0X")) {
        2
    } else {
        0
    };
    let sign = usize::from(cell == Cell::Decimal && matches!(line.first(), Some(b'-' | b'+')));
    let digits = line[prefix + sign..]
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    let stop = prefix + sign + digits;
    if line
        .get(stop)
        .is_some_and(|byte| !is_space(*byte) && !matches!(byte, b'-' | b',' | b'|' | b';'))
    {
        return None;
    }
    let content = &line[prefix + sign..stop];
    let whole = text.place(start, start + stop);
    let radix = |base| u8::from_str_radix(str::from_utf8(content).unwrap_or(""), base).ok();
    match cell {
        Cell::Pair if digits == 2 || prefix == 2 && digits == 1 => pieces.push(radix(16)?, whole),
        Cell::Octal if digits == 3 || prefix == 0 && digits == 4 && content[0] == b'0' => {
            pieces.push(radix(8)?, whole)
        }
        Cell::Bits if digits == 8 => pieces.push(radix(2)?, whole),
        // od pads its decimal numbers with spaces.
        Cell::Decimal if digits == 1 || (2..=3).contains(&digits) && content[0] != b'0' => {
            let value: i32 = str::from_utf8(content).ok()?.parse().ok()?;
            let value = if line[0] == b'-' { -value } else { value };
            if !(-128..=255).contains(&value) {
                return None;
            }
            pieces.push(value as u8, whole);
        }
        Cell::Group(most) | Cell::Word(most) => {
            let swapped = matches!(cell, Cell::Word(_));
            let count = digits / 2;
            if digits % 2 == 1
                || !(1..=most).contains(&count)
                || !swapped && left.is_some_and(|left| count > left + 1)
            {
                return None;
            }
            let octet = |n: usize| {
                let at = prefix + 2 * if swapped { count - 1 - n } else { n };
                (at, crate::hex::octet(&line[at..at + 2]).unwrap_or(0))
            };
            // A word is printed whole though only a part of it is there.
            let kept = left.map_or(count, |left| left.min(count));
            if (kept..count).any(|n| octet(n).1 != 0) {
                return None;
            }
            for (at, octet) in (0..kept).map(octet) {
                let from = if at == prefix && !swapped { 0 } else { at };
                pieces.push(octet, text.place(start + from, start + at + 2));
            }
        }
        Cell::NumberWord(base) if digits == if base == 8 { 6 } else { 5 } => {
            let value = u16::from_str_radix(str::from_utf8(content).ok()?, base).ok()?;
            pieces.push(value as u8, whole);
            if left != Some(1) {
                pieces.push((value >> 8) as u8, whole);
            }
        }
        _ => return None,
    }
    Some(start + stop)
}

/// Whether what follows the octets of a row, after a gap of so many spaces, is
/// their characters.
fn is_column(octets: &[u8], column: &[u8], gap: usize) -> bool {
    if matches!(column.first(), Some(b'|' | b'>')) {
        return true;
    }
    // No tool's rows are so wide; and each cell costs a look at all before it.
    if octets.len() > WIDEST {
        return false;
    }
    // Hex digits in the characters are rare where few octets are.
    renders(octets, column)
        && (gap >= 2
            || column
                .iter()
                .any(|byte| !byte.is_ascii_hexdigit() && !is_space(*byte)))
}

/// Whether the characters are those of the octets: printable ones as they are,
/// the others as dots or whatever a tool puts there.
pub(crate) fn renders(octets: &[u8], column: &[u8]) -> bool {
    // Spaces at its start can't be told from the gap before it.
    let spaces = octets.iter().take_while(|octet| **octet == b' ').count();
    renders_all(octets, column) || spaces > 0 && renders_all(&octets[spaces..], column)
}

fn renders_all(octets: &[u8], column: &[u8]) -> bool {
    let mut at = 0;
    // hexyl parts the two halves of its column.
    let parted = column.len() == 17 && column[8] == OTHER;
    for (n, &c) in column.iter().enumerate() {
        if parted && n == 8 {
            continue;
        }
        let Some(&octet) = octets.get(at) else {
            if is_space(c) || matches!(c, b'|' | b'<' | b'*') {
                continue;
            }
            return false;
        };
        let printable = matches!(octet, b' '..=b'~');
        match c {
            // tshark puts a space in the middle.
            b' ' if octet != b' ' && at == 8 => continue,
            b'.' | b' ' | b'?' | b'_' | OTHER if !printable => {}
            // tcpdump prints spaces so.
            b'.' if octet == b' ' => {}
            _ if c == octet => {}
            _ => return false,
        }
        at += 1;
    }
    octets[at..].iter().all(|octet| *octet == b' ')
}

/// What stands beside the octets of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Their characters, or nothing.
    Characters,
    /// Something else.
    Others,
}

/// Tells what stands beside the octets of a row.
///
/// # Errors
/// Where it shows that the row was changed, cut or joined with another.
pub(crate) fn beside(octets: &[u8], after: Line, text: &Text) -> Result<Beside, Fault> {
    let content = after.of(&text.plain);
    let characters = column(after, &text.plain);
    // RFC 7541 writes what a decoder does beside the octets.
    let is_remark = content.windows(2).any(|two| two == b"==");
    if is_remark
        || characters.trim_ascii().is_empty()
        || renders(octets, characters)
        || renders(octets, content)
    {
        return Ok(Beside::Characters);
    }
    let fault = |kind, message| Err(Fault::at(kind, text.raw_at(after.start), message));
    if text.raw[text.range(after.start, after.end)].is_ascii() {
        let framed = content.starts_with(b"|") && content.ends_with(b"|");
        let longer = framed && characters.trim_ascii_end().len() > octets.len();
        if longer || contradicts(octets, characters) {
            return fault(RefusalKind::Offsets, CHANGED);
        }
        let open = characters
            .strip_prefix(b"|")
            .or(characters.strip_prefix(b">"));
        if is_cut(octets, open.unwrap_or(characters)) {
            return fault(RefusalKind::Truncated, CUT);
        }
    }
    if has_octets(content.get(octets.len() + 4..).unwrap_or_default()) {
        return fault(RefusalKind::Offsets, JOINED);
    }
    Ok(Beside::Others)
}

/// Whether characters are of the kind of a row's, and yet not those of its
/// octets: one of the two was changed.
fn contradicts(octets: &[u8], column: &[u8]) -> bool {
    let is = |octet: u8, c: u8| octet == c || c == b'.' && !matches!(octet, b' '..=b'~');
    let agree = octets
        .iter()
        .zip(column)
        .filter(|(octet, c)| is(**octet, **c));
    octets.len() == column.len() && octets.len() > 2 && agree.count() * 2 >= octets.len()
}

/// Whether the characters are those of some of the octets only, from the first
/// on: the text was cut off inside the row. Or of the last octets and of some
/// before them that are missing.
fn is_cut(octets: &[u8], column: &[u8]) -> bool {
    let (all, shown) = (octets.len(), column.len());
    if column.trim_ascii().is_empty() || renders(octets, column) {
        return false;
    }
    if shown < all {
        renders_all(&octets[..shown], column)
    } else {
        all > 2 && shown > all && shown <= 64 && renders_all(octets, &column[shown - all..])
    }
}

/// Why a row is refused whose characters are others.
const CHANGED: &str = "The characters beside this row do not match its bytes: one of the two was changed, or bytes are missing. Copy the dump again.";

/// Why a row is refused that lacks characters.
pub(crate) const CUT: &str = "The text was cut off inside this row: some of the characters beside it are missing. Copy the whole dump.";

/// Why a row is refused after which others stand in its line.
const JOINED: &str = "More bytes follow the characters of this row: lines of the dump were joined. Copy it again, in whole lines.";

/// What is said of a row whose characters are others.
pub(crate) const OTHERS: &str = "The characters beside this row do not match its bytes: some of either were changed, or are missing. The bytes were used.";

/// What is said of a row without characters among rows with some.
pub(crate) const ALONE: &str = "There are no characters beside this row, as there are beside others: bytes may be missing too.";

/// The characters of a row without the signs around them.
pub(crate) fn column(after: Line, plain: &[u8]) -> &[u8] {
    let content = after.of(plain);
    match content {
        [b'|', inner @ .., b'|'] | [b'>', inner @ .., b'<'] | [b'*', inner @ .., b'*'] => inner,
        [b'|', b' ', inner @ ..] => inner,
        _ => content,
    }
}

/// Whether a line among rows is words: else it is a row that was changed.
pub(crate) fn is_words(line: &[u8]) -> bool {
    let mut words = line.split(|byte| !byte.is_ascii_alphabetic());
    let is_word = |word: &[u8]| word.len() > 2 && word.iter().any(|byte| !byte.is_ascii_hexdigit());
    words.any(is_word) || line.iter().filter(|byte| byte.is_ascii_digit()).count() < 3
}

/// Whether two words that are octets in hex stand side by side in a line, or
/// nothing else stands in it.
pub(crate) fn has_octets(line: &[u8]) -> bool {
    let mut before = false;
    let (mut octets, mut others) = (0, 0);
    let words = line
        .split(|byte| is_space(*byte))
        .filter(|word| !word.is_empty());
    for word in words {
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        let is = digits.len().is_multiple_of(2)
            && digits.iter().all(u8::is_ascii_hexdigit)
            && !digits.is_empty();
        if is && before {
            return true;
        }
        before = is;
        if is {
            octets += 1;
        } else {
            others += 1;
        }
    }
    octets > 0 && others <= 1
}
