//! Huffman engines on strings.

use std::{hint::black_box, sync::Arc};

use hpack::{
    huffman::{Engine, HuffmanDecoder, Walk},
    with_huffman,
};

use super::{Subject, read};

/// `engine` on `strings`, each decoded into the same buffer and read.
#[must_use]
pub fn strings(engine: Engine, strings: Arc<[Vec<u8>]>) -> Box<dyn Subject> {
    with_huffman!(engine, |huffman| Box::new(Strings {
        huffman,
        strings,
        out: Vec::new(),
    }))
}

/// What has to come out, by the reference engine.
#[must_use]
pub fn strings_reference(strings: &[Vec<u8>]) -> Vec<u8> {
    output(&Walk::new(), strings)
}

/// Octets that `strings` stand for.
pub(crate) fn string_octets(strings: &[Vec<u8>]) -> usize {
    let mut out = Vec::new();
    for coded in strings {
        // What a faulty string gives before its fault is not handed out.
        let _ = Walk::new().decode(coded, &mut out);
    }
    out.len()
}

struct Strings<H> {
    huffman: H,
    strings: Arc<[Vec<u8>]>,
    out: Vec<u8>,
}

impl<H: HuffmanDecoder> Subject for Strings<H> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            for coded in black_box(&*self.strings) {
                self.out.clear();
                let answer = self.huffman.decode(coded, &mut self.out);
                sum = sum.wrapping_add(u64::from(answer.is_ok()) + read(&self.out));
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.huffman, &self.strings)
    }
}

fn output<H: HuffmanDecoder>(huffman: &H, strings: &[Vec<u8>]) -> Vec<u8> {
    let mut all = Vec::new();
    let mut out = Vec::new();
    for coded in strings {
        out.clear();
        match huffman.decode(coded, &mut out) {
            Ok(()) => {
                all.extend_from_slice(&(out.len() as u32).to_le_bytes());
                all.extend_from_slice(&out);
            }
            Err(fault) => all.extend_from_slice(format!("{fault:?}").as_bytes()),
        }
    }
    all
}
