//! Control events of a connection in order: SETTINGS announced and
//! acknowledged, new table maximums, ended streams and connections, and the
//! header block that caused the end.

use std::collections::HashMap;

use hpack::Kind as Representation;
use http2::{FrameType, Sender, Setting};
use serde::Serialize;

use super::{Connection, Framing, detail::setting_name};

/// Kind of a control event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ControlKind"))]
#[serde(rename_all = "lowercase")]
pub enum ControlEvent {
    /// SETTINGS.
    Announced,
    /// SETTINGS with ACK: the peer's settings are in force.
    Acknowledged,
    /// Size update (RFC 7541 §6.3): the sender's table has a new maximum.
    Maximum,
    /// RST_STREAM.
    Reset,
    /// GOAWAY.
    Goaway,
}

/// A control event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Control {
    /// Kind of the event.
    pub what: ControlEvent,
    /// Number of the frame; of a maximum, of the first frame of its block.
    pub frame: u32,
    /// Sender of the frame.
    pub sender: Sender,
    /// Stream identifier; 0 for the connection.
    pub stream: u32,
    /// Time, nanoseconds since 1970; 0 if the input has none.
    #[serde(skip)]
    pub nanos: u64,
    /// Settings by name; `None` if not seen.
    pub settings: Option<Vec<(String, u32)>>,
    /// New maximum, bytes.
    pub maximum: Option<u32>,
    /// Row of the size update.
    pub row: Option<usize>,
    /// Error code and details in words.
    pub text: Option<String>,
    /// Block that caused it.
    pub provoked_by: Option<u32>,
}

impl Connection {
    /// Returns the control events in the order of their frames.
    pub fn control(&self) -> Vec<Control> {
        let mut all = self.settings_events();
        all.extend(self.maximum_events());
        all.extend(self.end_events());
        all.sort_by_key(|control| control.frame);
        all
    }

    fn event_at(&self, what: ControlEvent, number: u32) -> Option<Control> {
        let frame = &self.frames.get(number as usize)?.frame;
        Some(Control {
            what,
            frame: number,
            sender: frame.sender,
            stream: frame.header.stream,
            nanos: frame.arrival.nanos,
            settings: None,
            maximum: None,
            row: None,
            text: None,
            provoked_by: None,
        })
    }

    fn settings_events(&self) -> Vec<Control> {
        let named = |setting: &Setting| (setting_name(*setting), setting.value);
        self.settings
            .iter()
            .filter_map(|record| {
                let what = if record.acknowledged {
                    ControlEvent::Acknowledged
                } else {
                    ControlEvent::Announced
                };
                let settings = record.settings.as_ref();
                Some(Control {
                    settings: settings.map(|settings| settings.iter().map(named).collect()),
                    ..self.event_at(what, record.frame)?
                })
            })
            .collect()
    }

    fn maximum_events(&self) -> Vec<Control> {
        let session = &self.session;
        let mut found = Vec::new();
        for (block, record) in session.blocks().iter().enumerate() {
            if !record.has_size_update() {
                continue;
            }
            let Some(frame) = self.frame_of(block) else {
                continue;
            };
            for row in record.rows.clone() {
                if session.rows()[row].kind != Representation::SizeUpdate {
                    continue;
                }
                found.extend(
                    self.event_at(ControlEvent::Maximum, frame)
                        .map(|control| Control {
                            maximum: Some(session.rows()[row].size()),
                            row: Some(row),
                            ..control
                        }),
                );
            }
        }
        found
    }

    fn end_events(&self) -> Vec<Control> {
        let mut found = Vec::new();
        let mut invalid = InvalidBlocks::default();
        for (number, record) in self.frames.iter().enumerate() {
            let what = match record.frame.header.kind {
                FrameType::RST_STREAM => ControlEvent::Reset,
                FrameType::GOAWAY => ControlEvent::Goaway,
                _ => continue,
            };
            found.extend(self.event_at(what, number as u32).map(|control| Control {
                text: record.detail.as_deref().map(str::to_owned),
                provoked_by: self.find_cause(number, &mut invalid),
                ..control
            }));
        }
        found
    }

    /// Finds the block that provoked an RST_STREAM or GOAWAY: the peer's last
    /// invalid block before it, if the error code matches. An undecodable block
    /// matches COMPRESSION_ERROR (RFC 9113 §4.3), a malformed one
    /// PROTOCOL_ERROR (RFC 9113 §8.1.1).
    fn find_cause(&self, number: usize, invalid: &mut InvalidBlocks) -> Option<u32> {
        let record = self.frames.get(number)?;
        let code = record.detail.as_deref()?.split(',').next()?;
        let is_compression = code == "COMPRESSION_ERROR";
        if !is_compression && code != "PROTOCOL_ERROR" {
            return None;
        }
        let peer = record.frame.sender.peer();
        let stream = record.frame.header.stream;
        let is_before = |framing: &Framing| framing.frames as usize <= number;
        let before = self.framing.partition_point(is_before);
        invalid.advance(self, before.min(self.session.blocks().len()));
        let stream = (!is_compression && stream != 0).then_some(stream);
        let found = if is_compression {
            invalid.undecodable.get(&peer)
        } else {
            invalid.malformed.get(&(peer, stream))
        };
        found.copied()
    }
}

/// The last invalid blocks so far. Each block is checked once, regardless of
/// the number of frames that end something.
#[derive(Default)]
struct InvalidBlocks {
    checked: usize,
    undecodable: HashMap<Sender, u32>,
    /// Last malformed block by sender, on any stream (`None`) and by stream.
    malformed: HashMap<(Sender, Option<u32>), u32>,
}

impl InvalidBlocks {
    fn advance(&mut self, connection: &Connection, before: usize) {
        let session = &connection.session;
        for block in self.checked..before {
            let sender = session.direction(block).sender;
            if session.blocks()[block].error.is_some() {
                self.undecodable.insert(sender, block as u32);
            }
            if !session.found(block).is_empty() {
                let stream = session.blocks()[block].stream();
                for stream in [None, stream] {
                    self.malformed.insert((sender, stream), block as u32);
                }
            }
        }
        self.checked = self.checked.max(before);
    }
}
