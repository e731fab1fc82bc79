//! Plausibility of a block's fields on their own.

use http2::validity::{Context, Field, check};
use input::Sender;

/// Fields that do not occur in trailers (RFC 9110 §6.5.1 and §10).
#[rustfmt::skip]
const OF_HEADS: [&str; 23] = [
    "accept", "accept-encoding", "accept-language", "accept-ranges", "authorization", "cache-control",
    "content-encoding", "content-length", "content-type", "cookie", "etag", "expires", "host",
    "last-modified", "location", "range", "referer", "set-cookie", "te", "trailer", "user-agent", "vary",
    "www-authenticate",
];

/// Rules (RFC 9113 §8) that working peers follow.
#[rustfmt::skip]
const FOLLOWED: [&str; 9] = [
    "connect-with-path-or-scheme", "duplicate-pseudo-field", "empty-name", "invalid-status",
    "missing-pseudo-field", "pseudo-field-after-regular", "unknown-pseudo-field", "uppercase-name",
    "wrong-pseudo-field",
];

/// Rules (RFC 9113 §8.3) whose violation needs a cause.
const CERTAIN: [&str; 2] = ["duplicate-pseudo-field", "wrong-pseudo-field"];

fn violates(rules: &[&str], context: Option<Context>, fields: &[Field<'_>]) -> bool {
    let found = check(context, fields);
    let mut found = found.iter().map(|violation| violation.rule.code());
    found.any(|rule| rules.contains(&rule))
}

/// Whether a working peer may send a block with these fields as `sender`.
pub(super) fn is_possible(sender: Sender, fields: &[Field<'_>]) -> bool {
    let has = |name: &[u8]| fields.iter().any(|field| field.name == Some(name));
    let of_request: [&[u8]; 4] = [b":method", b":scheme", b":authority", b":path"];
    let context = match of_request.into_iter().any(has) {
        true => Some(Context::Request),
        false => has(b":status").then_some(Context::Response),
    };
    if violates(&FOLLOWED, context, fields) || !fields.iter().all(is_plausible) {
        return false;
    }
    let is_known = fields.iter().all(|field| field.name.is_some());
    let is_head = |name: &[u8]| OF_HEADS.iter().any(|of| of.as_bytes() == name);
    let mut names = fields.iter().filter_map(|field| field.name);
    match context {
        Some(Context::Response) => sender != Sender::Client,
        Some(_) => true,
        None => !is_known || !fields.is_empty() && !names.any(is_head),
    }
}

/// Whether pseudo-header fields contradict RFC 9113 §8.3: one of a message that
/// `sender` does not send, of requests and of responses together, or one twice.
/// A server sends requests only as promises (§8.4).
pub(super) fn contradicts<'a>(
    sender: Sender,
    is_promise: bool,
    names: impl Iterator<Item = &'a [u8]>,
) -> bool {
    let context = match sender {
        Sender::Server if !is_promise => Some(Context::Response),
        Sender::Unknown => None,
        _ => Some(Context::Request),
    };
    let (value, pseudo) = (None, |name: &&[u8]| name.starts_with(b":"));
    let fields = names.filter(pseudo).map(|name| Field {
        name: Some(name),
        value,
    });
    violates(&CERTAIN, context, &fields.collect::<Vec<_>>())
}

/// Whether working peers send such a field; stricter than RFC 9113.
fn is_plausible(field: &Field<'_>) -> bool {
    // RFC 9110 §5.6.2, and RFC 3986 §3.1.
    let token = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
    let (Some(name), value) = (field.name, field.value) else {
        return true;
    };
    let named = name.starts_with(b":") || name.iter().all(token);
    named
        && value.is_none_or(|value| match name {
            b":path" => !value.is_empty() && !value.contains(&b' ') && !has_control(value),
            b":method" | b":scheme" => !value.is_empty() && value.iter().all(word),
            // gRPC sends any bytes in these.
            _ => name.ends_with(b"-bin") || !has_control(value),
        })
}

pub(super) fn has_control(value: &[u8]) -> bool {
    let control = |&byte: &u8| (byte < b' ' && byte != b'\t') || byte == 0x7f;
    value.iter().any(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and values (“?” is unknown) and whether a peer sends them.
    #[test]
    fn requests_responses_and_trailers_are_plausible() {
        use Sender::{Client, Server, Unknown};
        const REQUEST: &str = ":method GET, :scheme https, :path /";
        let cases = [
            (Client, REQUEST, true),
            (Unknown, REQUEST, true),
            (Server, REQUEST, true),
            (Client, ":method GET, ? ?, :path /", true),
            (Client, ":method CONNECT, :authority a:1", true),
            (Server, ":status 200, server x", true),
            (Server, ":status 200, age 1", true),
            (Server, "grpc-status 0", true),
            (Client, ":status 200", false),
            (Server, ":status 20", false),
            (Server, "content-type a/b", false),
            (Client, ":method GET, :path /", false),
            (Client, ":method GET, :method GET", false),
            (Client, "a b, :method GET", false),
            (Server, ":status 200, Server x", false),
            (Server, ":status 200, a\u{a0}b x", false),
            (Server, ":status 200, a x\u{1}", false),
            (Server, "", false),
        ];
        let known = |text: &'static str| (text != "?").then_some(text.as_bytes());
        for (sender, text, expected) in cases {
            let fields = text.split(", ").filter_map(|field| field.split_once(' '));
            let fields = fields.map(|(name, value)| (known(name), known(value)));
            let fields: Vec<Field<'_>> =
                fields.map(|(name, value)| Field { name, value }).collect();
            assert_eq!(
                is_possible(sender, &fields),
                expected,
                "{sender:?} {text:?}"
            );
        }
    }
}
