//! Header blocks of one direction of a connection, and their strings and integers.

use hpack::{dynamic_table::DEFAULT_MAXIMUM, structure};

use super::{Integers, Strings};

/// One direction of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Initial SETTINGS_HEADER_TABLE_SIZE, bytes.
    pub limit: u32,
    /// Initial maximum of the table, bytes.
    pub maximum: u32,
    /// Blocks, in order.
    pub blocks: Vec<Sent>,
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Values of SETTINGS_HEADER_TABLE_SIZE acknowledged since the last block.
    pub limit_changes: Vec<u32>,
    /// Bytes of the block.
    pub bytes: Vec<u8>,
}

impl Conversation {
    /// Groups `blocks` by direction. `limit` is the initial
    /// SETTINGS_HEADER_TABLE_SIZE and maximum of the table, bytes.
    #[must_use]
    pub fn by_direction<D: PartialEq>(
        blocks: impl Iterator<Item = (D, Sent)>,
        limit: Option<u32>,
    ) -> Vec<Self> {
        let limit = limit.unwrap_or(DEFAULT_MAXIMUM);
        let mut all: Vec<(D, Self)> = Vec::new();
        for (direction, sent) in blocks {
            match all.iter_mut().find(|(other, _)| *other == direction) {
                Some((_, own)) => own.blocks.push(sent),
                None => {
                    let own = Self {
                        limit,
                        maximum: limit,
                        blocks: vec![sent],
                    };
                    all.push((direction, own));
                }
            }
        }
        all.into_iter().map(|(_, own)| own).collect()
    }
}

/// Returns every readable representation with its block.
fn representations(
    conversations: &[Conversation],
) -> impl Iterator<Item = (&[u8], structure::Representation)> {
    let blocks = conversations.iter().flat_map(|one| &one.blocks);
    blocks.flat_map(|sent| {
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= sent.bytes.len() {
                return None;
            }
            let found = structure::representation_at(&sent.bytes, at).ok()?;
            at = found.range.end;
            Some((&sent.bytes[..], found))
        })
    })
}

pub(super) fn strings(conversations: &[Conversation]) -> Strings {
    let mut strings = Strings::default();
    for (block, found) in representations(conversations) {
        let from = strings.bytes.len();
        let begin = found.range.start;
        for literal in [found.name, found.value].into_iter().flatten() {
            if literal.huffman {
                let place = from + literal.data.start - begin..from + literal.data.end - begin;
                strings.places.push(place);
            }
        }
        strings.bytes.extend_from_slice(&block[found.range]);
    }
    strings
}

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
