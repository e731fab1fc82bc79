//! Malformed and unusual streams of frames: the errors and positions of the shared
//! cases.

use crate::support::{Kept, hex, json};
use http2::{Opening, Sender};
use serde_json::Value;

/// Checks one case. Returns a description of a failure.
fn failure(case: &Value, bytes: &[u8]) -> Option<String> {
    let name = case["name"].as_str()?;
    let sender = match case["direction"].as_str()? {
        "c2s" => Sender::Client,
        _ => Sender::Server,
    };
    let start = if bytes.starts_with(http2::frame::PREFACE) {
        Opening::Preface
    } else {
        Opening::Frames
    };
    let mut kept = Kept::new(start);
    kept.push(sender, bytes);
    kept.finish(sender);
    let errors: Vec<_> = kept
        .errors()
        .iter()
        .map(|error| (error.code.name(), u64::from(error.frame), error.offset))
        .collect();
    let expect = &case["expect"];
    // Decoding errors are not found by this crate.
    let code = expect["error"]
        .as_str()
        .filter(|code| *code != "COMPRESSION_ERROR");
    let number = |key: &str| expect[key].as_u64().unwrap_or_default();
    let expected = code.map(|code| (code, number("frame"), number("frame_offset")));
    let expected: Vec<_> = expected.into_iter().collect();
    if errors != expected {
        return Some(format!("{name}: {errors:?} instead of {expected:?}"));
    }
    let noted = !kept.notes().is_empty();
    let notable = expect["detail"]
        .as_str()
        .is_some_and(|detail| detail.contains("worth a"));
    (notable && !noted).then(|| format!("{name}: not noted"))
}

#[test]
fn malformed_cases() {
    let folder = testing::data("malformed");
    let file = json(&folder.join("malformed.json"));
    let cases: Vec<&Value> = file["cases"]
        .as_array()
        .expect("cases")
        .iter()
        .filter(|case| case["layer"] == "frames")
        .collect();
    assert!(cases.len() > 30, "only {} cases", cases.len());
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let bytes = match case["file"].as_str() {
                Some(file) => std::fs::read(folder.join(file)).expect("a file"),
                None => hex(case["hex"].as_str().expect("hex")),
            };
            failure(case, &bytes)
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
