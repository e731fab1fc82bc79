//! pcapng: blocks of many kinds, in sections with interfaces of their own.

use http2::Arrival;
use pcap_parser::{
    Block, DecryptionSecretsBlock, EnhancedPacketBlock, InterfaceDescriptionBlock, OptionCode,
    SecretsType, SimplePacketBlock, parse_block_be, parse_block_le, traits::PcapNGPacketBlock,
};

use super::{Part, Read};
use crate::{
    bounds,
    capture::{Packet, Packets, Sink, notes::Kind},
    work,
};

/// A file that is read in parts.
#[derive(Debug, Default)]
pub(crate) struct Pcapng {
    big_endian: bool,
    interfaces: Vec<Interface>,
    packets: u32,
    /// Octets of a skipped block that are still to come.
    passing: u64,
    /// Where octets began that are no block.
    astray: Option<u64>,
}

/// Types of blocks (draft-ietf-opsawg-pcapng).
mod kinds {
    pub(super) const SECTION: u32 = 0x0a0d_0d0a;
    pub(super) const INTERFACE: u32 = 1;
    /// The packet block of early files.
    pub(super) const PACKET: u32 = 2;
    pub(super) const SIMPLE: u32 = 3;
    pub(super) const ENHANCED: u32 = 6;
    pub(super) const SECRETS: u32 = 10;
    /// Those above, and names, statistics, journal entries, custom blocks.
    pub(super) const KNOWN: [u32; 13] = [
        SECTION,
        INTERFACE,
        PACKET,
        SIMPLE,
        4,
        5,
        ENHANCED,
        7,
        8,
        9,
        SECRETS,
        0x0bad,
        0x4000_0bad,
    ];
}

/// The order of octets, as a section's header shows it.
const ORDER: u32 = 0x1a2b_3c4d;
/// Octets of a block's type and its two lengths.
const FRAME: usize = 12;

#[derive(Debug)]
struct Interface {
    link: u32,
    /// Octets of a packet that are captured at most; 0 is no limit.
    snap: u32,
    clock: Clock,
}

/// How an interface stamps packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    /// Units of a second.
    units: u64,
    /// Seconds to add.
    offset: i64,
}

impl Clock {
    /// Nanoseconds since 1970.
    fn nanos(self, stamp: u64) -> u64 {
        let second = u128::from(1_000_000_000u32);
        let nanos = u128::from(stamp) * second / u128::from(self.units);
        let nanos = nanos as i128 + i128::from(self.offset) * second as i128;
        u64::try_from(nanos).unwrap_or_default()
    }

    /// Units of a second: 10 to the power that the option names, or 2 where
    /// the highest bit is set.
    fn units(resolution: u8) -> Option<u64> {
        let power = u32::from(resolution & 0x7f);
        if resolution & 0x80 == 0 {
            10u64.checked_pow(power)
        } else {
            1u64.checked_shl(power)
        }
    }
}

/// What comes next in the file.
enum Next {
    /// A block of this type and length, in octets.
    Block(u32, usize),
    /// A block to be skipped, of this length in octets.
    Pass(usize),
    /// At least this many octets are needed to tell.
    Needs(usize),
    /// No block.
    Nothing,
}

impl Pcapng {
    /// Reads what is whole of a part.
    pub(crate) fn read(
        &mut self,
        part: &Part<'_>,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Read {
        let mut used = 0;
        loop {
            let rest = &part.octets[used..];
            if self.passing > 0 {
                let count = self.passing.min(rest.len() as u64);
                self.passing -= count;
                used += count as usize;
                if self.passing > 0 {
                    if part.last {
                        self.cut(part, used, "a skipped block", packets, sink);
                    }
                    return Read { used, needs: 1 };
                }
                continue;
            }
            if self.astray.is_some() {
                match self.find(rest, part.last) {
                    Ok(skip) => {
                        used += skip;
                        self.found(part.at + used as u64, packets, sink);
                        continue;
                    }
                    Err(read) => {
                        used += read.used;
                        if part.last {
                            self.found(part.at + part.octets.len() as u64, packets, sink);
                        }
                        return Read {
                            used,
                            needs: read.needs,
                        };
                    }
                }
            }
            match self.next(rest) {
                Next::Needs(needs) => {
                    if part.last && !rest.is_empty() {
                        let what = match rest.get(..4) {
                            Some(kind) if self.is_packet(kind) => {
                                format!("packet {}", self.packets + 1)
                            }
                            _ => "a block".to_owned(),
                        };
                        self.cut(part, used, &what, packets, sink);
                        used = part.octets.len();
                    }
                    return Read { used, needs };
                }
                Next::Pass(size) => self.passing = size as u64,
                Next::Nothing => self.astray = Some(part.at + used as u64),
                Next::Block(kind, size) => {
                    let at = part.at + used as u64;
                    if self.block(kind, &rest[..size], at, packets, sink) {
                        used += size;
                    } else {
                        self.astray = Some(at);
                    }
                }
            }
        }
    }

    fn word(&self, octets: &[u8], at: usize) -> Option<u32> {
        let word = *octets.get(at..)?.first_chunk::<4>()?;
        Some(if self.big_endian {
            u32::from_be_bytes(word)
        } else {
            u32::from_le_bytes(word)
        })
    }

    fn is_packet(&self, kind: &[u8]) -> bool {
        matches!(
            self.word(kind, 0),
            Some(kinds::PACKET | kinds::SIMPLE | kinds::ENHANCED)
        )
    }

    fn next(&mut self, rest: &[u8]) -> Next {
        let Some(kind) = self.word(rest, 0) else {
            return Next::Needs(FRAME);
        };
        if kind == kinds::SECTION {
            let Some(order) = rest.get(8..12) else {
                return Next::Needs(FRAME);
            };
            match u32::from_le_bytes([order[0], order[1], order[2], order[3]]) {
                ORDER => self.big_endian = false,
                order if order.swap_bytes() == ORDER => self.big_endian = true,
                _ => return Next::Nothing,
            }
        }
        let Some(size) = self.word(rest, 4) else {
            return Next::Needs(FRAME);
        };
        let size = size as usize;
        if size < FRAME || !size.is_multiple_of(4) {
            return Next::Nothing;
        }
        let needed = matches!(
            kind,
            kinds::SECTION
                | kinds::INTERFACE
                | kinds::PACKET
                | kinds::SIMPLE
                | kinds::ENHANCED
                | kinds::SECRETS
        );
        if !needed && size > 1 << 16 {
            return Next::Pass(size);
        }
        if size > bounds::RECORD {
            return Next::Nothing;
        }
        if rest.len() < size {
            return Next::Needs(size);
        }
        if self.word(rest, size - 4) != Some(size as u32) {
            return Next::Nothing;
        }
        Next::Block(kind, size)
    }

    /// Reads a block; `false` where its content is none.
    fn block(
        &mut self,
        kind: u32,
        octets: &[u8],
        at: u64,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> bool {
        if kind == kinds::PACKET {
            return self.old_packet(octets, packets, sink).is_some();
        }
        let parsed = if self.big_endian {
            parse_block_be(octets)
        } else {
            parse_block_le(octets)
        };
        let Ok((_, block)) = parsed else {
            // Names and statistics are not needed, and are not checked.
            return !matches!(
                kind,
                kinds::SECTION
                    | kinds::INTERFACE
                    | kinds::SIMPLE
                    | kinds::ENHANCED
                    | kinds::SECRETS
            );
        };
        match block {
            Block::SectionHeader(_) => self.interfaces.clear(),
            Block::InterfaceDescription(block) => {
                let interface = self.interface(&block, at, packets, sink);
                self.interfaces.push(interface);
            }
            Block::EnhancedPacket(block) => self.enhanced(&block, packets, sink),
            Block::SimplePacket(block) => self.simple(&block, packets, sink),
            Block::DecryptionSecrets(block) => secrets(&block, at, packets, sink),
            _ => {}
        }
        true
    }

    fn interface(
        &self,
        block: &InterfaceDescriptionBlock<'_>,
        at: u64,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Interface {
        let option = |code| block.options.iter().find(|option| option.code == code);
        let resolution = option(OptionCode::IfTsresol)
            .and_then(|option| option.value().first().copied())
            .unwrap_or(6);
        let offset = option(OptionCode::IfTsoffset)
            .and_then(|option| option.value().first_chunk::<8>().copied())
            .map_or(0, |octets| {
                if self.big_endian {
                    i64::from_be_bytes(octets)
                } else {
                    i64::from_le_bytes(octets)
                }
            });
        let units = Clock::units(resolution).unwrap_or_else(|| {
            packets.note(
                Kind::Times,
                || format!("byte {at}"),
                format_args!(
                    "the interface {} has an impossible time unit: its times are wrong here",
                    self.interfaces.len()
                ),
                sink,
            );
            1_000_000
        });
        Interface {
            link: block.linktype.0.cast_unsigned(),
            snap: block.snaplen,
            clock: Clock { units, offset },
        }
    }

    fn enhanced(
        &mut self,
        block: &EnhancedPacketBlock<'_>,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) {
        let stamp = u64::from(block.ts_high) << 32 | u64::from(block.ts_low);
        self.packet(
            block.if_id,
            Some(stamp),
            block.packet_data(),
            block.origlen,
            packets,
            sink,
        );
    }

    /// A packet without a stamp, of the first interface.
    fn simple(
        &mut self,
        block: &SimplePacketBlock<'_>,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) {
        let snap = self
            .interfaces
            .first()
            .map_or(0, |interface| interface.snap);
        let mut captured = block.data.len().min(block.origlen as usize);
        if snap > 0 {
            captured = captured.min(snap as usize);
        }
        let octets = &block.data[..captured];
        self.packet(0, None, octets, block.origlen, packets, sink);
    }

    fn old_packet(
        &mut self,
        octets: &[u8],
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) -> Option<()> {
        let head = *octets.get(8..)?.first_chunk::<2>()?;
        let interface = if self.big_endian {
            u16::from_be_bytes(head)
        } else {
            u16::from_le_bytes(head)
        };
        let stamp = u64::from(self.word(octets, 12)?) << 32 | u64::from(self.word(octets, 16)?);
        let captured = self.word(octets, 20)? as usize;
        let length = self.word(octets, 24)?;
        let data = octets.get(28..octets.len() - 4)?.get(..captured)?;
        self.packet(interface.into(), Some(stamp), data, length, packets, sink);
        Some(())
    }

    fn packet(
        &mut self,
        interface: u32,
        stamp: Option<u64>,
        octets: &[u8],
        length: u32,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) {
        self.packets += 1;
        let Some(interface) = self.interfaces.get(interface as usize) else {
            packets.note(Kind::File, || format!("packet {}", self.packets), format_args!(
                    "its interface, {interface}, is not described in the file: what its bytes are is unknown"
                ), sink);
            return;
        };
        packets.push(
            &Packet {
                link: interface.link,
                octets,
                length: length as usize,
                arrival: Arrival {
                    packet: self.packets,
                    nanos: stamp.map_or(0, |stamp| interface.clock.nanos(stamp)),
                },
            },
            sink,
        );
    }

    fn cut(
        &self,
        part: &Part<'_>,
        used: usize,
        what: &str,
        packets: &mut Packets,
        sink: &mut dyn Sink,
    ) {
        packets.note(
            Kind::File,
            || format!("byte {}", part.at + used as u64),
            format_args!("the file is cut off inside {what}; everything before it was read"),
            sink,
        );
    }

    /// The next block of a known type whose two lengths agree; blocks begin at
    /// multiples of four.
    fn find(&self, octets: &[u8], last: bool) -> Result<usize, Read> {
        let mut at = 4;
        while at + FRAME <= octets.len() {
            work::add(1);
            let candidate = self
                .word(octets, at)
                .filter(|kind| kinds::KNOWN.contains(kind))
                .and_then(|_| self.word(octets, at + 4))
                .map(|size| size as usize)
                .filter(|size| (FRAME..1 << 20).contains(size) && size.is_multiple_of(4));
            if let Some(size) = candidate {
                if at + size > octets.len() && !last {
                    return Err(Read {
                        used: at - 4,
                        needs: size + 4,
                    });
                }
                if self.word(octets, at + size - 4) == Some(size as u32) {
                    return Ok(at);
                }
            }
            at += 4;
        }
        let used = if last {
            octets.len()
        } else {
            at.saturating_sub(4).min(octets.len() & !3)
        };
        Err(Read {
            used,
            needs: FRAME + 4,
        })
    }

    fn found(&mut self, at: u64, packets: &mut Packets, sink: &mut dyn Sink) {
        if let Some(from) = self.astray.take() {
            packets.note(Kind::File, || format!("byte {from}"), format_args!(
                    "this block is damaged, after packet {}: its type, its two lengths or its content is impossible; {} B were skipped",
                    self.packets,
                    at - from
                ), sink);
        }
    }
}

fn secrets(
    block: &DecryptionSecretsBlock<'_>,
    at: u64,
    packets: &mut Packets,
    sink: &mut dyn Sink,
) {
    let length = (block.secrets_len as usize).min(block.data.len());
    if block.secrets_type == SecretsType::TlsKeyLog {
        let name = format!("secrets at byte {at}");
        for problem in packets.keys().read(&name, &block.data[..length]) {
            sink.problem(problem);
        }
    }
}
