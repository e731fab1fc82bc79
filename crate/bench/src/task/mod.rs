//! Tasks: an engine applied to a workload.

mod blocks;
mod encode;
mod frames;
mod header_buffer;
mod hex;
mod huffman;
mod integer;
mod search;
mod static_table;

use std::{hint::black_box, sync::Arc};

use hpack_engines::{Entry, Visitor, huffman::HuffmanEngine};
use serde::Serialize;

pub(crate) use blocks::Blocks;
pub(crate) use encode::Encode;
pub use encode::{ListEncoder, encode_with};
pub(crate) use frames::FrameWriting;
pub(crate) use header_buffer::HeaderBuffers;
pub(crate) use hex::Hex;
pub(crate) use huffman::Strings;
pub(crate) use integer::Integers;
pub(crate) use search::Searching;
pub(crate) use static_table::StaticTable;

use crate::race::{BoxedTask, CreateTask, Race, Task};

/// Description of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "BenchmarkEngine")
)]
#[serde(rename_all = "camelCase")]
pub struct EngineEntry {
    /// Stable name.
    pub id: &'static str,
    /// Name in a menu.
    pub title: &'static str,
    /// How it works, in a sentence.
    pub about: &'static str,
    /// Size of its tables of Huffman codes, bytes, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub table_bytes: Option<usize>,
}

impl From<Entry> for EngineEntry {
    fn from(Entry { id, title, about }: Entry) -> Self {
        Self {
            id,
            title,
            about,
            table_bytes: HuffmanEngine::from_id(id)
                .map(HuffmanEngine::table_bytes)
                .filter(|&bytes| bytes > 0),
        }
    }
}

/// The work of an engine of type `E` in a stage, as a series of answers.
pub(crate) trait Answers<E>: Race {
    /// Result for one string, integer or field.
    type Answer<'a>;

    /// Does the work once. `buffer` is reused.
    fn answer(
        engine: &mut E,
        data: &Self::Data,
        buffer: &mut Vec<u8>,
        each: impl FnMut(Self::Answer<'_>),
    );

    /// A number that depends on the whole answer, to keep the work from being
    /// optimized away at less cost than a `black_box` of each answer.
    fn sum(answer: Self::Answer<'_>) -> u64;

    /// Appends an answer to the output to compare.
    fn write(answer: Self::Answer<'_>, out: &mut Vec<u8>);
}

struct EngineTask<R: Race, E> {
    engine: E,
    data: Arc<R::Data>,
    buffer: Vec<u8>,
}

impl<R: Answers<E>, E> Task for EngineTask<R, E> {
    fn run(&mut self, times: u32) {
        let mut sum = 0_u64;
        for _ in 0..times {
            let data = black_box(&*self.data);
            R::answer(&mut self.engine, data, &mut self.buffer, |answer| {
                sum = sum.wrapping_add(R::sum(answer));
            });
        }
        black_box(sum);
    }

    fn output(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        R::answer(&mut self.engine, &self.data, &mut self.buffer, |answer| {
            R::write(answer, &mut out);
        });
        out
    }
}

fn create_task<R: Answers<E> + 'static, E: Default + 'static>(start: CreateTask<R>) -> BoxedTask {
    boxed(EngineTask::<R, E> {
        engine: E::default(),
        data: start.0,
        buffer: Vec::new(),
    })
}

fn boxed(task: impl Task + 'static) -> BoxedTask {
    Some(Box::new(task))
}

fn output_of<E, R: Race>(data: &Arc<R::Data>) -> Vec<u8>
where
    CreateTask<R>: Visitor<E, BoxedTask>,
{
    let task = CreateTask::<R>(Arc::clone(data)).visit();
    task.map(|mut task| task.output()).unwrap_or_default()
}

/// Reads every byte of `text` as cheaply as possible. All contenders read their
/// results with it.
///
/// Bytes in the middle may be read twice, so that texts of similar length take the
/// same branches.
#[inline]
#[must_use]
pub fn read(text: &[u8]) -> u64 {
    fn first<const N: usize>(text: &[u8]) -> [u8; N] {
        text.first_chunk().copied().unwrap_or([0; N])
    }
    fn last<const N: usize>(text: &[u8]) -> [u8; N] {
        text.last_chunk().copied().unwrap_or([0; N])
    }
    fn fold(sixteen: [u8; 16]) -> u64 {
        let both = u128::from_le_bytes(sixteen);
        (both as u64).wrapping_add((both >> 64) as u64)
    }
    match text.len() {
        0 => 0,
        bytes @ 1..4 => {
            u64::from(text[0]) << 16 | u64::from(text[bytes / 2]) << 8 | u64::from(text[bytes - 1])
        }
        4..8 => {
            u64::from(u32::from_le_bytes(first(text))) << 32
                | u64::from(u32::from_le_bytes(last(text)))
        }
        bytes @ 8..=32 => {
            let at = |from: usize| u64::from_le_bytes(first(&text[from.min(bytes - 8)..]));
            at(0)
                .wrapping_add(at(8))
                .wrapping_add(at(16))
                .wrapping_add(at(24))
        }
        _ => {
            let mut sum = fold(last(text));
            for sixteen in text.as_chunks().0 {
                sum = sum.wrapping_add(fold(*sixteen));
            }
            sum
        }
    }
}
