//! Files of packets.

mod pcap;
mod pcapng;

pub(crate) use pcap::Pcap;
pub(crate) use pcapng::Pcapng;

/// How far a part of a file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    /// Octets that are done with.
    pub(crate) used: usize,
    /// Octets, from there, without which reading does not go on.
    pub(crate) needs: usize,
}

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Its octets; the first is the one after the last that was used.
    pub(crate) octets: &'a [u8],
    /// Where it begins in the file.
    pub(crate) at: u64,
    /// Whether the file ends with it.
    pub(crate) last: bool,
}
