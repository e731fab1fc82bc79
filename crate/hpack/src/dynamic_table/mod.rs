//! §2.3.2 and §4: the dynamic table, a window over an append-only log.
//!
//! Every entry ever inserted has a **position**, counted from 0; entries from
//! before the first byte have negative ones. The table at any time is the
//! window of positions from [`TableState::first`] up to [`TableState::end`], so
//! its state has a fixed size. Index 62 is the position `end - 1`, index 63 the
//! one before.
//!
//! Positions are skipped for unknown entries (inserted before the first byte, or
//! in lost blocks). Later entries are still known, because indices count from
//! the newest entry.
//!
//! Entries share names: an entry inserted with an indexed name refers to the
//! name in the log. Otherwise two bytes could insert a name of 4 kB repeatedly.

mod compact;
mod fork;
mod log;
mod read;
mod snapshot;
mod window;

use alloc::vec::Vec;
use core::ops::Range;

use log::{EntryHistory, Log, Record};
pub use snapshot::{KnownField, Snapshot};
pub(crate) use window::Window;

/// Position in the log: 0 for the first entry inserted, negative for earlier ones.
pub type Position = i64;

/// §4.1: overhead of an entry beyond its name and value, bytes.
pub const OVERHEAD: u32 = 32;

/// §4.1: size in bytes of an entry whose name and value have `length` bytes
/// together. It is also the size of a field in a header list (RFC 9113 §6.5.2).
#[must_use]
pub const fn entry_size(length: u64) -> u64 {
    length + OVERHEAD as u64
}

/// §4.2 and RFC 9113 §6.5.2: default maximum, bytes.
pub const DEFAULT_MAXIMUM: u32 = 4096;

/// Most positions skipped for lost entries: the limit may be 4 GiB, and callers
/// keep lists by position.
const MAX_SKIPPED: u32 = 1 << 16;

/// Position of the representation that inserted an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Origin {
    /// Number of the block, from 0.
    pub block: u32,
    /// Offset in the block.
    pub offset: u32,
}

impl Origin {
    #[inline]
    pub(crate) fn at(block: u32, offset: usize) -> Self {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        Self { block, offset }
    }

    pub(crate) const UNSEEN: Self = Self {
        block: u32::MAX,
        offset: u32::MAX,
    };
}

/// State of a table at one time, of fixed size, from [`DynamicTable::state`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableState {
    pub(crate) first: Position,
    pub(crate) end: Position,
    pub(crate) first_known: Position,
    /// Entries before this one are certainly evicted.
    pub(crate) gone: Position,
    pub(crate) maximum: u32,
    pub(crate) limit: u32,
    pub(crate) required_maximum: Option<u32>,
    pub(crate) may_hold_unknown: bool,
    pub(crate) assumed: bool,
    pub(crate) limit_unknown: bool,
    /// Size of all entries of the log before `end`, which tells this table's
    /// states from those of another.
    pub(crate) total: u64,
}

impl TableState {
    /// Oldest entry in the table, including unknown entries that may exist.
    #[must_use]
    pub fn first(&self) -> Position {
        self.first
    }

    /// One past the newest entry.
    #[must_use]
    pub fn end(&self) -> Position {
        self.end
    }

    /// Oldest entry whose index is known. Older ones were inserted before the
    /// first byte, or before or in a missing block.
    #[must_use]
    pub fn first_known(&self) -> Position {
        self.first_known
    }

    /// Maximum in use, bytes (§4.2).
    #[must_use]
    pub fn maximum(&self) -> u32 {
        self.maximum
    }

    /// Limit announced by the decoder, bytes; the maximum must not exceed it.
    #[must_use]
    pub fn limit(&self) -> u32 {
        self.limit
    }

    /// Smallest limit below the maximum that was acknowledged since the last
    /// block, bytes: the next block must lower the maximum to it.
    #[must_use]
    pub fn required_maximum(&self) -> Option<u32> {
        self.required_maximum
    }

    /// Whether entries older than the known ones may exist, so that an index
    /// beyond those can be valid.
    #[must_use]
    pub fn may_hold_unknown(&self) -> bool {
        self.may_hold_unknown
    }

    /// Whether `maximum` is only assumed, because no size update was seen since
    /// the start or since blocks were lost.
    #[must_use]
    pub fn assumed(&self) -> bool {
        self.assumed
    }

    /// Whether `limit` may be outdated: a size update above it, or one that
    /// seems to be missing, is then not an error.
    #[must_use]
    pub fn limit_unknown(&self) -> bool {
        self.limit_unknown
    }
}

/// Whether the log keeps evicted entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// Evicted entries are kept: every earlier state can be read and returned to.
    Kept,
    /// Evicted entries are dropped in chunks: memory stays within a small
    /// multiple of the maximum.
    Forgotten,
}

/// An entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Position in the log.
    pub position: Position,
    /// Its name; `None` if unknown.
    pub name: Option<&'a [u8]>,
    /// Its value; `None` if unknown.
    pub value: Option<&'a [u8]>,
    /// Size in bytes (§4.1); a lower bound if the name is unknown.
    pub size: u64,
    /// Representation that inserted it; `None` for an entry from before the first
    /// byte, or if history is forgotten.
    pub origin: Option<Origin>,
}

/// Range of a name or value in the arena of the table's own log.
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

/// Source of a new entry's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFrom<'a> {
    /// The given bytes.
    Literal(&'a [u8]),
    /// Static entry, index 1 to 61.
    Static(u32),
    /// Entry of the log whose name is known.
    Entry(Position),
}

/// Result of an insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// Position of the entry; `None` for an entry larger than the maximum, which
    /// empties the table and is not an error (§4.4).
    pub position: Option<Position>,
    /// Known entries that were evicted.
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
// The order of the fields matters: an insertion adds to both `size` and `total`.
// If they are adjacent, the compiler loads both at once just after storing each,
// which defeats store forwarding.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct DynamicTable {
    own: Log,
    state: TableState,
    /// Size of the known entries in the window, bytes.
    size: u64,
    /// Number of known entries of the window in the own log, its newest. Fits,
    /// since an entry takes at least 32 bytes.
    live: u32,
    history: History,
    /// Whether the log holds entries with an unknown name or value.
    has_unknown: bool,
    /// Total size of all entries of the log, bytes.
    total: u64,
    /// Oldest entry that is still in the log.
    kept: Position,
    /// See [`with_most_text`](Self::with_most_text).
    most_text: u32,
    /// Parts of the log from before blocks were missing or a part was full, oldest
    /// first.
    past: Vec<Log>,
    /// Second arena of [`compact`](Self::compact), to avoid allocating.
    spare: Vec<u8>,
}

impl DynamicTable {
    /// Returns an empty table. `limit` is SETTINGS_HEADER_TABLE_SIZE and
    /// `maximum` the maximum in use, both in bytes.
    #[must_use]
    pub fn new(limit: u32, maximum: u32, history: History) -> Self {
        Self {
            past: Vec::new(),
            own: Log::new(0),
            state: TableState {
                first: 0,
                end: 0,
                maximum,
                first_known: 0,
                gone: i64::MIN,
                limit,
                required_maximum: None,
                may_hold_unknown: false,
                assumed: false,
                limit_unknown: false,
                total: 0,
            },
            live: 0,
            size: 0,
            total: 0,
            kept: i64::MIN,
            history,
            has_unknown: false,
            most_text: log::MOST_TEXT,
            spare: Vec::new(),
        }
    }

    /// Adds entries from before the first byte, newest first, as many as fit in
    /// the maximum.
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
        self.state.first_known = base;
        self.state.first = base;
        self.state.end = base;
        for (name, value) in fitting.into_iter().rev() {
            let name = self.append(name);
            let value = self.append(value);
            self.insert(Some(name), value, Origin::default());
        }
        if self.state.may_hold_unknown {
            self.state.first = self.state.first_known - self.room_for_unknown();
        }
        self
    }

    /// Allows for unknown entries from before the first byte, older than those
    /// of [`with_prior`](Self::with_prior).
    #[must_use]
    pub fn with_unknown_before(mut self) -> Self {
        self.state.may_hold_unknown = true;
        self.state.first = self.state.first_known - self.room_for_unknown();
        self
    }

    /// Treats maximum and limit as assumed: a size update may set any maximum,
    /// and an entry that would have been evicted can be restored.
    #[must_use]
    pub fn with_assumed_maximum(mut self) -> Self {
        self.state.assumed = true;
        self.state.limit_unknown = true;
        self
    }

    /// Ends a log before its texts exceed `bytes`: entries locate them by 32 bits.
    /// For tests, which cannot hold gigabytes.
    #[doc(hidden)]
    #[must_use]
    pub fn with_most_text(mut self, bytes: u32) -> Self {
        self.most_text = bytes;
        self
    }

    /// Whether the log has room for the texts of a block, or the rest of one, of
    /// `length` bytes.
    #[inline]
    fn has_room(&self, length: usize) -> bool {
        // A string decodes to less than twice its length.
        self.own.arena.len() as u64 + 2 * length as u64 <= u64::from(self.most_text)
    }

    /// Begins a new log if the own one has no room for `length` bytes of a block.
    /// Entries of the table are then in a past log until they are evicted.
    #[inline]
    pub(crate) fn make_room(&mut self, length: usize) {
        if !self.has_room(length) && !self.own.entries().is_empty() {
            let own = core::mem::replace(&mut self.own, Log::new(self.state.end));
            self.past.push(own);
            self.recount();
            if self.history == History::Forgotten {
                let oldest = self.state.first.max(self.state.first_known);
                self.past.retain(|log| log.end() > oldest);
                self.kept = self.kept.max(oldest);
            }
        }
    }

    /// Most unknown entries that fit with the known ones: an entry has at least
    /// 32 bytes.
    fn room_for_unknown(&self) -> Position {
        let room = u64::from(self.ceiling()).saturating_sub(self.size);
        (room / u64::from(OVERHEAD)) as i64
    }

    /// Upper bound of the maximum: the limit, if the maximum is only assumed.
    fn ceiling(&self) -> u32 {
        if self.state.assumed {
            self.state.maximum.max(self.state.limit)
        } else {
            self.state.maximum
        }
    }

    /// Current state.
    #[inline]
    #[must_use]
    pub fn state(&self) -> TableState {
        TableState {
            total: self.total,
            ..self.state
        }
    }

    #[inline]
    pub(crate) fn end(&self) -> Position {
        self.state.end
    }

    #[inline]
    pub(crate) fn required_maximum(&self) -> Option<u32> {
        self.state.required_maximum
    }

    /// Size of the known entries, bytes (§4.1).
    #[inline]
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Number of known entries.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count_at(&self.state)
    }

    /// Applies a SETTINGS_HEADER_TABLE_SIZE of `limit` bytes that the encoder
    /// acknowledged (§4.2, RFC 9113 §4.3.1).
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.state.limit = limit;
        self.state.limit_unknown = false;
        if limit < self.state.maximum {
            let smallest = self
                .state
                .required_maximum
                .map_or(limit, |pending| pending.min(limit));
            self.state.required_maximum = Some(smallest);
        }
    }

    /// Marks the limit as unknown, after the encoder acknowledged SETTINGS that
    /// were not seen.
    pub fn acknowledge_unknown_limit(&mut self) {
        self.state.limit_unknown = true;
        self.state.required_maximum = None;
    }

    /// Notes that blocks may be missing. The entries are then at unknown
    /// indices, and unknown entries may exist until a size update to 0 or until
    /// new entries fill the table. Maximum and limit are only assumed, since the
    /// missing blocks may have changed them.
    pub fn mark_blocks_missing(&mut self) {
        let before = self.state.end;
        let room = self.state.maximum.max(self.state.limit) / OVERHEAD;
        let end = before + i64::from(room.min(MAX_SKIPPED)) + 1;
        let own = core::mem::replace(&mut self.own, Log::new(end));
        if self.history == History::Kept && !own.entries().is_empty() {
            self.past.push(own);
        }
        self.live = 0;
        self.size = 0;
        self.state = TableState {
            end,
            first_known: end,
            gone: i64::MIN,
            may_hold_unknown: true,
            assumed: true,
            limit_unknown: true,
            required_maximum: None,
            ..self.state
        };
        self.state.first = (end - self.room_for_unknown()).max(before);
    }

    /// Stops requiring a size update.
    #[inline]
    pub fn cancel_required_maximum(&mut self) {
        self.state.required_maximum = None;
    }

    /// Lowers an assumed maximum to `limit`, because no size update followed that
    /// limit: the maximum was not above it.
    pub(crate) fn assume_maximum(&mut self, limit: u32) {
        self.state.maximum = limit;
        self.state.required_maximum = None;
    }

    /// Sets the maximum in bytes and evicts entries until the table fits (§4.3).
    /// Returns the evicted entries; `None`, without effect, if the maximum is
    /// above the limit.
    #[must_use]
    pub fn resize(&mut self, maximum: u32) -> Option<Range<Position>> {
        let before = self.state;
        if maximum > before.limit && !before.limit_unknown {
            return None;
        }
        self.state.maximum = maximum;
        self.state.assumed = false;
        self.state.limit = before.limit.max(maximum);
        // An update may not have been required if the maximum was only assumed.
        if before.assumed || before.required_maximum.is_some_and(|pending| maximum <= pending) {
            self.state.required_maximum = None;
        }
        let evicted = self.evict_to(u64::from(maximum));
        if before.may_hold_unknown {
            self.state.gone = if before.assumed {
                self.oldest_within(u64::from(maximum))
            } else {
                before.gone.max(before.first).max(self.state.first)
            };
        }
        Some(evicted)
    }

    /// Makes the table what it would be with `size` bytes as limit and maximum
    /// from the start: the window moves over the log. History must be kept.
    pub fn resize_from_the_start(&mut self, size: u32) {
        self.state.limit = size;
        self.state.maximum = size;
        self.state.required_maximum = None;
        self.state.first = self.oldest_within(u64::from(size));
        self.size = self.size_at(&self.state);
    }

    /// Position of the oldest known entry that fits, with all newer ones, in
    /// `size` bytes (§4.1); the end if none fits.
    fn oldest_within(&self, size: u64) -> Position {
        let mut room = size;
        let mut oldest = self.state.end;
        while oldest > self.state.first_known {
            let record = self.locate(oldest - 1);
            let Some(left) = record.and_then(|(record, _)| room.checked_sub(record.size())) else {
                break;
            };
            room = left;
            oldest -= 1;
        }
        oldest
    }

    /// Restores the entry at `position` and all newer ones, after an index
    /// referred to it although a table of the assumed maximum would have evicted
    /// it. Returns whether the true maximum can be large enough for that.
    #[cold]
    pub(crate) fn restore(&mut self, position: Position) -> bool {
        let state = self.state;
        if position < state.first_known.max(state.gone) || self.locate(position).is_none() {
            return false;
        }
        let size = self.sum_before(state.end) - self.sum_before(position);
        if size > u64::from(state.maximum) {
            // Most maximums are powers of two.
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

    /// Evicts the oldest entries until the known ones take at most `room` bytes,
    /// and drops the unknown ones that no longer fit.
    #[inline]
    fn evict_to(&mut self, room: u64) -> Range<Position> {
        let first = self.state.first;
        if first < self.state.first_known.max(self.own.base) {
            return self.evict_older(room);
        }
        // Entries with a smaller `before` no longer fit.
        let evicted = self.total.saturating_sub(room);
        let live = &self.own.records[self.own.records.len() - self.live as usize..];
        let evicted = live.iter().take_while(|record| record.before < evicted);
        let stay = &live[evicted.count()..];
        self.size = stay.first().map_or(0, |oldest| self.total - oldest.before);
        self.live = stay.len() as u32;
        self.state.first = self.own.end() - i64::from(self.live);
        first..self.state.first
    }

    /// Like [`evict_to`](Self::evict_to), for a window with unknown entries or
    /// entries of past logs.
    #[cold]
    #[inline(never)]
    fn evict_older(&mut self, room: u64) -> Range<Position> {
        let known = self.state.first_known;
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

    fn recount(&mut self) {
        let oldest = self.state.first.max(self.state.first_known).max(self.own.base);
        self.live = (self.state.end - oldest).max(0) as u32;
    }

    /// Entry of that age, if it is live. For others see
    /// [`position`](Self::position).
    #[inline]
    pub(crate) fn live_entry(&self, age: u32) -> Option<&Record> {
        if age >= self.live {
            return None;
        }
        let records = &self.own.records;
        records.get(records.len().wrapping_sub(age as usize + 1))
    }

    /// Arena of the own log, to append a new entry's strings to.
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

    /// Range in the arena of the name of the static entry at `index`, if it is
    /// one (1 to 61).
    #[inline]
    pub(crate) fn static_name(&self, index: u32) -> Option<Span> {
        let records = &self.own.records[..log::STATIC];
        records.get((index as usize).wrapping_sub(1))?.name_span()
    }

    /// Range in the arena of the name of the entry at `position`. A name of a
    /// past log is copied into the own one. The maximum bounds these copies,
    /// since each belongs to a new entry of that size.
    #[inline]
    pub(crate) fn name_of(&mut self, position: Position) -> Option<Span> {
        if position >= self.own.base {
            return self.own.get(position)?.name_span();
        }
        let log = self.past_log(position)?;
        let name = log.get(position)?.name(&log.arena)?.to_vec();
        Some(self.append(&name))
    }

    /// Evicts entries until the new one fits, then adds it (§4.4). `name` is
    /// `None` if unknown; the arena ends with the value.
    #[inline(always)]
    pub(crate) fn insert(&mut self, name: Option<Span>, value: Span, origin: Origin) -> Inserted {
        let name_len = name.map_or(0, |name| name.len);
        let size = name_len as u64 + value.len as u64 + u64::from(OVERHEAD);
        let Some(room) = u64::from(self.state.maximum).checked_sub(size) else {
            let evicted = self.clear();
            let mut position = None;
            if self.state.assumed {
                // A larger table would hold it. Later indices mean the same
                // whether it is counted or not.
                position = Some(self.state.end);
                self.push(name, value, size, origin);
                self.size = 0;
                self.live = 0;
                self.state.first = self.state.end;
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

    /// Evicts all entries, as the insertion of one does that is larger than the
    /// maximum (§4.4).
    pub(crate) fn clear(&mut self) -> Range<Position> {
        let evicted = self.evict_to(0);
        self.state.first = self.state.end;
        self.live = 0;
        if !self.state.assumed {
            self.state.gone = self.state.end;
        }
        evicted
    }

    #[inline(always)]
    fn push(&mut self, name: Option<Span>, value: Span, size: u64, origin: Origin) {
        let name_start = name.map_or(log::UNKNOWN, |name| log::offset(name.start));
        let value_start = log::offset(value.start);
        self.has_unknown |= name_start.max(value_start) == log::UNKNOWN;
        self.own.records.push(Record {
            name_start,
            value_start,
            // Both are below the maximum, a u32.
            name_len: name.map_or(0, |name| name.len) as u32,
            value_len: value.len as u32,
            before: self.total,
        });
        if self.history == History::Kept {
            let arena = self.own.arena.len();
            self.own.kept.push(EntryHistory { origin, arena });
        }
        self.total += size;
        self.size += size;
        self.live += 1;
        self.state.end += 1;
    }

    /// Inserts an entry (§4.4), copying its bytes except for a name that is in
    /// the log already. Returns `None`, without effect, if there is no such name.
    #[inline(always)]
    #[must_use]
    pub fn add(&mut self, name: NameFrom<'_>, value: &[u8], origin: Origin) -> Option<Inserted> {
        self.make_room(value.len());
        let before = self.own.arena.len();
        let name = match name {
            NameFrom::Literal(name) => self.append(name),
            NameFrom::Static(index) => self.static_name(index)?,
            NameFrom::Entry(position) => self.name_of(position)?,
        };
        let value = self.append(value);
        let inserted = self.insert(Some(name), value, origin);
        if inserted.position.is_none() {
            self.own.arena.truncate(before);
        }
        self.compact();
        Some(inserted)
    }

    /// Inserts an entry with unknown name and value, from a missing block. It
    /// counts 32 bytes, so that it evicts no entry that may still exist.
    pub fn add_unknown(&mut self, origin: Origin) -> Inserted {
        let value = self.append(&[]);
        let inserted = self.insert(None, value, origin);
        if let (Some(_), Some(record)) = (inserted.position, self.own.records.last_mut()) {
            record.value_start = log::UNKNOWN;
            self.has_unknown = true;
        }
        inserted
    }

    /// Address of the arena, which moves as it grows.
    #[doc(hidden)]
    #[must_use]
    pub fn text_address(&self) -> usize {
        self.own.arena.as_ptr().addr()
    }

    /// Heap bytes of the log, for tests.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let log = |log: &Log| {
            log.arena.len()
                + log.records.len() * size_of::<Record>()
                + log.kept.len() * size_of::<EntryHistory>()
        };
        log(&self.own) + self.past.iter().map(log).sum::<usize>()
    }
}
