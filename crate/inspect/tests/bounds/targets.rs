//! Bodies of the fuzz targets, shared with the test that replays kept inputs.

use input::capture::har::Har;
use testing::shaped::{Script, pcapng};

use super::{check::whole, mend};

/// Size of a chunk, bytes.
const PART: usize = 1 << 16;

/// Encrypted connections, whose key logs are in the corpus.
const ENCRYPTED: [&[u8]; 2] = [
    include_bytes!("encrypted/tls12.pcap"),
    include_bytes!("encrypted/tls13.pcap"),
];

pub(crate) fn file(input: &[u8]) {
    whole(input, &[], PART);
}

pub(crate) fn pcap(input: &[u8]) {
    whole(&mend::pcap(input), &[], PART);
}

/// A script of blocks and packets, or a repaired file, depending on the first
/// byte.
pub(crate) fn pcapng(input: &[u8]) {
    let file = match input.first() {
        Some(0..8) => pcapng::file(&mut Script::new(&input[1..])),
        _ => mend::pcapng(input),
    };
    whole(&file, &[], PART);
}

pub(crate) fn gzip(input: &[u8]) {
    whole(&mend::gzip(input), &[], PART);
}

pub(crate) fn keylog(input: &[u8]) {
    for capture in ENCRYPTED {
        whole(capture, input, PART);
    }
}

/// The result must not depend on the chunks.
pub(crate) fn har(input: &[u8]) {
    let read = |part: usize| {
        let mut har = Har::new();
        input.chunks(part).for_each(|part| har.push(part));
        har.finish()
    };
    assert_eq!(read(usize::MAX), read(7));
    whole(input, &[], PART);
}
