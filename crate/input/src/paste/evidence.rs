//! The features of a candidate, which are the evidence for and against it. Their
//! weights are in the table of [`weights`](super::weights).

macro_rules! features {
    ($($name:ident: $reason:literal,)*) => {
        /// A row of the table of weights.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub(super) enum Feature { $(
            #[doc = stringify!($name)]
            $name,
        )* }

        impl Feature {
            /// All rows in the order of the table.
            #[cfg(feature = "fit")]
            pub(super) const ALL: &[Feature] = &[$(Feature::$name,)*];

            /// Its name in the table.
            #[cfg(feature = "fit")]
            #[must_use]
            pub(super) const fn name(self) -> &'static str {
                match self { $(Feature::$name => stringify!($name),)* }
            }

            /// Why it speaks against a candidate; empty if it does not.
            pub(super) const fn reason(self) -> &'static str {
                match self { $(
                    Feature::$name if $reason.is_empty() => "",
                    Feature::$name => concat!("not a header block: ", $reason),
                )* }
            }
        }
    };
}

features! {
    // What the bytes are.
    Bias: "",
    Broken: "it does not decode",
    Whole: "its fields are not valid, or refer to entries that are not there",
    Decodes: "",
    Message: "",
    AllPseudo: "",
    SomePseudo: "",
    NoPseudo: "",
    StructureOfBroken: "",
    FieldsBefore: "",
    FieldsBeforeCount: "",
    CutShort: "it ends inside a field",
    Evidence: "",
    EvidenceWhole: "",
    EvidenceLong: "",
    Likelihood: "its fields are unlikely",
    Unlikely: "its fields are unlikely",
    Repeated: "its fields are repeated",
    Empty: "its fields have no values",
    Frames: "",
    FrameBlocks: "",
    FramesRest: "bytes are left after its frames",
    Preface: "",
    CutFrame: "it is a frame that is cut",
    // Its notation.
    Enclosed: "",
    Certain: "",
    DumpFault: "the rows of this dump do not fit together",
    Called: "",
    Decimal: "",
    Octal: "",
    Bits: "",
    Little: "",
    LittleDump: "",
    OtherDialect: "",
    Base64: "",
    Base64Word: "it looks like a word or a token",
    Number: "it looks like a number",
    Word: "it looks like a word or a number",
    Address: "it looks like an address",
    IndexInBrackets: "it looks like an index",
    TimeLike: "it looks like a time",
    DateLike: "it looks like part of a date or a number",
    OneByte: "it is short",
    TwoBytes: "it is short",
    ThreeBytes: "it is short",
    Length: "",
    FewValues: "it repeats few bytes",
    FewValuesDecodes: "",
    Printable: "it is printable text",
    PrintableDecodes: "",
    Known: "it is something else",
    KnownDecodes: "",
    // Its label and what is around it.
    LabelLast: "",
    LabelSecond: "",
    LabelNear: "",
    Title: "",
    Headline: "",
    LabelOther: "it looks like a hash, an identifier or a token by its label",
    LabelFrame: "it looks like another frame than HEADERS by its label",
    LabelSide: "",
    Counted: "",
    Miscounted: "its label has another number of bytes",
    CallName: "",
    SameNames: "",
    Context: "",
    Sole: "",
    LineOnly: "",
    EndsLine: "",
    TailWords: "words follow it",
    TailComment: "words follow it",
    Glued: "it is part of a word",
    Cut: "it is shortened: an ellipsis replaces some of its bytes",
    CutTail: "it is shortened: an ellipsis replaces some of its bytes",
    Torn: "part of it is not in the text",
    Appended: "something is appended to it that is not in the text",
    Unclosed: "its bracket is not closed",
    OpenQuote: "its quote is not closed",
    // How its parts are joined.
    Series: "",
    SeriesIndexed: "",
    ListJoined: "",
    Rows: "its rows do not belong together",
    EvenRows: "",
    ShortLast: "",
    RowsBlank: "a blank line is between its rows",
    RowsWords: "words are between its rows",
    RowsSkip: "other bytes are between its rows",
    RowsOpen: "",
    RowsLabelled: "",
    RowsApart: "its rows are items of their own",
    PartsBroken: "",
    PartsDecode: "its rows are blocks of their own",
    PartsWhole: "its rows are whole by themselves",
    PartsUneven: "its rows are whole by themselves",
    PartsEven: "",
    PartsBrokenEven: "",
    Operator: "",
    Adjacent: "",
    PartOfChain: "it is part of an expression",
    PartOfEven: "it is part of a longer run",
    IsEven: "",
    TrimOdd: "",
    TrimCounter: "",
    TrimPart: "it is part of a run",
    Forced: "",
    // Its relation to others.
    Alike: "",
    AlikeKind: "",
    Unlike: "it is written differently from the blocks",
    AlikeFirst: "",
    AlikeEnd: "",
    AlikeNumber: "",
    CutAmongGood: "",
    SameAgain: "",
    Echo: "it is the same bytes again",
    Contained: "its bytes are in another block",
    HasLonger: "its bytes are in another block",
    Mixed: "it is not in the frames that are read",
    Skipped: "",
    SkippedLone: "",
}

/// Value of a feature that is there.
pub(super) const ONE: i32 = 10;

/// Features with their values, in tenths.
#[derive(Clone, Debug, Default)]
pub(super) struct Features(pub(super) Vec<(Feature, i32)>);

impl Features {
    pub(super) fn set(&mut self, feature: Feature, is_set: bool) {
        if is_set {
            self.0.push((feature, ONE));
        }
    }

    /// Adds a value in tenths.
    pub(super) fn add(&mut self, feature: Feature, value: i32) {
        if value != 0 {
            self.0.push((feature, value));
        }
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.0.iter().any(|one| one.0 == feature)
    }
}

/// The label of an element: the words before it in its line, or else the line
/// above.
#[derive(Debug, Default)]
pub(super) struct Around {
    pub(super) line: usize,
    /// End of the last long run before it in its line.
    pub(super) from: usize,
    pub(super) is_labelled: bool,
    pub(super) label: (usize, usize),
    pub(super) has_digits: bool,
    pub(super) words: usize,
    pub(super) has_side: bool,
    pub(super) key: Option<u64>,
    pub(super) is_title: bool,
    /// How far a word for header blocks is from the end.
    pub(super) distance: Option<usize>,
    pub(super) is_other: bool,
    pub(super) is_frame: bool,
}
