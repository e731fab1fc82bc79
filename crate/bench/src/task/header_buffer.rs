//! Header-buffer engines.

use std::{collections::VecDeque, hint::black_box, sync::Arc};

use hpack::structure;
use hpack_engines::{
    Visitor,
    header_buffer::{Engines, HeaderBuffer},
};

use super::{Task, boxed, read};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{Conversation, Data},
};

/// Writing blocks representation by representation, like an encoder but without
/// its work and allocations, and queueing some of them.
pub(crate) struct HeaderBuffers;

impl Race for HeaderBuffers {
    type Data = [Conversation];
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        data.conversations()
    }

    fn operations(conversations: &Self::Data) -> usize {
        blocks(conversations).count()
    }

    fn expected(conversations: &Arc<Self::Data>) -> Vec<u8> {
        let mut all = Vec::new();
        for block in blocks(conversations) {
            write_block(&mut all, block);
        }
        all
    }
}

fn blocks(conversations: &[Conversation]) -> impl Iterator<Item = &[u8]> {
    let blocks = conversations.iter().flat_map(|one| &one.blocks);
    blocks.map(|sent| &sent.bytes[..])
}

fn write_block(out: &mut Vec<u8>, block: &[u8]) {
    out.extend_from_slice(&(block.len() as u32).to_le_bytes());
    out.extend_from_slice(block);
}

impl<B: HeaderBuffer + Default + 'static> Visitor<B, BoxedTask> for CreateTask<HeaderBuffers> {
    fn visit(self) -> BoxedTask {
        boxed(Writing {
            buffer: B::default(),
            blocks: blocks(&self.0).map(Pieces::of).collect(),
            waiting: VecDeque::with_capacity(WAITING + 1),
        })
    }
}

/// Number of queued blocks.
const WAITING: usize = 8;

/// A block and its representations.
struct Pieces {
    bytes: Vec<u8>,
    /// End of each representation.
    ends: Vec<usize>,
}

impl Pieces {
    fn of(block: &[u8]) -> Self {
        let mut ends = Vec::new();
        let mut at = 0;
        while at < block.len() {
            // Unreadable bytes are one piece.
            at = structure::representation_at(block, at)
                .map_or(block.len(), |found| found.range.end);
            ends.push(at);
        }
        Self {
            bytes: block.to_vec(),
            ends,
        }
    }

    #[inline]
    fn write(&self, out: &mut Vec<u8>) {
        let mut from = 0;
        for &end in &self.ends {
            out.extend_from_slice(&self.bytes[from..end]);
            from = end;
        }
    }
}

struct Writing<B> {
    buffer: B,
    blocks: Vec<Pieces>,
    waiting: VecDeque<Vec<u8>>,
}

impl<B: HeaderBuffer> Task for Writing<B> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            for block in black_box(&*self.blocks) {
                self.waiting
                    .push_back(self.buffer.write(|out| block.write(out)));
                if self.waiting.len() > WAITING {
                    let sent = self.waiting.pop_front().unwrap_or_default();
                    sum = sum.wrapping_add(read(&sent));
                }
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let Self { buffer, blocks, .. } = self;
        let written: Vec<Vec<u8>> = blocks
            .iter()
            .map(|block| buffer.write(|out| block.write(out)))
            .collect();
        let mut all = Vec::new();
        for block in &written {
            write_block(&mut all, block);
        }
        all
    }
}
