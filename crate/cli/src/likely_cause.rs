//! What may be the cause where blocks could not be decoded, or decode to what
//! their sender cannot have meant.

use inspect::{Session, diagnosis::Diagnosis};

use crate::message;

/// Sentences that one run says at most.
const SAID: usize = 8;

/// Says the likely cause of each direction, once, where there is one: a guess,
/// which leaves the exit status as it is. `sessions` come with what their
/// connection is called, where there are several.
pub(crate) fn say<'a>(
    name: &str,
    sessions: impl Iterator<Item = (Option<String>, &'a mut Session)>,
) {
    let sentences = sessions.flat_map(|(of, session)| {
        let of = of.map_or(String::new(), |of| format!("{of}, "));
        session
            .causes()
            .into_iter()
            .map(move |cause| sentence(&of, &cause))
    });
    for sentence in sentences.take(SAID) {
        message::say(name, &sentence);
    }
}

fn sentence(of: &str, cause: &Diagnosis) -> String {
    format!(
        "{of}block {}: likely cause: {}; {}",
        cause.block + 1,
        cause.what,
        cause.why
    )
}
