//! Fields that outlive the block they were decoded from.

use alloc::vec::Vec;

use super::Field;
use crate::representation::Kind;

/// The fields of a header list, in one buffer.
///
/// ```
/// use hpack_core::{Decoder, FieldList};
///
/// let mut list = FieldList::default();
/// Decoder::default().decode_into(&[0x82, 0x84], &mut list)?;
/// let fields: Vec<_> = list.iter().map(|field| (field.name, field.value)).collect();
/// assert_eq!(fields, [(&b":method"[..], &b"GET"[..]), (b":path", b"/")]);
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
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Field<'_>> {
        let mut start = 0;
        self.entries.iter().map(move |entry| {
            let name = &self.bytes[start..entry.name];
            start = entry.value;
            Field {
                name,
                value: &self.bytes[entry.name..entry.value],
                sensitive: entry.kind == Kind::NeverIndexed,
                kind: entry.kind,
                index: entry.index,
            }
        })
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
