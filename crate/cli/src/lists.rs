//! Header lists as JSON brings them: lists of `[name, value]`, or what
//! `decode --format json` prints.

use std::fmt;

use hpack::FieldLine;
use http2::Sender;
use inspect::text::unhex;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

/// All lists, in order.
pub(crate) struct Lists(pub(crate) Vec<List>);

/// The fields of a block.
pub(crate) struct List {
    /// Who sends it; unknown where nothing says so.
    pub(crate) sender: Sender,
    /// The stream it is sent on, where that is known.
    pub(crate) stream: Option<u32>,
    pub(crate) fields: Vec<Field>,
}

/// A field.
pub(crate) struct Field {
    name: Vec<u8>,
    value: Vec<u8>,
    sensitive: bool,
}

impl Field {
    /// What is to be written.
    pub(crate) fn line(&self) -> FieldLine<'_> {
        FieldLine {
            name: &self.name,
            value: &self.value,
            sensitive: self.sensitive,
        }
    }
}

impl<'de> Deserialize<'de> for Lists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListsVisitor)
    }
}

struct ListsVisitor;

impl<'de> Visitor<'de> for ListsVisitor {
    type Value = Lists;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of header lists, or what `decode --format json` prints")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut lists: A) -> Result<Lists, A::Error> {
        let mut all = Vec::new();
        while let Some(fields) = lists.next_element()? {
            all.push(List {
                sender: Sender::Unknown,
                stream: None,
                fields,
            });
        }
        Ok(Lists(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Lists, A::Error> {
        let report = Report::deserialize(MapAccessDeserializer::new(map))?;
        report.lists().map_err(de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor)
    }
}

struct FieldVisitor;

impl<'de> Visitor<'de> for FieldVisitor {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[name, value]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Field, A::Error> {
        let missing = |length| de::Error::invalid_length(length, &self);
        let name: String = pair.next_element()?.ok_or_else(|| missing(0))?;
        let value: String = pair.next_element()?.ok_or_else(|| missing(1))?;
        if pair.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(missing(3));
        }
        Ok(Field {
            name: name.into_bytes(),
            value: value.into_bytes(),
            sensitive: false,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Field, A::Error> {
        let item = Item::deserialize(MapAccessDeserializer::new(map))?;
        item.field().map_err(de::Error::custom)
    }
}

/// What `decode` prints, as far as it is a matter here.
#[derive(Deserialize)]
struct Report {
    connections: Vec<Connection>,
}

#[derive(Deserialize)]
struct Connection {
    directions: Vec<Direction>,
}

#[derive(Deserialize)]
struct Direction {
    sender: String,
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Block {
    sequence: u64,
    stream: Option<u32>,
    items: Vec<Item>,
}

/// An item of a block, or a field with a name for each of its parts.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    kind: Option<String>,
    representation: Option<String>,
    name: Option<String>,
    value: Option<String>,
    name_hex: Option<String>,
    value_hex: Option<String>,
    #[serde(default)]
    sensitive: bool,
}

impl Item {
    fn field(self) -> Result<Field, String> {
        let octets = |what: &str, text: Option<String>, digits: Option<String>| match digits {
            Some(digits) => {
                unhex(&digits).ok_or_else(|| format!("the {what} «{digits}» is not in hex digits"))
            }
            None => text
                .map(String::into_bytes)
                .ok_or_else(|| format!("a field whose {what} is not known cannot be encoded")),
        };
        Ok(Field {
            name: octets("name", self.name, self.name_hex)?,
            value: octets("value", self.value, self.value_hex)?,
            sensitive: self.sensitive || self.representation.as_deref() == Some("never"),
        })
    }
}

impl Report {
    /// The blocks of both directions in the order in which they were sent.
    fn lists(self) -> Result<Lists, String> {
        let connections = self.connections.into_iter();
        let mut with_blocks = connections.filter(|connection| {
            let mut directions = connection.directions.iter();
            directions.any(|direction| !direction.blocks.is_empty())
        });
        let connection = with_blocks.next();
        if with_blocks.next().is_some() {
            return Err(
                "there are several connections; `decode --connection N` takes one".to_owned(),
            );
        }
        let mut lists = Vec::new();
        for direction in connection.into_iter().flat_map(|one| one.directions) {
            let sender = match &direction.sender[..] {
                "client" => Sender::Client,
                "server" => Sender::Server,
                _ => Sender::Unknown,
            };
            for block in direction.blocks {
                let items = block.items.into_iter();
                let fields = items
                    .filter(|item| item.kind.as_deref() != Some("size-update"))
                    .map(Item::field)
                    .collect::<Result<_, _>>()
                    .map_err(|error| format!("block {}: {error}", block.sequence))?;
                lists.push((
                    block.sequence,
                    List {
                        sender,
                        stream: block.stream,
                        fields,
                    },
                ));
            }
        }
        lists.sort_by_key(|(sequence, _)| *sequence);
        Ok(Lists(lists.into_iter().map(|(_, list)| list).collect()))
    }
}
