//! A connection: the bytes of both directions to frames, settings and header
//! blocks.
//!
//! Each [`direction`] has its [`frames`], of which an [`assembler`] makes header
//! blocks, and a search for the next frame after a loss ([`resync`]); what a
//! frame may be depends on its [`order`] among others, on [`streams`] and
//! [`settings`].

mod assembler;
mod direction;
mod frames;
mod order;
mod resync;
mod settings;
mod streams;

use crate::{Event, Input, Sender, Setting};
use direction::Direction;
use settings::Settings;
use streams::Streams;

/// What is known of the beginning of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Both directions from their first byte: the client's preface comes first.
    Preface,
    /// After the 101 answer to an Upgrade (RFC 7540 §3.2); the client's
    /// settings from its HTTP2-Settings field apply at once.
    Upgrade(Vec<Setting>),
    /// Somewhere in the middle: settings and tables are unknown, and the bytes
    /// may begin inside a frame.
    Middle,
    /// Frames from the first byte, of which the beginning is not required.
    Frames,
}

/// Both directions of one connection. A direction's bytes may be cut anywhere:
/// the events are the same.
#[derive(Debug)]
pub struct Connection {
    /// The directions of which anything came.
    directions: [Option<Box<Direction>>; 3],
    fallback: Fallback,
    shared: Shared,
}

/// What bytes are that are not the preface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fallback {
    /// An error: frames are searched.
    Wrong,
    /// Frames.
    Frames,
    /// The middle of a connection: frames are searched.
    Middle,
}

/// State that the directions share.
#[derive(Debug)]
struct Shared {
    /// Frames reported so far.
    frames: u32,
    settings: Settings,
    streams: Streams,
}

impl Connection {
    /// A connection that begins so.
    #[must_use]
    pub fn new(opening: Opening) -> Self {
        let mut shared = Shared {
            frames: 0,
            settings: Settings::default(),
            streams: Streams::new(&opening),
        };
        let fallback = match opening {
            Opening::Preface => Fallback::Wrong,
            Opening::Frames => Fallback::Frames,
            Opening::Upgrade(settings) => {
                shared.settings.upgrade(settings);
                Fallback::Wrong
            }
            Opening::Middle => {
                for sender in [Sender::Client, Sender::Server, Sender::Unknown] {
                    shared.settings.missed(sender);
                    shared.streams.missed(sender);
                }
                Fallback::Middle
            }
        };
        Self {
            directions: [None, None, None],
            fallback,
            shared,
        }
    }

    /// Reads what comes next of `sender`.
    pub fn read(&mut self, sender: Sender, input: Input<&[u8]>, events: &mut dyn FnMut(Event<'_>)) {
        let direction = &mut self.directions[number(sender)];
        if direction.is_some() || input != Input::End {
            let new = || Box::new(Direction::new(sender, self.fallback));
            direction
                .get_or_insert_with(new)
                .read(&mut self.shared, input, events);
        }
    }
}

/// Index of a sender in a list of all three.
const fn number(sender: Sender) -> usize {
    match sender {
        Sender::Client => 0,
        Sender::Server => 1,
        Sender::Unknown => 2,
    }
}
