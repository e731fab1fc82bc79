//! Passes packets of any link layer to the connections they belong to.

use std::{borrow::Cow, collections::BTreeMap, fmt::Arguments};

use http2::Arrival;

use super::{
    Sink,
    cut::Cut,
    fragments::Fragments,
    ip::{self, Datagram, Unreadable, protocol},
    link::{self, LinkPayload},
    notes::Kind,
    stream::{Output, Shared},
    tcp,
    tls::KeyLog,
    udp,
};
use crate::{Problem, bounds};

/// A captured packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packet<'a> {
    /// Link type of its first header (LINKTYPE_ value).
    pub link: u32,
    /// The captured bytes.
    pub bytes: &'a [u8],
    /// Length on the wire, in bytes.
    pub length: usize,
    /// Its number and time.
    pub arrival: Arrival,
}

/// Reads packets in the order of the capture.
#[derive(Debug, Default)]
pub struct Packets {
    layers: Layers,
    shared: Shared,
    count: u64,
    /// Whether the memory limit was reached and reported.
    full: bool,
}

#[derive(Debug, Default)]
struct Layers {
    fragments: Fragments,
    tcp: tcp::Table,
    udp: udp::Table,
    /// Number and first arrival of unread packets, by their description.
    unread: BTreeMap<Cow<'static, str>, (u64, Arrival)>,
}

/// Largest packet, in bytes; with offloading, packets exceed the MTU.
const LARGEST: usize = 1 << 20;

impl Packets {
    /// Creates a reader with TLS secrets.
    #[must_use]
    pub fn new(keys: KeyLog) -> Self {
        let shared = Shared {
            keys,
            ..Shared::default()
        };
        Self {
            shared,
            ..Self::default()
        }
    }

    /// The TLS secrets, which the capture file can add to.
    pub fn keys(&mut self) -> &mut KeyLog {
        &mut self.shared.keys
    }

    pub(super) fn note(
        &mut self,
        kind: Kind,
        place: impl FnOnce() -> String,
        message: Arguments<'_>,
        sink: &mut dyn Sink,
    ) {
        self.shared.notes.place(sink, kind, place, message);
    }

    /// Reads the next packet.
    pub fn push(&mut self, packet: &Packet<'_>, sink: &mut dyn Sink) {
        let cut = Cut {
            bytes: packet.bytes,
            length: packet.length.min(LARGEST).max(packet.bytes.len()),
        };
        let arrival = packet.arrival;
        let room = self.shared.account.has_room(sink.kept());
        let shared = &mut self.shared;
        let mut out = Output { sink, shared };
        self.count += 1;
        if !room {
            if !std::mem::replace(&mut self.full, true) {
                let message = format!(
                    "the packets from here on are not read: what is kept of those before has more than {} MiB",
                    bounds::KEPT >> 20
                );
                let place = format!("packet {}", arrival.packet);
                out.sink.full(Problem::missing(place, message));
            }
            return;
        }
        let held = link::strip(packet.link, cut);
        if let Err(error) = self
            .layers
            .read_held(held, arrival, bounds::DEPTH + 1, &mut out)
        {
            report_unreadable(error, arrival, &mut out);
        }
    }

    /// Ends the capture, `bytes` bytes into the file.
    pub fn finish(&mut self, bytes: u64, sink: &mut dyn Sink) {
        let shared = &mut self.shared;
        let mut out = Output { sink, shared };
        self.layers.fragments.finish(&mut out);
        self.layers.tcp.finish(&mut out);
        for (what, (count, first)) in &self.layers.unread {
            let (packets, are) = if *count == 1 {
                ("packet", "is")
            } else {
                ("packets", "are")
            };
            let message = format_args!(
                "{count} {packets} of {what}, of which this is the first, {are} not read: capture where HTTP/2 is sent in Ethernet, IP, loopback or Linux cooked packets"
            );
            out.note(Kind::Link, *first, message);
        }
        self.shared.notes.finish(bytes, sink);
        if self.layers.tcp.is_empty() && self.layers.udp.is_empty() && self.layers.unread.is_empty()
        {
            let message = match self.count {
                0 => "the file holds no packets".to_owned(),
                count => format!("none of the {count} packets is TCP, which HTTP/2 runs over"),
            };
            sink.problem(Problem::note(format!("byte {bytes}"), message));
        }
    }
}

fn report_unreadable(error: Unreadable, arrival: Arrival, out: &mut Output<'_>) {
    let message = match error {
        Unreadable::Short => "too little of this packet was captured: its headers are incomplete",
        Unreadable::NotIp => "this packet should be IP, but it has no IP header",
    };
    out.note(Kind::Header, arrival, format_args!("{message}"));
}

impl Layers {
    /// Reads the content of a packet, which can nest further packets.
    fn read_held(
        &mut self,
        held: LinkPayload<'_>,
        arrival: Arrival,
        depth: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let what = match held {
            LinkPayload::Ip(cut) if depth > 0 => return self.read_ip(cut, arrival, depth - 1, out),
            LinkPayload::Ip(_) => "IP in too many other packets".into(),
            LinkPayload::Unread(what) => what,
            LinkPayload::Short => return Err(Unreadable::Short),
            LinkPayload::Other => return Ok(()),
        };
        self.unread.entry(what).or_insert((0, arrival)).0 += 1;
        Ok(())
    }

    fn read_ip(
        &mut self,
        cut: Cut<'_>,
        arrival: Arrival,
        depth: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let datagram = ip::read(cut)?;
        if datagram.bad_checksum {
            let message =
                format_args!("its IPv4 header checksum is wrong; the packet was read anyway");
            out.note(Kind::Checksum, arrival, message);
        }
        let Some(fragment) = datagram.fragment else {
            return self.read_payload(&datagram, arrival, depth, out);
        };
        let Some(whole) = self.fragments.add(&datagram, fragment, arrival, out) else {
            return Ok(());
        };
        let whole = whole.datagram(&datagram);
        // Extension headers after the fragment header belong to the datagram.
        let (protocol, payload, _) = ip::extensions(whole.protocol, whole.payload)?;
        let whole = Datagram {
            protocol,
            payload,
            ..whole
        };
        self.read_payload(&whole, arrival, depth, out)
    }

    fn read_payload(
        &mut self,
        datagram: &Datagram<'_>,
        arrival: Arrival,
        depth: usize,
        out: &mut Output<'_>,
    ) -> Result<(), Unreadable> {
        let payload = datagram.payload;
        let held = match datagram.protocol {
            protocol::TCP => return self.tcp.segment(datagram, arrival, out),
            protocol::UDP => self.udp.datagram(datagram, arrival, out)?,
            protocol::IPV4 | protocol::IPV6 => LinkPayload::Ip(payload),
            protocol::GRE => link::generic_routing(payload).unwrap_or(LinkPayload::Short),
            protocol::MPLS => link::by_type(link::MPLS, payload).unwrap_or(LinkPayload::Short),
            protocol::ETHERIP => payload
                .after(2)
                .and_then(|rest| link::by_type(link::BRIDGED, rest))
                .unwrap_or(LinkPayload::Short),
            protocol::PIM if payload.bytes.first().is_some_and(|first| first & 15 == 1) => {
                LinkPayload::Unread("PIM registers".into())
            }
            other => protocol::name(other).map_or(LinkPayload::Other, LinkPayload::Unread),
        };
        self.read_held(held, arrival, depth, out)
    }
}

#[cfg(test)]
mod tests {
    use http2::Event;
    use testing::hostile::build;

    use super::*;
    use crate::capture::{
        About,
        file::{File, Part},
    };

    #[derive(Default)]
    struct Count(usize);

    impl Sink for Count {
        fn connection(&mut self, _: usize, _: &About) {}
        fn event(&mut self, _: usize, _: Event<'_>) {
            self.0 += 1;
        }
        fn problem(&mut self, _: Problem) {}
    }

    /// Returns the bytes kept of the connections before and after the end of
    /// the file, and the number of events.
    fn kept(file: &[u8], keylog: &[u8]) -> (usize, usize, usize) {
        let mut keys = KeyLog::new();
        keys.read("key log", keylog);
        let (mut packets, mut count) = (Packets::new(keys), Count::default());
        let part = Part {
            bytes: file,
            at: 0,
            last: true,
        };
        File::pcap().read(&part, &mut packets, &mut count);
        let most = packets.shared.account.kept();
        packets.finish(0, &mut count);
        (most, packets.shared.account.kept(), count.0)
    }

    #[test]
    fn releases_memory_of_closed_connections() {
        let file = |packets: &[Vec<u8>]| -> Vec<u8> {
            let records = packets.iter().flat_map(|packet| build::pcap_record(packet));
            build::pcap_head(1 << 16)
                .into_iter()
                .chain(records)
                .collect()
        };
        let secured = testing::repository().join("crate/inspect/tests/bounds/encrypted/tls13.pcap");
        let mut keylogs = testing::seeds("keylog").into_iter();
        let keylog = keylogs.find(|(name, _)| name == "tls13").expect("a seed").1;
        let read = |path| std::fs::read(path).expect("readable file");
        let (_, empty, _) = kept(&file(&[build::tcp(0, 0, 2, &[])]), &[]);
        let mut http2 = build::PREFACE.to_vec();
        http2.extend(build::frame(4, 0, 0, &[]));
        let cases: [(&str, Vec<u8>, Vec<u8>, bool); 4] = [
            (
                "HTTP/2",
                file(&[build::tcp(0, 0, 2, &http2)]),
                Vec::new(),
                true,
            ),
            (
                "HTTP/1.1",
                file(&[build::tcp(0, 0, 2, b"GET / HTTP/1.1\r\n")]),
                Vec::new(),
                false,
            ),
            ("TLS", read(secured.clone()), Vec::new(), false),
            ("HTTP/2 in TLS", read(secured), keylog, true),
        ];
        for (name, file, keylog, events) in cases {
            let (most, end, count) = kept(&file, &keylog);
            assert!(most >= end && end > 0, "{name}");
            assert_eq!(end % empty, 0, "{name}: {end} of {empty}");
            assert_eq!(count > 0, events, "{name}");
        }
    }
}
