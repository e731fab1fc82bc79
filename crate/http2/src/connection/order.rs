//! Rules for a frame among others: in a header block (§4.3), on its stream (§5.1),
//! at the start (§3.4), and by size (§4.2).

use super::{Shared, assembler::Assembler, streams::State};
use crate::{
    ErrorCode, FrameType, Header, Sender,
    frame::{flags, rules::RuleError},
};

/// §4.2.
pub(super) fn check_size(sender: Sender, header: &Header, shared: &Shared) -> Option<RuleError> {
    let Header { kind, length, .. } = *header;
    let (limit, is_unseen) = shared.settings.max_frame_size(sender)?;
    let unless = match is_unseen {
        true => " (unless the receiver announced more: its SETTINGS are not in the input)",
        false => "",
    };
    (length > limit).then(|| {
        let message = format!(
            "The payload of {kind} has {length} bytes, above SETTINGS_MAX_FRAME_SIZE {limit}{unless}."
        );
        RuleError::new(ErrorCode::FrameSizeError, "RFC 9113 §4.2", message)
    })
}

/// §4.3 and §6.10: no other frame is allowed between the frames of a block.
pub(super) fn check_placement(header: &Header, blocks: &Assembler) -> Option<RuleError> {
    let Header { kind, stream, .. } = *header;
    let open = blocks.open().map_or(0, |open| open.stream);
    let message = match kind {
        _ if !blocks.misplaced => return None,
        FrameType::HEADERS | FrameType::PUSH_PROMISE => {
            format!("{kind} on stream {stream} begins before the previous header block has ended.")
        }
        FrameType::CONTINUATION if blocks.open().is_none() => {
            format!("CONTINUATION on stream {stream} follows no open header block.")
        }
        FrameType::CONTINUATION => format!(
            "CONTINUATION is on stream {stream}, while the open header block is on stream {open}."
        ),
        _ => format!(
            "{kind} appears inside the header block on stream {open}, where only CONTINUATION is allowed."
        ),
    };
    let section = match kind.carries_block() {
        true => kind.section(),
        false => "RFC 9113 §6.10",
    };
    RuleError::protocol(section, message)
}

/// §3.4: the first frame of each side is SETTINGS.
pub(super) fn check_first(header: &Header, is_first: bool) -> Option<RuleError> {
    if !is_first || header.kind == FrameType::SETTINGS && !header.has(flags::ACK) {
        return None;
    }
    let message = format!("The first frame is {} instead of SETTINGS.", header.kind);
    RuleError::protocol("RFC 9113 §3.4", message)
}

/// §5.1: stream numbers and states, as far as they are certain.
pub(super) fn check_stream(
    sender: Sender,
    header: &Header,
    promised: Option<u32>,
    shared: &Shared,
) -> Option<RuleError> {
    let Header { kind, stream, .. } = *header;
    let streams = &shared.streams;
    let is_complete = streams.is_complete(sender);
    let highest = streams.highest(sender);
    let state = match kind {
        FrameType::DATA | FrameType::HEADERS if is_complete => streams.state(sender, stream),
        _ => State::Open,
    };
    let is_even = stream.is_multiple_of(2);
    let (section, message) = match (kind, sender) {
        (FrameType::HEADERS, Sender::Client) if is_even => (
            "RFC 9113 §5.1.1",
            format!(
                "The client sent HEADERS on stream {stream}, and its streams have odd numbers."
            ),
        ),
        (FrameType::DATA | FrameType::HEADERS, _) if state == State::Ended => {
            let message = format!("{kind} on stream {stream}, which the sender has ended.");
            return Some(RuleError::new(
                ErrorCode::StreamClosed,
                "RFC 9113 §5.1",
                message,
            ));
        }
        (FrameType::HEADERS, Sender::Client) if state == State::Idle && stream < highest => (
            "RFC 9113 §5.1.1",
            format!(
                "Stream {stream} is new, but not above stream {highest}, which the client opened before."
            ),
        ),
        (FrameType::HEADERS, Sender::Server) if state == State::Idle && is_even => (
            "RFC 9113 §5.1",
            format!("The server sent HEADERS on stream {stream}, which it has not promised."),
        ),
        (FrameType::DATA, Sender::Client) if state == State::Idle => (
            "RFC 9113 §5.1",
            format!("DATA on stream {stream}, which the client has not opened."),
        ),
        (FrameType::PUSH_PROMISE, Sender::Server) => {
            let promised = promised?;
            if promised == 0 || !promised.is_multiple_of(2) {
                (
                    "RFC 9113 §6.6",
                    format!(
                        "The promised stream is {promised}, and a server's streams have even numbers."
                    ),
                )
            } else if is_complete && promised <= highest {
                (
                    "RFC 9113 §5.1.1",
                    format!(
                        "The promised stream {promised} is not above stream {highest}, which was promised before."
                    ),
                )
            } else if shared.settings.is_push_disabled(Sender::Server) {
                let message =
                    "PUSH_PROMISE, although the server has acknowledged SETTINGS_ENABLE_PUSH 0.";
                ("RFC 9113 §6.5.2", message.to_owned())
            } else {
                return None;
            }
        }
        _ => return None,
    };
    RuleError::protocol(section, message)
}
