//! The strings of a text: quotes, continuations, and what stands between.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, Skipped,
    frame::{Frame, FrameLine},
    notes::Notes,
    split::Bond,
    text::Text,
};
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
    key: bool,
}

/// Words that name an encoding and are no octets.
const ENCODINGS: &str = "latin1 binary hex base64 base64url utf8 utf-8 ascii latin-1 iso-8859-1 ISO-8859-1 B raw_unicode_escape";

/// The strings of a text; where no quote opens in it, its lines of escapes.
pub(super) fn literals(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Literal>, Fault> {
    let mut lines = frame.lines.iter();
    if lines.any(|line| opens_early(&text.raw[text.range(line.line.start, line.line.end)])) {
        return strings(text, frame, notes, skipped);
    }
    let unquoted = |(n, line): (usize, &FrameLine)| {
        let Range { start, end } = text.range(line.line.start, line.line.end);
        if n + 1 == frame.lines.len() && text.raw[start..end].ends_with(',') {
            let message = "The escapes end with a comma here: more of them may be missing.";
            notes.push((end - 1, message.into()));
        }
        unquoted(text.raw, n, start, end, notes)
    };
    frame.lines.iter().enumerate().map(unquoted).collect()
}

/// The strings in the quotes of a program, with what is to be said of them
/// and of those that hold no bytes.
pub(crate) fn strings(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
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
    for (n, line) in frame.lines.iter().enumerate() {
        let Range { start, end } = text.range(line.line.start, line.line.end);
        finder.line(n, start, end)?;
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
    let twice = finder.found.windows(2).find(|two| {
        let [one, other] = two else { return false };
        let same = one.line == other.line && !other.item;
        same && one.content(text.raw) == other.content(text.raw)
    });
    if let Some(at) = twice.and_then(|two| Some(two[1].parts.first()?.0)) {
        notes.push((
            at,
            "The same string stands here twice: one of the two may be a copy.".into(),
        ));
    }
    if let Some(at) = finder.beside {
        notes.push((
            at,
            "Two strings stand beside each other here without a comma: each was read by itself."
                .into(),
        ));
    }
    let bytes = finder.found.iter().any(|literal| literal.bytes);
    finder.found.retain(|literal| {
        let reason = match () {
            () if bytes && !literal.bytes => "a string beside byte strings",
            () if literal.key => "a name",
            () if !literal.bytes && is_encoding(&literal.content(text.raw)) => "",
            () => return true,
        };
        skipped.extend(literal.skipped(reason).filter(|_| !reason.is_empty()));
        false
    });
    Ok(finder.found)
}

fn is_encoding(content: &str) -> bool {
    ENCODINGS.split(' ').any(|name| name == content)
}

impl Literal {
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

/// A line of escapes without quotes, with a label before it or without.
fn unquoted(
    raw: &str,
    n: usize,
    start: usize,
    end: usize,
    notes: &mut Notes,
) -> Result<Literal, Fault> {
    let content = &raw[start..end];
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
    let first = content.find('\\').unwrap_or(0);
    let before = content[..first].trim_start_matches(['(', '[', '{']);
    if !content.contains('\\') {
        notes.push((
            start,
            "There are no escapes in this line: its characters were read as bytes.".into(),
        ));
    } else if first > 0 && matches!(before, "" | "b" | "B" | "$" | "E") {
        return Err(Fault::at(
            RefusalKind::BadEscape,
            start,
            format!(
                "“{}” stands before this string as if it had quotes, and there are none. Put the string in quotes, or remove what is not of it.",
                &content[..first]
            ),
        ));
    }
    let before = content[..first].trim_end();
    let ends = [":", "=", "-ne", "-e"];
    let cut = if ends.iter().any(|sign| before.ends_with(sign)) {
        first
    } else {
        0
    };
    let label = content[..cut].trim().trim_end_matches([':', '=']).trim();
    let labelled = !label.is_empty();
    Ok(Literal {
        parts: vec![(start + cut, end)],
        quoted: false,
        bytes: false,
        hex: false,
        line: n,
        bond: if labelled { Bond::Apart } else { Bond::Loose },
        item: false,
        label: labelled.then(|| label.to_owned()),
        key: false,
    })
}

/// Whether a quote opens before the first escape of the line.
fn opens_early(line: &str) -> bool {
    let mut before = '\0';
    line.chars()
        .take_while(|c| *c != '\\')
        .any(|c| closing(c).is_some() && opens(c, std::mem::replace(&mut before, c)))
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
const CHANGES: &str = "repeat join slice substr substring sub subarray replace concat append strip trim reverse push filter map";

/// Whether a method makes other octets of those it is called on.
pub(crate) fn changes(method: &[u8]) -> bool {
    CHANGES.split(' ').any(|name| name.as_bytes() == method)
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
                '|' | '>' if self.is_command() => {
                    if let Some(quote) = raw[at..end].find(['"', '\'', '\\']) {
                        return Err(Fault::at(
                            RefusalKind::BadEscape,
                            at + quote,
                            "Another string stands behind this command: its output may be other bytes. Paste the strings alone.",
                        ));
                    }
                    break;
                }
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
                        // Behind bytes a type may stand: `'\\x82'::bytea`.
                        last.key = !last.bytes && !last.content(raw).contains('\\');
                        self.between.ended |= last.key;
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
        let own = |c: char| c.is_alphabetic() || c == '$';
        let glued = &between.word[between.word.trim_end_matches(own).len()..];
        let worded = word.chars().count() > glued.chars().count().min(2);
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
            hex: ["x", "X", "h", "hex"].contains(&glued),
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
