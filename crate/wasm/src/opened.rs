//! What is answered when an input is opened, and about what is open.

use http2::ErrorCode;
use input::{Problem, Sender, paste};
use serde::Serialize;

use crate::{
    applied::{Applied, AppliedView},
    document::Document,
    open_options::name_of,
    skipped::SkippedView,
};

#[derive(Serialize)]
#[serde(
    tag = "status",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Opened<'a> {
    Ok(Box<OpenedView<'a>>),
    /// It is for the package that reads captures too.
    #[cfg(not(feature = "captures"))]
    More,
    Refused {
        kind: String,
        message: String,
        line: u32,
        column: u32,
        offset: Option<u32>,
    },
}

impl Opened<'_> {
    /// A refusal that means the whole input.
    pub(crate) fn refused(kind: &str, message: String) -> Self {
        Self::Refused {
            kind: kind.to_owned(),
            message,
            line: 0,
            column: 0,
            offset: None,
        }
    }
}

/// An input that could be read.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenedView<'a> {
    pub(crate) format: FormatView,
    pub(crate) other_formats: Vec<FormatView>,
    pub(crate) other_blocks: Option<&'static str>,
    /// What else its octets may be: “blocks” or “frames”.
    pub(crate) other_content: Option<&'static str>,
    /// Octets of the input; exact up to 2^53.
    pub(crate) bytes: f64,
    pub(crate) problems: usize,
    /// How many connections a capture has; none for pasted header blocks.
    pub(crate) connections: Option<usize>,
    #[serde(flatten)]
    pub(crate) session: SessionView,
    pub(crate) initial_table_size: Option<u32>,
    /// The first parts of the text that were passed over.
    pub(crate) skipped: Vec<SkippedView<'a>>,
    pub(crate) ambiguous: Option<AmbiguityView<'a>>,
    /// Whether requests and responses stand in one list without senders.
    pub(crate) two_directions: bool,
    pub(crate) text: Option<&'a str>,
}

/// Why nothing decides between two notations, and the one not read.
#[derive(Serialize)]
pub(crate) struct AmbiguityView<'a> {
    message: &'a str,
    other: FormatView,
}

impl<'a> AmbiguityView<'a> {
    pub(crate) fn of(ambiguity: &'a paste::Ambiguity) -> Self {
        Self {
            message: &ambiguity.message,
            other: FormatView::new(ambiguity.other, None),
        }
    }
}

impl OpenedView<'_> {
    pub(crate) fn new(document: &Document, format: FormatView, bytes: u64) -> Self {
        Self {
            format,
            other_formats: Vec::new(),
            other_blocks: None,
            other_content: None,
            bytes: bytes as f64,
            problems: ProblemView::all(document).count(),
            connections: document.capture().map(|capture| capture.connections.len()),
            session: SessionView::of(document),
            initial_table_size: None,
            skipped: Vec::new(),
            ambiguous: None,
            two_directions: false,
            text: None,
        }
    }
}

impl<'a> OpenedView<'a> {
    /// Of what was pasted.
    pub(crate) fn of_paste(
        document: &Document,
        paste: &'a paste::Paste,
        skipped: Vec<SkippedView<'a>>,
        bytes: u64,
    ) -> Self {
        let format = FormatView::new(paste.format, Some(paste.detail.clone()));
        Self {
            other_formats: FormatView::list(&paste.others),
            other_content: paste.other_content.map(name_of),
            skipped,
            text: paste.transcoded.as_deref(),
            ..OpenedView::new(document, format, bytes)
        }
    }
}

/// The session that is looked at.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionView {
    pub(crate) connection: usize,
    /// Its frames; 0 where there are only blocks.
    pub(crate) frames: usize,
    pub(crate) octets: usize,
    pub(crate) plain_octets: u64,
    /// Rows whose name or value is not known.
    pub(crate) unknown_rows: u64,
    pub(crate) blocks: usize,
    pub(crate) rows: usize,
    pub(crate) faults: usize,
    pub(crate) first_fault: Option<usize>,
    pub(crate) offer_unknown_start: bool,
    pub(crate) directions: Vec<DirectionView>,
    /// The change with which it is decoded.
    pub(crate) applied: Option<AppliedView>,
}

impl SessionView {
    /// What is looked at, in numbers.
    pub(crate) fn of(document: &Document) -> Self {
        let Some(session) = document.session() else {
            return Self::default();
        };
        let connection = document.connection_at(document.connection);
        let records = session.blocks();
        Self {
            connection: document.connection,
            frames: connection.map_or(0, |connection| connection.frames.len()),
            octets: session.octets_total(),
            plain_octets: records.iter().map(|block| block.plain_octets).sum(),
            unknown_rows: records
                .iter()
                .map(|block| u64::from(block.unknown_rows))
                .sum(),
            blocks: records.len(),
            rows: session.rows().len(),
            faults: records.iter().filter(|block| block.fault.is_some()).count(),
            first_fault: records.iter().position(|block| block.fault.is_some()),
            offer_unknown_start: session.offers_unknown_start(),
            directions: session
                .directions()
                .iter()
                .map(|direction| DirectionView {
                    sender: direction.sender,
                    blocks: direction.blocks.len(),
                })
                .collect(),
            applied: document.applied().map(Applied::view),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct FormatView {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
}

impl FormatView {
    /// A format of files, by its name.
    #[cfg(feature = "captures")]
    pub(crate) fn capture(format: &'static str) -> Self {
        Self {
            id: format,
            title: match format {
                "pcap" => "a pcap capture",
                "pcapng" => "a pcapng capture",
                "netlog" => "a NetLog of Chromium",
                "har" => "a HAR archive",
                "frames" => "HTTP/2 frames",
                _ => format,
            },
            detail: None,
        }
    }

    pub(crate) fn list(formats: &[paste::Format]) -> Vec<Self> {
        formats
            .iter()
            .map(|&format| Self::new(format, None))
            .collect()
    }

    pub(crate) fn new(format: paste::Format, detail: Option<String>) -> Self {
        Self {
            id: format.name(),
            title: format.title(),
            detail,
        }
    }
}

#[derive(Serialize)]
pub(crate) struct DirectionView {
    pub(crate) sender: Sender,
    pub(crate) blocks: usize,
}

/// Something worth knowing, and what of the capture it is about.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProblemView<'a> {
    r#where: &'a str,
    message: &'a str,
    section: Option<&'static str>,
    connection: Option<usize>,
    frame: Option<u32>,
    /// Which of the skipped parts it is about.
    skipped: Option<usize>,
}

impl<'a> ProblemView<'a> {
    fn of(problem: &'a Problem, skipped: Option<usize>) -> Self {
        Self {
            skipped,
            r#where: &problem.r#where,
            message: &problem.message,
            section: None,
            connection: None,
            frame: None,
        }
    }

    /// Those of the input, then what is wrong with the frames of each
    /// connection; what is not whole is among those of the input.
    pub(crate) fn all(document: &'a Document) -> impl Iterator<Item = Self> {
        let connections = document
            .capture()
            .map_or(&[][..], |capture| &capture.connections);
        let errors = connections
            .iter()
            .enumerate()
            .flat_map(|(number, connection)| {
                connection
                    .errors
                    .iter()
                    .filter(|error| {
                        !matches!(
                            error.code,
                            ErrorCode::TruncatedFrame | ErrorCode::IncompleteHeaderBlock
                        )
                    })
                    .map(move |error| Self {
                        r#where: error.code.name(),
                        message: &error.message,
                        section: Some(error.section),
                        connection: Some(number),
                        frame: Some(error.frame),
                        skipped: None,
                    })
            });
        let own = document.problems.iter().enumerate();
        own.map(|(number, problem)| Self::of(problem, document.parts.of_problem(number)))
            .chain(errors)
    }
}
