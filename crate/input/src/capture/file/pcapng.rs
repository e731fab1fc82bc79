//! The format of Wireshark (draft-ietf-opsawg-pcapng): blocks, of which some hold
//! packets.

use pcap_parser::{
    Block, DecryptionSecretsBlock, InterfaceDescriptionBlock, OptionCode, SecretsType,
    parse_block_be, parse_block_le,
};

use pcap_parser::traits::PcapNGPacketBlock;

use super::{Format, Next, Order, Out, Read};
use crate::{bounds, capture::notes::Kind, work};

/// The format, as far as it was read.
#[derive(Debug, Default)]
pub(super) struct Pcapng {
    order: Order,
    interfaces: Vec<Interface>,
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
    /// Blocks whose content matters.
    pub(super) const NEEDED: [u32; 6] = [SECTION, INTERFACE, PACKET, SIMPLE, ENHANCED, SECRETS];
    /// Those, and names, statistics, journal entries, custom blocks.
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

/// The order of bytes, as a section's header shows it.
const ORDER: u32 = 0x1a2b_3c4d;
/// Bytes of a block's type and its two lengths.
const FRAME: usize = 12;

#[derive(Debug)]
struct Interface {
    link: u32,
    /// Bytes of a packet that are captured at most; 0 is no limit.
    snap: u32,
    clock: Clock,
}

/// The unit of an interface's stamps.
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

impl Pcapng {
    /// Whether a block begins with two lengths that can be, and its type.
    fn head(&self, rest: &[u8]) -> Option<(u32, usize)> {
        let (kind, size) = (
            self.order.word(rest, 0)?,
            self.order.word(rest, 4)? as usize,
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

    /// A packet in a packet block of early files.
    fn old_packet(&mut self, bytes: &[u8], out: &mut Out<'_>) -> Option<()> {
        let head = *bytes.get(8..)?.first_chunk::<2>()?;
        let interface = match self.order.big_endian {
            true => u16::from_be_bytes(head),
            false => u16::from_le_bytes(head),
        };
        let [high, low, captured, length] = [12, 16, 20, 24].map(|at| self.order.word(bytes, at));
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
        if self.order.word(rest, 0) == Some(kinds::SECTION) {
            let Some(order) = (Order::default()).word(rest, 8) else {
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
            Some(block) if self.order.word(block, size - 4) == Some(size as u32) => {
                Next::Record(size)
            }
            Some(_) => Next::Nothing,
        }
    }

    fn record(&mut self, bytes: &[u8], at: u64, out: &mut Out<'_>) -> bool {
        let kind = self.order.word(bytes, 0).unwrap_or_default();
        if kind == kinds::PACKET {
            return self.old_packet(bytes, out).is_some();
        }
        let parsed = match self.order.big_endian {
            true => parse_block_be(bytes),
            false => parse_block_le(bytes),
        };
        let Ok((_, block)) = parsed else {
            // Names and statistics are not needed, and are not checked.
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
            // It has no stamp, and is of the first interface.
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

    /// The next block of a known type whose two lengths agree; blocks begin at
    /// multiples of four.
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
                if self.order.word(bytes, at + size - 4) == Some(size as u32) {
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

    fn cut(&self, rest: &[u8], _: usize, packets: u32) -> (Option<String>, String) {
        let what = match self.order.word(rest, 0) {
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
