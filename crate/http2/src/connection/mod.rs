//! Reading a connection: the bytes of both directions to frames, settings and
//! header blocks.
//!
//! Each [`direction`] has a parser of [`frames`], an [`assembler`] of header
//! blocks, and a search for the next frame after a loss ([`resync`]). Frames are
//! checked by their [`order`], the [`streams`] and the [`settings`].

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

/// How the bytes of a connection begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// At the start of the connection, with the client's preface.
    Preface,
    /// After the 101 response to an Upgrade (RFC 7540 §3.2). The client's settings
    /// from its HTTP2-Settings field apply at once.
    Upgrade(Vec<Setting>),
    /// In the middle of the connection, possibly inside a frame. Settings and
    /// tables are unknown.
    Middle,
    /// With any frame.
    Frames,
}

/// Reads both directions of a connection. The events do not depend on how the
/// bytes are split.
#[derive(Debug)]
pub struct Connection {
    /// By sender; `None` before its first input.
    directions: [Option<Box<Direction>>; 3],
    fallback: Fallback,
    shared: Shared,
}

/// Treatment of bytes without the preface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fallback {
    /// Report an error and search for frames.
    Error,
    /// Read frames.
    Frames,
    /// Search for frames.
    Middle,
}

#[derive(Debug)]
struct Shared {
    /// Number of frames reported so far.
    frames: u32,
    settings: Settings,
    streams: Streams,
}

impl Connection {
    /// Returns a connection that begins with `opening`.
    #[must_use]
    pub fn new(opening: Opening) -> Self {
        let mut shared = Shared {
            frames: 0,
            settings: Settings::default(),
            streams: Streams::new(&opening),
        };
        let fallback = match opening {
            Opening::Preface => Fallback::Error,
            Opening::Frames => Fallback::Frames,
            Opening::Upgrade(settings) => {
                shared.settings.apply_upgrade(settings);
                Fallback::Error
            }
            Opening::Middle => {
                for sender in [Sender::Client, Sender::Server, Sender::Unknown] {
                    shared.settings.mark_missed(sender);
                    shared.streams.mark_missed(sender);
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

    /// Reads the next input of `sender` and passes events to `events`.
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

/// Index of a sender in arrays of all three.
const fn number(sender: Sender) -> usize {
    match sender {
        Sender::Client => 0,
        Sender::Server => 1,
        Sender::Unknown => 2,
    }
}
