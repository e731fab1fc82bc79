//! RFC 7541, Appendix C.2 to C.6: representations, fields, evictions and table of
//! every block.

use std::mem;

use crate::support::{
    appendix_c::{Example, examples, kind_of},
    hex,
    steps::record_with,
};
use hpack_core::{Decoder, DynamicTable, Entry, History, huffman::HuffmanDecoder};
use hpack_engines::huffman::HuffmanEngine;

fn text(bytes: Option<&[u8]>) -> String {
    String::from_utf8(bytes.expect("known").to_vec()).expect("ASCII")
}

fn pair(entry: &Entry<'_>) -> (String, String) {
    (text(entry.name), text(entry.value))
}

fn check(example: &Example, huffman: impl HuffmanDecoder + Copy) {
    let limit = example.table_size;
    let mut decoder = Decoder::with_table(DynamicTable::new(limit, limit, History::Kept));
    // Every entry so far, oldest first, and the number of those evicted.
    let (mut all, mut gone) = (Vec::new(), 0);
    for block in &example.blocks {
        let section = &block.section;
        let record = record_with(&mut decoder, huffman, &hex(&block.hex));
        let (fields, error) = record.decoded();
        assert_eq!(error, None, "{section}");
        let mut found = Vec::new();
        for (field, step) in fields.iter().zip(&record.steps) {
            assert_eq!(field.kind, step.kind, "{section}");
            let [name, value] = [&field.name, &field.value].map(|one| text(one.as_deref()));
            found.push((field.kind, name, value));
        }
        let mut expected = Vec::new();
        for (kind, name, value) in block.fields.clone() {
            if kind == "incremental" {
                all.push((name.clone(), value.clone()));
            }
            expected.push((kind_of(&kind), name, value));
        }
        assert_eq!(found, expected, "{section}");
        assert_eq!(record.steps.len(), expected.len(), "{section}");
        let table = decoder.table();
        let before = mem::replace(&mut gone, all.len() - block.table.len());
        let evicted = record.steps.iter().flat_map(|step| step.evicted.clone());
        let evicted = evicted.map(|position| table.entry(position).expect("history is kept"));
        let evicted: Vec<_> = evicted.map(|entry| pair(&entry)).collect();
        assert_eq!(evicted, all[before..gone], "{section}");
        let sized = |entry: Entry<'_>| (entry.size, text(entry.name), text(entry.value));
        let entries: Vec<_> = table.entries().map(sized).collect();
        assert_eq!(entries, block.table, "{section}");
        assert_eq!(table.size(), block.size, "{section}");
        assert_eq!(table.count(), block.table.len(), "{section}");
        assert_eq!(table.state().maximum(), limit, "{section}");
    }
}

#[test]
fn decodes_examples_with_every_engine() {
    for engine in HuffmanEngine::ALL {
        for example in &examples() {
            check(example, engine);
        }
    }
}
