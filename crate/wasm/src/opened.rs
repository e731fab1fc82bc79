//! The answer to opening an input, and the open session in numbers.

use std::borrow::Cow;

use input::{Place, Sender, paste, visible::visible};
use inspect::pasted::ListedTable;
use serde::Serialize;

use crate::{
    answer::json, applied::Applied, document::Document, skipped::SkippedView, utf16::Offsets,
};

/// The answer to opening an input.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(
    tag = "status",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum Opened<'a> {
    Ok(Box<OpenedView<'a>>),
    /// Text with frames or packets, which the package for captures reads.
    Frames,
    Refused {
        kind: String,
        message: String,
        /// From 1; 0 if the whole input is meant. Columns count code points.
        line: u32,
        column: u32,
        /// UTF-16 offset of the offending character, to select it.
        offset: Option<u32>,
        /// The run of bytes that resembles a header block most.
        nearest: Option<NearestView>,
    },
}

/// The run of bytes in a refused text that resembles a header block most, and
/// can be read alone.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Nearest"))]
#[serde(rename_all = "camelCase")]
pub struct NearestView {
    /// UTF-16 offsets into the text.
    start: u32,
    end: u32,
    /// Line numbers, from 1.
    first_line: usize,
    last_line: usize,
}

impl NearestView {
    /// `None` if `text` is not UTF-8: the page does not show such a file.
    pub(crate) fn of(place: Place, text: &[u8]) -> Option<Self> {
        str::from_utf8(text).ok()?;
        let offsets = Offsets::of(text);
        let run = text.get(place.start as usize..place.end as usize)?;
        let feeds = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
        let first_line = 1 + feeds(&text[..place.start as usize]);
        Some(Self {
            start: offsets.utf16(place.start),
            end: offsets.utf16(place.end),
            first_line,
            last_line: first_line + feeds(run.trim_ascii_end()),
        })
    }
}

impl Opened<'_> {
    /// A refusal about the whole input.
    pub(crate) fn refused(kind: &str, message: String) -> Self {
        Self::Refused {
            kind: kind.to_owned(),
            message,
            line: 0,
            column: 0,
            offset: None,
            nearest: None,
        }
    }
}

/// An opened input.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenedView<'a> {
    pub(crate) format: FormatView,
    /// Other formats in which the input can be read.
    pub(crate) other_formats: Vec<FormatView>,
    /// Another valid way to split it into blocks.
    #[cfg_attr(
        feature = "typescript",
        ts(type = "Exclude<Splitting, \"auto\"> | null")
    )]
    pub(crate) other_blocks: Option<paste::Blocks>,
    /// Another valid meaning of its bytes.
    pub(crate) other_content: Option<paste::As>,
    /// Bytes of the input.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub(crate) bytes: u64,
    /// Number of problems.
    pub(crate) problems: usize,
    /// Number of connections; null for pasted header blocks.
    pub(crate) connections: Option<usize>,
    #[serde(flatten)]
    pub(crate) session: SessionView<'a>,
    /// SETTINGS_HEADER_TABLE_SIZE at the start according to the text, bytes.
    pub(crate) initial_table_size: Option<u32>,
    /// The first skipped parts of the text, in order.
    pub(crate) skipped: Vec<SkippedView>,
    /// Two notations fit equally: why, and the one not used.
    pub(crate) ambiguous: Option<AmbiguityView<'a>>,
    /// Whether one list holds requests and responses without senders.
    pub(crate) two_directions: bool,
    /// A dynamic table that the text lists, if a block needs it.
    pub(crate) listed_table: Option<ListedTable>,
    /// The decoded text that places refer to, for a file in another encoding
    /// than UTF-8.
    pub(crate) text: Option<&'a str>,
}

/// Two notations fit equally: why, and the one not used.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Ambiguity"))]
pub struct AmbiguityView<'a> {
    message: Cow<'a, str>,
    other: FormatView,
}

impl<'a> AmbiguityView<'a> {
    pub(crate) fn of(ambiguity: &'a paste::Ambiguity) -> Self {
        Self {
            message: visible(&ambiguity.message),
            other: FormatView::new(ambiguity.other, None),
        }
    }
}

impl<'a> OpenedView<'a> {
    /// JSON of `Opened`.
    pub fn answer(self) -> String {
        json(&Opened::Ok(Box::new(self)))
    }

    /// Describes a document; what only a text has is left empty.
    pub fn new(document: &'a Document, format: FormatView, bytes: u64) -> Self {
        Self {
            format,
            other_formats: Vec::new(),
            other_blocks: None,
            other_content: None,
            bytes,
            problems: document.problem_views().count(),
            connections: document.content().connections(),
            session: SessionView::of(document),
            initial_table_size: None,
            skipped: Vec::new(),
            ambiguous: None,
            two_directions: false,
            listed_table: None,
            text: None,
        }
    }

    /// Describes a pasted text.
    pub fn of_paste(
        document: &'a Document,
        paste: &'a paste::Paste,
        skipped: Vec<SkippedView>,
        bytes: u64,
    ) -> Self {
        let format = FormatView::new(paste.format, Some(paste.detail.clone()));
        Self {
            other_formats: FormatView::list(&paste.others),
            other_content: paste.other_content,
            skipped,
            text: paste.transcoded.as_deref(),
            ..OpenedView::new(document, format, bytes)
        }
    }
}

/// The selected session: pasted header blocks, or one connection of a capture.
#[derive(Default, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "SessionTotals")
)]
#[serde(rename_all = "camelCase")]
pub struct SessionView<'a> {
    /// Number of the connection.
    pub(crate) connection: usize,
    /// Number of frames; 0 for header blocks without frames.
    pub(crate) frames: usize,
    /// Bytes of all blocks.
    pub(crate) block_bytes: usize,
    /// Bytes of all names and values in plain text.
    pub(crate) plain_bytes: u64,
    /// Rows with an unknown name or value; `plain_bytes` is then a lower bound.
    pub(crate) unknown_rows: u64,
    pub(crate) blocks: usize,
    /// Rows: fields and size updates of all blocks, in wire order.
    pub(crate) rows: usize,
    /// Blocks with an error.
    pub(crate) undecodable_blocks: usize,
    /// Number of the first block with an error.
    pub(crate) first_error: Option<usize>,
    /// Whether “start: unknown” may help: an index was beyond a table that
    /// started empty.
    pub(crate) offer_unknown_start: bool,
    /// The directions; blocks refer to them by position.
    pub(crate) directions: Vec<DirectionView>,
    /// The applied change.
    pub(crate) applied: Option<&'a Applied>,
}

impl<'a> SessionView<'a> {
    /// Describes the selected session.
    pub fn of(document: &'a Document) -> Self {
        let Some(session) = document.session() else {
            return Self::default();
        };
        let records = session.blocks();
        Self {
            connection: document.connection,
            frames: document.content().frames(document.connection),
            block_bytes: session.bytes_total(),
            plain_bytes: records.iter().map(|block| block.plain_bytes).sum(),
            unknown_rows: records
                .iter()
                .map(|block| u64::from(block.unknown_rows))
                .sum(),
            blocks: records.len(),
            rows: session.rows().len(),
            undecodable_blocks: records.iter().filter(|block| block.error.is_some()).count(),
            first_error: records.iter().position(|block| block.error.is_some()),
            offer_unknown_start: session.offers_unknown_start(),
            directions: session
                .directions()
                .iter()
                .map(|direction| DirectionView {
                    sender: direction.sender,
                    blocks: direction.blocks.len(),
                })
                .collect(),
            applied: document.applied(),
        }
    }
}

/// A notation of text, or a file format.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Format"))]
pub struct FormatView {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub(crate) detail: Option<String>,
}

impl FormatView {
    /// A file format by its name.
    pub fn capture(format: &'static str) -> Self {
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

/// The blocks of one sender.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Direction"))]
pub struct DirectionView {
    pub(crate) sender: Sender,
    pub(crate) blocks: usize,
}
