//! The numbers of text that is no program: line by line, with labels before
//! them. Whatever stands in a line must be explained, for a sign or a number
//! that is passed over may be an octet that someone hid or lost.

use super::{
    super::{Fault, RefusalKind, Skipped, frame::Frame, pieces::Bond, refuse, stamp, text::Text},
    Around, Chosen,
    shape::{Rule, shape},
    token::{self, Kind, Token},
};

/// Names of numbers that are no octets.
const PROPERTIES: &str = " pos lim cap ridx widx code len length size count stream streamid stream_id id sid type flags seqno status port pid offset packet n ";

/// What the names of sums and identifiers in hex end with, without the signs
/// between their words.
const DIGESTS: &str = "nonce md5 sha1 sha256 sha384 sha512 crc32 checksum digest hash etag uuid traceid spanid parentid traceparent requestid correlationid transactionid";

/// What may stand among the numbers of a line.
const RULE: Rule = Rule {
    before: b"\"'`lg|-:=.$@s*+([{<)]}>",
    between: &[
        b"", b",", b";", b"|", b"-", b":", b".", b"_", b"\"", b"'", b"`", b"][", b")(", b"}{",
        b"\"\"", b"''", b"``", b"||", b"],[", b"),(", b"},{", b"\",\"", b"','", b"`,`", b"|,|",
    ],
    after: b",([{<)]}>\"'`;|g.-_\\+:",
    nothing: b"r",
};

/// Units of numbers that are no octets.
const UNITS: &str = " bytes byte octets octet b ms us ns ";

pub(super) fn read(text: &Text, frame: &Frame, tokens: &[Token]) -> Result<Chosen, Fault> {
    let mut reader = Reader {
        text,
        chosen: Chosen::new(Around::Lines),
        pending: None,
        listed: is_listed(text, tokens),
        unbalanced: !token::are_balanced(tokens),
        open: None,
        members: Vec::new(),
        plain: None,
    };
    let mut at = 0;
    for own in tokens.chunk_by(|one, other| one.line == other.line) {
        let line = &frame.lines[own[0].line as usize];
        if line.blank_before {
            reader.end();
        }
        if let Some(reason) = reader.line(own, at)? {
            reader.chosen.left_out.push(Skipped {
                place: text.place(line.line.start, line.line.end),
                reason: reason.into(),
                each: false,
            });
        }
        at += own.len();
    }
    reader.end();
    reader.join_members()?;
    let chosen = reader.chosen;
    // Text with a hex letter here and there.
    let is_letter = |token: &Token| token.is(Kind::Digits) && token.length() == 1;
    match chosen.left_out.first() {
        Some(words) if chosen.numbers.iter().all(|&(at, _)| is_letter(&tokens[at])) => {
            let at = words.place.start as usize;
            Err(Fault::at(RefusalKind::Prose, at, refuse::PROSE))
        }
        _ => Ok(chosen),
    }
}

/// Whether a sign parts the blocks of a list.
fn parts_blocks(token: &Token) -> bool {
    token.is(Kind::Comma) || token.is_sign(b";")
}

/// Whether commas stand between runs of which some are long, and most of them
/// no octets in binary or octal digits: a list of blocks. After bare digits a
/// comma at the end of a line parts nothing in it.
fn is_listed(text: &Text, list: &[Token]) -> bool {
    let parts = |at: usize| {
        let (before, comma, next) = (&list[at - 1], &list[at], list.get(at + 1));
        let is_quoted = before.is_sign(b"\"'`") && at > 1;
        let number = if is_quoted { &list[at - 2] } else { before };
        let goes_on = next.is_some_and(|next| next.line == comma.line);
        let is_run = number.is(Kind::Hex) || number.is(Kind::Digits) && (goes_on || is_quoted);
        // Beside a semicolon stand groups of octets too.
        let are_long = || {
            let is_long = |token: &Token| token.length() >= 16;
            is_long(number) && next.is_some_and(is_long)
        };
        let is_sign = comma.is(Kind::Comma) || comma.is_sign(b";") && are_long();
        is_sign && number.line == comma.line && is_run
    };
    let digits = || {
        list.iter()
            .filter(|token| token.is_number())
            .map(|token| token.digits(text))
    };
    let is_octet = |digits: &&[u8]| {
        let is_binary = digits.iter().all(|byte| matches!(byte, b'0' | b'1'));
        digits.len() == 8 && is_binary || super::bare::is_octal(digits)
    };
    (1..list.len()).any(parts)
        && digits().any(|digits| digits.len() > 3)
        && digits().filter(is_octet).count() * 2 < digits().count()
}

/// The token that ends a label: the first `:` or `=` after the last word, or
/// after a number at the start of the line.
fn label(line: &[Token], text: &Text) -> Option<usize> {
    let is_word = |token: &Token| token.is(Kind::Word);
    let word = match line.iter().rposition(is_word) {
        Some(word) => word,
        None if heading(line, text).is_some() => 0,
        None => return None,
    };
    // 10:00 is a time, and no label with a number after it.
    let timed = |at: usize| {
        matches!(&line[at.saturating_sub(1)..], [before, sign, after, ..]
            if at > 0 && before.is_number() && after.is_number() && sign.follows(before) && after.follows(sign))
    };
    let end = (word..line.len()).find(|&at| line[at].is_label_end() && !timed(at))?;
    // 82:OF:84 is no label, but digits with a slip.
    if let [.., slip, sign, number] = &line[..line.len().min(end + 2)]
        && slip.is(Kind::Word)
        && sign.follows(slip)
        && number.follows(sign)
        && number.is_number()
        && number.length() == 2
        && is_like_pair(slip.of(text))
    {
        return None;
    }
    // main.go:12: octets
    match &line[end..] {
        [sign, number, ..]
            if heading(&line[end + 1..], text).is_some_and(|own| own.start == number.start)
                && number.follows(sign) =>
        {
            Some(end + 2)
        }
        _ => Some(end),
    }
}

/// Whether a word is a pair of hex digits but for one character, or with one more.
fn is_like_pair(word: &[u8]) -> bool {
    match word.len() {
        2 => word.iter().any(u8::is_ascii_hexdigit),
        3 => word.iter().any(u8::is_ascii_digit),
        _ => false,
    }
}

/// The number before what follows in a line: `12: `, `[12] = `, `[12]: `.
fn heading<'a>(line: &'a [Token], text: &Text) -> Option<&'a Token> {
    let is_apart = |colon: &Token| {
        let next = text.plain.get(colon.end as usize);
        next.is_none_or(u8::is_ascii_whitespace)
    };
    match line {
        [number, colon, ..] if number.is(Kind::Digits) && colon.follows(number) => {
            Some(number).filter(|_| colon.is_sign(b":") && is_apart(colon))
        }
        [open, number, close, sign, ..] if open.sign == b'[' && number.is(Kind::Digits) => {
            Some(number).filter(|_| close.sign == b']' && sign.is_label_end() && is_apart(sign))
        }
        _ => None,
    }
}

/// Whether a number is what the name before it is of, and bytes stand behind it:
/// `send HEADERS stream=1 8286…`.
fn is_attribute(head: &[Token], rest: &[Token], text: &Text) -> bool {
    let (Some([name, _]), [number, bytes]) = (head.last_chunk(), rest) else {
        return false;
    };
    let key = String::from_utf8_lossy(name.of(text)).to_ascii_lowercase();
    let is_long = bytes.is(Kind::Digits) && bytes.length() >= 6;
    is_long
        && number.is(Kind::Digits)
        && number.length() < 6
        && number.digits(text).iter().all(u8::is_ascii_digit)
        && PROPERTIES.contains(&format!(" {key} "))
}

struct Reader<'a> {
    text: &'a Text<'a>,
    chosen: Chosen,
    /// A label without bytes so far.
    pending: Option<String>,
    /// Whether commas part blocks.
    listed: bool,
    /// Whether some bracket has no partner.
    unbalanced: bool,
    /// The sign at the end of the last line with bytes, which says that more
    /// of them follow.
    open: Option<Token>,
    /// The numbers before lines, and the index of the first of their bytes.
    members: Vec<(Token, usize)>,
    /// The first line with bytes and no such number.
    plain: Option<Token>,
}

impl Reader<'_> {
    /// The bytes end here, though a sign may stand that says there are more.
    fn end(&mut self) {
        if let Some(sign) = self.open.take().filter(|sign| b",;-_".contains(&sign.sign)) {
            let message = format!(
                "The bytes end with “{}” here: more of them may be missing.",
                char::from(sign.sign)
            );
            self.chosen
                .notes
                .push((self.text.raw_at(sign.start as usize), message));
        }
    }

    /// Reads a line whose first token is the one at `from`; gives the reason if
    /// there are no bytes in it.
    fn line(&mut self, own: &[Token], from: usize) -> Result<Option<&'static str>, Fault> {
        let text = self.text;
        let body = label(own, text).map_or(0, |end| end + 1);
        let body = body + usize::from(is_attribute(&own[..body], &own[body..], text));
        let (head, rest) = own.split_at(body);
        if self.property(head, rest)? {
            return Ok(Some("no bytes, by its name"));
        }
        let is_bracket = |token: &&Token| matches!(token.kind, Kind::Open | Kind::Close);
        if let Some(bracket) = rest.iter().find(is_bracket).filter(|_| self.unbalanced) {
            let message =
                " is unmatched: the list was cut off, or a bracket is missing. Copy all of it.";
            return Err(bracket.fault(text, RefusalKind::Truncated, message));
        }
        if let Some((end, names)) = head.split_last() {
            let start = own[0].start as usize;
            let end = if end.is_number() { end.end } else { end.start };
            let name = text.raw[text.raw_at(start)..text.raw_at(end as usize)].trim();
            if !names.is_empty() && !name.contains(['{', '[', '(', '"']) {
                self.pending = Some(name.to_owned());
            }
        }
        let has_bytes = rest.iter().any(Token::is_number);
        let member = heading(head, text).filter(|_| has_bytes && matches!(body, 2 | 4));
        if member.is_none() {
            self.check_head(head)?;
            self.check_names(head, rest)?;
        }
        let word = rest.iter().find(|token| token.is(Kind::Word));
        let foreign = rest.iter().find(|token| token.is(Kind::Foreign));
        let Some(first) = rest.iter().position(Token::is_number) else {
            let is_question = |own: &[Token]| {
                let (words, end) = own.split_at(own.len() - 1);
                matches!(end[0].of(text), b"?" | b"!")
                    && !words.is_empty()
                    && words
                        .iter()
                        .all(|token| token.is(Kind::Word) || token.is(Kind::Comma))
            };
            return match word.or(foreign) {
                Some(_) if is_question(own) => Ok(Some("a line without bytes")),
                // A line of words: kept as a heading, if none of them is like octets.
                Some(_)
                    if foreign.is_none() && !own.iter().any(|token| token.is(Kind::Foreign)) =>
                {
                    Ok(Some("a line without bytes"))
                }
                Some(odd) => Err(odd.bad(text)),
                None => check_empty(rest, text).map(|()| None),
            };
        };
        if let Some(fault) = rest.iter().find_map(|token| stray(token, text)) {
            return Err(fault);
        }
        check_gaps(rest, text)?;
        let count = self.chosen.numbers.len();
        match member {
            Some(member) => self.members.push((*member, count)),
            None => self.plain = self.plain.or(Some(rest[first])),
        }
        let is_named = body > 0 || self.pending.is_some();
        self.chosen
            .labels
            .extend(self.pending.take().map(|name| (count, name)));
        let goes_on = own[0].of(text).eq_ignore_ascii_case(b"continuation") && count > 0;
        let mut bond = match () {
            // The frame behind HEADERS or another of these (RFC 9113 §6.10).
            () if goes_on => Bond::Joined,
            () if is_named => Bond::Apart,
            () if self.open.is_some() && !self.listed => Bond::Continued,
            () if self.listed => Bond::Apart,
            () => Bond::Loose,
        };
        for (n, token) in rest.iter().enumerate().skip(first) {
            if token.is_number() {
                self.chosen.numbers.push((from + body + n, bond));
                bond = Bond::Joined;
            } else if parts_blocks(token) && self.listed {
                bond = Bond::Apart;
            }
        }
        // A run with a comma after it is one of a list, and no part of one.
        let is_item = matches!(rest, [run, comma]
            if run.is(Kind::Digits) && run.length() > 3 && comma.is(Kind::Comma));
        self.open = rest.last().copied().filter(|last| {
            let continues = last.is(Kind::Comma) || last.is_sign(b"\\-_+;:");
            continues && !is_item && rest.len() > 1
        });
        Ok(None)
    }

    /// Lines that begin with offsets, or with the indices of a list's items,
    /// are one block; those with other numbers are a block each. Where they do
    /// not count, an even number of digits may be octets.
    fn join_members(&mut self) -> Result<(), Fault> {
        let (text, chosen) = (self.text, &mut self.chosen);
        if self.members.is_empty() {
            return Ok(());
        }
        let in_base = |token: &Token, base| {
            u64::from_str_radix(str::from_utf8(token.digits(text)).unwrap_or_default(), base).ok()
        };
        let fault =
            |token: &Token, message: &str| Err(token.fault(text, RefusalKind::Ambiguous, message));
        let several = self.members.len() > 1;
        // From 0 on, each as far from the next as there are numbers between.
        let are_offsets = |base| {
            let mut all = self.members.iter();
            all.all(|(token, own)| in_base(token, base) == Some(*own as u64))
        };
        let is_index =
            |(token, _): &&(Token, usize)| text.plain[..token.start as usize].ends_with(b"[");
        let index = self.members.iter().find(is_index);
        let are_one = (several || index.is_some()) && self.plain.is_none();
        if are_one && (are_offsets(10) || are_offsets(16)) {
            for (_, bond) in &mut chosen.numbers[1..] {
                *bond = Bond::Joined;
            }
            chosen.labels.clear();
            return Ok(());
        }
        if let Some((index, _)) = index {
            return fault(
                index,
                " is the index of an item, and those of all items do not count from 0: some may be missing. Copy all of them.",
            );
        }
        if let Some(plain) = self.plain
            && self.members.len() * 2 > chosen.numbers.len()
        {
            return fault(
                &plain,
                " has no number and “:” before it, as others have: it may be one itself, or lost its own. Copy the lines again.",
            );
        }
        let values: Vec<Option<u64>> = self
            .members
            .iter()
            .map(|(token, _)| in_base(token, 10))
            .collect();
        let counts = values[0].is_some() && values.windows(2).all(|two| two[0] < two[1]);
        let may_be_octets = |(token, _): &&(Token, usize)| token.length().is_multiple_of(2);
        if let Some((octet, _)) = self
            .members
            .iter()
            .find(may_be_octets)
            .filter(|_| !(counts && several))
        {
            return fault(
                octet,
                " may be a byte or only the number of this line. Remove it, or separate the bytes with spaces only.",
            );
        }
        Ok(())
    }

    /// Whether what follows a label is a property or a sum, and no octets;
    /// refused where more stands after it.
    fn property(&mut self, head: &[Token], rest: &[Token]) -> Result<bool, Fault> {
        let [.., word, sign] = head else {
            return Ok(false);
        };
        let text = self.text;
        let lower = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_ascii_lowercase();
        let mut name = lower(&text.plain[head[0].start as usize..sign.start as usize]);
        name.retain(|c| c.is_ascii_alphanumeric());
        let mut numbers = rest.iter().filter(|token| token.is_number());
        let is_sum = DIGESTS.split(' ').any(|known| name.ends_with(known));
        let key = lower(word.of(text));
        let is_known = (PROPERTIES.contains(&format!(" {key} ")) || key.ends_with("_id"))
            && numbers.next().is_none_or(|first| first.length() < 6);
        if !word.is(Kind::Word) || !is_sum && !is_known {
            return Ok(false);
        }
        if !is_sum && numbers.next().is_some() {
            let message = ": one number is expected after this name, and there are more. Leave only the bytes on the line.";
            return Err(word.fault(text, RefusalKind::Prose, message));
        }
        self.pending = None;
        Ok(true)
    }

    /// Refuses a number that has a name of its own, as the only one behind the last
    /// name has, and may be an octet as well: `GET = 0x82, POST = 0x83`.
    fn check_names(&self, head: &[Token], rest: &[Token]) -> Result<(), Fault> {
        let mut numbers = rest.iter().filter(|token| token.is_number());
        let (Some(only), None) = (numbers.next(), numbers.next()) else {
            return Ok(());
        };
        let is_octet = |token: &&Token| token.is(Kind::Hex) && token.length() == 2;
        let is_large = |token: &&Token| token.digits(self.text)[0] >= b'8';
        let mut others = head.iter().filter(is_octet);
        match others.find(is_large).filter(|_| is_octet(&only)) {
            Some(other) => {
                let message = " and the last number of this line have a name each: which of them are bytes is not known. Leave only the bytes on the line.";
                Err(other.fault(self.text, RefusalKind::Ambiguous, message))
            }
            None => Ok(()),
        }
    }

    /// Refuses numbers before the octets' label that nothing explains: not a word
    /// before them, nor brackets, nor a unit after them.
    fn check_head(&self, head: &[Token]) -> Result<(), Fault> {
        let text = self.text;
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
                return Err(token.bad(text));
            }
            if is_base64(head, n, text) {
                let message = "=: this may be Base64 or the name of what follows. Leave only the bytes on the line.";
                return Err(token.fault(text, RefusalKind::Ambiguous, message));
            }
            if token.is_number() && !is_explained(head, n, text) {
                let message =
                    " comes before a label and may be bytes too. Leave only the bytes on the line.";
                return Err(token.fault(text, RefusalKind::Ambiguous, message));
            }
        }
        Ok(())
    }
}

/// Whether a word before a `=` may be Base64 that is filled up with it: there
/// are two, a name stands before it, or it is long.
fn is_base64(head: &[Token], n: usize, text: &Text) -> bool {
    let word = head[n].of(text);
    let behind = &text.plain[head[n].end as usize..];
    let signs = behind.iter().take_while(|byte| **byte == b'=').count();
    let has = |is: fn(&u8) -> bool| word.iter().any(is);
    let is_mixed =
        has(u8::is_ascii_digit) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let is_apart = behind.get(signs).is_none_or(u8::is_ascii_whitespace);
    let is_named = n > 0 && head[n - 1].is_sign(b":");
    (1..3).contains(&signs)
        && (word.len() + signs).is_multiple_of(4)
        && is_apart
        && (signs == 2 || is_named || is_mixed && word.len() > 10)
}

/// Whether a number is a count, a version, an address, the number of a
/// stream: anything that a word or a sign beside it says it is.
fn is_explained(head: &[Token], n: usize, text: &Text) -> bool {
    let token = &head[n];
    let (before, after) = (head[..n].last(), head.get(n + 1));
    let joins = |other: &Token| !other.is(Kind::Comma);
    let is_glued = before.is_some_and(|before| token.follows(before) && joins(before))
        && after.is_some_and(|after| after.follows(token) && joins(after) && !after.is_number());
    let is_named = before.is_some_and(|before| {
        before.is(Kind::Word) || before.is(Kind::Sign) && !before.is_sign(b";|")
    });
    let is_bracketed = before.is_some_and(|before| before.is(Kind::Open))
        && after.is_some_and(|after| after.is(Kind::Close));
    let has_unit = after.is_some_and(|after| {
        let word = String::from_utf8_lossy(after.of(text)).to_ascii_lowercase();
        after.is(Kind::Word) && UNITS.contains(&format!(" {word} "))
    });
    is_named || is_bracketed || has_unit || is_glued
}

/// Refuses signs in a line without numbers that may hide octets or say that
/// the row before is repeated.
fn check_empty(line: &[Token], text: &Text) -> Result<(), Fault> {
    let is_lone = |token: &Token| line.len() == 1 && token.is_sign(b"-");
    let sign = line
        .iter()
        .find(|token| token.is_sign(b"*_./") || is_lone(token));
    sign.map_or(Ok(()), |sign| {
        let message = " may stand for bytes that are not shown. Copy the whole text (with hexdump or od, print it with -v).";
        Err(sign.fault(text, RefusalKind::Truncated, message))
    })
}

/// Refuses signs among the numbers that are no plain separators: what hides
/// an octet, what calculates, what an address or a time is written with.
fn check_gaps(line: &[Token], text: &Text) -> Result<(), Fault> {
    let shape = shape(text, line);
    if let Some(odd) = RULE.broken(&shape) {
        let message = match line[odd].is_number() {
            true => {
                " is not separated from the byte before it as the others are: a sign may be missing. Write the same one between all."
            }
            false => {
                " does not belong among bytes: it may hide some, or separate them in an unknown way. Leave only the bytes."
            }
        };
        return Err(line[odd].fault(text, RefusalKind::BadDigit, message));
    }
    let numbers: Vec<&Token> = line.iter().filter(|token| token.is_number()).collect();
    let first = line.iter().position(Token::is_number).unwrap_or(0);
    // The sign of a number that is gone, or stands on the next line.
    let is_signed = numbers.iter().any(|number| number.is_negative());
    if let Some(sign) = line[first..]
        .iter()
        .find(|sign| is_signed && sign.is_sign(b"-"))
    {
        return Err(sign.bad(text));
    }
    // A bullet is no calculation.
    if let Some(odd) = line[..first].iter().find(|sign| sign.is_sign(b"*+"))
        && (first > 1 || line[first].follows(odd))
    {
        return Err(odd.bad(text));
    }
    // Dates, times, identifiers and addresses are numbers with signs between
    // them too: octets are all of one length, and more than an address has.
    let [sign @ (b'-' | b':' | b'.'), b'n', ..] = shape[first + 1..] else {
        return Ok(());
    };
    let lengths: Vec<usize> = numbers.iter().map(|number| number.length()).collect();
    let length = lengths[0];
    let are_even = lengths.split_last().is_some_and(|(last, full)| {
        *last <= length && full.iter().all(|own| *own == length) && length.is_multiple_of(2)
    });
    let is_letter = |number: &&Token| number.digits(text).iter().any(u8::is_ascii_alphabetic);
    let is_date = matches!(lengths[..], [4, 2] | [4, 2, 2]) && !numbers.iter().any(is_letter);
    if are_even && !is_date && (sign != b'.' || numbers.iter().any(is_letter)) {
        return Ok(());
    }
    let sign = char::from(sign);
    let message = format!(
        ": these numbers with “{sign}” between them may be a date, an address or an identifier, and not bytes. {}",
        refuse::PROSE
    );
    Err(line[first].fault(text, RefusalKind::Prose, &message))
}

/// What is wrong with a token that stands among numbers, if anything is.
fn stray(token: &Token, text: &Text) -> Option<Fault> {
    if !matches!(token.kind, Kind::Word | Kind::Foreign) {
        return None;
    }
    let plain = token.of(text);
    let is_mistyped = (plain.iter()).all(|byte| byte.is_ascii_hexdigit() || b"OolI".contains(byte));
    let is_name = plain.len() > 1 && plain.iter().all(u8::is_ascii_alphabetic);
    Some(match is_name && !is_mistyped {
        true => {
            let message = format!(" is a word, not bytes. {}", refuse::PROSE);
            token.fault(text, RefusalKind::Prose, &message)
        }
        false => token.bad(text),
    })
}
