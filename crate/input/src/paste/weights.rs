//! Weights of the evidence, in tenths of a bit: among words, and in a text
//! without words. Written by `cargo run --release --example fit -- --cross --write`.
//!
//! Texts that are right / refused / wrong:
//! - cross-validated, files: 81 / 0 / 2
//! - cross-validated, malformed: 171 / 0 / 0
//! - cross-validated, no-blocks: 259 / 0 / 1
//! - cross-validated, reports: 57 / 4 / 1
//! - cross-validated, reports-2: 76 / 2 / 3
//! - cross-validated, shapes: 399 / 2 / 5
//! - cross-validated, texts: 511 / 7 / 7
//! - cross-validated, typed: 50 / 3 / 3
//! - cross-validated, wide: 338 / 5 / 6
//! - all, files: 83 / 0 / 0
//! - all, malformed: 171 / 0 / 0
//! - all, no-blocks: 259 / 0 / 1
//! - all, reports: 60 / 1 / 1
//! - all, reports-2: 76 / 2 / 3
//! - all, shapes: 402 / 0 / 4
//! - all, texts: 514 / 6 / 5
//! - all, typed: 52 / 1 / 3
//! - all, wide: 339 / 5 / 5

/// One row for each [`Feature`](super::evidence::Feature), in its order.
#[rustfmt::skip]
pub(super) const WEIGHTS: &[(&str, i16, i16)] = &[
    ("Bias", -89, -113),
    ("Broken", -54, -95),
    ("Whole", -40, -21),
    ("Decodes", 6, -20),
    ("Message", 10, -18),
    ("AllPseudo", 42, 0),
    ("SomePseudo", 9, -79),
    ("NoPseudo", -18, -23),
    ("StructureOfBroken", 29, 5),
    ("FieldsBefore", 38, -3),
    ("CutShort", 17, -2),
    ("Evidence", 5, 25),
    ("EvidenceLong", 54, 24),
    ("Likelihood", 22, -3),
    ("Unlikely", 28, 7),
    ("Repeated", -10, -26),
    ("Empty", -21, 0),
    ("Frames", 120, 120),
    ("FrameBlocks", 60, 60),
    ("FramesRest", -60, -60),
    ("Preface", 100, 100),
    ("CutFrame", -150, -20),
    ("Enclosed", 26, 14),
    ("Certain", 34, 7),
    ("DumpFault", -150, -750),
    ("Called", 47, 50),
    ("Decimal", -2, -3),
    ("Octal", -10, 20),
    ("Bits", 20, 200),
    ("Little", -12, -103),
    ("LittleDump", 40, 147),
    ("Base64Word", -57, -68),
    ("Number", -95, -31),
    ("Word", -15, -31),
    ("Address", -18, -17),
    ("IndexInBrackets", -50, -50),
    ("TimeLike", 0, -450),
    ("DateLike", 0, -450),
    ("OneByte", -43, -37),
    ("TwoBytes", -8, -19),
    ("FewValues", -80, -26),
    ("Printable", -100, -500),
    ("Known", -100, -500),
    ("LabelLast", 53, 40),
    ("LabelNear", 28, 20),
    ("LabelOther", -45, -51),
    ("LabelFrame", -57, -50),
    ("LabelSide", 40, 0),
    ("Counted", 38, 50),
    ("Miscounted", -13, 0),
    ("CallName", 31, 10),
    ("Sole", 33, -26),
    ("EndsLine", 32, -32),
    ("TailComment", -28, -2),
    ("Glued", -40, -40),
    ("Cut", -180, -750),
    ("CutTail", -17, 0),
    ("Torn", -170, -720),
    ("Appended", -170, -720),
    ("Unclosed", -140, -700),
    ("OpenQuote", -140, -700),
    ("Rows", -59, -122),
    ("RowsWords", -26, -20),
    ("RowsApart", -80, -158),
    ("PartsBroken", 5, -46),
    ("PartsUneven", -21, -91),
    ("Operator", 32, 30),
    ("Adjacent", 31, 22),
    ("PartOfEven", -41, -18),
    ("IsEven", 6, 9),
    ("Trimmed", -17, -19),
    ("Alike", 10, 30),
    ("AlikeKind", 3, -5),
    ("AlikeFirst", 30, 0),
    ("AlikeEnd", 20, 0),
    ("AlikeShort", 180, 90),
    ("CutAmongGood", 9, -5),
    ("SameAgain", -5, 0),
    ("Echo", -300, -300),
    ("Contained", -100, -100),
    ("HasLonger", -60, -60),
    ("Mixed", -200, -200),
    ("Skipped", 0, -300),
    ("SkippedLone", 0, -40),
];
