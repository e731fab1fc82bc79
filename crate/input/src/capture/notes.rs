//! Problems of packets: each is a line, but no more than anybody reads.

use std::fmt::Arguments;

use http2::Arrival;

use super::Sink;
use crate::Problem;

/// What kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Octets that no packet has.
    Hole,
    /// A packet that was captured in part.
    Snapped,
    /// A checksum.
    Checksum,
    /// The same octets twice, and not the same.
    Overlap,
    /// A packet whose headers cannot be read.
    Header,
    /// A link type.
    Link,
    /// A datagram that is not whole.
    Fragments,
    /// TLS.
    Tls,
    /// QUIC.
    Quic,
}

impl Kind {
    const ALL: [(Kind, &str); 9] = [
        (Kind::Hole, "holes in the streams"),
        (Kind::Snapped, "packets that were captured in part"),
        (Kind::Checksum, "packets with a wrong checksum"),
        (
            Kind::Overlap,
            "connections with octets that differ when sent again",
        ),
        (Kind::Header, "packets whose headers cannot be read"),
        (Kind::Link, "link types that cannot be read"),
        (Kind::Fragments, "datagrams that are not whole"),
        (Kind::Tls, "problems with TLS"),
        (Kind::Quic, "connections of QUIC"),
    ];
}

/// Lines of one kind that are told one by one.
const LINES: u64 = 1000;

/// How many of each kind there were.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    counts: [u64; Kind::ALL.len()],
}

impl Notes {
    /// Tells of one.
    pub(crate) fn add(
        &mut self,
        sink: &mut dyn Sink,
        kind: Kind,
        arrival: Arrival,
        message: Arguments<'_>,
    ) {
        let count = &mut self.counts[kind as usize];
        *count += 1;
        if *count <= LINES {
            sink.problem(Problem {
                r#where: format!("packet {}", arrival.packet),
                message: message.to_string(),
            });
        }
    }

    /// Tells of those that were only counted.
    pub(crate) fn finish(&mut self, bytes: u64, sink: &mut dyn Sink) {
        for (kind, name) in Kind::ALL {
            let more = std::mem::take(&mut self.counts[kind as usize]).saturating_sub(LINES);
            if more > 0 {
                sink.problem(Problem {
                    r#where: format!("byte {bytes}"),
                    message: format!(
                        "there are {more} more {name} in this file; the first {LINES} are listed"
                    ),
                });
            }
        }
    }
}
