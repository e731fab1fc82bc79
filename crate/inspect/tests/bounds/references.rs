//! Thousands of references to one large entry: output is bounded as a whole,
//! and nothing is computed beyond the bound.

use inspect::{
    Options, Session,
    assumed::AssumedEntries,
    compare::block::{BlockOf, Comparison, Strings},
    listing::{Listing, NoListing, ReadyTest},
    report::OutputBudget,
};
use testing::meter::measure;

/// Length of the entry, bytes.
const LARGE: usize = 1 << 18;
/// Number of references to it, of one or two bytes each.
const COUNT: usize = 3000;
/// Memory while a text grows to its bound of 64 MiB, bytes.
const PEAK: usize = 256 << 20;

/// A request with a literal name or value of [`LARGE`] bytes and many copies of
/// `reference`, then a block that refers to the newest entry.
fn session(literal: &[&[u8]], reference: &[u8]) -> Session {
    let mut request = vec![
        0x3f, 0xe1, 0xff, 0xff, 0xff, 0x03, 0x82, 0x87, 0x84, 0x41, 1, b'a',
    ];
    for part in literal {
        request.extend_from_slice(part);
    }
    for _ in 0..COUNT {
        request.extend_from_slice(reference);
    }
    let blocks =
        [&request[..], &[0xbe]].map(|bytes| input::Block::new(input::Sender::Unknown, bytes));
    let session = Session::decode(Options::with_limit(1 << 30, None), blocks);
    assert!(session.blocks().iter().all(|block| block.error.is_none()));
    session
}

/// String length 2^18.
const LENGTH: [u8; 4] = [0x7f, 0x81, 0xff, 0x0f];

fn of_value() -> Session {
    session(&[&[0x40, 1, b'x'], &LENGTH, &[b'v'; LARGE]], &[0xbe])
}

#[test]
fn listings_are_bounded_within_a_block() {
    let session = of_value();
    for listing in Listing::all() {
        let (listed, used) = measure(|| listing.of(&session, 0..1, ""));
        assert_eq!(listed, Err(NoListing::TooLarge), "{listing:?}");
        assert!(used.peak < PEAK, "{listing:?}: {}", used.peak);
        assert!(used.asked < 3 * PEAK, "{listing:?}: {}", used.asked);
    }
}

#[test]
fn comparison_refers_beyond_its_budget() {
    let session = of_value();
    let overlay = AssumedEntries::NONE;
    let overlay = overlay.over(&session);
    let comparison = Comparison::new(BlockOf { overlay, block: 0 }, BlockOf { overlay, block: 1 });
    let room = OutputBudget::of(0);
    let mut written = 0;
    let mut referred = 0;
    for line in &comparison.lines {
        let line = comparison.line(line, Strings::Whole(&room));
        for side in [line.left, line.right].into_iter().flatten() {
            written += side.value.map_or(0, |value| value.len());
            referred += usize::from(side.value_of.is_some());
        }
    }
    assert!((64 << 20..65 << 20).contains(&written), "{written}");
    assert!(referred > COUNT / 2, "{referred}");
}

#[test]
fn rejects_tables_that_expand_too_much() {
    let session = session(&[&[0x40], &LENGTH, &[b'n'; LARGE], &[0]], &[0x7e, 0]);
    let (text, used) = measure(|| session.export([1], ""));
    assert_eq!(text, None);
    assert!(used.peak < PEAK, "{}", used.peak);
    for listing in [Listing::Story, Listing::Test(ReadyTest::Rust)] {
        let (listed, used) = measure(|| listing.of(&session, [1], ""));
        assert_eq!(listed, Err(NoListing::TooLarge), "{listing:?}");
        assert!(used.peak < PEAK, "{listing:?}: {}", used.peak);
    }
}
