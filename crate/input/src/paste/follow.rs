//! “Follow stream” of Wireshark and tshark: both directions of a connection,
//! as lines of hex, as dumps, as C arrays, or as YAML.

mod parse;

pub(super) use parse::nanos;

use std::net::SocketAddr;

use http2::{Arrival, Sender};

use super::{
    As, Conversation, Fault, Format, RefusalKind,
    assemble::Builder,
    bare, base64, content,
    pieces::{Bond, Pieces},
    row::{self, Cell, Size},
    text::{Line, Text},
};

/// What was followed, and how it was written.
pub(super) struct Followed {
    pub(super) conversations: Vec<Conversation>,
    pub(super) format: Format,
    pub(super) detail: &'static str,
}

/// The ways in which it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// tshark: it says itself how.
    Tshark,
    Arrays,
    Yaml,
    /// Dumps, of which those of the second peer are indented.
    Dumps,
}

/// Reads the text, if it is one of these.
///
/// # Errors
/// Where it is one whose octets can't be had.
pub(super) fn read(text: &Text, chosen: Option<As>) -> Result<Option<Followed>, Fault> {
    let lines = text.lines();
    let Some(style) = style(&lines, text) else {
        return Ok(None);
    };
    let mut reader = Reader::new(text);
    let (format, detail) = match style {
        Style::Tshark => reader.tshark(&lines)?,
        Style::Yaml => {
            reader.yaml(&lines)?;
            (Format::Base64, "YAML of “Follow stream”")
        }
        Style::Arrays if reader.arrays(&lines) => (Format::Hex, "C arrays of “Follow stream”"),
        Style::Dumps if reader.dumps(&lines).is_ok() => {
            (Format::Hexdump, "dumps of “Follow stream”")
        }
        Style::Arrays | Style::Dumps => return Ok(None),
    };
    reader.end();
    let conversations = reader.done;
    let at = lines.first().map_or(0, |line| text.raw_at(line.start));
    if conversations.is_empty() {
        return Err(Fault::at(
            RefusalKind::Empty,
            at,
            "This is a connection from “Follow stream”, and there are no bytes in it.",
        ));
    }
    if chosen == Some(As::Frames) || conversations.iter().all(are_frames) {
        return Ok(Some(Followed {
            conversations,
            format,
            detail,
        }));
    }
    if matches!(style, Style::Dumps | Style::Arrays) {
        return Ok(None);
    }
    let streams = conversations.iter().flat_map(|one| &one.streams);
    let (kind, message) = streams
        .filter_map(|stream| content::name(&stream.octets))
        .find(|(kind, _)| *kind != RefusalKind::Frames)
        .unwrap_or((
            RefusalKind::TwoDirections,
            "This is a connection from “Follow stream”, and what it carried does not look like HTTP/2 frames. Follow the TCP stream of a connection in clear text, or the TLS stream of one that Wireshark can decrypt.".to_owned(),
        ));
    Err(Fault::at(kind, at, message))
}

fn are_frames(conversation: &Conversation) -> bool {
    let mut streams = conversation.streams.iter();
    streams
        .clone()
        .any(|stream| content::is_certain(&stream.octets))
        || streams.all(|stream| content::is_frames(&stream.octets))
}

fn style(lines: &[Line], text: &Text) -> Option<Style> {
    let plain = &*text.plain;
    let mut head = lines
        .iter()
        .map(|line| line.trimmed(plain).of(plain))
        .filter(|line| !line.is_empty())
        .take(8);
    head.clone()
        .find_map(|line| match line {
            _ if line.starts_with(b"Follow: ") => Some(Style::Tshark),
            b"peers:" => Some(Style::Yaml),
            _ if parse::array(line).is_some() => Some(Style::Arrays),
            _ if parse::yaml_stream(line).is_some() => Some(Style::Yaml),
            _ => None,
        })
        .or_else(|| {
            let first = head.next()?;
            (first.starts_with(b"00000000  ") && has_two_margins(lines, text))
                .then_some(Style::Dumps)
        })
}

/// Whether all lines are rows of dumps, at two margins, and those of each
/// margin begin at 0.
fn has_two_margins(lines: &[Line], text: &Text) -> bool {
    let plain = &*text.plain;
    let mut begun = [false; 2];
    for line in lines {
        let content = line.trimmed(plain);
        if content.of(plain).is_empty() {
            continue;
        }
        let peer = usize::from(parse::peer(*line, plain));
        let row = parse::row(text, content);
        if row.is_none_or(|(offset, _)| !begun[peer] && offset != 0) {
            return false;
        }
        begun[peer] = true;
    }
    begun == [true; 2]
}

struct Reader<'a> {
    text: &'a Text<'a>,
    /// By the number of the peer, 0 or 1.
    builder: Builder<u8>,
    nodes: [Option<SocketAddr>; 2],
    done: Vec<Conversation>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a Text<'a>) -> Self {
        Self {
            text,
            builder: Builder::default(),
            nodes: [None; 2],
            done: Vec::new(),
        }
    }

    /// A connection ends.
    fn end(&mut self) {
        let builder = std::mem::take(&mut self.builder);
        let [one, two] = std::mem::take(&mut self.nodes);
        let Some(first) = builder.first().copied() else {
            return;
        };
        let mut conversation = builder.finish(|peer| match peer {
            0 => Sender::Client,
            _ => Sender::Server,
        });
        let first_is_client = conversation.streams[0].sender != Sender::Server;
        (conversation.client, conversation.server) = if (first == 0) == first_is_client {
            (one, two)
        } else {
            (two, one)
        };
        self.done.push(conversation);
    }

    fn fault(&self, kind: RefusalKind, line: Line, message: impl Into<String>) -> Fault {
        Fault::at(kind, self.text.raw_at(line.start), message)
    }

    /// What tshark -z follow prints.
    fn tshark(&mut self, lines: &[Line]) -> Result<(Format, &'static str), Fault> {
        let plain = &*self.text.plain;
        let mut found = (Format::Hex, "tshark follow, raw");
        for (n, &line) in lines.iter().enumerate() {
            let content = line.trimmed(plain).of(plain);
            if let Some(follow) = content.strip_prefix(b"Follow: ") {
                self.end();
                let style = follow
                    .rsplit(|byte| *byte == b',')
                    .next()
                    .unwrap_or_default();
                found = match style {
                    b"raw" => (Format::Hex, "tshark follow, raw"),
                    b"hex" => (Format::Hexdump, "tshark follow, hex"),
                    b"yaml" => {
                        self.yaml(&lines[n + 1..])?;
                        return Ok((Format::Base64, "tshark follow, yaml"));
                    }
                    _ => {
                        return Err(self.fault(RefusalKind::Lossy, line, "Here tshark printed bytes as characters: those that cannot be printed are lost. Have it print digits, with -z follow,tcp,raw,0 instead of “ascii”."));
                    }
                };
            } else if let Some(node) = content.strip_prefix(b"Node ") {
                if let Some((peer, address)) = parse::node(node) {
                    self.nodes[peer] = address;
                }
            } else if content.is_empty()
                || content.starts_with(b"====")
                || content.starts_with(b"Filter: ")
            {
            } else if found.0 == Format::Hex {
                self.hex(line)?;
            } else {
                self.dump_row(line)?;
            }
        }
        Ok(found)
    }

    /// A line of hex digits.
    fn hex(&mut self, line: Line) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let peer = parse::peer(line, plain);
        let line = line.trimmed(plain);
        let digits = line.of(plain);
        if let Some(at) = digits.iter().position(|byte| !byte.is_ascii_hexdigit()) {
            let raw = self.text.raw_at(line.start + at);
            let c = self.text.raw[raw..].chars().next().unwrap_or('?');
            return Err(bare::bad_digit(c, raw));
        }
        if digits.len() % 2 == 1 {
            return Err(bare::odd(self.text.raw_at(line.end)));
        }
        let mut pieces = Pieces::default();
        let cell = Cell::new(16, row::ANY);
        row::read(self.text, line, Size::default(), cell, &mut pieces);
        self.push(peer, &pieces, Arrival::default());
        Ok(())
    }

    /// A row of a dump, whose offsets count for each peer.
    fn dump_row(&mut self, line: Line) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let peer = parse::peer(line, plain);
        let line = line.trimmed(plain);
        let Some((offset, pieces)) = parse::row(self.text, line) else {
            return Err(self.fault(
                RefusalKind::Offsets,
                line,
                "A row of the dump is expected here: an offset, and bytes in hex. Copy the whole text again.",
            ));
        };
        let so_far = self.builder.octets(&peer) as u64;
        if offset != so_far {
            return Err(self.fault(
                RefusalKind::Offsets,
                line,
                format!("The offset {offset:#x} should be {so_far:#x}: rows of this direction are missing or repeated. Copy the whole text again."),
            ));
        }
        self.push(peer, &pieces, Arrival::default());
        Ok(())
    }

    fn push(&mut self, peer: u8, pieces: &Pieces, arrival: Arrival) {
        self.builder
            .push(peer, &pieces.octets, &pieces.places, arrival);
    }

    /// Rows at two margins.
    fn dumps(&mut self, lines: &[Line]) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        for line in lines {
            if !line.trimmed(plain).of(plain).is_empty() {
                self.dump_row(*line)?;
            }
        }
        Ok(())
    }

    /// C arrays; false where they are not as Wireshark writes them.
    fn arrays(&mut self, lines: &[Line]) -> bool {
        let plain = &*self.text.plain;
        let mut at = None;
        for line in lines {
            let line = line.trimmed(plain);
            let content = line.of(plain);
            if let Some((peer, packet)) = parse::array(content) {
                at = Some((peer, Arrival { packet, nanos: 0 }));
                continue;
            }
            if content.is_empty() {
                continue;
            }
            let Some((peer, arrival)) = at else {
                return false;
            };
            let open = content.strip_suffix(b";").unwrap_or(content);
            let numbers = open.strip_suffix(b"}").unwrap_or(content);
            if numbers.len() < content.len() {
                at = None;
            }
            let end = line.start + numbers.len();
            let size = Size {
                width: Some(numbers.len() + 1),
                ..Size::default()
            };
            let mut pieces = Pieces::default();
            let found = row::read(
                self.text,
                Line { end, ..line },
                size,
                Cell {
                    prefixed: true,
                    ..Cell::PAIR
                },
                &mut pieces,
            );
            if !found.clean {
                return false;
            }
            self.push(peer, &pieces, arrival);
        }
        at.is_none()
    }

    /// YAML, of tshark and of Wireshark before version 4.
    fn yaml(&mut self, lines: &[Line]) -> Result<(), Fault> {
        let plain = &*self.text.plain;
        let mut peer = 0;
        let mut host = None;
        let mut arrival = Arrival::default();
        let mut data: Option<Vec<(usize, usize)>> = None;
        for line in lines {
            let line = line.trimmed(plain);
            let content = line.of(plain);
            if let Some(ranges) = &mut data
                && !content
                    .iter()
                    .any(|byte| matches!(byte, b':' | b'#' | b' '))
            {
                if !content.is_empty() {
                    ranges.push((line.start, line.end));
                }
                continue;
            }
            self.decode(data.take(), peer, arrival)?;
            if let Some((number, begins)) = parse::yaml_stream(content) {
                peer = number;
                data = begins.then(Vec::new);
                continue;
            }
            if let Some(number) = content.strip_prefix(b"# Packet ") {
                arrival.packet = parse::number(number).unwrap_or(0);
                continue;
            }
            match parse::yaml_pair(content) {
                Some((b"peer", value)) => peer = u8::from(value == b"1"),
                Some((b"packet", value)) => {
                    arrival = Arrival {
                        packet: parse::number(value).unwrap_or(0),
                        nanos: 0,
                    };
                }
                Some((b"timestamp", value)) => arrival.nanos = parse::nanos(value).unwrap_or(0),
                Some((b"host", value)) => host = parse::address(value),
                Some((b"port", value)) => {
                    let port = parse::number(value).and_then(|port| u16::try_from(port).ok());
                    self.nodes[usize::from(peer)] = host
                        .zip(port)
                        .map(|(host, port)| SocketAddr::new(host, port));
                }
                Some((b"data", value)) => data = value.starts_with(b"!!binary").then(Vec::new),
                _ => {}
            }
        }
        self.decode(data, peer, arrival)
    }

    /// The Base64 of one packet.
    fn decode(
        &mut self,
        ranges: Option<Vec<(usize, usize)>>,
        peer: u8,
        arrival: Arrival,
    ) -> Result<(), Fault> {
        let Some(ranges) = ranges.filter(|ranges| !ranges.is_empty()) else {
            return Ok(());
        };
        let mut pieces = Pieces::default();
        pieces.begin(Bond::Apart);
        let text = self.text;
        base64::decode(&text.plain, &ranges, &mut pieces, &|start, end| {
            text.place(start, end)
        })?;
        self.push(peer, &pieces, arrival);
        Ok(())
    }
}
