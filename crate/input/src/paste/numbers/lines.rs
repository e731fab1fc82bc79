//! The numbers of text that is no program: line by line, with labels before
//! them. Whatever stands in a line must be explained, for a sign or a number
//! that is passed over may be an octet that someone hid or lost.

use super::{
    super::{
        Fault, RefusalKind, Skipped, bare, frame::Frame, refuse, split::Bond, stamp, text::Text,
    },
    Chosen, group,
    token::{Kind, Token, Tokens},
};

pub(super) fn read(text: &Text, frame: &Frame, tokens: &Tokens) -> Result<Chosen, Fault> {
    let mut chosen = Chosen::default();
    let mut at = 0;
    let mut pending: Option<String> = None;
    let mut continued = false;
    let mut headings = Headings::default();
    let unbalanced = group::unbalanced(tokens);
    for n in 0..frame.lines.len() {
        let start = at;
        while tokens
            .list
            .get(at)
            .is_some_and(|token| token.line as usize == n)
        {
            at += 1;
        }
        let own = &tokens.list[start..at];
        let whole = |reason: &'static str| Skipped {
            place: text.place(frame.lines[n].line.start, frame.lines[n].line.end),
            reason: reason.into(),
            each: false,
        };
        let label = label(own, text);
        let body = label.map_or(0, |end| end + 1);
        if let Some(end) = label {
            let first = own[0].start as usize;
            let name = text.raw[text.raw_at(first)..text.raw_at(own[end].start as usize)].trim();
            if !name.is_empty() && !name.contains(['{', '[', '(', '"']) {
                pending = Some(name.to_owned());
            }
        }
        let rest = &own[body..];
        if is_property(&own[..body], rest, text)? {
            pending = None;
            chosen.left_out.push(whole("no bytes, by its name"));
            continue;
        }
        if let Some(bracket) = rest
            .iter()
            .find(|token| unbalanced && matches!(token.kind, Kind::Open | Kind::Close))
        {
            return Err(Fault::at(
                RefusalKind::Truncated,
                text.raw_at(bracket.start as usize),
                format!(
                    "“{}” is unmatched: the list was cut off, or a bracket is missing. Copy all of it.",
                    text.quote(bracket.start as usize, bracket.end as usize)
                ),
            ));
        }
        if rest.iter().any(Token::is_number) {
            if let Some(fault) = rest.iter().find_map(|token| stray(token, text)) {
                return Err(fault);
            }
            if label == Some(1) && own[0].is_number() {
                headings.add(&own[0], chosen.numbers.len(), text);
            } else {
                check_head(&own[..body], text)?;
            }
            check_gaps(rest, text)?;
        } else if let Some(word) = rest.iter().find(|token| token.is_word()) {
            // A line of words: kept as a heading, if none of them is like octets.
            if own
                .iter()
                .any(|token| token.is_foreign() && !token.is_word())
            {
                return Err(bad(word, text));
            }
            check_head(&own[..body], text)?;
            chosen.left_out.push(whole("a line without bytes"));
            continue;
        } else if let Some(odd) = rest.iter().find(|token| token.is_foreign()) {
            return Err(bad(odd, text));
        } else {
            check_head(&own[..body], text)?;
            check_empty(rest, text)?;
        }
        let mut first = true;
        let mut separated = false;
        for (k, token) in rest.iter().enumerate() {
            separated |= token.is_comma();
            if token.is_number() {
                let bond = match () {
                    () if !first && separated && tokens.listed => Bond::Apart,
                    () if !first => Bond::Joined,
                    () if label.is_some() || pending.is_some() => Bond::Apart,
                    () if continued => Bond::Continued,
                    () if tokens.listed => Bond::Apart,
                    () => Bond::Loose,
                };
                if let Some(name) = pending.take() {
                    chosen.labels.push((chosen.numbers.len(), name));
                }
                chosen.numbers.push((start + body + k, bond));
                first = false;
                separated = false;
            }
        }
        if !first {
            // A run with a comma after it is one of a list, and no part of one.
            let is_item = matches!(rest, [run, comma]
                if run.kind == Kind::Digits && run.length() > 3 && comma.is_comma());
            continued = rest.last().is_some_and(Token::continues) && !tokens.listed && !is_item;
        }
    }
    headings.join(&mut chosen)?;
    // Text with a hex letter here and there.
    if let Some(words) = chosen.left_out.first()
        && chosen
            .numbers
            .iter()
            .all(|&(at, _)| tokens.list[at].kind == Kind::Digits && tokens.list[at].length() == 1)
    {
        return Err(Fault::at(
            RefusalKind::Prose,
            words.place.start as usize,
            refuse::PROSE,
        ));
    }
    Ok(chosen)
}

/// The token that ends a label: the first `:` or `=` after the last word, or
/// after a number at the start of the line.
fn label(line: &[Token], text: &Text) -> Option<usize> {
    let word = line
        .iter()
        .rposition(Token::is_word)
        .or_else(|| line.first()?.is_heading_digits(text).then_some(0))?;
    // 10:00 is a time, and no label with a number after it.
    let timed = |at: usize| {
        let [before, sign, after, ..] = &line[at.saturating_sub(1)..] else {
            return false;
        };
        at > 0
            && before.is_number()
            && after.is_number()
            && before.end == sign.start
            && sign.end == after.start
    };
    let end = (word..line.len()).find(|&at| line[at].is_label_end() && !timed(at))?;
    // main.go:12: octets
    match line[end..] {
        [sign, number, after, ..]
            if number.is_number()
                && after.is_label_end()
                && after.sign == b':'
                && sign.end == number.start
                && number.is_heading_digits(text) =>
        {
            Some(end + 2)
        }
        _ => Some(end),
    }
}

/// Numbers with a `:` after them at the start of lines: `1: 828684`. Where
/// they do not count, an even number of digits may be octets.
#[derive(Default)]
struct Headings {
    last: Option<u64>,
    count: usize,
    counts: bool,
    /// Each value in base 10 and 16, where it is one, and the index of the
    /// number after it.
    values: Vec<([Option<u64>; 2], usize)>,
    /// The first that may be octets.
    suspect: Option<(usize, String)>,
}

impl Headings {
    fn add(&mut self, token: &Token, first: usize, text: &Text) {
        let digits = str::from_utf8(token.digits(text)).unwrap_or_default();
        let in_base = |base| u64::from_str_radix(digits, base).ok();
        self.values.push(([in_base(10), in_base(16)], first));
        let value = in_base(10);
        self.counts = match (self.last, value) {
            (None, Some(_)) => self.count == 0,
            (Some(last), Some(value)) => self.counts && value > last,
            _ => false,
        };
        self.count += 1;
        self.last = value;
        if token.length().is_multiple_of(2) && self.suspect.is_none() {
            self.suspect = Some((
                text.raw_at(token.start as usize),
                text.quote(token.start as usize, token.end as usize),
            ));
        }
    }

    /// Whether they are offsets, in one of the bases: from 0 on, each as far
    /// from the next as there are numbers between.
    fn are_offsets(&self) -> bool {
        (0..2).any(|base| {
            self.values
                .iter()
                .all(|(values, first)| values[base] == Some(*first as u64))
        })
    }

    /// Lines that begin with offsets, or with the indices of a list's items,
    /// are one block; those with other numbers are a block each.
    fn join(self, chosen: &mut Chosen) -> Result<(), Fault> {
        if self.count > 1 && self.are_offsets() {
            for (_, bond) in &mut chosen.numbers[1..] {
                *bond = Bond::Joined;
            }
            chosen.labels.clear();
            return Ok(());
        }
        match self.suspect {
            Some((at, shown)) if !(self.counts && self.count > 1) => Err(Fault::at(
                RefusalKind::Ambiguous,
                at,
                format!(
                    "“{shown}:” may be a byte or only the number of this line. Remove it, or separate the bytes with spaces only."
                ),
            )),
            _ => Ok(()),
        }
    }
}

/// Refuses numbers before the octets' label that nothing explains: not a word
/// before them, nor brackets, nor a unit after them.
fn check_head(head: &[Token], text: &Text) -> Result<(), Fault> {
    // The end of a date and time that stands among the words.
    let mut stamp = 0;
    for (n, token) in head.iter().enumerate() {
        let start = token.start as usize;
        if start >= stamp {
            let end = head.last().map_or(start, |last| last.end as usize);
            stamp = start + stamp::length(&text.plain[start..end]);
        }
        if start < stamp {
            continue;
        }
        if token.kind == Kind::Sign && matches!(token.sign, b'&' | b'*' | b'%') {
            return Err(bad(token, text));
        }
        if !token.is_number() || is_explained(head, n, text) {
            continue;
        }
        return Err(Fault::at(
            RefusalKind::Ambiguous,
            text.raw_at(token.start as usize),
            format!(
                "“{}” comes before a label and may be bytes too. Leave only the bytes on the line.",
                text.quote(token.start as usize, token.end as usize)
            ),
        ));
    }
    Ok(())
}

/// Whether a number is a count, a version, an address, the number of a
/// stream: anything that a word or a sign beside it says it is.
fn is_explained(head: &[Token], n: usize, text: &Text) -> bool {
    let token = &head[n];
    let glued_after = head
        .get(n + 1)
        .is_some_and(|next| next.start == token.end && !next.is_comma() && !next.is_number());
    let glued_before = n > 0 && head[n - 1].end == token.start && !head[n - 1].is_comma();
    let before = head[..n].last();
    let named = before.is_some_and(|before| {
        before.is_word() || before.kind == Kind::Sign && !matches!(before.sign, b';' | b'|')
    });
    let bracketed = before.is_some_and(|before| before.kind == Kind::Open)
        && head.get(n + 1).is_some_and(|next| next.kind == Kind::Close);
    let unit = head.get(n + 1).is_some_and(|next| {
        next.is_word()
            && matches!(
                &text.plain[next.start as usize..next.end as usize],
                b"bytes" | b"byte" | b"octets" | b"octet" | b"B" | b"Bytes" | b"ms" | b"us" | b"ns"
            )
    });
    named || bracketed || unit || glued_before && glued_after
}

/// Refuses signs in a line without numbers that may hide octets or say that
/// the row before is repeated.
fn check_empty(line: &[Token], text: &Text) -> Result<(), Fault> {
    match line
        .iter()
        .find(|token| token.kind == Kind::Sign && matches!(token.sign, b'*' | b'_' | b'.' | b'/'))
    {
        Some(sign) => Err(Fault::at(
            RefusalKind::Truncated,
            text.raw_at(sign.start as usize),
            "These characters may stand for bytes that are not shown. Copy the whole text (with hexdump or od, print it with -v).",
        )),
        None => Ok(()),
    }
}

/// Names of numbers that are no octets.
const PROPERTIES: [&[u8]; 24] = [
    b"pos",
    b"lim",
    b"cap",
    b"ridx",
    b"widx",
    b"code",
    b"len",
    b"length",
    b"size",
    b"count",
    b"stream",
    b"streamid",
    b"stream_id",
    b"id",
    b"sid",
    b"type",
    b"flags",
    b"seqno",
    b"status",
    b"port",
    b"pid",
    b"offset",
    b"packet",
    b"n",
];

/// Names of sums and identifiers in hex, without the signs between their words.
const DIGESTS: [&str; 18] = [
    "md5",
    "sha1",
    "sha256",
    "sha384",
    "sha512",
    "crc32",
    "checksum",
    "digest",
    "hash",
    "etag",
    "uuid",
    "traceid",
    "spanid",
    "parentid",
    "traceparent",
    "requestid",
    "correlationid",
    "transactionid",
];

/// Whether the label says that a sum or an identifier follows.
fn is_digest(head: &[Token], text: &Text) -> bool {
    let [first, .., last] = head else {
        return false;
    };
    let name: String = text.plain[first.start as usize..last.end as usize]
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    DIGESTS.iter().any(|known| name.ends_with(known))
}

/// Whether the numbers after a label are a property and no octets; refused
/// where more stands after it.
fn is_property(head: &[Token], rest: &[Token], text: &Text) -> Result<bool, Fault> {
    let [.., word, sign] = head else {
        return Ok(false);
    };
    let name = text.plain[word.start as usize..word.end as usize].to_ascii_lowercase();
    let among = |names: &[&[u8]]| names.iter().any(|known| *known == name);
    if !word.is_word() || !sign.is_label_end() {
        return Ok(false);
    }
    let refuse = |message: String| {
        Err(Fault::at(
            RefusalKind::Prose,
            text.raw_at(word.start as usize),
            message,
        ))
    };
    let name = text.quote(word.start as usize, word.end as usize);
    if is_digest(head, text) {
        return Ok(true);
    }
    let mut numbers = rest.iter().filter(|token| token.is_number());
    if !among(&PROPERTIES) {
        return Ok(false);
    }
    if numbers.next().is_some_and(|first| first.length() > 5) {
        return Ok(false);
    }
    match numbers.next() {
        None => Ok(true),
        Some(_) => refuse(format!(
            "After “{name}” one number is expected, and there are more. Leave only the bytes on the line."
        )),
    }
}

/// What may stand between two numbers, beside white space.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    Space,
    Comma,
    /// One and the same sign, or pair of brackets or quotes, everywhere.
    Sign(u8, u8),
}

/// Refuses signs among the numbers that are no plain separators: what hides
/// an octet, what calculates, what an address or a time is written with.
fn check_gaps(line: &[Token], text: &Text) -> Result<(), Fault> {
    let refuse = |token: &Token| {
        Err(Fault::at(
            RefusalKind::BadDigit,
            text.raw_at(token.start as usize),
            format!(
                "“{}” does not belong among bytes: it may hide some, or separate them in an unknown way. Leave only the bytes.",
                text.quote(token.start as usize, token.end as usize)
            ),
        ))
    };
    let mut numbers = 0;
    let mut gap: Option<Gap> = None;
    let mut own: Vec<&Token> = Vec::new();
    for (n, token) in line.iter().enumerate() {
        if !token.is_number() {
            own.push(token);
            continue;
        }
        if numbers == 0 {
            let bullet = own.len() == 1 && own[0].end < token.start;
            for sign in &own {
                let known = matches!(
                    sign.sign,
                    b'"' | b'\''
                        | b'`'
                        | b'<'
                        | b'>'
                        | b'|'
                        | b'-'
                        | b':'
                        | b'='
                        | b'.'
                        | b'$'
                        | b'@'
                ) || sign.sign.is_ascii_alphanumeric()
                    || sign.kind != Kind::Sign && !sign.is_comma();
                if !(known || bullet && matches!(sign.sign, b'*' | b'+')) {
                    return refuse(sign);
                }
            }
        } else {
            let this = match own[..] {
                [] => Gap::Space,
                [comma] if comma.is_comma() => Gap::Comma,
                [sign] => Gap::Sign(sign.sign, 0),
                [one, other] if !one.is_comma() || !other.is_comma() => {
                    Gap::Sign(one.sign, other.sign)
                }
                [one, comma, other] if comma.is_comma() => Gap::Sign(one.sign, other.sign),
                [_, second, ..] => return refuse(second),
            };
            // Single commas part groups as well as octets.
            let plain = |gap| matches!(gap, Gap::Space | Gap::Comma);
            let same = gap.is_none_or(|gap| gap == this || plain(gap) && plain(this));
            let known = match this {
                Gap::Space | Gap::Comma => true,
                Gap::Sign(b';' | b'|' | b'-' | b':' | b'.' | b'_' | b'"' | b'\'' | b'`', 0) => true,
                Gap::Sign(_, 0) => false,
                Gap::Sign(one, other) => matches!(
                    (one, other),
                    (b']', b'[')
                        | (b')', b'(')
                        | (b'}', b'{')
                        | (b'"', b'"')
                        | (b'\'', b'\'')
                        | (b'`', b'`')
                        | (b'|', b'|')
                ),
            };
            if !same || !known {
                return refuse(own.first().copied().unwrap_or(token));
            }
            gap = Some(this);
        }
        own.clear();
        numbers += 1;
        // Whatever follows the last number is looked at below.
        if !line[n + 1..].iter().any(Token::is_number) {
            own.extend(&line[n + 1..]);
            break;
        }
    }
    for sign in &own {
        let known = matches!(
            sign.sign,
            b'"' | b'\'' | b'`' | b';' | b'|' | b'>' | b'.' | b'-' | b'_' | b'\\' | b'+' | b':'
        ) || sign.kind != Kind::Sign;
        if !known {
            return refuse(sign);
        }
    }
    check_sign(line, gap, text)
}

/// Dates, times, identifiers and addresses are numbers with signs between
/// them too: octets are all of one length, and more than an address has.
fn check_sign(line: &[Token], gap: Option<Gap>, text: &Text) -> Result<(), Fault> {
    let Some(Gap::Sign(sign @ (b'-' | b':' | b'.'), 0)) = gap else {
        return Ok(());
    };
    let mut numbers = line.iter().filter(|token| token.is_number());
    let Some(first) = numbers.next() else {
        return Ok(());
    };
    let lengths: Vec<usize> = numbers.clone().map(Token::length).collect();
    let even = lengths.split_last().is_some_and(|(last, before)| {
        before.iter().all(|length| *length == first.length()) && *last <= first.length()
    });
    let letters = line
        .iter()
        .filter(|token| token.is_number())
        .any(|token| token.digits(text).iter().any(u8::is_ascii_alphabetic));
    if even && first.length() % 2 == 0 && (sign != b'.' || letters) {
        return Ok(());
    }
    Err(Fault::at(
        RefusalKind::Prose,
        text.raw_at(first.start as usize),
        format!(
            "These numbers with “{}” between them may be a date, an address or an identifier, and not bytes. {}",
            sign as char,
            refuse::PROSE
        ),
    ))
}

/// What is wrong with a token that stands among numbers, if anything is.
fn stray(token: &Token, text: &Text) -> Option<Fault> {
    if !token.is_word() && !token.is_foreign() {
        return None;
    }
    let plain = &text.plain[token.start as usize..token.end as usize];
    let mistyped = plain
        .iter()
        .all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'O' | b'o' | b'l' | b'I'));
    if token.is_word() && plain.len() > 1 && !mistyped && plain.iter().all(u8::is_ascii_alphabetic)
    {
        return Some(Fault::at(
            RefusalKind::Prose,
            text.raw_at(token.start as usize),
            format!(
                "“{}” is a word, not bytes. {}",
                text.quote(token.start as usize, token.end as usize),
                refuse::PROSE
            ),
        ));
    }
    Some(bad(token, text))
}

/// Whether a word is hex digits but for a few characters.
pub(super) fn is_slip(token: &Token, text: &Text) -> bool {
    let word = &text.plain[token.start as usize..token.end as usize];
    let digits = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
    word.iter().any(u8::is_ascii_digit) && digits * 4 >= word.len() * 3
}

/// The first character of a token that is not a hex digit.
pub(super) fn bad(token: &Token, text: &Text) -> Fault {
    let (start, end) = (token.start as usize, token.end as usize);
    let at = (start..end)
        .find(|&at| !text.plain[at].is_ascii_hexdigit())
        .unwrap_or(start);
    let raw = text.raw_at(at);
    let c = text.raw[raw..].chars().next().unwrap_or('?');
    bare::bad_digit(c, raw)
}
