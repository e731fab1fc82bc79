//! Weights of the evidence, in tenths of a bit: among words, and in a text
//! without words. Written by `cargo run --release --example fit -- --cross --write`.
//!
//! Texts that are right / refused / wrong:
//! - cross-validated, files: 82 / 0 / 1
//! - cross-validated, malformed: 171 / 0 / 0
//! - cross-validated, no-blocks: 259 / 0 / 1
//! - cross-validated, reports: 58 / 3 / 1
//! - cross-validated, reports-2: 77 / 3 / 1
//! - cross-validated, shapes: 398 / 1 / 7
//! - cross-validated, texts: 518 / 8 / 9
//! - cross-validated, typed: 52 / 2 / 4
//! - cross-validated, wide: 337 / 6 / 6
//! - all, files: 83 / 0 / 0
//! - all, malformed: 171 / 0 / 0
//! - all, no-blocks: 259 / 0 / 1
//! - all, reports: 61 / 1 / 0
//! - all, reports-2: 78 / 3 / 0
//! - all, shapes: 401 / 0 / 5
//! - all, texts: 525 / 4 / 6
//! - all, typed: 55 / 1 / 2
//! - all, wide: 339 / 5 / 5

/// One row for each [`Feature`](crate::feature::Feature), in its order.
#[rustfmt::skip]
pub(super) const WEIGHTS: &[(&str, i16, i16)] = &[
    ("Bias", -87, -118),
    ("Broken", -55, -98),
    ("Whole", -41, -21),
    ("Decodes", 7, -20),
    ("Message", 11, -18),
    ("AllPseudo", 42, 0),
    ("SomePseudo", 10, -81),
    ("StructureOfBroken", 29, 5),
    ("FieldsBefore", 39, 2),
    ("CutShort", 15, -6),
    ("Evidence", 6, 26),
    ("EvidenceLong", 57, 23),
    ("Likelihood", 20, -2),
    ("Repeated", -10, -24),
    ("Frames", 121, 120),
    ("FrameBlocks", 61, 60),
    ("Enclosed", 22, 14),
    ("Certain", 36, 7),
    ("Called", 47, 50),
    ("Bits", 20, 200),
    ("Little", -14, -103),
    ("LittleDump", 40, 147),
    ("Number", -100, -27),
    ("TimeLike", 0, -450),
    ("DateLike", 0, -450),
    ("OneByte", -37, -36),
    ("Printable", -100, -500),
    ("Known", -100, -500),
    ("LabelLast", 52, 40),
    ("LabelNear", 25, 20),
    ("LabelOther", -46, -51),
    ("LabelFrame", -57, -50),
    ("LabelSide", 36, 0),
    ("Sole", 32, -29),
    ("EndsLine", 31, -36),
    ("TailComment", -31, -2),
    ("Cut", -180, -750),
    ("CutTail", -18, 0),
    ("Torn", -170, -720),
    ("Appended", -170, -720),
    ("Unclosed", -140, -700),
    ("OpenQuote", -140, -700),
    ("Rows", -58, -126),
    ("RowsWords", -23, -20),
    ("PartsUneven", -20, -90),
    ("Operator", 33, 30),
    ("PartOfEven", -38, -18),
    ("Trimmed", -17, -22),
    ("Alike", 10, 30),
    ("AlikeKind", 4, -5),
    ("AlikeFirst", 30, 0),
    ("AlikeEnd", 20, 0),
    ("AlikeShort", 180, 90),
    ("Echo", -300, -300),
    ("Contained", -100, -100),
    ("Mixed", -200, -200),
    ("Skipped", 0, -300),
];
