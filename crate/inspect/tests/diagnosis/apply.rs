//! Applying changes to a session.

use input::Sender;
use inspect::{
    Options, Session,
    diagnosis::{Change, Indices, KeptParts, Leftover},
};

use crate::sent::Sent;

/// Three requests of RFC 7541 C.3, and a server's block between them.
fn blocks() -> Vec<Sent> {
    let hex = [
        (Sender::Client, "828684410f7777772e6578616d706c652e636f6d"),
        (Sender::Server, "885803666f6f"),
        (Sender::Client, "828684be58086e6f2d6361636865"),
        (
            Sender::Client,
            "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
        ),
    ];
    hex.map(|(sender, hex)| Sent::new(sender, testing::hex(hex), Vec::new()))
        .to_vec()
}

fn fields(session: &Session, block: usize) -> Vec<String> {
    let text = |bytes: Option<&[u8]>| {
        bytes
            .map_or("?".into(), String::from_utf8_lossy)
            .into_owned()
    };
    session.rows()[session.blocks()[block].rows.clone()]
        .iter()
        .map(|row| format!("{}: {}", text(session.name(row)), text(session.value(row))))
        .collect()
}

#[test]
fn applies_each_change() {
    let original = Session::decode(Options::default(), &blocks());
    let last = |change: &Change| {
        let changed = original.with_change(change).unwrap();
        assert_eq!(changed.session.blocks().len(), 4);
        (fields(&changed.session, 3), changed)
    };

    let (fields, _) = last(&Change::MissedBlock {
        before: 3,
        entries: 1,
    });
    assert_eq!(fields[3], "cache-control: no-cache");

    let (fields, _) = last(&Change::MissedBlock {
        before: 3,
        entries: 2,
    });
    assert_eq!(fields[3], "?: ?");

    let (fields, _) = last(&Change::IndexOffByOne {
        from: 3,
        by: -1,
        indices: Indices::Dynamic,
    });
    assert_eq!(
        fields[..4],
        [
            ":method: GET",
            ":scheme: https",
            ":path: /index.html",
            "cache-control: no-cache"
        ]
    );

    let (fields, changed) = last(&Change::Continuation { blocks: vec![0, 2] });
    assert_eq!(fields[3], ":authority: www.example.com");
    assert!(changed.session.bytes(2).is_empty());
    assert_eq!((changed.gone[0].block, changed.gone[0].with), (2, 0));
    assert_eq!(changed.session.blocks()[0].fields, 9);

    let (_, changed) = last(&Change::OtherDirection { block: 1 });
    assert_eq!(changed.session.direction(1).sender, Sender::Client);
    assert!(changed.session.blocks()[1].number == 1);

    let (fields, _) = last(&Change::TableSize {
        from: None,
        block: 3,
        size: 60,
    });
    assert_eq!(fields.len(), 3, "{fields:?}");

    let (fields, _) = last(&Change::SizeUpdate {
        before: 3,
        sizes: vec![0],
    });
    assert_eq!(fields.len(), 3, "{fields:?}");

    let (fields, _) = last(&Change::Padding {
        blocks: vec![KeptParts {
            block: 3,
            parts: vec![(0, 4)],
        }],
        what: Leftover::PaddingBehind,
    });
    assert_eq!(fields.len(), 4);

    // The original is unchanged.
    assert_eq!(self::fields(&original, 3)[3], ":authority: www.example.com");
}

#[test]
fn rejects_changes_of_nonexistent_blocks_and_bytes() {
    let session = Session::decode(Options::default(), &blocks());
    for change in [
        Change::MissedBlock {
            before: 4,
            entries: 1,
        },
        Change::OtherDirection { block: 9 },
        Change::Continuation { blocks: vec![0, 7] },
        Change::Continuation { blocks: Vec::new() },
        Change::Fragments {
            block: KeptParts {
                block: 0,
                parts: vec![(3, 99)],
            },
        },
        Change::Fragments {
            block: KeptParts {
                block: 0,
                parts: vec![(3, 2)],
            },
        },
        Change::TableSize {
            from: None,
            block: 12,
            size: 1,
        },
        Change::IndexOffByOne {
            from: 5,
            by: 1,
            indices: Indices::All,
        },
        Change::DecodedTwice { block: 4, first: 0 },
        Change::DecodedTwice {
            block: 1,
            first: u32::MAX,
        },
        Change::MissedBlock {
            before: 1,
            entries: u32::MAX,
        },
    ] {
        assert!(session.with_change(&change).is_none(), "{change:?}");
    }
}
