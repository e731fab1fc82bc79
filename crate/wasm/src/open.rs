//! What is open: header blocks that were pasted, or the connections of a
//! capture, one of which is looked at.

use std::{cell::RefCell, collections::BTreeMap};

use hpack::huffman::Engine;
use input::{
    Block, Place, Problem,
    paste::{self, Conversation},
};
use inspect::{
    Options, Session,
    assumed::{AssumedEntries, Overlay},
    capture::{Capture, Connection, timeline::Filter},
    timing::Timing,
    what_if::WhatIf,
};

use crate::{
    answer::{AmbiguityView, FormatView, Opened, OpenedView, SessionView, json},
    looking::Applied,
    opening::name_of,
    skipped::{Parts, SkippedView},
    utf16::Offsets,
    warned::Warned,
};

/// What an input turned out to hold.
#[cfg_attr(
    not(feature = "captures"),
    expect(dead_code, reason = "it reads no captures")
)]
pub(crate) enum Content {
    /// Header blocks, each octet with its place in the text.
    Blocks {
        session: Box<Session>,
        blocks: Vec<Block>,
        offsets: Offsets,
    },
    /// Connections.
    Capture {
        capture: Box<Capture>,
        pasted: Option<PastedFrames>,
    },
}

impl Content {
    /// The session of a connection, of which header blocks by themselves are one.
    fn session(&self, connection: usize) -> Option<&Session> {
        match self {
            Self::Blocks { session, .. } => Some(session),
            Self::Capture { capture, .. } => Some(&capture.connections.get(connection)?.session),
        }
    }
}

/// Frames that stand in a text.
pub(crate) struct PastedFrames {
    conversations: Vec<Conversation>,
    offsets: Offsets,
}

impl PastedFrames {
    /// `None` where the octets of the streams are not in the text as such.
    #[cfg(feature = "captures")]
    pub(crate) fn of(content: paste::Content, offsets: Offsets) -> Option<Self> {
        match content {
            paste::Content::Frames(conversations) => Some(Self {
                conversations,
                offsets,
            }),
            _ => None,
        }
    }

    /// Where the octets of a header block stand.
    fn places(&self, number: usize, connection: &Connection, block: usize) -> Option<Vec<Place>> {
        let sender = connection.session.direction(block).sender;
        let streams = &self.conversations.get(number)?.streams;
        let stream = streams.iter().find(|stream| stream.sender == sender)?;
        let mut places = Vec::new();
        for fragment in &connection.framing.get(block)?.fragments {
            let from = usize::try_from(fragment.offset).ok()?;
            places.extend_from_slice(stream.places.get(from..from + fragment.length as usize)?);
        }
        Some(places)
    }
}

/// What is open.
pub(crate) struct Open {
    pub(crate) content: Content,
    /// What is worth knowing of the input.
    pub(crate) problems: Vec<Problem>,
    /// Which parts of the text they are about.
    pub(crate) parts: Parts,
    /// The connection that questions are about.
    pub(crate) connection: usize,
    /// The frames of it that the timeline shows.
    pub(crate) timeline: Vec<u32>,
    /// The engine that times are taken with.
    pub(crate) engine: Engine,
    pub(crate) timing: Option<Timing>,
    /// What is tried on the session that is looked at.
    pub(crate) what_if: Option<WhatIf>,
    /// Changes that are applied, a connection's at most one.
    pub(crate) applied: Vec<Applied>,
    /// What a person assumes of entries, by connection.
    pub(crate) assumed: BTreeMap<usize, AssumedEntries>,
    /// Warnings of what is looked at.
    pub(crate) warned: RefCell<Warned>,
}

impl Open {
    /// Pasted header blocks, and the answer about them.
    pub(crate) fn paste(input: &[u8], paste: paste::Paste, options: Options) -> (Self, String) {
        let engine = options.engine;
        let session = Session::decode(options, &paste.blocks);
        let offsets = match &paste.transcoded {
            Some(text) => Offsets::of(text.as_bytes()),
            None => Offsets::of(input),
        };
        let skipped = SkippedView::list(&paste.skipped, &offsets);
        let parts = Parts::of(&paste.problems, &paste.skipped);
        let content = Content::Blocks {
            session: Box::new(session),
            blocks: paste.blocks,
            offsets,
        };
        let open = Self {
            parts,
            ..Self::new(content, paste.problems, engine)
        };
        let format = FormatView::new(paste.format, Some(paste.detail));
        let answer = json(&Opened::Ok(Box::new(OpenedView {
            other_formats: FormatView::list(&paste.others),
            other_blocks: paste.other.and_then(|blocks| match blocks {
                paste::Blocks::Blank => Some("blank"),
                paste::Blocks::Lines => Some("lines"),
                paste::Blocks::Auto => None,
            }),
            other_content: paste.other_content.map(name_of),
            initial_table_size: paste.initial_table_size,
            skipped,
            ambiguous: paste.ambiguous.as_ref().map(AmbiguityView::of),
            two_directions: paste.two_directions,
            text: paste.transcoded.as_deref(),
            ..OpenedView::new(&open, format, input.len() as u64)
        })));
        (open, answer)
    }

    /// The connections of a capture.
    #[cfg(feature = "captures")]
    pub(crate) fn of_capture(
        capture: Capture,
        pasted: Option<PastedFrames>,
        engine: Engine,
    ) -> Self {
        let problems = capture.all_problems();
        let content = Content::Capture {
            capture: Box::new(capture),
            pasted,
        };
        Self::new(content, problems, engine)
    }

    fn new(content: Content, problems: Vec<Problem>, engine: Engine) -> Self {
        let mut open = Self {
            content,
            problems,
            parts: Parts::default(),
            connection: 0,
            timeline: Vec::new(),
            engine,
            timing: None,
            what_if: None,
            applied: Vec::new(),
            assumed: BTreeMap::new(),
            warned: RefCell::default(),
        };
        if let Some(capture) = open.capture() {
            // The first that has something to decode.
            let first = capture
                .connections
                .iter()
                .position(|connection| !connection.session.blocks().is_empty());
            open.select(first.unwrap_or(0));
        }
        open
    }

    /// Turns to another connection; whether there is one of that number.
    pub(crate) fn select(&mut self, number: usize) -> bool {
        let Some(connection) = self.connection_at(number) else {
            return false;
        };
        self.timeline = connection.timeline(&Filter::default());
        self.connection = number;
        self.timing = None;
        self.changes();
        true
    }

    /// What is looked at is another: what was made of it before is forgotten.
    pub(crate) fn changes(&mut self) {
        self.what_if = None;
        self.warned.take();
    }

    /// The session that is looked at; `None` for a capture without connections.
    pub(crate) fn session(&self) -> Option<&Session> {
        self.content.session(self.connection)
    }

    /// What is assumed of the session that is looked at.
    pub(crate) fn assumed(&self) -> &AssumedEntries {
        const NONE: &AssumedEntries = &AssumedEntries::NONE;
        self.assumed.get(&self.connection).unwrap_or(NONE)
    }

    /// The session that is looked at, with what is assumed of it.
    pub(crate) fn overlay(&self) -> Option<Overlay<'_>> {
        Some(self.assumed().over(self.session()?))
    }

    pub(crate) fn assumed_mut(&mut self) -> Option<(&mut AssumedEntries, &Session)> {
        let session = self.content.session(self.connection)?;
        Some((self.assumed.entry(self.connection).or_default(), session))
    }

    pub(crate) fn session_mut(&mut self) -> Option<(&mut Session, &mut Option<Timing>)> {
        let session = match &mut self.content {
            Content::Blocks { session, .. } => session,
            Content::Capture { capture, .. } => {
                &mut capture.connections.get_mut(self.connection)?.session
            }
        };
        Some((session, &mut self.timing))
    }

    pub(crate) fn capture(&self) -> Option<&Capture> {
        match &self.content {
            Content::Blocks { .. } => None,
            Content::Capture { capture, .. } => Some(capture),
        }
    }

    /// A connection of a capture.
    pub(crate) fn connection_at(&self, number: usize) -> Option<&Connection> {
        self.capture()?.connections.get(number)
    }

    /// Where each octet of a block stands in the input's text, UTF-16 start
    /// and end; empty where the octets stand in no text.
    pub(crate) fn places(&self, block: usize) -> Vec<u32> {
        if !self.is_original(block) {
            return Vec::new();
        }
        let found = match &self.content {
            Content::Blocks {
                blocks, offsets, ..
            } => blocks
                .get(block)
                .map(|block| (block.places.clone(), offsets)),
            Content::Capture { pasted, .. } => pasted.as_ref().and_then(|pasted| {
                let connection = self.connection_at(self.connection)?;
                if block >= connection.session.blocks().len() {
                    return None;
                }
                let places = pasted.places(self.connection, connection, block)?;
                Some((places, &pasted.offsets))
            }),
        };
        found.map_or_else(Vec::new, |(places, offsets)| {
            places
                .iter()
                .flat_map(|place| [offsets.utf16(place.start), offsets.utf16(place.end)])
                .collect()
        })
    }

    /// What is looked at, in numbers.
    pub(crate) fn session_view(&self) -> SessionView {
        match (self.session(), self.connection_at(self.connection)) {
            (Some(session), connection) => SessionView {
                connection: self.connection,
                frames: connection.map_or(0, |connection| connection.frames.len()),
                applied: self.applied_view(),
                ..SessionView::of(session)
            },
            (None, _) => SessionView::default(),
        }
    }
}
