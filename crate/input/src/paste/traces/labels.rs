//! Labels and keys before the bytes of a line: one for each, written alike, and
//! of bytes.

use super::super::{Format, notes::Noted, sides};
use super::{Gap, Walk, unread::is_padded};

pub(super) fn notes(walk: &Walk, format: Format) -> Vec<Noted> {
    let all = [
        joined(walk, format),
        swallowed(walk, format),
        glued(walk),
        bare(walk, format),
        tails(walk),
        inside(walk, format),
        stamps(walk),
        symbol(walk, format),
        phrase(walk),
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

const UNREAD: &str = "What stands here before the bytes may be others, and was not read: lines may have been joined.";

/// Bytes behind one label and before another, of which none was read.
fn swallowed(walk: &Walk, format: Format) -> Option<Noted> {
    if matches!(format, Format::Hexdump | Format::Json) {
        return None;
    }
    let is_parted = walk
        .gaps()
        .any(|gap| gap.is_inner() && &walk.raw[gap.start..gap.end] == ":");
    walk.lines().find_map(|line| {
        if line.first.is_none() && is_parted {
            let text = line.text.trim_end();
            let word = text.rsplit([' ', '\t']).next().unwrap_or_default();
            let mut pairs = word.strip_suffix(':')?.split(':');
            let are_pairs = pairs
                .all(|pair| pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit()));
            return are_pairs.then(|| (line.at + text.len() - word.len(), UNREAD.into()));
        }
        let head = &line.text[..line.first?];
        let word = head.trim_end_matches(['|', ' ', '\t']);
        if word.ends_with('=')
            && !word.ends_with(" =")
            && word.len() > 6
            && is_padded(word)
            && head.len() > word.len()
        {
            return Some((line.at, UNREAD.into()));
        }
        let labels = head.match_indices(':').map(|(at, _)| at + 1);
        labels.into_iter().find_map(|at| {
            let rest = head[at..].trim_start();
            let is_part = |c: char| c.is_ascii_hexdigit() || c == ' ' || c == 'x';
            let run = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
            let digits = run
                .replace("0x", "")
                .bytes()
                .filter(u8::is_ascii_hexdigit)
                .count();
            let is_apart = rest.len() < head.len() - at;
            (is_apart
                && digits > 3
                && run.len() < rest.len()
                && rest[run.len()..].starts_with(char::is_alphanumeric))
            .then(|| (line.at + head.len() - rest.len(), UNREAD.into()))
        })
    })
}

/// A label that is a number below zero, or directly before bytes that are parted
/// by the sign behind it: its end may be one of them.
fn glued(walk: &Walk) -> Option<Noted> {
    let glue = |gap: Gap| &walk.raw[gap.start..gap.end];
    let is_parted = walk.gaps().any(|gap| gap.is_inner() && glue(gap) == ":");
    let mut heads = walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.after.is_some());
    let gap = heads.find(|gap| {
        let text = glue(*gap);
        let number = text
            .trim()
            .strip_prefix('-')
            .and_then(|rest| rest.strip_suffix(':'));
        if number.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            return true;
        }
        let label = text.strip_suffix(':').unwrap_or_default();
        let word = label
            .rsplit(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let digits = word.bytes().rev().take_while(u8::is_ascii_hexdigit).count();
        let is_pairs = word.len() < 7
            && digits > 1
            && word.bytes().take_while(u8::is_ascii_hexdigit).count() > 1;
        // A byte may be the first of two, and its sign the one of a label.
        let is_lone = gap
            .after
            .is_some_and(|block| walk.blocks[block].octets.len() == 1);
        let is_lone = is_lone && digits == 2 && text.ends_with(':');
        (is_parted || is_pairs || is_lone)
            && digits > 1
            && word[word.len() - digits..].contains(|c: char| c.is_ascii_digit())
    });
    gap.map(|gap| {
        (
            gap.end,
            "The label before these bytes ends with digits and a sign: they may be a byte.".into(),
        )
    })
}

/// Bytes at the start of a line without a label, where other lines have one.
fn bare(walk: &Walk, format: Format) -> Option<Noted> {
    if matches!(format, Format::Hexdump | Format::Json | Format::Escaped) {
        return None;
    }
    let (mut bare, mut labels) = (None, 0);
    for gap in walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.after.is_some())
    {
        let glue = &walk.raw[gap.start..gap.end];
        let head = glue.rsplit(['\n', '\r']).next().unwrap_or_default().trim();
        let is_label = head.ends_with([':', '|', ']', ')', '#', '.', '=', ',']) && head.len() > 1
            || head == "-";
        match (glue.trim().is_empty(), is_label) {
            (true, _) => bare = bare.or(Some(gap.end)),
            (_, true) => labels += 1,
            _ => return None,
        }
    }
    let at = bare.filter(|_| labels > 0)?;
    Some((at, "Nothing stands before these bytes, and a label before others: a part of the line may be missing, or it may not belong to them.".into()))
}

/// A block without the number of its bytes behind it, which others have.
fn tails(walk: &Walk) -> Option<Noted> {
    let (mut less, mut count) = (None, 0);
    for gap in walk
        .gaps()
        .filter(|gap| !gap.is_inner() && gap.before.is_some())
    {
        let line = walk.raw[gap.start..gap.end]
            .lines()
            .next()
            .unwrap_or_default();
        let line = line.trim().trim_end_matches(')');
        let number = line.strip_suffix(" bytes").or(line.strip_suffix(" octets"));
        match number.is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit())) {
            true => count += 1,
            false if line.is_empty() => less = less.or(Some(gap.start)),
            false => {}
        }
    }
    let at = less.filter(|_| count > 0)?;
    Some((at, "How many bytes there are stands behind others, and not here: a part of the line may be missing, or it may not belong to them.".into()))
}

/// A label, a prompt or the sign of a number within a block: the block above it
/// is not whole.
fn inside(walk: &Walk, format: Format) -> Option<Noted> {
    if matches!(format, Format::Hexdump | Format::Json) {
        return None;
    }
    let mut lines = walk.raw.lines().filter(|line| !line.trim().is_empty());
    let is_quoted = lines.all(|line| line.trim_start().starts_with('>'));
    let is_label = |line: &str| {
        let line = line.trim();
        // The members of an array have a sign behind their number.
        // The seconds of a kernel's log have blanks before them.
        let number = line
            .strip_prefix(['[', '#'])
            .unwrap_or_default()
            .trim_start();
        let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = rest.len() < number.len()
            && !["]:", "] =", "]="]
                .iter()
                .any(|sign| rest.starts_with(sign));
        let is_word = line.ends_with(':') && line.starts_with(|c: char| c.is_alphabetic());
        let is_mark = matches!(line, "<" | ">") && !is_quoted;
        is_numbered || is_word || line.starts_with(">>> ") || is_mark
    };
    let mut gaps = walk
        .gaps()
        .filter(|gap| gap.is_inner() && gap.before.is_some() && gap.end - gap.start > 2);
    let gap = gaps.find(|gap| {
        // What was passed over is no label, but for the seconds of a log.
        let (raw, glue) = (&walk.raw[gap.start..gap.end], walk.glue(*gap));
        let is_seconds = |line: &str| {
            let line = line.trim_start_matches(['[', ' ']);
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            rest.len() < line.len() && rest.starts_with('.')
        };
        let mut lines = raw.split('\n').zip(glue.split('\n')).skip(1);
        lines.any(|(raw, glue)| is_label(glue) || is_label(raw) && is_seconds(raw))
    })?;
    Some((gap.end, "A label stands before these bytes, and they were read as more of the block above, which does not end where a field ends: a part of that may be missing.".into()))
}

/// Dates and times before bytes that are not written alike.
fn stamps(walk: &Walk) -> Option<Noted> {
    let mut first: Option<String> = None;
    walk.lines().filter(|line| line.blocks > 0).find_map(|line| {
        let head = line.text[..line.first?].trim_end_matches(['\\', 'x', '0']).trim();
        let is_stamp = head.len() > 7 && head.bytes().all(|byte| byte.is_ascii_digit() || b"-:.,/ TZ".contains(&byte));
        let shape = is_stamp.then(|| head.replace(|c: char| c.is_ascii_digit(), "0"))?;
        // Seconds stand beside numbers of any length.
        if !head.contains([':', '-', '/']) {
            return None;
        }
        let is_other = first.get_or_insert_with(|| shape.clone()) != &shape;
        is_other.then(|| (line.at, "The date or time here is not written as in the first line: a part of the line may be missing.".into()))
    })
}

/// The name of an address in a dump with one of its two signs.
fn symbol(walk: &Walk, format: Format) -> Option<Noted> {
    walk.lines()
        .filter(|_| format == Format::Hexdump)
        .find_map(|line| {
            let head = line.text[..line.first?].trim();
            let count = |sign: char| head.matches(sign).count();
            let is_odd = head.starts_with("0x") && count('<') != count('>');
            is_odd.then(|| {
                (
                    line.at,
                    "“<” has no partner here: lines may have been joined, or a part be missing."
                        .into(),
                )
            })
        })
}

/// The most words before bytes that are compared.
const WORDS: usize = 64;

/// Two words that stand twice before the bytes of a line.
fn phrase(walk: &Walk) -> Option<Noted> {
    walk.lines().find_map(|line| {
        let head = &line.text[..line.first?];
        let words: Vec<&str> = head.split_whitespace().take(WORDS).collect();
        let pairs: Vec<&[&str]> = words.windows(2).filter(|two| two[0].contains(char::is_alphabetic)).collect();
        let is_twice = |(n, two): (usize, &&[&str])| pairs[n + 1..].contains(two);
        let mut all = pairs.iter().enumerate();
        // Its first word directly behind a number: “stream 12stream 14:”.
        let word = head.split(|c: char| !c.is_ascii_alphabetic()).find(|word| word.len() > 2 && word.bytes().any(|byte| !byte.is_ascii_hexdigit()));
        let is_again = word.is_some_and(|word| {
            let mut places = head.match_indices(word).take(WORDS);
            places.any(|(at, _)| head[..at].ends_with(|c: char| c.is_ascii_digit()))
        });
        (is_again || all.any(is_twice)).then(|| (line.at, "Two words stand twice in this line: lines may have been joined, or a part be doubled.".into()))
    })
}

/// Rows of which some are comments and others are not.
fn alike(walk: &Walk, format: Format) -> Option<Noted> {
    const COMMENTS: [&str; 6] = ["//", "#", "*", "--", ";", "%"];
    let mut first = None;
    walk.lines().filter(|_| format != Format::Hexdump).find_map(|line| {
        let head = line.text[..line.first?].trim();
        let is_arrow = head.starts_with("--") && head.ends_with('>');
        let comment = COMMENTS.iter().any(|sign| head.starts_with(sign)) && !is_arrow;
        (*first.get_or_insert(comment) != comment).then(|| {
            (line.at + line.first.unwrap_or(0), "Some rows of bytes are comments, and others are not: a part of the text may not belong to it.".into())
        })
    })
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
        let mut parts = before.split('=').skip(1).peekable();
        while let Some(part) = parts.next() {
            // stream=3=37, stream=1tream=13, and =DFY= of quoted-printable.
            let is_value = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
            let is_joined = part.bytes().next().is_some_and(|byte| is_value(&byte))
                && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
            if is_joined && parts.peek().is_some() {
                return Some((line.at, "Two “=” stand beside one value here: a part of the line may be missing.".into()));
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
    let start = place.start as usize;
    let is_string = walk.raw[..start].ends_with(['"', '\'']);
    if is_string && walk.raw[start..].starts_with('-') && place.end - place.start == 2 {
        return Some((start, "This was read as a signed decimal number; if it is hex, a digit of it is missing or changed.".into()));
    }
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
