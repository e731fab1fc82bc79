//! §4.1 and §6: parsing and writing frames.
//!
//! A frame is a [`Header`] and a payload: either a [`Prefix`] and a header block
//! fragment or content, or the fields of [`Detail`]. [`infer_sender`] tells which
//! side sent frames.

mod frame_type;
mod header;
mod payload;
pub(crate) mod rules;
mod sender;
mod setting;

pub use frame_type::{FrameType, flags};
pub use header::{Header, split_first};
pub use payload::{Detail, PayloadError, Prefix, Priority, split_body};
pub use sender::{Sender, infer_sender, sender_of_block};
pub use setting::{Setting, Settings};

/// The client's connection preface (§3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Whether `bytes` begin with the client's connection preface; `None` if they end
/// inside it.
#[must_use]
pub fn has_preface(bytes: &[u8]) -> Option<bool> {
    if bytes.starts_with(PREFACE) {
        Some(true)
    } else if PREFACE.starts_with(bytes) {
        None
    } else {
        Some(false)
    }
}
