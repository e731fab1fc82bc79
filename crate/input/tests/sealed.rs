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

/// A client may send a certificate at any time (RFC 8446 §4.6.2). Where the
/// hellos are missing, keys have told by then who is who.
#[test]
fn a_certificate_of_the_client_turns_nothing() {
    let client = [0x10, 20];
    let certificate = [0x16, 0, 0, 0, 0, 0, 0, 0, 0, 11];
    let server = [0x90, 30];
    sealed::check(&[&[5, 0, 0, 0], &client[..], &server, &certificate, &server].concat());
}
