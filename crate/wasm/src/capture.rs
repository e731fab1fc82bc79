//! What the page asks of a capture: its connections, their frames, what went
//! wrong, and where a text stands.

use http2::{FrameType, Sender};
use input::capture::{Protocol, Start, Tls};
use inspect::capture::{Connection, FrameRecord, control::Control, timeline::Filter};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{
    answer::json,
    document::Document,
    frames::{self, FrameWindow},
    inspector::Inspector,
    opened::SessionView,
    search::Search,
};

/// A connection of a capture, in its list.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Connection"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConnectionView<'a> {
    number: usize,
    /// “client → server”.
    name: String,
    protocol: Protocol,
    start: Start,
    tls: Option<&'a Tls>,
    blocks: usize,
    frames: usize,
    faults: usize,
    errors: usize,
    losses: usize,
    /// Number of its first packet; 0 where there are none.
    packet: u32,
}

impl<'a> ConnectionView<'a> {
    fn new(number: usize, connection: &'a Connection) -> Self {
        let blocks = connection.session.blocks();
        Self {
            number,
            name: connection.about.name(),
            protocol: connection.about.protocol,
            start: connection.about.start,
            tls: connection.about.tls.as_ref(),
            blocks: blocks.len(),
            frames: connection.frames.len(),
            faults: blocks.iter().filter(|block| block.fault.is_some()).count(),
            errors: connection.errors_in_all,
            losses: connection.losses,
            packet: connection.about.first.packet,
        }
    }
}

/// Which frames the timeline shows.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "FrameFilter"))]
pub(crate) struct FilterView {
    stream: Option<u32>,
    /// A frame type's number.
    kind: Option<u8>,
    /// Only frames that begin a header block.
    blocks: bool,
    sender: Option<Sender>,
    /// Only frames that begin a header block in which this is found.
    text: String,
}

/// The header lists of a HAR archive: a JSON list of lists of
/// `[name, value]`, as an encoder takes them. They are what a browser shows, not what was sent.
#[wasm_bindgen(js_name = harLists)]
#[must_use]
pub fn har_lists(octets: &[u8]) -> String {
    let lists = input::capture::har::lists(octets);
    let fields: Vec<_> = lists.iter().map(|list| &list.fields).collect();
    json(&fields)
}

/// A frame of one of the connections.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct FramePlace {
    connection: usize,
    frame: usize,
}

/// A part of what rules a connection.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct ControlWindow<'a> {
    total: usize,
    list: Vec<ControlView<'a>>,
}

/// SETTINGS, maximums that came into use, and what was ended.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Control"))]
pub(crate) struct ControlView<'a> {
    #[serde(flatten)]
    control: &'a Control,
    /// Nanoseconds since the capture's first packet.
    since: Option<f64>,
}

#[wasm_bindgen]
impl Inspector {
    /// Connections `from..to` of a capture: a JSON list of `ConnectionView`.
    #[must_use]
    pub fn connections(&self, from: usize, to: usize) -> String {
        let Some(capture) = self.document.as_ref().and_then(Document::capture) else {
            return "[]".to_owned();
        };
        let to = to.min(capture.connections.len());
        let views: Vec<ConnectionView<'_>> = (from.min(to)..to)
            .map(|number| ConnectionView::new(number, &capture.connections[number]))
            .collect();
        json(&views)
    }

    /// Turns to a connection, of which all other questions then speak: JSON
    /// of `SessionView`, or `null` where there is none of that number.
    #[wasm_bindgen(js_name = selectConnection)]
    pub fn select_connection(&mut self, number: usize) -> String {
        let Some(document) = self
            .document
            .as_mut()
            .filter(|document| document.capture().is_some())
        else {
            return "null".to_owned();
        };
        if !document.select(number) {
            return "null".to_owned();
        }
        json(&SessionView::of(document))
    }

    /// Which frames the timeline shows from now on (JSON of `FrameFilter`);
    /// how many they are.
    #[wasm_bindgen(js_name = filterFrames)]
    pub fn filter_frames(&mut self, filter: &str) -> usize {
        let view: FilterView = serde_json::from_str(filter).unwrap_or_default();
        let Some(document) = &mut self.document else {
            return 0;
        };
        let filter = Filter {
            stream: view.stream,
            kind: view.kind.map(FrameType),
            blocks: view.blocks,
            sender: view.sender,
            found: document.search(&view.text).map(Search::blocks),
        };
        document.timeline = document
            .connection_at(document.connection)
            .map_or_else(Vec::new, |connection| connection.timeline(&filter));
        document.timeline.len()
    }

    /// Frames `from..to` of those that the timeline shows.
    #[must_use]
    pub fn frames(&self, from: usize, to: usize) -> Option<FrameWindow> {
        let document = self.document.as_ref()?;
        let connection = document.connection_at(document.connection)?;
        let to = to.min(document.timeline.len());
        let numbers = &document.timeline[from.min(to)..to];
        let warned = &mut document.warned.borrow_mut();
        Some(frames::frames(
            connection,
            document.assumed(),
            warned,
            numbers,
            document.first_nanos(),
        ))
    }

    /// Where a frame stands among those that the timeline shows, or the next
    /// one that it shows; -1 behind the last.
    #[wasm_bindgen(js_name = frameAt)]
    #[must_use]
    pub fn frame_at(&self, frame: u32) -> i32 {
        self.document
            .as_ref()
            .map(|document| (document.timeline.partition_point(|&n| n < frame), document))
            .filter(|(at, document)| *at < document.timeline.len())
            .map_or(-1, |(at, _)| at as i32)
    }

    /// The first frame of any connection that came with a packet or after it:
    /// JSON of `FramePlace`, or `null`.
    #[wasm_bindgen(js_name = frameOfPacket)]
    #[must_use]
    pub fn frame_of_packet(&self, packet: u32) -> String {
        let connections = self
            .document
            .as_ref()
            .and_then(Document::capture)
            .map_or(&[][..], |capture| &capture.connections);
        let first = connections
            .iter()
            .enumerate()
            .filter_map(|(connection, found)| {
                let at = |record: &FrameRecord| record.frame.arrival.packet;
                let frame = found.frames.partition_point(|record| at(record) < packet);
                Some((
                    at(found.frames.get(frame)?),
                    FramePlace { connection, frame },
                ))
            })
            .min_by_key(|&(packet, _)| packet);
        json(&first.map(|(_, place)| place))
    }

    /// The frame that begins a block; -1 where there is none.
    #[wasm_bindgen(js_name = frameOf)]
    #[must_use]
    pub fn frame_of(&self, block: usize) -> i32 {
        self.document
            .as_ref()
            .and_then(|document| document.connection_at(document.connection)?.frame_of(block))
            .map_or(-1, u32::cast_signed)
    }

    /// The frames that carried a block: JSON of `Framing`, or `null` where it
    /// came in none, or is no longer as it came.
    #[must_use]
    pub fn framing(&self, block: usize) -> String {
        let view = self.document.as_ref().and_then(|document| {
            let connection = document.connection_at(document.connection)?;
            let view = connection.framing_of(block)?;
            let octets = document.session()?.blocks().get(block)?.octets.len();
            let carried: u32 = view
                .frames
                .iter()
                .map(|frame| frame.end - frame.start)
                .sum();
            (view.frames.is_empty() || carried as usize == octets).then_some(view)
        });
        json(&view)
    }

    /// The directions of what is looked at, in numbers: a JSON list of `Summary`.
    #[must_use]
    pub fn summary(&self) -> String {
        let session = self.document.as_ref().and_then(Document::session);
        let summaries = session.map_or_else(Vec::new, |session| {
            (0..session.directions().len())
                .filter_map(|direction| session.summary(direction))
                .collect()
        });
        json(&summaries)
    }

    /// Settings, maximums in use and ends over time, `from..to`: JSON of
    /// `ControlWindow`.
    #[must_use]
    pub fn control(&self, from: usize, to: usize) -> String {
        let document = self.document.as_ref();
        let control = document
            .and_then(|document| document.connection_at(document.connection))
            .map_or_else(Vec::new, Connection::control);
        let first = document.map_or(0, Document::first_nanos);
        json(&ControlWindow {
            total: control.len(),
            list: control
                .iter()
                .skip(from)
                .take(to.saturating_sub(from))
                .map(|control| ControlView {
                    control,
                    since: (control.nanos > 0).then(|| control.nanos.saturating_sub(first) as f64),
                })
                .collect(),
        })
    }
}

impl Document {
    /// When the capture's first packet came, nanoseconds since 1970.
    pub(crate) fn first_nanos(&self) -> u64 {
        self.capture()
            .into_iter()
            .flat_map(|capture| &capture.connections)
            .map(|connection| connection.about.first.nanos)
            .filter(|&nanos| nanos > 0)
            .min()
            .unwrap_or(0)
    }
}
