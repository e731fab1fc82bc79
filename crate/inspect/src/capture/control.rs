//! What rules a connection, over time: SETTINGS announced and acknowledged,
//! maximums that came into use, streams and connections that were ended, and
//! the header block that provoked that, where one did.

use std::collections::HashMap;

use hpack::Kind as Representation;
use http2::{FrameType, Sender, Setting};
use serde::Serialize;

use crate::capture::Connection;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ControlKind"))]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// SETTINGS.
    Announced,
    /// SETTINGS with ACK: those of the other side are in use.
    Acknowledged,
    /// A size update (RFC 7541 §6.3): the sender's table has a new maximum.
    Maximum,
    /// RST_STREAM.
    Reset,
    /// GOAWAY.
    Goaway,
}

/// One of these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Control {
    /// What happened.
    pub what: What,
    /// Number of the frame; of a maximum, that of the block's first.
    pub frame: u32,
    /// Who sent it.
    pub sender: Sender,
    /// The stream; 0 is the connection.
    pub stream: u32,
    /// When it came, nanoseconds since 1970; 0 where the input does not say.
    #[serde(skip)]
    pub nanos: u64,
    /// The parameters and their values; `None` where they were not seen.
    pub settings: Option<Vec<(String, u32)>>,
    /// The new maximum, bytes.
    pub maximum: Option<u32>,
    /// The row of the size update.
    pub row: Option<usize>,
    /// In words: the error code and what goes with it.
    pub text: Option<String>,
    /// The block that provoked it.
    pub provoked_by: Option<u32>,
}

impl Connection {
    /// All of them, in the order of the frames.
    pub fn control(&self) -> Vec<Control> {
        let mut all = self.announced();
        all.extend(self.maximums());
        all.extend(self.ends());
        all.sort_by_key(|control| control.frame);
        all
    }

    fn at(&self, what: What, number: u32) -> Option<Control> {
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

    fn announced(&self) -> Vec<Control> {
        let named = |setting: &Setting| {
            let name = setting
                .name()
                .map_or_else(|| format!("{:#06x}", setting.id), str::to_owned);
            (name, setting.value)
        };
        self.settings
            .iter()
            .filter_map(|record| {
                let what = if record.acknowledged {
                    What::Acknowledged
                } else {
                    What::Announced
                };
                let settings = record.settings.as_ref();
                Some(Control {
                    settings: settings.map(|settings| settings.iter().map(named).collect()),
                    ..self.at(what, record.frame)?
                })
            })
            .collect()
    }

    fn maximums(&self) -> Vec<Control> {
        let session = &self.session;
        let mut found = Vec::new();
        for (block, record) in session.blocks().iter().enumerate() {
            if record.kind_bytes[Representation::SizeUpdate as usize] == 0 {
                continue;
            }
            let Some(frame) = self.frame_of(block) else {
                continue;
            };
            for row in record.rows.clone() {
                if session.rows()[row].kind != Representation::SizeUpdate {
                    continue;
                }
                found.extend(self.at(What::Maximum, frame).map(|control| Control {
                    maximum: Some(session.rows()[row].size()),
                    row: Some(row),
                    ..control
                }));
            }
        }
        found
    }

    fn ends(&self) -> Vec<Control> {
        let mut found = Vec::new();
        let mut wrong = Wrong::default();
        for (number, record) in self.frames.iter().enumerate() {
            let what = match record.frame.header.kind {
                FrameType::RST_STREAM => What::Reset,
                FrameType::GOAWAY => What::Goaway,
                _ => continue,
            };
            found.extend(self.at(what, number as u32).map(|control| Control {
                text: record.detail.as_deref().map(str::to_owned),
                provoked_by: self.provoked(number, &mut wrong),
                ..control
            }));
        }
        found
    }

    /// The last block of the other side before a frame that ends something,
    /// where that block is wrong and the error code is one for it: a block
    /// that cannot be decoded for COMPRESSION_ERROR (RFC 9113 §4.3), one that
    /// is malformed for PROTOCOL_ERROR (§8.1.1).
    fn provoked(&self, number: usize, wrong: &mut Wrong) -> Option<u32> {
        let record = self.frames.get(number)?;
        let code = record.detail.as_deref()?.split(',').next()?;
        let is_compression = code == "COMPRESSION_ERROR";
        if !is_compression && code != "PROTOCOL_ERROR" {
            return None;
        }
        let peer = record.frame.sender.peer();
        let stream = record.frame.header.stream;
        let before = self.framing.partition_point(|framing| {
            framing
                .last_frame()
                .is_some_and(|last| last < number as u32)
        });
        wrong.follow(self, before.min(self.session.blocks().len()));
        let stream = (!is_compression && stream != 0).then_some(stream);
        let found = if is_compression {
            wrong.undecodable.get(&peer)
        } else {
            wrong.malformed.get(&(peer, stream))
        };
        found.copied()
    }
}

/// The last blocks that are wrong, as far as they were followed: each is
/// looked at once, however many frames end something.
#[derive(Default)]
struct Wrong {
    followed: usize,
    /// Those that cannot be decoded, by their sender.
    undecodable: HashMap<Sender, u32>,
    /// Those that are malformed, of any stream and by their stream.
    malformed: HashMap<(Sender, Option<u32>), u32>,
}

impl Wrong {
    fn follow(&mut self, connection: &Connection, before: usize) {
        let session = &connection.session;
        for block in self.followed..before {
            let sender = session.direction(block).sender;
            if session.blocks()[block].fault.is_some() {
                self.undecodable.insert(sender, block as u32);
            }
            if !session.found(block).is_empty() {
                let stream = session.blocks()[block].framed.map(|framed| framed.stream);
                for stream in [None, stream] {
                    self.malformed.insert((sender, stream), block as u32);
                }
            }
        }
        self.followed = self.followed.max(before);
    }
}

impl super::Framing {
    fn last_frame(&self) -> Option<u32> {
        Some(self.fragments.last()?.frame)
    }
}
