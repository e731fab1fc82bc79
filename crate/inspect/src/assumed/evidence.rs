//! Evidence from the blocks for and against a guess for an unknown entry.

use std::collections::HashSet;

use hpack::{Kind, static_table};
use http2::validity::{Field, Rule, Violation, check};
use serde::Serialize;

use super::{AssumedEntries, AssumedField, Overlay, name_from};
use crate::{text::lossy, warnings::Found};

/// Reasons listed per answer, for and against each guess. The rest are counted.
const LISTED: usize = 100;

/// A reason for or against a guess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reason {
    /// Number of the block in the session.
    pub block: u32,
    /// Number of the row in the session.
    pub row: usize,
    /// Whether it follows from the RFC rather than from what most encoders do.
    pub strict: bool,
    /// Human-readable sentence.
    pub message: String,
}

/// A guess and the evidence for and against it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PinView"))]
#[serde(rename_all = "camelCase")]
pub struct AssumedView {
    /// Number of the direction.
    pub direction: usize,
    /// Position of the entry in the log.
    pub position: i64,
    /// Guessed name.
    pub name: String,
    /// Guessed value.
    pub value: Option<String>,
    /// Number of rows that refer to the entry.
    pub uses: usize,
    /// Number of blocks that refer to the entry and are consistent with the
    /// guess.
    pub fitting: usize,
    /// First reasons for it.
    pub agree: Vec<Reason>,
    /// Number of reasons for it.
    pub agree_total: usize,
    /// First reasons against it.
    pub contradict: Vec<Reason>,
    /// Number of reasons against it.
    pub contradict_total: usize,
}

impl Overlay<'_> {
    /// Returns every guess with its evidence.
    #[must_use]
    pub fn evidence(&self) -> Vec<AssumedView> {
        let all = &self.assumed.0;
        all.iter()
            .enumerate()
            .map(|(at, &((direction, position), ref assumed))| {
                let mut without = self.assumed.clone();
                without.0.remove(at);
                let mut other = self.assumed.clone();
                other.0[at].1 = AssumedField::other();
                let mut evaluation = Evaluation {
                    overlay: *self,
                    without,
                    other,
                    direction,
                    position,
                    assumed,
                    view: AssumedView {
                        direction,
                        position,
                        name: lossy(&assumed.name),
                        value: assumed.value.as_deref().map(lossy),
                        ..AssumedView::default()
                    },
                };
                evaluation.run();
                evaluation.view
            })
            .collect()
    }
}

impl AssumedField {
    /// A field unlike any real one.
    fn other() -> Self {
        Self {
            name: b"x".to_vec(),
            value: Some(b"x".to_vec()),
        }
    }
}

struct Evaluation<'a> {
    overlay: Overlay<'a>,
    without: AssumedEntries,
    /// All guesses, this one replaced by [`AssumedField::other`].
    other: AssumedEntries,
    direction: usize,
    position: i64,
    assumed: &'a AssumedField,
    view: AssumedView,
}

impl Evaluation<'_> {
    fn agree(&mut self, row: usize, strict: bool, message: String) {
        self.view.agree_total += 1;
        push_reason(self.overlay, &mut self.view.agree, row, strict, message);
    }

    fn contradict(&mut self, row: usize, strict: bool, message: String) {
        self.view.contradict_total += 1;
        push_reason(
            self.overlay,
            &mut self.view.contradict,
            row,
            strict,
            message,
        );
    }

    fn run(&mut self) {
        let session = self.overlay.session;
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
                    fits &= self.check_size(row) & self.check_static_table(row);
                }
                // An entry that took its name from this one uses it as well.
                let shows = refers.is_some_and(|at| at == self.position || self.has_its_name(at));
                if shows && used.is_none() {
                    used = Some(row);
                }
                self.check_literal(row);
            }
            if let Some(row) = used {
                fits &= self.check_rules(block, row);
                self.view.fitting += usize::from(fits);
            }
        }
    }

    fn has_its_name(&self, position: i64) -> bool {
        name_from(self.overlay.session, self.direction, position) == Some(self.position)
    }

    /// Whether the entry and all newer ones fit into the table (RFC 7541 §4.1).
    fn check_size(&mut self, row: usize) -> bool {
        let session = self.overlay.session;
        let table = session.directions()[self.direction].table();
        let moment = session.before(row);
        let own_size =
            (self.assumed.name.len() + self.assumed.value.as_ref().map_or(0, Vec::len)) as u64;
        let needed = table.size_with_unknown(&moment, self.position, own_size);
        if needed <= u64::from(moment.maximum()) {
            return true;
        }
        self.contradict(
            row,
            !moment.assumed(),
            format!(
                "With it the table would hold at least {needed} bytes here, but its maximum is {}{}.",
                moment.maximum(),
                if moment.assumed() { " (assumed)" } else { "" }
            ),
        );
        false
    }

    /// Encoders rarely use the dynamic table for fields of the static table.
    fn check_static_table(&mut self, row: usize) -> bool {
        let AssumedField { name, value } = self.assumed;
        let (what, has_it) = match (self.overlay.session.rows()[row].kind, value) {
            (Kind::Indexed, Some(value)) => {
                let found = static_table::find(name, value);
                ("this field", found.is_some_and(|found| found.value))
            }
            (Kind::Indexed, None) => return true,
            _ => ("this name", static_table::find_name(name).is_some()),
        };
        if has_it {
            let message =
                format!("The static table has {what}, and encoders would use that index.");
            self.contradict(row, false, message);
        }
        !has_it
    }

    /// Checks a literal that equals the guess: encoders repeat a literal only
    /// after its entry was evicted.
    fn check_literal(&mut self, row: usize) {
        let session = self.overlay.session;
        let found = &session.rows()[row];
        if found.kind != Kind::Incremental
            || self.overlay.value(found) != self.assumed.value.as_deref()
            || self.overlay.name(found) != Some(&self.assumed.name)
        {
            return;
        }
        let moment = session.before(row);
        if moment.first() <= self.position {
            let left = session.rows()[row..].iter().any(|later| {
                session.blocks()[later.block as usize].direction as usize == self.direction
                    && session.referred(later) == Some(self.position)
            });
            // Only a later use proves that the unknown entry is still in the
            // table.
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

    /// Checks RFC 9113 §8: whether the block violates rules only with this
    /// guess, or would violate rules with any other field.
    fn check_rules(&mut self, block: usize, row: usize) -> bool {
        let session = self.overlay.session;
        let record = &session.blocks()[block];
        if record.error.is_some() {
            return true;
        }
        let violations = |assumed: &AssumedEntries| -> Vec<Violation> {
            let fields: Vec<Field<'_>> = assumed.over(session).fields(block).collect();
            check(record.context, &fields)
        };
        let without: HashSet<Rule> = violations(&self.without)
            .iter()
            .map(|violation| violation.rule)
            .collect();
        let lacks = violations(&self.other)
            .into_iter()
            .find(|violation| violation.field().is_none());
        let with = self.overlay.found(block).into_iter();
        let new: Vec<Found> = with
            .filter(|found| found.rule().is_some_and(|rule| !without.contains(&rule)))
            .collect();
        let is_valid = new.is_empty();
        for found in new {
            self.contradict(row, true, self.overlay.warning(block, found).message);
        }
        if is_valid && let Some(violation) = lacks {
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
        is_valid
    }
}

/// Adds a reason unless [`LISTED`] are there.
fn push_reason(of: Overlay<'_>, to: &mut Vec<Reason>, row: usize, strict: bool, message: String) {
    if to.len() < LISTED {
        to.push(Reason {
            block: of.session.rows()[row].block,
            row,
            strict,
            message,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Session,
        assumed::Refused,
        explain::Part,
        fixtures::{of_hex, unknown_start},
    };

    fn session(blocks: &[&str]) -> Session {
        of_hex(unknown_start(), blocks)
    }

    fn reasons(reasons: &[Reason]) -> Vec<(u32, bool)> {
        let reasons = reasons.iter();
        reasons
            .map(|reason| (reason.block, reason.strict))
            .collect()
    }

    #[test]
    fn shows_a_guess_for_every_reference() {
        // :method GET, :scheme http and two unknown entries; then a literal
        // that takes its name from the newer one, and a reference to it.
        let session = session(&["8286be", "8286bf", "82867e0162be"]);
        let mut assumed = AssumedEntries::default();
        let path = assumed.assume(&session, (0, -1), b":path", Some(b"/a"));
        assert_eq!(path, Ok(-1));
        let overlay = assumed.over(&session);
        let rows: Vec<(Option<String>, Option<String>)> = session
            .rows()
            .iter()
            .map(|row| (overlay.name(row).map(lossy), overlay.value(row).map(lossy)))
            .collect();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(rows[2], (text(":path"), text("/a")));
        assert_eq!(rows[5], (None, None));
        assert_eq!(rows[8], (text(":path"), text("b")));
        assert_eq!(rows[9], (text(":path"), text("b")));
        let explained = overlay.explain(8, 0).unwrap();
        assert!(explained.parts.iter().any(|part| matches!(
            part,
            Part::Reference(part) if part.guessed && part.name == text(":path") && part.value == text("/a")
        )));
        assert!(assumed.retract(0, -1));
        assert_eq!(assumed.over(&session).name(&session.rows()[2]), None);
        assert!(!assumed.retract(0, -1));
    }

    #[test]
    fn rejects_known_and_unreferenced_entries() {
        let session = session(&["8286be4001610162", "be"]);
        let cases = [
            ((0, -1), Ok(-1)),
            ((0, 0), Err(Refused::Known)),
            ((0, -77), Err(Refused::NoSuchEntry)),
            ((5, -1), Err(Refused::NoSuchEntry)),
        ];
        for ((direction, position), expected) in cases {
            let mut assumed = AssumedEntries::default();
            let taken = assumed.assume(&session, (direction, position), b"a", None);
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn stores_a_name_where_it_was_first_inserted() {
        let session = session(&["82867e0162", "8286be"]);
        let mut assumed = AssumedEntries::default();
        let path = assumed.assume(&session, (0, 0), b":path", Some(b"ignored"));
        assert_eq!(path, Ok(-1));
        let overlay = assumed.over(&session);
        let row = session.rows()[5];
        assert_eq!(overlay.name(&row), Some(&b":path"[..]));
        assert_eq!(overlay.value(&row), Some(&b"b"[..]));
    }

    #[test]
    fn weighs_a_guess_against_the_blocks() {
        type Blocks = [(u32, bool)];
        type Case<'a> = (&'a [&'a str], (&'a str, &'a str), &'a Blocks, &'a Blocks);
        let long = "a".repeat(5000);
        let cases: [Case<'_>; 5] = [
            // A request needs its path.
            (&["8286be"], (":path", "/a"), &[(0, true)], &[]),
            // The path is present: the entry is neither another one nor the
            // method.
            (&["828684be"], (":path", "/a"), &[], &[(0, true)]),
            (&["8286be"], (":method", "PUT"), &[], &[(0, true); 2]),
            // A field of the static table, and one that no table has room for.
            (&["828684be"], ("server", ""), &[], &[(0, false)]),
            (&["828684be"], ("x-a", &long), &[], &[(0, true)]),
        ];
        for (blocks, (name, value), agree, contradict) in cases {
            let session = session(blocks);
            let mut assumed = AssumedEntries::default();
            assumed
                .assume(&session, (0, -1), name.as_bytes(), Some(value.as_bytes()))
                .unwrap();
            let views = assumed.over(&session).evidence();
            assert_eq!(views.len(), 1);
            let view = &views[0];
            let fitting = usize::from(contradict.is_empty());
            assert_eq!((view.uses, view.fitting), (1, fitting));
            assert_eq!(reasons(&view.agree), agree, "{name}: {view:?}");
            assert_eq!(reasons(&view.contradict), contradict, "{name}: {view:?}");
        }
    }
}
