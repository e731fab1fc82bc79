//! Tables: a frame and a ruler are whole, and as wide as the rows, and each row
//! has as many cells as the heading.

use super::super::{Format, notes::Noted};
use super::Walk;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        frame(walk),
        narrow(walk, format),
        ruler(walk).filter(|_| format != Format::Hexdump),
        cells(walk).filter(|_| format != Format::Json),
    ];
    all.into_iter().flatten().collect()
}

/// A table in a frame that has no line above it or below it, or a line that is
/// cut, or that is not as wide as its frame.
fn frame(walk: &Walk) -> Option<Noted> {
    // Whether a ruler stands above the rows, and whether the last one opens a table.
    let (mut is_open, mut opens, mut is_framed) = (false, false, false);
    let mut before = None;
    let end = &walk.raw[walk.raw.len()..];
    for line in walk.raw.lines().chain([end]) {
        let kind = kind(line.trim().trim_start_matches(['>', '#', ' ']));
        let is_wrong = match (before, kind) {
            (_, Some(Kind::Cut)) => true,
            (Some(Kind::Row), Some(Kind::Ruler)) => !is_open,
            (Some(Kind::Row), None) => is_open || is_framed,
            (Some(Kind::Ruler), None) => opens,
            _ => false,
        };
        if is_wrong {
            let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
            return Some((at, "The frame of a table is not whole here: a part of the text may be missing, or in another place.".into()));
        }
        match kind {
            Some(Kind::Ruler) => {
                (is_open, is_framed) = (true, true);
                opens = before != Some(Kind::Row);
            }
            Some(_) if before.is_none() => is_open = false,
            _ => {}
        }
        before = kind;
    }
    None
}

/// A table whose rows do not reach the end of its ruler, or reach it without a
/// blank or a bar: databases make it as long as the longest of them.
fn narrow(walk: &Walk, format: Format) -> Option<Noted> {
    let width = |line: &str| line.trim_end_matches([' ', '|', '+', '\r']).chars().count();
    let may = format != Format::Hexdump && walk.raw.contains("-+-");
    let mut widest = 0;
    let mut ruler: Option<(&str, usize)> = None;
    for line in walk.raw.lines().filter(|_| may) {
        let is_ruler = line.contains("-+") && line.chars().all(|c| "-+ ".contains(c));
        match is_ruler {
            true => ruler = ruler.or(Some((line, width(line).saturating_sub(1)))),
            false if line.contains('|') => widest = width(line).max(widest),
            false => {}
        }
    }
    let (line, end) = ruler?;
    let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
    let is_open = line.starts_with('-') && line.trim_end().ends_with('-');
    match widest {
        _ if widest < end => Some((
            at,
            "No row of this table is as long as its ruler: bytes or rows may be missing.".into(),
        )),
        _ if widest > end && is_open => Some((
            at,
            "The rows of this table end where its ruler ends, which has a blank more: they may be cut at the right.".into(),
        )),
        _ => None,
    }
}

/// A line of a table in a frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ruler,
    /// A part of a ruler.
    Cut,
    Row,
}

fn kind(line: &str) -> Option<Kind> {
    let corners = ['+', '┌', '┐', '└', '┘', '├', '┤'];
    let is_ruler = line.contains(corners) || line.contains(['┬', '┴', '┼']);
    let is_ruler = is_ruler && line.chars().count() > 1 || line.contains(&corners[1..]);
    let is_ruler = is_ruler && line.chars().all(|c| "-─+┌┐└┘├┤┬┴┼".contains(c));
    let has_sign = line.contains('─') || !line.is_ascii();
    match (line.starts_with(corners), line.ends_with(corners)) {
        (true, true) if is_ruler => Some(Kind::Ruler),
        (false, false) if is_ruler && has_sign => Some(Kind::Cut),
        (true, false) | (false, true) if is_ruler => Some(Kind::Cut),
        _ if line.starts_with(['|', '│']) || line.ends_with('│') => Some(Kind::Row),
        _ => None,
    }
}

/// A ruler of a table that does not stand under its heading.
fn ruler(walk: &Walk) -> Option<Noted> {
    walk.gaps().filter(|gap| gap.end - gap.start > 3).find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let (mut at, mut is_heading) = (gap.start, false);
        for line in glue.split_inclusive('\n') {
            let shown = line.trim();
            let is_ruler = shown.contains("---")
                && shown.contains(['|', '+'])
                && shown.starts_with(['|', '-'])
                && shown.chars().all(|c| matches!(c, '-' | '+' | '|' | ':' | ' '));
            if is_ruler && !is_heading {
                return Some((at, "This ruler of a table does not stand under a heading: lines may be missing, or in another order.".into()));
            }
            is_heading = shown.contains(char::is_alphanumeric);
            at += line.len();
        }
        None
    })
}

/// A row of a table with more or fewer cells than its heading, or none.
fn cells(walk: &Walk) -> Option<Noted> {
    const SEPARATORS: [char; 4] = ['|', ',', ';', '\t'];
    let (mut heading, mut columns) = (None::<(char, usize)>, None::<char>);
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
            (None, Some(_), Some(above)) => {
                let is_heading = above.contains(char::is_alphabetic)
                    && !above.contains([' ', ':', '=', '[', '('])
                    && !above.ends_with(SEPARATORS);
                let sign = SEPARATORS[1..].iter().find(|sign| above.contains(**sign));
                columns = sign.copied().filter(|_| is_heading);
            }
            _ => {}
        }
        if let (Some(sign), Some(at)) = (columns, line.first) {
            let head = line.text[..at].strip_suffix(' ').unwrap_or_default();
            if count(sign) == 0 || head.trim_end().ends_with(sign) {
                return Some((
                    line.at + at,
                    format!(
                        "The columns of this row have not “{}” between them as those of the heading have: a part of it may be missing.",
                        sign.escape_debug()
                    ),
                ));
            }
        }
        if shown.is_empty() {
            (heading, columns) = (None, None);
        }
        if let Some((sign, own)) = heading {
            let is_row = line.first.is_some() || shown.contains(sign);
            let is_like = count(sign) == own && own > 1 && shown.starts_with(sign);
            if is_row && (!is_like || is_ruler && !is_whole) {
                return Some((line.at, "This row of a table has not as many cells as its heading: a part of it may be missing or changed.".into()));
            }
        }
        before = (line.first.is_none() && !shown.is_empty()).then_some(shown);
    }
    None
}
