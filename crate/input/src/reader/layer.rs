//! Reads the decompressed input in chunks, by the format of its first bytes.

use super::{
    Source, gunzip,
    recognise::{self, State},
    rest::Rest,
};
use crate::{
    Problem, Refusal, RefusalKind,
    bounds::{self, Account},
    capture::{
        Packets, Sink,
        file::{Part, Read},
        tls::KeyLog,
    },
    paste, work,
};

/// Largest text, in bytes.
const TEXT: usize = 64 << 20;

/// Kind of end of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing follows.
    Final,
    /// More will follow.
    SoFar,
}

/// The decompressed content.
#[derive(Debug)]
pub(super) struct Layer {
    options: paste::Options,
    state: State,
    packets: Packets,
    /// Unread bytes of the last chunk: an incomplete record, or all of a text.
    rest: Rest,
    /// Bytes that `rest` must have before reading continues.
    needs: usize,
    /// Bytes consumed.
    done: u64,
    /// Bytes kept of a log.
    account: Account,
    /// Whether the limit of the account was reached and reported.
    full: bool,
}

impl Layer {
    pub(super) fn new(options: paste::Options, keys: KeyLog) -> Self {
        let overruled = options.format.is_some();
        Self {
            options,
            state: if overruled {
                State::Text
            } else {
                State::Unknown
            },
            packets: Packets::new(keys),
            rest: Rest::default(),
            needs: 0,
            done: 0,
            account: Account::default(),
            full: false,
        }
    }

    /// Bytes of text buffered.
    pub(super) fn text(&self) -> usize {
        match self.state {
            State::Text => self.rest.len(),
            _ => 0,
        }
    }

    /// Reads the next bytes. If the content is compressed, returns it so far.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        match &mut self.state {
            State::Unknown => {
                if self.rest.is_empty() && bytes.len() >= recognise::HEAD {
                    return self.recognise(bytes, sink);
                }
                self.rest.extend(bytes);
                if self.rest.len() < recognise::HEAD {
                    return Ok(None);
                }
                let head = self.rest.take();
                return self.recognise(&head, sink);
            }
            State::Packets(_) => self.records(bytes, sink),
            State::NetLog(log) => {
                if self.account.has_room(sink.kept()) {
                    log.push(bytes, sink);
                } else if !std::mem::replace(&mut self.full, true) {
                    sink.full(Problem::missing(
                        format!("byte {}", self.done),
                        format!(
                            "the log is not read from here on: what is kept of it has more than {} MiB",
                            bounds::KEPT >> 20
                        ),
                    ));
                }
                self.done += bytes.len() as u64;
            }
            State::Har(archive) => archive.push(bytes),
            State::Text => {
                if self.rest.len() + bytes.len() > TEXT {
                    let message = format!(
                        "This is not a known capture format, and it is too large for pasted text: more than {} MiB.",
                        TEXT >> 20
                    );
                    return Err(Refusal::new(RefusalKind::TooLarge, message));
                }
                self.rest.extend(bytes);
            }
        }
        Ok(None)
    }

    fn recognise(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<Option<Vec<u8>>, Refusal> {
        if gunzip::is_gzip(bytes) {
            return Ok(Some(bytes.to_vec()));
        }
        self.state = recognise::recognise(bytes)?;
        self.push(bytes, sink)
    }

    /// Parses whole records in place; only those that span chunks are copied.
    fn records(&mut self, mut bytes: &[u8], sink: &mut dyn Sink) {
        while !self.rest.is_empty() {
            let more = self.needs.saturating_sub(self.rest.len());
            if more > bytes.len() {
                self.rest.extend(bytes);
                return;
            }
            work::add(more);
            self.rest.extend(&bytes[..more]);
            bytes = &bytes[more..];
            let rest = std::mem::take(&mut self.rest);
            let read = self.parse(rest.bytes(), false, sink);
            self.rest = rest;
            work::add(self.rest.skip(read.used));
            self.needs = read.needs.max(self.rest.len() + 1);
        }
        let read = self.parse(bytes, false, sink);
        self.rest.extend(&bytes[read.used..]);
        self.needs = read.needs.max(self.rest.len() + 1);
    }

    fn parse(&mut self, bytes: &[u8], last: bool, sink: &mut dyn Sink) -> Read {
        let part = Part {
            bytes,
            at: self.done,
            last,
        };
        work::add(1);
        let read = match &mut self.state {
            State::Packets(file) => file.read(&part, &mut self.packets, sink),
            _ => Read {
                used: bytes.len(),
                needs: 1,
            },
        };
        self.done += read.used as u64;
        read
    }

    /// Recognises an input shorter than the head.
    pub(super) fn end(&mut self, sink: &mut dyn Sink) -> Result<Option<Vec<u8>>, Refusal> {
        if matches!(self.state, State::Unknown) {
            let head = self.rest.take();
            return self.recognise(&head, sink);
        }
        Ok(None)
    }

    /// Ends the input, which had `bytes` bytes as pushed.
    pub(super) fn finish(
        mut self,
        end: End,
        bytes: u64,
        sink: &mut dyn Sink,
    ) -> Result<Source, Refusal> {
        let rest = self.rest.take();
        let format = match self.state {
            State::Packets(ref file) => {
                let format = file.format();
                if end == End::Final {
                    self.parse(&rest, true, sink);
                }
                self.packets.finish(self.done, sink);
                format
            }
            State::NetLog(log) => {
                log.finish(sink)?;
                "netlog"
            }
            State::Har(archive) => return Err(archive.finish()),
            State::Unknown | State::Text => {
                if recognise::is_key_log(&rest) {
                    return Err(recognise::key_log_refusal());
                }
                let paste = paste::read(&rest, &self.options)?;
                paste::feed(&paste.content, &mut self.packets, bytes, sink);
                return Ok(Source::Paste(Box::new(paste), rest));
            }
        };
        Ok(Source::Capture { format, bytes })
    }
}
