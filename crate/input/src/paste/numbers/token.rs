//! Text to numbers, words and signs. Comments and columns of characters are
//! passed over, for digits in them are no data.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, bare,
    frame::Frame,
    row,
    text::{OTHER, Text, is_space, run},
};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits without a sign of their radix.
    Digits,
    /// Hex digits with a prefix, or with `h` after them.
    Hex,
    /// Binary digits with `0b` before them.
    Bits,
    /// Octal digits with `0o` before them.
    Octal,
    /// A character in single quotes: its code.
    Character,
    /// `<repeats 12 times>`: the number before, as often as it says.
    Repeat,
    /// An identifier, or any word with a character that is not a hex digit.
    Word,
    Open,
    Close,
    Comma,
    /// Any other sign that may stand between or around numbers.
    Sign,
    /// What has no place among numbers.
    Foreign,
}

/// A part of the text, by bytes of the likeness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Its first byte.
    pub(super) sign: u8,
    /// The line, as an index into the frame's.
    pub(super) line: u32,
    /// Where it begins, its prefix included.
    pub(super) start: u32,
    /// Where its digits begin.
    pub(super) digits: u32,
    /// Where its digits end.
    pub(super) digits_end: u32,
    /// Where it ends, its suffix included.
    pub(super) end: u32,
}

impl Token {
    pub(super) fn is_number(&self) -> bool {
        use Kind::*;
        matches!(self.kind, Digits | Hex | Bits | Octal | Character | Repeat)
    }

    pub(super) fn is(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    /// Whether it is one of these signs.
    pub(super) fn is_sign(&self, signs: &[u8]) -> bool {
        self.kind == Kind::Sign && signs.contains(&self.sign)
    }

    pub(super) fn is_label_end(&self) -> bool {
        self.is_sign(b":=")
    }

    /// A `-` before a decimal number.
    pub(super) fn is_negative(&self) -> bool {
        self.kind == Kind::Digits && self.sign == b'-'
    }

    /// Whether it begins right where the token before it ends.
    pub(super) fn follows(&self, before: &Token) -> bool {
        self.start == before.end
    }

    pub(super) fn length(&self) -> usize {
        (self.digits_end - self.digits) as usize
    }

    /// All of it, in the likeness.
    pub(super) fn of<'a>(&self, text: &'a Text) -> &'a [u8] {
        &text.plain[self.start as usize..self.end as usize]
    }

    pub(super) fn digits<'a>(&self, text: &'a Text) -> &'a [u8] {
        &text.plain[self.digits as usize..self.digits_end as usize]
    }

    /// The number that its digits are.
    pub(super) fn value(&self, text: &Text) -> Option<u64> {
        let base = if self.kind == Kind::Hex { 16 } else { 10 };
        u64::from_str_radix(str::from_utf8(self.digits(text)).ok()?, base).ok()
    }

    /// Whether it is a word of hex digits but for a few characters.
    pub(super) fn is_slip(&self, text: &Text) -> bool {
        let word = self.of(text);
        let digits = word.iter().filter(|byte| byte.is_ascii_hexdigit()).count();
        self.is(Kind::Word) && word.iter().any(u8::is_ascii_digit) && digits * 4 >= word.len() * 3
    }

    /// A fault at this token; the message goes on after its quotation.
    pub(super) fn fault(&self, text: &Text, kind: RefusalKind, message: &str) -> Fault {
        let (start, end) = (self.start as usize, self.end as usize);
        let message = format!("“{}”{message}", text.quote(start, end));
        Fault::at(kind, text.raw_at(start), message)
    }

    /// The first character of it that is not a hex digit is wrong.
    pub(super) fn bad(&self, text: &Text) -> Fault {
        let (start, end) = (self.start as usize, self.end as usize);
        let at = (start..end).find(|&at| !text.plain[at].is_ascii_hexdigit());
        let raw = text.raw_at(at.unwrap_or(start));
        let c = text.raw[raw..].chars().next().unwrap_or('?');
        bare::bad_digit(c, raw)
    }
}

/// Whether the brackets of a text come in pairs.
pub(super) fn are_balanced(list: &[Token]) -> bool {
    let mut depth = 0_i64;
    let mut depths = list.iter().map(|token| {
        depth += i64::from(token.is(Kind::Open)) - i64::from(token.is(Kind::Close));
        depth
    });
    depths.all(|depth| depth >= 0) && depth == 0
}

/// Why a `|` with what looks like octets after it is refused.
pub(crate) const AFTER_BAR: &str = "After this “|” there may be characters, which are not data, or more bytes. Remove whichever should not be read.";

/// Why a comment is refused that stands for octets.
const LEFT_OUT: &str = "This says that bytes were left out. Copy the whole text.";

const SHORTENED: &str = "The text was shortened here: bytes are missing. Copy all of it (in a debugger or console, raise the limit on how much it prints).";

const HIDES: &str = "These characters may begin a comment or hide bytes. Remove them, and anything that should not be read.";

const HASH: &str = "This “#” may begin a comment or another number, or stand for a digit. Put a space before a comment, or remove it.";

const SEMICOLON: &str = "What follows this “;” may be a comment, which is not data, or more bytes. Remove whichever should not be read.";

const NO_END: &str =
    "This comment has no end, so everything after it would be lost. Close it, or remove it.";

/// What may stand before the digits of a number, its kind, and what then
/// stands behind them.
const PREFIXES: [(&[u8], Kind, &[u8]); 10] = [
    (b"0x", Kind::Hex, b""),
    (b"0o", Kind::Octal, b""),
    (b"0b", Kind::Bits, b""),
    (b"$", Kind::Hex, b""),
    (b"&h", Kind::Hex, b""),
    (b"#x", Kind::Hex, b""),
    // HTML, Ada and Erlang, Verilog.
    (b"&#x", Kind::Hex, b";"),
    (b"16#", Kind::Hex, b"#"),
    (b"8'h", Kind::Hex, b""),
    (b"8#", Kind::Octal, b"#"),
];

/// Types that may stand behind the digits of a number.
const SUFFIXES: [&[u8]; 12] = [
    b"'u8", b"'i8", b"_u8", b"_i8", b"u8", b"i8", b"UL", b"uy", b"U", b"u", b"y", b"L",
];

/// Words at the start of a line that say what is done with the numbers after
/// them; the second only before a number that shows its radix.
const DIRECTIVES: [&str; 2] = [" echo printf print byte BYTE defb DEFB ", " db DB Db dc "];

/// Reads a text: its tokens, in order.
pub(super) fn tokens(text: &Text, frame: &Frame) -> Result<Vec<Token>, Fault> {
    let mut lexer = Lexer {
        text,
        list: Vec::new(),
        open: None,
        start: 0,
        line: 0,
        at: 0,
        end: 0,
        cells: None,
        closed: None,
        depth: 0,
        angle: false,
        hashed: false,
        hash: None,
    };
    for (n, line) in frame.lines.iter().enumerate() {
        lexer.line = n as u32;
        (lexer.start, lexer.at, lexer.end) = (line.line.start, line.line.start, line.line.end);
        if lexer.open.is_none() && is_ruler(lexer.rest()) {
            continue;
        }
        while lexer.at < lexer.end {
            lexer.next()?;
        }
    }
    if let Some((at, _)) = lexer.open {
        return Err(Fault::at(RefusalKind::Truncated, text.raw_at(at), NO_END));
    }
    match lexer.hash.filter(|_| lexer.hashed) {
        Some(at) => Err(Fault::at(RefusalKind::BadDigit, text.raw_at(at), HASH)),
        None => Ok(lexer.list),
    }
}

/// A line of dashes and the like, as tables and headings have it.
fn is_ruler(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' '))
        && (line.windows(3)).any(|three| three == b"---" || three == b"===")
}

struct Lexer<'a> {
    text: &'a Text<'a>,
    list: Vec<Token>,
    /// A comment that is open: where it begins, and what ends it.
    open: Option<(usize, &'static [u8])>,
    line: u32,
    start: usize,
    at: usize,
    end: usize,
    /// Whether the rest of this line is octets between bars, if that was asked.
    cells: Option<(u32, bool)>,
    /// The last line in which a bracket was closed.
    closed: Option<u32>,
    /// Brackets that are open.
    depth: i32,
    /// Whether a single `<` is open.
    angle: bool,
    /// Whether numbers have a `#` in their prefix.
    hashed: bool,
    /// A comment behind `#` that has no words.
    hash: Option<usize>,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.plain[self.at..self.end]
    }

    fn fault(&self, kind: RefusalKind, message: &str) -> Result<(), Fault> {
        Err(Fault::at(kind, self.text.raw_at(self.at), message))
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.push_number(kind, 0..length, length);
    }

    /// A token of `length` bytes with its digits at `digits` of them.
    fn push_number(&mut self, kind: Kind, digits: Range<usize>, length: usize) {
        match kind {
            Kind::Open => self.depth += 1,
            Kind::Close => {
                self.depth -= 1;
                self.closed = Some(self.line);
            }
            _ => {}
        }
        self.list.push(Token {
            kind,
            sign: self.text.plain[self.at],
            line: self.line,
            start: self.at as u32,
            digits: (self.at + digits.start) as u32,
            digits_end: (self.at + digits.end) as u32,
            end: (self.at + length) as u32,
        });
        self.at += length;
    }

    /// The last token, if it is of this line.
    fn before(&self) -> Option<&Token> {
        self.list.last().filter(|token| token.line == self.line)
    }

    /// The token that ends right here.
    fn glued(&self) -> Option<&Token> {
        self.before().filter(|token| token.end as usize == self.at)
    }

    fn after_number(&self) -> bool {
        self.glued().is_some_and(Token::is_number)
    }

    fn next(&mut self) -> Result<(), Fault> {
        use RefusalKind::{Ambiguous, BadDigit, Truncated};
        let rest = self.rest();
        if let Some((_, close)) = self.open {
            let end = rest.windows(close.len()).position(|window| window == close);
            self.open = self.open.filter(|_| end.is_none());
            self.at = end.map_or(self.end, |end| self.at + end + close.len());
            return Ok(());
        }
        let first = rest[0];
        let second = rest.get(1).copied().unwrap_or(b' ');
        let begins = |word: &[u8]| rest.starts_with(word);
        match first {
            byte if is_space(byte) => self.at += 1,
            b'/' if second == b'*' => {
                if rest[2..].trim_ascii_start().starts_with(b"...") && !self.is_beside(rest) {
                    return self.fault(Truncated, LEFT_OUT);
                }
                self.open = Some((self.at, b"*/"));
                self.at += 2;
            }
            b'<' if begins(b"<!--") => {
                self.open = Some((self.at, b"-->"));
                self.at += 4;
            }
            b'-' | b'#'
                if second == first
                    && (first == b'-' || self.before().is_some())
                    && !self.has_words() =>
            {
                return self.fault(BadDigit, HIDES);
            }
            // 2026--21: what was between two numbers is missing.
            b'/' | b'-'
                if second == first
                    && self.after_number()
                    && rest.get(2).is_some_and(u8::is_ascii_digit) =>
            {
                return self.fault(BadDigit, HIDES);
            }
            b'/' | b'-' if second == first => self.comment()?,
            b'#' if self.is_ordinal(rest) => {
                self.push(Kind::Word, 1 + run(&rest[1..], u8::is_ascii_digit));
            }
            // #x82 #O6
            b'#' if self.after_number() || self.hashed && !is_hash_number(rest) => {
                return self.fault(BadDigit, HASH);
            }
            b'#' if !is_hash_number(rest) => {
                if !self.has_words() && rest.len() > 1 {
                    self.hash = self.hash.or(Some(self.at));
                }
                self.comment()?;
            }
            // Of a statement whose list is closed.
            b';' if self.closed == Some(self.line) => self.push(Kind::Sign, 1),
            b';' if self.depth <= 0 && self.is_comment() => {
                let is_glued = self.after_number() && second.is_ascii_hexdigit();
                let is_behind = self.before().is_some() && rest.len() > 1;
                let has_digits = rest.iter().any(u8::is_ascii_digit);
                if is_glued || (is_behind || has_digits) && !self.has_words() {
                    return self.fault(Ambiguous, SEMICOLON);
                }
                self.comment()?;
            }
            b'|' => self.column()?,
            b'<' if begins(b"<repeats ") => self.repeats()?,
            b'<' if second == b'<' => self.push(Kind::Open, 2),
            b'>' if second == b'>' => self.push(Kind::Close, 2),
            b'<' if self.closes() => {
                self.angle = true;
                self.push(Kind::Open, 1);
            }
            b'>' if self.angle => {
                self.angle = false;
                self.push(Kind::Close, 1);
            }
            // [...]byte
            b'.' if begins(b"...]")
                && rest.get(4).is_some_and(u8::is_ascii_alphabetic)
                && self.before().is_some_and(|token| token.sign == b'[') =>
            {
                self.push(Kind::Sign, 3);
            }
            b'.' if second == b'.' && self.is_range() => self.push(Kind::Sign, 2),
            b'.' if second == b'.' => return self.fault(Truncated, SHORTENED),
            b'\'' => match rest {
                [_, b' '..=b'~', b'\'', ..] if !self.after_number() => {
                    self.push(Kind::Character, 3);
                }
                _ => self.push(Kind::Sign, 1),
            },
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'$' | b'&' | b'#' if number(rest).is_some() => self.word(),
            // &#132; would lose its number to a comment.
            b'&' if second == b'#' => self.push(Kind::Foreign, 2),
            b'-' if second.is_ascii_digit() && !self.after_number() => {
                self.at += 1;
                self.word();
                if let Some(token) = self.list.last_mut() {
                    token.start -= 1;
                    token.sign = b'-';
                }
            }
            b'[' | b'{' | b'(' => self.push(Kind::Open, 1),
            b']' | b'}' | b')' => self.push(Kind::Close, 1),
            b',' => self.push(Kind::Comma, 1),
            // byte[17]@1234: which object it is.
            b'@' if second.is_ascii_alphanumeric()
                && (self.glued())
                    .is_some_and(|token| token.is(Kind::Word) || token.sign == b']') =>
            {
                self.push(Kind::Word, 1 + run(&rest[1..], u8::is_ascii_alphanumeric));
            }
            OTHER | b'@' | b'!' | b'?' | b'%' | b'^' | b'~' => self.push(Kind::Foreign, 1),
            _ => self.push(Kind::Sign, 1),
        }
        Ok(())
    }

    /// Whether a `#` begins a number behind a name, before a colon: `block #1:`.
    fn is_ordinal(&self, rest: &[u8]) -> bool {
        let digits = run(&rest[1..], u8::is_ascii_digit);
        let is_named = || self.before().is_some_and(|token| token.is(Kind::Word));
        (1..7).contains(&digits) && rest.get(1 + digits) == Some(&b':') && is_named()
    }

    /// Whether a `<` has octets and a `>` after it: `<Buffer 82 86>`.
    fn closes(&self) -> bool {
        let rest = &self.rest()[1..];
        let name = run(rest, u8::is_ascii_alphabetic);
        let name = if rest.get(name) == Some(&b' ') {
            name
        } else {
            0
        };
        let digits = run(&rest[name..], |byte| {
            byte.is_ascii_hexdigit() || matches!(byte, b' ' | b',' | b'x')
        });
        digits > 1 && rest.get(name + digits) == Some(&b'>')
    }

    /// Passes over a comment, unless it says that octets were left out.
    fn comment(&mut self) -> Result<(), Fault> {
        let rest = self.rest();
        let signs = run(rest, |byte| is_space(*byte) || b"#/-;".contains(byte));
        let words = &rest[signs..];
        if words.starts_with(b"...") && words.get(3) != Some(&b'.') {
            return self.fault(RefusalKind::Truncated, LEFT_OUT);
        }
        self.at = self.end;
        Ok(())
    }

    /// Whether a comment has a character for each of the numbers before it in its
    /// line, as Wireshark writes a program's array.
    fn is_beside(&self, comment: &[u8]) -> bool {
        let own = self.list.iter().rev();
        let own = own.take_while(|token| token.line == self.line);
        let count = own.filter(|token| token.is_number()).count();
        let inner = comment[2..].strip_suffix(b"*/").unwrap_or_default();
        let is_one = !inner.windows(2).any(|two| two == b"*/");
        count > 3 && inner.trim_ascii().len() == count && is_one
    }

    /// Whether a word with a letter that is not a hex digit stands in the rest of
    /// the line.
    fn has_words(&self) -> bool {
        let is_letter = |byte: &u8| matches!(byte, b'g'..=b'z' | b'G'..=b'Z');
        (self.rest().iter()).any(|byte| is_letter(byte) && !b"xX".contains(byte))
    }

    /// `[0..2]`: the bounds of a list.
    fn is_range(&self) -> bool {
        let digit = self.rest().get(2).is_some_and(u8::is_ascii_digit);
        digit
            && matches!(self.list[..], [.., open, number] if open.sign == b'[' && number.is_number())
    }

    /// `;` begins a comment, unless it stands between single numbers.
    fn is_comment(&self) -> bool {
        if self.at == self.start || self.rest().get(1) == Some(&b';') {
            return true;
        }
        let after = self.rest()[1..].trim_ascii();
        let word = run(after, |byte| {
            byte.is_ascii_alphanumeric() || b"$#&".contains(byte)
        });
        let (word, then) = after.split_at(word);
        let number = word.iter().any(u8::is_ascii_digit) || word.iter().all(u8::is_ascii_hexdigit);
        let then = then.trim_ascii_start().first();
        !(after.is_empty() || number && matches!(then, None | Some(b';')))
    }

    /// `|` begins the column of characters of a dump; a table's cells have
    /// one before them.
    fn column(&mut self) -> Result<(), Fault> {
        // The line is looked at once: what holds for its rest holds for less.
        let cells = match self.cells {
            Some((line, cells)) if line == self.line => cells,
            _ => (self.rest().iter())
                .all(|byte| byte.is_ascii_hexdigit() || b"| \tx-:,".contains(byte)),
        };
        self.cells = Some((self.line, cells));
        if cells || self.depth > 0 || self.text.plain[self.start] == b'|' {
            self.push(Kind::Sign, 1);
            return Ok(());
        }
        let words = self.rest()[1..].trim_ascii();
        let digits = run(words, u8::is_ascii_hexdigit);
        let is_octets =
            digits > 0 && digits % 2 == 0 && words.get(digits).is_none_or(|byte| is_space(*byte));
        // A column of characters has one for each byte before it.
        let own = self
            .list
            .iter()
            .rev()
            .take_while(|token| token.line == self.line);
        let octets: usize = own.map(|token| token.length().div_ceil(2).max(1)).sum();
        let is_other = words.len() > 3 * octets + 3;
        if is_octets || is_other || row::has_octets(words) {
            return self.fault(RefusalKind::Ambiguous, AFTER_BAR);
        }
        self.at = self.end;
        Ok(())
    }

    /// gdb's way to shorten equal items.
    fn repeats(&mut self) -> Result<(), Fault> {
        let digits = 9..9 + run(&self.rest()[9..], u8::is_ascii_digit);
        if digits.is_empty() || !self.rest()[digits.end..].starts_with(b" times>") {
            let message = "“<repeats N times>” is expected here.";
            return self.fault(RefusalKind::BadDigit, message);
        }
        let length = digits.end + 7;
        self.push_number(Kind::Repeat, digits, length);
        Ok(())
    }

    /// Whether a word at the start of a line says what is done with the numbers
    /// after it.
    fn is_directive(&self, word: &[u8]) -> bool {
        let name = format!(" {} ", String::from_utf8_lossy(word));
        let rest = self.rest()[word.len()..].trim_ascii_start();
        let digits = run(rest, u8::is_ascii_hexdigit);
        let signed = rest.starts_with(b"0x")
            || rest.starts_with(b"$")
            || digits > 0 && matches!(rest.get(digits), Some(b'h' | b'H'));
        let is_first = self
            .before()
            .is_none_or(|token| b".$".contains(&token.sign));
        is_first
            && !rest.starts_with(b"[")
            && (DIRECTIVES[0].contains(&name) || signed && DIRECTIVES[1].contains(&name))
    }

    /// A number, a name, or what is done with the numbers after it.
    fn word(&mut self) {
        let rest = self.rest();
        if let Some((kind, digits, length)) = number(rest) {
            // gdb numbers its values: $1 = {…}
            let is_name = rest[0] == b'$' && rest[length..].trim_ascii_start().starts_with(b"=");
            self.hashed |= rest[..digits.start].contains(&b'#');
            return self.push_number(if is_name { Kind::Word } else { kind }, digits, length);
        }
        let length = run(rest, is_word_part);
        // Nim's 130'u8
        let is_typed = rest[..length].iter().all(u8::is_ascii_digit)
            && (rest[length..].starts_with(b"'u8") || rest[length..].starts_with(b"'i8"));
        let length = length + if is_typed { 3 } else { 0 };
        // At the end of a line of 82_86_ it says that the next one goes on.
        let goes_on =
            length == rest.len() && rest[..length - 1].contains(&b'_') && rest.ends_with(b"_");
        let length = length - usize::from(goes_on);
        let word = &rest[..length];
        let cut = suffix(word);
        let is_quoted = |digits: &[u8]| matches!(digits, [b'"' | b'\'', digit, ..] if digit.is_ascii_hexdigit());
        let (kind, digits) = match word {
            // b'82' in Python: the digits are in the quotes.
            b"b" | b"B" if is_quoted(&rest[1..]) => (Kind::Word, length),
            // The digits of this number were lost.
            b"0x" | b"0X" => (Kind::Foreign, length),
            _ if all(word, u8::is_ascii_hexdigit) => (Kind::Digits, length),
            // A zero more than two digits have stands before a letter only.
            [b'0', b'0'..=b'9', _, b'h' | b'H'] => (Kind::Foreign, length),
            [digits @ .., b'h' | b'H'] if all(digits, u8::is_ascii_hexdigit) => {
                (Kind::Hex, length - 1)
            }
            _ if cut > 0 && all(&word[..length - cut], u8::is_ascii_digit) => {
                (Kind::Digits, length - cut)
            }
            _ => (Kind::Word, length),
        };
        // <Buffer 82 86>
        let is_named = || self.angle && self.glued().is_some_and(|token| token.sign == b'<');
        let is_passed = kind == Kind::Word && is_named() || self.is_directive(word);
        self.push_number(if is_passed { Kind::Sign } else { kind }, 0..digits, length);
        if goes_on {
            self.push(Kind::Sign, 1);
        }
    }
}

/// `#` begins a number in some languages, and a comment in most.
fn is_hash_number(rest: &[u8]) -> bool {
    number(rest).is_some() || rest.starts_with(b"#u8(") || rest.starts_with(b"#vu8(")
}

fn is_word_part(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Whether all are such digits, but for single `_` between them: two of them
/// may be what hides an octet.
fn all(digits: &[u8], is: fn(&u8) -> bool) -> bool {
    digits.first().is_some_and(is)
        && digits.last().is_some_and(is)
        && digits.iter().all(|byte| is(byte) || *byte == b'_')
        && !digits.windows(2).any(|two| two == b"__")
}

/// How long the type is that stands behind the digits of a number.
fn suffix(word: &[u8]) -> usize {
    let is = |suffix: &&&[u8]| word.len() > suffix.len() && word.ends_with(suffix);
    SUFFIXES.iter().find(is).map_or(0, |suffix| suffix.len())
}

/// The number with a sign of its radix that `rest` begins with: its kind, its
/// digits, and how long it is.
fn number(rest: &[u8]) -> Option<(Kind, Range<usize>, usize)> {
    let is_before = |(prefix, ..): &&(&[u8], Kind, &[u8])| {
        let begin = rest.get(..prefix.len());
        begin.is_some_and(|begin| begin.eq_ignore_ascii_case(prefix))
    };
    let &(prefix, kind, after) = PREFIXES.iter().find(is_before)?;
    let start = prefix.len();
    let word = &rest[start..start + run(&rest[start..], is_word_part)];
    let is: fn(&u8) -> bool = match kind {
        Kind::Hex => u8::is_ascii_hexdigit,
        Kind::Octal => |byte| matches!(byte, b'0'..=b'7'),
        _ => |byte| matches!(byte, b'0' | b'1'),
    };
    let cut = match kind == Kind::Hex && !all(word, is) {
        true => suffix(word),
        false => 0,
    };
    let end = start + word.len();
    let length = match rest[end..].starts_with(after) {
        true => end + after.len(),
        false => end,
    };
    // 0b10 is hexadecimal.
    let is_number = all(&word[..word.len() - cut], is) && (kind != Kind::Bits || word.len() > 3);
    is_number.then_some((kind, start..end - cut, length))
}
