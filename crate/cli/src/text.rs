//! Header blocks as text that `decode` reads, and as listings.

use inspect::{
    Session,
    capture::{Capture, Connection},
    listing::Listing,
    report::BlockFilter,
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// Text that `decode` reads.
    Text,
    Listing(Listing),
}

/// The blocks of one connection.
///
/// # Errors
/// A sentence if there are several connections or the text would be too long.
pub(crate) fn of_capture(
    form: Form,
    capture: &Capture,
    only: BlockFilter<'_>,
) -> Result<String, String> {
    let all = capture.connections.iter().enumerate();
    let wanted: Vec<(usize, &Connection)> = all
        .filter(|(number, connection)| match only.connection {
            Some(wanted) => wanted == *number,
            None => !connection.session.blocks().is_empty(),
        })
        .collect();
    let [(number, connection)] = wanted[..] else {
        let numbers: Vec<String> = wanted
            .iter()
            .take(8)
            .map(|(at, _)| at.to_string())
            .collect();
        return Err(match wanted.len() {
            0 => "has no header blocks".to_owned(),
            count => format!(
                "has header blocks in {count} connections (numbers {}{}), and a text holds one: choose it with --connection N",
                numbers.join(", "),
                if count > numbers.len() { ", …" } else { "" }
            ),
        });
    };
    of_session(
        form,
        &connection.session,
        (number, only),
        &connection.about.name(),
    )
}

/// Pasted blocks.
///
/// # Errors
/// A sentence if the stream has none or the text would be too long.
pub(crate) fn of_blocks(
    form: Form,
    session: &Session,
    only: BlockFilter<'_>,
) -> Result<String, String> {
    of_session(form, session, (0, only), "")
}

fn of_session(
    form: Form,
    session: &Session,
    (number, only): (usize, BlockFilter<'_>),
    remark: &str,
) -> Result<String, String> {
    let blocks: Vec<usize> = only.blocks_of(number, session).collect();
    if blocks.is_empty() {
        return Err("has no header blocks to write".to_owned());
    }
    match form {
        Form::Listing(listing) => listing
            .of(session, blocks, "")
            .map_err(|error| error.to_string()),
        Form::Text => session.export(blocks, remark).ok_or_else(|| {
            "is too large to be written as text: choose a stream with --stream N".to_owned()
        }),
    }
}
