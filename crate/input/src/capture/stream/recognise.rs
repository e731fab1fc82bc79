//! What first octets are.

use http2::frame::PREFACE;

use super::{Side, other, plain::Kept};

/// What first octets say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Too little.
    Wait,
    /// This side sent the preface.
    Preface(Side),
    /// This side sends requests of HTTP/1.1.
    Http1(Side),
    /// Nothing known.
    Nothing,
}

/// Octets that are kept until it can be told what they are.
const ENOUGH: usize = 64 << 10;

/// What the first octets of either side say.
pub(super) fn verdict(kept: &[Kept]) -> Verdict {
    let mut total = 0;
    let mut open = false;
    for side in [0, 1] {
        let mut head = Vec::new();
        for kept in kept {
            match kept {
                Kept::Octets(from, octets, _) if *from == side => head.extend_from_slice(octets),
                Kept::Lost(from, ..) if *from == side => break,
                _ => {}
            }
        }
        total += head.len();
        if head.is_empty() {
            open = true;
            continue;
        }
        let shown = head.len().min(PREFACE.len());
        if head[..shown] == PREFACE[..shown] {
            if shown == PREFACE.len() {
                return Verdict::Preface(side);
            }
            open = true;
        } else if head.starts_with(b"HTTP/1.") {
            return Verdict::Http1(other(side));
        } else if method(&head) {
            return Verdict::Http1(side);
        }
    }
    if open && total < ENOUGH {
        Verdict::Wait
    } else {
        Verdict::Nothing
    }
}

/// Whether octets begin as a request of HTTP/1.1 does (RFC 9112 §3).
fn method(head: &[u8]) -> bool {
    let length = head
        .iter()
        .take_while(|octet| octet.is_ascii_uppercase())
        .count();
    (3..=20).contains(&length) && head.get(length) == Some(&b' ')
}
