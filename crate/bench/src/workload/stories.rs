//! Stories as hpack-test-case has them: a connection's blocks with the fields
//! that they have to decode to.

use std::{fmt, slice};

use hpack::dynamic_table::DEFAULT_MAXIMUM;
use input::hex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::conversation::Sent;
use super::{Conversation, decoded, write_fault, write_field};

/// Why a file is no story to measure with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStory {
    /// It is not JSON of a story.
    Form(String),
    /// The blocks cannot be read.
    Blocks(String),
    /// The blocks decode to something else than the fields that it names, as
    /// those of an older draft do.
    Fields,
}

impl fmt::Display for NoStory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(reason) | Self::Blocks(reason) => f.write_str(reason),
            Self::Fields => f.write_str("its blocks do not decode to the fields that it names"),
        }
    }
}

#[derive(Deserialize)]
struct Story {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    /// The block in hex.
    wire: String,
    /// SETTINGS_HEADER_TABLE_SIZE, acknowledged before the block, in bytes.
    header_table_size: Option<u32>,
    /// An object with one member for each field.
    headers: Vec<Map<String, Value>>,
}

impl Case {
    fn block(&self) -> Result<Sent, NoStory> {
        let mut bytes = Vec::new();
        hex::decode(self.wire.as_bytes(), &mut bytes)
            .ok_or_else(|| NoStory::Blocks(format!("“{}” is not hex", self.wire)))?;
        Ok(Sent {
            limit_changes: self.header_table_size.into_iter().collect(),
            bytes,
        })
    }
}

/// The conversation of a story, if its blocks decode to the fields that it
/// names.
///
/// # Errors
/// [`NoStory`] says what is in the way.
pub fn story(json: &[u8]) -> Result<Conversation, NoStory> {
    let story: Story =
        serde_json::from_slice(json).map_err(|error| NoStory::Form(error.to_string()))?;
    let blocks = story.cases.iter().map(Case::block);
    let conversation = Conversation {
        limit: DEFAULT_MAXIMUM,
        maximum: DEFAULT_MAXIMUM,
        blocks: blocks.collect::<Result<_, _>>()?,
    };
    let mut expected = Vec::new();
    for (name, value) in story.cases.iter().flat_map(|case| &case.headers).flatten() {
        let value = value.as_str().unwrap_or_default();
        write_field(&mut expected, name.as_bytes(), value.as_bytes());
    }
    if decoded(slice::from_ref(&conversation), write_fault) != expected {
        return Err(NoStory::Fields);
    }
    Ok(conversation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_decodes_to_its_fields() {
        let cases = [
            (
                r#"{"cases":[{"wire":"8287","headers":[{":method":"GET"},{":scheme":"https"}]}]}"#,
                Ok(vec![vec![0x82, 0x87]]),
            ),
            (
                r#"{"cases":[{"wire":"8287","headers":[{":method":"GET"}]}]}"#,
                Err(NoStory::Fields),
            ),
            (
                r#"{"cases":[{"wire":"80","headers":[]}]}"#,
                Err(NoStory::Fields),
            ),
        ];
        for (json, expected) in cases {
            let found = story(json.as_bytes()).map(|conversation| {
                let blocks = conversation.blocks.into_iter();
                blocks.map(|sent| sent.bytes).collect()
            });
            assert_eq!(found, expected, "{json}");
        }
        for json in ["", "[]", r#"{"cases":[{"headers":[]}]}"#] {
            assert!(story(json.as_bytes()).is_err(), "{json}");
        }
    }

    #[test]
    fn limits_are_acknowledged_where_the_story_has_them() {
        let json = r#"{"cases":[
            {"wire":"82","headers":[{":method":"GET"}]},
            {"header_table_size":0,"wire":"2082","headers":[{":method":"GET"}]}]}"#;
        let conversation = story(json.as_bytes()).unwrap();
        assert_eq!(conversation.blocks[1].limit_changes, [0]);
    }
}
