//! The stages that have rival engines.

use std::sync::Arc;

use hpack_engines::List;

use crate::{
    Candidate, RaceWork,
    outcome::Unit,
    race::{BoxedTask, CreateTask, Race},
    task::{self, EngineEntry},
    workload::{Data, Workload},
};

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// RFC 7541 §5.2: Huffman-coded strings.
    Huffman,
    /// RFC 7541 §5.1: integers.
    Integer,
    /// Hex digits to bytes.
    Hex,
    /// Decoding header blocks, with the rivals of one stage at a time.
    Blocks,
    /// Encoding header lists, by policy.
    Encode,
    /// RFC 7541 §2.3.1: look-up of fields in the static table.
    StaticTable,
    /// Buffers of header blocks before framing.
    HeaderBuffer,
    /// RFC 9113 §4.1: header blocks to frames.
    FrameWriter,
    /// Substring search in the text and the bytes of a session.
    Search,
}

/// A type-erased [`Race`].
struct Row {
    id: &'static str,
    title: &'static str,
    /// A published engine.
    baseline: &'static str,
    unit: Unit,
    engines: fn() -> Vec<EngineEntry>,
    takes: fn(&Data) -> bool,
    work: fn(&Self, &Workload) -> Option<RaceWork>,
    task: fn(&str, &Data) -> BoxedTask,
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
            (amount > 0).then(|| RaceWork {
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
            R::Engines::visit(number, CreateTask(Arc::clone(data)))
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
    /// Every stage, in the order of menus.
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

    /// Finds the stage with that name.
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

    /// Default engine that the others are compared with.
    #[must_use]
    pub fn usual_baseline(self) -> &'static str {
        self.row().baseline
    }

    /// Whether `workload` has data for this stage: cheaper than
    /// [`work`](Self::work).
    #[must_use]
    pub fn takes(self, workload: &Workload) -> bool {
        (self.row().takes)(&workload.data)
    }

    /// Returns the work of `workload` for this stage, with the expected output;
    /// `None` if it has no data for it.
    #[must_use]
    pub fn work(self, workload: &Workload) -> Option<RaceWork> {
        let row = self.row();
        (row.work)(row, workload)
    }

    /// Returns the engine of that name with its task; `None` if the stage has no
    /// such engine or `workload` has no data for it.
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
    fn rows_are_in_the_order_of_stages() {
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
    fn every_engine_has_the_expected_output() {
        for workload in built_in() {
            for stage in Stage::ALL {
                let Some(work) = stage.work(&workload) else {
                    assert!(!stage.takes(&workload));
                    continue;
                };
                // A plain scan of 64 KiB takes seconds without optimization.
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
