//! The recording visitor, a plain visitor and the explanations check.

use std::collections::HashMap;

use hpack::{Code, DecodeError, Decoder, DynamicTable, History, InspectedField, Kind, Limits};
use input::Sender;
use inspect::{
    Options, Session,
    columns::flags,
    explain::{self, IntegerRole, Part, StringRole},
    facts::Facts,
};

use super::support::{Case, Sent, captures, malformed, stories};

type Fields = Vec<(Kind, Option<Vec<u8>>, Option<Vec<u8>>)>;

/// Decodes each block with a visitor that only collects fields, with one
/// decoder per sender.
fn decode_plainly(case: &Case, options: &Options) -> Vec<(Fields, Result<(), DecodeError>)> {
    let mut decoders: HashMap<Sender, Decoder> = HashMap::new();
    let decode = |block: &Sent| {
        let decoder = decoders.entry(block.sender).or_insert_with(|| {
            let table = DynamicTable::new(options.limit, options.maximum, History::Forgotten);
            Decoder::with_table(match options.start.unknown {
                true => table.with_unknown_before(),
                false => table,
            })
            .with_limits(Limits::NONE)
        });
        for &limit in &block.before.limit_changes {
            decoder.table_mut().acknowledge_limit(limit);
        }
        let mut fields = Vec::new();
        let result = decoder.visit(&block.bytes, &mut |field: InspectedField<'_>| {
            let [name, value] = [field.name, field.value].map(|text| text.map(<[u8]>::to_vec));
            fields.push((field.kind, name, value));
        });
        (fields, result)
    };
    case.blocks.iter().map(decode).collect()
}

fn check(case: &Case, options: &Options) {
    let session = Session::decode(options.clone(), &case.blocks);
    let plain = decode_plainly(case, options);
    assert_eq!(session.blocks().len(), plain.len(), "{}", case.name);
    for (number, (block, (fields, result))) in session.blocks().iter().zip(&plain).enumerate() {
        let name = format!("{}, block {number}", case.name);
        assert_eq!(block.error, result.err(), "{name}");
        let rows = session.rows_of(number);
        let recorded = rows.iter().filter(|row| row.kind != Kind::SizeUpdate);
        let recorded = recorded.map(|row| {
            let text = [session.name(row), session.value(row)];
            let [name, value] = text.map(|text| text.map(<[u8]>::to_vec));
            (row.kind, name, value)
        });
        assert_eq!(&recorded.collect::<Fields>(), fields, "{name}");
        let mut at = 0;
        for row in rows {
            assert_eq!(row.start as usize, at, "{name}: a gap or an overlap");
            at = row.end as usize;
        }
        let end = block
            .error
            .map_or(block.bytes.len(), |error| error.field_offset);
        assert_eq!(at, end, "{name}");
    }
    // Explaining every row of long blocks would take too long.
    let step = 1 + session.rows().len() / 2000;
    for row in (0..session.rows().len()).step_by(step) {
        check_explanation(&case.name, &session, row);
    }
    for (number, block) in session.blocks().iter().enumerate() {
        let explanation = session.explain_error(number, 0);
        assert_eq!(explanation.is_some(), block.error.is_some());
    }
}

fn check_explanation(name: &str, session: &Session, number: usize) {
    let row = &session.rows()[number];
    let explanation = session.explain(number, 0).unwrap();
    let name = format!("{name}, row {number}");
    assert_eq!(explanation.kind, row.kind.name(), "{name}");
    let range = (row.start as usize, row.end as usize);
    assert_eq!((explanation.start, explanation.end), range, "{name}");
    let mut end = explanation.start;
    let (mut literal_name, mut literal_value) = (false, false);
    for part in &explanation.parts {
        match part {
            Part::Integer(integer) => {
                assert_eq!(integer.start, end, "{name}: parts follow each other");
                end = integer.end;
                match integer.role {
                    IntegerRole::Index | IntegerRole::NameIndex => {
                        assert_eq!(integer.value, u64::from(row.index), "{name}");
                    }
                    IntegerRole::Size => assert_eq!(integer.value, u64::from(row.size()), "{name}"),
                    IntegerRole::NameLength | IntegerRole::ValueLength => {}
                }
            }
            Part::Reference(reference) => {
                assert_eq!(reference.index, row.index, "{name}");
                let known = session.name(row).map(String::from_utf8_lossy);
                assert_eq!(reference.name.as_deref(), known.as_deref(), "{name}");
            }
            Part::String(string) => {
                assert_eq!(string.start, end, "{name}: parts follow each other");
                end = string.end;
                let (text, huffman) = match string.role {
                    StringRole::Name => {
                        literal_name = true;
                        (session.name(row).unwrap(), row.has(flags::NAME_HUFFMAN))
                    }
                    StringRole::Value => {
                        literal_value = true;
                        (session.value(row).unwrap(), row.has(flags::VALUE_HUFFMAN))
                    }
                };
                let found = (string.bytes, string.huffman);
                assert_eq!(found, (text.len(), huffman), "{name}");
                let head = &text[..text.len().min(string.characters.len())];
                let spelled: Vec<u8> = string.characters.iter().map(|c| c.symbol as u8).collect();
                assert_eq!(spelled, head, "{name}");
                let bits = string.characters.iter().try_fold(0, |bit, c| {
                    (c.from == bit && c.to - c.from == c.code.len()).then_some(c.to)
                });
                assert!(bits.is_some(), "{name}: codes follow each other");
                if head.len() == text.len() {
                    let end = string.padding.as_ref().map(|padding| padding.to);
                    let whole = (string.end - string.start) * 8;
                    assert_eq!(end.or(bits), Some(whole), "{name}");
                }
            }
        }
    }
    assert_eq!(end, explanation.end, "{name}");
    assert_eq!(literal_name, row.has(flags::NAME_LITERAL), "{name}");
    assert_eq!(literal_value, row.has(flags::VALUE_LITERAL), "{name}");
    if let Some(insertion) = &explanation.insertion {
        assert_eq!(insertion.stored, row.has(flags::INSERTED), "{name}");
        if insertion.stored && insertion.evicted.len() == row.evicted as usize {
            let evicted: u64 = insertion.evicted.iter().filter_map(|one| one.size).sum();
            let after = insertion.before.size - evicted + insertion.size;
            assert_eq!(after, insertion.after.size, "{name}");
        }
    }
}

fn check_all(cases: &[Case]) {
    for case in cases {
        let mut options = Options::with_limit(case.limit, Some(case.limit));
        check(case, &options);
        options.start.unknown = true;
        check(case, &options);
    }
}

#[test]
fn agree_on_malformed_blocks() {
    let cases = malformed();
    assert!(cases.len() >= 62);
    check_all(&cases);
}

#[test]
fn agree_on_captures() {
    check_all(&captures());
}

#[test]
fn agree_on_stories() {
    check_all(&stories());
}

#[test]
fn advice_covers_every_violation() {
    for code in Code::VIOLATIONS {
        let advice = explain::advice(code, Facts::default());
        assert!(advice.contains("COMPRESSION_ERROR"), "{}", code.name());
    }
}
