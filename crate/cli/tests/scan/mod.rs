//! Captures to tables: the questions of docs/fleet.md, a scan that was
//! interrupted, a capture that cannot be read.

mod captures;

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::support;
use serde_json::Value;

/// An empty folder of this test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("scan")
        .join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("in")).unwrap();
    for (name, bytes) in captures::all() {
        fs::write(folder.join("in").join(name), bytes).unwrap();
    }
    folder
}

fn scan(folder: &Path, more: &[&str]) -> support::Run {
    let [input, output] = ["in", "out"].map(|name| folder.join(name).display().to_string());
    support::run(
        "scan",
        &[&[&*input, "--output", &output], more].concat(),
        b"",
    )
}

/// The rows of a table, in the order of the captures, each with the capture's
/// file name.
fn rows(folder: &Path, table: &str) -> Vec<(String, Value)> {
    let mut rows = Vec::new();
    for file in names(folder).iter().filter(|name| name.starts_with(table)) {
        let text = fs::read_to_string(folder.join("out").join(file)).unwrap();
        rows.extend(text.lines().map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            let capture = Path::new(row["capture"].as_str().unwrap())
                .file_stem()
                .unwrap();
            (capture.to_str().unwrap().to_owned(), row)
        }));
    }
    rows.sort_by(|left, right| left.0.cmp(&right.0));
    rows
}

/// The names of the files of the results, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("out")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names
        .filter(|name| name != "_lock" && name != "_scan.json")
        .collect();
    names.sort();
    names
}

#[test]
fn rows_answer_the_questions_of_operators() {
    let folder = folder("questions");
    let run = scan(&folder, &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    let fields = rows(&folder, "fields");
    let blocks = rows(&folder, "blocks");
    let of = |all: &[(String, Value)], is_asked: &dyn Fn(&Value) -> bool| {
        let mut answer: BTreeMap<String, usize> = BTreeMap::new();
        for (capture, _) in all.iter().filter(|(_, row)| is_asked(row)) {
            *answer.entry(capture.clone()).or_default() += 1;
        }
        answer
            .into_iter()
            .map(|(capture, count)| format!("{capture} {count}"))
            .collect::<Vec<_>>()
    };
    let number = |row: &Value, column: &str| row[column].as_i64().unwrap_or(0);

    // A table saves nothing for the server that never hits, and something for
    // the client that repeats itself.
    let sum = |capture: &str, sender: &str, column: &str| {
        let asked = blocks
            .iter()
            .filter(|(from, row)| from == capture && row["sender"] == sender);
        asked.map(|(_, row)| number(row, column)).sum::<i64>()
    };
    let without = sum("churning", "server", "wire_at_0");
    assert!(without <= sum("churning", "server", "wire_at_65536"));
    assert!(sum("secret", "client", "wire_at_0") > sum("secret", "client", "wire_at_4096"));
    let best = |size: i64| of(&blocks, &|row| row["best_table_size"] == size);
    assert!(best(0).contains(&"churning 20".to_owned()), "{:?}", best(0));
    assert!(
        best(1024).contains(&"secret 2".to_owned()),
        "{:?}",
        best(1024)
    );

    let unused = |row: &Value| row["uses"] == 0;
    assert_eq!(of(&fields, &unused), ["churning 10"]);
    // Three entries of 1,036 bytes fit into 4,096.
    assert_eq!(sum("churning", "server", "evicted_unused"), 7);
    assert_eq!(sum("churning", "server", "hits"), 0);
    assert_eq!(sum("churning", "server", "insertions"), 10);

    let secrets = ["authorization", "proxy-authorization", "x-api-key"];
    let is_indexed = |row: &Value| {
        let name = row["name"].as_str().unwrap_or_default();
        row["representation"] == "incremental" && secrets.contains(&name)
    };
    assert_eq!(of(&fields, &is_indexed), ["secret 1"]);

    let is_bomb =
        |row: &Value| number(row, "largest_repeat") >= 200 && number(row, "amplification") >= 50;
    assert_eq!(of(&blocks, &is_bomb), ["bomb 1"]);
    // 1,000 fields of 1 + 4,000 + 32 bytes, and the start line's 42 + 43 + 38.
    assert_eq!(sum("bomb", "client", "list_size"), 1000 * 4033 + 123);
    assert_eq!(
        of(&blocks, &|row| number(row, "cookie_crumbs") >= 200),
        ["crumbs 1"]
    );

    let longer: Vec<_> = fields
        .iter()
        .filter(|(_, row)| number(row, "huffman_saved") < 0)
        .collect();
    let [(capture, row)] = &longer[..] else {
        panic!("{longer:?}");
    };
    // Eight characters of 13 bits each are 13 bytes.
    assert_eq!(
        (&**capture, number(row, "huffman_saved")),
        ("lengthened", -5)
    );
}

#[test]
fn continues_where_it_was_interrupted() {
    let folder = folder("resumed");
    assert_eq!(scan(&folder, &["--jobs", "1"]).status, 0);
    let complete = ["blocks", "captures", "fields"].map(|table| format!("{table}-000000.ndjson"));
    assert_eq!(names(&folder), complete);
    let before = rows(&folder, "fields");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    // A part in progress, and one of which not all files have their names.
    for name in [
        "_fields-000001",
        "_captures-000001",
        "fields-000002",
        "_captures-000002",
    ] {
        write(&format!("out/{name}.ndjson"), b"{");
    }
    let (_, bomb) = &captures::all()[0];
    write("in/more.pcap", bomb);
    write("in/cut.pcap", &bomb[..bomb.len() / 2]);
    write("in/unreadable.pcap", b"");
    for (nth, done) in ["3 of 8", "0 of 8"].into_iter().enumerate() {
        let run = scan(&folder, &[]);
        assert_eq!(run.status, 3, "{}", run.err);
        assert!(run.err.contains(done), "{nth}: {}", run.err);
    }
    let is_old = |row: &&(String, Value)| row.0 != "more" && row.0 != "cut";
    assert!(rows(&folder, "fields").iter().filter(is_old).eq(&before));
    assert!(names(&folder).iter().all(|name| !name.starts_with('_')));
    let captures = rows(&folder, "captures");
    assert_eq!(captures.len(), 8);
    let of = |is_asked: &dyn Fn(&Value) -> bool| -> Vec<&str> {
        let asked = captures.iter().filter(|(_, row)| is_asked(row));
        asked.map(|(capture, _)| &**capture).collect()
    };
    assert_eq!(of(&|row| row["error"].is_string()), ["unreadable"]);
    assert_eq!(of(&|row| row["gaps"] != 0), ["cut"]);
}

#[cfg(unix)]
#[test]
fn reads_no_pipes_and_follows_no_links_to_folders() {
    use std::os::unix::fs::symlink;
    let folder = folder("special");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    symlink(&pipe, folder.join("in/pipe")).unwrap();
    symlink(&folder, folder.join("in/back")).unwrap();
    symlink("nowhere", folder.join("in/broken")).unwrap();
    let run = scan(&folder, &[&pipe.display().to_string(), "/dev/zero"]);
    assert_eq!(run.status, 3, "{}", run.err);
    assert!(run.err.contains(": 2 pipes, devices"), "{}", run.err);
    let mut errors: Vec<_> = rows(&folder, "captures")
        .into_iter()
        .filter(|(_, row)| row["error"].is_string())
        .collect();
    errors.sort_by(|one, other| one.0.cmp(&other.0));
    let names: Vec<&str> = errors.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["broken", "pipe", "zero"]);
    for (name, row) in &errors[1..] {
        let error = row["error"].as_str().unwrap();
        assert!(error.contains("not a file"), "{name}: {error}");
    }
}

#[test]
fn a_small_file_has_few_rows_and_says_how_many_are_omitted() {
    let folder = folder("rows");
    let mut file = Vec::new();
    let mut packed = flate2::write::GzEncoder::new(&mut file, flate2::Compression::best());
    let capture = captures::capture(&[vec![0x82; 300_000]], &[vec![0x88]]);
    packed.write_all(&capture).unwrap();
    packed.finish().unwrap();
    let most = 65_536 + 4 * file.len();
    assert!(most < 100_000, "{most}");
    fs::write(folder.join("in/flood.gz"), file).unwrap();
    assert_eq!(scan(&folder, &[]).status, 0);
    let count = |table| {
        let rows = rows(&folder, table);
        rows.iter().filter(|(name, _)| name == "flood").count()
    };
    assert_eq!(count("fields") + count("blocks"), most);
    for (name, row) in rows(&folder, "captures") {
        // And two blocks, and the field of the response.
        let omitted = if name == "flood" { 300_003 - most } else { 0 };
        assert_eq!(row["omitted_rows"], omitted, "{name}");
    }
}

/// Four cookies of 22 kB, more than an endpoint takes by default.
#[test]
fn large_cookies_are_decoded_by_every_command() {
    let cookie = "c".repeat(22_000);
    let field = hpack::FieldLine::new(b"cookie", cookie.as_bytes());
    let mut request = vec![0x82, 0x86, 0x84];
    hpack::Encoder::default().encode([field; 4], &mut request);
    let mut decoder = hpack::Decoder::new(4096);
    assert!(decoder.decode(&request, |_| ()).is_err());
    let folder = folder("cookies");
    let file = folder.join("in/cookies.pcap");
    let capture = captures::capture(&[request], &[vec![0x88]]);
    fs::write(&file, &capture).unwrap();
    let run = support::run("decode", &["--format", "json"], &capture);
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(run.out.matches(&cookie).count(), 4);
    assert_eq!(scan(&folder, &[]).status, 0);
    let whole = |row: &(String, Value)| row.1["value"] == *cookie;
    let fields = rows(&folder, "fields");
    assert_eq!(fields.iter().filter(|row| whole(row)).count(), 4);
    #[cfg(feature = "bench")]
    {
        let file = file.display().to_string();
        let options = ["--quick", "--format", "json", "--input", &file];
        let options = [&["blocks", "--engine", "fields"][..], &options].concat();
        let run = support::run("bench", &options, b"");
        assert_eq!(run.status, 0, "{}", run.err);
        let report: Value = serde_json::from_str(&run.out).unwrap();
        let result = &report["results"][0];
        assert_eq!(
            (&result["workload"], &result["mismatch"]),
            (&"input".into(), &Value::Null)
        );
    }
}

#[test]
fn masks_as_decode_does() {
    let folder = folder("masked");
    let [key, short] = [("key", 16), ("short", 15)].map(|(name, size)| {
        let path = folder.join(name);
        fs::write(&path, vec![b'k'; size]).unwrap();
        path.display().to_string()
    });
    let mut seen = vec!["Bearer abcdef".to_owned()];
    for more in [&["--mask"][..], &["--mask", "--hash-values", &key]] {
        let _ = fs::remove_dir_all(folder.join("out"));
        assert_eq!(scan(&folder, more).status, 0);
        let fields = rows(&folder, "fields");
        let mut secrets = fields
            .iter()
            .filter(|(_, row)| row["name"] == "authorization");
        let (_, secret) = secrets.next().unwrap();
        assert_eq!(secret["plain_bytes"], 26);
        let value = secret["value"].as_str().unwrap().to_owned();
        assert!(!seen.contains(&value), "{value}");
        seen.push(value);
    }
    let run = scan(&folder, &["--mask", "--hash-values", &short]);
    assert_eq!(run.status, 2, "{}", run.err);
}

#[test]
fn an_output_without_captures_is_refused() {
    let folder = folder("none");
    fs::remove_dir_all(folder.join("in")).unwrap();
    fs::create_dir(folder.join("in")).unwrap();
    let run = scan(&folder, &[]);
    assert_eq!((run.status, &*run.out), (2, ""), "{}", run.err);
}

#[test]
fn refuses_a_folder_with_rows_of_another_kind() {
    let folder = folder("other");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("key", "0123456789abcdef");
    write("keylog", "CLIENT_RANDOM 00 00\n");
    let [key, keylog] = ["key", "keylog"].map(|name| folder.join(name).display().to_string());
    assert_eq!(scan(&folder, &[]).status, 0);
    write("out/_lock", "kept");
    for (more, said) in [
        (&["--mask"][..], "other masking"),
        (&["--mask", "--hash-values", &key], "another key"),
        (&["--mask", "--keep", "cookie"], "other masking"),
        (&["--keylog", &keylog], "another key log"),
    ] {
        let run = scan(&folder, more);
        assert_eq!(run.status, 2, "{more:?}: {}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
    assert_eq!(scan(&folder, &[]).status, 0);
    assert_eq!(fs::read(folder.join("out/_lock")).unwrap(), b"kept");
    write("out/blocks-1.ndjson", "");
    let run = scan(&folder, &[]);
    assert_eq!(run.status, 2);
    assert!(
        run.err.contains("blocks-1.ndjson is not from"),
        "{}",
        run.err
    );
}

/// What stands where a scan has its files.
#[cfg(unix)]
#[test]
fn reads_and_writes_no_links_and_pipes_in_its_folder() {
    let folder = folder("links");
    let none = folder.join("none");
    fs::write(&none, "kept").unwrap();
    for name in [
        "_lock",
        "_scan.json",
        "_fields-000000.ndjson",
        "captures-000000.ndjson",
    ] {
        let path = folder.join("out").join(name);
        for is_link in [true, false] {
            let _ = fs::remove_dir_all(folder.join("out"));
            assert_eq!(scan(&folder, &[]).status, 0);
            let _ = fs::remove_file(&path);
            if is_link {
                std::os::unix::fs::symlink(&none, &path).unwrap();
            } else {
                let made = std::process::Command::new("mkfifo").arg(&path).status();
                assert!(made.unwrap().success());
            }
            let run = scan(&folder, &[]);
            assert_eq!(run.status, 2, "{name}: {}", run.err);
            assert!(run.err.contains("is no file"), "{name}: {}", run.err);
            assert_eq!(fs::read(&none).unwrap(), b"kept");
        }
    }
    // No number follows that of this part.
    fs::remove_dir_all(folder.join("out")).unwrap();
    fs::create_dir(folder.join("out")).unwrap();
    fs::write(folder.join("out/blocks-18446744073709551615.ndjson"), "").unwrap();
    assert_eq!(scan(&folder, &[]).status, 2);
}

/// The same relative path from two folders.
#[test]
fn captures_are_told_apart_from_wherever_they_are_named() {
    let folder = folder("days");
    let out = folder.join("out").display().to_string();
    for (day, all) in [("day1", 1), ("day2", 2)] {
        fs::create_dir(folder.join(day)).unwrap();
        fs::write(folder.join(day).join("a.pcap"), &captures::all()[0].1).unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_hpack-inspect"));
        let run = program.current_dir(folder.join(day));
        let run = run.args(["scan", ".", "--output", &out]).output();
        assert!(run.unwrap().status.success());
        assert_eq!(rows(&folder, "captures").len(), all);
    }
}

#[test]
fn a_capture_that_changed_is_scanned_again() {
    let folder = folder("changed");
    assert_eq!(scan(&folder, &["--jobs", "1"]).status, 0);
    fs::write(folder.join("in/bomb.pcap"), &captures::all()[2].1).unwrap();
    let run = scan(&folder, &[]);
    assert!(run.err.contains("5 of 5"), "{}", run.err);
    assert_eq!(rows(&folder, "captures").len(), 5);
    // Others of its part are gone.
    fs::write(folder.join("in/bomb.pcap"), b"").unwrap();
    for (name, _) in &captures::all()[1..] {
        fs::remove_file(folder.join("in").join(name)).unwrap();
    }
    let run = scan(&folder, &[]);
    let is_alone = run.status == 3;
    assert!(is_alone || run.err.contains("has changed"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn arguments_reach_the_terminal_escaped() {
    for arguments in [&["a", "\x1b]52;c;aGk=\x07"][..], &["--\x1b]52;c;aGk=\x07"]] {
        let run = support::run("decode", arguments, b"");
        assert_eq!(run.status, 2);
        assert!(!run.err.contains(['\x1b', '\x07']), "{:?}", run.err);
        assert!(run.err.contains("\\u{1b}]52"), "{}", run.err);
    }
}
