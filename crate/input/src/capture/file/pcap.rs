//! The pcap format of libpcap and tcpdump.

use pcap_parser::{PcapHeader, parse_pcap_header};

use super::{Format, Next, Order, Out, Read};
use crate::{bounds, work};

#[derive(Debug, Default)]
pub(super) struct Pcap {
    header: Option<Header>,
    /// Time of the last packet, in seconds.
    seconds: Option<u32>,
}

#[derive(Debug)]
struct Header {
    link: u32,
    /// Length of a packet's header, in bytes.
    record: usize,
    /// Largest plausible packet, in bytes.
    largest: u32,
    order: Order,
    /// Nanoseconds per unit of the timestamp's fraction.
    unit: u32,
}

/// Length of the file header, in bytes.
const HEADER: usize = 24;
/// Length of a packet header, in bytes.
const RECORD: usize = 16;
/// Length of a packet header in the modified format, with the interface.
const MODIFIED: usize = 24;
/// Packet size that is plausible even if the snapshot length is smaller.
const LARGEST: u32 = 1 << 19;
/// Most seconds between two packets when resynchronising.
const NEAR: u32 = 24 * 60 * 60;

impl Header {
    fn new(header: &PcapHeader) -> Self {
        Self {
            // The upper bits are the length of the frame check sequence.
            link: header.network.0.cast_unsigned() & 0xffff,
            record: if header.is_modified_format() {
                MODIFIED
            } else {
                RECORD
            },
            largest: header.snaplen.clamp(LARGEST, bounds::RECORD as u32),
            order: Order {
                big_endian: header.is_bigendian(),
            },
            unit: if header.is_nanosecond_precision() {
                1
            } else {
                1000
            },
        }
    }

    /// The four words of a packet header: seconds, fraction, captured length,
    /// original length.
    fn words(&self, bytes: &[u8]) -> Option<[u32; 4]> {
        let record = bytes.get(..self.record)?;
        let word = |at| self.order.u32_at(record, at).unwrap_or_default();
        Some([0, 4, 8, 12].map(word))
    }

    /// Returns the length of a record with a plausible header near `seconds`.
    fn plausible(&self, bytes: &[u8], seconds: Option<u32>) -> Option<usize> {
        let [at, fraction, captured, length] = self.words(bytes)?;
        let fits = seconds.is_none_or(|seconds| at.abs_diff(seconds) <= NEAR)
            && fraction < 1_000_000_000 / self.unit
            && captured > 0
            && captured <= length
            && captured <= self.largest
            && length <= LARGEST << 6;
        fits.then_some(self.record + captured as usize)
    }
}

impl Format for Pcap {
    fn name(&self) -> &'static str {
        "pcap"
    }

    fn next(&mut self, rest: &[u8]) -> Next {
        let Some(header) = &self.header else {
            return match parse_pcap_header(rest) {
                Ok((_, header)) => {
                    self.header = Some(Header::new(&header));
                    Next::Pass(HEADER)
                }
                Err(_) => Next::Needs(HEADER),
            };
        };
        // The captured length is in the header, before the packet is complete.
        let size = match header.order.u32_at(rest, 8) {
            Some(captured) if captured > header.largest => return Next::Nothing,
            captured => header.record + captured.unwrap_or(0) as usize,
        };
        match rest.len() < size {
            true => Next::Needs(size),
            false => Next::Record(size),
        }
    }

    fn record(&mut self, record: &[u8], _: u64, out: &mut Out<'_>) -> bool {
        let Some((header, words)) = self
            .header
            .as_ref()
            .and_then(|one| Some((one, one.words(record)?)))
        else {
            return false;
        };
        let [seconds, fraction, _, length] = words;
        self.seconds = Some(seconds);
        let nanos =
            u64::from(seconds) * 1_000_000_000 + u64::from(fraction) * u64::from(header.unit);
        out.packet(header.link, &record[header.record..], length, nanos);
        true
    }

    /// Finds the next plausible record that is followed by another.
    fn find(&self, bytes: &[u8], last: bool) -> Result<usize, Read> {
        let seconds = self.seconds;
        let Some(header) = &self.header else {
            return Err(Read {
                used: 0,
                needs: HEADER,
            });
        };
        for at in 1..bytes.len().saturating_sub(header.record - 1) {
            work::add(1);
            let Some(size) = header.plausible(&bytes[at..], seconds) else {
                continue;
            };
            let next = bytes.get(at + size..).unwrap_or_default();
            let ends = at + size == bytes.len() && last;
            if ends || header.plausible(next, seconds).is_some() {
                return Ok(at);
            }
            if next.len() < header.record && !last {
                let needs = size + header.record + 1;
                return Err(Read {
                    used: at - 1,
                    needs,
                });
            }
        }
        let kept = if last {
            0
        } else {
            bytes.len().min(header.record)
        };
        Err(Read {
            used: bytes.len() - kept,
            needs: header.record + 1,
        })
    }

    fn damage(&self, packets: u32) -> String {
        format!("no packet can begin here, after packet {packets}: its length is impossible")
    }

    fn describe_cut(&self, rest: &[u8], size: usize, packets: u32) -> (Option<String>, String) {
        let (place, what) = match self.header {
            Some(_) => (Some(format!("packet {}", packets + 1)), "this packet"),
            None => (None, "its header"),
        };
        (
            place,
            format!("{what}: only {} of {size} bytes are there", rest.len()),
        )
    }
}
