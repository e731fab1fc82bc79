//! Chooses in a text of many elements, along a single path. What speaks for an
//! element alone depends on its shape, and is weighed once for each shape.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, Hasher},
    mem,
    rc::Rc,
};

use super::{
    candidates::{Candidate, Few, Join, Signature, Text},
    choose::{
        Accepted, Chooser, Chosen, Solution, Subject, Tables, Weights, has_parts, read,
        read_candidate, score, score_with,
    },
    evidence::{Feature, Features, ONE},
    features::heading,
    frames::Holds,
    judge::{Grade, Table},
    lexer::Kind,
    reading::Reading,
    scan::contains,
    text::near_line_end,
};
use crate::bounds;

/// Elements that a first pass goes over, if there are words.
const SAMPLE: usize = 400;
/// Accepted elements that a new one is compared with.
const COMPARED: usize = 8;
/// Most shapes that are kept.
const MOST_SHAPES: usize = 4096;
/// How much of the text before and behind an element belongs to its shape.
const BEFORE: usize = 64;
const BEHIND: usize = 24;
/// Elements with the same surroundings that are tried before such short ones
/// are left out.
const TRIED: u32 = 32;
const SHORT: usize = 24;
/// Most elements that are few.
const SMALL: usize = 8;
/// Elements after which a path is given up that is worse than one run of all of
/// them, and did not gain.
const PATIENCE: usize = 256;

/// A fast hash of short keys, which come from the program or from one text.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u8(byte));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

impl Mixer {
    /// Adds text, in which only the number of digits counts.
    fn write_text(&mut self, text: &[u8]) {
        for &byte in text {
            self.write_u8(if byte.is_ascii_digit() { b'0' } else { byte });
        }
        self.write_u64(text.len() as u64);
    }
}

/// What is known of elements with the same surroundings.
#[derive(Clone, Copy)]
struct Surroundings {
    key: u64,
    /// What it costs to leave one out.
    skip: i64,
    tried: u32,
    taken: u32,
}

/// The evidence that all elements of a shape have.
struct Shape {
    /// A reading with this shape, without its bytes.
    kind: Reading,
    features: Rc<Features>,
    signature: Rc<Signature>,
    /// Scores if it does not decode, and if it does.
    scores: [i64; 2],
}

/// What was taken.
enum Taken {
    /// An element in one of its readings.
    One {
        reading: u32,
        shape: Rc<Shape>,
    },
    Joined(Rc<Candidate>),
}

/// Something taken, and what was before it.
struct Step {
    taken: Taken,
    p: u32,
    holds: Holds,
    grade: Option<Grade>,
    /// Number of the step before it, from 1; 0 at the start.
    previous: u32,
    /// What the next ones are compared with.
    reading: Option<Rc<Reading>>,
    is_chosen: bool,
}

impl Step {
    fn subject(&self) -> Option<Subject<'_>> {
        match &self.taken {
            Taken::Joined(candidate) => Some(candidate.subject()),
            Taken::One { shape, .. } => Some(Subject {
                first: self.p as usize,
                last: self.p as usize,
                bytes: self.reading.as_ref()?.bytes(),
                is_framed: self.holds.is_framed(),
                features: &shape.features,
                signature: &shape.signature,
            }),
        }
    }
}

#[derive(Clone, Default)]
struct State {
    score: i64,
    tables: Tables,
    /// Number of the last step, from 1.
    last: u32,
}

/// The best state at each element that is not yet passed.
struct Ahead {
    next: Option<State>,
    later: BTreeMap<usize, State>,
    /// Where the longest run of neighbours ends that is ahead.
    run: usize,
}

struct Long<'c, 't, 'a> {
    chooser: &'c Chooser<'t, 'a>,
    text: &'t Text<'a>,
    column: &'c [i32],
    nothing: Rc<Table>,
    accepted: Option<Accepted>,
    surroundings: HashMap<u64, Surroundings, BuildHasherDefault<Mixer>>,
    /// How often few elements that begin in the same surroundings were tried
    /// together, and how often that was better than leaving them out.
    small: HashMap<u64, (u32, u32), BuildHasherDefault<Mixer>>,
    shapes: HashMap<u64, Rc<Shape>, BuildHasherDefault<Mixer>>,
    steps: Vec<Step>,
}

impl Chooser<'_, '_> {
    /// Chooses in a text of many elements, of which `least` bits may be missing.
    pub(super) fn solve_long(&self, weights: &Weights, least: i64) -> Solution {
        Long::new(self, weights).solve(least)
    }
}

impl<'c, 't, 'a> Long<'c, 't, 'a> {
    fn new(chooser: &'c Chooser<'t, 'a>, weights: &'c Weights) -> Self {
        Self {
            chooser,
            text: chooser.text,
            column: &weights.0[usize::from(chooser.text.is_strict)],
            nothing: chooser.empty(),
            accepted: None,
            surroundings: HashMap::default(),
            small: HashMap::default(),
            shapes: HashMap::default(),
            steps: Vec::new(),
        }
    }

    /// Takes what has the most evidence; if nothing has enough, what lacks less
    /// than `least`.
    fn solve(mut self, least: i64) -> Solution {
        let (end, is_strict) = (self.text.len(), self.text.is_strict);
        let mut bias = 0;
        let mut last = if is_strict {
            0
        } else {
            self.search(SAMPLE, bias)
        };
        if last == 0 {
            last = self.search(end, bias);
        }
        if last == 0 {
            bias = least;
            last = self.search(end, bias);
        }
        if last > 0 && !is_strict {
            self.accepted = Some(self.solution(last).accepted());
            last = self.search(end, bias);
        }
        self.solution(last)
    }

    /// Goes over the elements up to `end`. Returns the number of the last step.
    fn search(&mut self, end: usize, bias: i64) -> u32 {
        let text = self.text;
        self.steps.clear();
        self.surroundings.clear();
        self.small.clear();
        let mut ahead = Ahead {
            next: Some(State::default()),
            later: BTreeMap::new(),
            run: 0,
        };
        let mut given = text.tables.iter().peekable();
        // Where the path was last compared with that run, and its score there.
        let mut compared = (0, i64::MIN);
        let mut next = 0;
        while next < end {
            let p = next;
            next += 1;
            let mut state = ahead.next.take();
            if let Some(later) = ahead.later.remove(&p)
                && state.as_ref().is_none_or(|state| state.score < later.score)
            {
                state = Some(later);
            }
            let Some(mut state) = state else {
                continue;
            };
            if p >= compared.0 + PATIENCE {
                let run = ahead.later.get(&ahead.run);
                let is_worse = run.is_some_and(|run| state.score < run.score);
                if is_worse && state.score <= compared.1 {
                    next = ahead.run;
                    ahead.later = ahead.later.split_off(&next);
                    if next == end {
                        break;
                    }
                    continue;
                }
                compared = (p, state.score);
            }
            while let Some((_, table)) = given.next_if(|one| one.0 <= p) {
                state.tables = [(); 3].map(|()| Some(table.clone()));
            }
            let mut around = self.surroundings(p);
            ahead.next = Some(State {
                score: state.score + around.skip,
                ..state.clone()
            });
            let mut lists = Vec::new();
            let is_short = text.end(p) - text.start(p) <= SHORT;
            if !is_short || around.taken > 0 || around.tried < TRIED {
                let ones = text.ones(p);
                let taken = around.taken;
                for one in text.distinct(p, &ones) {
                    if one.ends.len() > 1 {
                        text.read_alone(p, one, &mut lists);
                        around.taken += 1;
                    } else {
                        let n = ones.iter().position(|other| Rc::ptr_eq(other, one));
                        let one = (n.unwrap_or(0), one);
                        let is_taken = self.take_one(&state, &mut ahead, p, one, around.key, bias);
                        around.taken += u32::from(is_taken);
                    }
                }
                around.tried += 1;
                if taken == 0 {
                    self.surroundings.insert(around.key, around);
                }
            }
            for candidate in lists {
                self.take_joined(&state, &mut ahead, Rc::new(candidate), end, bias);
            }
            let most = text.most_joined(p);
            let mut small = self.small.get(&around.key).copied().unwrap_or_default();
            if most == 0 || most <= SMALL && small.1 == 0 && small.0 >= TRIED {
                continue;
            }
            for candidate in text.joined(p).into_iter().map(Rc::new) {
                // Or taking the first one alone.
                let best = ahead.next.as_ref().map_or(state.score, |next| next.score);
                let skipped = best + around.skip * (candidate.last() - p) as i64;
                let is_small = candidate.members.len() <= SMALL;
                let score = self.take_joined(&state, &mut ahead, candidate, end, bias);
                small.1 += u32::from(is_small && score > skipped);
            }
            small.0 += 1;
            if self.small.len() < MOST_SHAPES {
                self.small.insert(around.key, small);
            }
        }
        let mut last = ahead.next.take();
        if let Some((_, later)) = ahead.later.pop_first()
            && last.as_ref().is_none_or(|last| last.score < later.score)
        {
            last = Some(later);
        }
        last.map_or(0, |state| state.last)
    }

    fn take_one(
        &mut self,
        state: &State,
        ahead: &mut Ahead,
        p: usize,
        (n, one): (usize, &Rc<Reading>),
        context: u64,
        bias: i64,
    ) -> bool {
        let shape = self.shape(p, one, context);
        let bytes = one.bytes();
        let holds = self.text.holds(bytes);
        let parts = std::iter::once(bytes);
        let (mut f, grade, tables) = read(holds, parts, &state.tables, &self.nothing);
        let subject = Subject {
            first: p,
            last: p,
            bytes,
            is_framed: holds.is_framed(),
            features: &shape.features,
            signature: &shape.signature,
        };
        let others = self.before(state.last);
        self.chooser
            .relate(&mut f, &subject, others, grade, self.accepted.as_ref());
        let decodes = grade.is_none_or(|grade| grade >= Grade::Decodes);
        let score =
            state.score + shape.scores[usize::from(decodes)] + score(self.column, &f) + bias;
        if ahead.next.as_ref().is_some_and(|next| next.score >= score) {
            return false;
        }
        let last = self.push(Step {
            taken: Taken::One {
                reading: n as u32,
                shape,
            },
            p: p as u32,
            holds,
            grade,
            previous: state.last,
            reading: Some(one.clone()),
            is_chosen: false,
        });
        ahead.next = Some(State {
            score,
            tables,
            last,
        });
        true
    }

    fn take_joined(
        &mut self,
        state: &State,
        ahead: &mut Ahead,
        candidate: Rc<Candidate>,
        end: usize,
        bias: i64,
    ) -> i64 {
        let (mut f, grade, tables) = read_candidate(&candidate, &state.tables, &self.nothing);
        if has_parts(&candidate) {
            let table = state.tables[0].as_ref().unwrap_or(&self.nothing);
            f.add(
                Feature::PartsUneven,
                self.chooser.rows_apart(&candidate, table) * ONE,
            );
        }
        let others = self.before(state.last);
        let subject = candidate.subject();
        self.chooser
            .relate(&mut f, &subject, others, grade, self.accepted.as_ref());
        let score = state.score
            + score_with(self.column, &candidate.features, grade)
            + score(self.column, &f)
            + bias;
        let p = candidate.first();
        let at = (candidate.last() + 1).min(end);
        let next = match at == p + 1 {
            true => ahead.next.as_ref(),
            false => ahead.later.get(&at),
        };
        if next.is_some_and(|next| next.score >= score) {
            return score;
        }
        let is_run = candidate.is_run();
        let last = self.push(Step {
            p: p as u32,
            holds: candidate.holds,
            taken: Taken::Joined(candidate),
            grade,
            previous: state.last,
            reading: None,
            is_chosen: false,
        });
        let state = State {
            score,
            tables,
            last,
        };
        match at == p + 1 {
            true => ahead.next = Some(state),
            false => {
                ahead.later.insert(at, state);
                if is_run {
                    ahead.run = ahead.run.max(at);
                }
            }
        }
        score
    }

    /// Adds a step; the bytes of those far before it are not needed any more.
    fn push(&mut self, step: Step) -> u32 {
        let mut far = step.previous;
        for _ in 1..COMPARED {
            far = match far.checked_sub(1) {
                Some(at) => self.steps[at as usize].previous,
                None => break,
            };
        }
        if let Some(at) = far.checked_sub(1) {
            self.steps[at as usize].reading = None;
        }
        bounds::push(&mut self.steps, step);
        self.steps.len() as u32
    }

    fn path(&self, last: u32) -> impl Iterator<Item = &Step> {
        let step = |number: u32| self.steps.get(number.checked_sub(1)? as usize);
        std::iter::successors(step(last), move |one| step(one.previous))
    }

    fn before(&self, last: u32) -> impl Iterator<Item = Subject<'_>> {
        self.path(last).take(COMPARED).filter_map(Step::subject)
    }

    fn surroundings(&mut self, p: usize) -> Surroundings {
        let key = self.key(p);
        let fresh = || Surroundings {
            key,
            skip: self.chooser.skip(self.column, p),
            tried: 0,
            taken: 0,
        };
        match self.surroundings.get(&key) {
            Some(known) => *known,
            None => {
                let fresh = fresh();
                if self.surroundings.len() < MOST_SHAPES {
                    self.surroundings.insert(key, fresh);
                }
                fresh
            }
        }
    }

    /// What an element is, and what is around it.
    fn key(&self, p: usize) -> u64 {
        let (text, plain) = (self.text, self.text.plain());
        let element = text.element(p);
        let (start, end) = (text.start(p), text.end(p));
        let near = &plain[start.saturating_sub(BEFORE)..start];
        let inner = near.iter().rev().take_while(|&&byte| byte != b'\n').count();
        let line = start - inner;
        let from = text.end_before(p, line).clamp(line, start);
        let before = from.min(start.saturating_sub(2));
        let line_end = near_line_end(plain, end).min(end + BEHIND);
        let next = (p + 1 < text.len()).then(|| text.start(p + 1).max(end));
        let behind = next.unwrap_or(line_end).min(line_end);
        let mut key = Mixer::default();
        key.write_text(&plain[before..start]);
        key.write_text(&plain[end..behind]);
        key.write_u64((behind == line_end).into());
        let has_words = plain[before..start].iter().any(u8::is_ascii_alphabetic);
        if !has_words && !text.is_strict {
            let (from, to) = heading(text, line);
            key.write_text(&plain[from.max(to.saturating_sub(BEFORE))..to]);
            key.write_u64(inner as u64);
        }
        let flags = [text.even_of(p).is_some(), from > line];
        flags.iter().for_each(|&flag| key.write_u64(flag.into()));
        key.write_u64((end - start + 1).ilog2().into());
        match element.kind {
            Kind::Run(run) => {
                let behind = &plain[end..plain.len().min(end + 60)];
                let is_closed = run.bracket != 0 && behind.iter().any(|sign| b"]})".contains(sign));
                let sizes = [run.style as u8, run.separator, run.bracket];
                key.write(&sizes);
                key.write_u64(u64::from(run.is_torn) << 1 | u64::from(is_closed));
                if run.separator == 0 {
                    key.write_u64((end - start).min(65) as u64);
                }
            }
            Kind::Dump(n) => {
                let dump = &text.source.elements.dumps[n as usize];
                let flags = [dump.has_characters, dump.fault.is_some()];
                let is_words = contains(&plain[start..end], b"0x");
                key.write_u64(flags.map(u64::from)[0] << 2 | u64::from(flags[1]) << 1);
                key.write_u64(is_words.into());
            }
            kind => {
                let is_text = matches!(kind, Kind::Literal | Kind::Unclosed);
                let has_bytes = is_text && contains(&plain[start..end], b"\\x");
                key.write_u64(2 + u64::from(has_bytes));
                let named = [Kind::Literal, Kind::Unclosed, Kind::Base64, Kind::Percent];
                key.write_u64(named.iter().position(|&one| one == kind).unwrap_or(9) as u64);
            }
        }
        key.finish()
    }

    /// The shape of an element in one of its readings.
    fn shape(&mut self, p: usize, one: &Rc<Reading>, context: u64) -> Rc<Shape> {
        let text = self.text;
        let bytes = one.bytes();
        let count = bytes.len();
        let mut key = Mixer(context);
        key.write(one.tag.as_bytes());
        let size = match count {
            0..10 => count as u32,
            _ => 10 + (count + 1).ilog2().min(8),
        };
        key.write_u64(size.into());
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\r' | b'\n' | b'\t');
        let flags = [
            bytes.iter().all(is_text),
            one.known.is_some(),
            one.is_certain,
            one.trimmed.is_some(),
        ];
        let flags = flags
            .iter()
            .fold(0, |all, &flag| all << 1 | u64::from(flag));
        key.write_u64(flags);
        let key = key.finish();
        if let Some(shape) = self.shapes.get(&key) {
            return shape.clone();
        }
        let mut candidate = text.candidate(Join::One, Few::One(p as u32), one.clone());
        text.measure(&mut candidate);
        let grades = [Grade::Broken, Grade::Decodes];
        let scores = grades.map(|grade| score_with(self.column, &candidate.features, Some(grade)));
        let shape = Rc::new(Shape {
            kind: Reading {
                is_certain: one.is_certain,
                known: one.known,
                ..one.empty()
            },
            features: candidate.features,
            signature: candidate.signature,
            scores,
        });
        if self.shapes.len() < MOST_SHAPES {
            self.shapes.insert(key, shape.clone());
        }
        shape
    }

    /// The candidates of the steps up to `last`; elements alone that are read
    /// alike share their bytes.
    fn solution(&mut self, last: u32) -> Solution {
        let mut steps = mem::take(&mut self.steps);
        let mut at = last;
        while let Some(n) = at.checked_sub(1) {
            let step = &mut steps[n as usize];
            (step.is_chosen, at) = (true, step.previous);
        }
        steps.retain(|step| step.is_chosen);
        steps.shrink_to_fit();
        let text = self.text;
        // What all elements of a notation are, and where those of each step begin.
        let mut shared: Vec<Reading> = Vec::new();
        let mut places = Vec::with_capacity(steps.len());
        for step in &steps {
            let Taken::One { reading: n, shape } = &step.taken else {
                places.push((0, 0, 0));
                continue;
            };
            let (p, kind) = (step.p as usize, &shape.kind);
            let is_run = text.is_free_run(p) && kind.trimmed.is_none();
            let run = is_run.then(|| text.numbers_as(p, |one| one.tag == kind.tag));
            let one = run.flatten();
            let one = one.unwrap_or_else(|| text.ones(p)[*n as usize].clone());
            let key = |one: &Reading| {
                let names = (one.tag, one.detail, one.known);
                (names, one.format, one.is_certain, one.trimmed)
            };
            let n = shared.iter().position(|other| key(other) == key(kind));
            let n = n.unwrap_or_else(|| {
                shared.push(kind.clone());
                shared.len() - 1
            });
            let all = &mut shared[n].all;
            places.push((n, all.bytes.len() as u32, one.bytes().len() as u32));
            all.extend(&one.all);
        }
        let shared: Vec<Rc<Reading>> = shared.into_iter().map(Rc::new).collect();
        let chosen = |(step, (n, from, length)): (Step, (usize, u32, u32))| {
            let candidate = match step.taken {
                Taken::Joined(candidate) => candidate,
                Taken::One { shape, .. } => {
                    let alone = Few::One(step.p);
                    let candidate = Candidate {
                        holds: step.holds,
                        from,
                        ends: Few::One(length),
                        features: shape.features.clone(),
                        signature: shape.signature.clone(),
                        ..text.candidate(Join::One, alone, shared[n].clone())
                    };
                    Rc::new(candidate)
                }
            };
            let features = candidate.features.clone();
            Chosen::new(candidate, step.grade, || features)
        };
        Solution {
            chosen: steps.into_iter().zip(places).map(chosen).collect(),
            ..Solution::default()
        }
    }
}
