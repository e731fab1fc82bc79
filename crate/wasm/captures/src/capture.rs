//! Calls about captures: connections, frames, streams, settings over time.

use hpack_inspector_wasm::{
    Inspector, Window, answer::json, document::Document, opened::SessionView, search::Search,
};
use input::capture::{Protocol, Start, Tls};
use inspect::capture::{
    Connection, FrameRecord,
    control::Control,
    streams::{Stream, StreamOrder, StreamView},
    timeline::FrameFilter,
};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{captured::Captured, frames::window, reading::AnyReading};

/// A row in the list of connections.
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
    undecodable_blocks: usize,
    errors: usize,
    losses: usize,
    /// Number of its first packet; 0 without packets.
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
            undecodable_blocks: blocks.iter().filter(|block| block.error.is_some()).count(),
            errors: connection.errors_in_all,
            losses: connection.losses,
            packet: connection.about.first.packet,
        }
    }
}

/// The header lists of a HAR archive: a JSON list of lists of `[name, value]`,
/// the encoder's input. They are what a browser shows, not what it sent.
#[wasm_bindgen(js_name = harLists)]
pub fn har_lists(archive: &[u8]) -> String {
    let lists = input::capture::har::lists(archive);
    let fields: Vec<_> = lists.iter().map(|list| &list.fields).collect();
    json(&fields)
}

/// A frame and its connection.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct FramePlace {
    connection: usize,
    frame: usize,
}

/// A window of connection-level events.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct ControlWindow<'a> {
    total: usize,
    list: Vec<ControlView<'a>>,
}

/// Settings, applied maximums, and closed streams and connections.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Control"))]
pub(crate) struct ControlView<'a> {
    #[serde(flatten)]
    control: &'a Control,
    /// Nanoseconds since the capture's first packet.
    since: Option<f64>,
}

/// A window of streams.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct StreamWindow {
    /// Number of all streams.
    total: usize,
    /// Times of the connection's first and last frame, nanoseconds since the
    /// capture's first packet; `None` if the input has no times.
    span: Option<(f64, f64)>,
    list: Vec<StreamView>,
}

/// The open capture and its selected connection.
#[derive(Clone, Copy)]
struct Open<'a> {
    document: &'a Document,
    captured: &'a Captured,
    connection: Option<&'a Connection>,
}

impl<'a> Open<'a> {
    fn of(inspector: &'a Inspector) -> Option<Self> {
        let document = inspector.document.as_ref()?;
        let captured = Captured::of(document)?;
        Some(Self {
            document,
            captured,
            connection: captured.capture.connections.get(document.connection),
        })
    }
}

/// Starts reading any input, with the secrets of a key log (may be empty).
/// Returns JSON of `Opened` if it is refused immediately.
#[wasm_bindgen(js_name = beginCapture)]
pub fn begin_capture(of: &mut Inspector, options: &str, key_log: &[u8]) -> Option<String> {
    of.begin(options, |options| {
        Box::new(AnyReading::new(options, key_log))
    })
}

/// Connections `from..to` of a capture: a JSON list of `ConnectionView`.
#[wasm_bindgen]
pub fn connections(of: &Inspector, from: usize, to: usize) -> String {
    let all = Open::of(of).map_or(&[][..], |open| &open.captured.capture.connections);
    let views: Vec<ConnectionView<'_>> = (from..to.min(all.len()))
        .map(|number| ConnectionView::new(number, &all[number]))
        .collect();
    json(&views)
}

/// Selects the connection that other calls are about: JSON of `SessionView`, or
/// `null` if there is none of that number.
#[wasm_bindgen(js_name = selectConnection)]
pub fn select_connection(of: &mut Inspector, number: usize) -> String {
    let document = of.document.as_mut();
    json(&document.and_then(|document| document.select(number).then(|| SessionView::of(document))))
}

/// Filters the timeline by JSON of `FrameFilter`; returns the number of frames.
#[wasm_bindgen(js_name = filterFrames)]
pub fn filter_frames(of: &mut Inspector, filter: &str) -> usize {
    let filter: FrameFilter = serde_json::from_str(filter).unwrap_or_default();
    let Some(document) = &mut of.document else {
        return 0;
    };
    let found = document.search(&filter.text).map(Search::blocks);
    let number = document.connection;
    let Some(captured) = Captured::of_mut(document) else {
        return 0;
    };
    let connection = captured.capture.connections.get(number);
    captured.timeline = connection.map_or_else(Vec::new, |connection| {
        connection.timeline(&filter, found.as_deref())
    });
    captured.timeline.len()
}

/// Frames `from..to` of the filtered timeline.
#[wasm_bindgen]
pub fn frames(of: &Inspector, from: usize, to: usize) -> Option<Window> {
    let Open {
        document,
        captured,
        connection,
    } = Open::of(of)?;
    let to = to.min(captured.timeline.len());
    Some(window(
        connection?,
        document.assumed(),
        &mut document.warned.borrow_mut(),
        &captured.timeline[from.min(to)..to],
        captured.first_nanos(),
    ))
}

/// Index in the timeline of a frame, or of the next one shown; -1 after the
/// last.
#[wasm_bindgen(js_name = frameAt)]
pub fn frame_at(of: &Inspector, frame: u32) -> i32 {
    let timeline = Open::of(of).map_or(&[][..], |open| &open.captured.timeline);
    let at = timeline.partition_point(|&number| number < frame);
    if at < timeline.len() { at as i32 } else { -1 }
}

/// The first frame of any connection in a packet or after it: JSON of
/// `FramePlace`, or `null`.
#[wasm_bindgen(js_name = frameOfPacket)]
pub fn frame_of_packet(of: &Inspector, packet: u32) -> String {
    let all = Open::of(of).map_or(&[][..], |open| &open.captured.capture.connections);
    let places = all.iter().enumerate().filter_map(|(connection, found)| {
        let at = |record: &FrameRecord| record.frame.arrival.packet;
        let frame = found.frames.partition_point(|record| at(record) < packet);
        let place = FramePlace { connection, frame };
        Some((at(found.frames.get(frame)?), place))
    });
    let first = places.min_by_key(|&(packet, _)| packet);
    json(&first.map(|(_, place)| place))
}

/// The frame that starts a block; -1 if none does.
#[wasm_bindgen(js_name = frameOf)]
pub fn frame_of(of: &Inspector, block: usize) -> i32 {
    Open::of(of)
        .and_then(|open| open.connection?.frame_of(block))
        .map_or(-1, u32::cast_signed)
}

/// The frames of a block: JSON of `Framing`, or `null` if it came without
/// frames or was changed since.
#[wasm_bindgen]
pub fn framing(of: &Inspector, block: usize) -> String {
    let view = Open::of(of).and_then(|open| {
        let view = open.connection?.framing_of(block)?;
        let length = open.document.session()?.blocks().get(block)?.bytes.len();
        let frames = view.frames.iter();
        let carried: u32 = frames.map(|frame| frame.end - frame.start).sum();
        (view.frames.is_empty() || carried as usize == length).then_some(view)
    });
    json(&view)
}

/// Statistics of each direction of the connection: a JSON list of `Summary`.
#[wasm_bindgen]
pub fn summary(of: &Inspector) -> String {
    let session = Open::of(of).and_then(|open| open.document.session());
    let summaries = session.map_or_else(Vec::new, |session| {
        (0..session.directions().len())
            .filter_map(|direction| session.summary(direction))
            .collect()
    });
    json(&summaries)
}

/// Connection-level events `from..to`: JSON of `ControlWindow`.
#[wasm_bindgen]
pub fn control(of: &Inspector, from: usize, to: usize) -> String {
    let open = Open::of(of);
    let connection = open.and_then(|open| open.connection);
    let control = connection.map_or_else(Vec::new, Connection::control);
    let first = open.map_or(0, |open| open.captured.first_nanos());
    let list = control
        .iter()
        .skip(from)
        .take(to.saturating_sub(from))
        .map(|control| ControlView {
            control,
            since: (control.nanos > 0).then(|| control.nanos.saturating_sub(first) as f64),
        });
    json(&ControlWindow {
        total: control.len(),
        list: list.collect(),
    })
}

/// Streams `from..to` in an order, JSON of `StreamOrder`: JSON of
/// `StreamWindow`.
#[wasm_bindgen]
pub fn streams(of: &mut Inspector, order: &str, from: usize, to: usize) -> String {
    let window = sort_streams(of, order).and_then(|(open, streams)| {
        let connection = open.connection?;
        let first = open.captured.first_nanos();
        let since = |nanos: u64| nanos.saturating_sub(first) as f64;
        let shown = streams.iter().skip(from).take(to.saturating_sub(from));
        let view = |stream| connection.stream_view(stream, open.document.assumed(), first);
        Some(StreamWindow {
            total: streams.len(),
            span: connection
                .time_span()
                .map(|(start, end)| (since(start), since(end))),
            list: shown.map(view).collect(),
        })
    });
    json(&window.unwrap_or(StreamWindow {
        total: 0,
        span: None,
        list: Vec::new(),
    }))
}

/// Index in that order of the stream of a frame; -1 if there is none.
#[wasm_bindgen(js_name = streamAt)]
pub fn stream_at(of: &mut Inspector, order: &str, frame: u32) -> i32 {
    sort_streams(of, order)
        .and_then(|(open, streams)| open.connection?.stream_at(streams, frame))
        .map_or(-1, |at| at as i32)
}

/// The selected connection's streams, sorted unless they are in that order.
fn sort_streams<'a>(of: &'a mut Inspector, order: &str) -> Option<(Open<'a>, &'a [Stream])> {
    let order: StreamOrder = serde_json::from_str(order).unwrap_or_default();
    let is_sorted = Open::of(of)?
        .captured
        .streams
        .as_ref()
        .is_some_and(|(held, _)| *held == order);
    if !is_sorted {
        let open = Open::of(of)?;
        let connection = open.connection?;
        let mut streams = connection.streams();
        connection.sort_streams(&mut streams, order, open.document.assumed());
        Captured::of_mut(of.document.as_mut()?)?.streams = Some((order, streams));
    }
    let open = Open::of(of)?;
    Some((open, &open.captured.streams.as_ref()?.1))
}
