//! Likely causes of blocks that cannot be decoded or contradict RFC 9113 §8.3.

use inspect::{
    Session,
    diagnosis::{Diagnosis, Effort},
};

use crate::message;

/// The most causes reported in one run.
const SAID: usize = 8;

/// The likely causes of each session. They are guesses and leave the exit
/// status as it is.
pub(crate) struct Causes {
    pub(crate) list: Vec<Vec<Diagnosis>>,
    /// Number of sessions that were searched.
    searched: usize,
    /// Whether the search stopped before it had seen everything.
    spent: bool,
}

/// Searches the sessions marked `true`.
pub(crate) fn find<'a>(sessions: impl Iterator<Item = (bool, &'a Session)>) -> Causes {
    let sessions: Vec<(bool, &Session)> = sessions.collect();
    let bytes = sessions.iter().map(|(_, session)| session.bytes_total());
    let mut effort = Effort::of(bytes.sum());
    let searched = sessions.iter().filter(|(wanted, _)| *wanted).count();
    let mut told = 0;
    let list = sessions.into_iter().map(|(wanted, session)| {
        if !wanted || told >= SAID {
            return Vec::new();
        }
        let causes = session.causes_within(&mut effort);
        told += causes.len();
        causes
    });
    Causes {
        list: list.collect(),
        searched,
        spent: effort.is_spent() && told < SAID,
    }
}

/// Reports each cause, with the name of its connection if there are several.
pub(crate) fn report(name: &str, causes: &Causes, called: impl Fn(usize) -> Option<String>) {
    let each = causes.list.iter().enumerate();
    let each = each.flat_map(|(number, causes)| causes.iter().map(move |cause| (number, cause)));
    for (number, cause) in each.take(SAID) {
        let of = called(number).map_or(String::new(), |of| format!("{of}, "));
        let sentence = format!(
            "{of}block {}: likely cause: {}; {}",
            cause.block + 1,
            cause.what,
            cause.why
        );
        message::report(name, &sentence);
    }
    if causes.spent {
        let one = match causes.searched {
            1 => "",
            _ => "; --connection N looks at one connection",
        };
        let sentence = format!(
            "likely causes were looked for only in the first blocks that fail, as that takes long{one}"
        );
        message::report(name, &sentence);
    }
}
