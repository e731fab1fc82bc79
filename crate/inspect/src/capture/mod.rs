//! A capture as it is read: its connections, each with a session for its
//! header blocks, and its frames.
//!
//! - [`framing`]: the frames of one header block, byte by byte
//! - [`problems`]: what is missing, assumed or cannot be, with its place
//! - [`streams`]: a connection's streams, each with its request and response
//! - [`timeline`]: a connection's frames, filtered
//! - [`summary`]: a direction in numbers
//! - [`control`]: settings over time, and what was ended

pub mod control;
mod detail;
pub mod framing;
mod logged;
mod masked;
pub mod problems;
pub mod streams;
pub mod summary;
pub mod timeline;

use hpack::TableState;
use http2::{Arrival, Detail, ErrorCode, Event, Fragment, Frame, FrameError, Sender, Setting};
use input::{
    Before, Block, Problem,
    bounds::FRAME_PROBLEMS,
    capture::{About, Logged, Protocol, Sink, Start},
};

pub use detail::error_name;

use crate::{
    Options, Session,
    columns::{BlockRecord, Row},
    recorder::make_room,
};

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

/// Where a header block of the session came from, beside its
/// [`Framed`](input::Framed).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Framing {
    /// Its fragments, in order.
    pub fragments: Box<[Fragment]>,
    /// What brought its last byte.
    pub arrival: Arrival,
}

impl Framing {
    /// The fragment that holds a byte of the block, or, for one behind the
    /// last byte, the last that has any before it.
    pub fn fragment_at(&self, byte: usize) -> Option<&Fragment> {
        let holds =
            |fragment: &&Fragment| byte < fragment.start as usize + fragment.length as usize;
        // They stand in order; of those that begin at one byte the last has it.
        let behind = self
            .fragments
            .partition_point(|fragment| fragment.start as usize <= byte);
        self.fragments[..behind]
            .last()
            .filter(holds)
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
    /// What is wrong with its frames, as far as that is listed.
    pub errors: Vec<FrameError>,
    /// How many errors there are.
    pub errors_in_all: usize,
    /// How often header blocks may be missing.
    pub losses: usize,
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
            errors_in_all: 0,
            losses: 0,
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
        let before = Before {
            framed: Some(block.framed),
            limit_unknown: block.limit_unknown,
            limit_changes: block.limit_changes.to_vec(),
            max_header_list_size: block.max_header_list_size,
            ..Before::default()
        };
        let number = self.session.push(&Block {
            before: &before,
            ..Block::new(block.sender, block.bytes)
        });
        for fragment in block.fragments {
            if let Some(frame) = self.frames.get_mut(fragment.frame as usize) {
                frame.block = Some(number as u32);
            }
        }
        make_room(&mut self.framing);
        self.framing.push(Framing {
            fragments: block.fragments.into(),
            arrival: block.arrival,
        });
        number
    }

    /// Bytes that are kept of a block, about: its bytes, and as many in the
    /// table, its rows with the table's states, and its fragments.
    fn kept_of(&self, block: usize) -> usize {
        const ROW: usize = size_of::<Row>() + size_of::<TableState>();
        let record = &self.session.blocks()[block];
        let fragments = &self.framing[block].fragments;
        size_of::<BlockRecord>()
            + size_of::<Framing>()
            + size_of_val(&**fragments)
            + record.rows.len() * ROW
            + record.bytes.len() * 3
    }

    /// A block that cannot be decoded is a connection error (§4.3) of the
    /// frame in which the fault lies.
    fn compression_error(&self, block: usize) -> Option<FrameError> {
        let fault = self.session.blocks()[block].fault?;
        let framing = &self.framing[block];
        let fragment = framing.fragment_at(fault.at)?;
        let frame = self.frames.get(fragment.frame as usize);
        Some(FrameError {
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
        })
    }
}

/// What is told of a capture's frames one by one, up to a bound.
#[derive(Clone, Copy, Debug)]
enum Told {
    Lost,
    Error,
    Unread,
    Note,
}

impl Told {
    const ALL: [(Self, &str); 4] = [
        (Self::Lost, "places where header blocks may be missing"),
        (Self::Error, "errors of frames"),
        (Self::Unread, "places that could not be read as frames"),
        (Self::Note, "remarks on frames"),
    ];
}

/// Everything that was found in an input of frames.
#[derive(Debug)]
pub struct Capture {
    options: Options,
    /// How much of each kind there was to tell.
    told: [usize; Told::ALL.len()],
    kept: usize,
    /// The connections, in the order of their first packets.
    pub connections: Vec<Connection>,
    /// What could not be read, or is worth knowing.
    pub problems: Vec<Problem>,
}

impl Capture {
    /// Nothing yet. `options` holds for every connection, but for the start
    /// of those that begin in the middle.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            told: [0; Told::ALL.len()],
            kept: 0,
            connections: Vec::new(),
            problems: Vec::new(),
        }
    }

    fn tells(&mut self, kind: Told) -> bool {
        let count = &mut self.told[kind as usize];
        *count += 1;
        *count <= FRAME_PROBLEMS
    }

    /// All problems: those of the input, and what of the connections' header
    /// blocks rests on an assumption or cannot be.
    pub fn all_problems(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        for ((kind, name), count) in Told::ALL.into_iter().zip(self.told) {
            if count > FRAME_PROBLEMS {
                problems.push(Problem {
                    r#where: "the whole capture".to_owned(),
                    message: format!(
                        "only the first {FRAME_PROBLEMS} of {count} {name} are listed"
                    ),
                    is_gap: !matches!(kind, Told::Note),
                });
            }
        }
        for connection in &self.connections {
            problems.extend(problems::of_session(&connection.session, |block, byte| {
                connection.place_of(block, byte)
            }));
        }
        problems
    }

    /// Whether something is known to be missing or wrong, beside blocks that
    /// could not be decoded: `problems` are [all of them](Self::all_problems).
    pub fn has_gaps(&self, problems: &[Problem]) -> bool {
        let lacks = |connection: &Connection| {
            begins_in_the_middle(&connection.about) || connection.errors_in_all > 0
        };
        problems.iter().any(|problem| problem.is_gap) || self.connections.iter().any(lacks)
    }

    /// Blocks that could not be decoded.
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
        self.kept += size_of::<Connection>();
        make_room(&mut self.connections);
        self.connections.push(Connection::new(about, options));
    }

    fn event(&mut self, number: usize, event: Event<'_>) {
        let Some(connection) = self.connections.get_mut(number) else {
            return;
        };
        input::work::add(1);
        let kind = match event {
            Event::Frame(frame, detail) => {
                connection.frame(frame, &detail);
                let detail = connection
                    .frames
                    .last()
                    .and_then(|frame| frame.detail.as_ref());
                self.kept += size_of::<FrameRecord>() + detail.map_or(0, |text| text.len());
                return;
            }
            Event::Block(block) => {
                let block = connection.block(&block);
                self.kept += connection.kept_of(block);
                self.problems.extend(connection.check_logged(block));
                if let Some(error) = connection.compression_error(block) {
                    self.error(number, error);
                }
                return;
            }
            Event::Error(error) => {
                self.error(number, error);
                return;
            }
            Event::Lost(ref loss) => {
                connection.session.mark_blocks_missing(loss.sender);
                connection.losses += 1;
                Told::Lost
            }
            Event::Unread(..) => Told::Unread,
            Event::Note(..) => Told::Note,
        };
        if !self.tells(kind) {
            return;
        }
        self.problems.push(match event {
            Event::Lost(loss) => {
                Problem::gap(problems::place(loss.arrival, loss.offset), loss.message)
            }
            Event::Unread(_, offset, arrival, message) => {
                Problem::gap(problems::place(arrival, offset), message)
            }
            Event::Note(_, offset, arrival, message) => {
                Problem::note(problems::place(arrival, offset), message)
            }
            Event::Frame(..) | Event::Block(_) | Event::Error(_) => return,
        });
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

    fn kept(&self) -> usize {
        self.kept
    }
}

impl Capture {
    fn error(&mut self, connection: usize, error: FrameError) {
        let listed = self.tells(Told::Error);
        let connection = &mut self.connections[connection];
        connection.errors_in_all += 1;
        if !listed {
            return;
        }
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
