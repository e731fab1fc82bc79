//! Logs of browsers.

use super::build::netlog;

/// A server's bytes, one per event, with a new socket every ten thousand.
pub(super) fn events(size: usize) -> Vec<u8> {
    netlog(size, |number| {
        format!(
            "{{\"params\":{{\"bytes\":\"AA==\",\"byte_count\":1}},\"phase\":0,\"source\":{{\"id\":{},\"type\":3}},\"time\":\"1\",\"type\":2}},\n",
            number / 10_000
        )
    })
}
