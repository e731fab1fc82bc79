//! The decoders of published crates.

use super::Peer;

/// The crate httlib-hpack.
pub(crate) struct Httlib {
    decoder: httlib_hpack::Decoder<'static>,
    /// The crate consumes its input, so every block is copied.
    block: Vec<u8>,
    fields: Vec<(Vec<u8>, Vec<u8>, u8)>,
}

impl Peer for Httlib {
    const ID: &'static str = "httlib";
    const ABOUT: &'static str = "the crate httlib-hpack: eats a copy of the block and appends new vectors of name and value to a list";

    fn new(limit: u32, maximum: u32) -> Self {
        let mut decoder = httlib_hpack::Decoder::with_dynamic_size(maximum);
        decoder.set_max_dynamic_size(limit);
        Self {
            decoder,
            block: Vec::new(),
            fields: Vec::new(),
        }
    }

    fn acknowledge(&mut self, limit: u32) {
        self.decoder.set_max_dynamic_size(limit);
    }

    fn decode(&mut self, block: &[u8], mut sink: impl FnMut(&[u8], &[u8])) -> bool {
        self.block.clear();
        self.block.extend_from_slice(block);
        self.fields.clear();
        let answer = self.decoder.decode(&mut self.block, &mut self.fields);
        for (name, value, _) in &self.fields {
            sink(name, value);
        }
        answer.is_ok()
    }
}

macro_rules! calls_back {
    ($name:ident, $krate:ident, $id:literal, $about:literal, |$decoder:ident, $limit:ident| $acknowledge:block) => {
        #[doc = concat!("The crate ", $about)]
        pub(crate) struct $name($krate::Decoder<'static>);

        impl Peer for $name {
            const ID: &'static str = $id;
            const ABOUT: &'static str = concat!("the crate ", $about);

            fn new(limit: u32, maximum: u32) -> Self {
                let mut peer = Self($krate::Decoder::new());
                peer.acknowledge(limit);
                peer.0.set_max_table_size(maximum as usize);
                peer
            }

            fn acknowledge(&mut self, $limit: u32) {
                let $decoder = &mut self.0;
                $acknowledge
            }

            fn decode(&mut self, block: &[u8], mut sink: impl FnMut(&[u8], &[u8])) -> bool {
                self.0
                    .decode_with_cb(block, |name, value| sink(&name, &value))
                    .is_ok()
            }
        }
    };
}

calls_back!(
    Fluke,
    fluke_hpack,
    "fluke",
    "fluke-hpack, which builds its map of codes again for every string: calls back with name and value, borrowed from its table or in new vectors",
    |decoder, limit| { decoder.set_max_allowed_table_size(limit as usize) }
);
calls_back!(
    Loona,
    loona_hpack,
    "loona",
    "loona-hpack, which builds its map of codes again for every string: calls back with name and value, borrowed from its table or in new vectors",
    |decoder, limit| { decoder.set_max_allowed_table_size(limit as usize) }
);
calls_back!(
    Hpack,
    hpack_rs,
    "hpack",
    "hpack, which builds its map of codes again for every string: calls back with name and value, borrowed from its table or in new vectors; knows no limit",
    // It accepts every size update in the block.
    |_decoder, _limit| {}
);
