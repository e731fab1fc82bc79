//! Files, packets and frames built from any number of small parts.

/// Appends parts to `out` as long as they fit in `size` bytes.
pub fn fill(size: usize, mut out: Vec<u8>, mut one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    for number in 0.. {
        let next = one(number);
        if out.len() + next.len() > size {
            break;
        }
        out.extend(next);
    }
    out
}

/// The header of a pcap file of raw IP packets of at most `snap` bytes.
#[must_use]
pub fn pcap_head(snap: u32) -> Vec<u8> {
    let mut out = vec![0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0];
    out.extend([0; 8]);
    out.extend(snap.to_le_bytes());
    out.extend([101, 0, 0, 0]);
    out
}

/// A packet with its header in a pcap file.
#[must_use]
pub fn pcap_record(packet: &[u8]) -> Vec<u8> {
    let length = (packet.len() as u32).to_le_bytes();
    [&[0; 8], &length[..], &length[..], packet].concat()
}

/// A pcap file of packets.
pub fn pcap(size: usize, mut packet: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    fill(size, pcap_head(0xffff), |number| {
        pcap_record(&packet(number))
    })
}

/// A block of a pcapng file.
#[must_use]
pub fn block(kind: u32, body: &[u8]) -> Vec<u8> {
    let padding = body.len().next_multiple_of(4) - body.len();
    let length = ((12 + body.len() + padding) as u32).to_le_bytes();
    let kind = kind.to_le_bytes();
    [&kind[..], &length, body, &[0; 3][..padding], &length].concat()
}

/// A pcapng section header.
#[must_use]
pub fn section() -> Vec<u8> {
    let mut section = 0x1a2b_3c4d_u32.to_le_bytes().to_vec();
    section.extend([1, 0, 0, 0]);
    section.extend([0xff; 8]);
    block(0x0a0d_0d0a, &section)
}

/// A pcapng file of blocks.
pub fn pcapng(size: usize, one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    fill(size, section(), one)
}

/// A pcapng block with lines of a key log.
#[must_use]
pub fn secrets(lines: &[u8]) -> Vec<u8> {
    let mut body = 0x544c_534b_u32.to_le_bytes().to_vec();
    body.extend((lines.len() as u32).to_le_bytes());
    body.extend(lines);
    block(10, &body)
}

/// A pcapng block for an interface with raw IP packets.
#[must_use]
pub fn interface() -> Vec<u8> {
    block(1, &[101, 0, 0, 0, 0, 0, 0, 0])
}

/// A pcapng block with a packet of the first interface.
#[must_use]
pub fn enhanced(packet: &[u8]) -> Vec<u8> {
    let length = (packet.len() as u32).to_le_bytes();
    block(6, &[&[0; 12], &length[..], &length[..], packet].concat())
}

/// An IPv4 packet, or a fragment of one. A length that does not fit in its
/// field is 0, as with segmentation offload.
#[must_use]
pub fn ip(protocol: u8, source: u32, fragment: u16, id: u16, payload: &[u8]) -> Vec<u8> {
    let mut out = vec![0x45, 0];
    let length = u16::try_from(20 + payload.len()).unwrap_or(0);
    out.extend(length.to_be_bytes());
    out.extend(id.to_be_bytes());
    out.extend(fragment.to_be_bytes());
    out.extend([64, protocol, 0, 0]);
    out.extend((0x0a00_0000 | source).to_be_bytes());
    out.extend([192, 168, 0, 1]);
    out.extend(payload);
    out
}

/// A client's TCP segment with its checksum offloaded.
#[must_use]
pub fn tcp(connection: u32, sequence: u32, flags: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend((1024 + (connection % 60_000) as u16).to_be_bytes());
    out.extend(80_u16.to_be_bytes());
    out.extend(sequence.to_be_bytes());
    out.extend([0; 4]);
    out.extend([0x50, flags, 0xff, 0xff, 0, 0, 0, 0]);
    out.extend(payload);
    ip(6, connection / 60_000, 0, 0, &out)
}

/// A server's TCP segment with its checksum offloaded.
#[must_use]
pub fn answer(connection: u32, sequence: u32, flags: u8, payload: &[u8]) -> Vec<u8> {
    let mut out = tcp(connection, sequence, flags, payload);
    let (source, destination) = out[12..20].split_at_mut(4);
    source.swap_with_slice(destination);
    let (from, to) = out[20..24].split_at_mut(2);
    from.swap_with_slice(to);
    out
}

/// Sets the acknowledgment number of a segment.
#[must_use]
pub fn acknowledging(mut segment: Vec<u8>, number: u32) -> Vec<u8> {
    segment[28..32].copy_from_slice(&number.to_be_bytes());
    segment
}

/// Client connection preface (RFC 9113 §3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// An HTTP/2 frame.
#[must_use]
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut out = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    out.extend([kind, flags]);
    out.extend(stream.to_be_bytes());
    out.extend(payload);
    out
}

/// The preface, SETTINGS, `first`, then frames.
pub fn frames(size: usize, first: &[u8], one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    let mut out = PREFACE.to_vec();
    out.extend(frame(4, 0, 0, &[]));
    out.extend(first);
    fill(size, out, one)
}

/// A TLS record.
#[must_use]
pub fn record(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![kind, 3, 3];
    out.extend((bytes.len() as u16).to_be_bytes());
    out.extend(bytes);
    out
}

/// A NetLog of events.
pub fn netlog(size: usize, event: impl Fn(u32) -> String) -> Vec<u8> {
    let out = b"{\"constants\":{\"logEventTypes\":{\"SOCKET_BYTES_SENT\":1,\"SOCKET_BYTES_RECEIVED\":2},\"logSourceType\":{\"SOCKET\":3},\"logEventPhase\":{\"PHASE_NONE\":0}},\n\"events\": [\n".to_vec();
    fill(size, out, |number| event(number).into_bytes())
}
