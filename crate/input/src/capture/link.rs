//! Link layers: from a packet, as it was captured, to the IP packet in it.

use etherparse::{Ethernet2HeaderSlice, SingleVlanHeaderSlice};

use super::cut::Cut;

/// What a packet of the link layer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held<'a> {
    /// An IP packet, by what the link layer says.
    Ip(Cut<'a>),
    /// Something else: ARP, spanning tree.
    Other,
    /// So little was captured that it cannot be told.
    Short,
    /// A link type that is not read.
    Unread,
}

/// The link type of Ethernet.
pub(crate) const ETHERNET: u32 = types::ETHERNET;

/// LINKTYPE_ values, as <https://www.tcpdump.org/linktypes.html> lists them.
mod types {
    pub(super) const NULL: u32 = 0;
    pub(super) const ETHERNET: u32 = 1;
    pub(super) const PPP: u32 = 9;
    /// “raw IP” as some systems wrote DLT_RAW into files: 12, and OpenBSD 14.
    pub(super) const RAW_12: u32 = 12;
    pub(super) const RAW_14: u32 = 14;
    pub(super) const RAW: u32 = 101;
    pub(super) const LOOP: u32 = 108;
    pub(super) const LINUX_SLL: u32 = 113;
    pub(super) const IPV4: u32 = 228;
    pub(super) const IPV6: u32 = 229;
    pub(super) const LINUX_SLL2: u32 = 276;
}

const IPV4: u16 = 0x0800;
const IPV6: u16 = 0x86dd;
const VLAN: [u16; 3] = [0x8100, 0x88a8, 0x9100];
const PPPOE_SESSION: u16 = 0x8864;
/// More tags than anybody stacks.
const TAGS: usize = 8;

/// The IP packet in `packet`, whose link type is `kind`.
pub(crate) fn strip(kind: u32, packet: Cut<'_>) -> Held<'_> {
    let held = match kind {
        types::ETHERNET => ethernet(packet),
        types::LINUX_SLL => {
            word(packet, 14).and_then(|protocol| by_type(protocol, packet.after(16)?))
        }
        types::LINUX_SLL2 => {
            word(packet, 0).and_then(|protocol| by_type(protocol, packet.after(20)?))
        }
        types::NULL | types::LOOP => loopback(packet),
        types::RAW | types::RAW_12 | types::RAW_14 | types::IPV4 | types::IPV6 => {
            Some(Held::Ip(packet))
        }
        types::PPP => ppp(packet),
        _ => return Held::Unread,
    };
    held.unwrap_or(Held::Short)
}

/// What a link type that is not read is called.
pub(crate) fn name(kind: u32) -> String {
    let known = match kind {
        6 => "Token Ring",
        10 => "FDDI",
        50 | 51 => "PPP over a serial line or Ethernet",
        105 | 119 | 127 | 163 | 192 => "802.11 (Wi-Fi)",
        143 => "DOCSIS",
        147..=162 => "private to one program",
        187 | 201 | 251 | 256 | 272 => "Bluetooth",
        189 | 220 | 249 => "USB",
        195 | 215 | 230 => "802.15.4",
        239 => "NFLOG",
        252 => "Wireshark's exported PDUs",
        253 => "Netlink",
        _ => return format!("link type {kind}"),
    };
    format!("{known} (link type {kind})")
}

fn word(packet: Cut<'_>, at: usize) -> Option<u16> {
    let octets = packet.octets.get(at..at + 2)?;
    Some(u16::from_be_bytes([octets[0], octets[1]]))
}

fn ethernet(packet: Cut<'_>) -> Option<Held<'_>> {
    let header = Ethernet2HeaderSlice::from_slice(packet.octets).ok()?;
    by_type(header.ether_type().0, packet.after(header.slice().len())?)
}

/// What an EtherType announces, tags taken off.
fn by_type(mut kind: u16, mut rest: Cut<'_>) -> Option<Held<'_>> {
    for _ in 0..TAGS {
        match kind {
            IPV4 | IPV6 => return Some(Held::Ip(rest)),
            PPPOE_SESSION => return ppp(rest.after(6)?),
            tag if VLAN.contains(&tag) => {
                let header = SingleVlanHeaderSlice::from_slice(rest.octets).ok()?;
                kind = header.ether_type().0;
                rest = rest.after(header.slice().len())?;
            }
            _ => break,
        }
    }
    Some(Held::Other)
}

/// Four octets of address family, in the order of the machine that captured
/// (NULL) or of the network (LOOP). The number of IPv6 differs from system to
/// system.
fn loopback(packet: Cut<'_>) -> Option<Held<'_>> {
    let family = packet.octets.first_chunk::<4>()?;
    let little = u32::from_le_bytes(*family);
    let family = little.min(little.swap_bytes());
    Some(match family {
        2 | 10 | 24 | 28 | 30 => Held::Ip(packet.after(4)?),
        _ => Held::Other,
    })
}

/// Generic routing encapsulation (RFC 2784, RFC 2890).
pub(crate) fn generic_routing(packet: Cut<'_>) -> Held<'_> {
    const TRANSPARENT_ETHERNET: u16 = 0x6558;
    let read = || {
        let flags = word(packet, 0)?;
        // A checksum, a key and a sequence number have four octets each.
        let options = (flags >> 12 & 0b1011).count_ones() as usize;
        let rest = packet.after(4 + 4 * options)?;
        match word(packet, 2)? {
            TRANSPARENT_ETHERNET => ethernet(rest),
            kind => by_type(kind, rest),
        }
    };
    read().unwrap_or(Held::Short)
}

/// PPP, with or without the address and control octets of HDLC.
fn ppp(packet: Cut<'_>) -> Option<Held<'_>> {
    let packet = if packet.octets.starts_with(&[0xff, 0x03]) {
        packet.after(2)?
    } else {
        packet
    };
    Some(match word(packet, 0)? {
        0x0021 | 0x0057 => Held::Ip(packet.after(2)?),
        _ => Held::Other,
    })
}
