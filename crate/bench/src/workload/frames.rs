//! Header blocks to put into frames, and who takes the frames.

use super::{Conversation, Data, Random, Workload};

/// What happens to the frames of a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumer {
    /// The program copies every slice into one buffer, as one does that
    /// encrypts, or that keeps its own output.
    Gather,
    /// The system takes all slices in one gathering write to a socket, and at
    /// its other end everything is read.
    #[cfg(all(feature = "native", unix))]
    Socket,
}

/// Header blocks, each for a stream of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    /// The blocks.
    pub payloads: Vec<Vec<u8>>,
    /// Who takes the frames.
    pub consumer: Consumer,
}

impl Frames {
    pub(super) fn of_blocks(conversations: &[Conversation]) -> Self {
        let blocks = conversations.iter().flat_map(|one| &one.blocks);
        Self {
            payloads: blocks.map(|sent| sent.bytes.clone()).collect(),
            consumer: Consumer::Gather,
        }
    }
}

/// Bytes of a payload: powers of two, and more steps around 128, where the
/// cut-off is said to be.
const SIZES: [usize; 14] = [
    16, 32, 64, 96, 128, 160, 192, 256, 512, 1024, 2048, 4096, 8192, 16_384,
];

/// Payloads of a workload: two bursts.
const COUNT: usize = 16;

/// A workload for every size of payload and every consumer.
#[must_use]
pub fn payloads() -> Vec<Workload> {
    let consumers = [
        (Consumer::Gather, "gather", "gathered in memory"),
        #[cfg(all(feature = "native", unix))]
        (Consumer::Socket, "socket", "to a socket"),
    ];
    let of = |(consumer, id, title): (Consumer, &str, &str)| {
        SIZES.map(|bytes| {
            let mut random = Random::default();
            let mut payload = || (0..bytes).map(|_| (random.next() >> 56) as u8).collect();
            Workload {
                id: format!("{id}-{bytes}"),
                title: format!("{bytes} bytes, {title}"),
                data: Data::Frames(
                    Frames {
                        payloads: (0..COUNT).map(|_| payload()).collect(),
                        consumer,
                    }
                    .into(),
                ),
            }
        })
    };
    consumers.into_iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_are_as_long_as_their_names_say() {
        for workload in payloads() {
            let Data::Frames(frames) = &workload.data else {
                panic!("{}", workload.id);
            };
            let (_, bytes) = workload.id.split_once('-').unwrap();
            let bytes: usize = bytes.parse().unwrap();
            assert_eq!(frames.payloads.len(), COUNT);
            assert!(frames.payloads.iter().all(|payload| payload.len() == bytes));
        }
    }
}
