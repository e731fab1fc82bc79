//! The grammar of what may stand between strings: a declaration or a call,
//! brackets, separators, signs that join strings. Anything else is refused
//! where it stands.

use super::super::{Fault, RefusalKind, pieces::Bond, sides};
use super::lex::{Lexer, Token, is_odd};

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

const TWICE: &str = "The same string stands here twice: one of the two may be a copy.";
const TOUCH: &str =
    "Nothing separates two strings here, and they were read as one: they may be a block each.";

/// Checks what stands between the strings, and says how each is bound to
/// the one before.
pub(super) fn bind(lexer: &mut Lexer) -> Result<(), Fault> {
    let raw = lexer.raw;
    let classes: Vec<u8> = lexer.tokens.iter().map(|token| token.class).collect();
    let strings = (0..classes.len()).filter(|&at| classes[at] == b's');
    let mut start = 0;
    // Whether the value of an assignment began on a line of its own, so
    // that more of it may follow.
    let mut assigned = false;
    for (n, end) in strings.chain([classes.len()]).enumerate() {
        let glue = &classes[start..end];
        let before = start.checked_sub(1).map(|at| lexer.tokens[at]);
        check(lexer, start, end, &classes)?;
        if let Some(at) = glue.iter().rposition(|class| b";=".contains(class)) {
            assigned = glue[at..].starts_with(b"=\n");
        }
        let Some(after) = lexer.tokens.get(end).copied() else {
            break;
        };
        let has = |signs: &[u8]| glue.iter().any(|class| signs.contains(class));
        let mut ended = has(b";=");
        if glue.starts_with(b":") && !glue.starts_with(b"::") && n > 0 {
            let last = &mut lexer.found[n - 1];
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
        let mut plain = glue.iter().take_while(|class| !is_odd(**class));
        let added = has(b"+\\") || plain.any(|class| b".<".contains(class));
        let comma = has(b",i");
        let parted = comma || ended;
        let odd = glue.iter().position(|class| is_odd(*class));
        let within = after.group.is_some();
        if let Some(at) = odd.filter(|_| same_group && within && !parted && !added) {
            return Err(used(lexer, &lexer.tokens[start + at]));
        }
        let bond = match () {
            () if n == 0 || parted => Bond::Apart,
            () if added => Bond::Joined,
            () if !same_group => Bond::Apart,
            () if within => Bond::Joined,
            () if glue[head..].iter().any(|class| is_odd(*class)) => Bond::Apart,
            () if fresh && assigned || touches => Bond::Joined,
            () => Bond::Loose,
        };
        let label = label(raw, &lexer.tokens[start..end], head).filter(|label| {
            let is_short = label.chars().count() <= 40;
            let is_name = n > 0 || label.contains(' ') || sides::side(label).is_some();
            bond == Bond::Apart && is_short && is_name
        });
        let literal = &mut lexer.found[n];
        (literal.bond, literal.item) = (bond, comma && same_group);
        literal.label = label.map(str::to_owned);
        let inner = literal.parts.first().map_or(after.start, |part| part.0);
        if let [.., one, two] = &lexer.found[..=n]
            && !fresh
            && !two.item
        {
            let (one, two) = (one.content(raw), two.content(raw));
            if one == two {
                lexer.tell(inner, TWICE);
            } else if (touches || listed) && !is_break(&one, &two) {
                lexer.tell(after.start, TOUCH);
            }
        }
        start = end + 1;
    }
    Ok(())
}

/// Refuses what is no part of a declaration, a call or a list, among the
/// tokens from `start` to `end` between two strings.
fn check(lexer: &Lexer, start: usize, end: usize, classes: &[u8]) -> Result<(), Fault> {
    let tokens = &lexer.tokens[start..end];
    let glue = &classes[start..end];
    let before = start.checked_sub(1).map(|at| lexer.tokens[at]);
    if let Some(at) = glue.iter().position(|class| *class == b'd') {
        let is_tail = before.is_some_and(|before| before.line == tokens[at].line);
        // Python shows dots before a line that goes on.
        let starts = at == 0 || glue[at - 1] == b'\n';
        let goes_on = classes
            .get(start + at + 1)
            .is_some_and(|next| *next != b'\n');
        if is_tail || !starts || !goes_on || word(lexer, &tokens[at]) != "..." {
            let message = if is_tail { SHORTENED } else { LEFT_OUT };
            return Err(Fault::at(RefusalKind::Truncated, tokens[at].start, message));
        }
    }
    // Perl repeats a string with x.
    let is_operator = |at: &usize| {
        b"*%-?&^mcg[".contains(&glue[*at])
            || *at == 0 && glue[0] == b'('
            || word(lexer, &tokens[*at]) == "x"
    };
    let behind = glue.iter().position(|class| !b")]}".contains(class));
    if let Some(at) = behind.filter(is_operator).filter(|_| before.is_some()) {
        let word = short(word(lexer, &tokens[at]));
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
            return Err(used(lexer, &tokens[at + name]));
        }
    }
    Ok(())
}

fn word<'a>(lexer: &Lexer<'a>, token: &Token) -> &'a str {
    &lexer.raw[token.start..token.end]
}

fn used(lexer: &Lexer, token: &Token) -> Fault {
    let word = short(word(lexer, token));
    let message = format!(
        "“{word}” is used among strings here, and its bytes are not in the text. Paste the result, not the expression."
    );
    Fault::at(RefusalKind::BadEscape, token.start, message)
}

/// Whether quotes stand between two strings only to end the digits of an
/// escape, or one of the strings is empty.
fn is_break(one: &str, two: &str) -> bool {
    one.is_empty() || two.is_empty() || ends_escape(one, two)
}

/// Whether a string ends with an escape to which the first character of the
/// next one would belong.
pub(super) fn ends_escape(one: &str, two: &str) -> bool {
    let ends = one.rfind("\\x").is_some_and(|at| one.len() == at + 4);
    ends && two.starts_with(|c: char| c.is_ascii_hexdigit())
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
