//! Blocks to hand on, as text from which they are read again, and as listings.

use inspect::{Session, listing::Listing};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

/// Blocks as text.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Exported {
    text: String,
    /// The numbers of its blocks in the session.
    blocks: Vec<usize>,
    /// Rows of the text's session before those of the block that was named.
    rows_before: usize,
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
    /// the connection: JSON of `Exported`, or `null`. With `masks` what is
    /// secret is masked, the values of `rows` too.
    #[must_use]
    pub fn exported(&self, what: &str, block: usize, masks: bool, rows: &[u32]) -> String {
        let remark = self.document.as_ref().map_or(String::new(), |document| {
            document
                .connection_at(document.connection)
                .map_or(String::new(), |connection| connection.about.name())
        });
        json(
            &self.handed_on(what, block, masks, rows, |session, blocks| {
                let before = blocks.iter().take_while(|&&number| number < block);
                Some(Exported {
                    text: session.export(blocks.iter().copied(), &remark)?,
                    rows_before: before
                        .map(|&number| session.blocks()[number].rows.len())
                        .sum(),
                    blocks,
                })
            }),
        )
    }

    /// The same as a `csv`, `markdown`, `fields` or `curl` listing of fields;
    /// none where there is none to make.
    #[must_use]
    pub fn listed(
        &self,
        what: &str,
        block: usize,
        masks: bool,
        rows: &[u32],
        form: &str,
    ) -> Option<String> {
        let listing = Listing::from_id(form)?;
        self.handed_on(what, block, masks, rows, |session, blocks| {
            listing.of(session, blocks).ok()
        })
    }
}

impl Inspector {
    /// Writes a part of the session, masked or not.
    fn handed_on<T>(
        &self,
        what: &str,
        block: usize,
        masks: bool,
        rows: &[u32],
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
        let rows: Vec<usize> = rows.iter().map(|&row| row as usize).collect();
        let masked = masks.then(|| session.masked(&rows));
        write(masked.as_ref().unwrap_or(session), blocks)
    }
}
