//! Export of blocks: as text that can be read again, and as listings.

use inspect::{
    Session,
    hand_on::{self, HandedOn, Wanted},
    listing::Listing,
    mask::Keep,
    whole::FieldText,
};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, clock::PerformanceClock, inspector::Inspector};

/// The blocks to export.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum HandOnPart {
    Block,
    /// All blocks of the block's stream.
    Stream,
    /// All blocks of the connection.
    All,
}

/// An export's part and form.
#[derive(Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct HandOnQuestion {
    part: HandOnPart,
    block: usize,
    /// Values that masking keeps.
    keep: Keep,
    /// Whether the output is masked; `null` only counts fields.
    masked: Option<bool>,
    /// The listing to write as well; any other name for none.
    form: String,
    /// A remark for human readers.
    remark: String,
}

/// Masks `fields` (JSON of a list of `FieldText`) except for what `keep` (JSON
/// of `Keep`) keeps; returns the same kind of JSON.
///
/// # Errors
/// A sentence if the list is invalid.
#[wasm_bindgen(js_name = maskedFields)]
pub fn masked_fields(fields: &str, keep: &str) -> Result<String, String> {
    let fields: Vec<FieldText> = serde_json::from_str(fields).map_err(|error| error.to_string())?;
    let keep: Keep = serde_json::from_str(keep).map_err(|error| error.to_string())?;
    let masked = fields.iter().map(|field| keep.masked(field));
    Ok(json(&masked.collect::<Result<Vec<_>, _>>()?))
}

#[wasm_bindgen]
impl Inspector {
    /// A block and the table that it needs, as text that decodes to the same
    /// fields; `None` if it needs no table.
    #[wasm_bindgen(js_name = withTable)]
    pub fn with_table(&self, block: usize) -> Option<String> {
        self.session()
            .and_then(|session: &Session| session.with_table(block))
    }

    /// Starts an export by JSON of `HandOnQuestion`; `None` if there is no such
    /// part.
    #[wasm_bindgen(js_name = startHandOn)]
    pub fn start_hand_on(&self, question: &str) -> Option<HandOn> {
        let question: HandOnQuestion = serde_json::from_str(question).ok()?;
        let HandOnQuestion { block, masked, .. } = question;
        let session = self.session()?;
        let framed = session.blocks().get(block)?.framed;
        let blocks = match question.part {
            HandOnPart::All => session.blocks_of(None).collect(),
            HandOnPart::Stream => session.blocks_of(Some(framed?.stream)).collect(),
            HandOnPart::Block => vec![block],
        };
        let remark = &*question.remark;
        let connection = self.document.as_ref().and_then(|document| {
            let connection = document.connection;
            document.content().name(connection, masked == Some(true))
        });
        let parts = connection.iter().map(|name| &**name).chain([remark]);
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        let text = masked.map(|_| parts.join("\n"));
        let listing = Listing::from_id(&question.form).filter(|_| masked.is_some());
        let wanted = Wanted {
            blocks,
            keep: &question.keep,
            is_masked: masked == Some(true),
            text: text.as_deref(),
            listing: listing.map(|listing| (listing, remark)),
        };
        Some(HandOn {
            job: hand_on::HandOn::new(session, wanted),
            written: None,
        })
    }

    /// Continues for about `budget_ms` milliseconds; returns the fraction done,
    /// from 0 to 1.
    #[wasm_bindgen(js_name = handOnRound)]
    pub fn hand_on_round(&self, hand_on: &mut HandOn, budget_ms: f64) -> f64 {
        if let Some(session) = self.session()
            && hand_on
                .job
                .go_on(session, &mut PerformanceClock, budget_ms * 1e6)
        {
            hand_on.written = Some(hand_on.job.finish());
            return 1.0;
        }
        hand_on.job.progress()
    }

    /// First row and number of rows of each exported block.
    #[wasm_bindgen(js_name = rowsHandedOn)]
    pub fn rows_handed_on(&self, hand_on: &HandOn) -> Vec<u32> {
        let Some(session) = self.session() else {
            return Vec::new();
        };
        let blocks = hand_on.job.blocks().iter();
        let rows = blocks.map(|&block| &session.blocks()[block].rows);
        rows.flat_map(|rows| [rows.start as u32, rows.len() as u32])
            .collect()
    }
}

/// An export in progress or finished.
#[wasm_bindgen]
pub struct HandOn {
    job: hand_on::HandOn,
    written: Option<HandedOn>,
}

#[wasm_bindgen]
impl HandOn {
    /// The part as text that can be read again; `None` if it is too large.
    pub fn text(&mut self) -> Option<String> {
        self.written.as_mut()?.text.take()
    }

    /// The listing, if there is one.
    pub fn listing(&mut self) -> Option<String> {
        let listing = &mut self.written.as_mut()?.listing;
        listing.take_if(|listing| listing.is_ok())?.ok()
    }

    /// Why there is no listing, if one was requested.
    #[wasm_bindgen(js_name = noListing)]
    pub fn no_listing(&self) -> Option<String> {
        let listing = self.written.as_ref()?.listing.as_ref()?;
        listing.as_ref().err().map(ToString::to_string)
    }

    /// The part's field names, with the number of values that masking replaces:
    /// JSON of `Held` by name.
    pub fn held(&self) -> String {
        json(&self.job.held())
    }
}
