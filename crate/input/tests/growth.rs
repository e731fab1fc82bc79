//! Memory and work for pasted text are proportional to the text, whatever it
//! holds. What time it takes, `npm run growth` measures.

#[path = "../examples/growth/texts.rs"]
mod texts;

use input::{
    paste::{self, Options},
    work,
};
use testing::meter::{Counting, measure};
use texts::{Text, texts};

/// Counts for [`measure`].
#[global_allocator]
static GLOBAL: Counting = Counting;

/// Most bytes that are held at once for each byte of a text: in a notation as
/// people paste it, and where every element is as short as can be.
const HELD: [usize; 2] = [20, 110];

/// The most steps for each byte, and the largest factor by which allocation
/// grows if the text is four times as long: where it is more than what any text
/// needs. Of a text with many passages, each is read more than once.
const STEPS: u64 = 64;
const GROWTH: f64 = 6.5;
const ALWAYS: f64 = 256.0 * 1024.0;

/// The most notes on any text.
const NOTES: usize = 2001;

fn wrong(text: &Text, most: usize) -> Option<String> {
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
    let wrong: Vec<String> = all.filter_map(|(text, most)| wrong(text, most)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
