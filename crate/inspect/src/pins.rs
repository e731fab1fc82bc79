//! What a person takes an unknown entry to be (“this is `:authority:
//! example.com`”), and which blocks agree with that or contradict it.
//!
//! Nothing is decoded again: a guess is looked up where a name or value is
//! read, and only where nothing is known.

use std::collections::{BTreeMap, HashSet};

use hpack::{Kind, Moment, dynamic_table::OVERHEAD, static_table};
use http2::validity::{Field, Rule, Violation, check};
use serde::Serialize;

use crate::{columns::Row, session::Session, text::lossy, warnings::Found};

/// Reasons that one answer lists for, and against, a guess; the rest are counted.
const LISTED: usize = 100;

/// The guesses about a session, by direction and position.
#[derive(Debug, Default)]
pub(crate) struct Pins(BTreeMap<(usize, i64), Guess>);

/// What an unknown entry is taken to be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Guess {
    name: Vec<u8>,
    /// `None` where only the name is guessed.
    value: Option<Vec<u8>>,
}

impl Pins {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Why an entry cannot be pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// There is no such direction, or no such entry was ever referred to.
    NoSuchEntry,
    /// Its name and value are known.
    Known,
}

/// A reason for a guess, or against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// Number of the block in the session.
    pub block: u32,
    /// The row that it is about.
    pub row: usize,
    /// Whether no encoder that follows the RFC could do otherwise; else most
    /// encoders would not.
    pub strict: bool,
    /// A sentence.
    pub message: String,
}

/// A guess, and what the blocks say of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PinView {
    /// Number of the direction.
    pub direction: usize,
    /// The entry's place in the log.
    pub position: i64,
    /// What its name is taken to be.
    pub name: String,
    /// What its value is taken to be.
    pub value: Option<String>,
    /// Rows that refer to it.
    pub uses: usize,
    /// Blocks that refer to it and are in order with it.
    pub fitting: usize,
    /// The first reasons for it.
    pub agree: Vec<Reason>,
    /// How many there are in all.
    pub agree_total: usize,
    /// The first reasons against it.
    pub contradict: Vec<Reason>,
    /// How many there are in all.
    pub contradict_total: usize,
}

impl Session {
    /// Takes the entry at `position` of a direction's log, which is not known,
    /// to have this name and value; an entry of which only the name is not
    /// known gives the guess on to the one that it has its name from. The
    /// position that the guess is kept for.
    ///
    /// # Errors
    /// Where there is no such entry, or it is known.
    pub fn pin(
        &mut self,
        direction: usize,
        position: i64,
        name: &[u8],
        value: Option<&[u8]>,
    ) -> Result<i64, Refused> {
        let found = self
            .directions()
            .get(direction)
            .ok_or(Refused::NoSuchEntry)?;
        let known = found.table().entry(position);
        let (root, value) = match known {
            Some(entry) if entry.name.is_some() => return Err(Refused::Known),
            // The value is known, or this entry stands for one that is not there.
            Some(entry) if entry.value.is_some() => (
                self.name_from(direction, position)
                    .ok_or(Refused::NoSuchEntry)?,
                None,
            ),
            Some(_) => (position, value),
            None if self.first_use(direction, position).is_some() => (position, value),
            None => return Err(Refused::NoSuchEntry),
        };
        let guesses = &mut self.pins.0;
        let kept = guesses
            .get(&(direction, root))
            .and_then(|guess| guess.value.clone());
        let guess = Guess {
            name: name.to_vec(),
            value: value.map(<[u8]>::to_vec).or(kept),
        };
        guesses.insert((direction, root), guess);
        Ok(root)
    }

    /// Forgets a guess; whether there was one.
    pub fn unpin(&mut self, direction: usize, position: i64) -> bool {
        self.pins.0.remove(&(direction, position)).is_some()
    }

    /// Whether something of a row is shown as it was guessed.
    #[must_use]
    pub fn is_pinned(&self, row: &Row) -> bool {
        if self.pins.is_empty() {
            return false;
        }
        let direction = self.blocks()[row.block as usize].direction as usize;
        let Some(position) = self.referred(row) else {
            return false;
        };
        let unknown =
            |flag, name| row.has(flag) && self.guessed(direction, position, name).is_some();
        unknown(crate::columns::flags::NAME_UNKNOWN, true)
            || unknown(crate::columns::flags::VALUE_UNKNOWN, false)
    }

    /// What the name, or the value, of the entry at `position` is taken to
    /// be, or that of the entry which it has its name from.
    pub(crate) fn guessed(&self, direction: usize, position: i64, name: bool) -> Option<&[u8]> {
        if self.pins.is_empty() {
            return None;
        }
        let mut position = position;
        loop {
            if let Some(guess) = self.pins.0.get(&(direction, position)) {
                return if name {
                    Some(&guess.name)
                } else {
                    guess.value.as_deref()
                };
            }
            if !name {
                return None;
            }
            // Each has its name from an older one.
            position = self.taken_from(direction, position)?;
        }
    }

    /// The oldest entry that the one at `position` has its name from.
    fn name_from(&self, direction: usize, position: i64) -> Option<i64> {
        let mut found = None;
        let mut at = position;
        while let Some(older) = self.taken_from(direction, at) {
            found = Some(older);
            at = older;
        }
        found
    }

    fn taken_from(&self, direction: usize, position: i64) -> Option<i64> {
        let row = self.inserted_by(direction, position)?.row;
        self.referred(&self.rows()[row])
            .filter(|&older| older < position)
    }

    fn first_use(&self, direction: usize, position: i64) -> Option<usize> {
        let blocks = self.directions().get(direction)?.blocks.iter();
        blocks
            .flat_map(|&block| self.blocks()[block as usize].rows.clone())
            .find(|&row| self.referred(&self.rows()[row]) == Some(position))
    }

    /// Every guess, and what the blocks say of it.
    #[must_use]
    pub fn pins(&self) -> Vec<PinView> {
        self.pins
            .0
            .iter()
            .map(|(&(direction, position), guess)| {
                let mut trial = Trial {
                    session: self,
                    direction,
                    position,
                    guess,
                    view: PinView {
                        direction,
                        position,
                        name: lossy(&guess.name),
                        value: guess.value.as_deref().map(lossy),
                        uses: 0,
                        fitting: 0,
                        agree: Vec::new(),
                        agree_total: 0,
                        contradict: Vec::new(),
                        contradict_total: 0,
                    },
                };
                trial.run();
                trial.view
            })
            .collect()
    }
}

/// One guess held against the blocks.
struct Trial<'a> {
    session: &'a Session,
    direction: usize,
    position: i64,
    guess: &'a Guess,
    view: PinView,
}

impl Trial<'_> {
    fn agree(&mut self, row: usize, strict: bool, message: String) {
        self.view.agree_total += 1;
        if self.view.agree.len() < LISTED {
            let block = self.session.rows()[row].block;
            self.view.agree.push(Reason {
                block,
                row,
                strict,
                message,
            });
        }
    }

    fn contradict(&mut self, row: usize, strict: bool, message: String) {
        self.view.contradict_total += 1;
        if self.view.contradict.len() < LISTED {
            let block = self.session.rows()[row].block;
            self.view.contradict.push(Reason {
                block,
                row,
                strict,
                message,
            });
        }
    }

    fn run(&mut self) {
        let session = self.session;
        for &block in &session.directions()[self.direction].blocks {
            let block = block as usize;
            let record = &session.blocks()[block];
            let mut used = None;
            let mut fits = true;
            for row in record.rows.clone() {
                let found = &session.rows()[row];
                let refers = session.referred(found);
                if refers == Some(self.position) {
                    self.view.uses += 1;
                    fits &= self.has_room(row) & self.is_wanted(row);
                }
                // An entry that took its name from this one shows it as well.
                let shows =
                    refers.is_some_and(|at| at == self.position || self.takes_name_from(at));
                if shows && used.is_none() {
                    used = Some(row);
                }
                self.written_out(row);
            }
            if let Some(row) = used {
                fits &= self.makes_sense(block, row);
                self.view.fitting += usize::from(fits);
            }
        }
    }

    fn takes_name_from(&self, position: i64) -> bool {
        self.session
            .name_from(self.direction, position)
            .is_some_and(|root| root == self.position)
    }

    /// §4.1: whether the entry, and all that are newer, fit in the table.
    fn has_room(&mut self, row: usize) -> bool {
        let session = self.session;
        let table = session.directions()[self.direction].table();
        let moment: Moment = session.before(row);
        let own = (self.guess.name.len() + self.guess.value.as_ref().map_or(0, Vec::len)) as u64;
        // Unknown entries between this one and the known ones have 32 octets each at least.
        let unknown = (moment.known - self.position).max(1) as u64;
        let needed = own + unknown * u64::from(OVERHEAD) + table.size_at(&moment);
        if needed <= u64::from(moment.maximum) {
            return true;
        }
        self.contradict(
            row,
            !moment.assumed,
            format!(
                "With it the table would hold at least {needed} bytes here, but its maximum is {}{}.",
                moment.maximum,
                if moment.assumed { " (assumed)" } else { "" }
            ),
        );
        false
    }

    /// An encoder seldom refers to the dynamic table for what the static one has.
    fn is_wanted(&mut self, row: usize) -> bool {
        let kind = self.session.rows()[row].kind;
        let same_name = |(name, _): &&(&str, &str)| name.as_bytes() == self.guess.name;
        let wanted = if kind == Kind::Indexed {
            let value = self.guess.value.as_deref();
            !static_table::ENTRIES
                .iter()
                .filter(same_name)
                .any(|(_, found)| Some(found.as_bytes()) == value)
        } else {
            !static_table::ENTRIES.iter().any(|entry| same_name(&entry))
        };
        if !wanted {
            let what = if kind == Kind::Indexed {
                "this field"
            } else {
                "this name"
            };
            self.contradict(
                row,
                false,
                format!("The static table has {what}, and encoders would use that index."),
            );
        }
        wanted
    }

    /// A literal that is the guess: it is written out again only once the
    /// entry has left.
    fn written_out(&mut self, row: usize) {
        let session = self.session;
        let found = &session.rows()[row];
        if found.kind != Kind::Incremental
            || session.value(found) != self.guess.value.as_deref()
            || session.name(found) != Some(&self.guess.name)
        {
            return;
        }
        let moment = session.before(row);
        if moment.first <= self.position {
            let left = session.rows()[row..].iter().any(|later| {
                session.blocks()[later.block as usize].direction as usize == self.direction
                    && session.referred(later) == Some(self.position)
            });
            // Whether an unknown entry is still there is known only if it is used later.
            if left {
                self.contradict(
                    row,
                    false,
                    "The same field is inserted here as a literal, while the entry is still in the table."
                        .to_owned(),
                );
            }
        } else {
            self.agree(
                row,
                false,
                "The same field is inserted again, after this entry was evicted.".to_owned(),
            );
        }
    }

    /// RFC 9113 §8: whether the block breaks rules that it would not break
    /// without the guess, or would break if this were any other field.
    fn makes_sense(&mut self, block: usize, row: usize) -> bool {
        let session = self.session;
        let record = &session.blocks()[block];
        if record.fault.is_some() {
            return true;
        }
        let read = |other: Option<&'static [u8]>| -> Vec<Violation> {
            let rows = &session.rows()[record.rows.clone()];
            let fields: Vec<Field<'_>> = rows[session.first_field(block)..]
                .iter()
                .map(|row| {
                    let guessed = session
                        .referred(row)
                        .is_some_and(|at| at == self.position || self.takes_name_from(at));
                    if guessed && session.is_pinned(row) {
                        return match other {
                            None => Field {
                                name: None,
                                value: None,
                            },
                            name => Field {
                                name,
                                value: Some(b"x"),
                            },
                        };
                    }
                    session.field(row)
                })
                .collect();
            check(record.context, &fields)
        };
        let without: HashSet<Rule> = read(None).iter().map(|violation| violation.rule).collect();
        let lacks = read(Some(b"x"))
            .into_iter()
            .find(|violation| violation.field().is_none());
        let with = session.found(block).into_iter();
        let new: Vec<Found> = with
            .filter(|found| found.rule().is_some_and(|rule| !without.contains(&rule)))
            .collect();
        let sense = new.is_empty();
        for found in new {
            self.contradict(row, true, session.warning(block, found).message);
        }
        if sense && let Some(violation) = lacks {
            self.agree(
                row,
                true,
                format!(
                    "Without it the message would not be complete: {}",
                    violation.message(|_| Field {
                        name: None,
                        value: None
                    })
                ),
            );
        }
        sense
    }
}

#[cfg(test)]
mod tests {
    use input::Sender;

    use super::*;
    use crate::{Options, session::Incoming};

    fn session(blocks: &[&str]) -> Session {
        let mut options = Options::default();
        options.start.unknown = true;
        let mut session = Session::new(options);
        for hex in blocks {
            let octets: Vec<u8> = (0..hex.len() / 2)
                .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
                .collect();
            session.push(&Incoming {
                sender: Sender::Client,
                octets: &octets,
                limit_changes: &[],
                limit_unknown: false,
                max_header_list_size: None,
                label: None,
                framed: None,
            });
        }
        session
    }

    fn reasons(reasons: &[Reason]) -> Vec<(u32, bool)> {
        reasons
            .iter()
            .map(|reason| (reason.block, reason.strict))
            .collect()
    }

    #[test]
    fn a_guess_is_shown_wherever_the_entry_is_referred_to() {
        // :method GET, :scheme http, and two unknown entries; then a literal
        // that has its name from the newer one, and a reference to that.
        let mut session = session(&["8286be", "8286bf", "82867e0162be"]);
        assert_eq!(session.pin(0, -1, b":path", Some(b"/a")), Ok(-1));
        let rows: Vec<(Option<String>, Option<String>, bool)> = session
            .rows()
            .iter()
            .map(|row| {
                (
                    session.name(row).map(lossy),
                    session.value(row).map(lossy),
                    session.is_pinned(row),
                )
            })
            .collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(rows[2], (text(":path"), text("/a"), true));
        assert_eq!(rows[5], (None, None, false));
        assert_eq!(rows[8], (text(":path"), text("b"), true));
        assert_eq!(rows[9], (text(":path"), text("b"), true));
        assert!(session.unpin(0, -1));
        assert_eq!(session.name(&session.rows()[2]), None);
        assert!(!session.unpin(0, -1));
    }

    #[test]
    fn what_is_known_or_was_never_met_is_not_pinned() {
        let mut session = session(&["8286be4001610162", "be"]);
        let cases = [
            ((0, -1), Ok(-1)),
            ((0, 0), Err(Refused::Known)),
            ((0, -77), Err(Refused::NoSuchEntry)),
            ((5, -1), Err(Refused::NoSuchEntry)),
        ];
        for ((direction, position), expected) in cases {
            assert_eq!(session.pin(direction, position, b"a", None), expected);
        }
    }

    #[test]
    fn a_name_alone_is_pinned_where_it_comes_from() {
        let mut session = session(&["82867e0162", "8286be"]);
        assert_eq!(session.pin(0, 0, b":path", Some(b"ignored")), Ok(-1));
        let row = session.rows()[5];
        assert_eq!(session.name(&row), Some(&b":path"[..]));
        assert_eq!(session.value(&row), Some(&b"b"[..]));
    }

    #[test]
    fn blocks_speak_for_and_against_a_guess() {
        type Blocks = [(u32, bool)];
        type Case<'a> = (&'a [&'a str], (&'a str, &'a str), &'a Blocks, &'a Blocks);
        let long = "a".repeat(5000);
        let cases: [Case<'_>; 5] = [
            // A request needs its path.
            (&["8286be"], (":path", "/a"), &[(0, true)], &[]),
            // The path is there: it is not another, and not the method.
            (&["828684be"], (":path", "/a"), &[], &[(0, true)]),
            (
                &["8286be"],
                (":method", "PUT"),
                &[],
                &[(0, true), (0, true)],
            ),
            // What the static table has, and what no table has room for.
            (
                &["828684be"],
                ("accept-encoding", "gzip, deflate"),
                &[],
                &[(0, false)],
            ),
            (&["828684be"], ("x-a", &long), &[], &[(0, true)]),
        ];
        for (blocks, (name, value), agree, contradict) in cases {
            let mut session = session(blocks);
            session
                .pin(0, -1, name.as_bytes(), Some(value.as_bytes()))
                .unwrap();
            let views = session.pins();
            assert_eq!(views.len(), 1);
            let view = &views[0];
            assert_eq!(
                (view.uses, view.fitting),
                (1, usize::from(contradict.is_empty()))
            );
            assert_eq!(reasons(&view.agree), agree, "{name}: {view:?}");
            assert_eq!(reasons(&view.contradict), contradict, "{name}: {view:?}");
        }
    }
}
