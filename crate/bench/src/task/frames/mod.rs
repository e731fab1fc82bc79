//! Frame-writing engines.
//!
//! A burst of header blocks is put into frames, and then all of it is sent at
//! once, as a server does that has several answers ready. An engine that
//! copies saves the consumer slices; how much a slice costs depends on the
//! consumer, so there are several.

mod gather;
#[cfg(all(feature = "native", unix))]
mod socket;

use std::{hint::black_box, sync::Arc};

use http2::{
    with_frame_writer,
    writer::{FrameWriter, FrameWriterEngine, Framing, Queue, frames as joined, write},
};

use self::gather::Gather;
use super::Task;
use crate::workload::{Consumer, Frames};

/// `engine` on the payloads of `frames`; `None` where the consumer cannot be
/// had.
#[must_use]
pub fn frames(engine: FrameWriterEngine, frames: Arc<Frames>) -> Option<Box<dyn Task>> {
    fn at_work<C: Consume + 'static>(
        engine: FrameWriterEngine,
        frames: Arc<Frames>,
        consumer: C,
    ) -> Box<dyn Task> {
        with_frame_writer!(engine, |writer| Box::new(Writing {
            writer,
            frames,
            consumer,
            queue: Queue::default(),
        }))
    }
    Some(match frames.consumer {
        Consumer::Gather => at_work(engine, frames, Gather::default()),
        #[cfg(all(feature = "native", unix))]
        Consumer::Socket => at_work(engine, frames, socket::Socket::new().ok()?),
    })
}

/// What has to come out.
#[must_use]
pub fn frames_reference(frames: &Frames) -> Vec<u8> {
    let octets = frames
        .payloads
        .iter()
        .filter_map(|payload| joined(payload, &FRAMING).ok());
    octets.flatten().collect()
}

/// Frames that are sent at once.
const BURST: usize = 8;

const FRAMING: Framing = Framing::headers(1, true);

/// Takes what is sent.
trait Consume {
    /// All slices of a burst.
    fn consume(&mut self, queue: &Queue<'_>);

    /// What came of the last burst.
    fn consumed(&self) -> &[u8];
}

struct Writing<W, C> {
    writer: W,
    frames: Arc<Frames>,
    consumer: C,
    queue: Queue<'static>,
}

impl<W: FrameWriter, C: Consume> Writing<W, C> {
    /// Every burst once, and what the consumer has to say after each.
    #[inline]
    fn bursts(&mut self, times: u32, mut after: impl FnMut(&C)) {
        let mut queue = std::mem::take(&mut self.queue).emptied();
        for _ in 0..times {
            for burst in black_box(&*self.frames).payloads.chunks(BURST) {
                for payload in burst {
                    let written = write(&self.writer, payload, &FRAMING, &mut queue);
                    debug_assert!(written.is_ok(), "the framing is a legal one");
                }
                self.consumer.consume(&queue);
                after(&self.consumer);
                queue.clear();
            }
        }
        self.queue = queue.emptied();
    }
}

impl<W: FrameWriter, C: Consume> Task for Writing<W, C> {
    fn run(&mut self, times: u32) {
        self.bursts(times, |consumer| {
            black_box(consumer.consumed());
        });
    }

    fn output(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        self.bursts(1, |consumer| all.extend_from_slice(consumer.consumed()));
        all
    }
}
