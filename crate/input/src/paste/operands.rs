//! Recognises what joins the operands of an expression.

use super::{
    scan::{byte_at, contains, span, span_back},
    source::Source,
    text::{FILLER, is_blank, is_word, line_start, near_line_end, skip_blanks},
};

/// Connection between two strings or lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// Quotes and brackets only: adjacent string literals.
    Adjacent,
    /// `+` or a similar operator.
    Operator,
    Comma,
    /// Unrelated, or joined with something whose bytes are unknown: `+ path +`.
    None,
}

/// Operators that join strings or lists in many languages.
const OPERATORS: [&[u8]; 5] = [b"++", b"<>", b"..", b"||", b"+"];

fn operator_length(text: &[u8]) -> Option<usize> {
    let mut operators = OPERATORS.into_iter();
    Some(operators.find(|sign| text.starts_with(sign))?.len())
}

fn is_padding(byte: u8) -> bool {
    is_blank(byte) || byte == FILLER
}

pub(super) fn classify(plain: &[u8], from: usize, to: usize) -> Joint {
    let mut found = Joint::Adjacent;
    let mut at = from;
    while at < to {
        let (rest, before) = (&plain[at..to], plain[from..at].last());
        let (length, joint) = match rest {
            [b'.' | b'&', next, ..]
                if is_blank(*next) && before.is_some_and(|&byte| is_blank(byte)) =>
            {
                (1, Joint::Operator)
            }
            [byte, ..] if is_padding(*byte) || b"\n\"'()[]{}\\&!".contains(byte) => {
                (1, Joint::Adjacent)
            }
            [b'.', b'.', b']', ..] => (3, Joint::Adjacent),
            [b':', b':', ..] => (2, Joint::Adjacent),
            [b'~', ..] => (1, Joint::Operator),
            [b',', ..] => (1, Joint::Comma),
            // Calls are allowed; the bytes of a variable are unknown.
            [byte, ..] if is_word(*byte) => {
                let is_path = |byte| is_word(byte) || b".:!".contains(&byte);
                let end = span(&plain[..to], at, is_path);
                let next = byte_at(plain, skip_blanks(plain, end, false));
                let is_call = b"([{\"'".contains(&next) || plain[at..end] == *b"new";
                if !is_call && !plain[at..end].ends_with(b"0x") {
                    return Joint::None;
                }
                let is_concat = plain[at..end].to_ascii_lowercase().ends_with(b"concat");
                let joint = if is_concat {
                    Joint::Operator
                } else {
                    Joint::Adjacent
                };
                (end - at, joint)
            }
            _ => match operator_length(rest) {
                Some(length) => (length, Joint::Operator),
                None if rest[0] == b'.' => (1, Joint::Adjacent),
                None => return Joint::None,
            },
        };
        found = match (found, joint) {
            (found, Joint::Adjacent) => found,
            (Joint::Adjacent, joint) => joint,
            (Joint::Comma, Joint::Comma) => Joint::Comma,
            _ => return Joint::None,
        };
        at += length;
    }
    found
}

/// Calls that join a list of strings.
const JOINS: [&[u8]; 6] = [
    b"join '", b"join(", b"join \"", b"concat(", b"chain(", b"append(",
];

/// Whether a list that begins at `start`, and has an element up to `end`, is
/// joined by a call.
pub(super) fn is_concatenated(source: &Source<'_>, start: usize, end: usize) -> bool {
    let raw = source.raw.as_bytes();
    let before = raw[start.saturating_sub(120)..start].to_ascii_lowercase();
    let after = &raw[end..near_line_end(source.plain, end).min(end + 24)];
    JOINS.iter().any(|name| contains(&before, name)) || contains(after, b".concat()")
}

/// Whether an operator after an expression that ends at `at` appends something
/// with unknown bytes.
pub(super) fn is_appended(plain: &[u8], at: usize) -> bool {
    let is_closing = |byte| is_padding(byte) || b"\"')]}".contains(&byte);
    let rest = &plain[span(plain, at, is_closing)..];
    let Some(length) = operator_length(rest) else {
        return rest.starts_with(b".join(");
    };
    let name = span(rest, length, |byte| is_blank(byte) || byte == b'\n');
    let first = byte_at(rest, name);
    is_word(first) && !first.is_ascii_digit()
}

/// Whether an operator before the expression at `at` prepends a name.
pub(super) fn is_prepended(plain: &[u8], at: usize) -> bool {
    let line = line_start(plain, at).max(at.saturating_sub(200));
    let before = &plain[line..at];
    let is_opening = |byte| is_padding(byte) || b"\"'([{&".contains(&byte);
    let mut end = span_back(before, before.len(), is_opening);
    // Skip the name of a call around the list.
    if before[end..].contains(&b'(') {
        end = span_back(before, end, |byte| is_word(byte) || byte == b'.');
    }
    let before = &before[..span_back(before, end, is_blank)];
    let Some(before) = OPERATORS.iter().find_map(|sign| before.strip_suffix(*sign)) else {
        return false;
    };
    let end = span_back(before, before.len(), is_blank);
    let name = &before[span_back(before, end, is_word)..end];
    name.iter().any(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_joints() {
        let cases = [
            ("\" \"", Joint::Adjacent),
            ("' \\\n    b'", Joint::Adjacent),
            ("]) + b\"", Joint::Operator),
            ("\") + bytes([", Joint::Operator),
            ("\" <> <<", Joint::None),
            ("\" . \"", Joint::Operator),
            ("\" & x\"", Joint::Operator),
            ("]), Buffer.from(\"", Joint::Comma),
            ("][..], b\"", Joint::Comma),
            ("\" + path + \"", Joint::None),
            ("\"; b = \"", Joint::None),
        ];
        for (text, expected) in cases {
            assert_eq!(classify(text.as_bytes(), 0, text.len()), expected, "{text}");
        }
    }

    #[test]
    fn finds_names_next_to_expressions() {
        for text in ["\") + path", "'.join(x)"] {
            assert!(is_appended(text.as_bytes(), 0), "{text}");
        }
        for text in ["\")", "\" + \""] {
            assert!(!is_appended(text.as_bytes(), 0), "{text}");
        }
        for text in ["x = head + b", "x = head + bytes(["] {
            assert!(is_prepended(text.as_bytes(), text.len() - 1), "{text}");
        }
        for text in ["x = b", "x = \"a\" + b"] {
            assert!(!is_prepended(text.as_bytes(), text.len() - 1), "{text}");
        }
    }
}
