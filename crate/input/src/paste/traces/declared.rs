//! Declarations that have lost a part: a name, a type, or the sign before the
//! value.

use super::super::notes::Noted;
use super::Walk;

pub(super) fn notes(walk: &Walk) -> Vec<Noted> {
    let all = [
        nameless(walk),
        unassigned(walk),
        character(walk),
        comment(walk),
        template(walk),
        twice(walk),
    ];
    all.into_iter().flatten().collect()
}

/// A list behind a declaration that has no `=`, or no type.
fn unassigned(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.after.is_some())
        .find_map(|gap| {
            let glue = walk.raw[gap.start..gap.end].trim_end();
            let glue = glue.strip_suffix("(byte)").unwrap_or(glue).trim_end();
            let glue = match glue.ends_with("*/") {
                true => glue[..glue.rfind("/*")?].trim_end(),
                false => glue,
            };
            let open = glue
                .chars()
                .next_back()
                .filter(|c| matches!(c, '[' | '{' | '(') || glue.ends_with("<<"))?;
            let line = glue
                .rsplit(['\n', '\r'])
                .next()
                .unwrap_or_default()
                .trim_start();
            let mut words = line
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .filter(|word| !word.is_empty());
            let (first, second) = (words.next()?, words.next().unwrap_or_default());
            let has_keyword = ["let", "const", "var", "val", "static"].contains(&first);
            let is_less = match line.contains('=') {
                true => {
                    let typed = line.strip_prefix("static ").unwrap_or(line);
                    let name = typed
                        .strip_prefix("const ")
                        .or(typed.strip_prefix("static "))
                        .map(|typed| {
                            typed.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
                        });
                    name.is_some_and(|rest| rest.starts_with("[]"))
                        || has_keyword && line.contains(": =")
                        || line.ends_with("= byte[] {")
                }
                // An array that has no name, as an argument has none.
                false if line.starts_with("new ") || line.ends_with("([]byte{") => false,
                // In C++ a list may stand right behind the name.
                false if is_unset(line) => true,
                false => match open {
                    '{' if line.starts_with("byte[] ") || line.ends_with("[] {") => {
                        !second.is_empty()
                    }
                    '{' if line.ends_with("[]byte{") || line.ends_with("[]uint8{") => {
                        // A log may print one behind a colon.
                        !line.starts_with('[') && !line.contains(": []")
                    }
                    _ => has_keyword && !second.is_empty() && open != '{',
                },
            };
            let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
            is_less.then(|| (at, LESS.into()))
        })
}

/// Whether a line is a name and a list behind it, or a call that makes one.
fn is_unset(line: &str) -> bool {
    const CALLS: [&str; 5] = ["array(", "bytes([", "bytearray([", "[", "<<"];
    line.split_once(' ').is_some_and(|(name, call)| {
        let word = name.trim_start_matches('$');
        let is_name =
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        is_name && CALLS.contains(&call) && word.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

const LESS: &str = "This declaration has no “=” or no type: a part of it may be missing.";

/// A string that is declared as one character.
fn character(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.after.is_some())
        .find_map(|gap| {
            let glue = walk.raw[gap.start..gap.end].strip_suffix('"')?;
            let line = glue.rsplit(['\n', '\r']).next()?;
            let (head, rest) = line.split_once('=')?;
            let mut words = head.split_whitespace().rev();
            let is_one = words.next().is_some_and(|name| !name.contains(['[', '*']))
                && words.next() == Some("char");
            let at = line.as_ptr().addr() - walk.raw.as_ptr().addr();
            (is_one && rest.trim().is_empty()).then(|| (at, LESS.into()))
        })
}

/// A type of C++ with one of the two signs around its parameters.
fn template(walk: &Walk) -> Option<Noted> {
    let mut heads = walk
        .gaps()
        .filter(|gap| gap.after.is_some() && !gap.is_inner());
    heads.find_map(|gap| {
        let glue = walk.raw[gap.start..gap.end].trim_end().strip_suffix('{')?;
        let line = glue.rsplit(['\n', '\r']).next()?;
        let count = |sign: char| line.matches(sign).count();
        (count('<') != count('>')).then(|| (gap.end - 1, LESS.into()))
    })
}

/// Two signs where a declaration has one: `==`, `;;`, a second `=` behind a name;
/// or a number before its list.
fn twice(walk: &Walk) -> Option<Noted> {
    let outer = walk.gaps().filter(|gap| !gap.is_inner());
    outer.into_iter().find_map(|gap| {
        let glue = &walk.raw[gap.start..gap.end];
        let end = glue.find('\n').unwrap_or(glue.len());
        if gap.before.is_some() && glue[..end].contains(";;") {
            return Some((gap.start, TWICE.into()));
        }
        let line = glue.rsplit('\n').next().filter(|_| gap.after.is_some())?;
        let is_sign = |c: char| c.is_ascii_punctuation() && !"_[]".contains(c);
        let (head, rest) = line.split_once('=')?;
        // Base64 may end with two.
        if !head.ends_with([' ', ']']) {
            return None;
        }
        let is_declared = head.ends_with("] ") || head.ends_with("[]");
        let name = rest.trim_start_matches(|c: char| !is_sign(c));
        // A digit before its bracket: = 1[36, 190]
        let number = rest.trim_end().trim_end_matches(['[', '{', '(']).trim();
        let is_lone = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_again = name.starts_with('=') && (is_declared || rest.starts_with('='))
            || is_lone && rest.trim_end().ends_with(['[', '{', '(']);
        is_again.then(|| (gap.end - rest.len(), TWICE.into()))
    })
}

const TWICE: &str =
    "Two signs stand here where one does elsewhere: what was between them may be missing.";

/// A comment in which another one begins.
fn comment(walk: &Walk) -> Option<Noted> {
    let mut open: Option<usize> = None;
    for gap in walk.gaps() {
        let glue = &walk.raw[gap.start..gap.end];
        for (at, _) in glue.match_indices(['/', '*']) {
            let sign = &glue[at..];
            if sign.starts_with("*/") {
                open = None;
            } else if sign.starts_with("/*")
                && !glue[..at].ends_with('/')
                && let Some(open) = open.replace(gap.start + at)
            {
                return Some((open, "This comment has no end before the next one begins: a part of the text may be missing, and bytes be in the comment.".into()));
            }
        }
        if gap.after.is_some() {
            open = None;
        }
    }
    None
}

/// Words of a declaration that are no name.
const NO_NAMES: [&str; 14] = [
    "let", "const", "var", "val", "local", "static", "char", "int", "byte", "unsigned", "uint8_t",
    "u8", "mut", "auto",
];

/// A declaration without its name: `char[] = "…"`.
pub(super) fn nameless(walk: &Walk) -> Option<Noted> {
    walk.gaps()
        .filter(|gap| gap.after.is_some())
        .find_map(|gap| {
            let glue = &walk.raw[gap.start..gap.end];
            let line = match glue.rsplit_once('=') {
                Some((before, rest))
                    if opens_value(rest)
                        && !rest.starts_with('>')
                        && !before.ends_with(['<', '=', ':'])
                        // Base64 is filled up with it.
                        && (gap.before.is_none() || !before.is_empty()) =>
                {
                    before.rsplit(['\n', '\r']).next().unwrap_or_default()
                }
                _ => return None,
            };
            let sign = line.trim_end_matches([' ', ':']);
            // An index, or a type in brackets.
            let head = match sign.rfind('[') {
                Some(open) if sign.ends_with(']') => &sign[..open],
                _ => sign,
            };
            let head = head.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
            let word = head
                .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap_or_default();
            let is_index = sign.ends_with(']') && sign.contains(|c: char| c.is_ascii_digit());
            let is_lost = word.is_empty() && !is_index || NO_NAMES.contains(&word);
            is_lost.then(|| {
                let at = gap.end - glue.len()
                    + (line.as_ptr().addr() - glue.as_ptr().addr())
                    + line.len();
                (
                    at,
                    "There is no name before this “=”: a part of the text may be missing.".into(),
                )
            })
        })
}

/// Whether text behind a `=` is the type of a value and the bracket or quote
/// with which it opens, and nothing else.
fn opens_value(rest: &str) -> bool {
    let is_sign = ['0', 'x', 'X', '\\', ' ', '\t', '\r', '\n'];
    let rest = rest.trim_end_matches(is_sign).trim_end_matches("(byte)");
    let value = rest.trim_end_matches(is_sign);
    let has_words = rest.contains(|c: char| c.is_alphabetic() && c != 'x');
    let ends = !has_words || value.ends_with(['[', '(', '{', '"', '\'', '`']);
    ends && !value.contains([';', '\n', '\r', '#'])
}

#[cfg(test)]
mod tests {
    use super::super::said::says;

    #[test]
    fn a_declaration_is_whole() {
        for text in [
            "let b vec![130, 134];",
            "static const b[] = {130, 134};",
            "const uint8_t b[] {\n 0x82,\n};",
            "b []byte{0x82}",
            "let b: = &[0x82];",
            "byte[] b { 0x82 }",
            "const b new Uint8Array([0x82]);",
        ] {
            assert!(says(text, "This declaration"), "{text}");
        }
        for text in [
            "std::vector<uint8_t> b{0x82};",
            "[]byte{0x82}",
            "new byte[]{0x82}",
            "new byte[] { 0x82 }",
            "bytes.NewReader([]byte{0x82})",
            "const b = [130];",
            "let b: [u8; 1] = [130];",
        ] {
            assert!(!says(text, "This declaration"), "{text}");
        }
    }
}
