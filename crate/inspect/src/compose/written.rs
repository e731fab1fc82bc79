//! What was built, for other programs: as text that is read back, as a
//! listing, or as a test.

use std::mem;

use input::{Before, Block, Sender};

use super::{Composition, SizeChange, compose};
use crate::{
    Options,
    listing::{Listing, NoListing},
    session::Session,
    text::unhex,
    whole::FieldText,
};

/// The blocks as text from which they are read again, for `text`, or as the
/// [`Listing`] of that name. Blocks without bytes are left out: what was
/// acknowledged before them comes before the next.
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

/// What a decoder makes of a composition.
fn session(composition: &Composition) -> Result<Session, String> {
    let composed = compose(composition)?;
    let mut options = Options {
        limit: composition.limit,
        maximum: composed.table.maximum,
        ..Options::default()
    };
    let prior = composition.prior.iter().map(FieldText::bytes);
    options.start.prior = prior.collect::<Result<_, _>>()?;
    let mut session = Session::new(options);
    let mut limits = Vec::new();
    for (built, made) in composition.blocks.iter().zip(&composed.blocks) {
        limits.extend(built.changes.iter().filter_map(|change| match change {
            SizeChange::Limit(limit) => Some(*limit),
            SizeChange::Maximum(_) => None,
        }));
        let bytes = unhex(&made.hex).unwrap_or_default();
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
