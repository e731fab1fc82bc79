//! Decrypts TLS 1.2 and 1.3 records with the secrets of a key log.

mod budget;
mod cipher;
mod connection;
mod derive;
mod early;
mod gap;
mod held;
mod hello;
mod keylog;
mod missing;
mod open;
mod record;
mod suite;

use http2::{Arrival, Sender};

use super::Tls as About;
pub use connection::Tls;
pub use keylog::KeyLog;
pub(super) use suite::suite_name;

/// Result of reading a connection's TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output<'a> {
    /// Application data of one record.
    Data(Sender, &'a [u8], Arrival),
    /// Application data is or may be missing: the number of bytes, if known,
    /// and a sentence with the reason.
    Lost(Sender, Option<u64>, Arrival, String),
    /// The assumed client is the server. Outputs use the right roles from now
    /// on; inputs keep the assumed ones.
    Reversed,
    /// The metadata changed.
    About(&'a About),
    /// Something could not be read.
    Problem(Arrival, String),
    /// An event with no data missing.
    Event(Arrival, String),
}

const fn name(sender: Sender) -> &'static str {
    match sender {
        Sender::Client => "client",
        Sender::Server | Sender::Unknown => "server",
    }
}

/// Bytes that [`begins`] needs.
pub const HEAD: usize = 5;

/// Whether bytes begin with a TLS record (RFC 8446 §5.1); `None` if too short.
#[must_use]
pub fn begins(bytes: &[u8]) -> Option<bool> {
    let fits = bytes.iter().zip(0..HEAD).all(|(&byte, at)| match at {
        // change_cipher_spec, alert, handshake, application_data.
        0 => (20..=23).contains(&byte),
        // SSL 3.0 to TLS 1.2; TLS 1.3 uses the version of 1.2.
        1 => byte == 3,
        2 => byte <= 4,
        // At most 2^14 + 2048 bytes.
        3 => byte <= 0x48,
        _ => true,
    });
    if !fits {
        return Some(false);
    }
    (bytes.len() >= HEAD).then(|| bytes[3] != 0 || bytes[4] != 0)
}

/// Whether bytes from the middle of a connection contain a complete TLS record
/// that is followed by another or nothing.
#[must_use]
pub fn within(bytes: &[u8]) -> bool {
    record::contains_record(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_record_headers() {
        let cases: [(&[u8], Option<bool>); 8] = [
            (b"", None),
            (b"\x16\x03\x01\x02", None),
            (b"\x16\x03\x01\x02\x00", Some(true)),
            (b"\x17\x03\x03\x40\x11\x00", Some(true)),
            (b"\x17\x03\x03\x00\x00", Some(false)),
            (b"\x17\x03\x05", Some(false)),
            (b"\x18\x03\x03\x00\x10", Some(false)),
            (b"PRI * HTTP/2.0", Some(false)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(begins(bytes), expected, "{bytes:02x?}");
        }
    }

    #[test]
    fn finds_records_in_the_middle() {
        let record = |length: u8| [&[23, 3, 3, 0, length][..], &vec![7; length.into()]].concat();
        let cases = [
            ([&b"abc"[..], &record(30)].concat(), true),
            ([&b"abc"[..], &record(30), &record(40)[..9]].concat(), true),
            ([&b"abc"[..], &record(30), &b"abc"[..]].concat(), false),
            ([&b"abc"[..], &record(30)[..34]].concat(), false),
            (b"GET / HTTP/1.1".to_vec(), false),
        ];
        for (bytes, expected) in cases {
            assert_eq!(within(&bytes), expected, "{bytes:02x?}");
        }
    }
}
