//! Hex engines on digits.

use std::{hint::black_box, sync::Arc};

use input::{
    hex::{Branch, HexDecoder, HexEngine},
    with_hex,
};

use super::{Task, read};

/// `engine` on `texts` of hex digits, each decoded into the same buffer and
/// read.
#[must_use]
pub fn digits(engine: HexEngine, texts: Arc<[Vec<u8>]>) -> Box<dyn Task> {
    with_hex!(engine, |hex| Box::new(Decoding {
        hex,
        texts,
        out: Vec::new(),
    }))
}

/// What has to come out, by the engine that asks of each digit what it is.
#[must_use]
pub fn digits_reference(texts: &[Vec<u8>]) -> Vec<u8> {
    output(&Branch, texts)
}

struct Decoding<H> {
    hex: H,
    texts: Arc<[Vec<u8>]>,
    out: Vec<u8>,
}

impl<H: HexDecoder> Task for Decoding<H> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            for text in black_box(&*self.texts) {
                self.out.clear();
                let answer = self.hex.decode(text, &mut self.out);
                sum = sum.wrapping_add(u64::from(answer.is_ok()) + read(&self.out));
            }
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.hex, &self.texts)
    }
}

fn output<H: HexDecoder>(hex: &H, texts: &[Vec<u8>]) -> Vec<u8> {
    let mut all = Vec::new();
    for text in texts {
        let before = all.len();
        if let Err(fault) = hex.decode(text, &mut all) {
            all.extend_from_slice(format!("{fault:?}").as_bytes());
        }
        all.extend_from_slice(&((all.len() - before) as u32).to_le_bytes());
    }
    all
}
