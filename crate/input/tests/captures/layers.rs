//! Link and network layers: the same segments in every encapsulation.

use testing::hex;

use super::build::{self, Segment, Way, connection, ethernet, ipv4, ipv6, tcp, turns};
use crate::support::read;

fn packets(wrap: impl Fn(&Segment) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    connection(&turns(), 1000).iter().flat_map(wrap).collect()
}

fn plain(segment: &Segment) -> Vec<u8> {
    ipv4(segment.way, 6, &tcp(segment, false), 0, false, 1)
}

/// Builds a packet from a list of layers, outermost first: bytes in hex, which
/// `*9` repeats; `eth:` with a type, `ip4:` and `ip6:` with a protocol, `udp:`
/// with a port; the segment in IPv4 (`4`), in IPv6 (`6`) or alone (`tcp6`); and
/// `~` before a trailer.
fn packet(layers: &str, segment: &Segment) -> Vec<u8> {
    let bytes = |word: &str| {
        let (digits, times) = word.split_once('*').unwrap_or((word, "1"));
        hex(digits).repeat(times.parse().unwrap())
    };
    let (mut inner, mut behind) = (Vec::new(), Vec::new());
    for word in layers.split_whitespace().rev() {
        let (layer, number) = word.split_once(':').unwrap_or((word, "0"));
        let number = u16::from_str_radix(number, 16).unwrap();
        let way = segment.way;
        inner = match layer {
            "4" => plain(segment),
            "6" => ipv6(way, 6, &tcp(segment, true)),
            "tcp6" => tcp(segment, true),
            "eth" => ethernet(number, &inner),
            "ip4" => ipv4(way, number as u8, &inner, 0, false, 1),
            "ip6" => ipv6(way, number as u8, &inner),
            "udp" => {
                let words = [0xc000, number, 8 + inner.len() as u16, 0].map(u16::to_be_bytes);
                [words.concat(), inner].concat()
            }
            _ => match word.strip_prefix('~') {
                Some(word) => {
                    behind = bytes(word);
                    inner
                }
                None => [bytes(word), inner].concat(),
            },
        };
    }
    [inner, behind].concat()
}

/// IPv4 fragments, last one first.
fn fragments(segment: &Segment) -> Vec<Vec<u8>> {
    let tcp = tcp(segment, false);
    let id = segment.sequence as u16 ^ u16::from(segment.flags) << 8;
    let count = tcp.len().div_ceil(64);
    let part = |(at, part): (usize, &[u8])| {
        ethernet(
            0x0800,
            &ipv4(segment.way, 6, part, at * 64, at + 1 < count, id),
        )
    };
    tcp.chunks(64).enumerate().map(part).rev().collect()
}

/// IPv6 fragments of a destination options header and TCP.
fn fragments6(segment: &Segment) -> Vec<Vec<u8>> {
    let whole = [&[6, 0, 1, 4, 0, 0, 0, 0], &tcp(segment, true)[..]].concat();
    let count = whole.len().div_ceil(512);
    let part = |(at, part): (usize, &[u8])| {
        let place = (at * 512) as u16 | u16::from(at + 1 < count);
        let head = [
            &[60, 0],
            &place.to_be_bytes()[..],
            &segment.sequence.to_be_bytes(),
            part,
        ];
        ethernet(0x86dd, &ipv6(segment.way, 44, &head.concat()))
    };
    whole.chunks(512).enumerate().map(part).collect()
}

fn offloaded(segment: &Segment) -> Vec<u8> {
    let mut packet = plain(segment);
    packet[2..4].fill(0);
    packet[10..12].fill(0);
    packet[36..38].fill(0);
    ethernet(0x0800, &packet)
}

/// A checksum left to the network card: the sum of the pseudo-header.
fn half_summed(segment: &Segment) -> Vec<u8> {
    let mut packet = plain(segment);
    let length = (packet.len() - 20) as u32;
    let words = packet[12..20].as_chunks::<2>().0.iter();
    let words = words.map(|word| u32::from(u16::from_be_bytes(*word)));
    let mut sum = words.sum::<u32>() + 6 + length;
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    packet[36..38].copy_from_slice(&(sum as u16).to_be_bytes());
    ethernet(0x0800, &packet)
}

/// Link type, and layers of each packet.
const ENCAPSULATIONS: &str = "
    1: eth:0800 4
    1: eth:0800 4 ~aa*30
    603979777: eth:0800 4 ~09*4
    1: eth:86dd 6
    1: eth:8100 00750800 4
    1: eth:88a8 00098100007586dd 6
    1: eth:8864 1100000100000021 4
    113: 0000000100060102030405060000 0800 4
    113: 0000000100060102030405060000 86dd 6
    113: 0000000100060102030405060000 8100 00010800 4
    276: 0800 00*18 4
    276: 86dd 00*18 6
    0: 02000000 4
    0: 00000002 4
    0: 18000000 6
    0: 0000001c 6
    0: 1e000000 6
    0: 0a000000 6
    108: 00000002 4
    101: 4
    101: 6
    12: 4
    14: 6
    228: 4
    229: 6
    9: ff030021 4
    1: eth:0800 ip4:04 4
    1: eth:0800 ip4:29 6
    1: eth:0800 ip4:2f 00000800 4
    1: eth:0800 ip4:2f 2000080001020304 4
    1: eth:86dd ip6:00 3c00010400000000 0600010400000000 tcp6
    1: eth:8847 00010040 00020140 4
    1: eth:8847 00020140 eth:0800 4
    1: eth:8848 00020140 00000000 eth:0800 4
    1: eth:0064 aaaa03000000 0800 4
    1: eth:8100 00010064 aaaa03000000 0800 4
    1: eth:0064 060603 4
    1: eth:9200 00058100 00050800 4
    1: eth:9300 00050800 4
    1: eth:8864 110000010000 21 4
    1: eth:8864 110000010000 0281 00010140 4
    1: eth:0800 ip4:2f 00006558 eth:0800 4
    1: eth:0800 ip4:2f 000088be eth:0800 4
    1: eth:0800 ip4:2f 100088be 00000001 1001000000000000 eth:0800 4
    1: eth:0800 ip4:2f 100022eb 00000001 200100000000000000000001 00*8 eth:0800 4
    1: eth:0800 ip4:2f 00008847 00010140 4
    1: eth:0800 ip4:33 04040000 0000000100000001 0102030405060708090a0b0c 4
    1: eth:0800 ip4:61 3000 eth:0800 4
    1: eth:0800 ip4:89 00010140 4
    1: eth:0800 ip4:11 udp:12b5 0800000000000100 eth:0800 4
    1: eth:0800 ip4:11 udp:2118 0800000000000100 eth:0800 4
    1: eth:0800 ip4:11 udp:17c1 0000080000000100 4
    1: eth:0800 ip4:11 udp:17c1 0100655800000100 01020300 eth:0800 4
    1: eth:0800 ip4:11 udp:19eb 00010140 4
    1: eth:0800 ip4:11 udp:1292 00000800 4
    1: eth:0800 ip4:11 udp:2118 8800000700000100 eth:0800 4
    1: eth:0800 ip4:11 udp:15b3 4
    1: eth:0800 ip4:11 udp:0868 30ff000000000001 4
    1: eth:0800 ip4:11 udp:0868 32ff000000000001 00070000 4
    1: eth:0800 ip4:11 udp:0868 34ff000000000001 00000085 01100100 4
";

#[test]
fn every_encapsulation_gives_the_same_blocks() {
    let mut cases: Vec<(&str, u32, Vec<Vec<u8>>)> = vec![
        ("left to the card", 1, packets(|s| vec![offloaded(s)])),
        ("half summed", 1, packets(|s| vec![half_summed(s)])),
        ("IPv4 in parts", 1, packets(fragments)),
        ("IPv6 in parts", 1, packets(fragments6)),
        (
            "each part twice",
            1,
            packets(|s| {
                fragments(s)
                    .into_iter()
                    .flat_map(|one| [one.clone(), one])
                    .collect()
            }),
        ),
        (
            "all parts twice",
            1,
            packets(|s| [fragments(s), fragments(s)].concat()),
        ),
    ];
    for case in ENCAPSULATIONS.trim().lines() {
        let (link, layers) = case.split_once(": ").unwrap();
        let packets = packets(|segment| vec![packet(layers, segment)]);
        cases.push((case, link.trim().parse().unwrap(), packets));
    }
    for (name, link, packets) in cases {
        let (record, source) = read(&build::pcap(link, &packets), Vec::new(), 4096);
        source.unwrap();
        assert_eq!(record.hexes(), build::BLOCKS, "{name}");
        assert_eq!(record.report(), "", "{name}");
        assert_eq!(record.connections.len(), 1, "{name}");
    }
}

/// Link type, layers of each packet, and expected report.
const UNREAD: &str = "
    1: eth:0800 4; eth:0800 ip4:32 00*40; eth:0800 ip4:32 00*40 | packet 2: 2 packets of ESP (encrypted), of
    1: eth:0800 ip4:11 udp:ca6c 0400000001020304 | packet 1: 1 packet of WireGuard
    1: eth:0800 ip4:11 udp:06a5 00*40 | packet 1: 1 packet of L2TP
    1: eth:0800 ip4:2f 3001880b0000 | packet 1: 1 packet of PPTP
    1: eth:88e5 00*40 | packet 1: 1 packet of MACsec
    1: eth:8100 8100*50 | packet 1: 1 packet of more than 16 tags
    1: eth:0800 ip4:04 ip4:04 ip4:04 ip4:04 ip4:04 4 | packet 1: 1 packet of IP in too many
    105: 00*100 | packet 1: 1 packet of 802.11 (Wi-Fi) (link type 105), of
    1: | byte 24: the file holds no packets
    1: eth:0806 00*28 | none of the 1 packets is TCP
    1: eth:0800 45000028 | packet 1: too little of this packet
    1: eth:0800 25*40 | packet 1: this packet should be IP
    1: eth:0800 ip4:11 udp:01bb c30000000108 07*1200 | packet 1: 10.0.0.1:49152 → 10.0.0.2:443 is QUIC
    1: eth:22f3 00*40 | Ethernet type 0x22f3,
    1: eth:8864 000000000000003d | PPP protocol 0x003d,
    1: eth:0800 ip4:2f 0000883e | Ethernet type 0x883e,
    1: eth:0800 ip4:5e 00*40 | IP protocol 0x5e,
    1: eth:0800 ip4:67 21*40 | PIM registers,
    1: eth:0800 ip4:11 udp:1194 01*40 | ESP (encrypted),
    1: eth:0028 4242030000 | none of the 1 packets is TCP
    1: eth:8864 000000000000c021 | none of the 1 packets is TCP
    1: eth:0800 ip4:01 00*40 | none of the 1 packets is TCP
    1: eth:0800 ip4:67 20*40 | none of the 1 packets is TCP
    1: eth:0800 ip4:11 udp:1194 00*40 | none of the 1 packets is TCP
    1: eth:0800 ip4:11 udp:0035 00*40 | none of the 1 packets is TCP
";

#[test]
fn reports_unreadable_packets() {
    let segment = &connection(&turns(), 1000)[3];
    let part = ethernet(0x0800, &ipv4(Way::ToServer, 6, &[0; 64], 0, true, 7));
    let mut wrong = build::packet(segment);
    wrong[14 + 8] ^= 1;
    let short = build::packet(segment)[..40].to_vec();
    let mut cases = vec![
        (1, vec![short], "packet 1: too little of this packet"),
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
    for case in UNREAD.trim().lines() {
        let (case, expected) = case.split_once(" | ").unwrap();
        let (link, all) = case.split_once(':').unwrap();
        let all = all.split(';').filter(|layers| !layers.trim().is_empty());
        let packets = all.map(|layers| packet(layers, segment)).collect();
        cases.push((link.trim().parse().unwrap(), packets, expected));
    }
    for (link, packets, expected) in cases {
        let (record, source) = read(&build::pcap(link, &packets), Vec::new(), 4096);
        source.unwrap();
        assert!(
            record.report().contains(expected),
            "{expected}: {}",
            record.report()
        );
    }
}
