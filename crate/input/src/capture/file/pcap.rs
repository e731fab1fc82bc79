//! The format of libpcap and tcpdump: a header, then packets.

use http2::Arrival;
use pcap_parser::{
    LegacyPcapBlock, PcapHeader, parse_pcap_frame, parse_pcap_frame_be, parse_pcap_frame_modified,
    parse_pcap_header,
};

use super::{Part, Read};
use crate::{
    bounds,
    capture::{Packet, Packets, Sink, notes::Kind},
    work,
};

/// A file that is read in parts.
#[derive(Debug, Default)]
pub(crate) struct Pcap {
    header: Option<Header>,
    packets: u32,
    /// When the last packet was captured, seconds.
    seconds: Option<u32>,
    /// Where octets began that are no packets.
    astray: Option<u64>,
}

#[derive(Debug)]
struct Header {
    link: u32,
    /// Octets of the header before each packet.
    record: usize,
    /// The largest packet that is believed, octets.
    largest: u32,
    big_endian: bool,
    modified: bool,
    /// Nanoseconds that a unit of the stamps has.
    unit: u32,
}

/// Octets of the file's header.
const HEADER: usize = 24;
/// Octets of a packet's header.
const RECORD: usize = 16;
/// Octets of it in files of a patched libpcap, which notes the interface too.
const MODIFIED: usize = 24;
/// The largest packet that is captured whatever the file's header says.
const LARGEST: u32 = 1 << 19;
/// Seconds between two packets, when it is not certain that they are packets.
const NEAR: u32 = 24 * 60 * 60;

impl Header {
    fn new(header: &PcapHeader) -> Self {
        let modified = header.is_modified_format();
        Self {
            // The bits above say how long the frame check sequence is.
            link: header.network.0.cast_unsigned() & 0xffff,
            record: if modified { MODIFIED } else { RECORD },
            largest: header.snaplen.clamp(LARGEST, bounds::RECORD as u32),
            big_endian: header.is_bigendian(),
            modified,
            unit: if header.is_nanosecond_precision() {
                1
            } else {
                1000
            },
        }
    }

    /// The packet at the beginning of `octets`; its octets may not be all
    /// there.
    fn captured(&self, octets: &[u8]) -> Option<u32> {
        let field = *octets.get(8..)?.first_chunk::<4>()?;
        Some(if self.big_endian {
            u32::from_be_bytes(field)
        } else {
            u32::from_le_bytes(field)
        })
    }

    fn packet<'a>(&self, octets: &'a [u8]) -> Option<LegacyPcapBlock<'a>> {
        let parse = if self.modified {
            parse_pcap_frame_modified
        } else if self.big_endian {
            parse_pcap_frame_be
        } else {
            parse_pcap_frame
        };
        Some(parse(octets).ok()?.1)
    }

    /// Whether `octets` begin like a packet's header, near `seconds`: how long
    /// the record is.
    fn plausible(&self, octets: &[u8], seconds: Option<u32>) -> Option<usize> {
        let words = octets.get(..self.record)?;
        let word = |at: usize| {
            let octets = [words[at], words[at + 1], words[at + 2], words[at + 3]];
            if self.big_endian {
                u32::from_be_bytes(octets)
            } else {
                u32::from_le_bytes(octets)
            }
        };
        let (captured, length) = (word(8), word(12));
        let near = seconds.is_none_or(|seconds| word(0).abs_diff(seconds) <= NEAR);
        let fits = near
            && word(4) < 1_000_000_000 / self.unit
            && captured > 0
            && captured <= length
            && captured <= self.largest
            && length <= LARGEST << 6;
        fits.then_some(self.record + captured as usize)
    }
}

impl Pcap {
    /// Reads what is whole of a part.
    pub(crate) fn read(
        &mut self,
        part: &Part<'_>,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Read {
        let mut used = 0;
        if self.header.is_none() {
            let Ok((_, header)) = parse_pcap_header(part.octets) else {
                return self.stop(part, 0, HEADER, packets, sink);
            };
            used = HEADER;
            self.header = Some(Header::new(&header));
        }
        loop {
            let Some(header) = &self.header else {
                return Read {
                    used,
                    needs: HEADER,
                };
            };
            let rest = &part.octets[used..];
            if self.astray.is_some() {
                match header.find(rest, self.seconds, part.last) {
                    Found::At(skip) => {
                        used += skip;
                        self.found(part.at + used as u64, packets, sink);
                    }
                    Found::Later(skip, needs) => {
                        return Read {
                            used: used + skip,
                            needs,
                        };
                    }
                    Found::Never => {
                        used = part.octets.len();
                        self.found(part.at + used as u64, packets, sink);
                        return Read { used, needs: 1 };
                    }
                }
                continue;
            }
            let size = match header.captured(rest) {
                Some(captured) if captured > header.largest => {
                    self.astray = Some(part.at + used as u64);
                    continue;
                }
                Some(captured) => header.record + captured as usize,
                None => header.record,
            };
            let Some(block) = header.packet(rest) else {
                return self.stop(part, used, size, packets, sink);
            };
            let LegacyPcapBlock {
                ts_sec,
                ts_usec,
                origlen,
                data,
                ..
            } = block;
            self.packets += 1;
            self.seconds = Some(ts_sec);
            let nanos =
                u64::from(ts_sec) * 1_000_000_000 + u64::from(ts_usec) * u64::from(header.unit);
            packets.push(
                &Packet {
                    link: header.link,
                    octets: data,
                    length: origlen as usize,
                    arrival: Arrival {
                        packet: self.packets,
                        nanos,
                    },
                },
                sink,
            );
            used += size;
        }
    }

    /// The part ends inside something that has `size` octets.
    fn stop(
        &self,
        part: &Part<'_>,
        used: usize,
        size: usize,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Read {
        let rest = part.octets.len() - used;
        if !part.last || rest == 0 && self.header.is_some() {
            return Read { used, needs: size };
        }
        let (place, what) = if self.header.is_some() {
            (format!("packet {}", self.packets + 1), "this packet")
        } else {
            (format!("byte {}", part.at), "its header")
        };
        packets.note(Kind::File, || place, format_args!(
                "the file is cut off inside {what}: only {rest} of {size} bytes are there; everything before it was read"
            ), sink);
        Read {
            used: part.octets.len(),
            needs: 1,
        }
    }

    fn found(&mut self, at: u64, packets: &mut Packets, sink: &mut dyn Sink) {
        if let Some(from) = self.astray.take() {
            packets.note(Kind::File, || format!("byte {from}"), format_args!(
                    "no packet can begin here, after packet {}: its length is impossible; {} B were skipped",
                    self.packets,
                    at - from
                ), sink);
        }
    }
}

/// Where packets go on.
enum Found {
    /// That many octets on.
    At(usize),
    /// Not in the octets that were skipped (the first number); to tell, the
    /// second number of octets is needed after them.
    Later(usize, usize),
    /// Nowhere: the file ends.
    Never,
}

impl Header {
    /// The next record that begins like a packet and that another follows.
    fn find(&self, octets: &[u8], seconds: Option<u32>, last: bool) -> Found {
        for at in 1..octets.len().saturating_sub(self.record - 1) {
            work::add(1);
            let Some(size) = self.plausible(&octets[at..], seconds) else {
                continue;
            };
            let next = &octets[(at + size).min(octets.len())..];
            if at + size == octets.len() && last
                || next.len() >= self.record && self.plausible(next, seconds).is_some()
            {
                return Found::At(at);
            }
            if next.len() < self.record && !last {
                return Found::Later(at - 1, size + self.record + 1);
            }
        }
        if last {
            return Found::Never;
        }
        let keep = octets.len().min(self.record);
        Found::Later(octets.len() - keep, self.record + 1)
    }
}
