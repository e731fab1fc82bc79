//! §2.3.2 and §4: the dynamic table, a window over an append-only log.
//!
//! Every entry ever inserted has a **position**, counted from 0; entries from
//! before the first byte have negative ones. The table at any time is the
//! window of positions from [`TableState::first`] up to [`TableState::end`], so its
//! state is a record of fixed size, and going from one to another copies
//! nothing. Index 62 is the position `end - 1`, index 63 the one before.
//!
//! Where entries were inserted that are not known (before the first byte, or
//! in blocks that were lost), positions are left out for them: what was
//! inserted since is known all the same, because an index counts from the
//! newest entry.
//!
//! Entries share names: an entry inserted with an indexed name refers to the
//! name that is already in the log, because two bytes can insert a name of
//! 4 kB again and again.

mod compact;
mod fork;
mod log;
mod read;
mod snapshot;
mod window;

use alloc::vec::Vec;
use core::ops::Range;

use log::{Kept, Log, Record};
pub use snapshot::{KnownField, Snapshot};
pub(crate) use window::Window;

/// A place in the log: 0 for the first entry that was inserted, negative for
/// those from before.
pub type Position = i64;

/// §4.1: what an entry counts beyond its name and value, bytes.
pub const OVERHEAD: u32 = 32;

/// §4.1: the size of an entry, bytes, whose name and value have `length`
/// bytes together. A field counts the same in a header list (RFC 9113 §6.5.2).
#[must_use]
pub const fn entry_size(length: u64) -> u64 {
    length + OVERHEAD as u64
}

/// §4.2 and RFC 9113 §6.5.2: the maximum before any SETTINGS, bytes.
pub const DEFAULT_MAXIMUM: u32 = 4096;

/// Positions that are left out for lost entries, at most: an encoder may be
/// allowed a table of 4 GiB, and positions number what others keep in lists.
const LEFT_OUT: u32 = 1 << 16;

/// The block and byte whose representation inserted an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Origin {
    /// Number of the block among those of its decoder, from 0.
    pub block: u32,
    /// Byte of the block.
    pub offset: u32,
}

impl Origin {
    /// Of a representation `byte` bytes into block number `block`.
    #[inline]
    pub(crate) fn at(block: u32, offset: usize) -> Self {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Self { block, offset }
    }

    /// Of an entry whose insertion was not seen.
    pub(crate) const UNSEEN: Self = Self {
        block: u32::MAX,
        offset: u32::MAX,
    };
}

/// The table at one time, as a record of fixed size. Only a table makes one
/// ([`DynamicTable::state`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableState {
    pub(crate) first: Position,
    pub(crate) end: Position,
    pub(crate) known: Position,
    /// Entries before this one have left for certain.
    pub(crate) gone: Position,
    pub(crate) maximum: u32,
    pub(crate) limit: u32,
    pub(crate) pending: Option<u32>,
    pub(crate) unknown: bool,
    pub(crate) assumed: bool,
    pub(crate) limit_unknown: bool,
}

impl TableState {
    /// The oldest entry that is, or (before the known ones) may be, there.
    #[must_use]
    pub fn first(&self) -> Position {
        self.first
    }

    /// One past the newest entry.
    #[must_use]
    pub fn end(&self) -> Position {
        self.end
    }

    /// The oldest entry whose place is known: what is older was inserted
    /// before the first byte, or before or in a block that is missing.
    #[must_use]
    pub fn known(&self) -> Position {
        self.known
    }

    /// The maximum in use, bytes (§4.2).
    #[must_use]
    pub fn maximum(&self) -> u32 {
        self.maximum
    }

    /// The limit announced by the decoder, bytes: no maximum may be larger.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// The smallest limit acknowledged since the last block that is below the
    /// maximum: the encoder has to go down to it first, bytes.
    #[must_use]
    pub fn pending(&self) -> Option<u32> {
        self.pending
    }

    /// Whether entries older than the known ones may be there, so that an
    /// index beyond what is known may once have been right.
    #[must_use]
    pub fn unknown(&self) -> bool {
        self.unknown
    }

    /// Whether `maximum` is only assumed, as no size update was seen since
    /// the beginning or since blocks were lost.
    #[must_use]
    pub fn assumed(&self) -> bool {
        self.assumed
    }

    /// Whether `limit` is only the last that was seen: a size update beyond
    /// it, or one that seems to be missing, is then no fault.
    #[must_use]
    pub fn limit_unknown(&self) -> bool {
        self.limit_unknown
    }
}

/// Whether the log keeps what has left the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// All of it: the table can be read as it was at any time, and rewound.
    Kept,
    /// Evicted entries are dropped, in chunks: memory stays within a small
    /// multiple of the maximum.
    Forgotten,
}

/// An entry of the log. Name and value are `None` if they are from before the
/// first byte and not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its place in the log.
    pub position: Position,
    /// Its name.
    pub name: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
    /// Bytes by §4.1; a lower bound where the name is not known.
    pub size: u64,
    /// The representation that inserted it; `None` for an entry from before the
    /// first byte, and where history is forgotten.
    pub origin: Option<Origin>,
}

/// Bytes of a name or value in the arena of the table's own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) len: usize,
}

impl Span {
    #[inline]
    pub(crate) fn of(self, arena: &[u8]) -> &[u8] {
        &arena[self.start..self.start + self.len]
    }
}

/// The source of a new entry's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFrom<'a> {
    /// Its bytes.
    Literal(&'a [u8]),
    /// The static table, index 1 to 61.
    Static(u32),
    /// The entry at this position.
    Entry(Position),
}

/// The result of an insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// Its position; `None` for an entry larger than the maximum, which
    /// empties the table and is not an error (§4.4).
    pub position: Option<Position>,
    /// Known entries that left.
    pub evicted: Range<Position>,
}

/// The dynamic table.
///
/// ```
/// use hpack_core::{Decoder, DynamicTable};
///
/// let mut decoder = Decoder::new(4096);
/// decoder.decode(&[0x40, 1, b'a', 1, b'b'], |_| ())?;
/// let table: &DynamicTable = decoder.table();
/// let newest = table.entries().next().unwrap();
/// assert_eq!((newest.name, newest.value), (Some(&b"a"[..]), Some(&b"b"[..])));
/// assert_eq!((table.count(), table.size()), (1, 34));
/// # Ok::<(), hpack_core::DecodeError>(())
/// ```
///
/// The order of the fields counts: an insertion adds to `size` and `total`
/// both, and where they stand side by side the compiler loads the two at once
/// that were just stored one by one, for which the processor has to wait.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct DynamicTable {
    own: Log,
    state: TableState,
    /// Size of the known entries in the window, bytes.
    size: u64,
    /// Known entries of the window that stand in the own log: its newest. An
    /// entry takes 32 bytes at least of a maximum that is a `u32`.
    live: u32,
    history: History,
    /// Whether the log holds entries whose name or value is not known.
    has_unknown: bool,
    /// Sizes of all entries of the log, added up.
    total: u64,
    /// The oldest entry that is still in the log.
    kept: Position,
    /// Stretches of the log from before blocks were missing, oldest first.
    past: Vec<Log>,
    /// The other arena of [`compact`](Self::compact), so that it need not allocate.
    spare: Vec<u8>,
}

impl DynamicTable {
    /// An empty table. `limit` is SETTINGS_HEADER_TABLE_SIZE and `maximum`
    /// the size in use, both in bytes.
    #[must_use]
    pub fn new(limit: u32, maximum: u32, history: History) -> Self {
        Self {
            past: Vec::new(),
            own: Log::new(0),
            state: TableState {
                first: 0,
                end: 0,
                maximum,
                known: 0,
                gone: i64::MIN,
                limit,
                pending: None,
                unknown: false,
                assumed: false,
                limit_unknown: false,
            },
            live: 0,
            size: 0,
            total: 0,
            kept: i64::MIN,
            history,
            has_unknown: false,
            spare: Vec::new(),
        }
    }

    /// The same table with entries from before the first byte, newest first.
    /// Those that do not fit in the maximum are left out, as an encoder could
    /// not have kept them.
    #[must_use]
    pub fn with_prior<'a>(
        mut self,
        newest_first: impl IntoIterator<Item = (&'a [u8], &'a [u8])>,
    ) -> Self {
        let mut fitting = Vec::new();
        let mut room = u64::from(self.state.maximum);
        for (name, value) in newest_first {
            let size = (name.len() as u64)
                .saturating_add(value.len() as u64)
                .saturating_add(u64::from(OVERHEAD));
            let Some(left) = room.checked_sub(size) else {
                break;
            };
            room = left;
            fitting.push((name, value));
        }
        let base = -(fitting.len() as i64);
        self.own.base = base;
        self.state.known = base;
        self.state.first = base;
        self.state.end = base;
        for (name, value) in fitting.into_iter().rev() {
            let name = self.append(name);
            let value = self.append(value);
            self.insert(Some(name), value, Origin::default());
        }
        if self.state.unknown {
            self.state.first = self.state.known - self.room_for_unknown();
        }
        self
    }

    /// The same table, in which entries from before the first byte (and
    /// before those of [`with_prior`](Self::with_prior)) may stand that are
    /// not known.
    #[must_use]
    pub fn with_unknown_before(mut self) -> Self {
        self.state.unknown = true;
        self.state.first = self.state.known - self.room_for_unknown();
        self
    }

    /// The same table, of which maximum and limit are only assumed: a size
    /// update may set any maximum, and an entry that would have been evicted
    /// is still found.
    #[must_use]
    pub fn with_assumed_maximum(mut self) -> Self {
        self.state.assumed = true;
        self.state.limit_unknown = true;
        self
    }

    /// The most entries that may still be there beside the known ones: an
    /// entry has 32 bytes at least.
    fn room_for_unknown(&self) -> Position {
        let room = u64::from(self.ceiling()).saturating_sub(self.size);
        (room / u64::from(OVERHEAD)) as i64
    }

    /// The largest that the maximum may be: where it is only assumed, what
    /// the limit allows.
    fn ceiling(&self) -> u32 {
        if self.state.assumed {
            self.state.maximum.max(self.state.limit)
        } else {
            self.state.maximum
        }
    }

    /// The table as it is now.
    #[inline]
    #[must_use]
    pub fn state(&self) -> TableState {
        self.state
    }

    /// One past the newest entry.
    #[inline]
    pub(crate) fn end(&self) -> Position {
        self.state.end
    }

    /// See [`TableState::pending`].
    #[inline]
    pub(crate) fn pending(&self) -> Option<u32> {
        self.state.pending
    }

    /// Size of the known entries in the table, bytes (§4.1).
    #[inline]
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Entries in the table now, known ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count_at(&self.state)
    }

    /// The limit that the decoder announced with SETTINGS_HEADER_TABLE_SIZE
    /// and the encoder acknowledged (§4.2, RFC 9113 §4.3.1), bytes.
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.state.limit = limit;
        self.state.limit_unknown = false;
        if limit < self.state.maximum {
            let smallest = self
                .state
                .pending
                .map_or(limit, |pending| pending.min(limit));
            self.state.pending = Some(smallest);
        }
    }

    /// The encoder acknowledged SETTINGS that were not seen: from now on the
    /// limit is not known.
    pub fn acknowledge_unknown_limit(&mut self) {
        self.state.limit_unknown = true;
        self.state.pending = None;
    }

    /// Blocks may be missing here: the entries of the table are out of reach,
    /// at unknown indices, until a size update to 0 or until what is inserted
    /// from now on has filled it. The missing blocks may have set another
    /// maximum, so it is only assumed; another limit may have been
    /// acknowledged.
    pub fn mark_blocks_missing(&mut self) {
        let before = self.state.end;
        let room = self.state.maximum.max(self.state.limit) / OVERHEAD;
        let end = before + i64::from(room.min(LEFT_OUT)) + 1;
        let own = core::mem::replace(&mut self.own, Log::new(end));
        if self.history == History::Kept && !own.entries().is_empty() {
            self.past.push(own);
        }
        self.live = 0;
        self.size = 0;
        self.state = TableState {
            end,
            known: end,
            gone: i64::MIN,
            unknown: true,
            assumed: true,
            limit_unknown: true,
            pending: None,
            ..self.state
        };
        self.state.first = (end - self.room_for_unknown()).max(before);
    }

    /// No longer waits for a size update.
    #[inline]
    pub fn cancel_pending(&mut self) {
        self.state.pending = None;
    }

    /// No size update came although the limit went below a maximum that is
    /// only assumed: the maximum was not above the limit, then.
    pub(crate) fn assume_maximum(&mut self, limit: u32) {
        self.state.maximum = limit;
        self.state.pending = None;
    }

    /// §4.3: sets the maximum, bytes, and evicts until the table fits. The
    /// caller has held it against the limit. Returns the known entries that left.
    pub fn resize(&mut self, maximum: u32) -> Range<Position> {
        let before = self.state;
        self.state.maximum = maximum;
        self.state.assumed = false;
        self.state.limit = before.limit.max(maximum);
        if before.pending.is_some_and(|pending| maximum <= pending) {
            self.state.pending = None;
        }
        let evicted = self.evict_to(u64::from(maximum));
        if before.unknown {
            self.state.gone = if before.assumed {
                self.oldest_within(u64::from(maximum))
            } else {
                before.gone.max(before.first).max(self.state.first)
            };
        }
        evicted
    }

    /// The table as it would be with `size` bytes as limit and maximum from
    /// the start: entries that left it are still in the log, so the window
    /// only begins elsewhere. Only where history is kept.
    pub fn resize_from_the_start(&mut self, size: u32) {
        self.state.limit = size;
        self.state.maximum = size;
        self.state.pending = None;
        self.state.first = self.oldest_within(u64::from(size));
        self.size = self.size_at(&self.state);
    }

    /// The position of the oldest known entry that, together with all newer
    /// ones, takes at most `size` bytes (§4.1); the end if there is none.
    fn oldest_within(&self, size: u64) -> Position {
        let mut room = size;
        let mut oldest = self.state.end;
        while oldest > self.state.known {
            let record = self.locate(oldest - 1);
            let Some(left) = record.and_then(|(record, _)| room.checked_sub(record.size())) else {
                break;
            };
            room = left;
            oldest -= 1;
        }
        oldest
    }

    /// An index refers to the entry at `position`, which a table of the
    /// assumed maximum would have evicted. Where it may be there all the same,
    /// because the maximum was or is larger than assumed, it and all newer
    /// ones are taken back into the table.
    #[cold]
    pub(crate) fn restore(&mut self, position: Position) -> bool {
        let state = self.state;
        if position < state.known.max(state.gone) || self.locate(position).is_none() {
            return false;
        }
        let size = self.sum_before(state.end) - self.sum_before(position);
        if size > u64::from(state.maximum) {
            // The next power of two, as most sizes are.
            let Some(maximum) = u32::try_from(size)
                .ok()
                .filter(|&size| state.assumed && (state.limit_unknown || size <= state.limit))
                .and_then(u32::checked_next_power_of_two)
            else {
                return false;
            };
            self.state.maximum = if state.limit_unknown {
                maximum
            } else {
                maximum.min(state.limit)
            };
        }
        self.state.first = position;
        self.size = size;
        self.recount();
        true
    }

    /// Evicts the oldest entries until the known ones take `room` bytes at
    /// most, and counts out the unknown ones that then cannot be there.
    #[inline]
    fn evict_to(&mut self, room: u64) -> Range<Position> {
        let first = self.state.first;
        if first < self.state.known.max(self.own.base) {
            return self.evict_older(room);
        }
        // Entries leave that have less than this before them.
        let evicted = self.total.saturating_sub(room);
        let live = &self.own.records[self.own.records.len() - self.live as usize..];
        let evicted = live.iter().take_while(|record| record.before < evicted);
        let stay = &live[evicted.count()..];
        self.size = stay.first().map_or(0, |oldest| self.total - oldest.before);
        self.live = stay.len() as u32;
        self.state.first = self.own.end() - i64::from(self.live);
        first..self.state.first
    }

    /// The same where entries of the window are not known, or of a stretch of
    /// the log that is shared.
    #[cold]
    #[inline(never)]
    fn evict_older(&mut self, room: u64) -> Range<Position> {
        let known = self.state.known;
        let from = self.state.first.max(known).min(self.state.end);
        let mut to = from;
        while self.size > room {
            // The window holds `size` bytes, so there is an entry.
            let Some((record, _)) = self.locate(to) else {
                break;
            };
            self.size -= record.size();
            to += 1;
        }
        if to > from {
            self.state.first = to;
        } else if self.state.first < known {
            let more = u64::from(self.ceiling() - self.state.maximum);
            let most = (room + more).saturating_sub(self.size) / u64::from(OVERHEAD);
            self.state.first = self.state.first.max(known - most as i64);
        }
        self.recount();
        from..to
    }

    /// Counts the live entries of the own log anew.
    fn recount(&mut self) {
        let oldest = self.state.first.max(self.state.known).max(self.own.base);
        self.live = (self.state.end - oldest).max(0) as u32;
    }

    /// The newest live entries are found by their age alone: `None` for any
    /// other, [`position`](Self::position) says what is known of it.
    #[inline]
    pub(crate) fn live_entry(&self, age: u32) -> Option<&Record> {
        if age >= self.live {
            return None;
        }
        let records = &self.own.records;
        records.get(records.len().wrapping_sub(age as usize + 1))
    }

    /// The bytes of the own log's arena that are not yet part of an entry.
    #[inline]
    pub(crate) fn arena(&mut self) -> &mut Vec<u8> {
        &mut self.own.arena
    }

    #[inline]
    pub(crate) fn text(&self, span: Span) -> &[u8] {
        span.of(&self.own.arena)
    }

    fn append(&mut self, bytes: &[u8]) -> Span {
        let start = self.own.arena.len();
        self.own.arena.extend_from_slice(bytes);
        Span {
            start,
            len: bytes.len(),
        }
    }

    /// Where the name of the static entry at `index` (1 to 61) is in the arena.
    #[inline]
    pub(crate) fn static_name(&self, index: u32) -> Option<Span> {
        self.own.records[index as usize - 1].name_span()
    }

    /// The name of the entry at `position` as a range of the arena: shared
    /// within the own log. A name of a shared stretch is copied, which the
    /// entry's own size pays for: it leaves the window before its name can
    /// have been copied more often than the maximum allows.
    #[inline]
    pub(crate) fn name_of(&mut self, position: Position) -> Option<Span> {
        if position >= self.own.base {
            return self.own.get(position)?.name_span();
        }
        let log = self.past_log(position)?;
        let name = log.get(position)?.name(&log.arena)?.to_vec();
        Some(self.append(&name))
    }

    /// §4.4: evicts until the entry fits, then adds it. `name` is `None`
    /// where it is not known; the value ends the arena.
    #[inline(always)]
    pub(crate) fn insert(&mut self, name: Option<Span>, value: Span, origin: Origin) -> Inserted {
        let name_len = name.map_or(0, |name| name.len);
        let size = name_len as u64 + value.len as u64 + u64::from(OVERHEAD);
        let Some(room) = u64::from(self.state.maximum).checked_sub(size) else {
            let evicted = self.evict_to(0);
            self.state.first = self.state.end;
            self.live = 0;
            let mut position = None;
            if self.state.assumed {
                // A larger table would have it. Counted or not, it is older
                // than all that comes, and empties a table that has no room
                // for it: indices mean the same either way.
                position = Some(self.state.end);
                self.push(name, value, size, origin);
                self.size = 0;
                self.live = 0;
                self.state.first = self.state.end;
            } else {
                self.state.gone = self.state.end;
            }
            return Inserted { position, evicted };
        };
        let evicted = self.evict_to(room);
        let position = self.state.end;
        self.push(name, value, size, origin);
        Inserted {
            position: Some(position),
            evicted,
        }
    }

    #[inline(always)]
    fn push(&mut self, name: Option<Span>, value: Span, size: u64, origin: Origin) {
        self.has_unknown |= name.is_none();
        self.own.records.push(Record {
            name_start: name.map_or(log::UNKNOWN, |name| name.start),
            value_start: value.start,
            // Both are below the maximum, a u32.
            name_len: name.map_or(0, |name| name.len) as u32,
            value_len: value.len as u32,
            before: self.total,
        });
        if self.history == History::Kept {
            let arena = self.own.arena.len();
            self.own.kept.push(Kept { origin, arena });
        }
        self.total += size;
        self.size += size;
        self.live += 1;
        self.state.end += 1;
    }

    /// §4.4: inserts a name and value, the
    /// bytes copied into the log except for a name that is there already.
    pub fn add(&mut self, name: NameFrom<'_>, value: &[u8], origin: Origin) -> Inserted {
        let before = self.own.arena.len();
        let name = match name {
            NameFrom::Literal(name) => Some(self.append(name)),
            NameFrom::Static(index) => self.static_name(index),
            NameFrom::Entry(position) => self.name_of(position),
        };
        let value = self.append(value);
        let inserted = self.insert(name, value, origin);
        if inserted.position.is_none() {
            self.own.arena.truncate(before);
        }
        self.compact();
        inserted
    }

    /// Adds an entry that is known to have been inserted, while its name and
    /// value are not: by a block that is not there. It counts as small as an
    /// entry can be, so that none leaves for it that may still be there.
    pub fn add_unknown(&mut self, origin: Origin) -> Inserted {
        let value = self.append(&[]);
        let inserted = self.insert(None, value, origin);
        if let (Some(_), Some(record)) = (inserted.position, self.own.records.last_mut()) {
            record.value_start = log::UNKNOWN;
            self.has_unknown = true;
        }
        inserted
    }

    /// Where in memory the text of the latest entries is; it moves as it grows.
    #[doc(hidden)]
    #[must_use]
    pub fn text_address(&self) -> usize {
        self.own.arena.as_ptr().addr()
    }

    /// Bytes that the log holds in memory, for tests.
    #[must_use]
    pub fn held(&self) -> usize {
        let log = |log: &Log| {
            log.arena.len()
                + log.records.len() * size_of::<Record>()
                + log.kept.len() * size_of::<Kept>()
        };
        log(&self.own) + self.past.iter().map(log).sum::<usize>()
    }
}
