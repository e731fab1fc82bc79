//! Whether fields make sense together, and how much speaks for it.

use std::collections::HashSet;

use http2::validity::{Context, Field, check};
use input::Sender;

/// What is thought of a block's fields.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sense {
    /// It breaks a rule that a working peer keeps.
    None(&'static str),
    /// A request, a response, or trailers; how much speaks for it, above 0
    /// and up to 1.
    Some(f32),
}

impl Sense {
    pub(super) fn weight(self) -> f32 {
        match self {
            Self::None(_) => 0.0,
            Self::Some(weight) => weight,
        }
    }
}

/// Fields of requests and responses that trailers do not have (RFC 9110
/// §6.5.1 and §10).
const NEVER_TRAILERS: [&str; 20] = [
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
    "user-agent",
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
pub(super) fn judge(sender: Sender, fields: &[Field<'_>]) -> Sense {
    match rules(sender, fields) {
        Err(rule) => Sense::None(rule),
        Ok(weight) => Sense::Some(weight * plausibility(fields) * known(fields)),
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
    if let Some(breach) = broken.find(|breach| KEPT.contains(&breach.rule.code())) {
        return Err(breach.rule.code());
    }
    stricter(fields)?;
    match context {
        Some(Context::Response) if sender == Sender::Client => Err("a response from the client"),
        Some(Context::Response) => Ok(1.0),
        // From a server it can only be promised (RFC 9113 §8.4).
        Some(_) if sender == Sender::Server => Ok(0.8),
        Some(_) => Ok(1.0),
        None if fields.iter().any(|field| field.name.is_none()) => Ok(0.7),
        None => {
            let foreign = |name: &[u8]| among(&NEVER_TRAILERS, name);
            let head = fields.iter().any(|field| field.name.is_some_and(foreign));
            if fields.is_empty() || head {
                return Err("no pseudo-header field");
            }
            Ok(0.7)
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

fn among(list: &[&str], name: &[u8]) -> bool {
    list.iter().any(|known| known.as_bytes() == name)
}

/// 1 where values are what their names call for and nothing stands twice
/// that stands once.
fn plausibility(fields: &[Field<'_>]) -> f32 {
    let mut weight = 1.0;
    let mut seen: Vec<&[u8]> = Vec::new();
    for field in fields {
        let Some(name) = field.name else { continue };
        if among(&ONCE, name) {
            if seen.contains(&name) {
                weight *= 0.4;
            }
            seen.push(name);
        }
        if field.value.is_some_and(|value| !fits(name, value)) {
            weight *= 0.4;
        }
    }
    weight
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

/// 1 where all is known; less the more is not.
fn known(fields: &[Field<'_>]) -> f32 {
    let known: usize = fields
        .iter()
        .map(|field| usize::from(field.name.is_some()) + usize::from(field.value.is_some()))
        .sum();
    if fields.is_empty() {
        return 1.0;
    }
    0.4 + 0.6 * known as f32 / (2 * fields.len()) as f32
}

/// The names of earlier blocks, by hash: what a block of this direction
/// usually looks like.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    sections: Vec<HashSet<u32>>,
    pairs: HashSet<(u32, u32)>,
}

/// Stands for a name that is not known.
pub(super) const UNKNOWN: u32 = 0;

impl Profile {
    pub(super) fn learn(&mut self, names: &[u32]) {
        self.sections.push(names.iter().copied().collect());
        self.pairs
            .extend(names.windows(2).map(|pair| (pair[0], pair[1])));
    }

    /// How much a block's names are like those before, 0 to 1.
    pub(super) fn likeness(&self, names: &[u32]) -> f32 {
        if self.sections.is_empty() || names.is_empty() {
            return 1.0;
        }
        let own: HashSet<u32> = names
            .iter()
            .copied()
            .filter(|&name| name != UNKNOWN)
            .collect();
        let unknown = names.iter().filter(|&&name| name == UNKNOWN).count();
        let same = self
            .sections
            .iter()
            .map(|section| {
                let common = own.intersection(section).count();
                let open = section.len() - common;
                let guessed = unknown.min(open) as f32 / 2.0;
                (common as f32 + guessed) / (own.len() + open) as f32
            })
            .fold(0.0, f32::max);
        let pairs = || names.windows(2).filter(|pair| !pair.contains(&UNKNOWN));
        let familiar = pairs()
            .filter(|pair| self.pairs.contains(&(pair[0], pair[1])))
            .count();
        let order = match pairs().count() {
            0 => same,
            count => familiar as f32 / count as f32,
        };
        f32::midpoint(same, order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Fields = &'static [(&'static str, &'static str)];

    const REQUEST: Fields = &[(":method", "GET"), (":scheme", "https"), (":path", "/")];

    fn of(sender: Sender, fields: &[(&str, &str)]) -> Sense {
        let fields: Vec<Field<'_>> = fields
            .iter()
            .map(|(name, value)| Field {
                name: (*name != "?").then_some(name.as_bytes()),
                value: (*value != "?").then_some(value.as_bytes()),
            })
            .collect();
        judge(sender, &fields)
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
                of(sender, fields).weight() > 0.0,
                expected,
                "{sender:?} {fields:?}"
            );
        }
    }

    #[test]
    fn what_is_less_likely_weighs_less() {
        let plain = of(Sender::Server, &[(":status", "200"), ("age", "1")]).weight();
        for less in [
            &[(":status", "200"), ("age", "old")][..],
            &[(":status", "200"), ("age", "1"), ("age", "1")],
            &[(":status", "200"), ("age", "?")],
            &[(":status", "200"), ("?", "?")],
        ] {
            let weight = of(Sender::Server, less).weight();
            assert!(weight > 0.0 && weight < plain, "{less:?}: {weight}");
        }
    }

    #[test]
    fn a_block_is_held_against_those_before() {
        let mut profile = Profile::default();
        assert_eq!(profile.likeness(&[1, 2]), 1.0);
        profile.learn(&[1, 2, 3, 4]);
        let all = profile.likeness(&[1, 2, 3, 4]);
        let turned = profile.likeness(&[2, 1, 4, 3]);
        let open = profile.likeness(&[1, 2, UNKNOWN, 4]);
        let other = profile.likeness(&[7, 8]);
        assert!(
            all > open && open > turned && turned > other,
            "{all} {open} {turned} {other}"
        );
    }
}
