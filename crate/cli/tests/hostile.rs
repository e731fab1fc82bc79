//! Inputs that would flood the output or forge what is said.

use crate::support::run;

/// A value of 4000 bytes, and as many references to it.
fn bomb(value: &str, references: usize) -> String {
    format!(
        "4001617fa11e{}{}",
        value.repeat(4000),
        "be".repeat(references)
    )
}

#[test]
fn a_table_of_a_flood_has_short_lines() {
    for value in ["ff", "61", "1b"] {
        let run = run("decode", &[], bomb(value, 2000).as_bytes());
        assert_eq!(run.status, 0, "{value}");
        let longest = run.out.lines().map(str::len).max();
        assert!(longest < Some(200), "{value}: {longest:?}");
    }
}

/// From where enough is written on, a line says where its entry was inserted.
#[test]
fn a_long_table_refers_to_its_entries() {
    let first = [&[0x40, 1, b'a', 0x7f, 0xa1, 0x1e][..], &[b'v'; 4000]].concat();
    let references = vec![0xbe; 16_000];
    for (blocks, refers) in [(2, false), (60, true)] {
        let frames = std::iter::once(&first).chain(std::iter::repeat_n(&references, blocks));
        let frames = (1..).step_by(2).zip(frames).flat_map(|(stream, block)| {
            let [_, length @ ..] = u32::try_from(block.len()).unwrap().to_be_bytes();
            [&length, &[1, 5][..], &u32::to_be_bytes(stream), block].concat()
        });
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
        let input: Vec<u8> = preface.iter().copied().chain(frames).collect();
        for arguments in [&[][..], &["--mask"]] {
            let run = run("decode", arguments, &input);
            let lines = run.out.matches("  as in block 1, byte 0\n").count();
            assert_eq!(lines > 100, refers, "{blocks}: {lines}");
        }
    }
}

#[test]
fn a_block_of_warnings_shows_some_and_counts_the_rest() {
    let run = run("decode", &[], "82".repeat(5000).as_bytes());
    let said = run.out.lines().filter(|line| line.contains("  warning "));
    assert_eq!(said.count(), 100);
    let more = run.out.lines().find(|line| line.ends_with("more warnings"));
    assert_eq!(more.map(str::trim), Some("and 4901 more warnings"));
}

#[test]
fn what_pasted_blocks_have_to_say_is_counted_too() {
    // Updates to more and more: the SETTINGS that allow them were not seen.
    let block = |size: u32| format!("3fe1{:02x}{:02x}82", 0x80 | size, 0x20);
    let updates: Vec<String> = (1..=120)
        .flat_map(|size| [block(size), "3f0182".to_owned(), block(size)])
        .collect();
    let blocks = updates.join("\n");
    let arguments = ["--start", "unknown", "--blocks", "lines"];
    let run = run("decode", &arguments, blocks.as_bytes());
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 101, "{}", run.err);
    assert!(lines[100].contains("more problem"), "{}", run.err);
}

#[test]
#[cfg(feature = "bench")]
fn what_decodes_to_too_much_is_not_measured() {
    let file = tempfile("bomb", &bomb("61", 20_000));
    for stage in ["blocks", "static-table"] {
        let run = run("bench", &[stage, "--quick", "--input", &file], b"");
        assert_eq!((run.status, &run.out[..]), (2, ""), "{stage}");
        assert!(run.err.contains("more than 64 MiB"), "{}", run.err);
    }
}

#[test]
fn nothing_of_the_input_reaches_the_terminal_as_it_is() {
    let netlog = "{\"constants\":{\"logCaptureMode\":\"\\u001b[31m\\u202eDefault\"},\"events\":[]}";
    let names = r#"[[{"nameHex": "\u001b[31m", "value": "a"}]]"#;
    let lists = "[[[\":path\", \"/\"], [\"\u{202e}\u{1b}\", 3]]]";
    for (command, input) in [("decode", netlog), ("encode", names), ("encode", lists)] {
        let run = run(command, &[], input.as_bytes());
        assert_eq!(run.status, 2, "{input}");
        assert!(!run.err.is_empty());
        let raw = |character: char| {
            character != '\n' && (character.is_control() || character == '\u{202e}')
        };
        assert!(!run.err.contains(raw), "{:?}", run.err);
        assert!(!run.out.contains(raw), "{:?}", run.out);
    }
}

/// A file of its own with this text; its name.
#[cfg(feature = "bench")]
fn tempfile(name: &str, text: &str) -> String {
    let file = std::env::temp_dir().join(format!("hpack-{name}-{}", std::process::id()));
    std::fs::write(&file, text).expect("a file");
    file.display().to_string()
}

#[test]
fn what_would_take_too_much_memory_is_refused() {
    let run = run("decode", &[], "82".repeat(8 << 20).as_bytes());
    assert_eq!((run.status, &run.out[..]), (2, ""));
    assert!(
        run.err.contains("more than 1024 MiB of memory"),
        "{}",
        run.err
    );
}

/// Keys and key logs, which are read whole.
#[cfg(unix)]
#[test]
fn files_that_go_with_an_input_have_a_bound() {
    for arguments in [
        &["--keylog", "/dev/zero"][..],
        &["--mask", "--hash-values", "/dev/zero"],
    ] {
        let run = run("decode", arguments, b"82");
        assert_eq!(run.status, 2);
        assert!(run.err.contains("has more than 64 MiB"), "{}", run.err);
    }
}
