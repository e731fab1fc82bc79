//! Captures: pcap, pcapng, gzip around them, or whatever else the recogniser
//! takes them for; in one part and in small ones, which makes no difference
//! to what is found.

#![no_main]

use http2::Event;
use input::{
    Options, Problem, Reader,
    capture::{About, Sink},
};
use libfuzzer_sys::fuzz_target;

/// Counts what is found, and holds that events belong to a connection.
#[derive(Debug, Default, PartialEq, Eq)]
struct Count {
    connections: usize,
    frames: usize,
    blocks: usize,
    octets: usize,
    problems: usize,
}

impl Sink for Count {
    fn connection(&mut self, number: usize, _: &About) {
        assert!(number <= self.connections);
        self.connections = self.connections.max(number + 1);
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        assert!(connection < self.connections);
        match event {
            Event::Frame(..) => self.frames += 1,
            Event::Block(block) => {
                self.blocks += 1;
                self.octets += block.octets.len();
            }
            _ => {}
        }
    }

    fn problem(&mut self, problem: Problem) {
        assert!(!problem.message.is_empty());
        self.problems += 1;
    }
}

fn read(file: &[u8], part: usize) -> Count {
    let mut count = Count::default();
    let mut reader = Reader::new(&Options::default());
    for part in file.chunks(part) {
        if reader.push(part, &mut count).is_err() {
            return count;
        }
    }
    let _ = reader.finish(&mut count);
    count
}

fuzz_target!(|file: &[u8]| {
    let compressed = file.starts_with(&[0x1f, 0x8b]);
    let whole = read(file, usize::MAX);
    let parts = read(file, 19);
    // Where compression breaks depends on what was taken at once.
    if !compressed {
        assert_eq!(whole, parts);
    }
});
