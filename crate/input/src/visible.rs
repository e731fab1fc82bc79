//! Escapes characters of an input that could forge the text around them.

use std::{borrow::Cow, fmt::Write as _};

/// Whether a character is invisible or can change how surrounding text is
/// displayed: control characters (including terminal escapes), line and
/// paragraph separators, bidirectional marks, zero-width characters and tags.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}' | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether `text` is printable ASCII. Most is, and this takes a tenth of the time
/// of looking at its characters.
#[must_use]
pub fn is_printable(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Replaces every [invisible](is_invisible) character by an escape (`\u{1b}`).
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if is_printable(text) || !text.chars().any(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        push_visible(character, &mut out);
    }
    Cow::Owned(out)
}

/// Appends one character, escaped as by [`visible`].
pub fn push_visible(character: char, out: &mut String) {
    if is_invisible(character) {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
    } else {
        out.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_invisible_characters() {
        let cases = [
            ("plain, café, 漢字, 😀", "plain, café, 漢字, 😀"),
            ("\x1b[31mred", "\\u{1b}[31mred"),
            ("a\r\nb\tc\u{7f}", "a\\u{d}\\u{a}b\\u{9}c\\u{7f}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("exe.\u{202e}gpj", "exe.\\u{202e}gpj"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
            ("\u{2028}\u{e0041}", "\\u{2028}\\u{e0041}"),
        ];
        for (text, expected) in cases {
            assert_eq!(visible(text), expected);
        }
    }
}
