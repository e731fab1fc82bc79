use input::Sender;

use super::{
    ComparedVerdict,
    block::{BlockOf, Comparison, LineChange},
    sessions::{Pair, pairs, totals},
};
use crate::{
    Options, Session,
    assumed::AssumedEntries,
    fixtures::{self, framed},
};

fn session(blocks: &[&str]) -> Session {
    fixtures::of_hex(Options::default(), blocks)
}

/// Lines of two blocks: relation, whether moved, and positions in each block.
type Lines = Vec<(LineChange, bool, Option<usize>, Option<usize>)>;

fn compared<T>(
    left: (&Session, usize),
    right: (&Session, usize),
    ask: impl FnOnce(Comparison<'_>) -> T,
) -> T {
    let nothing = AssumedEntries::NONE;
    let [left, right] = [left, right].map(|(session, block)| BlockOf {
        overlay: nothing.over(session),
        block,
    });
    ask(Comparison::new(left, right))
}

fn lines(left: (&Session, usize), right: (&Session, usize)) -> Lines {
    let place = |(session, block): (&Session, usize), row: Option<usize>| {
        row.map(|row| row - session.blocks()[block].rows.start)
    };
    compared(left, right, |comparison| {
        let lines = comparison.lines.iter();
        let lines = lines.map(|line| {
            let (left, right) = (place(left, line.left), place(right, line.right));
            (line.change, line.moved, left, right)
        });
        lines.collect()
    })
}

fn literal(name: &str, value: &str) -> String {
    let hex = |text: &str| format!("{:02x}{}", text.len(), crate::text::hex(text.as_bytes()));
    format!("00{}{}", hex(name), hex(value))
}

#[test]
fn reports_every_relation() {
    let left = format!(
        "8286{}{}{}{}",
        literal("a", "1"),
        literal("b", "2"),
        literal("c", "3"),
        literal("only", "left"),
    );
    let right = format!(
        "{}86{}{}{}{}",
        // :method: GET as a literal.
        literal(":method", "GET"),
        literal("a", "9"),
        literal("c", "3"),
        literal("b", "2"),
        literal("new", "right"),
    );
    let (left, right) = (session(&[&left]), session(&[&right]));
    assert_eq!(
        lines((&left, 0), (&right, 0)),
        [
            (LineChange::Encoding, false, Some(0), Some(0)),
            (LineChange::Same, false, Some(1), Some(1)),
            (LineChange::Value, false, Some(2), Some(2)),
            (LineChange::Same, true, Some(3), Some(4)),
            (LineChange::Same, false, Some(4), Some(3)),
            (LineChange::Left, false, Some(5), None),
            (LineChange::Right, false, None, Some(5)),
        ]
    );
    compared((&left, 0), (&right, 0), |comparison| {
        assert_eq!(comparison.verdict(), ComparedVerdict::Fields);
        let counts = comparison.counts();
        assert_eq!((counts.same, counts.moved, counts.left), (3, 1, 1));
        let [sums, _] = comparison.sums();
        assert_eq!((sums.fields, sums.bytes), (6, left.bytes(0).len()));
        // :method: GET and :scheme: http take 1 + 8 + 4 and 1 + 8 + 5 bytes as
        // literals; the others are literals already.
        let literals = (left.bytes(0).len() - 2) as u64;
        assert_eq!(sums.literal_bytes, 13 + 14 + literals);
    });
}

#[test]
fn compares_size_updates() {
    let (left, right) = (session(&["3fe11f82"]), session(&["2082"]));
    let (update, field) = (Some(0), Some(1));
    let expected = [
        (LineChange::Value, false, update, update),
        (LineChange::Same, false, field, field),
    ];
    assert_eq!(lines((&left, 0), (&right, 0)), expected);
}

#[test]
fn unknown_fields_are_not_same() {
    // An unknown entry, as a whole and as a name.
    let middle = fixtures::of_hex(fixtures::unknown_start(), &["be0f2f0161"]);
    let lines = lines((&middle, 0), (&middle, 0));
    assert!(
        lines.iter().all(|line| line.0 != LineChange::Same),
        "{lines:?}"
    );
    compared((&middle, 0), (&middle, 0), |comparison| {
        assert_eq!(comparison.verdict(), ComparedVerdict::Fields);
    });
}

#[test]
fn compares_tables_by_entry() {
    // Both insert `a: 1`, the left `b: 2`, the right `a: 1` again.
    let (a, b) = ("4001610131", "4001620132");
    let left = session(&[&format!("{a}{b}")]);
    let right = session(&[&format!("{a}{a}")]);
    compared((&left, 0), (&right, 0), |comparison| {
        assert_eq!(comparison.before.both, 0);
        let after = &comparison.after;
        assert_eq!((after.both, after.only_left, after.only_right), (1, 1, 1));
        assert_eq!(after.left_entries[0].name, "b");
        assert_eq!(after.right_entries[0].value, "1");
        assert_eq!((after.left.size, after.right.count), (68, 2));
    });
}

#[test]
fn blocks_with_errors_do_not_count_as_same_fields() {
    let (left, right) = (session(&["82"]), session(&["8280"]));
    compared((&left, 0), (&right, 0), |comparison| {
        assert_eq!(comparison.verdict(), ComparedVerdict::Fields);
    });
    compared((&right, 0), (&right, 0), |comparison| {
        assert_eq!(comparison.verdict(), ComparedVerdict::Same);
    });
}

#[test]
fn matches_requests_by_path_and_responses_by_request() {
    use Sender::{Client, Server};
    let get = |path: &str| format!("82{}", literal(":path", path));
    let left = framed(&[
        (Client, 1, None, &get("/a")),
        (Client, 3, None, &get("/b")),
        (Server, 1, None, "88"),
        (Server, 3, None, "8d"),
        (Client, 5, None, &get("/left")),
    ]);
    // Another order, and a response with another encoding.
    let right = framed(&[
        (Client, 1, None, &get("/b")),
        (Client, 3, None, &get("/a")),
        (Server, 1, None, "8d"),
        (Server, 3, None, &literal(":status", "200")),
        (Server, 3, None, &literal("trailer", "x")),
    ]);
    let nothing = AssumedEntries::NONE;
    let [left, right] = [&left, &right].map(|session| nothing.over(session));
    let found = pairs(left, right);
    let pair = |(verdict, left, right)| Pair {
        verdict,
        left,
        right,
    };
    let expected = [
        (Some(ComparedVerdict::Same), Some(0), Some(1)),
        (Some(ComparedVerdict::Same), Some(1), Some(0)),
        (Some(ComparedVerdict::Encoding), Some(2), Some(3)),
        (None, None, Some(4)),
        (Some(ComparedVerdict::Same), Some(3), Some(2)),
        (None, Some(4), None),
    ];
    assert_eq!(found, expected.map(pair));
    let totals = totals(left, right, &found);
    let counts = [totals.same, totals.encoding, totals.left, totals.right];
    assert_eq!(counts, [3, 1, 1, 1]);
}

#[test]
fn matches_remaining_requests_by_order() {
    let get = |path: &str| format!("82{}", literal(":path", path));
    let left = session(&[&get("/yesterday"), &get("/both")]);
    let right = session(&[&get("/both"), &get("/today")]);
    let nothing = AssumedEntries::NONE;
    let found = pairs(nothing.over(&left), nothing.over(&right));
    let places: Vec<_> = found.iter().map(|pair| (pair.left, pair.right)).collect();
    assert_eq!(places, [(Some(0), Some(1)), (Some(1), Some(0))]);
    assert_eq!(found[0].verdict, Some(ComparedVerdict::Fields));
}
