//! Holds records captured before the hello they depend on: captures do not
//! always keep the order of the two directions.

use http2::{Arrival, Sender};

use super::record::Header;

const MAX_BYTES: usize = 1 << 16;
/// Overhead of a record, in bytes.
const OVERHEAD: usize = 64;

#[derive(Debug)]
pub(super) struct DeferredRecord {
    pub(super) sender: Sender,
    pub(super) header: Header,
    pub(super) body: Vec<u8>,
    pub(super) arrival: Arrival,
}

#[derive(Debug, Default)]
pub(super) struct DeferredRecords {
    records: Vec<DeferredRecord>,
    bytes: usize,
    /// Whether the limit was exceeded; no more are held.
    full: bool,
}

impl DeferredRecords {
    /// Holds a record if there is room. Returns whether it did.
    pub(super) fn add(
        &mut self,
        sender: Sender,
        header: Header,
        body: &[u8],
        arrival: Arrival,
    ) -> bool {
        self.full |= self.bytes + body.len() + OVERHEAD > MAX_BYTES;
        if !self.full {
            self.bytes += body.len() + OVERHEAD;
            self.records.push(DeferredRecord {
                sender,
                header,
                body: body.to_vec(),
                arrival,
            });
        }
        !self.full
    }

    pub(super) const fn close(&mut self) {
        self.full = true;
    }

    pub(super) const fn is_full(&self) -> bool {
        self.full
    }

    /// Sender of the records, if there are any.
    pub(super) fn sender(&self) -> Option<Sender> {
        self.records.first().map(|record| record.sender)
    }

    pub(super) fn take(&mut self) -> Vec<DeferredRecord> {
        self.bytes = 0;
        std::mem::take(&mut self.records)
    }
}
