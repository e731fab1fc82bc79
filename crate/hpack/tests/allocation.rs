//! A warmed-up decoder does not allocate.

use std::{hint::black_box, path::Path};

use crate::support::generate::integer;
use hpack_core::{
    Decoder, Engines, InspectedField, Limits, huffman::HuffmanDecoder, integer::Bits32,
};
use hpack_engines::huffman::HuffmanEngine;
use testing::{
    meter::{Counting, measure},
    story,
};

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stories");

#[global_allocator]
static GLOBAL: Counting = Counting;

/// Decodes all blocks once, without keeping fields.
fn pass<H: HuffmanDecoder>(decoder: &mut Decoder, engines: &Engines<H, Bits32>, blocks: &[&[u8]]) {
    let mut bytes = 0;
    let mut visitor = |field: InspectedField<'_>| {
        bytes += field.name.map_or(0, <[u8]>::len) + field.value.map_or(0, <[u8]>::len);
    };
    for block in blocks {
        let result = decoder.visit_with(engines, black_box(block), &mut visitor);
        assert_eq!(result, Ok(()));
    }
    black_box(bytes);
}

/// Decodes the blocks repeatedly until the log was compacted several times, so
/// that its buffers are as large as these blocks make them. One pass suffices for
/// blocks that insert nothing.
fn warm<H: HuffmanDecoder>(decoder: &mut Decoder, engines: &Engines<H, Bits32>, blocks: &[&[u8]]) {
    let mut forgotten = 0;
    while forgotten < 4 {
        for block in blocks {
            let before = decoder.table().heap_bytes();
            pass(decoder, engines, &[block]);
            forgotten += u32::from(decoder.table().heap_bytes() < before);
        }
        if decoder.table().state().end() == 0 {
            return;
        }
    }
}

/// Counts allocations of passes of a warmed-up decoder.
fn later_passes<H: HuffmanDecoder>(huffman: H, blocks: &[&[u8]]) -> [usize; 3] {
    let engines = Engines {
        huffman,
        integer: Bits32,
    };
    let mut decoder = Decoder::new(4096).with_limits(Limits::NONE);
    warm(&mut decoder, &engines, blocks);
    [(); 3].map(|()| {
        let ((), used) = measure(|| pass(&mut decoder, &engines, blocks));
        used.calls
    })
}

/// Blocks that insert, evict, refer and use every kind of literal.
fn busy_blocks() -> Vec<Vec<u8>> {
    (0..400_u32)
        .map(|number| {
            // :method GET, :scheme https, and :path without indexing, in Huffman code
            let mut block = vec![0x82, 0x87, 0x04, 0x84, 0x60, 0xd5, 0x48, 0x5f];
            let value = vec![b'v'; 10 + (number as usize * 37) % 200];
            // cookie, inserted
            integer(&mut block, 0x40, 6, 32);
            integer(&mut block, 0, 7, value.len() as u32);
            block.extend(&value);
            // a new name, inserted, its value in Huffman code
            block.extend([0x40, 0x03, b'x', b'-', b'0' + (number % 10) as u8]);
            block.extend([0x86, 0xa8, 0xeb, 0x10, 0x64, 0x9c, 0xbf]);
            // that entry, and its name again, inserted and never indexed
            block.extend([0xbe, 0x7e, 0x01, b'w', 0x1f, 0x2f, 0x82, 0x64, 0x02]);
            block
        })
        .collect()
}

#[test]
fn busy_blocks_do_not_allocate() {
    let blocks = busy_blocks();
    let blocks: Vec<_> = blocks.iter().map(Vec::as_slice).collect();
    for engine in HuffmanEngine::ALL {
        let counts = later_passes(engine, &blocks);
        assert_eq!(counts, [0; 3], "{}", engine.id());
    }
}

#[test]
fn stories_do_not_allocate() {
    for story in story::read_folder(Path::new(RECORDED)) {
        // After a change of the limit, the next pass would begin differently.
        let changes = |case: &story::Case| case.header_table_size.is_some_and(|size| size != 4096);
        if story.cases.iter().any(changes) {
            continue;
        }
        let blocks: Vec<_> = story.cases.iter().map(|case| &case.wire[..]).collect();
        for engine in HuffmanEngine::ALL {
            let counts = later_passes(engine, &blocks);
            assert_eq!(counts, [0; 3], "{}, {}", story.name, engine.id());
        }
    }
}
