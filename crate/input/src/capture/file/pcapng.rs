//! The pcapng format of Wireshark (draft-ietf-opsawg-pcapng).

use pcap_parser::{
    Block, DecryptionSecretsBlock, InterfaceDescriptionBlock, OptionCode, SecretsType,
    parse_block_be, parse_block_le,
};

use pcap_parser::traits::PcapNGPacketBlock;

use super::{Format, Next, Order, Out, Read};
use crate::{bounds, capture::notes::Kind, work};

#[derive(Debug, Default)]
pub(super) struct Pcapng {
    order: Order,
    interfaces: Vec<Interface>,
}

mod kinds {
    pub(super) const SECTION: u32 = 0x0a0d_0d0a;
    pub(super) const INTERFACE: u32 = 1;
    /// The obsolete packet block.
    pub(super) const PACKET: u32 = 2;
    pub(super) const SIMPLE: u32 = 3;
    pub(super) const ENHANCED: u32 = 6;
    pub(super) const SECRETS: u32 = 10;
    /// Blocks that are read.
    pub(super) const NEEDED: [u32; 6] = [SECTION, INTERFACE, PACKET, SIMPLE, ENHANCED, SECRETS];
    /// Those, and name resolution, statistics, journal and custom blocks.
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

/// Byte-order magic of a section header.
const ORDER: u32 = 0x1a2b_3c4d;
/// Length of a block's type and two length fields, in bytes.
const FRAME: usize = 12;

#[derive(Debug)]
struct Interface {
    link: u32,
    /// Snapshot length, in bytes; 0 for no limit.
    snap: u32,
    clock: Clock,
}

/// Unit of an interface's timestamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    /// Units per second.
    units: u64,
    /// Seconds to add.
    offset: i64,
}

impl Clock {
    /// Converts a timestamp to nanoseconds since 1970.
    fn nanos(self, stamp: u64) -> u64 {
        let second = u128::from(1_000_000_000u32);
        let nanos = u128::from(stamp) * second / u128::from(self.units);
        let nanos = nanos as i128 + i128::from(self.offset) * second as i128;
        u64::try_from(nanos).unwrap_or_default()
    }

    /// Units per second of an `if_tsresol` option: a power of 10, or of 2 if
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

impl Pcapng {
    fn head(&self, rest: &[u8]) -> Option<(u32, usize)> {
        let (kind, size) = (
            self.order.u32_at(rest, 0)?,
            self.order.u32_at(rest, 4)? as usize,
        );
        (size >= FRAME && size.is_multiple_of(4)).then_some((kind, size))
    }

    fn interface(
        &self,
        block: &InterfaceDescriptionBlock<'_>,
        at: u64,
        out: &mut Out<'_>,
    ) -> Interface {
        let option = |code| block.options.iter().find(|option| option.code == code);
        let resolution = option(OptionCode::IfTsresol)
            .and_then(|option| option.value().first().copied())
            .unwrap_or(6);
        let offset = option(OptionCode::IfTsoffset)
            .and_then(|option| option.value().first_chunk::<8>().copied())
            .map_or(0, |bytes| match self.order.big_endian {
                true => i64::from_be_bytes(bytes),
                false => i64::from_le_bytes(bytes),
            });
        let units = Clock::units(resolution).unwrap_or_else(|| {
            let interface = self.interfaces.len();
            let message = format_args!(
                "the interface {interface} has an impossible time unit: its times are wrong here"
            );
            out.note(Kind::Times, format!("byte {at}"), message);
            1_000_000
        });
        Interface {
            link: block.linktype.0.cast_unsigned(),
            snap: block.snaplen,
            clock: Clock { units, offset },
        }
    }

    fn old_packet(&mut self, bytes: &[u8], out: &mut Out<'_>) -> Option<()> {
        let head = *bytes.get(8..)?.first_chunk::<2>()?;
        let interface = match self.order.big_endian {
            true => u16::from_be_bytes(head),
            false => u16::from_le_bytes(head),
        };
        let [high, low, captured, length] = [12, 16, 20, 24].map(|at| self.order.u32_at(bytes, at));
        let stamp = u64::from(high?) << 32 | u64::from(low?);
        let data = bytes.get(28..bytes.len() - 4)?.get(..captured? as usize)?;
        self.packet(interface.into(), Some(stamp), data, length?, out);
        Some(())
    }

    fn packet(
        &mut self,
        interface: u32,
        stamp: Option<u64>,
        bytes: &[u8],
        length: u32,
        out: &mut Out<'_>,
    ) {
        if let Some(interface) = self.interfaces.get(interface as usize) {
            let nanos = stamp.map_or(0, |stamp| interface.clock.nanos(stamp));
            return out.packet(interface.link, bytes, length, nanos);
        }
        *out.count += 1;
        let place = format!("packet {}", out.count);
        let message = format_args!(
            "its interface, {interface}, is not described in the file: what its bytes are is unknown"
        );
        out.note(Kind::File, place, message);
    }
}

impl Format for Pcapng {
    fn name(&self) -> &'static str {
        "pcapng"
    }

    fn next(&mut self, rest: &[u8]) -> Next {
        if self.order.u32_at(rest, 0) == Some(kinds::SECTION) {
            let Some(order) = (Order::default()).u32_at(rest, 8) else {
                return Next::Needs(FRAME);
            };
            match order {
                ORDER => self.order.big_endian = false,
                order if order.swap_bytes() == ORDER => self.order.big_endian = true,
                _ => return Next::Nothing,
            }
        }
        if rest.len() < 8 {
            return Next::Needs(FRAME);
        }
        let Some((kind, size)) = self.head(rest) else {
            return Next::Nothing;
        };
        if !kinds::NEEDED.contains(&kind) && size > 1 << 16 {
            return Next::Pass(size);
        }
        if size > bounds::RECORD {
            return Next::Nothing;
        }
        match rest.get(..size) {
            None => Next::Needs(size),
            Some(block) if self.order.u32_at(block, size - 4) == Some(size as u32) => {
                Next::Record(size)
            }
            Some(_) => Next::Nothing,
        }
    }

    fn record(&mut self, bytes: &[u8], at: u64, out: &mut Out<'_>) -> bool {
        let kind = self.order.u32_at(bytes, 0).unwrap_or_default();
        if kind == kinds::PACKET {
            return self.old_packet(bytes, out).is_some();
        }
        let parsed = match self.order.big_endian {
            true => parse_block_be(bytes),
            false => parse_block_le(bytes),
        };
        let Ok((_, block)) = parsed else {
            // Name and statistics blocks are ignored, and so not validated.
            return !kinds::NEEDED.contains(&kind);
        };
        match block {
            Block::SectionHeader(_) => self.interfaces.clear(),
            Block::InterfaceDescription(block) => {
                let interface = self.interface(&block, at, out);
                self.interfaces.push(interface);
            }
            Block::EnhancedPacket(block) => {
                let stamp = u64::from(block.ts_high) << 32 | u64::from(block.ts_low);
                let data = block.packet_data();
                self.packet(block.if_id, Some(stamp), data, block.origlen, out);
            }
            // Has no timestamp and belongs to the first interface.
            Block::SimplePacket(block) => {
                let snap = self
                    .interfaces
                    .first()
                    .map_or(0, |interface| interface.snap);
                let most = if snap > 0 {
                    snap.min(block.origlen)
                } else {
                    block.origlen
                };
                let data = &block.data[..block.data.len().min(most as usize)];
                self.packet(0, None, data, block.origlen, out);
            }
            Block::DecryptionSecrets(block) => secrets(&block, at, out),
            _ => {}
        }
        true
    }

    /// Finds the next block of a known type with matching lengths. Blocks are
    /// aligned to four bytes.
    fn find(&self, bytes: &[u8], last: bool) -> Result<usize, Read> {
        let mut at = 4;
        while at + FRAME <= bytes.len() {
            work::add(1);
            let is_known =
                |(kind, size): &(u32, usize)| kinds::KNOWN.contains(kind) && *size < 1 << 20;
            if let Some((_, size)) = self.head(&bytes[at..]).filter(is_known) {
                if at + size > bytes.len() && !last {
                    return Err(Read {
                        used: at - 4,
                        needs: size + 4,
                    });
                }
                if self.order.u32_at(bytes, at + size - 4) == Some(size as u32) {
                    return Ok(at);
                }
            }
            at += 4;
        }
        let used = match last {
            true => bytes.len(),
            false => (at - 4).min(bytes.len() & !3),
        };
        Err(Read {
            used,
            needs: FRAME + 4,
        })
    }

    fn damage(&self, packets: u32) -> String {
        format!(
            "this block is damaged, after packet {packets}: its type, its two lengths or its content is impossible"
        )
    }

    fn describe_cut(&self, rest: &[u8], _: usize, packets: u32) -> (Option<String>, String) {
        let what = match self.order.u32_at(rest, 0) {
            Some(kinds::PACKET | kinds::SIMPLE | kinds::ENHANCED) => {
                format!("packet {}", packets + 1)
            }
            _ => "a block".to_owned(),
        };
        (None, what)
    }
}

fn secrets(block: &DecryptionSecretsBlock<'_>, at: u64, out: &mut Out<'_>) {
    let length = (block.secrets_len as usize).min(block.data.len());
    if block.secrets_type == SecretsType::TlsKeyLog {
        let name = format!("secrets at byte {at}");
        for problem in out.packets.keys().read(&name, &block.data[..length]) {
            out.sink.problem(problem);
        }
    }
}
