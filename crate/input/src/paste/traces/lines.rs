//! Lines that were joined, or cut: a comment with another one in it, a label
//! that stands twice before the same bytes, a ruler shorter than its like, a
//! tag that is not closed, a first line without the mark of all others.

use super::super::{Format, notes::Noted};
use super::{Gap, Walk, glue::shape, marks::ARROWS};
use crate::{Block, Sender};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        ruler(walk),
        tag(walk),
        comments(walk),
        labels(walk, format),
        glued(walk),
        sides(walk),
        barred(walk),
        first(walk).filter(|_| format != Format::Hexdump),
        blank(walk).filter(|_| !matches!(format, Format::Hexdump | Format::Decimal)),
        counted(walk, format),
        quotes(walk, format),
        tail(walk, format),
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

/// A ruler that is the beginning or the end of another one.
fn ruler(walk: &Walk) -> Option<Noted> {
    let is_ruler = |line: &&str| {
        let signs = line.chars().filter(|c| "-=─".contains(*c)).count();
        signs > 2 && line.chars().all(|c| "-=─+|│┌┐└┘├┤┬┴┼ ".contains(c))
    };
    let rulers = || walk.raw.lines().map(str::trim_end).filter(is_ruler);
    let ends = ['+', '|', '┐', '┘', '┤'];
    // The rulers of a text are of few kinds.
    let mut kinds: Vec<&str> = Vec::new();
    for line in rulers().filter(|line| line.ends_with(ends)) {
        if kinds.len() < 8 && !kinds.contains(&line) {
            kinds.push(line);
        }
    }
    let is_part = |line: &&str, is: fn(&str, &str) -> bool| {
        kinds
            .iter()
            .any(|kind| kind.len() > line.len() && is(kind, line))
    };
    let starts = |kind: &str, line: &str| kind.starts_with(line);
    let stops = |kind: &str, line: &str| kind.ends_with(line);
    let is_cut = |line: &&str| {
        !line.ends_with(ends) && is_part(line, starts)
            || line.starts_with(['-', '─', '=']) && is_part(line, stops)
    };
    let line = rulers().find(is_cut)?;
    let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
    Some((
        at,
        "This ruler is a part of another one: the text may be cut here.".into(),
    ))
}

/// The most letters of a tag's name, and its end.
const LONGEST: usize = 16;

/// A tag of HTML without its partner.
fn tag(walk: &Walk) -> Option<Noted> {
    let mut open: Vec<(&str, usize)> = Vec::new();
    for gap in walk.gaps().filter(|gap| gap.end - gap.start > 2) {
        let glue = &walk.raw[gap.start..gap.end];
        for (at, _) in glue.match_indices('<') {
            let rest = &glue[at + 1..];
            let Some(end) = rest.bytes().take(LONGEST).position(|byte| byte == b'>') else {
                continue;
            };
            let (name, behind) = (&rest[..end], &rest[end + 1..]);
            let word = name.strip_prefix('/').unwrap_or(name);
            let is_tag = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
            if !is_tag || behind.starts_with(':') {
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
        let is_twice = |sign: &&str| line.matches(*sign).count() > 1;
        let sign = ["# ", "// ", "-- ", "; "].into_iter().find(is_twice)?;
        let at = line.rfind(sign)?;
        Some((gap.start + at, "A second comment stands in this line: lines may have been joined, and bytes be in the comment.".into()))
    })
}

/// The label before some bytes, if it stands in the same line before that.
fn labels(walk: &Walk, format: Format) -> Option<Noted> {
    let may = format != Format::Json;
    walk.gaps().filter(|_| may).find_map(|gap| {
        let (start, line) = head(walk, gap)?;
        let name = line.trim_end().strip_suffix([':', '='])?;
        let name = name
            .trim_end_matches(['"', '\'']).trim_end_matches(|c: char| c.is_ascii_digit() || "[] ".contains(c));
        let from = name.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        // Digits of bytes may stand right before it.
        let letters = name.len() - from;
        let at = (0..letters.checked_sub(2)?).take(8).find_map(|skip| {
            let label = &name[from + skip..];
            let at = line[..from].find(label)?;
            line[at + label.len()..].starts_with([':', '=', '[', ' ', '"', '\'']).then_some(at)
        })?;
        Some((start + at, "The label here stands in this line once more, and bytes were read behind the last one only: lines may have been joined.".into()))
    })
}

/// A label right behind digits that may be bytes: `client: 82server: 88`.
fn glued(walk: &Walk) -> Option<Noted> {
    walk.gaps().find_map(|gap| {
        let (start, line) = head(walk, gap)?;
        let mut signs = line.match_indices(": ").peekable();
        while let Some((at, sign)) = signs.next() {
            let (next, _) = signs.peek().copied().unwrap_or((line.trim_end_matches(':').len(), ""));
            let word = line.get(at + sign.len()..next).unwrap_or_default();
            let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len();
            let is_bytes = digits > 1 && digits.is_multiple_of(2) && word.starts_with(|c: char| c.is_ascii_digit());
            let name = &word[digits..];
            if is_bytes && name.len() > 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return Some((start + at + sign.len(), "A label stands right behind what may be bytes, and these were not read: lines may have been joined.".into()));
            }
        }
        None
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

/// A number spelled with a prefix behind a bar, where what stands before the
/// bar was read.
fn barred(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.before.is_some())
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let line = glue.lines().next()?;
            let behind = line.trim_start().strip_prefix('|')?.trim_start();
            let digits = ["$", "0x", "&H", "\\x", "%"]
                .iter()
                .find_map(|sign| behind.strip_prefix(sign))?;
            let count = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
            (count == 2).then(|| {
                (
                    gap.end - glue.len() + line.len() - behind.len(),
                    "What stands behind the bar here may be bytes, and was not read.".into(),
                )
            })
        })
}

/// A mark or a label with more or fewer blanks behind it than in other lines.
fn blank(walk: &Walk) -> Option<Noted> {
    let heads = || {
        walk.gaps()
            .filter(|gap| !gap.is_inner())
            .filter_map(|gap| head(walk, gap))
            .map(|(at, head)| (at, head.trim_end_matches(['0', 'x', 'X'])))
            .filter(|(_, head)| !head.trim().is_empty())
    };
    let blanks = |head: &str| head.len() - head.trim_end().len();
    let (_, first) = heads().next()?;
    let (mark, usual) = (shape(first), blanks(first));
    // Columns are filled up with blanks.
    let is_filled = first.contains('\t') || heads().all(|(_, head)| head.len() == first.len());
    let is_alike = heads().all(|(_, head)| shape(head) == mark);
    if is_filled || !is_alike || mark.contains(|c: char| "([{\"'`".contains(c)) {
        return None;
    }
    let mut others = heads().filter(|(_, head)| blanks(head) != usual);
    let (at, other) = others.next()?;
    let is_lone = others.next().is_none();
    let is_first = heads()
        .skip(1)
        .all(|(_, head)| blanks(head) == blanks(other));
    (is_lone || is_first).then(|| {
        (at + other.len(), "There are more or fewer blanks before these bytes than before those of other lines: a byte may be missing.".into())
    })
}

/// The first line without the mark that all others have.
fn first(walk: &Walk) -> Option<Noted> {
    let mut heads = walk.gaps().filter_map(|gap| head(walk, gap));
    // Arrows have no shape.
    let shape = |head: &str| match shape(head) {
        shape if shape.is_empty() && head.contains(ARROWS) => ">".to_owned(),
        shape => shape,
    };
    let (at, first) = heads.next()?;
    let mark = shape(heads.next()?.1);
    let is_bare = first.trim().is_empty() && !mark.is_empty();
    let is_open = |c: char| "([{\"'`".contains(c);
    (is_bare && !mark.contains(is_open) && heads.all(|(_, head)| shape(head) == mark)).then(|| {
        (at, "The first line has not what stands before the bytes of all other lines: the start of the text may be missing.".into())
    })
}

/// Lines whose first number is how many bytes follow it, and was read as one.
fn counted(walk: &Walk, format: Format) -> Option<Noted> {
    let is_count = |block: &Block| {
        let (place, next) = (block.places.first()?, block.places.get(1)?);
        if place.end == next.start {
            return None;
        }
        let shown = walk.raw.get(place.start as usize..place.end as usize)?;
        (shown.parse() == Ok(block.octets.len() - 1)).then_some(place.start as usize)
    };
    // One number may be so by chance.
    let first = walk.blocks.first().filter(|_| walk.blocks.len() > 1)?;
    let at = is_count(first).filter(|_| matches!(format, Format::Hex | Format::Decimal))?;
    walk.blocks.iter().all(|block| is_count(block).is_some()).then(|| {
        (at, "The first number of each block was read as a byte, and is how many follow it: if it is a length, remove it.".into())
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

/// What may be the end of a row before the first row of a dump.
fn tail(walk: &Walk, format: Format) -> Option<Noted> {
    let gap = walk.gaps().next().filter(|_| format == Format::Hexdump)?;
    let glue = &walk.raw[gap.start..gap.end];
    let is_tail = |line: &&str| {
        let shown = line.trim_start();
        line.len() - shown.len() > 16 && (1..20).contains(&shown.trim_end().len())
    };
    let line = glue.lines().next().filter(is_tail)?;
    let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
    Some((
        at,
        "This may be the end of a row whose bytes are missing: the start of the text may be cut."
            .into(),
    ))
}
