//! Windows of frames: fixed-width numbers that the page reads as one buffer,
//! and their words.

use inspect::{assumed::AssumedEntries, capture::Connection, flags, record};

use hpack_inspector_wasm::{Window, answer::json, warned::Warned};

record! {
    /// A frame in a window.
    pub(crate) struct FrameCells {
        /// Its number among the connection's, from 0.
        number: u32,
        /// Index into SENDERS.
        sender: u8,
        /// Number of its type.
        kind: u8,
        /// Its flags, as on the wire.
        flags: u8,
        /// Its stream.
        stream: u32,
        /// Bytes of its payload.
        length: u32,
        /// From 1; 0 where the input has no packets.
        packet: u32,
        /// The block it carries a part of; NONE where it carries none.
        block: Option<u32>,
        /// 1 where it begins that block.
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
        /// Fields of the block that it begins.
        fields: u32,
    }
}

flags! {
    /// Bits of a frame's state.
    pub(crate) mod state: u8 {
        /// Reading began or went on with it where no frame's end led to it.
        FOUND = 0,
        /// It breaks a rule of RFC 9113.
        ERROR = 1,
        /// The block that it begins has a fault.
        FAULT = 2,
        /// There are warnings about the block that it begins.
        WARNING = 3,
        /// Not all names and values of the block that it begins are known.
        UNKNOWN = 4,
    }
}

/// The frames `numbers` of `connection`; times count from `first`, the
/// capture's first packet, nanoseconds since 1970.
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
            set(state::FAULT, record.fault.is_some());
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
