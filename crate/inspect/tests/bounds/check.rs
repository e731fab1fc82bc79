//! Checks for any input: reading, reporting, queries and diagnosis stay within
//! memory bounds and do not panic.

use std::{hint::black_box, io};

use input::{Reader, Source};
use inspect::{
    Options, Session,
    assumed::AssumedEntries,
    capture::{Capture, timeline::FrameFilter},
    compare::{
        block::{BlockOf, Comparison},
        sessions,
    },
    report::{BlockFilter, Decoded, Report, Tables},
    search::{Query, Texts},
};

use testing::meter::{Counting, measure};

/// Counts allocations for [`measure`].
#[global_allocator]
static GLOBAL: Counting = Counting;

/// Maximum memory for an input of `bytes` bytes, bytes.
pub(crate) fn bound(bytes: usize) -> usize {
    (64 << 20) + 200 * bytes
}

/// Reads an input with a key log in chunks of `part` bytes, and checks the
/// memory.
pub(crate) fn whole(input: &[u8], keylog: &[u8], part: usize) {
    let most = measure(|| read(input, keylog, part)).1.peak;
    let bytes = input.len() + keylog.len();
    assert!(most <= bound(bytes), "{most} bytes for {bytes}");
}

pub(crate) fn read(input: &[u8], keylog: &[u8], part: usize) {
    let mut capture = Capture::new(Options::default());
    let mut reader = Reader::new(&input::Options {
        keylog: keylog.to_vec(),
        ..Default::default()
    });
    for part in input.chunks(part) {
        if reader.push(part, &mut capture).is_err() {
            return;
        }
    }
    let bytes = input.len() as u64;
    match reader.finish(&mut capture) {
        Err(refusal) => assert!(!refusal.message.is_empty()),
        Ok(Source::Paste(paste, _)) if paste.content == input::paste::Content::Blocks => {
            let session = Session::decode(Options::default(), paste.blocks.iter());
            let decoded = Decoded::Blocks(&session, BlockFilter::default());
            report("pasted", bytes, &paste.problems, decoded);
            query_session(&session);
        }
        Ok(_) => {
            let problems = capture.all_problems();
            for problem in &problems {
                assert!(!problem.r#where.is_empty() && !problem.message.is_empty());
            }
            let decoded = Decoded::Capture(&capture.connections, BlockFilter::default());
            report("capture", bytes, &problems, decoded);
            query_connections(&mut capture);
        }
    }
}

fn report(format: &str, bytes: u64, problems: &[input::Problem], decoded: Decoded<'_>) {
    let report = Report::new(format, bytes, problems, decoded, &[], Tables::Size);
    serde_json::to_writer(io::sink(), &report).expect("it can be written");
}

/// Runs what the page shows of connections.
fn query_connections(capture: &mut Capture) {
    for connection in &mut capture.connections {
        black_box(connection.control());
        for stream in connection.streams().iter().take(8) {
            black_box(connection.stream_view(stream, &AssumedEntries::NONE, 0));
        }
        let all = connection.timeline(&FrameFilter::default(), None);
        for frame in all.iter().take(8) {
            black_box(connection.line(*frame as usize, &AssumedEntries::NONE));
        }
        query_session(&connection.session);
    }
}

/// Runs queries on the first rows and errors of a session.
fn query_session(session: &Session) {
    let known = AssumedEntries::NONE;
    let texts = Texts::new(known.over(session), 0..session.rows().len());
    for text in ["zz", "zz: zz", "0x00"] {
        let query = Query::parse(text).expect("a query");
        let blocks = 0..session.blocks().len();
        black_box(known.over(session).search(&query, &texts, blocks));
    }
    drop(texts);
    let overlay = known.over(session);
    let pairs = sessions::pairs(overlay, overlay);
    assert!(pairs.len() >= session.blocks().len());
    for pair in pairs.iter().take(8) {
        if let (Some(left), Some(right)) = (pair.left, pair.right) {
            let [left, right] = [left, right].map(|block| BlockOf {
                overlay,
                block: block as usize,
            });
            black_box(Comparison::new(left, right).view(0, 8, 64));
        }
    }
    drop(pairs);
    for direction in 0..session.directions().len() {
        black_box(session.summary(direction));
    }
    for row in 0..session.rows().len().min(8) {
        black_box(session.explain(row, 0));
        black_box(session.table_after(0, Some(row), 0, 8));
    }
    for block in 0..session.blocks().len().min(2) {
        for found in session.found(block).into_iter().take(64) {
            black_box(session.warning(block, found));
        }
    }
    let errors: Vec<usize> = (0..session.blocks().len())
        .filter(|&block| session.blocks()[block].error.is_some())
        .take(2)
        .collect();
    for block in errors {
        black_box(session.explain_error(block, 0));
        for diagnosis in session.diagnose(block) {
            black_box(session.with_change(&diagnosis.change));
        }
    }
}
