//! HTTP/2 (RFC 9113), as far as header blocks need it.
//!
//! | RFC 9113 | module |
//! | --- | --- |
//! | §4.1 and §6, reading and writing frames, inferring their sender | [`frame`] |
//! | §4.3, §6.5, §6.10, reading a connection: frames, settings, header blocks | [`connection`] |
//! | §4.2, §6.1, §6.2, §6.6, §6.10, writing header blocks and content | [`writer`] |
//! | events of a connection | [`event`] |
//! | recognising frames among other bytes | [`is_frames`], [`has_frames`] |
//! | §8.2 and §8.3, checking the fields of messages | [`validity`] |
//! | §7, error codes | [`error`] |
//!
//! Input is the bytes of each direction. Packets and HPACK are out of scope.

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
pub use event::{Arrival, Block, Event, Fragment, Frame, FrameError, Framed, Input, Loss, Missing};
pub use frame::{Detail, FrameType, Header, PREFACE, Priority, Sender, Setting};
pub use sync::{has_frames, is_frames};
