//! Third-party encoders.

use std::ptr;

use bench::{
    Candidate,
    task::{ListEncoder, encode_with},
    workload::{Conversation, List},
};
use hpack::dynamic_table::DEFAULT_MAXIMUM;
use libnghttp2_sys as sys;

/// A third-party encoder for one direction of a connection.
pub(crate) trait Peer: ListEncoder + Sized + 'static {
    /// Stable name.
    const ID: &'static str;

    /// Description: implementation, and the form of its input.
    const ABOUT: &'static str;

    /// At the start of a connection with this table limit, in bytes.
    fn new(limit: u32) -> Self;
}

/// Races `P` on the header lists of `conversations`.
pub(crate) fn candidate<P: Peer>(conversations: &[Conversation]) -> Candidate<'static> {
    Candidate {
        engine: P::ID.to_owned(),
        task: encode_with(conversations, P::new),
    }
}

/// nghttp2's deflater.
pub(crate) struct Nghttp2 {
    deflater: *mut sys::nghttp2_hd_deflater,
    /// The current maximum in bytes: setting it again would emit a size update.
    maximum: u32,
    fields: Vec<sys::nghttp2_nv>,
}

/// Upper bound of the deflater's table, in bytes.
const MOST: usize = 1 << 20;

impl Peer for Nghttp2 {
    const ID: &'static str = "nghttp2";
    const ABOUT: &'static str = "nghttp2's deflater: is given an array of pointers to names and values, and writes into a buffer that is large enough";

    fn new(limit: u32) -> Self {
        let mut deflater = ptr::null_mut();
        // SAFETY: the pointer to the result is valid.
        let answer = unsafe { sys::nghttp2_hd_deflate_new(&raw mut deflater, MOST) };
        assert_eq!(answer, 0, "a deflater");
        let mut peer = Self {
            deflater,
            maximum: DEFAULT_MAXIMUM,
            fields: Vec::new(),
        };
        if limit < DEFAULT_MAXIMUM {
            peer.acknowledge(limit);
        }
        peer
    }
}

impl ListEncoder for Nghttp2 {
    fn acknowledge(&mut self, limit: u32) {
        if limit == self.maximum {
            return;
        }
        self.maximum = limit;
        // SAFETY: the deflater is alive.
        unsafe { sys::nghttp2_hd_deflate_change_table_size(self.deflater, limit as usize) };
    }

    fn encode(&mut self, list: &List, out: &mut Vec<u8>) {
        self.fields.clear();
        self.fields
            .extend(list.lines().map(|field| sys::nghttp2_nv {
                name: field.name.as_ptr().cast_mut(),
                value: field.value.as_ptr().cast_mut(),
                namelen: field.name.len(),
                valuelen: field.value.len(),
                flags: u8::from(field.sensitive),
            }));
        let (first, count) = (self.fields.as_mut_ptr(), self.fields.len());
        // SAFETY: the deflater is alive; names and values outlive the call and
        // are only read; the buffer has the size that it asked for.
        unsafe {
            let bound = sys::nghttp2_hd_deflate_bound(self.deflater, first, count);
            // Initialized once: it costs nothing in later rounds.
            if out.capacity() < bound {
                out.reserve(bound);
            }
            let written =
                sys::nghttp2_hd_deflate_hd2(self.deflater, out.as_mut_ptr(), bound, first, count);
            out.set_len(usize::try_from(written).expect("a block"));
        }
    }
}

impl Drop for Nghttp2 {
    fn drop(&mut self) {
        // SAFETY: allocated by this library and not used again.
        unsafe { sys::nghttp2_hd_deflate_del(self.deflater) };
    }
}

/// The crate fluke-hpack.
pub(crate) struct Fluke(fluke_hpack::Encoder<'static>);

impl Peer for Fluke {
    const ID: &'static str = "fluke";
    const ABOUT: &'static str = "the crate fluke-hpack: is given pairs of slices; no Huffman code";

    fn new(_limit: u32) -> Self {
        Self(fluke_hpack::Encoder::new())
    }
}

impl ListEncoder for Fluke {
    /// Raced only on conversations without changes of the limit.
    fn acknowledge(&mut self, _limit: u32) {}

    fn encode(&mut self, list: &List, out: &mut Vec<u8>) {
        let fields = list.lines().map(|field| (field.name, field.value));
        self.0.encode_into(fields, out).expect("memory takes all");
    }
}

/// The crate httlib-hpack.
pub(crate) struct Httlib(httlib_hpack::Encoder<'static>);

impl Peer for Httlib {
    const ID: &'static str = "httlib";
    const ABOUT: &'static str = "the crate httlib-hpack, told to use everything that it knows for each field: is given new vectors of name and value";

    fn new(limit: u32) -> Self {
        Self(httlib_hpack::Encoder::with_dynamic_size(limit.min(4096)))
    }
}

impl ListEncoder for Httlib {
    /// Raced only on conversations without changes of the limit.
    fn acknowledge(&mut self, _limit: u32) {}

    fn encode(&mut self, list: &List, out: &mut Vec<u8>) {
        use httlib_hpack::Encoder;
        const FLAGS: u8 = Encoder::HUFFMAN_NAME
            | Encoder::HUFFMAN_VALUE
            | Encoder::WITH_INDEXING
            | Encoder::BEST_FORMAT;
        for field in list.lines() {
            let field = (field.name.to_vec(), field.value.to_vec(), FLAGS);
            self.0.encode(field, out).expect("a field");
        }
    }
}
