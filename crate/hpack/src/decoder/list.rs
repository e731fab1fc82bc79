//! Fields that outlive the block they were decoded from.

use alloc::vec::Vec;

use super::Field;

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
    ends: Vec<Ends>,
}

/// Where a field ends in the buffer; it begins where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ends {
    name: usize,
    value: usize,
    is_sensitive: bool,
}

impl FieldList {
    /// Appends a copy of `field`.
    pub fn push(&mut self, field: Field<'_>) {
        self.bytes.extend_from_slice(field.name);
        let name = self.bytes.len();
        self.bytes.extend_from_slice(field.value);
        self.ends.push(Ends {
            name,
            value: self.bytes.len(),
            is_sensitive: field.sensitive,
        });
    }

    /// The fields, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Field<'_>> {
        let mut start = 0;
        self.ends.iter().map(move |ends| {
            let name = &self.bytes[start..ends.name];
            start = ends.value;
            Field {
                name,
                value: &self.bytes[ends.name..ends.value],
                sensitive: ends.is_sensitive,
            }
        })
    }

    /// The number of fields.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no field.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Removes all fields and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}
