//! What may be the cause where a block could not be decoded.

use inspect::Session;

/// Sentences that one run says at most.
const SAID: usize = 8;

/// Says, for the first block of each direction that failed, the change after
/// which it and those that follow are well-formed, where there is one: what
/// failed afterwards usually failed because of it. `sessions` come with what
/// their connection is called, where there are several.
pub(crate) fn say<'a>(
    name: &str,
    sessions: impl Iterator<Item = (Option<String>, &'a mut Session)>,
) {
    for sentence in sessions
        .flat_map(|(of, session)| sentences(of, session))
        .take(SAID)
    {
        eprintln!("hpack-inspect: {name}: {sentence}");
    }
}

fn sentences(of: Option<String>, session: &mut Session) -> Vec<String> {
    let failed: Vec<usize> = session
        .directions()
        .iter()
        .filter_map(|direction| {
            let blocks = direction.blocks.iter().map(|&block| block as usize);
            blocks
                .into_iter()
                .find(|&block| session.blocks()[block].fault.is_some())
        })
        .collect();
    let of = of.map_or(String::new(), |of| format!("{of}, "));
    failed
        .into_iter()
        .filter_map(|block| {
            let best = session.diagnose(block).into_iter().next()?;
            Some(format!(
                "{of}block {}: perhaps: {}; {}",
                block + 1,
                best.what,
                best.why
            ))
        })
        .collect()
}
