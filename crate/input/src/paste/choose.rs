//! Chooses the candidates with the most evidence: a beam over the elements,
//! which carries the decoder tables and what was accepted.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    candidates::{Candidate, Join, Signature, Text},
    evidence::{Feature, Features, ONE},
    frames::Holds,
    judge::{Grade, Table, Verdict, judge},
    lexer::Kind,
    number::Style,
    scan::contains,
    text::ELLIPSIS,
    weights::WEIGHTS,
};
use crate::Sender;

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

/// States kept at each element, of a text with few elements.
const BEAM: usize = 4;
const BEAM_OF_GOLD: usize = 6;
/// Solutions compared at the end.
const LAST: usize = 8;
/// Accepted candidates that a new one is compared with.
const COMPARED: usize = 60;
/// Bits by which a rival has to be worse.
const MARGIN: i64 = BIT;
/// The same where the better one does not decode, which speaks for no notation.
const MARGIN_OF_BROKEN: i64 = 6 * BIT;

/// Bits by which a score may fall short of zero if nothing else was found: in a
/// text with words, and in one of bytes only, which is read even if broken.
const LEAST: [i64; 2] = [BIT, 20 * BIT];

/// An accepted candidate.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) candidate: Rc<Candidate>,
    pub(super) grade: Option<Grade>,
    #[cfg(feature = "fit")]
    pub(super) features: Rc<Features>,
}

impl Chosen {
    /// `features` are only wanted where weights are fitted.
    pub(super) fn new(
        candidate: Rc<Candidate>,
        grade: Option<Grade>,
        features: impl FnOnce() -> Rc<Features>,
    ) -> Self {
        #[cfg(not(feature = "fit"))]
        let _ = features;
        Self {
            candidate,
            grade,
            #[cfg(feature = "fit")]
            features: features(),
        }
    }
}

/// An accepted candidate and those before it.
struct Node {
    chosen: Chosen,
    /// Number of blocks before it.
    before: usize,
    previous: Option<Rc<Node>>,
}

impl Drop for Node {
    /// Drops a long list without recursion.
    fn drop(&mut self) {
        let mut next = self.previous.take();
        while let Some(mut node) = next.and_then(|node| Rc::try_unwrap(node).ok()) {
            next = node.previous.take();
        }
    }
}

/// Tables of an unknown sender, the client and the server.
pub(super) type Tables = [Option<Rc<Table>>; 3];

#[derive(Clone)]
struct State {
    score: i64,
    tables: Tables,
    last: Option<Rc<Node>>,
}

impl State {
    /// What was accepted, the last one first.
    fn chosen(&self) -> impl Iterator<Item = &Chosen> {
        let nodes = std::iter::successors(self.last.as_ref(), |node| node.previous.as_ref());
        nodes.map(|node| &node.chosen)
    }

    fn blocks(&self) -> usize {
        self.last
            .as_ref()
            .map_or(0, |node| node.before + node.chosen.candidate.count_blocks())
    }
}

/// A candidate as far as others are compared with it.
#[derive(Clone, Copy)]
pub(super) struct Subject<'c> {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) bytes: &'c [u8],
    pub(super) is_framed: bool,
    pub(super) features: &'c Features,
    pub(super) signature: &'c Signature,
}

impl Candidate {
    pub(super) fn subject(&self) -> Subject<'_> {
        Subject {
            first: self.first(),
            last: self.last(),
            bytes: self.bytes(),
            is_framed: self.holds.is_framed(),
            features: &self.features,
            signature: &self.signature,
        }
    }

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
    /// Score of the best solution with other bytes at the same place, and its
    /// candidate there.
    pub(super) rival: Option<(i64, Rc<Candidate>)>,
}

impl Solution {
    fn new(states: &[State]) -> Self {
        let Some(best) = states.first() else {
            return Self::default();
        };
        let mut chosen: Vec<Chosen> = best.chosen().cloned().collect();
        chosen.reverse();
        let rival = states[1..].iter().find_map(|state| {
            let other = state.chosen().find(|node| {
                let is_other = |one: &Chosen| {
                    one.candidate.overlaps(&node.candidate)
                        && one.candidate.blocks() != node.candidate.blocks()
                };
                chosen.len() <= COMPARED && chosen.iter().any(is_other)
            })?;
            Some((state.score, other.candidate.clone()))
        });
        Self {
            chosen,
            score: best.score,
            rival,
        }
    }

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
            let is_kept = seen.0.len() < COMPARED || !seen.0.iter().any(is_like);
            if is_kept && seen.0.len() < 4 * COMPARED {
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
        let least = LEAST[usize::from(self.text.is_strict)];
        if self.text.is_many() {
            return self.solve_long(weights, least);
        }
        let mut search = Search::default();
        let mut solution = self.search(weights, search);
        if solution.chosen.is_empty() {
            search.bias = least;
            solution = self.search(weights, search);
        }
        if solution.chosen.is_empty() {
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

    pub(super) fn search(&self, weights: &Weights, search: Search<'_>) -> Solution {
        let text = self.text;
        let Some(all) = &self.all else {
            return Solution::default();
        };
        let beam = match search.only {
            Some(_) => BEAM_OF_GOLD,
            None => BEAM,
        };
        let column = &weights.0[usize::from(text.is_strict)];
        let nothing = self.empty();
        let start = State {
            score: 0,
            tables: Tables::default(),
            last: None,
        };
        let mut beams: BTreeMap<usize, Vec<State>> = BTreeMap::from([(0, vec![start])]);
        let end = text.len();
        let push = |beams: &mut BTreeMap<usize, Vec<State>>,
                    at: usize,
                    score: i64,
                    make: &mut dyn FnMut() -> State| {
            let most = if at == end { LAST } else { beam };
            let states = beams.entry(at).or_default();
            let place = states.partition_point(|state| state.score >= score);
            if place < most {
                states.insert(place, make());
                states.truncate(most);
            }
        };
        let mut given = text.tables.iter().peekable();
        for (p, candidates) in all.iter().enumerate() {
            let Some(mut states) = beams.remove(&p) else {
                continue;
            };
            while let Some((at, table)) = given.peek()
                && *at <= p
            {
                for state in &mut states {
                    state.tables = [(); 3].map(|()| Some(table.clone()));
                }
                given.next();
            }
            let skip = self.skip(column, p);
            let mut rows: Vec<Option<i32>> = vec![None; candidates.len()];
            for state in states {
                let mut skipped = Some(State {
                    score: state.score + skip,
                    ..state.clone()
                });
                push(&mut beams, p + 1, state.score + skip, &mut || {
                    skipped.take().unwrap_or_else(|| state.clone())
                });
                for (n, candidate) in candidates.iter().enumerate() {
                    if let Some(expected) = search.only
                        && !candidate.is_expected(expected, state.blocks())
                    {
                        continue;
                    }
                    let (mut features, grade, tables) =
                        read_candidate(candidate, &state.tables, &nothing);
                    if has_parts(candidate) {
                        let table = state.tables[0].as_ref().unwrap_or(&nothing);
                        let apart =
                            rows[n].get_or_insert_with(|| self.rows_apart(candidate, table));
                        features.add(Feature::PartsUneven, *apart * ONE);
                    }
                    let others = state
                        .chosen()
                        .take(COMPARED)
                        .map(|node| node.candidate.subject());
                    let subject = candidate.subject();
                    self.relate(&mut features, &subject, others, grade, search.accepted);
                    let mut score = score_with(column, &candidate.features, grade)
                        + score(column, &features)
                        + search.bias;
                    if let Some((gold, margin)) = search.margin {
                        let mut blocks = candidate.blocks().into_iter();
                        let is_right =
                            !gold.is_empty() && blocks.all(|block| gold.contains(&block));
                        score += if is_right { 0 } else { margin };
                    }
                    let score = state.score + score;
                    push(&mut beams, candidate.last() + 1, score, &mut || {
                        let all = || Rc::new(candidate.features.with(&features, grade));
                        let node = Node {
                            chosen: Chosen::new(candidate.clone(), grade, all),
                            before: state.blocks(),
                            previous: state.last.clone(),
                        };
                        State {
                            score,
                            tables: tables.clone(),
                            last: Some(Rc::new(node)),
                        }
                    });
                }
            }
        }
        Solution::new(&beams.remove(&end).unwrap_or_default())
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
    pub(super) fn rows_apart(&self, candidate: &Candidate, table: &Rc<Table>) -> i32 {
        if self.text.even_of(candidate.first()) == Some((candidate.first(), candidate.last())) {
            return 0;
        }
        let members = candidate.members.iter().take(64);
        let parts = members.filter_map(|&p| self.text.part(p, candidate.reading.tag));
        let grades: Vec<Grade> = parts.map(|part| judge(part.bytes(), table).grade).collect();
        let are = |least: Grade| !grades.is_empty() && grades.iter().all(|grade| *grade >= least);
        match are(Grade::Decodes) || are(Grade::Whole) && grades.len() == candidate.members.len() {
            true => candidate.members.len().min(8) as i32 - 1,
            false => 0,
        }
    }

    /// Adds how a candidate is related to those accepted before it, and in a
    /// first pass.
    pub(super) fn relate<'o>(
        &self,
        f: &mut Features,
        subject: &Subject<'_>,
        others: impl Iterator<Item = Subject<'o>>,
        grade: Option<Grade>,
        accepted: Option<&Accepted>,
    ) {
        use Feature as F;
        let has_words = !self.text.is_strict;
        let &Subject {
            bytes,
            is_framed,
            features: base,
            signature,
            ..
        } = subject;
        let (mut is_alike, mut is_kind) = (false, false);
        let mut others = others.peekable();
        if others.peek().is_some() {
            let (mut is_same, mut is_like, mut is_mixed, mut is_contained) =
                (false, false, false, false);
            for other in others {
                let alike = other.signature.is_like(signature);
                is_alike |= alike;
                is_kind |= other.signature.kind == signature.kind;
                is_mixed |= !is_framed && other.is_framed;
                if other.bytes == bytes {
                    is_same = true;
                    is_like |= alike;
                } else if !is_framed && other.bytes.len() > bytes.len() {
                    // A cut block is a prefix of a good one.
                    let is_tail = grade == Some(Grade::Broken) && !other.bytes.starts_with(bytes);
                    is_contained |= (!alike || is_tail) && contains(other.bytes, bytes);
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
        let is_other =
            |other: &Candidate| other.first() > subject.last || subject.first > other.last();
        let is_like_first = accepted
            .0
            .iter()
            .any(|other| other.signature.is_like(signature) && is_other(other));
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
        let is_line = |one: usize, next: usize| !text.gap(one, next).contains(&b'\n');
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

/// Whether the rows of a candidate could be blocks of their own.
pub(super) fn has_parts(candidate: &Candidate) -> bool {
    !candidate.holds.is_framed() && candidate.join == Join::Rows
}

/// Whether a feature counts: bytes that look like something else do not if they decode.
fn counts(feature: Feature, grade: Option<Grade>) -> bool {
    use Feature as F;
    grade.is_some_and(|grade| grade < Grade::Decodes) || !matches!(feature, F::Printable | F::Known)
}

pub(super) fn read_candidate(
    candidate: &Candidate,
    tables: &Tables,
    nothing: &Rc<Table>,
) -> (Features, Option<Grade>, Tables) {
    read(candidate.holds, candidate.parts(), tables, nothing)
}

/// Judges blocks with the tables of each side that fit. Returns the features of
/// the verdict, the grade unless it is frames, and the tables after it.
pub(super) fn read<'p>(
    holds: Holds,
    parts: impl Iterator<Item = &'p [u8]> + Clone,
    tables: &Tables,
    nothing: &Rc<Table>,
) -> (Features, Option<Grade>, Tables) {
    use Feature as F;
    let mut f = Features(Vec::with_capacity(32));
    if holds != Holds::Blocks {
        f.set(F::Frames, true);
        f.set(F::FrameBlocks, holds != Holds::Frames { has_blocks: false });
        return (f, None, tables.clone());
    }
    let all = |side: usize| {
        let mut table = tables[side].as_ref().unwrap_or(nothing).clone();
        let mut verdicts: Vec<Verdict> = Vec::new();
        for part in parts.clone().take(200) {
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
        if let Some(p) = (0..text.len()).find(|&p| text.is_torn(p)) {
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
        let (mut features, grade, _) = read_candidate(candidate, &Tables::default(), &nothing);
        if has_parts(candidate) {
            let apart = self.rows_apart(candidate, &nothing);
            features.add(Feature::PartsUneven, apart * ONE);
        }
        let others = std::iter::empty();
        self.relate(&mut features, &candidate.subject(), others, grade, accepted);
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
pub(super) fn score_with(column: &[i32], features: &Features, grade: Option<Grade>) -> i64 {
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
