//! Known differences of other decoders, and the sections that settle them.

use bench::workload::{Sent, write_field};
use hpack::{
    Code, Kind,
    structure::{self, Representation},
};

use super::outcome::{Ours, Theirs};

/// A difference in one block.
pub(super) struct Seen<'a> {
    pub(super) peer: &'static str,
    pub(super) sent: &'a Sent,
    pub(super) ours: &'a Ours,
    pub(super) theirs: Theirs,
    /// Fields that the other decoder returned.
    pub(super) fields: &'a [u8],
}

impl Seen<'_> {
    fn by(&self, peers: &[&str]) -> bool {
        peers.contains(&self.peer)
    }

    fn refused_with(&self, codes: &[Code]) -> bool {
        let refused = self.ours.result.as_ref().err();
        refused.is_some_and(|error| codes.contains(&error.code()))
    }

    /// It accepts what we refuse with one of `codes`.
    fn continued_after(&self, codes: &[Code]) -> bool {
        self.theirs != Theirs::Refuses && self.refused_with(codes)
    }

    /// It refuses what we accept.
    fn refused_what_we_take(&self) -> bool {
        self.theirs == Theirs::Refuses && self.ours.result.is_ok()
    }

    fn representations(&self) -> impl Iterator<Item = Representation> {
        let block = &self.sent.bytes;
        let mut at = 0;
        std::iter::from_fn(move || {
            let found = (at < block.len())
                .then(|| structure::representation_at(block, at).ok())
                .flatten()?;
            at = found.range.end;
            Some(found)
        })
    }

    /// Length in bytes of the longest integer.
    fn longest_integer(&self) -> usize {
        let of = |found: Representation| {
            let strings = [found.name, found.value].into_iter().flatten();
            let lengths = strings.map(|literal| literal.length.range.len());
            lengths.chain([found.integer.range.len()]).max()
        };
        self.representations().filter_map(of).max().unwrap_or(0)
    }

    /// Coded length in bytes of the longest string.
    fn longest_string(&self) -> u32 {
        let of = |found: Representation| {
            let strings = [found.name, found.value].into_iter().flatten();
            strings.map(|literal| literal.length.value).max()
        };
        self.representations().filter_map(of).max().unwrap_or(0)
    }

    /// Whether the block consists of size updates.
    fn only_size_updates(&self) -> bool {
        self.representations()
            .all(|found| found.kind == Kind::SizeUpdate)
    }

    /// Whether the malformed integer is a size update's.
    fn broken_size_update(&self) -> bool {
        let refused = self.ours.result.as_ref().err();
        let first = refused.and_then(|error| self.sent.bytes.get(error.field_offset));
        first.is_some_and(|&first| Kind::of(first) == Kind::SizeUpdate)
    }
}

/// A rule that explains a difference.
pub(super) struct Settled {
    /// The section that settles it.
    pub(super) section: &'static str,
    /// The rule, and what the decoder does instead.
    pub(super) why: &'static str,
    applies: fn(&Seen<'_>) -> bool,
}

/// Finds the rule that settles a difference.
pub(super) fn settled(seen: &Seen<'_>) -> Option<usize> {
    RULES.iter().position(|rule| (rule.applies)(seen))
}

/// Calls `each` with the name and value of each field in the output of
/// [`write_field`].
fn each_field(mut written: &[u8], mut each: impl FnMut(&[u8], &[u8])) {
    let mut text = || {
        let (length, rest) = written.split_first_chunk::<4>()?;
        let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        written = rest;
        Some(text)
    };
    while let Some((name, value)) = text().zip(text()) {
        each(name, value);
    }
}

/// nghttp2's NGHTTP2_HD_MAX_NV, bytes.
const NGHTTP2_LONGEST: u32 = 65_536;

/// The most bytes of an integer in these crates, including the prefix.
const CRATES_LONGEST: usize = 5;

pub(super) const RULES: &[Settled] = &[
    Settled {
        section: "RFC 7541 §7.4",
        why: "an implementation may limit strings: nghttp2 refuses those above 65,536 bytes; ours accepts them unless given a limit",
        applies: |seen| {
            seen.by(&["nghttp2"])
                && seen.refused_what_we_take()
                && seen.longest_string() > NGHTTP2_LONGEST
        },
    },
    Settled {
        section: "RFC 7541 §4.2",
        why: "a size update must be at the start of a block; they accept one after a field",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.continued_after(&[Code::SizeUpdateNotFirst])
        },
    },
    Settled {
        section: "RFC 7541 §4.2, RFC 9113 §4.3.1",
        why: "after a lowered limit a block must begin with a size update; they do not check",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.continued_after(&[Code::MissingSizeUpdate])
        },
    },
    Settled {
        section: "RFC 7541 §6.3",
        why: "a size update must not be above the limit; hpack has no limit",
        applies: |seen| seen.by(&["hpack"]) && seen.continued_after(&[Code::SizeUpdateTooLarge]),
    },
    Settled {
        section: "RFC 7541 §4.2",
        why: "nothing forbids a block of size updates alone; they refuse one at the end of a block",
        applies: |seen| {
            seen.by(&["fluke", "loona"]) && seen.refused_what_we_take() && seen.only_size_updates()
        },
    },
    Settled {
        section: "RFC 7541 §5.1",
        why: "limits for integers are up to the implementation: they accept at most five bytes including the prefix, less than 32 bits; ours accepts all of 32 bits, padded or not",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.refused_what_we_take()
                && seen.longest_integer() > CRATES_LONGEST
        },
    },
    Settled {
        section: "RFC 7541 §5.1",
        why: "a truncated or overlong integer is a decoding error; they panic if it is a size update",
        applies: |seen| {
            seen.by(&["fluke", "hpack"])
                && seen.theirs == Theirs::Panics
                && if seen.ours.result.is_ok() {
                    seen.longest_integer() > CRATES_LONGEST
                } else {
                    seen.broken_size_update()
                }
        },
    },
    Settled {
        section: "RFC 7541 §5.1, §5.2",
        why: "a block that ends inside an integer or before a string is a decoding error; httlib reads past the end and panics",
        applies: |seen| {
            seen.by(&["httlib"])
                && seen.theirs == Theirs::Panics
                && seen.refused_with(&[Code::Truncated, Code::TruncatedInteger])
        },
    },
    Settled {
        section: "RFC 7541 §5.2",
        why: "padding that is not all ones is a decoding error; httlib does not check",
        applies: |seen| seen.by(&["httlib"]) && seen.continued_after(&[Code::HuffmanPaddingNotOnes]),
    },
    Settled {
        section: "RFC 7541 Appendix A",
        why: "entry 15 of the static table is accept-charset; hpack has \"accept-\"",
        applies: |seen| {
            let mut fields = Vec::new();
            seen.by(&["hpack"]) && seen.theirs == Theirs::OtherFields && {
                each_field(&seen.ours.fields, |name, value| {
                    let name = match name {
                        b"accept-charset" => b"accept-",
                        name => name,
                    };
                    write_field(&mut fields, name, value);
                });
                fields.starts_with(seen.fields) || seen.fields.starts_with(&fields)
            }
        },
    },
];
