//! Sessions as JSON (schema `hpack-inspector/1`), serialized without building a
//! document in memory: a block of a few kilobytes can decode to megabytes.

use std::{cell::Cell, collections::HashSet};

use hpack::{DecodeErrorKind, Kind};
use http2::{Arrival, FrameError};
use input::{
    Problem, Sender,
    capture::{Protocol, Start},
};
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{
    capture::{Connection, FrameRecord},
    columns::{Row, flags},
    diagnosis::Diagnosis,
    session::Session,
    text::hex,
};

/// Detail of the table after each block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// No table.
    None,
    /// Size, maximum and number of entries.
    #[default]
    Size,
    /// The entries too, newest first.
    Full,
}

/// Filter for connections, streams and blocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockFilter<'a> {
    /// Only this connection, numbered from 0.
    pub connection: Option<usize>,
    /// Only this stream.
    pub stream: Option<u32>,
    /// Only these blocks, as (connection, block).
    pub blocks: Option<&'a HashSet<(usize, usize)>>,
}

impl BlockFilter<'_> {
    /// Whether a block of a connection passes the filter.
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

    /// Blocks of a connection that pass the filter, in order.
    pub fn blocks_of(&self, connection: usize, session: &Session) -> impl Iterator<Item = usize> {
        let all = 0..session.blocks().len();
        all.filter(move |&block| self.has(connection, session, block))
    }

    fn has_frame(&self, number: usize, record: &FrameRecord) -> bool {
        let carries = |wanted: &HashSet<(usize, usize)>| {
            let block = record.block.map(|block| block as usize);
            block.is_some_and(|block| wanted.contains(&(number, block)))
        };
        self.stream
            .is_none_or(|stream| record.frame.header.stream == stream)
            && self.blocks.is_none_or(carries)
    }
}

/// Input of a report.
#[derive(Clone, Copy, Debug)]
pub enum Decoded<'a> {
    /// Header blocks without frames.
    Blocks(&'a Session, BlockFilter<'a>),
    /// Connections of a capture.
    Capture(&'a [Connection], BlockFilter<'a>),
}

/// Bytes of names and values written out, plus a number per byte of input.
/// Beyond that, text in the dynamic table is referred to: a reference of one
/// byte can expand to a whole table.
const WRITTEN: u64 = 64 << 20;
const WRITTEN_FOR_EACH: u64 = 64;
/// Entries of tables listed by reference beyond that, plus one per byte of
/// input.
const ENTRIES: u64 = 1 << 20;

/// Overhead of an entry (RFC 7541 §4.1), bytes.
const OVERHEAD: usize = 32;

/// Budget of bytes of names and values to write out, and of table entries to
/// list once those are spent.
#[derive(Debug)]
pub struct OutputBudget(Cell<u64>, Cell<u64>);

impl OutputBudget {
    /// Budget for an input of `bytes` bytes.
    pub fn of(bytes: u64) -> Self {
        let room = Self(Cell::new(WRITTEN), Cell::new(ENTRIES));
        room.grow(bytes);
        room
    }

    /// Adds the budget for `bytes` more bytes of input.
    pub fn grow(&self, bytes: u64) {
        let more = bytes.saturating_mul(WRITTEN_FOR_EACH);
        self.0.set(self.0.get().saturating_add(more));
        self.1.set(self.1.get().saturating_add(bytes));
    }

    /// Takes an entry from the budget; returns whether it may be listed.
    fn list_entry(&self) -> bool {
        let left = self.1.get();
        if self.is_spent() {
            self.1.set(left.saturating_sub(1));
        }
        self.take(OVERHEAD);
        left > 0
    }

    /// Spends `bytes` bytes.
    pub fn take(&self, bytes: usize) {
        self.0.set(self.0.get().saturating_sub(bytes as u64));
    }

    /// Whether text in the dynamic table must be written as a reference.
    pub fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

/// Serializes the items of an iterator.
struct Seq<F>(F);

impl<I: Iterator<Item: Serialize>, F: Fn() -> I> Serialize for Seq<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A report on a whole input.
#[derive(Debug)]
pub struct Report<'a> {
    format: &'a str,
    bytes: u64,
    problems: &'a [Problem],
    decoded: Decoded<'a>,
    causes: &'a [Vec<Diagnosis>],
    lines: Lines,
}

impl<'a> Report<'a> {
    /// Reports an input of `bytes` bytes in the named format. `causes` are the
    /// likely causes of errors of each connection.
    pub fn new(
        format: &'a str,
        bytes: u64,
        problems: &'a [Problem],
        decoded: Decoded<'a>,
        causes: &'a [Vec<Diagnosis>],
        tables: Tables,
    ) -> Self {
        let room = OutputBudget::of(bytes);
        Self {
            format,
            bytes,
            problems,
            decoded,
            causes,
            lines: Lines { tables, room },
        }
    }

    fn parts(&self) -> Vec<Part<'_>> {
        let lines = &self.lines;
        match self.decoded {
            Decoded::Blocks(session, only) => vec![lines.part(session, 0, None, only)],
            Decoded::Capture(connections, only) => (0..)
                .zip(connections)
                .filter(|&(number, _)| only.connection.is_none_or(|wanted| wanted == number))
                .map(|(number, one)| lines.part(&one.session, number, Some(one), only))
                .collect(),
        }
    }
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct View<'a, C> {
            schema: &'static str,
            problems: &'a [Problem],
            source: Source<'a>,
            connections: C,
        }
        #[derive(Serialize)]
        struct Source<'a> {
            format: &'a str,
            bytes: u64,
        }
        let causes = |part: &Part<'_>| {
            self.causes
                .get(part.number)
                .map_or(&[][..], |causes| causes)
        };
        View {
            schema: "hpack-inspector/1",
            problems: self.problems,
            source: Source {
                format: self.format,
                bytes: self.bytes,
            },
            connections: Seq(|| {
                let parts = self.parts().into_iter();
                parts.map(|part| part.connection(causes(&part)))
            }),
        }
        .serialize(serializer)
    }
}

/// Reports on single blocks, one line each, with a common budget.
#[derive(Debug)]
pub struct Lines {
    tables: Tables,
    room: OutputBudget,
}

impl Lines {
    /// Creates reports for input that is still being read.
    pub fn new(tables: Tables) -> Self {
        Self {
            tables,
            room: OutputBudget::of(0),
        }
    }

    /// Records that `bytes` more bytes were read.
    pub fn read(&self, bytes: usize) {
        self.room.grow(bytes as u64);
    }

    fn part<'a>(
        &'a self,
        session: &'a Session,
        number: usize,
        connection: Option<&'a Connection>,
        only: BlockFilter<'a>,
    ) -> Part<'a> {
        Part {
            session,
            number,
            connection,
            only,
            lines: self,
        }
    }

    /// Reports on `block` of connection `number`; pasted blocks have none.
    pub fn of<'a>(
        &'a self,
        session: &'a Session,
        number: usize,
        connection: Option<&'a Connection>,
        block: usize,
    ) -> impl Serialize {
        #[derive(Serialize)]
        struct Line<B> {
            connection: usize,
            name: String,
            sender: Sender,
            #[serde(flatten)]
            block: B,
        }
        let part = self.part(session, number, connection, BlockFilter::default());
        Line {
            connection: number,
            name: part.name(),
            sender: session.direction(block).sender,
            block: part.block(block),
        }
    }
}

/// One connection with a filter. Pasted blocks form one connection.
#[derive(Clone, Copy)]
struct Part<'a> {
    session: &'a Session,
    number: usize,
    connection: Option<&'a Connection>,
    only: BlockFilter<'a>,
    lines: &'a Lines,
}

/// Packet and time, if the input has them.
#[derive(Serialize)]
struct ArrivalView {
    /// Number of the packet, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    packet: Option<u32>,
    /// Seconds since 1970, with nine decimals.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
}

impl From<Arrival> for ArrivalView {
    fn from(Arrival { packet, nanos, .. }: Arrival) -> Self {
        let second = 1_000_000_000;
        Self {
            packet: (packet > 0).then_some(packet),
            time: (nanos > 0).then(|| format!("{}.{:09}", nanos / second, nanos % second)),
        }
    }
}

/// A likely cause of failed blocks, with its evidence.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CauseView<'a> {
    /// First block that shows it.
    sequence: u32,
    what: &'a str,
    why: &'a str,
    following: u32,
    well_formed_before: u32,
    well_formed_after: u32,
}

impl<'a> Part<'a> {
    fn name(&self) -> String {
        let name = self.connection.map(|connection| connection.about.name());
        name.unwrap_or_else(|| "pasted blocks".to_owned())
    }

    fn connection(self, causes: &'a [Diagnosis]) -> impl Serialize {
        #[derive(Serialize)]
        struct View<'a, F, D> {
            name: String,
            protocol: Protocol,
            start: Start,
            #[serde(skip_serializing_if = "Option::is_none")]
            frames: Option<F>,
            errors: Vec<ErrorView<'a>>,
            #[serde(skip_serializing_if = "Vec::is_empty")]
            causes: Vec<CauseView<'a>>,
            directions: Vec<D>,
        }
        #[derive(Serialize)]
        struct ErrorView<'a> {
            code: &'static str,
            frame: u32,
            offset: u64,
            section: &'static str,
            message: &'a str,
        }
        let about = self.connection.map(|connection| &connection.about);
        let all = self.only.stream.is_none() && self.only.blocks.is_none();
        let errors = self.connection.into_iter().flat_map(|one| &one.errors);
        let is_shown = |error: &&FrameError| {
            let frames = self.connection.map_or(&[][..], |one| &one.frames);
            let frame = frames.get(error.frame as usize);
            all || frame.is_some_and(|frame| self.only.has_frame(self.number, frame))
        };
        let senders = [Sender::Client, Sender::Server, Sender::Unknown].into_iter();
        View {
            name: self.name(),
            protocol: about.map_or(Protocol::Http2, |about| about.protocol),
            start: about.map_or(Start::Paste, |about| about.start),
            frames: self.connection.map(|one| self.frames(one)),
            errors: errors
                .filter(is_shown)
                .map(|error| ErrorView {
                    code: error.code.name(),
                    frame: error.frame,
                    offset: error.offset,
                    section: error.section,
                    message: &error.message,
                })
                .collect(),
            causes: causes
                .iter()
                .map(|cause| CauseView {
                    sequence: cause.block,
                    what: &cause.what,
                    why: &cause.why,
                    following: cause.following,
                    well_formed_before: cause.well_formed_before,
                    well_formed_after: cause.well_formed_after,
                })
                .collect(),
            directions: senders
                .filter_map(|sender| self.direction(sender))
                .collect(),
        }
    }

    fn frames(self, connection: &'a Connection) -> impl Serialize {
        #[derive(Serialize)]
        struct View {
            sender: Sender,
            #[serde(rename = "type")]
            kind: String,
            flags: u8,
            stream: u32,
            length: u32,
            #[serde(flatten)]
            arrival: ArrivalView,
        }
        Seq(move || {
            let frames = connection.frames.iter();
            let shown = frames.filter(move |one| self.only.has_frame(self.number, one));
            shown.map(|record| View {
                sender: record.frame.sender,
                kind: record.frame.header.kind.to_string(),
                flags: record.frame.header.flags,
                stream: record.frame.header.stream,
                length: record.frame.header.length,
                arrival: record.frame.arrival.into(),
            })
        })
    }

    fn direction(self, sender: Sender) -> Option<impl Serialize> {
        #[derive(Serialize)]
        struct View<B> {
            sender: Sender,
            blocks: B,
        }
        let mut all = self.session.directions().iter();
        let found = all.find(|one| one.sender == sender && !one.blocks.is_empty())?;
        Some(View {
            sender,
            blocks: Seq(move || {
                let blocks = found.blocks.iter().map(|&block| block as usize);
                let shown =
                    blocks.filter(move |&one| self.only.has(self.number, self.session, one));
                shown.map(move |block| self.block(block))
            }),
        })
    }

    fn block(self, number: usize) -> impl Serialize {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct View<I, W, T> {
            sequence: usize,
            stream: Option<u32>,
            frame: Option<&'static str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            promised_stream: Option<u32>,
            /// Arrival of the block's last byte.
            #[serde(flatten)]
            arrival: ArrivalView,
            hex: String,
            #[serde(rename = "afterFault")]
            after_error: bool,
            items: I,
            error: Option<ErrorView>,
            warnings: W,
            #[serde(skip_serializing_if = "Option::is_none")]
            table: Option<T>,
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
            /// Only for a block that is cut.
            #[serde(skip_serializing_if = "Option::is_none")]
            missing: Option<Option<u64>>,
        }
        let session = self.session;
        let record = &session.blocks()[number];
        let framing = self.connection.and_then(|one| one.framing.get(number));
        let arrival = framing.map_or(Arrival::default(), |framing| framing.arrival);
        View {
            sequence: number,
            stream: record.stream(),
            frame: record.framed.map(|framed| framed.frame()),
            promised_stream: record.promised(),
            arrival: arrival.into(),
            hex: hex(session.bytes(number)),
            after_error: record.after_error,
            items: Seq(move || {
                session
                    .rows_of(number)
                    .iter()
                    .map(move |row| self.item(row))
            }),
            error: record.error.map(|error| ErrorView {
                code: error.code().name(),
                field_offset: error.field_offset,
                at: error.at,
                bit: error.bit,
                section: error.code().section(),
                message: error.to_string(),
                missing: match error.kind {
                    DecodeErrorKind::Cut { missing } => Some(missing),
                    _ => None,
                },
            }),
            // Formatted one by one: a block can have a million.
            warnings: Seq(move || {
                let found = session.found(number).into_iter();
                found.map(move |found| session.warning(number, found))
            }),
            table: (self.lines.tables != Tables::None).then(|| self.table(number)),
        }
    }

    fn item(self, row: &'a Row) -> impl Serialize {
        #[derive(Serialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        enum View<'a> {
            SizeUpdate {
                size: u32,
                start: u32,
                end: u32,
            },
            #[serde(rename_all = "camelCase")]
            Field {
                representation: &'static str,
                #[serde(flatten)]
                name: Member<'a>,
                #[serde(flatten)]
                value: Member<'a>,
                index: Option<u32>,
                start: u32,
                end: u32,
                name_huffman: Option<bool>,
                value_huffman: Option<bool>,
                #[serde(skip_serializing_if = "Option::is_none")]
                inserted_by: Option<InsertedBy>,
                #[serde(skip_serializing_if = "Option::is_none")]
                certainty: Option<&'static str>,
            },
        }
        let (start, end) = (row.start, row.end);
        if row.kind == Kind::SizeUpdate {
            let size = row.size();
            return View::SizeUpdate { size, start, end };
        }
        let session = self.session;
        let inserted_by = InsertedBy::of(session, row);
        let entry = |literal| inserted_by.filter(|_| !row.has(literal));
        let [name_huffman, value_huffman] = row.huffman();
        View::Field {
            representation: row.kind.name(),
            name: self.member(&NAME, session.name(row), || entry(flags::NAME_LITERAL)),
            value: self.member(&VALUE, session.value(row), || entry(flags::VALUE_LITERAL)),
            index: (row.index != 0).then_some(row.index),
            start,
            end,
            name_huffman,
            value_huffman,
            inserted_by,
            certainty: certainty(row),
        }
    }

    fn table(self, number: usize) -> impl Serialize {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct View<E> {
            size: u64,
            max_size: u32,
            count: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            certainty: Option<&'static str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            entries: Option<E>,
        }
        #[derive(Serialize)]
        struct EntryView<'a> {
            index: usize,
            #[serde(flatten)]
            name: Member<'a>,
            #[serde(flatten)]
            value: Member<'a>,
            size: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            certainty: Option<&'static str>,
        }
        // Certain values carry no `certainty`, as with items.
        let at_least = |is_certain: bool| (!is_certain).then_some("at-least");
        let session = self.session;
        let record = &session.blocks()[number];
        let fill = session.fill_after(number);
        let entry = move |(nth, entry): (usize, hpack::Entry<'a>)| {
            let by = || InsertedBy::entry(session, record.direction, entry.position);
            EntryView {
                index: 62 + nth,
                name: self.member(&NAME, entry.name, by),
                value: self.member(&VALUE, entry.value, by),
                size: entry.size,
                certainty: at_least(entry.name.is_some()),
            }
        };
        View {
            size: fill.size,
            max_size: fill.max_size,
            count: fill.count,
            certainty: at_least(session.is_fill_certain(number)),
            entries: (self.lines.tables == Tables::Full).then_some(Seq(move || {
                let table = session.direction(number).table();
                let entries = table.entries_at(&record.after).enumerate();
                let listed = entries.take_while(|_| self.lines.room.list_entry());
                listed.map(entry)
            })),
        }
    }

    /// A name or value, or a reference to its `entry` if the budget is spent.
    fn member(
        self,
        keys: &'static [&'static str; 3],
        text: Option<&'a [u8]>,
        entry: impl FnOnce() -> Option<InsertedBy>,
    ) -> Member<'a> {
        let by = self.lines.room.is_spent().then(entry).flatten();
        if by.is_none() {
            self.lines.room.take(text.map_or(0, <[u8]>::len));
        }
        Member { keys, text, by }
    }
}

/// Keys of a name and a value: as text, in hex, and as a reference.
const NAME: [&str; 3] = ["name", "nameHex", "nameOf"];
const VALUE: [&str; 3] = ["value", "valueHex", "valueOf"];

struct Member<'a> {
    keys: &'static [&'static str; 3],
    text: Option<&'a [u8]>,
    by: Option<InsertedBy>,
}

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [text, in_hex, of] = self.keys;
        let mut members = serializer.serialize_map(None)?;
        if let Some(by) = self.by {
            members.serialize_entry(of, &by)?;
            return members.end();
        }
        members.serialize_entry(text, &self.text.map(String::from_utf8_lossy))?;
        match self.text {
            Some(bytes) if str::from_utf8(bytes).is_err() => {
                members.serialize_entry(in_hex, &hex(bytes))?;
            }
            _ => {}
        }
        members.end()
    }
}

/// Reference to the item that inserted an entry, in place of the entry's text.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct InsertedBy {
    /// Its block.
    pub sequence: u32,
    /// Its offset in the block.
    pub start: u32,
}

impl InsertedBy {
    /// Returns the item that inserted the entry which `row` refers to.
    pub fn of(session: &Session, row: &Row) -> Option<Self> {
        let position = session.referred(row)?;
        Self::entry(
            session,
            session.blocks()[row.block as usize].direction,
            position,
        )
    }

    fn entry(session: &Session, direction: u32, position: i64) -> Option<Self> {
        let (sequence, start) = session.inserted_at(direction as usize, position)?;
        Some(Self { sequence, start })
    }
}

/// Certainty of a field; `None` if certain.
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
