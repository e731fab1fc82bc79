//! The decoders of published crates.

use httlib_huffman::DecoderSpeed;

use super::Peer;

/// The crate httlib-huffman, at its fastest.
#[derive(Default)]
pub(crate) struct Httlib;

impl Peer for Httlib {
    const ID: &'static str = "httlib";
    const ABOUT: &'static str =
        "the crate httlib-huffman, five bits at a time: appends to a vector that is there already";

    fn decode(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        httlib_huffman::decode(coded, out, DecoderSpeed::FiveBits).is_ok()
    }
}

macro_rules! returns_a_vector {
    ($name:ident, $krate:ident, $id:literal, $about:literal) => {
        #[doc = concat!("The crate ", $about)]
        pub(crate) struct $name($krate::huffman::HuffmanDecoder);

        impl Default for $name {
            fn default() -> Self {
                Self($krate::huffman::HuffmanDecoder::new())
            }
        }

        impl Peer for $name {
            const ID: &'static str = $id;
            const ABOUT: &'static str = concat!("the crate ", $about);

            fn decode(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
                self.0.decode(coded).map(|text| *out = text).is_ok()
            }
        }
    };
}

returns_a_vector!(
    Fluke,
    fluke_hpack,
    "fluke",
    "fluke-hpack, bit by bit through a map: returns a new vector"
);
returns_a_vector!(
    Loona,
    loona_hpack,
    "loona",
    "loona-hpack, bit by bit through a map: returns a new vector"
);
returns_a_vector!(
    Hpack,
    hpack_rs,
    "hpack",
    "hpack, bit by bit through a map: returns a new vector"
);
