//! JSON without invisible characters or terminal control sequences.

use std::{borrow::Cow, fmt::Write as _, io};

use input::visible::{is_invisible, is_printable};
use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

/// Writes `value` as one line of JSON.
pub fn line(mut out: impl io::Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut out, Visible))?;
    out.write_all(b"\n")
}

struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        writer.write_all(escaped(fragment).as_bytes())
    }
}

/// Escapes the invisible characters of `json`, apart from line feeds between
/// values.
pub(crate) fn escaped(json: &str) -> Cow<'_, str> {
    let is_hidden = |character: char| character != '\n' && is_invisible(character);
    if is_printable(json) || !json.contains(is_hidden) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_invisible_characters_losslessly() {
        let text = "\x1b[31m\x07\u{9b}\x7f\u{202e}\u{e0041} é漢😀\r\n\\u\"";
        let mut out = Vec::new();
        line(&mut out, &[text]).unwrap();
        let json = String::from_utf8(out).unwrap();
        let json = json.trim_end_matches('\n');
        assert!(!json.contains(is_invisible), "{json}");
        assert!(json.contains("é漢😀"), "{json}");
        let pretty = serde_json::to_string_pretty(&[text]).unwrap();
        for json in [json, &*escaped(&pretty)] {
            assert_eq!(serde_json::from_str::<[String; 1]>(json).unwrap(), [text]);
        }
    }
}
