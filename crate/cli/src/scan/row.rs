//! Rows of the results, which are their columns in all formats;
//! docs/fleet.md describes them. Numbers are INT32 or INT64, which every engine
//! reads; larger ones saturate.

use serde::{Deserialize, Serialize};

/// One capture.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(super) struct CaptureRow {
    pub(super) capture: String,
    pub(super) file_bytes: i64,
    pub(super) modified_us: Option<i64>,
    pub(super) bytes: i64,
    pub(super) format: Option<&'static str>,
    pub(super) connections: i32,
    pub(super) blocks: i32,
    pub(super) fields: i32,
    pub(super) undecodable_blocks: i32,
    pub(super) gaps: i32,
    pub(super) omitted_rows: i32,
    pub(super) error: Option<String>,
}

/// One header block.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(super) struct BlockRow {
    pub(super) capture: String,
    pub(super) connection: i32,
    pub(super) sequence: i32,
    pub(super) stream: Option<i32>,
    pub(super) sender: &'static str,
    pub(super) packet: Option<i32>,
    pub(super) time_us: Option<i64>,
    pub(super) wire_bytes: i32,
    pub(super) list_size: i64,
    pub(super) fields: i32,
    pub(super) cookie_crumbs: i32,
    pub(super) largest_repeat: i32,
    pub(super) amplification: i32,
    pub(super) table_limit: Option<i32>,
    pub(super) table_maximum: i32,
    pub(super) hits: i32,
    pub(super) insertions: i32,
    pub(super) evicted_unused: i32,
    pub(super) best_table_size: Option<i32>,
    pub(super) wire_at_0: Option<i32>,
    pub(super) wire_at_1024: Option<i32>,
    pub(super) wire_at_4096: Option<i32>,
    pub(super) wire_at_16384: Option<i32>,
    pub(super) wire_at_65536: Option<i32>,
    pub(super) field_order: String,
    pub(super) error: Option<&'static str>,
}

/// One field. It begins with the place of its block.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(super) struct FieldRow {
    pub(super) capture: String,
    pub(super) connection: i32,
    pub(super) sequence: i32,
    pub(super) stream: Option<i32>,
    pub(super) sender: &'static str,
    pub(super) packet: Option<i32>,
    pub(super) time_us: Option<i64>,
    pub(super) item: i32,
    pub(super) index: Option<i32>,
    pub(super) representation: &'static str,
    pub(super) name: Option<String>,
    pub(super) value: Option<String>,
    pub(super) value_bytes: Option<String>,
    pub(super) wire_bytes: i32,
    pub(super) plain_bytes: i32,
    pub(super) name_huffman: Option<bool>,
    pub(super) value_huffman: Option<bool>,
    pub(super) huffman_saved: Option<i32>,
    pub(super) uses: Option<i32>,
    pub(super) certainty: &'static str,
}

/// Converts to INT32.
pub(super) fn int(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// What changes when a file is written again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Version {
    pub(super) file_bytes: i64,
    pub(super) modified_us: Option<i64>,
}

/// Columns needed to resume a scan.
#[derive(Debug, Deserialize)]
pub(super) struct Listed {
    pub(super) capture: String,
    #[serde(flatten)]
    pub(super) version: Version,
    pub(super) error: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// DuckDB guesses types by the first rows, where a column can be null.
    #[test]
    fn the_docs_have_all_columns() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let documented = fs::read_to_string(root.join("../../docs/fleet.md")).unwrap();
        for (table, row) in [
            ("fields", "FieldRow"),
            ("blocks", "BlockRow"),
            ("captures", "CaptureRow"),
        ] {
            let (_, code) = include_str!("row.rs")
                .split_once(&format!("struct {row} {{"))
                .unwrap();
            let (code, _) = code.split_once('}').unwrap();
            let columns = code.split(',').filter_map(|column| {
                let (name, kind) = column
                    .trim()
                    .strip_prefix("pub(super) ")?
                    .split_once(": ")?;
                let described = documented.contains(&format!("`{name}`"));
                assert!(described, "docs/fleet.md does not describe {name}");
                let kind = kind.strip_prefix("Option<").unwrap_or(kind);
                let kind = match kind.trim_end_matches('>') {
                    "String" | "&'static str" => "VARCHAR",
                    "i32" => "INTEGER",
                    "i64" => "BIGINT",
                    "bool" => "BOOLEAN",
                    other => panic!("{other} has no type in DuckDB"),
                };
                Some(format!("{name} {kind}"))
            });
            let columns = columns.collect::<Vec<_>>().join(", ");
            let line = format!("    \"{table}\": \"{columns}\",\n");
            assert!(documented.contains(&line), "docs/fleet.md lacks\n{line}");
        }
    }
}
