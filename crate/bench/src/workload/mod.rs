//! What is decoded, looked up and written.
//!
//! The bytes are shared: an engine at work holds on to them by itself.

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
pub use decoding::{TooMuch, decoded, each_block, measurable, write_fault, write_field};
pub use digits::lengths;
pub use frames::{Consumer, Frames, payloads};
pub use integers::{Integers, sizes};
pub use lists::{Line, List, Lists, lists, write_lists};
pub use look_ups::{LookUp, patterns};
use random::Random;
pub use search::{Needle, Searches, searches};
pub use stories::{NoStory, story};
pub use strings::Strings;

/// Work that engines can do.
#[derive(Clone, Debug)]
pub struct Workload {
    /// Stable name.
    pub id: String,
    /// What a menu calls it.
    pub title: String,
    /// The bytes.
    pub data: Data,
}

/// A workload for each of `cases`: its name, its title, and what `data` makes
/// its bytes of.
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

/// The bytes of a workload.
#[derive(Clone, Debug)]
pub enum Data {
    /// Huffman-coded strings.
    Strings(Arc<Strings>),
    /// Integers with prefixes.
    Integers(Arc<Integers>),
    /// Texts of hex digits.
    Digits(Arc<[Vec<u8>]>),
    /// Header blocks, in order, each conversation with a table of its own.
    Blocks(Arc<[Conversation]>),
    /// Fields to look up in the static table.
    LookUps(Arc<[LookUp]>),
    /// Header blocks to put into frames.
    Frames(Arc<Frames>),
    /// Needles to find in a haystack.
    Searches(Arc<Searches>),
}

impl Data {
    /// Its header blocks.
    pub(crate) fn conversations(&self) -> Option<&Arc<[Conversation]>> {
        match self {
            Self::Blocks(conversations) => Some(conversations),
            _ => None,
        }
    }
}

/// The workloads of every stage that `conversations` give: their blocks, the
/// Huffman-coded strings and the integers in them, the hex digits that spell
/// them, their fields, their blocks once more to go into frames, and what a
/// person may look for in them. `title` says whose they are.
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

/// Those that the program carries: classic strings, sizes of integers, lengths
/// of hex, patterns of look-ups, sizes of payloads, patterns of searches, and
/// what is in captured connections.
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
