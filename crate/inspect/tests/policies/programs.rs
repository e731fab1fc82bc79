//! Policies of programs reproduce blocks that these programs sent.

use std::fs;

use hpack::{Decoder, Encoder, FieldLine, Kind, Limits, structure::representation_at};
use inspect::policies::{Chooser, Indexing};

use super::{Owned, decode};

/// A recorded direction, the policy of its sender, and the number of blocks
/// that the policy reproduces exactly.
#[rustfmt::skip]
const RECORDED: [(&str, Indexing, usize); 17] = [
    ("d01-libcurl-nginx-h2c.c2s", Indexing::Nghttp2, 17),
    ("d01-libcurl-nginx-h2c.s2c", Indexing::Nginx, 17),
    ("d02-curl-apache-upgrade.conn1.s2c", Indexing::Nghttp2, 2),
    ("d03-curl-nginx-tls13.c2s", Indexing::Nghttp2, 8),
    ("d03-curl-nginx-tls13.s2c", Indexing::Nginx, 8),
    ("d04-nghttp-nghttpd-push-pad.conn0.c2s", Indexing::Nghttp2, 5),
    ("d04-nghttp-nghttpd-push-pad.conn0.s2c", Indexing::Nghttp2, 15),
    ("d05-h2load-nghttpd-140req.c2s", Indexing::Nghttp2, 140),
    ("d05-h2load-nghttpd-140req.s2c", Indexing::Nghttp2, 140),
    ("d06-node-node-tls12.c2s", Indexing::Nghttp2, 120),
    ("d06-node-node-tls12.s2c", Indexing::Nghttp2, 120),
    ("d07-go-go-h2c-continuation.c2s", Indexing::Go, 7),
    ("d07-go-go-h2c-continuation.s2c", Indexing::Go, 8),
    ("d09-chromium-nginx-tls13.conn0.c2s", Indexing::Chromium, 20),
    ("d09-chromium-nginx-tls13.conn0.s2c", Indexing::Nginx, 20),
    ("d11-go-ipv6-120req.c2s", Indexing::Go, 120),
    ("d11-go-ipv6-120req.s2c", Indexing::Go, 120),
];

/// Parses a text with one block per line.
fn blocks(text: &str) -> Vec<Vec<u8>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(testing::hex)
        .collect()
}

/// Returns the maximums set at the start of a block, and the offset of its
/// fields.
fn updates(block: &[u8]) -> (Vec<u32>, usize) {
    let mut at = 0;
    let mut updates = Vec::new();
    while let Ok(found) = representation_at(block, at)
        && found.kind == Kind::SizeUpdate
    {
        updates.push(found.integer.value);
        at = found.range.end;
    }
    (updates, at)
}

/// Whether the sender marked a field as sensitive; excludes fields that the
/// policy never indexes by itself.
fn sensitive(field: &Owned, indexing: Indexing) -> bool {
    let (kind, name, _) = field;
    let by_policy = matches!(&name[..], b"authorization" | b"cookie");
    *kind == Kind::NeverIndexed && !(indexing == Indexing::Nghttp2 && by_policy)
}

#[test]
fn policies_reproduce_recorded_blocks() {
    let folder = testing::data("captures");
    for (name, indexing, expected) in RECORDED {
        let file = folder.join(format!("{name}.blocks.txt"));
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        const LIMIT: u32 = 65_536;
        let table = || hpack::DynamicTable::new(LIMIT, 4096, hpack::History::Forgotten);
        let mut decoder = Decoder::with_table(table()).with_limits(Limits::NONE);
        let mut encoder = Encoder::with_table(table());
        let mut chooser = Chooser::new(indexing);
        let mut alike = 0;
        for (i, block) in blocks(&text).iter().enumerate() {
            let (maximums, fields_at) = updates(block);
            // Some encoders send an update to the current maximum.
            let idle = maximums == [encoder.maximum()];
            let sent = if idle { &block[fields_at..] } else { block };
            for maximum in maximums {
                encoder.set_maximum(maximum).expect("within the limit");
            }
            let (fields, error) = decode(&mut decoder, block);
            assert_eq!(error, None, "{name}, block {i}");
            let lines: Vec<_> = fields
                .iter()
                .map(|field| FieldLine {
                    name: &field.1,
                    value: &field.2,
                    sensitive: sensitive(field, indexing),
                })
                .collect();
            let mut out = Vec::new();
            encoder.encode_with(&mut chooser, &lines, &mut out);
            alike += usize::from(out == sent);
        }
        assert_eq!(alike, expected, "{name}");
    }
}
