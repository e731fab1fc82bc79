//! Text to numbers, words and signs; comments and columns of characters are
//! passed over, for digits inside them are no data.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, bare,
    frame::Frame,
    row,
    text::{OTHER, Text, is_space, run},
};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Digits without a sign of their radix.
    Digits,
    /// Hex digits with `0x`, `$`, `&H`, `#x`, `16#` before or `h` after them.
    Hex,
    /// Binary digits with `0b` before them.
    Bits,
    /// Octal digits with `0o` before them.
    Octal,
    /// A character in single quotes: its code.
    Character,
    /// `<repeats 12 times>`: the number before, so many times in all.
    Repeat,
    /// An identifier, or any word with a character that is not a hex digit.
    Word,
    Open,
    Close,
    Comma,
    /// Any other sign that may stand between or around numbers.
    Sign,
    /// A character that has no place among numbers.
    Foreign,
    /// What is beside the items of a list and none of them: its length, an
    /// index, a property.
    Passed,
}

/// A part of the text, by bytes of the likeness.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// A `-` before a decimal number.
    pub(crate) negative: bool,
    /// The first byte of a sign.
    pub(crate) sign: u8,
    /// Where it begins, its prefix included.
    pub(crate) start: u32,
    /// Where its digits begin.
    pub(crate) digits: u32,
    /// Where its digits end.
    pub(crate) digits_end: u32,
    /// Where it ends, its suffix included.
    pub(crate) end: u32,
    /// The line, as an index into the frame's.
    pub(crate) line: u32,
}

impl Token {
    pub(crate) fn is_number(&self) -> bool {
        matches!(
            self.kind,
            Kind::Digits | Kind::Hex | Kind::Bits | Kind::Octal | Kind::Character | Kind::Repeat
        )
    }

    pub(crate) fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    pub(crate) fn is_foreign(&self) -> bool {
        self.kind == Kind::Foreign
    }

    pub(crate) fn is_comma(&self) -> bool {
        self.kind == Kind::Comma
    }

    pub(crate) fn is_label_end(&self) -> bool {
        self.kind == Kind::Sign && matches!(self.sign, b':' | b'=')
    }

    /// Whether the next line belongs to this one that ends so.
    pub(crate) fn continues(&self) -> bool {
        self.kind == Kind::Comma
            || self.kind == Kind::Sign
                && matches!(self.sign, b'\\' | b'-' | b'_' | b'+' | b';' | b':')
    }

    /// Digits with a `:` and a space after them: a number before a line.
    pub(crate) fn is_heading_digits(&self, text: &Text) -> bool {
        let end = self.end as usize;
        self.kind == Kind::Digits
            && text.plain.get(end) == Some(&b':')
            && text
                .plain
                .get(end + 1)
                .is_none_or(|byte| is_space(*byte) || matches!(byte, b'\n' | b'\r'))
    }

    /// Whether it is one of these signs.
    pub(crate) fn is_sign(&self, signs: &[u8]) -> bool {
        self.kind == Kind::Sign && signs.contains(&self.sign)
    }

    /// Whether it begins right where the token before it ends.
    pub(crate) fn follows(&self, before: &Token) -> bool {
        self.start == before.end
    }

    /// All of it, in the likeness.
    pub(crate) fn of<'a>(&self, text: &'a Text) -> &'a [u8] {
        &text.plain[self.start as usize..self.end as usize]
    }

    /// A fault at this token; the message goes on after its quotation.
    pub(crate) fn fault(&self, text: &Text, kind: RefusalKind, message: &str) -> Fault {
        let (start, end) = (self.start as usize, self.end as usize);
        let message = format!("“{}”{message}", text.quote(start, end));
        Fault::at(kind, text.raw_at(start), message)
    }

    pub(crate) fn length(&self) -> usize {
        (self.digits_end - self.digits) as usize
    }

    pub(crate) fn digits<'a>(&self, text: &'a Text) -> &'a [u8] {
        &text.plain[self.digits as usize..self.digits_end as usize]
    }
}

/// The tokens of a text.
pub(crate) struct Tokens {
    pub(crate) list: Vec<Token>,
    /// Whether commas part runs of more than an octet: a list of blocks.
    pub(crate) listed: bool,
}

/// Why a `|` with what looks like octets after it is refused.
pub(crate) const AFTER_BAR: &str = "After this “|” there may be characters, which are not data, or more bytes. Remove whichever should not be read.";

/// Why a comment is refused that stands for octets.
const LEFT_OUT: &str = "This says that bytes were left out. Copy the whole text.";

impl Tokens {
    pub(crate) fn new(text: &Text, frame: &Frame) -> Result<Tokens, Fault> {
        let mut lexer = Lexer {
            text,
            list: Vec::new(),
            open: None,
            line: 0,
            at: 0,
            end: 0,
            start: 0,
            closed: None,
            depth: 0,
            angle: false,
            cells: None,
        };
        for (n, line) in frame.lines.iter().enumerate() {
            lexer.line = n as u32;
            lexer.start = line.line.start;
            lexer.at = line.line.start;
            lexer.end = line.line.end;
            if is_ruler(line.line.of(&text.plain)) && lexer.open.is_none() {
                continue;
            }
            while lexer.at < lexer.end {
                lexer.next()?;
            }
        }
        if let Some((at, _)) = lexer.open {
            return Err(Fault::at(
                RefusalKind::Truncated,
                text.raw_at(at),
                "This comment has no end, so everything after it would be lost. Close it, or remove it.",
            ));
        }
        let list = lexer.list;
        let listed = listed(text, &list);
        Ok(Tokens { list, listed })
    }
}

/// A line of dashes and the like, as tables and headings have it.
fn is_ruler(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b'-' | b'=' | b'+' | b'|' | b' '))
        && (line
            .windows(3)
            .any(|three| three == b"---" || three == b"==="))
}

pub(crate) fn is_binary(digits: &[u8]) -> bool {
    digits.iter().all(|byte| matches!(byte, b'0' | b'1'))
}

/// Whether commas stand between runs of which some are long, and each of them
/// no octet in binary or octal digits: a list of blocks. After bare digits a
/// comma at the end of a line parts nothing in it.
fn listed(text: &Text, list: &[Token]) -> bool {
    let parts = |at: usize| {
        let (number, next) = (&list[at - 1], list.get(at + 1));
        let goes_on = next.is_some_and(|next| next.line == list[at].line);
        list[at].is_comma()
            && number.line == list[at].line
            && (number.kind == Kind::Hex || number.kind == Kind::Digits && goes_on)
    };
    let numbers = list.iter().filter(|token| token.is_number());
    let mut digits = numbers.map(|token| token.digits(text));
    let octets = |digits: &[u8]| digits.len() == 8 && is_binary(digits) || bare::is_octal(digits);
    (1..list.len()).any(parts)
        && digits.clone().any(|digits| digits.len() > 3)
        && !digits.all(octets)
}

struct Lexer<'a> {
    text: &'a Text<'a>,
    list: Vec<Token>,
    /// A comment that is open: where it begins, and what ends it.
    open: Option<(usize, &'static [u8])>,
    line: u32,
    start: usize,
    /// Whether the rest of this line is octets between bars, if that was asked.
    cells: Option<(u32, bool)>,
    /// The last line in which a bracket was closed.
    closed: Option<u32>,
    /// Brackets that are open.
    depth: i32,
    /// Whether a single `<` is open.
    angle: bool,
    at: usize,
    end: usize,
}

impl Lexer<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.plain[self.at..self.end]
    }

    fn fault(&self, kind: RefusalKind, message: impl Into<String>) -> Fault {
        Fault::at(kind, self.text.raw_at(self.at), message)
    }

    fn push(&mut self, kind: Kind, length: usize) {
        self.push_number(kind, 0..length, length);
    }

    /// A token of `length` bytes with its digits at `digits` of them.
    fn push_number(&mut self, kind: Kind, digits: Range<usize>, length: usize) {
        self.list.push(Token {
            kind,
            negative: false,
            sign: self.text.plain[self.at],
            start: self.at as u32,
            digits: (self.at + digits.start) as u32,
            digits_end: (self.at + digits.end) as u32,
            end: (self.at + length) as u32,
            line: self.line,
        });
        self.at += length;
    }

    /// A bracket of `length` bytes.
    fn bracket(&mut self, kind: Kind, length: usize) {
        match kind {
            Kind::Open => self.depth += 1,
            _ => {
                self.depth -= 1;
                self.closed = Some(self.line);
            }
        }
        self.push(kind, length);
    }

    /// The last token, if it is of this line.
    fn before(&self) -> Option<&Token> {
        self.list.last().filter(|token| token.line == self.line)
    }

    /// Whether a number ends right here.
    fn after_number(&self) -> bool {
        self.before()
            .is_some_and(|token| token.is_number() && token.end as usize == self.at)
    }

    fn next(&mut self) -> Result<(), Fault> {
        let rest = self.rest();
        if let Some((_, close)) = self.open {
            let end = rest.windows(close.len()).position(|window| window == close);
            if end.is_some() {
                self.open = None;
            }
            self.at = end.map_or(self.end, |end| self.at + end + close.len());
            return Ok(());
        }
        let first = rest[0];
        let second = rest.get(1).copied().unwrap_or(b' ');
        match first {
            byte if is_space(byte) => self.at += 1,
            b'/' if second == b'*' => {
                if rest[2..].trim_ascii_start().starts_with(b"...") {
                    return Err(self.fault(RefusalKind::Truncated, LEFT_OUT));
                }
                self.open = Some((self.at, b"*/"));
                self.at += 2;
            }
            b'<' if rest.starts_with(b"<!--") => {
                self.open = Some((self.at, b"-->"));
                self.at += 4;
            }
            b'/' if second == b'/' => self.comment()?,
            b'-' | b'#'
                if second == first
                    && (first == b'-' || self.before().is_some())
                    && !self.has_words() =>
            {
                return Err(self.fault(
                    RefusalKind::BadDigit,
                    "These characters may begin a comment or hide bytes. Remove them, and anything that should not be read.",
                ));
            }
            b'-' if second == b'-' => self.comment()?,
            // #x82 #O6
            b'#' if self.after_number()
                || !is_hash_number(rest)
                    && self
                        .before()
                        .is_some_and(|token| token.is_number() && token.sign == b'#') =>
            {
                return Err(self.fault(
                    RefusalKind::BadDigit,
                    "“#” comes after a number: it may begin a comment or another number, or stand for a digit. Put a space before a comment, or remove it.",
                ));
            }
            b'#' if !is_hash_number(rest) => self.comment()?,
            // Of a statement whose list is closed.
            b';' if self.closed == Some(self.line) => self.push(Kind::Sign, 1),
            b';' if self.depth <= 0 && self.is_comment() => {
                let is_glued = self.after_number() && second.is_ascii_hexdigit();
                if is_glued || self.before().is_some() && !self.has_words() && rest.len() > 1 {
                    return Err(self.fault(
                        RefusalKind::Ambiguous,
                        "What follows this “;” may be a comment, which is not data, or more bytes. Remove whichever should not be read.",
                    ));
                }
                self.comment()?
            }
            b'|' => self.column()?,
            b'<' if rest.starts_with(b"<repeats ") => self.repeats()?,
            b'.' if rest.starts_with(b"...]")
                && rest.get(4).is_some_and(u8::is_ascii_alphabetic)
                && self.before().is_some_and(|token| token.sign == b'[') =>
            {
                self.push(Kind::Sign, 3)
            }
            b'<' if second == b'<' => self.bracket(Kind::Open, 2),
            b'>' if second == b'>' => self.bracket(Kind::Close, 2),
            b'<' if self.closes() => {
                self.angle = true;
                self.bracket(Kind::Open, 1);
            }
            b'>' if self.angle => {
                self.angle = false;
                self.bracket(Kind::Close, 1);
            }
            b'.' if second == b'.' && self.is_range() => self.push(Kind::Sign, 2),
            b'.' if second == b'.' => {
                return Err(self.fault(
                    RefusalKind::Truncated,
                    "The text was shortened here: bytes are missing. Copy all of it (in a debugger or console, raise the limit on how much it prints).",
                ));
            }
            b'\'' => self.character(),
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(),
            b'$' | b'&' | b'#' if number(rest).is_some() => self.word(),
            // &#132; would lose its number to a comment.
            b'&' if second == b'#' => self.push(Kind::Foreign, 2),
            b'-' if second.is_ascii_digit() && !self.after_number() => {
                self.at += 1;
                self.word();
                if let Some(token) = self.list.last_mut() {
                    token.negative = true;
                    token.start -= 1;
                }
            }
            b'[' | b'{' | b'(' => self.bracket(Kind::Open, 1),
            b']' | b'}' | b')' => self.bracket(Kind::Close, 1),
            b',' => self.push(Kind::Comma, 1),
            // byte[17]@1234: which object it is.
            b'@' if second.is_ascii_alphanumeric()
                && self.before().is_some_and(|token| {
                    token.end as usize == self.at && (token.is_word() || token.sign == b']')
                }) =>
            {
                self.push(Kind::Word, 1 + run(&rest[1..], u8::is_ascii_alphanumeric))
            }
            OTHER | b'@' | b'!' | b'?' | b'%' | b'^' | b'~' => self.push(Kind::Foreign, 1),
            _ => self.push(Kind::Sign, 1),
        }
        Ok(())
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
            return Err(self.fault(RefusalKind::Truncated, LEFT_OUT));
        }
        self.at = self.end;
        Ok(())
    }

    /// Whether a word with a letter that is not a hex digit stands in the rest of
    /// the line.
    fn has_words(&self) -> bool {
        self.rest().iter().any(|byte| {
            byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit() && !b"xX".contains(byte)
        })
    }

    /// `[0..2]`: the bounds of a list.
    fn is_range(&self) -> bool {
        let digit = self.rest().get(2).is_some_and(u8::is_ascii_digit);
        digit
            && matches!(self.list[..], [.., open, number] if open.sign == b'[' && number.is_number())
    }

    /// A word at the start of a line that says what is done with the numbers
    /// after it.
    fn is_directive(&self, word: &[u8]) -> bool {
        let first = self
            .before()
            .is_none_or(|token| token.sign == b'.' || token.sign == b'$');
        let rest = self.rest()[word.len()..].trim_ascii_start();
        let digits = run(rest, u8::is_ascii_hexdigit);
        let signed = rest.starts_with(b"0x")
            || rest.starts_with(b"$")
            || digits > 0 && matches!(rest.get(digits), Some(b'h' | b'H'));
        first
            && !rest.starts_with(b"[")
            && match word {
                b"echo" | b"printf" | b"print" | b"byte" | b"BYTE" | b"defb" | b"DEFB" => true,
                b"db" | b"DB" | b"Db" | b"dc" => signed,
                _ => false,
            }
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
        let then = after[word..].trim_ascii_start().first();
        let number = after[..word].iter().any(u8::is_ascii_digit)
            || after[..word].iter().all(u8::is_ascii_hexdigit);
        !(after.is_empty() || number && matches!(then, None | Some(b';')))
    }

    /// `|` begins the column of characters of a dump; a table's cells have
    /// one before them.
    fn column(&mut self) -> Result<(), Fault> {
        // The line is looked at once: what holds for its rest holds for less.
        let cells = match self.cells {
            Some((line, cells)) if line == self.line => cells,
            _ => self.rest().iter().all(|byte| {
                byte.is_ascii_hexdigit()
                    || matches!(byte, b'|' | b' ' | b'\t' | b'x' | b'-' | b':' | b',')
            }),
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
        if is_octets || row::has_octets(words) {
            return Err(self.fault(RefusalKind::Ambiguous, AFTER_BAR));
        }
        self.at = self.end;
        Ok(())
    }

    /// gdb's way to shorten equal items.
    fn repeats(&mut self) -> Result<(), Fault> {
        let digits = 9..9 + run(&self.rest()[9..], u8::is_ascii_digit);
        if digits.is_empty() || !self.rest()[digits.end..].starts_with(b" times>") {
            let message = "“<repeats N times>” is expected here.";
            return Err(self.fault(RefusalKind::BadDigit, message));
        }
        let length = digits.end + 7;
        self.push_number(Kind::Repeat, digits, length);
        Ok(())
    }

    /// A character literal, or a quote around something else.
    fn character(&mut self) {
        let rest = self.rest();
        match rest {
            [b'\'', b' '..=b'~', b'\'', ..] if !self.after_number() => {
                self.push(Kind::Character, 3)
            }
            _ => self.push(Kind::Sign, 1),
        }
    }

    /// A number, a name, or what is done with the numbers after it.
    fn word(&mut self) {
        let rest = self.rest();
        if let Some((kind, digits, length)) = number(rest) {
            // gdb numbers its values: $1 = {…}
            let is_name = rest[0] == b'$' && rest[length..].trim_ascii_start().starts_with(b"=");
            return self.push_number(if is_name { Kind::Word } else { kind }, digits, length);
        }
        let length = run(rest, is_word_part);
        // At the end of a line of 82_86_ it says that the next one goes on.
        let goes_on =
            length == rest.len() && rest[..length - 1].contains(&b'_') && rest.ends_with(b"_");
        let length = length - usize::from(goes_on);
        let word = &rest[..length];
        let cut = suffix(word);
        let (kind, digits) = match word {
            // b'82' in Python: the digits are in the quotes.
            b"b" | b"B" if matches!(rest[1..], [b'"' | b'\'', digit, ..] if digit.is_ascii_hexdigit()) => {
                (Kind::Word, length)
            }
            _ if is_run(word) => (Kind::Digits, length),
            [digits @ .., b'h' | b'H'] if all(digits, u8::is_ascii_hexdigit) => {
                (Kind::Hex, length - 1)
            }
            _ if cut > 0 && all(&word[..length - cut], u8::is_ascii_digit) => {
                (Kind::Digits, length - cut)
            }
            _ => (Kind::Word, length),
        };
        // <Buffer 82 86>
        let is_named = || {
            self.angle
                && self
                    .before()
                    .is_some_and(|token| token.sign == b'<' && token.end as usize == self.at)
        };
        let is_passed = self.is_directive(word) || kind == Kind::Word && is_named();
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

/// Whether all are such digits, but for `_` between them.
fn all(digits: &[u8], is: fn(&u8) -> bool) -> bool {
    digits.iter().any(is) && digits.iter().all(|byte| is(byte) || *byte == b'_')
}

/// Whether a word is hex digits, and maybe single `_` between them: alone it
/// parts nothing, and two of them may be what hides an octet.
fn is_run(word: &[u8]) -> bool {
    all(word, u8::is_ascii_hexdigit)
        && !word.starts_with(b"_")
        && !word.ends_with(b"_")
        && !word.windows(2).any(|two| two == b"__")
}

/// How long the type is that stands behind the digits of a number.
fn suffix(word: &[u8]) -> usize {
    let known = [
        &b"_u8"[..],
        b"_i8",
        b"u8",
        b"i8",
        b"UL",
        b"uy",
        b"U",
        b"u",
        b"y",
        b"L",
    ];
    let mut known = known.iter().filter(|suffix| word.len() > suffix.len());
    known
        .find(|suffix| word.ends_with(suffix))
        .map_or(0, |suffix| suffix.len())
}

/// What may stand before the digits of a number, and behind them.
const PREFIXES: [(&[u8], Kind, &[u8]); 17] = [
    (b"0x", Kind::Hex, b""),
    (b"0X", Kind::Hex, b""),
    (b"0o", Kind::Octal, b""),
    (b"0O", Kind::Octal, b""),
    (b"0b", Kind::Bits, b""),
    (b"0B", Kind::Bits, b""),
    (b"$", Kind::Hex, b""),
    (b"&H", Kind::Hex, b""),
    (b"&h", Kind::Hex, b""),
    (b"#x", Kind::Hex, b""),
    (b"#X", Kind::Hex, b""),
    // HTML, Ada and Erlang, Verilog.
    (b"&#x", Kind::Hex, b";"),
    (b"&#X", Kind::Hex, b";"),
    (b"16#", Kind::Hex, b"#"),
    (b"8'h", Kind::Hex, b""),
    (b"8'H", Kind::Hex, b""),
    (b"8#", Kind::Octal, b"#"),
];

/// The number with a sign of its radix that `rest` begins with: its kind, its
/// digits, and how long it is.
fn number(rest: &[u8]) -> Option<(Kind, Range<usize>, usize)> {
    let (prefix, kind, after) = PREFIXES
        .iter()
        .find(|(prefix, ..)| rest.starts_with(prefix))?;
    let start = prefix.len();
    let word = &rest[start..start + run(&rest[start..], is_word_part)];
    let is: fn(&u8) -> bool = match kind {
        Kind::Hex => u8::is_ascii_hexdigit,
        Kind::Octal => |byte| matches!(byte, b'0'..=b'7'),
        _ => |byte| matches!(byte, b'0' | b'1'),
    };
    let cut = if *kind != Kind::Hex || all(word, is) {
        0
    } else {
        suffix(word)
    };
    // 0b10 is hexadecimal.
    let is_number = all(&word[..word.len() - cut], is) && (*kind != Kind::Bits || word.len() > 3);
    is_number.then(|| {
        let end = start + word.len();
        let is_closed = rest[end..].starts_with(after);
        (
            *kind,
            start..end - cut,
            end + if is_closed { after.len() } else { 0 },
        )
    })
}
