//! Tests of the composer from JSON to JSON.

use serde_json::{Value, json};

use super::{compose, parse};

fn composed(composition: &Value) -> Value {
    let composition = parse(&composition.to_string()).expect("a composition");
    let composed = compose(&composition).expect("it can be encoded");
    serde_json::to_value(composed).expect("JSON")
}

fn rows(fields: &[(&str, &str)]) -> Value {
    let rows = fields
        .iter()
        .map(|(name, value)| json!({ "name": name, "value": value }));
    json!({ "rows": rows.collect::<Vec<_>>() })
}

const C4: [&[(&str, &str)]; 3] = [
    &[
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "www.example.com"),
    ],
    &[
        (":method", "GET"),
        (":scheme", "http"),
        (":path", "/"),
        (":authority", "www.example.com"),
        ("cache-control", "no-cache"),
    ],
    &[
        (":method", "GET"),
        (":scheme", "https"),
        (":path", "/index.html"),
        (":authority", "www.example.com"),
        ("custom-key", "custom-value"),
    ],
];

#[test]
fn encodes_the_requests_of_appendix_c4() {
    let composed = composed(&json!({ "blocks": C4.map(rows) }));
    let hex: [&Value; 3] = std::array::from_fn(|block| &composed["blocks"][block]["hex"]);
    let expected = [
        "828684418cf1e3c2e5f23a6ba0ab90f4ff",
        "828684be5886a8eb10649cbf",
        "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
    ];
    assert_eq!(hex, expected);
    let frames = "000011010500000001828684418cf1e3c2e5f23a6ba0ab90f4ff";
    assert_eq!(composed["blocks"][0]["framesHex"], frames);
    assert_eq!(composed["blocks"][1]["frames"][0]["stream"], 3);
    assert_eq!(composed["sums"]["bytes"], 17 + 12 + 24);
}

#[test]
fn uses_or_rejects_explicit_choices() {
    let chosen = |kind: &str, index: Value, name: Value, value: Value| {
        json!({ "limit": 4096, "blocks": [{ "rows": [{
            "name": ":path", "value": "/a",
            "choice": { "kind": kind, "index": index, "nameHuffman": name, "valueHuffman": value },
        }] }] })
    };
    #[rustfmt::skip]
    let cases = [
        (chosen("without", json!(5), json!(null), json!(false)), "05022f61", ""),
        (chosen("never", json!(null), json!(false), json!(false)), "10053a70617468022f61", ""),
        (chosen("indexed", json!(4), json!(null), json!(null)), "4482607f", "The entry at index 4 has another value."),
        (chosen("incremental", json!(62), json!(null), json!(true)), "4482607f", "Index 62 is not in the tables, which end at 61."),
        (chosen("without", json!(1), json!(null), json!(true)), "4482607f", "The entry at index 1 has another name."),
        (chosen("size-update", json!(null), json!(null), json!(null)), "4482607f", "There is no representation “size-update”."),
    ];
    for (mut composition, hex, reason) in cases {
        composition["policy"] = json!({ "indexing": "always", "huffman": "always" });
        let composed = composed(&composition);
        let row = &composed["blocks"][0]["rows"][0];
        assert_eq!(composed["blocks"][0]["hex"], hex, "{composition}");
        assert_eq!(row["byPolicy"], !reason.is_empty(), "{composition}");
        let refused = row["refused"]["message"].as_str();
        assert_eq!(refused.unwrap_or_default(), reason, "{composition}");
        let taken = row["taken"].as_u64().expect("a place") as usize;
        assert_eq!(row["choices"][taken]["hex"], hex, "{composition}");
    }
}

#[test]
fn sizes_change_between_blocks() {
    let field = json!([{ "name": "a", "value": "b" }]);
    let composed = composed(&json!({
        "limit": 4096,
        "blocks": [
            { "rows": field },
            { "changes": [{ "limit": 0 }, { "limit": 100 }, { "maximum": 100 }], "rows": field },
            { "changes": [{ "maximum": 101 }], "rows": [] },
        ],
    }));
    let updates = &composed["blocks"][1]["sizeUpdates"];
    assert_eq!(updates[0]["maximum"], 0);
    assert_eq!(updates[1]["maximum"], 100);
    assert_eq!(composed["blocks"][1]["hex"], "203f454001610162");
    let message = "The maximum cannot be set above the limit, which is 100.";
    let problem = json!({ "block": 2, "message": message, "section": "RFC 7541 §4.2" });
    assert_eq!(composed["problems"], json!([problem]));
}

#[test]
fn reports_evictions_and_sensitive_fields() {
    let composed = composed(&json!({
        "limit": 50,
        "prior": [{ "name": "x", "value": "y" }],
        "blocks": [{ "rows": [{ "name": "long-name", "value": "a value", "sensitive": true }] }],
    }));
    let row = &composed["blocks"][0]["rows"][0];
    let choices = row["choices"].as_array().expect("choices");
    for choice in choices {
        let incremental = choice["kind"] == "incremental";
        assert_eq!(choice["empties"], false, "{choice}");
        assert_eq!(choice["evicts"], u64::from(incremental), "{choice}");
        assert_eq!(choice["proper"], choice["kind"] == "never", "{choice}");
    }
    let taken = row["taken"].as_u64().expect("a place") as usize;
    assert_eq!(choices[taken]["kind"], "never");
}

#[test]
fn accepts_binary_and_invalid_fields_with_warnings() {
    let composed = composed(&json!({
        "blocks": [{ "rows": [
            { "nameHex": "ff00", "valueHex": "80" },
            { "name": "Upper", "value": "" },
        ] }],
    }));
    let block = &composed["blocks"][0];
    let hex = block["hex"].as_str().expect("hex");
    assert!(hex.starts_with("4002ff000180"), "{hex}");
    let mut warnings = block["warnings"].as_array().expect("warnings").iter();
    assert!(warnings.any(|warning| warning["row"] == 1), "{block}");
}

#[test]
fn rejects_impossible_framing() {
    let cases = [
        (json!({ "maxFrameSize": 10 }), "RFC 9113 §6.5.2"),
        (json!({ "padding": 256 }), "RFC 9113 §6.1"),
        (
            json!({ "priority": { "dependency": 0, "weight": 257 } }),
            "RFC 7540 §5.3.2",
        ),
        (json!({ "pushPromise": 3 }), "RFC 9113 §5.1.1"),
    ];
    for (framing, section) in cases {
        let composed = composed(&json!({ "framing": framing, "blocks": [rows(C4[0])] }));
        let block = &composed["blocks"][0];
        assert_eq!(block["framesProblem"]["section"], section);
        assert_eq!(block["frames"], json!([]));
    }
}

#[test]
fn splits_blocks_into_continuation_frames() {
    let long = "v".repeat(40_000);
    let composed = composed(&json!({
        "policy": { "indexing": "never", "huffman": "never" },
        "framing": { "padding": 3, "priority": { "dependency": 5, "weight": 16 } },
        "blocks": [rows(&[("a", &long)])],
    }));
    let block = &composed["blocks"][0];
    let hex = block["hex"].as_str().expect("hex");
    let whole = block["framesHex"].as_str().expect("hex");
    let frames = block["frames"].as_array().expect("frames");
    let fragments = frames.iter().map(|frame| {
        let at = |i: usize| frame["fragment"][i].as_u64().expect("a number") as usize * 2;
        &whole[at(0)..at(0) + at(1)]
    });
    assert_eq!(fragments.collect::<String>(), hex);
    let types: Vec<_> = frames.iter().map(|frame| &frame["type"]).collect();
    assert_eq!(types, ["HEADERS", "CONTINUATION", "CONTINUATION"]);
    let flags = json!(["END_STREAM", "PADDED", "PRIORITY"]);
    assert_eq!(frames[0]["flagNames"], flags);
    assert_eq!(frames[0]["length"], 16_384);
}

#[test]
fn rejects_invalid_compositions() {
    #[rustfmt::skip]
    let cases = [
        ("", "Invalid composition: EOF while parsing a value at line 1 column 0."),
        (r#"{"blocks":[],"policy":{"indexing":"none"}}"#, "There is no indexing policy “none”"),
        (r#"{"blocks":[{"rows":[{"nameHex":"a"}]}]}"#, "“a” is not hex."),
    ];
    for (text, reason) in cases {
        let error = parse(text)
            .and_then(|found| compose(&found))
            .expect_err("it is refused");
        assert!(error.starts_with(reason), "{error}");
    }
}
