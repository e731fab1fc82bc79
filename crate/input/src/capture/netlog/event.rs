//! Parses events of a NetLog.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::names::number;
use crate::hex;

#[derive(Deserialize)]
pub(super) struct Head {
    #[serde(rename = "type")]
    pub(super) kind: i64,
    pub(super) source: Source,
    #[serde(default)]
    time: Option<Value>,
    /// 1 begin, 2 end, 0 instant.
    #[serde(default)]
    pub(super) phase: u8,
}

#[derive(Deserialize)]
pub(super) struct Source {
    pub(super) id: i64,
}

impl Head {
    /// Milliseconds since time 0 of the log.
    pub(super) fn time(&self) -> i64 {
        self.time.as_ref().map_or(0, number)
    }
}

#[derive(Deserialize)]
struct WithBytes<'a> {
    #[serde(borrow)]
    params: Option<Bytes<'a>>,
}

#[derive(Default, Deserialize)]
struct Bytes<'a> {
    #[serde(default)]
    byte_count: Option<u64>,
    #[serde(borrow, default)]
    bytes: Option<Cow<'a, str>>,
    /// In hex, written by versions before 2018.
    #[serde(borrow, default)]
    hex_encoded_bytes: Option<Cow<'a, str>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) bytes: Vec<u8>,
    /// Number of bytes missing from the log.
    pub(super) missing: u64,
    pub(super) is_logged: bool,
}

pub(super) fn parse(event: &[u8]) -> Option<Carried> {
    use base64::Engine;
    let params = serde_json::from_slice::<WithBytes<'_>>(event)
        .ok()?
        .params?;
    let base64 = &base64::engine::general_purpose::STANDARD;
    let bytes = match (&params.bytes, &params.hex_encoded_bytes) {
        (Some(text), _) => base64.decode(text.as_bytes()).ok(),
        (None, Some(text)) => from_hex(text.as_bytes()),
        (None, None) => None,
    };
    let is_logged = bytes.is_some();
    let bytes = bytes.unwrap_or_default();
    let missing = params
        .byte_count
        .unwrap_or(0)
        .saturating_sub(bytes.len() as u64);
    Some(Carried {
        bytes,
        missing,
        is_logged,
    })
}

fn from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    hex::decode(digits, &mut bytes)?;
    Some(bytes)
}

#[derive(Deserialize)]
struct WithParams {
    #[serde(default)]
    params: Value,
}

/// Parses the parameters of an infrequent event.
pub(super) fn params(event: &[u8]) -> Value {
    serde_json::from_slice::<WithParams>(event).map_or(Value::Null, |event| event.params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_bytes() {
        let logged = |bytes: &[u8], missing| {
            let bytes = bytes.to_vec();
            Some(Carried {
                bytes,
                missing,
                is_logged: true,
            })
        };
        let left = Some(Carried {
            missing: 3,
            ..Carried::default()
        });
        let cases = [
            (
                r#"{"params":{"byte_count":3,"bytes":"goaE"}}"#,
                logged(b"\x82\x86\x84", 0),
            ),
            (
                r#"{"params":{"byte_count":5,"bytes":"goaE"}}"#,
                logged(b"\x82\x86\x84", 2),
            ),
            (
                r#"{"params":{"bytes":"goaE\/\/8="}}"#,
                logged(b"\x82\x86\x84\xff\xff", 0),
            ),
            (
                r#"{"params":{"byte_count":2,"hex_encoded_bytes":"8286"}}"#,
                logged(b"\x82\x86", 0),
            ),
            (r#"{"params":{"byte_count":3}}"#, left.clone()),
            (r#"{"params":{"byte_count":3,"bytes":"goaE!"}}"#, left),
            (r#"{"params":null}"#, None),
            (r#"{"#, None),
        ];
        for (event, expected) in cases {
            assert_eq!(parse(event.as_bytes()), expected, "{event}");
        }
    }

    #[test]
    fn parses_heads() {
        let cases = [
            (
                r#"{"phase":1,"source":{"id":56,"start_time":"1","type":11},"time":"1767308","type":262}"#,
                (262, 56, 1767308, 1),
            ),
            (
                r#"{"params":{"a":[{}]},"source":{"id":-3,"type":11},"time":17,"type":2}"#,
                (2, -3, 17, 0),
            ),
        ];
        for (event, expected) in cases {
            let head: Head = serde_json::from_slice(event.as_bytes()).unwrap();
            assert_eq!(
                (head.kind, head.source.id, head.time(), head.phase),
                expected
            );
        }
    }
}
