//! Sessions for unit tests.

use input::{Block, Sender, paste};

use crate::{Options, Session, text::unhex};

/// Decodes blocks of a client.
pub(crate) fn session(options: Options, blocks: &[impl AsRef<[u8]>]) -> Session {
    let blocks = blocks.iter().map(AsRef::as_ref);
    Session::decode(
        options,
        blocks.map(|bytes| Block::new(Sender::Client, bytes)),
    )
}

/// Decodes blocks of a client, given as hex digits.
pub(crate) fn of_hex(options: Options, blocks: &[&str]) -> Session {
    let blocks: Option<Vec<Vec<u8>>> = blocks.iter().map(|digits| unhex(digits)).collect();
    session(options, &blocks.expect("hex digits"))
}

/// Decodes a pasted text, with options adjusted by `change`.
pub(crate) fn pasted(text: &str, change: impl FnOnce(&mut Options)) -> Session {
    let paste = paste::read(text.as_bytes(), &paste::Options::default()).expect("a readable text");
    let mut options = Options::with_limit(4096, paste.initial_table_size);
    change(&mut options);
    Session::decode(options, paste.blocks.iter())
}
