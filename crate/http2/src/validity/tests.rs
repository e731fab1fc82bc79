use super::*;
use crate::Sender;

/// Builds a list of fields; “?” is unknown.
fn list<'a>(fields: &[(&'a str, &'a str)]) -> Vec<Field<'a>> {
    let known = |part: &'a str| (part != "?").then_some(part.as_bytes());
    fields
        .iter()
        .map(|(name, value)| Field {
            name: known(name),
            value: known(value),
        })
        .collect()
}

const GET: [(&str, &str); 4] = [
    (":method", "GET"),
    (":scheme", "https"),
    (":path", "/pier"),
    (":authority", "lantern.example"),
];

type Found = Vec<(&'static str, Option<usize>)>;

fn found(context: Option<Context>, fields: &[(&str, &str)]) -> Found {
    let found = check(context, &list(fields));
    found
        .iter()
        .map(|violation| (violation.rule.code(), violation.field()))
        .collect()
}

#[test]
fn rules_for_a_field_after_a_valid_request() {
    let cases: [((&str, &str), &str); 27] = [
        (("x-crate", "caf\u{e9}"), ""),
        (("x-crate", ""), ""),
        (("cookie", "a=1"), ""),
        (("te", "trailers"), ""),
        (("te", "?"), ""),
        (("?", "a"), ""),
        (("host", "LANTERN.example:443"), ""),
        (("host", "?"), ""),
        (("X-Pine", "1"), "uppercase-name"),
        (("x pine", "1"), "invalid-name-character"),
        (("x:pine", "1"), "invalid-name-character"),
        (("x\u{7f}", "1"), "invalid-name-character"),
        (("x-\u{e9}", "?"), "invalid-name-character"),
        (("", "1"), "empty-name"),
        (("x", "a\r\nb: c"), "invalid-value-character"),
        (("x", "a\0"), "invalid-value-character"),
        (("?", "a\n"), "invalid-value-character"),
        (("x", " a"), "value-surrounding-whitespace"),
        (("x", "a\t"), "value-surrounding-whitespace"),
        (("connection", "close"), "connection-specific-field"),
        (("upgrade", "?"), "connection-specific-field"),
        (("te", "gzip"), "te-not-trailers"),
        ((":lantern", "1"), "unknown-pseudo-field"),
        ((":Lantern", "1"), "uppercase-name"),
        ((":status", "200"), "wrong-pseudo-field"),
        ((":path", "/"), "duplicate-pseudo-field"),
        (("host", "other.example"), "host-authority-mismatch"),
    ];
    for (field, code) in cases {
        let fields = [&GET[..], &[field]].concat();
        let expected = (!code.is_empty()).then_some((code, Some(4)));
        assert_eq!(
            found(Some(Context::Request), &fields),
            expected.as_slice(),
            "{field:?}"
        );
    }
}

#[test]
fn violations_are_sorted_by_field() {
    let fields = [(":path", "/"), ("x", " a"), (":lantern", "1"), ("X", "b")];
    let places: Vec<_> = found(Some(Context::Request), &fields)
        .into_iter()
        .map(|(_, place)| place.unwrap_or(usize::MAX))
        .collect();
    assert!(places.len() > 3 && places.is_sorted(), "{places:?}");
}

#[test]
fn violations_have_messages() {
    let long = "X".repeat(70);
    let cut = format!("The name “{}…” has uppercase letters.", &long[..60]);
    let whole = format!("The name “{}” has uppercase letters.", &long[..60]);
    // Name, value and message.
    for (name, value, message) in [
        ("X-Pine", "1", "The name “X-Pine” has uppercase letters."),
        (
            "x pine",
            "1",
            "Byte 1 of the name “x pine” is 0x20, which a name may not contain.",
        ),
        (
            "x",
            "a\r\nb",
            "Byte 1 of the value is a carriage return, which a value may not contain.",
        ),
        (
            "x-bin",
            "\0a",
            "Byte 0 of the value is NUL, as in binary metadata of gRPC, which a value may not contain.",
        ),
        (
            "x",
            "a\nb",
            "Byte 1 of the value is a line feed, which a value may not contain.",
        ),
        (
            "x-bin",
            "a\0",
            "Byte 1 of the value is NUL, which a value may not contain.",
        ),
        (
            "x",
            "\0a",
            "Byte 0 of the value is NUL, which a value may not contain.",
        ),
        (&long, "1", &cut),
        (&long[..60], "1", &whole),
        ("x", " a ", "The value begins and ends with whitespace."),
        ("x", " a", "The value begins with whitespace."),
        ("x", "a\t", "The value ends with whitespace."),
        (
            "te",
            "gzip",
            "TE is “gzip”; in HTTP/2 it may only be “trailers”.",
        ),
        (
            "te",
            "{value}",
            "TE is “{value}”; in HTTP/2 it may only be “trailers”.",
        ),
        (
            ":status",
            "200",
            "“:status” belongs in responses, but this is a request.",
        ),
        (
            "host",
            "other.example",
            "Host is “other.example” and “:authority” is “lantern.example”: they name different hosts.",
        ),
    ] {
        assert_eq!(messages(&[&GET[..], &[(name, value)]].concat()), [message]);
    }
    assert_eq!(messages(&GET[1..]), ["“:method” is missing."]);
}

fn messages(fields: &[(&str, &str)]) -> Vec<String> {
    let fields = list(fields);
    let found = check(Some(Context::Request), &fields).into_iter();
    found
        .map(|violation| violation.message(|number| fields[number]))
        .collect()
}

/// Context, fields, and expected violations.
type Case<'a> = (
    Option<Context>,
    &'a [(&'a str, &'a str)],
    &'a [(&'static str, Option<usize>)],
);

#[test]
fn rules_for_pseudo_header_fields() {
    use Context::{PushPromise, Request, Response, Trailers};
    let missing = ("missing-pseudo-field", None);
    let wrong = ("wrong-pseudo-field", Some(1));
    let connect = (":method", "CONNECT");
    let (ok, authority) = ((":status", "200"), (":authority", "a:1"));
    let websocket = [
        connect,
        (":protocol", "websocket"),
        (":scheme", "https"),
        (":path", "/"),
        authority,
    ];
    let mut empty = GET;
    empty[2].1 = "";
    let mut urn = empty;
    urn[1].1 = "urn";
    let protocol = [&GET[..], &[(":protocol", "websocket")]].concat();
    let cases: [Case<'_>; 28] = [
        (Some(Request), &GET, &[]),
        (Some(PushPromise), &GET, &[]),
        (None, &GET, &[]),
        (Some(Response), &[ok, ("server", "a")], &[]),
        (Some(Trailers), &[("grpc-status", "0")], &[]),
        (None, &[("custom-key", "a")], &[]),
        (Some(Request), &GET[1..], &[missing]),
        (Some(PushPromise), &GET[..2], &[missing]),
        (Some(Request), &[], &[missing; 3]),
        (Some(Response), &[("server", "a")], &[missing]),
        (Some(Response), &[("server", "a"), ("?", "200")], &[]),
        (Some(Request), &[(":method", "?")], &[]),
        (
            Some(Response),
            &[(":status", "2OO")],
            &[("invalid-status", Some(0))],
        ),
        (
            Some(Response),
            &[(":status", "")],
            &[("invalid-status", Some(0))],
        ),
        (
            Some(Response),
            &[(":status", "101")],
            &[("status-101", Some(0))],
        ),
        (Some(Response), &[(":status", "?")], &[]),
        (Some(Response), &[ok, (":path", "/")], &[wrong]),
        (None, &[ok, (":path", "/")], &[wrong]),
        (
            Some(Trailers),
            &[("a", "1"), ok],
            &[("pseudo-field-in-trailers", Some(1))],
        ),
        (
            None,
            &[("a", "1"), ok],
            &[("pseudo-field-after-regular", Some(1))],
        ),
        (None, &[("?", "1"), ok], &[]),
        (Some(Request), &[connect, authority], &[]),
        (Some(Request), &[connect], &[missing]),
        (
            Some(Request),
            &[connect, authority, (":path", "/")],
            &[("connect-with-path-or-scheme", Some(2))],
        ),
        (Some(Request), &websocket, &[]),
        (Some(Request), &empty, &[("empty-path", Some(2))]),
        (Some(Request), &urn, &[]),
        (Some(Request), &protocol, &[("wrong-pseudo-field", Some(4))]),
    ];
    for (context, fields, expected) in cases {
        assert_eq!(found(context, fields), expected, "{context:?} {fields:?}");
    }
}

#[test]
fn default_ports_are_ignored() {
    for (scheme, host, is_same) in [
        ("http", "lantern.example:80", true),
        ("http", "lantern.example:443", false),
        ("https", "lantern.example:80", false),
    ] {
        let mut fields = GET.to_vec();
        fields[1].1 = scheme;
        fields.push(("host", host));
        let found = found(Some(Context::Request), &fields);
        assert_eq!(found.is_empty(), is_same, "{scheme} {host}");
    }
}

#[test]
fn contexts_without_streams() {
    use Context::{Request, Response, Trailers};
    let mut messages = Messages::new(false);
    let mut next = |sender, fields: &[(&str, &str)]| {
        messages.next(sender, None, false, false, list(fields).into_iter())
    };
    let unknown = [("?", "?")];
    let response = [(":status", "200")];
    assert_eq!(next(Sender::Client, &unknown), Some(Request));
    assert_eq!(next(Sender::Client, &unknown), None);
    assert_eq!(next(Sender::Client, &[("a", "1")]), Some(Trailers));
    assert_eq!(next(Sender::Unknown, &response), Some(Response));
    assert_eq!(next(Sender::Unknown, &[]), None);
    assert_eq!(next(Sender::Unknown, &[(":lantern", "1")]), None);
}

#[test]
fn contexts_of_blocks() {
    use Context::{PushPromise, Request, Response, Trailers};
    let interim = [(":status", "103")];
    let response = [(":status", "200")];
    let trailers = [("grpc-status", "0")];
    let unknown = [("?", "?")];
    let mut messages = Messages::new(false);
    let mut next = |sender, stream, fields: &[(&str, &str)]| {
        messages.next(sender, Some(stream), false, false, list(fields).into_iter())
    };
    assert_eq!(next(Sender::Client, 1, &GET), Some(Request));
    assert_eq!(next(Sender::Client, 1, &trailers), Some(Trailers));
    assert_eq!(next(Sender::Server, 1, &interim), Some(Response));
    assert_eq!(next(Sender::Server, 1, &interim), Some(Response));
    assert_eq!(next(Sender::Server, 1, &response), Some(Response));
    assert_eq!(next(Sender::Server, 1, &trailers), Some(Trailers));
    assert_eq!(next(Sender::Server, 3, &trailers), Some(Response));
    assert_eq!(next(Sender::Unknown, 1, &GET), Some(Request));
    assert_eq!(next(Sender::Unknown, 1, &response), Some(Response));
    assert_eq!(next(Sender::Unknown, 1, &trailers), Some(Trailers));
    assert_eq!(next(Sender::Unknown, 1, &unknown), None);
    assert_eq!(
        messages.next(Sender::Server, Some(1), true, false, list(&GET).into_iter()),
        Some(PushPromise)
    );
    messages.missed(Sender::Client);
    let mut next = |sender, fields: &[(&str, &str)]| {
        messages.next(sender, Some(9), false, true, list(fields).into_iter())
    };
    assert_eq!(next(Sender::Client, &trailers), Some(Trailers));
    assert_eq!(next(Sender::Client, &unknown), None);
    assert_eq!(next(Sender::Client, &GET), Some(Request));
    assert_eq!(next(Sender::Server, &unknown), Some(Response));
    assert_eq!(
        messages.next(
            Sender::Client,
            None,
            false,
            false,
            list(&response).into_iter()
        ),
        Some(Request)
    );
}
