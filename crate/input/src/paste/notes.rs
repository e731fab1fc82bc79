//! What is to be said about a reading, each sentence with its place.

use std::collections::HashSet;

use super::text::{Positions, Text};
use crate::Problem;

/// A byte of the text, and what is to be said about it.
pub(crate) type Noted = (usize, String);

/// The most notes that are kept of [`Notes::push`], and the most of
/// [`Notes::push_of_many`]; the others are counted.
pub(crate) const MOST: u32 = 1000;

/// What is said of a part that was skipped begins with this.
pub(crate) const SKIPPED: &str = "skipped: ";

/// Notes, in any order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    list: Vec<Noted>,
    /// How many of them may be of many.
    many: u32,
    /// How many were not kept, and the byte of the first of these.
    more: (u32, u32),
}

impl Notes {
    /// Something that is hardly ever said more than once: those that may have
    /// to be said of every line never take its place.
    pub(crate) fn push(&mut self, note: Noted) {
        if self.list.len() - (self.many as usize) < MOST as usize {
            self.list.push(note);
        } else {
            self.leave_out(note.0);
        }
    }

    /// Something that may have to be said of every line.
    pub(crate) fn push_of_many(&mut self, at: usize, message: impl FnOnce() -> String) {
        if self.many < MOST {
            self.many += 1;
            self.list.push((at, message()));
        } else {
            self.leave_out(at);
        }
    }

    fn leave_out(&mut self, at: usize) {
        let (count, first) = self.more;
        let first = if count == 0 {
            at as u32
        } else {
            first.min(at as u32)
        };
        self.more = (count + 1, first);
    }

    /// Adds what is said of places of which nothing is said yet.
    pub(crate) fn extend_elsewhere(&mut self, notes: Vec<(usize, String)>) {
        let said: HashSet<usize> = self.list.iter().map(|(at, _)| *at).collect();
        self.extend(notes.into_iter().filter(|(at, _)| !said.contains(at)));
    }

    /// What is said of a part of the text, where `at` gives the places in the
    /// whole of those in the part.
    pub(crate) fn extend_at(&mut self, part: Notes, at: impl Fn(usize) -> usize) {
        for (place, message) in part.list {
            self.push_of_many(at(place), || message);
        }
    }

    /// All of it in the order of the text, what was skipped behind what is doubtful.
    pub(crate) fn problems(self, text: &Text) -> Vec<Problem> {
        let Self { mut list, more, .. } = self;
        let (count, first) = more;
        if count > 0 {
            list.push((
                first as usize,
                match count {
                    1 => "There is one more note like these; it is not listed.".into(),
                    _ => format!("There are {count} more notes like these; they are not listed."),
                },
            ));
        }
        list.sort_by_key(|(at, _)| *at);
        let mut positions = Positions::new(text.raw);
        let problems = list.into_iter().map(|(at, message)| {
            let (line, column) = positions.of(at);
            Problem::note(format!("line {line}, column {column}"), message)
        });
        let mut problems: Vec<Problem> = problems.collect();
        problems.sort_by_key(|problem| problem.message.starts_with(SKIPPED));
        problems
    }
}

impl Extend<(usize, String)> for Notes {
    fn extend<T: IntoIterator<Item = (usize, String)>>(&mut self, notes: T) {
        for (at, message) in notes {
            self.push_of_many(at, || message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_beyond_the_most_are_counted() {
        let raw = "82\n".repeat(MOST as usize + 5);
        let text = Text::new(&raw);
        let mut notes = Notes::default();
        for _ in 0..MOST + 2 {
            notes.push((3, "once".into()));
        }
        for n in 0..MOST as usize + 3 {
            notes.push_of_many(3 * n, || "often".into());
        }
        let problems = notes.problems(&text);
        let count = |message: &str| {
            let all = problems.iter();
            all.filter(|problem| problem.message == message).count()
        };
        assert_eq!(
            (count("once"), count("often")),
            (MOST as usize, MOST as usize)
        );
        let more = "There are 5 more notes like these; they are not listed.";
        assert_eq!(count(more), 1);
        assert_eq!(problems.len(), 2 * MOST as usize + 1);
    }
}
