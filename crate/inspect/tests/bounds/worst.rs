//! Inputs of one mebibyte that demand as much work or memory as possible, besides
//! the ones in [`testing::hostile`].

use testing::hostile::build::{
    self, PREFACE, acknowledging, answer, block, frame, ip, record, tcp,
};

use super::mend;

/// Size of an input, bytes.
pub(crate) const SIZE: usize = 1 << 20;

/// Name of an input, and its constructor.
type Case = (&'static str, fn() -> Vec<u8>);

pub(crate) const ALL: &[Case] = &[
    // Each sends one byte that may begin a preface.
    ("connections_by_byte", || {
        pcap(|number| tcp(number, 0, 16, b"P"))
    }),
    // The same ports repeatedly.
    ("connections_again", || {
        pcap(|number| tcp(0, number << 16, 2, &[]))
    }),
    ("fragments_without_end", || {
        pcap(|number| ip(6, number >> 16, 0x2000 | 1, number as u16, &[0; 8]))
    }),
    // Every second byte is missing.
    ("holes", || pcap(|number| tcp(0, number * 2, 16, b"a"))),
    ("backwards", || {
        pcap(|number| tcp(0, 0x1000_0000 - number, 16, b"a"))
    }),
    ("records_of_nothing", || pcap(|_| Vec::new())),
    ("blocks_of_nothing", || pcapng(|_| block(6, &[]))),
    ("interfaces", || {
        pcapng(|number| block(1, &[(number % 250) as u8, 0, 0, 0, 0, 0, 0, 0]))
    }),
    ("frames_of_nothing", || frames(&[], |_| frame(0, 0, 1, &[]))),
    ("settings_of_one", settings_of_one),
    ("continuations", || {
        frames(&frame(1, 0, 1, &[0x82]), |_| frame(9, 0, 1, &[]))
    }),
    ("headers_without_end", || {
        frames(&[], |number| frame(1, 0, number * 2 + 1, &[0x82]))
    }),
    ("blocks_of_one_byte", || {
        frames(&[], |number| frame(1, 4, number * 2 + 1, &[0x82]))
    }),
    ("errors", || {
        frames(&[], |number| frame(1, 4, number * 2 + 1, &[0x80]))
    }),
    ("insertions", || block_of(&[], &[0x40, 1, b'a', 0])),
    ("evictions", evictions),
    ("references_to_large", references_to_large),
    ("names_again", names_again),
    ("references_and_an_error", references_and_an_error),
    ("pseudo_fields", pseudo_fields),
    ("goaways", || ends(7, &[0, 0, 0, 0, 0, 0, 0, 1], 0)),
    ("resets", || ends(3, &[0, 0, 0, 1], 1)),
    ("middle_of_zeros", || middle(|_| vec![0; 1400])),
    ("middle_of_frames", middle_of_frames),
    ("bytes_of_zeros", || bytes(&[0], 0)),
    // Without a response.
    ("bytes_of_a_tunnel", || {
        bytes(b"CONNECT a:443 HTTP/1.1\r\n", b'a')
    }),
    ("bytes_of_a_request", || bytes(b"GET / HTTP/1.1\r\n", b'a')),
    ("tls_of_nothing", || tls(|_| record(22, &[]))),
    ("tls_of_one", || tls(|_| record(22, &[1]))),
    ("tls_hellos", tls_hellos),
    ("tls_appdata", || tls(|_| record(23, &[7; 24]))),
    ("bomb", || mend::compressed(&vec![0; 64 << 20], usize::MAX)),
    ("bomb_of_frames", bomb_of_frames),
    ("bomb_in_bomb", bomb_in_bomb),
    ("members_of_nothing", members_of_nothing),
    ("netlog_of_nothing", || netlog(|_| "{},\n".to_owned())),
    ("netlog_of_one", netlog_of_one),
    ("netlog_deep", || netlog(|_| "{\"a\":[".to_owned())),
    ("netlog_sockets", netlog_sockets),
    ("har_deep", || {
        har(|_| "{\"request\":{\"headers\":[".to_owned())
    }),
    ("har_of_fields", har_of_fields),
    ("har_of_entries", || {
        har(|_| "{\"request\":{\"headers\":[{}]}},".to_owned())
    }),
    ("digits", || vec![b'8'; SIZE]),
    ("lines", || filled(|_| b"82\n\n".to_vec())),
];

fn fill(out: Vec<u8>, one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    build::fill(SIZE, out, one)
}

fn filled(one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    fill(Vec::new(), one)
}

// pcap

fn pcap(packet: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    build::pcap(SIZE, packet)
}

// pcapng

fn pcapng(one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    build::pcapng(SIZE, one)
}

// Frames

fn frames(first: &[u8], one: impl FnMut(u32) -> Vec<u8>) -> Vec<u8> {
    build::frames(SIZE, first, one)
}

fn settings_of_one() -> Vec<u8> {
    frames(&[], |number| {
        let mut payload = vec![0, 1];
        payload.extend(number.to_be_bytes());
        frame(4, 0, 0, &payload)
    })
}

fn headers(stream: u32, block: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let parts: Vec<&[u8]> = block.chunks(16_384).collect();
    for (number, part) in parts.iter().enumerate() {
        let kind = if number == 0 { 1 } else { 9 };
        let flags = if number + 1 == parts.len() { 4 } else { 0 };
        out.extend(frame(kind, flags, stream, part));
    }
    out
}

/// One block of `first` and a repeated pattern.
fn block_of(first: &[u8], pattern: &[u8]) -> Vec<u8> {
    let mut all = first.to_vec();
    all.extend(pattern.repeat((SIZE - 8192 - first.len()) / pattern.len()));
    frames(&headers(1, &all), |_| frame(1, 4, 3, &[0x82]))
}

/// Entries that each evict many.
fn evictions() -> Vec<u8> {
    let mut pattern = [0x40, 0, 0].repeat(120);
    pattern.extend([0x40, 0, 0x7f, 0xa0, 30]);
    pattern.extend([b'v'; 3999]);
    block_of(&[], &pattern)
}

/// A literal whose value nearly fills the table.
fn large(bytes: usize) -> Vec<u8> {
    let mut out = vec![0x40, 1, b'n', 0x7f];
    let mut rest = bytes - 127;
    while rest >= 128 {
        out.push(rest as u8 & 127 | 128);
        rest >>= 7;
    }
    out.push(rest as u8);
    out.resize(out.len() + bytes, b'v');
    out
}

/// The peer allows a table of half a mebibyte, which is filled.
fn references_to_large() -> Vec<u8> {
    let large = large(500_000);
    let mut all = vec![0x3f, 0xe1, 0xff, 0x3f];
    all.extend(large);
    all.extend([0xbe].repeat(400_000));
    let mut client = PREFACE.to_vec();
    client.extend(frame(4, 0, 0, &[]));
    client.extend(frame(4, 1, 0, &[]));
    client.extend(headers(1, &all));
    let server = frame(4, 0, 0, &[0, 1, 0, 0x20, 0, 0]);
    let mut sequence = 0;
    let settings = acknowledging(answer(0, 0, 18, &server), 1);
    let mut parts = vec![tcp(0, 0, 2, &[]), settings];
    for part in client.chunks(60_000) {
        let segment = tcp(0, 1 + sequence, 16, part);
        // It has received the server's settings.
        parts.push(acknowledging(segment, 1 + server.len() as u32));
        sequence += part.len() as u32;
    }
    let mut parts = parts.into_iter();
    pcap(move |_| parts.next().unwrap_or_default())
}

/// Two-byte representations that insert a long name again.
fn names_again() -> Vec<u8> {
    let mut first = vec![0x40, 0x7f, 0xa1, 30];
    first.extend([b'n'; 4000]);
    first.push(0);
    block_of(&first, &[0x7e, 0])
}

fn references_and_an_error() -> Vec<u8> {
    let mut all = large(4000);
    all.extend([0xbe].repeat(SIZE - 16_384));
    all.push(0x80);
    frames(&headers(1, &all), |number| {
        frame(1, 4, number * 2 + 3, &[0x82])
    })
}

/// Pseudo-header fields with distinct names.
fn pseudo_fields() -> Vec<u8> {
    let mut all = Vec::new();
    for number in 0..100_000_u32 {
        all.extend([0, 4, b':']);
        all.extend(&number.to_be_bytes()[1..]);
        all.push(0);
    }
    frames(&headers(1, &all), |_| frame(1, 4, 3, &[0x82]))
}

/// Valid requests, and as many RST_STREAM or GOAWAY frames that look for an
/// invalid one.
fn ends(kind: u8, payload: &[u8], on: u32) -> Vec<u8> {
    frames(&[], |number| {
        if number < 20_000 {
            let request = [0x82, 0x84, 0x86, 0x41, 1, b'a'];
            frame(1, 5, number * 2 + 1, &request)
        } else {
            frame(kind, 0, on * (number * 2 + 1), payload)
        }
    })
}

// The middle of a connection

fn middle(payload: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    let mut sequence = 0;
    pcap(move |number| {
        let payload = payload(number);
        let segment = tcp(0, sequence, 16, &payload);
        sequence += payload.len() as u32;
        segment
    })
}

/// Frames at arbitrary offsets.
fn middle_of_frames() -> Vec<u8> {
    middle(|number| {
        let mut payload = vec![0; number as usize % 13];
        payload.extend([0, 0, 4, 8, 0, 0, 0, 0, 1, 0, 0, 0, 9].repeat(20));
        payload
    })
}

/// Segments of one byte, after one that begins the connection.
fn bytes(first: &'static [u8], then: u8) -> Vec<u8> {
    let mut sequence = 0;
    pcap(move |number| {
        let payload = if number == 0 { first } else { &[then] };
        let segment = tcp(0, sequence, 16, payload);
        sequence += payload.len() as u32;
        segment
    })
}

// TLS

fn tls(record: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    middle(move |number| {
        let mut out = Vec::new();
        for i in 0..100 {
            let record = record(number * 100 + i);
            if out.len() + record.len() > 1400 {
                break;
            }
            out.extend(record);
        }
        out
    })
}

fn tls_hellos() -> Vec<u8> {
    tls(|number| {
        let mut hello = vec![1, 0, 0, 43, 3, 3];
        hello.extend([number as u8; 32]);
        hello.extend([0, 0, 2, 0x13, 1, 1, 0, 0, 0]);
        record(22, &hello)
    })
}

// gzip

fn bomb_of_frames() -> Vec<u8> {
    let mut inside = PREFACE.to_vec();
    inside.extend(frame(4, 0, 0, &[]));
    inside.extend(frame(0, 0, 1, &[]).repeat(100_000));
    mend::compressed(&inside, usize::MAX)
}

fn bomb_in_bomb() -> Vec<u8> {
    let inside = mend::compressed(&vec![0; 48 << 20], usize::MAX);
    mend::compressed(&inside.repeat(8), usize::MAX)
}

fn members_of_nothing() -> Vec<u8> {
    let member = [
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];
    filled(|_| member.to_vec())
}

// NetLog and HAR

fn netlog(event: impl Fn(u32) -> String) -> Vec<u8> {
    build::netlog(SIZE, event)
}

fn netlog_of_one() -> Vec<u8> {
    let text = "QUFB".repeat(SIZE / 4 - 200);
    netlog(move |_| {
        format!(
            "{{\"params\":{{\"bytes\":\"{text}\",\"byte_count\":1}},\"phase\":0,\"source\":{{\"id\":1,\"type\":3}},\"time\":\"1\",\"type\":1}},\n"
        )
    })
}

fn netlog_sockets() -> Vec<u8> {
    netlog(|number| {
        format!(
            "{{\"params\":{{\"bytes\":\"UFJJ\",\"byte_count\":3}},\"phase\":0,\"source\":{{\"id\":{number},\"type\":3}},\"time\":\"1\",\"type\":1}},\n"
        )
    })
}

fn har(one: impl Fn(u32) -> String) -> Vec<u8> {
    fill(b"{\"log\":{\"entries\":[".to_vec(), |number| {
        one(number).into_bytes()
    })
}

fn har_of_fields() -> Vec<u8> {
    har(|number| {
        if number == 0 {
            "{\"request\":{\"headers\":[{}".to_owned()
        } else if number < 340_000 {
            ",{}".to_owned()
        } else {
            "]}}".to_owned()
        }
    })
}
