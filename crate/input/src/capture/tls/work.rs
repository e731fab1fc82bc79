//! Counts, for tests, octets that are hashed or authenticated.

use std::cell::Cell;

thread_local! {
    static OCTETS: Cell<u64> = const { Cell::new(0) };
}

/// So many more are.
pub(super) fn add(octets: usize) {
    OCTETS.with(|all| all.set(all.get() + octets as u64));
}

mod tests {
    use http2::Event;
    use testing::hostile;

    use super::OCTETS;
    use crate::{
        Options, Problem, Reader,
        capture::{About, Sink},
    };

    #[derive(Default)]
    struct Problems(Vec<Problem>);

    impl Sink for Problems {
        fn connection(&mut self, _: usize, _: &About) {}
        fn event(&mut self, _: usize, _: Event<'_>) {}
        fn problem(&mut self, problem: Problem) {
            self.0.push(problem);
        }
    }

    /// What reading an input takes, and whether it was told that it takes too
    /// much.
    fn work(input: &[u8]) -> (u64, bool) {
        let before = OCTETS.get();
        let mut problems = Problems::default();
        let mut reader = Reader::new(&Options::default());
        for part in input.chunks(1 << 16) {
            reader.push(part, &mut problems).expect("it is a capture");
        }
        reader.finish(&mut problems).expect("it is a capture");
        let mut told = problems.0.iter().filter(|problem| {
            problem.is_gap && problem.message.starts_with("Finding out which secret")
        });
        let work = OCTETS.get() - before;
        let is_told = told.next().is_some();
        assert!(told.next().is_none(), "once");
        (work, is_told)
    }

    #[test]
    fn grows_with_the_input_only() {
        let rows = [
            ("secrets-of-one-connection", false),
            ("secrets-and-connections", true),
            ("tickets-and-small-records", false),
            ("record-headers-behind-a-hole", true),
        ];
        for (name, much) in rows {
            for size in [1 << 18, 1 << 19, 1 << 20] {
                let (work, told) = work(&hostile::make(name, size));
                assert!(work > 0, "{name}");
                let most = (24 << 20) + 16 * size as u64;
                assert!(work <= most, "{name}: {work} for {size}");
                assert!(told == much || !told && size < 1 << 20, "{name}, {size}");
            }
        }
    }
}
