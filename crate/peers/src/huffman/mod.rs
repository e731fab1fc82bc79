//! Third-party Huffman decoders.

mod crates;
mod litespeed;
mod nghttp2;

use std::{hint::black_box, sync::Arc};

use bench::{Candidate, Task, workload::Strings};

pub(crate) use crates::{Fluke, Hpack, Httlib, Loona};
pub(crate) use litespeed::LiteSpeed;
pub(crate) use nghttp2::Nghttp2;

/// A third-party Huffman decoder.
pub(crate) trait Peer: Default {
    /// Stable name.
    const ID: &'static str;

    /// Description: implementation, and the form of its output.
    const ABOUT: &'static str;

    /// Decodes `coded` into `out`, which is empty; returns `false` if it
    /// refuses. Decoders that write into a buffer reuse `out`; those that
    /// return a new one move it there.
    fn decode(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool;
}

/// Races `P` on `strings`, decoded one by one like ours.
pub(crate) fn candidate<P: Peer + 'static>(strings: &Arc<Strings>) -> Candidate<'static> {
    Candidate {
        engine: P::ID.to_owned(),
        task: Box::new(Decoding {
            peer: P::default(),
            strings: Arc::clone(strings),
            out: Vec::new(),
        }),
    }
}

struct Decoding<P> {
    peer: P,
    strings: Arc<Strings>,
    out: Vec<u8>,
}

impl<P: Peer> Task for Decoding<P> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            let Strings { bytes, places } = black_box(&*self.strings);
            for place in places {
                self.out.clear();
                let accepted = self.peer.decode(&bytes[place.clone()], &mut self.out);
                sum = sum.wrapping_add(u64::from(accepted) + self.out.len() as u64);
                black_box(&self.out[..]);
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        for coded in self.strings.coded() {
            self.out.clear();
            if self.peer.decode(coded, &mut self.out) {
                all.extend_from_slice(&(self.out.len() as u32).to_le_bytes());
                all.extend_from_slice(&self.out);
            } else {
                all.extend_from_slice(b"refused");
            }
        }
        all
    }
}
