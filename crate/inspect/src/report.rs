//! A session as JSON, schema `hpack-inspector/1`, written without building it
//! in memory first: a block of some kilobytes can stand for megabytes.

use hpack::Kind;
use input::{Problem, Sender};
use serde::{Serialize, Serializer, ser::SerializeSeq, ser::SerializeStruct};

use crate::{
    columns::{BlockRecord, Row, flags},
    session::Session,
    warnings::Warning,
};

/// How much of the table after each block is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// Nothing.
    None,
    /// Size, maximum and number of entries.
    #[default]
    Size,
    /// The entries too, newest first.
    Full,
}

/// The whole answer.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    schema: &'static str,
    problems: &'a [Problem],
    source: SourceView<'a>,
    connections: [ConnectionView<'a>; 1],
}

impl<'a> Report<'a> {
    /// `session`, which was read from `bytes` octets in a format of that name.
    #[must_use]
    pub fn new(
        format: &'a str,
        bytes: usize,
        problems: &'a [Problem],
        session: &'a Session,
        tables: Tables,
    ) -> Self {
        // The client comes first, whoever sent the first block.
        let mut order: Vec<usize> = (0..session.directions().len()).collect();
        order.sort_by_key(|&direction| match session.directions()[direction].sender {
            Sender::Client => 0,
            Sender::Server => 1,
            Sender::Unknown => 2,
        });
        Self {
            schema: "hpack-inspector/1",
            problems,
            source: SourceView { format, bytes },
            connections: [ConnectionView {
                name: "pasted blocks",
                protocol: "h2",
                start: "paste",
                errors: [],
                directions: order
                    .into_iter()
                    .map(|direction| DirectionView {
                        sender: session.directions()[direction].sender,
                        blocks: Blocks {
                            session,
                            direction,
                            tables,
                        },
                    })
                    .collect(),
            }],
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct SourceView<'a> {
    format: &'a str,
    bytes: usize,
}

#[derive(Clone, Debug, Serialize)]
struct ConnectionView<'a> {
    name: &'static str,
    protocol: &'static str,
    start: &'static str,
    errors: [(); 0],
    directions: Vec<DirectionView<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct DirectionView<'a> {
    sender: Sender,
    blocks: Blocks<'a>,
}

#[derive(Clone, Debug)]
struct Blocks<'a> {
    session: &'a Session,
    direction: usize,
    tables: Tables,
}

impl Serialize for Blocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let direction = &self.session.directions()[self.direction];
        let mut blocks = serializer.serialize_seq(Some(direction.blocks.len()))?;
        for &number in &direction.blocks {
            blocks.serialize_element(&BlockView::new(
                self.session,
                number as usize,
                self.tables,
            ))?;
        }
        blocks.end()
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BlockView<'a> {
    sequence: usize,
    stream: Option<u32>,
    frame: Option<&'static str>,
    hex: Hex<'a>,
    after_fault: bool,
    items: Items<'a>,
    error: Option<ErrorView>,
    warnings: Vec<Warning>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Table<'a>>,
}

impl<'a> BlockView<'a> {
    fn new(session: &'a Session, number: usize, tables: Tables) -> Self {
        let record = &session.blocks()[number];
        Self {
            sequence: number,
            stream: None,
            frame: None,
            hex: Hex(session.octets(number)),
            after_fault: record.after_fault,
            items: Items { session, record },
            error: record.fault.as_ref().map(|fault| ErrorView {
                code: fault.code().name(),
                field_offset: fault.field_offset,
                at: fault.at,
                bit: fault.bit,
                section: fault.code().section(),
                message: fault.to_string(),
            }),
            warnings: session.warnings(number),
            table: (tables != Tables::None).then_some(Table {
                session,
                number,
                full: tables == Tables::Full,
            }),
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorView {
    code: &'static str,
    field_offset: usize,
    at: usize,
    bit: u8,
    section: &'static str,
    message: String,
}

/// Octets as hexadecimal digits.
struct Hex<'a>(&'a [u8]);

impl std::fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

struct Items<'a> {
    session: &'a Session,
    record: &'a BlockRecord,
}

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = &self.session.rows()[self.record.rows.clone()];
        let mut items = serializer.serialize_seq(Some(rows.len()))?;
        for row in rows {
            items.serialize_element(&Item {
                session: self.session,
                row,
            })?;
        }
        items.end()
    }
}

struct Item<'a> {
    session: &'a Session,
    row: &'a Row,
}

/// How sure a field is; `None` where it is certain.
#[must_use]
pub fn certainty(row: &Row) -> Option<&'static str> {
    let name = row.has(flags::NAME_UNKNOWN);
    let value = row.has(flags::VALUE_UNKNOWN);
    match (name, value) {
        _ if row.has(flags::IMPOSSIBLE) => Some("impossible"),
        (true, true) => Some("unknown"),
        (true, false) => Some("name-unknown"),
        (false, true) => Some("value-unknown"),
        (false, false) => None,
    }
}

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.row;
        if row.kind == Kind::SizeUpdate {
            let mut item = serializer.serialize_struct("Item", 4)?;
            item.serialize_field("kind", "size-update")?;
            item.serialize_field("size", &row.size)?;
            item.serialize_field("start", &row.start)?;
            item.serialize_field("end", &row.end)?;
            return item.end();
        }
        let mut item = serializer.serialize_struct("Item", 12)?;
        item.serialize_field("kind", "field")?;
        item.serialize_field("representation", row.kind.name())?;
        let name = self.session.name(row);
        let value = self.session.value(row);
        item.serialize_field("name", &name.map(String::from_utf8_lossy))?;
        if let Some(octets) = name.filter(|name| std::str::from_utf8(name).is_err()) {
            item.serialize_field("nameHex", &Hex(octets))?;
        }
        item.serialize_field("value", &value.map(String::from_utf8_lossy))?;
        if let Some(octets) = value.filter(|value| std::str::from_utf8(value).is_err()) {
            item.serialize_field("valueHex", &Hex(octets))?;
        }
        item.serialize_field("index", &(row.index != 0).then_some(row.index))?;
        item.serialize_field("start", &row.start)?;
        item.serialize_field("end", &row.end)?;
        let coded = |literal, huffman| row.has(literal).then(|| row.has(huffman));
        item.serialize_field(
            "nameHuffman",
            &coded(flags::NAME_LITERAL, flags::NAME_HUFFMAN),
        )?;
        item.serialize_field(
            "valueHuffman",
            &coded(flags::VALUE_LITERAL, flags::VALUE_HUFFMAN),
        )?;
        if let Some(certainty) = certainty(row) {
            item.serialize_field("certainty", certainty)?;
        }
        item.end()
    }
}

struct Table<'a> {
    session: &'a Session,
    number: usize,
    full: bool,
}

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fill = self.session.fill_after(self.number);
        let mut table = serializer.serialize_struct("Table", 4)?;
        table.serialize_field("size", &fill.size)?;
        table.serialize_field("maxSize", &fill.max_size)?;
        table.serialize_field("count", &fill.count)?;
        if self.full {
            table.serialize_field("entries", &Entries(self))?;
        }
        table.end()
    }
}

struct Entries<'a>(&'a Table<'a>);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EntryView<'a> {
    index: usize,
    name: Option<std::borrow::Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_hex: Option<Hex<'a>>,
    value: Option<std::borrow::Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_hex: Option<Hex<'a>>,
    size: u64,
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Table {
            session, number, ..
        } = *self.0;
        let moment = session.blocks()[number].after;
        let hex = |octets: &[u8]| std::str::from_utf8(octets).is_err();
        serializer.collect_seq(
            session
                .direction(number)
                .table()
                .entries_at(&moment)
                .enumerate()
                .map(|(nth, entry)| EntryView {
                    index: 62 + nth,
                    name: entry.name.map(String::from_utf8_lossy),
                    name_hex: entry.name.filter(|name| hex(name)).map(Hex),
                    value: entry.value.map(String::from_utf8_lossy),
                    value_hex: entry.value.filter(|value| hex(value)).map(Hex),
                    size: entry.size,
                }),
        )
    }
}

/// What of a session rests on an assumption or cannot be: to go with the
/// problems of its input. `place` names the octet of a block in the input.
pub fn problems(session: &Session, place: impl Fn(usize, usize) -> String) -> Vec<Problem> {
    /// Impossible indices that are named one by one.
    const NAMED: usize = 100;
    let options = session.options();
    if !options.start.unknown {
        return Vec::new();
    }
    let mut problems = vec![Problem {
        r#where: "byte 0".to_owned(),
        message: format!(
            "The start is unknown: the table's maximum is taken as {} octets, and the limit as {}.",
            options.maximum, options.limit
        ),
    }];
    let impossible = session
        .rows()
        .iter()
        .filter(|row| row.has(flags::IMPOSSIBLE));
    problems.extend(impossible.take(NAMED).map(|row| Problem {
        r#where: place(row.block as usize, row.start as usize),
        message: format!(
            "Index {} can never have been valid: a table of {} octets has no room for so many entries.",
            row.index, row.after.maximum
        ),
    }));
    problems
}
