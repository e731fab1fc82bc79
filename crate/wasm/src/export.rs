//! Export of blocks: as text that can be read again, and as listings.

use inspect::{
    Session,
    export_job::{self, ExportRequest, Exported},
    listing::Listing,
    mask::Keep,
    whole::FieldText,
};
use serde::Deserialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, clock::now, inspector::Inspector};

/// The blocks to export.
#[derive(Clone, Copy, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum ExportPart {
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
pub(crate) struct ExportQuestion {
    part: ExportPart,
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

    /// Starts an export by JSON of `ExportQuestion`; `None` if there is no such
    /// part.
    #[wasm_bindgen(js_name = startExport)]
    pub fn start_export(&self, question: &str) -> Option<ExportJob> {
        let question: ExportQuestion = serde_json::from_str(question).ok()?;
        let ExportQuestion { block, masked, .. } = question;
        let session = self.session()?;
        let framed = session.blocks().get(block)?.framed;
        let blocks = match question.part {
            ExportPart::All => session.blocks_of(None).collect(),
            ExportPart::Stream => session.blocks_of(Some(framed?.stream)).collect(),
            ExportPart::Block => vec![block],
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
        let wanted = ExportRequest {
            blocks,
            keep: &question.keep,
            is_masked: masked == Some(true),
            text: text.as_deref(),
            listing: listing.map(|listing| (listing, remark)),
        };
        Some(ExportJob {
            job: export_job::ExportJob::new(session, wanted),
            written: None,
        })
    }

    /// Continues for about `budget_ms` milliseconds; returns the fraction done,
    /// from 0 to 1.
    #[wasm_bindgen(js_name = exportRound)]
    pub fn export_round(&self, export: &mut ExportJob, budget_ms: f64) -> f64 {
        if let Some(session) = self.session()
            && export.job.run_for(session, &mut now, budget_ms * 1e6)
        {
            export.written = Some(export.job.finish());
            return 1.0;
        }
        export.job.progress()
    }

    /// First row and number of rows of each exported block.
    #[wasm_bindgen(js_name = exportedRows)]
    pub fn exported_rows(&self, export: &ExportJob) -> Vec<u32> {
        let Some(session) = self.session() else {
            return Vec::new();
        };
        let blocks = export.job.blocks().iter();
        let rows = blocks.map(|&block| &session.blocks()[block].rows);
        rows.flat_map(|rows| [rows.start as u32, rows.len() as u32])
            .collect()
    }
}

/// An export in progress or finished.
#[wasm_bindgen]
pub struct ExportJob {
    job: export_job::ExportJob,
    written: Option<Exported>,
}

#[wasm_bindgen]
impl ExportJob {
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
    #[wasm_bindgen(js_name = maskCounts)]
    pub fn mask_counts(&self) -> String {
        json(&self.job.mask_counts())
    }
}
