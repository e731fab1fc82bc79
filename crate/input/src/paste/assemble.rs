//! Pieces of a text to what they are together: header blocks, the frames of
//! one or both sides of a connection, or packets.

use http2::{Arrival, Sender, frame::infer_sender};

use super::{
    As, Chunk, Content, Conversation, Fault, Packet, RefusalKind, Stream, content,
    pieces::{Bond, Pieces, Side},
    sides,
};
use crate::Place;

/// What the pieces are. Frames and packets take the octets out of them.
///
/// # Errors
/// Where they are evidently something that can't be read.
pub(super) fn content(pieces: &mut Pieces, chosen: Option<As>) -> Result<Content, Fault> {
    match chosen {
        Some(As::Blocks) => return Ok(Content::Blocks),
        Some(As::Frames) => return Ok(Content::Frames(vec![conversation(pieces)])),
        None => {}
    }
    if pieces.octets.is_empty() {
        return Ok(Content::Blocks);
    }
    if are_frames(pieces) {
        return Ok(Content::Frames(vec![conversation(pieces)]));
    }
    if let Some(packets) = packets(pieces) {
        return Ok(Content::Packets(packets));
    }
    refuse(pieces)?;
    Ok(Content::Blocks)
}

/// Whether what each side sent is frames, or one of them begins as only a
/// connection can.
fn are_frames(pieces: &Pieces) -> bool {
    let sides = sides(pieces);
    let is = |test: fn(&[u8]) -> bool, side: &Option<Side>| match sides.all[..] {
        [_] => test(&pieces.octets),
        _ => test(&sides.octets(pieces, *side)),
    };
    sides.all.iter().any(|side| is(content::is_certain, side))
        || sides.all.iter().all(|side| is(content::is_frames, side))
}

/// Refuses octets that are evidently no header blocks, though nothing else
/// can be made of them.
fn refuse(pieces: &Pieces) -> Result<(), Fault> {
    let at = |octet: usize| pieces.places.get(octet).map(|place| place.start as usize);
    let named = |octet, (kind, message): (RefusalKind, String)| Fault {
        at: at(octet),
        ..Fault::whole(kind, message)
    };
    if let Some(other) = content::name(&pieces.octets) {
        return Err(named(0, other));
    }
    for piece in 0..pieces.list.len() {
        if let Some(other) = content::name(pieces.of(piece)) {
            return Err(named(pieces.list[piece].start, other));
        }
    }
    Ok(())
}

/// The side of each piece, and all sides in the order in which they begin.
struct Sides {
    of: Vec<Option<Side>>,
    all: Vec<Option<Side>>,
}

/// A piece without a mark is of the sender before it.
fn sides(pieces: &Pieces) -> Sides {
    let mut sides = Sides {
        of: Vec::with_capacity(pieces.list.len()),
        all: Vec::new(),
    };
    let mut side = None;
    for (n, piece) in pieces.list.iter().enumerate() {
        let labelled = || piece.label.as_deref().and_then(sides::side);
        side = piece.mark.or_else(labelled).or(side);
        if !sides.all.contains(&side) && !pieces.of(n).is_empty() {
            sides.all.push(side);
        }
        sides.of.push(side);
    }
    sides
}

impl Sides {
    /// All octets of one side.
    fn octets(&self, pieces: &Pieces, side: Option<Side>) -> Vec<u8> {
        let own = (0..pieces.list.len()).filter(|&piece| self.of[piece] == side);
        own.flat_map(|piece| pieces.of(piece)).copied().collect()
    }
}

/// The pieces as the frames of one connection.
fn conversation(pieces: &mut Pieces) -> Conversation {
    let sides = sides(pieces);
    let mut builder = Builder::default();
    if let [_] = sides.all[..] {
        let octets = std::mem::take(&mut pieces.octets);
        let places = std::mem::take(&mut pieces.places);
        builder.push(sides.all[0], &octets, &places, Arrival::default());
    } else {
        for (piece, &side) in sides.of.iter().enumerate() {
            let start = pieces.list[piece].start;
            let octets = pieces.of(piece);
            let places = &pieces.places[start..start + octets.len()];
            builder.push(side, octets, places, Arrival::default());
        }
    }
    builder.label = pieces.list.first_mut().and_then(|piece| piece.label.take());
    builder.finish(|side| side.and_then(Side::sender).unwrap_or(Sender::Unknown))
}

/// Puts the octets of a connection together in the order of the text.
pub(super) struct Builder<S> {
    sides: Vec<S>,
    streams: Vec<Stream>,
    chunks: Vec<Chunk>,
    pub(super) label: Option<String>,
}

impl<S> Default for Builder<S> {
    fn default() -> Self {
        Self {
            sides: Vec::new(),
            streams: Vec::new(),
            chunks: Vec::new(),
            label: None,
        }
    }
}

impl<S: PartialEq> Builder<S> {
    /// The next octets of a side.
    pub(super) fn push(&mut self, side: S, octets: &[u8], places: &[Place], arrival: Arrival) {
        if octets.is_empty() {
            return;
        }
        let known = self.sides.iter().position(|other| *other == side);
        let stream = known.unwrap_or_else(|| {
            self.sides.push(side);
            self.streams.push(Stream {
                sender: Sender::Unknown,
                octets: Vec::new(),
                places: Vec::new(),
                label: None,
            });
            self.sides.len() - 1
        });
        let own = &mut self.streams[stream];
        let start = own.octets.len();
        own.octets.extend_from_slice(octets);
        own.places.extend_from_slice(places);
        let end = own.octets.len();
        match self.chunks.last_mut() {
            Some(last) if last.stream == stream && last.arrival == arrival => {
                last.octets.end = end;
            }
            _ => self.chunks.push(Chunk {
                stream,
                octets: start..end,
                arrival,
            }),
        }
    }

    /// The side that began.
    pub(super) fn first(&self) -> Option<&S> {
        self.sides.first()
    }

    /// All octets of a side so far.
    pub(super) fn octets(&self, side: &S) -> usize {
        let known = self.sides.iter().position(|other| other == side);
        known.map_or(0, |stream| self.streams[stream].octets.len())
    }

    /// The conversation. `named` says who a side is by the text; what was
    /// sent tells better, where it does.
    pub(super) fn finish(self, named: impl Fn(&S) -> Sender) -> Conversation {
        let Self {
            sides,
            mut streams,
            chunks,
            label,
        } = self;
        let inferred: Vec<_> = streams
            .iter()
            .map(|stream| inferred(&stream.octets))
            .collect();
        for (n, stream) in streams.iter_mut().enumerate() {
            stream.sender = match (inferred[n], &inferred[..]) {
                (Some(sender), _) => sender,
                // There are two: the other one is the other.
                (None, [Some(other), _] | [_, Some(other)]) => other.peer(),
                _ => named(&sides[n]),
            };
        }
        // If both seem to be the same sender, what was sent tells nothing.
        if let [one, two] = &mut streams[..]
            && one.sender == two.sender
        {
            one.sender = named(&sides[0]);
            two.sender = named(&sides[1]);
        }
        if let [one] = &mut streams[..] {
            one.label = label;
        }
        Conversation {
            client: None,
            server: None,
            streams,
            chunks,
        }
    }
}

/// Who sent a stream of frames, where what was sent says so. A preface may be
/// cut.
fn inferred(octets: &[u8]) -> Option<Sender> {
    if content::begins_with_preface(octets) {
        return Some(Sender::Client);
    }
    infer_sender(octets)
}

/// The pieces as packets, if each is one.
fn packets(pieces: &Pieces) -> Option<Vec<Packet>> {
    let list = &pieces.list;
    let mut packets: Vec<Packet> = Vec::new();
    let mut at = 0;
    // Of tshark's dumps of a packet only the first is what was captured.
    let framed = list
        .iter()
        .any(|piece| is_frame_label(piece.label.as_deref()));
    while at < list.len() {
        let mut end = at + 1;
        while end < list.len()
            && matches!(
                list[end].bond,
                Bond::Joined | Bond::Loose | Bond::Continued | Bond::JoinedOverBlank
            )
        {
            end += 1;
        }
        let start = list[at].start;
        let stop = list.get(end).map_or(pieces.octets.len(), |next| next.start);
        if !framed || is_frame_label(list[at].label.as_deref()) {
            let octets = &pieces.octets[start..stop];
            packets.push(Packet {
                link: content::packet(octets)?.0,
                octets: octets.to_vec(),
                places: pieces.places.get(start..stop).unwrap_or_default().to_vec(),
                length: None,
                arrival: Arrival {
                    packet: packets.len() as u32 + 1,
                    nanos: 0,
                },
            });
        }
        at = end;
    }
    (!packets.is_empty()).then_some(packets)
}

/// `Frame (842 bytes)`, as tshark -x writes before the octets of a packet.
fn is_frame_label(label: Option<&str>) -> bool {
    label.is_some_and(|label| label.starts_with("Frame ("))
}
