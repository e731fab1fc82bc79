//! Repairs lengths and magic numbers of fuzzed files, so that a mutation mostly
//! affects the contents.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

const MAGIC: [[u8; 4]; 4] = [
    [0xd4, 0xc3, 0xb2, 0xa1],
    [0xa1, 0xb2, 0xc3, 0xd4],
    [0x4d, 0x3c, 0xb2, 0xa1],
    [0xa1, 0xb2, 0x3c, 0x4d],
];

/// Upper bound of repaired lengths.
const LENGTH: u32 = 1 << 16;

fn number(bytes: &[u8], big: bool) -> u32 {
    let bytes = [bytes[0], bytes[1], bytes[2], bytes[3]];
    if big {
        u32::from_be_bytes(bytes)
    } else {
        u32::from_le_bytes(bytes)
    }
}

fn bytes(number: u32, big: bool) -> [u8; 4] {
    if big {
        number.to_be_bytes()
    } else {
        number.to_le_bytes()
    }
}

/// Repairs a pcap file: magic number, and consecutive records.
pub(crate) fn pcap(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    file.resize(file.len().max(24), 0);
    let magic = MAGIC.iter().find(|magic| magic[..2] == file[..2]);
    let magic = magic.unwrap_or(&MAGIC[0]);
    file[..4].copy_from_slice(magic);
    let big = magic[0] == 0xa1;
    let mut at = 24;
    while at + 16 <= file.len() {
        let rest = (file.len() - at - 16) as u32;
        let place = &mut file[at + 8..at + 12];
        let length = (number(place, big) % LENGTH).min(rest);
        place.copy_from_slice(&bytes(length, big));
        at += 16 + length as usize;
    }
    file
}

/// Repairs a pcapng file: section header, and consecutive blocks.
pub(crate) fn pcapng(file: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    file.resize((file.len() & !3).max(28), 0);
    let big = file[8] == 0x1a;
    file[..4].copy_from_slice(&[0x0a, 0x0d, 0x0d, 0x0a]);
    file[8..12].copy_from_slice(&bytes(0x1a2b_3c4d, big));
    let mut at = 0;
    while at + 12 <= file.len() {
        let rest = (file.len() - at) as u32;
        let claimed = number(&file[at + 4..at + 8], big);
        let length = ((claimed % LENGTH) & !3).max(12).min(rest);
        let end = at + length as usize;
        file[at + 4..at + 8].copy_from_slice(&bytes(length, big));
        file[end - 4..end].copy_from_slice(&bytes(length, big));
        at = end;
    }
    file
}

/// Compresses a file. The first bytes select the number of layers, the size of
/// members, and a byte to change; the rest is the content.
pub(crate) fn gzip(script: &[u8]) -> Vec<u8> {
    let Some(([layers, member, high, low, change], inside)) = script.split_first_chunk() else {
        return Vec::new();
    };
    let mut file = inside.to_vec();
    for _ in 0..=layers % 6 {
        file = compressed(&file, 64 << (member % 16));
    }
    let at = usize::from(u16::from_be_bytes([*high, *low]));
    if let Some(byte) = file.get_mut(at) {
        *byte ^= change;
    }
    file
}

/// Compresses bytes in gzip members of this size.
#[allow(dead_code, reason = "fuzz targets use a part of this")]
pub(crate) fn compressed(bytes: &[u8], member: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for part in bytes.chunks(member) {
        let mut encoder = GzEncoder::new(&mut out, Compression::default());
        encoder.write_all(part).expect("memory takes all");
        encoder.finish().expect("memory takes all");
    }
    out
}
