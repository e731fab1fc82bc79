//! RFC 7541 Appendix C: its header lists encode to its blocks.

use crate::support::{
    appendix_c::{example, kind_of},
    hex,
};
use hpack_core::{
    DynamicTable, Encoder, FieldLine, History, Kind,
    encoder::{Choice, Huffman, Matches, Policy},
};

/// Indexes every field, with that coding of its strings.
struct Always(Huffman);

impl Policy for Always {
    fn choose(&mut self, _: FieldLine<'_>, found: &Matches<'_>) -> Choice {
        found
            .indexed_or(Kind::Incremental)
            .with_huffman(self.0, self.0)
    }
}

#[test]
fn encodes_sequences_of_c3_to_c6() {
    for (section, huffman) in [
        ("C.3", Huffman::Never),
        ("C.4", Huffman::Shorter),
        ("C.5", Huffman::Never),
        // The RFC Huffman-codes “307” although that saves nothing.
        ("C.6", Huffman::Always),
    ] {
        let example = example(section);
        let (maximum, mut policy) = (example.table_size, Always(huffman));
        let table = DynamicTable::new(maximum, maximum, History::Forgotten);
        let mut encoder = Encoder::with_table(table);
        for block in &example.blocks {
            let fields = block.fields.iter();
            let list = fields.map(|(_, name, value)| (name.as_str(), value.as_str()));
            let mut out = Vec::new();
            encoder.encode_with(&mut policy, list, &mut out);
            assert_eq!(out, hex(&block.hex), "{}", block.section);
        }
    }
}

#[test]
fn encodes_representations_of_c2() {
    for (section, index) in [
        ("C.2.1", None),
        ("C.2.2", Some(4)),
        ("C.2.3", None),
        ("C.2.4", Some(2)),
    ] {
        let block = &example(section).blocks[0];
        let (kind, name, value) = &block.fields[0];
        let kind = kind_of(kind);
        let mut encoder = Encoder::default();
        let choice = Choice::new(kind, index).with_huffman(Huffman::Never, Huffman::Never);
        let mut out = Vec::new();
        let line = (name.as_str(), value.as_str()).into();
        let written = encoder.write(line, choice, &mut out);
        assert_eq!(out, hex(&block.hex), "{section}");
        assert_eq!(written.range, 0..out.len(), "{section}");
        let count = usize::from(kind == Kind::Incremental);
        assert_eq!(encoder.table().count(), count, "{section}");
    }
}
