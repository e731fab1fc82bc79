//! HTTP/2 as RFC 9113 has it, as far as header blocks need it.
//!
//! | RFC 9113 | here |
//! | --- | --- |
//! | §4.1 and §6, frames: the codec, and who sent them | [`frame`] |
//! | §4.3, §6.5, §6.10: a connection's bytes to frames, settings and header blocks | [`connection`] |
//! | §4.2, §6.1, §6.2, §6.6, §6.10, header blocks and content to frames | [`writer`] |
//! | what a connection reports | [`event`] |
//! | where frames begin among other bytes | [`is_frames`], [`has_frames`] |
//! | §8.2 and §8.3, what fields a message may have | [`validity`] |
//! | §7, error codes | [`error`] |
//!
//! The crate knows bytes of two directions; it knows nothing of packets, of
//! text, or of the fields in a header block.

#![deny(unsafe_code)]

pub mod connection;
pub mod error;
pub mod event;
pub mod frame;
mod sync;
pub mod validity;
pub mod writer;

pub use connection::{Connection, Opening};
pub use error::{ErrorCode, code_name};
pub use event::{Arrival, Block, Event, Fragment, Frame, FrameError, Framed, Input, Loss};
pub use frame::{Detail, FrameType, Header, PREFACE, Priority, Sender, Setting};
pub use sync::{has_frames, is_frames};
