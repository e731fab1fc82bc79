//! §4.2: the size updates at the start of a block.

use hpack_core::{DynamicTable, Encoder, History, encoder::AboveLimit};

use Change::{Limit, Maximum};

#[derive(Clone, Copy, Debug)]
enum Change {
    Limit(u32),
    Maximum(u32),
}

#[test]
fn blocks_set_the_smallest_and_the_last_maximum() {
    // The table holds 100 bytes, and may hold 4096.
    let cases: [(&[Change], &[u32], u32); 13] = [
        (&[], &[], 100),
        (&[Maximum(100)], &[], 100),
        (&[Maximum(200)], &[200], 200),
        (&[Maximum(4096)], &[4096], 4096),
        (&[Maximum(0)], &[0], 0),
        (&[Maximum(200), Maximum(100)], &[], 100),
        (
            &[Maximum(200), Maximum(100), Maximum(300)],
            &[100, 300],
            300,
        ),
        (&[Maximum(50), Maximum(300)], &[50, 300], 300),
        (&[Limit(200)], &[], 100),
        (&[Limit(99)], &[99], 99),
        (&[Limit(50)], &[50], 50),
        (&[Limit(50), Limit(4096), Maximum(300)], &[50, 300], 300),
        // Acknowledging the maximum in use changes nothing.
        (&[Limit(100), Limit(4096), Maximum(300)], &[300], 300),
    ];
    for (changes, expected, last) in cases {
        let mut encoder = Encoder::with_table(DynamicTable::new(4096, 100, History::Forgotten));
        for &change in changes {
            match change {
                Limit(limit) => encoder.acknowledge_limit(limit),
                Maximum(maximum) => encoder.set_maximum(maximum).expect("within the limit"),
            }
        }
        assert_eq!(encoder.maximum(), last, "{changes:?}");
        let updates = encoder.begin(&mut Vec::new());
        let found: Vec<_> = updates.iter().map(|one| one.state.maximum()).collect();
        assert_eq!(found, expected, "{changes:?}");
        assert_eq!(encoder.begin(&mut Vec::new()), [], "{changes:?}");
    }
}

#[test]
fn rejects_a_maximum_above_the_limit() {
    let mut encoder = Encoder::new(4096);
    let error = AboveLimit { limit: 4096 };
    assert_eq!(encoder.set_maximum(4097), Err(error));
    assert_eq!(
        error.to_string(),
        "the decoder allows a table of 4096 bytes at most"
    );
    assert_eq!(encoder.maximum(), 4096);
    assert_eq!(encoder.begin(&mut Vec::new()), []);
}
