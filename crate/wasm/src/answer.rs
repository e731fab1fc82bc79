//! Answers that go over as JSON.

use crate::{looking::AppliedView, open::Open, skipped::SkippedView};
use hpack::{FaultKind, huffman::Engine, integer::IntegerFault};
use http2::ErrorCode;
use input::{Problem, Sender, paste};
use inspect::Session;
use inspect::explain::{FaultView, IntegerPart};
use inspect::table::TableFill;
use serde::Serialize;

/// JSON of `value`; `null` for what has no JSON, of which there is nothing here.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[derive(Serialize)]
pub(crate) struct EngineView {
    id: &'static str,
    title: &'static str,
    about: &'static str,
}

pub(crate) fn engines() -> Vec<EngineView> {
    Engine::ALL
        .map(|engine| EngineView {
            id: engine.id(),
            title: engine.title(),
            about: engine.about(),
        })
        .into()
}

#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(crate) enum IntegerView {
    Ok {
        integer: IntegerPart,
    },
    Error {
        code: &'static str,
        message: String,
        section: &'static str,
        at: usize,
        integer: IntegerPart,
    },
}

pub(crate) fn integer(octets: &[u8], prefix_bits: u8) -> Option<IntegerView> {
    let (integer, fault) = inspect::explain::explain_integer(octets, prefix_bits)?;
    Some(match fault {
        None => IntegerView::Ok { integer },
        Some(fault) => {
            let (kind, at) = match fault {
                IntegerFault::Truncated => (FaultKind::TruncatedInteger, octets.len()),
                IntegerFault::Overflow => (FaultKind::IntegerOverflow, 0),
            };
            let view = FaultView::from(&hpack::Fault {
                kind,
                field_offset: 0,
                at,
                bit: 0,
            });
            IntegerView::Error {
                code: view.code,
                message: view.message.replace("the block ends", "the bytes end"),
                section: view.section,
                at,
                integer,
            }
        }
    })
}

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
    pub(crate) fn new(open: &Open, format: FormatView, bytes: u64) -> Self {
        Self {
            format,
            other_formats: Vec::new(),
            other_blocks: None,
            other_content: None,
            bytes: bytes as f64,
            problems: ProblemView::all(open).count(),
            connections: open.capture().map(|capture| capture.connections.len()),
            session: open.session_view(),
            initial_table_size: None,
            skipped: Vec::new(),
            ambiguous: None,
            two_directions: false,
            text: None,
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
    pub(crate) fn of(session: &Session) -> Self {
        let records = session.blocks();
        Self {
            connection: 0,
            frames: 0,
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
            applied: None,
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockDetail {
    pub(crate) block: usize,
    pub(crate) fault: Option<FaultView>,
    pub(crate) limit_changes: Vec<u32>,
    pub(crate) before: TableFill,
    pub(crate) after: TableFill,
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
    pub(crate) fn all(open: &'a Open) -> impl Iterator<Item = Self> {
        let connections = open
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
        let own = open.problems.iter().enumerate();
        own.map(|(number, problem)| Self::of(problem, open.parts.of_problem(number)))
            .chain(errors)
    }
}
