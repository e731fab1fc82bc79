//! The session that is open, and the questions that the page asks of it.

use hpack::huffman::Engine;
use input::{Block, paste};
use inspect::{Options, Session, explain::FaultView, table::TableFill, timing::Timing};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    answer::{BlockDetail, DirectionView, FormatView, Opened, json},
    clock::PerformanceClock,
    opening::OpenOptions,
    utf16::Offsets,
    windows::{self, BlockWindow, RowWindow},
};

/// What is open.
struct Open {
    blocks: Vec<Block>,
    offsets: Offsets,
    session: Session,
    timing: Option<Timing>,
}

/// The core as the page's worker sees it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Inspector {
    open: Option<Open>,
}

#[wasm_bindgen]
impl Inspector {
    /// Nothing open yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens pasted text (as UTF-8) or a file's bytes: JSON of `Opened`.
    /// What was open before is gone, unless the input is refused.
    pub fn open(&mut self, input: &[u8], options: &str) -> String {
        let options: OpenOptions = match serde_json::from_str(options) {
            Ok(options) => options,
            Err(error) => {
                return json(&Opened::Refused {
                    kind: "options".to_owned(),
                    message: format!("The options could not be read: {error}."),
                    line: 0,
                    column: 0,
                    offset: None,
                });
            }
        };
        let offsets = Offsets::of(input);
        let paste = match paste::read(input, &options.reading()) {
            Ok(paste) => paste,
            Err(refusal) => {
                return json(&Opened::Refused {
                    kind: format!("{:?}", refusal.kind),
                    message: refusal.message,
                    line: refusal.line,
                    column: refusal.column,
                    offset: refusal
                        .offset
                        .and_then(|byte| u32::try_from(byte).ok())
                        .map(|byte| offsets.utf16(byte)),
                });
            }
        };
        let decoding = options.decoding(paste.initial_table_size);
        let session = Session::decode(decoding, &paste.blocks);
        let records = session.blocks();
        let answer = json(&Opened::Ok {
            format: FormatView::new(paste.format, Some(paste.detail)),
            other_formats: paste
                .others
                .iter()
                .map(|&format| FormatView::new(format, None))
                .collect(),
            other_blocks: paste.other.and_then(|blocks| match blocks {
                paste::Blocks::Blank => Some("blank"),
                paste::Blocks::Lines => Some("lines"),
                paste::Blocks::Auto => None,
            }),
            problems: paste.problems,
            octets: session.octets_total(),
            plain_octets: records.iter().map(|block| block.plain_octets).sum(),
            blocks: records.len(),
            rows: session.rows().len(),
            faults: records.iter().filter(|block| block.fault.is_some()).count(),
            first_fault: records.iter().position(|block| block.fault.is_some()),
            offer_unknown_start: session.offers_unknown_start(),
            directions: session
                .directions()
                .iter()
                .map(|direction| DirectionView {
                    sender: direction.sender,
                    blocks: direction.blocks.len(),
                })
                .collect(),
            initial_table_size: paste.initial_table_size,
            text: paste.transcoded.as_deref(),
        });
        let offsets = match &paste.transcoded {
            Some(text) => Offsets::of(text.as_bytes()),
            None => offsets,
        };
        self.open = Some(Open {
            blocks: paste.blocks,
            offsets,
            session,
            timing: None,
        });
        answer
    }

    /// Decodes what is open again with another Huffman engine; an id that is
    /// none leaves all as it is.
    #[wasm_bindgen(js_name = setEngine)]
    pub fn set_engine(&mut self, id: &str) {
        if let (Some(open), Some(engine)) = (&mut self.open, Engine::from_id(id)) {
            let options = Options {
                engine,
                ..open.session.options().clone()
            };
            open.session = Session::decode(options, &open.blocks);
            open.timing = None;
        }
    }

    /// Rows `from..to`.
    #[must_use]
    pub fn rows(&self, from: usize, to: usize) -> Option<RowWindow> {
        Some(windows::rows(&self.open.as_ref()?.session, from, to))
    }

    /// Blocks `from..to`.
    #[must_use]
    pub fn blocks(&self, from: usize, to: usize) -> Option<BlockWindow> {
        Some(windows::blocks(&self.open.as_ref()?.session, from, to))
    }

    /// Octets of a block.
    #[must_use]
    pub fn octets(&self, block: usize) -> Vec<u8> {
        self.block_of_input(block)
            .map_or_else(Vec::new, |block| block.octets.clone())
    }

    /// Where each octet of a block stands in the input: UTF-16 start and end,
    /// one pair an octet. For bytes of a file: byte offsets.
    #[must_use]
    pub fn places(&self, block: usize) -> Vec<u32> {
        let (Some(open), Some(block)) = (&self.open, self.block_of_input(block)) else {
            return Vec::new();
        };
        block
            .places
            .iter()
            .flat_map(|place| {
                [
                    open.offsets.utf16(place.start),
                    open.offsets.utf16(place.end),
                ]
            })
            .collect()
    }

    /// A block as a whole: JSON of `BlockDetail`, or `null`.
    #[must_use]
    pub fn block(&self, block: usize) -> String {
        let Some(session) = self
            .session()
            .filter(|session| block < session.blocks().len())
        else {
            return "null".to_owned();
        };
        let record = &session.blocks()[block];
        let table = session.direction(block).table();
        json(&BlockDetail {
            block,
            fault: record.fault.as_ref().map(FaultView::from),
            warnings: session.warnings(block),
            limit_changes: record.limit_changes.clone(),
            before: TableFill::at(table, &record.before),
            after: TableFill::at(table, &record.after),
        })
    }

    /// A row: JSON of `Explanation`, or `null`.
    #[must_use]
    pub fn explain(&self, row: usize, characters_from: usize) -> String {
        json(
            &self
                .session()
                .and_then(|session| session.explain(row, characters_from)),
        )
    }

    /// The representation in which a block's fault lies: JSON of
    /// `Explanation`, or `null`.
    #[wasm_bindgen(js_name = explainFault)]
    #[must_use]
    pub fn explain_fault(&self, block: usize, characters_from: usize) -> String {
        json(
            &self
                .session()
                .and_then(|session| session.explain_fault(block, characters_from)),
        )
    }

    /// How every Huffman engine reads the string whose data is at `start..end`
    /// of a block: a JSON list of `EngineReading`, or `null`.
    #[wasm_bindgen(js_name = lookUps)]
    #[must_use]
    pub fn look_ups(&self, block: usize, start: usize, end: usize) -> String {
        json(
            &self
                .session()
                .and_then(|session| session.look_ups(block, start, end)),
        )
    }

    /// The table of a direction after `row`, or at the start for a negative
    /// one, entries `from..to`: JSON of `TableView`, or `null`.
    #[must_use]
    pub fn table(&self, direction: usize, row: i32, from: usize, to: usize) -> String {
        let row = usize::try_from(row).ok();
        json(
            &self
                .session()
                .and_then(|session| session.table_after(direction, row, from, to)),
        )
    }

    /// The row that covers an octet of a block; -1 at or behind a fault.
    #[wasm_bindgen(js_name = rowAtOctet)]
    #[must_use]
    pub fn row_at_octet(&self, block: usize, octet: usize) -> i32 {
        self.session()
            .and_then(|session| session.row_at(block, octet))
            .and_then(|row| i32::try_from(row).ok())
            .unwrap_or(-1)
    }

    /// Rows whose index refers to the entry at `position` of a direction's log.
    #[wasm_bindgen(js_name = usesOf)]
    #[must_use]
    pub fn uses_of(&self, position: i32, direction: usize) -> Vec<i32> {
        self.session().map_or_else(Vec::new, |session| {
            session
                .uses_of(direction, i64::from(position))
                .into_iter()
                .filter_map(|row| i32::try_from(row).ok())
                .collect()
        })
    }

    /// Begins to measure a block's steps with the engine in use.
    #[wasm_bindgen(js_name = startTiming)]
    pub fn start_timing(&mut self, block: usize) {
        if let Some(open) = &mut self.open {
            let engine = open.session.options().engine;
            open.timing = Timing::new(&open.session, block, engine, &mut PerformanceClock);
        }
    }

    /// Goes on measuring for about so many milliseconds: JSON of
    /// `TimingResult` so far, or `null` where nothing is being measured.
    #[wasm_bindgen(js_name = timingRound)]
    pub fn timing_round(&mut self, budget_ms: f64) -> String {
        let result = self.open.as_mut().and_then(|open| {
            let timing = open.timing.as_mut()?;
            timing.go_on(&mut open.session, &mut PerformanceClock, budget_ms * 1e6);
            Some(timing.result())
        });
        json(&result)
    }

    /// Stops measuring.
    #[wasm_bindgen(js_name = stopTiming)]
    pub fn stop_timing(&mut self) {
        if let Some(open) = &mut self.open {
            open.timing = None;
        }
    }
}

impl Inspector {
    fn session(&self) -> Option<&Session> {
        self.open.as_ref().map(|open| &open.session)
    }

    fn block_of_input(&self, block: usize) -> Option<&Block> {
        self.open.as_ref()?.blocks.get(block)
    }
}
