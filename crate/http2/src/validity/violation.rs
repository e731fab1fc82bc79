//! The rules, and what is said of a field that breaks one.
//!
//! A violation is a few numbers; its sentence is written when it is shown: a
//! block of a few kilobytes can break a rule a million times.

use super::{Context, Field, context::belongs};

/// A rule of RFC 9113 §8, or of RFC 8441.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "their codes and sentences say what they are")]
pub enum Rule {
    EmptyName,
    UppercaseName,
    InvalidNameCharacter,
    InvalidValueCharacter,
    ValueSurroundingWhitespace,
    ConnectionSpecificField,
    TeNotTrailers,
    PseudoFieldInTrailers,
    PseudoFieldAfterRegular,
    UnknownPseudoField,
    WrongPseudoField,
    ProtocolWithoutConnect,
    DuplicatePseudoField,
    DuplicateInRequest,
    DuplicateInResponse,
    MissingInRequest,
    MissingInConnect,
    MissingInResponse,
    ConnectWithPathOrScheme,
    EmptyPath,
    HostAuthorityMismatch,
    InvalidStatus,
    Status101,
}

impl Rule {
    /// Its stable name.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::EmptyName => "empty-name",
            Self::UppercaseName => "uppercase-name",
            Self::InvalidNameCharacter => "invalid-name-character",
            Self::InvalidValueCharacter => "invalid-value-character",
            Self::ValueSurroundingWhitespace => "value-surrounding-whitespace",
            Self::ConnectionSpecificField => "connection-specific-field",
            Self::TeNotTrailers => "te-not-trailers",
            Self::PseudoFieldInTrailers => "pseudo-field-in-trailers",
            Self::PseudoFieldAfterRegular => "pseudo-field-after-regular",
            Self::UnknownPseudoField => "unknown-pseudo-field",
            Self::WrongPseudoField | Self::ProtocolWithoutConnect => "wrong-pseudo-field",
            Self::DuplicatePseudoField | Self::DuplicateInRequest | Self::DuplicateInResponse => {
                "duplicate-pseudo-field"
            }
            Self::MissingInRequest | Self::MissingInConnect | Self::MissingInResponse => {
                "missing-pseudo-field"
            }
            Self::ConnectWithPathOrScheme => "connect-with-path-or-scheme",
            Self::EmptyPath => "empty-path",
            Self::HostAuthorityMismatch => "host-authority-mismatch",
            Self::InvalidStatus => "invalid-status",
            Self::Status101 => "status-101",
        }
    }

    /// The section that is broken.
    #[must_use]
    pub const fn section(self) -> &'static str {
        match self {
            Self::EmptyName
            | Self::UppercaseName
            | Self::InvalidNameCharacter
            | Self::InvalidValueCharacter
            | Self::ValueSurroundingWhitespace => "RFC 9113 §8.2.1",
            Self::ConnectionSpecificField | Self::TeNotTrailers => "RFC 9113 §8.2.2",
            Self::PseudoFieldInTrailers => "RFC 9113 §8.1",
            Self::PseudoFieldAfterRegular
            | Self::UnknownPseudoField
            | Self::WrongPseudoField
            | Self::DuplicatePseudoField => "RFC 9113 §8.3",
            Self::ProtocolWithoutConnect => "RFC 8441 §4",
            Self::DuplicateInRequest
            | Self::MissingInRequest
            | Self::EmptyPath
            | Self::HostAuthorityMismatch => "RFC 9113 §8.3.1",
            Self::DuplicateInResponse | Self::MissingInResponse | Self::InvalidStatus => {
                "RFC 9113 §8.3.2"
            }
            Self::MissingInConnect | Self::ConnectWithPathOrScheme => "RFC 9113 §8.5",
            Self::Status101 => "RFC 9113 §8.6",
        }
    }
}

/// A rule that a field, or a list of fields, breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The field's number; [`NONE`] for one that is missing.
    field: u32,
    /// What else its sentence needs: the octet, the other field, or the place
    /// of the missing one's name in [`REQUIRED`].
    at: u32,
}

const NONE: u32 = u32::MAX;

/// Names that a message may lack.
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

    /// That the field of that name in [`REQUIRED`] is missing.
    pub(super) fn missing(rule: Rule, at: usize) -> Self {
        Self {
            rule,
            field: NONE,
            at: at as u32,
        }
    }

    /// The field's number in the list, from 0; `None` for one that is missing.
    #[must_use]
    pub fn field(&self) -> Option<usize> {
        (self.field != NONE).then_some(self.field as usize)
    }

    /// Its sentence. `field` gives the fields that were checked, by number.
    #[must_use]
    pub fn message<'a>(&self, field: impl Fn(usize) -> Field<'a>) -> String {
        let Some(number) = self.field() else {
            return format!(
                "“{}” is missing.",
                REQUIRED.get(self.at as usize).unwrap_or(&"")
            );
        };
        let Field { name, value } = field(number);
        let (name, value) = (name.unwrap_or_default(), value.unwrap_or_default());
        let at = self.at as usize;
        match self.rule {
            Rule::EmptyName => "The name is empty.".to_owned(),
            Rule::UppercaseName => format!("The name {} has uppercase letters.", shown(name)),
            Rule::InvalidNameCharacter => format!(
                "Byte {at} of the name {} is {:#04x}, which a name may not contain.",
                shown(name),
                name.get(at).copied().unwrap_or_default()
            ),
            Rule::InvalidValueCharacter => {
                let what = match value.get(at) {
                    Some(0) if at == 0 && name.ends_with(b"-bin") => {
                        "NUL, as in binary metadata of gRPC"
                    }
                    Some(b'\n') => "a line feed",
                    Some(b'\r') => "a carriage return",
                    _ => "NUL",
                };
                format!("Byte {at} of the value is {what}, which a value may not contain.")
            }
            Rule::ValueSurroundingWhitespace => {
                let space = |octet: Option<&u8>| matches!(octet, Some(b' ' | b'\t'));
                let place = match (space(value.first()), space(value.last())) {
                    (true, true) => "begins and ends",
                    (true, false) => "begins",
                    _ => "ends",
                };
                format!("The value {place} with whitespace.")
            }
            Rule::ConnectionSpecificField => format!(
                "{} is a connection-specific field of HTTP/1.1, which HTTP/2 does not allow.",
                shown(name)
            ),
            Rule::TeNotTrailers => format!(
                "TE is {}; in HTTP/2 it may only be “trailers”.",
                shown(value)
            ),
            Rule::PseudoFieldInTrailers => format!(
                "{} is a pseudo-header field, which trailers may not have.",
                shown(name)
            ),
            Rule::PseudoFieldAfterRegular => format!(
                "{} comes after a field that is not a pseudo-header field.",
                shown(name)
            ),
            Rule::UnknownPseudoField => {
                format!("{} is not a defined pseudo-header field.", shown(name))
            }
            Rule::WrongPseudoField => {
                let (theirs, this) = match belongs(name) {
                    Some(Context::Response) => ("responses", "a request"),
                    _ => ("requests", "a response"),
                };
                format!("{} belongs in {theirs}, but this is {this}.", shown(name))
            }
            Rule::ProtocolWithoutConnect => {
                "“:protocol” belongs in CONNECT requests, and this has another method.".to_owned()
            }
            Rule::DuplicatePseudoField | Rule::DuplicateInRequest | Rule::DuplicateInResponse => {
                format!("{} appears more than once.", shown(name))
            }
            Rule::ConnectWithPathOrScheme => {
                format!("A CONNECT request may not have {}.", shown(name))
            }
            Rule::EmptyPath => {
                "“:path” is empty; for http and https it is at least “/”, or “*” for OPTIONS."
                    .to_owned()
            }
            Rule::HostAuthorityMismatch => format!(
                "Host is {} and “:authority” is {}: they name different hosts.",
                shown(value),
                shown(field(at).value.unwrap_or_default())
            ),
            Rule::InvalidStatus => format!(
                "“:status” is {}, which is not a three-digit number.",
                shown(value)
            ),
            Rule::Status101 => "HTTP/2 does not use 101 (Switching Protocols).".to_owned(),
            Rule::MissingInRequest | Rule::MissingInConnect | Rule::MissingInResponse => {
                String::new()
            }
        }
    }
}

/// Octets for people: what can't be shown is replaced, and what is long cut.
fn shown(octets: &[u8]) -> String {
    const MOST: usize = 60;
    let text = octets[..octets.len().min(MOST)].escape_ascii();
    let cut = if octets.len() > MOST { "…" } else { "" };
    format!("“{text}{cut}”")
}
