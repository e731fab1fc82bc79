//! One suite over every engine.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::{Engine, List, Visitor};

/// Writes all blocks before it compares the results.
struct Keep<'a>(&'a [Vec<u8>]);

impl<B: HeaderBuffer + Engine + Default> Visitor<B, ()> for Keep<'_> {
    fn visit(self) {
        let mut buffer = B::default();
        let write = |block: &Vec<u8>| {
            buffer.write(|out| {
                assert!(out.is_empty(), "{}", B::ENTRY.id);
                // In pieces, like an encoder, so that the buffer has to grow.
                for piece in block.chunks(100) {
                    out.extend_from_slice(piece);
                }
            })
        };
        let written: Vec<Vec<u8>> = self.0.iter().map(write).collect();
        assert!(written == self.0, "{}", B::ENTRY.id);
    }
}

fn assert_kept_by_each(blocks: &[Vec<u8>]) {
    for number in 0..Engines::COUNT {
        Engines::visit(number, Keep(blocks));
    }
}

#[test]
fn later_blocks_leave_earlier_ones_unchanged() {
    let lengths = [0, 1, 17, 300, ROOM - 1, ROOM, ROOM + 1, 9 * ROOM, 0, 2];
    let blocks: Vec<Vec<u8>> = (0_u8..)
        .zip(lengths)
        .map(|(number, bytes)| vec![number; bytes])
        .collect();
    assert_kept_by_each(&blocks);
}

#[test]
fn memory_kept_by_a_block() {
    fn kept<B: HeaderBuffer + Default>() -> usize {
        B::default().write(|out| out.resize(200, 1)).capacity()
    }
    assert_eq!(kept::<Zeroed>(), ROOM);
    assert_eq!(kept::<Fresh>(), ROOM);
    assert_eq!(kept::<Growing>(), 256);
    assert_eq!(kept::<Reused>(), 200);
}

#[test]
fn frees_a_buffer_that_grew() {
    let mut buffer = Reused::default();
    let cases = [
        (200, ROOM..ROOM + 1),
        (3 * ROOM, 3 * ROOM..4 * ROOM + 1),
        (200, 3 * ROOM..4 * ROOM + 1),
        (5 * ROOM, 0..1),
        (200, ROOM..ROOM + 1),
    ];
    for (bytes, kept) in cases {
        buffer.write(|out| out.resize(bytes, 1));
        assert!(kept.contains(&buffer.kept()), "{bytes}: {}", buffer.kept());
    }
}

/// Panics halfway through a block.
struct Unfinished;

impl<B: HeaderBuffer + Engine + Default> Visitor<B, ()> for Unfinished {
    fn visit(self) {
        let mut buffer = B::default();
        let write = std::panic::AssertUnwindSafe(|| {
            buffer.write(|out| {
                out.extend_from_slice(b"half");
                std::panic::resume_unwind(Box::new(()));
            })
        });
        assert!(std::panic::catch_unwind(write).is_err());
        assert_eq!(buffer.write(|out| out.push(1)), [1], "{}", B::ENTRY.id);
    }
}

#[test]
fn unfinished_block_leaves_nothing() {
    for number in 0..Engines::COUNT {
        Engines::visit(number, Unfinished);
    }
}

proptest! {
    #[test]
    fn any_blocks(blocks in vec(vec(any::<u8>(), 0..600), 0..20)) {
        assert_kept_by_each(&blocks);
    }
}
