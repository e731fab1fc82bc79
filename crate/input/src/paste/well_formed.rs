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
        self.all(sender, blocks, limits, |section| section.is_some())
    }

    /// Whether `lines`, which follow each other, are parts of one block: that
    /// has all pseudo-header fields it needs, and no line has, or all lines
    /// are a field each.
    pub(crate) fn are_parts(&mut self, sender: Sender, lines: &[&[u8]], limits: &[u32]) -> bool {
        let are_fields = lines.len() > 2 && lines.iter().all(|line| is_field(line));
        let is_open = |section: Option<Section>| section.is_some_and(|own| !own.is_complete());
        let is_complete = |section: Option<Section>| section.is_some_and(|own| own.is_complete());
        self.all(sender, &[&lines.concat()], limits, is_complete)
            && (are_fields || self.all(sender, lines, limits, is_open))
    }

    /// Whether the second of two blocks may be the rest of the first: together
    /// they have all pseudo-header fields they need, and it has some, but not
    /// these.
    pub(crate) fn is_rest(&mut self, sender: Sender, two: [&[u8]; 2], limits: &[u32]) -> bool {
        let is_complete = |section: Option<Section>| section.is_some_and(|own| own.is_complete());
        let mut at = 0;
        let is_open = |section: Option<Section>| {
            at += 1;
            at == 1 || section.is_some_and(|own| !own.names.is_empty() && !own.is_complete())
        };
        self.all(sender, &[&two.concat()], limits, is_complete)
            && self.all(sender, &two, limits, is_open)
    }

    fn all(
        &mut self,
        sender: Sender,
        blocks: &[&[u8]],
        limits: &[u32],
        mut is: impl FnMut(Option<Section>) -> bool,
    ) -> bool {
        let decoder = self.of(sender);
        let before = decoder.table().state();
        let mut first = limits;
        let all = blocks
            .iter()
            .all(|block| is(section(decoder, block, std::mem::take(&mut first))));
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

/// The pseudo-header fields of a well-formed field section.
struct Section {
    names: Vec<Vec<u8>>,
    is_connect: bool,
}

impl Section {
    /// Whether these are all that a request or a response needs (RFC 9113
    /// §8.3.1, §8.3.2 and §8.5).
    fn is_complete(&self) -> bool {
        let has = |name: &[u8]| self.names.iter().any(|own| own == name);
        let is_request = has(b":method")
            && match self.is_connect {
                true => has(b":authority"),
                false => has(b":scheme") && has(b":path"),
            };
        let is_response = has(b":status") && self.names.len() == 1;
        is_request && !has(b":status") || is_response
    }
}

/// Whether a block is a single field.
pub(crate) fn is_field(block: &[u8]) -> bool {
    !block.is_empty()
        && hpack::structure::representation_at(block, 0)
            .is_ok_and(|field| field.octets.end == block.len())
}

/// What the block has where it decodes, with its pseudo-header fields first and
/// none twice.
fn section(decoder: &mut Decoder, block: &[u8], limits: &[u32]) -> Option<Section> {
    for &limit in limits {
        decoder.table_mut().acknowledge_limit(limit);
    }
    let mut seen: Vec<Vec<u8>> = Vec::new();
    let mut regular = false;
    let (mut well_formed, mut is_connect) = (true, false);
    let decoded = decoder.decode(block, |field| {
        let name = field.name.unwrap_or_default();
        if name.first() != Some(&b':') {
            regular = true;
        } else if regular || seen.len() > 8 || seen.iter().any(|before| before == name) {
            well_formed = false;
        } else {
            is_connect |= name == b":method" && field.value == Some(b"CONNECT");
            seen.push(name.to_vec());
        }
    });
    (decoded.is_ok() && well_formed).then_some(Section {
        names: seen,
        is_connect,
    })
}

/// Whether the octets could be one header block: not empty, structurally
/// whole, and by themselves a well-formed field section. An index from before
/// the block is no fault.
pub(crate) fn is_plausible(octets: &[u8]) -> bool {
    !octets.is_empty() && hpack::structure::is_whole(octets)
}
