//! Header lists from JSON: lists of `[name, value]`, a single such list, or the
//! output of `decode --format json`.

use std::fmt;

use hpack::FieldLine;
use http2::Sender;
use inspect::text::unhex;
use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer},
};

pub(crate) struct Lists(pub(crate) Vec<List>);

/// The fields of one block.
pub(crate) struct List {
    /// `Unknown` if the JSON names no sender.
    pub(crate) sender: Sender,
    /// The block's stream, if known.
    pub(crate) stream: Option<u32>,
    pub(crate) fields: Vec<Field>,
}

pub(crate) struct Field {
    name: Vec<u8>,
    value: Vec<u8>,
    sensitive: bool,
}

impl Field {
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
        let list = |fields| List {
            sender: Sender::Unknown,
            stream: None,
            fields,
        };
        let mut all = Vec::new();
        let mut single = Vec::new();
        while let Some(element) = lists.next_element()? {
            match element {
                Element::List(fields) if single.is_empty() => all.push(list(fields)),
                Element::Field(field) if all.is_empty() => single.push(field),
                Element::List(_) | Element::Field(_) => {
                    return Err(de::Error::custom(
                        "fields and header lists are mixed: each list needs its own brackets",
                    ));
                }
            }
        }
        if !single.is_empty() {
            all.push(list(single));
        }
        Ok(Lists(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Lists, A::Error> {
        let report = Report::deserialize(MapAccessDeserializer::new(map))?;
        report.lists().map_err(de::Error::custom)
    }
}

/// An element of the outermost list: a header list, or a field if the input is
/// a single list.
enum Element {
    List(Vec<Field>),
    Field(Field),
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = Element;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a header list, or [name, value]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Element, A::Error> {
        let mut fields = match parts.next_element()? {
            None => return Ok(Element::List(Vec::new())),
            Some(First::Name(name)) => {
                return FieldVisitor.pair(name, parts).map(Element::Field);
            }
            Some(First::Field(field)) => vec![field],
        };
        while let Some(field) = parts.next_element()? {
            fields.push(field);
        }
        Ok(Element::List(fields))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Element, A::Error> {
        FieldVisitor.visit_map(map).map(Element::Field)
    }
}

/// The first element of a header list or field.
enum First {
    Name(String),
    Field(Field),
}

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FirstVisitor)
    }
}

struct FirstVisitor;

impl<'de> Visitor<'de> for FirstVisitor {
    type Value = First;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FieldVisitor.expecting(f)
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<First, E> {
        Ok(First::Name(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, pair: A) -> Result<First, A::Error> {
        FieldVisitor.visit_seq(pair).map(First::Field)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<First, A::Error> {
        FieldVisitor.visit_map(map).map(First::Field)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldVisitor)
    }
}

struct FieldVisitor;

impl FieldVisitor {
    /// Reads the rest of a `[name, value]` pair.
    fn pair<'de, A: SeqAccess<'de>>(self, name: String, mut rest: A) -> Result<Field, A::Error> {
        let missing = |length| de::Error::invalid_length(length, &self);
        let value: String = rest.next_element()?.ok_or_else(|| missing(1))?;
        if rest.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(missing(3));
        }
        Ok(Field {
            name: name.into_bytes(),
            value: value.into_bytes(),
            sensitive: false,
        })
    }
}

impl<'de> Visitor<'de> for FieldVisitor {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[name, value]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Field, A::Error> {
        match pair.next_element()? {
            Some(name) => self.pair(name, pair),
            None => Err(de::Error::invalid_length(0, &self)),
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Field, A::Error> {
        let item = Item::deserialize(MapAccessDeserializer::new(map))?;
        item.field().map_err(de::Error::custom)
    }
}

/// The parts of `decode --format json` that matter for encoding.
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

/// An item of a block, or a field written as an object.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    kind: Option<String>,
    representation: Option<String>,
    name: Option<String>,
    value: Option<String>,
    name_hex: Option<String>,
    value_hex: Option<String>,
    name_of: Option<de::IgnoredAny>,
    value_of: Option<de::IgnoredAny>,
    /// The npm package calls it `neverIndexed`.
    #[serde(default, alias = "neverIndexed")]
    sensitive: bool,
}

impl Item {
    fn field(self) -> Result<Field, String> {
        if self.name_of.is_some() || self.value_of.is_some() {
            return Err(
                "its fields are more than JSON writes out (`nameOf` and `valueOf` refer to earlier ones); they can't be encoded from it"
                    .to_owned(),
            );
        }
        let bytes = |what: &str, text: Option<String>, digits: Option<String>| match digits {
            Some(digits) => unhex(&digits)
                .ok_or_else(|| format!("the {what} “{digits}” is not pairs of hex digits")),
            None => text
                .map(String::into_bytes)
                .ok_or_else(|| format!("a field whose {what} is not known cannot be encoded")),
        };
        Ok(Field {
            name: bytes("name", self.name, self.name_hex)?,
            value: bytes("value", self.value, self.value_hex)?,
            sensitive: self.sensitive || self.representation.as_deref() == Some("never"),
        })
    }
}

impl Report {
    /// The blocks of both directions in the order they were sent.
    fn lists(self) -> Result<Lists, String> {
        let connections = self.connections.into_iter();
        let mut with_blocks = connections.filter(|connection| {
            let mut directions = connection.directions.iter();
            directions.any(|direction| !direction.blocks.is_empty())
        });
        let connection = with_blocks.next();
        if with_blocks.next().is_some() {
            return Err(
                "there are several connections; choose one with `decode --connection N`".to_owned(),
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
