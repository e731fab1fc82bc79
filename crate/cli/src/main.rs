//! `hpack-inspect`.

fn main() {}
