//! What can be said for and against a run of bytes as a header block: a row of the
//! table of weights each.

macro_rules! features {
    ($($name:ident: $reason:literal, $words:literal, $strict:literal $(, $given:ident)?;)*) => {
        /// A row of the table of weights.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Feature { $(
            #[doc = stringify!($name)]
            $name,
        )* }

        impl Feature {
            /// All rows in the order of the table.
            #[cfg(feature = "fit")]
            pub(crate) const ALL: &[Feature] = &[$(Feature::$name,)*];

            /// Its name in the table.
            #[cfg(feature = "fit")]
            #[must_use]
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Feature::$name => stringify!($name),)* }
            }

            /// Why it speaks against a candidate; empty if it does not.
            pub(crate) const fn reason(self) -> &'static str {
                match self { $(
                    Feature::$name if $reason.is_empty() => "",
                    Feature::$name => concat!("not a header block: ", $reason),
                )* }
            }
        }

        /// For each feature, its weight before fitting, in tenths of a bit, among words
        /// and in a text without words; and which of the two are not fitted, because
        /// they guard against wrong answers or depend on a first pass.
        #[cfg(feature = "fit")]
        pub(crate) const START: &[(i32, i32, &[Given])] = &[
            $(($words, $strict, &[$(Given::$given)?]),)*
        ];
    };
}

/// Columns of a weight that is not fitted.
#[cfg(feature = "fit")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    Both,
    /// In texts without words.
    Strict,
}

features! {
    // Why it speaks against a candidate, and the weights to begin with.
    // What the bytes are.
    Bias: "", -90, 40;
    Broken: "it does not decode", -60, -20;
    Whole: "its fields are not valid, or refer to entries that are not there", -40, 0;
    Decodes: "", 0, 0;
    Message: "", 20, 20;
    AllPseudo: "", 20, 0;
    SomePseudo: "", 0, 0;
    StructureOfBroken: "", 0, 0;
    FieldsBefore: "", 0, 0;
    CutShort: "it ends inside a field", 0, 0;
    Evidence: "", 30, 0;
    EvidenceLong: "", 20, 10;
    Likelihood: "its fields are unlikely", 10, 0;
    Repeated: "its fields are repeated", -10, 0;
    Frames: "", 120, 120;
    FrameBlocks: "", 60, 60;
    // Its notation.
    Enclosed: "", 10, 0;
    Certain: "", 30, 0;
    Called: "", 50, 50;
    Bits: "", 20, 200, Both;
    Little: "", -10, -100;
    LittleDump: "", 40, 150;
    Number: "it looks like a number", -80, -30;
    TimeLike: "it looks like a time", 0, -450, Strict;
    DateLike: "it looks like part of a date or a number", 0, -450, Strict;
    OneByte: "it is short", -40, 0;
    Printable: "it is printable text", -100, -500, Strict;
    Known: "it is something else", -100, -500, Strict;
    // Its label and what is around it.
    LabelLast: "", 40, 40;
    LabelNear: "", 20, 20;
    LabelOther: "it looks like a hash, an identifier or a token by its label", -50, -50;
    LabelFrame: "it looks like another frame than HEADERS by its label", -50, -50;
    LabelSide: "", 0, 0;
    Sole: "", 0, 0;
    EndsLine: "", 0, 0;
    TailComment: "words follow it", 0, 0;
    Cut: "it is shortened: an ellipsis replaces some of its bytes", -180, -750, Both;
    CutTail: "it is shortened: an ellipsis replaces some of its bytes", 0, 0;
    Torn: "part of it is not in the text", -170, -720, Both;
    Appended: "something is appended to it that is not in the text", -170, -720, Both;
    Unclosed: "its bracket is not closed", -140, -700, Both;
    OpenQuote: "its quote is not closed", -140, -700, Both;
    // How its parts are joined.
    Rows: "its rows do not belong together", -10, -20;
    RowsWords: "words are between its rows", -20, -20;
    PartsUneven: "its rows are whole by themselves", 0, -30;
    Operator: "", 30, 30;
    PartOfEven: "it is part of a longer run", -20, -20;
    Trimmed: "", -10, -10;
    // Its relation to others.
    Alike: "", 10, 30, Both;
    AlikeKind: "", 10, 0;
    AlikeFirst: "", 30, 0, Both;
    AlikeEnd: "", 20, 0, Both;
    AlikeShort: "", 180, 90, Both;
    Echo: "it is the same bytes again", -300, -300, Both;
    Contained: "its bytes are in another block", -100, -100;
    Mixed: "it is not in the frames that are read", -200, -200, Both;
    Skipped: "", 0, -300, Both;
}
