//! Packets of any link layer to the connections in them.

use std::fmt::Arguments;

use http2::Arrival;

use super::{
    Sink,
    cut::Cut,
    fragments::Fragments,
    ip::{self, Datagram, Unreadable, protocol},
    link::{self, Held},
    notes::{Kind, Notes},
    stream::Output,
    tcp,
    tls::KeyLog,
    udp,
};
use crate::{
    Problem,
    bounds::{self, Account},
};

/// One packet, as it was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// What its first header is, as the LINKTYPE_ numbers of capture files.
    pub link: u32,
    /// What was captured of it.
    pub octets: &'a [u8],
    /// Octets on the wire.
    pub length: usize,
    /// Its number and time.
    pub arrival: Arrival,
}

/// Takes packets in the order of the capture.
#[derive(Debug, Default)]
pub struct Packets {
    layers: Layers,
    notes: Notes,
    keys: KeyLog,
    /// Link types that were told of.
    unread: Vec<u32>,
    /// Connections so far.
    connections: usize,
    /// Packets so far.
    count: u64,
    /// What is kept of them.
    account: Account,
    /// Whether that was too much, which was told.
    full: bool,
}

/// The layers above the link.
#[derive(Debug, Default)]
struct Layers {
    fragments: Fragments,
    tcp: tcp::Table,
    udp: udp::Table,
}

/// The largest packet, octets; offloading makes them larger than networks do.
const LARGEST: usize = 1 << 20;

impl Packets {
    /// No packets yet; with secrets for TLS.
    #[must_use]
    pub fn new(keys: KeyLog) -> Self {
        Self {
            keys,
            ..Self::default()
        }
    }

    /// Secrets for TLS, which the capture may bring along.
    pub fn keys(&mut self) -> &mut KeyLog {
        &mut self.keys
    }

    /// Tells of something in the file.
    pub(super) fn note(
        &mut self,
        kind: Kind,
        place: impl FnOnce() -> String,
        message: Arguments<'_>,
        sink: &mut dyn Sink,
    ) {
        self.notes.place(sink, kind, place, message);
    }

    /// The next packet.
    pub fn push(&mut self, packet: &Packet<'_>, sink: &mut dyn Sink) {
        let cut = Cut {
            octets: packet.octets,
            length: packet.length.min(LARGEST).max(packet.octets.len()),
        };
        let arrival = packet.arrival;
        let room = self.account.has_room(sink.kept());
        let mut out = Output {
            sink,
            notes: &mut self.notes,
            keys: &mut self.keys,
            connections: &mut self.connections,
            account: &mut self.account,
        };
        self.count += 1;
        if !room {
            if !std::mem::replace(&mut self.full, true) {
                out.note(
                    Kind::Bound,
                    arrival,
                    format_args!(
                        "the packets from here on are not read: what is kept of those before has more than {} MiB",
                        bounds::KEPT >> 20
                    ),
                );
            }
            return;
        }
        match link::strip(packet.link, cut) {
            Held::Ip(cut) => {
                if let Err(error) = self.layers.internet(cut, arrival, bounds::DEPTH, &mut out) {
                    unreadable(error, arrival, &mut out);
                }
            }
            Held::Other => {}
            Held::Short => unreadable(Unreadable::Short, arrival, &mut out),
            Held::Unread => {
                if !self.unread.contains(&packet.link) {
                    self.unread.push(packet.link);
                    let name = link::name(packet.link);
                    out.note(
                        Kind::Link,
                        arrival,
                        format_args!(
                            "packets of {name} are not read: capture on an interface that gives Ethernet, IP, loopback or Linux cooked packets"
                        ),
                    );
                }
            }
        }
    }

    /// The capture ends, after `bytes` bytes of the file.
    pub fn finish(&mut self, bytes: u64, sink: &mut dyn Sink) {
        let mut out = Output {
            sink,
            notes: &mut self.notes,
            keys: &mut self.keys,
            connections: &mut self.connections,
            account: &mut self.account,
        };
        self.layers.fragments.finish(&mut out);
        self.layers.tcp.finish(&mut out);
        self.notes.finish(bytes, sink);
        if self.layers.tcp.is_empty() && self.layers.udp.is_empty() && self.unread.is_empty() {
            let message = match self.count {
                0 => "the file holds no packets".to_owned(),
                count => format!("none of the {count} packets is TCP, which HTTP/2 runs over"),
            };
            sink.problem(Problem::note(format!("byte {bytes}"), message));
        }
    }
}

fn unreadable(error: Unreadable, arrival: Arrival, out: &mut Output<'_>) {
    let message = match error {
        Unreadable::Short => "too little of this packet was captured: its headers are incomplete",
        Unreadable::NotIp => "this packet should be IP, but it has no IP header",
    };
    out.note(Kind::Header, arrival, format_args!("{message}"));
}

impl Layers {
    fn internet(
        &mut self,
        cut: Cut<'_>,
        arrival: Arrival,
        depth: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let datagram = ip::read(cut)?;
        if datagram.bad_checksum {
            out.note(
                Kind::Checksum,
                arrival,
                format_args!("its IPv4 header checksum is wrong; the packet was read anyway"),
            );
        }
        let Some(fragment) = datagram.fragment else {
            return self.carried(&datagram, arrival, depth, out);
        };
        let Some(whole) = self.fragments.add(&datagram, fragment, arrival, out) else {
            return Ok(());
        };
        let whole = whole.datagram(&datagram);
        // What stood behind the fragment header belongs to the whole.
        let (protocol, payload, _) = ip::extensions(whole.protocol, whole.payload)?;
        let whole = Datagram {
            protocol,
            payload,
            ..whole
        };
        self.carried(&whole, arrival, depth, out)
    }

    fn carried(
        &mut self,
        datagram: &Datagram<'_>,
        arrival: Arrival,
        depth: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let ethernet = match datagram.protocol {
            protocol::TCP => return self.tcp.segment(datagram, arrival, out),
            protocol::UDP => self.udp.datagram(datagram, arrival, out)?,
            protocol::IPV4 | protocol::IPV6 if depth > 0 => {
                return self.internet(datagram.payload, arrival, depth - 1, out);
            }
            protocol::GRE if depth > 0 => match link::generic_routing(datagram.payload) {
                Held::Ip(cut) => return self.internet(cut, arrival, depth - 1, out),
                _ => None,
            },
            _ => None,
        };
        if let Some(ethernet) = ethernet.filter(|_| depth > 0)
            && let Held::Ip(cut) = link::strip(link::ETHERNET, ethernet)
        {
            return self.internet(cut, arrival, depth - 1, out);
        }
        Ok(())
    }
}
