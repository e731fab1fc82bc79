//! Generated TLS connections with real keys, intact and damaged.

use proptest::prelude::*;

use crate::sealed_connections::check;

proptest! {
    #[test]
    fn decrypts_what_was_encrypted(
        head in (0_u8..16, any::<u8>(), 0_u8..32, 0_u8..12),
        acts in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let (start, flags, keys, suite) = head;
        check(&[&[start, flags, keys, suite], &acts[..]].concat());
    }
}

#[test]
fn kept_inputs_hold() {
    testing::kept("tls", check);
}

/// A client can send a certificate at any time (RFC 8446 §4.6.2). Without
/// hellos, the keys have already shown the roles.
#[test]
fn client_certificate_does_not_swap_roles() {
    let client = [0x10, 20];
    let certificate = [0x16, 0, 0, 0, 0, 0, 0, 0, 0, 11];
    let server = [0x90, 30];
    check(&[&[5, 0, 0, 0], &client[..], &server, &certificate, &server].concat());
}
/// TLS 1.2 GCM nonces show how many records a gap hid: trying numbers for 160
/// records of 16 KiB would exceed the budget.
#[test]
fn nonce_shows_number_of_lost_records() {
    let record = [0xe0, 255];
    let hole = [0xf9, 255].repeat(20);
    for suite in 0..12 {
        check(&[&[0, 0, 0, suite], &record[..], &hole, &record].concat());
    }
}

/// Held records come out before what follows a gap.
#[test]
fn gap_in_held_records_keeps_order() {
    let record = [0x90, 30];
    for hole in [&[0x8a, 20][..], &[0x8e, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]] {
        for suite in 0..12 {
            check(&[&[0, 0x20, 0, suite], &record[..], hole, &record, &record].concat());
        }
    }
}

/// A record with a changed type is one lost record, and is reported.
#[test]
fn changed_type_loses_one_record() {
    let record = [0x10, 30];
    for (suite, kind) in (0..12).flat_map(|suite| (20..=24).map(move |kind| (suite, kind))) {
        let harmed = [0x1d, 30, 0, kind ^ 23];
        let records = [&record[..], &harmed, &record, &record, &record].concat();
        check(&[&[0, 0, 0, suite], &records[..]].concat());
    }
}
