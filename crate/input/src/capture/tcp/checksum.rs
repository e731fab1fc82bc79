//! TCP checksums (RFC 9293 §3.1).

use std::net::IpAddr;

use etherparse::{TcpHeaderSlice, checksum::Sum16BitWords};

use crate::capture::ip::{Datagram, protocol};

/// Whether a checksum is right or was left to the network card, which leaves
/// zero or the sum of the pseudo-header with or without its length.
pub(super) fn is_sound(
    header: &TcpHeaderSlice<'_>,
    datagram: &Datagram<'_>,
    payload: &[u8],
) -> bool {
    let found = header.checksum();
    if found == 0 {
        return true;
    }
    let mut addresses = match (datagram.source, datagram.destination) {
        (IpAddr::V4(source), IpAddr::V4(destination)) => Sum16BitWords::new()
            .add_4bytes(source.octets())
            .add_4bytes(destination.octets()),
        (IpAddr::V6(source), IpAddr::V6(destination)) => Sum16BitWords::new()
            .add_16bytes(source.octets())
            .add_16bytes(destination.octets()),
        _ => return true,
    }
    .add_2bytes([0, protocol::TCP]);
    let length = (header.slice().len() + payload.len()) as u32;
    let with_length = addresses.add_4bytes(length.to_be_bytes());
    // The header is a multiple of four bytes: the payload starts at a word.
    let sum = with_length
        .clone()
        .add_slice(header.slice())
        .add_slice(payload);
    sum.ones_complement() == 0
        || [addresses, with_length]
            .iter()
            .any(|partial| !partial.ones_complement().to_be() == found)
}
