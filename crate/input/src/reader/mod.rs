//! Recognises an input by its content and reads it in chunks.

mod gunzip;
mod layer;
mod recognise;
mod rest;

use crate::{
    Problem, Refusal, RefusalKind, bounds,
    capture::{Sink, tls::KeyLog},
    paste::{self, Paste},
};
use gunzip::Gunzip;
use layer::{End, Layer};

/// Options of the reader.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// TLS secrets in the NSS key log format.
    pub keylog: Vec<u8>,
    /// Options for pasted text.
    pub paste: paste::Options,
}

/// Kind of input that was read.
#[derive(Clone, Debug)]
pub enum Source {
    /// Text or bare bytes, and the decompressed input for resolving
    /// [`Place`](crate::Place)s. Connections in it went to the sink.
    Paste(Box<Paste>, Vec<u8>),
    /// A capture or log; its content went to the sink.
    Capture {
        /// Name of the format, as in the command line's JSON.
        format: &'static str,
        /// Size as pushed, in bytes.
        bytes: u64,
    },
}

/// Bytes of text that a compressed file of any size can expand to.
const TEXT: u64 = 256 << 10;

/// Bytes of text per compressed byte beyond [`TEXT`]. Real text does not
/// compress further, and what is kept of text is many times its size.
const RATIO: u64 = 16;

/// Bytes of text beyond which the ratio is checked before the end of the file.
const EARLY_CHECK: u64 = 8 << 20;

/// Bytes that a compressed file of any size can expand to, all layers together,
/// and per compressed byte beyond that. Real captures do not compress further,
/// and a small file must not take long.
const UNPACKED: u64 = 64 << 20;
const UNPACKED_FOR_EACH: u64 = 64;

/// Reads an input in chunks. Memory grows with what is found in it, not with
/// its size: of a capture, only an incomplete record is buffered.
#[derive(Debug)]
pub struct Reader {
    /// Layers of compression, outermost first.
    gzip: Vec<Gunzip>,
    layer: Layer,
    bytes: u64,
    unpacked: u64,
    /// Problems of the key log, not yet reported.
    problems: Vec<Problem>,
}

impl Reader {
    /// Creates a reader that has read nothing.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let mut keys = KeyLog::new();
        let problems = match options.keylog.as_slice() {
            [] => Vec::new(),
            text => keys.read("key log", text),
        };
        Self {
            gzip: Vec::new(),
            layer: Layer::new(options.paste.clone(), keys),
            bytes: 0,
            unpacked: 0,
            problems,
        }
    }

    /// Reads the next bytes of the input.
    ///
    /// # Errors
    /// If it turns out to be unreadable.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), Refusal> {
        for problem in self.problems.drain(..) {
            sink.problem(problem);
        }
        self.bytes += bytes.len() as u64;
        self.deliver(0, bytes, sink)
    }

    /// Passes bytes to the decompressor at `depth`, or to the content.
    fn deliver(
        &mut self,
        depth: usize,
        mut bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<(), Refusal> {
        if depth == self.gzip.len() {
            let compressed = self.layer.push(bytes, sink)?;
            self.check_ratio(EARLY_CHECK)?;
            return self.unpack(depth, compressed, sink);
        }
        let mut plain = Vec::new();
        while !bytes.is_empty() {
            let taken = self.gzip[depth].step(bytes, &mut plain, sink);
            bytes = &bytes[taken..];
            self.unpacked += plain.len() as u64;
            if self.has_unpacked_too_much() && !plain.is_empty() {
                self.gzip.iter_mut().for_each(Gunzip::stop);
                let message = format!(
                    "the compressed file is not read from here on: it unpacks to more than {} MiB, {UNPACKED_FOR_EACH} times its size; unpack it first",
                    self.unpacked >> 20
                );
                sink.problem(Problem::missing(format!("byte {}", self.bytes), message));
            }
            self.deliver(depth + 1, &plain, sink)?;
            plain.clear();
        }
        Ok(())
    }

    fn has_unpacked_too_much(&self) -> bool {
        self.unpacked > UNPACKED.max(self.bytes.saturating_mul(UNPACKED_FOR_EACH))
    }

    /// Checks that the text is not too large for its compressed file; `least`
    /// bytes are always allowed.
    fn check_ratio(&self, least: u64) -> Result<(), Refusal> {
        let text = self.layer.text() as u64;
        if self.gzip.is_empty() || text <= least.max(self.bytes.saturating_mul(RATIO)) {
            return Ok(());
        }
        let message = format!(
            "This is not a known capture format, and too highly compressed to be pasted text: {} bytes hold more than {} KiB. Unpack it first.",
            self.bytes,
            text >> 10
        );
        Err(Refusal::new(RefusalKind::TooLarge, message))
    }

    /// Starts decompressing, if the content is compressed.
    fn unpack(
        &mut self,
        depth: usize,
        compressed: Option<Vec<u8>>,
        sink: &mut dyn Sink,
    ) -> Result<(), Refusal> {
        let Some(bytes) = compressed else {
            return Ok(());
        };
        if depth == bounds::DEPTH {
            return Err(Refusal::new(
                RefusalKind::Capture,
                "This is a compressed file inside compressed files, nested too deeply: unpack it first.",
            ));
        }
        self.gzip.push(Gunzip::new());
        self.deliver(depth, &bytes, sink)
    }

    /// Ends the input.
    ///
    /// # Errors
    /// If it is unreadable, or has nothing to decode.
    pub fn finish(self, sink: &mut dyn Sink) -> Result<Source, Refusal> {
        self.end(End::Final, sink)
    }

    /// Ends the part of a growing input that has arrived: a record that is not
    /// complete yet is not a problem.
    ///
    /// # Errors
    /// If it is unreadable, or has nothing to decode.
    pub fn finish_so_far(self, sink: &mut dyn Sink) -> Result<Source, Refusal> {
        self.end(End::SoFar, sink)
    }

    fn end(mut self, end: End, sink: &mut dyn Sink) -> Result<Source, Refusal> {
        self.push(&[], sink)?;
        let mut depth = 0;
        loop {
            // Only the end can show that there is another compressed layer.
            while depth < self.gzip.len() {
                let mut plain = Vec::new();
                self.gzip[depth].finish(&mut plain, sink);
                depth += 1;
                self.deliver(depth, &plain, sink)?;
            }
            let compressed = self.layer.end(sink)?;
            self.unpack(depth, compressed, sink)?;
            if depth == self.gzip.len() {
                self.check_ratio(TEXT)?;
                let is_whole = !self.has_unpacked_too_much();
                let end = if is_whole { end } else { End::SoFar };
                return self.layer.finish(end, self.bytes, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    #[derive(Default)]
    struct Problems(Vec<String>);

    impl Sink for Problems {
        fn connection(&mut self, _: usize, _: &crate::capture::About) {}
        fn event(&mut self, _: usize, _: http2::Event<'_>) {}
        fn problem(&mut self, problem: Problem) {
            self.0.push(problem.message);
        }
    }

    fn compress(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    /// Reads the compressed `text` in chunks of `part` bytes.
    fn read(text: &[u8], part: usize) -> Result<(), RefusalKind> {
        let file = compress(text);
        let (mut reader, mut sink) = (Reader::new(&Options::default()), Problems::default());
        for part in file.chunks(part) {
            reader
                .push(part, &mut sink)
                .map_err(|refusal| refusal.kind)?;
        }
        let end = reader.finish(&mut sink);
        end.map(drop).map_err(|refusal| refusal.kind)
    }

    /// More may follow a part of a growing file, so its end is no problem.
    #[test]
    fn reports_a_cut_only_at_the_end() {
        let path = testing::repository().join("crate/input/tests/captures/upgrade-null.pcap");
        let file = std::fs::read(path).expect("readable file");
        let problems = |end: fn(Reader, &mut dyn Sink) -> Result<Source, Refusal>| {
            let (mut reader, mut sink) = (Reader::new(&Options::default()), Problems::default());
            reader.push(&file[..2000], &mut sink).unwrap();
            end(reader, &mut sink).unwrap();
            sink.0
        };
        assert!(problems(Reader::finish)[0].contains("cut off inside this packet"));
        assert_eq!(problems(Reader::finish_so_far), [""; 0]);
    }

    #[test]
    fn reads_a_compressed_file_up_to_a_size() {
        let blank = compress(&[b' '; 1 << 20]);
        for (count, cut, depth) in [(60, 0, 1), (70, 1, 1), (40, 1, 2)] {
            let mut file = compress(b"{\"constants\":{},\"events\":[");
            file.extend(blank.repeat(count));
            if depth == 2 {
                // Both layers count.
                let zeros = compress(&[0; 30 << 20]);
                file = compress(&[file, zeros].concat());
            }
            let (mut reader, mut sink) = (Reader::new(&Options::default()), Problems::default());
            reader.push(&file, &mut sink).unwrap();
            // There is nothing in it.
            assert!(reader.finish(&mut sink).is_err());
            let said = |problem: &&String| problem.contains("unpacks to more than 64 MiB");
            assert_eq!(
                sink.0.iter().filter(said).count(),
                cut,
                "{count}: {:?}",
                sink.0
            );
        }
    }

    /// The ratio is that of the whole file, however it is chunked, unless the
    /// file is very large.
    #[test]
    fn refuses_highly_compressed_text() {
        // Digits that compress badly.
        let digits: String = (0_u32..60_000)
            .map(|number| format!("{:08x}", number.wrapping_mul(0x9e37_79b9)))
            .collect();
        let cases: [(&str, Vec<u8>, bool); 4] = [
            ("little", b"82 86 84 ".repeat(20_000), true),
            ("much", b"82 86 84 ".repeat(40_000), false),
            ("very much", b"82 86 84 ".repeat(1_000_000), false),
            ("varied", digits.into_bytes(), true),
        ];
        for (name, text, fine) in cases {
            for part in [100, usize::MAX] {
                let refused = read(&text, part) == Err(RefusalKind::TooLarge);
                assert_eq!(refused, !fine, "{name}, {part}");
            }
        }
    }
}
