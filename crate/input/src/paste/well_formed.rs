//! Whether octets, read as blocks in one way or another, are well-formed
//! field sections: RFC 9113 §8.3, pseudo-header fields first and none twice.

use hpack::{Decoder, DynamicTable, History};

use crate::Sender;

/// Follows the blocks that were parted already, so that the next ones meet
/// the table that they left.
pub(crate) struct Judge {
    client: Decoder,
    server: Decoder,
    unknown: Decoder,
    /// Blocks followed so far.
    pub(crate) followed: usize,
}

impl Judge {
    pub(crate) fn new(initial_table_size: Option<u32>) -> Judge {
        // What is tried is taken back, for which the history is needed.
        let size = initial_table_size.unwrap_or(4096);
        let fresh = || Decoder::with_table(DynamicTable::new(size, size, History::Kept));
        Judge {
            client: fresh(),
            server: fresh(),
            unknown: fresh(),
            followed: 0,
        }
    }

    /// Decodes one block for what it does to the table.
    pub(crate) fn follow(&mut self, sender: Sender, block: &[u8], limits: &[u32]) {
        section(self.of(sender), block, limits);
        self.followed += 1;
    }

    /// Whether all `blocks`, which follow each other, are well-formed; the
    /// limits are acknowledged before the first.
    pub(crate) fn sections(&mut self, sender: Sender, blocks: &[&[u8]], limits: &[u32]) -> bool {
        let decoder = self.of(sender);
        let before = decoder.table().state();
        let mut first = limits;
        let all = blocks
            .iter()
            .all(|block| section(decoder, block, std::mem::take(&mut first)));
        decoder.table_mut().rewind(before);
        all
    }

    fn of(&mut self, sender: Sender) -> &mut Decoder {
        match sender {
            Sender::Client => &mut self.client,
            Sender::Server => &mut self.server,
            Sender::Unknown => &mut self.unknown,
        }
    }
}

/// Whether the block decodes, with its pseudo-header fields first and none
/// twice.
fn section(decoder: &mut Decoder, block: &[u8], limits: &[u32]) -> bool {
    for &limit in limits {
        decoder.table_mut().acknowledge_limit(limit);
    }
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let mut regular = false;
    let mut well_formed = true;
    let decoded = decoder.decode(block, |field| {
        let name = field.name.unwrap_or_default();
        if name.first() != Some(&b':') {
            regular = true;
        } else if regular || seen.len() > 8 || seen.iter().any(|before| before == name) {
            well_formed = false;
        } else {
            seen.push(name.to_vec());
        }
    });
    decoded.is_ok() && well_formed
}

/// Whether the octets could be one header block: not empty, structurally
/// whole, and by themselves a well-formed field section. An index from before
/// the block is no fault.
pub(crate) fn is_plausible(octets: &[u8]) -> bool {
    !octets.is_empty() && hpack::structure::is_whole(octets)
}
