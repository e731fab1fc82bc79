//! Strings, and the tokens that stand around them.

use std::ops::Range;

use super::super::{Fault, RefusalKind, Skipped, pieces::Bond};
use crate::Place;

/// A string, or a line of escapes without quotes.
#[derive(Debug)]
pub(crate) struct Literal {
    /// Its content, in bytes of the text: several parts where lines are
    /// continued.
    pub(crate) parts: Vec<(usize, usize)>,
    pub(crate) quoted: bool,
    /// Whether it has a `b` before it.
    pub(crate) bytes: bool,
    /// Whether it has an `x` or `hex` before it.
    pub(crate) hex: bool,
    /// The line it begins in, as an index into the frame's.
    pub(crate) line: usize,
    pub(crate) bond: Bond,
    /// A comma parts it from the one before, in the same brackets.
    pub(crate) item: bool,
    pub(crate) label: Option<String>,
    /// A `:` follows: it names something.
    pub(super) key: bool,
}

/// What languages write before a quote.
const PREFIXES: &str = "b br rb c u u8 l n r f e x h hex $ e$";

/// What may stand right behind the quote that closes a string.
const SUFFIXES: &str = "s sv d c w";

/// Methods that make other bytes of those they are called on.
const CHANGES: &str = "repeat join slice substr substring sub subarray replace concat append strip trim reverse push filter map";

/// Words that choose one of two strings, or none.
const CHOICES: &str = "if or and else";

/// Words that are written so, whatever the language.
const CASED: [&str; 5] = ["printf", "const", "atob", "b64decode", "bytearray"];

pub(super) const NO_PARTNER: &str = "This quote has no partner: the beginning or the end of a string is missing. Copy all of it, with both quotes.";
const ANOTHER: &str = "Another string stands behind this command: its output may be other bytes. Paste the strings alone.";
const OUTSIDE: &str =
    "This escape stands outside the quotes: one of them is missing, or in the wrong place.";
const OPEN_IN_LINE: &str =
    "The string that begins here does not end on its line. Copy all of it, with both quotes.";
const NUMBERED: &str = "The number before this string was taken for the number of the line.";
const NO_PREFIX: &str = "This word stands right before the quote of a string and is no known prefix: a part of the text may be missing.";
const OTHER_CASE: &str = "Capital and small letters of this word are not as usual: those of the bytes may have been changed as well.";

/// Whether a word is one of a list.
pub(super) fn is_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Whether a method makes other bytes of those it is called on.
pub(crate) fn changes(method: &[u8]) -> bool {
    str::from_utf8(method).is_ok_and(|method| is_of(CHANGES, method))
}

impl Literal {
    pub(super) fn new(line: usize, quoted: bool) -> Self {
        Self {
            parts: Vec::new(),
            quoted,
            bytes: false,
            hex: false,
            line,
            bond: Bond::Loose,
            item: false,
            label: None,
            key: false,
        }
    }

    pub(crate) fn content(&self, raw: &str) -> String {
        let parts = self.parts.iter();
        parts.map(|&(start, end)| &raw[start..end]).collect()
    }

    /// The string, passed over.
    pub(crate) fn skipped(&self, reason: &'static str) -> Option<Skipped> {
        let (&(start, _), &(_, end)) = (self.parts.first()?, self.parts.last()?);
        Some(Skipped {
            place: Place {
                start: start as u32,
                end: end as u32,
            },
            reason: reason.into(),
            each: true,
        })
    }
}

/// The quotes that close a string which `open` opens.
fn closing(open: char) -> Option<&'static [char]> {
    Some(match open {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`'],
        '“' | '„' | '”' => &['”', '“', '"'],
        '‘' | '‚' | '’' => &['’', '‘', '\''],
        _ => return None,
    })
}

/// Whether a character opens a string: an apostrophe within a word does not,
/// but after `b` or `$` it does.
pub(super) fn opens(before: &str, quote: char) -> bool {
    let last = before.chars().next_back().unwrap_or(' ');
    let is_open = !matches!(quote, '\'' | '’' | '‘')
        || !last.is_alphanumeric()
        || "bBuUrRfFLEexXhH".contains(last);
    closing(quote).is_some() && is_open
}

/// Whether a line is a shell's command that prints a string.
fn is_command(line: &str) -> bool {
    let line = line.trim_start_matches(['\u{feff}', ' ', '$']);
    ["printf", "echo", "/bin/echo", "/usr/bin/printf", "print "]
        .iter()
        .any(|command| line.starts_with(command))
}

/// A part of a text with strings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// `s` is a string, `w` a word, `g` one that touches the string before it,
    /// `c` one that chooses between two, `m` the dot before a method that makes
    /// other bytes, `d` what stands for something left out, `i` a comma in
    /// square brackets, and a line end the end of a line. Other signs are
    /// themselves.
    pub(super) class: u8,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: usize,
    /// Where the innermost bracket around it opens.
    pub(super) group: Option<usize>,
}

/// A word, or a sign that is no plain separator.
pub(super) fn is_odd(class: u8) -> bool {
    !b"s()[]{},i;=:+.<>\\\n".contains(&class)
}

/// Reads a text line by line.
pub(super) struct Lexer<'a> {
    pub(super) raw: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) found: Vec<Literal>,
    /// Where the string opened that is not closed yet, and what closes it.
    pub(super) open: Option<(usize, &'static [char])>,
    brackets: Vec<(char, usize)>,
    /// The sign with which the text begins: it may stand before every line.
    margin: Option<char>,
    /// Whether the line is of a shell's command that prints.
    command: bool,
    /// What is to be said, each once.
    pub(super) told: Vec<(usize, &'static str)>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(raw: &'a str) -> Self {
        Self {
            raw,
            tokens: Vec::new(),
            found: Vec::new(),
            open: None,
            brackets: Vec::new(),
            margin: None,
            command: false,
            told: Vec::new(),
        }
    }

    /// Says something of the first place that it is true of.
    pub(super) fn tell(&mut self, at: usize, says: &'static str) {
        if !self.told.iter().any(|(_, told)| *told == says) {
            self.told.push((at, says));
        }
    }

    pub(super) fn line(&mut self, n: usize, line: Range<usize>) -> Result<(), Fault> {
        let raw = self.raw;
        let (mut at, end) = (line.start, line.end);
        if self.open.is_some() {
            at = self.string(at, end)?;
        } else if self.brackets.is_empty() {
            let goes_on = matches!(&self.tokens[..], [.., sign, _] if b"\\+".contains(&sign.class));
            self.command = is_command(&raw[line.clone()]) || self.command && goes_on;
            at = self.strip_margin(at, end);
        }
        while let Some(c) = raw[at..end].chars().next() {
            let rest = &raw[at..end];
            let next = at + c.len_utf8();
            let mut token = Token {
                class: u8::try_from(c).ok().filter(u8::is_ascii).unwrap_or(b'w'),
                start: at,
                end: next,
                line: n,
                group: self.brackets.last().map(|bracket| bracket.1),
            };
            let refuse = |kind, message: &str| Err(Fault::at(kind, at, message));
            if c.is_whitespace() {
                at = next;
                continue;
            }
            let is_comment = rest.starts_with("//")
                || rest.starts_with("-- ") && raw[..at].ends_with(' ')
                || c == '#' && !raw[..at].ends_with(['"', '\'']);
            if is_comment {
                break;
            }
            if rest.starts_with("/*") {
                at = rest.find("*/").map_or(end, |close| at + close + 2);
                continue;
            }
            if opens(&raw[line.start..at], c) {
                self.begin(token, closing(c).unwrap_or_default());
                at = self.string(next, end)?;
                continue;
            }
            // Of a shell's command only what it prints counts.
            if matches!(c, '|' | '>') && self.command && !self.found.is_empty() {
                if rest.contains(['"', '\'', '\\']) {
                    return refuse(RefusalKind::BadEscape, ANOTHER);
                }
                break;
            }
            let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            let run_of = |sign: char| rest.len() - rest.trim_start_matches(sign).len();
            let method = || rest[1..].split(|c| !is_word(c)).next().unwrap_or_default();
            let within = |quote: usize| {
                let after = raw[quote..end].chars().nth(1);
                after.is_some_and(char::is_alphabetic)
                    && raw[..quote].ends_with(char::is_alphabetic)
            };
            match c {
                _ if is_word(c) => {
                    token.end = at + rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    let word = &raw[at..token.end];
                    let is_other =
                        |known: &&str| word.eq_ignore_ascii_case(known) && word != *known;
                    if CASED.iter().any(is_other)
                        || rest.starts_with("buffer.from(")
                        || word == "BUFFER"
                    {
                        self.tell(at, OTHER_CASE);
                    }
                    let last = self.tokens.last();
                    let touches = last.is_some_and(|last| last.class == b's' && last.end == at);
                    token.class = match () {
                        () if touches && !word.starts_with('_') && !is_of(SUFFIXES, word) => b'g',
                        () if is_of(CHOICES, word) => b'c',
                        () => b'w',
                    };
                }
                '\'' | '’' | '‘' if within(at) => token.class = b'w',
                _ if closing(c).is_some() => return refuse(RefusalKind::Truncated, NO_PARTNER),
                '…' => token.class = b'd',
                '.' | '*' if run_of(c) > 2 => (token.class, token.end) = (b'd', at + run_of(c)),
                '.' if is_of(CHANGES, method()) => token.class = b'm',
                ',' if self.brackets.last().is_some_and(|last| last.0 == '[') => token.class = b'i',
                '\\' if next < end => return refuse(RefusalKind::BadEscape, OUTSIDE),
                '(' | '[' | '{' => self.brackets.push((c, at)),
                ')' | ']' | '}' if self.brackets.pop().is_none() => {
                    let message = format!(
                        "“{c}” closes a bracket whose beginning is missing. Copy all of it."
                    );
                    return refuse(RefusalKind::Truncated, &message);
                }
                _ => {}
            }
            at = token.end;
            self.tokens.push(token);
        }
        self.tokens.push(Token {
            class: b'\n',
            start: end,
            end,
            line: n,
            group: None,
        });
        Ok(())
    }

    /// Where a line begins behind the sign of a change or a quote, and its
    /// number.
    fn strip_margin(&mut self, start: usize, end: usize) -> usize {
        let line = &self.raw[start..end];
        let is_first = self.tokens.is_empty();
        if is_first {
            self.margin = line.chars().next().filter(|c| matches!(c, '+' | '|'));
        }
        let rest = self
            .margin
            .and_then(|margin| line.strip_prefix(margin))
            .unwrap_or(line)
            .trim_start();
        let behind =
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || " \t,:|.);".contains(c));
        let number = &rest[..rest.len() - behind.len()];
        let is_word = number.ends_with(|c: char| c.is_ascii_digit())
            && behind.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_word || !number.starts_with(|c: char| c.is_ascii_digit()) {
            return end - rest.len();
        }
        if behind.starts_with(|c| closing(c).is_some()) || behind.starts_with("b'") {
            self.tell(end - behind.len(), NUMBERED);
        }
        end - behind.len()
    }

    fn begin(&mut self, token: Token, closing: &'static [char]) {
        let mut literal = Literal::new(token.line, true);
        let raw = self.raw;
        let prefix = |word: &Token| raw[word.start..word.end].to_ascii_lowercase();
        let touches = |word: &mut Token| word.end == token.start && is_of(PREFIXES, &prefix(word));
        if let Some(word) = self.tokens.pop_if(touches) {
            let prefix = prefix(&word);
            literal.bytes =
                is_of("b br rb", &prefix) && raw[token.start..].starts_with(['"', '\'']);
            literal.hex = is_of("x h hex", &prefix);
        } else if let Some(word) = self.tokens.last()
            && word.class == b'w'
            && word.end == token.start
            && closing != ['`']
            && raw[word.start..word.end].chars().all(char::is_alphanumeric)
        {
            self.tell(word.start, NO_PREFIX);
        }
        self.open = Some((token.start, closing));
        self.found.push(literal);
        self.tokens.push(Token {
            class: b's',
            ..token
        });
    }

    /// Reads more of the open string from `from` on; gives where it, or the
    /// line, ends.
    fn string(&mut self, from: usize, end: usize) -> Result<usize, Fault> {
        let Some((open, closing)) = self.open else {
            return Ok(from);
        };
        // A template of JavaScript may go over lines, others after a backslash.
        let mut close = (closing == ['`']).then_some((end, end));
        let mut chars = self.raw[from..end].char_indices();
        while let Some((at, c)) = chars.next() {
            if c == '\\' && chars.next().is_none() {
                close = Some((from + at, end));
            } else if closing.contains(&c) {
                close = Some((from + at, from + at + c.len_utf8()));
                self.open = None;
                break;
            }
        }
        let Some((close, after)) = close else {
            return Err(Fault::at(RefusalKind::Truncated, open, OPEN_IN_LINE));
        };
        if let (Some(literal), Some(token)) = (self.found.last_mut(), self.tokens.last_mut()) {
            literal.parts.push((from, close));
            token.end = after;
        }
        Ok(after)
    }
}
