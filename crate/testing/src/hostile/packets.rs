//! Packets of many connections, datagrams and tunnels.

use super::build::{PREFACE, acknowledging, answer, frame, ip, pcap, pcap_head, pcap_record, tcp};

/// CONNECT tunnels nested in tunnels, in one packet per side.
pub(super) fn tunnels(size: usize) -> Vec<u8> {
    let requests = b"CONNECT a\r\n\r\n".repeat(size / 27);
    let answers = b"HTTP/1.1 2\r\n\r\n".repeat(size / 27);
    let mut out = pcap_head(32 << 20);
    for packet in [
        tcp(0, 0, 2, &[]),
        answer(0, 0, 18, &[]),
        tcp(0, 1, 16, &requests),
        acknowledging(answer(0, 1, 16, &answers), 1 + requests.len() as u32),
    ] {
        out.extend(pcap_record(&packet));
    }
    out
}

/// First fragments of datagrams, without the rest.
pub(super) fn fragments(size: usize) -> Vec<u8> {
    let part = vec![0; 65_000 & !7];
    pcap(size, |number| {
        let datagram = number / 1000;
        ip(6, datagram >> 16, 0x2000, datagram as u16, &part)
    })
}

pub(super) fn syns(size: usize) -> Vec<u8> {
    pcap(size, |number| tcp(number, 0, 2, &[]))
}

/// Connections of one request each.
pub(super) fn requests(size: usize) -> Vec<u8> {
    let mut stream = PREFACE.to_vec();
    stream.extend(frame(4, 0, 0, &[]));
    stream.extend(frame(1, 5, 1, &[0x82, 0x86, 0x84]));
    pcap(size, move |number| tcp(number, 0, 2, &stream))
}

/// Connections with blocks that fail, and table entries that allow many likely
/// causes.
pub(super) fn failures(size: usize) -> Vec<u8> {
    let mut seed = 1_u32;
    pcap(size, move |number| {
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % below
        };
        let mut entries = Vec::new();
        for _ in 0..70 {
            entries.extend([0x40, 5]);
            entries.extend([(); 5].map(|()| b'a' + random(26) as u8));
            entries.push(5);
            entries.extend([(); 5].map(|()| b'a' + random(26) as u8));
        }
        let mut stream = PREFACE.to_vec();
        stream.extend(frame(4, 0, 0, &[]));
        stream.extend(frame(1, 5, 1, &entries));
        for block in 0..40 {
            let mut fields = [0xbe + random(60) as u8; 10];
            // An index beyond the table.
            fields[8..].copy_from_slice(&[0xff, 0x20]);
            stream.extend(frame(1, 5, 2 * block + 3, &fields));
        }
        tcp(number, 0, 2, &stream)
    })
}
