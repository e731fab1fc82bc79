//! Memory bounds: 64 MiB plus 200 times the input, for any input. Replays seeds
//! and findings of fuzzing, and constructed worst cases.

mod check;
mod hostile;
mod mend;
mod references;
mod targets;
mod what_if;
mod worst;

use input::{Block, Sender, bounds::BLOCK};
use inspect::{
    capture::Capture,
    report::{BlockFilter, Decoded, Report, Tables},
};
use testing::{hostile::build, meter::measure};

#[test]
fn kept_inputs_stay_within_bounds() {
    testing::kept("capture", targets::file);
    testing::kept("file", targets::file);
    testing::kept("gzip", targets::gzip);
    testing::kept("har", targets::har);
    testing::kept("keylog", targets::keylog);
    testing::kept("pcap", targets::pcap);
    testing::kept("pcapng", targets::pcapng);
}

#[test]
fn worst_cases_stay_within_bounds() {
    let mut above = Vec::new();
    for (name, make) in worst::ALL {
        let input = make();
        assert!(input.len() <= worst::SIZE, "{name}: {}", input.len());
        let most = measure(|| check::read(&input, &[], 1 << 16)).1.peak;
        if most > check::bound(input.len()) {
            above.push(format!("{name}: {most} for {}", input.len()));
        }
    }
    assert!(above.is_empty(), "{above:#?}");
}

/// What follows a block of a million rows is read.
#[test]
fn one_block_is_kept_up_to_a_size() {
    for field in [&[0x40, 0, 0][..], &[0x82]] {
        let block = field.repeat(1_000_000);
        let mut parts = block.chunks(16_384).peekable();
        let mut input = [build::PREFACE, &build::frame(4, 0, 0, &[])].concat();
        let mut kind = 1;
        while let Some(part) = parts.next() {
            let end = if parts.peek().is_none() { 4 } else { 0 };
            input.extend(build::frame(kind, end, 1, part));
            kind = 9;
        }
        input.extend(build::frame(1, 4, 3, &[0x82]));
        let (capture, used) = measure(|| {
            let mut capture = Capture::new(inspect::Options::default());
            let mut reader = input::Reader::new(&input::Options::default());
            reader.push(&input, &mut capture).expect("frames");
            reader.finish(&mut capture).expect("frames");
            capture
        });
        assert!(used.peak < BLOCK + 32 * input.len(), "{used:?}");
        let session = &capture.connections[0].session;
        let rows: Vec<usize> = session.blocks().iter().map(|one| one.rows.len()).collect();
        assert!(
            (500_000..1_000_000).contains(&rows[0]) && rows[1..] == [1],
            "{rows:?}"
        );
        let said = |problem: &input::Problem| problem.message.ends_with("it has more than 128 MiB");
        assert_eq!(capture.problems.iter().filter(|one| said(one)).count(), 1);
    }
}

/// A block of a million fields that each violate a rule: only displayed
/// warnings are formatted.
#[test]
fn a_million_warnings_stay_small() {
    const COUNT: u32 = 1_000_000;
    let mut bytes = vec![0x40, 1, b'A', 1, b'b'];
    bytes.resize(bytes.len() + COUNT as usize - 1, 0xbe);
    let block = Block::new(Sender::Unknown, &bytes);
    let session = inspect::Session::decode(inspect::Options::default(), [block]);
    let ((), used) = measure(|| {
        let found = session.found(0);
        let items: Vec<u32> = found.iter().map(|found| found.item).collect();
        assert!(items.into_iter().eq(0..COUNT));
        for &found in &found[500_000..500_050] {
            let warning = session.warning(0, found);
            assert_eq!(warning.code, "uppercase-name");
            assert_eq!(warning.message, "The name “A” has uppercase letters.");
        }
    });
    assert!(used.peak < 100 * COUNT as usize, "{used:?}");
}

/// A one-byte reference can expand to a whole table: JSON writes 64 MiB plus 64
/// bytes per byte of input, and references beyond that.
#[test]
fn json_refers_beyond_its_budget() {
    let written = |references: usize, value: u8| {
        let block = [
            &[0x40, 1, b'a', 0x7f, 0xa1, 0x1e][..],
            &vec![value; 4000],
            &vec![0xbe; references],
        ]
        .concat();
        let length = block.len() as u64;
        let block = Block::new(Sender::Unknown, &block);
        let session = inspect::Session::decode(inspect::Options::default(), [block]);
        assert!(session.blocks()[0].error.is_none(), "{references}");
        let decoded = Decoded::Blocks(&session, BlockFilter::default());
        let report = Report::new("hex", length, &[], decoded, &[], Tables::Full);
        serde_json::to_vec(&report).expect("it is written")
    };
    let most = |references: usize| (64 << 20) + 700 * references;
    for references in [1 << 10, 1 << 16, 1 << 17] {
        let json = written(references, b'v');
        let length = json.len();
        assert!(length < most(references), "{references}: {length}");
        let text = str::from_utf8(&json).expect("JSON is UTF-8");
        let refers = r#""nameOf":{"sequence":0,"start":0},"valueOf":{"sequence":0,"start":0}"#;
        assert_eq!(text.contains(refers), references > 1 << 10);
    }
}

/// One-byte blocks with a table of thousands of entries.
#[test]
fn json_of_many_full_tables_is_bounded() {
    let fill = [&[0x3f, 0xe1, 0xff, 0x3f][..], &[0x40, 0, 0].repeat(20_000)].concat();
    let blocks = std::iter::once(fill).chain(std::iter::repeat_n(vec![0xbe], 1000));
    let blocks: Vec<Vec<u8>> = blocks.collect();
    let blocks = blocks
        .iter()
        .map(|bytes| Block::new(Sender::Unknown, bytes));
    let session = inspect::Session::decode(inspect::Options::with_limit(1 << 20, None), blocks);
    let decoded = Decoded::Blocks(&session, BlockFilter::default());
    let report = Report::new("hex", 0, &[], decoded, &[], Tables::Full);
    let json = serde_json::to_string(&report).expect("it is written");
    // 64 MiB hold this many entries of 32 bytes, plus 2^20 beyond.
    let entries = json.matches("{\"index\":").count();
    assert_eq!(entries, (64 << 20) / 32 + (1 << 20));
}
