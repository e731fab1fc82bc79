//! Files whose records and blocks never end.

use super::build::{fill, pcap_head, section};

/// A record with an impossible length, followed by packet headers that each
/// claim the rest of the file.
pub(super) fn pcap_headers(size: usize) -> Vec<u8> {
    let far = ((size / 2).min(32 << 20) as u32 - 16).to_le_bytes();
    let header = [&[0; 8], &far[..], &far[..]].concat();
    let mut out = pcap_head(32 << 20);
    out.extend([0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
    let mut out = fill(size / 2, out, |_| header.clone());
    out.resize(size, 0);
    out
}

/// A block with an impossible length, followed by block headers that each claim
/// nearly a mebibyte.
pub(super) fn pcapng_headers(size: usize) -> Vec<u8> {
    let length = (((1 << 20) - 4).min(size as u32 / 2) & !7) + 4;
    let header = [6_u32.to_le_bytes(), length.to_le_bytes()].concat();
    let mut out = section();
    out.extend([6, 0, 0, 0, 1, 0, 0, 0]);
    fill(size, out, |_| header.clone())
}
