//! What Wireshark and tshark export as JSON: packets as trees of fields, with
//! the octets of the packets, or of their header blocks, where they were
//! asked for.

use std::collections::HashMap;

use http2::{
    Arrival, Sender,
    frame::{flags, sender_of_block},
};

use super::{
    hex, member,
    scan::{Node, Value},
};
use crate::paste::{
    Content, Fault, Packet, RefusalKind, content,
    follow::nanos,
    pieces::{Bond, Pieces, Side},
};

/// What was found in an export.
pub(super) enum Export {
    /// Header blocks.
    Blocks(Pieces),
    /// All of every packet.
    Packets(Content),
}

/// Whether a document is a packet of such an export.
pub(super) fn is_packet(node: &Node, raw: &str) -> bool {
    layers(node, raw).is_some()
}

/// The fields of a packet: `_source.layers`, or `layers` (tshark -T ek); or a
/// part of them, by the names of HTTP/2's.
fn layers<'a>(node: &'a Node, raw: &str) -> Option<&'a Node> {
    let source = member(node, raw, "_source").unwrap_or(node);
    let is_part = || match &node.value {
        Value::Object(members) => members.iter().any(|(key, _)| {
            let name = key.of(raw);
            name == "http2" || name.starts_with("http2.")
        }),
        _ => false,
    };
    member(source, raw, "layers").or_else(|| is_part().then_some(node))
}

/// Reads an export.
///
/// # Errors
/// Where the octets are not in it.
pub(super) fn read(raw: &str, documents: &[Node]) -> Result<Export, Fault> {
    let packets: Vec<&Node> = documents
        .iter()
        .flat_map(|document| match &document.value {
            Value::List(list) => list.iter().collect(),
            _ => vec![document],
        })
        .filter_map(|node| layers(node, raw))
        .collect();
    let whole: Vec<Packet> = packets
        .iter()
        .enumerate()
        .filter_map(|(n, layers)| packet(raw, layers, n as u32 + 1))
        .collect();
    if !whole.is_empty() {
        return Ok(Export::Packets(Content::Packets(whole)));
    }
    let at = documents.first().map_or(0, |document| document.start);
    let mut found = Blocks {
        raw,
        pieces: Pieces::default(),
        sides: Vec::new(),
        known: HashMap::new(),
        of: Vec::new(),
        connection: None,
        open: false,
    };
    for layers in packets {
        found.packet(layers)?;
    }
    if found.pieces.list.is_empty() {
        return Err(Fault::at(
            RefusalKind::ToolExport,
            at,
            "This is a JSON export of Wireshark or tshark, and the bytes of header blocks are not in it. Export it with the bytes of the packets (tshark -T json -x), or print the header blocks (tshark -T fields -e http2.headers).",
        ));
    }
    Ok(Export::Blocks(found.finish()))
}

/// All octets of a packet, where they were exported.
fn packet(raw: &str, layers: &Node, number: u32) -> Option<Packet> {
    let node = member(layers, raw, "frame_raw")?;
    let node = match &node.value {
        Value::List(list) => list.first()?,
        _ => node,
    };
    let mut pieces = Pieces::default();
    hex(text(node, raw)?, node.start + 1, &mut pieces).ok()?;
    let frame = member(layers, raw, "frame");
    let field = |name: &str| frame.and_then(|frame| member(frame, raw, name));
    let seconds = field("frame.time_epoch").and_then(|node| text(node, raw));
    let number_of = |name: &str| field(name).and_then(|node| text(node, raw)?.parse::<u32>().ok());
    Some(Packet {
        link: content::packet_for_certain(&pieces.octets)?.0,
        octets: pieces.octets,
        places: pieces.places,
        length: number_of("frame.len"),
        arrival: Arrival {
            packet: number_of("frame.number").unwrap_or(number),
            nanos: seconds
                .and_then(|seconds| nanos(seconds.as_bytes()))
                .unwrap_or(0),
        },
    })
}

/// What stands in a string.
fn text<'a>(node: &Node, raw: &'a str) -> Option<&'a str> {
    node.is_text().then(|| node.of(raw))
}

/// The first field of that name, however deep it stands.
fn field<'a>(node: &Node, raw: &'a str, name: &str) -> Option<&'a str> {
    match &node.value {
        Value::List(list) => list.iter().find_map(|item| field(item, raw, name)),
        Value::Object(members) => members.iter().find_map(|(key, value)| {
            if key.of(raw) == name {
                return text(value, raw);
            }
            field(value, raw, name)
        }),
        _ => None,
    }
}

/// Collects the header blocks of one connection.
struct Blocks<'a> {
    raw: &'a str,
    pieces: Pieces,
    /// The directions, each by its ports, and who was found to send there.
    sides: Vec<((&'a str, &'a str), Option<Sender>)>,
    /// The index of each direction in `sides`.
    known: HashMap<(&'a str, &'a str), usize>,
    /// The direction of each piece.
    of: Vec<usize>,
    connection: Option<&'a str>,
    /// Whether the last block goes on in a CONTINUATION frame.
    open: bool,
}

impl Blocks<'_> {
    fn packet(&mut self, layers: &Node) -> Result<(), Fault> {
        let raw = self.raw;
        let get = |name: &str| field(layers, raw, name);
        let before = self.pieces.list.len();
        let ports = (
            get("tcp.srcport").unwrap_or(""),
            get("tcp.dstport").unwrap_or(""),
        );
        let sides = &mut self.sides;
        let side = *self.known.entry(ports).or_insert_with(|| {
            sides.push((ports, None));
            sides.len() - 1
        });
        self.walk(layers, side)?;
        let stream = get("tcp.stream").filter(|_| self.pieces.list.len() > before);
        if let (Some(one), Some(other)) = (self.connection, stream)
            && one != other
        {
            return Err(Fault::at(
                RefusalKind::Ambiguous,
                layers.start,
                format!(
                    "Packets of another connection begin here (tcp.stream {other} after {one}), and each connection has its own tables. Export one of them, or the bytes of the packets (tshark -T json -x)."
                ),
            ));
        }
        self.connection = self.connection.or(stream);
        Ok(())
    }

    /// Finds the header blocks in a value.
    fn walk(&mut self, node: &Node, side: usize) -> Result<(), Fault> {
        match &node.value {
            Value::List(list) => list.iter().try_for_each(|item| self.walk(item, side)),
            Value::Object(members) => {
                for (key, value) in members {
                    match key.of(self.raw) {
                        "http2.headers" | "http2.push_promise.header" => {
                            self.block(node, value, side, false)?;
                        }
                        "http2.continuation.header" => self.block(node, value, side, true)?,
                        // The octets, and where they stand in the packet.
                        "http2.headers_raw"
                            if member(node, self.raw, "http2.headers").is_none() =>
                        {
                            if let Value::List(list) = &value.value
                                && let Some(digits) = list.first()
                            {
                                self.block(node, digits, side, false)?;
                            }
                        }
                        _ => self.walk(value, side)?,
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A header block, or a part of one, in the fields of a frame.
    fn block(&mut self, frame: &Node, value: &Node, side: usize, more: bool) -> Result<(), Fault> {
        let raw = self.raw;
        let Some(digits) = text(value, raw) else {
            return self.walk(value, side);
        };
        let joined = more && self.open;
        let piece = self
            .pieces
            .begin(if joined { Bond::Joined } else { Bond::Apart });
        piece.label = member(frame, raw, "http2.streamid")
            .and_then(|node| text(node, raw))
            .filter(|_| !joined)
            .map(|stream| format!("stream {stream}"));
        let start = self.pieces.octets.len();
        if !hex(digits, value.start + 1, &mut self.pieces)? {
            self.pieces.list.pop();
            return Ok(());
        }
        self.of.push(side);
        let flags = member(frame, raw, "http2.flags").and_then(|node| text(node, raw));
        let flags = flags.and_then(|flags| u8::from_str_radix(flags.strip_prefix("0x")?, 16).ok());
        self.open = flags.is_some_and(|set| set & flags::END_HEADERS == 0);
        let told = &mut self.sides[side].1;
        if told.is_none() {
            *told = sender_of_block(&self.pieces.octets[start..]);
        }
        Ok(())
    }

    fn finish(mut self) -> Pieces {
        for (piece, &side) in self.pieces.list.iter_mut().zip(&self.of) {
            let ((from, to), told) = self.sides[side];
            if from.is_empty() {
                continue;
            }
            let other = self.known.get(&(to, from)).map(|&other| self.sides[other]);
            let sender = told.or_else(|| other?.1.map(Sender::peer));
            piece.mark = sender.map(Side::Is);
        }
        self.pieces
    }
}
