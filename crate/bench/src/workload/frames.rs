//! Header blocks to write as frames, and consumers of the frames.

use super::{Conversation, Data, Random, Workload};

/// Consumer of the frames of a burst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumer {
    /// Every slice is copied into one buffer, as for encryption.
    Gather,
    /// All slices are written to a socket with one gathering write, and read at its
    /// other end.
    #[cfg(all(feature = "native", unix))]
    Socket,
}

/// Header blocks to write as frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frames {
    /// The blocks.
    pub payloads: Vec<Vec<u8>>,
    /// Consumer of the frames.
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

/// Sizes of payloads in bytes: powers of two, and more steps around 128, the
/// claimed cut-off.
const SIZES: [usize; 14] = [
    16, 32, 64, 96, 128, 160, 192, 256, 512, 1024, 2048, 4096, 8192, 16_384,
];

/// Number of payloads in a workload: two bursts.
const COUNT: usize = 16;

/// Returns a workload for every size of payload and every consumer.
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
    fn payloads_have_the_sizes_of_their_names() {
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
