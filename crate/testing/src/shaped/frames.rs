//! HTTP/2 frames, most of them valid.

use super::Script;
use crate::hostile::build::{PREFACE, frame};

/// Consecutive frames and their content.
#[derive(Debug)]
pub struct Written {
    /// The frames on the wire.
    pub bytes: Vec<u8>,
    /// The header block that they carry, if any.
    pub block: Option<Vec<u8>>,
    /// Whether all of it is valid.
    pub sound: bool,
}

/// “www.example.com” and “no-cache” in the Huffman code (RFC 7541 Appendix C).
const CODED: [&[u8]; 2] = [
    &[
        0xf1, 0xe3, 0xc2, 0xe5, 0xf2, 0x3a, 0x6b, 0xa0, 0xab, 0x90, 0xf4, 0xff,
    ],
    &[0xa8, 0xeb, 0x10, 0x64, 0x9c, 0xbf],
];

fn string(script: &mut Script<'_>) -> Vec<u8> {
    let choice = script.byte();
    match choice >> 6 {
        0 => {
            let coded = CODED[usize::from(choice & 1)];
            [&[0x80 | coded.len() as u8], coded].concat()
        }
        _ => {
            let text = script.bytes(usize::from(choice & 0x3f));
            [
                &[choice & 0x80 >> (choice >> 5 & 1) | text.len() as u8],
                text,
            ]
            .concat()
        }
    }
}

/// A header block of a few representations (RFC 7541 §6).
pub fn block(script: &mut Script<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..=script.byte() & 7 {
        let choice = script.byte();
        match choice >> 4 {
            // Indexed: the static table, and the newest entry of the dynamic
            // table.
            0..=7 => out.push(0x80 | choice & 0x3f | choice >> 1 & 1),
            // Literals: with incremental indexing, without, never indexed;
            // indexed or new name.
            8..=13 => {
                let indexed = choice & 1 == 0;
                let (prefix, most) =
                    [(0x40, 0x3f), (0, 0x0f), (0x10, 0x0f)][usize::from(choice >> 4 & 3).min(2)];
                let name = if indexed { 1 + script.byte() % most } else { 0 };
                out.push(prefix | name.min(most - 1));
                if name == 0 {
                    out.extend(string(script));
                }
                out.extend(string(script));
            }
            // A size update, of one byte or three.
            14 => out.push(0x20 | choice & 0x0f),
            _ => out.extend([0x3f, 0x80 | script.byte(), script.byte() & 0x1f]),
        }
    }
    out
}

/// The payload of a frame that carries a header block, with padding and
/// priority by its flags.
fn padded(script: &mut Script<'_>, flags: u8, before: &[u8], inside: &[u8]) -> Vec<u8> {
    let count = script.byte() & 0x1f;
    match flags & 8 {
        0 => [before, inside].concat(),
        _ => [&[count], before, inside, &vec![0; count.into()]].concat(),
    }
}

/// The next frame, or the frames of a header block.
pub fn next(script: &mut Script<'_>) -> Written {
    let choice = script.byte();
    let place = script.byte();
    let stream = u32::from(place & 0x1f | 1);
    let mut sound = true;
    let mut bytes;
    let mut found = None;
    match choice & 15 {
        0 => {
            let flags = place >> 5 & 1 | place >> 4 & 8;
            let count = usize::from(script.byte());
            let data = script.bytes(count);
            let payload = padded(script, flags, &[], data);
            bytes = frame(0, flags, stream, &payload);
        }
        1 | 5 | 9..=11 => {
            let promise = choice & 15 == 5;
            let block = block(script);
            let parts = if place & 0x80 == 0 { 1 } else { 3 };
            let size = block.len().div_ceil(parts).max(1);
            let mut parts = block.chunks(size);
            let flags = script.byte() & if promise { 8 } else { 0x29 };
            let before = match (promise, flags & 0x20) {
                (true, _) => vec![0, 0, 0, 2 + (place & 0x1e)],
                (false, 0) => Vec::new(),
                _ => vec![0, 0, 0, script.byte(), 16],
            };
            let payload = padded(script, flags, &before, parts.next().unwrap_or(&[]));
            let kind = if promise { 5 } else { 1 };
            let last = |parts: &std::slice::Chunks<'_, u8>| 4 * u8::from(parts.len() == 0);
            bytes = frame(kind, flags | last(&parts), stream, &payload);
            while let Some(part) = parts.next() {
                bytes.extend(frame(9, last(&parts), stream, part));
            }
            found = Some(block);
        }
        2 => bytes = frame(2, 0, stream, &[0, 0, 0, script.byte(), 7]),
        3 => bytes = frame(3, 0, stream, &[0, 0, 0, script.byte()]),
        4 if place & 0x20 != 0 => bytes = frame(4, 1, 0, &[]),
        4 => {
            let mut payload = Vec::new();
            for _ in 0..place & 3 {
                payload.extend([0, 1 + script.byte() % 9, 0, 0]);
                payload.extend(script.short().to_be_bytes());
            }
            bytes = frame(4, 0, 0, &payload);
        }
        6 => bytes = frame(6, place >> 5 & 1, 0, &[place; 8]),
        7 => {
            let debug = script.bytes(usize::from(place >> 5));
            bytes = frame(7, 0, 0, &[&[0, 0, 0, place, 0, 0, 0, 1], debug].concat());
        }
        8 => bytes = frame(8, 0, stream * u32::from(place >> 7), &[0, 0, 1, place]),
        12 => {
            // Known and unknown extensions.
            let kind = [10, 12, 16, 0xb5][usize::from(place >> 5 & 3)];
            let payload = script.bytes(usize::from(place & 0x1f));
            bytes = frame(kind, 0, 0, payload);
        }
        13 => {
            sound = false;
            bytes = PREFACE[usize::from(place & 1)..].to_vec();
        }
        14 => {
            sound = false;
            bytes = script.bytes(place.into()).to_vec();
        }
        _ => {
            sound = false;
            let [kind, flags] = [script.byte() % 11, script.byte()];
            let stream = u32::from(script.short() >> 8);
            let payload = script.bytes(usize::from(place & 0x3f));
            bytes = frame(kind, flags, stream, payload);
        }
    }
    match choice >> 4 {
        12 if bytes.len() > 2 => {
            sound = false;
            bytes[2] = bytes[2].wrapping_add_signed((script.byte() % 9) as i8 - 4);
        }
        13 if !bytes.is_empty() => {
            sound = false;
            let at = usize::from(script.short()) % bytes.len();
            bytes[at] ^= 1 << (script.byte() & 7);
        }
        14 => {
            sound = false;
            let left = usize::from(script.short()) % (bytes.len() + 1);
            bytes.truncate(left);
        }
        _ => {}
    }
    Written {
        bytes,
        block: found,
        sound,
    }
}
