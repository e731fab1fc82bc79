//! The streams of the connection that is looked at.

use inspect::capture::streams::StreamView;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{answer::json, inspector::Inspector};

/// Some of the streams.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub(crate) struct StreamWindow {
    /// How many there are in all.
    total: usize,
    list: Vec<StreamView>,
}

#[wasm_bindgen]
impl Inspector {
    /// Streams `from..to`, in the order of their first frames: JSON of
    /// `StreamWindow`.
    pub fn streams(&mut self, from: usize, to: usize) -> String {
        let mut window = StreamWindow {
            total: 0,
            list: Vec::new(),
        };
        if let Some(document) = &mut self.document
            && document.streams.is_none()
            && let Some(connection) = document.connection_at(document.connection)
        {
            document.streams = Some(connection.streams());
        }
        if let Some(document) = &self.document
            && let Some(connection) = document.connection_at(document.connection)
            && let Some(streams) = &document.streams
        {
            let first = document.first_nanos();
            let shown = streams.iter().skip(from).take(to.saturating_sub(from));
            window.total = streams.len();
            window.list = shown
                .map(|stream| connection.stream_view(stream, document.assumed(), first))
                .collect();
        }
        json(&window)
    }
}
