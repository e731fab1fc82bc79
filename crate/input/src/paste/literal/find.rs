//! The strings of a text: quotes, continuations, and what stands between.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, bare::AT_END, frame::Frame, notes::Notes, split::Bond, text::Text,
};

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
    /// A comma parts it from the one before, in the same brackets.
    pub(super) item: bool,
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

pub(super) fn literals(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
) -> Result<Vec<Literal>, Fault> {
    let mut finder = Finder {
        text,
        found: Vec::new(),
        between: Between::default(),
        brackets: Vec::new(),
        group: None,
        command: false,
        assigned: false,
        beside: None,
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
            finder.line(n, start, end)?;
        } else {
            let content = &text.raw[start..end];
            let body = content.trim_end_matches([')', ']', '}', ';', ',', ' ']);
            let quote = match body.strip_suffix(['"', '\'']) {
                Some(before) if !before.ends_with('\\') => Some(before.len()),
                _ => content
                    .match_indices('"')
                    .map(|(at, _)| at)
                    .find(|&at| !content[..at].ends_with('\\')),
            };
            if let Some(at) = quote {
                return Err(Fault::at(
                    RefusalKind::Truncated,
                    start + at,
                    "This quote has no partner: the beginning or the end of a string is missing. Copy all of it, with both quotes.",
                ));
            }
            match content.find('\\') {
                None => notes.push((
                    start,
                    "There are no escapes in this line: its characters were read as bytes.".into(),
                )),
                Some(first) => {
                    let before = content[..first].trim_start_matches(['(', '[', '{']);
                    if first > 0 && matches!(before, "" | "b" | "B" | "$" | "E") {
                        return Err(Fault::at(
                            RefusalKind::BadEscape,
                            start,
                            format!(
                                "“{}” stands before this string as if it had quotes, and there are none. Put the string in quotes, or remove what is not of it.",
                                &content[..first]
                            ),
                        ));
                    }
                }
            }
            finder.unquoted(n, start, end);
            if content.ends_with(',') && n + 1 == frame.lines.len() {
                notes.push((end - 1, AT_END.into()));
            }
        }
    }
    if let Some(open) = &finder.open {
        return Err(Fault::at(
            RefusalKind::Truncated,
            open.at,
            "The string that begins here has no end. Copy all of it, with both quotes.",
        ));
    }
    if let Some(&(_, at)) = finder.brackets.last() {
        notes.push((
            at,
            "The bracket that opens here is not closed: something may be missing.".into(),
        ));
    }
    if let Some(at) = finder.beside {
        notes.push((
            at,
            "Two strings stand beside each other here without a comma: each was read by itself."
                .into(),
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

/// Whether a line is a shell's command that prints a string.
fn is_command(line: &str) -> bool {
    let line = line.trim_start_matches(['\u{feff}', ' ', '$']);
    ["printf", "echo", "/bin/echo", "/usr/bin/printf", "print "]
        .iter()
        .any(|command| line.starts_with(command))
}

fn is_item_number(before: &str) -> bool {
    let number = before.trim_start();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
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
    /// A `;`, `=` or `:`: what follows is another value.
    ended: bool,
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
    /// The brackets that are open, and where each stands.
    brackets: Vec<(char, usize)>,
    /// The bracket around the last string.
    group: Option<usize>,
    /// Whether the statement is a shell's command that prints.
    command: bool,
    /// Whether the value of an assignment began on a line of its own, so that
    /// more of it may follow.
    assigned: bool,
    /// The first string that stands beside another one, with nothing but a
    /// space between them and not in brackets of its own.
    beside: Option<usize>,
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
            item: false,
            label: (!label.is_empty()).then(|| label.to_owned()),
            key: false,
        });
    }

    fn line(&mut self, n: usize, start: usize, end: usize) -> Result<(), Fault> {
        let raw = self.text.raw;
        let mut at = start;
        let mut content = start;
        if self.open.is_none() {
            self.check_left_out(start, end)?;
            if self.brackets.is_empty() && !self.between.concatenated {
                self.command = is_command(&raw[start..end]);
                self.between.word.clear();
                self.between.worded = false;
                if self.between.line.is_some() {
                    self.between.label.clear();
                }
            }
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
                            return Ok(());
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
                // Of a shell's command only what it prints counts.
                '|' | '>' if self.is_command() => break,
                _ if closing(c).is_some() && opens(c, before) => {
                    self.check_added(at, "bBuUrRLx")?;
                    self.begin(n, c, at);
                    content = next;
                }
                '(' | '[' | '{' => self.brackets.push((c, at)),
                // 1) is the number of an item.
                ')' if is_item_number(&raw[start..at]) => {}
                ')' | ']' | '}' => {
                    if self.brackets.pop().is_none() {
                        return Err(Fault::at(
                            RefusalKind::Truncated,
                            at,
                            format!(
                                "“{c}” closes a bracket whose beginning is missing. Copy all of it."
                            ),
                        ));
                    }
                }
                ',' => self.between.comma = true,
                ';' => self.end_value(),
                '=' => {
                    self.end_value();
                    self.assigned = raw[next..end].trim().is_empty();
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
                '\\' if raw[next..end].starts_with(['x', 'u', '0', '1', '2', '3']) => {
                    return Err(Fault::at(
                        RefusalKind::BadEscape,
                        at,
                        "This escape stands outside the quotes: one of them is missing, or in the wrong place.",
                    ));
                }
                '\\' => self.between.concatenated |= next == end,
                '+' | '.' | '<' if c == '+' || !self.between.worded => {
                    self.between.concatenated = !self.found.is_empty();
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
                return Ok(());
            }
            return Err(Fault::at(
                RefusalKind::Truncated,
                open.at,
                "The string that begins here does not end on its line. Copy all of it, with both quotes.",
            ));
        }
        Ok(())
    }

    fn end_value(&mut self) {
        self.between.ended = true;
        self.assigned = false;
    }

    /// Refuses a line of dots or asterisks for strings that were left out.
    fn check_left_out(&self, start: usize, end: usize) -> Result<(), Fault> {
        let line = self.text.raw[start..end].trim_matches([' ', '\t', '[', ']', '(', ')']);
        let dots = line.starts_with(['…', '*']) || line.starts_with("...");
        if !dots || !line.chars().all(|c| matches!(c, '.' | '…' | '*' | ' ')) {
            return Ok(());
        }
        Err(Fault::at(
            RefusalKind::Truncated,
            start,
            "Something was left out here: bytes are missing. Copy all of it.",
        ))
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
        if operator && after() && !self.is_command() {
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
        let item = matches!(c, ',' | ']')
            && self.between.comma
            && !self.found.is_empty()
            && self.brackets.last().is_some_and(|bracket| bracket.0 == '[');
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

    /// Whether what follows is of a shell's command whose string was read.
    fn is_command(&self) -> bool {
        self.command && !self.found.is_empty()
    }

    fn begin(&mut self, n: usize, quote: char, at: usize) {
        let between = std::mem::take(&mut self.between);
        let first = self.found.is_empty();
        let word = between.word.trim();
        let bytes = word.ends_with(['b', 'B']) || word.ends_with("br") || word.ends_with("rb");
        let bytes = bytes && matches!(quote, '"' | '\'');
        let group = self.brackets.last().map(|bracket| bracket.1);
        let same_group = group == std::mem::replace(&mut self.group, group);
        // `b`, `E` and `$` before a quote are of the string.
        let glued = between
            .word
            .chars()
            .rev()
            .take_while(|c| c.is_alphabetic() || *c == '$');
        let worded = word.chars().count() > glued.count().min(2);
        let fresh = between.line != Some(n);
        let bond = match () {
            () if first || between.comma || between.ended => Bond::Apart,
            () if between.concatenated => Bond::Joined,
            () if !same_group => Bond::Apart,
            () if group.is_some() => Bond::Joined,
            () if worded => Bond::Apart,
            () if fresh && self.assigned => Bond::Joined,
            () if !fresh && self.text.raw[..at].ends_with(['"', '\'']) => Bond::Joined,
            () => Bond::Loose,
        };
        if bond == Bond::Apart && !first && !fresh && !between.comma && !between.ended {
            self.beside.get_or_insert(at);
        }
        let label = between.label.trim();
        let named = !label.is_empty()
            && label.chars().count() <= 40
            && bond == Bond::Apart
            && (!first || label.contains(' '));
        self.found.push(Literal {
            parts: Vec::new(),
            quoted: true,
            bytes,
            line: n,
            bond,
            item: between.comma && same_group,
            label: named.then(|| label.to_owned()),
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
