//! Huffman engines on strings.

use std::{hint::black_box, sync::Arc};

use hpack::huffman::{HuffmanDecoder, HuffmanError, Window14};
use hpack_engines::{
    Visitor,
    huffman::{BitByBit, Engines},
};

use super::{Answers, output_of, started};
use crate::{
    runner::Unit,
    stage::{Race, Start, Started},
    workload::{self, Data},
};

/// Strings decoded into the same buffer, which the outside may look at.
pub(crate) struct Strings;

impl Race for Strings {
    const ID: &'static str = "huffman";
    const TITLE: &'static str = "Huffman decoding";
    const BASELINE: &'static str = "window16";
    const UNIT: Unit = Unit::Byte;

    type Data = workload::Strings;
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::Strings(strings) => Some(strings),
            _ => None,
        }
    }

    fn operations(strings: &Self::Data) -> usize {
        strings.places.len()
    }

    /// Bytes that the strings stand for.
    fn amount(strings: &Self::Data) -> usize {
        let mut out = Vec::new();
        for coded in strings.coded() {
            // What a faulty string gives before its fault is not handed out.
            let _ = Window14::new().decode(coded, &mut out);
        }
        out.len()
    }

    fn expected(strings: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<BitByBit, Self>(strings)
    }
}

struct Decoding<H> {
    huffman: H,
    strings: Arc<workload::Strings>,
    out: Vec<u8>,
}

impl<H: HuffmanDecoder + Default + 'static> Visitor<H, Started> for Start<Strings> {
    fn visit(self) -> Started {
        started(Decoding {
            huffman: H::default(),
            strings: self.0,
            out: Vec::new(),
        })
    }
}

impl<H: HuffmanDecoder> Answers for Decoding<H> {
    type Answer<'a> = (Result<(), HuffmanError>, &'a [u8]);

    #[inline]
    fn answer(&mut self, mut each: impl FnMut(Self::Answer<'_>)) {
        let workload::Strings { octets, places } = black_box(&*self.strings);
        for place in places {
            self.out.clear();
            let answer = self
                .huffman
                .decode_within(octets, place.clone(), &mut self.out);
            each((answer, &self.out));
        }
    }

    #[inline]
    fn sum((answer, text): Self::Answer<'_>) -> u64 {
        u64::from(answer.is_ok()) + black_box(text).len() as u64
    }

    fn write((answer, text): Self::Answer<'_>, out: &mut Vec<u8>) {
        match answer {
            Ok(()) => {
                out.extend_from_slice(&(text.len() as u32).to_le_bytes());
                out.extend_from_slice(text);
            }
            Err(fault) => out.extend_from_slice(format!("{fault:?}").as_bytes()),
        }
    }
}
