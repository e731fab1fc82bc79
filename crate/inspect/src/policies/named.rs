//! Encoder policies that can be selected by name.

use hpack::{encoder::Huffman, huffman};
use serde::Serialize;

/// An option of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MenuOption {
    /// Stable id.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// Description in sentences.
    pub about: &'static str,
}

/// An item with an id, a title and a description.
pub trait Named: Copy + 'static {
    /// All items, in menu order.
    fn all() -> &'static [Self];

    /// Stable id, menu title, and description in sentences.
    fn texts(self) -> [&'static str; 3];

    /// All items, for a menu.
    fn options() -> Vec<MenuOption> {
        let option = |[id, title, about]: [&'static str; 3]| MenuOption { id, title, about };
        Self::all()
            .iter()
            .map(|item| option(item.texts()))
            .collect()
    }

    /// Stable id.
    fn id(self) -> &'static str {
        self.texts()[0]
    }

    /// Menu title.
    fn title(self) -> &'static str {
        self.texts()[1]
    }

    /// Description in sentences.
    fn about(self) -> &'static str {
        self.texts()[2]
    }

    /// Returns the item with this id.
    fn from_id(id: &str) -> Option<Self> {
        Self::all().iter().copied().find(|policy| policy.id() == id)
    }
}

/// Declares an enum whose variants have an id, a title and a description.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($variant:ident: $id:literal, $title:literal, $text:literal;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $text] $variant,)*
        }

        impl $name {
            /// All variants, in menu order.
            pub const ALL: [Self; [$($id),*].len()] = [$(Self::$variant),*];
        }

        impl Named for $name {
            fn all() -> &'static [Self] {
                &Self::ALL
            }

            fn texts(self) -> [&'static str; 3] {
                match self {
                    $(Self::$variant => [$id, $title, $text],)*
                }
            }
        }
    };
}

named! {
    /// Indexing policies. Those named after a program follow its source.
    pub enum Indexing {
        Always: "always", "Always", "Every field that is not yet in a table becomes an entry.";
        Guarded: "guarded", "Always, but secrets never",
            "Every field becomes an entry, except that authorization, proxy-authorization and cookies below 20 bytes, which could be guessed from the size of blocks (RFC 7541 §7.1), are never indexed.";
        Never: "never", "Never", "No field becomes an entry: only the static table is used.";
        Fewest: "fewest", "Fewest bytes now",
            "Whatever takes the fewest bytes for this field alone, with no thought for later ones; in a tie, the one that adds an entry.";
        LookAhead: "look-ahead", "Look-ahead",
            "Knows all later blocks, as no real encoder can: only fields that are used again while still in the table become entries. A bound to compare with.";
        Nghttp2: "nghttp2", "Like nghttp2 (curl, Apache, Node.js)",
            "No entry for :path, age, content-length, etag, if-modified-since, if-none-match, location and set-cookie, nor for fields that take more than three quarters of the table; authorization, and cookies below 20 bytes, are never indexed (nghttp2 1.68, nghttp2_hd.c).";
        H2: "h2", "Like hyper's h2",
            "No entry for the fields that nghttp2 leaves out, nor for authorization and cookie, which are not marked never-indexed, nor for fields that take more than three quarters of the table; all strings Huffman-coded (h2 0.4, hpack/table.rs).";
        Go: "go", "Like Go's net/http",
            "Every field that fits in the table becomes an entry; a name is referenced by the last static entry that has it (golang.org/x/net/http2/hpack, encode.go).";
        Netty: "netty", "Like Netty",
            "Every field that fits in the table becomes an entry; only strings of 512 bytes or more are Huffman-coded (Netty 4.1, HpackEncoder.java).";
        Chromium: "chromium", "Like Chromium",
            "Every field becomes an entry, except the pseudo-header fields other than :authority (quiche, hpack_encoder.cc).";
        Firefox: "firefox", "Like Firefox",
            "The path is always a literal without indexing, and so is a field that takes more than half of the table; authorization, and cookies below 20 bytes, are never indexed; a name is referenced by its oldest entry; all strings Huffman-coded (Gecko, Http2Compression.cpp).";
        LsHpack: "ls-hpack", "Like LiteSpeed's ls-hpack",
            "Remembers the latest fields, a third as many as the entries that could fit in the table (42 for 4096 bytes); once that many have been seen, only a remembered field becomes an entry (ls-hpack, lshpack.c, with its history).";
        Nginx: "nginx", "Like nginx",
            "Never refers to the dynamic table. The status and a few names come from the static table, all other names are spelled out each time (nginx, ngx_http_v2_filter_module.c).";
    }
}

named! {
    /// Huffman policies.
    pub enum HuffmanUse {
        Shorter: "shorter", "When shorter", "Every string that Huffman coding makes shorter.";
        NotLonger: "not-longer", "Unless longer",
            "Every string that Huffman coding does not make longer.";
        Always: "always", "Always", "Every string that is not empty, even if it gets longer.";
        Never: "never", "Never", "No string.";
        LongAndShorter: "long", "Long strings, when shorter",
            "Strings of 512 bytes or more, where Huffman coding makes them shorter.";
    }
}

/// Whether `coding` encodes a text of `plain` bytes that has `coded` bytes in
/// the Huffman code.
pub(crate) fn is_coded(coding: Huffman, plain: u32, coded: u32) -> bool {
    match coding {
        Huffman::Shorter => coded < plain,
        Huffman::Always => true,
        Huffman::Never => false,
    }
}

/// Minimum length of strings coded by [`HuffmanUse::LongAndShorter`], bytes.
const LONG: usize = 512;

impl HuffmanUse {
    /// Coding of `text`.
    pub fn of(self, text: &[u8]) -> Huffman {
        self.of_lengths(text.len(), || huffman::encoded_len(text))
    }

    /// Coding of a text of `plain` bytes with `coded()` bytes in the Huffman
    /// code.
    pub(crate) fn of_lengths(self, plain: usize, coded: impl FnOnce() -> usize) -> Huffman {
        let coded = match self {
            Self::Shorter => return Huffman::Shorter,
            Self::LongAndShorter if plain >= LONG => return Huffman::Shorter,
            Self::Always => plain > 0,
            Self::NotLonger => plain > 0 && coded() <= plain,
            Self::Never | Self::LongAndShorter => false,
        };
        if coded {
            Huffman::Always
        } else {
            Huffman::Never
        }
    }

    /// Whether it encodes a text of `plain` bytes that has `coded` bytes in the
    /// Huffman code.
    pub fn codes(self, plain: u32, coded: u32) -> bool {
        let coding = self.of_lengths(plain as usize, || coded as usize);
        is_coded(coding, plain, coded)
    }
}
