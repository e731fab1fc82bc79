//! What is left of a mark that programs and people write whole: a code fence
//! with fewer than three signs, a label that lost its name, the half of a
//! heading of `tail`, the words of memory without their addresses.

use super::super::notes::Noted;
use super::{Few, Walk};

pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
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
            let says = remnant(line.trim());
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
        "-" => Some("Nothing stands in this item of a list: bytes may be missing."),
        "<==" | "==>" | "==" => Some(HEADING),
        _ if line.starts_with("==> ") && !line.ends_with(" <==") => Some(HEADING),
        _ if is_only('>') || is_only('<') => None,
        _ if line.ends_with(" <==") && !line.starts_with("==>") => Some(HEADING),
        _ => None,
    }
}

/// Words of four bytes beside each other with tabs, as debuggers print memory.
fn words(walk: &Walk) -> Option<Noted> {
    let is_word = |word: &str| {
        word.strip_prefix("0x")
            .is_some_and(|digits| digits.len() == 8)
    };
    let is_row = |line: &str| line.split_whitespace().all(is_word);
    let mut lines = walk.raw.lines().filter(|line| !line.trim().is_empty());
    let first = lines
        .next()
        .filter(|first| first.contains('\t') && is_row(first))?;
    (lines.all(is_row) && first.matches("0x").count() > 1).then(|| {
        let at = first.as_ptr().addr() - walk.raw.as_ptr().addr();
        (at, "These words were read in the order of the text; if a debugger printed them from memory, their bytes may be swapped and the addresses missing.".into())
    })
}
