//! Rules and violations.
//!
//! A violation is a few numbers, and its sentence is only written on request: a
//! block of a few kilobytes can violate a rule a million times.

use super::{Context, Field, context::message_of};

/// Stable name, section, and sentence of a rule. Names in braces are placeholders.
type Entry = (&'static str, &'static str, &'static str);

macro_rules! rules {
    ($($rule:ident: $code:literal, $section:literal, $sentence:literal;)*) => {
        /// A rule of RFC 9113 §8, or of RFC 8441.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "see their sentences")]
        pub enum Rule {
            $($rule,)*
        }

        const ENTRIES: &[Entry] = &[$(($code, $section, $sentence),)*];
    };
}

rules! {
    EmptyName: "empty-name", "RFC 9113 §8.2.1",
        "The name is empty.";
    UppercaseName: "uppercase-name", "RFC 9113 §8.2.1",
        "The name {name} has uppercase letters.";
    InvalidNameCharacter: "invalid-name-character", "RFC 9113 §8.2.1",
        "Byte {at} of the name {name} is {byte}, which a name may not contain.";
    InvalidValueCharacter: "invalid-value-character", "RFC 9113 §8.2.1",
        "Byte {at} of the value is {character}, which a value may not contain.";
    ValueSurroundingWhitespace: "value-surrounding-whitespace", "RFC 9113 §8.2.1",
        "The value {ends} with whitespace.";
    ConnectionSpecificField: "connection-specific-field", "RFC 9113 §8.2.2",
        "{name} is a connection-specific field of HTTP/1.1, which HTTP/2 does not allow.";
    TeNotTrailers: "te-not-trailers", "RFC 9113 §8.2.2",
        "TE is {value}; in HTTP/2 it may only be “trailers”.";
    PseudoFieldInTrailers: "pseudo-field-in-trailers", "RFC 9113 §8.1",
        "{name} is a pseudo-header field, which trailers may not have.";
    PseudoFieldAfterRegular: "pseudo-field-after-regular", "RFC 9113 §8.3",
        "{name} comes after a field that is not a pseudo-header field.";
    UnknownPseudoField: "unknown-pseudo-field", "RFC 9113 §8.3",
        "{name} is not a defined pseudo-header field.";
    WrongPseudoField: "wrong-pseudo-field", "RFC 9113 §8.3",
        "{name} belongs in {messages}.";
    ProtocolWithoutConnect: "wrong-pseudo-field", "RFC 8441 §4",
        "“:protocol” belongs in CONNECT requests, and this has another method.";
    DuplicatePseudoField: "duplicate-pseudo-field", "RFC 9113 §8.3",
        "{name} appears more than once.";
    DuplicateInRequest: "duplicate-pseudo-field", "RFC 9113 §8.3.1",
        "{name} appears more than once.";
    DuplicateInResponse: "duplicate-pseudo-field", "RFC 9113 §8.3.2",
        "{name} appears more than once.";
    MissingInRequest: "missing-pseudo-field", "RFC 9113 §8.3.1",
        "“{missing}” is missing.";
    MissingInConnect: "missing-pseudo-field", "RFC 9113 §8.5",
        "“{missing}” is missing.";
    MissingInResponse: "missing-pseudo-field", "RFC 9113 §8.3.2",
        "“{missing}” is missing.";
    ConnectWithPathOrScheme: "connect-with-path-or-scheme", "RFC 9113 §8.5",
        "A CONNECT request may not have {name}.";
    EmptyPath: "empty-path", "RFC 9113 §8.3.1",
        "“:path” is empty; for http and https it is at least “/”, or “*” for OPTIONS.";
    HostAuthorityMismatch: "host-authority-mismatch", "RFC 9113 §8.3.1",
        "Host is {value} and “:authority” is {other}: they name different hosts.";
    InvalidStatus: "invalid-status", "RFC 9113 §8.3.2",
        "“:status” is {value}, which is not a three-digit number.";
    Status101: "status-101", "RFC 9113 §8.6",
        "HTTP/2 does not use 101 (Switching Protocols).";
}

impl Rule {
    /// Stable name.
    #[must_use]
    pub fn code(self) -> &'static str {
        ENTRIES[self as usize].0
    }

    /// Section that defines the rule.
    #[must_use]
    pub fn section(self) -> &'static str {
        ENTRIES[self as usize].1
    }
}

/// Violation of a rule by a field or a list of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Number of the field; [`NONE`] if it is missing.
    field: u32,
    /// Depending on the rule: offset of the byte, number of the other field, or
    /// index of the missing name in [`REQUIRED`].
    at: u32,
}

const NONE: u32 = u32::MAX;

pub(super) const REQUIRED: [&str; 5] = [":method", ":scheme", ":path", ":authority", ":status"];

impl Violation {
    pub(super) fn of(field: usize, rule: Rule) -> Self {
        Self::at(field, rule, 0)
    }

    pub(super) fn at(field: usize, rule: Rule, at: usize) -> Self {
        Self {
            rule,
            field: field as u32,
            at: at as u32,
        }
    }

    /// The field with the name at `at` of [`REQUIRED`] is missing.
    pub(super) fn missing(rule: Rule, at: usize) -> Self {
        Self {
            rule,
            field: NONE,
            at: at as u32,
        }
    }

    /// Number of the field in the list, from 0; `None` if it is missing.
    #[must_use]
    pub fn field(&self) -> Option<usize> {
        (self.field != NONE).then_some(self.field as usize)
    }

    /// Writes the sentence. `field` returns the checked fields by number.
    #[must_use]
    pub fn message<'a>(&self, field: impl Fn(usize) -> Field<'a>) -> String {
        let at = self.at as usize;
        let Field { name, value } = match self.field() {
            Some(number) => field(number),
            None => Field {
                name: None,
                value: None,
            },
        };
        let (name, value) = (name.unwrap_or_default(), value.unwrap_or_default());
        let part = |part| match part {
            "at" => at.to_string(),
            "name" => excerpt(name),
            "value" => excerpt(value),
            "other" => excerpt(field(at).value.unwrap_or_default()),
            "byte" => format!("{:#04x}", name.get(at).copied().unwrap_or_default()),
            "missing" => (*REQUIRED.get(at).unwrap_or(&"")).to_owned(),
            "character" => character(name, value, at).to_owned(),
            "ends" => {
                let space = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
                match (space(value.first()), space(value.last())) {
                    (true, true) => "begins and ends".to_owned(),
                    (true, false) => "begins".to_owned(),
                    _ => "ends".to_owned(),
                }
            }
            _ => match message_of(name) {
                Some(Context::Response) => "responses, but this is a request".to_owned(),
                _ => "requests, but this is a response".to_owned(),
            },
        };
        let (.., sentence) = ENTRIES[self.rule as usize];
        let mut parts = sentence.split(['{', '}']);
        let mut message = parts.next().unwrap_or_default().to_owned();
        while let (Some(name), Some(text)) = (parts.next(), parts.next()) {
            message += &part(name);
            message += text;
        }
        message
    }
}

fn character(name: &[u8], value: &[u8], at: usize) -> &'static str {
    match value.get(at) {
        Some(0) if at == 0 && name.ends_with(b"-bin") => "NUL, as in binary metadata of gRPC",
        Some(b'\n') => "a line feed",
        Some(b'\r') => "a carriage return",
        _ => "NUL",
    }
}

/// Printable excerpt.
fn excerpt(bytes: &[u8]) -> String {
    const MAX: usize = 60;
    let text = bytes[..bytes.len().min(MAX)].escape_ascii();
    let cut = if bytes.len() > MAX { "…" } else { "" };
    format!("“{text}{cut}”")
}
