//! A capture that comes through a pipe, slowly: each block is shown once it is
//! whole, and not when the pipe ends.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// So long a line may take before the test fails and does not wait for ever.
const PATIENCE: Duration = Duration::from_secs(120);

/// Bytes of a file's header, of a record's, and where in that its length is.
const FILE: usize = 24;
const RECORD: usize = 16;
const LENGTH: usize = 8;

/// The file's header and its packets, each with its record's header.
fn packets(file: &[u8]) -> Vec<&[u8]> {
    let (header, mut rest) = file.split_at(FILE);
    let mut parts = vec![header];
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[LENGTH..LENGTH + 4].try_into().unwrap());
        let (packet, behind) = rest.split_at(RECORD + length as usize);
        parts.push(packet);
        rest = behind;
    }
    parts
}

#[test]
fn blocks_are_shown_while_the_pipe_is_open() {
    shown_while_open("table", ["block 2 ", ":status: 200", ":path: /p2.html"]);
    shown_while_open(
        "ndjson",
        [
            "\"sequence\":0,",
            "\"value\":\"200\"",
            "\"value\":\"/p2.html\"",
        ],
    );
}

/// Waits for a line, what stands in it or before it, and a line behind it, all
/// before the last packet is sent.
fn shown_while_open(format: &str, [line, before, behind]: [&str; 3]) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../input/tests/captures/upgrade-null.pcap");
    let file = fs::read(path).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_hpack-inspect"))
        .args(["decode", "--format", format])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (said, lines) = mpsc::channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    let reading = thread::spawn(move || {
        for line in out.lines() {
            said.send(line.unwrap()).unwrap();
        }
    });
    let until = |text: &str| {
        let mut seen = Vec::new();
        loop {
            let line = lines.recv_timeout(PATIENCE);
            seen.push(line.unwrap_or_else(|_| panic!("no “{text}” behind {seen:#?}")));
            if seen.last().unwrap().contains(text) {
                return seen.join("\n");
            }
        }
    };

    let mut pipe = child.stdin.take().unwrap();
    // Byte by byte, as little as can come at once.
    let mut send = |packets: &[&[u8]]| {
        for byte in packets.concat() {
            pipe.write_all(&[byte]).unwrap();
            pipe.flush().unwrap();
        }
    };
    let packets = packets(&file);
    let (all, last) = packets.split_at(packets.len() - 1);
    send(all);
    let first = until(line);
    assert!(first.contains(before), "{first}");
    until(behind);
    send(last);
    drop(pipe);

    let mut err = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{err}");
    reading.join().unwrap();
}
