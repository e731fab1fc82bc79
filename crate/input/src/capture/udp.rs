//! UDP: QUIC is recognised, and tunnels are followed.

use std::{collections::HashMap, net::SocketAddr};

use etherparse::UdpHeaderSlice;
use http2::Arrival;

use super::{
    About, Protocol,
    cut::Cut,
    ip::{Datagram, Unreadable},
    notes::Kind,
    stream::Output,
};

/// The port of VXLAN (RFC 7348).
const VXLAN: u16 = 4789;
/// Octets of its header.
const VXLAN_HEADER: usize = 8;

/// Connections of QUIC.
#[derive(Debug, Default)]
pub(super) struct Table {
    known: HashMap<[SocketAddr; 2], ()>,
}

impl Table {
    /// The next datagram: an Ethernet packet, where it is a tunnel.
    pub(super) fn datagram<'a>(
        &mut self,
        datagram: &Datagram<'a>,
        arrival: Arrival,
        out: &mut Output<'_>,
    ) -> Result<Option<Cut<'a>>, Unreadable> {
        let header =
            UdpHeaderSlice::from_slice(datagram.payload.octets).map_err(|_| Unreadable::Short)?;
        let payload = datagram
            .payload
            .after(header.slice().len())
            .ok_or(Unreadable::Short)?;
        let to_port = header.destination_port();
        if to_port == VXLAN {
            return Ok(payload.after(VXLAN_HEADER));
        }
        if !is_quic(payload.octets) {
            return Ok(None);
        }
        let from = SocketAddr::new(datagram.source, header.source_port());
        let to = SocketAddr::new(datagram.destination, to_port);
        let ends = if from < to { [from, to] } else { [to, from] };
        if self.known.insert(ends, ()).is_none() {
            // Servers have the lower port; between equals the first to speak
            // is the client.
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
            out.account.add(size_of_val(&ends));
            let number = out.next_number();
            out.sink.connection(number, &about);
            out.note(
                Kind::Quic,
                arrival,
                format_args!(
                    "{} is QUIC: HTTP/3 compresses headers with QPACK (RFC 9204), not HPACK. To see HTTP/2 instead, capture with QUIC switched off (Chromium: --disable-quic; Firefox: network.http.http3.enable)",
                    about.name()
                ),
            );
        }
        Ok(None)
    }

    /// Whether any QUIC was seen.
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// Whether octets are a packet of QUIC with a long header (RFC 9000 §17.2) of
/// a version that is known.
fn is_quic(octets: &[u8]) -> bool {
    let [first, a, b, c, d, id, ..] = *octets else {
        return false;
    };
    let known = match u32::from_be_bytes([a, b, c, d]) {
        // RFC 9000 and RFC 9369.
        1 | 0x6b33_43cf => true,
        // Drafts, and Google's own before them.
        version => version >> 8 == 0x00ff_0000 || matches!([a, b], [b'Q' | b'T', b'0']),
    };
    first & 0xc0 == 0xc0 && known && id <= 20 && octets.len() > usize::from(id) + 7
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quic() {
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
