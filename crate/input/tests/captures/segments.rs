//! TCP reassembly: reordered, repeated, partial and missing segments.

use http2::Sender;
use input::capture::{Protocol, Start};
use proptest::prelude::*;

use super::build::{self, ACK, BLOCKS, RST, SYN, Segment, Way, connection, packet, turns};
use crate::support::{Connection, Seen, read};

fn read_segments(segments: &[Segment]) -> Seen {
    let packets: Vec<Vec<u8>> = segments.iter().map(packet).collect();
    read_packets(&packets)
}

fn read_packets(packets: &[Vec<u8>]) -> Seen {
    let (record, source) = read(&build::pcap(1, packets), Vec::new(), 1 << 16);
    source.unwrap();
    record
}

/// Index of the first segment of `turn`, with segments of this size.
fn first_of(turn: usize, size: usize) -> usize {
    let before: usize = turns()[..turn]
        .iter()
        .map(|(_, bytes)| bytes.len().div_ceil(size) + 1)
        .sum();
    3 + before
}

const SIZE: usize = 100;

fn segments() -> Vec<Segment> {
    connection(&turns(), SIZE)
}

/// Reads a dialogue of client and server, in Latin-1.
fn read_dialogue(texts: &[&str], size: usize) -> Seen {
    let ways = [Way::ToServer, Way::ToClient].into_iter().cycle();
    let texts = texts
        .iter()
        .map(|text| text.chars().map(|one| one as u8).collect());
    read_segments(&connection(&ways.zip(texts).collect::<Vec<_>>(), size))
}

/// Segments in order give everything, regardless of their size.
#[test]
fn reads_segments_in_order() {
    for size in [1, 7, 100, 1460] {
        let record = read_segments(&connection(&turns(), size));
        let [found] = &record.connections[..] else {
            panic!("{size}");
        };
        assert_eq!(found.hexes(), BLOCKS, "{size}");
        assert_eq!(found.about.name(), "10.0.0.1:50000 → 10.0.0.2:8080");
        assert_eq!(found.about.start, Start::PriorKnowledge);
        assert_eq!(found.blocks[2].limits, [512]);
        assert_eq!(record.report(), "");
    }
}

/// Changes that lose nothing, and the expected report.
#[test]
fn tolerates_disorder() {
    type Change = fn(&mut Vec<Segment>, usize);
    // `at` is the first segment of the server's first response.
    let cases: [(&str, Change, &str); 12] = [
        ("the first two swapped", |s, _| s.swap(0, 1), ""),
        (
            "an acknowledgement before what it acknowledges",
            |s, at| s[at..=at + 20].rotate_left(1),
            "",
        ),
        (
            "sent again",
            |s, _| {
                *s = s
                    .iter()
                    .flat_map(|one| [one.clone(), one.clone()])
                    .collect()
            },
            "",
        ),
        (
            "the answer before the question",
            |s, at| s[3..first_of(2, SIZE)].rotate_left(at - 3),
            "",
        ),
        (
            "keep-alives",
            |s, _| {
                let at = first_of(3, SIZE);
                let probes = [vec![], vec![0]].map(|payload| s[at].moved(-1, payload));
                s.splice(at..at, probes);
            },
            "",
        ),
        (
            "a larger segment that overlaps",
            |s, at| {
                let both = [&s[at].payload[..], &s[at + 1].payload].concat();
                s.insert(at + 1, s[at].moved(0, both));
            },
            "",
        ),
        (
            "a part in the middle first",
            |s, at| s.insert(at, s[at].moved(10, s[at].payload[10..20].to_vec())),
            "",
        ),
        (
            "sent again with other bytes",
            |s, at| {
                let other = s[at + 1].moved(0, vec![b'y'; s[at + 1].payload.len()]);
                s[at..=at + 1].rotate_left(1);
                s.insert(at + 1, other);
            },
            "different content: the first ones are used",
        ),
        (
            "a reset at the end",
            |s, _| {
                s.truncate(s.len() - 3);
                let last = s[s.len() - 1].clone();
                s.push(Segment { flags: RST, ..last });
            },
            "",
        ),
        ("no end", |s, _| s.truncate(s.len() - 3), ""),
        (
            "one side's beginning sent again",
            |s, _| s.insert(3, s[0].clone()),
            "",
        ),
        ("no SYN of the client", |s, _| drop(s.remove(0)), ""),
    ];
    for (name, change, expected) in cases {
        let mut changed = segments();
        change(&mut changed, first_of(1, SIZE));
        let record = read_segments(&changed);
        let said = record.report();
        let [found] = &record.connections[..] else {
            panic!("{name}: {said}");
        };
        assert_eq!(found.hexes(), BLOCKS, "{name}: {said}");
        assert_eq!(found.losses, [""; 0], "{name}");
        assert_eq!(found.blocks[2].limits, [512], "{name}");
        assert_eq!(said.is_empty(), expected.is_empty(), "{name}: {said}");
        assert!(said.contains(expected), "{name}: {said}");
    }
}

/// Forged segments, or segments captured elsewhere, lose nothing, and unread
/// bytes are reported.
#[test]
fn ignores_forged_segments() {
    const FAR: i64 = 795_680_147;
    const FIN: u8 = build::FIN | ACK;
    // With payload, and from the other side.
    const DATA: u8 = 8;
    const THEIRS: u8 = 64;
    // Flags of forged segments, and their distance from the next byte. Without
    // flags, they carry 13 bytes.
    let cases: [(&str, &[(u8, i64)]); 26] = [
        ("RST, exact", &[(RST, 0), (RST | ACK, 0)]),
        ("RST in the window", &[(RST, 9)]),
        ("RST beyond it", &[(RST, 1 << 20)]),
        ("RST before it", &[(RST, -50)]),
        ("RST far from it", &[(RST, 1 << 31)]),
        ("FIN in the window", &[(FIN, 50), (FIN, 60)]),
        ("FIN before it", &[(FIN, -50)]),
        ("FIN beyond it", &[(FIN, 1 << 24)]),
        ("SYN", &[(SYN, FAR)]),
        ("SYN in the window", &[(SYN, 77)]),
        ("SYN and ACK", &[(SYN | ACK, FAR)]),
        ("SYN twice", &[(SYN, FAR), (SYN, FAR)]),
        ("the SYN after data", &[]),
        ("the SYN and ACK after data", &[]),
        ("both after data", &[]),
        ("a megabyte ahead", &[(0, 1 << 20)]),
        ("a round ahead", &[(0, FAR)]),
        ("far behind", &[(0, -FAR)]),
        ("SYN and the next bytes", &[(SYN | DATA, -1)]),
        ("SYN, ACK and the next bytes", &[(SYN | ACK | DATA, -1)]),
        (
            "SYN and bytes ahead",
            &[(SYN | DATA, 29), (SYN | DATA | THEIRS, 29)],
        ),
        ("RST, next SYN", &[(RST, 0), (SYN, -1)]),
        ("RST, SYN ahead", &[(RST, 0), (SYN, 29)]),
        (
            "their RST, SYN and RST",
            &[(RST | THEIRS, 0), (SYN | RST, -1)],
        ),
        ("FINs, next SYN", &[(FIN, 0), (FIN | THEIRS, 0), (SYN, -1)]),
        (
            "a pair, next SYN",
            &[(SYN, FAR), (SYN | ACK | THEIRS, FAR), (SYN, -1)],
        ),
    ];
    for (name, forged) in cases {
        for (size, turn, more) in [(20, 1, 1), (20, 2, 0), (100, 1, 3), (100, 3, 0), (20, 5, 0)] {
            let name = format!("{name}, {size}, {turn}");
            let mut changed = connection(&turns(), size);
            let at = first_of(turn, size) + more;
            let genuine = changed[at].clone();
            let forge = |&(flags, shift): &(u8, i64)| {
                let mut copy = genuine.clone();
                if flags & THEIRS != 0 {
                    copy.reverse();
                }
                copy.sequence = copy.sequence.wrapping_add(shift as u32);
                if shift == FAR && flags & THEIRS != 0 {
                    copy.acknowledges = copy.acknowledges.wrapping_add(FAR as u32 + 1);
                }
                let has_bytes = flags == 0 || flags & DATA != 0;
                copy.flags = if flags == 0 { ACK } else { flags & !THEIRS };
                copy.payload = vec![0x55; if has_bytes { 13 } else { 0 }];
                copy
            };
            let forged: Vec<Segment> = forged.iter().map(forge).collect();
            let is_data = forged.first().is_some_and(|one| one.flags == ACK);
            changed.splice(at..at, forged);
            let late = name.split(" after data").next().unwrap_or_default();
            match late {
                "the SYN" => changed[..=at].rotate_left(1),
                "the SYN and ACK" => changed[1..=at].rotate_left(1),
                "both" => changed[..=at].rotate_left(2),
                _ => {}
            }
            let record = read_segments(&changed);
            let said = record.report();
            let found = &record.connections[0];
            assert_eq!(found.hexes(), BLOCKS, "{name}: {said}");
            let mut others = record.connections[1..].iter();
            assert!(others.all(|one| one.blocks.is_empty()), "{name}");
            assert_eq!(found.about.start, Start::PriorKnowledge, "{name}");
            let unread = usize::from(is_data);
            assert_eq!(record.problems.len(), unread, "{name}: {said}");
            assert_eq!(said.matches("these 13 bytes").count(), unread, "{said}");
        }
    }
}

/// Another connection seems to begin between the same ports, possibly after the
/// first seems to have ended. Both are read.
#[test]
fn reads_interleaved_connections() {
    const FIN: u8 = build::FIN | ACK;
    // By the client; flags; whether the number is 77,777 before the sender's
    // next byte, as in another connection.
    type Forged = (bool, u8, bool);
    let open: [Forged; 2] = [(true, SYN, true), (false, SYN | ACK, true)];
    let data = (true, ACK, true);
    let cases: [(&str, &[Forged], usize); 7] = [
        ("SYN and its answer", &open, 0),
        ("and data", &[open[0], open[1], data], 1),
        ("SYN and data", &[open[0], data], 1),
        ("twice", &[open[0], open[1], data, open[0], open[1]], 1),
        ("RST, SYN", &[(false, RST, false), open[0]], 0),
        (
            "RST, SYN, answer, data",
            &[(true, RST, false), open[0], open[1], data],
            1,
        ),
        (
            "FINs, SYN",
            &[(true, FIN, false), (false, FIN, false), open[0]],
            0,
        ),
    ];
    let frames = [
        &b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"[..],
        &build::frame(4, 0, 0, b""),
        &build::frame(1, 5, 1, b"\x82"),
    ]
    .concat();
    for (name, forged, carried) in cases {
        for (turn, far) in [1, 2, 3, 4, 5]
            .into_iter()
            .flat_map(|turn| [(turn, 77_777), (turn, 1 << 30)])
        {
            let name = format!("{name}, {turn}, {far}");
            let mut changed = connection(&turns(), 20);
            let at = first_of(turn, 20);
            let after = changed[at].clone();
            let (client, server) = match after.way {
                Way::ToServer => (after.sequence, after.acknowledges),
                Way::ToClient => (after.acknowledges, after.sequence),
            };
            let forge = |&(by_client, flags, is_other): &Forged| {
                let far = if is_other { far } else { 0 };
                let is_data = is_other && flags == ACK;
                let ends = if by_client {
                    [client, server]
                } else {
                    [server, client]
                };
                let before = far + u32::from(flags & SYN != 0);
                Segment {
                    way: if by_client {
                        Way::ToServer
                    } else {
                        Way::ToClient
                    },
                    sequence: ends[0].wrapping_sub(before),
                    acknowledges: ends[1].wrapping_sub(far),
                    flags,
                    payload: if is_data { frames.clone() } else { Vec::new() },
                }
            };
            let segments: Vec<Segment> = forged.iter().map(forge).collect();
            changed.splice(at..at, segments);
            let record = read_segments(&changed);
            let read = record.connections.iter().map(Connection::hexes);
            let read: Vec<Vec<&str>> = read.filter(|blocks| !blocks.is_empty()).collect();
            assert_eq!(read[0], BLOCKS, "{name}: {}", record.report());
            assert_eq!(read[1..], vec![["82"]; carried], "{name}");
            assert_eq!(record.report(), "", "{name}");
        }
    }
}

/// Bytes that end up in a connection opened in the gap of another, from which
/// nothing is read, are reported as missing.
#[test]
fn reports_bytes_that_fit_two_connections() {
    let mut changed = connection(&turns(), 20);
    let at = first_of(1, 20);
    let mut forged = changed[at + 2].clone();
    let mut answer = forged.clone();
    answer.reverse();
    for (segment, flags) in [(&mut forged, SYN), (&mut answer, SYN | ACK)] {
        segment.sequence = segment.sequence.wrapping_sub(1);
        segment.flags = flags;
        segment.payload.clear();
    }
    changed.splice(at..at + 2, [forged, answer]);
    let record = read_segments(&changed);
    let said = record.report();
    assert!(said.contains("fit one before it"), "{said}");
}

/// Retransmitted with other content.
#[test]
fn compares_retransmitted_bytes() {
    // Segments that are retransmitted as one, and the byte changed in it.
    for (count, changed, is_reported) in [(1, Some(0), true), (3, Some(50), true), (3, None, false)]
    {
        let mut segments = connection(&turns(), 20);
        let at = first_of(1, 20);
        let payload = segments[at..at + count]
            .iter()
            .flat_map(|one| one.payload.clone());
        let mut again = segments[at].moved(0, payload.collect());
        if let Some(place) = changed {
            again.payload[place] ^= 1;
        }
        segments.insert(at + 30, again);
        let record = read_segments(&segments);
        assert_eq!(record.connections[0].hexes(), BLOCKS);
        let said = record.report();
        assert_eq!(said.contains("different content"), is_reported, "{count}");
    }
}

/// Only a limited number of reset connections is kept: later data forms a
/// connection of its own.
#[test]
fn reads_data_after_a_reset() {
    let all = connection(&turns(), 1000);
    let at = first_of(4, 1000);
    let mut packets: Vec<Vec<u8>> = all[..at].iter().map(packet).collect();
    let reset = Segment {
        flags: RST,
        payload: Vec::new(),
        ..all[at].clone()
    };
    packets.push(packet(&reset));
    for port in 1..=1100_u16 {
        for flags in [SYN, RST] {
            let sequence = u32::from(flags == RST);
            let mut bytes = packet(&Segment {
                flags,
                sequence,
                ..reset.clone()
            });
            bytes[34..36].copy_from_slice(&port.to_be_bytes());
            bytes[50..52].fill(0);
            packets.push(bytes);
        }
    }
    packets.extend(all[at..].iter().map(packet));
    let record = read_packets(&packets);
    let found: Vec<&str> = record
        .connections
        .iter()
        .flat_map(Connection::hexes)
        .collect();
    assert_eq!(found, BLOCKS, "{}", record.report());
}

/// Gaps lose only the frames they are in, and are reported with the packet.
#[test]
fn reports_gaps() {
    // In the response's DATA.
    let data = first_of(1, SIZE) + 5;
    let mut missing = segments();
    missing.remove(data);
    let record = read_segments(&missing);
    assert_eq!(record.hexes(), BLOCKS);
    let packet = data + 1;
    let expected = format!(
        "packet {packet}: 100 bytes from the server before this packet are not in the capture\n"
    );
    assert_eq!(record.report(), expected);
    // A whole request.
    let mut missing = segments();
    missing.remove(first_of(4, SIZE));
    let record = read_segments(&missing);
    assert_eq!(record.hexes(), [&BLOCKS[..4], &BLOCKS[5..]].concat());
    let said = record.report();
    assert!(said.contains("13 bytes from the client are not"), "{said}");
}

/// A gap is reported before the end of a long connection, which stays in order.
#[test]
fn gives_up_on_a_gap() {
    let mut long = turns();
    for stream in (7..407).step_by(2) {
        let request = build::frame(1, 5, stream, b"\x82\x86\x84\xbe");
        long.push((Way::ToServer, request));
        long.push((Way::ToClient, build::frame(1, 5, stream, b"\x8d")));
    }
    let mut segments = connection(&long, SIZE);
    segments.remove(first_of(1, SIZE) + 5);
    let record = read_segments(&segments);
    let blocks = &record.connections[0].blocks;
    assert_eq!(blocks.len(), BLOCKS.len() + 400);
    let mut pairs = blocks
        .chunks(2)
        .map(|pair| [pair[0].sender, pair[1].sender]);
    assert!(pairs.all(|pair| pair == [Sender::Client, Sender::Server]));
    assert_eq!(record.problems.len(), 1, "{}", record.report());
}

#[test]
fn reports_truncated_packets() {
    // All headers, and 60 bytes of payload.
    let cut = |packet: Vec<u8>| (packet[..packet.len().min(54 + 60)].to_vec(), packet.len());
    let packets: Vec<_> = segments().iter().map(packet).map(cut).collect();
    let (record, _) = read(&build::pcap_cut(1, &packets), Vec::new(), 999);
    let said = record.report();
    assert_eq!(record.hexes(), BLOCKS, "{said}");
    let expected = "packet 6: the last 40 bytes of this packet were not captured (snap length)";
    assert!(said.contains(expected), "{said}");
}

/// A segment with a wrong checksum is used only if there is no other copy.
#[test]
fn uses_wrong_checksums_as_last_resort() {
    let at = first_of(1, SIZE) + 3;
    let mut packets: Vec<Vec<u8>> = segments().iter().map(packet).collect();
    let good = packets[at].clone();
    packets[at][14 + 20 + 16] ^= 0x55;
    let record_of = read_packets(&packets);
    assert_eq!(record_of.connections[0].hexes(), BLOCKS);
    assert!(
        record_of
            .report()
            .starts_with(&format!("packet {}: the TCP checksum is wrong", at + 1))
    );
    assert_eq!(record_of.problems.len(), 1);
    // A damaged header block, and a good copy.
    let request = first_of(0, SIZE);
    let mut packets: Vec<Vec<u8>> = segments().iter().map(packet).collect();
    let good_request = packets[request].clone();
    let last = packets[request].len() - 1;
    packets[request][last] ^= 0xff;
    packets.insert(request + 1, good_request);
    packets.insert(at + 3, good);
    let record_of = read_packets(&packets);
    assert_eq!(record_of.connections[0].hexes(), BLOCKS);
    assert_eq!(record_of.report(), "");
}

#[test]
fn separates_connections_between_the_same_ports() {
    for (name, lost, shift) in [
        ("closed", 0, 77_777),
        ("not closed", 4, 77_777),
        ("from the same numbers", 0, 0),
        ("after a forged RST and SYN", 0, 77_777_777),
    ] {
        let mut twice = segments();
        twice.truncate(twice.len() - lost);
        if name.contains("forged") {
            let at = first_of(3, SIZE);
            for (flags, shift) in [(SYN, 1 << 30), (RST, 0)] {
                let mut forged = twice[at].clone();
                forged.flags = flags;
                forged.sequence = forged.sequence.wrapping_add(shift);
                forged.payload.clear();
                twice.insert(at, forged);
            }
        }
        let keep = twice.len();
        twice.extend(segments().into_iter().map(|segment| Segment {
            sequence: segment.sequence.wrapping_add(shift),
            acknowledges: segment.acknowledges.wrapping_add(shift),
            ..segment
        }));
        let record = read_segments(&twice);
        let [first, .., second] = &record.connections[..] else {
            panic!("{name}");
        };
        assert_eq!(first.hexes(), BLOCKS, "{name}");
        assert_eq!(second.hexes(), BLOCKS, "{name}");
        assert_eq!(second.about.first.packet as usize, keep + 1, "{name}");
    }
}

#[test]
fn recognises_protocols_and_tunnels() {
    for (client, server, protocol) in [
        (
            "GET / HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            Protocol::Http1,
        ),
        ("", "", Protocol::Unknown),
        ("SSH-2.0-x\r\n", "SSH-2.0-y\r\n", Protocol::Unknown),
        ("PRI * HT", "", Protocol::Unknown),
        (
            "\x16\x03\x01\0\x05\x01\0\0\x01\0",
            "\x15\x03\x03\0\x02\x02\x28",
            Protocol::Tls,
        ),
        (
            "CONNECT a:1 HTTP/1.1\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            Protocol::Http1,
        ),
    ] {
        let record = read_dialogue(&[client, server], 1000);
        assert_eq!(record.connections[0].about.protocol, protocol, "{client}");
    }
    // Dialogues before HTTP/2.
    let connect = "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n";
    let ok = "HTTP/1.1 200 OK\r\n\r\n";
    let wrappings: [&[&str]; 10] = [
        &[connect, ok],
        &[
            connect,
            "HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno",
            connect,
            ok,
        ],
        &["PROXY TCP4 10.0.0.1 10.0.0.2 50000 8080\r\n"],
        &["PROXY UNKNOWN\r\n"],
        &["\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c\x0a\0\0\x01\x0a\0\0\x02\x01\x02\x03\x04"],
        &[
            "\x05\x01\0",
            "\x05\0",
            "\x05\x01\0\x03\x01a\0\x50",
            "\x05\0\0\x01abcd\0\x50",
        ],
        &[
            "\x05\x02\0\x02",
            "\x05\x02",
            "\x01\x01a\x02bc",
            "\x01\0",
            "\x05\x01\0\x01abcd\0\x50",
            "\x05\0\0\x01abcd\0\x50",
        ],
        &["\x04\x01\0\x50abcdme\0", "\0Z\0\x50abcd"],
        &["\x04\x01\0\x50\0\0\0\x01me\0example.com\0", "\0Z\0\x50abcd"],
        &[
            "PROXY UNKNOWN\r\n",
            "",
            connect,
            ok,
            "\x05\x01\0",
            "\x05\0",
            "\x05\x01\0\x03\x01a\0\x50",
            "\x05\0\0\x01abcd\0\x50",
        ],
    ];
    for (turn, size) in wrappings
        .iter()
        .flat_map(|turn| [(turn, 1), (turn, 50), (turn, 5000)])
    {
        let ways = [Way::ToServer, Way::ToClient].into_iter().cycle();
        let said = turn.iter().map(|text| text.bytes().collect());
        let mut wrapped: Vec<(Way, Vec<u8>)> = ways.zip(said).collect();
        wrapped.extend(turns());
        let record = read_segments(&connection(&wrapped, size));
        assert_eq!(record.connections[0].hexes(), BLOCKS, "{turn:?}, {size}");
        assert_eq!(record.report(), "", "{turn:?}, {size}");
    }
}

/// Protocols that hide HTTP/2 are reported once.
#[test]
fn reports_unread_paths_to_http2() {
    let cookie = format!("GET / HTTP/1.1^Cookie: {}^^|", "x".repeat(70_000));
    let many = "GET / HTTP/1.1^^".repeat(70_000) + "|";
    // The client's bytes, the server's, and the report; `^` ends a line.
    for case in [
        "CONNECT a HTTP/1.1^^|ICY 200 OK^^|from here on the server's bytes are not HTTP/1.1",
        &(cookie + "|from here on the client's bytes are not HTTP/1.1"),
        &(many + "|from here on the client's bytes are not HTTP/1.1"),
        "POST / HTTP/1.1^Content-Length: x^^||from here on the client's bytes are not HTTP/1.1",
        "GET / HTTP/1.1^^|HTTP/1.1 200 OK^Transfer-Encoding: chunked^^x^|from here on the server's bytes are not HTTP/1.1",
        "\x05\x01\x01\x01\x01\0\x02ab|\x05\x01\x01\x01\0\x02cd|a SOCKS proxy",
        "\x05\x01\0\x05\x02\0\x01abcd\0\x50|\x05\0\x05\0\0\x01abcd\0\x50|a SOCKS proxy",
        "\x04\x02\0\x50abcd\0|\0\x5aabcdef|a SOCKS proxy",
        &(" ".repeat(1000) + "PRI * HTTP/2.0^^SM^^|hello|HTTP/2 seems to begin"),
        "hello|^|",
        // Refused, or just HTTP/1.1.
        "\x05\x01\0\x05\x01\0\x01abcd\0\x50|\x05\0\x05\x05\0\x01abcd\0\x50|",
        "GET / HTTP/1.1^^|HTTP/1.1 200 OK^^any bytes|",
    ] {
        let case = case.replace('^', "\r\n");
        let (client, rest) = case.split_once('|').unwrap();
        let (server, expected) = rest.split_once('|').unwrap();
        let record = read_dialogue(&[client, server], 1000);
        let (report, count) = (record.report(), usize::from(!expected.is_empty()));
        assert!(report.contains(expected), "{case:.40}: {report}");
        assert_eq!(record.problems.len(), count, "{case:.40}: {report}");
        assert!(record.problems.iter().all(|one| one.is_gap));
    }
}

/// The first packet acknowledges everything captured after it.
#[test]
fn reads_data_acknowledged_before_it_appears() {
    for (turn, ahead) in [(2, 0), (2, 300), (4, 5), (4, 0)] {
        let mut late = segments().split_off(first_of(turn, SIZE));
        let expected = read_segments(&late).connections[0].hexes().join(" ");
        let acknowledged = late.iter().rfind(|one| one.way == Way::ToServer);
        let acknowledged = acknowledged.unwrap().sequence.wrapping_add(ahead);
        let answer = late.iter().find(|one| one.way == Way::ToClient);
        let mut first = answer.unwrap().moved(0, Vec::new());
        first.acknowledges = acknowledged;
        late.insert(0, first);
        let record = read_segments(&late);
        let found = record.connections[0].hexes().join(" ");
        assert_eq!(found, expected, "{turn}, {ahead}");
    }
}

/// Frames show the protocol and the roles, regardless of the ports.
#[test]
fn reads_from_the_middle() {
    for from in [first_of(2, SIZE), first_of(3, SIZE), first_of(4, SIZE)] {
        let record = read_segments(&segments()[from..]);
        let found = &record.connections[0];
        assert_eq!(found.about.protocol, Protocol::Http2, "{from}");
        assert_eq!(found.about.start, Start::Middle, "{from}");
        let client = found.about.client.unwrap();
        assert_eq!(client.port(), build::CLIENT.1, "{from}");
        let hexes = found.hexes();
        assert!(
            hexes.len() >= 2 && BLOCKS.ends_with(&hexes),
            "{from}: {hexes:?}"
        );
    }
}

#[test]
fn reads_thousands_of_connections() {
    let packets: Vec<Vec<u8>> = (0..2000u16)
        .map(|port| {
            let segment = Segment {
                way: Way::ToServer,
                sequence: 0,
                acknowledges: 0,
                flags: SYN | if port % 2 == 0 { 0 } else { ACK },
                payload: Vec::new(),
            };
            let mut bytes = packet(&segment);
            bytes[34..36].copy_from_slice(&port.to_be_bytes());
            bytes[50..52].fill(0);
            bytes
        })
        .collect();
    let record = read_packets(&packets);
    assert_eq!(record.connections.len(), 2000);
    assert_eq!(record.report(), "");
}

/// Splits segments, repeats some, and moves some by a few places.
fn shaken(cuts: &[usize], again: &[usize], shifts: &[usize]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = segments()
        .into_iter()
        .enumerate()
        .flat_map(|(at, segment)| {
            let cut = cuts[at % cuts.len()].min(segment.payload.len());
            let (first, second) = segment.payload.split_at(cut);
            let part = |payload: &[u8], skip: usize| Segment {
                payload: payload.to_vec(),
                sequence: segment.sequence.wrapping_add(skip as u32),
                ..segment.clone()
            };
            match (first.is_empty(), second.is_empty()) {
                (false, false) => vec![part(first, 0), part(second, cut)],
                _ => vec![segment],
            }
        })
        .collect();
    for place in again {
        let at = place % segments.len();
        segments.insert((at + 5).min(segments.len()), segments[at].clone());
    }
    // The first packet defines the sequence numbers of the others.
    for (at, shift) in shifts.iter().enumerate() {
        let from = 2 + (at * 7 + shift) % (segments.len() - 2);
        let segment = segments.remove(from);
        segments.insert((from + shift).min(segments.len()), segment);
    }
    segments
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_order_gives_the_same_blocks(
        cuts in prop::collection::vec(0usize..100, 1..20),
        again in prop::collection::vec(any::<prop::sample::Index>().prop_map(|at| at.index(1000)), 0..20),
        shifts in prop::collection::vec(0usize..12, 0..20),
    ) {
        let record = read_segments(&shaken(&cuts, &again, &shifts));
        prop_assert_eq!(record.report(), "");
        prop_assert_eq!(record.connections.len(), 1);
        prop_assert_eq!(record.connections[0].hexes(), BLOCKS);
        prop_assert_eq!(&record.connections[0].blocks[2].limits, &[512]);
    }

    #[test]
    fn lost_packets_never_make_up_blocks(
        lost in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        size in 20usize..200,
    ) {
        let mut segments = connection(&turns(), size);
        for at in lost {
            let at = at.index(segments.len());
            segments.remove(at);
        }
        let record = read_segments(&segments);
        for connection in &record.connections {
            for hex in connection.hexes() {
                prop_assert!(BLOCKS.contains(&hex), "{}", hex);
            }
            for cut in &connection.cut {
                let is_part = |block: &&str| block.len() > cut.len() && block.starts_with(cut);
                prop_assert!(BLOCKS.iter().any(is_part), "{}", cut);
            }
        }
    }

    #[test]
    fn arbitrary_packets_never_panic(
        link in prop::sample::select(vec![0u32, 1, 9, 12, 101, 108, 113, 228, 229, 276]),
        packets in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..20),
        part in 1usize..300,
    ) {
        let file = build::pcap(link, &packets);
        let _ = read(&file, Vec::new(), part);
    }

    #[test]
    fn damaged_packets_never_panic(
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30),
    ) {
        let packets: Vec<Vec<u8>> = segments().iter().map(packet).collect();
        let mut file = build::pcap(1, &packets);
        for (at, byte) in hits {
            let at = 24 + at.index(file.len() - 24);
            file[at] = byte;
        }
        let (whole, _) = read(&file, Vec::new(), 1 << 20);
        let (parts, _) = read(&file, Vec::new(), 61);
        prop_assert_eq!(whole, parts);
    }
}
