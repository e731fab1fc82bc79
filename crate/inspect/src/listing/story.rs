//! JSON of hpack-test-case, which the tests of many decoders read.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::cases::{Cases, Expected};
use crate::{json, text::hex};

#[derive(Serialize)]
struct Story<'a> {
    description: String,
    cases: Vec<Told<'a>>,
}

#[derive(Serialize)]
struct Told<'a> {
    seqno: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_table_size: Option<u32>,
    wire: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<Vec<Header<'a>>>,
}

/// An object of one member.
struct Header<'a>(&'a str, &'a str);

impl Serialize for Header<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, self.1)?;
        map.end()
    }
}

/// The cases as a story, which begins with an empty table of 4096 octets.
pub(super) fn story(Cases { cases, left_out }: &Cases<'_>) -> String {
    let mut remarks = vec!["Header blocks written by HPACK Inspector.".to_owned()];
    if !left_out.is_empty() {
        remarks.push(super::left_out(left_out));
    }
    let mut not_text = Vec::new();
    let mut refused = Vec::new();
    let mut told = Vec::with_capacity(cases.len());
    for (seqno, case) in cases.iter().enumerate() {
        let headers = match &case.outcome {
            Ok(fields) => {
                // JSON holds text: a list with something else in it would be another list.
                let headers = fields.iter().map(header).collect::<Option<Vec<_>>>();
                if headers.is_none() {
                    not_text.push(seqno);
                }
                headers
            }
            Err(fault) => {
                refused.push(format!("Case {seqno} has to be refused: {fault}."));
                None
            }
        };
        told.push(Told {
            seqno,
            header_table_size: case.limits.last().copied(),
            wire: hex(&case.octets),
            headers,
        });
    }
    if !not_text.is_empty() {
        let numbers = super::joined(not_text);
        remarks.push(format!(
            "Without headers, as they are not UTF-8: case {numbers}."
        ));
    }
    remarks.extend(refused);
    let story = Story {
        description: remarks.join(" "),
        cases: told,
    };
    let mut text = serde_json::to_string_pretty(&story).unwrap_or_default();
    text.push('\n');
    json::escaped(&text).into_owned()
}

fn header<'a>(field: &'a Expected<'_>) -> Option<Header<'a>> {
    Some(Header(
        str::from_utf8(&field.name).ok()?,
        str::from_utf8(&field.value).ok()?,
    ))
}
