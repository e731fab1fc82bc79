//! The stages that have rival engines.

use std::sync::Arc;

use hpack_engines::List;

use crate::{
    race::{Race, Start, Started},
    runner::{Candidate, Unit, Work},
    task::{self, EngineEntry},
    workload::{Data, Workload},
};

/// A part of the work that can be done in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// RFC 7541 §5.2: Huffman-coded strings.
    Huffman,
    /// RFC 7541 §5.1: integers.
    Integer,
    /// Hex digits to bytes.
    Hex,
    /// Whole header blocks, the rivals of one stage at a time.
    Blocks,
    /// Whole header lists to header blocks, by policy.
    Encode,
    /// RFC 7541 §2.3.1: fields to entries of the static table.
    StaticTable,
    /// Where header blocks are written before they go into frames.
    HeaderBuffer,
    /// RFC 9113 §4.1: header blocks to frames.
    FrameWriter,
    /// Needles in the text and the bytes of a session.
    Search,
}

/// A [`Race`] as functions over any workload.
struct Row {
    id: &'static str,
    title: &'static str,
    /// The published engine, not ours.
    baseline: &'static str,
    unit: Unit,
    engines: fn() -> Vec<EngineEntry>,
    takes: fn(&Data) -> bool,
    work: fn(&Self, &Workload) -> Option<Work>,
    task: fn(&str, &Data) -> Started,
}

const fn row<R: Race>(
    id: &'static str,
    title: &'static str,
    baseline: &'static str,
    unit: Unit,
) -> Row {
    Row {
        id,
        title,
        baseline,
        unit,
        engines: || {
            let entries = R::Engines::entries().into_iter();
            entries.map(EngineEntry::from).collect()
        },
        takes: |data| R::data(data).is_some_and(|data| R::operations(data) > 0),
        work: |row, workload| {
            let data = R::data(&workload.data)?;
            let amount = R::amount(data);
            (amount > 0).then(|| Work {
                stage: row.id.to_owned(),
                workload: workload.id.clone(),
                unit: row.unit,
                amount: amount as f64,
                operations: R::operations(data) as f64,
                expected: R::expected(data),
            })
        },
        task: |engine, data| {
            let data = R::data(data)?;
            let number = R::Engines::find(engine)?;
            R::Engines::visit(number, Start(Arc::clone(data)))
        },
    }
}

#[rustfmt::skip]
static ROWS: [Row; Stage::ALL.len()] = [
    row::<task::Strings>("huffman", "Huffman decoding", "window16", Unit::Byte),
    row::<task::Integers>("integer", "Integer decoding", "bits64", Unit::Integer),
    row::<task::Hex>("hex", "Hex to bytes", "lookup", Unit::Byte),
    row::<task::Blocks>("blocks", "Whole blocks", "window16", Unit::Field),
    row::<task::Encode>("encode", "Encoding lists", "default", Unit::Field),
    row::<task::StaticTable>("static-table", "Static-table look-up", "scan", Unit::LookUp),
    row::<task::HeaderBuffers>("header-buffer", "Header buffers", "fresh", Unit::Block),
    row::<task::FrameWriting>("frame-writer", "Frame writing", "slices", Unit::Frame),
    row::<task::Searching>("search", "Substring search", "scan", Unit::Byte),
];

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

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Stable name.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The stage with that name.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.id() == id)
    }

    /// Name in a menu.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Its engines.
    #[must_use]
    pub fn engines(self) -> Vec<EngineEntry> {
        (self.row().engines)()
    }

    /// The engine that the others are compared with by default.
    #[must_use]
    pub fn usual_baseline(self) -> &'static str {
        self.row().baseline
    }

    /// Whether `workload` holds anything of the kind that this stage takes:
    /// cheaper to ask than for the [work](Self::work).
    #[must_use]
    pub fn takes(self, workload: &Workload) -> bool {
        (self.row().takes)(&workload.data)
    }

    /// The work that `workload` is for this stage, with what has to come out
    /// of it; `None` if it holds none of the kind.
    #[must_use]
    pub fn work(self, workload: &Workload) -> Option<Work> {
        let row = self.row();
        (row.work)(row, workload)
    }

    /// The engine of that name at work; `None` if the stage has no such engine
    /// or `workload` is not for it.
    #[must_use]
    pub fn candidate(self, engine: &str, workload: &Workload) -> Option<Candidate<'static>> {
        Some(Candidate {
            engine: engine.to_owned(),
            task: (self.row().task)(engine, &workload.data)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::built_in;

    #[test]
    fn rows_in_the_order_of_stages() {
        for (number, stage) in Stage::ALL.into_iter().enumerate() {
            assert_eq!(stage as usize, number);
            assert_eq!(Stage::from_id(stage.id()), Some(stage));
            let engines = stage.engines();
            let is_baseline = |engine: &EngineEntry| engine.id == stage.usual_baseline();
            assert!(engines.iter().any(is_baseline), "{}", stage.id());
        }
        assert_eq!(Stage::from_id("none"), None);
    }

    #[test]
    fn every_engine_puts_out_what_is_expected() {
        for workload in built_in() {
            for stage in Stage::ALL {
                let Some(work) = stage.work(&workload) else {
                    assert!(!stage.takes(&workload));
                    continue;
                };
                // A plain scan in 64 KiB takes seconds without optimisation.
                if stage == Stage::Search && work.amount > 1e5 {
                    continue;
                }
                for engine in stage.engines() {
                    let mut candidate = stage.candidate(engine.id, &workload).unwrap();
                    let output = candidate.task.output();
                    assert!(output == work.expected, "{} {}", engine.id, workload.id);
                }
            }
        }
    }
}
