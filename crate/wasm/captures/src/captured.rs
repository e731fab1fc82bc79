//! Connections of a capture, or of frames in a text.

use std::any::Any;

use hpack_inspector_wasm::{
    document::{Content, Document},
    problems::ProblemView,
    utf16::Offsets,
};
use http2::ErrorCode;
use input::{
    Places,
    paste::{self, Conversation},
};
use inspect::{
    Session,
    capture::{
        Capture, Connection,
        streams::{Stream, StreamOrder},
        timeline::FrameFilter,
    },
    mask,
};

pub(crate) struct Captured {
    pub(crate) capture: Capture,
    pasted: Option<PastedFrames>,
    /// The selected connection's frames in the timeline.
    pub(crate) timeline: Vec<u32>,
    /// The selected connection's streams in an order, once requested.
    pub(crate) streams: Option<(StreamOrder, Vec<Stream>)>,
}

impl Captured {
    pub(crate) fn new(capture: Capture, pasted: Option<PastedFrames>) -> Self {
        Self {
            capture,
            pasted,
            timeline: Vec::new(),
            streams: None,
        }
    }

    /// The open capture, if there is one.
    pub(crate) fn of(document: &Document) -> Option<&Self> {
        (document.content() as &dyn Any).downcast_ref()
    }

    /// See [`Captured::of`].
    pub(crate) fn of_mut(document: &mut Document) -> Option<&mut Self> {
        (document.content_mut() as &mut dyn Any).downcast_mut()
    }

    fn connection(&self, number: usize) -> Option<&Connection> {
        self.capture.connections.get(number)
    }

    /// When the first packet arrived, nanoseconds since 1970.
    pub(crate) fn first_nanos(&self) -> u64 {
        let connections = self.capture.connections.iter();
        connections
            .map(|connection| connection.about.first.nanos)
            .filter(|&nanos| nanos > 0)
            .min()
            .unwrap_or(0)
    }
}

impl Content for Captured {
    fn session(&self, connection: usize) -> Option<&Session> {
        Some(&self.connection(connection)?.session)
    }

    fn session_mut(&mut self, connection: usize) -> Option<&mut Session> {
        Some(&mut self.capture.connections.get_mut(connection)?.session)
    }

    fn places(&self, number: usize, block: usize) -> Option<(Places, &Offsets)> {
        let pasted = self.pasted.as_ref()?;
        let connection = self.connection(number)?;
        if block >= connection.session.blocks().len() {
            return None;
        }
        Some((pasted.places(number, connection, block)?, &pasted.offsets))
    }

    fn connections(&self) -> Option<usize> {
        Some(self.capture.connections.len())
    }

    fn frames(&self, connection: usize) -> usize {
        self.connection(connection)
            .map_or(0, |connection| connection.frames.len())
    }

    fn name(&self, connection: usize, is_masked: bool) -> Option<String> {
        let mut about = self.connection(connection)?.about.clone();
        if is_masked {
            mask::mask_about(&mut about, &mask::Keep::default());
        }
        Some(about.name())
    }

    /// Errors of incomplete input are among the capture's problems.
    fn errors(&self) -> Box<dyn Iterator<Item = ProblemView<'_>> + '_> {
        let connections = self.capture.connections.iter().enumerate();
        Box::new(connections.flat_map(|(number, connection)| {
            let errors = connection.errors.iter().filter(|error| {
                !matches!(
                    error.code,
                    ErrorCode::TruncatedFrame | ErrorCode::IncompleteHeaderBlock
                )
            });
            errors.map(move |error| ProblemView::of_frame(number, error))
        }))
    }

    fn select(&mut self, connection: usize) {
        self.timeline = self
            .connection(connection)
            .map_or_else(Vec::new, |connection| {
                connection.timeline(&FrameFilter::default(), None)
            });
    }

    fn changes(&mut self) {
        self.streams = None;
    }
}

pub(crate) struct PastedFrames {
    conversations: Vec<Conversation>,
    offsets: Offsets,
}

impl PastedFrames {
    /// Returns `None` if the bytes of the streams are not literally in the
    /// text.
    pub(crate) fn of(content: paste::Content, offsets: Offsets) -> Option<Self> {
        match content {
            paste::Content::Frames(conversations) => Some(Self {
                conversations,
                offsets,
            }),
            _ => None,
        }
    }

    /// The places of a header block's bytes in the text.
    fn places(&self, number: usize, connection: &Connection, block: usize) -> Option<Places> {
        let sender = connection.session.direction(block).sender;
        let streams = &self.conversations.get(number)?.streams;
        let stream = streams.iter().find(|stream| stream.sender == sender)?;
        let mut places = Places::default();
        for fragment in &connection.framing.get(block)?.fragments {
            let from = usize::try_from(fragment.offset).ok()?;
            let to = from + fragment.length as usize;
            if to > stream.places.len() {
                return None;
            }
            places.extend(&stream.places.slice(from..to));
        }
        Some(places)
    }
}
