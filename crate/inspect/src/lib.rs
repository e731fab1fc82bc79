//! Sessions: header blocks decoded in order, kept as columns, and what can be
//! asked of them afterwards.
//!
//! - [`assumed`]: what a person assumes unknown entries to be
//! - [`attacks`]: what hostile header blocks cost, and what sizes give away
//! - [`capture`]: connections and frames, as they are read
//! - [`session`]: decoding blocks and looking at rows, blocks and tables
//! - [`report`]: a session as JSON
//! - [`compare`]: two blocks, or two sessions, side by side
//! - [`compose`]: header blocks built field by field
//! - [`columns`]: the fixed-width records that a session consists of
//! - [`explain`]: one representation, integer by integer and code by code
//! - [`hand_on`]: a part of a session, written piece by piece
//! - [`line`]: a header block in a line
//! - [`listing`]: fields as CSV, Markdown, lines, and commands of curl
//! - [`policies`]: policies of the encoder by name, and every legal way to write a field
//! - [`provenance`]: where a name and a value were spelled
//! - [`record`]: records of numbers that cross to the page
//! - [`recorder`]: the visitor that writes the columns
//! - [`search`]: where a text, bytes or an error stand
//! - `strings`: names and values as numbers
//! - [`table`]: the dynamic table at any step
//! - [`text`]: bytes as text, and hex digits
//! - [`warnings`]: what a receiver may object to in a block that decodes
//! - [`diagnosis`]: why a block fails or makes no sense
//! - [`what_if`]: what one side sent, encoded anew in another way
//! - [`whole`]: names and values as a whole, to be copied or encoded
//! - [`timing`]: how long each step takes, replayed from its own moment

pub mod assumed;
pub mod attacks;
pub mod capture;
pub mod columns;
pub mod compare;
pub mod compose;
pub mod diagnosis;
pub mod explain;
pub mod export;
#[cfg(test)]
mod fixtures;
pub mod hand_on;
pub mod json;
pub mod line;
pub mod listing;
pub mod mask;
pub mod policies;
pub mod provenance;
pub mod record;
pub mod recorder;
pub mod report;
pub mod search;
pub mod session;
mod strings;
pub mod table;
pub mod text;
pub mod timing;
pub mod warnings;
pub mod what_if;
pub mod whole;

pub use session::{Options, Session, Start};
