//! Chooses the candidates with the most evidence: a beam over the elements,
//! which carries the decoder tables and what was accepted.

mod offers;

use std::{collections::BTreeMap, mem, rc::Rc};

use super::{
    candidates::{Candidate, Few, Join, Text},
    evidence::{Feature, Features, ONE},
    frames::Holds,
    judge::{Grade, Table, Verdict, judge},
    lexer::Kind,
    number::Style,
    reading::Reading,
    scan::contains,
    text::ELLIPSIS,
    weights::WEIGHTS,
};
use crate::Sender;
use offers::Offers;

/// Weights in thousandths of a bit, for texts with words and without.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "fit"), expect(unreachable_pub))]
pub struct Weights(pub(super) [Vec<i32>; 2]);

impl Default for Weights {
    fn default() -> Self {
        let column = |of: fn(&(&str, i16, i16)) -> i16| {
            WEIGHTS.iter().map(|row| i32::from(of(row)) * 100).collect()
        };
        Self([column(|row| row.1), column(|row| row.2)])
    }
}

impl Weights {
    /// What a feature adds to the score of a candidate.
    pub(super) fn cost(&self, is_strict: bool, feature: Feature, features: &Features) -> i64 {
        let weight = i64::from(self.0[usize::from(is_strict)][feature as usize]);
        features
            .0
            .iter()
            .filter(|one| one.0 == feature)
            .map(|one| weight * i64::from(one.1))
            .sum()
    }
}

/// A bit of a score: thousandths of weights times tenths of values.
pub(super) const BIT: i64 = 1000 * ONE as i64;

/// States kept at each element of a text with few elements, and at the end, to
/// compare them; one of a text with many.
const BEAM: usize = 4;
const BEAM_OF_GOLD: usize = 6;
const LAST: usize = 8;
/// Accepted candidates that a new one is compared with, in texts of few and of
/// many elements.
const COMPARED: [usize; 2] = [60, 8];
/// Elements of a long text that a first pass goes over, if there are words.
const SAMPLE: usize = 400;
/// Elements after which a path is given up that is worse than one run of all of
/// them, and did not gain.
const PATIENCE: usize = 256;
/// Bits by which a rival has to be worse.
const MARGIN: i64 = BIT;
/// The same where the better one does not decode, which speaks for no notation.
const MARGIN_OF_BROKEN: i64 = 6 * BIT;

/// Bits by which a score may fall short of zero if nothing else was found: in a
/// text with words, and in one of bytes only, which is read even if broken.
const LEAST: [i64; 2] = [BIT, 20 * BIT];

/// An accepted candidate.
pub(super) struct Chosen {
    pub(super) candidate: Rc<Candidate>,
    pub(super) grade: Option<Grade>,
    #[cfg(feature = "fit")]
    pub(super) features: Rc<Features>,
}

/// Tables of an unknown sender, the client and the server.
pub(super) type Tables = [Option<Rc<Table>>; 3];

/// A way to read the elements so far.
#[derive(Clone, Default)]
struct State {
    score: i64,
    tables: Tables,
    /// Number of blocks, counted only if they are given.
    blocks: usize,
    /// Number of the last step, from 1; 0 before the first.
    last: u32,
}

/// Something that could be taken.
pub(super) struct Offer {
    pub(super) candidate: Rc<Candidate>,
    /// The same without bytes, if they can be read again.
    pub(super) shape: Option<Rc<Candidate>>,
}

impl Offer {
    pub(super) fn new(candidate: Rc<Candidate>) -> Self {
        Self {
            candidate,
            shape: None,
        }
    }
}

/// Something taken, and the step before it.
struct Step {
    offer: Offer,
    first: u32,
    previous: u32,
    grade: Option<Grade>,
    holds: Holds,
    is_chosen: bool,
    #[cfg(feature = "fit")]
    features: Rc<Features>,
}

impl Candidate {
    fn count_blocks(&self) -> usize {
        match self.holds {
            Holds::Frames { has_blocks: false } => 0,
            Holds::Frames { .. } => self.blocks().len(),
            _ => self.ends.len(),
        }
    }

    /// Whether its blocks equal those of `expected`, starting at index `at`.
    fn is_expected(&self, expected: &[Vec<u8>], at: usize) -> bool {
        let count = self.count_blocks();
        let Some(expected) = expected.get(at..at + count).filter(|_| count > 0) else {
            return false;
        };
        self.blocks() == expected
    }
}

/// What was accepted in a first pass.
#[derive(Default)]
pub(super) struct Accepted(Vec<Rc<Candidate>>);

/// The chosen candidates in order.
#[derive(Default)]
pub(super) struct Solution {
    pub(super) chosen: Vec<Chosen>,
    pub(super) score: i64,
    /// The most that a candidate adds to the score of those before it.
    gain: i64,
    /// Score of the best solution with other bytes at the same place, and its
    /// candidate there.
    pub(super) rival: Option<(i64, Rc<Candidate>)>,
}

impl Solution {
    /// The rival, if it is as good.
    pub(super) fn close_rival(&self) -> Option<&Candidate> {
        let (score, rival) = self.rival.as_ref()?;
        let is_broken =
            |node: &Chosen| node.grade == Some(Grade::Broken) && node.candidate.overlaps(rival);
        let margin = match self.chosen.iter().any(is_broken) {
            true => MARGIN_OF_BROKEN,
            false => MARGIN,
        };
        (self.score - score < margin).then_some(rival)
    }

    pub(super) fn accepted(&self) -> Accepted {
        let is_good = |node: &&Chosen| node.grade.is_none_or(|grade| grade >= Grade::Whole);
        let good = self.chosen.iter().filter(is_good);
        let mut seen = Accepted::default();
        for node in good {
            let is_like = |one: &Rc<Candidate>| one.signature == node.candidate.signature;
            let is_kept = seen.0.len() < COMPARED[0] || !seen.0.iter().any(is_like);
            if is_kept && seen.0.len() < 4 * COMPARED[0] {
                seen.0.push(node.candidate.clone());
            }
        }
        seen
    }

    pub(super) fn has_frames(&self) -> bool {
        self.chosen
            .iter()
            .any(|node| node.candidate.holds.is_framed())
    }

    /// The blocks in the order of the text.
    #[cfg(feature = "fit")]
    pub(super) fn blocks(&self) -> Vec<Vec<u8>> {
        let candidates = || self.chosen.iter().map(|node| &node.candidate);
        if !self.has_frames() {
            return candidates().flat_map(|one| one.blocks()).collect();
        }
        let framed = || candidates().filter(|one| one.holds.is_framed());
        let single: Vec<Vec<u8>> = framed().flat_map(|one| one.blocks()).collect();
        let all: Vec<u8> = framed().flat_map(|one| one.bytes().to_vec()).collect();
        match super::frames::blocks(&all) {
            Some(blocks) if blocks.len() >= single.len() => blocks,
            _ => single,
        }
    }
}

/// What a search is for.
#[derive(Clone, Copy, Default)]
pub(super) struct Search<'s> {
    pub(super) accepted: Option<&'s Accepted>,
    /// Only these blocks, in this order.
    pub(super) only: Option<&'s [Vec<u8>]>,
    /// Blocks, and what is added to the score of each candidate with any others.
    pub(super) margin: Option<(&'s [Vec<u8>], i64)>,
    pub(super) bias: i64,
    /// Only this number of elements.
    pub(super) sample: Option<usize>,
}

/// All candidates of a text with few elements.
pub(super) type Candidates = Vec<Vec<Rc<Candidate>>>;

pub(super) struct Chooser<'t, 'a> {
    pub(super) text: &'t Text<'a>,
    pub(super) all: Option<Candidates>,
}

impl<'t, 'a> Chooser<'t, 'a> {
    pub(super) fn new(text: &'t Text<'a>) -> Self {
        let all = (!text.is_many()).then(|| {
            let mut all: Vec<Vec<Candidate>> = (0..text.len()).map(|p| text.at(p)).collect();
            text.join_frames(&mut all);
            let share = |list: Vec<Candidate>| list.into_iter().map(Rc::new).collect();
            all.into_iter().map(share).collect()
        });
        Self { text, all }
    }

    pub(super) fn solve(&self, weights: &Weights) -> Solution {
        let (is_strict, is_many) = (self.text.is_strict, self.text.is_many());
        let mut search = Search {
            sample: (is_many && !is_strict).then_some(SAMPLE),
            ..Search::default()
        };
        let mut solution = self.search(weights, search);
        if solution.chosen.is_empty() && search.sample.take().is_some() {
            solution = self.search(weights, search);
        }
        let least = LEAST[usize::from(is_strict)];
        // Among words, a single path finds nothing else.
        let is_final = is_many && !is_strict && solution.gain + least <= 0;
        if solution.chosen.is_empty() && !is_final {
            search.bias = least;
            solution = self.search(weights, search);
        }
        search.sample = None;
        if solution.chosen.is_empty() || is_many && is_strict {
            return solution;
        }
        let accepted = Some(&solution.accepted());
        self.search(weights, Search { accepted, ..search })
    }

    /// The best way to read exactly these blocks.
    #[cfg(feature = "fit")]
    pub(super) fn gold(&self, weights: &Weights, expected: &[Vec<u8>]) -> Option<Solution> {
        let count = |solution: &Solution| -> usize {
            solution
                .chosen
                .iter()
                .map(|node| node.candidate.count_blocks())
                .sum()
        };
        let mut search = Search {
            only: Some(expected),
            ..Search::default()
        };
        let mut first = self.search(weights, search);
        if count(&first) != expected.len() {
            search.bias = 100 * BIT;
            first = self.search(weights, search);
            return (count(&first) == expected.len()).then_some(first);
        }
        let accepted = first.accepted();
        let second = self.search(
            weights,
            Search {
                accepted: Some(&accepted),
                ..search
            },
        );
        Some(if count(&second) == expected.len() {
            second
        } else {
            first
        })
    }

    pub(super) fn search(&self, weights: &Weights, goal: Search<'_>) -> Solution {
        Walk::new(self, weights, goal).solve()
    }

    pub(super) fn empty(&self) -> Rc<Table> {
        Rc::new(Table::new(self.text.initial.unwrap_or(4096)))
    }

    /// What it costs to leave out an element.
    pub(super) fn skip(&self, column: &[i32], p: usize) -> i64 {
        match self.text.is_strict && !self.is_lone(p) {
            true => i64::from(column[Feature::Skipped as usize]) * i64::from(ONE),
            false => 0,
        }
    }

    /// How many rows of a candidate could be candidates of their own.
    fn rows_apart(&self, candidate: &Candidate, table: &Rc<Table>) -> i32 {
        if self.text.even_of(candidate.first()) == Some((candidate.first(), candidate.last())) {
            return 0;
        }
        let members = candidate.members.iter().take(64);
        let parts = members.filter_map(|&p| self.text.part(p, candidate.reading.tag, None));
        let grades: Vec<Grade> = parts.map(|part| judge(part.bytes(), table).grade).collect();
        let are = |least: Grade| !grades.is_empty() && grades.iter().all(|grade| *grade >= least);
        match are(Grade::Decodes) || are(Grade::Whole) && grades.len() == candidate.members.len() {
            true => candidate.members.len().min(8) as i32 - 1,
            false => 0,
        }
    }

    /// Adds how a candidate is related to those accepted before it, and in a
    /// first pass.
    fn relate<'o>(
        &self,
        f: &mut Features,
        candidate: &Candidate,
        others: impl Iterator<Item = &'o Candidate>,
        grade: Option<Grade>,
        accepted: Option<&Accepted>,
    ) {
        use Feature as F;
        let has_words = !self.text.is_strict;
        let (bytes, is_framed) = (candidate.bytes(), candidate.holds.is_framed());
        let (base, signature) = (&candidate.features, &candidate.signature);
        let (mut is_alike, mut is_kind) = (false, false);
        let mut others = others.peekable();
        if others.peek().is_some() {
            let (mut is_same, mut is_like, mut is_mixed, mut is_contained) =
                (false, false, false, false);
            for other in others {
                let alike = other.signature.is_like(signature);
                is_alike |= alike;
                is_kind |= other.signature.kind == signature.kind;
                is_mixed |= !is_framed && other.holds.is_framed();
                let other = other.bytes();
                if other == bytes {
                    is_same = true;
                    is_like |= alike;
                } else if !is_framed && other.len() > bytes.len() {
                    // A cut block is a prefix of a good one.
                    let is_tail = grade == Some(Grade::Broken) && !other.starts_with(bytes);
                    is_contained |= (!alike || is_tail) && contains(other, bytes);
                }
            }
            f.set(F::Echo, has_words && is_same && !is_like);
            f.set(F::Alike, is_alike);
            f.set(F::AlikeKind, !is_alike && is_kind);
            f.set(F::Mixed, is_mixed);
            f.set(F::Contained, is_contained);
        }
        let Some(accepted) = accepted else {
            return;
        };
        let is_like_first = accepted
            .0
            .iter()
            .any(|other| other.signature.is_like(signature) && !other.overlaps(candidate));
        f.set(F::AlikeFirst, is_like_first);
        f.set(
            F::AlikeEnd,
            (is_alike || is_like_first) && base.has(F::EndsLine) && signature.is_labelled,
        );
        // A number before other things, as in `block 82: 8684`, is part of a label.
        let is_short = (base.has(F::Enclosed) || base.has(F::EndsLine))
            && (base.has(F::Number) || signature.is_labelled && matches!(bytes.len(), 1 | 2));
        f.set(
            F::AlikeShort,
            is_like_first && is_short && grade != Some(Grade::Broken),
        );
    }

    /// Whether an element of a text without words can be left out: a line
    /// number, time, address or heading.
    pub(super) fn is_lone(&self, p: usize) -> bool {
        let text = self.text;
        let element = text.element(p);
        let (start, end) = (text.start(p), text.end(p));
        let is_line = |one: usize, next: usize| !text.text_between(one, next).contains(&b'\n');
        let Kind::Run(run) = element.kind else {
            return text
                .ones(p)
                .iter()
                .any(|one| one.bytes().len() > 7 && one.is_count());
        };
        let spelled = &text.plain()[start..end];
        let is_time = (5..16).contains(&spelled.len())
            && spelled.contains(&b':')
            && spelled
                .iter()
                .all(|byte| byte.is_ascii_digit() || b":.".contains(byte));
        let is_single = run.separator == 0;
        let is_address = run.style == Style::Hex && is_single && (9..19).contains(&spelled.len());
        let is_short = is_single && spelled.len() < 4;
        let is_beside = || p > 0 && is_line(p - 1, p) || p + 1 < text.len() && is_line(p, p + 1);
        let is_minor =
            is_time || is_address || is_short || text.ones(p).iter().any(|one| one.is_count());
        is_minor && (is_beside() || text.ones(p).is_empty())
    }
}

/// A search: goes over the elements, and keeps the best ways to read those so far.
struct Walk<'c, 't, 'a> {
    chooser: &'c Chooser<'t, 'a>,
    text: &'t Text<'a>,
    column: &'c [i32],
    goal: Search<'c>,
    end: usize,
    beam: usize,
    compared: usize,
    nothing: Rc<Table>,
    offers: Offers<'t, 'a>,
    /// The best states at each element ahead, the best one first.
    beams: BTreeMap<usize, Vec<State>>,
    /// Where the longest run of neighbours ends that is ahead.
    run: usize,
    gain: i64,
    steps: Vec<Step>,
}

impl<'c, 't, 'a> Walk<'c, 't, 'a> {
    fn new(chooser: &'c Chooser<'t, 'a>, weights: &'c Weights, goal: Search<'c>) -> Self {
        let text = chooser.text;
        let is_many = text.is_many();
        Self {
            chooser,
            text,
            column: &weights.0[usize::from(text.is_strict)],
            end: goal.sample.unwrap_or(text.len()),
            beam: match goal.only {
                _ if is_many => 1,
                Some(_) => BEAM_OF_GOLD,
                None => BEAM,
            },
            goal,
            compared: COMPARED[usize::from(is_many)],
            nothing: chooser.empty(),
            offers: Offers::new(text),
            beams: BTreeMap::from([(0, vec![State::default()])]),
            run: 0,
            gain: i64::MIN / 2,
            steps: Vec::new(),
        }
    }

    fn solve(mut self) -> Solution {
        let (text, chooser) = (self.text, self.chooser);
        let mut given = text.tables.iter().peekable();
        // Where the path was last compared with that run, and its score there.
        let mut compared = (0, i64::MIN);
        let mut next = 0;
        while next < self.end {
            let p = next;
            next += 1;
            let Some(mut states) = self.beams.remove(&p) else {
                continue;
            };
            if self.beam == 1 && p >= compared.0 + PATIENCE {
                let score = states[0].score;
                let run = self.beams.get(&self.run);
                let is_worse = run.is_some_and(|run| score < run[0].score);
                if is_worse && score <= compared.1 {
                    next = self.run;
                    self.beams = self.beams.split_off(&next);
                    continue;
                }
                compared = (p, score);
            }
            while let Some((_, table)) = given.next_if(|one| one.0 <= p) {
                for state in &mut states {
                    state.tables = [(); 3].map(|()| Some(table.clone()));
                }
            }
            let (skip, offers) = match &chooser.all {
                Some(all) => {
                    let offers = all[p].iter().cloned().map(Offer::new);
                    (chooser.skip(self.column, p), offers.collect())
                }
                None => self.offers.at(p, chooser, self.column),
            };
            let mut apart = vec![None; offers.len()];
            for state in states {
                let score = state.score + skip;
                if let Some(place) = self.make_room(p, p + 1, score) {
                    let skipped = State {
                        score,
                        ..state.clone()
                    };
                    self.keep(p + 1, place, skipped);
                }
                for (offer, apart) in offers.iter().zip(&mut apart) {
                    self.take(&state, skip, offer, apart);
                }
                if let Some(best) = self.steps.last().filter(|_| self.beam == 1)
                    && best.first == p as u32
                    && best.offer.candidate.members.len() == 1
                {
                    self.offers.learn(&best.offer.candidate);
                }
            }
        }
        let states = self.beams.remove(&self.end).unwrap_or_default();
        self.finish(&states)
    }

    /// The place of a state with this score among those kept at an element, if it
    /// is one of the best, for which the last one gives way.
    fn make_room(&mut self, p: usize, at: usize, score: i64) -> Option<usize> {
        let most = match self.beam > 1 && at == self.end {
            true => LAST,
            false => self.beam,
        };
        let states = self.beams.entry(at).or_default();
        let place = states.partition_point(|state| state.score >= score);
        if place == most {
            return None;
        }
        if states.len() == most
            && let Some(worst) = states.pop()
            && worst.last as usize == self.steps.len()
        {
            // Nothing was added to a step that begins here.
            self.steps.pop_if(|step| step.first as usize == p);
        }
        Some(place)
    }

    fn keep(&mut self, at: usize, place: usize, state: State) {
        self.beams.entry(at).or_default().insert(place, state);
    }

    /// Adds a candidate to a state.
    fn take(&mut self, state: &State, skip: i64, offer: &Offer, apart: &mut Option<i32>) {
        let candidate = &*offer.candidate;
        let mut blocks = 0;
        if let Some(expected) = self.goal.only {
            if !candidate.is_expected(expected, state.blocks) {
                return;
            }
            blocks = state.blocks + candidate.count_blocks();
        }
        let (mut features, grade, tables) = read(candidate, &state.tables, &self.nothing);
        if has_parts(candidate) {
            let table = state.tables[0].as_ref().unwrap_or(&self.nothing);
            let apart = apart.get_or_insert_with(|| self.chooser.rows_apart(candidate, table));
            features.add(Feature::PartsUneven, *apart * ONE);
        }
        let others = self.path(state.last).take(self.compared);
        let others = others.map(|step| &*step.offer.candidate);
        self.chooser
            .relate(&mut features, candidate, others, grade, self.goal.accepted);
        let mut score = state.score
            + score_with(self.column, &candidate.features, grade)
            + score(self.column, &features)
            + self.goal.bias;
        if let Some((gold, margin)) = self.goal.margin {
            let mut blocks = candidate.blocks().into_iter();
            let is_right = !gold.is_empty() && blocks.all(|block| gold.contains(&block));
            score += if is_right { 0 } else { margin };
        }
        self.gain = self.gain.max(score - state.score);
        let (first, last) = (candidate.first(), candidate.last());
        if self.beam == 1 && last > first {
            // Or taking the first one alone.
            let best = self.beams.get(&(first + 1)).and_then(|best| best.first());
            let best = best.map_or(state.score, |best| best.score);
            if score > best + skip * (last - first) as i64 {
                self.offers.learn(candidate);
            }
        }
        let at = (last + 1).min(self.end);
        let Some(place) = self.make_room(first, at, score) else {
            return;
        };
        if last > first && candidate.is_run() {
            self.run = self.run.max(at);
        }
        self.steps.push(Step {
            offer: Offer {
                candidate: offer.candidate.clone(),
                shape: offer.shape.clone(),
            },
            first: first as u32,
            previous: state.last,
            grade,
            holds: candidate.holds,
            is_chosen: false,
            #[cfg(feature = "fit")]
            features: match self.beam {
                1 => candidate.features.clone(),
                _ => Rc::new(candidate.features.with(&features, grade)),
            },
        });
        let state = State {
            score,
            tables,
            blocks,
            last: self.steps.len() as u32,
        };
        self.keep(at, place, state);
        if offer.shape.is_some() {
            self.release(self.steps.len() as u32);
        }
    }

    /// The step with this number and those before it.
    fn path(&self, last: u32) -> impl Iterator<Item = &Step> {
        let step = |number: u32| self.steps.get(number.checked_sub(1)? as usize);
        std::iter::successors(step(last), move |one| step(one.previous))
    }

    /// Drops the bytes of the last step that no other is compared with.
    fn release(&mut self, last: u32) {
        let far = self.path(last).nth(self.compared - 1);
        if let Some(far) = far.and_then(|far| far.previous.checked_sub(1))
            && let offer = &mut self.steps[far as usize].offer
            && let Some(shape) = &offer.shape
        {
            offer.candidate = shape.clone();
        }
    }

    /// The best state of others in which other bytes are read at the same place.
    fn rival(&self, states: &[State]) -> Option<(i64, Rc<Candidate>)> {
        let (best, others) = states.split_first()?;
        let chosen: Vec<&Candidate> = self
            .path(best.last)
            .take(COMPARED[0] + 1)
            .map(|step| &*step.offer.candidate)
            .collect();
        let is_rival = |other: &&Candidate| {
            let is_other = |one: &&Candidate| one.overlaps(other) && one.blocks() != other.blocks();
            chosen.len() <= COMPARED[0] && chosen.iter().any(is_other)
        };
        others.iter().find_map(|state| {
            let mut path = self.path(state.last);
            let step = path.find(|step| is_rival(&&*step.offer.candidate))?;
            Some((state.score, step.offer.candidate.clone()))
        })
    }

    /// The candidates of the best state. Elements alone that are read alike share
    /// their bytes.
    fn finish(mut self, states: &[State]) -> Solution {
        let gain = self.gain;
        let Some(best) = states.first() else {
            return Solution::default();
        };
        let rival = self.rival(states);
        let mut at = best.last;
        while let Some(n) = at.checked_sub(1) {
            let step = &mut self.steps[n as usize];
            (step.is_chosen, at) = (true, step.previous);
        }
        let mut steps = self.steps;
        steps.retain(|step| step.is_chosen);
        steps.shrink_to_fit();
        // All bytes in each notation, and the length of each step.
        let mut shared: Vec<Reading> = Vec::new();
        let mut lengths = Vec::with_capacity(steps.len());
        for step in &steps {
            let kind = step.offer.shape.as_ref().map(|shape| &shape.reading);
            let one = kind.and_then(|kind| self.text.part(step.first, kind.tag, kind.trimmed));
            lengths.push(one.as_ref().map_or(0, |one| one.bytes().len() as u32));
            if let Some((kind, one)) = kind.zip(one) {
                let n = shared.iter().position(|other| kind.is_alike(other));
                let n = n.unwrap_or_else(|| {
                    shared.push((**kind).clone());
                    shared.len() - 1
                });
                shared[n].all.extend(&one.all);
            }
        }
        let mut shared: Vec<(Rc<Reading>, u32)> =
            shared.into_iter().map(|one| (Rc::new(one), 0)).collect();
        let chosen = |(step, length): (Step, u32)| {
            let alike = step.offer.shape.as_ref().and_then(|shape| {
                let mut all = shared.iter_mut();
                Some((shape, all.find(|other| shape.reading.is_alike(&other.0))?))
            });
            let candidate = match alike {
                None => step.offer.candidate,
                Some((shape, (reading, from))) => Rc::new(Candidate {
                    from: mem::replace(from, *from + length),
                    ends: Few::One(length),
                    holds: step.holds,
                    features: shape.features.clone(),
                    signature: shape.signature.clone(),
                    ..self
                        .text
                        .candidate(Join::One, Few::One(step.first), reading.clone())
                }),
            };
            Chosen {
                candidate,
                grade: step.grade,
                #[cfg(feature = "fit")]
                features: step.features,
            }
        };
        Solution {
            chosen: steps.into_iter().zip(lengths).map(chosen).collect(),
            score: best.score,
            gain,
            rival,
        }
    }
}

/// Whether the rows of a candidate could be blocks of their own.
fn has_parts(candidate: &Candidate) -> bool {
    !candidate.holds.is_framed() && candidate.join == Join::Rows
}

/// Whether a feature counts: bytes that look like something else do not if they decode.
fn counts(feature: Feature, grade: Option<Grade>) -> bool {
    use Feature as F;
    grade.is_some_and(|grade| grade < Grade::Decodes) || !matches!(feature, F::Printable | F::Known)
}

/// Judges the blocks of a candidate with the tables of each side that fit. Returns
/// the features of the verdict, the grade unless it is frames, and the tables
/// after it.
fn read(
    candidate: &Candidate,
    tables: &Tables,
    nothing: &Rc<Table>,
) -> (Features, Option<Grade>, Tables) {
    use Feature as F;
    let mut f = Features(Vec::with_capacity(32));
    let holds = candidate.holds;
    if holds != Holds::Blocks {
        f.set(F::Frames, true);
        f.set(F::FrameBlocks, holds != Holds::Frames { has_blocks: false });
        return (f, None, tables.clone());
    }
    let all = |side: usize| {
        let mut table = tables[side].as_ref().unwrap_or(nothing).clone();
        let mut verdicts: Vec<Verdict> = Vec::new();
        for part in candidate.parts().take(200) {
            let verdict = judge(part, &table);
            table = verdict.table.clone();
            verdicts.push(verdict);
        }
        let grade = verdicts
            .iter()
            .map(|verdict| verdict.grade)
            .min()
            .unwrap_or_default();
        (grade, side, verdicts, table)
    };
    let mut best = all(0);
    let has_others = tables[1..].iter().any(Option::is_some);
    for side in [1, 2] {
        if best.0 >= Grade::Decodes || !has_others {
            break;
        }
        let other = all(side);
        if other.0 > best.0 {
            best = other;
        }
    }
    let (grade, side, verdicts, table) = best;
    let mut after = tables.clone();
    if side == 0 {
        after[0] = Some(table);
        let sender = verdicts
            .iter()
            .find_map(|verdict| verdict.sender)
            .filter(|_| grade > Grade::Broken);
        let other = match sender {
            Some(Sender::Client) => 1,
            Some(Sender::Server) => 2,
            _ => 0,
        };
        if other > 0 {
            // The same table as long as only one side is there.
            let is_same = match (&tables[0], &tables[other]) {
                (None, None) => true,
                (Some(one), Some(two)) => Rc::ptr_eq(one, two),
                _ => false,
            };
            after[other] = if is_same {
                after[0].clone()
            } else {
                Some(all(other).3)
            };
        }
    } else if grade > Grade::Broken {
        after[side] = Some(table);
    }
    let sum = |of: fn(&Verdict) -> i32| verdicts.iter().map(of).fold(0, i32::saturating_add);
    let (evidence, likelihood) = (sum(|one| one.evidence), sum(|one| one.likelihood));
    let few = |count: usize| count.min(5) as i32 * ONE;
    match grade {
        Grade::Broken => {
            f.set(F::Broken, true);
            if let Some(broken) = verdicts.iter().find(|one| one.grade == Grade::Broken) {
                f.add(F::FieldsBefore, broken.likelihood.clamp(-20, 40));
                f.set(F::CutShort, broken.is_cut());
            }
            if verdicts.iter().all(|one| one.is_whole) {
                f.add(F::StructureOfBroken, evidence.min(30));
            }
        }
        _ => {
            f.set(F::Whole, grade == Grade::Whole);
            f.set(F::Decodes, grade == Grade::Decodes);
            f.set(F::Message, grade == Grade::Message);
            if grade > Grade::Whole {
                f.add(F::Evidence, evidence.min(30));
            }
            f.add(F::EvidenceLong, (evidence.min(400) - 30).max(0) / 3);
            f.add(F::Likelihood, likelihood.clamp(-20, 40));
            let pseudo = verdicts.iter().map(|one| one.pseudo).max();
            f.set(F::AllPseudo, pseudo == Some(2));
            f.set(F::SomePseudo, pseudo == Some(1));
            f.add(
                F::Repeated,
                few(verdicts.iter().map(|one| one.repeated).sum()),
            );
        }
    }
    (f, Some(grade), after)
}

/// Why a text without words is not read as it was chosen.
pub(super) enum Leftover {
    /// Something other than a separator, at this offset.
    Mixture(usize),
    /// Dots, at this offset.
    Cut(usize),
    /// An element that is not read.
    Element(usize),
}

impl Chooser<'_, '_> {
    /// Refuses a text without words of which something is left over.
    pub(super) fn leftover(&self, solution: &Solution) -> Option<Leftover> {
        let text = self.text;
        let plain = text.plain();
        let chosen: Vec<&Candidate> = solution
            .chosen
            .iter()
            .map(|node| &*node.candidate)
            .collect();
        let mut is_used = vec![false; text.len()];
        for one in &chosen {
            is_used[one.first()..=one.last()].fill(true);
        }
        let is_loose = chosen
            .iter()
            .any(|one| one.join == Join::Series || one.is_trimmed());
        let bracket = |byte: &u8| byte.is_ascii_whitespace() || b"\"'`[](){}<>".contains(byte);
        for p in 1..text.len() {
            let gap = text.joint_text(p - 1, p);
            let is_odd = !gap.is_empty()
                && !gap.iter().any(bracket)
                && matches!(text.element(p - 1).kind, Kind::Run(_));
            if is_odd && !is_loose && (is_used[p - 1] || is_used[p]) {
                return Some(Leftover::Mixture(text.end(p - 1)));
            }
        }
        if let Some(p) = (0..text.len()).find(|&p| text.is_incomplete(p)) {
            return Some(Leftover::Element(p));
        }
        // A short number behind a block could be part of it.
        let is_tail = |p: usize| {
            let before = chosen[..chosen.partition_point(|one| one.last() < p)].last();
            let is_joint = |byte: &u8| b" \t\0,:;".contains(byte);
            text.end(p) - text.start(p) < 4
                && before.is_some_and(|one| plain[one.end()..text.start(p)].iter().all(is_joint))
        };
        let mut left = (0..text.len()).filter(|&p| !is_used[p]);
        let tails = left.clone().filter(|&p| is_tail(p)).count();
        let may_be_tails = !solution.has_frames()
            && !chosen.iter().any(|one| one.is_trimmed())
            && (tails < chosen.len() || chosen.len() == 1 && !plain.contains(&b'\t'));
        if let Some(p) = left.find(|&p| !self.is_lone(p) || may_be_tails && is_tail(p)) {
            return Some(Leftover::Element(p));
        }
        let odd = |gap: &[u8], is_inside: bool| {
            let at = |sign: &[u8]| crate::scan::find(gap, sign);
            let dashes = at(b"--").filter(|at| is_inside || gap.get(at + 2) != Some(&b'-'));
            let single = gap
                .iter()
                .position(|&byte| byte == ELLIPSIS || !is_inside && b"_?".contains(&byte));
            dashes
                .or(single)
                .or_else(|| at(b",*").or_else(|| at(b", *")).or_else(|| at(b":*")))
                .or_else(|| {
                    let lines = gap.split(|&byte| byte == b'\n');
                    let is_star = |line: &[u8]| line.trim_ascii() == b"*";
                    (is_inside && lines.skip(1).any(is_star)).then_some(0)
                })
        };
        let sign = |at: usize| match plain[at] == ELLIPSIS || plain[at..].starts_with(b"...") {
            true => Leftover::Cut(at),
            false => Leftover::Mixture(at),
        };
        // Signs between two runs of a line could part bytes or blocks.
        let is_sign = |byte: &u8| !byte.is_ascii_whitespace() && !b",;.\0".contains(byte);
        let is_bare = |one: &Candidate| !one.features.has(Feature::Enclosed);
        for two in chosen
            .windows(2)
            .filter(|two| two[0].last() + 1 == two[1].first())
        {
            let gap = text.joint_text(two[0].last(), two[1].first());
            let is_line = !gap.contains(&b'\n') && two.iter().all(|one| is_bare(one));
            if is_line && !solution.has_frames() && gap.iter().any(is_sign) {
                return Some(Leftover::Mixture(two[0].end()));
            }
        }
        for two in chosen.windows(2) {
            let (from, to) = (two[0].last(), two[1].first());
            if from + 1 == to
                && let Some(at) = odd(&text.joint_text(from, to), false)
            {
                return Some(sign(two[0].end() + at));
            }
        }
        for one in &chosen {
            for two in one.members.windows(2) {
                let (from, to) = (two[0] as usize, two[1] as usize);
                if let Some(at) = odd(&text.joint_text(from, to), true) {
                    return Some(sign(text.end(from) + at));
                }
            }
        }
        None
    }

    /// Score and features of a candidate as if it were alone.
    pub(super) fn weigh(&self, weights: &Weights, candidate: &Candidate) -> (i64, Features) {
        self.weigh_beside(weights, candidate, None)
    }

    /// Score and features of a candidate beside those accepted first.
    pub(super) fn weigh_beside(
        &self,
        weights: &Weights,
        candidate: &Candidate,
        accepted: Option<&Accepted>,
    ) -> (i64, Features) {
        let column = &weights.0[usize::from(self.text.is_strict)];
        let nothing = self.empty();
        let (mut features, grade, _) = read(candidate, &Tables::default(), &nothing);
        if has_parts(candidate) {
            let apart = self.rows_apart(candidate, &nothing);
            features.add(Feature::PartsUneven, apart * ONE);
        }
        let others = std::iter::empty();
        self.relate(&mut features, candidate, others, grade, accepted);
        let all = candidate.features.with(&features, grade);
        (score(column, &all), all)
    }
}

impl Features {
    /// Those that count for a candidate with this grade, and more.
    fn with(&self, more: &Self, grade: Option<Grade>) -> Self {
        let all = self.0.iter().chain(&more.0).copied();
        Self(all.filter(|one| counts(one.0, grade)).collect())
    }
}

/// The score of the features of a candidate with this grade.
fn score_with(column: &[i32], features: &Features, grade: Option<Grade>) -> i64 {
    let counted = features.0.iter().filter(|one| counts(one.0, grade));
    let cost =
        |&(feature, value): &(Feature, i32)| i64::from(column[feature as usize]) * i64::from(value);
    counted.map(cost).sum()
}

pub(super) fn score(column: &[i32], features: &Features) -> i64 {
    features
        .0
        .iter()
        .map(|&(feature, value)| i64::from(column[feature as usize]) * i64::from(value))
        .sum()
}

/// The feature that speaks most against a candidate.
pub(super) fn largest_reason(
    weights: &Weights,
    is_strict: bool,
    features: &Features,
) -> Option<Feature> {
    let column = &weights.0[usize::from(is_strict)];
    let with_reason = features.0.iter().filter(|one| !one.0.reason().is_empty());
    let cost = |one: &&(Feature, i32)| i64::from(column[one.0 as usize]) * i64::from(one.1);
    with_reason
        .filter(|one| cost(one) < 0)
        .min_by_key(cost)
        .map(|one| one.0)
}
