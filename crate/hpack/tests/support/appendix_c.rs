//! RFC 7541, Appendix C.2 to C.6, as printed there.

use std::fs;

use hpack_core::Kind;
use serde::Deserialize;

/// Blocks that share a table.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Example {
    pub(crate) section: String,
    /// Initial limit and maximum, bytes.
    pub(crate) table_size: u32,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Deserialize)]
pub(crate) struct Block {
    pub(crate) section: String,
    pub(crate) hex: String,
    /// Representations, names and values.
    pub(crate) fields: Vec<(String, String, String)>,
    /// Sizes, names and values of the entries after it, newest first.
    pub(crate) table: Vec<(u64, String, String)>,
    pub(crate) size: u64,
}

pub(crate) fn examples() -> Vec<Example> {
    let text = fs::read_to_string(testing::data("appendix-c.json")).expect("the file is there");
    serde_json::from_str(&text).expect("examples")
}

pub(crate) fn example(section: &str) -> Example {
    let found = examples().into_iter().find(|one| one.section == section);
    found.expect("a section of that number")
}

pub(crate) fn kind_of(name: &str) -> Kind {
    match name {
        "indexed" => Kind::Indexed,
        "incremental" => Kind::Incremental,
        "without" => Kind::WithoutIndexing,
        "never" => Kind::NeverIndexed,
        _ => panic!("no representation {name}"),
    }
}
