//! Hex engines.

use std::sync::Arc;

use hpack_engines::{
    Visitor,
    hex::{Branch, HexDecoder, Lookup},
};

use super::{Answers, create_task, output_of, read};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::Data,
};

/// Decoding texts of hex digits into a reused buffer.
pub(crate) struct Hex;

impl Race for Hex {
    type Data = [Vec<u8>];
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        match data {
            Data::Digits(texts) => Some(texts),
            _ => None,
        }
    }

    fn operations(texts: &Self::Data) -> usize {
        texts.len()
    }

    fn amount(texts: &Self::Data) -> usize {
        texts.iter().map(|text| text.len() / 2).sum()
    }

    fn expected(texts: &Arc<Self::Data>) -> Vec<u8> {
        output_of::<Branch, Self>(texts)
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
type Engines = hpack_engines::list![Branch, Lookup, ours::Simd];

/// Without SIMD, our decoder is a look-up too.
#[cfg(not(any(target_arch = "x86_64", target_arch = "wasm32")))]
type Engines = hpack_engines::list![Branch, Lookup];

#[cfg(any(target_arch = "x86_64", target_arch = "wasm32"))]
mod ours {
    use hpack_engines::{Engine, Entry, hex::HexDecoder};

    /// The decoder of the crate input.
    #[derive(Default)]
    pub(crate) struct Simd;

    impl Engine for Simd {
        const ENTRY: Entry = Entry {
            id: "simd",
            title: "16 at once",
            about: "Classifies and packs sixteen digits at once in a vector register.",
        };
    }

    impl HexDecoder for Simd {
        #[inline]
        fn decode(&self, digits: &[u8], out: &mut Vec<u8>) -> bool {
            input::hex::decode(digits, out).is_some()
        }
    }
}

impl<H: HexDecoder + Default + 'static> Visitor<H, BoxedTask> for CreateTask<Hex> {
    fn visit(self) -> BoxedTask {
        create_task::<_, H>(self)
    }
}

impl<H: HexDecoder> Answers<H> for Hex {
    type Answer<'a> = (bool, &'a [u8]);

    #[inline]
    fn answer(
        hex: &mut H,
        texts: &Self::Data,
        out: &mut Vec<u8>,
        mut each: impl FnMut(Self::Answer<'_>),
    ) {
        for text in texts {
            out.clear();
            let are_digits = hex.decode(text, out);
            each((are_digits, out));
        }
    }

    #[inline]
    fn sum((are_digits, bytes): Self::Answer<'_>) -> u64 {
        u64::from(are_digits) + read(bytes)
    }

    fn write((are_digits, bytes): Self::Answer<'_>, out: &mut Vec<u8>) {
        out.push(u8::from(are_digits));
        out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        out.extend_from_slice(bytes);
    }
}
