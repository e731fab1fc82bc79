//! The order of lines: what opens something stands before its bytes, and what
//! closes it behind them. An item of a list has its keys and its bytes, a
//! command its output.

use super::super::{Format, notes::Noted};
use super::{Line, Walk};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        open_end(walk),
        empty(walk),
        depth(walk, format),
        commands(walk),
        items(walk),
        apart(walk),
        fence(walk),
    ];
    all.into_iter().flatten().collect()
}

const ELSEWHERE: &str = "the bytes behind it may be missing, or lines be in another order.";

/// What begins lines of Python that end with a colon.
const BLOCKS: [&str; 8] = [
    "def ", "class ", "if ", "for ", "with ", "while ", "try:", "async ",
];

/// A line that announces something, behind all bytes.
fn open_end(walk: &Walk) -> Option<Noted> {
    let gap = walk.gaps().last()?;
    let glue = &walk.raw[gap.start..gap.end];
    let mut at = gap.start;
    // What stands there repeats the bytes of a dump.
    glue.split_inclusive('\n')
        .take_while(|line| line.trim() != "Decoding process:")
        .enumerate()
        .find_map(|(n, line)| {
            let start = at;
            at += line.len();
            let shown = line.trim();
            let is_code = BLOCKS.iter().any(|word| shown.starts_with(word));
            let is_label = shown.ends_with(':') && shown.contains(char::is_alphabetic) && !is_code;
            (n > 0 && is_label).then(|| {
                (
                    start,
                    format!("Nothing was read behind “{}”: {ELSEWHERE}", clipped(shown)),
                )
            })
        })
}

/// The most characters of a line that are shown.
const SHOWN: usize = 40;

fn clipped(line: &str) -> String {
    line.chars().take(SHOWN).collect()
}

/// A bracket, or a tag, that is closed in another line without anything between.
fn empty(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.end - gap.start > 2)
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let (mut at, mut before) = (gap.start, "");
            for line in glue.split_inclusive('\n') {
                let shown = line.trim();
                let closes =
                    |open: &str, close: &str| before.ends_with(open) && shown.starts_with(close);
                let is_tag = before.ends_with('>')
                    && before.rfind('<').is_some_and(|tag| {
                        before[tag + 1..].starts_with(|c: char| c.is_alphabetic())
                    });
                if closes("[", "]") || is_tag && shown.starts_with("</") {
                    return Some((
                        at,
                        format!("Nothing stands between this and the line before: {ELSEWHERE}"),
                    ));
                }
                at += line.len();
                if !shown.is_empty() {
                    before = shown;
                }
            }
            None
        })
}

/// Bytes inside a list, and others outside of it.
fn depth(walk: &Walk, format: Format) -> Option<Noted> {
    if format == Format::Hexdump {
        return None;
    }
    let (mut depth, mut inside) = (0_usize, None);
    walk.gaps().filter(|gap| gap.start < gap.end).find_map(|gap| {
        for c in walk.raw[gap.start..gap.end].chars() {
            match c {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        (gap.after.is_some() && *inside.get_or_insert(depth > 0) != (depth > 0)).then(|| {
            (gap.end, "Some bytes stand in a list here and others outside of it: lines may be missing, or in another order.".into())
        })
    })
}

/// A command behind a prompt, or that there is none.
fn command(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(path) = line.strip_prefix("PS ") {
        return path.split_once('>').map(|(_, command)| command.trim());
    }
    let command = line.strip_prefix(">>>").or(line.strip_prefix('$'))?;
    (command.is_empty() || command.starts_with(' ')).then(|| command.trim())
}

/// Bytes before the first command of a session, or behind a prompt without one.
fn commands(walk: &Walk) -> Option<Noted> {
    let (mut bare, mut any) = (None, false);
    let mut first = None;
    for line in walk.lines() {
        if let Some(at) = line.first {
            if let Some(at) = bare {
                return Some((at, ALONE.into()));
            }
            any |= command(&line.text[..at]).is_some_and(|command| !command.is_empty());
            first = first.or(Some(line.at + at));
            continue;
        }
        any |= line.text.starts_with("# ");
        match command(line.text) {
            Some("") => bare = Some(line.at),
            Some(_) => {
                if let Some(first) = first.filter(|_| !any) {
                    return Some((first, "These bytes stand before the first command: lines may be missing, or in another order.".into()));
                }
                any = true;
            }
            None => {}
        }
    }
    bare.filter(|_| !any).map(|at| (at, ALONE.into()))
}

const ALONE: &str = "No command stands behind this prompt, and bytes beside it: a part of the text may be missing, or in another place.";

/// The key of a line, and what stands behind it: `- hex: 82`.
fn key<'a>(line: &Line<'a>) -> Option<(usize, &'a str, &'a str)> {
    let shown = line.text.trim_start();
    let item = shown.strip_prefix("- ").unwrap_or(shown).trim_start();
    let (key, value) = item.split_once(':')?;
    let is_key = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let column = line.text.len() - item.len();
    (is_key && (value.is_empty() || value.starts_with(char::is_whitespace)))
        .then(|| (column, key, value.trim()))
}

/// Items of YAML in which bytes or keys are missing, or stand with another one.
fn items(walk: &Walk) -> Option<Noted> {
    const OTHER: &str = "An item of this list has no bytes, and others stand where none should: lines may be in another order.";
    let is_item = |line: &Line| line.text.trim_start().starts_with("- ");
    if !walk
        .lines()
        .any(|line| is_item(&line) && key(&line).is_some())
    {
        return None;
    }
    let mut own: Option<usize> = None;
    let (mut empty, mut crowded) = (None, None);
    let mut open: Option<(usize, usize)> = None;
    for line in walk.lines() {
        if is_item(&line) {
            if key(&line).is_none() {
                return Some((line.at, "This item has no key, and others of its list have: a part of it may be missing.".into()));
            }
            if own.replace(0) == Some(0) {
                empty = empty.or(Some(line.at));
            }
        }
        match (key(&line), open.take()) {
            (Some((column, ..)), Some((above, at))) if column == above => {
                return Some((
                    at,
                    "No value stands behind this key: lines may be cut.".into(),
                ));
            }
            (Some((column, _, "")), _) => open = Some((column, line.at)),
            _ => {}
        }
        if line.blocks > 0 {
            let all = own.map_or(2, |count| count + line.blocks);
            if all > 1 {
                crowded = crowded.or(Some(line.at));
            }
            own = own.map(|_| all);
        }
    }
    if own == Some(0) {
        empty = empty.or(Some(walk.raw.len()));
    }
    crowded
        .filter(|_| empty.is_some())
        .map(|at| (at, OTHER.into()))
}

/// An item of a list that was read as more of the block above; bytes at the
/// start of a line among items.
fn apart(walk: &Walk) -> Option<Noted> {
    let (mut in_item, mut has_items, mut outside) = (false, false, None);
    for line in walk.lines().filter(|line| !line.text.trim().is_empty()) {
        in_item = line.text.starts_with("- ") || in_item && line.text.starts_with([' ', '\t']);
        match (line.blocks > 0, in_item) {
            (true, true) => has_items = true,
            (true, false) => outside = outside.or(Some(line.at)),
            _ => {}
        }
    }
    if let Some(at) = outside.filter(|_| has_items) {
        return Some((at, "This line stands among the items of a list and is none: a part of it may be missing, or it may not belong to them.".into()));
    }
    let mut gaps = walk
        .gaps()
        .filter(|gap| gap.is_inner() && gap.before.is_some());
    let gap = gaps.find(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        glue.rsplit_once('\n')
            .is_some_and(|(_, head)| head.trim() == "-" && head.ends_with(' '))
    })?;
    Some((gap.end, "This item of a list was read as more of the block above, which does not end where a field ends: a part of that may be missing.".into()))
}

/// Whether a word is pairs of hex digits.
fn is_hex(word: &str) -> bool {
    let digits = word.replace(':', "");
    digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Bytes on the line of a code fence.
fn fence(walk: &Walk) -> Option<Noted> {
    walk.lines().find_map(|line| {
        let shown = line.text.trim();
        let sign = ["```", "~~~"]
            .into_iter()
            .find(|sign| shown.contains(sign))?;
        let is_bytes = |word: &str| {
            let digits = word.trim_start_matches("0x").trim_end_matches([':', ',']);
            // “dec” is a language.
            digits.contains(|c: char| c.is_ascii_digit())
                && digits.len() > 1
                && digits
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit() || byte == b':')
        };
        let (before, info) = shown.split_once(sign)?;
        let info = info.trim_end_matches(&sign[..1]);
        let words = || {
            info.split([' ', '\t', '/', ';'])
                .filter(|word| !word.is_empty())
        };
        let language = words().next().unwrap_or_default();
        // Bytes directly behind the language, or more than one word; “python3”
        // is a language.
        let behind = ["hex", "text", "txt"].map(|name| language.strip_prefix(name));
        let mut behind = behind.into_iter().flatten();
        let is_more = language.len() > 3 && is_hex(language)
            || behind.any(|digits| !digits.is_empty() && is_hex(digits))
            || words().count() > 1 && words().skip(1).all(is_hex);
        let is_inline = !before.is_empty() && line.blocks > 0;
        let holds = is_inline
            || before.is_empty()
                && shown.matches(sign).count() == 1
                && (words().any(is_bytes) || is_more);
        holds.then(|| {
            (
                line.at,
                "Bytes stand on the line of this code fence: lines may have been joined.".into(),
            )
        })
    })
}
