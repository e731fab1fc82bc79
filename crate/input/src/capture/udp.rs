//! UDP: recognises QUIC and unwraps tunnels.

use std::{collections::HashMap, net::SocketAddr};

use etherparse::UdpHeaderSlice;
use http2::Arrival;

use super::{
    About, Protocol,
    cut::Cut,
    ip::{self, Datagram, Unreadable},
    link::{self, LinkPayload},
    notes::Kind,
    stream::Output,
};

/// Ports of tunnels: VXLAN (RFC 7348), Geneve (RFC 8926), MPLS (RFC 7510),
/// GTP-U (3GPP TS 29.281), GRE (RFC 8086).
const VXLAN: u16 = 4789;
const GENEVE: u16 = 6081;
const MPLS: u16 = 6635;
const GTP: u16 = 2152;
const GRE: u16 = 4754;
const WIREGUARD: u16 = 51820;
const IPSEC: u16 = 4500;
/// Unsupported tunnels.
const UNREAD: [(u16, &str); 9] = [
    (1194, "OpenVPN"),
    (1701, "L2TP"),
    (3386, "GTP version 0"),
    (3544, "Teredo"),
    (4341, "LISP"),
    (4790, "VXLAN-GPE"),
    (5247, "CAPWAP"),
    (6080, "GUE"),
    (37008, "TZSP"),
];

#[derive(Debug, Default)]
pub(super) struct Table {
    known: HashMap<[SocketAddr; 2], ()>,
}

impl Table {
    /// Reads a datagram. Returns the packet inside if it is a tunnel.
    pub(super) fn datagram<'a>(
        &mut self,
        datagram: &Datagram<'a>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) -> Result<LinkPayload<'a>, Unreadable> {
        let header =
            UdpHeaderSlice::from_slice(datagram.payload.bytes).map_err(|_| Unreadable::Short)?;
        let payload = datagram
            .payload
            .after(header.slice().len())
            .ok_or(Unreadable::Short)?;
        let to_port = header.destination_port();
        let held = tunnel(to_port, payload).or_else(|| tunnel(header.source_port(), payload));
        if let Some(held) = held {
            return Ok(held);
        }
        if !is_quic(payload.bytes) {
            let server = to_port.min(header.source_port());
            let known = UNREAD.iter().find(|(port, _)| *port == server);
            return Ok(known.map_or(LinkPayload::Other, |(_, name)| {
                LinkPayload::Unread((*name).into())
            }));
        }
        let from = SocketAddr::new(datagram.source, header.source_port());
        let to = SocketAddr::new(datagram.destination, to_port);
        let ends = if from < to { [from, to] } else { [to, from] };
        if self.known.insert(ends, ()).is_none() {
            // The server has the lower port; if equal, the client sends first.
            let (client, server) = if from.port() < to.port() {
                (to, from)
            } else {
                (from, to)
            };
            let about = About {
                client: Some(client),
                server: Some(server),
                protocol: Protocol::Quic,
                first: arrival,
                ..About::default()
            };
            out.shared.account.add(size_of_val(&ends));
            let number = out.next_number();
            out.sink.connection(number, &about);
            let name = about.name();
            let message = format_args!(
                "{name} is QUIC: HTTP/3 compresses headers with QPACK (RFC 9204), not HPACK. To see HTTP/2 instead, capture with QUIC switched off (Chromium: --disable-quic; Firefox: network.http.http3.enable)"
            );
            out.note(Kind::Quic, arrival, message);
        }
        Ok(LinkPayload::Other)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// Returns the packet in a tunnel, or `None` if it is not a tunnel. VXLAN and
/// plain IP are recognised on any port by their content.
fn tunnel(port: u16, payload: Cut<'_>) -> Option<LinkPayload<'_>> {
    let head = payload.bytes.first_chunk::<8>()?;
    let [first, kind, a, b, ..] = *head;
    match port {
        VXLAN => link::by_type(link::BRIDGED, payload.after(8)?),
        GENEVE if first >> 6 == 0 => {
            let length = 8 + 4 * usize::from(first & 0x3f);
            link::by_type(u16::from_be_bytes([a, b]), payload.after(length)?)
        }
        MPLS => link::by_type(link::MPLS, payload),
        GRE => link::generic_routing(payload),
        // RFC 3948 §2: the non-ESP marker of four zeros precedes IKE.
        IPSEC if head[..4] != [0; 4] => Some(LinkPayload::Unread("ESP (encrypted)".into())),
        GTP if (first >> 4, kind) == (3, 255) => {
            let mut length = if first & 7 == 0 { 8 } else { 12 };
            let mut next = if first & 4 == 0 {
                0
            } else {
                payload.bytes.get(11).copied()?
            };
            while next != 0 {
                let size = usize::from(payload.bytes.get(length).copied()?) * 4;
                length += size.max(4);
                next = *payload.bytes.get(length - 1)?;
            }
            Some(LinkPayload::Ip(payload.after(length)?))
        }
        WIREGUARD if matches!(head, [1..=4, 0, 0, 0, ..]) => {
            Some(LinkPayload::Unread("WireGuard".into()))
        }
        _ if first == 0x45 && usize::from(u16::from_be_bytes([a, b])) == payload.length => {
            let is_ip = ip::read(payload).is_ok_and(|datagram| !datagram.bad_checksum);
            is_ip.then_some(LinkPayload::Ip(payload))
        }
        _ if matches!(head, [8, 0, 0, 0, .., 0] | [0x88, .., 0]) => {
            let held = link::by_type(link::BRIDGED, payload.after(8)?)?;
            let is_ip = matches!(held, LinkPayload::Ip(cut) if ip::read(cut).is_ok());
            is_ip.then_some(held)
        }
        _ => None,
    }
}

/// Whether bytes begin a QUIC long header (RFC 9000 §17.2) of a known version.
fn is_quic(bytes: &[u8]) -> bool {
    let [first, a, b, c, d, id, ..] = *bytes else {
        return false;
    };
    let known = match u32::from_be_bytes([a, b, c, d]) {
        // RFC 9000 and RFC 9369.
        1 | 0x6b33_43cf => true,
        // Drafts, and Google QUIC.
        version => version >> 8 == 0x00ff_0000 || matches!([a, b], [b'Q' | b'T', b'0']),
    };
    first & 0xc0 == 0xc0 && known && id <= 20 && bytes.len() > usize::from(id) + 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_quic() {
        let id = [7; 20];
        let cases: [(&[u8], bool); 7] = [
            (&[0xc3, 0, 0, 0, 1, 8], true),
            (&[0xd0, 0x6b, 0x33, 0x43, 0xcf, 0], true),
            (&[0xc0, 0xff, 0, 0, 29, 4], true),
            (&[0xc3, 0, 0, 0, 1, 21], false),
            (&[0x43, 0, 0, 0, 1, 8], false),
            (&[0xc3, 0, 0, 0, 9, 8], false),
            (&[0x80, 0, 0, 0, 1, 8], false),
        ];
        for (head, expected) in cases {
            assert_eq!(is_quic(&[head, &id].concat()), expected, "{head:02x?}");
            assert!(!is_quic(&head[..5]));
        }
    }
}
