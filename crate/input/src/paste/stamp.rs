//! Dates and times that a log writes before its lines: their digits are no
//! octets.

use super::text::{is_space, run};

/// Why the date and time of a line are passed over.
pub(super) const REASON: &str = "the date and time of each line";

/// The length of the date and time at the start of a line, its brackets and
/// the space after it included; 0 where there is none. A time without a date
/// counts only with a fraction, in brackets or before a word, for `10:00:00` may
/// be octets.
pub(super) fn length(line: &[u8]) -> usize {
    let open = usize::from(line.first() == Some(&b'['));
    let mut at = open;
    if open == 1 {
        at += spaces(&line[at..]);
    }
    let date = date(&line[at..]);
    at += date;
    if date > 0 && matches!(line.get(at), Some(b'T' | b' ' | b',' | b'_' | b':')) {
        let gap = 1 + spaces(&line[at + 1..]);
        let (time, _) = time(&line[at + gap..]);
        if time > 0 {
            at += gap + time;
            // The thread, as glog writes it.
            let gap = spaces(&line[at..]);
            let thread = digits(&line[at + gap..]);
            if date == 5 && gap > 0 && thread > 0 {
                at += gap + thread;
            }
        }
    } else if date == 0 {
        let (time, fraction) = time(&line[at..]);
        let seconds = seconds(&line[at..]);
        match () {
            () if time > 0 && (fraction || open == 1) => at += time,
            () if time == 8 && is_before_word(&line[8..]) => at += time,
            () if seconds > 0
                && (open == 1 || digits(line) > 8 || is_before_mark(&line[seconds..])) =>
            {
                at += seconds;
            }
            () => return 0,
        }
    }
    if open == 1 {
        if line.get(at) != Some(&b']') {
            return 0;
        }
        at += 1;
    }
    let end = line.get(at).copied().unwrap_or(b' ');
    if !is_space(end) && end != b':' && open == 0 {
        return 0;
    }
    at += usize::from(end == b':');
    at += spaces(&line[at.min(line.len())..]);
    // The level: D of debug.
    match line.get(at..at + 2) {
        Some([b'V' | b'D' | b'I' | b'W' | b'E' | b'F', b' ']) => at + 1 + spaces(&line[at + 1..]),
        _ => at,
    }
}

/// Whether a blank and a word stand here that is no hex digits.
fn is_before_word(rest: &[u8]) -> bool {
    let gap = spaces(rest);
    let word = run(&rest[gap..], u8::is_ascii_alphabetic);
    gap > 0 && word > 2 && !rest[gap..gap + word].iter().all(u8::is_ascii_hexdigit)
}

/// Whether a blank and the mark of a sender stand here.
fn is_before_mark(rest: &[u8]) -> bool {
    matches!(rest, [b' ', b'<' | b'>', b' ', ..])
}

fn spaces(line: &[u8]) -> usize {
    line.iter().take_while(|byte| is_space(**byte)).count()
}

/// Whether the line begins so: `d` stands for a digit.
fn shape(line: &[u8], shape: &[u8]) -> bool {
    line.len() >= shape.len()
        && shape.iter().zip(line).all(|(is, byte)| match is {
            b'd' => byte.is_ascii_digit(),
            is => is == byte,
        })
}

/// `2026-11-21`, `2026/11/21`, `21/Nov/2026`, `Nov 21`, `I1121`.
fn date(line: &[u8]) -> usize {
    let two = |at: usize| (line[at] - b'0') * 10 + line[at + 1] - b'0';
    for numeric in [&b"dddd-dd-dd"[..], b"dddd/dd/dd", b"dddd.dd.dd"] {
        if shape(line, numeric) && (1..=12).contains(&two(5)) && (1..=31).contains(&two(8)) {
            return 10;
        }
    }
    let month = |at: usize| {
        const MONTHS: [&[u8]; 12] = [
            b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov",
            b"Dec",
        ];
        line.get(at..at + 3)
            .is_some_and(|word| MONTHS.contains(&word))
    };
    if month(3)
        && (shape(line, b"dd/") && shape(&line[6..], b"/dddd")
            || shape(line, b"dd ") && shape(&line[6..], b" dddd"))
    {
        return 11;
    }
    // Only with a time after them: a month or a letter may begin a sentence.
    let timed = |at: usize| line.get(at) == Some(&b' ') && time(&line[at + 1..]).0 > 0;
    if month(0) && line.len() > 6 && line[3] == b' ' && timed(6) {
        return 6;
    }
    if matches!(line.first(), Some(b'I' | b'W' | b'E' | b'F' | b'D'))
        && shape(&line[1..], b"dddd")
        && timed(5)
    {
        return 5;
    }
    0
}

/// Whether a value is a time and nothing else: `10:00:00`, with a fraction or
/// a zone.
pub(super) fn is_time(value: &[u8]) -> bool {
    value.len() > 5 && time(value).0 == value.len()
}

/// Whether a value is seconds with a fraction and nothing else.
pub(super) fn is_seconds(value: &[u8]) -> bool {
    !value.is_empty() && seconds(value) == value.len()
}

/// Whether a value is a time or seconds.
pub(super) fn is_moment(value: &[u8]) -> bool {
    is_time(value) || is_seconds(value)
}

/// `10:00`, `10:00:00`, `10:00:00.123`, with `Z` or `+01:00` after it: its
/// length, and whether it has a fraction.
fn time(line: &[u8]) -> (usize, bool) {
    if !shape(line, b"dd:dd") || line[0] > b'2' || line[3] > b'5' {
        return (0, false);
    }
    let mut at = 5;
    let mut fraction = false;
    if shape(&line[at..], b":dd") {
        at += 3;
        let sign = line.get(at).copied().unwrap_or_default();
        let digits = digits(line.get(at + 1..).unwrap_or_default());
        // Behind a comma a table may have its next cell.
        let is_cell = sign == b',' && digits != 3 && (digits != 6 || line.len() == at + 7);
        fraction = matches!(sign, b'.' | b',') && digits > 0 && !is_cell;
        at += if fraction { 1 + digits } else { 0 };
    }
    let zone = &line[at..];
    at += match zone.first() {
        Some(b'Z') => 1,
        Some(b'+' | b'-') if shape(&zone[1..], b"dd:dd") => 6,
        Some(b'+' | b'-') if shape(&zone[1..], b"dddd") => 5,
        Some(b' ') if shape(&zone[1..], b"+dddd") || shape(&zone[1..], b"-dddd") => 6,
        _ => 0,
    };
    (at, fraction)
}

/// Seconds since some start: `0.001`, `1700000000.123456`.
fn seconds(line: &[u8]) -> usize {
    let whole = digits(line);
    let rest = &line[whole..];
    let fraction = digits(rest.get(1..).unwrap_or_default());
    if whole > 0 && fraction > 0 && rest[0] == b'.' {
        whole + 1 + fraction
    } else {
        0
    }
}

fn digits(line: &[u8]) -> usize {
    line.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_told_from_octets() {
        let cases = [
            ("2026-11-21 82 86", "82 86"),
            ("2026-11-21T10:00:00.123Z 82", "82"),
            ("2026/11/21 10:00:00 82", "82"),
            ("[2026-11-21 10:00:00,123] 82", "82"),
            ("[2026-11-21T10:00:00+01:00] 82", "82"),
            ("21/Nov/2026:10:00:00 82", "82"),
            ("Nov 21 10:00:00 host: 82", "host: 82"),
            ("I1121 10:00:00.123456 12 a.cc:1] 82", "a.cc:1] 82"),
            ("10:00:00.123 82", "82"),
            ("10:00:00,123 82", "82"),
            ("[10:00:00] 82", "82"),
            ("[    0.001234] 82", "82"),
            ("[1700000000.123] 82", "82"),
            ("10:00:00 DEBUG 82", "DEBUG 82"),
            ("I1121 10:00:00.123456    12 a.cc:1] 82", "a.cc:1] 82"),
            // Octets, for all that these can tell.
            ("10:00:00 82", "10:00:00 82"),
            ("10:00:00,82 86 84", "10:00:00,82 86 84"),
            ("10:00:00,828684", "10:00:00,828684"),
            ("20-26-11-21", "20-26-11-21"),
            ("2026-13-21 82", "2026-13-21 82"),
            ("2026-11-21-10", "2026-11-21-10"),
            ("[82 86]", "[82 86]"),
            ("[1] 82", "[1] 82"),
            ("", ""),
            ("[", "["),
            ("[2026-11-21", "[2026-11-21"),
        ];
        for (line, rest) in cases {
            assert_eq!(&line[length(line.as_bytes())..], rest, "{line}");
        }
    }
}
