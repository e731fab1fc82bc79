//! What stands around the bytes: quotes and brackets without a partner, names
//! whose bytes are missing, lines that are not like the others.

use std::collections::HashSet;

use super::super::{notes::Noted, sides};
use super::{Few, Walk};

pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let single = [
        quote(walk),
        empty(walk),
        bracket(walk),
        dots(walk),
        hidden(walk),
        dangling(walk),
        valueless(walk),
    ];
    single.into_iter().flatten().chain(names(walk)).collect()
}

/// A quote before the bytes and none behind them, or the other way round.
fn quote(walk: &Walk) -> Option<Noted> {
    let mut open: Option<(char, usize)> = None;
    for gap in walk.gaps() {
        if gap.start == gap.end && gap.after.is_some() {
            continue;
        }
        let glue = &walk.raw[gap.start..gap.end];
        let line = glue.lines().next().unwrap_or_default();
        let behind = line
            .trim_start_matches(['\\', 'n', 'r', ' '])
            .chars()
            .next()
            .filter(|c| is_quote(*c));
        let is_apart = glue.contains(['\n', '\r']);
        let within = open.map(|(quote, _)| quote);
        match open {
            Some((quote, at)) => {
                let rest = if quote == '`' { glue } else { line };
                if rest.contains(quote) {
                    open = None;
                } else if (is_apart && quote != '`') || gap.after.is_none() {
                    return Some((
                        at,
                        format!(
                            "The string that begins with {quote} here has no end in its line: it may be cut."
                        ),
                    ));
                }
            }
            None => {
                if let Some(quote) = behind.filter(|_| gap.before.is_some())
                    && line.matches(quote).count() % 2 == 1
                {
                    return Some((
                        gap.start,
                        format!(
                            "Behind these bytes stands {quote}, which closes a string, and none was opened: the start may be cut."
                        ),
                    ));
                }
            }
        }
        if open.is_none() && gap.after.is_some() {
            let before = glue.trim_end_matches(['\\', 'x', 'X', '0', ' ']);
            if let Some(quote) = before.chars().next_back().filter(|c| is_quote(*c))
                && (glue.matches(quote).count() % 2 == 1) != (within == Some(quote))
            {
                open = Some((quote, gap.start + before.len() - 1));
            }
        }
    }
    None
}

/// A string without anything in it, between blocks or behind them.
fn empty(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| !gap.is_inner() && gap.end - gap.start > 1)
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let quotes = ["\"\"", "''", "``"];
            let at = quotes.into_iter().find_map(|two| {
                let is_own = |at: &usize| {
                    let quote = &two[..1];
                    !glue[..*at].ends_with(quote)
                        && !glue[at + 2..].starts_with(quote)
                        && (*at > 0 || gap.before.is_none())
                        && (at + 2 < glue.len() || gap.after.is_none())
                };
                glue.match_indices(two).map(|(at, _)| at).find(is_own)
            })?;
            Some((
                gap.start + at,
                "This string is empty: bytes may be missing.".into(),
            ))
        })
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`')
}

/// A bracket without a partner.
fn bracket(walk: &Walk) -> Option<Noted> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut quote: Option<char> = None;
    let has_open = walk.raw.contains('<');
    for gap in walk.gaps().filter(|gap| gap.start < gap.end) {
        let glue = &walk.raw[gap.start..gap.end];
        let mut before = ' ';
        for (at, c) in glue.char_indices() {
            let place = gap.start + at;
            // The quote of b'GET' is no apostrophe.
            let is_prefix = glue[..at].ends_with(['b', 'B'])
                && !glue[..at - 1].ends_with(char::is_alphanumeric);
            let next = glue[at + c.len_utf8()..].chars().next().unwrap_or(' ');
            match c {
                '\n' | '\r' => quote = None,
                '\'' if before.is_alphabetic() && next.is_alphabetic() && !is_prefix => {}
                _ if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '"' | '\'' | '`' => quote = Some(c),
                // A terminal's colours begin with one.
                '[' if before == '\x1b' => {}
                '(' | '[' | '{' => open.push((c, place)),
                ')' | ']' | '}' => match open.pop() {
                    Some((other, _)) if other == partner(c) => {}
                    // a) numbers the items of a text, hpack.cc:82] ends the stamp of a log's line.
                    None if before.is_alphanumeric()
                        && (at > 0 || gap.before.is_none())
                        && (c == ')' || is_line_number(&glue[..at])) => {}
                    _ => return Some((place, unpaired(c))),
                },
                // <Buffer 82 86>
                '>' if at == 0 && gap.before.is_some() && !has_open => {
                    return Some((place, unpaired(c)));
                }
                _ => {}
            }
            before = c;
        }
    }
    let (c, at) = open.pop()?;
    Some((at, unpaired(c)))
}

/// Whether text ends with the place in a program: `hpack.cc:82`.
fn is_line_number(text: &str) -> bool {
    let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
    name.len() < text.len() && name.ends_with(':')
}

fn partner(close: char) -> char {
    match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    }
}

fn unpaired(c: char) -> String {
    format!("“{c}” has no partner: a part of the text may be missing.")
}

/// Dots that may stand for something left out.
fn dots(walk: &Walk) -> Option<Noted> {
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let (mut at, end) = (0, glue.trim_end().len());
        for line in glue.split_inclusive('\n') {
            // Python shows them before a line that goes on.
            let from = line.len() - line.trim_start().trim_start_matches("...").len();
            let shown = comment(line).unwrap_or(line);
            let dots = ["...", "…", "[..]", "****"];
            // In a comment they stand for words, unless they stand within one, or
            // the text ends there.
            let is_last = gap.after.is_none() && at + line.len() >= end;
            let inner = dots[..2].iter().find_map(|dots| {
                let found = shown.len() + line[shown.len()..].find(dots)?;
                let behind = line[found + dots.len()..].trim_end();
                let is_part = !behind.is_empty() || is_last;
                (found > shown.len() + 3 && is_part).then_some(found)
            });
            let found = dots.iter().filter_map(|dots| shown.find(dots)).min();
            if let Some(found) = found.filter(|found| *found >= from).or(inner) {
                return Some((
                    gap.start + at + found,
                    "The dots here may stand for something that was left out.".into(),
                ));
            }
            at += line.len();
        }
    }
    None
}

/// What stands in a line before a comment.
pub(super) fn comment(line: &str) -> Option<&str> {
    let at = ["//", "/*", "# ", "--"]
        .iter()
        .filter_map(|sign| line.find(sign))
        .min()?;
    Some(&line[..at])
}

/// Two asterisks in place of a byte.
pub(super) fn hidden(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.before.is_some() && gap.end - gap.start > 2)
        .find_map(|gap| {
            let line = walk.raw[gap.start..gap.end].split(['\n', '\r']).next()?;
            let is_between =
                line.len() < gap.end - gap.start || gap.after.is_none() || gap.is_inner();
            (is_between && line.trim() == "**" && line.starts_with(' ')).then(|| {
                (
                    gap.start + 1,
                    "“**” stands in the place of a byte here, which may be hidden.".into(),
                )
            })
        })
}

/// A separator behind the last byte of a block, or before the first of the
/// text.
fn dangling(walk: &Walk) -> Option<Noted> {
    if let Some(at) = commas(walk) {
        return Some((at, "Some bytes end or begin with a comma here, and others do not: more of them may be missing.".into()));
    }
    const SIGNS: [&str; 11] = [
        ":", "-", "_", ",", "\\", "+", "\" \\", "\" +", "' +", "'\\", "|",
    ];
    let has_items = walk.raw.contains("\n- ");
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        if gap.is_inner() && gap.start > 0 {
            let mut lines = glue.lines();
            let (first, next) = (lines.next().unwrap_or_default(), lines.next());
            // The start of a date may have been read as bytes.
            let has_more = glue.contains(|c: char| c.is_ascii_digit());
            let is_end = first == "-" && (has_items || has_more)
                || matches!(first, "'\\" | "\"\\")
                    && next.is_some_and(|next| next.trim().is_empty());
            let is_dot = |line: &str| matches!(line, ".\"" | ".'");
            if is_end && next.is_some() || next.is_some_and(is_dot) {
                return Some((gap.start, ENDS.into()));
            }
            continue;
        }
        if gap.after.is_some() && is_cut(glue) {
            return Some((gap.end - 1, BEGINS.into()));
        }
        if gap.before.is_none() {
            let line = glue.rsplit(['\n', '\r']).next().unwrap_or_default().trim();
            let is_bar = line == "|" && glue.ends_with('|') && walk.raw.matches('|').count() == 1;
            if SIGNS[..4].contains(&line) && line != "-" || is_bar {
                return Some((gap.start, BEGINS.into()));
            }
            continue;
        }
        let line = glue.lines().next().unwrap_or_default().trim_end();
        let is_inside = line
            .strip_prefix([':', '_'])
            .is_some_and(|rest| rest.starts_with([';', '#', '(']));
        if is_inside {
            return Some((gap.start, ENDS.into()));
        }
        let closed = line.trim_end_matches([' ', ',', ';', ']', '}', ')']);
        let line = match closed.strip_suffix(is_quote) {
            Some(sign @ (":" | "-" | "_")) => sign,
            _ => line,
        };
        // A table may have bars around its cells.
        let is_cell = line.ends_with('|') && has_bar(&walk.raw[..gap.start]);
        if line != "," && SIGNS.contains(&line.trim_start()) && !is_cell {
            return Some((gap.start, ENDS.into()));
        }
    }
    None
}

const ENDS: &str = "The bytes end with a separator here: more of them may be missing.";

const BEGINS: &str = "The bytes begin with a separator here: more of them may be missing.";

/// Whether text ends with a separator directly before a byte, alone in its line
/// or behind what no separator follows; or with more blanks than `=` or `;` needs.
fn is_cut(glue: &str) -> bool {
    let line = glue.rsplit(['\n', '\r']).next().unwrap_or_default();
    let mut signs = line.chars().rev();
    let (last, before) = (signs.next(), signs.next());
    match (last, before) {
        (Some(':'), before) => before.is_none_or(|c| " \t:=><([{|;,".contains(c)),
        (Some(';' | '_' | '='), before) => before.is_some_and(|c| c == ' ' || c == '\t'),
        (Some('-'), before) => before.is_none(),
        (Some(' '), Some('=' | ';')) => signs.next().is_some_and(|c| c.is_ascii_alphanumeric()),
        _ => false,
    }
}

/// A comma behind some blocks, where none stands behind others, or before one.
fn commas(walk: &Walk) -> Option<usize> {
    let (mut with, mut less) = (None, None);
    for gap in walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.before.is_some())
    {
        let glue = &walk.raw[gap.start..gap.end];
        let (line, rest) = glue.split_once('\n').unwrap_or((glue, ""));
        if line.len() == glue.len() && gap.after.is_some() {
            // It parts two of one line.
            continue;
        }
        // Behind a list, or before the rest of a line, it parts other things.
        match line.trim() {
            "," => with = with.or(Some(gap.start)),
            "" => less = less.or(Some(gap.start)),
            _ => return None,
        }
        if rest.trim() == "," && gap.after.is_some() {
            return Some(gap.end);
        }
    }
    with.filter(|_| less.is_some())
}

/// Whether the last line of a text has a bar.
fn has_bar(text: &str) -> bool {
    let line = text.rfind(['\n', '\r', '|']).map(|at| text.as_bytes()[at]);
    line == Some(b'|')
}

/// A line that ends with `=` and has no value in the next one.
fn valueless(walk: &Walk) -> Option<Noted> {
    walk.gaps().find_map(|gap| {
        let glue = walk.glue(gap);
        let ends = glue.match_indices(" =").map(|(at, sign)| at + sign.len());
        let at = ends.clone().find(|&end| {
            let rest = glue[end..].trim_start_matches(' ');
            let next = rest.trim_start();
            let is_next = next.starts_with(|c: char| c.is_alphabetic() || c == '$')
                && next.lines().next().is_some_and(|line| line.contains('='));
            rest.starts_with(['\r', '\n']) && (next.is_empty() && gap.after.is_none() || is_next)
        })?;
        Some((
            gap.start + at - 1,
            "Nothing stands behind this “=”: a value may be missing, or stand elsewhere.".into(),
        ))
    })
}

/// A name with its sign, directly before some bytes: `block =`.
fn name(glue: &str) -> Option<(&str, usize)> {
    let trimmed = glue.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '[' | '(' | '{' | '<' | '\\')
    });
    let trimmed = match trimmed.strip_suffix(['0', 'x', 'b', 'X']) {
        Some(rest) if !trimmed.ends_with(['=', ':']) => {
            rest.trim_end_matches(['0', '\\', '"', '\'', ' '])
        }
        _ => trimmed,
    };
    // A call may make the list.
    let call = trimmed.trim_end_matches(|c: char| c.is_alphanumeric());
    let trimmed = if call.ends_with("= ") {
        call.trim_end()
    } else {
        trimmed
    };
    let head = trimmed.trim_end_matches([':', '=', '>']).trim_end();
    if head.len() == trimmed.len() {
        return None;
    }
    let head = head.strip_suffix('"').unwrap_or(head);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let begins = |head: &str| {
        let name = head.char_indices().rev().take_while(|(_, c)| is_name(*c));
        name.last().map(|(start, _)| start)
    };
    let start = begins(head)?;
    // “Response 2” is one.
    let word = head[..start].trim_end_matches(' ');
    let is_number = head[start..].bytes().all(|byte| byte.is_ascii_digit());
    let start = begins(word).filter(|_| is_number).unwrap_or(start);
    Some((&head[start..], start))
}

/// A name without hex digits that stand directly before it.
fn without_digits(name: &str) -> &str {
    let digits = name.bytes().take_while(u8::is_ascii_hexdigit).count();
    let is_name = |rest: &&str| rest.len() > 2 && rest.starts_with(|c: char| c.is_alphabetic());
    let rests = (1..=digits / 2).rev().map(|pairs| &name[2 * pairs..]);
    let begins = name.starts_with(|c: char| c.is_ascii_digit());
    rests
        .into_iter()
        .find(is_name)
        .filter(|_| begins)
        .unwrap_or(name)
}

/// A name in small letters, without its number.
fn stem(name: &str) -> String {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | ' '));
    stem.to_lowercase()
}

/// Names that stand before bytes elsewhere, and not here.
fn names(walk: &Walk) -> Vec<Noted> {
    let mut known: HashSet<String> = HashSet::new();
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        if let Some((name, _)) = gap.after.and_then(|_| name(&walk.raw[gap.start..gap.end])) {
            known.insert(stem(without_digits(name)));
        }
    }
    let mut notes = Few::default();
    if known.is_empty() {
        return notes.0;
    }
    let has_sides = known.iter().any(|name| sides::is_side(name));
    let has_letters = known.contains("c") || known.contains("s");
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let own = gap.after.and_then(|_| name(&glue)).map(|(_, at)| at);
        let ends = glue.match_indices([':', '=']);
        for (end, _) in ends {
            if glue[end + 1..].starts_with([':', '=']) || is_parent(&glue, end) {
                continue;
            }
            let Some((name, at)) = name(&glue[..=end]) else {
                continue;
            };
            let is_letter = has_letters && matches!(name, "C" | "S");
            let is_known = known.contains(&stem(name)) || has_sides && sides::is_side(name);
            if Some(at) != own && (name.len() > 1 && is_known || is_letter) {
                notes.push((
                    gap.start + at,
                    format!("No bytes were read behind “{name}” here, as behind its like: they may be missing, or damaged."),
                ));
            }
        }
    }
    notes.0
}

/// Whether what stands behind a key is a structure: `"client": {`, or lines that
/// are indented deeper.
fn is_parent(glue: &str, end: usize) -> bool {
    let rest = glue[end + 1..].trim_start_matches(' ');
    let Some(below) = rest.strip_prefix('\n') else {
        return rest.starts_with('{');
    };
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = glue[..end].rsplit('\n').next().unwrap_or_default();
    let next = below.split('\n').next().unwrap_or_default();
    indent(next) > indent(own) && !next.trim().is_empty()
}

/// Text with one sign for each word, number and run of blanks; without what
/// depends on the bytes beside it, or on what follows.
pub(super) fn shape(text: &str) -> String {
    let mut shape = String::new();
    let text = text.trim_start_matches(['=', '-', '<', '>', '→', '←', ' ']);
    let text = text.trim_end_matches([',', ' ']);
    let text = ["0x", "0X", "\\x", "\\"]
        .into_iter()
        .find_map(|prefix| text.strip_suffix(prefix))
        .unwrap_or(text);
    for c in text.chars() {
        let sign = match c {
            _ if c.is_ascii_digit() => '0',
            _ if c.is_alphanumeric() || c == '_' => 'w',
            _ if c.is_whitespace() => ' ',
            '"' | '`' => '\'',
            '<' => '>',
            _ => c,
        };
        match (shape.chars().next_back(), sign) {
            (Some('w'), 'w' | '0') | (Some('0'), '0') | (Some(' '), ' ') => {}
            (Some('0'), 'w') => {
                shape.pop();
                shape.push('w');
            }
            _ => shape.push(sign),
        }
    }
    shape.trim().to_owned()
}
