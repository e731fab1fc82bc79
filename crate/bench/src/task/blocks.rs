//! Decoding header blocks, with the rivals of one stage and the best engines of
//! the others.

use std::{hint::black_box, ops::ControlFlow, sync::Arc};

use hpack::{
    DecodeError, Decoder, DynamicTable, InspectedField, SizeUpdate, Visitor,
    huffman::HuffmanDecoder,
    integer::{Bits32, IntegerDecoder},
};
use hpack_engines::{
    Engine, Entry,
    huffman::{BitByBit, Nibble, Window8, Window12, Window14, Window16},
    integer::Bits64,
    list,
};
use inspect::recorder::{Columns, Recorder};

use super::{Answers, create_task, read};
use crate::{
    race::{BoxedTask, CreateTask, Race},
    workload::{Conversation, Data, count_fields, decoded, each_block, write_error, write_field},
};

/// Decoding conversations, each with a new decoder, and reading every byte of every
/// field.
pub(crate) struct Blocks;

type Engines = list![
    Fields,
    With<BitByBit, Bits32>,
    With<Nibble, Bits32>,
    With<Window8, Bits32>,
    With<Window12, Bits32>,
    With<Window16, Bits32>,
    With<Window14, Bits32>,
    With<Window14, Bits64>,
    Recording,
];

impl Race for Blocks {
    type Data = [Conversation];
    type Engines = Engines;

    fn data(data: &Data) -> Option<&Arc<Self::Data>> {
        data.conversations()
    }

    fn operations(conversations: &Self::Data) -> usize {
        conversations.iter().map(|one| one.blocks.len()).sum()
    }

    fn amount(conversations: &Self::Data) -> usize {
        count_fields(conversations)
    }

    fn expected(conversations: &Arc<Self::Data>) -> Vec<u8> {
        decoded(conversations, write_error)
    }
}

trait DecodeBlocks {
    fn begin(&mut self) {}

    /// Passes name and value of every field of a block to `each`.
    fn decode(
        &mut self,
        decoder: &mut Decoder,
        block: &[u8],
        each: impl FnMut(&[u8], &[u8]),
    ) -> Result<(), DecodeError>;
}

/// The plain form of the decoder.
#[derive(Default)]
pub(crate) struct Fields;

impl Engine for Fields {
    const ENTRY: Entry = Entry {
        id: "fields",
        title: "hpack-core",
        about: "Decoder::decode of hpack-core with a closure that takes the fields, as a program uses it. The others show how each field came about, too.",
    };
}

impl DecodeBlocks for Fields {
    #[inline]
    fn decode(
        &mut self,
        decoder: &mut Decoder,
        block: &[u8],
        mut each: impl FnMut(&[u8], &[u8]),
    ) -> Result<(), DecodeError> {
        decoder.decode(block, |field| each(field.name, field.value))
    }
}

/// The slow path with the given engines.
pub(crate) struct With<H, I>(hpack::Engines<H, I>);

impl<H: Default, I: Default> Default for With<H, I> {
    fn default() -> Self {
        let engines = hpack::Engines {
            huffman: H::default(),
            integer: I::default(),
        };
        Self(engines)
    }
}

impl<H: Engine> Engine for With<H, Bits32> {
    const ENTRY: Entry = H::ENTRY;
}

impl Engine for With<Window14, Bits64> {
    const ENTRY: Entry = Entry {
        id: Bits64::ENTRY.id,
        title: "64-bit integers",
        about: "The best engine of every stage, but for integers, which go through 64 bits.",
    };
}

impl<H: HuffmanDecoder, I: IntegerDecoder> DecodeBlocks for With<H, I> {
    #[inline]
    fn decode(
        &mut self,
        decoder: &mut Decoder,
        block: &[u8],
        mut each: impl FnMut(&[u8], &[u8]),
    ) -> Result<(), DecodeError> {
        let mut visitor = |field: InspectedField<'_>| {
            each(
                field.name.unwrap_or_default(),
                field.value.unwrap_or_default(),
            );
        };
        decoder.visit_with(&self.0, block, &mut visitor)
    }
}

/// The slow path with the visitor that records what Inspect shows.
#[derive(Default)]
pub(crate) struct Recording(Columns);

impl Engine for Recording {
    const ENTRY: Entry = Entry {
        id: "recording",
        title: "recorded",
        about: "The best engine of every stage, with the visitor that records what Inspect shows.",
    };
}

struct Recorded<'a, F> {
    recorder: Recorder<'a>,
    each: F,
}

impl<F: FnMut(&[u8], &[u8])> Visitor for Recorded<'_, F> {
    #[inline(always)]
    fn field(&mut self, field: InspectedField<'_>, table: &DynamicTable) -> ControlFlow<()> {
        (self.each)(
            field.name.unwrap_or_default(),
            field.value.unwrap_or_default(),
        );
        self.recorder.field(field, table)
    }

    #[inline]
    fn size_update(&mut self, update: SizeUpdate, table: &DynamicTable) {
        self.recorder.size_update(update, table);
    }
}

impl DecodeBlocks for Recording {
    fn begin(&mut self) {
        black_box(&self.0);
        self.0.clear();
    }

    #[inline]
    fn decode(
        &mut self,
        decoder: &mut Decoder,
        block: &[u8],
        each: impl FnMut(&[u8], &[u8]),
    ) -> Result<(), DecodeError> {
        let before = decoder.table().state();
        let mut visitor = Recorded {
            recorder: Recorder::new(&mut self.0, 0, before, u32::MAX),
            each,
        };
        decoder.visit(block, &mut visitor)
    }
}

pub(crate) enum Answer<'a> {
    Field(&'a [u8], &'a [u8]),
    Error(DecodeError),
}

impl<D: DecodeBlocks + Default + 'static> hpack_engines::Visitor<D, BoxedTask>
    for CreateTask<Blocks>
{
    fn visit(self) -> BoxedTask {
        create_task::<_, D>(self)
    }
}

impl<D: DecodeBlocks> Answers<D> for Blocks {
    type Answer<'a> = Answer<'a>;

    #[inline]
    fn answer(
        engine: &mut D,
        conversations: &Self::Data,
        _: &mut Vec<u8>,
        mut each: impl FnMut(Answer<'_>),
    ) {
        engine.begin();
        each_block(conversations, |decoder, block| {
            let field = |name: &[u8], value: &[u8]| each(Answer::Field(name, value));
            if let Err(error) = engine.decode(decoder, block, field) {
                each(Answer::Error(error));
            }
        });
    }

    #[inline]
    fn sum(answer: Answer<'_>) -> u64 {
        match answer {
            Answer::Field(name, value) => read(name).wrapping_add(read(value)),
            Answer::Error(_) => 1,
        }
    }

    fn write(answer: Answer<'_>, out: &mut Vec<u8>) {
        match answer {
            Answer::Field(name, value) => write_field(out, name, value),
            Answer::Error(error) => write_error(out, &error),
        }
    }
}
