//! Every Huffman engine against the one that goes bit by bit: the same text,
//! or the same fault at the same bit, whatever stands around the string.

#![no_main]

use std::ops::Range;

use hpack::huffman::{HuffmanDecoder, HuffmanError};
use hpack_engines::huffman::{BitByBit, HuffmanEngine};
use libfuzzer_sys::fuzz_target;

type Answer = (Result<(), HuffmanError>, Vec<u8>);

fn decoded<H: HuffmanDecoder>(huffman: &H, block: &[u8], data: Range<usize>) -> Answer {
    let mut out = b"before".to_vec();
    let answer = huffman.decode_within(block, data, &mut out);
    (answer, out)
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (before, behind, block) = input;
    let start = usize::from(before).min(block.len());
    let end = block.len().saturating_sub(behind.into()).max(start);
    let expected = decoded(&BitByBit::new(), &block[start..end], 0..end - start);
    for engine in HuffmanEngine::ALL {
        let found = decoded(&engine, block, start..end);
        assert_eq!(found, expected, "{}", engine.id());
    }
});
