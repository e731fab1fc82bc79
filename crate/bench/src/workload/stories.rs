//! Stories in the format of hpack-test-case: blocks of a connection with their
//! fields.

use std::{fmt, slice};

use hpack::dynamic_table::DEFAULT_MAXIMUM;
use input::hex;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::conversation::Sent;
use super::{Conversation, decoded, write_error, write_field};

/// Why a file cannot be used as a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoryError {
    /// It is not the JSON of a story.
    Form(String),
    /// A block is not hex.
    Blocks(String),
    /// The blocks do not decode to its fields, as in an older draft.
    Fields,
}

impl fmt::Display for StoryError {
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
    /// SETTINGS_HEADER_TABLE_SIZE acknowledged before the block, bytes.
    header_table_size: Option<u32>,
    /// One object per field.
    headers: Vec<Map<String, Value>>,
}

impl Case {
    fn block(&self) -> Result<Sent, StoryError> {
        let mut bytes = Vec::new();
        hex::decode(self.wire.as_bytes(), &mut bytes)
            .ok_or_else(|| StoryError::Blocks(format!("“{}” is not hex", self.wire)))?;
        Ok(Sent {
            limit_changes: self.header_table_size.into_iter().collect(),
            bytes,
        })
    }
}

/// Reads the conversation of a story and checks that its blocks decode to its
/// fields.
///
/// # Errors
/// [`StoryError`].
pub fn story(json: &[u8]) -> Result<Conversation, StoryError> {
    let story: Story =
        serde_json::from_slice(json).map_err(|error| StoryError::Form(error.to_string()))?;
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
    if decoded(slice::from_ref(&conversation), write_error) != expected {
        return Err(StoryError::Fields);
    }
    Ok(conversation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_stories_with_other_fields() {
        let cases = [
            (
                r#"{"cases":[{"wire":"8287","headers":[{":method":"GET"},{":scheme":"https"}]}]}"#,
                Ok(vec![vec![0x82, 0x87]]),
            ),
            (
                r#"{"cases":[{"wire":"8287","headers":[{":method":"GET"}]}]}"#,
                Err(StoryError::Fields),
            ),
            (
                r#"{"cases":[{"wire":"80","headers":[]}]}"#,
                Err(StoryError::Fields),
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
    fn reads_limit_changes() {
        let json = r#"{"cases":[
            {"wire":"82","headers":[{":method":"GET"}]},
            {"header_table_size":0,"wire":"2082","headers":[{":method":"GET"}]}]}"#;
        let conversation = story(json.as_bytes()).unwrap();
        assert_eq!(conversation.blocks[1].limit_changes, [0]);
    }
}
