//! Labels and keys before the bytes of a line: one for each, written alike, and
//! of bytes.

use super::super::{Format, notes::Noted, sides};
use super::Walk;

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        joined(walk, format),
        alike(walk, format),
        apart(walk),
        number(walk, format),
        keys(walk),
        address(walk),
    ];
    all.into_iter().flatten().collect()
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
            .unwrap_or_default()
            .trim_start_matches('x');
        // Hex digits may stand directly before it.
        let digits = word.bytes().take_while(u8::is_ascii_hexdigit).count();
        let from = word.len().saturating_sub(LONGEST);
        (from..=digits).any(|at| word.len() - at > 3 && sides::is_side(&word[at..]))
    };
    walk.lines().find_map(|line| {
        let head = &line.text[..line.first.unwrap_or(line.text.len())];
        // Elsewhere what stands beside the bytes may be their characters.
        let shown = if format == Format::Hex { line.text } else { head };
        let mut labels = shown.rsplit(':').skip(1);
        let arrows = head.trim_start_matches(['>', ' ']).contains('<') && head.trim_end().ends_with('>')
            || head.trim_start_matches(['<', ' ']).contains('>') && head.trim_start().starts_with('<');
        let words: Vec<&str> = line.text.trim().rsplit(' ').take(2).collect();
        let is_twice = matches!(words[..], [one, other] if one == other && one.ends_with(':'));
        let arrows = arrows && head.chars().all(|c| "<> ".contains(c));
        (labels.by_ref().filter(|part| is_label(part)).take(2).count() > 1 || arrows || is_twice).then(|| {
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
        let own = ["<", ">"].into_iter().find(|sign| head == *sign);
        let before = std::mem::replace(&mut side, own);
        if line.blocks == 0 && own.is_some() && before.is_some() && own != before {
            return Some((line.at + at, "This row has the mark of the other side, and was read as more of the block above: bytes may be missing before it.".into()));
        }
    }
    None
}

/// Lines of which some have a blank between a label and the bytes and others
/// with the same sign have none.
fn apart(walk: &Walk) -> Option<Noted> {
    const SIGNS: [char; 7] = [':', '=', '>', ';', ',', '\t', '|'];
    let mut all = [[(0, 0); 2]; SIGNS.len()];
    for line in walk.lines().filter(|line| line.blocks > 0) {
        let Some(at) = line.first else { continue };
        let head = line.text[..at].trim_end_matches(['0', 'x', 'X', '\\', '"', '\'']);
        let label = head.trim_end_matches(' ');
        let sign = match label.chars().next_back() {
            Some('<' | '→' | '←') => Some('>'),
            sign => sign,
        };
        if let Some(sign) = SIGNS.iter().position(|own| Some(*own) == sign) {
            let (count, last) = &mut all[sign][usize::from(label.len() < head.len())];
            *count += 1;
            *last = line.at + at;
        }
    }
    let both = |kinds: &&[(usize, usize); 2]| kinds.iter().all(|(count, _)| *count > 0);
    all.iter().find(both).map(|[(none, first), (some, second)]| {
        let at = if some < none { second } else { first };
        (*at, "Beside a label some bytes have a blank and these have not, or the other way round: a part of the line may be missing.".into())
    })
}

/// A key that stands twice before the bytes of a line, or that of a number.
fn keys(walk: &Walk) -> Option<Noted> {
    walk.lines().find_map(|line| {
        let before = &line.text[..line.first?];
        let mut known: Vec<&str> = Vec::new();
        for (at, _) in before.match_indices('=').take(MOST) {
            let head = &before[..at];
            let name = head.len() - head.bytes().rev().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
            let name = &head[name..];
            if name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                if known.contains(&name) {
                    return Some((line.at + at, format!("“{name}” stands twice in this line: lines may have been joined, or a part be missing.")));
                }
                known.push(name);
            }
        }
        let head = before.trim_end_matches(['"', '\'', ' ']);
        let name = head.strip_suffix(['=', ':']).unwrap_or_default();
        let name = name.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
        NUMBERS.contains(&name.to_ascii_lowercase().as_str()).then(|| {
            (line.at + before.len(), format!("“{name}” is the key of a number, and what stands behind it was read as bytes."))
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

/// An address before the bytes of a line that has a character which is no digit.
fn address(walk: &Walk) -> Option<Noted> {
    walk.lines().find_map(|line| {
        let head = line.text[..line.first?].trim_start();
        let (word, _) = head.strip_prefix("0x")?.split_once(':')?;
        let at = word.find(|c: char| !c.is_ascii_hexdigit())?;
        let is_one = at > 0 && word[at..].chars().skip(1).all(|c| c.is_ascii_hexdigit());
        is_one.then(|| (line.at, "The address of this row has a character that is no hex digit: the row may be damaged.".into()))
    })
}
