//! The timeline: a connection's frames, those that a person asks for, and
//! what each says in a line.

use std::collections::HashMap;

use http2::{FrameType, Sender};

use crate::{
    assumed::{AssumedEntries, Overlay},
    capture::{Connection, FrameRecord},
    text::shown,
};

/// Which frames are wanted; what is `None` or empty asks for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only of this stream.
    pub stream: Option<u32>,
    /// Only of this type.
    pub kind: Option<FrameType>,
    /// Only those that begin a header block.
    pub blocks: bool,
    /// Only of this sender.
    pub sender: Option<Sender>,
    /// Only those that begin a header block with this text in a name or value,
    /// upper and lower case being one.
    pub text: String,
}

/// Octets of a name or value that a line about a frame carries.
const IN_LINE: usize = 160;

impl Connection {
    /// The numbers of the frames that `filter` asks for, in order.
    #[must_use]
    pub fn timeline(&self, filter: &Filter) -> Vec<u32> {
        let needle = Needle::new(&filter.text);
        let known = AssumedEntries::NONE;
        let mut look = needle
            .as_ref()
            .map(|needle| Look::new(known.over(&self.session), needle));
        let mut found = Vec::new();
        for (number, record) in self.frames.iter().enumerate() {
            let frame = &record.frame;
            if filter
                .stream
                .is_some_and(|stream| stream != frame.header.stream)
                || filter.kind.is_some_and(|kind| kind != frame.header.kind)
                || filter.sender.is_some_and(|sender| sender != frame.sender)
            {
                continue;
            }
            if filter.blocks || look.is_some() {
                let Some(block) = self.begins(number) else {
                    continue;
                };
                let rows = self.session.blocks()[block].rows.clone();
                if let Some(look) = &mut look
                    && !rows.into_iter().any(|row| look.is_in(row))
                {
                    continue;
                }
            }
            found.push(number as u32);
        }
        found
    }

    /// The header block that a frame begins.
    #[must_use]
    pub fn begins(&self, frame: usize) -> Option<usize> {
        let block = self.frames.get(frame)?.block? as usize;
        let first = self.framing.get(block)?.fragments.first()?;
        (first.frame as usize == frame && block < self.session.blocks().len()).then_some(block)
    }

    /// The frame that begins a header block.
    #[must_use]
    pub fn frame_of(&self, block: usize) -> Option<u32> {
        Some(self.framing.get(block)?.fragments.first()?.frame)
    }

    /// What a frame says, in a line: “GET /path”, “200”, the values of its
    /// settings. Empty where there is nothing to say.
    #[must_use]
    pub fn line(&self, number: usize, assumed: &AssumedEntries) -> String {
        let Some(FrameRecord { detail, block, .. }) = self.frames.get(number) else {
            return String::new();
        };
        if let Some(block) = self.begins(number) {
            return self.block_line(block, assumed.over(&self.session));
        }
        if let Some(first) = block.and_then(|block| self.frame_of(block as usize)) {
            return format!("goes on from frame {}", first + 1);
        }
        detail.as_deref().unwrap_or_default().to_owned()
    }

    /// A header block in a line: method and path, or status; the first field
    /// where there are neither.
    fn block_line(&self, block: usize, overlay: Overlay<'_>) -> String {
        let rows = self.session.blocks()[block].rows.clone();
        let value = |wanted: &[u8]| {
            rows.clone().find_map(|row| {
                let row = &self.session.rows()[row];
                (overlay.name(row)? == wanted)
                    .then(|| overlay.value(row).map_or("?".to_owned(), cut))
            })
        };
        let promised = match self.framing.get(block).and_then(|framing| framing.promised) {
            Some(stream) => format!("promises {stream}: "),
            None => String::new(),
        };
        let words: Vec<String> = [
            value(b":status"),
            value(b":method"),
            value(b":path").or_else(|| value(b":authority")),
        ]
        .into_iter()
        .flatten()
        .collect();
        if !words.is_empty() {
            return promised + &words.join(" ");
        }
        let first = rows.clone().find_map(|row| {
            let row = &self.session.rows()[row];
            let name = cut(overlay.name(row)?);
            Some(format!(
                "{name}: {}",
                overlay.value(row).map_or("?".to_owned(), cut)
            ))
        });
        promised + &first.unwrap_or_default()
    }
}

fn cut(octets: &[u8]) -> String {
    shown(&octets[..octets.len().min(IN_LINE)])
}

/// Text to be found in names and values, upper and lower case being one as
/// far as ASCII goes.
pub struct Needle(Vec<u8>);

impl Needle {
    /// `None` for an empty text, which is everywhere.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        (!text.is_empty()).then(|| Self(text.to_ascii_lowercase().into_bytes()))
    }

    fn is_within(&self, octets: &[u8]) -> bool {
        octets
            .windows(self.0.len())
            .any(|window| window.eq_ignore_ascii_case(&self.0))
    }
}

/// Octets that are looked at again sooner than remembered.
const SHORT: usize = 64;

/// Looking for a text in one session. What is long is looked at once:
/// thousands of fields may be one entry.
struct Look<'s> {
    overlay: Overlay<'s>,
    needle: &'s Needle,
    /// By where it stands, and how long it is.
    seen: HashMap<(*const u8, usize), bool>,
}

impl<'s> Look<'s> {
    fn new(overlay: Overlay<'s>, needle: &'s Needle) -> Self {
        Self {
            overlay,
            needle,
            seen: HashMap::new(),
        }
    }

    /// Whether the text is in the name or the value of a row.
    fn is_in(&mut self, row: usize) -> bool {
        let Some(row) = self.overlay.session.rows().get(row) else {
            return false;
        };
        [self.overlay.name(row), self.overlay.value(row)]
            .into_iter()
            .flatten()
            .any(|octets| self.is_within(octets))
    }

    fn is_within(&mut self, octets: &'s [u8]) -> bool {
        if octets.len() <= SHORT {
            return self.needle.is_within(octets);
        }
        *self
            .seen
            .entry((octets.as_ptr(), octets.len()))
            .or_insert_with(|| self.needle.is_within(octets))
    }
}

impl Overlay<'_> {
    /// The next row with `needle` in its name or value, from `row` on, or the
    /// last one before it; round the end where there is none.
    #[must_use]
    pub fn find(&self, needle: &Needle, row: usize, forward: bool) -> Option<usize> {
        let total = self.session.rows().len();
        let row = row.min(total);
        let mut look = Look::new(*self, needle);
        let is_in = |row: &usize| look.is_in(*row);
        if forward {
            (row..total).chain(0..row).find(is_in)
        } else {
            (0..row).rev().chain((row..total).rev()).find(is_in)
        }
    }

    /// How many rows have `needle` in their name or value, and how many of
    /// those stand before `row`.
    #[must_use]
    pub fn occurrences(&self, needle: &Needle, row: usize) -> (usize, usize) {
        let mut look = Look::new(*self, needle);
        let mut before = 0;
        let mut all = 0;
        for number in 0..self.session.rows().len() {
            if look.is_in(number) {
                all += 1;
                before += usize::from(number < row);
            }
        }
        (all, before)
    }
}
