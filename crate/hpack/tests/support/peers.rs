//! A decoder of a published crate, httlib-hpack.

pub(crate) type List = Vec<(Vec<u8>, Vec<u8>)>;

/// Third-party decoder, over the blocks of one connection.
pub(crate) struct Peer(httlib_hpack::Decoder<'static>);

impl Peer {
    /// Returns a decoder with a limit and maximum of `limit` bytes.
    pub(crate) fn new(limit: u32) -> Self {
        Self(httlib_hpack::Decoder::with_dynamic_size(limit))
    }

    pub(crate) fn acknowledge(&mut self, limit: u32) {
        self.0.set_max_dynamic_size(limit);
    }

    /// Decodes `block`; `None` if it is rejected.
    pub(crate) fn decode(&mut self, block: &[u8]) -> Option<List> {
        let mut fields = Vec::new();
        self.0.decode(&mut block.to_vec(), &mut fields).ok()?;
        let pairs = fields.into_iter().map(|(name, value, _)| (name, value));
        Some(pairs.collect())
    }
}
