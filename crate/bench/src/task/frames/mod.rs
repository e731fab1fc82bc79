//! Frame-writing engines.
//!
//! A burst of header blocks is written as frames and then sent at once, like
//! several responses of a server. Copying saves the consumer slices, whose cost
//! depends on the consumer, so there are several consumers.

#[cfg(all(feature = "native", unix))]
mod socket;

use std::{hint::black_box, sync::Arc};

use hpack_engines::{
    Visitor,
    frame_writer::{CutOff, Engines, Queue},
};
use http2::writer::{Framing, LEAST_MAX_FRAME_SIZE, frames, split};

use super::{Task, boxed};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{Consumer, Data, Frames},
};

pub(crate) struct FrameWriting;

impl Race for FrameWriting {
    type Data = Frames;
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::Frames(frames) => Some(frames),
            _ => None,
        }
    }

    fn operations(data: &Self::Data) -> usize {
        let max = LEAST_MAX_FRAME_SIZE as usize;
        let frames = |payload: &Vec<u8>| payload.len().div_ceil(max).max(1);
        data.payloads.iter().map(frames).sum()
    }

    fn expected(data: &Arc<Self::Data>) -> Vec<u8> {
        let written = data.payloads.iter();
        let written = written.filter_map(|payload| frames(payload, &FRAMING).ok());
        written.flatten().collect()
    }
}

const BURST: usize = 8;

const FRAMING: Framing = Framing::headers(1, true);

trait Consume {
    fn consume(&mut self, queue: &Queue<'_>);

    /// Bytes of the last burst.
    fn consumed(&self) -> &[u8];
}

/// Copies every slice into one buffer.
#[derive(Default)]
struct Gather(Vec<u8>);

impl Consume for Gather {
    #[inline]
    fn consume(&mut self, queue: &Queue<'_>) {
        self.0.clear();
        for slice in queue.slices() {
            self.0.extend_from_slice(slice);
        }
    }

    fn consumed(&self) -> &[u8] {
        &self.0
    }
}

struct Writing<C> {
    most: Option<usize>,
    frames: Arc<Frames>,
    consumer: C,
    queue: Queue<'static>,
}

impl<E: CutOff> Visitor<E, BoxedTask> for CreateTask<FrameWriting> {
    /// `None` if there is no such consumer.
    fn visit(self) -> BoxedTask {
        fn writing<C: Consume + 'static>(
            most: Option<usize>,
            frames: Arc<Frames>,
            consumer: C,
        ) -> BoxedTask {
            boxed(Writing {
                most,
                frames,
                consumer,
                queue: Queue::default(),
            })
        }
        match self.0.consumer {
            Consumer::Gather => writing(E::MOST, self.0, Gather::default()),
            #[cfg(all(feature = "native", unix))]
            Consumer::Socket => writing(E::MOST, self.0, socket::Socket::new().ok()?),
        }
    }
}

impl<C: Consume> Writing<C> {
    /// Sends every burst, and calls `after` with the consumer after each.
    #[inline]
    fn bursts(&mut self, times: u32, mut after: impl FnMut(&C)) {
        let mut queue = std::mem::take(&mut self.queue).recycle();
        for _ in 0..times {
            for burst in black_box(&*self.frames).payloads.chunks(BURST) {
                for payload in burst {
                    let frames = split(payload, &FRAMING);
                    debug_assert!(frames.is_ok(), "invalid framing");
                    for frame in frames.into_iter().flatten() {
                        queue.put(frame.head(), frame.payload, frame.padding, self.most);
                    }
                }
                self.consumer.consume(&queue);
                after(&self.consumer);
                queue.clear();
            }
        }
        self.queue = queue.recycle();
    }
}

impl<C: Consume> Task for Writing<C> {
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
