//! How plausible the fields of a block are by themselves.

use http2::validity::{Context, Field, check};
use input::Sender;

use super::head::{Head, among, only};

/// What is thought of a block's fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Plausibility {
    /// It breaks a rule that a working peer keeps.
    Impossible(&'static str),
    /// A request, a response, or trailers; how surprising it is, from 0 on.
    Surprise(f32),
}

impl Default for Plausibility {
    fn default() -> Self {
        Self::Surprise(0.0)
    }
}

/// How surprising a block is that breaks a rule, or cannot be decoded.
pub(super) const BROKEN: f32 = 4.0;

/// A value that its name does not call for, or a field that is there twice.
const UNFIT: f32 = 1.2;

/// A block of which nothing is known.
const ALL_UNKNOWN: f32 = 3.2;

/// Fields of requests and responses that trailers do not have (RFC 9110
/// §6.5.1 and §10).
const NEVER_TRAILERS: [&str; 23] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "accept-ranges",
    "authorization",
    "cache-control",
    "content-encoding",
    "content-length",
    "content-type",
    "cookie",
    "etag",
    "expires",
    "host",
    "last-modified",
    "location",
    "range",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "user-agent",
    "vary",
    "www-authenticate",
];

/// Fields that stand in a section once.
const ONCE: [&str; 22] = [
    "accept-encoding",
    "accept-language",
    "accept-ranges",
    "age",
    "authorization",
    "content-encoding",
    "content-length",
    "content-type",
    "date",
    "etag",
    "expires",
    "grpc-status",
    "host",
    "if-modified-since",
    "if-none-match",
    "last-modified",
    "location",
    "origin",
    "referer",
    "server",
    "te",
    "user-agent",
];

/// Rules that a working peer keeps, by what breaks them.
const KEPT: [&str; 9] = [
    "connect-with-path-or-scheme",
    "duplicate-pseudo-field",
    "empty-name",
    "invalid-status",
    "missing-pseudo-field",
    "pseudo-field-after-regular",
    "unknown-pseudo-field",
    "uppercase-name",
    "wrong-pseudo-field",
];

/// Looks at the fields of one block of `sender`.
pub(super) fn assess(sender: Sender, fields: &[Field<'_>]) -> Plausibility {
    match rules(sender, fields) {
        Err(rule) => Plausibility::Impossible(rule),
        Ok(surprise) => Plausibility::Surprise(surprise + unfit(fields)),
    }
}

fn rules(sender: Sender, fields: &[Field<'_>]) -> Result<f32, &'static str> {
    let named = |name: &[u8]| fields.iter().find(|field| field.name == Some(name));
    let of_request: [&[u8]; 4] = [b":method", b":scheme", b":authority", b":path"];
    let context = if of_request.into_iter().any(|name| named(name).is_some()) {
        Some(Context::Request)
    } else {
        named(b":status").map(|_| Context::Response)
    };
    let mut broken = check(context, fields).into_iter();
    if let Some(violation) = broken.find(|violation| KEPT.contains(&violation.rule.code())) {
        return Err(violation.rule.code());
    }
    stricter(fields)?;
    match context {
        Some(Context::Response) if sender == Sender::Client => Err("a response from the client"),
        // From a server it can only be promised (RFC 9113 §8.4).
        Some(Context::Request) if sender == Sender::Server => Ok(0.4),
        Some(_) => Ok(0.0),
        None if fields.iter().any(|field| field.name.is_none()) => Ok(0.6),
        None => {
            let foreign = |name: &[u8]| among(&NEVER_TRAILERS, name);
            let head = fields.iter().any(|field| field.name.is_some_and(foreign));
            if fields.is_empty() || head {
                return Err("no pseudo-header field");
            }
            Ok(0.6)
        }
    }
}

/// What RFC 9113 lets pass and working peers do not send.
fn stricter(fields: &[Field<'_>]) -> Result<(), &'static str> {
    // RFC 9110 §5.6.2, and RFC 3986 §3.1.
    let token = |octet: &u8| octet.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(octet);
    let word = |octet: &u8| octet.is_ascii_alphanumeric() || b"+-._".contains(octet);
    for field in fields {
        let Some(name) = field.name else { continue };
        if !name.starts_with(b":") && !name.iter().all(token) {
            return Err("a character in a name that no name has");
        }
        let Some(value) = field.value else { continue };
        // gRPC sends octets as they are in fields of such names, where both
        // sides can take them.
        if !name.ends_with(b"-bin") && control(value) {
            return Err("a control character in a value");
        }
        match name {
            b":path" if value.is_empty() || value.contains(&b' ') => {
                return Err("a :path that is none");
            }
            b":method" | b":scheme" if value.is_empty() || !value.iter().all(word) => {
                return Err("a :method or :scheme that is none");
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn control(value: &[u8]) -> bool {
    value
        .iter()
        .any(|&octet| (octet < b' ' && octet != b'\t') || octet == 0x7f)
}

/// Values that are not what their names call for, fields that are there twice,
/// and fields of requests in responses and the other way round.
fn unfit(fields: &[Field<'_>]) -> f32 {
    let mut count = 0;
    let mut seen: Vec<&[u8]> = Vec::new();
    // The first field that tells says what it is.
    let mut head = None;
    for field in fields {
        let Some(name) = field.name else { continue };
        if among(&ONCE, name) {
            count += u32::from(seen.contains(&name));
            seen.push(name);
        }
        count += u32::from(field.value.is_some_and(|value| !fits(name, value)));
        let own = match name {
            b":status" => Some(Head::Response),
            _ if name.starts_with(b":") => Some(Head::Request),
            _ => only(name),
        };
        count += u32::from(own.is_some() && head.is_some() && own != head);
        head = head.or(own);
    }
    count as f32 * UNFIT
}

/// Whether a field of that name may have such a value.
fn fits(name: &[u8], value: &[u8]) -> bool {
    let digits = || !value.is_empty() && value.iter().all(u8::is_ascii_digit);
    match name {
        b"content-length" | b"age" | b"max-forwards" | b"grpc-status" => digits(),
        b"date" | b"last-modified" | b"if-modified-since" => value.ends_with(b"GMT"),
        b"content-type" => value.contains(&b'/'),
        b":path" => matches!(value.first(), Some(b'/' | b'*')),
        b"referer" => value.contains(&b':') || value.contains(&b'/'),
        _ => !value.first().is_some_and(u8::is_ascii_whitespace),
    }
}

/// The more is not known the less is explained.
pub(super) fn ignorance(fields: &[Field<'_>]) -> f32 {
    let unknown: usize = fields
        .iter()
        .map(|field| usize::from(field.name.is_none()) + usize::from(field.value.is_none()))
        .sum();
    ALL_UNKNOWN * unknown as f32 / (2 * fields.len()).max(1) as f32
}

/// What a value looks like, as one bit.
pub(super) fn shape(value: &[u8]) -> u8 {
    let all = |of: fn(&u8) -> bool| value.iter().all(of);
    let has = |octet: u8| value.contains(&octet);
    match value {
        [] => 1,
        _ if all(u8::is_ascii_digit) => 2,
        [b'/', ..] => 4,
        _ if value.ends_with(b" GMT") => 8,
        _ if has(b';') || has(b',') || has(b' ') => 16,
        _ if has(b'=') || has(b':') => 32,
        _ if has(b'/') => 64,
        _ => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Fields = &'static [(&'static str, &'static str)];

    const REQUEST: Fields = &[(":method", "GET"), (":scheme", "https"), (":path", "/")];

    fn of(sender: Sender, fields: &[(&str, &str)]) -> Plausibility {
        let fields: Vec<Field<'_>> = fields
            .iter()
            .map(|(name, value)| Field {
                name: (*name != "?").then_some(name.as_bytes()),
                value: (*value != "?").then_some(value.as_bytes()),
            })
            .collect();
        assess(sender, &fields)
    }

    #[test]
    fn what_makes_sense_and_what_does_not() {
        use Sender::{Client, Server, Unknown};
        let cases: [(Sender, Fields, bool); 17] = [
            (Client, REQUEST, true),
            (Unknown, REQUEST, true),
            (Server, REQUEST, true),
            (Server, &[(":status", "200"), ("server", "x")], true),
            (Client, &[(":status", "200")], false),
            (Server, &[(":status", "20")], false),
            (Server, &[("grpc-status", "0")], true),
            (Server, &[("content-type", "a/b")], false),
            (Client, &[(":method", "GET"), (":path", "/")], false),
            (
                Client,
                &[(":method", "GET"), ("?", "?"), (":path", "/")],
                true,
            ),
            (Client, &[(":method", "GET"), (":method", "GET")], false),
            (Client, &[("a", "b"), (":method", "GET")], false),
            (
                Client,
                &[(":method", "CONNECT"), (":authority", "a:1")],
                true,
            ),
            (Server, &[(":status", "200"), ("Server", "x")], false),
            (Server, &[(":status", "200"), ("a b", "x")], false),
            (Server, &[(":status", "200"), ("a", "x\u{1}")], false),
            (Server, &[], false),
        ];
        for (sender, fields, expected) in cases {
            assert_eq!(
                matches!(of(sender, fields), Plausibility::Surprise(_)),
                expected,
                "{sender:?} {fields:?}"
            );
        }
    }

    #[test]
    fn what_is_less_likely_surprises_more() {
        let surprise = |fields| match of(Sender::Server, fields) {
            Plausibility::Surprise(surprise) => surprise,
            Plausibility::Impossible(rule) => panic!("{fields:?}: {rule}"),
        };
        assert_eq!(surprise(&[(":status", "200"), ("age", "1")]), 0.0);
        for less in [
            &[(":status", "200"), ("age", "old")][..],
            &[(":status", "200"), ("age", "1"), ("age", "1")],
        ] {
            let surprise = surprise(less);
            assert!(surprise > 0.0 && surprise < BROKEN, "{less:?}: {surprise}");
        }
    }
}
