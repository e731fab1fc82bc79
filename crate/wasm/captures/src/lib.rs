//! The package for captures and benchmarks: what the first one has, for the
//! sessions of a capture, and with it frames, streams and connections.

mod benchmark;
mod capture;
mod captured;
mod frames;
mod reading;
mod strings;
#[cfg(all(test, feature = "typescript"))]
mod typescript;

pub use benchmark::{Benchmark, stages};
pub use capture::{
    begin_capture, connections, control, filter_frames, flood, frame_at, frame_of, frame_of_packet,
    frames, framing, har_lists, select_connection, streams, summary,
};
pub use strings::StringDecoder;
