//! Windows of frames: fixed-width records in one buffer, and their text.

use inspect::{assumed::AssumedEntries, capture::Connection, flags, record};

use hpack_inspector_wasm::{Window, answer::json, warned::Warned};

record! {
    /// A frame in a window.
    pub(crate) struct FrameCells {
        /// Number within the connection, from 0.
        number: u32,
        /// Index into SENDERS.
        sender: u8,
        /// Frame type.
        kind: u8,
        /// Flags on the wire.
        flags: u8,
        /// Stream identifier.
        stream: u32,
        /// Payload length in bytes.
        length: u32,
        /// Packet number from 1; 0 without packets.
        packet: u32,
        /// The block that it carries a part of; NONE without one.
        block: Option<u32>,
        /// 1 if it starts that block.
        begins: bool,
        /// Bits of FRAME_STATE.
        state: u8,
        /// Nanoseconds since the capture's first packet, in two halves.
        since_high: u32,
        /// See `sinceHigh`.
        since_low: u32,
        /// Nanoseconds since 1970, in two halves; 0 where not known.
        nanos_high: u32,
        /// See `nanosHigh`.
        nanos_low: u32,
        /// Number of fields of the block that it starts.
        fields: u32,
    }
}

flags! {
    /// Bits of a frame's state.
    pub(crate) mod state: u8 {
        /// Reading started or resumed here, not at the end of a frame.
        FOUND = 0,
        /// It violates RFC 9113.
        ERROR = 1,
        /// The block that it starts has an error.
        BLOCK_ERROR = 2,
        /// The block that it starts has warnings.
        WARNING = 3,
        /// Some names or values of the block that it starts are unknown.
        UNKNOWN = 4,
    }
}

/// The frames `numbers` of `connection`; times count from `first`, the first
/// packet in nanoseconds since 1970.
pub(crate) fn window(
    connection: &Connection,
    assumed: &AssumedEntries,
    warned: &mut Warned,
    numbers: &[u32],
    first: u64,
) -> Window {
    let mut records = Vec::with_capacity(numbers.len() * FrameCells::STRIDE);
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
            set(state::BLOCK_ERROR, record.error.is_some());
            set(state::UNKNOWN, record.unknown_rows > 0);
            set(
                state::WARNING,
                warned.count(assumed.over(&connection.session), block) > 0,
            );
        }
        let nanos = frame.arrival.nanos;
        let since = nanos.saturating_sub(first);
        let halves = |whole: u64| ((whole >> 32) as u32, whole as u32);
        let (since_high, since_low) = halves(since);
        let (nanos_high, nanos_low) = halves(nanos);
        let cells = FrameCells {
            number,
            sender: frame.sender as u8,
            kind: frame.header.kind.0,
            flags: frame.header.flags,
            stream: frame.header.stream,
            length: frame.header.length,
            packet: frame.arrival.packet,
            block: record.block,
            begins: begins.is_some(),
            state: bits,
            since_high,
            since_low,
            nanos_high,
            nanos_low,
            fields,
        };
        records.extend(cells.cells());
        let flags: Vec<&str> =
            http2::frame::flags::names(frame.header.kind, frame.header.flags).collect();
        texts.push([
            frame.header.kind.to_string(),
            flags.join(", "),
            connection.line(at, assumed),
        ]);
    }
    Window {
        records,
        text: json(&texts),
    }
}
