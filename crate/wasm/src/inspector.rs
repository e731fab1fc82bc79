//! The open session and the page's calls about it.

use inspect::{Session, assumed::Overlay, table::TableFill};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    answer::{BlockDetail, json},
    document::Document,
    open_options::OpenOptions,
    opened::Opened,
    problems::ProblemView,
    reading::{Reading, TextReading},
    warned::Warned,
    windows::{self, Window},
};

/// The core's interface to the page's worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Inspector {
    /// The open document.
    #[wasm_bindgen(skip)]
    pub document: Option<Document>,
    reading: Option<Box<dyn Reading>>,
}

#[wasm_bindgen]
impl Inspector {
    /// Creates an inspector without an open document.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens pasted text (UTF-8) at once: JSON of `Opened`. Replaces the open
    /// document unless the text is refused.
    pub fn open(&mut self, input: &[u8], options: &str) -> String {
        self.begin_open(options)
            .or_else(|| self.push(input))
            .unwrap_or_else(|| self.finish_open())
    }

    /// Starts reading a text. Returns JSON of `Opened` if it is refused
    /// immediately.
    #[wasm_bindgen(js_name = beginOpen)]
    pub fn begin_open(&mut self, options: &str) -> Option<String> {
        self.begin(options, |options| {
            Box::new(TextReading {
                options,
                text: Vec::new(),
            })
        })
    }

    /// Reads the next bytes of the input. Returns JSON of `Opened` if they
    /// cause a refusal, which ends reading.
    pub fn push(&mut self, bytes: &[u8]) -> Option<String> {
        let refused = self.reading.as_mut()?.push(bytes).err()?;
        self.reading = None;
        Some(refused)
    }

    /// Number of header blocks read so far.
    #[wasm_bindgen(js_name = blocksSoFar)]
    pub fn blocks_so_far(&self) -> usize {
        self.reading.as_ref().map_or(0, |reading| reading.blocks())
    }

    /// Ends the input: JSON of `Opened`. Replaces the open document unless the
    /// input is refused.
    #[wasm_bindgen(js_name = finishOpen)]
    pub fn finish_open(&mut self) -> String {
        let Some(reading) = self.reading.take() else {
            return json(&Opened::refused(
                "nothing",
                "Nothing was being read.".to_owned(),
            ));
        };
        match reading.finish() {
            Ok((document, answer)) => {
                self.document = Some(document);
                answer
            }
            Err(refused) => refused,
        }
    }

    /// Rows `from..to`.
    pub fn rows(&self, from: usize, to: usize) -> Option<Window> {
        Some(windows::rows(self.overlay()?, from, to))
    }

    /// Blocks `from..to`.
    pub fn blocks(&self, from: usize, to: usize) -> Option<Window> {
        let document = self.document.as_ref()?;
        let warned = &mut document.warned.borrow_mut();
        Some(windows::blocks(document.overlay()?, warned, from, to))
    }

    /// Bytes of a block.
    pub fn bytes(&self, block: usize) -> Vec<u8> {
        self.session()
            .filter(|session| block < session.blocks().len())
            .map_or_else(Vec::new, |session| session.bytes(block).to_vec())
    }

    /// UTF-16 start and end in the input of each byte of a block; byte offsets
    /// for a file's bytes. Empty without a text, as for captures.
    pub fn places(&self, block: usize) -> Vec<u32> {
        self.document
            .as_ref()
            .map_or_else(Vec::new, |document| document.places(block))
    }

    /// A block: JSON of `BlockDetail`, or `null`.
    pub fn block(&self, block: usize) -> String {
        self.answer(|Overlay { session, .. }| {
            let record = session.blocks().get(block)?;
            let table = session.direction(block).table();
            let explained = session.explain_error(block, 0);
            Some(BlockDetail {
                block,
                error: explained.and_then(|explanation| explanation.error),
                limit_changes: record.limit_changes.clone(),
                before: TableFill::at(table, &record.before),
                after: TableFill::at(table, &record.after),
            })
        })
    }

    /// The item, from 0, of each warning about a block, in order.
    #[wasm_bindgen(js_name = warningItems)]
    pub fn warning_items(&self, block: usize) -> Vec<u32> {
        self.warned(block, |warned, overlay| warned.items(overlay, block))
            .unwrap_or_default()
    }

    /// The warnings about items `from..to` of a block: a JSON list of
    /// `Warning`.
    pub fn warnings(&self, block: usize, from: u32, to: u32) -> String {
        json(
            &self
                .warned(block, |warned, overlay| {
                    warned.window(overlay, block, from, to)
                })
                .unwrap_or_default(),
        )
    }

    /// Explains a row: JSON of `Explanation`, or `null`.
    pub fn explain(&self, row: usize, characters_from: usize) -> String {
        self.answer(|overlay| overlay.explain(row, characters_from))
    }

    /// Explains the representation that contains a block's error: JSON of
    /// `Explanation`, or `null`.
    #[wasm_bindgen(js_name = explainError)]
    pub fn explain_error(&self, block: usize, characters_from: usize) -> String {
        self.answer(|of| of.session.explain_error(block, characters_from))
    }

    /// Entries `from..to` of a direction's table after `row`, or at the start
    /// if `row` is negative: JSON of `TableView`, or `null`.
    pub fn table(&self, direction: usize, row: i32, from: usize, to: usize) -> String {
        let row = usize::try_from(row).ok();
        self.answer(|of| of.session.table_after(direction, row, from, to))
    }

    /// The origin of a row's name and value: JSON of `Provenance`, or `null`.
    pub fn provenance(&self, row: usize) -> String {
        self.answer(|of| of.session.provenance(row))
    }

    /// The row that contains a byte of a block; -1 from an error on.
    #[wasm_bindgen(js_name = rowAtByte)]
    pub fn row_at_byte(&self, block: usize, byte: usize) -> i32 {
        self.session()
            .and_then(|session| session.row_at(block, byte))
            .and_then(|row| i32::try_from(row).ok())
            .unwrap_or(-1)
    }

    /// The rows that refer to the entry at `position` of a direction's log.
    #[wasm_bindgen(js_name = usesOf)]
    pub fn uses_of(&self, position: i32, direction: usize) -> Vec<i32> {
        self.session().map_or_else(Vec::new, |session| {
            session
                .uses_of(direction, i64::from(position))
                .into_iter()
                .filter_map(|row| i32::try_from(row).ok())
                .collect()
        })
    }

    /// Problems `from..to` of the input: a JSON list of `Problem`.
    pub fn problems(&self, from: usize, to: usize) -> String {
        let Some(document) = &self.document else {
            return "[]".to_owned();
        };
        let views: Vec<ProblemView<'_>> = document
            .problem_views()
            .skip(from)
            .take(to.saturating_sub(from))
            .collect();
        json(&views)
    }
}

impl Inspector {
    /// Starts reading an input. Returns JSON of `Opened` if it is refused
    /// immediately.
    pub fn begin(
        &mut self,
        options: &str,
        reading: impl FnOnce(OpenOptions) -> Box<dyn Reading>,
    ) -> Option<String> {
        self.reading = OpenOptions::of(options).map(reading);
        let message = "The options could not be read.";
        self.reading
            .is_none()
            .then(|| json(&Opened::refused("options", message.to_owned())))
    }

    /// JSON of an answer about the session; `null` without one.
    pub(crate) fn answer<'a, T: Serialize>(
        &'a self,
        ask: impl FnOnce(Overlay<'a>) -> Option<T>,
    ) -> String {
        json(&self.overlay().and_then(ask))
    }

    pub(crate) fn session(&self) -> Option<&Session> {
        self.document.as_ref()?.session()
    }

    pub(crate) fn overlay(&self) -> Option<Overlay<'_>> {
        self.document.as_ref()?.overlay()
    }

    /// Calls `ask` with the warnings of a block that exists.
    fn warned<T>(
        &self,
        block: usize,
        ask: impl FnOnce(&mut Warned, Overlay<'_>) -> T,
    ) -> Option<T> {
        let document = self.document.as_ref()?;
        let overlay = document.overlay()?;
        (block < overlay.session.blocks().len())
            .then(|| ask(&mut document.warned.borrow_mut(), overlay))
    }

    /// Discards what was derived from the session before it changes.
    pub(crate) fn changes(&mut self) {
        if let Some(document) = &mut self.document {
            document.changes();
        }
    }
}
