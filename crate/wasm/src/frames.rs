//! Windows of frames: fixed-width numbers that the page reads as one buffer,
//! and their words.

use inspect::{assumed::AssumedEntries, capture::Connection};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{warned::Warned, windows::signed};

/// Numbers a frame has in a window.
const FRAME_STRIDE: usize = 16;

/// A window of frames.
#[wasm_bindgen]
pub struct FrameWindow {
    records: Vec<i32>,
    texts: String,
}

#[wasm_bindgen]
impl FrameWindow {
    /// `FRAME_STRIDE` numbers a frame.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn records(&self) -> Vec<i32> {
        self.records.clone()
    }

    /// A JSON list: for each frame its type, its flags and what it says.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn texts(&self) -> String {
        self.texts.clone()
    }
}

/// Bits of a frame's state.
mod state {
    pub(super) const FOUND: i32 = 1;
    pub(super) const ERROR: i32 = 2;
    pub(super) const FAULT: i32 = 4;
    pub(super) const WARNING: i32 = 8;
    pub(super) const UNKNOWN: i32 = 16;
}

/// The frames `numbers` of `connection`; times count from `first`, the
/// capture's first packet, nanoseconds since 1970.
pub(crate) fn frames(
    connection: &Connection,
    assumed: &AssumedEntries,
    warned: &mut Warned,
    numbers: &[u32],
    first: u64,
) -> FrameWindow {
    let mut records = Vec::with_capacity(numbers.len() * FRAME_STRIDE);
    let mut texts = Vec::with_capacity(numbers.len());
    for &number in numbers {
        let at = number as usize;
        let Some(record) = connection.frames.get(at) else {
            continue;
        };
        let frame = &record.frame;
        let begins = connection.begins(at);
        let mut bits = 0;
        let mut set = |bit, yes: bool| {
            if yes {
                bits |= bit;
            }
        };
        set(state::FOUND, frame.found);
        let errors = &connection.errors;
        set(
            state::ERROR,
            errors.iter().any(|error| error.frame == number),
        );
        let mut fields = 0;
        if let Some(block) = begins {
            let record = &connection.session.blocks()[block];
            fields = record.fields;
            set(state::FAULT, record.fault.is_some());
            set(state::UNKNOWN, record.unknown_rows > 0);
            set(
                state::WARNING,
                warned.count(assumed.over(&connection.session), block) > 0,
            );
        }
        let nanos = frame.arrival.nanos;
        let since = nanos.saturating_sub(first);
        let halves = |whole: u64| [signed((whole >> 32) as u32), signed(whole as u32)];
        let [since_high, since_low] = halves(since);
        let [high, low] = halves(nanos);
        records.extend([
            signed(number),
            frame.sender as i32,
            i32::from(frame.header.kind.0),
            i32::from(frame.header.flags),
            signed(frame.header.stream),
            signed(frame.header.length),
            signed(frame.arrival.packet),
            record.block.map_or(-1, signed),
            i32::from(begins.is_some()),
            bits,
            since_high,
            since_low,
            high,
            low,
            signed(fields),
            0,
        ]);
        let flags: Vec<&str> =
            http2::frame::flags::names(frame.header.kind, frame.header.flags).collect();
        texts.push([
            frame.header.kind.to_string(),
            flags.join(", "),
            connection.line(at, assumed),
        ]);
    }
    FrameWindow {
        records,
        texts: crate::answer::json(&texts),
    }
}
