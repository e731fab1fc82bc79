//! Whatever a person brings, recognised by its content and read in parts.

use crate::{
    capture::{
        Packets, Sink,
        file::{Part, Pcap, Read},
        har::Har,
        json,
        netlog::NetLog,
        tls::KeyLog,
    },
    paste::{self, Paste, Refusal, RefusalKind},
};

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
    /// to the sink; and the input as it was, to name places in it.
    Paste(Box<Paste>, Vec<u8>),
    /// Something with connections: all of it went to the sink.
    Capture {
        /// Its format, as the command line's JSON names it.
        format: &'static str,
        /// Its size in bytes.
        bytes: u64,
    },
}

/// Octets by which every format can be told.
const HEAD: usize = 64;
/// The largest text that is read: nobody pastes more.
const TEXT: usize = 64 << 20;

#[derive(Debug)]
enum State {
    /// Too few octets came to tell.
    Unknown,
    Pcap(Pcap),
    NetLog(Box<NetLog>),
    Har(Box<Har>),
    Text,
}

/// Reads an input as it comes.
#[derive(Debug)]
pub struct Reader {
    options: paste::Options,
    state: State,
    packets: Packets,
    /// What the last part had beyond its last whole record; of text, all.
    rest: Vec<u8>,
    /// Octets that `rest` must have before reading goes on.
    needs: usize,
    /// Octets that are done with.
    done: u64,
    bytes: u64,
}

impl Reader {
    /// Nothing read yet.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        let mut keys = KeyLog::new();
        let _ = keys.read("key log", &options.keylog);
        Self {
            options: options.paste,
            state: State::Unknown,
            packets: Packets::new(keys),
            rest: Vec::new(),
            needs: HEAD,
            done: 0,
            bytes: 0,
        }
    }

    /// The next octets of the input.
    ///
    /// # Errors
    /// Where it turns out to be something that cannot be read.
    pub fn push(&mut self, octets: &[u8], sink: &mut dyn Sink) -> Result<(), Refusal> {
        self.bytes += octets.len() as u64;
        self.read(octets, false, sink)
    }

    fn read(&mut self, mut octets: &[u8], last: bool, sink: &mut dyn Sink) -> Result<(), Refusal> {
        if matches!(self.state, State::Unknown) {
            if self.rest.len() + octets.len() < HEAD && !last {
                self.rest.extend_from_slice(octets);
                return Ok(());
            }
            let mut head = std::mem::take(&mut self.rest);
            let more = octets.len().min(HEAD.saturating_sub(head.len()));
            head.extend_from_slice(&octets[..more]);
            self.state = recognise(&head)?;
            self.needs = 0;
            self.feed(&head, sink)?;
            octets = &octets[more..];
        }
        self.feed(octets, sink)
    }

    fn feed(&mut self, mut octets: &[u8], sink: &mut dyn Sink) -> Result<(), Refusal> {
        match &mut self.state {
            State::NetLog(log) => {
                log.push(octets, sink);
                return Ok(());
            }
            State::Har(archive) => {
                archive.push(octets);
                return Ok(());
            }
            _ => {}
        }
        if matches!(self.state, State::Text) {
            if self.rest.len() + octets.len() > TEXT {
                return Err(Refusal::new(
                    RefusalKind::TooLarge,
                    format!(
                        "This is no capture that is known, and for pasted text it is too large: more than {} MiB.",
                        TEXT >> 20
                    ),
                ));
            }
            self.rest.extend_from_slice(octets);
            return Ok(());
        }
        while !self.rest.is_empty() {
            // Only a record that the last part cut is put together.
            let more = self.needs.saturating_sub(self.rest.len());
            if more > octets.len() {
                self.rest.extend_from_slice(octets);
                return Ok(());
            }
            self.rest.extend_from_slice(&octets[..more]);
            octets = &octets[more..];
            let rest = std::mem::take(&mut self.rest);
            let read = self.parse(&rest, false, sink);
            self.rest = rest;
            self.rest.drain(..read.used);
            self.needs = read.needs;
        }
        let read = self.parse(octets, false, sink);
        self.needs = read.needs;
        self.rest.extend_from_slice(&octets[read.used..]);
        Ok(())
    }

    fn parse(&mut self, octets: &[u8], last: bool, sink: &mut dyn Sink) -> Read {
        let part = Part {
            octets,
            at: self.done,
            last,
        };
        let read = match &mut self.state {
            State::Pcap(pcap) => pcap.read(&part, &mut self.packets, sink),
            State::Unknown | State::Text | State::NetLog(_) | State::Har(_) => Read {
                used: 0,
                needs: octets.len() + 1,
            },
        };
        self.done += read.used as u64;
        read
    }

    /// The input ends here.
    ///
    /// # Errors
    /// Where it is something that cannot be read, or holds nothing to decode.
    pub fn finish(mut self, sink: &mut dyn Sink) -> Result<Source, Refusal> {
        self.read(&[], true, sink)?;
        let rest = std::mem::take(&mut self.rest);
        if !matches!(self.state, State::Text | State::Unknown) {
            self.parse(&rest, true, sink);
        } else {
            self.rest = rest;
        }
        let format = match self.state {
            State::Pcap(_) => "pcap",
            State::NetLog(log) => {
                log.finish(sink)?;
                return Ok(Source::Capture {
                    format: "netlog",
                    bytes: self.bytes,
                });
            }
            State::Har(archive) => return Err(archive.finish()),
            State::Unknown | State::Text => {
                let paste = paste::read(&self.rest, &self.options)?;
                paste::feed(&paste.content, sink);
                return Ok(Source::Paste(Box::new(paste), self.rest));
            }
        };
        self.packets.finish(self.bytes, sink);
        Ok(Source::Capture {
            format,
            bytes: self.bytes,
        })
    }
}

/// What the input is, by its first octets.
fn recognise(head: &[u8]) -> Result<State, Refusal> {
    Ok(match head {
        [0xa1, 0xb2, 0xc3, 0xd4, ..]
        | [0xd4, 0xc3, 0xb2, 0xa1, ..]
        | [0xa1, 0xb2, 0x3c, 0x4d, ..]
        | [0x4d, 0x3c, 0xb2, 0xa1, ..]
        | [0x34, 0xcd, 0xb2, 0xa1, ..] => State::Pcap(Pcap::default()),
        _ => match json::kind(head) {
            Some(json::Kind::NetLog) => State::NetLog(Box::default()),
            Some(json::Kind::Har) => State::Har(Box::default()),
            None => State::Text,
        },
    })
}
