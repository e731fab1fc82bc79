//! Lines with a number before the octets or behind them: of a stream, of a
//! packet, their length.

use super::{
    super::{
        Fault,
        frame::{Frame, FrameLine},
        row,
        text::{Line, Text, is_space},
    },
    Cell, Records, bare, named_column, octets,
};

/// Where the number of a line may stand.
type Beside = fn(Line, &[u8]) -> Option<Numbered>;

/// A line with a number.
struct Numbered {
    number: Line,
    /// What stands beside it.
    value: Line,
    /// Whether more than a space parts the two.
    parted: bool,
    /// Whether the number has an odd number of digits beside a run of them.
    glued: bool,
}

/// The number before the octets of each line.
pub(super) fn before(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    Ok(numbers(frame, text, number_before))
}

/// The number behind the octets of each line.
pub(super) fn behind(frame: &Frame, text: &Text) -> Result<Option<Records>, Fault> {
    Ok(numbers(frame, text, number_behind))
}

/// Says where a number beside longer digits was read as an octet.
pub(super) fn doubt(frame: &mut Frame, text: &Text) {
    let plain = &*text.plain;
    let read = |line: &FrameLine, beside: Beside| {
        let Numbered {
            number,
            value,
            parted,
            ..
        } = beside(line.line, plain)?;
        let value = value.of(plain);
        let run = !value.iter().any(|byte| is_space(*byte)) && value.len() > 2;
        let even = (number.end - number.start).is_multiple_of(2);
        let sign = plain[number.end.min(plain.len() - 1)];
        let alone = !is_space(sign) && sign.is_ascii_punctuation() && !value.contains(&sign);
        let count = octets(value).map_or(0, |octets| octets.len());
        let length = text.quote(number.start, number.end).parse() == Ok(count);
        (even && (parted || run || alone || length) && octets(value).is_some()).then_some(number)
    };
    let beside: [Beside; 2] = [number_before, number_behind];
    let first = frame.lines.first();
    if let Some(number) =
        first.and_then(|first| beside.into_iter().find_map(|beside| read(first, beside)))
    {
        frame.doubt = Some(text.place(number.start, number.end));
    }
}

fn numbers(frame: &Frame, text: &Text, beside: Beside) -> Option<Records> {
    let plain = &*text.plain;
    let mut numbers = Vec::with_capacity(frame.lines.len().min(1 << 12));
    let mut values = Vec::with_capacity(frame.lines.len().min(1 << 12));
    let (mut parted, mut strictly) = (true, true);
    let mut around = Vec::new();
    for (row, line) in frame.lines.iter().enumerate() {
        let content = line.line.of(plain);
        let Some(found) = beside(line.line, plain) else {
            // The heading that an editor prints above the lines.
            if content.starts_with(b"|") && numbers.is_empty() && !row::has_octets(content) {
                around.push(row);
                continue;
            }
            return None;
        };
        parted &= found.parted || found.glued;
        strictly &= found.parted;
        octets(found.value.of(plain))?;
        numbers.push(Cell {
            row,
            value: found.number,
        });
        values.push(Cell {
            row,
            value: found.value,
        });
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
    let by_one_octet = counted.first() == Some(&1) && lengths.iter().all(|length| *length == 1);
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
    if counted.len() > 1 && !by_one_octet && [8, 10, 16].into_iter().any(steps) {
        return None;
    }
    let is_length = counted == lengths;
    // Lines that are numbered one by one may be an editor's.
    let by_one = counted
        .windows(2)
        .all(|two| two[0].checked_add(1) == Some(two[1]));
    // Characters that are digits.
    let is_dump = values
        .values(plain)
        .zip(numbers.values(plain))
        .all(|(value, number)| octets(value).is_some_and(|octets| row::renders(&octets, number)));
    if is_dump {
        return None;
    }
    // An odd number of digits is no octet.
    let is_odd = strictly && numbers.values(plain).all(|digits| digits.len() % 2 == 1);
    // Without a sign after it a number may be an octet like the others, unless
    // it is the length in every line.
    (is_length && (parted || counted.len() > 1)
        || parted && (is_odd || numbers.is_explained(&values, plain)))
    .then_some(Records {
        columns: vec![numbers, values],
        around,
        apart: is_length || !by_one,
    })
}

fn number_before(line: Line, plain: &[u8]) -> Option<Numbered> {
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
    let parted = (open + close > 0 || after.first() == Some(&b'\t')) && gap > 0
        || bar > 0
        || gap > 1
        || after.get(close) == Some(&b'\t');
    (digits > 0 && digits <= 10 && close + gap > 0 && value.start < value.end).then_some(Numbered {
        number,
        value,
        parted,
        glued: run && digits % 2 == 1,
    })
}

fn number_behind(line: Line, plain: &[u8]) -> Option<Numbered> {
    let content = line.of(plain);
    let count =
        |bytes: &[u8], is: fn(u8) -> bool| bytes.iter().rev().take_while(|byte| is(**byte)).count();
    let digits = count(content, |byte| byte.is_ascii_digit());
    let before = &content[..content.len() - digits];
    let gap = count(before, |byte| {
        is_space(byte) || matches!(byte, b',' | b'|' | b'#')
    });
    let value = Line {
        start: line.start,
        end: line.end - digits - gap,
    };
    let value = bare(value, plain);
    let run = !value.of(plain).contains(&b' ') && value.end - value.start > 2;
    let signs = &before[before.len() - gap..];
    let parted = gap > 1 || signs == b"\t";
    (digits > 0 && digits <= 10 && gap > 0 && value.start < value.end).then_some(Numbered {
        number: Line {
            start: line.end - digits,
            end: line.end,
        },
        value,
        parted,
        glued: run && digits % 2 == 1,
    })
}
