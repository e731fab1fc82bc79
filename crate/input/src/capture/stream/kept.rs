//! What is kept of a connection until it is known what it carries.

use http2::Arrival;

use super::Side;

/// What came before the protocol was known.
#[derive(Debug)]
pub(super) enum Kept {
    Octets(Side, Vec<u8>, Arrival),
    Lost(Side, Option<u64>, Arrival),
}
