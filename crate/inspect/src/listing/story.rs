//! Stories of hpack-test-case (JSON), the test format of many decoders.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::cases::{Case, Expected};
use crate::{json, text::hex};

#[derive(Serialize)]
struct CaseView<'a> {
    seqno: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_table_size: Option<u32>,
    wire: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<Vec<Header<'a>>>,
}

struct Header<'a>(&'a str, &'a str);

impl Serialize for Header<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, self.1)?;
        map.end()
    }
}

/// Writes cases as a story for a decoder with a table of 4,096 bytes.
#[derive(Debug, Default)]
pub(super) struct Story {
    cases: String,
    not_utf8: Vec<usize>,
    refused: Vec<String>,
}

impl Story {
    /// Writes a case. `number` counts from 1.
    pub(super) fn case(&mut self, case: &Case<'_>, number: usize) {
        let seqno = number - 1;
        let headers = match &case.outcome {
            Ok(fields) => {
                // JSON can only hold text, and a partial list would be a wrong
                // expectation.
                let headers = fields.iter().map(header).collect::<Option<Vec<_>>>();
                if headers.is_none() {
                    self.not_utf8.push(seqno);
                }
                headers
            }
            Err(error) => {
                self.refused
                    .push(format!("Case {seqno} has to be refused: {error}."));
                None
            }
        };
        let json_case = pretty(&CaseView {
            seqno,
            header_table_size: case.limits.last().copied(),
            wire: hex(&case.bytes),
            headers,
        });
        // JSON strings contain no line feeds.
        self.cases += if seqno == 0 { "\n    " } else { ",\n    " };
        self.cases += &json_case.replace('\n', "\n    ");
    }

    /// Returns the story, with a remark about the blocks `left_out`.
    pub(super) fn finish(self, left_out: &[usize]) -> String {
        let mut remarks = vec!["Header blocks written by HPACK Inspector.".to_owned()];
        if !left_out.is_empty() {
            remarks.push(super::left_out(left_out));
        }
        if !self.not_utf8.is_empty() {
            let numbers = super::join(self.not_utf8);
            remarks.push(format!(
                "Without headers, as they are not UTF-8: case {numbers}."
            ));
        }
        remarks.extend(self.refused);
        let description = pretty(&remarks.join(" "));
        let cases = self.cases;
        format!("{{\n  \"description\": {description},\n  \"cases\": [{cases}\n  ]\n}}\n")
    }
}

fn pretty(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    json::escaped(&text).into_owned()
}

fn header<'a>(field: &'a Expected<'_>) -> Option<Header<'a>> {
    Some(Header(
        str::from_utf8(&field.name).ok()?,
        str::from_utf8(&field.value).ok()?,
    ))
}
