//! A capture as it is read: its connections, each with a session for its
//! header blocks, and its frames.
//!
//! - [`framing`]: the frames of one header block, octet by octet
//! - [`problems`]: what is missing, assumed or cannot be, with its place
//! - [`timeline`]: a connection's frames, filtered
//! - [`summary`]: a direction in numbers
//! - [`control`]: settings over time, and what was ended

pub mod control;
mod detail;
pub mod framing;
mod logged;
pub mod problems;
pub mod summary;
pub mod timeline;

use http2::{
    Arrival, Detail, ErrorCode, Event, Fragment, Frame, FrameError, Loss, Sender, Setting,
};
use input::{
    Problem,
    capture::{About, Logged, Protocol, Sink, Start},
};

pub use detail::error_name;

use crate::{Options, Session, columns::Framed, recorder::make_room, session::Incoming};

/// A frame and what is kept of its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRecord {
    /// The frame.
    pub frame: Frame,
    /// What stands in it, for people, where it is small: “NO_ERROR, last
    /// stream 7”.
    pub detail: Option<Box<str>>,
    /// Number of the header block, in the session, that it carries a part of.
    pub block: Option<u32>,
}

/// Where a header block of the session came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Framing {
    /// The stream it was sent on.
    pub stream: u32,
    /// The promised stream, where it began with PUSH_PROMISE.
    pub promised: Option<u32>,
    /// Whether its HEADERS frame has END_STREAM.
    pub end_stream: bool,
    /// Its fragments, in order.
    pub fragments: Box<[Fragment]>,
    /// What brought its last octet.
    pub arrival: Arrival,
}

impl Framing {
    /// The type of the frame that it began with.
    #[must_use]
    pub fn frame(&self) -> &'static str {
        if self.promised.is_some() {
            "PUSH_PROMISE"
        } else {
            "HEADERS"
        }
    }

    /// The fragment that holds an octet of the block, or, for one behind the
    /// last octet, the last that has any before it.
    #[must_use]
    pub fn fragment_at(&self, octet: usize) -> Option<&Fragment> {
        let holds = |fragment: &&Fragment| {
            let start = fragment.start as usize;
            start <= octet && octet < start + fragment.length as usize
        };
        self.fragments
            .iter()
            .find(holds)
            .or_else(|| self.fragments.iter().rev().find(|last| last.length > 0))
            .or(self.fragments.first())
    }
}

/// SETTINGS that one side announced, or took into use by acknowledging them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsRecord {
    /// Number of the frame.
    pub frame: u32,
    /// Whether this is the acknowledgement; the settings are then those of
    /// the other side, where they were seen.
    pub acknowledged: bool,
    /// The parameters, in order; `None` where they were not seen.
    pub settings: Option<Vec<Setting>>,
}

/// One connection.
#[derive(Debug)]
pub struct Connection {
    /// What is known of it.
    pub about: About,
    /// Its header blocks.
    pub session: Session,
    /// Its frames, in the order in which they were whole.
    pub frames: Vec<FrameRecord>,
    /// For each block of the session, where it came from.
    pub framing: Vec<Framing>,
    /// Settings over time.
    pub settings: Vec<SettingsRecord>,
    /// What is wrong with its frames.
    pub errors: Vec<FrameError>,
    /// Where header blocks may be missing.
    pub losses: Vec<Loss>,
    /// Blocks and logged header lists that wait for each other, once a list
    /// was logged.
    waiting: Option<logged::Waiting>,
}

impl Connection {
    /// A connection of which no more is known than `about`.
    fn new(about: &About, options: Options) -> Self {
        Self {
            about: about.clone(),
            session: Session::new(options),
            frames: Vec::new(),
            framing: Vec::new(),
            settings: Vec::new(),
            errors: Vec::new(),
            losses: Vec::new(),
            waiting: None,
        }
    }

    fn frame(&mut self, frame: Frame, detail: &Detail<'_>) {
        let settings = match detail {
            Detail::Settings(settings) => Some((false, Some(settings.iter().collect()))),
            Detail::Acknowledged(settings) => Some((true, settings.map(<[Setting]>::to_vec))),
            _ => None,
        };
        if let Some((acknowledged, settings)) = settings {
            self.settings.push(SettingsRecord {
                frame: self.frames.len() as u32,
                acknowledged,
                settings,
            });
        }
        make_room(&mut self.frames);
        self.frames.push(FrameRecord {
            frame,
            detail: detail::text(detail),
            block: None,
        });
    }

    fn block(&mut self, block: &http2::Block<'_>) -> usize {
        let number = self.session.push(&Incoming {
            sender: block.sender,
            octets: block.octets,
            limit_changes: block.limit_changes,
            limit_unknown: block.limit_unknown,
            max_header_list_size: block.max_header_list_size,
            label: None,
            framed: Some(Framed {
                stream: block.stream,
                promise: block.promised.is_some(),
                end_stream: block.end_stream,
            }),
        });
        for fragment in block.fragments {
            if let Some(frame) = self.frames.get_mut(fragment.frame as usize) {
                frame.block = Some(number as u32);
            }
        }
        make_room(&mut self.framing);
        self.framing.push(Framing {
            stream: block.stream,
            promised: block.promised,
            end_stream: block.end_stream,
            fragments: block.fragments.into(),
            arrival: block.arrival,
        });
        self.compression_error(number);
        number
    }

    /// A block that cannot be decoded is a connection error (§4.3) of the
    /// frame in which the fault lies.
    fn compression_error(&mut self, block: usize) {
        let Some(fault) = self.session.blocks()[block].fault else {
            return;
        };
        let framing = &self.framing[block];
        let Some(fragment) = framing.fragment_at(fault.at) else {
            return;
        };
        let frame = self.frames.get(fragment.frame as usize);
        self.errors.push(FrameError {
            code: ErrorCode::CompressionError,
            sender: self.session.direction(block).sender,
            frame: fragment.frame,
            offset: frame.map_or(fragment.offset, |record| record.frame.offset),
            arrival: frame.map_or(framing.arrival, |record| record.frame.arrival),
            section: "RFC 9113 §4.3",
            message: format!(
                "The header block cannot be decoded from byte {} on: {fault}",
                fault.field_offset
            ),
        });
    }
}

/// Everything that was found in an input of frames.
#[derive(Debug)]
pub struct Capture {
    options: Options,
    /// The connections, in the order of their first packets.
    pub connections: Vec<Connection>,
    /// What could not be read, or is worth knowing.
    pub problems: Vec<Problem>,
}

impl Capture {
    /// Nothing yet. `options` holds for every connection, but for the start
    /// of those that begin in the middle.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            connections: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// All problems: those of the input, and what of the connections' header
    /// blocks rests on an assumption or cannot be.
    #[must_use]
    pub fn all_problems(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        for connection in &self.connections {
            problems.extend(problems::of_session(&connection.session, |block, octet| {
                connection.place_of(block, octet)
            }));
        }
        problems
    }

    /// Whether something is known to be missing or wrong, beside blocks that
    /// could not be decoded: `problems` are [all of them](Self::all_problems).
    #[must_use]
    pub fn has_gaps(&self, problems: &[Problem]) -> bool {
        let lacks = |connection: &Connection| {
            begins_in_the_middle(&connection.about) || !connection.errors.is_empty()
        };
        problems.iter().any(|problem| problem.is_gap) || self.connections.iter().any(lacks)
    }

    /// Blocks that could not be decoded.
    #[must_use]
    pub fn faults(&self) -> usize {
        let blocks = |connection: &Connection| {
            let blocks = connection.session.blocks().iter();
            blocks.filter(|block| block.fault.is_some()).count()
        };
        self.connections.iter().map(blocks).sum()
    }
}

impl Sink for Capture {
    fn connection(&mut self, number: usize, about: &About) {
        if let Some(known) = self.connections.get_mut(number) {
            let middle = begins_in_the_middle(about);
            // What is found out later, before the first block, counts.
            if middle != begins_in_the_middle(&known.about) && known.framing.is_empty() {
                known.session = Session::new(options_of(&self.options, about));
            }
            known.about = about.clone();
            return;
        }
        let options = options_of(&self.options, about);
        self.connections.push(Connection::new(about, options));
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let Some(connection) = self.connections.get_mut(connection) else {
            return;
        };
        match event {
            Event::Frame(frame, detail) => connection.frame(frame, &detail),
            Event::Block(block) => {
                let number = connection.block(&block);
                self.problems.extend(connection.check_logged(number));
            }
            Event::Lost(loss) => {
                connection.session.mark_blocks_missing(loss.sender);
                self.problems.push(Problem::gap(
                    problems::place(loss.arrival, loss.offset),
                    loss.message.as_str(),
                ));
                connection.losses.push(loss);
            }
            Event::Error(error) => {
                if matches!(
                    error.code,
                    ErrorCode::TruncatedFrame | ErrorCode::IncompleteHeaderBlock
                ) {
                    self.problems.push(Problem::gap(
                        problems::place(error.arrival, error.offset),
                        error.message.as_str(),
                    ));
                }
                connection.errors.push(error);
            }
            Event::Unread(_, offset, arrival, message) => {
                let place = problems::place(arrival, offset);
                self.problems.push(Problem::gap(place, message));
            }
            Event::Note(_, offset, arrival, message) => {
                let place = problems::place(arrival, offset);
                self.problems.push(Problem::note(place, message));
            }
        }
    }

    fn logged(&mut self, connection: usize, sender: Sender, stream: u32, fields: Vec<Logged>) {
        if let Some(connection) = self.connections.get_mut(connection) {
            self.problems
                .extend(connection.logged(sender, stream, fields));
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

fn begins_in_the_middle(about: &About) -> bool {
    about.protocol == Protocol::Http2 && about.start == Start::Middle
}

fn options_of(options: &Options, about: &About) -> Options {
    let mut options = options.clone();
    if begins_in_the_middle(about) {
        options.start.unknown = true;
        options.start.assumed = true;
    }
    options
}
