//! Packets of any link layer to the connections in them.

use http2::Arrival;

use super::{
    Sink,
    cut::Cut,
    ip::{self, Datagram, Unreadable, protocol},
    link::{self, Held},
    notes::{Kind, Notes},
    stream::Output,
    tcp,
    tls::KeyLog,
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
    tcp: tcp::Table,
    notes: Notes,
    keys: KeyLog,
    /// Link types that were told of.
    unread: Vec<u32>,
}

/// IP in IP in IP: deeper is no honest packet.
const DEPTH: usize = 4;

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

    /// The next packet.
    pub fn push(&mut self, packet: &Packet<'_>, sink: &mut dyn Sink) {
        let cut = Cut {
            octets: packet.octets,
            length: packet.length.max(packet.octets.len()),
        };
        let arrival = packet.arrival;
        let mut out = Output {
            sink,
            notes: &mut self.notes,
            keys: &mut self.keys,
        };
        match link::strip(packet.link, cut) {
            Held::Ip(cut) => {
                if let Err(error) = internet(&mut self.tcp, cut, arrival, DEPTH, &mut out) {
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

    /// The capture ends, after so many bytes of the file.
    pub fn finish(&mut self, bytes: u64, sink: &mut dyn Sink) {
        let mut out = Output {
            sink,
            notes: &mut self.notes,
            keys: &mut self.keys,
        };
        self.tcp.finish(&mut out);
        self.notes.finish(bytes, sink);
    }
}

fn unreadable(error: Unreadable, arrival: Arrival, out: &mut Output<'_>) {
    let message = match error {
        Unreadable::Short => "so little of this packet was captured that its headers are not whole",
        Unreadable::NotIp => "this packet should be IP, but its header is not one of IP",
    };
    out.note(Kind::Header, arrival, format_args!("{message}"));
}

fn internet(
    tcp: &mut tcp::Table,
    cut: Cut<'_>,
    arrival: Arrival,
    depth: usize,
    out: &mut Output<'_>,
) -> Result<(), Unreadable> {
    let datagram = ip::read(cut)?;
    carried(tcp, &datagram, arrival, depth, out)
}

fn carried(
    tcp: &mut tcp::Table,
    datagram: &Datagram<'_>,
    arrival: Arrival,
    depth: usize,
    out: &mut Output<'_>,
) -> Result<(), Unreadable> {
    match datagram.protocol {
        protocol::TCP => tcp.segment(
            datagram.source,
            datagram.destination,
            datagram.payload,
            arrival,
            out,
        ),
        protocol::IPV4 | protocol::IPV6 if depth > 0 => {
            internet(tcp, datagram.payload, arrival, depth - 1, out)
        }
        _ => Ok(()),
    }
}
