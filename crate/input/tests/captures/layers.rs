//! Link and network layers: the same segments in every wrapping.

use crate::{
    build::{self, Segment, Way, connection, ethernet, ipv4, ipv6, tcp, turns},
    record::{Record, read},
};

fn packets(wrap: impl Fn(&Segment) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    connection(&turns(), 1000).iter().flat_map(wrap).collect()
}

fn plain(segment: &Segment) -> Vec<u8> {
    ipv4(segment.way, 6, &tcp(segment, false), 0, false, 1)
}

fn plain6(segment: &Segment) -> Vec<u8> {
    ipv6(segment.way, 6, &tcp(segment, true))
}

fn after(head: &[u8], rest: &[u8]) -> Vec<u8> {
    [head, rest].concat()
}

fn hexes(record: &Record) -> Vec<&str> {
    record
        .connections
        .iter()
        .flat_map(|connection| &connection.blocks)
        .map(|block| block.hex.as_str())
        .collect()
}

/// Parts of eight octets' multiples, the last one first.
fn parts(segment: &Segment) -> Vec<Vec<u8>> {
    let tcp = tcp(segment, false);
    let id = segment.sequence as u16 ^ u16::from(segment.flags) << 8;
    let parts: Vec<&[u8]> = tcp.chunks(64).collect();
    let mut packets: Vec<Vec<u8>> = parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let more = at + 1 < parts.len();
            ethernet(0x0800, &ipv4(segment.way, 6, part, at * 64, more, id))
        })
        .collect();
    packets.reverse();
    packets
}

/// The same for IPv6, with a header of options in front of TCP, which is part
/// of what is split.
fn parts6(segment: &Segment) -> Vec<Vec<u8>> {
    let whole = after(&[6, 0, 1, 4, 0, 0, 0, 0], &tcp(segment, true));
    let parts: Vec<&[u8]> = whole.chunks(512).collect();
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let more = u16::from(at + 1 < parts.len());
            let mut head = vec![60, 0];
            head.extend(((at * 512) as u16 | more).to_be_bytes());
            head.extend(segment.sequence.to_be_bytes());
            ethernet(0x86dd, &ipv6(segment.way, 44, &after(&head, part)))
        })
        .collect()
}

fn offloaded(segment: &Segment) -> Vec<u8> {
    let mut packet = plain(segment);
    packet[2..4].fill(0);
    packet[10..12].fill(0);
    packet[36..38].fill(0);
    ethernet(0x0800, &packet)
}

/// The checksum as a system leaves it for the network card: the sum of the
/// addresses, the protocol and the length.
fn half_summed(segment: &Segment) -> Vec<u8> {
    let mut packet = plain(segment);
    let length = (packet.len() - 20) as u32;
    let words = packet[12..20]
        .as_chunks::<2>()
        .0
        .iter()
        .map(|word| u32::from(u16::from_be_bytes(*word)));
    let mut sum = words.sum::<u32>() + 6 + length;
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    packet[36..38].copy_from_slice(&(sum as u16).to_be_bytes());
    ethernet(0x0800, &packet)
}

fn udp(port: u16, payload: &[u8]) -> Vec<u8> {
    let mut octets = vec![0xc0, 0];
    octets.extend(port.to_be_bytes());
    octets.extend((8 + payload.len() as u16).to_be_bytes());
    octets.extend([0, 0]);
    after(&octets, payload)
}

#[test]
fn every_wrapping_gives_the_same_blocks() {
    let one = |wrap: &dyn Fn(&Segment) -> Vec<u8>| packets(|segment| vec![wrap(segment)]);
    let sll = |kind: [u8; 2]| after(&[0, 0, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0], &kind);
    let cooked2 = |kind: [u8; 2]| after(&kind, &[0; 18]);
    let mut cases: Vec<(&str, u32, Vec<Vec<u8>>)> = vec![
        ("Ethernet", 1, one(&|s| ethernet(0x0800, &plain(s)))),
        (
            "padded",
            1,
            one(&|s| after(&ethernet(0x0800, &plain(s)), &[0xaa; 30])),
        ),
        (
            "frame check sequence",
            0x2400_0001,
            one(&|s| after(&ethernet(0x0800, &plain(s)), &[9; 4])),
        ),
        ("IPv6", 1, one(&|s| ethernet(0x86dd, &plain6(s)))),
        (
            "VLAN",
            1,
            one(&|s| ethernet(0x8100, &after(&[0, 117, 8, 0], &plain(s)))),
        ),
        (
            "VLAN twice",
            1,
            one(&|s| {
                ethernet(
                    0x88a8,
                    &after(&[0, 9, 0x81, 0, 0, 117, 0x86, 0xdd], &plain6(s)),
                )
            }),
        ),
        (
            "PPPoE",
            1,
            one(&|s| ethernet(0x8864, &after(&[0x11, 0, 0, 1, 0, 0, 0, 0x21], &plain(s)))),
        ),
        ("cooked", 113, one(&|s| after(&sll([8, 0]), &plain(s)))),
        (
            "cooked, IPv6",
            113,
            one(&|s| after(&sll([0x86, 0xdd]), &plain6(s))),
        ),
        (
            "cooked, VLAN",
            113,
            one(&|s| after(&after(&sll([0x81, 0]), &[0, 1, 8, 0]), &plain(s))),
        ),
        (
            "cooked 2",
            276,
            one(&|s| after(&cooked2([8, 0]), &plain(s))),
        ),
        (
            "cooked 2, IPv6",
            276,
            one(&|s| after(&cooked2([0x86, 0xdd]), &plain6(s))),
        ),
        (
            "null, little-endian",
            0,
            one(&|s| after(&[2, 0, 0, 0], &plain(s))),
        ),
        (
            "null, big-endian",
            0,
            one(&|s| after(&[0, 0, 0, 2], &plain(s))),
        ),
        (
            "null, IPv6 of NetBSD",
            0,
            one(&|s| after(&[24, 0, 0, 0], &plain6(s))),
        ),
        (
            "null, IPv6 of FreeBSD",
            0,
            one(&|s| after(&[0, 0, 0, 28], &plain6(s))),
        ),
        (
            "null, IPv6 of macOS",
            0,
            one(&|s| after(&[30, 0, 0, 0], &plain6(s))),
        ),
        (
            "null, IPv6 of Linux",
            0,
            one(&|s| after(&[10, 0, 0, 0], &plain6(s))),
        ),
        ("loop", 108, one(&|s| after(&[0, 0, 0, 2], &plain(s)))),
        ("raw", 101, one(&plain)),
        ("raw, IPv6", 101, one(&plain6)),
        ("raw, 12", 12, one(&plain)),
        ("raw, 14", 14, one(&plain6)),
        ("IPv4", 228, one(&plain)),
        ("IPv6 only", 229, one(&plain6)),
        ("PPP", 9, one(&|s| after(&[0xff, 3, 0, 0x21], &plain(s)))),
        (
            "IPv4 in IPv4",
            1,
            one(&|s| ethernet(0x0800, &ipv4(s.way, 4, &plain(s), 0, false, 1))),
        ),
        (
            "IPv6 in IPv4",
            1,
            one(&|s| ethernet(0x0800, &ipv4(s.way, 41, &plain6(s), 0, false, 1))),
        ),
        (
            "GRE",
            1,
            one(&|s| {
                ethernet(
                    0x0800,
                    &ipv4(s.way, 47, &after(&[0, 0, 8, 0], &plain(s)), 0, false, 1),
                )
            }),
        ),
        (
            "GRE with a key",
            1,
            one(&|s| {
                ethernet(
                    0x0800,
                    &ipv4(
                        s.way,
                        47,
                        &after(&[0x20, 0, 8, 0, 1, 2, 3, 4], &plain(s)),
                        0,
                        false,
                        1,
                    ),
                )
            }),
        ),
        (
            "IPv6 with options",
            1,
            one(&|s| {
                let inner = after(
                    &[60, 0, 1, 4, 0, 0, 0, 0, 6, 0, 1, 4, 0, 0, 0, 0],
                    &tcp(s, true),
                );
                ethernet(0x86dd, &ipv6(s.way, 0, &inner))
            }),
        ),
        ("left to the card", 1, one(&offloaded)),
        ("half summed", 1, one(&half_summed)),
        ("IPv4 in parts", 1, packets(parts)),
        ("IPv6 in parts", 1, packets(parts6)),
        (
            "each part twice",
            1,
            packets(|s| {
                parts(s)
                    .into_iter()
                    .flat_map(|one| [one.clone(), one])
                    .collect()
            }),
        ),
        (
            "all parts twice",
            1,
            packets(|s| [parts(s), parts(s)].concat()),
        ),
    ];
    // What is around it (an EtherType, an IP protocol or a port of UDP), a
    // header in hex, and `+` where Ethernet follows.
    for case in [
        "type 8847: 00010040 00020140",
        "type 8847: 00020140 +",
        "type 8848: 00020140 00000000 +",
        "type 0064: aaaa03000000 0800",
        "type 8100: 00010064 aaaa03000000 0800",
        "type 0064: 060603",
        "type 9200: 00058100 00050800",
        "type 9300: 00050800",
        "type 8864: 110000010000 21",
        "type 8864: 110000010000 0281 00010140",
        "ip 2f: 00006558 +",
        "ip 2f: 000088be +",
        "ip 2f: 100088be 00000001 1001000000000000 +",
        "ip 2f: 100022eb 00000001 200100000000000000000001 0000000000000000 +",
        "ip 2f: 00008847 00010140",
        "ip 33: 04040000 0000000100000001 0102030405060708090a0b0c",
        "ip 61: 3000 +",
        "ip 89: 00010140",
        "udp 12b5: 0800000000000100 +",
        "udp 2118: 0800000000000100 +",
        "udp 17c1: 0000080000000100",
        "udp 17c1: 0100655800000100 01020300 +",
        "udp 19eb: 00010140",
        "udp 1292: 00000800",
        "udp 2118: 8800000700000100 +",
        "udp 15b3: ",
        "udp 0868: 30ff000000000001",
        "udp 0868: 32ff000000000001 00070000",
        "udp 0868: 34ff000000000001 00000085 01100100",
    ] {
        let (around, head) = case.split_once(": ").unwrap();
        let (layer, number) = around.split_once(' ').unwrap();
        let number = u16::from_str_radix(number, 16).unwrap();
        let digits: String = head.split([' ', '+']).collect();
        let head: Vec<u8> = (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap())
            .collect();
        let packets = one(&|s| {
            let (ip, is_bridged) = (plain(s), case.ends_with('+'));
            let inner = if is_bridged {
                ethernet(0x0800, &ip)
            } else {
                ip
            };
            let inner = after(&head, &inner);
            let (protocol, inner) = match layer {
                "type" => return ethernet(number, &inner),
                "ip" => (number as u8, inner),
                _ => (17, udp(number, &inner)),
            };
            ethernet(0x0800, &ipv4(s.way, protocol, &inner, 0, false, 1))
        });
        cases.push((case, 1, packets));
    }
    for (name, link, packets) in cases {
        let (record, source) = read(&build::pcap(link, &packets), Vec::new(), 4096);
        source.unwrap();
        assert_eq!(hexes(&record), build::BLOCKS, "{name}");
        assert_eq!(record.said(), "", "{name}");
        assert_eq!(record.connections.len(), 1, "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    let segment = &connection(&turns(), 1000)[3];
    let quic = {
        let payload = after(&[0xc3, 0, 0, 0, 1, 8], &[7; 1200]);
        let length = (8 + payload.len() as u16).to_be_bytes();
        let udp = after(&[0xc0, 0, 1, 187, length[0], length[1], 0, 0], &payload);
        ethernet(0x0800, &ipv4(Way::ToServer, 17, &udp, 0, false, 1))
    };
    let part = ethernet(0x0800, &ipv4(Way::ToServer, 6, &[0; 64], 0, true, 7));
    let mut wrong = build::packet(segment);
    wrong[14 + 8] ^= 1;
    let held = |protocol, payload: &[u8]| {
        ethernet(0x0800, &ipv4(Way::ToServer, protocol, payload, 0, false, 1))
    };
    let mut deep = plain(segment);
    for _ in 0..5 {
        deep = ipv4(Way::ToServer, 4, &deep, 0, false, 1);
    }
    let mut cases: Vec<(u32, Vec<Vec<u8>>, &str)> = vec![
        (
            1,
            vec![
                build::packet(segment),
                held(50, &[0; 40]),
                held(50, &[0; 40]),
            ],
            "packet 2: 2 packets of ESP (encrypted), of",
        ),
        (
            1,
            vec![held(17, &udp(51820, &[4, 0, 0, 0, 1, 2, 3, 4]))],
            "packet 1: 1 packet of WireGuard",
        ),
        (
            1,
            vec![held(17, &udp(1701, &[0; 40]))],
            "packet 1: 1 packet of L2TP",
        ),
        (
            1,
            vec![held(47, &[0x30, 1, 0x88, 0x0b, 0, 0])],
            "packet 1: 1 packet of PPTP",
        ),
        (
            1,
            vec![ethernet(0x88e5, &[0; 40])],
            "packet 1: 1 packet of MACsec",
        ),
        (
            1,
            vec![ethernet(0x8100, &[0x81, 0].repeat(50))],
            "packet 1: 1 packet of more than 16 tags",
        ),
        (
            1,
            vec![ethernet(0x0800, &deep)],
            "packet 1: 1 packet of IP in too many",
        ),
        (
            105,
            vec![vec![0; 100]],
            "packet 1: 1 packet of 802.11 (Wi-Fi) (link type 105), of",
        ),
        (1, vec![], "byte 24: the file holds no packets"),
        (
            1,
            vec![ethernet(0x0806, &[0; 28])],
            "none of the 1 packets is TCP",
        ),
        (
            1,
            vec![ethernet(0x0800, &[0x45, 0, 0, 40])],
            "packet 1: too little of this packet",
        ),
        (
            1,
            vec![ethernet(0x0800, &[0x25; 40])],
            "packet 1: this packet should be IP",
        ),
        (
            1,
            vec![build::packet(segment)[..40].to_vec()],
            "packet 1: too little of this packet",
        ),
        (
            1,
            vec![quic],
            "packet 1: 10.0.0.1:49152 → 10.0.0.2:443 is QUIC",
        ),
        (
            1,
            vec![part],
            "packet 1: this is a fragment of an IP datagram from 10.0.0.1",
        ),
        (
            1,
            vec![wrong],
            "packet 1: its IPv4 header checksum is wrong",
        ),
    ];
    let none = "none of the 1 packets is TCP";
    for (packet, expected) in [
        (ethernet(0x22f3, &[0; 40]), "Ethernet type 0x22f3,"),
        (
            ethernet(0x8864, &[0, 0, 0, 0, 0, 0, 0, 0x3d]),
            "PPP protocol 0x003d,",
        ),
        (held(47, &[0, 0, 0x88, 0x3e]), "Ethernet type 0x883e,"),
        (held(94, &[0; 40]), "IP protocol 0x5e,"),
        (held(103, &[0x21; 40]), "PIM registers,"),
        (held(17, &udp(4500, &[1; 40])), "ESP (encrypted),"),
        (ethernet(40, &[0x42, 0x42, 3, 0, 0]), none),
        (ethernet(0x8864, &[0, 0, 0, 0, 0, 0, 0xc0, 0x21]), none),
        (held(1, &[0; 40]), none),
        (held(103, &[0x20; 40]), none),
        (held(17, &udp(4500, &[0; 40])), none),
        (held(17, &udp(53, &[0; 40])), none),
    ] {
        cases.push((1, vec![packet], expected));
    }
    for (link, packets, expected) in cases {
        let (record, source) = read(&build::pcap(link, &packets), Vec::new(), 4096);
        source.unwrap();
        assert!(
            record.said().contains(expected),
            "{expected}: {}",
            record.said()
        );
    }
}
