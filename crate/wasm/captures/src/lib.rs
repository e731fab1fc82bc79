//! The package for captures and benchmarks: everything in the first package,
//! plus connections, frames and streams.

mod benchmark;
mod capture;
mod captured;
mod frames;
mod reading;
#[cfg(all(test, feature = "typescript"))]
mod typescript;

pub use benchmark::{Benchmark, first_uses};
pub use capture::{
    begin_capture, connections, control, filter_frames, frame_at, frame_of, frame_of_packet,
    frames, framing, har_lists, select_connection, stream_at, streams, summary,
};
pub use hpack_inspector_strings::StringDecoder;
