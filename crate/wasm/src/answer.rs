//! Answers that go over as JSON.

use hpack::{FaultKind, huffman::Engine, integer::IntegerFault};
use input::{Problem, Sender, paste};
use inspect::explain::{FaultView, IntegerPart};
use inspect::table::TableFill;
use inspect::warnings::Warning;
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
                message: view.message.replace("the block ends", "the octets end"),
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
    Ok {
        format: FormatView,
        other_formats: Vec<FormatView>,
        other_blocks: Option<&'static str>,
        problems: Vec<Problem>,
        octets: usize,
        plain_octets: u64,
        blocks: usize,
        rows: usize,
        faults: usize,
        first_fault: Option<usize>,
        offer_unknown_start: bool,
        directions: Vec<DirectionView>,
        initial_table_size: Option<u32>,
        text: Option<&'a str>,
    },
    Refused {
        kind: String,
        message: String,
        line: u32,
        column: u32,
        offset: Option<u32>,
    },
}

#[derive(Serialize)]
pub(crate) struct FormatView {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
}

impl FormatView {
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
    pub(crate) warnings: Vec<Warning>,
    pub(crate) limit_changes: Vec<u32>,
    pub(crate) before: TableFill,
    pub(crate) after: TableFill,
}
