//! Where decoders of others come out otherwise, and which section settles it.

use bench::workload::{Sent, write_field};
use hpack::{
    Code, Kind,
    structure::{self, Representation},
};

use super::outcome::{Ours, Theirs};

/// A disagreement over a block.
pub(super) struct Seen<'a> {
    pub(super) peer: &'static str,
    pub(super) sent: &'a Sent,
    pub(super) ours: &'a Ours,
    pub(super) theirs: Theirs,
    /// The fields that they read.
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

    /// They go on where we refuse with one of `codes`, whatever comes of it.
    fn went_on_behind(&self, codes: &[Code]) -> bool {
        self.theirs != Theirs::Refuses && self.refused_with(codes)
    }

    /// They refuse what we take.
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

    /// Bytes of the longest integer.
    fn longest_integer(&self) -> usize {
        let of = |found: Representation| {
            let strings = [found.name, found.value].into_iter().flatten();
            let lengths = strings.map(|literal| literal.length.range.len());
            lengths.chain([found.integer.range.len()]).max()
        };
        self.representations().filter_map(of).max().unwrap_or(0)
    }

    /// Bytes of the longest string, as coded.
    fn longest_string(&self) -> u32 {
        let of = |found: Representation| {
            let strings = [found.name, found.value].into_iter().flatten();
            strings.map(|literal| literal.length.value).max()
        };
        self.representations().filter_map(of).max().unwrap_or(0)
    }

    fn size_updates(&self) -> impl Iterator<Item = u32> {
        self.representations()
            .take_while(|found| found.kind == Kind::SizeUpdate)
            .map(|found| found.integer.value)
    }

    /// Whether there is nothing but size updates.
    fn only_size_updates(&self) -> bool {
        self.representations()
            .all(|found| found.kind == Kind::SizeUpdate)
    }

    /// Whether the integer that is broken is a size update's.
    fn broken_size_update(&self) -> bool {
        let refused = self.ours.result.as_ref().err();
        let first = refused.and_then(|error| self.sent.bytes.get(error.field_offset));
        first.is_some_and(|&first| Kind::of(first) == Kind::SizeUpdate)
    }
}

/// A rule that says why a disagreement is one.
pub(super) struct Settled {
    /// The section that settles it.
    pub(super) section: &'static str,
    /// What the section says, and what they do.
    pub(super) why: &'static str,
    applies: fn(&Seen<'_>) -> bool,
}

/// The rule that settles it.
pub(super) fn settled(seen: &Seen<'_>) -> Option<usize> {
    RULES.iter().position(|rule| (rule.applies)(seen))
}

/// Does `each` with name and value of what [`write_field`] wrote.
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

/// Bytes of an integer that the crates take at most, the prefix included.
const CRATES_LONGEST: usize = 5;

pub(super) const RULES: &[Settled] = &[
    Settled {
        section: "RFC 7541 §4.2",
        why: "the smallest limit of the interval must be signalled in an update at the start of the block; it does not say that it has to be the first of them, and the table is evicted to the same entries. nghttp2 refuses a first update above that limit even where a later one goes below",
        applies: |seen| {
            let smallest = seen.sent.limit_changes.iter().min();
            seen.by(&["nghttp2"])
                && seen.refused_what_we_take()
                && smallest.is_some_and(|&smallest| {
                    seen.size_updates().next() > Some(smallest)
                        && seen.size_updates().any(|update| update <= smallest)
                })
        },
    },
    Settled {
        section: "RFC 7541 §7.4",
        why: "an implementation may limit strings: nghttp2 refuses those above 65,536 bytes; ours takes them unless it is given a limit",
        applies: |seen| {
            seen.by(&["nghttp2"])
                && seen.refused_what_we_take()
                && seen.longest_string() > NGHTTP2_LONGEST
        },
    },
    Settled {
        section: "RFC 7541 §4.2",
        why: "a size update must stand at the start of a block; they obey one behind a field",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.went_on_behind(&[Code::SizeUpdateNotFirst])
        },
    },
    Settled {
        section: "RFC 7541 §4.2, RFC 9113 §4.3.1",
        why: "a block behind a lowered limit must begin with a size update; they do not look",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.went_on_behind(&[Code::MissingSizeUpdate])
        },
    },
    Settled {
        section: "RFC 7541 §6.3",
        why: "a size update must not be above the limit; hpack knows no limit",
        applies: |seen| seen.by(&["hpack"]) && seen.went_on_behind(&[Code::SizeUpdateTooLarge]),
    },
    Settled {
        section: "RFC 7541 §4.2",
        why: "a block may consist of size updates alone, which then stand at its start; they refuse one at the end of a block",
        applies: |seen| {
            seen.by(&["fluke", "loona"]) && seen.refused_what_we_take() && seen.only_size_updates()
        },
    },
    Settled {
        section: "RFC 7541 §5.1",
        why: "limits for integers are up to the implementation: they take at most five bytes with the prefix, which is less than 32 bits; ours takes all of 32 bits, padded or not",
        applies: |seen| {
            seen.by(&["httlib", "fluke", "loona", "hpack"])
                && seen.refused_what_we_take()
                && seen.longest_integer() > CRATES_LONGEST
        },
    },
    Settled {
        section: "RFC 7541 §5.1",
        why: "an integer that is cut or too long is a decoding error; in a size update they panic",
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
        why: "padding that is not all ones is a decoding error; httlib does not look",
        applies: |seen| seen.by(&["httlib"]) && seen.went_on_behind(&[Code::HuffmanPaddingNotOnes]),
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
