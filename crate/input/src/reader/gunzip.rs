//! Streaming decompression of gzip (RFC 1952).

use std::io::Write;

use flate2::write::MultiGzDecoder;

use crate::{Problem, capture::Sink};

/// A gzip stream of one or more members.
#[derive(Debug)]
pub(crate) struct Gunzip {
    /// Returns a few KiB at a time, regardless of the ratio.
    decoder: MultiGzDecoder<Vec<u8>>,
    consumed: u64,
    produced: u64,
    broken: bool,
}

/// Whether bytes begin with a gzip header: magic, deflate, no reserved flags.
pub(crate) fn is_gzip(head: &[u8]) -> bool {
    matches!(head, [0x1f, 0x8b, 8, flags, ..] if flags & 0xe0 == 0) && head.len() >= 10
}

impl Gunzip {
    pub(crate) fn new() -> Self {
        Self {
            decoder: MultiGzDecoder::new(Vec::new()),
            consumed: 0,
            produced: 0,
            broken: false,
        }
    }

    /// Decompresses some of `bytes`, appending to `to`. Returns the number of
    /// bytes consumed.
    pub(crate) fn step(&mut self, bytes: &[u8], to: &mut Vec<u8>, sink: &mut dyn Sink) -> usize {
        if self.broken {
            return bytes.len();
        }
        let taken = match self.decoder.write(bytes) {
            Ok(taken) => taken,
            Err(error) => {
                self.fail(&error, sink);
                bytes.len()
            }
        };
        self.consumed += taken as u64;
        self.drain(to);
        taken
    }

    /// Skips the rest.
    pub(crate) fn stop(&mut self) {
        self.broken = true;
    }

    pub(crate) fn finish(&mut self, to: &mut Vec<u8>, sink: &mut dyn Sink) {
        if !self.broken
            && let Err(error) = self.decoder.try_finish()
        {
            self.fail(&error, sink);
        }
        self.drain(to);
    }

    fn drain(&mut self, to: &mut Vec<u8>) {
        let given = self.decoder.get_mut();
        self.produced += given.len() as u64;
        to.append(given);
    }

    fn fail(&mut self, error: &std::io::Error, sink: &mut dyn Sink) {
        self.broken = true;
        let given = self.produced + self.decoder.get_ref().len() as u64;
        let message = if error.kind() == std::io::ErrorKind::UnexpectedEof {
            format!("the compressed file is cut off: {given} bytes of its content were read")
        } else {
            format!(
                "the gzip compression is damaged here ({error}): {given} bytes of its content were read"
            )
        };
        sink.problem(Problem::missing(format!("byte {}", self.consumed), message));
    }
}
