//! A module of the npm package: header blocks decoded and encoded.

mod answers;
mod encoder;

pub use answers::{decode_error, static_table};
pub use encoder::StringEncoder;
pub use hpack_inspector_strings::StringDecoder;
