//! Huffman engines.

use std::{hint::black_box, sync::Arc};

use hpack::huffman::{HuffmanDecoder, HuffmanError, Window14};
use hpack_engines::{
    Visitor,
    huffman::{BitByBit, Engines},
};

use super::{Answers, create_task, output_of};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{self, Data},
};

/// Decoding strings into a reused buffer.
pub(crate) struct Strings;

impl Race for Strings {
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

    /// Number of decoded bytes.
    fn amount(strings: &Self::Data) -> usize {
        let mut out = Vec::new();
        for coded in strings.coded() {
            // An invalid string adds nothing.
            let _ = Window14::new().decode(coded, &mut out);
        }
        out.len()
    }

    fn expected(strings: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<BitByBit, Self>(strings)
    }
}

impl<H: HuffmanDecoder + Default + 'static> Visitor<H, BoxedTask> for CreateTask<Strings> {
    fn visit(self) -> BoxedTask {
        create_task::<_, H>(self)
    }
}

impl<H: HuffmanDecoder> Answers<H> for Strings {
    type Answer<'a> = (Result<(), HuffmanError>, &'a [u8]);

    #[inline]
    fn answer(
        huffman: &mut H,
        workload::Strings { bytes, places }: &Self::Data,
        out: &mut Vec<u8>,
        mut each: impl FnMut(Self::Answer<'_>),
    ) {
        for place in places {
            out.clear();
            let answer = huffman.decode_within(bytes, place.clone(), out);
            each((answer, out));
        }
    }

    #[inline]
    fn sum((answer, text): Self::Answer<'_>) -> u64 {
        black_box(text);
        u64::from(answer.is_ok()) + text.len() as u64
    }

    fn write((answer, text): Self::Answer<'_>, out: &mut Vec<u8>) {
        match answer {
            Ok(()) => {
                out.extend_from_slice(&(text.len() as u32).to_le_bytes());
                out.extend_from_slice(text);
            }
            Err(error) => out.extend_from_slice(format!("{error:?}").as_bytes()),
        }
    }
}
