//! Frames, written.

use http2::PREFACE;

/// A frame of these octets.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut octets = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    octets.extend([kind, flags]);
    octets.extend(stream.to_be_bytes());
    octets.extend(payload);
    octets
}

/// SETTINGS with these parameters.
pub(crate) fn settings(parameters: &[(u16, u32)]) -> Vec<u8> {
    let payload: Vec<u8> = parameters
        .iter()
        .flat_map(|(id, value)| [&id.to_be_bytes()[..], &value.to_be_bytes()[..]].concat())
        .collect();
    frame(4, 0, 0, &payload)
}

/// SETTINGS that acknowledges others.
pub(crate) fn acknowledgement() -> Vec<u8> {
    frame(4, 1, 0, b"")
}

/// HEADERS with a whole block.
pub(crate) fn headers(stream: u32, block: &[u8]) -> Vec<u8> {
    frame(1, 4, stream, block)
}

/// The preface, empty SETTINGS, and what follows.
pub(crate) fn client(frames: &[Vec<u8>]) -> Vec<u8> {
    [PREFACE, &settings(&[]), &frames.concat()].concat()
}
