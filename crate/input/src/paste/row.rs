//! One row of a dump: an offset, octets in cells, and characters beside them.

use std::cmp::Ordering;

use super::{
    Fault, RefusalKind,
    pieces::Pieces,
    text::{Line, OTHER, Text, is_space, run},
};

/// Octets of the widest row that is taken for one.
pub(crate) const WIDEST: usize = 2048;

/// Octets of a run of hex digits in rows whose cells have any length.
pub(crate) const ANY: usize = 1 << 30;

/// What stands in a row between offset and characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) radix: u32,
    /// Octets of a full cell: only the last one of a row has fewer.
    pub(crate) octets: usize,
    /// Whether the last octet comes first (little-endian words).
    pub(crate) swapped: bool,
    /// Whether `0x` stands before the digits.
    pub(crate) prefixed: bool,
}

impl Cell {
    pub(crate) const PAIR: Cell = Cell::new(16, 1);

    pub(crate) const fn new(radix: u32, octets: usize) -> Cell {
        Cell {
            radix,
            octets,
            swapped: octets > 1 && radix != 16,
            prefixed: false,
        }
    }

    /// Octets of a word whose order is the machine's; 1 where there is none.
    pub(crate) fn word(self) -> usize {
        if self.swapped { self.octets } else { 1 }
    }

    /// Whether a cell may have these digits.
    fn holds(self, digits: &[u8]) -> bool {
        match (self.radix, self.octets, digits.len()) {
            (16, most, count) => {
                let full = !self.prefixed || count == 2 * most;
                count > 0 && count.is_multiple_of(2) && count <= 2 * most && full
            }
            (10, 1, count) => count == 1 || (2..=3).contains(&count) && digits[0] != b'0',
            (2, 1, 8) | (8, 1, 3) | (8, 2, 6) | (10, 2, 5) => true,
            _ => false,
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
    /// A bar stands before it.
    pub(crate) framed: bool,
    /// `0x` stands before its digits.
    pub(crate) prefixed: bool,
    /// What comes after it.
    pub(crate) rest: Line,
}

impl Offset {
    /// How many digits it has.
    pub(crate) fn width(&self) -> usize {
        self.digits.end - self.digits.start
    }

    /// Whether nothing but an offset stands in the line.
    pub(crate) fn is_alone(&self, plain: &[u8]) -> bool {
        self.rest.of(plain).trim_ascii().is_empty()
    }

    /// The number, in base 16, 10 or 8.
    pub(crate) fn value(&self, plain: &[u8], base: u32) -> Option<u64> {
        let digits = self.digits.of(plain).iter();
        digits
            .filter(|byte| !matches!(byte, b'`' | b':'))
            .try_fold(0u64, |value, byte| {
                let digit = (*byte as char).to_digit(base)?;
                value.checked_mul(base.into())?.checked_add(digit.into())
            })
    }
}

/// Reads the offset of a line, if it begins with one.
pub(crate) fn offset(line: Line, plain: &[u8]) -> Option<Offset> {
    let content = line.of(plain);
    let hex = |from: usize| run(&content[from.min(content.len())..], u8::is_ascii_hexdigit);
    let is_open = |byte: &u8| is_space(*byte) || matches!(byte, b'|' | b'[');
    let mut at = run(content, is_open);
    let framed = content[..at].contains(&b'|');
    let prefixed = matches!(content.get(at..at + 2), Some(b"0x" | b"0X"));
    at += if prefixed { 2 } else { 0 };
    let from = at;
    at += hex(at);
    // WinDbg parts an address in the middle, DOS its segment from the offset.
    let is_dos = || at - from == 4 && hex(at + 1) == 4 && ends(content, at + 5);
    match content.get(at) {
        Some(b'`') if at - from == 8 => at += 1 + hex(at + 1),
        Some(b':') if is_dos() => at += 5,
        _ => {}
    }
    let to = at;
    if !(3..=20).contains(&(to - from)) {
        return None;
    }
    at += usize::from(matches!(content.get(at), Some(b'h' | b'H')));
    // gdb: <symbol+8>.
    if content[at..].starts_with(b" <") {
        let end = content[at..].iter().position(|byte| *byte == b'>')?;
        if content[at..at + end].windows(2).any(|two| two == b"0x") {
            return None;
        }
        at += end + 1;
    }
    // OpenSSL: 0000 - 82 86.
    let is_openssl = to - from == 4 && content[at..].starts_with(b" - ");
    let sign = is_openssl || matches!(content.get(at), Some(b':' | b'|' | b']'));
    at += if is_openssl { 2 } else { usize::from(sign) };
    let is_list = content[at..].trim_ascii_start().starts_with(b"0x");
    let part = |from: usize, to: usize| Line {
        start: line.start + from,
        end: line.start + to,
    };
    ends(content, at).then_some(Offset {
        digits: part(from, to),
        // 0x8286 0x8441 may as well be two numbers.
        marked: sign || framed || prefixed && !is_list,
        framed,
        prefixed,
        rest: part(at, content.len()),
    })
}

/// Whether a word ends before the byte `at`.
fn ends(content: &[u8], at: usize) -> bool {
    let next = content.get(at);
    next.is_none_or(|byte| is_space(*byte) || *byte == b'|')
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
    /// What follows the octets: characters, or something that stopped the
    /// reading.
    pub(crate) after: Line,
    /// Whether the rest is evidently the characters of the row, or nothing.
    pub(crate) clean: bool,
    /// Where a cell that is not full ends.
    pub(crate) part: Option<usize>,
}

/// Reads the octets of a row.
pub(crate) fn read(text: &Text, rest: Line, size: Size, cell: Cell, pieces: &mut Pieces) -> Found {
    let plain = &*text.plain;
    let from = pieces.octets.len();
    let Size {
        expect,
        width,
        column,
    } = size;
    let mut found = Found {
        after: rest,
        clean: false,
        part: None,
    };
    let mut gap = 2;
    loop {
        let at = &mut found.after.start;
        let count = pieces.octets.len() - from;
        // A frame may have a bar in the middle of its rows.
        let is_bar = count == 0 || count == 8 && expect == Some(16);
        while *at < rest.end && (is_space(plain[*at]) || plain[*at] == b'|' && is_bar) {
            gap += if plain[*at] == b'\t' { 2 } else { 1 };
            *at += 1;
        }
        let after = found.after.of(plain);
        let own = &pieces.octets[from..];
        let count = own.len();
        let open = expect.is_none();
        let full = expect.or(width) == Some(count)
            || open && column.is_some_and(|column| found.after.start >= column);
        found.clean = after.is_empty()
            || count > 0 && (full || after[0] == b'|' || open && is_column(own, after, gap))
            || after[0] == b'>';
        // After the octets of a usual row, or a gap that no tool leaves among
        // them, hex digits may be characters.
        let unknown = open && width.is_none_or(|width| width == WIDEST);
        let far = count > 0 && cell.radix == 16 && !cell.swapped && gap > 4;
        if found.clean || found.part.is_some() || unknown && (count == 16 && gap > 1 || far) {
            return found;
        }
        let left = expect.map(|expect| expect.saturating_sub(count));
        let Some(end) = cell_at(text, found.after, cell, left, pieces) else {
            return found;
        };
        gap = 0;
        let digits = end - found.after.start - if cell.prefixed { 2 } else { 0 };
        let is_part = cell.radix == 16 && cell.octets != ANY && digits < 2 * cell.octets;
        found.part = is_part.then_some(end);
        // debug.exe and WinDbg part the two halves of a row with a hyphen.
        let sign = matches!(plain[end..rest.end].first(), Some(b'-' | b',' | b';'));
        found.after.start = end + usize::from(sign);
    }
}

/// A row that is read by itself.
pub(crate) struct Alone {
    pub(crate) octets: Vec<u8>,
    pub(crate) found: Found,
    /// Whether the characters of its octets stand beside it.
    pub(crate) rendered: bool,
    /// Whether more octets stand behind it.
    pub(crate) goes_on: bool,
}

/// Reads a row by itself.
pub(crate) fn alone(text: &Text, rest: Line, expect: Option<usize>, cell: Cell) -> Alone {
    let mut pieces = Pieces::default();
    let (width, column) = (None, None);
    let size = Size {
        expect,
        width,
        column,
    };
    let found = read(text, rest, size, cell, &mut pieces);
    let octets = pieces.octets;
    let characters = self::column(found.after, &text.plain);
    let is_blank = octets.is_empty() || characters.trim_ascii().is_empty();
    Alone {
        rendered: found.clean && !is_blank && renders(&octets, characters),
        goes_on: goes_on(text, found.after, cell, &octets),
        octets,
        found,
    }
}

/// Whether a cell, or a part of one, stands where a row should be at its end,
/// and not the characters of its octets.
pub(crate) fn goes_on(text: &Text, after: Line, cell: Cell, octets: &[u8]) -> bool {
    let content = after.of(&text.plain);
    let digits = content.split(|byte| is_space(*byte)).next();
    let is_part = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    let is_cell = || cell_at(text, after, cell, None, &mut Pieces::default()).is_some();
    (digits.is_some_and(is_part) || !content.is_empty() && is_cell())
        && !renders(octets, column(after, &text.plain))
}

/// Reads the cell at the start of a line, of which `left` octets are data, and
/// says where it ends.
fn cell_at(
    text: &Text,
    line: Line,
    cell: Cell,
    left: Option<usize>,
    pieces: &mut Pieces,
) -> Option<usize> {
    let content = line.of(&text.plain);
    let sign = usize::from(cell.radix == 10 && matches!(content.first(), Some(b'-' | b'+')));
    let prefix = if cell.prefixed { 2 } else { 0 };
    if cell.prefixed && !matches!(content.get(..2), Some(b"0x" | b"0X")) {
        return None;
    }
    let from = sign + prefix;
    let end = from + run(&content[from..], u8::is_ascii_hexdigit);
    let next = content.get(end).copied().unwrap_or(b' ');
    let digits = &content[from..end];
    if !cell.holds(digits)
        || !(is_space(next)
            || next == b'-' && cell.radix == 16
            || matches!(next, b',' | b'|' | b';'))
    {
        return None;
    }
    if cell.radix != 16 {
        let value = i32::from_str_radix(str::from_utf8(digits).ok()?, cell.radix).ok()?;
        let value = if content[0] == b'-' { -value } else { value };
        let most = if sign > 0 {
            127
        } else {
            (1 << (8 * cell.octets)) - 1
        };
        let kept = left.map_or(cell.octets, |left| left.clamp(1, cell.octets));
        // What no octets are there for is filled with zeros.
        let is_over = kept < cell.octets && value >> (8 * kept) != 0;
        if !(-128..=most).contains(&value) || is_over {
            return None;
        }
        for n in 0..kept {
            let place = text.place(line.start, line.start + end);
            pieces.push((value >> (8 * n)) as u8, place);
        }
        return Some(line.start + end);
    }
    let count = digits.len() / 2;
    // A word is printed whole though only a part of it is there.
    let kept = left.map_or(count, |left| left.min(count));
    let octet = |n: usize| {
        let at = 2 * if cell.swapped { count - 1 - n } else { n };
        let octet = crate::hex::octet(&digits[at..at + 2]);
        (from + at, octet.unwrap_or(0))
    };
    let is_other = !cell.swapped && count > kept + 1;
    if is_other || (kept..count).any(|n| octet(n).1 != 0) {
        return None;
    }
    for (at, octet) in (0..kept).map(octet) {
        let start = if at == prefix && !cell.swapped { 0 } else { at };
        pieces.push(octet, text.place(line.start + start, line.start + at + 2));
    }
    Some(line.start + end)
}

/// Whether what follows the octets of a row, after a gap of that width, is
/// their characters.
fn is_column(octets: &[u8], column: &[u8], gap: usize) -> bool {
    // Each cell costs a look at what is after it: it is to be a short one.
    let short = column.len() <= octets.len() + 4;
    // Hex digits in the characters are rare where few octets are.
    let is_text = |byte: &u8| !byte.is_ascii_hexdigit() && !is_space(*byte);
    short
        && octets.len() <= WIDEST
        && renders(octets, column)
        && (gap >= 2 || column.iter().any(is_text))
}

/// Whether the characters are those of the octets: printable ones as they are,
/// the others as dots or whatever a tool puts there.
pub(crate) fn renders(octets: &[u8], column: &[u8]) -> bool {
    shown(octets, column.iter().map(|byte| *byte as char)).is_some()
}

/// The octets that the characters are those of, if they are.
fn shown(octets: &[u8], characters: impl Iterator<Item = char> + Clone) -> Option<&[u8]> {
    // Spaces at its start can't be told from the gap before it.
    let spaces = run(octets, |octet| *octet == b' ');
    let mut firsts = [0, spaces].into_iter().map(|first| &octets[first..]);
    firsts.find(|octets| shows(octets, characters.clone(), |_, _| {}))
}

/// Whether the characters are those of all octets, each of which is told with
/// its own.
fn shows(
    octets: &[u8],
    characters: impl Iterator<Item = char> + Clone,
    mut tell: impl FnMut(u8, char),
) -> bool {
    let mut at = 0;
    // hexyl has signs for what is not printed.
    let is_hexyl = characters
        .clone()
        .any(|c| c as u32 == u32::from(OTHER) || matches!(c, '×' | '•'));
    for c in characters {
        let Some(&octet) = octets.get(at) else {
            if matches!(c, ' ' | '\t' | '|' | '┊' | '<' | '*') {
                continue;
            }
            return false;
        };
        let printable = matches!(octet, b' '..=b'~');
        match c {
            // tshark puts a space in the middle, and hexyl a bar.
            ' ' if octet != b' ' && at == 8 => continue,
            '┊' | '|' if at == 8 && octet != b'|' => continue,
            // tcpdump prints spaces as dots.
            '.' if octet == b' ' => {}
            _ if c as u32 == u32::from(octet) => {}
            '.' | ' ' | '?' | '_' if !(printable || is_hexyl && c == ' ') => {}
            // The dots of what was left out, unless it is a code page's.
            '…' if octet != 0x85 => return false,
            _ if !printable && (c as u32 == u32::from(OTHER) || !c.is_ascii()) => {}
            _ => return false,
        }
        tell(octet, c);
        at += 1;
    }
    octets[at..].iter().all(|octet| *octet == b' ')
}

/// The signs that stand for octets beside the rows: a program has one for all
/// that it does not print, and shows all spaces alike.
#[derive(Default)]
pub(crate) struct Signs {
    /// Of control characters, of what is not ASCII, and of spaces: each sign,
    /// how many octets have it, and where the last row with one is.
    kinds: [Vec<(char, usize, usize)>; 3],
}

impl Signs {
    fn add(&mut self, octet: u8, sign: char, at: usize) {
        let kind = match octet {
            b' ' => 2,
            0x80.. => 1,
            // hexyl has signs for zeros and white space.
            0 | 9..=13 | b'!'..=b'~' => return,
            _ => 0,
        };
        // Code pages have characters of their own, also those that hexyl prints.
        let is_hexyl = match sign {
            '×' => kind == 1 && octet != 0xd7,
            '•' => kind == 1 && octet != 0x95,
            _ => false,
        };
        if !(sign.is_ascii() || sign == char::REPLACEMENT_CHARACTER || is_hexyl) {
            return;
        }
        let kind = &mut self.kinds[kind];
        match kind.iter_mut().find(|own| own.0 == sign) {
            Some((_, count, last)) => (*count, *last) = (*count + 1, at),
            None => kind.push((sign, 1, at)),
        }
    }

    /// A row with a sign that is not that of the others. Of one alone, a dot
    /// is no space's, except where a tool shows spaces so.
    pub(crate) fn other(&self, has_dots: bool) -> Option<usize> {
        let rare = |kind: &Vec<(char, usize, usize)>| {
            let (_, _, at) = kind.iter().min_by_key(|(_, count, _)| *count)?;
            (kind.len() > 1).then_some(*at)
        };
        let dot = match self.kinds[2][..] {
            [('.', 1, at)] if !has_dots => Some(at),
            _ => None,
        };
        // What shows control characters otherwise shows no other octet as a dot.
        let [controls, others, _] = &self.kinds;
        let is_dot = |kind: &&(char, usize, usize)| kind.0 == '.';
        let mixed = others.iter().find(is_dot).map(|(_, _, at)| *at);
        let mixed =
            mixed.filter(|_| !controls.is_empty() && !controls.iter().any(|kind| is_dot(&kind)));
        self.kinds.iter().find_map(rare).or(dot).or(mixed)
    }
}

/// What stands beside the octets of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Their characters, or what a decoder does with them.
    Characters,
    /// Something else.
    Others,
    Nothing,
}

/// Tells what stands beside the octets of a row.
///
/// # Errors
/// Where it shows that the row was changed, cut or joined with another.
pub(crate) fn beside(
    octets: &[u8],
    after: Line,
    text: &Text,
    signs: &mut Signs,
) -> Result<Beside, Fault> {
    let content = after.of(&text.plain);
    let characters = column(after, &text.plain);
    if content.is_empty() {
        return Ok(Beside::Nothing);
    }
    let raw = &text.raw[text.range(after.start, after.end)];
    let open = characters.as_ptr().addr() - content.as_ptr().addr();
    let from = after.start + open;
    let own = &text.raw[text.range(from, from + characters.len())];
    for own in [own, raw] {
        if let Some(octets) = shown(octets, own.chars()) {
            shows(octets, own.chars(), |octet, c| {
                signs.add(octet, c, after.start)
            });
            return Ok(Beside::Characters);
        }
    }
    let is_remark = characters.starts_with(b"== ");
    if is_remark || renders(octets, characters) {
        return Ok(Beside::Characters);
    }
    let open = run(characters, |byte| matches!(byte, b'|' | b'>')).min(1);
    let shown = characters[open..].trim_ascii_end();
    let (all, count) = (octets.len(), shown.len());
    let least = all.min(count);
    let is = |(octet, c): &(&u8, &u8)| renders(&[**octet], &[**c]);
    let alike = |octets: &[u8], shown: &[u8]| octets.iter().zip(shown).filter(is).count();
    let first = alike(octets, shown);
    let last = alike(&octets[all - least..], &shown[count - least..]);
    // Characters that were cut off, or octets that were at the row's start.
    let is_changed = match all.cmp(&count) {
        Ordering::Equal => all > 2 && 2 * first >= all,
        Ordering::Greater => first == least,
        Ordering::Less => all > 2 && count <= 64 && last == least,
    };
    let framed = content.starts_with(b"|") && content.ends_with(b"|") && count > all;
    let is_joined = has_octets(content.get(all + 4..).unwrap_or_default());
    let is_plain = raw.chars().all(|c| c.is_ascii() || c == '…');
    if is_plain && (is_changed || framed) || is_joined {
        let at = text.raw_at(after.start);
        return Err(Fault::at(RefusalKind::Offsets, at, CHANGED));
    }
    Ok(Beside::Others)
}

/// Why a row is refused whose characters are others.
const CHANGED: &str = "The characters beside this row do not match its bytes: one of the two was changed, a part of the row is missing, or rows were joined. Copy the whole dump again.";

/// The characters of a row without the signs around them.
pub(crate) fn column(after: Line, plain: &[u8]) -> &[u8] {
    let content = after.of(plain);
    // The second half of a row may be empty, between bars too.
    let content = match content {
        [b'|', half @ ..] if run(half, |byte| is_space(*byte)) > 16 => half.trim_ascii_start(),
        _ => content,
    };
    match content {
        [b'|', inner @ .., b'|'] | [b'>', inner @ .., b'<'] | [b'*', inner @ .., b'*'] => inner,
        [b'|', b' ', inner @ ..] => inner,
        _ => content,
    }
}

/// Whether two words that are octets in hex stand side by side in a line, or
/// nothing else stands in it.
pub(crate) fn has_octets(line: &[u8]) -> bool {
    let mut before = false;
    let (mut octets, mut others) = (0, 0);
    let words = line.split(|byte| is_space(*byte));
    for word in words.filter(|word| !word.is_empty()) {
        let digits = word.strip_prefix(b"0x").unwrap_or(word);
        let is = !digits.is_empty()
            && digits.len().is_multiple_of(2)
            && digits.iter().all(u8::is_ascii_hexdigit);
        if is && before {
            return true;
        }
        before = is;
        *if is { &mut octets } else { &mut others } += 1;
    }
    octets > 0 && others <= 1
}

/// Whether a line among rows is words: else it may be a row that was changed.
pub(crate) fn is_words(line: &[u8]) -> bool {
    let mut words = line.split(|byte| !byte.is_ascii_alphabetic());
    let is_word = |word: &[u8]| word.len() > 2 && word.iter().any(|byte| !byte.is_ascii_hexdigit());
    let is_hex = |word: &[u8]| word.len() > 7 && word.iter().all(u8::is_ascii_hexdigit);
    let is_prompt = match line.first() {
        Some(b'$' | b'%' | b'>') => line.get(1).is_none_or(|next| is_space(*next)),
        first => matches!(first, Some(b'#' | b'(')),
    };
    let is_sign = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'.' | b'|');
    // READ: 17B, as Netty says how many octets a dump has.
    let is_size = |size: &[u8]| {
        let digits = size.strip_suffix(b"B").unwrap_or_default();
        !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
    };
    let mut parts = line.rsplitn(2, |byte| *byte == b' ');
    if parts.next().is_some_and(is_size) && parts.next().is_some_and(|head| head.ends_with(b":")) {
        return true;
    }
    !has_octets(line)
        && !line.split(|byte| is_space(*byte)).any(is_hex)
        && (is_prompt || line.ends_with(b":") || words.any(is_word) || line.iter().all(is_sign))
}
