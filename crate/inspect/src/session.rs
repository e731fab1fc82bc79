//! A session: the header blocks of one connection, decoded in order, each
//! direction with a table of its own.

use std::{cell::RefCell, collections::HashMap, fmt, ops::Range, sync::Arc};

use hpack::{
    Decoder, DynamicTable, History, Kind, Limits, Origin, Snapshot, TableState,
    dynamic_table::{DEFAULT_MAXIMUM, entry_size},
    static_table, structure,
};
use http2::validity::{self, Messages, Once};
use input::{Block, Blocks, Framed, Sender, bounds::KEPT};

use crate::{
    columns::{BlockRecord, Row, Source, flags},
    recorder::{Columns, Recorder, make_room},
};

/// What the first block meets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Whether entries may be there that are not known.
    pub unknown: bool,
    /// Whether limit and maximum are only assumed.
    pub assumed: bool,
    /// Entries that are there, newest first.
    pub prior: Vec<(Vec<u8>, Vec<u8>)>,
}

/// How a session is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the first block of each direction meets.
    pub start: Start,
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, bytes.
    pub limit: u32,
    /// The table's maximum at the start, bytes.
    pub maximum: u32,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, bytes, if it has one.
    pub max_header_list_size: Option<u32>,
}

/// What the page and the program decode at most, far beyond what any receiver
/// accepts: a header list of 1 GiB, counted as RFC 9113 §6.5.2 does, and a
/// string of 64 MiB. They bound what one block can ask for; a list above the
/// receiver's own limit is decoded whole, with a warning.
pub const LIMITS: Limits = Limits {
    header_list: 1 << 30,
    string: 1 << 26,
};

/// Bytes that a session takes for each field or size update and for each
/// byte of its blocks, at most, while it grows.
const FOR_EACH_ROW: usize = 150;
const FOR_EACH_BYTE: usize = 50;

/// Pasted header blocks that would take more memory than
/// [is kept](input::bounds::KEPT) at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// Bytes of the blocks.
    pub bytes: usize,
    /// Fields and size updates that were counted until it was too much.
    pub rows: usize,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, rows } = self;
        let most = KEPT >> 20;
        write!(
            f,
            "This text holds {bytes} bytes of header blocks with {rows} fields or more; to decode them would take more than {most} MiB of memory. Paste a part of it."
        )
    }
}

impl core::error::Error for TooMuch {}

/// Whether what `blocks` decode to can be kept. Fields are counted only where
/// one for each byte would be too many.
fn fits(blocks: &Blocks) -> Result<(), TooMuch> {
    let bytes = blocks.bytes().len();
    if bytes.saturating_mul(FOR_EACH_ROW + FOR_EACH_BYTE) <= KEPT {
        return Ok(());
    }
    let left = KEPT.saturating_sub(bytes.saturating_mul(FOR_EACH_BYTE));
    let most = left / FOR_EACH_ROW;
    let mut rows = 0;
    for block in blocks.iter() {
        let mut at = 0;
        while rows <= most
            && at < block.bytes.len()
            && let Ok(found) = structure::representation_at(block.bytes, at)
        {
            at = found.range.end;
            rows += 1;
        }
    }
    if rows > most || left == 0 {
        return Err(TooMuch { bytes, rows });
    }
    Ok(())
}

impl Options {
    /// What is in force at the start: `initial`, where the input says that
    /// limit and maximum are that; else `limit`, and as the maximum the
    /// smaller of it and 4096. Both in bytes.
    pub fn with_limit(limit: u32, initial: Option<u32>) -> Self {
        Self {
            limit: initial.unwrap_or(limit),
            maximum: initial.unwrap_or(limit.min(DEFAULT_MAXIMUM)),
            ..Self::default()
        }
    }

    /// The table that the first block of a direction meets.
    fn table(&self) -> DynamicTable {
        let Start {
            unknown,
            assumed,
            prior,
        } = &self.start;
        let prior = prior.iter().map(|(name, value)| (&name[..], &value[..]));
        let mut table =
            DynamicTable::new(self.limit, self.maximum, History::Kept).with_prior(prior);
        if *unknown {
            table = table.with_unknown_before();
        }
        if *assumed {
            table = table.with_assumed_maximum();
        }
        table
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            start: Start::default(),
            limit: DEFAULT_MAXIMUM,
            maximum: DEFAULT_MAXIMUM,
            max_header_list_size: None,
        }
    }
}

/// One direction: a sender and its table.
#[derive(Debug)]
pub struct Direction {
    /// Who sends.
    pub sender: Sender,
    decoder: Decoder,
    /// The session's numbers of its blocks, in order.
    pub blocks: Vec<u32>,
    /// The table at the start.
    pub start: TableState,
    faulted: bool,
    /// Whether blocks may be missing since the last.
    lost: bool,
    /// Number of the table after its last block among the session's moments.
    moment: u32,
}

impl Direction {
    /// Its dynamic table, with every moment that it has had.
    pub fn table(&self) -> &DynamicTable {
        self.decoder.table()
    }
}

/// What is done to a table between two blocks, and shows in none of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableChange {
    /// This many unknown entries are inserted.
    Insert(u32),
    /// The maximum is set, bytes.
    Resize(u32),
    Limit(u32),
    Load(Arc<Snapshot>),
}

impl TableChange {
    pub(crate) fn apply(&self, table: &mut DynamicTable) {
        match self {
            Self::Insert(entries) => {
                for _ in 0..*entries {
                    table.add_unknown(Origin::default());
                }
            }
            Self::Resize(maximum) => {
                table.resize(*maximum);
            }
            Self::Limit(limit) => table.acknowledge_limit(*limit),
            Self::Load(snapshot) => table.load(snapshot),
        }
    }
}

/// The limits that were acknowledged before a block.
pub(crate) fn acknowledge(table: &mut DynamicTable, unknown: bool, limits: &[u32]) {
    if unknown {
        table.acknowledge_unknown_limit();
    }
    for &limit in limits {
        table.acknowledge_limit(limit);
    }
}

/// Header blocks, decoded.
#[derive(Debug)]
pub struct Session {
    options: Options,
    directions: Vec<Direction>,
    blocks: Vec<BlockRecord>,
    columns: Columns,
    /// The bytes of its blocks one after another. A text has them all from the start.
    bytes: Arc<Vec<u8>>,
    messages: Messages,
    /// What is done to tables before (`false`) and after a block.
    imposed: HashMap<(u32, bool), Vec<TableChange>>,
    /// What was found in long strings, until they move.
    pub(crate) looked_at: RefCell<Once>,
}

impl Session {
    /// A session without blocks.
    pub fn new(options: Options) -> Self {
        Self {
            messages: Messages::new(options.start.unknown),
            options,
            directions: Vec::new(),
            blocks: Vec::new(),
            columns: Columns::default(),
            bytes: Arc::default(),
            imposed: HashMap::new(),
            looked_at: RefCell::default(),
        }
    }

    /// All `blocks`, decoded.
    pub fn decode<'a>(options: Options, blocks: impl IntoIterator<Item: Into<Block<'a>>>) -> Self {
        let mut session = Self::new(options);
        for block in blocks {
            session.push(&block.into());
        }
        session
    }

    /// Decodes blocks that came as one text, all at once.
    pub fn decode_pasted(options: Options, blocks: &Blocks) -> Result<Self, TooMuch> {
        fits(blocks)?;
        let mut session = Self::new(options);
        session.bytes = blocks.shared_bytes();
        for block in blocks.iter() {
            session.push(&block);
        }
        Ok(session)
    }

    /// Decodes the next block; its number in the session.
    pub fn push(&mut self, block: &Block<'_>) -> usize {
        if block.before.blocks_missing {
            self.mark_blocks_missing(block.sender);
        }
        let direction = self.direction_of(block.sender);
        self.directions[direction].faulted |= block.before.after_error;
        let table = self.directions[direction].decoder.table_mut();
        acknowledge(
            table,
            block.before.limit_unknown,
            &block.before.limit_changes,
        );
        if let Some(given) = &block.before.table {
            let change = TableChange::Load(Arc::clone(given));
            change.apply(self.table_mut(block.sender));
            self.note_imposed(self.blocks.len() as u32, false, &[change]);
        }
        self.append(block)
    }

    /// Decodes the next block, whose limits are acknowledged already.
    pub(crate) fn append(&mut self, block: &Block<'_>) -> usize {
        let direction = self.direction_of(block.sender);
        let places = self.text_addresses(direction);
        let number = self.blocks.len() as u32;
        let Direction {
            decoder,
            blocks,
            faulted,
            lost,
            moment,
            ..
        } = &mut self.directions[direction];
        let before = decoder.table().state();
        let first_row = self.columns.rows.len();
        let text = self.columns.text.len();
        let mut recorder = Recorder::new(&mut self.columns, number, before, *moment);
        input::work::add(block.bytes.len());
        let result = decoder.visit(block.bytes, &mut recorder);
        *moment = recorder.moment();
        let start = self.blocks.last().map_or(0, |last| last.bytes.end);
        let bytes = start..start + block.bytes.len();
        if bytes.end > self.bytes.len() {
            Arc::make_mut(&mut self.bytes).extend_from_slice(block.bytes);
        }
        debug_assert_eq!(self.bytes[bytes.clone()], *block.bytes);
        let mut record = BlockRecord {
            direction: direction as u32,
            number: blocks.len() as u32,
            bytes,
            text,
            rows: first_row..self.columns.rows.len(),
            fields: 0,
            fault: result.err(),
            after_fault: *faulted,
            before,
            after: decoder.table().state(),
            limit_changes: block.before.limit_changes.clone(),
            limit_unknown: block.before.limit_unknown,
            after_loss: std::mem::take(lost),
            max_header_list_size: (block.before)
                .max_header_list_size
                .or(self.options.max_header_list_size),
            label: block.label.map(str::to_owned),
            kind_bytes: [0; 5],
            plain_bytes: 0,
            list_bytes: 0,
            unknown_rows: 0,
            framed: block.before.framed,
            context: None,
        };
        for row in &self.columns.rows[first_row..] {
            record.kind_bytes[row.kind as usize] += row.end - row.start;
            record.plain_bytes += row.plain_bytes();
            if row.kind != Kind::SizeUpdate {
                record.fields += 1;
                record.list_bytes += entry_size(row.plain_bytes());
            }
            if row.has(flags::NAME_UNKNOWN | flags::VALUE_UNKNOWN) {
                record.unknown_rows += 1;
            }
        }
        *faulted |= record.fault.is_some();
        blocks.push(number);
        make_room(&mut self.blocks);
        self.blocks.push(record);
        self.tell_message(number as usize, block);
        if places != self.text_addresses(direction) {
            self.looked_at.take();
        }
        number as usize
    }

    /// Where in memory all text is that the next block of a direction may move.
    fn text_addresses(&self, direction: usize) -> [usize; 3] {
        [
            self.columns.text.as_ptr().addr(),
            self.bytes.as_ptr().addr(),
            self.directions[direction].decoder.table().text_address(),
        ]
    }

    /// Notes what part of which message a block is.
    fn tell_message(&mut self, number: usize, block: &Block<'_>) {
        let mut messages = std::mem::replace(&mut self.messages, Messages::new(false));
        let fields: Vec<validity::Field<'_>> = self.fields(number).collect();
        let framed = block.before.framed;
        let stream = framed.map(|framed| framed.stream);
        let promise = framed.is_some_and(|framed| framed.promised.is_some());
        let end_stream = framed.is_some_and(|framed| framed.end_stream);
        let context = messages.next(block.sender, stream, promise, end_stream, &fields);
        drop(fields);
        self.blocks[number].context = context;
        self.messages = messages;
    }

    pub(crate) fn fields(&self, block: usize) -> impl Iterator<Item = validity::Field<'_>> {
        self.field_rows(block).iter().map(|row| self.field(row))
    }

    /// The rows of `block`, which is less than the number of blocks.
    pub fn rows_of(&self, block: usize) -> &[Row] {
        &self.columns.rows[self.blocks[block].rows.clone()]
    }

    /// Positions of the entries that the step of `row` evicted: the oldest of
    /// those that were known.
    pub(crate) fn evicted_by(&self, row: usize) -> Range<i64> {
        let Row { evicted, block, .. } = self.columns.rows[row];
        if evicted == 0 {
            return 0..0;
        }
        let table = self.direction(block as usize).table();
        let oldest = table.oldest_at(&self.before(row));
        oldest..oldest + i64::from(evicted)
    }

    pub(crate) fn field_rows(&self, block: usize) -> &[Row] {
        &self.rows_of(block)[self.first_field(block)..]
    }

    /// The number of the first field among the rows of `block`: size updates
    /// stand before all fields (RFC 7541 §4.2), and one that does not is a
    /// fault and no row.
    pub(crate) fn first_field(&self, block: usize) -> usize {
        let rows = self.rows_of(block);
        rows.partition_point(|row| row.kind == Kind::SizeUpdate)
    }

    pub(crate) fn field(&self, row: &Row) -> validity::Field<'_> {
        validity::Field {
            name: self.name(row),
            value: self.value(row),
        }
    }

    /// Blocks of `sender` are missing here, or may be: what its table held
    /// until now is no longer known.
    pub fn mark_blocks_missing(&mut self, sender: Sender) {
        self.messages.missed(sender);
        let direction = self.direction_of(sender);
        let direction = &mut self.directions[direction];
        direction.decoder.table_mut().mark_blocks_missing();
        direction.lost = true;
    }

    fn direction_of(&mut self, sender: Sender) -> usize {
        let found = self.directions.iter().position(|d| d.sender == sender);
        found.unwrap_or_else(|| self.begin(sender, self.options.table()))
    }

    /// Begins the direction of `sender`, which there is not yet, with `table`;
    /// its number.
    pub(crate) fn begin(&mut self, sender: Sender, table: DynamicTable) -> usize {
        // There are two, and in most small connections one.
        self.directions.reserve_exact(1);
        self.directions.push(Direction {
            sender,
            start: table.state(),
            decoder: Decoder::with_table(table).with_limits(LIMITS),
            blocks: Vec::new(),
            faulted: false,
            lost: false,
            moment: u32::MAX,
        });
        self.directions.len() - 1
    }

    /// The table of `sender`, also where it has sent nothing yet.
    pub(crate) fn table_mut(&mut self, sender: Sender) -> &mut DynamicTable {
        self.looked_at.take();
        let direction = self.direction_of(sender);
        self.directions[direction].decoder.table_mut()
    }

    /// Notes what is done to tables before or `after` block `number`.
    pub(crate) fn note_imposed(&mut self, number: u32, after: bool, changes: &[TableChange]) {
        if !changes.is_empty() {
            self.imposed.insert((number, after), changes.to_vec());
        }
    }

    /// What is done to tables before or `after` block `number`.
    pub(crate) fn imposed(&self, number: u32, after: bool) -> &[TableChange] {
        self.imposed.get(&(number, after)).map_or(&[], |all| all)
    }

    /// A decoder as that of a direction was at `moment`, before block `number`
    /// of that direction.
    pub(crate) fn fork_at(&self, direction: usize, moment: TableState, number: u32) -> Decoder {
        self.directions[direction].decoder.fork_at(moment, number)
    }

    /// The numbers of all blocks, or of those that came on a stream.
    pub fn blocks_of(&self, stream: Option<u32>) -> impl Iterator<Item = usize> {
        let all = self.blocks.iter().enumerate();
        all.filter(move |(_, block)| {
            let own = block.framed.map(|framed| framed.stream);
            stream.is_none_or(|stream| own == Some(stream))
        })
        .map(|(number, _)| number)
    }

    /// How it was decoded.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The directions, in the order of their first blocks.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The blocks, in wire order.
    pub fn blocks(&self) -> &[BlockRecord] {
        &self.blocks
    }

    /// The rows of all blocks, in wire order.
    pub fn rows(&self) -> &[Row] {
        &self.columns.rows
    }

    /// Bytes of `block`, which is less than the number of blocks.
    pub fn bytes(&self, block: usize) -> &[u8] {
        &self.bytes[self.blocks[block].bytes.clone()]
    }

    /// A range of the bytes of a block; `None` if there is no such block or range.
    pub fn bytes_at(&self, block: usize, range: Range<usize>) -> Option<&[u8]> {
        let bytes = self.bytes.get(self.blocks.get(block)?.bytes.clone())?;
        bytes.get(range)
    }

    /// Bytes of all blocks.
    pub fn bytes_total(&self) -> usize {
        self.bytes.len()
    }

    /// The direction of a row or block.
    pub fn direction(&self, block: usize) -> &Direction {
        &self.directions[self.blocks[block].direction as usize]
    }

    pub(crate) fn direction_number(&self, row: &Row) -> usize {
        self.blocks[row.block as usize].direction as usize
    }

    /// A row's name; `None` where it is not known or there is none.
    pub fn name(&self, row: &Row) -> Option<&[u8]> {
        self.resolve(row, self.name_source(row), row.name_bytes, true)
    }

    /// A row's value, likewise.
    pub fn value(&self, row: &Row) -> Option<&[u8]> {
        self.resolve(row, self.value_source(row), row.value_bytes, false)
    }

    fn resolve(&self, row: &Row, source: Source, bytes: u32, name: bool) -> Option<&[u8]> {
        match source {
            Source::Static(index) => static_table::get(index)
                .map(|(n, v)| if name { n.as_bytes() } else { v.as_bytes() }),
            Source::Entry(position) => {
                let entry = self.direction(row.block as usize).table().entry(position)?;
                if name { entry.name } else { entry.value }
            }
            Source::Text(from) => self.columns.text.get(from..from + bytes as usize),
            Source::Blocks(from) => self.bytes.get(from..from + bytes as usize),
            Source::Unknown(_) | Source::Impossible | Source::None => None,
        }
    }

    /// Where a row's name stands.
    pub fn name_source(&self, row: &Row) -> Source {
        if row.kind == Kind::SizeUpdate {
            return Source::None;
        }
        if row.has(flags::NAME_LITERAL) {
            return self.literal(row, flags::NAME_HUFFMAN, row.name_at);
        }
        self.indexed(row, flags::NAME_UNKNOWN)
    }

    /// Where a row's value stands.
    pub fn value_source(&self, row: &Row) -> Source {
        if row.kind == Kind::SizeUpdate {
            return Source::None;
        }
        if row.has(flags::VALUE_LITERAL) {
            return self.literal(row, flags::VALUE_HUFFMAN, row.value_at);
        }
        self.indexed(row, flags::VALUE_UNKNOWN)
    }

    fn literal(&self, row: &Row, huffman: u16, at: i32) -> Source {
        let block = &self.blocks[row.block as usize];
        if row.has(flags::INSERTED) {
            Source::Entry(block.before.end() + i64::from(at))
        } else if row.has(huffman) {
            Source::Text(block.text + at.cast_unsigned() as usize)
        } else {
            Source::Blocks(block.bytes.start + at.cast_unsigned() as usize)
        }
    }

    fn indexed(&self, row: &Row, unknown: u16) -> Source {
        match self.referred(row) {
            None if row.has(flags::IMPOSSIBLE) => Source::Impossible,
            None => Source::Static(row.index),
            Some(position) if row.has(unknown) => Source::Unknown(position),
            Some(position) => Source::Entry(position),
        }
    }

    /// The table after a row's step.
    pub fn after(&self, row: &Row) -> TableState {
        self.columns.moments[row.moment as usize]
    }

    /// The table before a row's step.
    pub fn before(&self, row: usize) -> TableState {
        let block = &self.blocks[self.columns.rows[row].block as usize];
        if row == block.rows.start {
            block.before
        } else {
            self.after(&self.columns.rows[row - 1])
        }
    }

    /// The row that covers `byte` of `block`; `None` at or behind a fault.
    pub fn row_at(&self, block: usize, byte: usize) -> Option<usize> {
        let range: Range<usize> = self.blocks.get(block)?.rows.clone();
        let rows = &self.columns.rows[range.clone()];
        let found = rows.partition_point(|row| row.end as usize <= byte);
        rows.get(found)
            .filter(|row| row.start as usize <= byte)
            .map(|_| range.start + found)
    }

    /// Where the entry at `position` of a direction was inserted.
    pub fn inserted_by(&self, direction: usize, position: i64) -> Option<Inserter> {
        let direction = self.directions.get(direction)?;
        let entry = direction.table().entry(position)?;
        // A placeholder for an entry whose insertion was not seen.
        if entry.name.is_none() && entry.value.is_none() {
            return None;
        }
        let origin = entry.origin?;
        let block = *direction.blocks.get(origin.block as usize)?;
        let row = self.row_at(block as usize, origin.offset as usize)?;
        Some(Inserter {
            block,
            byte: origin.offset,
            row,
        })
    }

    /// Rows whose index refers to the entry at `position` of a direction.
    pub fn uses_of(&self, direction: usize, position: i64) -> Vec<usize> {
        let Some(direction) = self.directions.get(direction) else {
            return Vec::new();
        };
        let from = direction
            .table()
            .entry(position)
            .and_then(|entry| entry.origin)
            .map_or(0, |origin| origin.block as usize);
        let mut uses = Vec::new();
        for &block in direction.blocks.iter().skip(from) {
            let block = &self.blocks[block as usize];
            // Once it has left the table nothing can refer to it any more.
            if position >= 0 && block.before.first() > position {
                break;
            }
            uses.extend(
                block
                    .rows
                    .clone()
                    .filter(|&row| self.referred(&self.columns.rows[row]) == Some(position)),
            );
        }
        uses
    }

    /// The position that a row's index refers to.
    pub fn referred(&self, row: &Row) -> Option<i64> {
        if row.index <= static_table::LEN || row.has(flags::IMPOSSIBLE) {
            return None;
        }
        Some(self.blocks[row.block as usize].before.end() + i64::from(row.name_at))
    }

    /// The block that answers one, or that one answers: of a request the first
    /// response, of a response its request, of a promise (RFC 9113 §8.4) the
    /// response on the promised stream. `None` where blocks came in no frames.
    pub fn other_side(&self, block: usize) -> Option<usize> {
        let record = self.blocks.get(block)?;
        let framed = record.framed?;
        let asks = |block: &BlockRecord| {
            let framed = block.framed.as_ref();
            framed.is_some_and(|framed| framed.promised.is_some())
                || self.directions[block.direction as usize].sender == Sender::Client
        };
        let stream_of = |framed: Framed| framed.promised.unwrap_or(framed.stream);
        let stream = stream_of(framed);
        let is_other = |number: &usize| {
            let other = &self.blocks[*number];
            other
                .framed
                .is_some_and(|framed| stream_of(framed) == stream)
                && asks(other) != asks(record)
        };
        if asks(record) {
            (block + 1..self.blocks.len()).find(is_other)
        } else {
            // The first, as a request may have trailers.
            (0..block).find(is_other)
        }
    }

    /// Whether a fresh start met an index beyond the table, which decoding
    /// with an unknown start would get past.
    pub fn offers_unknown_start(&self) -> bool {
        !self.options.start.unknown
            && self.blocks.iter().any(|block| {
                !block.after_fault
                    && block
                        .fault
                        .is_some_and(|fault| fault.code() == hpack::Code::IndexOutOfRange)
            })
    }
}

/// The representation that inserted an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Inserter {
    /// Number of the block in the session.
    pub block: u32,
    /// Byte of the block.
    pub byte: u32,
    /// Number of the row in the session.
    pub row: usize,
}

#[cfg(test)]
mod tests {
    use input::Before;

    use super::*;

    #[test]
    fn a_request_and_its_response_have_each_other() {
        use Sender::{Client, Server};
        let mut session = Session::new(Options::default());
        for (sender, stream, promised) in [
            (Client, 1, None),
            (Client, 3, None),
            (Server, 1, Some(2)),
            (Server, 3, None),
            // An interim response, the final one, trailers of the request.
            (Server, 1, None),
            (Server, 1, None),
            (Client, 1, None),
            (Server, 2, None),
            (Client, 5, None),
        ] {
            let framed = Some(Framed {
                stream,
                promised,
                end_stream: false,
            });
            let before = Before {
                framed,
                ..Before::default()
            };
            session.push(&Block {
                before: &before,
                ..Block::new(sender, &[0x88])
            });
        }
        session.push(&Block::new(Client, &[0x82]));
        let other: Vec<_> = (0..11).map(|block| session.other_side(block)).collect();
        let expected = [4, 3, 7, 1, 0, 0, -1, 2, -1, -1, -1];
        assert_eq!(other, expected.map(|other| usize::try_from(other).ok()));
    }
}
