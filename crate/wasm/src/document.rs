//! The open document: header blocks from a text, or the connections of a
//! capture, one of which is selected.

use std::{any::Any, cell::RefCell, collections::HashMap};

use hpack_engines::huffman::HuffmanEngine;
use input::{Blocks, Places, Problem};
use inspect::{
    Session,
    assumed::{AssumedEntries, Overlay},
    search::Texts,
    timing::Timing,
    what_if::WhatIf,
};

use crate::{
    applied::Applied, problems::ProblemView, search::Search, skipped::Parts, utf16::Offsets,
    warned::Warned,
};

/// The content of an input: connections with a session each.
pub trait Content: Any {
    /// The session of a connection. Header blocks without frames are one
    /// session.
    fn session(&self, connection: usize) -> Option<&Session>;

    /// See [`Content::session`].
    fn session_mut(&mut self, connection: usize) -> Option<&mut Session>;

    /// The places in the text of a block's bytes; `None` without a text.
    fn places(&self, connection: usize, block: usize) -> Option<(Places, &Offsets)>;

    /// Number of connections; `None` for header blocks without frames.
    fn connections(&self) -> Option<usize> {
        None
    }

    /// Number of a connection's frames.
    fn frames(&self, _connection: usize) -> usize {
        0
    }

    /// “client → server”; with personal data replaced if masked.
    fn name(&self, _connection: usize, _is_masked: bool) -> Option<String> {
        None
    }

    /// Errors of frames.
    fn errors(&self) -> Box<dyn Iterator<Item = ProblemView<'_>> + '_> {
        Box::new(std::iter::empty())
    }

    /// Selects a connection that exists.
    fn select(&mut self, _connection: usize) {}

    /// Discards what was derived from the sessions.
    fn changes(&mut self) {}
}

pub(crate) struct Pasted {
    pub(crate) session: Session,
    pub(crate) blocks: Blocks,
    pub(crate) offsets: Offsets,
}

impl Content for Pasted {
    fn session(&self, _: usize) -> Option<&Session> {
        Some(&self.session)
    }

    fn session_mut(&mut self, _: usize) -> Option<&mut Session> {
        Some(&mut self.session)
    }

    fn places(&self, _: usize, block: usize) -> Option<(Places, &Offsets)> {
        Some((self.blocks.places(block), &self.offsets))
    }
}

/// An open input.
pub struct Document {
    content: Box<dyn Content>,
    /// Problems of the input.
    pub(crate) problems: Vec<Problem>,
    /// The skipped parts that the problems are about.
    pub(crate) parts: Parts,
    /// The selected connection.
    pub connection: usize,
    /// The engine for step times.
    pub(crate) engine: HuffmanEngine,
    pub(crate) timing: Option<Timing>,
    pub(crate) what_if: Option<WhatIf>,
    /// The last search.
    search: Option<Search>,
    /// All names and values of the session, after the first search.
    texts: Option<Texts>,
    /// Applied changes, at most one per connection.
    pub(crate) applied: HashMap<usize, Applied>,
    /// Guesses at unknown entries, by connection.
    pub(crate) assumed: HashMap<usize, AssumedEntries>,
    /// Cached warnings.
    pub warned: RefCell<Warned>,
}

impl Document {
    /// Opens an input and selects its first connection with blocks.
    pub fn new(
        content: Box<dyn Content>,
        problems: Vec<Problem>,
        parts: Parts,
        engine: HuffmanEngine,
    ) -> Self {
        let mut document = Self {
            content,
            problems,
            parts,
            connection: 0,
            engine,
            timing: None,
            what_if: None,
            search: None,
            texts: None,
            applied: HashMap::new(),
            assumed: HashMap::new(),
            warned: RefCell::default(),
        };
        let has_blocks = |&number: &usize| {
            let session = document.content.session(number);
            session.is_some_and(|session| !session.blocks().is_empty())
        };
        let first = (0..document.content.connections().unwrap_or(1)).find(has_blocks);
        document.select(first.unwrap_or(0));
        document
    }

    /// Selects another connection; returns whether it exists.
    pub fn select(&mut self, number: usize) -> bool {
        if self.content.session(number).is_none() {
            return false;
        }
        self.content.select(number);
        self.connection = number;
        self.timing = None;
        self.changes();
        true
    }

    /// Discards what was derived from the session.
    pub(crate) fn changes(&mut self) {
        self.what_if = None;
        self.search = None;
        self.texts = None;
        self.warned.take();
        self.content.changes();
    }

    /// Searches for `text`; `None` if the query is empty.
    pub fn search(&mut self, text: &str) -> Option<&Search> {
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

    /// The input's problems, then the frames' errors.
    pub(crate) fn problem_views(&self) -> impl Iterator<Item = ProblemView<'_>> {
        let own = self.problems.iter().enumerate();
        own.map(|(number, problem)| ProblemView::of(problem, self.parts.of_problem(number)))
            .chain(self.content.errors())
    }

    /// The connections and their sessions.
    pub fn content(&self) -> &dyn Content {
        &*self.content
    }

    /// See [`content`](Self::content).
    pub fn content_mut(&mut self) -> &mut dyn Content {
        &mut *self.content
    }

    /// The selected session; `None` for a capture without connections.
    pub fn session(&self) -> Option<&Session> {
        self.content.session(self.connection)
    }

    pub(crate) fn session_mut(&mut self) -> Option<&mut Session> {
        self.content.session_mut(self.connection)
    }

    /// The guesses about the selected session.
    pub fn assumed(&self) -> &AssumedEntries {
        const NONE: &AssumedEntries = &AssumedEntries::NONE;
        self.assumed.get(&self.connection).unwrap_or(NONE)
    }

    /// The selected session with its guesses.
    pub fn overlay(&self) -> Option<Overlay<'_>> {
        Some(self.assumed().over(self.session()?))
    }

    pub(crate) fn assumed_mut(&mut self) -> Option<(&mut AssumedEntries, &Session)> {
        let session = self.content.session(self.connection)?;
        Some((self.assumed.entry(self.connection).or_default(), session))
    }

    /// UTF-16 start and end in the text of each byte of a block; empty without
    /// a text.
    pub(crate) fn places(&self, block: usize) -> Vec<u32> {
        if !self.is_original(block) {
            return Vec::new();
        }
        let found = self.content.places(self.connection, block);
        found.map_or_else(Vec::new, |(places, offsets)| {
            places
                .iter()
                .flat_map(|place| [offsets.utf16(place.start), offsets.utf16(place.end)])
                .collect()
        })
    }

    /// Whether the block still has the bytes of the input.
    fn is_original(&self, block: usize) -> bool {
        let both = self.applied.get(&self.connection).zip(self.session());
        both.is_none_or(|(applied, session)| applied.keeps(session, block))
    }
}
