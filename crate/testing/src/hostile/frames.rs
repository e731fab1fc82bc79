//! HTTP/2 frames without packets.

use super::build::{frame, frames, pcap, tcp};

/// HEADERS with padding longer than the payload.
pub(super) fn paddings(size: usize) -> Vec<u8> {
    frames(size, &[], |number| {
        frame(1, 0x0c, (number * 2 + 1) & 0x7fff_ffff, &[9, 0x82])
    })
}

/// A block from the middle of a connection: rising size updates, one byte per
/// frame.
pub(super) fn size_updates(size: usize) -> Vec<u8> {
    let mut block = Vec::new();
    let mut maximum = 4096_u32;
    // A frame takes ten bytes, plus the share of its packet.
    while block.len() < size / 10 - size / 200 {
        maximum += 1;
        block.push(0x3f);
        let mut rest = maximum - 31;
        while rest >= 128 {
            block.push(rest as u8 | 128);
            rest >>= 7;
        }
        block.push(rest as u8);
    }
    let mut stream = frame(4, 0, 0, &[]).repeat(8);
    let last = block.len() - 1;
    for (at, byte) in block.iter().enumerate() {
        let kind = if at == 0 { 1 } else { 9 };
        let flags = if at == last { 4 } else { 0 };
        stream.extend(frame(kind, flags, 1, &[*byte]));
    }
    let mut sequence = 0;
    let mut parts = stream.chunks(1400);
    pcap(size, |_| {
        let Some(part) = parts.next() else {
            return vec![0; size];
        };
        let segment = tcp(0, sequence, 16, part);
        sequence += part.len() as u32;
        segment
    })
}
