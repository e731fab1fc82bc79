//! Fits the weights to labelled texts: an averaged structured perceptron.

pub use super::choose::Weights;
use std::rc::Rc;

use super::{
    Options, Paste, Source,
    candidates::{Candidate, Text},
    choose::{BIT, Chooser, Search, Solution, score},
    evidence::{Feature, Features},
    lexer, read_with, series, settings, text,
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
const SLOWER: f64 = 0.85;
const MARGIN: i64 = 3 * BIT;
/// Elements of the longest text that is learnt from.
const LONGEST: usize = 400;

/// Weights to begin with, in tenths of a bit: what is known beforehand.
#[rustfmt::skip]
const START: &[(Feature, i32, i32)] = {
    use Feature as F;
    &[
        (F::Bias, -90, 40), (F::Broken, -60, -20), (F::Whole, -40, 0), (F::Message, 20, 20),
        (F::AllPseudo, 20, 0), (F::NoPseudo, -10, -10), (F::Evidence, 30, 0), (F::EvidenceWhole, 10, 0),
        (F::EvidenceLong, 20, 10), (F::Likelihood, 10, 0), (F::Unlikely, 30, 0), (F::Repeated, -10, 0),
        (F::Empty, -20, 0), (F::Frames, 120, 120), (F::FrameBlocks, 60, 60), (F::FramesRest, -60, -60),
        (F::Preface, 100, 100), (F::CutFrame, -150, -20), (F::Enclosed, 10, 0), (F::Certain, 30, 0),
        (F::DumpFault, -150, -750), (F::Called, 50, 50),
        (F::Decimal, -10, 0), (F::Octal, -10, 20),
        (F::OtherDialect, -200, -200), (F::Base64Word, -60, -60), (F::Number, -80, -30), (F::Word, -40, 0),
        (F::Address, -30, 0), (F::IndexInBrackets, -50, -50), (F::TimeLike, 0, -450),
        (F::DateLike, 0, -450), (F::OneByte, -40, 0), (F::TwoBytes, -20, 0), (F::FewValues, -80, -50),
        (F::Printable, -100, -500), (F::PrintableDecodes, -10, 0), (F::Known, -100, -500), (F::LabelLast, 40, 40),
        (F::LabelSecond, 30, 30), (F::LabelNear, 20, 20), (F::Title, 30, 30), (F::LabelOther, -50, -50),
        (F::LabelFrame, -50, -50), (F::Counted, 50, 50), (F::CallName, 10, 10), (F::LineOnly, 10, 0),
        (F::TailWords, -10, -10), (F::Glued, -40, -40), (F::Cut, -150, -750), (F::Torn, -120, -720),
        (F::Appended, -120, -720), (F::Unclosed, -100, -700), (F::OpenQuote, -100, -700), (F::SeriesIndexed, 60, 0),
        (F::Rows, -10, -20), (F::EvenRows, 0, 30), (F::RowsBlank, -30, -40), (F::RowsWords, -20, -20),
        (F::RowsSkip, -20, 0), (F::RowsApart, -80, -150), (F::Little, -10, -100), (F::LittleDump, 40, 150), (F::PartsBroken, 30, 0), (F::PartsUneven, 0, -30), (F::Operator, 30, 30),
        (F::Adjacent, 20, 20), (F::PartOfChain, -50, -30), (F::PartOfEven, -20, -20), (F::IsEven, 20, 20),
        (F::TrimOdd, -10, -10), (F::TrimCounter, -20, -10), (F::TrimPart, -30, -300), (F::Alike, 30, 0),
        (F::AlikeKind, 10, 0), (F::AlikeFirst, 30, 0), (F::AlikeEnd, 20, 0), (F::AlikeNumber, 120, 90),
        (F::CutAmongGood, 20, 20), (F::Echo, -300, -300), (F::Contained, -100, -100), (F::HasLonger, -60, -60),
        (F::Mixed, -200, -200), (F::SameNames, 60, 0), (F::Bits, 20, 200), (F::Skipped, 0, -300), (F::SkippedLone, 0, -40),
    ]
};

/// Weights that decide about safety, or depend on a first pass, are given.
const GIVEN: &[(Feature, [bool; 2])] = {
    use Feature as F;
    &[
        (F::AlikeNumber, [true, true]),
        (F::AlikeFirst, [true, true]),
        (F::AlikeEnd, [true, true]),
        (F::SameNames, [true, true]),
        (F::HasLonger, [true, true]),
        (F::Echo, [true, true]),
        (F::Mixed, [true, true]),
        (F::Cut, [false, true]),
        (F::Torn, [false, true]),
        (F::Appended, [false, true]),
        (F::Unclosed, [false, true]),
        (F::OpenQuote, [false, true]),
        (F::DumpFault, [true, true]),
        (F::OtherDialect, [true, true]),
        (F::Bits, [true, true]),
        (F::Octal, [true, true]),
        (F::CutFrame, [true, true]),
        (F::Known, [false, true]),
        (F::Printable, [false, true]),
        (F::TimeLike, [false, true]),
        (F::DateLike, [false, true]),
        (F::TrimPart, [false, true]),
        (F::Length, [false, true]),
        (F::Skipped, [true, true]),
        (F::SkippedLone, [true, true]),
    ]
};

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
        for &(feature, words, strict) in START {
            weights.0[0][feature as usize] = 100 * words;
            weights.0[1][feature as usize] = 100 * strict;
        }
        weights
    }

    /// These weights without one feature.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut weights = self.clone();
        for (at, row) in WEIGHTS.iter().enumerate() {
            if row.0 == name {
                weights.0.iter_mut().for_each(|column| column[at] = 0);
            }
        }
        weights
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
        let mut elements = lexer::lex(plain, raw, 0..raw.len(), true);
        series::mark(&mut elements, plain);
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
            let (join, tag) = (candidate.join, candidate.tag);
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

/// Fits weights from `start` on, in an order that depends on `seed`.
#[must_use]
pub fn fit(samples: &[&Prepared], start: &Weights, seed: u64) -> Weights {
    let mut weights: [Vec<f64>; 2] =
        [0, 1].map(|n: usize| start.0[n].iter().copied().map(f64::from).collect());
    let mut sums = weights.clone().map(|column| vec![0.0; column.len()]);
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut order: Vec<&Prepared> = samples
        .iter()
        .copied()
        .filter(|one| one.weight > 0)
        .collect();
    let mut rate = RATE;
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
                    let is_given = GIVEN.iter().any(|one| one.0 == feature && one.1[column]);
                    if !is_given {
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
