//! Decoders of published crates.
pub(crate) type List = Vec<(Vec<u8>, Vec<u8>)>;

/// A third-party decoder, over the blocks of one connection.
pub(crate) enum Peer {
    Fluke(fluke_hpack::Decoder<'static>),
    Httlib(httlib_hpack::Decoder<'static>),
}

impl Peer {
    /// Returns all of them, with a limit and maximum of `limit` bytes.
    pub(crate) fn all(limit: u32) -> Vec<Self> {
        let mut peers = vec![
            Self::Fluke(fluke_hpack::Decoder::new()),
            Self::Httlib(httlib_hpack::Decoder::with_dynamic_size(limit)),
        ];
        for peer in &mut peers {
            peer.acknowledge(limit);
            let size = limit as usize;
            match peer {
                Self::Fluke(decoder) => decoder.set_max_table_size(size),
                Self::Httlib(_) => {}
            }
        }
        peers
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Fluke(_) => "fluke-hpack",
            Self::Httlib(_) => "httlib-hpack",
        }
    }

    pub(crate) fn acknowledge(&mut self, limit: u32) {
        match self {
            Self::Fluke(decoder) => decoder.set_max_allowed_table_size(limit as usize),
            Self::Httlib(decoder) => decoder.set_max_dynamic_size(limit),
        }
    }

    /// Decodes `block`; `None` if it is rejected.
    pub(crate) fn decode(&mut self, block: &[u8]) -> Option<List> {
        let mut list = Vec::new();
        let mut push = |name: &[u8], value: &[u8]| list.push((name.to_vec(), value.to_vec()));
        match self {
            Self::Fluke(decoder) => decoder
                .decode_with_cb(block, |name, value| push(&name, &value))
                .ok()?,
            Self::Httlib(decoder) => {
                let mut fields = Vec::new();
                decoder.decode(&mut block.to_vec(), &mut fields).ok()?;
                for (name, value, _) in &fields {
                    push(name, value);
                }
            }
        }
        Some(list)
    }
}
