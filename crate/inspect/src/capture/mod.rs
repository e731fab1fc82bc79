//! A capture: its connections, each with a session and frames.

pub mod control;
mod detail;
pub mod framing;
mod logged;
mod masked;
mod numbered;
pub mod problems;
pub mod streams;
pub mod summary;
pub mod timeline;

use hpack::TableState;
use http2::{
    Arrival, Detail, ErrorCode, Event, Fragment, Frame, FrameError, FrameType, Sender, Setting,
};
use input::{
    Before, Block, Problem,
    bounds::{BLOCK, FRAME_PROBLEMS, KEPT},
    capture::{About, Logged, Protocol, Sink, Start},
};

pub use detail::error_name;
pub use numbered::Numbered;

use problems::Notes;

use crate::{
    Options, Session,
    columns::{BlockRecord, Row},
    recorder::make_room,
    session::fitting,
};

/// A frame with a description of its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRecord {
    /// The frame.
    pub frame: Frame,
    /// Contents in words if small, as “NO_ERROR, last stream 7”.
    pub detail: Option<Box<str>>,
    /// Number in the session of the header block that it carries a part of.
    pub block: Option<u32>,
}

impl FrameRecord {
    fn memory(&self) -> usize {
        size_of::<Self>() + self.detail.as_ref().map_or(0, |text| text.len())
    }
}

/// Origin of a header block, in addition to its [`Framed`](input::Framed).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Framing {
    /// Fragments, in order.
    pub fragments: Box<[Fragment]>,
    /// Arrival of its last byte.
    pub arrival: Arrival,
    /// Number of frames of the connection up to then.
    pub frames: u32,
}

impl Framing {
    /// Fragment that holds a byte of the block; for a byte past the end, the
    /// last nonempty one.
    pub fn fragment_at(&self, byte: usize) -> Option<&Fragment> {
        let holds =
            |fragment: &&Fragment| byte < fragment.start as usize + fragment.length as usize;
        // Fragments are sorted; of those at the same offset, only the last can
        // be nonempty.
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

/// SETTINGS announced or acknowledged by one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsRecord {
    /// Number of the frame.
    pub frame: u32,
    /// Whether this is an acknowledgement, of the peer's settings.
    pub acknowledged: bool,
    /// Parameters, in order; `None` if not seen.
    pub settings: Option<Vec<Setting>>,
}

/// A connection of a capture.
#[derive(Debug)]
pub struct Connection {
    /// Description of the connection.
    pub about: About,
    /// Header blocks.
    pub session: Session,
    /// Frames, in the order of their completion.
    pub frames: Numbered<FrameRecord>,
    /// Origin of each block of the session.
    pub framing: Numbered<Framing>,
    /// Settings over time.
    pub settings: Vec<SettingsRecord>,
    /// First errors of its frames.
    pub errors: Vec<FrameError>,
    /// Number of errors of its frames.
    pub errors_in_all: usize,
    /// Number of places where header blocks may be missing.
    pub losses: usize,
    notes: Notes,
    /// Senders of which there is a frame.
    begun: Vec<Sender>,
    /// Blocks and logged header lists without counterpart, from the first list
    /// on.
    unmatched: Option<logged::Unmatched>,
}

impl Connection {
    fn new(about: &About, options: Options) -> Self {
        Self {
            about: about.clone(),
            session: Session::new(options),
            frames: Numbered::new(),
            framing: Numbered::new(),
            settings: Vec::new(),
            errors: Vec::new(),
            errors_in_all: 0,
            losses: 0,
            notes: Notes::default(),
            begun: Vec::new(),
            unmatched: None,
        }
    }

    /// Adds a frame and returns its memory, bytes.
    fn frame(&mut self, frame: Frame, detail: &Detail<'_>) -> usize {
        let settings = match detail {
            Detail::Settings(settings) => Some((false, Some(settings.iter().collect()))),
            Detail::Acknowledged(of) => Some((true, of.map(|(_, settings)| settings.to_vec()))),
            _ => None,
        };
        if let Some((acknowledged, settings)) = settings {
            self.settings.push(SettingsRecord {
                frame: self.frames.len() as u32,
                acknowledged,
                settings,
            });
        }
        // Each side begins with SETTINGS (RFC 9113 §3.4).
        if !self.begun.contains(&frame.sender) {
            self.begun.push(frame.sender);
            if frame.header.kind != FrameType::SETTINGS {
                self.session.mark_start_unseen();
            }
        }
        let record = FrameRecord {
            frame,
            detail: detail::text(detail),
            block: None,
        };
        let memory = record.memory();
        self.frames.push(record);
        memory
    }

    fn block(&mut self, block: &http2::Block<'_>) -> usize {
        let before = Before {
            framed: Some(block.framed),
            missing: block.missing,
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
        self.framing.push(Framing {
            fragments: block.fragments.into(),
            arrival: block.arrival,
            frames: self.frames.len() as u32,
        });
        let mut notes = std::mem::take(&mut self.notes);
        notes.add(&self.session, number, |byte| self.place_of(number, byte));
        self.notes = notes;
        number
    }

    /// Drops what only the output of the last block needs, and frames before
    /// it; returns their memory, bytes. Wrong blocks keep their rows, which the
    /// search for causes needs; so do blocks of logs, since a list to compare
    /// them with may still come.
    fn drop_written(&mut self) -> usize {
        let Some(last) = self.framing.len().checked_sub(1) else {
            return 0;
        };
        if self.session.is_wrong(last) || self.framing[last].arrival.packet == 0 {
            return 0;
        }
        let mut freed = self.memory_for_output(last);
        self.session.drop_last_rows();
        // A header block that is not complete refers to its frames.
        let is_open = |record: &FrameRecord| {
            record.block.is_none() && record.frame.header.kind.carries_block()
        };
        let frames = self.frames.iter().position(is_open);
        let frames = frames.unwrap_or(self.frames.iter().len());
        let dropped = self.frames.iter().take(frames);
        freed += dropped.map(FrameRecord::memory).sum::<usize>();
        self.frames.drop_first(frames);
        self.framing.drop_first(self.framing.iter().len());
        freed
    }

    /// Estimates the memory for the rows of a block, with table states, and for
    /// its fragments, bytes.
    fn memory_for_output(&self, block: usize) -> usize {
        const ROW: usize = size_of::<Row>() + size_of::<TableState>();
        size_of::<Framing>()
            + size_of_val(&*self.framing[block].fragments)
            + self.session.rows_of(block).len() * ROW
    }

    /// Estimates the memory for a block, bytes: besides that for output its
    /// bytes, as many in the table, and entries.
    fn memory_of(&self, block: usize) -> usize {
        const ENTRY: usize = 48;
        let record = &self.session.blocks()[block];
        size_of::<BlockRecord>()
            + self.memory_for_output(block)
            + usize::try_from(record.after.end() - record.before.end()).unwrap_or(0) * ENTRY
            + record.bytes.len() * 3
    }

    /// Connection error for a block that cannot be decoded (RFC 9113 §4.3), at
    /// the frame with the erroneous byte.
    fn compression_error(&self, block: usize) -> Option<FrameError> {
        let record = &self.session.blocks()[block];
        let error = record.error.filter(|_| record.fails())?;
        let framing = &self.framing[block];
        let fragment = framing.fragment_at(error.at)?;
        let frame = self.frames.get(fragment.frame as usize);
        Some(FrameError {
            code: ErrorCode::CompressionError,
            sender: self.session.direction(block).sender,
            frame: fragment.frame,
            offset: frame.map_or(fragment.offset, |record| record.frame.offset),
            arrival: frame.map_or(framing.arrival, |record| record.frame.arrival),
            section: "RFC 9113 §4.3",
            message: format!(
                "The header block cannot be decoded from byte {} on: {error}",
                error.field_offset
            ),
        })
    }
}

/// Kinds of frame problems that are listed up to a bound.
#[derive(Clone, Copy, Debug)]
enum ProblemKind {
    Lost,
    Error,
    Unread,
    Note,
}

impl ProblemKind {
    const ALL: [(Self, &str); 4] = [
        (Self::Lost, "places where header blocks may be missing"),
        (Self::Error, "errors of frames"),
        (Self::Unread, "places that could not be read as frames"),
        (Self::Note, "remarks on frames"),
    ];
}

/// Contents of an input with frames.
#[derive(Debug)]
pub struct Capture {
    options: Options,
    problem_counts: [usize; ProblemKind::ALL.len()],
    kept: usize,
    /// Connections, in the order of their first packets.
    pub connections: Vec<Connection>,
    /// Problems and notes of the input.
    pub problems: Vec<Problem>,
}

impl Capture {
    /// Creates an empty capture. `options` apply to every connection; one that
    /// begins in the middle starts with an unknown table instead.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            problem_counts: [0; ProblemKind::ALL.len()],
            kept: 0,
            connections: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Keeps `room` bytes at most, less than [`KEPT`], as if others kept the
    /// rest. If that is not enough, [`kept`](Sink::kept) is above `KEPT`.
    #[must_use]
    pub fn within(self, room: usize) -> Self {
        Self {
            kept: KEPT.saturating_sub(room),
            ..self
        }
    }

    fn count_problem(&mut self, kind: ProblemKind) -> bool {
        let count = &mut self.problem_counts[kind as usize];
        *count += 1;
        *count <= FRAME_PROBLEMS
    }

    /// Returns the problems of the input and of the connections' header blocks.
    pub fn all_problems(&self) -> Vec<Problem> {
        let mut problems = self.problems.clone();
        for ((kind, name), count) in ProblemKind::ALL.into_iter().zip(self.problem_counts) {
            if count > FRAME_PROBLEMS {
                problems.push(Problem {
                    r#where: "the whole capture".to_owned(),
                    message: format!(
                        "only the first {FRAME_PROBLEMS} of {count} {name} are listed"
                    ),
                    is_gap: !matches!(kind, ProblemKind::Note),
                });
            }
        }
        for connection in &self.connections {
            problems.extend(connection.notes.all());
        }
        problems
    }

    /// Whether anything but undecodable blocks is missing or wrong. `problems`
    /// are [all of them](Self::all_problems).
    pub fn has_gaps(&self, problems: &[Problem]) -> bool {
        let lacks = |connection: &Connection| {
            starts_in_the_middle(&connection.about) || connection.errors_in_all > 0
        };
        problems.iter().any(|problem| problem.is_gap) || self.connections.iter().any(lacks)
    }

    /// Number of undecodable blocks.
    pub fn undecodable_blocks(&self) -> usize {
        let blocks = |connection: &Connection| {
            let blocks = connection.session.blocks().iter();
            blocks.filter(|block| block.fails()).count()
        };
        self.connections.iter().map(blocks).sum()
    }
}

impl Sink for Capture {
    fn connection(&mut self, number: usize, about: &About) {
        if let Some(known) = self.connections.get_mut(number) {
            let middle = starts_in_the_middle(about);
            // A start that is only determined later still applies before the
            // first block.
            if middle != starts_in_the_middle(&known.about) && known.framing.is_empty() {
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
        let (kind, problem) = match event {
            Event::Frame(frame, detail) => {
                self.kept += connection.frame(frame, &detail);
                return;
            }
            Event::Block(mut block) => {
                let left = KEPT.saturating_sub(self.kept);
                let fits = fitting(block.bytes, left.min(BLOCK));
                let cut = (fits < block.bytes.len()).then_some(block.sender);
                block.bytes = &block.bytes[..fits];
                let block = connection.block(&block);
                self.kept += connection.memory_of(block);
                if let Some(sender) = cut {
                    connection.session.mark_blocks_missing(sender);
                    let (of, most) = match left {
                        ..=BLOCK => ("it and of those before", KEPT),
                        _ => ("it", BLOCK),
                    };
                    // The reader stops at the next packet above this.
                    self.kept = self.kept.max(if most == KEPT { KEPT + 1 } else { 0 });
                    if left > 0 {
                        self.problems.push(Problem::missing(
                            connection.place_of(block, fits),
                            format!(
                                "the header block is not read from here on: what is kept of {of} has more than {} MiB",
                                most >> 20
                            ),
                        ));
                    }
                }
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
            Event::Lost(loss) => {
                connection.session.mark_blocks_missing(loss.sender);
                connection.losses += 1;
                let place = problems::place(loss.arrival, loss.offset);
                (ProblemKind::Lost, Problem::missing(place, loss.message))
            }
            Event::Unread(_, offset, arrival, message) => {
                let place = problems::place(arrival, offset);
                (ProblemKind::Unread, Problem::missing(place, message))
            }
            Event::Note(_, offset, arrival, message) => {
                let place = problems::place(arrival, offset);
                (ProblemKind::Note, Problem::note(place, message))
            }
        };
        if self.count_problem(kind) {
            self.problems.push(problem);
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

    fn full(&mut self, problem: Problem) {
        self.kept = self.kept.max(KEPT + 1);
        self.problems.push(problem);
    }

    fn kept(&self) -> usize {
        self.kept
    }
}

impl Capture {
    /// Drops what only the output of the last block of a connection needs, for
    /// an output that has written it and will ask for nothing but problems and
    /// causes.
    pub fn drop_written(&mut self, connection: usize) {
        self.kept -= self.connections[connection].drop_written();
    }

    fn error(&mut self, connection: usize, error: FrameError) {
        let listed = self.count_problem(ProblemKind::Error);
        let connection = &mut self.connections[connection];
        connection.errors_in_all += 1;
        if !listed {
            return;
        }
        if error.is_cut() {
            self.problems.push(Problem::missing(
                problems::place(error.arrival, error.offset),
                error.message.as_str(),
            ));
        }
        connection.errors.push(error);
    }
}

fn starts_in_the_middle(about: &About) -> bool {
    about.protocol == Protocol::Http2 && about.start == Start::Middle
}

fn options_of(options: &Options, about: &About) -> Options {
    let mut options = options.clone();
    options.start.seen = !matches!(about.start, Start::Middle | Start::Paste);
    if starts_in_the_middle(about) {
        options.start.unknown = true;
        options.start.assumed = true;
    }
    options
}
