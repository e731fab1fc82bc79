//! Runs a generated test for another decoder, and checks that it is up to date.

mod header_blocks;

use input::paste;
use inspect::{
    Options, Session,
    listing::{Listing, ReadyTest},
};

/// Two directions, a reduced limit, size updates, evictions, an error, and
/// non-ASCII text.
const TALK: &str = "# initial table size 256\n> 828684410f7777772e6578616d706c652e636f6d\n\n\
    < 884003736574ff0161\n\n< 88400373657405c3a9225c0a\n\n# SETTINGS_HEADER_TABLE_SIZE 128\n\
    > 3f618286be58086e6f2d6361636865\n\n> 8287bfbe\n\n< be\n\n> 82\n";

#[test]
fn generated_test_is_up_to_date() {
    let read = paste::read(TALK.as_bytes(), &paste::Options::default()).unwrap();
    let options = Options::with_limit(4096, read.initial_table_size);
    let session = Session::decode(options, read.blocks.iter());
    let written = Listing::Test(ReadyTest::Rust).of(&session, 0..session.blocks().len(), "");
    let written = written.unwrap();
    assert_eq!(written, include_str!("header_blocks.rs"), "{written}");
}
