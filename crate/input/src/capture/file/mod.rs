//! Files of packets, read in parts.

mod pcap;
mod pcapng;

use std::fmt::Arguments;

use http2::Arrival;

use super::{Packet, Packets, Sink, notes::Kind};

/// How far a part of a file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// Bytes that are done with.
    pub(crate) used: usize,
    /// Bytes, from there, without which reading does not continue.
    pub(crate) needs: usize,
}

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Its bytes; the first is the one after the last that was used.
    pub(crate) bytes: &'a [u8],
    /// Where it begins in the file.
    pub(crate) at: u64,
    /// Whether the file ends with it.
    pub(crate) last: bool,
}

/// What comes next in a file.
enum Next {
    /// A record of this length in bytes, header included.
    Record(usize),
    /// So many bytes to be skipped.
    Pass(usize),
    /// At least so many bytes are needed to tell.
    Needs(usize),
    /// No record.
    Nothing,
}

/// A format: records, one after the other.
trait Format: std::fmt::Debug {
    fn name(&self) -> &'static str;

    fn next(&mut self, rest: &[u8]) -> Next;

    /// Reads a record; returns `false` if its content is impossible.
    fn record(&mut self, record: &[u8], at: u64, out: &mut Out<'_>) -> bool;

    /// Skips damage: how far on the next record begins; or what is certain to be
    /// damaged, and how much is needed to tell more.
    fn find(&self, rest: &[u8], last: bool) -> Result<usize, Read>;

    /// What is wrong with damage, after that many packets.
    fn damage(&self, packets: u32) -> String;

    /// What the file ends inside of, and the place if that is not the byte; a
    /// record of which `size` bytes are needed.
    fn cut(&self, rest: &[u8], size: usize, packets: u32) -> (Option<String>, String);
}

/// Where packets and notes of a file go.
struct Out<'a> {
    packets: &'a mut Packets,
    sink: &'a mut dyn Sink,
    /// Packets so far.
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

/// A file that is read in parts.
#[derive(Debug)]
pub(crate) struct File {
    format: Box<dyn Format>,
    packets: u32,
    /// Bytes to be skipped that are still to come.
    passing: u64,
    /// Where bytes began that are no record.
    astray: Option<u64>,
}

impl File {
    /// The format of libpcap and tcpdump.
    pub(crate) fn pcap() -> Self {
        Self::new(Box::<pcap::Pcap>::default())
    }

    /// The format of Wireshark.
    pub(crate) fn pcapng() -> Self {
        Self::new(Box::<pcapng::Pcapng>::default())
    }

    fn new(format: Box<dyn Format>) -> Self {
        let (packets, passing, astray) = (0, 0, None);
        Self {
            format,
            packets,
            passing,
            astray,
        }
    }

    /// “pcap”.
    pub(crate) fn format(&self) -> &'static str {
        self.format.name()
    }

    /// Reads the whole records of a part.
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
            if self.passing > 0 {
                let passed = self.passing.min(rest.len() as u64);
                self.passing -= passed;
                used += passed as usize;
                if self.passing == 0 {
                    continue;
                }
                if part.last {
                    cut(None, at + passed, "a skipped block", out);
                }
                return Read { used, needs: 1 };
            }
            if let Some(from) = self.astray {
                let found = self.format.find(rest, part.last);
                let skipped = found.unwrap_or_else(|read| read.used);
                used += skipped;
                if found.is_ok() || part.last {
                    self.astray = None;
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
                Next::Record(_) | Next::Nothing => self.astray = Some(at),
                Next::Pass(size) => self.passing = size as u64,
                Next::Needs(needs) => {
                    if part.last && !rest.is_empty() {
                        let (place, what) = self.format.cut(rest, needs, *out.count);
                        cut(place, at, &what, out);
                        used = part.bytes.len();
                    }
                    return Read { used, needs };
                }
            }
        }
    }
}

fn cut(place: Option<String>, at: u64, what: &str, out: &mut Out<'_>) {
    let place = place.unwrap_or_else(|| format!("byte {at}"));
    let message = format_args!("the file is cut off inside {what}; everything before it was read");
    out.note(Kind::File, place, message);
}

/// The order of the bytes in a file's numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Order {
    big_endian: bool,
}

impl Order {
    /// The word at a place.
    fn word(self, bytes: &[u8], at: usize) -> Option<u32> {
        let word = *bytes.get(at..)?.first_chunk::<4>()?;
        Some(match self.big_endian {
            true => u32::from_be_bytes(word),
            false => u32::from_le_bytes(word),
        })
    }
}
