//! Whatever a person brings, recognised by its content and read in parts.

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
use layer::Layer;

/// What the person asks of the reading.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Secrets for TLS, in the format of NSS key logs.
    pub keylog: Vec<u8>,
    /// How pasted text is read.
    pub paste: paste::Options,
}

/// What the input turned out to be.
#[derive(Clone, Debug)]
pub enum Source {
    /// Text or bare bytes: header blocks, or what else was pasted, which went
    /// to the sink; and the input as it was, decompressed, to name places in it.
    Paste(Box<Paste>, Vec<u8>),
    /// Something with connections: all of it went to the sink.
    Capture {
        /// Its format, as the command line's JSON names it.
        format: &'static str,
        /// Its size in bytes, as it was pushed.
        bytes: u64,
    },
}

/// Bytes of text that may come from any compressed file.
const TEXT: u64 = 256 << 10;

/// Bytes of text that one compressed byte may stand for, beyond that: no
/// text that people or tools write is compressed further, and what is kept of
/// text is many times its size.
const RATIO: u64 = 16;

/// Bytes of text beyond which the ratio counts before the file ends.
const AHEAD: u64 = 8 << 20;

/// Reads an input as it comes. What is kept grows with what is found, not
/// with the input: of a capture, only a record that is cut by the end of a
/// part.
#[derive(Debug)]
pub struct Reader {
    /// The compression around it, the outermost first.
    gzip: Vec<Gunzip>,
    layer: Layer,
    bytes: u64,
    /// What is wrong with the key log.
    problems: Vec<Problem>,
}

impl Reader {
    /// Nothing read yet.
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
            problems,
        }
    }

    /// The next bytes of the input.
    ///
    /// # Errors
    /// Where it turns out to be something that cannot be read.
    pub fn push(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), Refusal> {
        for problem in self.problems.drain(..) {
            sink.problem(problem);
        }
        self.bytes += bytes.len() as u64;
        self.deliver(0, bytes, sink)
    }

    /// Bytes for the compression of this depth, or for what is inside.
    fn deliver(
        &mut self,
        depth: usize,
        mut bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<(), Refusal> {
        if depth == self.gzip.len() {
            let compressed = self.layer.push(bytes, sink)?;
            self.check_ratio(AHEAD)?;
            return self.unpack(depth, compressed, sink);
        }
        let mut plain = Vec::new();
        while !bytes.is_empty() {
            let taken = self.gzip[depth].step(bytes, &mut plain, sink);
            bytes = &bytes[taken..];
            self.deliver(depth + 1, &plain, sink)?;
            plain.clear();
        }
        Ok(())
    }

    /// Whether so much text may come from so small a file: `least` always may.
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

    /// Goes on with compressed bytes, if there are any.
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

    /// The input ends here.
    ///
    /// # Errors
    /// Where it is something that cannot be read, or holds nothing to decode.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<Source, Refusal> {
        self.push(&[], sink)?;
        let mut depth = 0;
        loop {
            // The end may tell that there is one more compression.
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
                return self.layer.finish(self.bytes, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    struct Nothing;

    impl Sink for Nothing {
        fn connection(&mut self, _: usize, _: &crate::capture::About) {}
        fn event(&mut self, _: usize, _: http2::Event<'_>) {}
        fn problem(&mut self, _: Problem) {}
    }

    /// What reading the compressed file in parts of that size comes to.
    fn read(text: &[u8], part: usize) -> Result<(), RefusalKind> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        let file = encoder.finish().unwrap();
        let mut reader = Reader::new(&Options::default());
        for part in file.chunks(part) {
            reader
                .push(part, &mut Nothing)
                .map_err(|refusal| refusal.kind)?;
        }
        let end = reader.finish(&mut Nothing);
        end.map(drop).map_err(|refusal| refusal.kind)
    }

    /// However it comes: the ratio that counts is that of the whole file,
    /// unless it holds very much.
    #[test]
    fn text_that_is_compressed_too_far() {
        // Hex of bytes that are not alike.
        let digits: String = (0_u32..60_000)
            .map(|number| format!("{:08x}", number.wrapping_mul(0x9e37_79b9)))
            .collect();
        let cases: [(&str, Vec<u8>, bool); 4] = [
            ("little", b"82 86 84 ".repeat(20_000), true),
            ("much", b"82 86 84 ".repeat(40_000), false),
            ("very much", b"82 86 84 ".repeat(1_000_000), false),
            ("honest", digits.into_bytes(), true),
        ];
        for (name, text, fine) in cases {
            for part in [100, usize::MAX] {
                let refused = read(&text, part) == Err(RefusalKind::TooLarge);
                assert_eq!(refused, !fine, "{name}, {part}");
            }
        }
    }
}
