//! Strips link-layer headers from a captured packet.

use std::borrow::Cow;

use etherparse::{Ethernet2HeaderSlice, SingleVlanHeaderSlice};

use super::cut::Cut;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LinkPayload<'a> {
    /// An IP packet, according to the link layer.
    Ip(Cut<'a>),
    /// Something that cannot carry TCP, such as ARP.
    Other,
    /// Too little was captured.
    Short,
    /// Something unsupported that may carry HTTP/2, with its name.
    Unread(Cow<'static, str>),
}

/// LINKTYPE_ values (<https://www.tcpdump.org/linktypes.html>).
mod types {
    pub(super) const NULL: u32 = 0;
    pub(super) const ETHERNET: u32 = 1;
    pub(super) const PPP: u32 = 9;
    /// Raw IP: DLT_RAW as written by some systems (12) and OpenBSD (14).
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
const VLAN: [u16; 5] = [0x8100, 0x88a8, 0x9100, 0x9200, 0x9300];
const PPPOE_SESSION: u16 = 0x8864;
/// Transparent Ethernet bridging.
pub(crate) const BRIDGED: u16 = 0x6558;
pub(crate) const MPLS: u16 = 0x8847;
const MPLS_MULTICAST: u16 = 0x8848;
/// Types that never carry TCP: Wake-on-LAN, ARP, RARP, CDP, VTP, DTP, IPX, flow
/// control, slow protocols, PPPoE discovery, HomePlug, loop detection, EAPOL,
/// LLDP, LLTD, MVRP, MMRP, PTP, CFM, IEEE 1905 and configuration testing.
const WITHOUT_TCP: [u16; 24] = [
    0x0806, 0x0842, 0x2000, 0x2003, 0x2004, 0x8035, 0x8137, 0x8808, 0x8809, 0x8863, 0x887b, 0x8899,
    0x888e, 0x88cc, 0x88d9, 0x88e1, 0x88f5, 0x88f6, 0x88f7, 0x8902, 0x8912, 0x893a, 0x9000, 0x9003,
];
/// Smaller values are lengths, followed by LLC (IEEE 802.2).
const LENGTHS: u16 = 0x0600;
/// Most tags and labels that are stripped.
const TAGS: usize = 16;

/// Strips the headers of `packet`, which has link type `kind`.
pub(crate) fn strip(kind: u32, packet: Cut<'_>) -> LinkPayload<'_> {
    let held = match kind {
        types::ETHERNET => ethernet(packet),
        types::LINUX_SLL => {
            be_u16_at(packet, 14).and_then(|protocol| by_type(protocol, packet.after(16)?))
        }
        types::LINUX_SLL2 => {
            be_u16_at(packet, 0).and_then(|protocol| by_type(protocol, packet.after(20)?))
        }
        types::NULL | types::LOOP => loopback(packet),
        types::RAW | types::RAW_12 | types::RAW_14 | types::IPV4 | types::IPV6 => {
            Some(LinkPayload::Ip(packet))
        }
        types::PPP => ppp(packet),
        _ => Some(LinkPayload::Unread(name(kind).into())),
    };
    held.unwrap_or(LinkPayload::Short)
}

fn name(kind: u32) -> String {
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

fn be_u16_at(packet: Cut<'_>, at: usize) -> Option<u16> {
    let bytes = packet.bytes.get(at..at + 2)?;
    Some(u16::from_be_bytes([bytes[0], bytes[1]]))
}

fn ethernet(packet: Cut<'_>) -> Option<LinkPayload<'_>> {
    by_type(BRIDGED, packet)
}

fn is_known(kind: u16) -> bool {
    matches!(kind, IPV4 | IPV6) || VLAN.contains(&kind)
}

/// Strips headers by EtherType, including tags and labels.
pub(crate) fn by_type(mut kind: u16, mut rest: Cut<'_>) -> Option<LinkPayload<'_>> {
    for _ in 0..TAGS {
        (kind, rest) = match kind {
            IPV4 | IPV6 => return Some(LinkPayload::Ip(rest)),
            PPPOE_SESSION => return ppp(rest.after(6)?),
            tag if VLAN.contains(&tag) => {
                let header = SingleVlanHeaderSlice::from_slice(rest.bytes).ok()?;
                (header.ether_type().0, rest.after(header.slice().len())?)
            }
            BRIDGED => {
                let header = Ethernet2HeaderSlice::from_slice(rest.bytes).ok()?;
                (header.ether_type().0, rest.after(header.slice().len())?)
            }
            // RFC 3032. A control word (RFC 4385) begins with 0; Ethernet
            // without one can begin with any digit.
            MPLS | MPLS_MULTICAST => {
                let label = rest.bytes.first_chunk::<4>()?;
                let is_last = label[2] & 1 == 1;
                rest = rest.after(4)?;
                match rest.bytes.first()? >> 4 {
                    _ if !is_last => (MPLS, rest),
                    4 => (IPV4, rest),
                    6 => (IPV6, rest),
                    0 if !be_u16_at(rest, 12).is_some_and(is_known) => (BRIDGED, rest.after(4)?),
                    _ => (BRIDGED, rest),
                }
            }
            // SNAP, and IP without it.
            0..LENGTHS => match *rest.bytes.first_chunk::<3>()? {
                // Bridged Ethernet (RFC 2684 §5.2), except spanning tree.
                [0xaa, 0xaa, 3] if is_bridged(rest) => {
                    return Some(LinkPayload::Unread("Ethernet in SNAP".into()));
                }
                [0xaa, 0xaa, 3] => (be_u16_at(rest, 6)?, rest.after(8)?),
                [6, 6, 3] => (IPV4, rest.after(3)?),
                _ => return Some(LinkPayload::Other),
            },
            0x88e5 => return Some(LinkPayload::Unread("MACsec".into())),
            0x88e7 => return Some(LinkPayload::Unread("provider backbone bridges".into())),
            0x894f => return Some(LinkPayload::Unread("network service headers".into())),
            kind if WITHOUT_TCP.contains(&kind) => return Some(LinkPayload::Other),
            kind => {
                return Some(LinkPayload::Unread(
                    format!("Ethernet type {kind:#06x}").into(),
                ));
            }
        };
    }
    let name = format!("more than {TAGS} tags and labels");
    Some(LinkPayload::Unread(name.into()))
}

fn is_bridged(rest: Cut<'_>) -> bool {
    rest.bytes.get(3..6) == Some(&[0, 0x80, 0xc2]) && be_u16_at(rest, 6) != Some(0x0e)
}

/// Four bytes of address family, in the byte order of the capturing machine
/// (NULL) or the network (LOOP). The value for IPv6 depends on the system.
fn loopback(packet: Cut<'_>) -> Option<LinkPayload<'_>> {
    let family = packet.bytes.first_chunk::<4>()?;
    let little = u32::from_le_bytes(*family);
    let family = little.min(little.swap_bytes());
    Some(match family {
        2 | 10 | 24 | 28 | 30 => LinkPayload::Ip(packet.after(4)?),
        family => LinkPayload::Unread(format!("address family {family}").into()),
    })
}

/// GRE (RFC 2784, RFC 2890), and ERSPAN in it.
pub(crate) fn generic_routing(packet: Cut<'_>) -> Option<LinkPayload<'_>> {
    let flags = be_u16_at(packet, 0)?;
    if flags & 7 == 1 {
        return Some(LinkPayload::Unread("PPTP".into()));
    }
    // Checksum, key and sequence number have four bytes each.
    let options = (flags >> 12 & 0b1011).count_ones() as usize;
    let rest = packet.after(4 + 4 * options)?;
    match be_u16_at(packet, 2)? {
        0x88be if flags & 0x1000 != 0 => by_type(BRIDGED, rest.after(8)?),
        0x88be => by_type(BRIDGED, rest),
        0x22eb if rest.bytes.get(10)? >> 2 & 0x1f != 0 => {
            Some(LinkPayload::Unread("ERSPAN without Ethernet".into()))
        }
        0x22eb => {
            let more = usize::from(rest.bytes.get(11)? & 1) * 8;
            by_type(BRIDGED, rest.after(12 + more)?)
        }
        kind => by_type(kind, rest),
    }
}

/// PPP, with or without the address and control bytes of HDLC.
fn ppp(packet: Cut<'_>) -> Option<LinkPayload<'_>> {
    let packet = if packet.bytes.starts_with(&[0xff, 0x03]) {
        packet.after(2)?
    } else {
        packet
    };
    // A protocol compressed to one byte is odd (RFC 1661 §6.5).
    let first = *packet.bytes.first()?;
    let (protocol, rest) = match first & 1 {
        1 => (first.into(), packet.after(1)?),
        _ => (be_u16_at(packet, 0)?, packet.after(2)?),
    };
    match protocol {
        0x0021 | 0x0057 => Some(LinkPayload::Ip(rest)),
        0x0281 => by_type(MPLS, rest),
        // Link quality, control and authentication.
        0x4000.. => Some(LinkPayload::Other),
        _ => Some(LinkPayload::Unread(
            format!("PPP protocol {protocol:#06x}").into(),
        )),
    }
}
