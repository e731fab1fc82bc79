//! Violations in malformed messages, real connections, and stories.

use std::collections::BTreeMap;

use crate::support::{
    hex, json,
    rebuild::{connections, sender},
};
use http2::{
    Sender,
    validity::{Context, Field, Messages, check},
};
use serde_json::Value;

fn bytes(value: &Value) -> Option<Vec<u8>> {
    let text = value.as_str()?;
    Some(text.as_bytes().to_vec())
}

type Pair = (Option<Vec<u8>>, Option<Vec<u8>>);

fn list(fields: &[Pair]) -> Vec<Field<'_>> {
    fields
        .iter()
        .map(|(name, value)| Field {
            name: name.as_deref(),
            value: value.as_deref(),
        })
        .collect()
}

#[test]
fn malformed_cases() {
    let folder = testing::data("malformed");
    let file = json(&folder.join("malformed.json"));
    let cases = file["cases"].as_array().expect("cases");
    let mut count = 0;
    for case in cases.iter().filter(|case| case["layer"] == "message") {
        let context = match case["context"].as_str() {
            Some("request") => Context::Request,
            Some("response") => Context::Response,
            _ => Context::Trailers,
        };
        let pairs = case["fields"].as_array().expect("fields");
        let fields: Vec<_> = pairs
            .iter()
            .map(|pair| (bytes(&pair[0]), bytes(&pair[1])))
            .collect();
        let found = check(Some(context), &list(&fields));
        let first = found.first();
        let expect = &case["expect"];
        let name = &case["name"];
        let code = first.map(|violation| violation.rule.code());
        assert_eq!(code, expect["malformed"].as_str(), "{name}");
        let field = first.and_then(|violation| violation.field());
        assert_eq!(
            field.map(|field| field as u64),
            expect["field"].as_u64(),
            "{name}"
        );
        if let Some(violation) = first {
            let section = violation.rule.section().rsplit_once('§');
            assert_eq!(
                section.map(|(_, section)| section),
                case["section"].as_str(),
                "{name}"
            );
        }
        count += 1;
    }
    assert!(count > 30, "only {count} cases");
}

#[test]
fn real_connections_have_no_violations() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut blocks = 0;
    for (path, connection) in connections() {
        let mut messages = Messages::new(false);
        for block in connection["blocks"].as_array().into_iter().flatten() {
            let part = |field: &Value, name: &str| {
                bytes(&field[name]).or_else(|| field[format!("{name}_hex")].as_str().map(hex))
            };
            let fields: Vec<_> = block["fields"]
                .as_array()
                .expect("fields")
                .iter()
                .filter(|field| field["op"] != "size-update")
                .map(|field| (part(field, "name"), part(field, "value")))
                .collect();
            let fields = list(&fields);
            let context = messages.next(
                sender(block),
                block["stream"].as_u64().map(|stream| stream as u32),
                block["kind"] == "PUSH_PROMISE",
                block["end_stream"] == true,
                fields.iter().copied(),
            );
            for violation in check(context, &fields) {
                let name = violation.field().and_then(|field| fields[field].name);
                // Binary metadata of gRPC violates HTTP's rules for values.
                if name.is_some_and(|name| name.ends_with(b"-bin")) {
                    continue;
                }
                let message = violation.message(|number| fields[number]);
                let entry = format!("{path} {}: {message}", violation.rule.code());
                *seen.entry(entry).or_default() += 1;
            }
            blocks += 1;
        }
    }
    assert!(seen.is_empty(), "{seen:#?}");
    assert!(blocks > 1000, "only {blocks} blocks");
}

#[test]
fn stories_violate_one_rule() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut violations = 0;
    for (encoder, stories) in testing::story::varied() {
        for story in stories {
            for case in &story.cases {
                let fields: Vec<_> = (case.headers.iter())
                    .map(|(name, value)| Field {
                        name: Some(name.as_bytes()),
                        value: Some(value.as_bytes()),
                    })
                    .collect();
                let context = Messages::new(false).next(
                    Sender::Unknown,
                    None,
                    false,
                    false,
                    fields.iter().copied(),
                );
                for violation in check(context, &fields) {
                    // The stories were recorded from HTTP/1.1.
                    if violation.rule.code() != "connection-specific-field" {
                        let message = violation.message(|number| fields[number]);
                        let entry = format!("{encoder} {}: {message}", violation.rule.code());
                        *seen.entry(entry).or_default() += 1;
                    }
                    violations += 1;
                }
            }
        }
    }
    // Three values of the lists end with whitespace.
    let is_expected = |(entry, &times): (&String, &usize)| {
        times == 3 && entry.ends_with("The value ends with whitespace.")
    };
    assert!(seen.iter().all(is_expected), "{seen:#?}");
    assert!(violations > 1000, "only {violations} violations");
}
