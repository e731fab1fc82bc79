//! Every malformed case of the layers `frames` and `message` through the
//! program: its error or its warning, and none where it is in order.

use std::fs;

use crate::support;
use serde_json::Value;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn cases(layer: &str) -> Vec<Value> {
    let file = testing::data("malformed/malformed.json");
    let all: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    let cases = all["cases"].as_array().unwrap();
    let of_layer = |case: &&Value| case["layer"] == layer;
    cases.iter().filter(of_layer).cloned().collect()
}

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    (0..hex.len() / 2)
        .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
        .collect()
}

fn decoded(name: &str, input: &[u8]) -> (i32, Value) {
    let run = support::run("decode", &["--format", "json"], input);
    let answer = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{name}: {}", run.err));
    (run.status, answer)
}

#[test]
fn frames() {
    for case in cases("frames") {
        let name = case["name"].as_str().unwrap();
        let input = match case["file"].as_str() {
            Some(file) => fs::read(testing::data("malformed").join(file)).unwrap(),
            None => bytes(&case["hex"]),
        };
        let (status, answer) = decoded(name, &input);
        let errors = answer["connections"][0]["errors"].as_array().unwrap();
        let expect = &case["expect"];
        if expect["ok"] == true {
            assert!(errors.is_empty() && status == 0, "{name}: {errors:?}");
            continue;
        }
        let accepted = |code: &Value| {
            *code == expect["error"]
                || case["accept_errors"]
                    .as_array()
                    .is_some_and(|all| all.contains(code))
        };
        let found = errors.iter().any(|error| {
            accepted(&error["code"])
                && error["frame"] == expect["frame"]
                && error["offset"] == expect["frame_offset"]
        });
        assert!(found, "{name}: {expect} is not among {errors:?}");
        let is_block = expect["error"] == "COMPRESSION_ERROR";
        assert_eq!(status, if is_block { 1 } else { 3 }, "{name}");
    }
}

fn frame(kind: u8, flags: u8, stream: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags, 0, 0, 0, stream]);
    frame.extend(payload);
    frame
}

/// The message as frames: a request with the client's preface; trailers
/// behind a response.
fn framed(context: &str, block: &[u8]) -> Vec<u8> {
    let settings = frame(4, 0, 0, &[]);
    let parts = match context {
        "request" => vec![PREFACE.to_vec(), settings, frame(1, 5, 1, block)],
        "response" => vec![settings, frame(1, 5, 1, block)],
        _ => vec![settings, frame(1, 4, 1, &[0x88]), frame(1, 5, 1, block)],
    };
    parts.concat()
}

/// The message as marked text.
fn marked(context: &str, hex: &str) -> Vec<u8> {
    match context {
        "request" => format!("> {hex}\n"),
        "response" => format!("< {hex}\n"),
        _ => format!("< 88\n\n< {hex}\n"),
    }
    .into_bytes()
}

#[test]
fn messages() {
    for case in cases("message") {
        let context = case["context"].as_str().unwrap();
        let inputs = [
            framed(context, &bytes(&case["hex"])),
            marked(context, case["hex"].as_str().unwrap()),
        ];
        for (number, input) in inputs.into_iter().enumerate() {
            let name = case["name"].as_str().unwrap();
            if number == 0 && name == "status-missing" {
                // Frames that do not say who sent them: these may be trailers.
                continue;
            }
            let (status, answer) = decoded(name, &input);
            assert_eq!(status, 0, "{name}");
            let direction = &answer["connections"][0]["directions"][0];
            let block = direction["blocks"].as_array().unwrap().last().unwrap();
            let warnings = block["warnings"].as_array().unwrap();
            let expect = &case["expect"];
            if expect["malformed"].is_null() {
                assert!(warnings.is_empty(), "{name}: {warnings:?}");
                continue;
            }
            let found = warnings.iter().any(|warning| {
                warning["code"] == expect["malformed"]
                    && (expect["field"].is_null() || warning["item"] == expect["field"])
            });
            assert!(found, "{name}: {expect} is not among {warnings:?}");
        }
    }
}
