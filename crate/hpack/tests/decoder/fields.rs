//! The fast path: fields, limits, stops and fragments, in agreement with the
//! slow path.

use std::{
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind},
};

use crate::support::{
    decode,
    generate::{Scale, Session, noise, session},
    hex,
    steps::Snapshot,
};
use hpack_core::{
    Code, DecodeError, DecodeErrorKind, Decoder, DynamicTable, Field, FieldLine, FieldList,
    History, InspectedField, Kind, Limits, decoder::Progress,
};
use hpack_engines::huffman::HuffmanEngine;
use proptest::{prelude::*, test_runner::TestCaseResult};

/// An entry of 34 bytes, and two references to it.
const ENTRY_TWICE: &str = "4001610162 be be";

type Owned = (Kind, Vec<u8>, Vec<u8>);

fn owned(field: Field<'_>) -> Owned {
    assert_eq!(field.sensitive, field.kind == Kind::NeverIndexed);
    (field.kind, field.name.to_vec(), field.value.to_vec())
}

fn with_limits(limits: Limits) -> Decoder {
    Decoder::default().with_limits(limits)
}

#[test]
fn decodes_to_the_end_beyond_a_limit() {
    let list = |bytes| Limits::NONE.with_header_list(bytes);
    let string = |bytes| Limits::NONE.with_string(bytes);
    let block = |bytes| Limits::NONE.with_block(bytes);
    let block_error = |size, limit| DecodeErrorKind::BlockLimit { size, limit };
    let list_error = |size, limit| DecodeErrorKind::HeaderListLimit { size, limit };
    let string_error = |length, limit| DecodeErrorKind::StringLimit { length, limit };
    // custom-key: custom-value, both Huffman coded.
    let custom = "00 88 25a849e95ba97d7f 89 25a849e95bb8e8b4bf";
    let cases = [
        (list(102), ENTRY_TWICE, 3, None),
        (block(7), ENTRY_TWICE, 3, None),
        (block(6), ENTRY_TWICE, 0, Some((block_error(7, 6), 6))),
        (list(101), ENTRY_TWICE, 2, Some((list_error(102, 101), 6))),
        (list(33), ENTRY_TWICE, 0, Some((list_error(34, 33), 0))),
        (string(12), custom, 1, None),
        (string(11), custom, 0, Some((string_error(12, 11), 10))),
        (string(9), custom, 0, Some((string_error(10, 9), 1))),
        (string(1), ENTRY_TWICE, 3, None),
        (string(0), ENTRY_TWICE, 0, Some((string_error(1, 0), 1))),
        // An entry of the static table is not a string of the block.
        (string(0), "82", 1, None),
        // Strings borrowed from the block: “a: bb” without indexing.
        (string(2), "00 0161 026262", 1, None),
        (
            string(1),
            "00 0161 026262",
            0,
            Some((string_error(2, 1), 3)),
        ),
    ];
    for (limits, block, fields, expected) in cases {
        let kind = expected.map(|(kind, _): (DecodeErrorKind, usize)| kind);
        let mut decoder = with_limits(limits);
        let mut list = FieldList::default();
        let error = decoder.decode_into(&hex(block), &mut list).err();
        let found = error.map(|error| (error.kind, error.at));
        assert_eq!(
            (list.len(), found),
            (fields, expected),
            "{limits:?}, {block}"
        );
        assert!(error.is_none_or(|error| !error.is_compression_error()));
        let mut unlimited = Decoder::default();
        unlimited.decode(&hex(block), |_| ()).unwrap();
        let tables = [&decoder, &unlimited].map(|decoder| Snapshot::now(decoder.table()));
        assert_eq!(tables[0], tables[1], "{limits:?}, {block}");
        // The connection continues, and fragments report the limit at once.
        assert_eq!(decoder.decode(&[], |_| ()), Ok(()));
        let mut decoder = with_limits(limits);
        let progress = decoder.decode_fragment(&hex(block), false, |_| ());
        let exceeded = match progress {
            Ok(Progress::Exceeded(error)) => Some(error.kind),
            _ => None,
        };
        assert_eq!(exceeded, kind, "{limits:?}, {block}");
        let last = decoder.decode_fragment(&[], true, |_| ()).err();
        assert_eq!(last.map(|error| (error.kind, error.at)), expected);
    }
}

#[test]
fn default_limits_fit_an_endpoint() {
    let (mut fits, mut bomb) = (vec![0x00, 1, b'x'], hex("40 0178 7fa11e"));
    hpack_core::integer::encode(0, 7, 65_536 - 33, &mut fits);
    fits.extend([b'v'; 65_536 - 33]);
    bomb.extend([b'v'; 4000]);
    bomb.extend([0xbe; 1000]);
    for (block, fields, expected) in [
        (fits, 1, None),
        (bomb, 16, Some(Code::HeaderListLimit)),
        ([0x3f, 0, 0x20].repeat(30_000), 0, Some(Code::BlockLimit)),
    ] {
        let mut list = FieldList::default();
        let result = Decoder::default().decode_into(&block, &mut list);
        let code = result.err().map(|error| error.code());
        assert_eq!((list.len(), code), (fields, expected));
    }
}

#[test]
fn refuses_blocks_after_a_panic() {
    for (history, visits) in [
        (History::Kept, false),
        (History::Forgotten, false),
        (History::Forgotten, true),
    ] {
        let mut decoder = Decoder::with_table(DynamicTable::new(4096, 4096, history));
        decoder.decode(&hex("40016b0130"), |_| ()).unwrap();
        let block = hex("4001610162 4001630164");
        let caught = catch_unwind(AssertUnwindSafe(|| {
            if visits {
                decoder.visit(&block, &mut |field: InspectedField<'_>| {
                    assert_ne!(field.name, Some(&b"c"[..]));
                })
            } else {
                decoder.decode(&block, |field| assert_ne!(field.name, b"c"))
            }
        }));
        assert!(caught.is_err());
        decoder.resume();
        let next = hex("40017803313233 be bf c0");
        let results = [
            decoder.decode(&next, |_| ()),
            decoder.decode_fragment(&next, false, |_| ()).map(|_| ()),
            decoder.visit(&next, &mut |_: InspectedField<'_>| ()),
        ];
        for result in results {
            let code = result.map_err(|error| error.code());
            assert_eq!(code, Err(Code::EarlierError));
        }
        // The table can still be read: without what the panic interrupted.
        let table = decoder.table();
        assert_eq!(table.count(), if visits { 3 } else { 1 });
        assert_eq!(table.entry(table.state().end()), None);
    }
}

#[test]
fn fields_have_indices_and_can_be_forwarded() {
    let mut list = FieldList::default();
    let block = hex("82 4001610162 be 1f2f0163");
    Decoder::default().decode_into(&block, &mut list).unwrap();
    let found: Vec<_> = list.iter().map(|field| (field.kind, field.index)).collect();
    let expected = [
        (Kind::Indexed, Some(2)),
        (Kind::Incremental, None),
        (Kind::Indexed, Some(62)),
        (Kind::NeverIndexed, Some(62)),
    ];
    assert_eq!(found, expected);
    let last = list.iter().last().map(FieldLine::from);
    assert_eq!(last, Some(FieldLine::new(b"a", b"c").with_sensitive(true)));
}

#[test]
fn counts_the_header_list_of_each_block() {
    let mut decoder = with_limits(Limits::NONE.with_header_list(50));
    for _ in 0..3 {
        assert_eq!(decoder.decode(&[0x82], |_| ()), Ok(()));
    }
}

#[test]
fn stopping_is_not_an_error() {
    let mut decoder = Decoder::default();
    let mut fields = 0;
    let result = decoder.decode(&hex("82 84 4001610162 be"), |_| {
        fields += 1;
        match fields {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    assert_eq!((result, fields), (Ok(()), 2));
    assert_eq!(decoder.table().count(), 1);
}

#[test]
fn rejects_blocks_after_an_error_until_resumed() {
    let mut decoder = Decoder::default();
    let code = |result: Result<(), DecodeError>| result.err().map(|error| error.code());
    assert_eq!(
        code(decoder.decode(&hex("82 80"), |_| ())),
        Some(Code::IndexZero)
    );
    assert_eq!(
        code(decoder.decode(&[0x82], |_| ())),
        Some(Code::EarlierError)
    );
    decoder.resume();
    assert_eq!(code(decoder.decode(&[0x82], |_| ())), None);
}

#[test]
fn rejects_unknown_entries() {
    let table = Decoder::default().table().clone().with_unknown_before();
    let error = Decoder::with_table(table).decode(&hex("82 be"), |_| ());
    let kind = DecodeErrorKind::IndexOutOfRange {
        index: 62,
        last: 61,
    };
    assert_eq!(
        error.map_err(|error| (error.kind, error.at)),
        Err((kind, 1))
    );
}

#[test]
fn errors_in_fragments_count_from_the_start_of_the_block() {
    for block in ["82 84 80", "82 400161 0162 ff", "82 3f", "4003", "82 83 20"] {
        let block = hex(block);
        let whole = Decoder::default().decode(&block, |_| ());
        for cut in 0..=block.len() {
            let mut decoder = Decoder::default();
            let (first, last) = block.split_at(cut);
            let result = decoder
                .decode_fragment(first, false, |_| ())
                .and_then(|_| decoder.decode_fragment(last, true, |_| ()));
            assert_eq!(result.map(|_| ()), whole, "{block:02x?} at {cut}");
        }
    }
}

#[test]
fn fragments_of_one_byte_take_linear_time() {
    let mut block = vec![0x40, 0x7f, 0xe1, 0xff, 0x03];
    block.extend([b'n'; 65_632]);
    block.extend([0x7f, 0xe1, 0xff, 0x03]);
    block.extend([b'v'; 65_632]);
    let mut decoder = with_limits(Limits::NONE);
    let mut lengths = Vec::new();
    let last = block.len() - 1;
    for (i, byte) in block.iter().enumerate() {
        let progress = decoder.decode_fragment(&[*byte], i == last, |field| {
            lengths.push((field.name.len(), field.value.len()));
        });
        let expected = if i == last {
            Progress::Complete
        } else {
            Progress::Partial
        };
        assert_eq!(progress, Ok(expected));
    }
    assert_eq!(lengths, [(65_632, 65_632)]);
}

/// Result of the fast path, from the slow path.
fn expected(decoder: &mut Decoder, block: &[u8]) -> (Vec<Owned>, Option<Code>) {
    let (fields, error) = decode(decoder, HuffmanEngine::BEST, block);
    let mut list = Vec::new();
    for field in fields {
        let (Some(name), Some(value)) = (field.name, field.value) else {
            return (list, Some(Code::IndexOutOfRange));
        };
        list.push((field.kind, name, value));
    }
    (list, error.map(|error| error.code()))
}

/// Compares both forms over a session, the plain one with fragments of `size` bytes.
fn compare_forms(session: &Session, history: History, size: usize) -> TestCaseResult {
    let mut inspecting = session.start.decoder(history);
    let mut plain = session.start.decoder(history);
    for (acknowledged, block) in &session.blocks {
        for &limit in acknowledged {
            inspecting.table_mut().acknowledge_limit(limit);
            plain.table_mut().acknowledge_limit(limit);
        }
        let expected = expected(&mut inspecting, block);
        let mut list = Vec::new();
        let mut fragments = block.chunks(size);
        let mut next = fragments.next().unwrap_or_default();
        let error = loop {
            let following = fragments.next();
            let result =
                plain.decode_fragment(next, following.is_none(), |field| list.push(owned(field)));
            match (result, following) {
                (Ok(Progress::Partial), Some(following)) => next = following,
                (result, _) => break result.err(),
            }
        };
        let code = error.map(|error| error.code());
        prop_assert_eq!(&(list, code), &expected);
        if expected.1 == Some(Code::IndexOutOfRange) {
            // Only the slow path continues after an unknown entry.
            return Ok(());
        }
        plain.resume();
        let tables = [&plain, &inspecting].map(|decoder| Snapshot::now(decoder.table()));
        prop_assert_eq!(&tables[0], &tables[1]);
    }
    Ok(())
}

const SCALE: Scale = Scale {
    blocks: 6,
    fewest: 0,
    pieces: 14,
    text: 300,
    invalid: true,
};

/// Enough insertions for several compactions.
const LARGE: Scale = Scale {
    blocks: 3,
    fewest: 300,
    pieces: 600,
    text: 3000,
    invalid: false,
};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn both_forms_agree(session in session(SCALE), noise in noise(), size in 1..100_usize) {
        for session in [&session, &noise] {
            for history in [History::Kept, History::Forgotten] {
                compare_forms(session, history, usize::MAX)?;
                compare_forms(session, history, size)?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn both_forms_agree_on_long_sessions(session in session(LARGE), size in 1000..9000_usize) {
        compare_forms(&session, History::Forgotten, usize::MAX)?;
        compare_forms(&session, History::Forgotten, size)?;
    }
}
