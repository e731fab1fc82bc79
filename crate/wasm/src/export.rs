//! Blocks to hand on, as text from which they are read again, and as listings.

use inspect::{
    Session,
    listing::Listing,
    mask::{self, Keep},
    whole::FieldText,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

/// Blocks as text.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exported {
    text: String,
    /// Its blocks.
    blocks: Vec<ExportedBlock>,
}

/// A block of them, as it stands in the session.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
struct ExportedBlock {
    block: usize,
    /// Its first row, and how many it has.
    first_row: usize,
    rows: usize,
}

/// `fields` (JSON of a list of `FieldText`), masked but for what `keep` (JSON of
/// `Keep`) keeps: JSON of such a list.
///
/// # Errors
/// A sentence, where it is no such list.
#[wasm_bindgen(js_name = maskedFields)]
pub fn masked_fields(fields: &str, keep: &str) -> Result<String, String> {
    let fields: Vec<FieldText> = serde_json::from_str(fields).map_err(|error| error.to_string())?;
    let keep: Keep = serde_json::from_str(keep).map_err(|error| error.to_string())?;
    let masked = fields.iter().map(|field| keep.masked(field));
    Ok(json(&masked.collect::<Result<Vec<_>, _>>()?))
}

#[wasm_bindgen]
impl Inspector {
    /// A block with what its table needs, as text that is read back to the
    /// same fields; none where it needs nothing.
    #[wasm_bindgen(js_name = withTable)]
    #[must_use]
    pub fn with_table(&self, block: usize) -> Option<String> {
        self.session()
            .and_then(|session: &Session| session.with_table(block))
    }

    /// A block, with `stream` all blocks of its stream, or with `all` those of
    /// the connection: JSON of `Exported`, or `null`. It is masked but for what
    /// `keep` (JSON of `Keep`) keeps, if that is given. `remark` is for people.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "as it crosses from the page")]
    pub fn exported(&self, what: &str, block: usize, keep: Option<String>, remark: &str) -> String {
        let connection = self.document.as_ref().and_then(|document| {
            let mut about = document.connection_at(document.connection)?.about.clone();
            if keep.is_some() {
                mask::mask_label(&mut about);
            }
            Some(about.name())
        });
        let remark = match connection {
            Some(name) if remark.is_empty() => name,
            Some(name) => format!("{name}\n{remark}"),
            None => remark.to_owned(),
        };
        json(
            &self.handed_on(what, block, keep.as_deref(), |session, blocks| {
                let here = blocks.iter().map(|&block| {
                    let rows = &session.blocks()[block].rows;
                    ExportedBlock {
                        block,
                        first_row: rows.start,
                        rows: rows.len(),
                    }
                });
                Some(Exported {
                    text: session.export(blocks.iter().copied(), &remark)?,
                    blocks: here.collect(),
                })
            }),
        )
    }

    /// The fields in what `exported` writes, and which of them are masked in
    /// it: JSON of `Held` by name, or `null`.
    #[must_use]
    pub fn held(&self, what: &str, block: usize, keep: &str) -> String {
        json(&self.handed_on(what, block, Some(keep), |masked, blocks| {
            Some(self.session()?.held(masked, blocks))
        }))
    }

    /// The same as a `csv`, `markdown`, `fields` or `curl` listing of fields;
    /// none where there is none to make.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "as it crosses from the page")]
    pub fn listed(
        &self,
        what: &str,
        block: usize,
        keep: Option<String>,
        form: &str,
        remark: &str,
    ) -> Option<String> {
        let listing = Listing::from_id(form)?;
        self.handed_on(what, block, keep.as_deref(), |session, blocks| {
            listing.of(session, blocks, remark).ok()
        })
    }
}

impl Inspector {
    /// Writes a part of the session, masked or not.
    fn handed_on<T>(
        &self,
        what: &str,
        block: usize,
        keep: Option<&str>,
        write: impl FnOnce(&Session, Vec<usize>) -> Option<T>,
    ) -> Option<T> {
        let session = self.session()?;
        let framed = session.blocks().get(block)?.framed;
        let of = framed.map(|framed| framed.stream);
        let blocks: Vec<usize> = match what {
            "all" => session.blocks_of(None).collect(),
            "stream" => session.blocks_of(Some(of?)).collect(),
            _ => vec![block],
        };
        let keep: Option<Keep> = keep.map(serde_json::from_str).transpose().ok()?;
        let masked = keep.map(|keep| session.masked(&keep));
        write(masked.as_ref().unwrap_or(session), blocks)
    }
}
