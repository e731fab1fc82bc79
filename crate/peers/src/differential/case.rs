//! A case: one direction of a connection, made from a seed and a number.

use bench::workload::Sent;
use hpack::{Decoder, Limits};

/// The target of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Header lists written by our encoder, under every policy.
    Encoded,
    /// Header lists written by nghttp2's deflater.
    EncodedByNghttp2,
    /// Header lists written by the crate httlib-hpack.
    EncodedByHttlib,
    /// Header lists written by the crate fluke-hpack.
    EncodedByFluke,
    /// Every representation, with indices around the ends of the tables.
    Representations,
    /// Integers around every boundary, for every prefix, overlong and
    /// truncated.
    Integers,
    /// Huffman-coded strings that end at every bit, with every padding.
    Huffman,
    /// Entries around the size of the table.
    Entries,
    /// Size updates in every position, around every limit.
    SizeUpdates,
    /// Damaged blocks of stories and of the other targets.
    Mutations,
    /// Random bytes.
    Random,
}

impl Aim {
    pub(super) const ALL: [Self; 11] = [
        Self::Encoded,
        Self::EncodedByNghttp2,
        Self::EncodedByHttlib,
        Self::EncodedByFluke,
        Self::Representations,
        Self::Integers,
        Self::Huffman,
        Self::Entries,
        Self::SizeUpdates,
        Self::Mutations,
        Self::Random,
    ];

    /// Targets whose blocks come from an encoder.
    pub(super) const ENCODERS: [Self; 4] = [
        Self::Encoded,
        Self::EncodedByNghttp2,
        Self::EncodedByHttlib,
        Self::EncodedByFluke,
    ];

    /// Targets that can be damaged.
    pub(super) const OWN: [Self; 6] = [
        Self::Encoded,
        Self::Representations,
        Self::Integers,
        Self::Huffman,
        Self::Entries,
        Self::SizeUpdates,
    ];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Encoded => "lists written by our encoder, every policy",
            Self::EncodedByNghttp2 => "lists written by nghttp2's deflater",
            Self::EncodedByHttlib => "lists written by httlib-hpack",
            Self::EncodedByFluke => "lists written by fluke-hpack",
            Self::Representations => "every representation, indices around the tables' ends",
            Self::Integers => "integers around every boundary, padded and cut",
            Self::Huffman => "Huffman strings ending at every bit, every padding",
            Self::Entries => "entries around the table's size",
            Self::SizeUpdates => "size updates in every place",
            Self::Mutations => "stories and all of these, damaged",
            Self::Random => "random bytes",
        }
    }
}

/// One direction of a connection. The table starts with 4,096 bytes; other
/// limits are acknowledged before a block.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) aim: Aim,
    pub(super) blocks: Vec<Sent>,
    /// The fields encoded in each block, if an encoder wrote it.
    pub(super) written: Vec<Vec<u8>>,
}

impl Case {
    /// The decoder after these blocks, so that the next one can refer to its
    /// table.
    pub(super) fn decoder(blocks: &[Sent]) -> Decoder {
        let mut decoder = Decoder::default().with_limits(Limits::NONE);
        for sent in blocks {
            acknowledge(&mut decoder, &sent.limit_changes);
            let _ = decoder.decode(&sent.bytes, |_| ());
            decoder.resume();
        }
        decoder
    }
}

pub(super) fn acknowledge(decoder: &mut Decoder, limits: &[u32]) {
    for &limit in limits {
        decoder.table_mut().acknowledge_limit(limit);
    }
}
