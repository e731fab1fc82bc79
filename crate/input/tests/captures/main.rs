//! Captures: of real connections, against the truth beside them, and packets
//! made by hand.

mod record;
mod truth;
