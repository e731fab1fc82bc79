//! Checks that memory and work for pasted text are proportional to its length.
//! Time is measured by `npm run lab growth`.

#[path = "../examples/growth/texts.rs"]
mod texts;

use input::{
    paste::{self, Options},
    work,
};
use testing::meter::{Counting, measure};
use texts::{Text, texts};

#[global_allocator]
static GLOBAL: Counting = Counting;

/// Most bytes held per byte of text, for usual notations and for texts with the
/// shortest possible elements.
const HELD: [usize; 2] = [50, 120];

/// Most steps per byte, and largest factor by which allocation grows for four
/// times the length if it exceeds [`ALWAYS`]. In texts with many passages, each
/// is read more than once.
const STEPS: u64 = 64;
const GROWTH: f64 = 6.5;
const ALWAYS: f64 = 512.0 * 1024.0;

const NOTES: usize = 2001;

fn exceeded_limit(text: &Text, most: usize) -> Option<String> {
    let needed = |size: usize| {
        let text = text.make(size);
        let read = || work::count(|| paste::read(&text, &Options::default()));
        let ((read, steps), used) = measure(read);
        assert!(read.map_or(0, |paste| paste.problems.len()) <= NOTES);
        (
            used.peak / text.len(),
            steps / text.len() as u64,
            used.asked as f64,
        )
    };
    let ((.., short), (held, steps, long)) = (needed(1 << 14), needed(1 << 16));
    let growth = long / short;
    let is_wrong = held > most || steps > STEPS || growth > GROWTH && long > ALWAYS;
    is_wrong.then(|| {
        format!(
            "{}: {held} bytes and {steps} steps a byte, growth {growth:.1}",
            text.name
        )
    })
}

#[test]
fn memory_and_work_are_proportional_to_the_text() {
    let (notations, hostile) = texts();
    let notations = notations.iter().map(|text| (text, HELD[0]));
    let all = notations.chain(hostile.iter().map(|text| (text, HELD[1])));
    let wrong: Vec<String> = all
        .filter_map(|(text, most)| exceeded_limit(text, most))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
