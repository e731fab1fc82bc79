//! The parts of which lines of “Follow stream” consist.

use std::net::{IpAddr, SocketAddr};

use super::super::{
    pieces::Pieces,
    row::{self, Cell, Size},
    text::{Line, Text, is_space},
};

/// The peer of a line: that of the second is indented.
pub(super) fn peer(line: Line, plain: &[u8]) -> u8 {
    u8::from(line.of(plain).first().is_some_and(|byte| is_space(*byte)))
}

/// A whole number.
pub(super) fn number(digits: &[u8]) -> Option<u32> {
    str::from_utf8(digits).ok()?.trim().parse().ok()
}

/// Seconds with a fraction, in nanoseconds.
pub(in crate::paste) fn nanos(value: &[u8]) -> Option<u64> {
    let text = str::from_utf8(value).ok()?.trim();
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = format!("{:0<9}", fraction.get(..fraction.len().min(9))?);
    let seconds: u64 = seconds.parse().ok()?;
    seconds
        .checked_mul(1_000_000_000)?
        .checked_add(digits.parse().ok()?)
}

/// An address, also in brackets or quotes.
pub(super) fn address(value: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(value).ok()?;
    text.trim_matches(['[', ']', '"', '\'']).parse().ok()
}

/// `0: 127.0.0.1:52896`: the number of the peer, and its address where it is
/// one in digits.
pub(super) fn node(content: &[u8]) -> Option<(usize, Option<SocketAddr>)> {
    let (peer, rest) = match content {
        [b'0', b':', b' ', rest @ ..] => (0, rest),
        [b'1', b':', b' ', rest @ ..] => (1, rest),
        _ => return None,
    };
    let colon = rest.iter().rposition(|byte| *byte == b':')?;
    let port = number(&rest[colon + 1..]).and_then(|port| u16::try_from(port).ok());
    let address = address(&rest[..colon]).zip(port);
    Some((
        peer,
        address.map(|(host, port)| SocketAddr::new(host, port)),
    ))
}

/// A row of a dump: its offset, and its octets.
pub(super) fn row(text: &Text, line: Line) -> Option<(u64, Pieces)> {
    /// Where the characters beside the octets begin.
    const CHARACTERS: usize = 59;
    let plain = &*text.plain;
    let offset = row::offset(line, plain)?;
    let begins = offset.digits.start == line.start && offset.rest.of(plain).starts_with(b"  ");
    let value = offset
        .value(plain, 16)
        .filter(|_| begins && offset.width() == 8)?;
    let size = Size {
        width: Some(16),
        column: Some(line.start + CHARACTERS),
        ..Size::default()
    };
    let mut pieces = Pieces::default();
    let found = row::read(text, offset.rest, size, Cell::PAIR, &mut pieces);
    (found.clean && !pieces.octets.is_empty()).then_some((value, pieces))
}

/// `char peer0_0[] = { /* Packet 4 */`: the peer, and the packet's number.
pub(super) fn array(line: &[u8]) -> Option<(u8, u32)> {
    let rest = line.strip_prefix(b"char peer")?;
    let (peer, rest) = peer_name(rest)?;
    let rest = rest.strip_prefix(b"[] = {")?.trim_ascii();
    if rest.is_empty() {
        return Some((peer, 0));
    }
    let remark = rest.strip_prefix(b"/* Packet ")?.strip_suffix(b"*/")?;
    Some((peer, number(remark)?))
}

/// `0_12`, and what follows it.
fn peer_name(text: &[u8]) -> Option<(u8, &[u8])> {
    let [peer @ (b'0' | b'1'), b'_', rest @ ..] = text else {
        return None;
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then_some((peer - b'0', &rest[digits..]))
}

/// `peer0_0: !!binary |`, as Wireshark 3 wrote it: the peer, and whether
/// Base64 follows.
pub(super) fn yaml_stream(line: &[u8]) -> Option<(u8, bool)> {
    let (peer, rest) = peer_name(line.strip_prefix(b"peer")?)?;
    let value = rest.strip_prefix(b":")?.trim_ascii();
    Some((peer, value.starts_with(b"!!binary")))
}

/// `key: value`, also as the first of a list's item.
pub(super) fn yaml_pair(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(b"- ").unwrap_or(line);
    let colon = line.iter().position(|byte| *byte == b':')?;
    Some((line[..colon].trim_ascii(), line[colon + 1..].trim_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_dumps() {
        let cases: [(&str, Option<(u64, usize)>); 7] = [
            (
                "00000000  50 52 49 20 2a 20 48 54  54 50 2f 32 2e 30 0d 0a  PRI * HT TP/2.0..",
                Some((0, 16)),
            ),
            (
                "00000308  00 00 00 04 01 00 00 00  00                       ........ .",
                Some((0x308, 9)),
            ),
            // Characters that look like octets.
            (
                "00000010  41 42                                             41 42",
                Some((16, 2)),
            ),
            ("00000010  41 4", None),
            ("00000010  ", None),
            ("0000001  41 42", None),
            ("peers:", None),
        ];
        for (line, expected) in cases {
            let text = Text::new(line);
            let all = Line {
                start: 0,
                end: line.len(),
            };
            let found = row(&text, all).map(|(offset, pieces)| (offset, pieces.octets.len()));
            assert_eq!(found, expected, "{line}");
        }
    }

    #[test]
    fn times_and_addresses() {
        assert_eq!(
            nanos(b"1795220479.244164944"),
            Some(1_795_220_479_244_164_944)
        );
        assert_eq!(nanos(b"5.5"), Some(5_500_000_000));
        assert_eq!(nanos(b"99999999999999"), None);
        let shown = |node: Option<(usize, Option<SocketAddr>)>| {
            node.map(|(peer, address)| (peer, address.map(|address| address.to_string())))
        };
        type Shown<'a> = Option<(usize, Option<&'a str>)>;
        let cases: [(&str, Shown<'_>); 4] = [
            ("0: 127.0.0.1:52896", Some((0, Some("127.0.0.1:52896")))),
            ("1: ::1:443", Some((1, Some("[::1]:443")))),
            ("1: localhost:443", Some((1, None))),
            ("2: 127.0.0.1:1", None),
        ];
        for (text, expected) in cases {
            let expected = expected.map(|(peer, address)| (peer, address.map(str::to_owned)));
            assert_eq!(shown(node(text.as_bytes())), expected, "{text}");
        }
    }
}
