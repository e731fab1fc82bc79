//! Lines that were joined, or cut: a comment with another one in it, a tag
//! that is not closed, two words that may be the sides of a
//! connection.

use super::super::{Format, columns, notes::Noted, text::is_among};
use super::{
    Gap, Walk,
    marks::{Row, rows},
};
use crate::{Block, Sender};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        cut(walk),
        tag(walk),
        comments(walk),
        sides(walk),
        quoted(walk),
        quotes(walk, format),
        tail(walk, format),
        beside(walk, format),
        headless(walk),
        begun(walk),
    ];
    all.into_iter().flatten().collect()
}

/// What stands in a gap on the line of the byte behind it, and where.
fn head<'a>(walk: &Walk<'a>, gap: Gap) -> Option<(usize, &'a str)> {
    let glue = &walk.raw[gap.start..gap.end];
    let at = match glue.rfind(['\n', '\r']) {
        Some(end) => end + 1,
        None if gap.before.is_none() => 0,
        None => return None,
    };
    gap.after.map(|_| (gap.start + at, &glue[at..]))
}

/// The last line of a text, if it is the start of another one before the bytes.
fn cut(walk: &Walk) -> Option<Noted> {
    let (mut first, mut last) = ("", "");
    for gap in walk
        .gaps()
        .filter(|gap| gap.before.is_none() || gap.after.is_none())
    {
        let glue = &walk.raw[gap.start..gap.end];
        if gap.before.is_none() {
            first = glue;
        }
        let (_, line) = glue.trim_end().rsplit_once('\n').unwrap_or_default();
        last = line.trim();
    }
    let is_start = |line: &str| {
        let line = line.trim();
        line.len() > last.len() && line.starts_with(last)
    };
    // A fence and a prompt may stand alone.
    let is_prompt = last.starts_with('(') && last.ends_with(')');
    let is_cut = !is_prompt && (last.starts_with(['(', '+']) || last.contains(char::is_alphabetic));
    (is_cut && first.lines().any(is_start)).then(|| {
        let at = last.as_ptr().addr() - walk.raw.as_ptr().addr();
        (
            at,
            "This line is the start of another one: the end of the text may be missing.".into(),
        )
    })
}

/// The most bytes of a tag, with its attributes and its end.
const LONGEST: usize = 128;

/// Tags of which one may have lost its partner.
const HTML: [&str; 12] = [
    "pre", "code", "td", "th", "tr", "table", "p", "li", "span", "div", "b", "tt",
];

/// A tag of HTML without its partner.
fn tag(walk: &Walk) -> Option<Noted> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    let has_ends = walk.raw.contains("</");
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = &walk.raw[gap.start..gap.end];
        for (at, _) in glue.match_indices('<') {
            let rest = &glue[at + 1..];
            let Some(end) = rest.bytes().take(LONGEST).position(|byte| byte == b'>') else {
                continue;
            };
            let (name, behind) = (&rest[..end], &rest[end + 1..]);
            let name = match name.split_once(' ') {
                Some((name, attributes)) if attributes.ends_with(['"', '\'']) => name,
                _ => name,
            };
            let word = name.strip_prefix('/').unwrap_or(name);
            let is_tag = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
            // <mia> here it is
            let is_html = has_ends || HTML.contains(&word);
            if !is_tag || behind.starts_with(':') || !is_html {
                continue;
            }
            let place = gap.start + at;
            match name.strip_prefix('/') {
                None => open.push((name, place)),
                Some(word) if open.last().is_some_and(|(own, _)| *own == word) => {
                    open.pop();
                }
                Some(_) => return Some((place, unpaired(name))),
            }
        }
    }
    let (name, at) = open.pop()?;
    Some((at, unpaired(name)))
}

fn unpaired(name: &str) -> String {
    format!("“<{name}>” has no partner: a part of the text may be missing.")
}

/// A comment behind bytes that holds the sign of a comment once more.
fn comments(walk: &Walk) -> Option<Noted> {
    walk.gaps().filter(|gap| gap.before.is_some()).find_map(|gap| {
        let line = walk.raw[gap.start..gap.end].lines().next()?;
        let count = |sign: &str| {
            let all = line.match_indices(sign);
            all.filter(|(at, _)| line[..*at].ends_with([' ', '\t'])).count()
        };
        let is_twice = |sign: &&str| line.matches(*sign).count() > 1 || count(sign.trim_end()) > 1;
        let sign = ["# ", "// ", "-- ", "; "].into_iter().find(is_twice)?;
        let at = line.rfind(sign)?;
        Some((gap.start + at, "A second comment stands in this line: lines may have been joined, and bytes be in the comment.".into()))
    })
}

/// Two words that stand before the blocks in turn, and are no names of sides
/// that are known.
fn sides(walk: &Walk) -> Option<Noted> {
    let label = |gap: Gap| {
        let (at, line) = head(walk, gap)?;
        let word = line.trim().strip_suffix(':')?.trim_end();
        let is_word = word.len() < 24 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        (is_word && !word.is_empty()).then_some((at, word))
    };
    let is_known = |block: &Block| block.sender != Sender::Unknown;
    if walk.blocks.len() < 3 || walk.blocks.iter().any(is_known) {
        return None;
    }
    let begins = walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.after.is_some());
    let words: Option<Vec<(usize, &str)>> = begins.map(label).collect();
    let words = words?;
    let (_, one) = *words.first()?;
    let (at, other) = *words.iter().find(|(_, word)| *word != one)?;
    let are_two = words.iter().all(|(_, word)| *word == one || *word == other);
    are_two.then(|| {
        (at, format!("“{one}” and “{other}” may be the two sides of a connection, each with a table of its own: if so, mark what the client sent with “>” and what the server sent with “<”."))
    })
}

/// The mark of a sender before each line, though blank lines part some of them
/// only: the text may be quoted mail, whose lines are no blocks.
fn quoted(walk: &Walk) -> Option<Noted> {
    let rows = rows(walk);
    let is_marked = |row: &Row| row.head.trim() == ">" && row.begins;
    let is_apart = |two: &[Row]| {
        let between = &walk.raw[two[0].end..two[1].start];
        between.matches('\n').count() > 1
    };
    let apart = rows.windows(2).filter(|two| is_apart(two)).count();
    let is_quoted = rows.iter().all(is_marked) && apart > 0 && apart + 1 < rows.len();
    is_quoted.then(|| {
        let says = "The lines were read as blocks that the client sent, because “>” stands before each; if the text is quoted, remove these signs.";
        (rows[0].start, says.into())
    })
}

/// A quote without a partner, where strings hold digits only.
fn quotes(walk: &Walk, format: Format) -> Option<Noted> {
    let may = matches!(format, Format::Hex | Format::Decimal | Format::Base64);
    let (mut count, mut last) = (0, None);
    for gap in walk.gaps().filter(|gap| may && gap.start < gap.end) {
        let glue = &walk.raw[gap.start..gap.end];
        count += glue.matches('"').count();
        last = glue.rfind('"').map(|at| gap.start + at).or(last);
    }
    last.filter(|_| count % 2 == 1).map(|at| {
        (at, "The number of quotes in this text is odd: one has no partner, and a part of the text may be missing.".into())
    })
}

/// What may be the end of a row before the first row of a dump, or the end of
/// a line above its heading.
fn tail(walk: &Walk, format: Format) -> Option<Noted> {
    let gap = walk.gaps().next().filter(|_| format == Format::Hexdump)?;
    let glue = &walk.raw[gap.start..gap.end];
    let indent = |line: &str| line.len() - line.trim_start().len();
    let (line, rest) = glue.split_once('\n')?;
    let shown = line.trim();
    let head = &glue[glue.rfind('\n').map_or(0, |at| at + 1)..];
    let is_far = indent(line) > 16 || indent(line) > indent(head) && !shown.contains(':');
    let is_word = !shown.contains([' ', ':']) && !shown.starts_with(char::is_uppercase);
    let is_apart = rest.starts_with(['\n', '\r']) && is_word;
    let is_cut = [('(', ')'), ('[', ']')].into_iter().any(|(open, close)| {
        let open = shown.find(open).unwrap_or(shown.len());
        shown.find(close).is_some_and(|close| close < open)
    });
    let is_tail = is_cut
        || shown.starts_with('.') && !shown.contains(' ')
        || (1..20).contains(&shown.len()) && (is_far || is_apart);
    let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
    is_tail.then(|| {
        (
        at,
        "This may be the end of a row whose bytes are missing: the start of the text may be cut."
            .into(),
    )
    })
}

/// Signs behind which a comment begins, or a structure goes on.
const CLOSES: &str = "#/-;|()[]{}<>\"'`\\,*:=";

/// What may be the characters of a dump behind bytes that were read as plain
/// hex: they stand far from the bytes, or a dot directly behind them.
fn beside(walk: &Walk, format: Format) -> Option<Noted> {
    let mut gaps = walk.gaps().filter(|_| format == Format::Hex).peekable();
    let before = gaps.peek()?;
    let is_bare = walk.raw[before.start..before.end].trim().is_empty();
    let mut gaps = gaps.filter(|gap| gap.before.is_some() && gap.start < gap.end);
    gaps.find_map(|gap| {
        let line = walk.raw[gap.start..gap.end].split(['\n', '\r']).next()?;
        let shown = line.trim();
        let blanks = &line[..line.len() - line.trim_start().len()];
        let is_far = blanks.contains('\t') || blanks.len() > 7;
        let is_dot = is_bare && shown == ".";
        let is_column = is_far && shown.len() < 40 && !shown.is_empty() && !shown.starts_with(|c| CLOSES.contains(c));
        (is_dot || is_column).then(|| (gap.start, "What stands here may be the characters of a dump beside its bytes: its offset may be missing, or have been read as bytes.".into()))
    })
}

/// A line that is the start of the one below it, which holds bytes.
fn begun(walk: &Walk) -> Option<Noted> {
    let mut gaps = walk
        .gaps()
        .filter(|gap| gap.after.is_some() && gap.end - gap.start > 2);
    gaps.find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let (above, head) = glue.rsplit_once('\n')?;
        let (start, line) = above
            .rsplit_once('\n')
            .map_or((0, above), |(rest, line)| (rest.len() + 1, line));
        let shown = line.trim_end();
        let is_own = start > 0 || gap.before.is_none();
        let is_start = shown.len() > 1 && head.len() > shown.len() && head.starts_with(shown);
        let is_mark = shown
            .trim_start()
            .starts_with(['`', '~', '$', '>', '|', '#', '/', ';', '%', '-', '*'])
            || shown.trim().is_empty();
        (is_own && is_start && !is_mark).then(|| {
            (
                gap.start + start,
                "This line is the start of the one below it: bytes may be missing.".into(),
            )
        })
    })
}

/// A sign that parts a number from the bytes of its line, or the name of a
/// length, without a number.
fn headless(walk: &Walk) -> Option<Noted> {
    let mut heads = walk.gaps().filter_map(|gap| head(walk, gap));
    heads.find_map(|(at, head)| {
        let name = head.trim_start().strip_suffix('=').unwrap_or_default();
        let is_length = is_among(columns::LENGTHS, name);
        (is_length || matches!(head.trim(), "." | ")" | ").")).then(|| {
            (at, "No number stands beside this sign: it may be missing, or have been read as a byte.".into())
        })
    })
}
