//! The strings of a text, and the grammar of what may stand between them: a
//! declaration or a call, brackets, separators, signs that join strings.
//! Anything else is refused where it stands.

use std::ops::Range;

use super::super::{
    Fault, RefusalKind, Skipped, frame::Frame, notes::Notes, split::Bond, text::Text,
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

/// Words that name an encoding and hold no bytes.
const ENCODINGS: &str = "latin1 binary hex base64 base64url utf8 utf-8 ascii latin-1 iso-8859-1 ISO-8859-1 B raw_unicode_escape";

/// What languages write before a quote.
const PREFIXES: &str = "b br rb c u u8 l n r f e x h hex $ e$";

/// What may stand right behind the quote that closes a string.
const SUFFIXES: &str = "s sv d c w";

/// Methods that make other bytes of those they are called on.
const CHANGES: &str = "repeat join slice substr substring sub subarray replace concat append strip trim reverse push filter map";

/// Words that choose one of two strings, or none.
const CHOICES: &str = "if or and else";

/// Tokens among which a name is used for bytes, and which of them it is.
const NAMES: [(&[u8], usize); 7] = [
    (b"+w", 1),
    (b"+(w", 2),
    (b"w+", 0),
    (b"w)+", 0),
    (b"w()+", 0),
    (b"iwi", 1),
    (b"iw]", 1),
];

const SHORTENED: &str = "The string was shortened here: bytes are missing. Copy all of it (in a debugger or console, raise the limit on how much it prints).";
const LEFT_OUT: &str = "Something was left out here: bytes are missing. Copy all of it.";
const NO_PARTNER: &str = "This quote has no partner: the beginning or the end of a string is missing. Copy all of it, with both quotes.";
const ANOTHER: &str = "Another string stands behind this command: its output may be other bytes. Paste the strings alone.";
const OUTSIDE: &str =
    "This escape stands outside the quotes: one of them is missing, or in the wrong place.";
const OPEN: &str = "The string that begins here has no end. Copy all of it, with both quotes.";
const OPEN_IN_LINE: &str =
    "The string that begins here does not end on its line. Copy all of it, with both quotes.";
const NO_ESCAPES: &str = "There are no escapes in this line: its characters were read as bytes.";
const ENDS_WITH_COMMA: &str = "The escapes end with a comma here: more of them may be missing.";
const NUMBERED: &str = "The number before this string was taken for the number of the line.";
const NO_NAME: &str =
    "No name stands before this string, though the one before it ended: a part may be missing.";
const NO_VALUE: &str = "No string stands behind this sign: it may be missing.";
const OVER_BLANK: &str =
    "A blank line stands before this string, and it was read as more of the one before it.";
const OTHER_CASE: &str = "Capital and small letters of this word are not as usual: those of the bytes may have been changed as well.";
const BESIDE: &str =
    "Two strings stand beside each other here without a comma: each was read by itself.";
const TWICE: &str = "The same string stands here twice: one of the two may be a copy.";
const TOUCH: &str =
    "Nothing separates two strings here, and they were read as one: they may be a block each.";

/// Words that are written so, whatever the language.
const CASED: [&str; 5] = ["printf", "const", "atob", "b64decode", "bytearray"];

/// Whether a word is one of a list.
fn is_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Whether a method makes other bytes of those it is called on.
pub(crate) fn changes(method: &[u8]) -> bool {
    str::from_utf8(method).is_ok_and(|method| is_of(CHANGES, method))
}

impl Literal {
    fn new(line: usize, quoted: bool) -> Self {
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

/// The strings of a text; where no quote opens in it, its lines of escapes.
pub(super) fn literals(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Literal>, Fault> {
    let ranges = || {
        let lines = frame.lines.iter();
        lines.map(|line| text.range(line.line.start, line.line.end))
    };
    let opens_early = |line: Range<usize>| {
        let line = &text.raw[line];
        let before = &line[..line.find('\\').unwrap_or(line.len())];
        before.char_indices().any(|(at, c)| opens(&before[..at], c))
    };
    if ranges().any(opens_early) {
        return strings(text, frame, notes, skipped);
    }
    let unquoted = |(n, line)| unquoted(text.raw, n, line, n + 1 == frame.lines.len(), notes);
    ranges().enumerate().map(unquoted).collect()
}

/// The strings in the quotes of a program, with what is to be said of them
/// and of those that hold no bytes.
pub(crate) fn strings(
    text: &Text,
    frame: &Frame,
    notes: &mut Notes,
    skipped: &mut Vec<Skipped>,
) -> Result<Vec<Literal>, Fault> {
    let mut lexer = Lexer {
        raw: text.raw,
        tokens: Vec::new(),
        found: Vec::new(),
        open: None,
        brackets: Vec::new(),
        margin: None,
        command: false,
        odd: [None; 2],
    };
    for (n, line) in frame.lines.iter().enumerate() {
        lexer.line(n, text.range(line.line.start, line.line.end))?;
    }
    if let Some((at, _)) = lexer.open {
        return Err(Fault::at(RefusalKind::Truncated, at, OPEN));
    }
    lexer.bind(notes)?;
    let mut found = lexer.found;
    let bytes = found.iter().any(|literal| literal.bytes);
    found.retain(|literal| {
        let reason = match () {
            () if bytes && !literal.bytes => "a string beside byte strings",
            () if literal.key => "a name",
            () if !literal.bytes && is_of(ENCODINGS, &literal.content(text.raw)) => return false,
            () => return true,
        };
        skipped.extend(literal.skipped(reason));
        false
    });
    Ok(found)
}

/// A line of escapes without quotes, with a label before it or without.
fn unquoted(
    raw: &str,
    n: usize,
    line: Range<usize>,
    is_last: bool,
    notes: &mut Notes,
) -> Result<Literal, Fault> {
    let (start, content) = (line.start, &raw[line.clone()]);
    let refuse = |kind, at, message: String| Err(Fault::at(kind, start + at, message));
    let body = content.trim_end_matches([')', ']', '}', ';', ',', ' ']);
    let quotes = content.match_indices('"').map(|(at, _)| at);
    let quote = body.ends_with(['"', '\'']).then(|| body.len() - 1);
    let mut quotes = quote.into_iter().chain(quotes);
    if let Some(at) = quotes.find(|&at| !content[..at].ends_with('\\')) {
        return refuse(RefusalKind::Truncated, at, NO_PARTNER.into());
    }
    let first = content.find('\\').unwrap_or(0);
    let before = content[..first].trim_end();
    let opened = before.trim_start_matches(['(', '[', '{']);
    let is_call = before
        .find('(')
        .is_some_and(|open| before[..open].ends_with(|c: char| c.is_ascii_alphanumeric()));
    let is_cast = content.contains("::") && content.ends_with(|c: char| c.is_ascii_alphabetic());
    let is_open = first > 0 && (is_of("b B $ E", opened) || opened.is_empty());
    if is_open || content.contains('\\') && (is_call && content.ends_with([')', ';']) || is_cast) {
        let message = format!(
            "“{}” stands before this string as if it had quotes, and there are none. Put the string in quotes, or remove what is not of it.",
            &content[..first]
        );
        return refuse(RefusalKind::BadEscape, 0, message);
    }
    if !content.contains('\\') {
        notes.push((start, NO_ESCAPES.into()));
    }
    if is_last && content.ends_with(',') {
        notes.push((line.end - 1, ENDS_WITH_COMMA.into()));
    }
    let is_labelled = [":", "=", "-ne", "-e"]
        .iter()
        .any(|sign| before.ends_with(sign));
    let label = before.trim_end_matches([':', '=']).trim();
    let from = if is_labelled { start + first } else { start };
    let mut literal = Literal::new(n, false);
    literal.parts.push((from, line.end));
    if is_labelled && !label.is_empty() {
        literal.bond = Bond::Apart;
        literal.label = Some(label.to_owned());
    }
    Ok(literal)
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
fn opens(before: &str, quote: char) -> bool {
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
struct Token {
    /// `s` is a string, `w` a word, `g` one that touches the string before it,
    /// `c` one that chooses between two, `m` the dot before a method that makes
    /// other bytes, `d` what stands for something left out, `i` a comma in
    /// square brackets, and a line end the end of a line. Other signs are
    /// themselves.
    class: u8,
    start: usize,
    end: usize,
    line: usize,
    /// Where the innermost bracket around it opens.
    group: Option<usize>,
}

/// A word, or a sign that is no plain separator.
fn is_odd(class: u8) -> bool {
    !b"s()[]{},i;=:+.<>\\\n".contains(&class)
}

struct Lexer<'a> {
    raw: &'a str,
    tokens: Vec<Token>,
    found: Vec<Literal>,
    /// Where the string opened that is not closed yet, and what closes it.
    open: Option<(usize, &'static [char])>,
    brackets: Vec<(char, usize)>,
    /// The sign with which the text begins: it may stand before every line.
    margin: Option<char>,
    /// Whether the line is of a shell's command that prints.
    command: bool,
    /// The first string with the number of a line before it, and the first
    /// word in another case than usual.
    odd: [Option<usize>; 2],
}

impl Lexer<'_> {
    fn line(&mut self, n: usize, line: Range<usize>) -> Result<(), Fault> {
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
            if rest.starts_with("//") || c == '#' && !raw[..at].ends_with(['"', '\'']) {
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
                        self.odd[1] = self.odd[1].or(Some(at));
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
            self.odd[0] = self.odd[0].or(Some(end - behind.len()));
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

    /// Checks what stands between the strings, and says how each is bound to
    /// the one before.
    fn bind(&mut self, notes: &mut Notes) -> Result<(), Fault> {
        let raw = self.raw;
        let classes: Vec<u8> = self.tokens.iter().map(|token| token.class).collect();
        let strings = (0..classes.len()).filter(|&at| classes[at] == b's');
        let (mut start, mut beside, mut nameless, mut over) = (0, None, None, None);
        // Whether the value of an assignment began on a line of its own, so
        // that more of it may follow.
        let mut assigned = false;
        for (n, end) in strings.chain([classes.len()]).enumerate() {
            let glue = &classes[start..end];
            let tokens = &self.tokens[start..end];
            let before = start.checked_sub(1).map(|at| self.tokens[at]);
            self.check(start, end, &classes)?;
            if let Some(at) = glue.iter().rposition(|class| b";=".contains(class)) {
                assigned = glue[at..].starts_with(b"=\n");
            }
            if let Some(at) = glue.windows(2).position(|two| two == b"=\n") {
                let next = classes[start + at + 1..]
                    .iter()
                    .find(|class| **class != b'\n');
                let is_other =
                    next.is_some_and(|next| is_odd(*next)) && glue[at + 1..].contains(&b'=');
                if next.is_none() || is_other {
                    nameless = nameless.or(Some((tokens[at].start, NO_VALUE)));
                }
            }
            let Some(after) = self.tokens.get(end).copied() else {
                break;
            };
            let has = |signs: &[u8]| glue.iter().any(|class| signs.contains(class));
            let mut ended = has(b";=");
            if glue.starts_with(b":") && !glue.starts_with(b"::") && n > 0 {
                let last = &mut self.found[n - 1];
                last.key = !last.bytes && !last.content(raw).contains('\\');
                ended |= last.key;
            }
            let head = glue
                .iter()
                .rposition(|class| *class == b'\n')
                .map_or(0, |at| at + 1);
            let fresh = before.is_none_or(|before| before.line != after.line);
            let same_group = before.is_some_and(|before| before.group == after.group);
            let touches = before.is_some_and(|before| before.end == after.start);
            let is_list = |open: usize| raw[open..].starts_with('[');
            let listed = glue.is_empty() && after.group.is_some_and(is_list);
            let plain = glue.iter().take_while(|class| !is_odd(**class));
            let added = has(b"+\\") || { plain }.any(|class| b".<".contains(class));
            let comma = has(b",i");
            if same_group
                && after.group.is_some()
                && !comma
                && !ended
                && !added
                && let Some(odd) = tokens.iter().find(|token| is_odd(token.class))
            {
                return Err(self.used(odd));
            }
            let bond = match () {
                () if n == 0 || comma || ended => Bond::Apart,
                () if added => Bond::Joined,
                () if !same_group => Bond::Apart,
                () if after.group.is_some() => Bond::Joined,
                () if glue[head..].iter().any(|class| is_odd(*class)) => Bond::Apart,
                () if fresh && assigned || touches => Bond::Joined,
                () => Bond::Loose,
            };
            let label = label(raw, tokens, head);
            let literal = &mut self.found[n];
            (literal.bond, literal.item) = (bond, comma && same_group);
            literal.label = label
                .filter(|label| {
                    bond == Bond::Apart
                        && label.chars().count() <= 40
                        && (n > 0 || label.contains(' '))
                })
                .map(str::to_owned);
            let gap = before.map_or("", |before| &raw[before.end..after.start]);
            let mut last = 0;
            let mut signs = gap.bytes().filter(|byte| !b" \t\r".contains(byte));
            let is_blank =
                signs.any(|byte| byte == std::mem::replace(&mut last, byte) && byte == b'\n');
            if bond == Bond::Joined && is_blank {
                over = over.or(Some(after.start));
            }
            if bond == Bond::Apart
                && (!fresh || !same_group && after.group.is_some())
                && n > 0
                && !comma
                && !ended
            {
                beside = beside.or(Some(after.start));
            }
            if has(b";") && !has(b"=,i") && !glue.iter().any(|class| is_odd(*class)) {
                nameless = nameless.or(Some((after.start, NO_NAME)));
            }
            let inner = literal.parts.first().map_or(after.start, |part| part.0);
            if let [.., one, two] = &self.found[..=n]
                && !fresh
                && !two.item
            {
                let (one, two) = (one.content(raw), two.content(raw));
                let note = match () {
                    () if one == two => Some((inner, TWICE)),
                    () if (touches || listed) && !is_break(&one, &two) => {
                        Some((after.start, TOUCH))
                    }
                    () => None,
                };
                notes.extend(note.map(|(at, says)| (at, says.into())));
            }
            start = end + 1;
        }
        let [numbered, cased] = self.odd;
        for (at, says) in [
            (beside, BESIDE),
            (over, OVER_BLANK),
            (numbered, NUMBERED),
            (cased, OTHER_CASE),
        ] {
            notes.extend(at.map(|at| (at, says.into())));
        }
        notes.extend(nameless.map(|(at, says)| (at, says.into())));
        Ok(())
    }

    /// Refuses what is no part of a declaration, a call or a list, among the
    /// tokens from `start` to `end` between two strings.
    fn check(&self, start: usize, end: usize, classes: &[u8]) -> Result<(), Fault> {
        let tokens = &self.tokens[start..end];
        let glue = &classes[start..end];
        let before = start.checked_sub(1).map(|at| self.tokens[at]);
        if let Some(at) = glue.iter().position(|class| *class == b'd') {
            let is_tail = before.is_some_and(|before| before.line == tokens[at].line);
            // Python shows dots before a line that goes on.
            let starts = at == 0 || glue[at - 1] == b'\n';
            let goes_on = classes
                .get(start + at + 1)
                .is_some_and(|next| *next != b'\n');
            if is_tail || !starts || !goes_on || self.word(&tokens[at]) != "..." {
                let message = if is_tail { SHORTENED } else { LEFT_OUT };
                return Err(Fault::at(RefusalKind::Truncated, tokens[at].start, message));
            }
        }
        let is_operator =
            |at: &usize| b"*%-?&^mcg[".contains(&glue[*at]) || *at == 0 && glue[0] == b'(';
        let behind = glue.iter().position(|class| !b")]}".contains(class));
        if let Some(at) = behind.filter(is_operator).filter(|_| before.is_some()) {
            let word = short(self.word(&tokens[at]));
            let message = match glue[at] {
                b'g' => {
                    "stands right behind the quote that closes this string: the quote may be in the wrong place."
                }
                _ => "changes the bytes of this string. Paste the result, not the expression.",
            };
            let message = format!("“{word}” {message}");
            return Err(Fault::at(RefusalKind::BadEscape, tokens[at].start, message));
        }
        for (pattern, name) in NAMES {
            if let Some(at) = glue.windows(pattern.len()).position(|part| part == pattern)
                && (before.is_some() || pattern[0] == b'w')
            {
                return Err(self.used(&tokens[at + name]));
            }
        }
        Ok(())
    }

    fn word(&self, token: &Token) -> &str {
        &self.raw[token.start..token.end]
    }

    fn used(&self, token: &Token) -> Fault {
        let word = short(self.word(token));
        Fault::at(
            RefusalKind::BadEscape,
            token.start,
            format!(
                "“{word}” is used among strings here, and its bytes are not in the text. Paste the result, not the expression."
            ),
        )
    }
}

/// Whether quotes stand between two strings only to end the digits of an
/// escape, or one of the strings is empty.
fn is_break(one: &str, two: &str) -> bool {
    let ends = one.rfind("\\x").is_some_and(|at| one.len() == at + 4);
    one.is_empty() || two.is_empty() || ends && two.starts_with(|c: char| c.is_ascii_hexdigit())
}

/// What the text calls a string: words before `=` or `:` in its line, which
/// begins at `head`, or in the line before where the value has its own.
fn label<'a>(raw: &'a str, tokens: &[Token], head: usize) -> Option<&'a str> {
    let is = |token: &Token, signs: &[u8]| signs.contains(&token.class);
    let own = match &tokens[head..] {
        [] => tokens.split(|token| token.class == b'\n').rev().nth(1)?,
        own => own,
    };
    let sign = own.iter().rposition(|token| is(token, b"=:"))?;
    let parts = own[..sign].rsplit(|token| is(token, b"=:,;({"));
    let named = |part: &&[Token]| part.first().is_some_and(|first| is(first, b"wc"));
    let part = parts.into_iter().find(named)?;
    let last = part.iter().rfind(|token| is(token, b"wc"))?;
    Some(&raw[part[0].start..last.end])
}

/// As much of a word as a message can show.
fn short(word: &str) -> String {
    word.chars().take(30).collect()
}
