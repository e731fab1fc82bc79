//! TLS connections with real keys, whole and harmed, as arbitrary bytes have
//! them.

use proptest::prelude::*;

#[path = "support/sealed/mod.rs"]
mod sealed;

proptest! {
    #[test]
    fn what_was_sealed_comes_out(
        head in (0_u8..16, any::<u8>(), 0_u8..32, 0_u8..12),
        acts in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let (start, flags, keys, suite) = head;
        sealed::check(&[&[start, flags, keys, suite], &acts[..]].concat());
    }
}

#[test]
fn what_was_kept_holds() {
    testing::kept("tls", sealed::check);
}

/// A client may send a certificate at any time (RFC 8446 §4.6.2). Where the
/// hellos are missing, keys have told by then who is who.
#[test]
fn a_certificate_of_the_client_turns_nothing() {
    let client = [0x10, 20];
    let certificate = [0x16, 0, 0, 0, 0, 0, 0, 0, 0, 11];
    let server = [0x90, 30];
    sealed::check(&[&[5, 0, 0, 0], &client[..], &server, &certificate, &server].concat());
}
/// Nonces of TLS 1.2 with GCM tell how many records a hole hid, without any
/// being tried: 160 of 16 KiB would cost more than is allowed.
#[test]
fn the_nonce_tells_what_a_hole_hid() {
    let record = [0xe0, 255];
    let hole = [0xf9, 255].repeat(20);
    for suite in 0..12 {
        sealed::check(&[&[0, 0, 0, suite], &record[..], &hole, &record].concat());
    }
}

/// What waits for the other direction comes out before what follows a hole.
#[test]
fn a_hole_in_what_waits_turns_no_order() {
    let record = [0x90, 30];
    for hole in [&[0x8a, 20][..], &[0x8e, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9]] {
        for suite in 0..12 {
            sealed::check(&[&[0, 0x20, 0, suite], &record[..], hole, &record, &record].concat());
        }
    }
}

/// A record that calls itself another type is one record lost, and is told.
#[test]
fn another_type_harms_one_record() {
    let record = [0x10, 30];
    for (suite, kind) in (0..12).flat_map(|suite| (20..=24).map(move |kind| (suite, kind))) {
        let harmed = [0x1d, 30, 0, kind ^ 23];
        let records = [&record[..], &harmed, &record, &record, &record].concat();
        sealed::check(&[&[0, 0, 0, suite], &records[..]].concat());
    }
}
