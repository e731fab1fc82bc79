//! The order of lines: what opens something stands before its bytes, and what
//! closes it behind them. An item of a list has its keys and its bytes, a
//! command its output, a row of a table as many cells as the heading.

use super::super::{Format, notes::Noted, sides};
use super::{Line, Walk};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        open_end(walk),
        empty(walk),
        depth(walk, format),
        commands(walk),
        items(walk),
        cells(walk),
        fence(walk),
        joined(walk, format),
        alike(walk, format),
        apart(walk),
        number(walk, format),
        keys(walk),
    ];
    all.into_iter().flatten().collect()
}

const ELSEWHERE: &str = "the bytes behind it may be missing, or lines be in another order.";

/// A line that announces something, behind all bytes.
fn open_end(walk: &Walk) -> Option<Noted> {
    let gap = walk.gaps().last()?;
    let glue = &walk.raw[gap.start..gap.end];
    let mut at = gap.start;
    glue.split_inclusive('\n')
        .enumerate()
        .find_map(|(n, line)| {
            let start = at;
            at += line.len();
            let shown = line.trim();
            let is_label = shown.ends_with(':') && shown.contains(char::is_alphabetic);
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
                if closes("[", "]") || closes("{", "}") || is_tag && shown.starts_with("</") {
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
    let (mut depth, mut own) = (0_usize, None);
    walk.gaps().filter(|gap| gap.start < gap.end).find_map(|gap| {
        for c in walk.raw[gap.start..gap.end].chars() {
            match c {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        (gap.after.is_some() && *own.get_or_insert(depth) != depth).then(|| {
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
    let command = line.strip_prefix('$')?;
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

/// A row of a table with more or fewer cells than its heading, or none.
fn cells(walk: &Walk) -> Option<Noted> {
    const SEPARATORS: [char; 4] = ['|', ',', ';', '\t'];
    let mut heading: Option<(char, usize)> = None;
    let mut before: Option<&str> = None;
    for line in walk.lines() {
        let shown = line.text.trim();
        let count = |sign: char| shown.matches(sign).count();
        let is_ruler = shown.starts_with('|')
            && shown
                .split('|')
                .nth(1)
                .is_some_and(|cell| cell.contains("---"));
        let is_whole = shown.chars().all(|c| "|-: ".contains(c));
        match (heading, line.first, before) {
            (_, _, Some(above)) if is_ruler && above.starts_with('|') => {
                heading = Some(('|', above.matches('|').count()));
            }
            (None, Some(at), Some(above)) => {
                let is_heading = above.contains(char::is_alphabetic)
                    && !above.contains([' ', ':', '=', '[', '(']);
                let sign = SEPARATORS[1..].iter().find(|sign| above.contains(**sign));
                let sign = sign.filter(|_| is_heading && !above.ends_with(SEPARATORS));
                if let Some(sign) = sign.filter(|sign| count(**sign) == 0) {
                    return Some((
                        line.at + at,
                        format!(
                            "The line above has columns with “{}” between them, and this one has none: a part of it may be missing.",
                            sign.escape_debug()
                        ),
                    ));
                }
            }
            _ => {}
        }
        if let Some((sign, own)) = heading {
            let is_row = line.first.is_some() || shown.contains(sign);
            let is_like = count(sign) == own && own > 1 && shown.starts_with(sign);
            if is_row && (!is_like || is_ruler && !is_whole) {
                return Some((line.at, "This row of a table has not as many cells as its heading: a part of it may be missing or changed.".into()));
            }
            if shown.is_empty() {
                heading = None;
            }
        }
        before = (line.first.is_none() && !shown.is_empty()).then_some(shown);
    }
    None
}

/// Bytes on the line of a code fence.
fn fence(walk: &Walk) -> Option<Noted> {
    walk.lines().find_map(|line| {
        let shown = line.text.trim();
        let sign = ["```", "~~~"]
            .into_iter()
            .find(|sign| shown.starts_with(sign))?;
        let is_bytes = |word: &str| {
            let digits = word.trim_start_matches("0x").trim_end_matches([':', ',']);
            digits.len() > 1
                && digits
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit() || byte == b':')
        };
        let holds = shown.matches(sign).count() == 1 && shown[3..].split(' ').any(is_bytes);
        holds.then(|| {
            (
                line.at,
                "Bytes stand on the line of this code fence: lines may have been joined.".into(),
            )
        })
    })
}

/// The most letters of the name of a side.
const LONGEST: usize = 16;

/// Two labels or arrows of sides before the bytes of a line, or one twice.
fn joined(walk: &Walk, format: Format) -> Option<Noted> {
    let is_label = |part: &str| {
        let word = part.trim_end_matches(|c: char| c == ' ' || c.is_ascii_digit());
        let word = word
            .rsplit(|c: char| !c.is_ascii_alphabetic())
            .next()
            .unwrap_or_default();
        // Hex digits may stand directly before it.
        let digits = word.bytes().take_while(u8::is_ascii_hexdigit).count();
        let from = word.len().saturating_sub(LONGEST);
        (from..=digits).any(|at| word.len() - at > 3 && sides::is_side(&word[at..]))
    };
    walk.lines().find_map(|line| {
        let head = &line.text[..line.first.unwrap_or(line.text.len())];
        let shown = if format == Format::Hexdump { head } else { line.text };
        let mut labels: Vec<&str> = shown.split(':').collect();
        labels.pop();
        let arrows = head.trim_start_matches(['>', ' ']).contains('<') && head.trim_end().ends_with('>')
            || head.trim_start_matches(['<', ' ']).contains('>') && head.trim_start().starts_with('<');
        let words: Vec<&str> = head.trim().rsplit(' ').take(2).collect();
        let is_twice = matches!(words[..], [one, other] if one == other && one.ends_with(':'));
        let arrows = arrows && head.chars().all(|c| "<> ".contains(c));
        (labels.iter().filter(|part| is_label(part)).take(2).count() > 1 || arrows || is_twice).then(|| {
            (line.at, "Two labels stand before the bytes of this line: lines may have been joined, or a part be missing.".into())
        })
    })
}

/// Rows of which some are comments and others are not, and rows of one block
/// with marks of two sides.
fn alike(walk: &Walk, format: Format) -> Option<Noted> {
    const COMMENTS: [&str; 6] = ["//", "#", "*", "--", ";", "%"];
    let (mut first, mut side) = (None, None);
    for line in walk.lines().filter(|_| format != Format::Hexdump) {
        let Some(at) = line.first else { continue };
        let head = line.text[..at].trim();
        let comment = COMMENTS.iter().any(|sign| head.starts_with(sign));
        if *first.get_or_insert(comment) != comment {
            return Some((line.at + at, "Some rows of bytes are comments, and others are not: a part of the text may not belong to it.".into()));
        }
        let own = ['<', '>'].into_iter().find(|sign| head == sign.to_string());
        let before = std::mem::replace(&mut side, own);
        if line.blocks == 0 && own.is_some() && before.is_some() && own != before {
            return Some((line.at + at, "This row has the mark of the other side, and was read as more of the block above: bytes may be missing before it.".into()));
        }
    }
    None
}

/// Lines of which some have a blank between a label and the bytes and one has
/// none, or the other way round.
fn apart(walk: &Walk) -> Option<Noted> {
    let signs = [':', '=', '>', '<', '→', '←', ';', ',', '\t', '|'];
    let mut kinds = [(0, 0); 2];
    for line in walk.lines().filter(|line| line.blocks > 0) {
        let Some(at) = line.first else { continue };
        let head = line.text[..at].trim_end_matches(['0', 'x', 'X', '\\', '"', '\'']);
        let label = head.trim_end_matches(' ');
        if label.ends_with(signs) {
            let (count, last) = &mut kinds[usize::from(label.len() < head.len())];
            *count += 1;
            *last = line.at + at;
        }
    }
    let [(none, first), (some, second)] = kinds;
    let at = if some < none { second } else { first };
    (none > 0 && some > 0).then(|| (at, "Beside a label some bytes have a blank and these have not, or the other way round: a part of the line may be missing.".into()))
}

/// A key that stands twice in a line, or the bytes of one that has none.
fn keys(walk: &Walk) -> Option<Noted> {
    walk.lines().filter(|line| line.first.is_some()).find_map(|line| {
        let mut known: Vec<&str> = Vec::new();
        for (at, _) in line.text.match_indices('=').take(MOST) {
            let head = &line.text[..at];
            let name = head.len() - head.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            let name = &head[name..];
            if name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                if known.contains(&name) {
                    return Some((line.at + at, format!("“{name}” stands twice in this line: lines may have been joined, or a part be missing.")));
                }
                known.push(name);
            }
        }
        let at = line.first?;
        let head = line.text[..at].trim_end_matches(['"', '\'', ' ']);
        let name = head.strip_suffix(['=', ':']).unwrap_or_default();
        let name = name.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
        NUMBERS.contains(&name.to_ascii_lowercase().as_str()).then(|| {
            (line.at + at, format!("“{name}” is the key of a number, and what stands behind it was read as bytes."))
        })
    })
}

/// One decimal number of three digits, which is no field of the static table:
/// it may be hex digits of which the last is missing.
fn number(walk: &Walk, format: Format) -> Option<Noted> {
    let [block] = walk.blocks else { return None };
    let (&[octet], [place]) = (&*block.octets, &*block.places) else {
        return None;
    };
    let is_odd = format == Format::Decimal && place.end - place.start == 3 && octet > 0xbf;
    is_odd.then(|| {
        (
            place.start as usize,
            "This was read as a decimal number; if it is hex, a digit of it is missing.".into(),
        )
    })
}

/// The most keys of a line that are compared.
const MOST: usize = 64;

/// Keys whose values are no bytes.
const NUMBERS: [&str; 6] = ["time", "ts", "timestamp", "date", "pid", "port"];

#[cfg(test)]
mod tests {
    use crate::paste::{Options, read};

    fn said(text: &str) -> Vec<String> {
        let read = read(text.as_bytes(), &Options::default());
        let problems = read.expect(text).problems;
        problems
            .into_iter()
            .map(|problem| format!("{}: {}", problem.r#where, problem.message))
            .collect()
    }

    #[test]
    fn what_is_in_another_order_is_named() {
        let mut failed = Vec::new();
        for (text, place, words) in [
            (
                "82 86\n\nblocks:\n",
                "line 3, column 1",
                "Nothing was read behind “blocks:”",
            ),
            (
                "88BE\n82\n<pre><code>\n</code></pre>\n",
                "line 4, column 1",
                "Nothing stands between",
            ),
            (
                "[\n  \"82\",\n]\n  \"41 01 61 0F 0D\"\n",
                "line 4, column 4",
                "in a list here",
            ),
            (
                "88BE\n82\n$ xxd -p block.bin\n$ ",
                "line 1, column 1",
                "before the first command",
            ),
            (
                "$ xxd -p block.bin\n$ \n\n88BE\n88",
                "line 2, column 1",
                "No command stands behind",
            ),
            (
                "blocks:\n- stream: 1\n- stream: 3\n  hex: 82\n  hex: 84\n",
                "line 5, column 1",
                "An item of this list",
            ),
            (
                "blocks:\n- stream:\n  hex: 82 86\n",
                "line 2, column 1",
                "No value stands behind",
            ),
            (
                "blocks:\n-  82\n- stream: 3\n  hex: 82\n",
                "line 2, column 1",
                "has no key",
            ),
            (
                "| request | hex |\n| --- | --- || GET / | `88` |\n| POST / | `82` |\n",
                "line 2, column 1",
                "as many cells",
            ),
            (
                "| hex |\n|---|\ndead beef\n| 88 |\n",
                "line 3, column 1",
                "as many cells",
            ),
            (
                "length,hex\nBF\n",
                "line 2, column 1",
                "has columns with “,”",
            ),
            (
                "~~~text 828684\n82\n~~~\n",
                "line 1, column 1",
                "on the line of this code fence",
            ),
            (
                "request:88 beresponse:82 86 84 8a\n",
                "line 1, column 1",
                "Two labels",
            ),
            ("< > 88\n", "line 1, column 1", "Two labels"),
            (
                "> 82 86\n>84 86\n< 88\n",
                "line 2, column 2",
                "Beside a label",
            ),
            ("12\n * 3f e1 1f 82\n", "line 2, column 4", "others are not"),
            (
                "> 42:03:50:55:54:\n< 48:82:08\n",
                "line 2, column 3",
                "the mark of the other side",
            ),
            (
                "ts=1 stream=5 lents=1 stream=7 hex=0f0d0131\n",
                "line 1, column 29",
                "“stream” stands twice",
            ),
            (
                "time=2026\n",
                "line 1, column 6",
                "“time” is the key of a number",
            ),
            (
                "block: 208\n",
                "line 1, column 8",
                "a digit of it is missing",
            ),
        ] {
            let found = said(text);
            if !found
                .iter()
                .any(|found| found.starts_with(place) && found.contains(words))
            {
                failed.push((text, words, found));
            }
        }
        assert!(failed.is_empty(), "{failed:#?}");
    }

    #[test]
    fn of_what_is_in_order_nothing_is_said() {
        let mut failed = Vec::new();
        for text in [
            "Hello,\n\nhere is the block:\n\n82 86\n\nThanks,\nBob\n",
            "$ xxd -p block.bin\n8286\n$ ",
            "# xxd b\n82 86\n$\n",
            "blocks:\n- stream: 1\n  hex: 82\n- stream: 3\n  hex: 84\n",
            "| a | hex |\n| --- | --- |\n| 1 | `88` |\n| 2 | `88` |\n",
            "```hex\n82 86\n```\n",
            "> 82 86\n< 88\n",
            "client 1: 82 86\nserver 2: 88\n",
        ] {
            let found = said(text);
            let found: Vec<_> = found
                .into_iter()
                .filter(|found| !found.contains("skipped"))
                .collect();
            if !found.is_empty() {
                failed.push((text, found));
            }
        }
        assert!(failed.is_empty(), "{failed:#?}");
    }
}
