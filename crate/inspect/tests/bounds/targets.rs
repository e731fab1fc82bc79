//! What each fuzz target does with its input, for the target and for the test
//! that replays what is kept of it.

use input::capture::har::Har;
use testing::shaped::{Script, pcapng};

use crate::{check::whole, mend};

/// Bytes that are read at once.
const PART: usize = 1 << 16;

/// Encrypted connections, whose key logs the corpus has.
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

/// A script of blocks and packets, or a file that is mended where it begins
/// like one.
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

/// How an archive comes changes nothing.
pub(crate) fn har(input: &[u8]) {
    let read = |part: usize| {
        let mut har = Har::new();
        input.chunks(part).for_each(|part| har.push(part));
        har.finish()
    };
    assert_eq!(read(usize::MAX), read(7));
    whole(input, &[], PART);
}
