//! Lines with a number before the octets or behind them: of a stream, of a
//! packet, their length.

use super::{
    super::{
        Fault,
        frame::Frame,
        row,
        text::{Line, Text, is_space},
        value::octets,
    },
    Cell, Records, bare, named_column,
};

/// A line with a number.
struct Numbered {
    number: Line,
    /// What stands beside it.
    value: Line,
    /// The sign after the number, if there is one.
    sign: Option<u8>,
    /// Whether more than a space parts the two.
    parted: bool,
    /// Whether the number has an odd number of digits beside a run of them.
    glued: bool,
    /// Whether it has two digits before a longer run of them.
    short: bool,
}

/// The number before the octets of each line.
pub(super) fn before(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    Ok(numbers(frame, text, true))
}

/// The number behind the octets of each line.
pub(super) fn behind(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    Ok(numbers(frame, text, false))
}

/// The most signs between a number and what stands beside it that are looked for
/// in the rest of the line.
const WIDEST: usize = 8;

/// The number before the octets of a line, or behind them.
fn numbered(line: Line, plain: &[u8], before: bool) -> Option<Numbered> {
    let content = line.of(plain);
    let digit = |at: &usize| content[*at].is_ascii_digit();
    let sign = |at: &usize, signs: &[u8]| is_space(content[*at]) || signs.contains(&content[*at]);
    let all = 0..content.len();
    let (open, number, signs, value) = if before {
        let from = all.clone().take_while(|at| sign(at, b"#[(\"'")).count();
        let to = from + (from..content.len()).take_while(digit).count();
        // Quotes around the number, and not those around the value.
        let quoted = matches!(content.get(to), Some(b'"' | b'\'')) && from > 0;
        let close = to + usize::from(quoted);
        let end = close
            + (close..content.len())
                .take_while(|at| sign(at, b"])|.:,;"))
                .count();
        (from, from..to, to..end, end..content.len())
    } else {
        let from = content.len() - all.clone().rev().take_while(digit).count();
        let end = from - (0..from).rev().take_while(|at| sign(at, b",|#")).count();
        (0, from..content.len(), end..from, 0..end)
    };
    let part = |range: std::ops::Range<usize>| Line {
        start: line.start + range.start,
        end: line.start + range.end,
    };
    let (digits, number, value) = (number.len(), part(number), bare(part(value), plain));
    let signs = &content[signs];
    let run = !value.of(plain).iter().any(|byte| is_space(*byte)) && value.end - value.start > 2;
    // What parts the rest as well parts no number from it.
    let mut parts = value.of(plain).windows(signs.len().max(1));
    let is_within = signs.len() <= WIDEST && parts.any(|part| part == signs);
    let is_blank = signs.iter().all(|byte| is_space(*byte));
    let is_apart = is_blank || !is_within;
    let found =
        (1..=10).contains(&digits) && !signs.is_empty() && value.start < value.end && is_apart;
    found.then_some(Numbered {
        number,
        value,
        sign: signs.iter().copied().find(|sign| !is_space(*sign)),
        parted: (before
            && content[..open]
                .iter()
                .any(|sign| matches!(sign, b'#' | b'[' | b'(')))
            || (open + signs.len() > 1 || signs == b"\t") && !(is_blank && is_within),
        glued: run && digits % 2 == 1,
        short: run && digits == 2 && value.end - value.start > 4,
    })
}

/// A line without the sign of a list before it and a comment behind it.
fn marked(line: Line, plain: &[u8]) -> Line {
    let content = line.of(plain);
    let is_sign = |byte: &&u8| matches!(byte, b'|' | b'-' | b'+' | b'>' | b' ');
    let open = content.iter().take_while(is_sign).count();
    let end = content.windows(2).position(|two| two == b" #");
    let (start, end) = (
        line.start + open,
        end.map_or(line.end, |end| line.start + end),
    );
    Line {
        start: start.min(end),
        end,
    }
    .trimmed(plain)
}

/// Says where a number beside others was read as an octet.
pub(super) fn doubt(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let lone = frame.skipped.is_empty();
    let read = |line: Line, before: bool| {
        let found = numbered(marked(line, plain), plain, before)?;
        let value = found.value.of(plain);
        let octets = octets(value)?;
        let number = found.number;
        let digits = number.of(plain);
        let run = !value.iter().any(|byte| is_space(*byte)) && value.len() > 2;
        let alone = found
            .sign
            .is_some_and(|sign| before && !value.contains(&sign));
        let length = text.quote(number.start, number.end).parse() == Ok(octets.len());
        // Without the number a whole block is left, and few begin with it; or
        // with it there is none either.
        let short = lone && before && digits.len() == 2 && digits[0] < b'4';
        let is_whole = |digits: &[u8]| {
            self::octets(digits).is_some_and(|octets| hpack::structure::is_whole(&octets))
        };
        let block = short && (is_whole(value) || !is_whole(line.of(plain)));
        let may = found.parted || run || alone || length || block;
        (digits.len().is_multiple_of(2) && may).then_some(number)
    };
    let first = frame.lines.first().map(|first| first.line);
    // Two digits that count up from line to line.
    let mut due = None;
    // Of the first line the number may be cut off.
    let is_cut = first.is_some_and(|first| numbered(first, plain, true).is_none());
    let cut = usize::from(frame.lines.len() > 2 && is_cut);
    let counts = frame.lines.len() > 1
        && frame.lines[cut..].iter().all(|line| {
            let number = numbered(line.line, plain, true).map(|found| found.number);
            let value = number.and_then(|number| text.quote(number.start, number.end).parse().ok());
            let is_due = value.is_some() && due.is_none_or(|due| value == Some(due));
            due = value.map(|value: u32| value.saturating_add(1));
            is_due
        });
    let counted = frame.lines.get(cut).map(|line| line.line);
    if counts && let Some(found) = counted.and_then(|first| numbered(first, plain, true)) {
        frame.doubt = Some(text.place(found.number.start, found.number.end));
    }
    let number = first.and_then(|first| read(first, true).or_else(|| read(first, false)));
    if let Some(number) = number {
        frame.doubt = Some(text.place(number.start, number.end));
    }
}

fn numbers(frame: &Frame, text: &Text, before: bool) -> Option<Records> {
    let plain = &*text.plain;
    let (mut numbers, mut values, mut around) = (Vec::new(), Vec::new(), Vec::new());
    let mut lengths = Vec::new();
    let (mut parted, mut strictly, mut short, mut is_dump) = (true, true, true, true);
    // Two numbers with a comma between them are a list.
    let mut is_list = true;
    for (row, line) in frame.lines.iter().enumerate() {
        let content = line.line.of(plain);
        let Some(found) = numbered(line.line, plain, before) else {
            // The heading that an editor prints above the lines.
            let is_heading =
                content.starts_with(b"|") && numbers.is_empty() && !row::has_octets(content);
            // A row of which only the number is left.
            let is_rest = before && numbers.len() > 1 && content.iter().all(u8::is_ascii_digit);
            if is_heading || is_rest {
                around.push(row);
                continue;
            }
            return None;
        };
        let octets = octets(found.value.of(plain))?;
        parted &= found.parted || found.glued;
        strictly &= found.parted;
        short &= found.short;
        let value = found.value.of(plain);
        is_list &=
            found.sign == Some(b',') && value.len() < 4 && value.iter().all(u8::is_ascii_digit);
        // Characters that are digits.
        is_dump &= row::renders(&octets, found.number.of(plain));
        lengths.push(octets.len() as u64);
        let [number, value] = [found.number, found.value].map(|value| Cell { row, value });
        numbers.push(number);
        values.push(value);
    }
    let [numbers, values] = [numbers, values].map(|cells| named_column(None, cells, text));
    let counted = numbers.numbers(plain)?;
    // A number of a fixed width with zeros in front is a dump's offset.
    let is_padded = |digits: &[u8]| digits.len() > 2 && digits[0] == b'0';
    if is_dump || is_list || numbers.values(plain).any(is_padded) {
        return None;
    }
    // Offsets, each as far from the next as there are octets between.
    let steps = |base: u32| {
        let offset = |digits| u64::from_str_radix(str::from_utf8(digits).ok()?, base).ok();
        let offsets: Option<Vec<u64>> = numbers.values(plain).map(offset).collect();
        offsets.is_some_and(|offsets| {
            let mut steps = offsets.windows(2).zip(&lengths);
            steps.all(|(two, length)| two[0].checked_add(*length) == Some(two[1]))
        })
    };
    let by_one_octet = counted.first() == Some(&1) && lengths.iter().all(|length| *length == 1);
    if counted.len() > 1 && !by_one_octet && [8, 10, 16].into_iter().any(steps) {
        return None;
    }
    let is_length = counted == lengths;
    // Lines that are numbered one by one may be an editor's.
    let mut pairs = counted.windows(2);
    let by_one = pairs.all(|two| two[0].checked_add(1) == Some(two[1]));
    // An odd number of digits is no octet.
    let is_odd = strictly && numbers.values(plain).all(|digits| digits.len() % 2 == 1);
    // Without a sign after it a number may be an octet like the others, unless
    // it is the length in every line.
    let is_near = |two: &[u64]| two[1].saturating_sub(two[0]) < 3;
    let is_rising = counted.len() > 1 && counted.is_sorted_by(|one, next| one < next);
    let is_rising = is_rising && (counted.len() > 2 || counted.windows(2).all(is_near));
    let is_number = is_length && (parted || counted.len() > 1 || short && lengths[0] > 3)
        || short && is_rising && before
        || parted && (is_odd || numbers.is_explained(&values, plain));
    is_number.then_some(Records {
        columns: vec![numbers, values],
        around,
        apart: is_length || !by_one,
    })
}
