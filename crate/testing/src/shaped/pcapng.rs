//! pcapng files of HTTP/2 connections whose blocks and packets are mostly
//! valid.

use super::{Script, frames};
use crate::hostile::build::{PREFACE, acknowledging, answer, block, section, tcp};

/// Link types with their header for an IPv4 packet: raw IP, Ethernet, BSD
/// loopback.
const LINKS: [(u8, &[u8]); 3] = [
    (101, &[]),
    (1, &[2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0]),
    (0, &[2, 0, 0, 0]),
];

/// Number of concurrent connections.
const CONNECTIONS: usize = 3;

/// A connection: the bytes sent so far by each side.
#[derive(Clone, Copy, Default)]
struct Talk {
    sent: [u32; 2],
}

/// Builds a file.
#[must_use]
pub fn file(script: &mut Script<'_>) -> Vec<u8> {
    let mut out = section();
    let mut links = vec![LINKS[0]];
    out.extend(interface(script, links[0].0));
    let mut talks = [Talk::default(); CONNECTIONS];
    let mut last = Vec::new();
    while !script.is_empty() {
        let choice = script.byte();
        let next = match choice & 15 {
            0 => {
                let link = LINKS[usize::from(choice >> 4) % LINKS.len()];
                links.push(link);
                interface(script, link.0)
            }
            1 => secrets(script),
            2 => {
                links.clear();
                section()
            }
            3 => {
                // Names, statistics, journal, custom and other blocks.
                let kind = [4, 5, 9, 0x0bad, 7, 11][usize::from(choice >> 4) % 6];
                let length = usize::from(script.byte() & 0x3f);
                block(kind, script.bytes(length))
            }
            _ => {
                let number = usize::from(choice >> 4) % CONNECTIONS;
                let kind = script.byte();
                let packet = match kind & 15 {
                    // Repeats the last one, maybe of another connection.
                    15 => std::mem::take(&mut last),
                    _ => packet(script, number, &mut talks[number]),
                };
                let next = packet_block(script, kind >> 4, &links, &packet);
                last = packet;
                next
            }
        };
        out.extend(next);
        if choice == 0xff {
            let at = usize::from(script.short()) % out.len();
            out[at] ^= script.byte();
        }
    }
    out
}

/// An interface description block; some have options.
fn interface(script: &mut Script<'_>, link: u8) -> Vec<u8> {
    let choice = script.byte();
    let mut body = vec![link, 0, 0, 0];
    // Snap length.
    let snap = u32::from(choice & 1) * u32::from(script.byte());
    body.extend(snap.to_le_bytes());
    if choice & 2 != 0 {
        // Resolution and offset of timestamps.
        body.extend([9, 0, 1, 0, script.byte(), 0, 0, 0]);
        body.extend([14, 0, 8, 0]);
        body.extend(i64::from(script.short()).to_le_bytes());
        body.extend([0; 4]);
    }
    block(1, &body)
}

/// A decryption secrets block.
fn secrets(script: &mut Script<'_>) -> Vec<u8> {
    let choice = script.byte();
    let lines = match choice & 3 {
        0 => script.bytes(usize::from(choice >> 2)).to_vec(),
        _ => format!("CLIENT_RANDOM {:064x} {:096x}\n", choice, 1).into_bytes(),
    };
    // TLS or WireGuard key log.
    let kind: u32 = if choice & 4 == 0 {
        0x544c_534b
    } else {
        0x5747_4b4c
    };
    let length = (lines.len() as u32 + u32::from(choice & 8 != 0)).to_le_bytes();
    block(10, &[&kind.to_le_bytes(), &length, &lines[..]].concat())
}

/// The next segment of a connection.
fn packet(script: &mut Script<'_>, number: usize, talk: &mut Talk) -> Vec<u8> {
    let choice = script.byte();
    let sender = usize::from(choice >> 7);
    let at = talk.sent[sender];
    let (flags, payload) = match choice & 15 {
        0 => (if sender == 0 { 2 } else { 18 }, Vec::new()),
        1 => (17, Vec::new()),
        2 => (4, Vec::new()),
        3 => (16, script.bytes(usize::from(choice >> 4)).to_vec()),
        _ => {
            let start = if at <= 1 && sender == 0 { PREFACE } else { &[] };
            let mut payload = start.to_vec();
            for _ in 0..=choice >> 4 & 3 {
                payload.extend(frames::next(script).bytes);
            }
            (24, payload)
        }
    };
    let opening = u32::from(flags & 3 != 0);
    talk.sent[sender] = at.wrapping_add(payload.len() as u32 + opening);
    // Some late, some early, some never.
    let sequence = match choice & 0x4f {
        0x4e => at.wrapping_add(script.short().into()),
        0x4f => at.wrapping_sub(script.byte().into()),
        _ => at,
    };
    let make = if sender == 0 { tcp } else { answer };
    let segment = make(number as u32, sequence, flags, &payload);
    acknowledging(segment, talk.sent[1 - sender])
}

/// A packet in one of the kinds of packet block.
fn packet_block(
    script: &mut Script<'_>,
    kind: u8,
    links: &[(u8, &[u8])],
    packet: &[u8],
) -> Vec<u8> {
    let simple = kind == 1;
    // Simple packet blocks belong to the first interface.
    let chosen = if simple || kind < 4 {
        0
    } else {
        usize::from(script.byte() & 3)
    };
    let before = links.get(chosen).map_or(&[][..], |(_, before)| before);
    let mut packet = [before, packet].concat();
    let length = (packet.len() as u32).to_le_bytes();
    if kind == 3 {
        // Cut by the snap length.
        packet.truncate(usize::from(script.short()));
    }
    let captured = (packet.len() as u32).to_le_bytes();
    let stamp = [[0; 4], u32::from(script.byte()).to_le_bytes()].concat();
    if simple {
        return block(3, &[&length[..], &packet].concat());
    }
    let chosen = (chosen as u32).to_le_bytes();
    let head = match kind {
        // Obsolete packet blocks have 16 bits each for the interface and the
        // drop count.
        2 => [&chosen[..2], &[0; 2]].concat(),
        _ => chosen.to_vec(),
    };
    let number = if kind == 2 { 2 } else { 6 };
    let body = [&head[..], &stamp, &captured, &length, &packet].concat();
    block(number, &body)
}
