//! Fits the weights to labelled texts: an averaged structured perceptron.

pub use super::choose::Weights;
use std::rc::Rc;

use super::{
    Options, Paste, Source,
    candidates::{Candidate, Text},
    choose::{BIT, Chooser, Search, Solution, score},
    evidence::{Feature, Features, Given, START},
    lexer, read_with, settings, text,
    weights::WEIGHTS,
};
use crate::Refusal;

/// A text with the blocks in it; none if it has to be refused.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its name.
    pub name: String,
    /// The text.
    pub text: Vec<u8>,
    /// The blocks, in order.
    pub expected: Vec<Vec<u8>>,
    /// Whether fitting uses it, and how much, in tenths.
    pub weight: i32,
}

/// Rounds over all samples, and what they change. The mean is taken of the second half.
const ROUNDS: usize = 8;
const RATE: f64 = 300.0;
/// The same where a fit continues another.
const SMALL_RATE: f64 = 60.0;
const SLOWER: f64 = 0.85;
const MARGIN: i64 = 3 * BIT;
/// Elements of the longest text that is learnt from.
const LONGEST: usize = 400;

/// What is known of the order of weights: the better a block decodes, the
/// likelier it is one.
const ORDER: &[(Feature, Feature)] = {
    use Feature as F;
    &[
        (F::Broken, F::Whole),
        (F::Whole, F::Decodes),
        (F::Decodes, F::Message),
        (F::SomePseudo, F::AllPseudo),
    ]
};

impl Weights {
    /// The table with one row for each feature.
    #[must_use]
    pub fn rows(&self) -> Vec<(&'static str, i32, i32)> {
        let tenths = |weight: i32| (f64::from(weight) / 100.0).round() as i32;
        let row = |&feature: &Feature| {
            let at = feature as usize;
            (feature.name(), tenths(self.0[0][at]), tenths(self.0[1][at]))
        };
        Feature::ALL.iter().map(row).collect()
    }

    /// What a fit begins with.
    #[must_use]
    pub fn start() -> Self {
        let mut weights = Self([0, 1].map(|_: usize| vec![0; WEIGHTS.len()]));
        for (at, &(words, strict, _)) in START.iter().enumerate() {
            weights.0[0][at] = 100 * words;
            weights.0[1][at] = 100 * strict;
        }
        weights
    }

    /// The table that a file has, by the names of its rows.
    #[must_use]
    pub fn parse(file: &str) -> Self {
        let mut weights = Self::default();
        for row in file.lines() {
            let mut parts = row.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            let mut next = || parts.find(|part| !part.is_empty());
            let name = next();
            let at = Feature::ALL.iter().position(|one| Some(one.name()) == name);
            for column in &mut weights.0 {
                if let (Some(at), Some(Ok(weight))) = (at, next().map(str::parse::<i32>)) {
                    column[at] = 100 * weight;
                }
            }
        }
        weights
    }

    /// These weights without some features.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Self {
        let mut weights = self.clone();
        for feature in Feature::ALL
            .iter()
            .filter(|one| names.contains(&one.name()))
        {
            let columns = weights.0.iter_mut();
            columns.for_each(|column| column[*feature as usize] = 0);
        }
        weights
    }

    /// The part `part` of the way to others, in eighths, rounded like the table.
    #[must_use]
    pub fn towards(&self, other: &Self, part: i32) -> Self {
        let column = |n: usize| {
            let pairs = self.0[n].iter().zip(&other.0[n]);
            let part = |from: &i32, to: &i32| from + (to - from) * part / 8;
            let step = pairs.map(|(from, to)| (f64::from(part(from, to)) / 100.0).round());
            step.map(|tenths| tenths as i32 * 100).collect()
        };
        Self([column(0), column(1)])
    }

    /// Mean of several.
    #[must_use]
    pub fn mean(all: &[Self]) -> Self {
        let column = |n: usize| {
            let mean =
                |at: usize| all.iter().map(|one| one.0[n][at]).sum::<i32>() / all.len() as i32;
            (0..WEIGHTS.len()).map(mean).collect()
        };
        Self([column(0), column(1)])
    }
}

/// A text prepared to be learnt from. It stays in memory.
pub struct Prepared {
    chooser: Chooser<'static, 'static>,
    expected: Vec<Vec<u8>>,
    weight: i32,
}

impl Prepared {
    /// Prepares a sample; `None` if it is not text, or too long.
    #[must_use]
    pub fn new(sample: &Sample) -> Option<Self> {
        let raw: &str = Box::leak(text::decode(&sample.text)?.into_owned().into());
        let mut plain = text::normalise(raw);
        text::unquote(&mut plain);
        let plain: &[u8] = Box::leak(plain.into_owned().into());
        let elements = lexer::lex(plain, raw, 0..raw.len(), true);
        let initial = settings::initial(&elements.settings);
        let elements = Box::leak(Box::new(elements));
        let source = Source {
            raw,
            plain,
            elements,
            start: 0,
            chosen: None,
        };
        let text = Box::leak(Box::new(Text::new(source, &Options::default(), initial)));
        text.find_joins();
        let text = &*text;
        (text.len() <= LONGEST).then(|| Self {
            chooser: Chooser::new(text),
            expected: sample.expected.clone(),
            weight: sample.weight,
        })
    }
}

impl Prepared {
    /// The best candidates with their rows, chosen ones first.
    #[must_use]
    pub fn explain(&self, weights: &Weights) -> String {
        let text = self.chooser.text;
        let first = self.chooser.search(weights, Search::default());
        let accepted = first.accepted();
        let accepted = (!first.chosen.is_empty()).then_some(&accepted);
        let solution = self.chooser.search(
            weights,
            Search {
                accepted,
                ..Search::default()
            },
        );
        let rows = |features: &Features| {
            let one = |&(feature, value): &(Feature, i32)| {
                let bits = f64::from(weights.0[usize::from(text.is_strict)][feature as usize])
                    * f64::from(value)
                    / BIT as f64;
                format!("{} {bits:.1}", feature.name())
            };
            features.0.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let mut lines = Vec::new();
        let mut line = |mark: &str, candidate: &Candidate, features: &Features| {
            let bits = score(&weights.0[usize::from(text.is_strict)], features) as f64 / BIT as f64;
            let spelled = text.source.slice(candidate.start(), candidate.end());
            let (join, tag) = (candidate.join, candidate.reading.tag);
            lines.push(format!(
                "{mark} {bits:.1} {join:?} {tag} {spelled:.40?}: {}",
                rows(features)
            ));
        };
        for node in &solution.chosen {
            line("+", &node.candidate, &node.features);
        }
        let all = self.chooser.all.iter().flatten().flatten();
        let weigh = |one: &Rc<Candidate>| {
            (
                self.chooser.weigh_beside(weights, one, accepted),
                one.clone(),
            )
        };
        let mut ranked: Vec<_> = all.map(weigh).collect();
        ranked.sort_by_key(|one| -one.0.0);
        for ((_, features), candidate) in ranked.iter().take(8) {
            line("-", candidate, features);
        }
        lines.join("\n")
    }
}

/// Reads a text with the given weights instead of those in the table.
///
/// # Errors
/// As [`read`](super::read).
pub fn read(input: &[u8], weights: &Weights) -> Result<Paste, Refusal> {
    read_with(input, &Options::default(), weights)
}

/// Fits weights from `start` on, in an order that depends on `seed`, without the
/// features of these names. What continues another fit takes smaller steps.
#[must_use]
pub fn fit(samples: &[&Prepared], start: &Weights, seed: u64, without: &[&str]) -> Weights {
    let mut weights: [Vec<f64>; 2] =
        [0, 1].map(|n: usize| start.0[n].iter().copied().map(f64::from).collect());
    let mut sums = weights.clone().map(|column| vec![0.0; column.len()]);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut order: Vec<&Prepared> = samples
        .iter()
        .copied()
        .filter(|one| one.weight > 0)
        .collect();
    let is_new = *start == Weights::start().without(without);
    let mut rate = if is_new { RATE } else { SMALL_RATE };
    for round in 0..ROUNDS {
        for n in (1..order.len()).rev() {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            order.swap(n, (random % (n as u64 + 1)) as usize);
        }
        for sample in &order {
            let Some((good, bad)) = compare(sample, &rounded(&weights)) else {
                continue;
            };
            let column = usize::from(sample.chooser.text.is_strict);
            let step = rate * f64::from(sample.weight) / 100.0;
            let mut change = |solution: &Solution, step: f64| {
                let features = solution.chosen.iter().flat_map(|node| &node.features.0);
                for &(feature, value) in features {
                    let given = START[feature as usize].2;
                    if without.contains(&feature.name()) {
                        continue;
                    }
                    if given.is_empty() || column == 0 && given == [Given::Strict] {
                        weights[column][feature as usize] += step * f64::from(value);
                    }
                }
            };
            if let Some(good) = good {
                change(&good, step);
            }
            change(&bad, -step);
            for &(lower, higher) in ORDER {
                let (low, high) = (lower as usize, higher as usize);
                let mean = f64::midpoint(weights[column][low], weights[column][high]);
                weights[column][low] = weights[column][low].min(mean);
                weights[column][high] = weights[column][high].max(mean);
            }
        }
        if round >= ROUNDS / 2 {
            for (sum, weight) in sums.iter_mut().flatten().zip(weights.iter().flatten()) {
                *sum += weight;
            }
        }
        rate *= SLOWER;
    }
    rounded(&sums.map(|column| {
        column
            .iter()
            .map(|sum| sum / (ROUNDS - ROUNDS / 2) as f64)
            .collect()
    }))
}

fn rounded(weights: &[Vec<f64>; 2]) -> Weights {
    Weights([0, 1].map(|n: usize| {
        weights[n]
            .iter()
            .map(|weight| weight.round() as i32)
            .collect()
    }))
}

/// The right solution, if there is one, and a wrong one that is as good.
fn compare(sample: &Prepared, weights: &Weights) -> Option<(Option<Solution>, Solution)> {
    let chooser = &sample.chooser;
    let first = chooser.search(weights, Search::default());
    let accepted = first.accepted();
    let bad = chooser.search(
        weights,
        Search {
            accepted: (!first.chosen.is_empty()).then_some(&accepted),
            margin: Some((&sample.expected, MARGIN)),
            ..Search::default()
        },
    );
    if bad.blocks() == sample.expected {
        return None;
    }
    if sample.expected.is_empty() {
        return Some((None, bad));
    }
    Some((Some(chooser.gold(weights, &sample.expected)?), bad))
}
