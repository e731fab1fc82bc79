//! Writes the page's types.

use std::{env, fs};

use bench::statistics::Estimate;
use hpack_inspector_wasm::typescript::Types;
use inspect::capture::{
    framing::FramingView, streams::StreamOrder, summary::Summary, timeline::FrameFilter,
};
use ts_rs::TypeVisitor;

use crate::{
    benchmark, capture,
    frames::{FrameCells, state},
};

/// Writes the benchmark's stages into the file that `HPACK_STAGES` names.
#[test]
#[ignore = "npm run types runs it"]
fn write_stages() {
    let file = env::var_os("HPACK_STAGES").expect("HPACK_STAGES names a file");
    let stages = benchmark::catalogue::stages();
    fs::write(file, serde_json::to_string(&stages).unwrap()).unwrap();
}

/// Writes them into the file that `HPACK_TYPES` names.
#[test]
#[ignore = "npm run types runs it"]
fn write_types() {
    let file = env::var_os("HPACK_TYPES").expect("HPACK_TYPES names a file");
    let mut types = Types::new();
    macro_rules! visit {
        ($($type:ty),* $(,)?) => { $(types.visit::<$type>();)* };
    }
    visit! {
        capture::ConnectionView<'static>,
        FrameFilter,
        capture::FramePlace,
        capture::ControlWindow<'static>,
        capture::StreamWindow,
        StreamOrder,
        FramingView,
        Summary,
        benchmark::catalogue::StageView,
        benchmark::Choice,
        benchmark::Added,
        benchmark::Started,
        benchmark::Progress,
        benchmark::Results<'static>,
        benchmark::Result<'static>,
        Estimate,
    }
    types.names::<benchmark::Care>("CARES");
    types.record("FRAME", FrameCells::COLUMNS);
    types.flags("FRAME_STATE", state::ALL);
    fs::write(file, types.written()).unwrap();
}
