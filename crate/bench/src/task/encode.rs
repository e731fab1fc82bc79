//! Whole header lists, with an encoder for each connection.

use std::hint::black_box;

use hpack::{
    Encoder,
    encoder::{DefaultPolicy, Policy},
};
use inspect::policies::{Chooser, Indexing, Named};

use super::{EngineEntry, Task};
use crate::workload::{Conversation, List, Lists, Sent, decoded, lists};

/// An encoder of the header lists of one direction of a connection.
pub trait ListEncoder {
    /// Acknowledges `limit`, in bytes, as the limit of the table and its maximum.
    fn acknowledge(&mut self, limit: u32);

    /// Appends the block of `list` to `out`.
    fn encode(&mut self, list: &List, out: &mut Vec<u8>);
}

/// Our encoder, with that policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeEngine {
    /// The default policy of hpack-core.
    Default,
    /// A named one.
    Named(Indexing),
}

impl EncodeEngine {
    /// Every one that is raced.
    pub const ALL: [Self; 4] = [
        Self::Default,
        Self::Named(Indexing::Nghttp2),
        Self::Named(Indexing::LsHpack),
        Self::Named(Indexing::Never),
    ];

    /// Its description.
    #[must_use]
    pub fn entry(self) -> EngineEntry {
        let (id, title, about) = match self {
            Self::Default => (
                "default",
                "ours",
                "Our encoder with its default policy: every field becomes an entry but likely secrets.",
            ),
            Self::Named(Indexing::Nghttp2) => (
                "as-nghttp2",
                "ours, as nghttp2",
                "Our encoder with the policy of nghttp2, whose blocks are the same byte for byte.",
            ),
            Self::Named(Indexing::LsHpack) => (
                "as-ls-hpack",
                "ours, as ls-hpack",
                "Our encoder with the policy of ls-hpack, which adds fields that it has seen before.",
            ),
            Self::Named(policy) => (policy.id(), policy.title(), policy.about()),
        };
        EngineEntry { id, title, about }
    }

    /// The engine of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.entry().id == id)
    }
}

/// `engine` on the lists of `conversations`, each with a new encoder every time.
#[must_use]
pub fn encode(engine: EncodeEngine, conversations: &[Conversation]) -> Box<dyn Task> {
    match engine {
        EncodeEngine::Default => {
            encode_with(conversations, |limit| (Encoder::new(limit), DefaultPolicy))
        }
        EncodeEngine::Named(indexing) => encode_with(conversations, move |limit| {
            (Encoder::new(limit), Chooser::new(indexing))
        }),
    }
}

/// The encoders that `new` makes for a limit in bytes on the lists of `conversations`.
#[must_use]
pub fn encode_with<E: ListEncoder + 'static>(
    conversations: &[Conversation],
    new: impl Fn(u32) -> E + 'static,
) -> Box<dyn Task> {
    Box::new(Encoding {
        lists: lists(conversations),
        new,
        out: Vec::new(),
    })
}

impl<P: Policy> ListEncoder for (Encoder, P) {
    fn acknowledge(&mut self, limit: u32) {
        self.0.acknowledge_limit(limit);
        // Never above the limit.
        let _ = self.0.set_maximum(limit);
    }

    #[inline]
    fn encode(&mut self, list: &List, out: &mut Vec<u8>) {
        self.0.encode_with(&mut self.1, list.lines(), out);
    }
}

struct Encoding<N> {
    lists: Vec<Lists>,
    new: N,
    out: Vec<u8>,
}

impl<E: ListEncoder, N: Fn(u32) -> E> Encoding<N> {
    #[inline]
    fn each_block(&mut self, mut each: impl FnMut(&[u8])) {
        for connection in black_box(&self.lists) {
            let mut encoder = (self.new)(connection.limit);
            for list in &connection.lists {
                for &limit in &list.limits {
                    encoder.acknowledge(limit);
                }
                self.out.clear();
                encoder.encode(list, &mut self.out);
                each(black_box(&self.out));
            }
        }
    }
}

impl<E: ListEncoder, N: Fn(u32) -> E> Task for Encoding<N> {
    fn run(&mut self, times: u32) {
        for _ in 0..times {
            self.each_block(|_| ());
        }
    }

    /// The fields to which the blocks decode.
    fn output(&mut self) -> Vec<u8> {
        let mut blocks = Vec::new();
        self.each_block(|block| blocks.push(block.to_vec()));
        let mut blocks = blocks.into_iter();
        let conversations = self.lists.iter().map(|connection| Conversation {
            limit: connection.limit,
            maximum: connection.limit.min(4096),
            blocks: connection
                .lists
                .iter()
                .zip(&mut blocks)
                .map(|(list, octets)| Sent {
                    limit_changes: list.limits.clone(),
                    octets,
                })
                .collect(),
        });
        decoded(&conversations.collect::<Vec<_>>())
    }

    fn written(&mut self) -> Option<usize> {
        let mut bytes = 0;
        self.each_block(|block| bytes += block.len());
        Some(bytes)
    }
}
