//! Whatever a person brings, recognised by its content and read in parts.

mod gunzip;
mod layer;
mod recognise;

use crate::{
    Problem,
    capture::{Sink, tls::KeyLog},
    paste::{self, Paste, Refusal, RefusalKind},
};
use gunzip::Gunzip;
use layer::{Layer, Turn};

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

/// Compressed files in compressed files: deeper is no honest file.
const DEPTH: usize = 4;

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
            layer: Layer::new(options.paste, keys),
            bytes: 0,
            problems,
        }
    }

    /// The next octets of the input.
    ///
    /// # Errors
    /// Where it turns out to be something that cannot be read.
    pub fn push(&mut self, octets: &[u8], sink: &mut dyn Sink) -> Result<(), Refusal> {
        for problem in self.problems.drain(..) {
            sink.problem(problem);
        }
        self.bytes += octets.len() as u64;
        self.deliver(0, octets, sink)
    }

    /// Octets for the compression of this depth, or for what is inside.
    fn deliver(
        &mut self,
        depth: usize,
        mut octets: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<(), Refusal> {
        if depth == self.gzip.len() {
            let turn = self.layer.push(octets, sink)?;
            return self.turn(depth, turn, sink);
        }
        let mut plain = Vec::new();
        while !octets.is_empty() {
            let taken = self.gzip[depth].step(octets, &mut plain, sink);
            octets = &octets[taken..];
            self.deliver(depth + 1, &plain, sink)?;
            plain.clear();
        }
        Ok(())
    }

    fn turn(&mut self, depth: usize, turn: Turn, sink: &mut dyn Sink) -> Result<(), Refusal> {
        let Turn::Compressed(octets) = turn else {
            return Ok(());
        };
        if depth == DEPTH {
            return Err(Refusal::new(
                RefusalKind::Capture,
                "This is a compressed file in a compressed file, again and again: unpack it first.",
            ));
        }
        self.gzip.push(Gunzip::new());
        self.deliver(depth, &octets, sink)
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
            let turn = self.layer.end(sink)?;
            self.turn(depth, turn, sink)?;
            if depth == self.gzip.len() {
                return self.layer.finish(self.bytes, sink);
            }
        }
    }
}
