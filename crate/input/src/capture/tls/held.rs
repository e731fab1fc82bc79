//! Records that came before the hello that they can't be read without:
//! captures do not always keep the order of the two directions.

use http2::{Arrival, Sender};

use super::record::Header;

/// The most bytes that are held.
const MOST: usize = 1 << 16;
/// What a record costs besides its bytes.
const EACH: usize = 64;

/// One record.
#[derive(Debug)]
pub(super) struct HeldRecord {
    pub(super) sender: Sender,
    pub(super) header: Header,
    pub(super) body: Vec<u8>,
    pub(super) arrival: Arrival,
}

/// The records of one sender.
#[derive(Debug, Default)]
pub(super) struct Held {
    records: Vec<HeldRecord>,
    bytes: usize,
    /// Once they were too many, none is held any more.
    full: bool,
}

impl Held {
    /// Holds a record, if there is room.
    pub(super) fn add(
        &mut self,
        sender: Sender,
        header: Header,
        body: &[u8],
        arrival: Arrival,
    ) -> bool {
        self.full |= self.bytes + body.len() + EACH > MOST;
        if !self.full {
            self.bytes += body.len() + EACH;
            self.records.push(HeldRecord {
                sender,
                header,
                body: body.to_vec(),
                arrival,
            });
        }
        !self.full
    }

    /// No more are held.
    pub(super) const fn close(&mut self) {
        self.full = true;
    }

    pub(super) const fn full(&self) -> bool {
        self.full
    }

    /// Whose records are held, if any are.
    pub(super) fn sender(&self) -> Option<Sender> {
        self.records.first().map(|record| record.sender)
    }

    pub(super) fn take(&mut self) -> Vec<HeldRecord> {
        self.bytes = 0;
        std::mem::take(&mut self.records)
    }
}
