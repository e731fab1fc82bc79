//! What is open: header blocks that were pasted, or the connections of a
//! capture, one of which is looked at.

use std::cell::RefCell;
#[cfg(feature = "more")]
use std::collections::HashMap;

use hpack_engines::huffman::HuffmanEngine;
use input::{Blocks, Places, Problem, paste::Conversation};
#[cfg(feature = "captures")]
use inspect::capture::streams::Stream;
use inspect::{
    Options, Session,
    assumed::{AssumedEntries, Overlay},
    capture::{Capture, Connection, timeline::Filter},
    session::TooMuch,
};
#[cfg(feature = "more")]
use inspect::{search::Texts, timing::Timing, what_if::WhatIf};

#[cfg(feature = "more")]
use crate::{applied::Applied, search::Search};
use crate::{skipped::Parts, utf16::Offsets, warned::Warned};

/// What an input turned out to hold.
#[cfg_attr(
    not(feature = "captures"),
    expect(dead_code, reason = "it reads no captures")
)]
pub(crate) enum Content {
    /// Header blocks, each octet with its place in the text.
    Blocks {
        session: Box<Session>,
        blocks: Blocks,
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
    pub(crate) fn of(content: input::paste::Content, offsets: Offsets) -> Option<Self> {
        match content {
            input::paste::Content::Frames(conversations) => Some(Self {
                conversations,
                offsets,
            }),
            _ => None,
        }
    }

    /// Where the octets of a header block stand.
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

/// What is open.
pub(crate) struct Document {
    pub(crate) content: Content,
    /// What is worth knowing of the input.
    pub(crate) problems: Vec<Problem>,
    /// Which parts of the text they are about.
    pub(crate) parts: Parts,
    /// The connection that questions are about.
    pub(crate) connection: usize,
    /// The frames of it that the timeline shows.
    pub(crate) timeline: Vec<u32>,
    /// Its streams, once they were asked for.
    #[cfg(feature = "captures")]
    pub(crate) streams: Option<Vec<Stream>>,
    /// The engine that times are taken with.
    #[cfg_attr(not(feature = "more"), expect(dead_code, reason = "it takes no times"))]
    pub(crate) engine: HuffmanEngine,
    #[cfg(feature = "more")]
    pub(crate) timing: Option<Timing>,
    /// What is tried on the session that is looked at.
    #[cfg(feature = "more")]
    pub(crate) what_if: Option<WhatIf>,
    /// What was looked for last in it.
    #[cfg(feature = "more")]
    pub(crate) search: Option<Search>,
    /// Its names and values, once something was looked for.
    #[cfg(feature = "more")]
    pub(crate) texts: Option<Texts>,
    /// Changes that are applied, a connection's at most one.
    #[cfg(feature = "more")]
    pub(crate) applied: HashMap<usize, Applied>,
    /// What a person assumes of entries, by connection.
    #[cfg(feature = "more")]
    pub(crate) assumed: HashMap<usize, AssumedEntries>,
    /// Warnings of what is looked at.
    pub(crate) warned: RefCell<Warned>,
}

impl Document {
    /// Pasted header blocks, decoded.
    pub(crate) fn of_blocks(
        (blocks, offsets): (Blocks, Offsets),
        (options, engine): (Options, HuffmanEngine),
        problems: Vec<Problem>,
        parts: Parts,
    ) -> Result<Self, TooMuch> {
        let content = Content::Blocks {
            session: Box::new(Session::decode_pasted(options, &blocks)?),
            blocks,
            offsets,
        };
        Ok(Self {
            parts,
            ..Self::new(content, problems, engine)
        })
    }

    /// The connections of a capture.
    #[cfg(feature = "captures")]
    pub(crate) fn of_capture(
        capture: Capture,
        pasted: Option<PastedFrames>,
        engine: HuffmanEngine,
    ) -> Self {
        let problems = capture.all_problems();
        let content = Content::Capture {
            capture: Box::new(capture),
            pasted,
        };
        Self::new(content, problems, engine)
    }

    fn new(content: Content, problems: Vec<Problem>, engine: HuffmanEngine) -> Self {
        let mut document = Self {
            content,
            problems,
            parts: Parts::default(),
            connection: 0,
            timeline: Vec::new(),
            #[cfg(feature = "captures")]
            streams: None,
            engine,
            #[cfg(feature = "more")]
            timing: None,
            #[cfg(feature = "more")]
            what_if: None,
            #[cfg(feature = "more")]
            search: None,
            #[cfg(feature = "more")]
            texts: None,
            #[cfg(feature = "more")]
            applied: HashMap::new(),
            #[cfg(feature = "more")]
            assumed: HashMap::new(),
            warned: RefCell::default(),
        };
        if let Some(capture) = document.capture() {
            // The first that has something to decode.
            let first = capture
                .connections
                .iter()
                .position(|connection| !connection.session.blocks().is_empty());
            document.select(first.unwrap_or(0));
        }
        document
    }

    /// Turns to another connection; whether there is one of that number.
    pub(crate) fn select(&mut self, number: usize) -> bool {
        let Some(connection) = self.connection_at(number) else {
            return false;
        };
        self.timeline = connection.timeline(&Filter::default());
        self.connection = number;
        #[cfg(feature = "more")]
        {
            self.timing = None;
        }
        self.changes();
        true
    }

    /// What is looked at is another: what was made of it before is forgotten.
    pub(crate) fn changes(&mut self) {
        #[cfg(feature = "more")]
        {
            self.what_if = None;
            self.search = None;
            self.texts = None;
        }
        #[cfg(feature = "captures")]
        {
            self.streams = None;
        }
        self.warned.take();
    }

    /// Where `text` stands; `None` where it asks for nothing.
    #[cfg(feature = "more")]
    pub(crate) fn search(&mut self, text: &str) -> Option<&Search> {
        if self
            .search
            .as_ref()
            .is_none_or(|search| search.text != text)
        {
            if self.texts.is_none() {
                let overlay = self.overlay()?;
                let rows = 0..overlay.session.rows().len();
                self.texts = Some(Texts::new(overlay, rows));
            }
            self.search = Search::new(text, self.overlay()?, self.texts.as_ref()?);
        }
        self.search.as_ref()
    }

    /// The session that is looked at; `None` for a capture without connections.
    pub(crate) fn session(&self) -> Option<&Session> {
        self.content.session(self.connection)
    }

    /// What is assumed of the session that is looked at.
    pub(crate) fn assumed(&self) -> &AssumedEntries {
        #[cfg(feature = "more")]
        if let Some(assumed) = self.assumed.get(&self.connection) {
            return assumed;
        }
        const NONE: &AssumedEntries = &AssumedEntries::NONE;
        NONE
    }

    /// The session that is looked at, with what is assumed of it.
    pub(crate) fn overlay(&self) -> Option<Overlay<'_>> {
        Some(self.assumed().over(self.session()?))
    }

    #[cfg(feature = "more")]
    pub(crate) fn assumed_mut(&mut self) -> Option<(&mut AssumedEntries, &Session)> {
        let session = self.content.session(self.connection)?;
        Some((self.assumed.entry(self.connection).or_default(), session))
    }

    #[cfg(feature = "more")]
    pub(crate) fn session_mut(&mut self) -> Option<&mut Session> {
        match &mut self.content {
            Content::Blocks { session, .. } => Some(session),
            Content::Capture { capture, .. } => {
                Some(&mut capture.connections.get_mut(self.connection)?.session)
            }
        }
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
            } => Some((blocks.places(block), offsets)),
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

    /// Whether the octets of a block are still those of the input.
    #[cfg(feature = "more")]
    fn is_original(&self, block: usize) -> bool {
        let both = self.applied.get(&self.connection).zip(self.session());
        both.is_none_or(|(applied, session)| applied.keeps(session, block))
    }

    /// No change can be applied.
    #[cfg(not(feature = "more"))]
    fn is_original(&self, _block: usize) -> bool {
        true
    }
}
