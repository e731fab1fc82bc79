//! Applying changes to a session.

use input::Sender;
use inspect::{
    Options, Session,
    diagnosis::{Change, Changed},
};

use crate::sessions::support::Sent;

/// Three requests of RFC 7541 C.3, and a server's block between them.
fn blocks() -> Vec<Sent> {
    use Sender::{Client, Server};
    let hex = [
        (Client, "828684410f7777772e6578616d706c652e636f6d"),
        (Server, "885803666f6f"),
        (Client, "828684be58086e6f2d6361636865"),
        (
            Client,
            "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
        ),
    ];
    hex.map(|(sender, hex)| Sent::new(sender, testing::hex(hex), Vec::new()))
        .to_vec()
}

fn changed(session: &Session, change: &str) -> Option<Changed> {
    let change: Change = serde_json::from_str(change).expect(change);
    session.with_change(&change)
}

fn fields(session: &Session, block: usize) -> Vec<String> {
    let text = |bytes: Option<&[u8]>| {
        let text = bytes.map_or("?".into(), String::from_utf8_lossy);
        text.into_owned()
    };
    let rows = session.rows_of(block).iter();
    rows.map(|row| format!("{}: {}", text(session.name(row)), text(session.value(row))))
        .collect()
}

/// Changes, as in links, with the fields of the last block from the fourth on.
#[test]
fn applies_each_change() {
    const CUSTOM: &str = "custom-key: custom-value";
    let original = Session::decode(Options::default(), &blocks());
    #[rustfmt::skip]
    let cases: [(&str, &[&str]); 6] = [
        (r#"{"missed-block":{"before":3,"entries":1}}"#, &["cache-control: no-cache", CUSTOM]),
        (r#"{"missed-block":{"before":3,"entries":2}}"#, &["?: ?", CUSTOM]),
        (r#"{"index-off-by-one":{"from":3,"by":-1}}"#, &["cache-control: no-cache", CUSTOM]),
        (r#"{"table-size":{"from":null,"block":3,"size":60}}"#, &[]),
        (r#"{"size-update":{"before":3,"sizes":[0]}}"#, &[]),
        (r#"{"padding":{"blocks":[{"block":3,"parts":[[0,4]]}],"what":"padding-behind"}}"#, &[":authority: www.example.com"]),
    ];
    for (change, expected) in cases {
        let session = changed(&original, change).unwrap().session;
        assert_eq!(session.blocks().len(), 4, "{change}");
        let found = fields(&session, 3);
        let first = [":method: GET", ":scheme: https", ":path: /index.html"];
        assert_eq!(found, [&first, expected].concat(), "{change}");
    }
    let joined = changed(&original, r#"{"continuation":{"blocks":[0,2]}}"#).unwrap();
    assert_eq!(joined.session.blocks()[0].fields, 9);
    assert!(joined.session.bytes(2).is_empty());
    assert_eq!((joined.removed[0].block, joined.removed[0].with), (2, 0));
    let moved = changed(&original, r#"{"other-direction":{"block":1}}"#).unwrap();
    assert_eq!(moved.session.direction(1).sender, Sender::Client);
    assert_eq!(moved.session.blocks()[1].number, 1);
    // The original is unchanged.
    let unchanged = [":authority: www.example.com", CUSTOM];
    assert_eq!(fields(&original, 3)[3..], unchanged);
}

#[test]
fn rejects_changes_of_nonexistent_blocks_and_bytes() {
    let session = Session::decode(Options::default(), &blocks());
    for change in [
        r#"{"missed-block":{"before":4,"entries":1}}"#,
        r#"{"missed-block":{"before":1,"entries":4294967295}}"#,
        r#"{"other-direction":{"block":9}}"#,
        r#"{"continuation":{"blocks":[0,7]}}"#,
        r#"{"continuation":{"blocks":[]}}"#,
        r#"{"frame-header":{"blocks":[{"block":0,"parts":[[3,99]]}]}}"#,
        r#"{"frame-header":{"blocks":[{"block":0,"parts":[[3,2]]}]}}"#,
        r#"{"table-size":{"from":null,"block":12,"size":1}}"#,
        r#"{"index-off-by-one":{"from":5,"by":1}}"#,
        r#"{"decoded-twice":{"block":4,"first":0}}"#,
        r#"{"decoded-twice":{"block":1,"first":4294967295}}"#,
    ] {
        assert!(changed(&session, change).is_none(), "{change}");
    }
}
