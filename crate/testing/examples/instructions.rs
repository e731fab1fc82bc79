//! Decodes the stories of an encoder and prints the number of fields, for
//! callgrind: `npm run lab instructions`.

use std::{env, hint::black_box};

use hpack::Decoder;
use testing::story::{self, Story};

fn main() {
    let encoder = env::args().nth(1).expect("the name of an encoder");
    let stories = story::of(&encoder);
    let fields = decode_stories(&stories);
    let cases = stories.iter().flat_map(|story| &story.cases);
    let expected: usize = cases.map(|case| case.headers.len()).sum();
    assert_eq!(fields, expected);
    println!("{fields}");
}

/// Decodes each story with a new decoder. Returns the number of fields. Only
/// this function is counted.
#[inline(never)]
fn decode_stories(stories: &[Story]) -> usize {
    let (mut fields, mut sum) = (0, 0);
    for story in stories {
        let mut decoder = Decoder::default();
        for case in &story.cases {
            let take = |field: hpack::Field<'_>| {
                fields += 1;
                for text in [field.name, field.value] {
                    sum += text.len();
                    if let (Some(first), Some(last)) = (text.first(), text.last()) {
                        sum += usize::from(*first) + usize::from(*last);
                    }
                }
            };
            decoder.decode(&case.wire, take).expect("a valid block");
        }
    }
    black_box(sum);
    fields
}
