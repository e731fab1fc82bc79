//! Compares header lists logged by Chromium with decoded blocks.
//!
//! Chromium stores a header list as a map that joins repeated names: the values
//! of `cookie` with “; ”, others with a zero byte.

use std::collections::HashMap;

use crate::{capture::Logged, hex};

/// Marks a non-ASCII string; the rest is percent-encoded.
const ESCAPED: &str = "%ESCAPED:\u{200b} ";

/// Parses a line `name: value`.
pub(super) fn parse_field(line: &str) -> Option<Logged> {
    let plain = match line.strip_prefix(ESCAPED) {
        Some(escaped) => decode_percent(escaped.as_bytes()),
        None => line.as_bytes().to_vec(),
    };
    // The first colon of a pseudo-header field belongs to its name.
    let colon = plain.iter().skip(1).position(|byte| *byte == b':')? + 1;
    let value = &plain[colon + 1..];
    Some(Logged {
        name: plain[..colon].to_vec(),
        value: value.strip_prefix(b" ").unwrap_or(value).to_vec(),
    })
}

fn decode_percent(escaped: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(escaped.len());
    let mut at = 0;
    while at < escaped.len() {
        let byte = escaped
            .get(at + 1..at + 3)
            .filter(|_| escaped[at] == b'%')
            .and_then(hex::byte);
        plain.push(byte.unwrap_or(escaped[at]));
        at += if byte.is_some() { 3 } else { 1 };
    }
    plain
}

/// Describes the first difference between a block's fields and those logged, or
/// returns `None` if they agree. Values stripped from the log match any value;
/// secret values are not shown.
#[must_use]
pub fn differs(
    fields: &[(&[u8], &[u8])],
    logged: &[Logged],
    is_secret: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<String> {
    let ours = Joined::new(fields.iter().copied());
    let theirs = Joined::new(
        logged
            .iter()
            .map(|field| (field.name.as_slice(), field.value.as_slice())),
    );
    for (name, value) in &ours.list {
        match theirs.get(name) {
            None => {
                return Some(format!(
                    "The block has a field “{}”, which Chromium did not log.",
                    excerpt(name)
                ));
            }
            Some(other) if other != value && !is_left_out(other) => {
                if is_secret(name, value) || is_secret(name, other) {
                    return Some(format!(
                        "The block has another value for “{}” than Chromium logged.",
                        excerpt(name)
                    ));
                }
                return Some(format!(
                    "The block has “{}” for “{}”, and Chromium logged “{}”.",
                    excerpt(value),
                    excerpt(name),
                    excerpt(other)
                ));
            }
            Some(_) => {}
        }
    }
    let (missing, _) = theirs
        .list
        .iter()
        .find(|(name, _)| ours.get(name).is_none())?;
    Some(format!(
        "Chromium logged a field “{}”, which the block does not have.",
        excerpt(missing)
    ))
}

/// Fields by name.
struct Joined<'a> {
    list: Vec<(&'a [u8], Vec<u8>)>,
    places: HashMap<&'a [u8], usize>,
}

impl<'a> Joined<'a> {
    fn new(fields: impl Iterator<Item = (&'a [u8], &'a [u8])>) -> Self {
        let mut all = Self {
            list: Vec::new(),
            places: HashMap::new(),
        };
        for (name, value) in fields {
            if let Some(&place) = all.places.get(name) {
                let values = &mut all.list[place].1;
                values.extend_from_slice(if name == b"cookie" { b"; " } else { b"\0" });
                values.extend_from_slice(value);
            } else {
                all.places.insert(name, all.list.len());
                all.list.push((name, value.to_vec()));
            }
        }
        all
    }

    fn get(&self, name: &[u8]) -> Option<&Vec<u8>> {
        Some(&self.list[*self.places.get(name)?].1)
    }
}

/// Whether a value ends with the placeholder “[1024 bytes were stripped]”.
fn is_left_out(value: &[u8]) -> bool {
    let Some(before) = value.strip_suffix(b" bytes were stripped]") else {
        return false;
    };
    let digits = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    digits > 0 && before[..before.len() - digits].ends_with(b"[")
}

/// Excerpt for a message, at most 60 characters.
fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut short: String = text.chars().take(60).flat_map(char::escape_debug).collect();
    if text.chars().count() > 60 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_logged_lines() {
        type Field<'a> = Option<(&'a str, &'a [u8])>;
        let cases: [(&str, Field<'_>); 8] = [
            (":method: GET", Some((":method", b"GET"))),
            (":path: /a: b", Some((":path", b"/a: b"))),
            ("x: ", Some(("x", b""))),
            ("x:", Some(("x", b""))),
            ("etag: \"1\"", Some(("etag", b"\"1\""))),
            (
                "%ESCAPED:\u{200b} x: caf%C3%A9%",
                Some(("x", "café%".as_bytes())),
            ),
            (":", None),
            ("", None),
        ];
        for (line, expected) in cases {
            let field = parse_field(line);
            let shown = field
                .as_ref()
                .map(|field| (str::from_utf8(&field.name).unwrap(), &field.value[..]));
            assert_eq!(shown, expected, "{line}");
        }
    }

    #[test]
    fn describes_differences() {
        type Fields<'a> = &'a [(&'a str, &'a str)];
        let stripped = "www-authenticate: Basic [1 bytes were stripped]";
        let cases: [(Fields, &[&str], &str); 10] = [
            (&[("a", "1"), ("b", "2")], &["a: 1", "b: 2"], ""),
            // The order of a map does not matter.
            (&[("a", "1"), ("b", "2")], &["b: 2", "a: 1"], ""),
            (
                &[("cookie", "a=1"), ("x", "y"), ("cookie", "b=2")],
                &["cookie: a=1; b=2", "x: y"],
                "",
            ),
            (
                &[("set-cookie", "a"), ("set-cookie", "b")],
                &["set-cookie: a\0b"],
                "",
            ),
            (
                &[("cookie", "secret")],
                &["cookie: [6 bytes were stripped]"],
                "",
            ),
            (&[("www-authenticate", "Basic x")], &[stripped], ""),
            (
                &[("a", "1")],
                &["a: 2"],
                "The block has “1” for “a”, and Chromium logged “2”.",
            ),
            (
                &[("cookie", "1")],
                &["cookie: 2"],
                "The block has another value for “cookie” than Chromium logged.",
            ),
            (
                &[("a", "1")],
                &[],
                "The block has a field “a”, which Chromium did not log.",
            ),
            (
                &[],
                &["a: 1"],
                "Chromium logged a field “a”, which the block does not have.",
            ),
        ];
        for (fields, logged, expected) in cases {
            let fields = fields
                .iter()
                .map(|(name, value)| (name.as_bytes(), value.as_bytes()));
            let fields: Vec<(&[u8], &[u8])> = fields.collect();
            let logged: Vec<Logged> = logged
                .iter()
                .map(|line| parse_field(line).unwrap())
                .collect();
            let is_secret = |name: &[u8], _: &[u8]| name == b"cookie";
            let found = differs(&fields, &logged, is_secret).unwrap_or_default();
            assert_eq!(found, expected);
        }
    }
}
