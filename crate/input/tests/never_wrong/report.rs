//! How many texts were tried, and what became of them.

use std::{collections::BTreeMap, fmt::Write};

use crate::judge::Verdict;

/// The damage of a text that has none.
pub(crate) const NONE: &str = "undamaged";

/// How many texts had each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally([usize; 10]);

impl Tally {
    fn tried(&self) -> usize {
        self.0.iter().sum()
    }

    pub(crate) fn of(&self, verdict: Verdict) -> usize {
        self.0[verdict as usize]
    }

    fn add(&mut self, other: &Tally) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

/// A text that was read wrong: the smallest of its kind.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) text: String,
    pub(crate) wanted: String,
    pub(crate) read: String,
    /// Which text of its format it is.
    pub(crate) n: usize,
}

/// A format and a damage.
pub(crate) type Pair = (&'static str, &'static str);

/// The verdicts of all texts, by format and damage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    tallies: BTreeMap<Pair, Tally>,
    examples: BTreeMap<Pair, Vec<Example>>,
}

/// The most examples of a pair that are kept.
const EXAMPLES: usize = 6;

impl Report {
    pub(crate) fn count(&mut self, pair: Pair, verdict: Verdict) {
        self.tallies.entry(pair).or_default().0[verdict as usize] += 1;
    }

    pub(crate) fn keep(&mut self, pair: Pair, example: Example) {
        let examples = self.examples.entry(pair).or_default();
        examples.push(example);
        examples.sort_by_key(|example| (example.text.len(), example.n));
        examples.truncate(EXAMPLES);
    }

    pub(crate) fn merge(&mut self, other: Report) {
        for (pair, tally) in &other.tallies {
            self.tallies.entry(*pair).or_default().add(tally);
        }
        for (pair, examples) in other.examples {
            for example in examples {
                self.keep(pair, example);
            }
        }
    }

    pub(crate) fn total(&self) -> Tally {
        let mut total = Tally::default();
        for tally in self.tallies.values() {
            total.add(tally);
        }
        total
    }

    /// The pairs of format and damage that were read wrong.
    pub(crate) fn wrong(&self) -> impl Iterator<Item = (Pair, usize)> {
        self.with(Verdict::Wrong)
    }

    /// Examples of undamaged texts of which something is said all the same.
    fn noted(&self) -> impl Iterator<Item = (Pair, usize)> {
        self.with(Verdict::Noted)
            .filter(|((_, damage), _)| *damage == NONE)
    }

    fn with(&self, verdict: Verdict) -> impl Iterator<Item = (Pair, usize)> {
        self.tallies
            .iter()
            .map(move |(pair, tally)| (*pair, tally.of(verdict)))
            .filter(|(_, count)| *count > 0)
    }

    pub(crate) fn examples(&self, pair: Pair) -> &[Example] {
        self.examples.get(&pair).map_or(&[], Vec::as_slice)
    }

    fn list(
        &self,
        f: &mut std::fmt::Formatter<'_>,
        mut pairs: Vec<(Pair, usize)>,
    ) -> std::fmt::Result {
        pairs
            .sort_by_key(|((format, damage), count)| (std::cmp::Reverse(*count), *damage, *format));
        for (pair, count) in pairs {
            writeln!(f, "{} / {}: {count}", pair.0, pair.1)?;
            for example in self.examples(pair) {
                writeln!(f, "  #{} {}", example.n, on_one_line(&example.text))?;
                writeln!(f, "    printed {}", example.wanted)?;
                writeln!(f, "    read    {}", example.read)?;
            }
        }
        Ok(())
    }

    fn table(&self, title: &str, key: impl Fn(Pair) -> Option<&'static str>) -> String {
        let mut rows: BTreeMap<&str, Tally> = BTreeMap::new();
        for (pair, tally) in &self.tallies {
            if let Some(key) = key(*pair) {
                rows.entry(key).or_default().add(tally);
            }
        }
        let mut out = format!(
            "{title:<40} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}\n",
            "tried",
            "right",
            "noted",
            "labelled",
            "refused",
            "broken",
            "no trace",
            "blanks",
            "part",
            "names",
            "WRONG"
        );
        let mut total = Tally::default();
        for (name, tally) in &rows {
            total.add(tally);
            out += &row(name, tally);
        }
        out + &row("all", &total)
    }
}

/// A text with marks for the ends of its lines and its tabs.
fn on_one_line(text: &str) -> String {
    text.replace('\r', "␍")
        .replace('\n', "⏎")
        .replace('\t', "⇥")
}

fn row(name: &str, tally: &Tally) -> String {
    use Verdict::*;
    let mut row = format!("{name:<40} {:>8}", tally.tried());
    for verdict in [
        Right, Noted, Labelled, Refused, Broken, NoTrace, Blanks, Part, Names, Wrong,
    ] {
        let _ = write!(row, " {:>8}", tally.of(verdict));
    }
    row + "\n"
}

const LEGEND: &str = "\
right: the blocks that were printed
noted: the same, and a note that something may be damaged
labelled: other blocks, and a note that the whole text does not have
refused: not read, with a reason
broken: other blocks, and a decoder stops at one that was not printed, with
        an error that names the place
no trace: other blocks, and the text is exactly what a format prints for them,
          or that with numbers before its lines
blanks: the same but for blanks and ends of lines
part: the text is a part of what a format prints for them, nothing left open
names: the same but for names, commas at the ends of lists, zeros before
       numbers, and letters all small or all capitals
WRONG: other blocks, and nothing said
";

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let undamaged = self.table("format, undamaged", |(format, damage)| {
            (damage == NONE).then_some(format)
        });
        let damaged = self.table("format, damaged", |(format, damage)| {
            (damage != NONE).then_some(format)
        });
        let damages = self.table("damage", |(_, damage)| Some(damage));
        write!(f, "{LEGEND}\n{undamaged}\n{damaged}\n{damages}")?;
        for (title, verdict) in [
            ("Damage that left no trace", Verdict::NoTrace),
            ("Damage that left a trace only in blanks", Verdict::Blanks),
            ("Damage that left a part of a text", Verdict::Part),
            ("Damage that left a trace only in names", Verdict::Names),
        ] {
            writeln!(f, "\n{title}, by format:")?;
            let mut by_damage: BTreeMap<&str, Vec<String>> = BTreeMap::new();
            for ((format, damage), count) in self.with(verdict) {
                by_damage
                    .entry(damage)
                    .or_default()
                    .push(format!("{format} {count}"));
            }
            for (damage, formats) in by_damage {
                writeln!(f, "  {damage}: {}", formats.join(", "))?;
            }
        }
        writeln!(f, "\nUndamaged, right, and a note all the same:")?;
        self.list(f, self.noted().collect())?;
        writeln!(f, "\nSilently wrong, by damage and format:")?;
        self.list(f, self.wrong().collect())
    }
}
