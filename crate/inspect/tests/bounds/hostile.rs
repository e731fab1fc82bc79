//! Hostile inputs of two sizes: memory and work grow at most linearly. `npm run lab
//! trust` measures up to 4 MiB.

use http2::Event;
use input::{
    Problem,
    capture::{About, Sink},
    work,
};
use inspect::{
    Options, Session,
    capture::{Capture, framing::MAX_FRAMES},
    diagnosis::Effort,
};
use testing::{hostile, meter::measure};

use super::check;

/// Maximum growth of total allocation when the input doubles, and a constant
/// allowance, bytes.
const GROWTH: usize = 3;
const ALWAYS: usize = 4 << 20;

/// Maximum number of steps per byte of input, and a constant allowance.
const STEPS: u64 = 128;
const ALWAYS_STEPS: u64 = 8 << 20;

#[test]
fn memory_and_work_grow_linearly() {
    let mut wrong = Vec::new();
    for (name, make, _) in hostile::ROWS {
        let mut last = None;
        for size in [1 << 16, 1 << 17] {
            let input = make(size);
            let (((), used), steps) = work::count(|| measure(|| check::read(&input, &[], 1 << 16)));
            let most = ALWAYS_STEPS + STEPS * input.len() as u64;
            if !(1..=most).contains(&steps) {
                wrong.push(format!("{name}: {steps} steps for {size}"));
            }
            if used.peak > check::bound(input.len()) {
                wrong.push(format!("{name}: {} at once for {size}", used.peak));
            }
            let most = last.map_or(usize::MAX, |last| GROWTH * last + ALWAYS);
            if used.asked > most {
                wrong.push(format!("{name}: {} in all for {size}", used.asked));
            }
            last = Some(used.asked);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Once the effort is spent, further connections cost nothing.
#[test]
fn diagnosis_of_many_connections_is_bounded() {
    let mut capture = capture("connections-that-fail", 1 << 18);
    let bytes = |session: &Session| session.bytes_total();
    let sessions = capture.connections.iter();
    let mut effort = Effort::of(sessions.map(|one| bytes(&one.session)).sum());
    let mut free = 0;
    for connection in &mut capture.connections {
        let spent = effort.is_spent();
        let (reported, used) = measure(|| connection.session.causes_within(&mut effort));
        assert!(reported.is_empty(), "no cause");
        if spent {
            assert_eq!(used.calls, 0);
            free += 1;
        }
    }
    assert!(free > 50, "{free}");
}

fn capture(name: &str, size: usize) -> Capture {
    read(&hostile::make(name, size), Capture::new(Options::default()))
}

fn read<S: Sink>(input: &[u8], mut sink: S) -> S {
    let mut reader = input::Reader::new(&input::Options::default());
    reader.push(input, &mut sink).expect("it can be read");
    reader.finish(&mut sink).expect("it can be read");
    sink
}

/// Drops each block at once, as an output does that has written it.
struct Written(Capture);

impl Sink for Written {
    fn connection(&mut self, number: usize, about: &About) {
        self.0.connection(number, about);
    }

    fn event(&mut self, connection: usize, event: Event<'_>) {
        let is_block = matches!(event, Event::Block(_));
        self.0.event(connection, event);
        if is_block {
            self.0.drop_written(connection);
        }
    }

    fn problem(&mut self, problem: Problem) {
        self.0.problem(problem);
    }
}

/// What is written is not kept, and the problems are the same.
#[test]
fn written_blocks_are_dropped() {
    let path = testing::data("captures").join("d01-libcurl-nginx-h2c.pcap");
    let input = std::fs::read(path).unwrap();
    let whole = read(&input, Capture::new(Options::default()));
    let Written(left) = read(&input, Written(Capture::new(Options::default())));
    assert!(
        left.kept() < whole.kept() / 2,
        "{} of {}",
        left.kept(),
        whole.kept()
    );
    assert_eq!(left.all_problems(), whole.all_problems());
    for (left, whole) in left.connections.iter().zip(&whole.connections) {
        assert_eq!(left.session.rows(), []);
        assert_eq!(left.framing.iter().len(), 0);
        assert!(left.frames.iter().len() < whole.frames.len());
        assert_eq!(left.frames.len(), whole.frames.len());
        assert_eq!(left.framing.len(), left.session.blocks().len());
    }
}

/// Repeated problems are listed up to a bound, and counted.
#[test]
fn lists_problems_up_to_a_bound() {
    // Problems, part of the last one, listed errors, all errors.
    #[rustfmt::skip]
    let cases = [
        ("paddings-too-long", 1 << 15, 2975, "on stream 5949", 2975, 2975),
        ("paddings-too-long", 1 << 18, 10_002, "first 10000 of 23828 errors", 10_000, 23_828),
        ("size-updates-in-continuations", 1 << 18, 102, "first 100 of 8302 size updates", 0, 0),
    ];
    for (name, size, count, last, listed, errors) in cases {
        let capture = capture(name, size);
        let problems = capture.all_problems();
        assert_eq!(problems.len(), count, "{name}");
        let message = &problems[count - 1].message;
        assert!(message.contains(last), "{name}: {message}");
        let one = &capture.connections[0];
        let found = (one.errors.len(), one.errors_in_all, one.losses);
        assert_eq!(found, (listed, errors, errors), "{name}");
        assert!(capture.has_gaps(&problems));
    }
}

/// The frames of a block are described up to a bound.
#[test]
fn describes_frames_up_to_a_bound() {
    for (size, listed) in [(1 << 14, true), (1 << 18, false)] {
        let capture = capture("size-updates-in-continuations", size);
        let connection = &capture.connections[0];
        let framing = connection.framing_of(0).expect("it came in frames");
        let expected = if listed { framing.count as usize } else { 0 };
        assert_eq!(framing.count as usize <= MAX_FRAMES, listed);
        assert_eq!(framing.frames.len(), expected);
    }
}

/// The search for the secrets of a connection has a budget; exhausting it is
/// reported once.
#[test]
fn search_for_secrets_is_bounded() {
    let rows = [
        ("secrets-of-one-connection", false),
        ("secrets-and-connections", true),
        ("tickets-and-small-records", false),
        ("record-headers-behind-a-hole", true),
    ];
    for (name, spent) in rows {
        let problems = capture(name, 1 << 20).all_problems();
        let reported = problems
            .iter()
            .filter(|problem| problem.message.starts_with("Finding out which secret"));
        assert_eq!(reported.count(), usize::from(spent), "{name}");
    }
}
