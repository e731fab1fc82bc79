//! What may be the cause where blocks could not be decoded, or decode to what
//! their sender cannot have meant.

use inspect::{
    Session,
    diagnosis::{Diagnosis, Effort},
};

use crate::message;

/// Sentences that one run says at most.
const SAID: usize = 8;

/// Says the likely cause of each direction, once, where there is one: a guess,
/// which leaves the exit status as it is. `sessions` come with what their
/// connection is called, where there are several; their header blocks have
/// `octets` octets together.
pub(crate) fn say<'a>(
    name: &str,
    octets: usize,
    sessions: impl Iterator<Item = (Option<String>, &'a mut Session)>,
) {
    let mut effort = Effort::of(octets);
    let sentences = sessions.flat_map(|(of, session)| {
        let of = of.map_or(String::new(), |of| format!("{of}, "));
        session
            .causes_within(&mut effort)
            .into_iter()
            .map(move |cause| sentence(&of, &cause))
    });
    let said = sentences.take(SAID);
    let said = said.map(|sentence| message::say(name, &sentence));
    if said.count() < SAID && effort.is_spent() {
        message::say(
            name,
            &"likely causes were looked for only in the first blocks that fail or make no sense, as that takes long; --connection N looks at one connection",
        );
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
