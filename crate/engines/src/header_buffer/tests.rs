//! One suite over every engine.

use proptest::{collection::vec, prelude::*};

use super::*;
use crate::{Listed, with_header_buffer};

/// Writes the blocks one after the other, keeps all that is handed on, and
/// compares only then.
fn assert_all_stay<B: HeaderBuffer + Listed>(mut buffer: B, blocks: &[Vec<u8>]) {
    let handed_on: Vec<Vec<u8>> = blocks
        .iter()
        .map(|block| {
            buffer.write(|out| {
                assert!(out.is_empty(), "{}", B::ID);
                // In pieces, as an encoder writes, so that it has to grow.
                for piece in block.chunks(100) {
                    out.extend_from_slice(piece);
                }
            })
        })
        .collect();
    assert!(handed_on == blocks, "{}", B::ID);
}

fn assert_all_stay_with_each(blocks: &[Vec<u8>]) {
    for engine in HeaderBufferEngine::ALL {
        with_header_buffer!(engine, |buffer| assert_all_stay(buffer, blocks));
    }
}

#[test]
fn what_is_handed_on_stays_as_it_is() {
    let lengths = [0, 1, 17, 300, ROOM - 1, ROOM, ROOM + 1, 9 * ROOM, 0, 2];
    let blocks: Vec<Vec<u8>> = (0_u8..)
        .zip(lengths)
        .map(|(number, octets)| vec![number; octets])
        .collect();
    assert_all_stay_with_each(&blocks);
}

#[test]
fn what_a_block_holds_on_to() {
    let hold = |engine, octets| {
        with_header_buffer!(engine, |buffer| {
            let mut buffer = buffer;
            buffer.write(|out| out.resize(octets, 1)).capacity()
        })
    };
    for engine in [HeaderBufferEngine::Zeroed, HeaderBufferEngine::Fresh] {
        assert_eq!(hold(engine, 200), ROOM, "{engine:?}");
    }
    assert_eq!(hold(HeaderBufferEngine::Growing, 200), 256);
    assert_eq!(hold(HeaderBufferEngine::Reused, 200), 200);
}

#[test]
fn a_buffer_that_grew_is_given_back() {
    let mut buffer = Reused::default();
    let cases = [
        (200, ROOM..ROOM + 1),
        (3 * ROOM, 3 * ROOM..4 * ROOM + 1),
        (200, 3 * ROOM..4 * ROOM + 1),
        (5 * ROOM, 0..1),
        (200, ROOM..ROOM + 1),
    ];
    for (octets, kept) in cases {
        buffer.write(|out| out.resize(octets, 1));
        assert!(kept.contains(&buffer.kept()), "{octets}: {}", buffer.kept());
    }
}

/// An encoder that gives up half-way leaves nothing for the next block.
#[test]
fn a_block_that_is_not_finished_leaves_nothing() {
    fn check<B: HeaderBuffer + Listed>(mut buffer: B) {
        let write = std::panic::AssertUnwindSafe(|| {
            buffer.write(|out| {
                out.extend_from_slice(b"half");
                std::panic::resume_unwind(Box::new(()));
            })
        });
        assert!(std::panic::catch_unwind(write).is_err());
        assert_eq!(buffer.write(|out| out.push(1)), [1], "{}", B::ID);
    }
    for engine in HeaderBufferEngine::ALL {
        with_header_buffer!(engine, |buffer| check(buffer));
    }
}

proptest! {
    #[test]
    fn any_blocks(blocks in vec(vec(any::<u8>(), 0..600), 0..20)) {
        assert_all_stay_with_each(&blocks);
    }
}
