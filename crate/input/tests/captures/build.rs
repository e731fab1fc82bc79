//! Builds packets and files.

use etherparse::checksum::Sum16BitWords;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    ToServer,
    ToClient,
}

pub(crate) const FIN: u8 = 1;
pub(crate) const SYN: u8 = 2;
pub(crate) const RST: u8 = 4;
pub(crate) const ACK: u8 = 16;

#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) way: Way,
    pub(crate) sequence: u32,
    pub(crate) acknowledges: u32,
    pub(crate) flags: u8,
    pub(crate) payload: Vec<u8>,
}

impl Segment {
    /// Returns a copy with other bytes, shifted by `by`.
    pub(crate) fn moved(&self, by: i32, payload: Vec<u8>) -> Self {
        let sequence = self.sequence.wrapping_add_signed(by);
        Self {
            sequence,
            payload,
            ..self.clone()
        }
    }

    /// Reverses the direction, at the same point of the connection.
    pub(crate) fn reverse(&mut self) {
        std::mem::swap(&mut self.sequence, &mut self.acknowledges);
        self.way = match self.way {
            Way::ToServer => Way::ToClient,
            Way::ToClient => Way::ToServer,
        };
    }
}

pub(crate) const CLIENT: ([u8; 4], u16) = ([10, 0, 0, 1], 50_000);
pub(crate) const SERVER: ([u8; 4], u16) = ([10, 0, 0, 2], 8080);

fn v6(address: [u8; 4]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..2].copy_from_slice(&[0xfd, 0]);
    bytes[12..].copy_from_slice(&address);
    bytes
}

fn ends(way: Way) -> [([u8; 4], u16); 2] {
    match way {
        Way::ToServer => [CLIENT, SERVER],
        Way::ToClient => [SERVER, CLIENT],
    }
}

/// A TCP header with a valid checksum, and payload.
pub(crate) fn tcp(segment: &Segment, six: bool) -> Vec<u8> {
    let [(source, from), (destination, to)] = ends(segment.way);
    let mut bytes = Vec::new();
    bytes.extend(from.to_be_bytes());
    bytes.extend(to.to_be_bytes());
    bytes.extend(segment.sequence.to_be_bytes());
    bytes.extend(segment.acknowledges.to_be_bytes());
    bytes.extend([0x50, segment.flags, 0xff, 0xff, 0, 0, 0, 0]);
    bytes.extend(&segment.payload);
    let mut sum = Sum16BitWords::new();
    sum = if six {
        sum.add_16bytes(v6(source)).add_16bytes(v6(destination))
    } else {
        sum.add_4bytes(source).add_4bytes(destination)
    };
    sum = sum
        .add_2bytes([0, 6])
        .add_4bytes((bytes.len() as u32).to_be_bytes())
        .add_slice(&bytes);
    let checksum = sum.ones_complement().to_be();
    bytes[16..18].copy_from_slice(&checksum.to_be_bytes());
    bytes
}

/// An IPv4 packet, possibly a fragment.
pub(crate) fn ipv4(
    way: Way,
    protocol: u8,
    payload: &[u8],
    offset: usize,
    more: bool,
    id: u16,
) -> Vec<u8> {
    let [(source, _), (destination, _)] = ends(way);
    let fragment = (offset / 8) as u16 | if more { 0x2000 } else { 0 };
    let mut bytes = vec![0x45, 0];
    bytes.extend((20 + payload.len() as u16).to_be_bytes());
    bytes.extend(id.to_be_bytes());
    bytes.extend(fragment.to_be_bytes());
    bytes.extend([64, protocol, 0, 0]);
    bytes.extend(source);
    bytes.extend(destination);
    let checksum = Sum16BitWords::new()
        .add_slice(&bytes)
        .ones_complement()
        .to_be();
    bytes[10..12].copy_from_slice(&checksum.to_be_bytes());
    bytes.extend(payload);
    bytes
}

pub(crate) fn ipv6(way: Way, protocol: u8, payload: &[u8]) -> Vec<u8> {
    let [(source, _), (destination, _)] = ends(way);
    let mut bytes = vec![0x60, 0, 0, 0];
    bytes.extend((payload.len() as u16).to_be_bytes());
    bytes.extend([protocol, 64]);
    bytes.extend(v6(source));
    bytes.extend(v6(destination));
    bytes.extend(payload);
    bytes
}

pub(crate) fn ethernet(kind: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![2; 12];
    bytes.extend(kind.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// An IPv4 packet with this segment, in Ethernet.
pub(crate) fn packet(segment: &Segment) -> Vec<u8> {
    let tcp = tcp(segment, false);
    ethernet(0x0800, &ipv4(segment.way, 6, &tcp, 0, false, 1))
}

/// A little-endian pcap file with microseconds.
pub(crate) fn pcap(link: u32, packets: &[Vec<u8>]) -> Vec<u8> {
    let cut: Vec<(Vec<u8>, usize)> = packets
        .iter()
        .map(|packet| (packet.clone(), packet.len()))
        .collect();
    pcap_cut(link, &cut)
}

/// A pcap file of packets with their lengths on the wire, in bytes.
pub(crate) fn pcap_cut(link: u32, packets: &[(Vec<u8>, usize)]) -> Vec<u8> {
    let mut file = Vec::new();
    for word in [0xa1b2_c3d4, 0x0004_0002, 0, 0, 262_144, link] {
        file.extend(u32::to_le_bytes(word));
    }
    for (number, (packet, length)) in packets.iter().enumerate() {
        let head = [
            1_700_000_000,
            number as u32,
            packet.len() as u32,
            *length as u32,
        ];
        for word in head {
            file.extend(word.to_le_bytes());
        }
        file.extend(packet);
    }
    file
}

pub(crate) use testing::hostile::build::{PREFACE, frame};

/// A dialogue of client and server: three requests, and a table limit that the
/// client's encoder applies.
pub(crate) fn turns() -> Vec<(Way, Vec<u8>)> {
    use Way::{ToClient, ToServer};
    let headers = |stream, block: &[u8]| frame(1, 5, stream, block);
    let (preface, settings) = (PREFACE.to_vec(), |flags, list: &[u8]| {
        frame(4, flags, 0, list)
    });
    let get = headers(1, b"\x82\x86\x84\x41\x0bexample.com");
    let html = frame(1, 4, 1, b"\x88\x5f\x09text/html");
    let data = frame(0, 1, 1, &[b'x'; 3000]);
    let limited = settings(0, &[0, 1, 0, 0, 2, 0]);
    let resized = headers(3, b"\x3f\xe1\x03\x82\x86\x84\xbe");
    vec![
        (ToServer, [preface, settings(0, &[]), get].concat()),
        (ToClient, [limited, settings(1, &[]), html, data].concat()),
        (ToServer, [settings(1, &[]), resized].concat()),
        (
            ToClient,
            [frame(1, 4, 3, b"\x88\xbe"), frame(0, 1, 3, b"done")].concat(),
        ),
        (ToServer, headers(5, b"\x82\x86\x84\xbe")),
        (ToClient, headers(5, b"\x8d")),
    ]
}

/// The blocks of [`turns`] in hex.
pub(crate) const BLOCKS: [&str; 6] = [
    "828684410b6578616d706c652e636f6d",
    "885f09746578742f68746d6c",
    "3fe103828684be",
    "88be",
    "828684be",
    "8d",
];

/// A whole connection in segments of at most `size` bytes. The sequence numbers
/// of both sides wrap around.
pub(crate) fn connection(turns: &[(Way, Vec<u8>)], size: usize) -> Vec<Segment> {
    let mut next = [u32::MAX - 40, u32::MAX - 1000];
    let side = |way| usize::from(way == Way::ToClient);
    let mut segments = Vec::new();
    let mut add = |way: Way, flags: u8, payload: &[u8]| {
        let acknowledges = if flags & ACK != 0 {
            next[1 - side(way)]
        } else {
            0
        };
        segments.push(Segment {
            way,
            sequence: next[side(way)],
            acknowledges,
            flags,
            payload: payload.to_vec(),
        });
        let counted = payload.len() as u32 + u32::from(flags & (SYN | FIN) != 0);
        next[side(way)] = next[side(way)].wrapping_add(counted);
    };
    add(Way::ToServer, SYN, &[]);
    add(Way::ToClient, SYN | ACK, &[]);
    add(Way::ToServer, ACK, &[]);
    for (way, bytes) in turns {
        for part in bytes.chunks(size) {
            add(*way, ACK, part);
        }
        let back = if *way == Way::ToClient {
            Way::ToServer
        } else {
            Way::ToClient
        };
        add(back, ACK, &[]);
    }
    add(Way::ToServer, FIN | ACK, &[]);
    add(Way::ToClient, FIN | ACK, &[]);
    add(Way::ToServer, ACK, &[]);
    segments
}
