//! Capture files: variants and damage.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use input::{RefusalKind, Source};
use proptest::prelude::*;

use super::build::{self, BLOCKS, connection, packet, turns};
use crate::support::{Seen, read};

fn packets() -> Vec<Vec<u8>> {
    connection(&turns(), 700).iter().map(packet).collect()
}

/// A file in a variant of pcap.
fn pcap(magic: [u8; 4], big_endian: bool, record: usize) -> Vec<u8> {
    let word = |value: u32| {
        if big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    };
    let mut file = magic.to_vec();
    file.extend(if big_endian {
        [0, 2, 0, 4]
    } else {
        [2, 0, 4, 0]
    });
    for value in [0, 0, 65_535, 1] {
        file.extend(word(value));
    }
    for (number, packet) in packets().iter().enumerate() {
        let length = packet.len() as u32;
        for value in [1_700_000_000, number as u32, length, length] {
            file.extend(word(value));
        }
        file.resize(file.len() + record - 16, 7);
        file.extend(packet);
    }
    file
}

/// Builder of pcapng files in either byte order.
struct Blocks {
    big_endian: bool,
    file: Vec<u8>,
}

impl Blocks {
    fn new(big_endian: bool) -> Self {
        let mut blocks = Self {
            big_endian,
            file: Vec::new(),
        };
        blocks.section();
        blocks
    }

    fn word(&self, value: u32) -> [u8; 4] {
        if self.big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    }

    fn half(&self, value: u16) -> [u8; 2] {
        if self.big_endian {
            value.to_be_bytes()
        } else {
            value.to_le_bytes()
        }
    }

    fn words(&self, values: &[u32]) -> Vec<u8> {
        values.iter().flat_map(|value| self.word(*value)).collect()
    }

    fn block(&mut self, kind: u32, body: &[u8]) {
        let padding = (4 - body.len() % 4) % 4;
        let length = self.word((12 + body.len() + padding) as u32);
        let parts = [
            &self.word(kind)[..],
            &length,
            body,
            &[0; 3][..padding],
            &length,
        ];
        self.file.extend(parts.concat());
    }

    fn section(&mut self) {
        let mut body = self.word(0x1a2b_3c4d).to_vec();
        body.extend(self.half(1));
        body.extend(self.half(0));
        body.extend([0xff; 8]);
        self.block(0x0a0d_0d0a, &body);
    }

    fn interface(&mut self, link: u16, options: Options<'_>) {
        let mut body = self.half(link).to_vec();
        body.extend([0, 0]);
        body.extend(self.word(0));
        for (code, value) in options {
            body.extend(self.half(*code));
            body.extend(self.half(value.len() as u16));
            body.extend(*value);
            body.resize(body.len() + (4 - value.len() % 4) % 4, 0);
        }
        self.block(1, &body);
    }

    fn enhanced(&mut self, interface: u32, stamp: u64, packet: &[u8]) {
        let length = packet.len() as u32;
        let stamp = [(stamp >> 32) as u32, stamp as u32];
        let head = self.words(&[interface, stamp[0], stamp[1], length, length]);
        self.block(6, &[&head, packet].concat());
    }

    fn simple(&mut self, packet: &[u8]) {
        let head = self.words(&[packet.len() as u32]);
        self.block(3, &[&head, packet].concat());
    }

    fn old(&mut self, stamp: u64, packet: &[u8]) {
        let length = packet.len() as u32;
        let head = self.words(&[0, (stamp >> 32) as u32, stamp as u32, length, length]);
        self.block(2, &[&head, packet].concat());
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Reads a file in chunks of many sizes, and checks that the results are equal.
fn read_in_chunks(file: &[u8]) -> (Seen, Result<Source, input::Refusal>) {
    let (whole, source) = read(file, Vec::new(), 1 << 20);
    for part in [1, 13, 64, 1000] {
        let (record, _) = read(file, Vec::new(), part);
        assert_eq!(record, whole, "in parts of {part} bytes");
    }
    (whole, source)
}

#[test]
fn reads_variants_of_pcap() {
    let cases = [
        ([0xd4, 0xc3, 0xb2, 0xa1], false, 16, 1000),
        ([0xa1, 0xb2, 0xc3, 0xd4], true, 16, 1000),
        ([0x4d, 0x3c, 0xb2, 0xa1], false, 16, 1),
        ([0xa1, 0xb2, 0x3c, 0x4d], true, 16, 1),
        ([0x34, 0xcd, 0xb2, 0xa1], false, 24, 1000),
    ];
    for (magic, big_endian, record, unit) in cases {
        let (found, source) = read_in_chunks(&pcap(magic, big_endian, record));
        assert!(matches!(source, Ok(Source::Capture { format: "pcap", .. })));
        assert_eq!(found.hexes(), BLOCKS, "{magic:02x?}: {}", found.report());
        assert_eq!(found.report(), "", "{magic:02x?}");
        let first = found.connections[0].about.first;
        assert_eq!((first.packet, first.nanos), (1, 1_700_000_000_000_000_000));
        let frame = &found.connections[0].frames[0];
        let (packet, nanos) = (4, 1_700_000_000_000_000_000 + 3 * unit);
        assert_eq!(frame.arrival, http2::Arrival { packet, nanos });
    }
}

#[test]
fn reads_variants_of_pcapng() {
    let packets = packets();
    for big_endian in [false, true] {
        let mut every = Blocks::new(big_endian);
        every.block(0x0bad, &[1; 40]);
        every.interface(1, &[(2, b"lo"), (9, &[9])]);
        every.interface(101, &[(9, &[0x83])]);
        for (number, packet) in packets.iter().enumerate() {
            match number % 4 {
                0 => every.enhanced(0, 1_700_000_000_000_000_000, packet),
                1 => every.enhanced(1, 8 * 1_700_000_000, &packet[14..]),
                2 => every.simple(packet),
                _ => every.old(1_700_000_000_000_000_000, packet),
            }
            every.block(5, &[0; 12]);
        }
        let (found, source) = read_in_chunks(&every.file);
        let Ok(Source::Capture { format, .. }) = source else {
            panic!("{source:?}");
        };
        assert_eq!(format, "pcapng");
        assert_eq!(found.hexes(), BLOCKS, "{}", found.report());
        assert_eq!(found.report(), "");
        let first = found.connections[0].about.first;
        assert_eq!((first.packet, first.nanos), (1, 1_700_000_000_000_000_000));
    }
    // Two sections with different byte order and link type.
    let mut first = Blocks::new(false);
    first.interface(1, &[]);
    let mut second = Blocks::new(true);
    second.interface(101, &[]);
    for (number, packet) in packets.iter().enumerate() {
        if number < 9 {
            first.enhanced(0, 0, packet);
        } else {
            second.enhanced(0, 0, &packet[14..]);
        }
    }
    let (found, _) = read_in_chunks(&[first.file, second.file].concat());
    assert_eq!(found.hexes(), BLOCKS, "{}", found.report());
}

type Options<'a> = &'a [(u16, &'a [u8])];

#[test]
fn reads_timestamps_in_every_unit() {
    let cases: [(Options<'_>, u64, u64); 5] = [
        (&[], 1_500_000, 1_500_000_000),
        (&[(9, &[9])], 1_500_000_000, 1_500_000_000),
        (&[(9, &[0x81])], 3, 1_500_000_000),
        (
            &[(9, &[0]), (14, &[100, 0, 0, 0, 0, 0, 0, 0])],
            1,
            101_000_000_000,
        ),
        (&[(9, &[60])], 2_000_000, 2_000_000_000),
    ];
    for (options, stamp, nanos) in cases {
        let mut file = Blocks::new(false);
        file.interface(1, options);
        file.enhanced(0, stamp, &packets()[0]);
        let (found, _) = read_in_chunks(&file.file);
        assert_eq!(found.connections[0].about.first.nanos, nanos, "{options:?}");
        let said = found.report();
        assert_eq!(said.is_empty(), options != [(9, &[60][..])], "{said}");
    }
}

#[test]
fn reads_gzipped_files() {
    let plain = build::pcap(1, &packets());
    let (first, second) = plain.split_at(plain.len() / 2);
    let once = gzip(&plain);
    let cut = &once[..once.len() - 8];
    let cases = [
        ("once", once.clone(), ""),
        ("twice", gzip(&once), ""),
        ("two members", [gzip(first), gzip(second)].concat(), ""),
        (
            "zeros behind",
            [&once[..], &[0; 100]].concat(),
            "damaged here",
        ),
        (
            "no checksum",
            cut.to_vec(),
            "bytes of its content were read",
        ),
    ];
    for ((name, file, expected), part) in cases
        .iter()
        .flat_map(|case| [1, 50, 9999].map(|part| (case, part)))
    {
        let (found, source) = read(file, Vec::new(), part);
        let Ok(Source::Capture { format, bytes }) = source else {
            panic!("{name}: {source:?}");
        };
        let said = found.report();
        assert_eq!((format, bytes), ("pcap", file.len() as u64), "{name}");
        assert_eq!(found.hexes(), BLOCKS, "{name}: {said}");
        assert_eq!(said.is_empty(), expected.is_empty(), "{name}: {said}");
        assert!(said.contains(expected), "{name}: {said}");
    }
    let (found, source) = read(&once[..once.len() / 2], Vec::new(), 100);
    source.unwrap();
    assert!(!found.hexes().is_empty());
    let said = found.report();
    for expected in [
        "the compressed file is cut off",
        "the file is cut off inside this packet",
    ] {
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn refuses_compression_bombs() {
    // 80 MiB of spaces.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let spaces = vec![b' '; 1 << 20];
    for _ in 0..80 {
        encoder.write_all(&spaces).unwrap();
    }
    let (_, refusal) = read(&encoder.finish().unwrap(), Vec::new(), 4096);
    assert_eq!(refusal.unwrap_err().kind, RefusalKind::TooLarge);
    let mut deep = build::pcap(1, &packets());
    for _ in 0..6 {
        deep = gzip(&deep);
    }
    let (_, refusal) = read(&deep, Vec::new(), 4096);
    assert_eq!(refusal.unwrap_err().kind, RefusalKind::Capture);
}

#[test]
fn recovers_from_damage() {
    let plain = build::pcap(1, &packets());
    // A wrong length of the ninth packet, after which others are found.
    let mut impossible = plain.clone();
    let at: usize = 24
        + packets()[..8]
            .iter()
            .map(|packet| 16 + packet.len())
            .sum::<usize>();
    impossible[at + 8..at + 12].fill(0xff);
    let mut blocks = Blocks::new(false);
    blocks.interface(1, &[]);
    let mut starts = Vec::new();
    for packet in packets() {
        starts.push(blocks.file.len());
        blocks.enhanced(0, 0, &packet);
    }
    let good = blocks.file;
    let with = |place: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        file
    };
    let mut stranger = Blocks::new(false);
    stranger.interface(1, &[]);
    for packet in packets() {
        stranger.enhanced(0, 0, &packet);
    }
    stranger.enhanced(7, 0, &packets()[0]);
    let after = format!("byte {at}: no packet can begin here, after packet 8");
    let at_block = |number: usize| {
        format!(
            "byte {}: this block is damaged, after packet {number}",
            starts[number]
        )
    };
    let cut = |file: &[u8], end: usize| file[..end].to_vec();
    let cases: Vec<(&str, Vec<u8>, usize, String)> = vec![
        ("a length", impossible, 5, after),
        (
            "a header",
            cut(&plain, 10),
            0,
            "byte 0: the file is cut off inside its header: only 10 of 24".into(),
        ),
        (
            "no packets",
            cut(&plain, 24),
            0,
            "byte 24: the file holds no packets".into(),
        ),
        (
            "a packet",
            cut(&plain, plain.len() - 5),
            6,
            "cut off inside this packet".into(),
        ),
        (
            "a packet's header",
            cut(&plain, at + 7),
            2,
            "packet 9: the file is cut off inside this packet: only 7 of 16".into(),
        ),
        (
            "a block's length",
            with(starts[8] + 4, &[0xff; 4]),
            5,
            at_block(8),
        ),
        (
            "a block's length, odd",
            with(starts[8] + 4, &[1]),
            5,
            at_block(8),
        ),
        (
            "the captured length",
            with(starts[8] + 20, &[0xff; 3]),
            5,
            at_block(8),
        ),
        (
            "a block",
            cut(&good, good.len() - 5),
            6,
            "the file is cut off inside packet".into(),
        ),
        (
            "an interface",
            stranger.file,
            6,
            "its interface, 7, is not described".into(),
        ),
    ];
    for (name, file, least, expected) in cases {
        let (found, source) = read_in_chunks(&file);
        source.unwrap();
        let (hexes, said) = (found.hexes(), found.report());
        assert!(hexes.len() >= least, "{name}: {hexes:?} {said}");
        assert!(hexes.iter().all(|hex| BLOCKS.contains(hex)), "{name}");
        assert!(said.contains(&expected), "{name}: {said}");
    }
}

#[test]
fn refuses_other_files_by_name() {
    let key = format!("CLIENT_RANDOM {} {}\n", "0a".repeat(32), "0b".repeat(48));
    let cases: [(Vec<u8>, &str); 3] = [
        ([b"PK\x03\x04", &[0; 60][..]].concat(), "unzip"),
        (key.clone().into_bytes(), "key log"),
        (gzip(key.as_bytes()), "key log"),
    ];
    for (file, said) in cases {
        let (_, refusal) = read(&file, Vec::new(), 10);
        let message = refusal.unwrap_err().message;
        assert!(message.contains(said), "{message}");
    }
}

proptest! {
    #[test]
    fn survives_damage(
        pcapng in any::<bool>(),
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut file = if pcapng {
            let mut blocks = Blocks::new(false);
            blocks.interface(1, &[(9, &[9])]);
            for packet in packets() {
                blocks.enhanced(0, 0, &packet);
            }
            blocks.file
        } else {
            build::pcap(1, &packets())
        };
        for (at, byte) in hits {
            let at = 4 + at.index(file.len() - 4);
            file[at] = byte;
        }
        file.truncate(64 + cut.index(file.len() - 64));
        let (whole, _) = read(&file, Vec::new(), 1 << 20);
        let (parts, _) = read(&file, Vec::new(), 37);
        prop_assert_eq!(whole, parts);
    }
}
