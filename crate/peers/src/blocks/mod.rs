//! Third-party decoders of whole blocks.

mod crates;
mod nghttp2;

use std::{hint::black_box, sync::Arc};

use bench::{
    Candidate, Task,
    task::read,
    workload::{Conversation, write_field},
};

pub(crate) use crates::{Fluke, Hpack, Httlib, Loona};
pub(crate) use nghttp2::Nghttp2;

/// A third-party decoder for one direction of a connection.
pub(crate) trait Peer: Sized {
    /// Stable name.
    const ID: &'static str;

    /// Description: implementation, and the form of its fields.
    const ABOUT: &'static str;

    /// At the start of a connection with this limit and maximum, both in bytes.
    fn new(limit: u32, maximum: u32) -> Self;

    /// The peer acknowledged `limit`, in bytes.
    fn acknowledge(&mut self, limit: u32);

    /// Decodes `block`, passing name and value of every field to `sink`;
    /// returns whether it succeeded.
    fn decode(&mut self, block: &[u8], sink: impl FnMut(&[u8], &[u8])) -> bool;

    /// Appends its dynamic table to `out`, newest first; returns `false` if it
    /// does not expose the table.
    fn table(&self, _out: &mut Vec<u8>) -> bool {
        false
    }
}

/// Races `P` on `conversations`, with a new decoder each time; the sink reads
/// every byte of every field, as for our engines.
pub(crate) fn candidate<P: Peer + 'static>(
    conversations: &Arc<[Conversation]>,
) -> Candidate<'static> {
    Candidate {
        engine: P::ID.to_owned(),
        task: Box::new(Decoding::<P> {
            conversations: Arc::clone(conversations),
            peer: std::marker::PhantomData,
        }),
    }
}

struct Decoding<P> {
    conversations: Arc<[Conversation]>,
    peer: std::marker::PhantomData<P>,
}

impl<P: Peer> Decoding<P> {
    #[inline]
    fn each_block(&self, mut decode: impl FnMut(&mut P, &[u8])) {
        for conversation in black_box(&*self.conversations) {
            let mut peer = P::new(conversation.limit, conversation.maximum);
            for sent in &conversation.blocks {
                for &limit in &sent.limit_changes {
                    peer.acknowledge(limit);
                }
                decode(&mut peer, &sent.bytes);
            }
        }
    }
}

impl<P: Peer> Task for Decoding<P> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            self.each_block(|peer, block| {
                let accepted = peer.decode(block, |name, value| {
                    sum = sum.wrapping_add(read(name)).wrapping_add(read(value));
                });
                sum = sum.wrapping_add(u64::from(!accepted));
            });
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        self.each_block(|peer, block| {
            if !peer.decode(block, |name, value| write_field(&mut all, name, value)) {
                all.extend_from_slice(b"refused");
            }
        });
        all
    }
}
