//! Sessions as JSON, schema `hpack-inspector/1`, written without building it
//! in memory first: a block of some kilobytes can stand for megabytes.

use std::{cell::Cell, collections::HashSet};

use hpack::Kind;
use http2::{Arrival, FrameError};
use input::{
    Problem, Sender,
    capture::{Protocol, Start},
};
use serde::{Serialize, Serializer, ser::SerializeSeq, ser::SerializeStruct};

use crate::{
    capture::Connection,
    columns::{BlockRecord, Row, flags},
    diagnosis::Diagnosis,
    session::Session,
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

/// What of the connections is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Only<'a> {
    /// Only this connection, counted from 0.
    pub connection: Option<usize>,
    /// Only this stream.
    pub stream: Option<u32>,
    /// Only these blocks of these connections.
    pub blocks: Option<&'a HashSet<(usize, usize)>>,
}

impl Only<'_> {
    /// Whether a block of a connection is shown.
    #[must_use]
    pub fn has(&self, connection: usize, session: &Session, block: usize) -> bool {
        let framed = session.blocks()[block].framed;
        self.connection.is_none_or(|wanted| wanted == connection)
            && self
                .stream
                .is_none_or(|wanted| framed.is_some_and(|framed| framed.stream == wanted))
            && self
                .blocks
                .is_none_or(|wanted| wanted.contains(&(connection, block)))
    }

    /// The blocks of a connection that are shown, in order.
    pub fn blocks_of(&self, connection: usize, session: &Session) -> impl Iterator<Item = usize> {
        let all = 0..session.blocks().len();
        all.filter(move |&block| self.has(connection, session, block))
    }

    /// Whether a frame of a connection is shown.
    fn has_frame(&self, number: usize, connection: &Connection, frame: usize) -> bool {
        let Some(record) = connection.frames.get(frame) else {
            return false;
        };
        let carries = |wanted: &HashSet<(usize, usize)>| {
            let block = record.block.map(|block| block as usize);
            block.is_some_and(|block| wanted.contains(&(number, block)))
        };
        self.stream
            .is_none_or(|stream| record.frame.header.stream == stream)
            && self.blocks.is_none_or(carries)
    }
}

/// What was decoded.
#[derive(Clone, Copy, Debug)]
pub enum Decoded<'a> {
    /// Header blocks without frames.
    Blocks(&'a Session, Only<'a>),
    /// Connections.
    Capture(&'a [Connection], Only<'a>),
}

/// Octets of names and values that an answer writes out, and how many more for
/// each octet of the input. Behind that, what stands in the dynamic table is
/// referred to: a reference of one octet can stand for as many as fit in the
/// table.
const WRITTEN: u64 = 64 << 20;
const WRITTEN_FOR_EACH: u64 = 64;
/// Entries of tables that are referred to behind that, and one more for each
/// octet of the input.
const ENTRIES: u64 = 1 << 20;

/// What is counted for an entry besides its name and value, as in its size
/// (RFC 7541 §4.1), bytes.
const OVERHEAD: usize = 32;

/// Octets of names and values that may still be written out, and entries of
/// tables that may be referred to once those are spent.
#[derive(Debug)]
pub struct Room(Cell<u64>, Cell<u64>);

impl Room {
    /// For an input of `bytes` octets.
    #[must_use]
    pub fn of(bytes: u64) -> Self {
        let room = Self(Cell::new(WRITTEN), Cell::new(ENTRIES));
        room.grow(bytes);
        room
    }

    /// `bytes` more bytes of input have been read.
    pub fn grow(&self, bytes: u64) {
        let more = bytes.saturating_mul(WRITTEN_FOR_EACH);
        self.0.set(self.0.get().saturating_add(more));
        self.1.set(self.1.get().saturating_add(bytes));
    }

    /// Whether one more entry of a table may be listed.
    fn list_entry(&self) -> bool {
        let left = self.1.get();
        if self.is_spent() {
            self.1.set(left.saturating_sub(1));
        }
        self.take(OVERHEAD);
        left > 0
    }

    /// So many bytes are written out.
    pub fn take(&self, octets: usize) {
        self.0.set(self.0.get().saturating_sub(octets as u64));
    }

    /// Whether text that the table holds is to be referred to.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// The whole answer.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    schema: &'static str,
    problems: &'a [Problem],
    source: SourceView<'a>,
    connections: Connections<'a>,
}

impl<'a> Report<'a> {
    /// What was read from `bytes` octets in a format of that name; `causes`
    /// are what may have gone wrong in each connection.
    #[must_use]
    pub fn new(
        format: &'a str,
        bytes: u64,
        problems: &'a [Problem],
        decoded: Decoded<'a>,
        causes: &'a [Vec<Diagnosis>],
        tables: Tables,
    ) -> Self {
        Self {
            schema: "hpack-inspector/1",
            problems,
            source: SourceView { format, bytes },
            connections: Connections {
                decoded,
                causes,
                tables,
                room: Room::of(bytes),
            },
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct SourceView<'a> {
    format: &'a str,
    bytes: u64,
}

#[derive(Debug)]
struct Connections<'a> {
    decoded: Decoded<'a>,
    causes: &'a [Vec<Diagnosis>],
    tables: Tables,
    room: Room,
}

impl Serialize for Connections<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tables = self.tables;
        let room = &self.room;
        match self.decoded {
            Decoded::Blocks(session, only) => serializer.collect_seq([ConnectionView {
                name: PASTED.to_owned(),
                protocol: Protocol::Http2,
                start: Start::Paste,
                frames: None,
                errors: Vec::new(),
                causes: self.causes_of(0),
                directions: directions(session, (0, None), only, tables, room),
            }]),
            Decoded::Capture(connections, only) => serializer.collect_seq(
                connections
                    .iter()
                    .enumerate()
                    .filter(|&(number, _)| only.connection.is_none_or(|wanted| wanted == number))
                    .map(|(number, connection)| {
                        let is_shown =
                            |frame: u32| only.has_frame(number, connection, frame as usize);
                        let all = only.stream.is_none() && only.blocks.is_none();
                        ConnectionView {
                            name: connection.about.name(),
                            protocol: connection.about.protocol,
                            start: connection.about.start,
                            frames: Some(Frames {
                                number,
                                connection,
                                only,
                            }),
                            errors: connection
                                .errors
                                .iter()
                                .filter(|error| all || is_shown(error.frame))
                                .map(FrameErrorView::from)
                                .collect(),
                            causes: self.causes_of(number),
                            directions: directions(
                                &connection.session,
                                (number, Some(connection)),
                                only,
                                tables,
                                room,
                            ),
                        }
                    }),
            ),
        }
    }
}

#[derive(Serialize)]
struct ConnectionView<'a> {
    name: String,
    protocol: Protocol,
    start: Start,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<Frames<'a>>,
    errors: Vec<FrameErrorView<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<CauseView<'a>>,
    directions: Vec<DirectionView<'a>>,
}

/// What may be the cause where blocks failed: a guess, and what it rests on.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CauseView<'a> {
    /// The block in which it shows.
    sequence: u32,
    what: &'a str,
    why: &'a str,
    following: u32,
    well_formed_before: u32,
    well_formed_after: u32,
}

impl Connections<'_> {
    fn causes_of(&self, connection: usize) -> Vec<CauseView<'_>> {
        let own = self.causes.get(connection).into_iter().flatten();
        own.map(|cause| CauseView {
            sequence: cause.block,
            what: &cause.what,
            why: &cause.why,
            following: cause.following,
            well_formed_before: cause.well_formed_before,
            well_formed_after: cause.well_formed_after,
        })
        .collect()
    }
}

struct Frames<'a> {
    number: usize,
    connection: &'a Connection,
    only: Only<'a>,
}

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let frames = self.connection.frames.iter().enumerate();
        serializer.collect_seq(
            frames
                .filter(|(at, _)| self.only.has_frame(self.number, self.connection, *at))
                .map(|(_, record)| &record.frame)
                .map(|frame| FrameView {
                    sender: frame.sender,
                    kind: Shown(frame.header.kind),
                    flags: frame.header.flags,
                    stream: frame.header.stream,
                    length: frame.header.length,
                    arrival: ArrivalView::from(frame.arrival),
                }),
        )
    }
}

#[derive(Serialize)]
struct FrameView {
    sender: Sender,
    #[serde(rename = "type")]
    kind: Shown<http2::FrameType>,
    flags: u8,
    stream: u32,
    length: u32,
    #[serde(flatten)]
    arrival: ArrivalView,
}

/// What brought something, where the input says so.
#[derive(Serialize)]
struct ArrivalView {
    /// Number of the packet, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    packet: Option<u32>,
    /// Seconds since 1970, with all nine digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
}

impl From<Arrival> for ArrivalView {
    fn from(arrival: Arrival) -> Self {
        let nanos = arrival.nanos;
        let second = 1_000_000_000;
        Self {
            packet: (arrival.packet > 0).then_some(arrival.packet),
            time: (nanos > 0).then(|| format!("{}.{:09}", nanos / second, nanos % second)),
        }
    }
}

/// Written as it is shown to people.
struct Shown<T>(T);

impl<T: std::fmt::Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[derive(Serialize)]
struct FrameErrorView<'a> {
    code: &'static str,
    frame: u32,
    offset: u64,
    section: &'static str,
    message: &'a str,
}

impl<'a> From<&'a FrameError> for FrameErrorView<'a> {
    fn from(error: &'a FrameError) -> Self {
        Self {
            code: error.code.name(),
            frame: error.frame,
            offset: error.offset,
            section: error.section,
            message: &error.message,
        }
    }
}

/// The directions, the client's first, regardless of which block came first.
fn directions<'a>(
    session: &'a Session,
    (number, connection): (usize, Option<&'a Connection>),
    only: Only<'a>,
    tables: Tables,
    room: &'a Room,
) -> Vec<DirectionView<'a>> {
    let mut order: Vec<usize> = (0..session.directions().len()).collect();
    order.retain(|&direction| !session.directions()[direction].blocks.is_empty());
    order.sort_by_key(|&direction| match session.directions()[direction].sender {
        Sender::Client => 0,
        Sender::Server => 1,
        Sender::Unknown => 2,
    });
    let view = |direction: usize| DirectionView {
        sender: session.directions()[direction].sender,
        blocks: Blocks {
            session,
            number,
            connection,
            direction,
            only,
            tables,
            room,
        },
    };
    order.into_iter().map(view).collect()
}

#[derive(Serialize)]
struct DirectionView<'a> {
    sender: Sender,
    blocks: Blocks<'a>,
}

struct Blocks<'a> {
    session: &'a Session,
    number: usize,
    connection: Option<&'a Connection>,
    direction: usize,
    only: Only<'a>,
    tables: Tables,
    room: &'a Room,
}

impl Serialize for Blocks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let direction = &self.session.directions()[self.direction];
        let all = direction.blocks.iter().map(|&block| block as usize);
        let shown = all.filter(|&block| self.only.has(self.number, self.session, block));
        serializer.collect_seq(shown.map(|block| {
            BlockView::new(self.session, self.connection, block, self.tables, self.room)
        }))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BlockView<'a> {
    sequence: usize,
    stream: Option<u32>,
    frame: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promised_stream: Option<u32>,
    /// Of what brought its last octet.
    #[serde(flatten)]
    arrival: ArrivalView,
    hex: Hex<'a>,
    after_fault: bool,
    items: Items<'a>,
    error: Option<ErrorView>,
    warnings: Warnings<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Table<'a>>,
}

impl<'a> BlockView<'a> {
    fn new(
        session: &'a Session,
        connection: Option<&Connection>,
        number: usize,
        tables: Tables,
        room: &'a Room,
    ) -> Self {
        let record = &session.blocks()[number];
        let framing = connection.and_then(|connection| connection.framing.get(number));
        let promised = record.framed.and_then(|framed| framed.promised);
        Self {
            sequence: number,
            stream: record.framed.map(|framed| framed.stream),
            frame: record.framed.map(|framed| framed.frame()),
            promised_stream: promised,
            arrival: ArrivalView::from(framing.map_or(Arrival::default(), |own| own.arrival)),
            hex: Hex(session.octets(number)),
            after_fault: record.after_fault,
            items: Items {
                session,
                record,
                room,
            },
            error: record.fault.as_ref().map(|fault| ErrorView {
                code: fault.code().name(),
                field_offset: fault.field_offset,
                at: fault.at,
                bit: fault.bit,
                section: fault.code().section(),
                message: fault.to_string(),
            }),
            warnings: Warnings { session, number },
            table: (tables != Tables::None).then_some(Table {
                session,
                number,
                full: tables == Tables::Full,
                room,
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

/// One block by itself, as a line of its own shows it.
#[derive(Serialize)]
pub struct Line<'a> {
    connection: usize,
    name: String,
    sender: Sender,
    #[serde(flatten)]
    block: BlockView<'a>,
}

/// What lines of blocks share.
#[derive(Debug)]
pub struct Lines {
    tables: Tables,
    room: Room,
}

impl Lines {
    /// For what is read as it comes.
    #[must_use]
    pub fn new(tables: Tables) -> Self {
        Self {
            tables,
            room: Room::of(0),
        }
    }

    /// `bytes` octets more have been read.
    pub fn read(&self, bytes: usize) {
        self.room.grow(bytes as u64);
    }

    /// Block `block` of connection `number`.
    #[must_use]
    pub fn of_connection<'a>(
        &'a self,
        number: usize,
        connection: &'a Connection,
        block: usize,
    ) -> Line<'a> {
        let name = connection.about.name();
        self.line(number, name, &connection.session, Some(connection), block)
    }

    /// A pasted block.
    #[must_use]
    pub fn of_session<'a>(&'a self, session: &'a Session, block: usize) -> Line<'a> {
        self.line(0, PASTED.to_owned(), session, None, block)
    }

    fn line<'a>(
        &'a self,
        number: usize,
        name: String,
        session: &'a Session,
        connection: Option<&Connection>,
        block: usize,
    ) -> Line<'a> {
        Line {
            connection: number,
            name,
            sender: session.direction(block).sender,
            block: BlockView::new(session, connection, block, self.tables, &self.room),
        }
    }
}

/// What pasted blocks are called in place of a connection's name.
const PASTED: &str = "pasted blocks";

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

/// Put into words one by one: a block can have a million.
struct Warnings<'a> {
    session: &'a Session,
    number: usize,
}

impl Serialize for Warnings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.session.found(self.number).into_iter();
        serializer.collect_seq(found.map(|found| self.session.warning(self.number, found)))
    }
}

struct Items<'a> {
    session: &'a Session,
    record: &'a BlockRecord,
    room: &'a Room,
}

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = &self.session.rows()[self.record.rows.clone()];
        let mut items = serializer.serialize_seq(Some(rows.len()))?;
        for row in rows {
            items.serialize_element(&Item {
                session: self.session,
                row,
                room: self.room,
            })?;
        }
        items.end()
    }
}

struct Item<'a> {
    session: &'a Session,
    row: &'a Row,
    room: &'a Room,
}

/// The item that inserted an entry, in place of the entry's text.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct InsertedBy {
    /// Its block.
    pub sequence: u32,
    /// Where it begins in the block.
    pub start: u32,
}

/// A name or a value: what it is called, and the members that hold it.
struct Member<'a> {
    text: Option<&'a [u8]>,
    key: &'static str,
    hex: &'static str,
    of: &'static str,
}

impl<'a> Member<'a> {
    fn name(text: Option<&'a [u8]>) -> Self {
        Self {
            text,
            key: "name",
            hex: "nameHex",
            of: "nameOf",
        }
    }

    fn value(text: Option<&'a [u8]>) -> Self {
        Self {
            text,
            key: "value",
            hex: "valueHex",
            of: "valueOf",
        }
    }

    /// Writes it; or what inserted it, where there is no room.
    fn write<S: SerializeStruct>(
        &self,
        room: &Room,
        entry: impl FnOnce() -> Option<InsertedBy>,
        out: &mut S,
    ) -> Result<(), S::Error> {
        if room.is_spent()
            && let Some(by) = entry()
        {
            return out.serialize_field(self.of, &by);
        }
        room.take(self.text.map_or(0, <[u8]>::len));
        out.serialize_field(self.key, &self.text.map(String::from_utf8_lossy))?;
        match self.text {
            Some(octets) if std::str::from_utf8(octets).is_err() => {
                out.serialize_field(self.hex, &Hex(octets))
            }
            _ => Ok(()),
        }
    }
}

impl InsertedBy {
    /// The item that inserted the entry which a row refers to.
    #[must_use]
    pub fn of(session: &Session, row: &Row) -> Option<Self> {
        let position = session.referred(row)?;
        inserted_by(
            session,
            session.blocks()[row.block as usize].direction,
            position,
        )
    }
}

fn inserted_by(session: &Session, direction: u32, position: i64) -> Option<InsertedBy> {
    let by = session.inserted_by(direction as usize, position)?;
    Some(InsertedBy {
        sequence: by.block,
        start: by.octet,
    })
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
            item.serialize_field("size", &row.size())?;
            item.serialize_field("start", &row.start)?;
            item.serialize_field("end", &row.end)?;
            return item.end();
        }
        let mut item = serializer.serialize_struct("Item", 13)?;
        item.serialize_field("kind", "field")?;
        item.serialize_field("representation", row.kind.name())?;
        let inserted_by = || InsertedBy::of(self.session, row);
        Member::name(self.session.name(row)).write(
            self.room,
            || (!row.has(flags::NAME_LITERAL)).then(inserted_by).flatten(),
            &mut item,
        )?;
        Member::value(self.session.value(row)).write(
            self.room,
            || (!row.has(flags::VALUE_LITERAL)).then(inserted_by).flatten(),
            &mut item,
        )?;
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
        if let Some(by) = inserted_by() {
            item.serialize_field("insertedBy", &by)?;
        }
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
    room: &'a Room,
}

impl Serialize for Table<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fill = self.session.fill_after(self.number);
        let mut table = serializer.serialize_struct("Table", 5)?;
        table.serialize_field("size", &fill.size)?;
        table.serialize_field("maxSize", &fill.max_size)?;
        table.serialize_field("count", &fill.count)?;
        // As with `certainty` of an item: what is certain says nothing.
        if !self.session.is_fill_certain(self.number) {
            table.serialize_field("certainty", "at-least")?;
        }
        if self.full {
            table.serialize_field("entries", &Entries(self))?;
        }
        table.end()
    }
}

struct Entries<'a>(&'a Table<'a>);

struct EntryView<'a> {
    of: &'a Table<'a>,
    index: usize,
    entry: hpack::Entry<'a>,
}

impl Serialize for EntryView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { of, index, entry } = self;
        let direction = of.session.blocks()[of.number].direction;
        let by = || inserted_by(of.session, direction, entry.position);
        let mut view = serializer.serialize_struct("Entry", 7)?;
        view.serialize_field("index", index)?;
        Member::name(entry.name).write(of.room, by, &mut view)?;
        Member::value(entry.value).write(of.room, by, &mut view)?;
        view.serialize_field("size", &entry.size)?;
        if entry.name.is_none() {
            view.serialize_field("certainty", "at-least")?;
        }
        view.end()
    }
}

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Table {
            session, number, ..
        } = *self.0;
        let moment = session.blocks()[number].after;
        let table = session.direction(number).table();
        let room = self.0.room;
        let entries = table.entries_at(&moment).enumerate();
        let entries = entries.take_while(|_| room.list_entry());
        serializer.collect_seq(entries.map(|(nth, entry)| EntryView {
            of: self.0,
            index: 62 + nth,
            entry,
        }))
    }
}
