//! Fields that outlive the block they were decoded from.

use alloc::vec::Vec;
use core::{mem, slice};

use super::Field;
use crate::representation::Kind;

/// The fields of a header list, in one buffer.
///
/// ```
/// use hpack_core::{Decoder, FieldList};
///
/// let mut list = FieldList::default();
/// Decoder::default().decode_into(&[0x82, 0x84], &mut list)?;
/// let mut values = Vec::new();
/// for field in &list {
///     values.push(field.value);
/// }
/// assert_eq!(values, [&b"GET"[..], b"/"]);
/// # Ok::<(), hpack_core::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldList {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// End of the name in the buffer. It begins where the previous value ends.
    name: usize,
    /// End of the value in the buffer.
    value: usize,
    kind: Kind,
    index: Option<u32>,
}

impl FieldList {
    /// Appends a copy of `field`.
    pub fn push(&mut self, field: Field<'_>) {
        self.bytes.extend_from_slice(field.name);
        let name = self.bytes.len();
        self.bytes.extend_from_slice(field.value);
        self.entries.push(Entry {
            name,
            value: self.bytes.len(),
            kind: field.kind,
            index: field.index,
        });
    }

    /// The fields, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            bytes: &self.bytes,
            entries: self.entries.iter(),
            start: 0,
        }
    }

    /// The number of fields.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes all fields, keeping the allocation.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.entries.clear();
    }
}

impl<'a> IntoIterator for &'a FieldList {
    type Item = Field<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// The fields of a [`FieldList`], in order.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    /// The texts of all fields.
    bytes: &'a [u8],
    entries: slice::Iter<'a, Entry>,
    /// End of the previous value.
    start: usize,
}

impl<'a> Iterator for Iter<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let entry = self.entries.next()?;
        let start = mem::replace(&mut self.start, entry.value);
        Some(Field {
            name: &self.bytes[start..entry.name],
            value: &self.bytes[entry.name..entry.value],
            sensitive: entry.kind == Kind::NeverIndexed,
            kind: entry.kind,
            index: entry.index,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}
