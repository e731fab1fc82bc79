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
