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
            let message =
                " is unmatched: the list was cut off, or a bracket is missing. Copy all of it.";
            return Err(bracket.fault(text, RefusalKind::Truncated, message));
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
    // 82:OF:84 is no label, but digits with a slip.
    if let [.., slip, sign, number] = &line[..line.len().min(end + 2)]
        && slip.is_word()
        && sign.follows(slip)
        && number.follows(sign)
        && number.is_number()
        && (slip.length(), number.length()) == (2, 2)
        && slip.of(text).iter().any(u8::is_ascii_hexdigit)
    {
        return None;
    }
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
        if token.is_sign(b"&*%") {
            return Err(bad(token, text));
        }
        if token.is_number() && !is_explained(head, n, text) {
            let message =
                " comes before a label and may be bytes too. Leave only the bytes on the line.";
            return Err(token.fault(text, RefusalKind::Ambiguous, message));
        }
    }
    Ok(())
}

/// Whether a number is a count, a version, an address, the number of a
/// stream: anything that a word or a sign beside it says it is.
fn is_explained(head: &[Token], n: usize, text: &Text) -> bool {
    let token = &head[n];
    let (before, after) = (head[..n].last(), head.get(n + 1));
    let joins = |other: &Token| !other.is_comma();
    let is_glued = before.is_some_and(|before| token.follows(before) && joins(before))
        && after.is_some_and(|after| after.follows(token) && joins(after) && !after.is_number());
    let is_named = before.is_some_and(|before| {
        before.is_word() || before.kind == Kind::Sign && !before.is_sign(b";|")
    });
    let is_bracketed = before.is_some_and(|before| before.kind == Kind::Open)
        && after.is_some_and(|after| after.kind == Kind::Close);
    let has_unit = after.is_some_and(|after| {
        let word = after.of(text).to_ascii_lowercase();
        let units = [
            &b"bytes"[..],
            b"byte",
            b"octets",
            b"octet",
            b"b",
            b"ms",
            b"us",
            b"ns",
        ];
        after.is_word() && units.contains(&&*word)
    });
    is_named || is_bracketed || has_unit || is_glued
}

/// Refuses signs in a line without numbers that may hide octets or say that
/// the row before is repeated.
fn check_empty(line: &[Token], text: &Text) -> Result<(), Fault> {
    let sign = line.iter().find(|token| token.is_sign(b"*_./"));
    sign.map_or(Ok(()), |sign| {
        let message = " may stand for bytes that are not shown. Copy the whole text (with hexdump or od, print it with -v).";
        Err(sign.fault(text, RefusalKind::Truncated, message))
    })
}

/// Names of numbers that are no octets.
const PROPERTIES: &str = " pos lim cap ridx widx code len length size count stream streamid stream_id id sid type flags seqno status port pid offset packet n ";

/// What the names of sums and identifiers in hex end with, without the signs
/// between their words.
const DIGESTS: &str = "md5 sha1 sha256 sha384 sha512 crc32 checksum digest hash etag uuid traceid spanid parentid traceparent requestid correlationid transactionid";

/// Whether what follows a label is a property or a sum, and no octets; refused
/// where more stands after it.
fn is_property(head: &[Token], rest: &[Token], text: &Text) -> Result<bool, Fault> {
    let [.., word, sign] = head else {
        return Ok(false);
    };
    if !word.is_word() || !sign.is_label_end() {
        return Ok(false);
    }
    let lower = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let mut name = lower(&text.plain[head[0].start as usize..sign.start as usize]);
    name.retain(|c| c.is_ascii_alphanumeric());
    if DIGESTS.split(' ').any(|known| name.ends_with(known)) {
        return Ok(true);
    }
    let mut numbers = rest.iter().filter(|token| token.is_number());
    let is_known = PROPERTIES.contains(&format!(" {} ", lower(word.of(text))));
    if !is_known || numbers.next().is_some_and(|first| first.length() > 5) {
        return Ok(false);
    }
    match numbers.next() {
        None => Ok(true),
        Some(_) => {
            let message = ": one number is expected after this name, and there are more. Leave only the bytes on the line.";
            Err(word.fault(text, RefusalKind::Prose, message))
        }
    }
}

/// What may stand between two numbers, beside white space.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    /// Single commas part groups as well as octets.
    Plain,
    /// One and the same sign, or pair of brackets or quotes, everywhere.
    Sign(u8, u8),
}

/// Refuses signs among the numbers that are no plain separators: what hides
/// an octet, what calculates, what an address or a time is written with.
fn check_gaps(line: &[Token], text: &Text) -> Result<(), Fault> {
    let numbers = || (0..line.len()).filter(|&at| line[at].is_number());
    let (Some(first), Some(last)) = (numbers().next(), numbers().next_back()) else {
        return Ok(());
    };
    let is_passed = |sign: &Token| sign.kind != Kind::Sign && !sign.is_comma();
    let bullet: &[u8] = match &line[..first] {
        [sign] if !line[first].follows(sign) => b"*+",
        _ => b"",
    };
    let before = |sign: &Token| {
        is_passed(sign)
            || sign.is_sign(b"\"'`<>|-:=.$@")
            || sign.is_sign(bullet)
            || sign.sign.is_ascii_alphanumeric()
    };
    let after = |sign: &Token| sign.kind != Kind::Sign || sign.is_sign(b"\"'`;|>.-_\\+:");
    let around = line[..first].iter().find(|sign| !before(sign));
    let mut odd = around.or_else(|| line[last..].iter().skip(1).find(|sign| !after(sign)));
    let mut gap: Option<Gap> = None;
    for (at, next) in numbers().zip(numbers().skip(1)) {
        let this = match &line[at + 1..next] {
            [] => Gap::Plain,
            [comma] if comma.is_comma() => Gap::Plain,
            [sign] => Gap::Sign(sign.sign, 0),
            [one, other] if !one.is_comma() || !other.is_comma() => Gap::Sign(one.sign, other.sign),
            [one, comma, other] if comma.is_comma() => Gap::Sign(one.sign, other.sign),
            [_, second, ..] => {
                odd = odd.or(Some(second));
                break;
            }
        };
        let is_known = match this {
            Gap::Plain => true,
            Gap::Sign(sign, 0) => b";|-:._\"'`".contains(&sign),
            Gap::Sign(b']', b'[') | Gap::Sign(b')', b'(') | Gap::Sign(b'}', b'{') => true,
            Gap::Sign(one, other) => one == other && b"\"'`|".contains(&one),
        };
        if !is_known || gap.is_some_and(|gap| gap != this) {
            odd = odd.or(Some(&line[at + 1]));
            break;
        }
        gap = Some(this);
    }
    if let Some(odd) = odd {
        let message = " does not belong among bytes: it may hide some, or separate them in an unknown way. Leave only the bytes.";
        return Err(odd.fault(text, RefusalKind::BadDigit, message));
    }
    check_sign(line, gap, text)
}

/// Dates, times, identifiers and addresses are numbers with signs between
/// them too: octets are all of one length, and more than an address has.
fn check_sign(line: &[Token], gap: Option<Gap>, text: &Text) -> Result<(), Fault> {
    let Some(Gap::Sign(sign @ (b'-' | b':' | b'.'), 0)) = gap else {
        return Ok(());
    };
    let numbers: Vec<&Token> = line.iter().filter(|token| token.is_number()).collect();
    let (first, length) = (numbers[0], numbers[0].length());
    let are_even = numbers.split_last().is_some_and(|(last, full)| {
        full.iter().all(|token| token.length() == length) && last.length() <= length
    });
    let is_letter = |token: &&&Token| token.digits(text).iter().any(u8::is_ascii_alphabetic);
    let has_letters = || numbers.iter().find(is_letter).is_some();
    if are_even && length.is_multiple_of(2) && (sign != b'.' || has_letters()) {
        return Ok(());
    }
    let message = format!(
        ": these numbers with “{}” between them may be a date, an address or an identifier, and not bytes. {}",
        sign as char,
        refuse::PROSE
    );
    Err(first.fault(text, RefusalKind::Prose, &message))
}

/// What is wrong with a token that stands among numbers, if anything is.
fn stray(token: &Token, text: &Text) -> Option<Fault> {
    if !token.is_word() && !token.is_foreign() {
        return None;
    }
    let plain = token.of(text);
    let is_mistyped = plain
        .iter()
        .all(|byte| byte.is_ascii_hexdigit() || b"OolI".contains(byte));
    let is_name = plain.len() > 1 && plain.iter().all(u8::is_ascii_alphabetic);
    Some(match token.is_word() && is_name && !is_mistyped {
        true => {
            let message = format!(" is a word, not bytes. {}", refuse::PROSE);
            token.fault(text, RefusalKind::Prose, &message)
        }
        false => bad(token, text),
    })
}

/// Whether a word is hex digits but for a few characters.
pub(super) fn is_slip(token: &Token, text: &Text) -> bool {
    let word = token.of(text);
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
