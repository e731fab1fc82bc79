//! `hpack-inspect decode` as others call it: what is printed where, and the
//! exit status.

use crate::support::{self, Run};
use serde_json::{Value, json};

fn run(arguments: &[&str], input: &[u8]) -> Run {
    support::run("decode", arguments, input)
}

fn decoded(arguments: &[&str], input: &str) -> (i32, Value) {
    let mut all = vec!["--format", "json"];
    all.extend(arguments);
    let run = run(&all, input.as_bytes());
    let answer = serde_json::from_str(&run.out)
        .unwrap_or_else(|_| panic!("{input:?}: {}{}", run.out, run.err));
    (run.status, answer)
}

fn blocks(answer: &Value) -> &Vec<Value> {
    answer["connections"][0]["directions"][0]["blocks"]
        .as_array()
        .unwrap()
}

#[test]
fn the_json_is_as_the_contract_has_it() {
    let (status, answer) = decoded(&["--tables", "full"], "828684418cf1e3c2e5f23a6ba0ab90f4ff");
    assert_eq!(status, 0);
    let expected = json!({
        "schema": "hpack-inspector/1",
        "problems": [],
        "source": { "format": "hex", "bytes": 34 },
        "connections": [{
            "name": answer["connections"][0]["name"],
            "protocol": "h2",
            "start": "paste",
            "errors": [],
            "directions": [{
                "sender": "unknown",
                "blocks": [{
                    "sequence": 0, "stream": null, "frame": null,
                    "hex": "828684418cf1e3c2e5f23a6ba0ab90f4ff", "afterFault": false,
                    "items": [
                        { "kind": "field", "representation": "indexed", "name": ":method", "value": "GET",
                          "index": 2, "start": 0, "end": 1, "nameHuffman": null, "valueHuffman": null },
                        { "kind": "field", "representation": "indexed", "name": ":scheme", "value": "http",
                          "index": 6, "start": 1, "end": 2, "nameHuffman": null, "valueHuffman": null },
                        { "kind": "field", "representation": "indexed", "name": ":path", "value": "/",
                          "index": 4, "start": 2, "end": 3, "nameHuffman": null, "valueHuffman": null },
                        { "kind": "field", "representation": "incremental", "name": ":authority",
                          "value": "www.example.com", "index": 1, "start": 3, "end": 17,
                          "nameHuffman": null, "valueHuffman": true },
                    ],
                    "error": null,
                    "warnings": [],
                    "table": { "size": 57, "maxSize": 4096, "count": 1, "entries": [
                        { "index": 62, "name": ":authority", "value": "www.example.com", "size": 57 },
                    ] },
                }],
            }],
        }],
    });
    assert_eq!(answer, expected);
}

#[test]
fn tables_none_size_full() {
    for (tables, keys) in [("none", None), ("size", Some(3)), ("full", Some(4))] {
        let (_, answer) = decoded(&["--tables", tables], "82");
        let found = blocks(&answer)[0]
            .get("table")
            .map(|table| table.as_object().unwrap().len());
        assert_eq!(found, keys, "{tables}");
    }
}

#[test]
fn statuses() {
    // A block without its end, and one whose frame is cut.
    let open = "00000101 0000000001 82  00000101 0400000003 84";
    let cut = "00000101 0400000001 82  00000201 0400000003 84";
    let cases: [(&[&str], &str, i32); 14] = [
        (&[], "82", 0),
        // How the text was read is worth knowing, and nothing is missing.
        (&[], "# a remark\n82\n86\n", 0),
        (&["--as", "frames"], open, 3),
        (&["--as", "frames"], cut, 3),
        (&["--as", "frames"], "00000101 0400000001 80", 1),
        (&[], "80", 1),
        (&[], "82be", 1),
        (&["--start", "unknown"], "82be", 0),
        (&[], "", 2),
        (&[], "no bytes here", 2),
        (&["--stream", "1"], "82", 2),
        (&["--max-table-size", "many"], "82", 2),
        (&["/no/such/file"], "", 2),
        (&["--keylog", "/no/such/file"], "82", 2),
    ];
    for (arguments, input, status) in cases {
        let run = run(arguments, input.as_bytes());
        assert_eq!(run.status, status, "{arguments:?} {input:?}: {}", run.err);
        assert_eq!(run.out.is_empty(), status == 2, "{arguments:?} {input:?}");
        assert!(status < 2 || !run.err.is_empty(), "{arguments:?} {input:?}");
    }
}

#[test]
fn an_error_has_its_place_and_the_other_blocks_are_there() {
    let (status, answer) = decoded(&["--blocks", "lines"], "82\n828084\n86\n");
    assert_eq!(status, 1);
    let blocks = blocks(&answer);
    assert_eq!(blocks.len(), 3);
    let error = &blocks[1]["error"];
    assert_eq!(
        (
            &error["code"],
            &error["fieldOffset"],
            &error["at"],
            &error["bit"]
        ),
        (&json!("index-zero"), &json!(1), &json!(1), &json!(0))
    );
    assert_eq!(error["section"], "RFC 7541 §6.1");
    assert_eq!(blocks[1]["items"].as_array().unwrap().len(), 1);
    let after: Vec<_> = blocks
        .iter()
        .map(|block| block["afterFault"].as_bool().unwrap())
        .collect();
    assert_eq!(after, [false, false, true]);
}

#[test]
fn an_unknown_start_labels_what_it_does_not_know() {
    let cases = [
        ("be", json!([null, null, "unknown"])),
        ("7e0161", json!([null, "a", "name-unknown"])),
        ("ff8001", json!([null, null, "impossible"])),
        ("82", json!([":method", "GET", null])),
    ];
    for (hex, expected) in cases {
        let (status, answer) = decoded(&["--start", "unknown"], hex);
        let item = &blocks(&answer)[0]["items"][0];
        let found = json!([item["name"], item["value"], item.get("certainty")]);
        assert_eq!((status, found), (0, expected), "{hex}");
        assert!(
            !answer["problems"].as_array().unwrap().is_empty(),
            "the assumption is said"
        );
    }
}

/// Entries from before may be in the table, and an entry whose name is not
/// known is larger than what is known of it.
#[test]
fn the_size_of_a_table_with_unknown_entries_is_a_lower_bound() {
    let unknown = ["--start", "unknown", "--tables", "full"];
    let (_, answer) = decoded(&unknown, "7e0161");
    let table = &blocks(&answer)[0]["table"];
    assert_eq!(
        (&table["certainty"], &table["entries"][0]["certainty"]),
        (&json!("at-least"), &json!("at-least"))
    );
    let (_, answer) = decoded(&["--tables", "full"], "4001610162");
    let table = &blocks(&answer)[0]["table"];
    assert!(table.get("certainty").is_none() && table["entries"][0].get("certainty").is_none());
    let run = run(&["--start", "unknown"], b"7e0161");
    assert!(run.out.contains("table: at least 33 of"), "{}", run.out);
}

#[test]
fn an_impossible_index_has_its_place_in_the_text() {
    let (_, answer) = decoded(&["--start", "unknown"], "# a remark\n82 ff 80 01\n");
    let places: Vec<_> = answer["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["where"].as_str().unwrap())
        .collect();
    assert_eq!(places, ["line 2, column 1", "line 2, column 4"]);
}

#[test]
fn the_client_comes_first_and_each_sender_has_a_table() {
    let (status, answer) = decoded(
        &[],
        "< 4003666f6f03626172\n\n> 4003626172 0162\n\n< be\n\n> be\n",
    );
    assert_eq!(status, 0);
    let directions = answer["connections"][0]["directions"].as_array().unwrap();
    let found: Vec<_> = directions
        .iter()
        .map(|direction| {
            let blocks = direction["blocks"].as_array().unwrap();
            json!([
                direction["sender"],
                blocks[1]["sequence"],
                blocks[1]["items"][0]["name"]
            ])
        })
        .collect();
    assert_eq!(
        found,
        [json!(["client", 3, "bar"]), json!(["server", 2, "foo"])]
    );
}

#[test]
fn settings_and_sizes_in_the_text() {
    let lowered = "4007782d63726174650470696e65\n\n# SETTINGS_HEADER_TABLE_SIZE 512\n82\n";
    let (status, answer) = decoded(&[], lowered);
    assert_eq!(status, 1);
    assert_eq!(blocks(&answer)[1]["error"]["code"], "missing-size-update");
    let (_, answer) = decoded(&[], "# initial table size 256\n82\n");
    assert_eq!(blocks(&answer)[0]["table"]["maxSize"], 256);
    let (_, answer) = decoded(&["--max-table-size", "65536"], "82");
    assert_eq!(blocks(&answer)[0]["table"]["maxSize"], 4096);
    let (_, answer) = decoded(&["--max-table-size", "100"], "82");
    assert_eq!(blocks(&answer)[0]["table"]["maxSize"], 100);
}

#[test]
fn a_header_list_over_the_limit_is_a_warning() {
    let (status, answer) = decoded(&["--max-header-list-size", "80"], "828684");
    assert_eq!(status, 0);
    let warning = &blocks(&answer)[0]["warnings"][0];
    assert_eq!(
        (&warning["code"], &warning["item"]),
        (&json!("header-list-too-large"), &json!(1))
    );
    assert_eq!(warning["section"], "RFC 9113 §10.5.1");
}

#[test]
fn bytes_that_are_not_utf8_are_given_as_hex_too() {
    let (_, answer) = decoded(&[], "1001ff02c328");
    let item = &blocks(&answer)[0]["items"][0];
    assert_eq!(
        (&item["nameHex"], &item["valueHex"]),
        (&json!("ff"), &json!("c328"))
    );
    assert_eq!(
        (&item["name"], &item["value"]),
        (&json!("\u{fffd}"), &json!("\u{fffd}("))
    );
}

#[test]
fn a_bomb_is_written_out_without_being_built() {
    // One entry of 4,000 bytes, and 12,000 references to it: 48 MB of fields.
    let mut hex = String::from("40 01 78 7f a1 1e ");
    hex.push_str(&"41".repeat(4000));
    hex.push_str(&"be".repeat(12_000));
    let (status, answer) = decoded(&[], &hex);
    assert_eq!(status, 0);
    assert_eq!(
        blocks(&answer)[0]["items"].as_array().unwrap().len(),
        12_001
    );
}

#[test]
fn people_get_a_table() {
    let run = run(&[], b"828684418cf1e3c2e5f23a6ba0ab90f4ff\n");
    assert_eq!(run.status, 0);
    assert!(
        run.out.contains(":authority: www.example.com"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("table: 57 of 4096 bytes, 1 entry"),
        "{}",
        run.out
    );
}

#[test]
fn what_may_be_the_cause_of_a_failed_block_is_said() {
    let request = "> 828684418cf1e3c2e5f23a6ba0ab90f4ff";
    let after = "> 828684be5886a8eb10649cbf";
    // The second block, and what is said of it; nothing, where nothing fits.
    let cases = [
        (
            "> 04828684be00000000",
            Some("block 2: likely cause: the frame’s Pad Length and Padding were left in block 2"),
        ),
        (
            "> 828684c0",
            Some("block 2: likely cause: a block is missing before block 2; it added 2 entries"),
        ),
        ("> 828680", None),
    ];
    for (block, expected) in cases {
        let run = run(&[], format!("{request}\n\n{block}\n\n{after}\n").as_bytes());
        assert_eq!(run.status, 1, "{block}: {}", run.err);
        match expected {
            Some(said) => assert!(run.err.contains(said), "{block}: {}", run.err),
            None => assert!(!run.err.contains("likely cause"), "{block}: {}", run.err),
        }
    }
}

/// Six blocks of a client that refer to the first: without it each of them
/// fails, and the cause and the advice are said once.
#[test]
fn a_cause_is_said_once_for_all_blocks_that_fail_of_it() {
    let run = run(&[], "828684bf7e81c1\n".repeat(6).as_bytes());
    assert_eq!(run.status, 1, "{}", run.err);
    assert_eq!(run.out.matches("ERROR index-out-of-range").count(), 6);
    assert_eq!(run.out.matches("A conforming peer closes").count(), 1);
    assert!(run.err.matches("likely cause").count() <= 1, "{}", run.err);
}

/// Where no block fails, only a contradiction of RFC 9113 §8.3 has a cause: a
/// copy of a block may be what was sent, a response of a client is not.
#[test]
fn causes_without_a_failing_block_need_a_contradiction() {
    let cases = [
        (
            "8286844003782d610131\n8286844003782d620132\n8286844003782d620132\n828684bfbe\n",
            None,
        ),
        (
            "< 885f09746578742f68746d6c\n\n< 885f106170706c69636174696f6e2f6a736f6e\n\n< 88be\n",
            None,
        ),
        (
            "> 88\n\n< 828684\n",
            Some("likely cause: the sides are swapped"),
        ),
    ];
    for (text, expected) in cases {
        let run = run(&[], text.as_bytes());
        assert_eq!(run.status, 0, "{text}: {}", run.err);
        let said = run.err.contains("likely cause");
        assert_eq!(said, expected.is_some(), "{text}: {}", run.err);
        assert!(
            run.err.contains(expected.unwrap_or("")),
            "{text}: {}",
            run.err
        );
    }
}

/// The client's preface proves that no block is missing before these: an index
/// beyond the table is then the encoder's error.
#[test]
fn the_preface_rules_out_missing_blocks() {
    let preface = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a 000000040000000000 ";
    let headers =
        "000011010500000001 828684418cf1e3c2e5f23a6ba0ab90f4ff 000004010500000003 828684c6";
    // The server's frames do not begin with SETTINGS: they may be a part.
    let part = format!("< 000001010500000001 88\n> {preface}");
    for (start, is_missing) in [(preface, false), ("", true), (&part, true)] {
        let run = run(&[], format!("{start}{headers}\n").as_bytes());
        assert_eq!(run.status, 1, "{}", run.err);
        let said = [
            run.err
                .contains("likely cause: a block is missing before block"),
            run.out.contains("decode them as mid-connection data"),
            !run.out.contains("seen from its first byte"),
        ];
        assert_eq!(said, [is_missing; 3], "{}{}", run.err, run.out);
        assert_eq!(run.err.contains("likely cause"), is_missing, "{}", run.err);
    }
}

/// What can't have made the block fail is said with its reason.
#[test]
fn the_preface_rules_causes_out() {
    let text = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a 000000040000000000
        000011010500000001 828684418cf1e3c2e5f23a6ba0ab90f4ff 000002010500000003 82c6\n";
    let run = run(&[], text.as_bytes());
    assert_eq!(run.status, 1, "{}", run.err);
    for line in [
        "  1  ERROR index-out-of-range: index 70 at byte 1 is beyond the end of the tables: the last entry is 62 (61 static and 1 dynamic); it would be there after 8 more insertions (RFC 7541 §2.3.3)",
        "     A conforming peer closes the connection with COMPRESSION_ERROR (RFC 9113 §4.3). The encoder counts entries that it never sent, or uses a larger table than the decoder.",
        "     ✓ nothing is missing before this block: the connection was seen from its first byte, without a gap",
        "     ✓ the blocks are in the order in which their side sent them",
        "     ✓ the table was never too small: neither SETTINGS nor a size update changed its size",
    ] {
        assert!(
            run.out.lines().any(|one| one == line),
            "{line}\n{}",
            run.out
        );
    }
    assert!(!run.err.contains("likely cause"), "{}", run.err);
}

/// Text, missing bytes, and the number of fields before the cut. A block that
/// is cut is no error of the encoder: exit status 3.
#[test]
fn cut_frames_are_read_up_to_the_cut() {
    let head = "828684418cf1e3c2e5f23a6ba0ab90f4ff";
    let cases = [
        // after a field, inside a string, before a CONTINUATION
        (format!("000028010500000001{head}"), json!(23), 4),
        (format!("000011010500000001{}", &head[..24]), json!(5), 3),
        (format!("000011010100000001{head}"), json!(null), 4),
        // padded: three bytes of padding are not counted
        (format!("000015010d0000000103{}", &head[..24]), json!(5), 3),
    ];
    for (text, missing, fields) in cases {
        let (status, answer) = decoded(&[], &text);
        assert_eq!(status, 3, "{text}");
        let block = &blocks(&answer)[0];
        let error = &block["error"];
        assert_eq!(error["code"], "cut", "{text}: {answer}");
        assert_eq!(error["missing"], missing, "{text}");
        assert_eq!(error["at"], block["hex"].as_str().unwrap().len() / 2);
        assert_eq!(block["items"].as_array().unwrap().len(), fields, "{text}");
    }
    // The table after a cut is not known; the other side's is.
    let text = format!("> 000028010500000001{head}\n");
    let run = run(&[], text.as_bytes());
    assert!(
        run.out
            .contains("ERROR cut: the block is cut at byte 17: 23 of its 40 bytes are missing")
    );
}

#[test]
fn an_ambiguous_text_is_refused_until_its_notation_is_named() {
    let text = "202 206 204 101";
    let refused = run(&[], text.as_bytes());
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    for named in ["line 1, column 1", "--notation octal", "--notation decimal"] {
        assert!(refused.err.contains(named), "{named}: {}", refused.err);
    }
    for (notation, bytes) in [("octal", "82868441"), ("decimal", "cacecc65")] {
        let (_, answer) = decoded(&["--notation", notation], text);
        assert_eq!(blocks(&answer)[0]["hex"], bytes, "{notation}");
        assert_eq!(answer["source"]["format"], notation);
    }
}

#[test]
fn what_was_passed_over_is_said_with_its_place() {
    let text = "headers: 828684\ntrace_id: 4bf92f3577b34da6a3ce929d0e0e4736\n";
    let (status, answer) = decoded(&[], text);
    assert_eq!(status, 0);
    assert_eq!(blocks(&answer).len(), 1);
    assert_eq!(
        answer["problems"],
        json!([{ "where": "line 2, column 1", "message": "skipped: not a header block: it does not decode" }])
    );
}

#[test]
fn requests_and_responses_in_one_list_are_said() {
    let (_, answer) = decoded(&[], "828684\n\n88\n\n828684\n");
    let problems = answer["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    let message = problems[0]["message"].as_str().unwrap();
    assert!(message.contains("Requests and responses"), "{message}");
}

/// A table in the text is offered, quoted for a shell; with it, the block is
/// decoded.
#[test]
fn begins_with_the_table_in_the_text() {
    let text = b"62 :authority: a\n63 te: it's\n\nblock: 82bf86be\n";
    let run = support::run("decode", &[], text);
    let offer = r"--table ':authority: a' --table 'te: it'\''s'";
    assert!(run.err.contains(offer), "{}", run.err);
    assert_eq!(run.status, 1);
    let table = ["--table", ":authority: a", "--table", "te: it's"];
    let run = support::run("decode", &table, text);
    assert!(run.out.contains("te: it's"), "{}", run.out);
    assert_eq!(run.status, 0, "{}", run.err);
}
