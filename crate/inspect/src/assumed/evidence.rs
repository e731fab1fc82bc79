//! Which blocks agree with what is assumed of an unknown entry, and which
//! contradict it.

use std::collections::HashSet;

use hpack::{Kind, static_table};
use http2::validity::{Field, Rule, Violation, check};
use serde::Serialize;

use super::{AssumedEntries, AssumedField, Overlay, name_from};
use crate::{text::lossy, warnings::Found};

/// Reasons that one answer lists for, and against, an assumption; the rest are counted.
const LISTED: usize = 100;

/// A reason for an assumption, or against it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// An assumption, and what the blocks say of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PinView"))]
#[serde(rename_all = "camelCase")]
pub struct AssumedView {
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

impl Overlay<'_> {
    /// Every assumption, and what the blocks say of it.
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
                let mut weighing = Weighing {
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
                weighing.run();
                weighing.view
            })
            .collect()
    }
}

impl AssumedField {
    /// A field that is no other.
    fn other() -> Self {
        Self {
            name: b"x".to_vec(),
            value: Some(b"x".to_vec()),
        }
    }
}

/// One assumption held against the blocks.
struct Weighing<'a> {
    overlay: Overlay<'a>,
    /// The other assumptions alone.
    without: AssumedEntries,
    /// The same, with some other field in place of this one.
    other: AssumedEntries,
    direction: usize,
    position: i64,
    assumed: &'a AssumedField,
    view: AssumedView,
}

impl Weighing<'_> {
    fn agree(&mut self, row: usize, strict: bool, message: String) {
        self.view.agree_total += 1;
        note(self.overlay, &mut self.view.agree, row, strict, message);
    }

    fn contradict(&mut self, row: usize, strict: bool, message: String) {
        self.view.contradict_total += 1;
        note(
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
        name_from(self.overlay.session, self.direction, position) == Some(self.position)
    }

    /// §4.1: whether the entry, and all that are newer, fit in the table.
    fn has_room(&mut self, row: usize) -> bool {
        let session = self.overlay.session;
        let table = session.directions()[self.direction].table();
        let moment = session.before(row);
        let own =
            (self.assumed.name.len() + self.assumed.value.as_ref().map_or(0, Vec::len)) as u64;
        let needed = table.size_with_unknown(&moment, self.position, own);
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

    /// An encoder seldom refers to the dynamic table for what the static one has.
    fn is_wanted(&mut self, row: usize) -> bool {
        let kind = self.overlay.session.rows()[row].kind;
        let same_name = |(name, _): &&(&str, &str)| name.as_bytes() == self.assumed.name;
        let wanted = if kind == Kind::Indexed {
            let value = self.assumed.value.as_deref();
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

    /// A literal that is the assumed field: it is written out again only once the
    /// entry has left.
    fn written_out(&mut self, row: usize) {
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
    /// without the assumption, or would break if this were any other field.
    fn makes_sense(&mut self, block: usize, row: usize) -> bool {
        let session = self.overlay.session;
        let record = &session.blocks()[block];
        if record.fault.is_some() {
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
        let sense = new.is_empty();
        for found in new {
            self.contradict(row, true, self.overlay.warning(block, found).message);
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

/// Adds a reason, up to as many as are listed.
fn note(of: Overlay<'_>, to: &mut Vec<Reason>, row: usize, strict: bool, message: String) {
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
    use input::{Block, Sender};

    use super::*;
    use crate::{Options, Session, assumed::Refused, explain::Part};

    fn session(blocks: &[&str]) -> Session {
        let mut options = Options::default();
        options.start.unknown = true;
        let mut session = Session::new(options);
        for hex in blocks {
            let bytes: Vec<u8> = (0..hex.len() / 2)
                .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
                .collect();
            session.push(&Block::new(Sender::Client, &bytes));
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
    fn an_assumed_field_is_shown_wherever_the_entry_is_referred_to() {
        // :method GET, :scheme http, and two unknown entries; then a literal
        // that has its name from the newer one, and a reference to that.
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
    fn what_is_known_or_was_never_met_is_not_assumed() {
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
    fn a_name_alone_is_assumed_where_it_comes_from() {
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
    fn blocks_speak_for_and_against_an_assumption() {
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
            let session = session(blocks);
            let mut assumed = AssumedEntries::default();
            assumed
                .assume(&session, (0, -1), name.as_bytes(), Some(value.as_bytes()))
                .unwrap();
            let views = assumed.over(&session).evidence();
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
