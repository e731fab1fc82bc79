//! A capture as it is read: its connections, each with a session for its
//! header blocks, and its frames.

pub mod timeline;

use http2::{Arrival, Detail, Event, Fragment, Frame, FrameError, Loss, Setting};
use input::{
    Block, Problem,
    capture::{About, Protocol, Sink, Start},
};

use crate::{Options, Session};

/// A frame and what is kept of its payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameRecord {
    /// The frame.
    pub frame: Frame,
    /// What stands in it, for people, where it is small: «NO_ERROR, last
    /// stream 7».
    pub detail: Option<String>,
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
    pub fragments: Vec<Fragment>,
    /// What brought its last octet.
    pub arrival: Arrival,
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
}

impl Sink for Capture {
    fn connection(&mut self, number: usize, about: &About) {
        if let Some(known) = self.connections.get_mut(number) {
            known.about = about.clone();
            return;
        }
        let mut options = self.options.clone();
        options.start.unknown |= about.protocol == Protocol::Http2 && about.start == Start::Middle;
        self.connections.push(Connection {
            about: about.clone(),
            session: Session::new(options),
            frames: Vec::new(),
            framing: Vec::new(),
            settings: Vec::new(),
            errors: Vec::new(),
            losses: Vec::new(),
        });
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let Some(connection) = self.connections.get_mut(connection) else {
            return;
        };
        match event {
            Event::Frame(frame, detail) => {
                let number = connection.frames.len() as u32;
                let settings = match detail {
                    Detail::Settings(settings) => Some((false, Some(settings))),
                    Detail::Acknowledged(settings) => Some((true, settings)),
                    _ => None,
                };
                if let Some((acknowledged, settings)) = settings {
                    connection.settings.push(SettingsRecord {
                        frame: number,
                        acknowledged,
                        settings: settings.map(<[Setting]>::to_vec),
                    });
                }
                connection.frames.push(FrameRecord {
                    frame,
                    detail: None,
                    block: None,
                });
            }
            Event::Block(block) => {
                let number = connection.framing.len() as u32;
                for fragment in block.fragments {
                    if let Some(frame) = connection.frames.get_mut(fragment.frame as usize) {
                        frame.block = Some(number);
                    }
                }
                connection.session.push(&Block {
                    sender: block.sender,
                    octets: block.octets.to_vec(),
                    places: Vec::new(),
                    limit_changes: block.limit_changes.to_vec(),
                    label: None,
                });
                connection.framing.push(Framing {
                    stream: block.stream,
                    promised: block.promised,
                    end_stream: block.end_stream,
                    fragments: block.fragments.to_vec(),
                    arrival: block.arrival,
                });
            }
            Event::Lost(loss) => connection.losses.push(loss),
            Event::Error(error) => connection.errors.push(error),
            Event::Note(_, offset, arrival, message) => self.problems.push(Problem {
                r#where: if arrival.packet > 0 {
                    format!("packet {}", arrival.packet)
                } else {
                    format!("byte {offset}")
                },
                message,
            }),
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
