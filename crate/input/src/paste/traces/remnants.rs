//! What is left of a mark that programs and people write whole: a code fence
//! with fewer than three signs, a label that lost its name, the half of a
//! heading of `tail`, the words of memory without their addresses.

use super::super::{Format, notes::Noted};
use super::{Few, Walk};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let mut notes = Few::default();
    let mut from = 0;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        // Lines are looked at once, with the first gap that ends behind them.
        let end = match gap.after {
            Some(_) => glue.rfind('\n').map_or(from, |at| gap.start + at + 1),
            None => walk.raw.len(),
        };
        for line in walk.raw[from.min(end)..end].split_inclusive('\n') {
            // Base64 may end with these signs.
            let is_filling = format == Format::Base64 && line.trim() == "==";
            let says = remnant(line.trim()).filter(|_| !is_filling);
            if let Some(says) = says {
                let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
                let indent = line.len() - line.trim_start().len();
                notes.push((at + indent, says.into()));
            }
        }
        from = from.max(end);
    }
    notes.extend(words(walk));
    notes.0
}

const HEADING: &str = "This heading has lost a part of it: lines may be cut.";

/// What is to be said of a line without blanks around it.
fn remnant(line: &str) -> Option<&'static str> {
    let is_only = |sign: char| !line.is_empty() && line.chars().all(|c| c == sign);
    match line {
        "`" | "``" | "~" | "~~" => {
            Some("This line may be what is left of a code fence: lines may be cut.")
        }
        ":" | "=" => Some("No name stands before this sign: the line may be cut."),
        "PS" | "PS>" => Some("This line may be what is left of a prompt: lines may be cut."),
        "(b" | "[b" => Some("Nothing stands in this string: the line may be cut."),
        "[]" | "{}" | "()" => Some("Nothing stands in these brackets: bytes may be missing."),
        "-" => Some("Nothing stands in this item of a list: bytes may be missing."),
        "<==" | "==>" | "==" => Some(HEADING),
        _ if line.starts_with("==> ") && !line.ends_with(" <==") => Some(HEADING),
        "==> <==" => Some(HEADING),
        _ if line.starts_with(':') && line[1..].starts_with(|c: char| c.is_ascii_digit()) => {
            Some("This line may have lost its start: lines may be cut.")
        }
        _ if is_rest_of_date(line) => {
            Some("This line begins within a date: the start of it may be missing.")
        }
        _ if line.starts_with(">.") => {
            Some("Nothing that this closes stands before it: lines may be missing.")
        }
        _ if is_only('>') || is_only('<') => None,
        _ if line.ends_with(" <==") && !line.starts_with("==>") => Some(HEADING),
        _ => None,
    }
}

/// Whether a line begins with the end of a date: `ov/2026:10:00:11`.
fn is_rest_of_date(line: &str) -> bool {
    let (month, rest) = line.split_once('/').unwrap_or_default();
    let (year, rest) = rest.split_once(':').unwrap_or_default();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    month.len() < 4
        && month.bytes().all(|byte| byte.is_ascii_alphabetic())
        && year.len() == 4
        && is_number(year)
        && rest.starts_with(|c: char| c.is_ascii_digit())
}

/// Words of four bytes beside each other with tabs, as debuggers print memory.
fn words(walk: &Walk) -> Option<Noted> {
    let is_word = |word: &str| {
        word.strip_prefix("0x")
            .is_some_and(|digits| digits.len() == 8)
    };
    // Those of two bytes behind an address without its prefix.
    let is_short = |line: &str| {
        let (address, words) = line.trim().split_once(":\t").unwrap_or_default();
        let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let mut words = words.split('\t').peekable();
        address.len() > 5
            && is_digits(address)
            && words.peek().is_some()
            && words.all(|word| word.len() == 4 && is_digits(word))
    };
    let is_row = |line: &str| line.split_whitespace().all(is_word) || is_short(line);
    let mut lines = walk.raw.lines().filter(|line| !line.trim().is_empty());
    let first = lines
        .next()
        .filter(|first| first.contains('\t') && is_row(first))?;
    (lines.all(is_row) && (first.matches("0x").count() > 1 || is_short(first))).then(|| {
        let at = first.as_ptr().addr() - walk.raw.as_ptr().addr();
        (at, "These words were read in the order of the text; if a debugger printed them from memory, their bytes may be swapped and the addresses missing.".into())
    })
}
