//! Limits on what one block can expand to.

use hpack::DecodeErrorKind;
use input::{Block, Sender};
use inspect::{Options, Session, session::LIMITS};

#[test]
fn stops_a_block_above_one_gibibyte() {
    // An entry of 4,096 bytes (RFC 7541 §4.1), and references to it.
    let mut bytes = vec![0x40, 0x01, b'x', 0x7f, 0xe0, 0x1e];
    bytes.extend([b'v'; 4063]);
    let first = bytes.len();
    let most = (LIMITS.header_list / 4096) as usize - 1;
    bytes.resize(first + most, 0xbe);
    let error = |bytes: &[u8]| {
        let block = Block::new(Sender::Client, bytes);
        let session = Session::decode(Options::default(), [block]);
        let record = &session.blocks()[0];
        let error = record.error.map(|error| (error.kind, error.at));
        (record.fields, error)
    };
    assert_eq!(error(&bytes), (1 + most as u32, None));
    bytes.push(0xbe);
    let kind = DecodeErrorKind::HeaderListLimit {
        size: LIMITS.header_list + 4096,
        limit: LIMITS.header_list,
    };
    let expected = (1 + most as u32, Some((kind, first + most)));
    assert_eq!(error(&bytes), expected);
}
