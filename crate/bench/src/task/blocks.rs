//! Whole blocks: the rivals of one stage at a time, the other stages at
//! their best.

use std::{hint::black_box, ops::ControlFlow, sync::Arc};

use hpack::{
    DynamicTable, Engines, InspectedField, SizeUpdate, Visitor,
    huffman::HuffmanDecoder,
    integer::{Bits32, IntegerDecoder},
};
use hpack_engines::{Listed, huffman::HuffmanEngine, integer::Bits64, with_huffman};
use inspect::recorder::{Columns, Recorder};

use super::{EngineEntry, Task, read};
use crate::workload::{Conversation, each_block, output, write_fault, write_field};

/// How blocks are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEngine {
    /// As programs do, that want nothing but the fields.
    Fields,
    /// With that Huffman engine.
    Huffman(HuffmanEngine),
    /// With integers by way of 64 bits.
    Bits64,
    /// With the visitor that records what the inspector shows.
    Recording,
}

impl BlockEngine {
    /// All of them.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let engines = HuffmanEngine::ALL.into_iter().map(Self::Huffman);
        [Self::Fields]
            .into_iter()
            .chain(engines)
            .chain([Self::Bits64, Self::Recording])
            .collect()
    }

    /// What is said of it.
    #[must_use]
    pub fn entry(self) -> EngineEntry {
        match self {
            Self::Fields => EngineEntry {
                id: "fields",
                title: "hpack-core",
                about: "Decoder::decode of hpack-core with a closure that takes the fields, as a program uses it. The others show how each field came about, too.",
            },
            Self::Huffman(engine) => EngineEntry {
                id: engine.id(),
                title: engine.title(),
                about: engine.about(),
            },
            Self::Bits64 => EngineEntry {
                id: Bits64.id(),
                title: "64-bit integers",
                about: "The best engine of every stage, but for integers, which go through 64 bits.",
            },
            Self::Recording => EngineEntry {
                id: "recording",
                title: "recorded",
                about: "The best engine of every stage, with the visitor that records what Inspect shows.",
            },
        }
    }

    /// The engine of that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::all()
            .into_iter()
            .find(|engine| engine.entry().id == id)
    }
}

/// `engine` on `conversations`, each with a new decoder every time; the visitor
/// reads every octet of every field.
#[must_use]
pub fn blocks(engine: BlockEngine, conversations: Arc<[Conversation]>) -> Box<dyn Task> {
    fn at_work<H: HuffmanDecoder + 'static, I: IntegerDecoder + 'static>(
        huffman: H,
        integer: I,
        conversations: Arc<[Conversation]>,
    ) -> Box<dyn Task> {
        Box::new(Blocks {
            engines: Engines { huffman, integer },
            conversations,
        })
    }
    match engine {
        BlockEngine::Fields => Box::new(PlainFields { conversations }),
        BlockEngine::Huffman(engine) => {
            with_huffman!(engine, |huffman| at_work(huffman, Bits32, conversations))
        }
        BlockEngine::Bits64 => with_huffman!(HuffmanEngine::BEST, |huffman| at_work(
            huffman,
            Bits64,
            conversations
        )),
        BlockEngine::Recording => Box::new(Recording {
            conversations,
            columns: Columns::default(),
        }),
    }
}

struct PlainFields {
    conversations: Arc<[Conversation]>,
}

impl Task for PlainFields {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            each_block(black_box(&*self.conversations), |decoder, block| {
                let result = decoder.decode(block, |field| {
                    sum = sum
                        .wrapping_add(read(field.name))
                        .wrapping_add(read(field.value));
                });
                sum = sum.wrapping_add(u64::from(result.is_err()));
            });
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        each_block(&self.conversations, |decoder, block| {
            let result = decoder.decode(block, |field| {
                write_field(&mut out, field.name, field.value)
            });
            if let Err(error) = result {
                write_fault(&mut out, &error);
            }
        });
        out
    }
}

struct Blocks<H, I> {
    engines: Engines<H, I>,
    conversations: Arc<[Conversation]>,
}

impl<H: HuffmanDecoder, I: IntegerDecoder> Task for Blocks<H, I> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            each_block(black_box(&*self.conversations), |decoder, block| {
                let mut visitor = |field: InspectedField<'_>| {
                    sum = sum
                        .wrapping_add(field.name.map_or(0, read))
                        .wrapping_add(field.value.map_or(0, read));
                };
                let answer = decoder.visit_with(&self.engines, block, &mut visitor);
                sum = sum.wrapping_add(u64::from(answer.is_err()));
            });
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        output(&self.engines, &self.conversations)
    }
}

struct Recording {
    conversations: Arc<[Conversation]>,
    columns: Columns,
}

/// Records each field, and hands it on.
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

impl Task for Recording {
    fn run(&mut self, times: u32) {
        let Self {
            conversations,
            columns,
        } = self;
        let mut sum = 0_u64;
        for _ in 0..times {
            columns.clear();
            each_block(black_box(&**conversations), |decoder, block| {
                let before = decoder.table().state();
                let mut visitor = Recorded {
                    recorder: Recorder::new(columns, 0, before, u32::MAX),
                    each: |name: &[u8], value: &[u8]| {
                        sum = sum.wrapping_add(read(name)).wrapping_add(read(value));
                    },
                };
                let faulty = decoder.visit(block, &mut visitor).is_err();
                sum = sum.wrapping_add(u64::from(faulty));
            });
            black_box(&columns);
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        each_block(&self.conversations, |decoder, block| {
            let mut columns = Columns::default();
            let before = decoder.table().state();
            let mut visitor = Recorded {
                recorder: Recorder::new(&mut columns, 0, before, u32::MAX),
                each: |name: &[u8], value: &[u8]| write_field(&mut out, name, value),
            };
            if let Err(fault) = decoder.visit(block, &mut visitor) {
                write_fault(&mut out, &fault);
            }
        });
        out
    }
}
