//! What `decode --format text` writes is read back to the same blocks.

use std::fs;

use crate::support;
use serde_json::Value;

/// What `decode` says in JSON, all entries of the tables with it.
fn decoded(arguments: &[&str], input: &[u8]) -> Option<Value> {
    let all = [&["--format", "json", "--tables", "full"], arguments].concat();
    let run = support::run("decode", &all, input);
    serde_json::from_str(&run.out).ok()
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The blocks of a connection as they were sent, each with its sender. What
/// the text does not carry is left out: packets, times, and, where `alone`, all
/// that says something of blocks that are not there.
fn blocks(connection: &Value, alone: bool) -> Vec<Value> {
    let mut all = Vec::new();
    for direction in list(connection, "directions") {
        for block in list(direction, "blocks") {
            let mut block = block.clone();
            let members = block.as_object_mut().unwrap();
            members.insert("sender".into(), direction["sender"].clone());
            for key in ["packet", "time", "warnings"] {
                members.remove(key);
            }
            all.push(block);
        }
    }
    all.sort_by_key(|block| block["sequence"].as_u64());
    for block in all.iter_mut().filter(|_| alone) {
        let members = block.as_object_mut().unwrap();
        members.remove("sequence");
        members.remove("afterFault");
        for item in members["items"].as_array_mut().unwrap() {
            item.as_object_mut().unwrap().remove("insertedBy");
        }
    }
    all
}

fn text(arguments: &[&str], input: &[u8]) -> String {
    let all = [&["--format", "text"], arguments].concat();
    let run = support::run("decode", &all, input);
    assert!(!run.out.is_empty(), "{arguments:?}: {}", run.err);
    run.out
}

/// Writes the connection, and one stream of it, and reads both again; how many
/// blocks the connection has.
fn check(name: &str, arguments: &[&str], input: &[u8], connection: &Value) -> usize {
    let all = blocks(connection, false);
    let read = |text: &str| decoded(&["-"], text.as_bytes()).expect("it is read");
    let again = read(&text(arguments, input));
    assert_eq!(blocks(&again["connections"][0], false), all, "{name}");

    let mut streams = all.iter().filter_map(|block| block["stream"].as_u64());
    if let Some(stream) = streams.next_back() {
        let stream = stream.to_string();
        let only = [arguments, &["--stream", &stream]].concat();
        let one = decoded(&only, input).unwrap();
        let one = list(&one, "connections")
            .iter()
            .map(|one| blocks(one, true));
        let again = read(&text(&only, input));
        assert_eq!(
            blocks(&again["connections"][0], true),
            one.flatten().collect::<Vec<_>>(),
            "{name}, stream {stream}"
        );
    }
    all.len()
}

#[test]
fn captures() {
    let folder = testing::data("captures");
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let ends = [".pcap", ".pcapng", ".gz", ".netlog.json"];
        if !ends.iter().any(|end| name.ends_with(end)) {
            continue;
        }
        let keys = folder.join(format!("{}.keys.log", name.split('.').next().unwrap()));
        let mut arguments = vec![path.to_str().unwrap()];
        if keys.exists() {
            arguments.extend(["--keylog", keys.to_str().unwrap()]);
        }
        let Some(all) = decoded(&arguments, b"") else {
            continue;
        };
        for (number, connection) in list(&all, "connections").iter().enumerate() {
            if blocks(connection, false).is_empty() {
                continue;
            }
            let number = number.to_string();
            let only = [&arguments[..], &["--connection", &number]].concat();
            let name = format!("{name}, connection {number}");
            count += check(&name, &only, b"", connection);
        }
    }
    assert!(count > 1000, "only {count} blocks");
}

#[test]
fn pasted() {
    let unknown = "82\n\nbe\n\n400161016282\n\nbe";
    let cases: [(&str, &[&str]); 5] = [
        ("> 8286\n\n< 88\n\n> 400161016282\n\n> be", &[]),
        (
            "# initial table size 256\n82\n\n# SETTINGS_HEADER_TABLE_SIZE 0\n20be",
            &[],
        ),
        (unknown, &["--start", "unknown"]),
        (unknown, &["--start", "unknown", "--max-table-size", "100"]),
        ("ff00\n\n82\n\n4001610162", &["--max-table-size", "40"]),
    ];
    for (input, arguments) in cases {
        let all = decoded(arguments, input.as_bytes()).expect(input);
        check(input, arguments, input.as_bytes(), &all["connections"][0]);
    }
}

#[test]
fn several_connections_are_not_one_text() {
    let folder = testing::data("captures");
    let path = folder.join("d04-nghttp-nghttpd-push-pad.pcap");
    let path = path.to_str().unwrap();
    let run = support::run("decode", &["--format", "text", path], b"");
    assert_eq!((run.status, &*run.out), (2, ""));
    assert!(
        run.err.contains("in 2 connections (numbers 0, 1)"),
        "{}",
        run.err
    );
}

/// A line a block, which says what the whole JSON says of it.
#[test]
fn lines() {
    let folder = testing::data("captures");
    for name in [
        "d02-curl-apache-upgrade.pcap",
        "d05-h2load-nghttpd-140req.pcap",
    ] {
        let path = folder.join(name);
        let path = path.to_str().unwrap();
        let run = support::run(
            "decode",
            &["--format", "ndjson", "--tables", "full", path],
            b"",
        );
        assert_eq!(run.status, 0, "{}", run.err);
        let whole = decoded(&[path], b"").unwrap();
        let connections = list(&whole, "connections");
        let mut seen = vec![0; connections.len()];
        for line in run.out.lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            let number = line["connection"].as_u64().unwrap() as usize;
            let connection = &connections[number];
            assert_eq!(line["name"], connection["name"]);
            let members = line.as_object_mut().unwrap();
            for key in ["connection", "name", "packet", "time", "warnings"] {
                assert!(members.remove(key).is_some(), "{name}: {key}");
            }
            assert_eq!(line, blocks(connection, false)[seen[number]], "{name}");
            seen[number] += 1;
        }
        let expected: Vec<usize> = connections
            .iter()
            .map(|connection| blocks(connection, false).len())
            .collect();
        assert_eq!(seen, expected, "{name}");
    }
    let run = support::run("decode", &["--format", "ndjson"], b"> 82\n\n< 88");
    let senders: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["sender"].clone())
        .collect();
    assert_eq!(senders, ["client", "server"]);
}

/// Nothing that is masked of a capture is in anything that is written.
#[test]
fn masked() {
    let folder = testing::data("captures");
    let mut secrets = 0;
    for name in [
        "d01-libcurl-nginx-h2c.pcap",
        "d06-node-node-tls12.pcap",
        "d08-grpcpy-grpcpy.pcap",
        "d09-chromium-nginx-tls13.pcap",
    ] {
        let path = folder.join(name);
        let keys = folder.join(format!("{}.keys.log", name.split('.').next().unwrap()));
        let mut arguments = vec![path.to_str().unwrap()];
        if keys.exists() {
            arguments.extend(["--keylog", keys.to_str().unwrap()]);
        }
        let plain = decoded(&arguments, b"").unwrap();
        let masks = [&arguments[..], &["--mask"]].concat();
        let masked = decoded(&masks, b"").unwrap();
        let mut values = Vec::new();
        for (connection, other) in list(&plain, "connections")
            .iter()
            .zip(list(&masked, "connections"))
        {
            for (block, other) in blocks(connection, false).iter().zip(blocks(other, false)) {
                assert_eq!(block["error"], other["error"], "{name}");
                assert_eq!(block["table"]["size"], other["table"]["size"], "{name}");
                for (item, other) in list(block, "items").iter().zip(list(&other, "items")) {
                    for key in ["start", "end", "index", "insertedBy"] {
                        assert_eq!(item[key], other[key], "{name}");
                    }
                    // A short value can be part of one that stays.
                    let length = item["value"].as_str().map_or(0, str::len);
                    if item["value"] != other["value"] && length > 12 {
                        values.push(item["value"].as_str().unwrap().to_owned());
                    }
                }
            }
        }
        secrets += values.len();
        for format in ["table", "json", "ndjson"] {
            let all = [&["--format", format], &masks[..]].concat();
            let run = support::run("decode", &all, b"");
            for value in &values {
                assert!(!run.out.contains(value), "{name}, {format}: {value}");
                assert!(!run.err.contains(value), "{name}, {format}: {value}");
            }
        }
    }
    assert!(secrets > 10, "only {secrets}");
}

/// What is not known to be harmless is in no output, labels and what messages
/// quote included; `--keep` adds to what stays.
#[test]
fn masked_text_quotes_nothing() {
    let secret = "hunter2secret";
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let exported = format!(
        "# table 62 x-otp: {secret}\n> 82be400178{:02x}{hex}\n",
        secret.len()
    );
    let words = format!("authorization: {secret}\nA block: 82 86 8{secret}\n");
    let listed = format!(
        "62 x-otp: {secret}\n\nblock: 82be\nblock: 828684\n:method: GET\n:scheme: http\n:path: /{secret}\n"
    );
    for input in [&exported, &words, &listed] {
        for format in [
            "table", "json", "ndjson", "text", "csv", "markdown", "fields", "curl", "story",
        ] {
            let run = support::run("decode", &["--mask", "--format", format], input.as_bytes());
            for gone in [secret, "x-otp", &hex] {
                assert!(!run.out.contains(gone), "{format}: {}", run.out);
                assert!(!run.err.contains(gone), "{format}: {}", run.err);
            }
        }
    }
    for table in [secret, "x-otp"] {
        let run = support::run("decode", &["--mask", "--table", table], b"82");
        assert_eq!(run.status, 2, "{}", run.err);
        assert!(!run.err.contains(table), "{}", run.err);
    }
    let kept = ["--mask", "--keep", "X-OTP", "--format", "fields"];
    let run = support::run("decode", &kept, exported.as_bytes());
    assert!(run.out.contains(&format!("x-otp: {secret}")), "{}", run.out);
}
