//! Header blocks as one side of a connection sent them, and what is in them.

use hpack::{dynamic_table::DEFAULT_MAXIMUM, structure};
use input::{Blocks, Sender, paste};
use inspect::Session;

use super::{Integers, Strings};

/// One direction of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// SETTINGS_HEADER_TABLE_SIZE in force at the start, octets.
    pub limit: u32,
    /// The table's maximum at the start, octets.
    pub maximum: u32,
    /// Its blocks, in order.
    pub blocks: Vec<Sent>,
}

/// One block, and what was acknowledged before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged since the last block.
    pub limit_changes: Vec<u32>,
    /// The block.
    pub octets: Vec<u8>,
}

impl Conversation {
    /// Of every direction in `blocks`; `initial` as
    /// [`Paste::initial_table_size`](paste::Paste::initial_table_size) has it.
    #[must_use]
    pub fn of_blocks(blocks: &Blocks, initial: Option<u32>) -> Vec<Self> {
        let mut senders: Vec<Sender> = Vec::new();
        let mut all: Vec<Self> = Vec::new();
        for block in blocks.iter() {
            let number = senders
                .iter()
                .position(|&sender| sender == block.sender)
                .unwrap_or_else(|| {
                    senders.push(block.sender);
                    all.push(Self {
                        limit: initial.unwrap_or(DEFAULT_MAXIMUM),
                        maximum: initial.unwrap_or(DEFAULT_MAXIMUM),
                        blocks: Vec::new(),
                    });
                    all.len() - 1
                });
            all[number].blocks.push(Sent {
                limit_changes: block.before.limit_changes.clone(),
                octets: block.octets.to_vec(),
            });
        }
        all
    }

    /// Of every direction of the session that is open.
    #[must_use]
    pub fn of_session(session: &Session) -> Vec<Self> {
        let options = session.options();
        let of_direction = |direction: &inspect::session::Direction| Self {
            limit: options.limit,
            maximum: options.maximum,
            blocks: direction
                .blocks
                .iter()
                .map(|&number| Sent {
                    limit_changes: session.blocks()[number as usize].limit_changes.clone(),
                    octets: session.octets(number as usize).to_vec(),
                })
                .collect(),
        };
        session.directions().iter().map(of_direction).collect()
    }

    /// Of whatever text or file the pasted-text reader takes.
    ///
    /// # Errors
    /// [`input::Refusal`] says where and why it does not.
    pub fn of_input(input: &[u8]) -> Result<Vec<Self>, input::Refusal> {
        let read = paste::read(input, &paste::Options::default())?;
        Ok(Self::of_blocks(&read.blocks, read.initial_table_size))
    }
}

/// Every representation that can be read.
fn representations(
    conversations: &[Conversation],
) -> impl Iterator<Item = (&[u8], structure::Representation)> {
    let blocks = conversations.iter().flat_map(|one| &one.blocks);
    blocks.flat_map(|sent| {
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= sent.octets.len() {
                return None;
            }
            let found = structure::representation_at(&sent.octets, at).ok()?;
            at = found.range.end;
            Some((&sent.octets[..], found))
        })
    })
}

/// Every Huffman-coded string, where it stands.
pub(super) fn strings(conversations: &[Conversation]) -> Strings {
    let mut strings = Strings::default();
    for (block, found) in representations(conversations) {
        let from = strings.octets.len();
        let begin = found.range.start;
        for literal in [found.name, found.value].into_iter().flatten() {
            if literal.huffman {
                let place = from + literal.data.start - begin..from + literal.data.end - begin;
                strings.places.push(place);
            }
        }
        strings.octets.extend_from_slice(&block[found.range]);
    }
    strings
}

/// Every integer, in its block's order.
pub(super) fn integers(conversations: &[Conversation]) -> Integers {
    let mut integers = Integers::default();
    for (block, found) in representations(conversations) {
        let lengths = [found.name, found.value]
            .into_iter()
            .flatten()
            .map(|literal| literal.length);
        for integer in std::iter::once(found.integer).chain(lengths) {
            integers.push(&block[integer.range], integer.prefix_bits);
        }
    }
    integers
}
