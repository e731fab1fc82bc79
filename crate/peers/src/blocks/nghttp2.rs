//! nghttp2's inflater, in C.

use std::{
    ffi::{c_int, c_void},
    ptr, slice,
};

use bench::{meter::count, workload::write_field};
use hpack::static_table;
use libnghttp2_sys as sys;

use super::Peer;

pub(crate) struct Nghttp2(*mut sys::nghttp2_hd_inflater);

impl Peer for Nghttp2 {
    const ID: &'static str = "nghttp2";
    const ABOUT: &'static str = "nghttp2's C inflater, from libnghttp2-sys: hands out one field a call, in counted buffers of its own";

    fn new(limit: u32, maximum: u32) -> Self {
        let mut inflater = ptr::null_mut();
        // SAFETY: the pointer to the result is valid, and the allocator's
        // functions are static.
        let answer = unsafe {
            sys::nghttp2_hd_inflate_new2(&raw mut inflater, (&raw const MEMORY.0).cast_mut())
        };
        assert_eq!(answer, 0, "an inflater");
        let mut peer = Self(inflater);
        // nghttp2 starts with both at 4096.
        if limit.min(maximum) != 4096 {
            peer.acknowledge(limit);
        }
        peer
    }

    fn acknowledge(&mut self, limit: u32) {
        // SAFETY: the inflater is alive.
        let _ = unsafe { sys::nghttp2_hd_inflate_change_table_size(self.0, limit as usize) };
    }

    fn decode(&mut self, mut block: &[u8], mut sink: impl FnMut(&[u8], &[u8])) -> bool {
        loop {
            let mut field = sys::nghttp2_nv {
                name: ptr::null_mut(),
                value: ptr::null_mut(),
                namelen: 0,
                valuelen: 0,
                flags: 0,
            };
            let mut flags: c_int = 0;
            // SAFETY: the inflater is alive, the result pointers are valid, and
            // it reads `block.len()` bytes.
            let read = unsafe {
                sys::nghttp2_hd_inflate_hd3(
                    self.0,
                    &raw mut field,
                    &raw mut flags,
                    block.as_ptr(),
                    block.len(),
                    1,
                )
            };
            let Ok(read) = usize::try_from(read) else {
                return false;
            };
            block = &block[read..];
            if flags as u32 & sys::NGHTTP2_HD_INFLATE_EMIT != 0 {
                // SAFETY: the inflater reported a field, which is valid until
                // the next call.
                let (name, value) = unsafe {
                    (
                        slice::from_raw_parts(field.name, field.namelen),
                        slice::from_raw_parts(field.value, field.valuelen),
                    )
                };
                sink(name, value);
            }
            if flags as u32 & sys::NGHTTP2_HD_INFLATE_FINAL != 0 {
                // SAFETY: the inflater is alive and has reported the end of the
                // block.
                return unsafe { sys::nghttp2_hd_inflate_end_headers(self.0) } == 0;
            }
            if flags as u32 & sys::NGHTTP2_HD_INFLATE_EMIT == 0 && block.is_empty() {
                return false;
            }
        }
    }

    fn table(&self, out: &mut Vec<u8>) -> bool {
        // SAFETY: the inflater is alive, and entries are valid until the next
        // block.
        unsafe {
            let count = sys::nghttp2_hd_inflate_get_num_table_entries(self.0);
            for index in static_table::LEN as usize + 1..=count {
                let entry = sys::nghttp2_hd_inflate_get_table_entry(self.0, index);
                let nv = &*entry;
                let name = slice::from_raw_parts(nv.name, nv.namelen);
                let value = slice::from_raw_parts(nv.value, nv.valuelen);
                write_field(out, name, value);
            }
        }
        true
    }
}

impl Drop for Nghttp2 {
    fn drop(&mut self) {
        // SAFETY: allocated by this library and not used again.
        unsafe { sys::nghttp2_hd_inflate_del(self.0) }
    }
}

/// The C library's allocator, counted like ours.
struct Memory(sys::nghttp2_mem);

// SAFETY: it is never written to, and its pointer is null.
unsafe impl Sync for Memory {}

static MEMORY: Memory = Memory(sys::nghttp2_mem {
    mem_user_data: ptr::null_mut(),
    malloc: Some(malloc),
    free: Some(free),
    calloc: Some(calloc),
    realloc: Some(realloc),
});

unsafe extern "C" fn malloc(size: usize, _: *mut c_void) -> *mut c_void {
    count(size);
    // SAFETY: `malloc` accepts any size.
    unsafe { libc::malloc(size) }
}

unsafe extern "C" fn free(place: *mut c_void, _: *mut c_void) {
    // SAFETY: the pointer comes from the same allocator.
    unsafe { libc::free(place) }
}

unsafe extern "C" fn calloc(number: usize, size: usize, _: *mut c_void) -> *mut c_void {
    count(number.saturating_mul(size));
    // SAFETY: `calloc` accepts any size.
    unsafe { libc::calloc(number, size) }
}

unsafe extern "C" fn realloc(place: *mut c_void, size: usize, _: *mut c_void) -> *mut c_void {
    count(size);
    // SAFETY: the pointer comes from the same allocator.
    unsafe { libc::realloc(place, size) }
}
