//! Workloads: input data of the stages.

mod captures;
mod classic;
mod conversation;
mod decoding;
mod digits;
mod frames;
mod integers;
mod lists;
mod look_ups;
mod random;
mod search;
mod stories;
mod strings;

use std::sync::Arc;

pub use captures::captures;
pub use classic::{BACKSLASH, NAME, PROSE, TOKEN, classic};
pub use conversation::{Conversation, Sent};
pub(crate) use decoding::count_fields;
pub use decoding::{TooMuch, decoded, each_block, measurable, write_error, write_field};
pub use digits::lengths;
pub use frames::{Consumer, Frames, payloads};
pub use integers::{Integers, sizes};
pub use lists::{Line, List, Lists, lists, write_lists};
pub use look_ups::{LookUp, patterns};
pub(crate) use random::Random;
pub use search::{Needle, Searches, searches};
pub use stories::{StoryError, story};
pub use strings::Strings;

/// Named input data.
#[derive(Clone, Debug)]
pub struct Workload {
    /// Stable name.
    pub id: String,
    /// Name in a menu.
    pub title: String,
    /// Input data.
    pub data: Data,
}

impl Workload {
    /// A copy with data of its own, elsewhere in memory.
    #[must_use]
    pub fn copied(&self) -> Self {
        Self {
            data: self.data.copied(),
            ..self.clone()
        }
    }
}

/// Returns a workload for each of `cases`: name, title, and the argument of `data`.
fn workloads<T>(
    cases: impl IntoIterator<Item = (&'static str, &'static str, T)>,
    mut data: impl FnMut(T) -> Data,
) -> Vec<Workload> {
    let workload = |(id, title, of): (&str, &str, T)| Workload {
        id: id.to_owned(),
        title: title.to_owned(),
        data: data(of),
    };
    cases.into_iter().map(workload).collect()
}

/// Input data of a workload, shared with its tasks.
#[derive(Clone, Debug)]
pub enum Data {
    /// Huffman-coded strings.
    Strings(Arc<Strings>),
    /// Integers with prefixes.
    Integers(Arc<Integers>),
    /// Texts of hex digits.
    Digits(Arc<[Vec<u8>]>),
    /// Header blocks in order, each conversation with its own table.
    Blocks(Arc<[Conversation]>),
    /// Fields to look up in the static table.
    LookUps(Arc<[LookUp]>),
    /// Header blocks to put into frames.
    Frames(Arc<Frames>),
    /// Needles to find in a haystack.
    Searches(Arc<Searches>),
}

impl Data {
    fn copied(&self) -> Self {
        match self {
            Self::Strings(one) => Self::Strings(Arc::new(one.as_ref().clone())),
            Self::Integers(one) => Self::Integers(Arc::new(one.as_ref().clone())),
            Self::Digits(all) => Self::Digits(all.to_vec().into()),
            Self::Blocks(all) => Self::Blocks(all.to_vec().into()),
            Self::LookUps(all) => Self::LookUps(all.to_vec().into()),
            Self::Frames(one) => Self::Frames(Arc::new(one.as_ref().clone())),
            Self::Searches(one) => Self::Searches(Arc::new(one.as_ref().clone())),
        }
    }

    pub(crate) fn conversations(&self) -> Option<&Arc<[Conversation]>> {
        match self {
            Self::Blocks(conversations) => Some(conversations),
            _ => None,
        }
    }
}

/// Returns the workloads of `conversations` for every stage: Huffman-coded strings,
/// integers, hex digits, blocks, fields, frames, and searches. `title` names the
/// conversations.
#[must_use]
pub fn of_blocks(id: &str, title: &str, conversations: &[Conversation]) -> Vec<Workload> {
    let strings = conversation::strings(conversations);
    let integers = conversation::integers(conversations);
    let digits = digits::digits(conversations);
    let look_ups = look_ups::fields(conversations);
    let frames = Frames::of_blocks(conversations);
    let workload = |prefix: &str, what: &str, data| Workload {
        id: format!("{prefix}{id}"),
        title: format!("{what}{title}"),
        data,
    };
    let mut all = vec![
        workload("strings-", "strings of ", Data::Strings(strings.into())),
        workload("integers-", "integers of ", Data::Integers(integers.into())),
        workload("hex-", "hex digits of ", Data::Digits(digits.into())),
        workload("", "", Data::Blocks(conversations.into())),
        workload("fields-", "fields of ", Data::LookUps(look_ups.into())),
        workload("frames-", "blocks of ", Data::Frames(frames.into())),
    ];
    for (prefix, what, searches) in search::of_blocks(conversations) {
        all.push(workload(prefix, what, Data::Searches(searches.into())));
    }
    all
}

/// Returns the built-in workloads: classic strings, sizes of integers, lengths of
/// hex, patterns of look-ups, sizes of payloads, patterns of searches, and captured
/// connections.
#[must_use]
pub fn built_in() -> Vec<Workload> {
    let mut all = classic();
    all.extend(sizes());
    all.extend(lengths());
    all.extend(patterns());
    all.extend(payloads());
    all.extend(searches());
    all.extend(of_blocks("captures", "captured connections", &captures()));
    all
}
