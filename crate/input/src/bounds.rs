//! Limits on the time and memory that any input can cost.
//!
//! - Time grows linearly with the input.
//! - Memory is at most 64 MiB and 200 times the input, and at most [`KEPT`] is
//!   kept of a capture.
//! - Nesting is limited to [`DEPTH`].
//!
//! Data beyond a limit is skipped and reported as a problem.

/// Bytes kept of a capture: connections, frames, header blocks, contents.
pub const KEPT: usize = 1 << 30;

/// Bytes kept of one header block.
pub const BLOCK: usize = 128 << 20;

/// Nesting of files, IP packets or tunnels; deeper nesting is hostile.
pub const DEPTH: usize = 4;

/// Longest record or block of a file, in bytes.
pub const RECORD: usize = 16 << 20;

/// Incomplete IP datagrams that wait for fragments.
pub const DATAGRAMS: usize = 256;

/// Out-of-order segments of all connections, in bytes.
pub const SEGMENTS: usize = 64 << 20;

/// Bytes of a connection kept until its protocol is recognised.
pub const HEAD: usize = 32 << 10;

/// TLS secrets of one connection: five, and two for each key update.
pub const SECRETS: usize = 256;

/// Packet problems of one kind that are listed individually.
pub const LISTED: u64 = 1000;

/// Frame problems that are listed individually, over all connections.
pub const FRAME_PROBLEMS: usize = 10_000;

/// Appends to a list that can be as long as the input. Grows it by a quarter
/// rather than doubling, since both copies exist while it moves.
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 16);
    }
    list.push(item);
}

/// Bytes kept of a capture.
#[derive(Debug, Default)]
pub struct Account {
    kept: usize,
    closed: bool,
}

impl Account {
    /// Counts `bytes` as kept.
    pub fn add(&mut self, bytes: usize) {
        self.kept = self.kept.saturating_add(bytes);
    }

    /// Counts `bytes` as released.
    pub fn remove(&mut self, bytes: usize) {
        self.kept = self.kept.saturating_sub(bytes);
    }

    /// Bytes kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Whether there is room in addition to `others` bytes kept elsewhere.
    /// Stays false once the limit was exceeded, so that there are no holes.
    pub fn has_room(&mut self, others: usize) -> bool {
        self.closed |= self.kept.saturating_add(others) > KEPT;
        !self.closed
    }
}

#[cfg(test)]
mod tests {
    use http2::Event;
    use testing::hostile::{self, build};

    use super::*;
    use crate::{
        Options, Problem, Reader,
        capture::{About, Protocol, Sink},
    };

    /// Counts connections, and claims to keep `each` bytes for each.
    #[derive(Default)]
    struct Found {
        each: usize,
        connections: usize,
        protocol: Protocol,
        problems: Vec<Problem>,
    }

    impl Sink for Found {
        fn connection(&mut self, number: usize, about: &About) {
            self.connections = number + 1;
            self.protocol = about.protocol;
        }
        fn event(&mut self, _: usize, _: Event<'_>) {}
        fn problem(&mut self, problem: Problem) {
            self.problems.push(problem);
        }
        fn kept(&self) -> usize {
            self.each * self.connections
        }
    }

    fn read(input: &[u8], each: usize) -> Found {
        let mut found = Found {
            each,
            ..Found::default()
        };
        let mut reader = Reader::new(&Options::default());
        reader.push(input, &mut found).expect("a valid capture");
        reader.finish(&mut found).expect("a valid capture");
        found
    }

    #[test]
    fn stops_reading_at_the_memory_limit() {
        let input = hostile::make("connections-of-a-syn", 1 << 16);
        for (each, connections) in [(0, 1169), (KEPT / 100, 100), (KEPT + 1, 1)] {
            let found = read(&input, each);
            assert_eq!(found.connections, connections);
            let problems: Vec<_> = found.problems.iter().map(|one| &*one.r#where).collect();
            let expected = format!("packet {}", connections + 1);
            let expected = (each > 0).then_some(&*expected);
            assert_eq!(problems, expected.as_slice());
            assert!(found.problems.iter().all(|problem| problem.is_gap));
        }
    }

    #[test]
    fn stops_reading_logs_at_the_memory_limit() {
        let event = |number: u32| {
            let frames = "UFJJICogSFRUUC8yLjANCg0KU00NCg0KAAAABAAAAAAA";
            format!(
                "{{\"params\":{{\"bytes\":\"{frames}\",\"byte_count\":33}},\"phase\":0,\"source\":{{\"id\":{number},\"type\":3}},\"time\":\"1\",\"type\":1}},\n"
            )
        };
        let log = build::netlog(1 << 16, event);
        for (each, expected) in [(0, 0), (KEPT, 1)] {
            let mut found = Found {
                each,
                ..Found::default()
            };
            let mut reader = Reader::new(&Options::default());
            for part in log.chunks(1000) {
                reader.push(part, &mut found).expect("a valid log");
            }
            reader.finish(&mut found).expect("a valid log");
            let messages = found.problems.iter().map(|problem| &problem.message);
            let notes = messages.filter(|message| message.starts_with("the log is not read"));
            assert_eq!(notes.count(), expected);
            assert_eq!(
                found.connections > 20,
                expected == 0,
                "{}",
                found.connections
            );
        }
    }

    #[test]
    fn account_closes_at_the_limit() {
        let mut account = Account::default();
        account.add(KEPT);
        assert!(account.has_room(0));
        account.add(9);
        account.remove(10);
        assert_eq!(account.kept(), KEPT - 1);
        for (others, room) in [(1, true), (2, false), (0, false)] {
            assert_eq!(account.has_room(others), room);
        }
    }

    /// HTTP/2 inside `depth` nested CONNECT tunnels.
    #[test]
    fn refuses_deeply_nested_tunnels() {
        for depth in [1, DEPTH, DEPTH + 1, 1000] {
            let mut client = b"CONNECT a\r\n\r\n".repeat(depth);
            client.extend(build::PREFACE);
            let server = b"HTTP/1.1 200\r\n\r\n".repeat(depth);
            let read_by_server = 1 + client.len() as u32;
            let mut input = build::pcap_head(1 << 20);
            for packet in [
                build::tcp(0, 0, 2, &[]),
                build::answer(0, 0, 18, &[]),
                build::tcp(0, 1, 16, &client),
                build::acknowledging(build::answer(0, 1, 16, &server), read_by_server),
            ] {
                input.extend(build::pcap_record(&packet));
            }
            let found = read(&input, 0);
            let is_read = found.protocol == Protocol::Http2;
            assert_eq!(is_read, depth <= DEPTH, "{depth}: {:?}", found.problems);
            let messages = found.problems.iter().map(|problem| &problem.message);
            let refused = messages.filter(|message| message.contains("a tunnel inside 4 others"));
            assert_eq!(refused.count(), usize::from(!is_read), "{depth}");
        }
    }
}
