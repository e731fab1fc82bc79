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
    let several = [words(walk), names(walk)];
    single
        .into_iter()
        .flatten()
        .chain(several.into_iter().flatten())
        .collect()
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
        match open {
            Some((quote, at)) => {
                if glue.contains(quote) {
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
            if let Some(quote) = before.chars().next_back().filter(|c| is_quote(*c)) {
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
            let next = glue[at + c.len_utf8()..].chars().next().unwrap_or(' ');
            match c {
                '\n' | '\r' => quote = None,
                '\'' if before.is_alphabetic() && next.is_alphabetic() => {}
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
fn comment(line: &str) -> Option<&str> {
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

/// Lines of numbers of which nothing was read.
pub(super) fn unread(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    // In source code a comment may say anything.
    let has_lists = walk.raw.contains(['{', '[', '(']);
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = walk.glue(gap);
        let (mut at, last) = (0, glue.split('\n').count());
        for (n, line) in glue.split('\n').enumerate() {
            let shown = line.trim_start_matches([',', ' ', '\t']);
            let is_comment = shown.starts_with(['#', ';', '/']) || shown.starts_with("---");
            let is_own = n > 0 || gap.before.is_none() || is_comment;
            let is_whole = n + 1 < last || gap.after.is_none();
            if is_own
                && is_whole
                && (is_row(line)
                    || is_list(line)
                    || is_padded(line)
                    || is_rest(line)
                    || is_numbered(line)
                    || n == 0 && !has_lists && is_remark(line)
                    || has_list(line)
                    || is_string(line)
                    || is_digits(line)
                    || is_comment && ends_in_bytes(line))
            {
                notes.push((gap.start + at, "Nothing was read from this line, though it may be a row of bytes: it may be cut or damaged.".into()));
            }
            at += line.len() + 1;
        }
    }
    notes.0
}

/// Whether a line may be a row of bytes: it has two numbers or more in any
/// notation and no other words, or an offset. The columns of a dump may have
/// their numbers above them.
fn is_row(line: &str) -> bool {
    // Bytes may have been commented out.
    let line = line.trim_start().trim_start_matches(['#', '/', ';']);
    if line.trim_start().starts_with("00 01 02 03") {
        return false;
    }
    let mut words = line
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty());
    let is_number = |word: &str| {
        let digits = ["0x", "0o", "0b"]
            .into_iter()
            .find_map(|prefix| word.strip_prefix(prefix));
        let digits = digits.unwrap_or(word).trim_end_matches("u8");
        let digits = digits.trim_matches([':', '|', '-', ')', '\\', 'x']);
        !digits.is_empty()
            && digits.bytes().any(|byte| byte.is_ascii_digit())
            && digits
                .bytes()
                .all(|byte| byte.is_ascii_hexdigit() || byte == b'`')
    };
    let Some(first) = words.next() else {
        return false;
    };
    // The offset of a dump, in which one character may be another.
    let odd = first
        .bytes()
        .filter(|byte| !byte.is_ascii_hexdigit() && !matches!(byte, b'`' | b'x' | b':'));
    let is_offset = first.len() > 6 && odd.count() < 2 && longest(first) > 3;
    is_number(first) && (words.clone().next().is_some_and(is_number) || first.ends_with(':'))
        || is_offset && words.any(|word| is_number(word) || word.len() == 2 && longest(word) == 2)
}

/// Whether a line is one digit or three.
fn is_digits(line: &str) -> bool {
    let digits = line.trim();
    matches!(digits.len(), 1 | 3) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line ends with words that are bytes in hex, three at least.
fn ends_in_bytes(line: &str) -> bool {
    let words = line.split([' ', '\t', ':', ',', ';', '\r']);
    let words = words.filter(|word| !word.is_empty()).rev();
    let is_bytes = |word: &&str| {
        let digits = word.trim_end_matches('h');
        digits.len().is_multiple_of(2)
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            && digits.bytes().any(|byte| byte.is_ascii_digit())
    };
    words.take_while(is_bytes).count() > 2
}

/// Whether a comment is nothing but pairs of hex digits, one of them a digit.
fn is_remark(line: &str) -> bool {
    let line = line.trim();
    let rest = line.trim_start_matches(['#', '/', ';']);
    let is_pairs = |word: &str| {
        word.len().is_multiple_of(2) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    rest.len() < line.len() && !rest.trim().is_empty() && rest.split_whitespace().all(is_pairs)
}

/// Whether a comment is a number, a sign and bytes: `#12 | 82 86`.
fn is_numbered(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix('#') else {
        return false;
    };
    let bytes = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let parted = bytes.trim_start_matches([' ', '\t', ':', '|', '.', ')', ',']);
    let mut words = parted.split([' ', ':']);
    let is_bytes = |word: &str| {
        let digits = word.trim_start_matches("0x");
        !digits.is_empty()
            && digits.len().is_multiple_of(2)
            && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let is_label = bytes.len() < rest.len() && parted.len() < bytes.len();
    is_label && (parted.is_empty() || words.all(is_bytes))
}

/// Whether a line is a list in brackets, of numbers but for a letter in one.
fn is_list(line: &str) -> bool {
    let inner = line.trim().trim_end_matches([',', ';']);
    let Some(inner) = inner
        .strip_prefix('[')
        .and_then(|inner| inner.strip_suffix(']'))
    else {
        return false;
    };
    let is_number = |word: &str| {
        let digits = word.trim().trim_start_matches('-');
        let odd = digits.bytes().filter(|byte| !byte.is_ascii_digit()).count();
        (1..5).contains(&digits.len()) && odd < 2 && odd < digits.len()
    };
    let mut words = inner.split([',', ' ']).filter(|word| !word.is_empty());
    let is_brief = |word: &str| word.len() < 4 && word.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_words = inner.contains(' ') && words.clone().count() > 1 && words.all(is_brief);
    is_words || inner.contains(',') && inner.split(',').all(is_number)
}

/// Whether a line has a list of numbers in brackets, or a comment one number.
fn has_list(line: &str) -> bool {
    let is_comment = line.trim_start().starts_with(['#', '/', ';']);
    let inner = line
        .rsplit_once(['[', '{', '('])
        .and_then(|(_, rest)| rest.split_once([']', '}', ')']));
    let is_number = |word: &str| {
        let digits = word.trim().trim_start_matches('-');
        let hex = digits.strip_prefix("0x").unwrap_or(digits);
        !hex.is_empty() && hex.len() < 4 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let numbers = inner.filter(|(inner, _)| match is_comment {
        true => inner.contains(',') || line.contains('='),
        false => inner.matches(',').count() > 1,
    });
    numbers.is_some_and(|(inner, _)| inner.split(',').all(is_number))
}

/// Whether a line is a string of hex digits, or the end of one whose start is
/// missing.
fn is_string(line: &str) -> bool {
    let line = line.trim().trim_end_matches([';', ',', ')']);
    let Some(quote) = line.chars().next_back().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let inner = line.trim_matches(quote);
    let is_hex = !inner.is_empty()
        && inner.len().is_multiple_of(2)
        && inner.bytes().all(|byte| byte.is_ascii_hexdigit())
        && inner.bytes().any(|byte| byte.is_ascii_digit());
    is_hex || line.len() > 2 && line.matches(quote).count() == 1
}

/// Whether a line is two hex digits and a sign or two, or behind a sign: `82_`,
/// `;b`.
fn is_rest(line: &str) -> bool {
    let line = line.trim();
    let is_digit = |c: char| c.is_ascii_hexdigit();
    let digits = line.trim_start_matches(';');
    if digits.len() + 1 == line.len() && digits.len() < 3 && digits.chars().all(is_digit) {
        return !digits.is_empty();
    }
    let rest = line.trim_start_matches(is_digit);
    line.len() - rest.len() == 2
        && (1..3).contains(&rest.len())
        && rest.chars().all(|c| "_,;:-.".contains(c))
}

/// Whether a line may be Base64: a word that is filled up with `=`.
pub(super) fn is_padded(line: &str) -> bool {
    // One character of it may be a sign or a blank.
    let signs = line.trim().replace([':', ' '], "");
    let line = match line.trim().len() == signs.len() + 1 && signs.ends_with('=') {
        true => &signs,
        false => line.trim(),
    };
    let word = line.rsplit(',').next().unwrap_or_default();
    let digits = word.trim_end_matches('=');
    let is_digit = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    line.contains(";base64,")
        || digits.len() > 1
            && digits.chars().all(is_digit)
            && (1..3).contains(&(word.len() - digits.len()))
            && (word.len().is_multiple_of(4) || line == signs && word.len() % 4 == 3)
}

/// The fewest digits that are no number of anything else than bytes.
const LONG: usize = 12;

/// How many hex digits stand beside each other in a word at most.
fn longest(word: &str) -> usize {
    let runs = word.split(|c: char| !c.is_ascii_hexdigit());
    runs.map(str::len).max().unwrap_or_default()
}

/// Words that may be bytes, and were not read.
fn words(walk: &Walk) -> Vec<Noted> {
    let mut notes = Few::default();
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 3) {
        let glue = walk.glue(gap);
        let mut from = 0;
        for line in glue.split_inclusive('\n') {
            let shown = comment(line).unwrap_or(line);
            for run in pairs(shown) {
                let at = run.as_ptr().addr() - line.as_ptr().addr();
                notes.push((gap.start + from + at, unread_word(run)));
            }
            for word in shown.split(|c: char| !c.is_alphanumeric()) {
                let digits = longest(word);
                let numbers = word.bytes().filter(u8::is_ascii_digit).count();
                let at = word.as_ptr().addr() - line.as_ptr().addr();
                let is_prefixed = word.starts_with("0x") && digits > 4;
                let is_name =
                    !is_prefixed && digits < word.len() && digits < 8 || numbers * 4 < digits;
                // A year, a port, a line of a program.
                let is_number = numbers == word.len() && digits < LONG;
                if digits >= 4 && numbers > 1 && !is_name && !is_number {
                    notes.push((gap.start + from + at, unread_word(word)));
                }
            }
            from += line.len();
        }
    }
    notes.0
}

fn unread_word(word: &str) -> String {
    format!("“{word}” was not read, and may be bytes.")
}

/// Bytes with a sign between each two.
fn pairs(line: &str) -> impl Iterator<Item = &str> {
    let runs = line.split(|c: char| !(c.is_ascii_hexdigit() || ":-".contains(c)));
    let runs = runs.map(|run| run.trim_matches([':', '-']));
    runs.filter(|run| {
        let sign = if run.contains(':') { ':' } else { '-' };
        let mut pairs = run.split(sign);
        let count = pairs.clone().count();
        let has = |is: fn(&u8) -> bool| run.as_bytes().iter().any(is);
        // Six are an address of a network card.
        let may = count > 3 && count != 6 || count > 1 && count < 4 && has(u8::is_ascii_alphabetic);
        may && has(u8::is_ascii_digit) && pairs.all(|pair| pair.len() == 2)
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
            if glue[end + 1..].starts_with([':', '=']) {
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
