//! A session: the header blocks of one connection, decoded in order, with one
//! dynamic table per direction.

use std::{cell::RefCell, collections::HashMap, fmt, ops::Range, sync::Arc};

use hpack::{
    DecodeError, Decoder, DynamicTable, Entry, History, Kind, Limits, Origin, Snapshot, TableState,
    dynamic_table::{DEFAULT_MAXIMUM, entry_size},
    static_table,
};
use http2::validity::{self, Messages, Once};
use input::{Block, Blocks, Framed, Missing, Sender, bounds::KEPT};

use crate::{
    codes::{representations, string_data},
    columns::{BlockRecord, Row, flags},
    recorder::{Columns, Recorder, make_room},
};

/// State of the decoder before the first block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// Whether the table can hold unknown entries.
    pub unknown: bool,
    /// Whether limit and maximum are assumed.
    pub assumed: bool,
    /// Whether the connection was seen from its first byte.
    pub seen: bool,
    /// Known entries, newest first.
    pub prior: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Options for decoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// State before the first block of each direction.
    pub start: Start,
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, bytes.
    pub limit: u32,
    /// Maximum size of the table at the start, bytes.
    pub maximum: u32,
    /// SETTINGS_MAX_HEADER_LIST_SIZE of the receiver, if announced, bytes.
    pub max_header_list_size: Option<u32>,
}

/// Limits of the page and the command line, far above any receiver's: a header
/// list of 1 GiB (counted as in RFC 9113 §6.5.2) and a string of 64 MiB. They
/// bound the memory of one block; a list above the receiver's own limit is
/// decoded whole, with a warning.
pub const LIMITS: Limits = Limits::NONE.with_header_list(1 << 30).with_string(1 << 26);

/// Upper bounds of a growing session's memory per row and per byte of its
/// blocks, bytes; for blocks of frames, per byte without the text around it.
const FOR_EACH_ROW: usize = 160;
const FOR_EACH_BYTE: usize = 50;
const FOR_EACH_FRAMED: usize = 4;

/// Error for pasted header blocks that would need more memory than
/// [`KEPT`](input::bounds::KEPT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// Size of the blocks, bytes.
    pub bytes: usize,
    /// Fields and size updates counted before the limit was exceeded.
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

/// Checks that the decoded `blocks` fit into memory. Counts fields only if one
/// field per byte would exceed the limit.
fn fits(blocks: &Blocks) -> Result<(), TooMuch> {
    let bytes = blocks.bytes().len();
    if bytes.saturating_mul(FOR_EACH_ROW + FOR_EACH_BYTE) <= KEPT {
        return Ok(());
    }
    let left = KEPT.saturating_sub(bytes.saturating_mul(FOR_EACH_BYTE));
    let most = left / FOR_EACH_ROW;
    let all = blocks.iter().flat_map(|block| representations(block.bytes));
    let rows = all.take(most + 1).count();
    if rows > most || left == 0 {
        return Err(TooMuch { bytes, rows });
    }
    Ok(())
}

/// Bytes of `block` that fit into `room` bytes of memory with their rows, up to
/// the end of a representation: one block can have millions of rows.
pub(crate) fn fitting(block: &[u8], room: usize) -> usize {
    if block.len() <= room / (FOR_EACH_ROW + FOR_EACH_FRAMED) {
        return block.len();
    }
    let mut left = room;
    let mut end = 0;
    for one in representations(block) {
        let needed = FOR_EACH_ROW + FOR_EACH_FRAMED * one.range.len();
        let Some(rest) = left.checked_sub(needed) else {
            return end;
        };
        (left, end) = (rest, one.range.end);
    }
    block.len()
}

impl Options {
    /// Options for a table of `limit` bytes: `initial`, if the input states it,
    /// is limit and maximum; otherwise the maximum is at most 4096.
    pub fn with_limit(limit: u32, initial: Option<u32>) -> Self {
        Self {
            limit: initial.unwrap_or(limit),
            maximum: initial.unwrap_or(limit.min(DEFAULT_MAXIMUM)),
            ..Self::default()
        }
    }

    fn table(&self) -> DynamicTable {
        let Start {
            unknown,
            assumed,
            prior,
            ..
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
    /// Sender of its blocks.
    pub sender: Sender,
    decoder: Decoder,
    /// Numbers of its blocks in the session, in order.
    pub blocks: Vec<u32>,
    /// The table at the start.
    pub start: TableState,
    failed: bool,
    /// Whether blocks may be missing since the last one.
    lost: bool,
    /// Number of the table state after its last block.
    state_index: u32,
}

impl Direction {
    /// Its dynamic table, with the whole history.
    pub fn table(&self) -> &DynamicTable {
        self.decoder.table()
    }
}

/// A change of a table between two blocks that no block encodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableChange {
    /// Inserts this many unknown entries.
    Insert(u32),
    /// Sets the maximum, bytes.
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
                // A guess above the limit has no effect.
                let _ = table.resize(*maximum);
            }
            Self::Limit(limit) => table.acknowledge_limit(*limit),
            Self::Load(snapshot) => table.load(snapshot),
        }
    }
}

pub(crate) fn acknowledge(table: &mut DynamicTable, unknown: bool, limits: &[u32]) {
    if unknown {
        table.acknowledge_unknown_limit();
    }
    for &limit in limits {
        table.acknowledge_limit(limit);
    }
}

/// Decoded header blocks of one connection.
#[derive(Debug)]
pub struct Session {
    options: Options,
    directions: Vec<Direction>,
    blocks: Vec<BlockRecord>,
    columns: Columns,
    /// Bytes of all blocks, concatenated. Pasted input sets them at the start.
    bytes: Arc<Vec<u8>>,
    messages: Messages,
    /// Table changes before (`false`) and after (`true`) a block.
    table_edits: HashMap<(u32, bool), Vec<TableChange>>,
    /// Validation results for long strings, dropped when the strings move.
    pub(crate) validity_cache: RefCell<Once>,
}

impl Session {
    /// Creates a session without blocks.
    pub fn new(options: Options) -> Self {
        Self {
            messages: Messages::new(options.start.unknown),
            options,
            directions: Vec::new(),
            blocks: Vec::new(),
            columns: Columns::default(),
            bytes: Arc::default(),
            table_edits: HashMap::new(),
            validity_cache: RefCell::default(),
        }
    }

    /// Decodes all `blocks`.
    pub fn decode<'a>(options: Options, blocks: impl IntoIterator<Item: Into<Block<'a>>>) -> Self {
        let mut session = Self::new(options);
        for block in blocks {
            session.push(&block.into());
        }
        session
    }

    /// Decodes the blocks of one pasted text.
    pub fn decode_pasted(options: Options, blocks: &Blocks) -> Result<Self, TooMuch> {
        fits(blocks)?;
        let mut session = Self::new(options);
        session.bytes = blocks.shared_bytes();
        for block in blocks.iter() {
            session.push(&block);
        }
        Ok(session)
    }

    /// Decodes the next block and returns its number in the session.
    pub fn push(&mut self, block: &Block<'_>) -> usize {
        if block.before.blocks_missing {
            self.mark_blocks_missing(block.sender);
        }
        let direction = self.direction_of(block.sender);
        self.directions[direction].failed |= block.before.after_error;
        let table = self.directions[direction].decoder.table_mut();
        acknowledge(
            table,
            block.before.limit_unknown,
            &block.before.limit_changes,
        );
        if let Some(given) = &block.before.table {
            let change = TableChange::Load(Arc::clone(given));
            change.apply(self.table_mut(block.sender));
            self.note_table_edits(self.blocks.len() as u32, false, &[change]);
        }
        self.append(block)
    }

    /// Decodes the next block after its limits have been acknowledged.
    pub(crate) fn append(&mut self, block: &Block<'_>) -> usize {
        let direction = self.direction_of(block.sender);
        let addresses = self.text_addresses(direction);
        let number = self.blocks.len() as u32;
        let Direction {
            decoder,
            blocks,
            failed,
            lost,
            state_index: moment,
            ..
        } = &mut self.directions[direction];
        let before = decoder.table().state();
        let first_row = self.columns.rows.len();
        let text = self.columns.text.len();
        let mut recorder = Recorder::new(&mut self.columns, number, before, *moment);
        input::work::add(block.bytes.len());
        let result = decoder.visit(block.bytes, &mut recorder);
        *moment = recorder.state_index();
        let start = self.blocks.last().map_or(0, |last| last.bytes.end);
        let bytes = start..start + block.bytes.len();
        if bytes.end > self.bytes.len() {
            Arc::make_mut(&mut self.bytes).extend_from_slice(block.bytes);
        }
        debug_assert_eq!(self.bytes[bytes.clone()], *block.bytes);
        let mut error = result.err();
        if let Some(missing) = block.before.missing
            && error.is_none_or(|error| error.is_truncated())
        {
            let whole = error.map_or(block.bytes.len(), |error| error.field_offset);
            let missing = match missing {
                Missing::Bytes(count) => Some(count),
                Missing::Unknown => None,
            };
            error = Some(DecodeError::cut(whole, block.bytes.len(), missing));
        }
        let mut record = BlockRecord {
            direction: direction as u32,
            number: blocks.len() as u32,
            bytes,
            text,
            rows: first_row..self.columns.rows.len(),
            fields: 0,
            error,
            after_error: *failed,
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
        *failed |= record.fails();
        blocks.push(number);
        make_room(&mut self.blocks);
        self.blocks.push(record);
        self.note_message(number as usize, block);
        if addresses != self.text_addresses(direction) {
            self.validity_cache.take();
        }
        number as usize
    }

    /// Drops the rows of the last block, for an output that has written it. The
    /// search for causes needs them only if the block [is
    /// wrong](Self::is_wrong).
    pub fn drop_last_rows(&mut self) {
        let Some(last) = self.blocks.last_mut() else {
            return;
        };
        let Columns {
            rows,
            moments,
            text,
        } = &mut self.columns;
        rows.truncate(last.rows.start);
        last.rows.end = last.rows.start;
        text.truncate(last.text);
        moments.truncate(rows.last().map_or(0, |row| row.state_index as usize + 1));
        for direction in &mut self.directions {
            direction.state_index = u32::MAX;
        }
        self.validity_cache.take();
    }

    /// Addresses of all text that the next block of a direction may move.
    fn text_addresses(&self, direction: usize) -> [usize; 3] {
        [
            self.columns.text.as_ptr().addr(),
            self.bytes.as_ptr().addr(),
            self.directions[direction].decoder.table().text_address(),
        ]
    }

    /// Records which part of which message a block is.
    fn note_message(&mut self, number: usize, block: &Block<'_>) {
        let mut messages = std::mem::replace(&mut self.messages, Messages::new(false));
        let record = &self.blocks[number];
        let promise = record.promised().is_some();
        let end_stream = record.framed.is_some_and(|framed| framed.end_stream);
        let fields = self.fields(number);
        let context = messages.next(block.sender, record.stream(), promise, end_stream, fields);
        self.blocks[number].context = context;
        self.messages = messages;
    }

    pub(crate) fn fields(&self, block: usize) -> impl Iterator<Item = validity::Field<'_>> + Clone {
        self.field_rows(block).iter().map(|row| self.field(row))
    }

    /// Rows of `block`. Panics if `block` is out of range.
    pub fn rows_of(&self, block: usize) -> &[Row] {
        &self.columns.rows[self.blocks[block].rows.clone()]
    }

    /// Positions of the known entries that `row` evicted.
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

    /// Number of leading size updates of `block`. A later one is an error (RFC
    /// 7541 §4.2) and has no row.
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

    /// Records that blocks of `sender` are or may be missing, which makes its
    /// table's contents unknown.
    pub fn mark_blocks_missing(&mut self, sender: Sender) {
        self.messages.missed(sender);
        let direction = self.direction_of(sender);
        let direction = &mut self.directions[direction];
        direction.decoder.table_mut().mark_blocks_missing();
        direction.lost = true;
    }

    /// Records that the bytes of a side do not begin where the connection does.
    pub(crate) fn mark_start_unseen(&mut self) {
        self.options.start.seen = false;
    }

    fn direction_of(&mut self, sender: Sender) -> usize {
        let found = self.directions.iter().position(|d| d.sender == sender);
        found.unwrap_or_else(|| self.begin(sender, self.options.table()))
    }

    /// Adds a direction for `sender` with `table` and returns its number.
    pub(crate) fn begin(&mut self, sender: Sender, table: DynamicTable) -> usize {
        // There are at most two, and most small connections have one.
        self.directions.reserve_exact(1);
        self.directions.push(Direction {
            sender,
            start: table.state(),
            decoder: Decoder::with_table(table).with_limits(LIMITS),
            blocks: Vec::new(),
            failed: false,
            lost: false,
            state_index: u32::MAX,
        });
        self.directions.len() - 1
    }

    /// Table of `sender`; adds the direction if it is new.
    pub(crate) fn table_mut(&mut self, sender: Sender) -> &mut DynamicTable {
        self.validity_cache.take();
        let direction = self.direction_of(sender);
        self.directions[direction].decoder.table_mut()
    }

    /// Records table changes before or `after` block `number`.
    pub(crate) fn note_table_edits(&mut self, number: u32, after: bool, changes: &[TableChange]) {
        if !changes.is_empty() {
            self.table_edits.insert((number, after), changes.to_vec());
        }
    }

    /// Table changes before or `after` block `number`.
    pub(crate) fn table_edits(&self, number: u32, after: bool) -> &[TableChange] {
        self.table_edits
            .get(&(number, after))
            .map_or(&[], |all| all)
    }

    /// Copies the decoder of a direction as it was at `moment`, before block
    /// `number` of that direction.
    pub(crate) fn fork_at(
        &self,
        direction: usize,
        moment: TableState,
        number: u32,
    ) -> Option<Decoder> {
        self.directions[direction].decoder.fork_at(moment, number)
    }

    /// Numbers of all blocks, or of the blocks on `stream`.
    pub fn blocks_of(&self, stream: Option<u32>) -> impl Iterator<Item = usize> {
        let all = self.blocks.iter().enumerate();
        all.filter(move |(_, block)| stream.is_none() || block.stream() == stream)
            .map(|(number, _)| number)
    }

    /// Options that the session was decoded with.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Directions, in the order of their first blocks.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// Blocks, in wire order.
    pub fn blocks(&self) -> &[BlockRecord] {
        &self.blocks
    }

    /// Rows of all blocks, in wire order.
    pub fn rows(&self) -> &[Row] {
        &self.columns.rows
    }

    /// Bytes of `block`. Panics if `block` is out of range.
    pub fn bytes(&self, block: usize) -> &[u8] {
        &self.bytes[self.blocks[block].bytes.clone()]
    }

    /// Ranges in the block of the data of a row's name and value; empty if they
    /// are not literals.
    pub fn string_data(&self, row: &Row) -> [Range<usize>; 2] {
        string_data(self.bytes(row.block as usize), row.start as usize)
    }

    /// Range of the bytes of a block; `None` if out of range.
    pub fn bytes_at(&self, block: usize, range: Range<usize>) -> Option<&[u8]> {
        let bytes = self.bytes.get(self.blocks.get(block)?.bytes.clone())?;
        bytes.get(range)
    }

    /// Size of all blocks, bytes.
    pub fn bytes_total(&self) -> usize {
        self.bytes.len()
    }

    /// Direction of `block`.
    pub fn direction(&self, block: usize) -> &Direction {
        &self.directions[self.blocks[block].direction as usize]
    }

    pub(crate) fn direction_number(&self, row: &Row) -> usize {
        self.blocks[row.block as usize].direction as usize
    }

    /// Name of a row; `None` if unknown or a size update.
    pub fn name(&self, row: &Row) -> Option<&[u8]> {
        if row.has(flags::NAME_LITERAL) {
            return self.literal(
                row,
                flags::NAME_HUFFMAN,
                row.name_at,
                row.name_bytes,
                |entry| entry.name,
            );
        }
        let (name, _) = self.indexed(row);
        name.filter(|_| !row.has(flags::NAME_UNKNOWN))
    }

    /// Value of a row; `None` if unknown or a size update.
    pub fn value(&self, row: &Row) -> Option<&[u8]> {
        if row.has(flags::VALUE_LITERAL) {
            return self.literal(
                row,
                flags::VALUE_HUFFMAN,
                row.value_at,
                row.value_bytes,
                |entry| entry.value,
            );
        }
        let (_, value) = self.indexed(row);
        value.filter(|_| !row.has(flags::VALUE_UNKNOWN))
    }

    /// Text of a literal, which is in the log, in the session's text or in its
    /// block. `of_entry` returns the string of an entry.
    fn literal<'a>(
        &'a self,
        row: &Row,
        huffman: u16,
        at: i32,
        bytes: u32,
        of_entry: fn(Entry<'a>) -> Option<&'a [u8]>,
    ) -> Option<&'a [u8]> {
        let block = &self.blocks[row.block as usize];
        if row.has(flags::INSERTED) {
            let position = block.before.end() + i64::from(at);
            let table = self.direction(row.block as usize).table();
            return table.entry(position).and_then(of_entry);
        }
        let (all, start) = match row.has(huffman) {
            true => (&self.columns.text, block.text),
            false => (&*self.bytes, block.bytes.start),
        };
        let from = start + at.cast_unsigned() as usize;
        all.get(from..from + bytes as usize)
    }

    /// Name and value of the entry that a row's index refers to.
    fn indexed(&self, row: &Row) -> (Option<&[u8]>, Option<&[u8]>) {
        let Some(position) = self.referred(row) else {
            let found = static_table::get(row.index);
            return found
                .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
                .unzip();
        };
        let table = self.direction(row.block as usize).table();
        let entry = table.entry(position);
        entry.map_or((None, None), |entry| (entry.name, entry.value))
    }

    /// Table after a row.
    pub fn after(&self, row: &Row) -> TableState {
        self.columns.moments[row.state_index as usize]
    }

    /// Table before a row.
    pub fn before(&self, row: usize) -> TableState {
        let block = &self.blocks[self.columns.rows[row].block as usize];
        if row == block.rows.start {
            block.before
        } else {
            self.after(&self.columns.rows[row - 1])
        }
    }

    /// Row that covers `byte` of `block`; `None` at or after an error.
    pub fn row_at(&self, block: usize, byte: usize) -> Option<usize> {
        let range: Range<usize> = self.blocks.get(block)?.rows.clone();
        let rows = &self.columns.rows[range.clone()];
        let found = rows.partition_point(|row| row.end as usize <= byte);
        rows.get(found)
            .filter(|row| row.start as usize <= byte)
            .map(|_| range.start + found)
    }

    /// Block and offset of the representation that inserted the entry at
    /// `position` of a direction.
    pub(crate) fn inserted_at(&self, direction: usize, position: i64) -> Option<(u32, u32)> {
        let direction = self.directions.get(direction)?;
        let entry = direction.table().entry(position)?;
        // A placeholder for an entry whose insertion was not seen.
        if entry.name.is_none() && entry.value.is_none() {
            return None;
        }
        let origin = entry.origin?;
        let block = *direction.blocks.get(origin.block as usize)?;
        Some((block, origin.offset))
    }

    /// Representation that inserted the entry at `position` of a direction.
    pub fn inserted_by(&self, direction: usize, position: i64) -> Option<Inserter> {
        let (block, byte) = self.inserted_at(direction, position)?;
        let row = self.row_at(block as usize, byte as usize)?;
        Some(Inserter { block, byte, row })
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
            // An evicted entry can no longer be referred to.
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

    /// Position that a row's index refers to; `None` for the static table.
    pub fn referred(&self, row: &Row) -> Option<i64> {
        if row.index <= static_table::LEN || row.has(flags::IMPOSSIBLE) {
            return None;
        }
        Some(self.blocks[row.block as usize].before.end() + i64::from(row.name_at))
    }

    /// Counterpart of a block: a request's first response, a response's
    /// request, a promise's response on the promised stream (RFC 9113 §8.4).
    /// `None` for blocks without frames.
    pub fn counterpart(&self, block: usize) -> Option<usize> {
        let record = self.blocks.get(block)?;
        let framed = record.framed?;
        let asks = |block: &BlockRecord| {
            block.promised().is_some()
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
            // The first one, as a request may have trailers.
            (0..block).find(is_other)
        }
    }

    /// Whether a fresh start met an index beyond the table, which decoding with
    /// an unknown start would accept, and blocks can be missing before it.
    pub fn offers_unknown_start(&self) -> bool {
        let Start { unknown, seen, .. } = self.options.start;
        !(unknown || seen)
            && self.blocks.iter().any(|block| {
                !block.after_error
                    && block
                        .error
                        .is_some_and(|error| error.code() == hpack::Code::IndexOutOfRange)
            })
    }
}

/// Representation that inserted an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Inserter {
    /// Number of the block in the session.
    pub block: u32,
    /// Offset in the block.
    pub byte: u32,
    /// Number of the row in the session.
    pub row: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::framed;

    #[test]
    fn a_block_is_cut_where_its_rows_exceed_the_room() {
        let inserted = [0x40, 0, 0].repeat(3);
        for (block, rows, bytes, expected) in [
            (&[0x82; 10][..], 10, 10, 10),
            (&[0x82; 10], 10, 9, 9),
            (&[0x82; 10], 9, 10, 9),
            (&[0x82; 10], 0, 0, 0),
            (&inserted, 3, 9, 9),
            (&inserted, 3, 8, 6),
            // What cannot be read has no rows.
            (&[0x82, 0x40, 5], 1, 1, 3),
        ] {
            let room = rows * FOR_EACH_ROW + bytes * FOR_EACH_FRAMED;
            assert_eq!(fitting(block, room), expected, "{block:?}");
        }
    }

    #[test]
    fn pairs_requests_with_responses() {
        use Sender::{Client, Server};
        let mut session = framed(&[
            (Client, 1, None, "88"),
            (Client, 3, None, "88"),
            (Server, 1, Some(2), "88"),
            (Server, 3, None, "88"),
            // An interim response, the final one, trailers of the request.
            (Server, 1, None, "88"),
            (Server, 1, None, "88"),
            (Client, 1, None, "88"),
            (Server, 2, None, "88"),
            (Client, 5, None, "88"),
        ]);
        session.push(&Block::new(Client, &[0x82]));
        let other: Vec<_> = (0..11).map(|block| session.counterpart(block)).collect();
        let expected = [4, 3, 7, 1, 0, 0, -1, 2, -1, -1, -1];
        assert_eq!(other, expected.map(|other| usize::try_from(other).ok()));
    }
}
