//! What joins the operands of an expression to one run of bytes.

use super::text::{FILLER, is_blank, is_word, skip_blanks};

/// What is between two strings or lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// Quotes and brackets only: strings that programs put together.
    Adjacent,
    /// `+` and its like.
    Operator,
    Comma,
    /// An operator with something that has no bytes here: `+ path +`.
    Unknown,
    None,
}

/// What joins the strings or lists around `from..to`.
pub(super) fn joint(plain: &[u8], from: usize, to: usize) -> Joint {
    let mut found = Joint::Adjacent;
    let mut has_name = false;
    let mut at = from;
    while at < to {
        let rest = &plain[at..to];
        let (length, joint) = match rest {
            [byte, ..]
                if is_blank(*byte)
                    || matches!(
                        byte,
                        &(b'\n'
                            | FILLER
                            | b'"'
                            | b'\''
                            | b'('
                            | b')'
                            | b'['
                            | b']'
                            | b'{'
                            | b'}'
                            | b'\\'
                            | b'&'
                            | b'!')
                    ) =>
            {
                (1, None)
            }
            [b'.', b'.', b']', ..] => (3, None),
            [b'+', b'+', ..] | [b'<', b'>', ..] | [b'.', b'.', ..] | [b'|', b'|', ..] => {
                (2, Some(Joint::Operator))
            }
            [b'+' | b'~', ..] => (1, Some(Joint::Operator)),
            [b'.', next, ..] if is_blank(*next) && at > from && is_blank(plain[at - 1]) => {
                (1, Some(Joint::Operator))
            }
            [b',', ..] => (1, Some(Joint::Comma)),
            [b'.', ..] | [b':', b':', ..] => (1, None),
            [b':', ..] if at > from && plain[at - 1] == b':' => (1, None),
            [byte, ..] if is_word(*byte) => {
                let length = rest
                    .iter()
                    .take_while(|&&byte| is_word(byte) || matches!(byte, b'.' | b':' | b'!'))
                    .count();
                let next = skip_blanks(plain, at + length, false);
                let is_called = next < plain.len()
                    && matches!(plain[next], b'(' | b'[' | b'{' | b'"' | b'\'')
                    || plain[at..at + length].ends_with(b"0x");
                has_name |= !is_called;
                (length, None)
            }
            _ => return Joint::None,
        };
        match (found, joint) {
            (Joint::Adjacent, Some(joint)) => found = joint,
            (Joint::Comma, Some(Joint::Comma)) => {}
            (_, Some(_)) => {
                return if has_name {
                    Joint::Unknown
                } else {
                    Joint::None
                };
            }
            _ => {}
        }
        at += length;
    }
    match found {
        Joint::Operator if has_name => Joint::Unknown,
        _ if has_name => Joint::None,
        found => found,
    }
}

/// Whether an operator behind an expression at `at` appends what has no bytes
/// here.
pub(super) fn is_appended(plain: &[u8], at: usize) -> bool {
    let closers =
        |&&byte: &&u8| matches!(byte, b'"' | b'\'' | b')' | b']' | b'}' | FILLER) || is_blank(byte);
    let next = at + plain[at..].iter().take_while(closers).count();
    match &plain[next..] {
        [b'+', b'+', rest @ ..]
        | [b'<', b'>', rest @ ..]
        | [b'.', b'.', rest @ ..]
        | [b'|', b'|', rest @ ..]
        | [b'+', rest @ ..] => is_name(rest),
        [b'.', b'j', b'o', b'i', b'n', b'(', ..] => true,
        _ => false,
    }
}

fn is_name(rest: &[u8]) -> bool {
    let rest = &rest[rest
        .iter()
        .take_while(|&&byte| is_blank(byte) || byte == b'\n')
        .count()..];
    rest.first()
        .is_some_and(|&byte| is_word(byte) && !byte.is_ascii_digit())
}

/// Whether an operator before an expression that begins at `at` prepends a name.
pub(super) fn is_prepended(plain: &[u8], at: usize) -> bool {
    let line = super::text::line_start(plain, at).max(at.saturating_sub(200));
    let before = &plain[line..at];
    let trim = |bytes: &[u8], drop: &dyn Fn(u8) -> bool| {
        bytes
            .iter()
            .rposition(|&byte| !drop(byte))
            .map_or(0, |last| last + 1)
    };
    let end = trim(before, &|byte| {
        is_blank(byte) || matches!(byte, b'"' | b'\'' | b'(' | b'[' | b'{' | b'&' | FILLER)
    });
    // The name of a call around the list.
    let called = if end < before.len() && before[end..].contains(&b'(') {
        trim(&before[..end], &|byte| is_word(byte) || byte == b'.')
    } else {
        end
    };
    let end = trim(&before[..called], &is_blank);
    let operator = [&b"++"[..], b"<>", b"..", b"||", b"+"]
        .into_iter()
        .find(|operator| before[..end].ends_with(operator));
    operator.is_some_and(|operator| {
        let name = trim(&before[..end - operator.len()], &is_blank);
        let word = before[..name]
            .iter()
            .rev()
            .take_while(|&&byte| is_word(byte));
        word.clone().any(u8::is_ascii_alphabetic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints() {
        let cases = [
            ("\" \"", Joint::Adjacent),
            ("' \\\n    b'", Joint::Adjacent),
            ("]) + b\"", Joint::Operator),
            ("\") + bytes([", Joint::Operator),
            ("\" <> <<", Joint::None),
            ("\" . \"", Joint::Operator),
            ("]), Buffer.from(\"", Joint::Comma),
            ("][..], b\"", Joint::Comma),
            ("\" + path + \"", Joint::Unknown),
            ("\"; b = \"", Joint::None),
        ];
        for (text, expected) in cases {
            assert_eq!(joint(text.as_bytes(), 0, text.len()), expected, "{text}");
        }
    }

    #[test]
    fn names_beside_expressions() {
        for (text, expected) in [
            ("\") + path", true),
            ("\")", false),
            ("'.join(x)", true),
            ("\" + \"", false),
        ] {
            assert_eq!(is_appended(text.as_bytes(), 0), expected, "{text}");
        }
        for (text, expected) in [
            ("x = head + b", true),
            ("x = b", false),
            ("x = head + bytes([", true),
            ("x = \"a\" + b", false),
        ] {
            assert_eq!(
                is_prepended(text.as_bytes(), text.len() - 1),
                expected,
                "{text}"
            );
        }
    }
}
