//! Encoding header lists, with an encoder for each connection.

use std::{hint::black_box, sync::Arc};

use hpack::{
    Encoder,
    encoder::{DefaultPolicy, Nghttp2Policy, Policy},
};
use hpack_engines::{Engine, Entry, Visitor, list};
use inspect::policies::{Chooser, Indexing};

use super::Task;
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{
        Conversation, Data, List, Lists, Sent, count_fields, decoded, lists, write_error,
        write_lists,
    },
};

pub(crate) struct Encode;

type Engines = list![Default, AsNghttp2, AsLsHpack, Never];

impl Race for Encode {
    type Data = [Conversation];
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        data.conversations()
    }

    fn operations(conversations: &Self::Data) -> usize {
        conversations.iter().map(|one| one.blocks.len()).sum()
    }

    fn amount(conversations: &Self::Data) -> usize {
        count_fields(conversations)
    }

    fn expected(conversations: &Arc<Self::Data>) -> Vec<u8> {
        write_lists(&lists(conversations))
    }
}

trait Ours: Engine + 'static {
    fn policy() -> impl Policy + 'static;
}

macro_rules! ours {
    ($($engine:ident, $policy:expr, $id:literal, $title:literal, $about:literal;)+) => { $(
        pub(crate) struct $engine;

        impl Engine for $engine {
            const ENTRY: Entry = Entry { id: $id, title: $title, about: $about };
        }

        impl Ours for $engine {
            fn policy() -> impl Policy + 'static {
                $policy
            }
        }
    )+ };
}

ours! {
    Default, DefaultPolicy, "default", "ours",
        "Our encoder with its default policy: every field becomes an entry but likely secrets.";
    AsNghttp2, Nghttp2Policy, "as-nghttp2", "ours, as nghttp2",
        "Our encoder with the policy of nghttp2, whose blocks are the same byte for byte.";
    AsLsHpack, Chooser::new(Indexing::LsHpack), "as-ls-hpack", "ours, as ls-hpack",
        "Our encoder with the policy of ls-hpack, which adds fields that it has seen before.";
    Never, Chooser::new(Indexing::Never), "never", "Never",
        "No field becomes an entry: only the static table is used.";
}

impl<E: Ours> Visitor<E, BoxedTask> for CreateTask<Encode> {
    fn visit(self) -> BoxedTask {
        let new = |limit| (Encoder::new(limit), E::policy());
        Some(encode_with(&self.0, new))
    }
}

/// An encoder of the header lists of one direction of a connection.
pub trait ListEncoder {
    /// Acknowledges `limit`, in bytes, as the limit of the table and its maximum.
    fn acknowledge(&mut self, limit: u32);

    /// Appends the block of `list` to `out`.
    fn encode(&mut self, list: &List, out: &mut Vec<u8>);
}

/// Returns the task of encoding the lists of `conversations` with encoders from
/// `new`, which takes a limit in bytes.
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

    /// Fields that the blocks decode to.
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
                .map(|(list, bytes)| Sent {
                    limit_changes: list.limits.clone(),
                    bytes,
                })
                .collect(),
        });
        decoded(&conversations.collect::<Vec<_>>(), write_error)
    }

    fn written(&mut self) -> Option<usize> {
        let mut bytes = 0;
        self.each_block(|block| bytes += block.len());
        Some(bytes)
    }
}
