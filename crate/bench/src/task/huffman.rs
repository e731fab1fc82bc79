//! Huffman engines on strings.

use std::{hint::black_box, sync::Arc};

use hpack::huffman::HuffmanDecoder;
use hpack_engines::{
    huffman::{BitByBit, HuffmanEngine},
    with_huffman,
};

use super::Task;
use crate::workload::Strings;

/// `engine` on `strings`, each decoded into the same buffer, which the
/// outside may look at.
#[must_use]
pub fn strings(engine: HuffmanEngine, strings: Arc<Strings>) -> Box<dyn Task> {
    with_huffman!(engine, |huffman| Box::new(Decoding {
        huffman,
        strings,
        out: Vec::new(),
    }))
}

/// What has to come out, by the reference engine.
#[must_use]
pub fn strings_reference(strings: &Strings) -> Vec<u8> {
    output(&BitByBit::new(), strings)
}

/// Octets that `strings` stand for.
pub(crate) fn string_octets(strings: &Strings) -> usize {
    let mut out = Vec::new();
    for coded in strings.coded() {
        // What a faulty string gives before its fault is not handed out.
        let _ = BitByBit::new().decode(coded, &mut out);
    }
    out.len()
}

struct Decoding<H> {
    huffman: H,
    strings: Arc<Strings>,
    out: Vec<u8>,
}

impl<H: HuffmanDecoder> Task for Decoding<H> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            let Strings { octets, places } = black_box(&*self.strings);
            for place in places {
                self.out.clear();
                let answer = self
                    .huffman
                    .decode_within(octets, place.clone(), &mut self.out);
                sum = sum.wrapping_add(u64::from(answer.is_ok()) + self.out.len() as u64);
                black_box(&self.out[..]);
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.huffman, &self.strings)
    }
}

fn output<H: HuffmanDecoder>(huffman: &H, strings: &Strings) -> Vec<u8> {
    let mut all = Vec::new();
    let mut out = Vec::new();
    for place in &strings.places {
        out.clear();
        match huffman.decode_within(&strings.octets, place.clone(), &mut out) {
            Ok(()) => {
                all.extend_from_slice(&(out.len() as u32).to_le_bytes());
                all.extend_from_slice(&out);
            }
            Err(fault) => all.extend_from_slice(format!("{fault:?}").as_bytes()),
        }
    }
    all
}
