//! Memory for pasted text is proportional to the text, whatever it holds.
//! What time it takes, `npm run growth` measures.

mod texts;

use input::paste::{self, Options};
use testing::meter::{Counting, measure};
use texts::{HOSTILE, NOTATIONS};

/// Counts for [`measure`].
#[global_allocator]
static GLOBAL: Counting = Counting;

/// Most bytes that are held at once for each byte of a text: in a notation as
/// people paste it, and where every line is as short as can be.
const HELD: [usize; 2] = [48, 176];

/// The largest factor by which total allocation grows when the text doubles
/// in length.
const GROWTH: f64 = 2.6;

/// The most notes on any text.
const NOTES: usize = 2001;

#[test]
fn memory_is_proportional_to_the_text() {
    let mut wrong = Vec::new();
    let notations = NOTATIONS.iter().map(|text| (text, HELD[0]));
    for (text, most) in notations.chain(HOSTILE.iter().map(|text| (text, HELD[1]))) {
        let needed = |size: usize| {
            let text = (text.make)(size);
            let (read, used) = measure(|| paste::read(&text, &Options::default()));
            assert!(read.map_or(0, |paste| paste.problems.len()) <= NOTES);
            (used.peak / text.len(), used.asked as f64)
        };
        // Below 64 KiB a text is read in every notation.
        let ((_, short), (held, long)) = (needed(1 << 17), needed(1 << 18));
        if held > most || long > GROWTH * short {
            let growth = long / short;
            wrong.push(format!(
                "{}: {held} bytes a byte, growth {growth:.1}",
                text.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
