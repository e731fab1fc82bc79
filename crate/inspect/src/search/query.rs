//! Search queries and their syntax.

use hpack::{Code, Kind};

use crate::text::{hex, unhex};

/// A search query. Text matches ASCII case-insensitively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Text in a name or value, in lowercase.
    Text(Vec<u8>),
    /// Fields with this name, in lowercase, and this text in their value.
    Field {
        /// The whole name.
        name: Vec<u8>,
        /// Text in the value; empty matches any value.
        value: Vec<u8>,
    },
    /// Text in a value, in lowercase.
    Value(Vec<u8>),
    /// Bytes of a block.
    Bytes(Vec<u8>),
    /// Index of a representation.
    Index(u32),
    /// Kind of a representation.
    Kind(Kind),
    /// Blocks that can't be decoded, optionally with this error.
    Error(Option<Code>),
    /// Any of these queries.
    Any(Vec<Query>),
}

/// Separator of alternatives.
const OR: &str = " | ";

impl Query {
    /// Alternatives that are searched for: time grows with each.
    pub const ALTERNATIVES: usize = 100;

    /// Whether a query has more alternatives than are searched for.
    pub fn is_too_long(text: &str) -> bool {
        text.split(OR).count() > Self::ALTERNATIVES
    }

    /// Parses a query; `None` if it is blank:
    ///
    /// - `:path: /login`, as a copied field: fields of that name that contain
    ///   the value; `:path:`: fields of that name;
    /// - `82 86` or `0x8286`: these bytes;
    /// - `index=62`, `is=never` (names as in JSON), `error=any` and
    ///   `error=truncated-string`;
    /// - `a | b`: alternatives, of which the first
    ///   [`ALTERNATIVES`](Self::ALTERNATIVES) count;
    /// - anything else, or in double quotes: this text in a name or value.
    pub fn parse(text: &str) -> Option<Self> {
        let mut all: Vec<Self> = text
            .split(OR)
            .take(Self::ALTERNATIVES)
            .filter_map(Self::parse_one)
            .collect();
        match all.len() {
            0 | 1 => all.pop(),
            _ => Some(Self::Any(all)),
        }
    }

    fn parse_one(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let quoted = text
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        if let Some(quoted) = quoted.filter(|quoted| !quoted.is_empty()) {
            return Some(Self::Text(lower(quoted)));
        }
        Some(
            Self::parse_key(text)
                .or_else(|| bytes(text).map(Self::Bytes))
                .or_else(|| field(text))
                .unwrap_or_else(|| Self::Text(lower(text))),
        )
    }

    /// Parses `index=62` and the like.
    fn parse_key(text: &str) -> Option<Self> {
        let (key, value) = text.split_once('=')?;
        match key {
            "index" => value.parse().ok().map(Self::Index),
            "is" => Kind::ALL
                .into_iter()
                .find(|kind| kind.name() == value)
                .map(Self::Kind),
            "error" if value == "any" => Some(Self::Error(None)),
            "error" => Code::VIOLATIONS
                .into_iter()
                .chain([Code::Cut])
                .find(|code| code.name() == value)
                .map(|code| Self::Error(Some(code))),
            _ => None,
        }
    }

    /// Fields of a name with a text in their value.
    pub fn field(name: &str, value: &str) -> Self {
        Self::Field {
            name: lower(name),
            value: lower(value),
        }
    }

    /// Fields with a text in their value.
    pub fn value(value: &str) -> Self {
        Self::Value(lower(value))
    }

    /// Describes the query in words that follow “Looking for”.
    pub fn about(&self) -> String {
        let shown = |bytes: &[u8]| format!("“{}”", String::from_utf8_lossy(bytes));
        match self {
            Self::Text(text) => format!("{} in names and values", shown(text)),
            Self::Value(text) => format!("{} in values", shown(text)),
            Self::Field { name, value } if value.is_empty() => {
                format!("fields named {}", shown(name))
            }
            Self::Field { name, value } => {
                format!("{} in the values of {}", shown(value), shown(name))
            }
            Self::Bytes(bytes) => {
                let pairs: Vec<String> = bytes.iter().map(|byte| hex(&[*byte])).collect();
                format!("the bytes {}", pairs.join(" "))
            }
            Self::Index(index) => format!("index {index}"),
            Self::Kind(kind) => format!("representations that are {}", kind.name()),
            Self::Error(None) => "blocks that can’t be decoded".to_owned(),
            Self::Error(Some(code)) => format!("the error {}", code.name()),
            Self::Any(all) => all
                .iter()
                .map(Self::about)
                .collect::<Vec<_>>()
                .join(", or "),
        }
    }
}

fn lower(text: &str) -> Vec<u8> {
    text.to_ascii_lowercase().into_bytes()
}

/// Parses `0x8286`, or at least two pairs of hex digits separated by blanks.
fn bytes(text: &str) -> Option<Vec<u8>> {
    if let Some(digits) = text.strip_prefix("0x") {
        return unhex(digits).filter(|bytes| !bytes.is_empty());
    }
    let pairs: Vec<&str> = text.split_ascii_whitespace().collect();
    if pairs.len() < 2 || pairs.iter().any(|pair| pair.len() != 2) {
        return None;
    }
    unhex(&pairs.concat())
}

/// Parses `name:` or `name: value`. The name may begin with a colon.
fn field(text: &str) -> Option<Query> {
    let colon = text.get(1..)?.find(':')? + 1;
    let (name, value) = (&text[..colon], &text[colon + 1..]);
    let is_name = name.bytes().all(|byte| byte.is_ascii_graphic());
    let is_separated = value.is_empty() || value.starts_with(' ');
    (is_name && is_separated).then(|| Query::field(name, value.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_by_form() {
        for (text, about) in [
            ("", None),
            ("  ", None),
            ("Login", Some("“login” in names and values")),
            (":path: /Login", Some("“/login” in the values of “:path”")),
            (":path:", Some("fields named “:path”")),
            ("Accept: */*", Some("“*/*” in the values of “accept”")),
            (
                "date: Mon, 12:30",
                Some("“mon, 12:30” in the values of “date”"),
            ),
            ("https://a", Some("“https://a” in names and values")),
            ("12:30", Some("“12:30” in names and values")),
            (":", Some("“:” in names and values")),
            ("a b:", Some("“a b:” in names and values")),
            ("82 86", Some("the bytes 82 86")),
            ("0x8286", Some("the bytes 82 86")),
            ("0x828", Some("“0x828” in names and values")),
            ("cafe", Some("“cafe” in names and values")),
            ("\"82 86\"", Some("“82 86” in names and values")),
            ("index=62", Some("index 62")),
            ("index=x", Some("“index=x” in names and values")),
            ("is=never", Some("representations that are never")),
            ("error=any", Some("blocks that can’t be decoded")),
            ("error=index-zero", Some("the error index-zero")),
            (
                "cookie: | index=62",
                Some("fields named “cookie”, or index 62"),
            ),
            ("a|b", Some("“a|b” in names and values")),
            ("é: ü", Some("“é: ü” in names and values")),
        ] {
            let query = Query::parse(text);
            assert_eq!(query.map(|query| query.about()).as_deref(), about, "{text}");
        }
    }
}
