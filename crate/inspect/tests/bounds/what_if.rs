//! Re-encodes references to one large entry: it is processed once, and blocks
//! are measured without being written.

use hpack::integer;
use inspect::{
    Options, Session,
    policies::HuffmanUse,
    what_if::{
        WhatIf,
        plan::{Choices, Plan},
    },
};
use testing::meter::measure;

/// Length of the entry, bytes.
const LARGE: usize = 1 << 20;
/// Number of references to it in each further block.
const COUNT: usize = 14;

fn session() -> Session {
    let mut first = Vec::new();
    integer::encode(0x20, 5, 1 << 22, &mut first);
    first.extend([0x40, 1, b'x']);
    integer::encode(0, 7, LARGE as u64, &mut first);
    first.extend(vec![b'v'; LARGE]);
    let blocks = [&first[..], &[0xbe; COUNT], &[0xbe; COUNT]];
    let blocks = blocks.map(|bytes| input::Block::new(input::Sender::Unknown, bytes));
    Session::decode(Options::with_limit(1 << 22, None), blocks)
}

#[test]
fn measures_blocks_without_writing_them() {
    let session = session();
    for choices in Choices::ALL {
        for huffman in [None, Some(HuffmanUse::Always), Some(HuffmanUse::Never)] {
            for maximum in [None, Some(4096)] {
                let plan = Plan {
                    choices,
                    huffman,
                    maximum,
                };
                let (what_if, used) = measure(|| {
                    let mut what_if = WhatIf::new(&session, 0, plan).unwrap();
                    what_if.run_for(&session, &mut || 0.0, 1.0);
                    what_if
                });
                assert!(what_if.tried_all(), "{plan:?}");
                let fields = 1 + 2 * COUNT as u64;
                assert_eq!(what_if.tried.totals.tally.fields, fields, "{plan:?}");
                // The string once, and in the tables of the encoder and of its
                // plan.
                assert!(used.peak < 10 * LARGE, "{plan:?}: {}", used.peak);
            }
        }
    }
}
