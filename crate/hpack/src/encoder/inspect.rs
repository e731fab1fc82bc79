//! Encoding step by step, with what each step does to the table: for inspection.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Choice, Encoder, FieldLine, Policy, index::Key, write::NOTHING};
use crate::{
    dynamic_table::{DynamicTable, TableState},
    representation::Kind,
};

/// A size update that was written (§6.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenSizeUpdate {
    /// Range of its bytes in the output.
    pub range: Range<usize>,
    /// Positions of the entries that were evicted.
    pub evicted: Range<i64>,
    /// The table after it.
    pub state: TableState,
}

/// Result of writing a field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Range of its bytes in the output.
    pub range: Range<usize>,
    /// Position of the inserted entry.
    pub inserted: Option<i64>,
    /// Positions of the evicted entries.
    pub evicted: Range<i64>,
}

/// Representation of a field that was entered in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entered {
    /// Representation, with an index only if it refers to the field.
    pub choice: Choice,
    /// Position of the dynamic entry that its index refers to.
    pub refers: Option<i64>,
    /// Position of the inserted entry.
    pub inserted: Option<i64>,
    /// Positions of the evicted entries.
    pub evicted: Range<i64>,
}

#[cfg(feature = "inspect")]
impl Encoder {
    /// Returns an encoder that continues with `table`. It never refers to
    /// unknown entries.
    #[must_use]
    pub fn with_table(table: DynamicTable) -> Self {
        Self::of(table)
    }

    /// The dynamic table.
    #[must_use]
    pub fn table(&self) -> &DynamicTable {
        &self.table
    }

    /// Begins a block at the end of `out`: writes the pending size updates
    /// (§4.2, §6.3) and applies them to the table. Returns them.
    pub fn begin(&mut self, out: &mut Vec<u8>) -> Vec<WrittenSizeUpdate> {
        self.update_size(out)
    }

    /// Returns the choice of `policy` for `field`, to [`write`](Self::write): never
    /// indexed for a sensitive field (§7.1.3).
    #[inline]
    pub fn choose(&self, policy: &mut (impl Policy + ?Sized), field: FieldLine<'_>) -> Choice {
        self.find(field).choice_of(policy)
    }

    /// Appends the field to `out` in the representation `choice`, and inserts it
    /// into the table if that is incremental. Ignores an index that does not
    /// refer to the field.
    pub fn write(&mut self, field: FieldLine<'_>, choice: Choice, out: &mut Vec<u8>) -> Written {
        let from = out.len();
        let Entered {
            choice,
            inserted,
            evicted,
            ..
        } = self.enter(field, choice);
        choice.append(field, out);
        Written {
            range: from..out.len(),
            inserted,
            evicted,
        }
    }

    /// Updates the table like [`write`](Self::write), without output, which
    /// [`Choice::append`] writes.
    pub fn enter(&mut self, field: FieldLine<'_>, choice: Choice) -> Entered {
        let key = self.find(field).key;
        self.enter_found(field, &key, choice)
    }

    /// Like [`enter`](Self::enter) with the choice of `policy`, in one look-up.
    pub fn enter_with(
        &mut self,
        policy: &mut (impl Policy + ?Sized),
        field: FieldLine<'_>,
    ) -> Entered {
        let found = self.find(field);
        let choice = found.choice_of(policy);
        let key = found.key;
        self.enter_found(field, &key, choice)
    }

    fn enter_found(&mut self, field: FieldLine<'_>, key: &Key, choice: Choice) -> Entered {
        let choice = self.legal(field, key, choice);
        let refers = choice.index.and_then(|index| self.table.position(index));
        let inserted = match choice.kind {
            Kind::Incremental => {
                self.insert(field.name, field.value, key.hashes(field), choice.index)
            }
            _ => NOTHING,
        };
        Entered {
            choice,
            refers,
            inserted: inserted.position,
            evicted: inserted.evicted,
        }
    }
}
