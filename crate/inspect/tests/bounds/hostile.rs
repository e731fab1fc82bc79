//! What asks for too much, in one size and in twice that: what it takes grows
//! with it and no faster. `npm run trust` measures it up to 4 MiB.

use input::work;
use inspect::{
    Options, Session,
    capture::{Capture, framing::MAX_FRAMES},
    diagnosis::Effort,
};
use testing::{hostile, meter::measure};

use crate::check;

/// The largest factor by which total allocation grows when the input doubles
/// in length, beside what an input of any size takes.
const GROWTH: usize = 3;
const ALWAYS: usize = 4 << 20;

/// The most steps that a byte of input may take, beside what an input of any
/// size may.
const STEPS: u64 = 128;
const ALWAYS_STEPS: u64 = 8 << 20;

#[test]
fn memory_and_work_grow_with_the_input_only() {
    let mut wrong = Vec::new();
    for (name, make, _) in hostile::ROWS {
        let mut last = None;
        for size in [1 << 17, 1 << 18] {
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

/// Once enough was tried, the other connections cost nothing.
#[test]
fn causes_of_many_connections() {
    let mut capture = capture("connections-that-fail", 1 << 18);
    let bytes = |session: &Session| session.bytes_total();
    let sessions = capture.connections.iter();
    let mut effort = Effort::of(sessions.map(|one| bytes(&one.session)).sum());
    let mut free = 0;
    for connection in &mut capture.connections {
        let spent = effort.is_spent();
        let (told, used) = measure(|| connection.session.causes_within(&mut effort));
        assert!(told.is_empty(), "there is no hint");
        if spent {
            assert_eq!(used.calls, 0);
            free += 1;
        }
    }
    assert!(free > 50, "{free}");
}

fn capture(name: &str, size: usize) -> Capture {
    let mut capture = Capture::new(Options::default());
    let mut reader = input::Reader::new(&input::Options::default());
    let input = hostile::make(name, size);
    reader.push(&input, &mut capture).expect("it can be read");
    reader.finish(&mut capture).expect("it can be read");
    capture
}

/// What is told again and again is told so often and no more, and counted.
#[test]
fn problems_are_listed_up_to_a_bound() {
    // Problems, what the last of them says, errors that are listed, and all.
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

/// The frames of a block are described one by one, as the page shows them, up
/// to a bound.
#[test]
fn frames_of_a_block() {
    for (size, listed) in [(1 << 14, true), (1 << 18, false)] {
        let capture = capture("size-updates-in-continuations", size);
        let connection = &capture.connections[0];
        let framing = connection.framing_of(0).expect("it came in frames");
        let expected = if listed { framing.count as usize } else { 0 };
        assert_eq!(framing.count as usize <= MAX_FRAMES, listed);
        assert_eq!(framing.frames.len(), expected);
    }
}

/// Finding the secrets of a connection has a budget, and that it is spent is
/// said once.
#[test]
fn searching_for_secrets_ends() {
    let rows = [
        ("secrets-of-one-connection", false),
        ("secrets-and-connections", true),
        ("tickets-and-small-records", false),
        ("record-headers-behind-a-hole", true),
    ];
    for (name, spent) in rows {
        let problems = capture(name, 1 << 20).all_problems();
        let told = problems
            .iter()
            .filter(|problem| problem.message.starts_with("Finding out which secret"));
        assert_eq!(told.count(), usize::from(spent), "{name}");
    }
}
