//! Frames and header blocks of real connections, rebuilt from the truth files of
//! the captures, are read without errors.

use crate::support::{
    Kept, hex,
    rebuild::{connections, number, opening, pieces, sender},
};
use http2::Sender;
use serde_json::Value;

fn check(name: &str, connection: &Value) -> usize {
    let mut kept = Kept::new(opening(connection));
    let none = Vec::new();
    let list = |name: &str| connection[name].as_array().unwrap_or(&none);
    for (sender, bytes) in pieces(connection) {
        kept.push(sender, &bytes);
    }
    kept.finish(Sender::Client);
    kept.finish(Sender::Server);
    assert_eq!(kept.messages(), [""; 0], "{name}");
    let found = kept.frames().into_iter().map(|frame| {
        let header = frame.header;
        (
            frame.sender,
            header.kind.0.into(),
            header.flags.into(),
            header.stream,
            header.length,
        )
    });
    let expected = list("frames")
        .iter()
        .filter(|frame| frame["type"] != "MAGIC")
        .map(|frame| {
            let [kind, flags, stream, length] =
                ["type_code", "flags", "stream", "length"].map(|key| number(&frame[key]));
            (sender(frame), kind, flags, stream, length)
        });
    assert!(found.eq(expected), "{name}");
    let blocks = list("blocks");
    assert_eq!(kept.blocks().len(), blocks.len(), "{name}");
    for (found, block) in kept.blocks().iter().zip(blocks) {
        let changes = block["limit_changes"].as_array().into_iter().flatten();
        let changes: Vec<u32> = changes.map(number).collect();
        assert_eq!(found.sender, sender(block), "{name}");
        assert_eq!(
            found.bytes,
            hex(block["hex"].as_str().expect("hex")),
            "{name}"
        );
        assert_eq!(found.limit_changes, changes, "{name} {}", block["block"]);
        assert!(!found.limit_unknown, "{name}");
        let promised = block["promised_stream"]
            .as_u64()
            .map(|stream| stream as u32);
        assert_eq!(found.framed.promised, promised);
        assert_eq!(
            found.framed.end_stream,
            block["end_stream"] == true,
            "{name}"
        );
    }
    blocks.len()
}

#[test]
fn reads_real_connections() {
    let blocks: usize = connections()
        .iter()
        .map(|(name, one)| check(name, one))
        .sum();
    assert!(blocks > 1000, "only {blocks} blocks");
}
