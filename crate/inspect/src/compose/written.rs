//! Exports a composition: as text, as a listing, or as a test.

use std::mem;

use input::{Before, Block, Sender};

use super::{Composition, compose};
use crate::{
    Options,
    listing::{Listing, NoListing},
    policies::Change,
    session::Session,
    text::unhex,
    whole::FieldText,
};

/// Writes the blocks as decodable text (form `text`) or as the [`Listing`] with
/// that id. Omits blocks without bytes; their acknowledged limits apply before
/// the next block.
pub fn written(composition: &Composition, form: &str) -> Result<String, String> {
    let session = session(composition)?;
    let blocks = 0..session.blocks().len();
    if form == "text" {
        let text = session.export(blocks, "");
        return text.ok_or_else(|| NoListing::TooLarge.to_string());
    }
    let listing = Listing::from_id(form).ok_or_else(|| format!("There is no form “{form}”."))?;
    listing
        .of(&session, blocks, "")
        .map_err(|error| error.to_string())
}

fn session(composition: &Composition) -> Result<Session, String> {
    let composed = compose(composition)?;
    let mut options = Options {
        limit: composition.limit,
        maximum: composed.maximum,
        ..Options::default()
    };
    let prior = composition.prior.iter().map(FieldText::bytes);
    options.start.prior = prior.collect::<Result<_, _>>()?;
    let mut session = Session::new(options);
    let mut limits = Vec::new();
    for (built, encoded) in composition.blocks.iter().zip(&composed.blocks) {
        limits.extend(built.changes.iter().filter_map(|change| match change {
            Change::Limit(limit) => Some(*limit),
            Change::Maximum(_) => None,
        }));
        let bytes = unhex(&encoded.hex).unwrap_or_default();
        if bytes.is_empty() {
            continue;
        }
        let before = Before {
            limit_changes: mem::take(&mut limits),
            ..Before::default()
        };
        session.push(&Block {
            before: &before,
            ..Block::new(Sender::Unknown, &bytes)
        });
    }
    Ok(session)
}
