//! Sessions for unit tests.

use input::{Before, Block, Framed, Sender, paste};

use crate::{Options, Session, text::unhex};

/// Options for bytes from the middle of a connection.
pub(crate) fn unknown_start() -> Options {
    let mut options = Options::default();
    options.start.unknown = true;
    options
}

/// Decodes blocks of a client.
pub(crate) fn session(options: Options, blocks: &[impl AsRef<[u8]>]) -> Session {
    let blocks = blocks.iter().map(AsRef::as_ref);
    let blocks = blocks.map(|bytes| Block::new(Sender::Client, bytes));
    Session::decode(options, blocks)
}

/// Decodes blocks of a client, given as hex digits.
pub(crate) fn of_hex(options: Options, blocks: &[&str]) -> Session {
    let blocks: Option<Vec<Vec<u8>>> = blocks.iter().map(|digits| unhex(digits)).collect();
    session(options, &blocks.expect("hex digits"))
}

/// Decodes blocks in frames: sender, stream, promised stream, hex digits.
pub(crate) fn framed(blocks: &[(Sender, u32, Option<u32>, &str)]) -> Session {
    let mut session = Session::new(Options::default());
    for &(sender, stream, promised, digits) in blocks {
        let end_stream = false;
        let framed = Some(Framed {
            stream,
            promised,
            end_stream,
        });
        let before = Before {
            framed,
            ..Before::default()
        };
        session.push(&Block {
            before: &before,
            ..Block::new(sender, &unhex(digits).expect("hex digits"))
        });
    }
    session
}

/// Decodes a pasted text, with options adjusted by `change`.
pub(crate) fn pasted(text: &str, change: impl FnOnce(&mut Options)) -> Session {
    let paste = paste::read(text.as_bytes(), &paste::Options::default()).expect("a readable text");
    let mut options = Options::with_limit(4096, paste.initial_table_size);
    change(&mut options);
    Session::decode(options, paste.blocks.iter())
}
