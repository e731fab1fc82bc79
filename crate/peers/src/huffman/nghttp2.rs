//! nghttp2's decoder, in C.

// Links the library.
use libnghttp2_sys as _;

use super::Peer;

/// `nghttp2_hd_huff_decode_context`.
#[repr(C)]
struct Context {
    state: u16,
}

/// `nghttp2_buf`.
#[repr(C)]
struct Buffer {
    begin: *mut u8,
    end: *mut u8,
    pos: *mut u8,
    last: *mut u8,
    mark: *mut u8,
}

// Undocumented, but exported.
unsafe extern "C" {
    fn nghttp2_hd_huff_decode_context_init(context: *mut Context);
    fn nghttp2_hd_huff_decode(
        context: *mut Context,
        buffer: *mut Buffer,
        coded: *const u8,
        length: usize,
        last: i32,
    ) -> isize;
}

/// nghttp2's decoder: a state machine, four bits at a time.
#[derive(Default)]
pub(crate) struct Nghttp2;

impl Peer for Nghttp2 {
    const ID: &'static str = "nghttp2";
    const ABOUT: &'static str =
        "nghttp2's C decoder, from libnghttp2-sys: writes into a buffer that is there already";

    fn decode(&mut self, coded: &[u8], out: &mut Vec<u8>) -> bool {
        // As much as nghttp2 itself allocates: it does not check for the end.
        out.reserve(coded.len() * 2);
        let begin = out.as_mut_ptr();
        let mut context = Context { state: 0 };
        // SAFETY: both structures have the layout of the pinned version; it
        // reads `coded.len()` bytes, writes at most two for each into the spare
        // capacity, and leaves `last` after them.
        unsafe {
            let mut buffer = Buffer {
                begin,
                end: begin.add(out.capacity()),
                pos: begin,
                last: begin,
                mark: begin,
            };
            nghttp2_hd_huff_decode_context_init(&raw mut context);
            let answer = nghttp2_hd_huff_decode(
                &raw mut context,
                &raw mut buffer,
                coded.as_ptr(),
                coded.len(),
                1,
            );
            if answer < 0 {
                return false;
            }
            out.set_len(buffer.last.offset_from_unsigned(begin));
        }
        true
    }
}
