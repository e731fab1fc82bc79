//! The strings of a text: quotes, continuations, and what stands between.

use std::ops::Range;

use super::super::{Fault, RefusalKind, frame::Frame, split::Bond, text::Text};

/// A string, or a line of escapes without quotes.
#[derive(Debug)]
pub(super) struct Literal {
    /// Its content, in bytes of the text: several parts where lines are
    /// continued.
    pub(super) parts: Vec<(usize, usize)>,
    pub(super) quoted: bool,
    /// Whether it has a `b` before it.
    pub(super) bytes: bool,
    /// The line it begins in, as an index into the frame's.
    pub(super) line: usize,
    pub(super) bond: Bond,
    pub(super) label: Option<String>,
    /// A `:` follows: it names something.
    key: bool,
}

/// Words that name an encoding and are no octets.
const ENCODINGS: [&str; 12] = [
    "latin1",
    "binary",
    "hex",
    "base64",
    "utf8",
    "utf-8",
    "ascii",
    "latin-1",
    "iso-8859-1",
    "ISO-8859-1",
    "B",
    "raw_unicode_escape",
];

pub(super) fn literals(text: &Text, frame: &Frame) -> Result<Vec<Literal>, Fault> {
    let mut finder = Finder {
        text,
        found: Vec::new(),
        between: Between::default(),
        depth: 0,
        list: false,
        open: None,
    };
    let quoted = frame
        .lines
        .iter()
        .any(|line| opens_early(text, line.line.start, line.line.end));
    for n in 0..frame.lines.len() {
        let line = frame.lines[n].line;
        let Range { start, end } = text.range(line.start, line.end);
        if quoted {
            if !finder.line(n, start, end)? {
                break;
            }
        } else {
            if let Some(quote) = text.raw[start..end].rfind(['"', '\''])
                && start + quote + 1 == end
                && !text.raw[..start + quote].ends_with('\\')
            {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    start + quote,
                    "The string that ends here has no beginning. Copy all of it, with both quotes.",
                ));
            }
            finder.unquoted(n, start, end);
        }
    }
    if let Some(open) = &finder.open {
        return Err(Fault::at(
            RefusalKind::Truncated,
            open.at,
            "The string that begins here has no end. Copy all of it, with both quotes.",
        ));
    }
    let mut found = finder.found;
    if found.iter().any(|literal| literal.bytes) {
        found.retain(|literal| literal.bytes);
    }
    found.retain(|literal| {
        let content = || {
            literal
                .parts
                .iter()
                .map(|&(start, end)| &text.raw[start..end])
                .collect::<String>()
        };
        !literal.key && (literal.bytes || !ENCODINGS.contains(&content().as_str()))
    });
    Ok(found)
}

/// Whether a quote opens before the first escape of the line.
fn opens_early(text: &Text, start: usize, end: usize) -> bool {
    let raw = &text.raw[text.range(start, end)];
    let mut before = '\0';
    for c in raw.chars() {
        match c {
            '\\' => return false,
            _ if closing(c).is_some() && opens(c, before) => return true,
            _ => {}
        }
        before = c;
    }
    false
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

/// An apostrophe within a word opens nothing; after `b` or `$` it does.
fn opens(quote: char, before: char) -> bool {
    !matches!(quote, '\'' | '’' | '‘')
        || !before.is_alphanumeric()
        || "bBuUrRfFLEexXhH".contains(before)
}

/// Methods that make other octets of those they are called on.
const CHANGES: [&[u8]; 16] = [
    b"repeat",
    b"join",
    b"slice",
    b"substr",
    b"substring",
    b"sub",
    b"subarray",
    b"replace",
    b"concat",
    b"append",
    b"strip",
    b"trim",
    b"reverse",
    b"push",
    b"filter",
    b"map",
];

/// Whether a method makes other octets of those it is called on.
pub(crate) fn changes(method: &[u8]) -> bool {
    CHANGES.contains(&method)
}

/// As much of a word as a message can show.
fn short(word: &str) -> String {
    word.chars().take(30).collect()
}

fn first_word(raw: &str) -> &[u8] {
    let length = raw.bytes().take_while(u8::is_ascii_alphanumeric).count();
    &raw.as_bytes()[..length]
}

struct Open {
    at: usize,
    closing: &'static [char],
}

/// What stood between two strings.
#[derive(Default)]
struct Between {
    comma: bool,
    assigned: bool,
    concatenated: bool,
    /// A `+` stood: only a string may follow it.
    added: bool,
    line: Option<usize>,
    word: String,
    /// Some character of it is no space.
    worded: bool,
    label: String,
}

struct Finder<'a> {
    text: &'a Text<'a>,
    found: Vec<Literal>,
    between: Between,
    depth: i32,
    /// Whether the last bracket that opened is that of a list.
    list: bool,
    open: Option<Open>,
}

impl Finder<'_> {
    /// A line of escapes without quotes, a label before it.
    fn unquoted(&mut self, n: usize, start: usize, end: usize) {
        let raw = &self.text.raw[start..end];
        let first = raw.find('\\').unwrap_or(0);
        let before = raw[..first].trim_end();
        let cut =
            if before.ends_with([':', '=']) || before.ends_with("-ne") || before.ends_with("-e") {
                first
            } else {
                0
            };
        let label = raw[..cut].trim().trim_end_matches([':', '=']).trim();
        self.found.push(Literal {
            parts: vec![(start + cut, end)],
            quoted: false,
            bytes: false,
            line: n,
            bond: if label.is_empty() {
                Bond::Loose
            } else {
                Bond::Apart
            },
            label: (!label.is_empty()).then(|| label.to_owned()),
            key: false,
        });
    }

    /// Reads a line; false where a shell's command ends and what follows is
    /// of another one.
    fn line(&mut self, n: usize, start: usize, end: usize) -> Result<bool, Fault> {
        let raw = self.text.raw;
        let mut at = start;
        let mut content = start;
        if self.open.is_none()
            && self.depth == 0
            && !self.between.concatenated
            && self.between.line.is_some()
        {
            self.between.word.clear();
            self.between.worded = false;
            self.between.label.clear();
        }
        let mut before = '\0';
        while at < end {
            let c = raw[at..].chars().next().unwrap_or('\0');
            let next = at + c.len_utf8();
            if let Some(open) = &self.open {
                if c == '\\' {
                    let escaped = raw[next..end].chars().next();
                    match escaped {
                        // A backslash at the end of the line continues the string.
                        None => {
                            self.part(content, at);
                            return Ok(true);
                        }
                        Some(escaped) => at = next + escaped.len_utf8(),
                    }
                    continue;
                }
                if open.closing.contains(&c) {
                    self.part(content, at);
                    self.open = None;
                    self.between = Between {
                        line: Some(n),
                        ..Between::default()
                    };
                }
                at = next;
                before = c;
                continue;
            }
            self.check_sign(c, at, n)?;
            match c {
                '#' if !matches!(before, '\'' | '"') => break,
                '/' if raw[next..end].starts_with('/') => break,
                '/' if raw[next..end].starts_with('*') => {
                    at = raw[next..end]
                        .find("*/")
                        .map_or(end, |close| next + close + 2);
                    continue;
                }
                '|' | '>' if self.is_shell() => return Ok(false),
                _ if closing(c).is_some() && opens(c, before) => {
                    self.check_added(at, "bBuUrRLx")?;
                    self.begin(n, c, at);
                    content = next;
                }
                '(' | '[' | '{' => {
                    self.depth += 1;
                    self.list = c == '[';
                }
                ')' | ']' | '}' => self.depth -= 1,
                ',' => self.between.comma = true,
                ';' => self.between.assigned = true,
                '=' => {
                    self.between.assigned = true;
                    self.between.label = std::mem::take(&mut self.between.word);
                    self.between.worded = false;
                }
                ':' => {
                    if self.between.word.is_empty()
                        && !self.between.comma
                        && let Some(last) = self.found.last_mut()
                        && self.between.line == Some(n)
                        && !raw[next..end].starts_with(':')
                        && before != ':'
                    {
                        last.key = !last.bytes;
                    }
                    self.between.label = std::mem::take(&mut self.between.word);
                    self.between.worded = false;
                }
                '\\' | '+' | '.' | '<' => {
                    self.between.concatenated = true;
                    self.between.added |= c == '+' && !self.found.is_empty();
                }
                _ => {
                    self.between.word.push(c);
                    self.between.worded |= !c.is_whitespace();
                }
            }
            at = next;
            before = c;
        }
        self.check_added(end, "")?;
        if let Some(open) = &self.open {
            // A template of JavaScript may go over lines; other strings may not.
            if open.closing == ['`'] && at >= end {
                self.part(content, end);
                return Ok(true);
            }
            return Err(Fault::at(
                RefusalKind::Truncated,
                open.at,
                "The string that begins here does not end on its line. Copy all of it, with both quotes.",
            ));
        }
        Ok(true)
    }

    /// Refuses what makes another string of the one before it.
    fn check_sign(&self, c: char, at: usize, n: usize) -> Result<(), Fault> {
        let after =
            || !self.found.is_empty() && self.between.line == Some(n) && !self.between.worded;
        let shortened = c == '…' || c == '.' && self.text.raw[at..].starts_with("...");
        if shortened && after() {
            return Err(Fault::at(
                RefusalKind::Truncated,
                at,
                "The string was shortened here: bytes are missing. Copy all of it (in a debugger or console, raise the limit on how much it prints).",
            ));
        }
        let operator = matches!(c, '*' | '%' | '-' | '?' | '[' | '&' | '^')
            || c == '.' && changes(first_word(&self.text.raw[at + 1..]))
            || c.is_alphabetic()
                && after()
                && matches!(
                    first_word(&self.text.raw[at..]),
                    b"if" | b"or" | b"and" | b"else"
                );
        if operator && after() && !self.is_shell() {
            return Err(Fault::at(
                RefusalKind::BadEscape,
                at,
                format!(
                    "“{c}” changes the bytes of this string. Paste the result, not the expression."
                ),
            ));
        }
        if matches!(c, '+' | ',' | ';' | ')' | ']' | '}') {
            self.check_added(at, "")?;
        }
        // A name among the strings of a list, or before a `+`.
        let word = || self.between.word.trim_matches([' ', '(', ')']);
        let item =
            matches!(c, ',' | ']') && self.between.comma && !self.found.is_empty() && self.list;
        if (item || c == '+')
            && self.between.worded
            && !word().is_empty()
            && self.between.line.is_none_or(|line| line == n)
        {
            return Err(Fault::at(
                RefusalKind::BadEscape,
                at,
                format!(
                    "“{}” is used among strings here, and its bytes are not in the text. Paste the result, not the expression.",
                    short(word())
                ),
            ));
        }
        Ok(())
    }

    /// Refuses a name that is added to strings: its octets are not here.
    fn check_added(&self, at: usize, prefixes: &str) -> Result<(), Fault> {
        if !self.between.added || !self.between.worded {
            return Ok(());
        }
        let word = self.between.word.trim();
        if word.chars().all(|c| prefixes.contains(c)) {
            return Ok(());
        }
        Err(Fault::at(
            RefusalKind::BadEscape,
            at,
            format!(
                "“{}” is added to strings here, and its bytes are not in the text. Paste the result, not the expression.",
                short(word)
            ),
        ))
    }

    fn is_shell(&self) -> bool {
        let raw = self
            .text
            .raw
            .trim_start_matches(['\u{feff}', ' ', '$', '\n']);
        !self.found.is_empty()
            && ["printf", "echo", "/bin/echo", "/usr/bin/printf", "print "]
                .iter()
                .any(|command| raw.starts_with(command))
    }

    fn begin(&mut self, n: usize, quote: char, at: usize) {
        let between = std::mem::take(&mut self.between);
        let first = self.found.is_empty();
        let word = between.word.trim();
        let bytes = word.ends_with('b')
            || word.ends_with('B')
            || word.ends_with("br")
            || word.ends_with("rb");
        let bytes = bytes && matches!(quote, '"' | '\'');
        let bond = match () {
            () if first || between.comma || between.assigned => Bond::Apart,
            () if between.line == Some(n) || between.concatenated || self.depth > 0 => Bond::Joined,
            () => Bond::Loose,
        };
        let label = between.label.trim();
        let named = !label.is_empty()
            && label.chars().count() <= 40
            && !bytes.then_some(()).is_some_and(|()| label.is_empty());
        self.found.push(Literal {
            parts: Vec::new(),
            quoted: true,
            bytes,
            line: n,
            bond,
            label: named
                .then(|| label.to_owned())
                .filter(|_| bond == Bond::Apart && !first || label.contains(' ')),
            key: false,
        });
        self.open = closing(quote).map(|closing| Open { at, closing });
    }

    fn part(&mut self, start: usize, end: usize) {
        if let Some(last) = self.found.last_mut() {
            last.parts.push((start, end));
        }
    }
}
