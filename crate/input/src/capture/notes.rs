//! Reports problems of packets, up to a limit for each kind.

use std::fmt::Arguments;

use http2::Arrival;

use super::Sink;
use crate::{Problem, bounds::LISTED};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Bytes that no packet carries.
    Hole,
    /// A packet that was captured only in part.
    Snapped,
    Checksum,
    /// Retransmitted bytes that differ.
    Overlap,
    /// A packet with unreadable headers.
    Header,
    /// Unsupported kinds of packets.
    Link,
    /// A datagram with missing fragments.
    Fragments,
    /// TLS that cannot be decrypted, or is incomplete.
    Tls,
    /// A TLS event such as an alert.
    TlsEvent,
    Quic,
    /// Damage of the file.
    File,
    /// Timestamps in an unknown unit.
    Times,
    /// Data beyond a limit.
    Bound,
}

/// Each kind with its name in the plural and whether it is a gap. Checksums are
/// not: sound captures often have wrong ones, which the network card would have
/// filled in. Nor is QUIC, which has no HPACK.
const KINDS: [(Kind, &str, bool); 13] = [
    (Kind::Hole, "gaps in the streams", true),
    (
        Kind::Snapped,
        "packets that were only partly captured",
        true,
    ),
    (Kind::Checksum, "packets with a wrong checksum", false),
    (
        Kind::Overlap,
        "connections with bytes that differ when sent again",
        true,
    ),
    (Kind::Header, "packets whose headers cannot be read", true),
    (Kind::Link, "kinds of packets that are not read", true),
    (Kind::Fragments, "incomplete datagrams", true),
    (Kind::Tls, "TLS problems", true),
    (Kind::TlsEvent, "TLS events", false),
    (Kind::Quic, "QUIC connections", false),
    (Kind::File, "places where the file is damaged", true),
    (Kind::Times, "interfaces with times in unknown units", false),
    (Kind::Bound, "places that ask for too much", true),
];

#[derive(Debug, Default)]
pub(crate) struct Notes {
    counts: [u64; KINDS.len()],
}

impl Notes {
    pub(crate) fn add(
        &mut self,
        sink: &mut dyn Sink,
        kind: Kind,
        arrival: Arrival,
        message: Arguments<'_>,
    ) {
        let place = || format!("packet {}", arrival.packet);
        self.place(sink, kind, place, message);
    }

    pub(crate) fn place(
        &mut self,
        sink: &mut dyn Sink,
        kind: Kind,
        place: impl FnOnce() -> String,
        message: Arguments<'_>,
    ) {
        let count = &mut self.counts[kind as usize];
        *count += 1;
        if *count <= LISTED {
            sink.problem(Problem {
                r#where: place(),
                message: message.to_string(),
                is_gap: KINDS[kind as usize].2,
            });
        }
    }

    /// Reports how many problems were only counted.
    pub(crate) fn finish(&mut self, bytes: u64, sink: &mut dyn Sink) {
        for (kind, name, is_gap) in KINDS {
            let more = std::mem::take(&mut self.counts[kind as usize]).saturating_sub(LISTED);
            if more > 0 {
                sink.problem(Problem {
                    r#where: format!("byte {bytes}"),
                    message: format!(
                        "only the first {LISTED} of {} {name} in this file are listed",
                        LISTED + more
                    ),
                    is_gap,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use http2::Event;

    use super::*;
    use crate::capture::About;

    #[derive(Default)]
    struct Lines(Vec<Problem>);

    impl Sink for Lines {
        fn connection(&mut self, _: usize, _: &About) {}
        fn event(&mut self, _: usize, _: Event<'_>) {}
        fn problem(&mut self, problem: Problem) {
            self.0.push(problem);
        }
    }

    #[test]
    fn lists_the_first_problems_of_each_kind() {
        let (mut notes, mut lines) = (Notes::default(), Lines::default());
        for packet in 1..=1500 {
            let arrival = Arrival { packet, nanos: 0 };
            notes.add(&mut lines, Kind::Hole, arrival, format_args!("a"));
        }
        notes.add(&mut lines, Kind::Tls, Arrival::default(), format_args!("b"));
        notes.finish(77, &mut lines);
        assert_eq!(lines.0.len(), 1002);
        assert_eq!(lines.0[999].r#where, "packet 1000");
        assert_eq!(lines.0[1000].message, "b");
        assert_eq!(lines.0[1001].r#where, "byte 77");
        assert!(lines.0[1001].message.contains("first 1000 of 1500 gaps"));
    }

    #[test]
    fn kinds_match_their_positions() {
        for (at, (kind, ..)) in KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
        }
    }
}
