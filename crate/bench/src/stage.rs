//! The stages that have rival engines.

use hpack_engines::{header_buffer, huffman, integer, search, static_look_up};
use http2::writer;
use input::hex;

use crate::{
    runner::{Candidate, Unit, Work},
    task::{self, BlockEngine, EncodeEngine, EngineEntry},
    workload::{self, Data, Workload},
};

/// A part of the work that can be done in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// RFC 7541 §5.2: Huffman-coded strings.
    Huffman,
    /// RFC 7541 §5.1: integers.
    Integer,
    /// RFC 7541 §2.3.1: fields to entries of the static table.
    StaticTable,
    /// Hex digits to octets.
    Hex,
    /// Whole header blocks, the rivals of one stage at a time.
    Blocks,
    /// Whole header lists to header blocks, by policy.
    Encode,
    /// Where header blocks are written before they go into frames.
    HeaderBuffer,
    /// RFC 9113 §4.1: header blocks to frames.
    FrameWriter,
    /// Needles in the text and the bytes of a session.
    Search,
}

impl Stage {
    /// Every stage, in the order in which they are offered.
    pub const ALL: [Self; 9] = [
        Self::Huffman,
        Self::Integer,
        Self::Hex,
        Self::Blocks,
        Self::Encode,
        Self::StaticTable,
        Self::HeaderBuffer,
        Self::FrameWriter,
        Self::Search,
    ];

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Huffman => "huffman",
            Self::Integer => "integer",
            Self::Hex => "hex",
            Self::Blocks => "blocks",
            Self::Encode => "encode",
            Self::StaticTable => "static-table",
            Self::HeaderBuffer => "header-buffer",
            Self::FrameWriter => "frame-writer",
            Self::Search => "search",
        }
    }

    /// The stage of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.id() == id)
    }

    /// What a menu calls it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Huffman => "Huffman decoding",
            Self::Integer => "Integer decoding",
            Self::Hex => "Hex to bytes",
            Self::Blocks => "Whole blocks",
            Self::Encode => "Encoding lists",
            Self::StaticTable => "Static-table look-up",
            Self::HeaderBuffer => "Header buffers",
            Self::FrameWriter => "Frame writing",
            Self::Search => "Substring search",
        }
    }

    /// Its engines.
    #[must_use]
    pub fn engines(self) -> Vec<EngineEntry> {
        macro_rules! entries {
            ($engines:expr) => {
                $engines
                    .into_iter()
                    .map(|engine| EngineEntry {
                        id: engine.id(),
                        title: engine.title(),
                        about: engine.about(),
                    })
                    .collect()
            };
        }
        match self {
            Self::Huffman => entries!(huffman::HuffmanEngine::ALL),
            Self::Integer => entries!(integer::IntegerEngine::ALL),
            Self::Hex => entries!(hex::HexEngine::ALL),
            Self::StaticTable => entries!(static_look_up::StaticLookUpEngine::ALL),
            Self::HeaderBuffer => entries!(header_buffer::HeaderBufferEngine::ALL),
            Self::FrameWriter => entries!(writer::FrameWriterEngine::ALL),
            Self::Search => entries!(search::SearchEngine::ALL),
            Self::Encode => EncodeEngine::ALL.map(EncodeEngine::entry).into(),
            Self::Blocks => BlockEngine::all()
                .into_iter()
                .map(BlockEngine::entry)
                .collect(),
        }
    }

    /// The engine that the others are compared with by default: the published
    /// one, not ours.
    #[must_use]
    pub fn usual_baseline(self) -> &'static str {
        match self {
            Self::Huffman | Self::Blocks => "window16",
            Self::Integer => "bits64",
            Self::Encode => "default",
            Self::Hex => "lookup",
            Self::StaticTable | Self::Search => "scan",
            Self::HeaderBuffer => "fresh",
            Self::FrameWriter => "slices",
        }
    }

    /// Whether `workload` holds anything of the kind that this stage takes:
    /// cheaper to ask than for the [work](Self::work).
    #[must_use]
    pub fn takes(self, workload: &Workload) -> bool {
        match (self, &workload.data) {
            (Self::Huffman, Data::Strings(strings)) => !strings.places.is_empty(),
            (Self::Integer, Data::Integers(integers)) => !integers.places.is_empty(),
            (Self::Hex, Data::Digits(texts)) => !texts.is_empty(),
            (Self::Blocks | Self::Encode | Self::HeaderBuffer, Data::Blocks(conversations)) => {
                !conversations.is_empty()
            }
            (Self::StaticTable, Data::LookUps(look_ups)) => !look_ups.is_empty(),
            (Self::FrameWriter, Data::Frames(frames)) => !frames.payloads.is_empty(),
            (Self::Search, Data::Searches(searches)) => searches.amount() > 0,
            _ => false,
        }
    }

    /// The work that `workload` is for this stage, with what has to come out
    /// of it by the reference engine; `None` where it holds none of the kind.
    #[must_use]
    pub fn work(self, workload: &Workload) -> Option<Work> {
        let (unit, amount, operations, expected) = match (self, &workload.data) {
            (Self::Huffman, Data::Strings(strings)) => {
                let expected = task::strings_reference(strings);
                let octets = task::string_octets(strings);
                (Unit::Octet, octets, strings.places.len(), expected)
            }
            (Self::Integer, Data::Integers(integers)) => {
                let expected = task::integers_reference(integers);
                let count = integers.places.len();
                (Unit::Integer, count, count, expected)
            }
            (Self::Hex, Data::Digits(texts)) => {
                let expected = task::digits_reference(texts);
                let octets = texts.iter().map(|text| text.len() / 2).sum();
                (Unit::Octet, octets, texts.len(), expected)
            }
            (Self::Blocks, Data::Blocks(conversations)) => {
                let expected = workload::decoded(conversations);
                let fields = workload::count_fields(conversations);
                let blocks = conversations.iter().map(|one| one.blocks.len()).sum();
                (Unit::Field, fields, blocks, expected)
            }
            (Self::Encode, Data::Blocks(conversations)) => {
                let lists = workload::lists(conversations);
                let blocks = lists.iter().flat_map(|one| &one.lists);
                let fields = blocks.clone().map(|list| list.fields.len()).sum();
                let expected = workload::write_lists(&lists);
                (Unit::Field, fields, blocks.count(), expected)
            }
            (Self::StaticTable, Data::LookUps(look_ups)) => {
                let expected = task::look_ups_reference(look_ups);
                (Unit::LookUp, look_ups.len(), look_ups.len(), expected)
            }
            (Self::HeaderBuffer, Data::Blocks(conversations)) => {
                let expected = task::buffers_reference(conversations);
                let blocks = conversations.iter().map(|one| one.blocks.len()).sum();
                (Unit::Block, blocks, blocks, expected)
            }
            (Self::FrameWriter, Data::Frames(frames)) => {
                let expected = task::frames_reference(frames);
                (Unit::Frame, frames.count(), frames.count(), expected)
            }
            (Self::Search, Data::Searches(searches)) => {
                let expected = task::searches_reference(searches);
                let operations = searches.needles.len();
                (Unit::Octet, searches.amount(), operations, expected)
            }
            _ => return None,
        };
        (amount > 0).then(|| Work {
            stage: self.id().to_owned(),
            workload: workload.id.clone(),
            unit,
            amount: amount as f64,
            operations: operations as f64,
            expected,
        })
    }

    /// The engine of that name at work; `None` where the stage has no such
    /// engine or `workload` is not for it.
    #[must_use]
    pub fn candidate(self, engine: &str, workload: &Workload) -> Option<Candidate<'static>> {
        let task = match (self, &workload.data) {
            (Self::Huffman, Data::Strings(strings)) => {
                task::strings(huffman::HuffmanEngine::from_id(engine)?, strings.clone())
            }
            (Self::Integer, Data::Integers(integers)) => {
                task::integers(integer::IntegerEngine::from_id(engine)?, integers.clone())
            }
            (Self::Hex, Data::Digits(texts)) => {
                task::digits(hex::HexEngine::from_id(engine)?, texts.clone())
            }
            (Self::Blocks, Data::Blocks(conversations)) => {
                task::blocks(BlockEngine::from_id(engine)?, conversations.clone())
            }
            (Self::Encode, Data::Blocks(conversations)) => {
                task::encode(EncodeEngine::from_id(engine)?, conversations)
            }
            (Self::StaticTable, Data::LookUps(look_ups)) => task::look_ups(
                static_look_up::StaticLookUpEngine::from_id(engine)?,
                look_ups.clone(),
            ),
            (Self::HeaderBuffer, Data::Blocks(conversations)) => task::buffers(
                header_buffer::HeaderBufferEngine::from_id(engine)?,
                conversations,
            ),
            (Self::FrameWriter, Data::Frames(frames)) => {
                task::frames(writer::FrameWriterEngine::from_id(engine)?, frames.clone())?
            }
            (Self::Search, Data::Searches(searches)) => {
                task::searches(search::SearchEngine::from_id(engine)?, searches.clone())?
            }
            _ => return None,
        };
        Some(Candidate {
            engine: engine.to_owned(),
            task,
        })
    }
}
