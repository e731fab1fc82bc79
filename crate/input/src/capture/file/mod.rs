//! Capture files, read in chunks.

mod pcap;
mod pcapng;

use std::fmt::Arguments;

use http2::Arrival;

use super::{Packet, Packets, Sink, notes::Kind};

/// Progress in a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) used: usize,
    /// Bytes needed after those for reading to continue.
    pub(crate) needs: usize,
}

/// A chunk of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Unread bytes.
    pub(crate) bytes: &'a [u8],
    /// Offset of the first one in the file.
    pub(crate) at: u64,
    /// Whether the file ends with this chunk.
    pub(crate) last: bool,
}

/// Next item in a file.
enum Next {
    /// A record of this length in bytes, including its header.
    Record(usize),
    Pass(usize),
    /// Bytes needed to determine the next item.
    Needs(usize),
    Nothing,
}

/// A file format made of consecutive records.
trait Format: std::fmt::Debug {
    fn name(&self) -> &'static str;

    fn next(&mut self, rest: &[u8]) -> Next;

    /// Reads a record. Returns `false` if its content is invalid.
    fn record(&mut self, record: &[u8], at: u64, out: &mut Out<'_>) -> bool;

    /// Searches for the next record after damage. Returns its offset, or the
    /// bytes certain to be damaged and those needed to continue.
    fn find(&self, rest: &[u8], last: bool) -> Result<usize, Read>;

    /// Describes damage after `packets` packets.
    fn damage(&self, packets: u32) -> String;

    /// Describes where the file is cut off, and the place if it is not the byte
    /// offset; `size` bytes were needed.
    fn describe_cut(&self, rest: &[u8], size: usize, packets: u32) -> (Option<String>, String);
}

struct Out<'a> {
    packets: &'a mut Packets,
    sink: &'a mut dyn Sink,
    count: &'a mut u32,
}

impl Out<'_> {
    fn note(&mut self, kind: Kind, place: String, message: Arguments<'_>) {
        self.packets.note(kind, || place, message, self.sink);
    }

    fn packet(&mut self, link: u32, bytes: &[u8], length: u32, nanos: u64) {
        *self.count += 1;
        let packet = *self.count;
        let arrival = Arrival { packet, nanos };
        let length = length as usize;
        self.packets.push(
            &Packet {
                link,
                bytes,
                length,
                arrival,
            },
            self.sink,
        );
    }
}

#[derive(Debug)]
pub(crate) struct File {
    format: Box<dyn Format>,
    packets: u32,
    /// Bytes still to be skipped.
    skipping: u64,
    /// Offset at which damage began.
    damaged_from: Option<u64>,
}

impl File {
    pub(crate) fn pcap() -> Self {
        Self::new(Box::<pcap::Pcap>::default())
    }

    pub(crate) fn pcapng() -> Self {
        Self::new(Box::<pcapng::Pcapng>::default())
    }

    fn new(format: Box<dyn Format>) -> Self {
        let (packets, skipping, damaged_from) = (0, 0, None);
        Self {
            format,
            packets,
            skipping,
            damaged_from,
        }
    }

    pub(crate) fn format(&self) -> &'static str {
        self.format.name()
    }

    /// Reads the complete records of a chunk.
    pub(crate) fn read(
        &mut self,
        part: &Part<'_>,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Read {
        let count = &mut self.packets;
        let out = &mut Out {
            packets,
            sink,
            count,
        };
        let mut used = 0;
        loop {
            let rest = &part.bytes[used..];
            let at = part.at + used as u64;
            if self.skipping > 0 {
                let passed = self.skipping.min(rest.len() as u64);
                self.skipping -= passed;
                used += passed as usize;
                if self.skipping == 0 {
                    continue;
                }
                if part.last {
                    report_cut(None, at + passed, "a skipped block", out);
                }
                return Read { used, needs: 1 };
            }
            if let Some(from) = self.damaged_from {
                let found = self.format.find(rest, part.last);
                let skipped = found.unwrap_or_else(|read| read.used);
                used += skipped;
                if found.is_ok() || part.last {
                    self.damaged_from = None;
                    let bytes = at + skipped as u64 - from;
                    let damage = self.format.damage(*out.count);
                    let message = format_args!("{damage}; {bytes} B were skipped");
                    out.note(Kind::File, format!("byte {from}"), message);
                }
                match found {
                    Ok(_) => continue,
                    Err(Read { needs, .. }) => return Read { used, needs },
                }
            }
            match self.format.next(rest) {
                Next::Record(size) if self.format.record(&rest[..size], at, out) => used += size,
                Next::Record(_) | Next::Nothing => self.damaged_from = Some(at),
                Next::Pass(size) => self.skipping = size as u64,
                Next::Needs(needs) => {
                    if part.last && !rest.is_empty() {
                        let (place, what) = self.format.describe_cut(rest, needs, *out.count);
                        report_cut(place, at, &what, out);
                        used = part.bytes.len();
                    }
                    return Read { used, needs };
                }
            }
        }
    }
}

fn report_cut(place: Option<String>, at: u64, what: &str, out: &mut Out<'_>) {
    let place = place.unwrap_or_else(|| format!("byte {at}"));
    let message = format_args!("the file is cut off inside {what}; everything before it was read");
    out.note(Kind::File, place, message);
}

#[derive(Clone, Copy, Debug, Default)]
struct Order {
    big_endian: bool,
}

impl Order {
    fn u32_at(self, bytes: &[u8], at: usize) -> Option<u32> {
        let word = *bytes.get(at..)?.first_chunk::<4>()?;
        Some(match self.big_endian {
            true => u32::from_be_bytes(word),
            false => u32::from_le_bytes(word),
        })
    }
}
