//! §6: which fields become entries of the table.

use crate::encoder::HuffmanUse;

/// Which fields become entries of the dynamic table. Those named after a
/// program do what its source does with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// Every field that is not yet in a table becomes an entry.
    Always,
    /// Every field becomes an entry, except that authorization, proxy-authorization and cookies below 20 bytes, which could be guessed from the
    /// size of blocks (RFC 7541 §7.1), are never indexed.
    Guarded,
    /// No field becomes an entry: only the static table is used.
    Never,
    /// Whatever takes the fewest bytes for this field alone, with no thought for
    /// later ones; in a tie, the one that adds an entry.
    Fewest,
    /// Knows all later blocks, as no real encoder can: only fields that are used
    /// again while still in the table become entries. A bound to compare with.
    LookAhead,
    /// No entry for :path, age, content-length, etag, if-modified-since, if-none-match, location and set-cookie, nor for fields that take more than three
    /// quarters of the table; authorization, and cookies below 20 bytes, are
    /// never indexed (nghttp2 1.68, nghttp2_hd.c).
    Nghttp2,
    /// No entry for the fields that nghttp2 leaves out, nor for authorization and
    /// cookie, which are not marked never-indexed, nor for fields that take more
    /// than three quarters of the table; all strings Huffman-coded (h2 0.4,
    /// hpack/table.rs).
    H2,
    /// Every field that fits in the table becomes an entry; a name is referenced
    /// by the last static entry that has it (golang.org/x/net/http2/hpack,
    /// encode.go).
    Go,
    /// Every field that fits in the table becomes an entry; only strings of 512
    /// bytes or more are Huffman-coded (Netty 4.1, HpackEncoder.java).
    Netty,
    /// Every field becomes an entry, except the pseudo-header fields other than
    /// :authority (quiche, hpack_encoder.cc).
    Chromium,
    /// The path is always a literal without indexing, and so is a field that
    /// takes more than half of the table; authorization, and cookies below 20
    /// bytes, are never indexed; a name is referenced by its oldest entry; all
    /// strings Huffman-coded (Gecko, Http2Compression.cpp).
    Firefox,
    /// Remembers the latest fields, a third as many as the entries that could fit
    /// in the table (42 for 4096 bytes); once that many have been seen, only a
    /// remembered field becomes an entry (ls-hpack, lshpack.c, with its history).
    LsHpack,
    /// Never refers to the dynamic table. The status and a few names come from
    /// the static table, all other names are spelled out each time (nginx,
    /// ngx_http_v2_filter_module.c).
    Nginx,
}

impl Indexing {
    /// Every one.
    pub const ALL: [Self; 13] = [
        Self::Always,
        Self::Guarded,
        Self::Never,
        Self::Fewest,
        Self::LookAhead,
        Self::Nghttp2,
        Self::H2,
        Self::Go,
        Self::Netty,
        Self::Chromium,
        Self::Firefox,
        Self::LsHpack,
        Self::Nginx,
    ];

    /// The Huffman coding that goes with it.
    #[must_use]
    pub fn own_huffman(self) -> HuffmanUse {
        match self {
            Self::H2 | Self::Firefox => HuffmanUse::Always,
            Self::Netty => HuffmanUse::LongAndShorter,
            Self::LsHpack => HuffmanUse::NotLonger,
            _ => HuffmanUse::Shorter,
        }
    }
}
