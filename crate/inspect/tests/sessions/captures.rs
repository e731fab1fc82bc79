//! Rows, tables and evictions of real connections match the recorded truth.

use hpack::Kind;
use inspect::columns::flags;
use serde_json::Value;

use super::support::captures;

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn text(field: &Value, part: &str) -> Vec<u8> {
    match field[part].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => testing::hex(field[format!("{part}_hex")].as_str().unwrap()),
    }
}

#[test]
fn rows_and_tables_match_the_truth() {
    for case in captures() {
        let session = case.session();
        for (number_of, truth) in case.truth.iter().enumerate() {
            let at = format!("{}, block {number_of}", case.name);
            let block = &session.blocks()[number_of];
            assert_eq!(block.error, None, "{at}");
            let fields = truth["fields"].as_array().unwrap();
            assert_eq!(block.rows.len(), fields.len(), "{at}");
            for (row, field) in session.rows_of(number_of).iter().zip(fields) {
                let at = format!("{at}, byte {}", row.start);
                let kind = match field["op"].as_str().unwrap() {
                    "indexed" => Kind::Indexed,
                    "literal-incremental" => Kind::Incremental,
                    "literal-not-indexed" => Kind::WithoutIndexing,
                    "literal-never-indexed" => Kind::NeverIndexed,
                    _ => Kind::SizeUpdate,
                };
                assert_eq!(row.kind, kind, "{at}");
                assert_eq!(u64::from(row.start), number(&field["offset"]), "{at}");
                let length = u64::from(row.end - row.start);
                assert_eq!(length, number(&field["length"]), "{at}");
                if kind == Kind::SizeUpdate {
                    assert_eq!(u64::from(row.size()), number(&field["size"]), "{at}");
                    continue;
                }
                assert_eq!(u64::from(row.index), number(&field["index"]), "{at}");
                assert_eq!(session.name(row).unwrap(), text(field, "name"), "{at}");
                assert_eq!(session.value(row).unwrap(), text(field, "value"), "{at}");
                let evicted = field["evicted"].as_u64().unwrap_or(0);
                assert_eq!(u64::from(row.evicted), evicted, "{at}");
                let huffman = ["name_huffman", "value_huffman"].map(|key| field[key].as_bool());
                assert_eq!(row.huffman(), huffman, "{at}");
                if let Some(added) = field["added"].as_bool() {
                    assert_eq!(row.has(flags::INSERTED), added, "{at}");
                }
            }
            let table = &truth["table_after"];
            let fill = session.fill_after(number_of);
            assert_eq!(u64::from(fill.limit), number(&table["limit"]), "{at}");
            assert_eq!(u64::from(fill.max_size), number(&table["max_size"]), "{at}");
            assert_eq!(fill.size, number(&table["size"]), "{at}");
        }
    }
}

#[test]
fn finds_the_inserter_and_uses_of_every_entry() {
    for case in captures() {
        let session = case.session();
        for (number, row) in session.rows().iter().enumerate() {
            if !row.has(flags::INSERTED) {
                continue;
            }
            let direction = session.blocks()[row.block as usize].direction as usize;
            let position = session.after(row).end() - 1;
            let by = session.inserted_by(direction, position).unwrap();
            assert_eq!((by.block, by.byte, by.row), (row.block, row.start, number));
            for &user in session.uses_of(direction, position).iter().take(20) {
                let user = &session.rows()[user];
                assert_eq!(session.name(user), session.name(row), "{}", case.name);
            }
        }
    }
}
