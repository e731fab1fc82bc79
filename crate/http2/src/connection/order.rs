//! What a frame's place among the others allows: in a header block (§4.3), on
//! its stream (§5.1), at the start (§3.4), and of what size (§4.2).

use super::{Shared, reader::Reader, streams::State};
use crate::{
    ErrorCode, FrameType, Header, Sender,
    frame::{flags, rules::Violation},
};

impl Reader {
    /// §4.2.
    pub(super) fn too_large(&self, shared: &Shared) -> Option<Violation> {
        let Header { kind, length, .. } = self.current.frame.header;
        let (limit, unseen) = shared.settings.max_frame_size(self.sender)?;
        if length <= limit {
            return None;
        }
        let unless = if unseen {
            " (unless the receiver announced more: its SETTINGS are not in the input)"
        } else {
            ""
        };
        Some(Violation::new(
            ErrorCode::FrameSizeError,
            "RFC 9113 §4.2",
            format!(
                "The payload of {kind} has {length} bytes, above SETTINGS_MAX_FRAME_SIZE {limit}{unless}."
            ),
        ))
    }

    /// §4.3 and §6.10: nothing may stand between the frames of a block.
    pub(super) fn misplaced(&self) -> Option<Violation> {
        if !self.current.misplaced {
            return None;
        }
        let Header { kind, stream, .. } = self.current.frame.header;
        let (section, message) = match (&self.open, kind) {
            (Some(_), FrameType::HEADERS | FrameType::PUSH_PROMISE) => (
                kind.section(),
                format!(
                    "{kind} on stream {stream} begins before the previous header block has ended."
                ),
            ),
            (Some(open), FrameType::CONTINUATION) => (
                kind.section(),
                format!(
                    "CONTINUATION is on stream {stream}, while the open header block is on stream {}.",
                    open.stream
                ),
            ),
            (None, _) => (
                kind.section(),
                format!("CONTINUATION on stream {stream} follows no open header block."),
            ),
            (Some(open), _) => (
                "RFC 9113 §6.10",
                format!(
                    "{kind} appears inside the header block on stream {}, where only CONTINUATION is allowed.",
                    open.stream
                ),
            ),
        };
        Some(Violation::new(ErrorCode::ProtocolError, section, message))
    }

    /// §3.4: each side's first frame is SETTINGS.
    pub(super) fn not_settings(&self, shared: &Shared) -> Option<Violation> {
        let header = self.current.frame.header;
        let settings = header.kind == FrameType::SETTINGS && !header.has(flags::ACK);
        (shared.streams.whole(self.sender) && !settings).then(|| {
            Violation::new(
                ErrorCode::ProtocolError,
                "RFC 9113 §3.4",
                format!("The first frame is {} instead of SETTINGS.", header.kind),
            )
        })
    }

    /// §5.1: what the streams' numbers and states allow, where it is certain.
    pub(super) fn stream(&self, shared: &Shared) -> Option<Violation> {
        let Header { kind, stream, .. } = self.current.frame.header;
        let streams = &shared.streams;
        let whole = streams.whole(self.sender);
        let state = match kind {
            FrameType::DATA | FrameType::HEADERS if whole => streams.state(self.sender, stream),
            _ => State::Open,
        };
        let protocol =
            |section, message| Some(Violation::new(ErrorCode::ProtocolError, section, message));
        match (kind, self.sender) {
            (FrameType::HEADERS, Sender::Client) if stream.is_multiple_of(2) => protocol(
                "RFC 9113 §5.1.1",
                format!(
                    "The client sent HEADERS on stream {stream}, and its streams have odd numbers."
                ),
            ),
            (FrameType::DATA | FrameType::HEADERS, _) if state == State::Ended => {
                Some(Violation::new(
                    ErrorCode::StreamClosed,
                    "RFC 9113 §5.1",
                    format!("{kind} on stream {stream}, which the sender has ended."),
                ))
            }
            (FrameType::HEADERS, Sender::Client)
                if state == State::Idle && stream < streams.highest(Sender::Client) =>
            {
                let highest = streams.highest(Sender::Client);
                protocol(
                    "RFC 9113 §5.1.1",
                    format!(
                        "Stream {stream} is new, but not above stream {highest}, which the client opened before."
                    ),
                )
            }
            (FrameType::HEADERS, Sender::Server)
                if state == State::Idle && stream.is_multiple_of(2) =>
            {
                protocol(
                    "RFC 9113 §5.1.1",
                    format!(
                        "The server sent HEADERS on stream {stream}, which it has not promised."
                    ),
                )
            }
            (FrameType::DATA, Sender::Client) if state == State::Idle => protocol(
                "RFC 9113 §5.1",
                format!("DATA on stream {stream}, which the client has not opened."),
            ),
            (FrameType::PUSH_PROMISE, Sender::Server) => {
                let promised = self.promised()?;
                if promised == 0 || !promised.is_multiple_of(2) {
                    return protocol(
                        "RFC 9113 §6.6",
                        format!(
                            "The promised stream is {promised}, and a server's streams have even numbers."
                        ),
                    );
                }
                let highest = streams.highest(Sender::Server);
                if whole && promised <= highest {
                    return protocol(
                        "RFC 9113 §5.1.1",
                        format!(
                            "The promised stream {promised} is not above stream {highest}, which was promised before."
                        ),
                    );
                }
                if shared.settings.push_disabled(Sender::Server) {
                    return protocol(
                        "RFC 9113 §6.5.2",
                        "PUSH_PROMISE, although the server has acknowledged SETTINGS_ENABLE_PUSH 0.".to_owned(),
                    );
                }
                None
            }
            _ => None,
        }
    }

    /// The promised stream of the PUSH_PROMISE at hand.
    pub(super) fn promised(&self) -> Option<u32> {
        self.current.prefix.ok()?.promised
    }
}
