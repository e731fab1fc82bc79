//! Parses IP headers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use etherparse::{
    Ipv4HeaderSlice, Ipv6FragmentHeaderSlice, Ipv6HeaderSlice, checksum::Sum16BitWords,
};

use super::cut::Cut;

/// IANA protocol numbers.
pub(crate) mod protocol {
    use std::borrow::Cow;

    pub(crate) const IPV4: u8 = 4;
    pub(crate) const TCP: u8 = 6;
    pub(crate) const UDP: u8 = 17;
    pub(crate) const IPV6: u8 = 41;
    pub(crate) const GRE: u8 = 47;
    pub(crate) const ETHERIP: u8 = 97;
    pub(crate) const MPLS: u8 = 137;

    pub(crate) const PIM: u8 = 103;

    /// Names a protocol that is not read and can carry TCP. Returns `None` for
    /// protocols that cannot: ICMP, IGMP, DCCP, RSVP, ICMPv6, no next header,
    /// EIGRP, OSPF, PIM, VRRP, PGM, SCTP and UDP-Lite.
    pub(crate) fn name(protocol: u8) -> Option<Cow<'static, str>> {
        Some(match protocol {
            1 | 2 | 33 | 46 | 58 | 59 | 88 | 89 | PIM | 112 | 113 | 132 | 136 => return None,
            50 => "ESP (encrypted)".into(),
            108 => "IPComp (compressed)".into(),
            115 => "L2TP".into(),
            other => format!("IP protocol {other:#04x}").into(),
        })
    }
}

/// RFC 4302.
const AUTHENTICATION: u8 = 51;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Datagram<'a> {
    pub(crate) source: IpAddr,
    pub(crate) destination: IpAddr,
    pub(crate) protocol: u8,
    pub(crate) payload: Cut<'a>,
    /// Set if this is a fragment.
    pub(crate) fragment: Option<Fragment>,
    /// Whether the header checksum is wrong and not zero.
    pub(crate) bad_checksum: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fragment {
    pub(crate) identification: u32,
    pub(crate) offset: usize,
    pub(crate) more: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    Short,
    NotIp,
}

pub(crate) fn read(packet: Cut<'_>) -> Result<Datagram<'_>, Unreadable> {
    match packet.bytes.first().map(|byte| byte >> 4) {
        Some(4) => version4(packet),
        Some(6) => version6(packet),
        Some(_) => Err(Unreadable::NotIp),
        None => Err(Unreadable::Short),
    }
}

fn version4(packet: Cut<'_>) -> Result<Datagram<'_>, Unreadable> {
    use etherparse::err::ipv4::HeaderSliceError;
    let header = Ipv4HeaderSlice::from_slice(packet.bytes).map_err(|error| match error {
        HeaderSliceError::Len(_) => Unreadable::Short,
        HeaderSliceError::Content(_) => Unreadable::NotIp,
    })?;
    let length = header.slice().len();
    let rest = packet.after(length).ok_or(Unreadable::Short)?;
    let total = usize::from(header.total_len());
    // 0 with segmentation offload: the card would have filled it in.
    let payload = match total.checked_sub(length) {
        Some(size) => rest.sized(size),
        None if total == 0 => rest,
        None => return Err(Unreadable::NotIp),
    };
    let offset = usize::from(header.fragments_offset().byte_offset());
    let more = header.more_fragments();
    let is_part = more || offset > 0;
    let (protocol, payload) = match header.protocol().0 {
        AUTHENTICATION if !is_part => {
            let (protocol, payload, _) = extensions(AUTHENTICATION, payload)?;
            (protocol, payload)
        }
        protocol => (protocol, payload),
    };
    Ok(Datagram {
        source: IpAddr::V4(Ipv4Addr::from(header.source())),
        destination: IpAddr::V4(Ipv4Addr::from(header.destination())),
        protocol,
        payload,
        fragment: is_part.then(|| Fragment {
            identification: u32::from(header.identification()),
            offset,
            more,
        }),
        bad_checksum: header.header_checksum() != 0
            && Sum16BitWords::new()
                .add_slice(header.slice())
                .ones_complement()
                != 0,
    })
}

fn version6(packet: Cut<'_>) -> Result<Datagram<'_>, Unreadable> {
    use etherparse::err::ipv6::HeaderSliceError;
    let header = Ipv6HeaderSlice::from_slice(packet.bytes).map_err(|error| match error {
        HeaderSliceError::Len(_) => Unreadable::Short,
        HeaderSliceError::Content(_) => Unreadable::NotIp,
    })?;
    let rest = packet
        .after(header.slice().len())
        .ok_or(Unreadable::Short)?;
    // 0 for a jumbogram, or with segmentation offload.
    let body = match usize::from(header.payload_length()) {
        0 => rest,
        size => rest.sized(size),
    };
    let (protocol, payload, fragment) = extensions(header.next_header().0, body)?;
    Ok(Datagram {
        source: IpAddr::V6(Ipv6Addr::from(header.source())),
        destination: IpAddr::V6(Ipv6Addr::from(header.destination())),
        protocol,
        payload,
        fragment,
        bad_checksum: false,
    })
}

/// Skips IPv6 extension headers (RFC 8200 §4) up to a fragment header. Those
/// after it belong to the whole datagram.
pub(crate) fn extensions(
    mut protocol: u8,
    mut rest: Cut<'_>,
) -> Result<(u8, Cut<'_>, Option<Fragment>), Unreadable> {
    const HOP_BY_HOP: u8 = 0;
    const ROUTING: u8 = 43;
    const FRAGMENT: u8 = 44;
    const DESTINATION: u8 = 60;
    const MOBILITY: u8 = 135;
    const HOST_IDENTITY: u8 = 139;
    const SHIM6: u8 = 140;
    loop {
        let [next, size, ..] = *rest.bytes else {
            return Ok((protocol, rest, None));
        };
        let length = match protocol {
            HOP_BY_HOP | ROUTING | DESTINATION | MOBILITY | HOST_IDENTITY | SHIM6 => {
                (usize::from(size) + 1) * 8
            }
            AUTHENTICATION => (usize::from(size) + 2) * 4,
            FRAGMENT => {
                let header = Ipv6FragmentHeaderSlice::from_slice(rest.bytes)
                    .map_err(|_| Unreadable::Short)?;
                if header.is_fragmenting_payload() {
                    let fragment = Fragment {
                        identification: header.identification(),
                        offset: usize::from(header.fragment_offset().byte_offset()),
                        more: header.more_fragments(),
                    };
                    let payload = rest.after(8).ok_or(Unreadable::Short)?;
                    return Ok((next, payload, Some(fragment)));
                }
                8
            }
            _ => return Ok((protocol, rest, None)),
        };
        rest = rest.after(length).ok_or(Unreadable::Short)?;
        protocol = next;
    }
}
