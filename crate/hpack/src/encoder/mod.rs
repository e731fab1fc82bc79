//! §6: encoding header blocks.
//!
//! An [`Encoder`] has a dynamic table and a hash index over it.
//! [`Encoder::encode`] writes a block; a custom [`Policy`] decides how each field
//! is represented.

mod index;
mod inspect;
mod policy;
mod write;

#[cfg(feature = "inspect")]
pub use inspect::{Entered, Written, WrittenSizeUpdate};
pub use policy::{Choice, DefaultPolicy, Huffman, Matches, Nghttp2Policy, Policy};

use alloc::vec::Vec;
use core::fmt;

use crate::{
    decoder::Field,
    dynamic_table::{DEFAULT_MAXIMUM, DynamicTable, History},
    integer,
    representation::Kind,
};
use index::Index;

/// A field to encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldLine<'a> {
    /// Its name, any bytes.
    pub name: &'a [u8],
    /// Its value, any bytes.
    pub value: &'a [u8],
    /// Whether it must not be indexed, even by intermediaries (§7.1.3).
    pub sensitive: bool,
}

impl<'a> FieldLine<'a> {
    /// Returns a field that is not sensitive.
    #[inline]
    #[must_use]
    pub fn new(name: &'a [u8], value: &'a [u8]) -> Self {
        Self {
            name,
            value,
            sensitive: false,
        }
    }

    /// Sets whether the field is sensitive.
    #[inline]
    #[must_use]
    pub fn with_sensitive(self, sensitive: bool) -> Self {
        Self { sensitive, ..self }
    }
}

impl<'a> From<Field<'a>> for FieldLine<'a> {
    /// Converts a field as an intermediary has to forward it (§6.2.3).
    #[inline]
    fn from(field: Field<'a>) -> Self {
        Self::new(field.name, field.value).with_sensitive(field.sensitive)
    }
}

/// A pair of strings or bytes: name and value.
impl<'a, N, V> From<(&'a N, &'a V)> for FieldLine<'a>
where
    N: AsRef<[u8]> + ?Sized,
    V: AsRef<[u8]> + ?Sized,
{
    #[inline]
    fn from((name, value): (&'a N, &'a V)) -> Self {
        Self::new(name.as_ref(), value.as_ref())
    }
}

impl<'a> From<&FieldLine<'a>> for FieldLine<'a> {
    #[inline]
    fn from(field: &FieldLine<'a>) -> Self {
        *field
    }
}

/// The error of a maximum above the limit that the decoder announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AboveLimit {
    /// Limit, in bytes.
    pub limit: u32,
}

impl fmt::Display for AboveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit;
        write!(f, "the decoder allows a table of {limit} bytes at most")
    }
}

impl core::error::Error for AboveLimit {}

/// Encodes the header blocks of one direction of one connection, in order.
///
/// ```
/// use hpack_core::{Encoder, FieldLine};
///
/// let mut encoder = Encoder::default();
/// let fields = [(":method", "GET"), ("x-trace", "on")];
/// let mut first = Vec::new();
/// encoder.encode(fields, &mut first);
/// let mut second = Vec::new();
/// encoder.encode(fields, &mut second);
/// // The second time, a table holds both.
/// assert_eq!(second, [0x82, 0xbe]);
///
/// // A secret is in no table the second time either.
/// let secret = FieldLine { sensitive: true, ..("x-key", "2971").into() };
/// let [mut once, mut again] = [Vec::new(), Vec::new()];
/// encoder.encode([secret], &mut once);
/// encoder.encode([secret], &mut again);
/// assert_eq!(once, again);
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    table: DynamicTable,
    index: Index,
    /// The maximum that the next block sets, in bytes.
    wanted: u32,
    /// The smallest maximum set since the last block, if it changed.
    lowest: Option<u32>,
}

impl Default for Encoder {
    /// Returns the encoder of a connection with default settings: a table of
    /// 4,096 bytes.
    fn default() -> Self {
        Self::new(DEFAULT_MAXIMUM)
    }
}

impl Encoder {
    /// Returns the encoder of a connection whose peer announced `limit` bytes as
    /// SETTINGS_HEADER_TABLE_SIZE. The table's maximum starts at the smaller of
    /// that and 4,096.
    #[must_use]
    pub fn new(limit: u32) -> Self {
        Self::of(DynamicTable::new(
            limit,
            limit.min(DEFAULT_MAXIMUM),
            History::Forgotten,
        ))
    }

    fn of(table: DynamicTable) -> Self {
        let state = table.state();
        let wanted = state.maximum.min(state.limit);
        Self {
            index: Index::of(&table),
            table,
            wanted,
            lowest: state.required_maximum.map(|pending| pending.min(wanted)),
        }
    }

    /// Acknowledges the peer's SETTINGS_HEADER_TABLE_SIZE, in bytes (§4.2). This
    /// can lower the maximum; only [`set_maximum`](Self::set_maximum) raises it.
    pub fn acknowledge_limit(&mut self, limit: u32) {
        self.table.acknowledge_limit(limit);
        if limit < self.wanted {
            self.set_wanted(limit);
        }
    }

    /// Sets the maximum in bytes from the next block on (§4.2). If it changes
    /// several times before that block, the block sets the smallest and the last.
    ///
    /// # Errors
    /// [`AboveLimit`]; the maximum is then unchanged.
    pub fn set_maximum(&mut self, maximum: u32) -> Result<(), AboveLimit> {
        let limit = self.table.state().limit;
        if maximum > limit {
            return Err(AboveLimit { limit });
        }
        if maximum != self.wanted {
            self.set_wanted(maximum);
        }
        Ok(())
    }

    fn set_wanted(&mut self, maximum: u32) {
        self.wanted = maximum;
        self.lowest = Some(self.lowest.map_or(maximum, |lowest| lowest.min(maximum)));
    }

    /// Maximum in bytes once the pending size updates have been written.
    #[must_use]
    pub fn maximum(&self) -> u32 {
        self.wanted
    }

    /// Returns the size updates that the next block must begin with: none, one,
    /// or the smallest and the last (§4.2).
    fn pending_updates(&self) -> (Option<u32>, Option<u32>) {
        match self.lowest {
            None => (None, None),
            Some(lowest) if lowest < self.wanted => (Some(lowest), Some(self.wanted)),
            Some(_) if self.wanted == self.table.state().maximum => (None, None),
            Some(_) => (None, Some(self.wanted)),
        }
    }

    /// Writes the pending size updates (§4.2, §6.3) at the end of `out` and applies
    /// them to the table. Returns them.
    fn update_size(&mut self, out: &mut Vec<u8>) -> Vec<inspect::WrittenSizeUpdate> {
        let (smallest, last) = self.pending_updates();
        self.lowest = None;
        let mut updates = Vec::new();
        for maximum in [smallest, last].into_iter().flatten() {
            let from = out.len();
            let prefix_bits = Kind::SizeUpdate.prefix_bits();
            integer::encode(0x20, prefix_bits, u64::from(maximum), out);
            let Some(evicted) = self.table.resize(maximum) else {
                // Never: `wanted` follows the limit.
                out.truncate(from);
                continue;
            };
            updates.push(inspect::WrittenSizeUpdate {
                range: from..out.len(),
                evicted,
                state: self.table.state(),
            });
        }
        self.index.follow_evictions(&self.table);
        self.table.compact();
        updates
    }

    /// Encodes `fields` with [`DefaultPolicy`] and appends the block to `out`.
    pub fn encode<'a, F: Into<FieldLine<'a>>>(
        &mut self,
        fields: impl IntoIterator<Item = F>,
        out: &mut Vec<u8>,
    ) {
        self.encode_with(&mut DefaultPolicy, fields, out);
    }

    /// Encodes `fields` with `policy` and appends the block to `out`.
    pub fn encode_with<'a, F: Into<FieldLine<'a>>>(
        &mut self,
        policy: &mut (impl Policy + ?Sized),
        fields: impl IntoIterator<Item = F>,
        out: &mut Vec<u8>,
    ) {
        if self.lowest.is_some() {
            self.update_size(out);
        }
        for field in fields {
            let field = field.into();
            let found = self.find(field);
            let choice = found.choice_of(policy);
            let key = found.key;
            self.put(field, &key, choice, out);
        }
    }
}
