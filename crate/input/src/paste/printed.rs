//! Packets as tcpdump and tshark print them: for each a line or a tree of
//! what was decoded, then a dump of its octets.

use http2::Arrival;

use super::{
    Content, Fault, Packet, Paste, RefusalKind, content, dump, follow,
    frame::{Frame, FrameLine},
    pieces::Bond,
    row, split, stamp,
    text::{Line, Text, position},
};
use crate::Problem;

/// Nanoseconds of a second.
const SECOND: u64 = 1_000_000_000;

/// A line that begins a packet.
struct Head {
    /// The line of the frame.
    line: usize,
    nanos: u64,
    /// Octets on the wire, where it says so.
    length: Option<u32>,
}

/// Reads the text, if it is one of these.
///
/// # Errors
/// Where it is one without octets.
pub(super) fn read(text: &Text, frame: &Frame) -> Result<Option<Paste>, Fault> {
    let plain = &*text.plain;
    let heads: Vec<Head> = (0..frame.lines.len())
        .filter_map(|line| head(frame.lines[line].line.of(plain), line))
        .collect();
    let Some(first) = heads.first() else {
        return Ok(None);
    };
    let (rows, owners) = rows(text, frame, &heads);
    if rows.lines.is_empty() {
        return Err(Fault::at(
            RefusalKind::DecodedText,
            text.raw_at(frame.lines[first.line].line.start),
            "This is how tcpdump or Wireshark decoded packets, and their bytes are not in it. Print them too (tcpdump -X, tshark -x), or save the capture itself (tcpdump -w) and open that.",
        ));
    }
    let Some(mut reading) = dump::read(text, &rows)? else {
        return Ok(None);
    };
    let mut packets = Vec::with_capacity(owners.len());
    let mut skipped = 0;
    let pieces = &reading.pieces;
    let starts: Vec<usize> = (0..pieces.list.len())
        .filter(|&piece| pieces.list[piece].bond != Bond::Joined)
        .map(|piece| pieces.list[piece].start)
        .collect();
    for (n, &start) in starts.iter().enumerate() {
        let stop = starts.get(n + 1).copied().unwrap_or(pieces.octets.len());
        let octets = &pieces.octets[start..stop];
        let head = owners.get(n).and_then(|&owner| heads.get(owner));
        let Some((link, _)) = content::packet_for_certain(octets) else {
            skipped += 1;
            continue;
        };
        packets.push(Packet {
            link,
            octets: octets.to_vec(),
            places: pieces.places[start..stop].to_vec(),
            length: head.and_then(|head| head.length),
            arrival: Arrival {
                packet: n as u32 + 1,
                nanos: head.map_or(0, |head| head.nanos),
            },
        });
    }
    if packets.is_empty() {
        return Ok(None);
    }
    reading.detail = "print of packets".into();
    let mut paste = split::nothing(reading, text);
    if skipped > 0 {
        let (line, column) = position(text.raw, text.raw_at(frame.lines[first.line].line.start));
        paste.problems.push(Problem::gap(
            format!("line {line}, column {column}"),
            format!(
                "{skipped} of these packets do not begin with a known header and were left out."
            ),
        ));
    }
    paste.content = Content::Packets(packets);
    Ok(Some(paste))
}

/// The rows of dumps among the lines, those of each packet after a blank
/// line; and the packet of each dump.
fn rows(text: &Text, frame: &Frame, heads: &[Head]) -> (Frame, Vec<usize>) {
    let plain = &*text.plain;
    let mut rows = Frame {
        notes: frame.notes.clone(),
        ..Frame::default()
    };
    let mut owners: Vec<usize> = Vec::new();
    for (owner, head) in heads.iter().enumerate() {
        let end = heads
            .get(owner + 1)
            .map_or(frame.lines.len(), |next| next.line);
        let mut begun = false;
        let mut due = 0;
        for line in &frame.lines[head.line + 1..end] {
            let Some(offset) = row::offset(line.line, plain) else {
                continue;
            };
            let value = offset.value(plain, 16).unwrap_or(u64::MAX);
            if !row::has_octets(first_words(offset.rest, plain)) || value < due {
                // A second dump of the packet shows what was made of it.
                if begun && value == 0 {
                    break;
                }
                continue;
            }
            rows.lines.push(FrameLine {
                line: line.line,
                mark: None,
                limits: Vec::new(),
                blank_before: !begun,
            });
            if !begun {
                owners.push(owner);
            }
            begun = true;
            due = value.saturating_add(1);
        }
    }
    (rows, owners)
}

/// The beginning of a row, in which octets stand.
fn first_words(rest: Line, plain: &[u8]) -> &[u8] {
    let content = rest.of(plain).trim_ascii_start();
    &content[..content.len().min(12)]
}

/// Whether a line begins a packet: tcpdump's `00:21:19.243991 IP …`, or
/// tshark's `Frame 4: 842 bytes on wire …`.
fn head(line: &[u8], number: usize) -> Option<Head> {
    if let Some(rest) = line.strip_prefix(b"Frame ") {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = rest[digits..].strip_prefix(b": ").filter(|_| digits > 0)?;
        let length = str::from_utf8(rest).ok()?.split(' ').next()?.parse().ok();
        return rest
            .windows(14)
            .any(|window| window == b" bytes on wire")
            .then_some(Head {
                line: number,
                nanos: 0,
                length,
            });
    }
    let stamped = stamp::length(line);
    let (time, rest) = if stamped > 0 {
        line.split_at(stamped)
    } else {
        // tcpdump -tt: seconds since 1970.
        let end = line.iter().position(|byte| *byte == b' ')?;
        let is_time = end > 10
            && line[..end]
                .iter()
                .all(|byte| byte.is_ascii_digit() || *byte == b'.');
        line.split_at_checked(end + 1).filter(|_| is_time)?
    };
    let kinds = [
        &b"IP "[..],
        b"IP6 ",
        b"ARP",
        b"ethertype ",
        b"In ",
        b"Out ",
        b"lo",
        b"eth",
    ];
    let ip = kinds.iter().any(|kind| rest.starts_with(kind))
        || rest.windows(11).any(|window| window == b" ethertype ")
        || rest.windows(4).any(|window| window == b" IP ");
    ip.then(|| Head {
        line: number,
        nanos: nanos(time).unwrap_or(0),
        length: None,
    })
}

/// The time of a line, in nanoseconds since 1970; of one without a date,
/// since midnight.
fn nanos(time: &[u8]) -> Option<u64> {
    let text = str::from_utf8(time).ok()?.trim();
    let (date, clock) = text.rsplit_once(' ').unwrap_or(("", text));
    let day = if date.is_empty() { 0 } else { days(date)? };
    let (minute, seconds) = clock.rsplit_once(':').unwrap_or(("0:0", clock));
    let (hours, minutes) = minute.split_once(':')?;
    let minutes = day * 1440 + hours.parse::<u64>().ok()? * 60 + minutes.parse::<u64>().ok()?;
    let seconds = follow::nanos(seconds.as_bytes())?;
    minutes.checked_mul(60 * SECOND)?.checked_add(seconds)
}

/// Days from 1970 to `2026-11-21`.
fn days(date: &str) -> Option<u64> {
    let mut numbers = date.split('-').map(str::parse::<u64>);
    let mut number = || numbers.next()?.ok();
    let (year, month, day) = (number()?, number()?, number()?);
    // Years that begin in March end with the day that may be missing.
    let (year, month) = if month < 3 {
        (year.checked_sub(1)?, month + 9)
    } else {
        (year, month - 3)
    };
    let leaps = year / 4 - year / 100 + year / 400;
    (year * 365 + leaps + (month * 153 + 2) / 5 + day.checked_sub(1)?).checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_begin_packets() {
        type Shown = Option<(u64, Option<u32>)>;
        let cases: [(&str, Shown); 8] = [
            (
                "00:21:19.243991 IP 127.0.0.1.52896 > 127.0.0.1.18104: Flags [S], length 0",
                Some((1_279_243_991_000, None)),
            ),
            (
                "2026-11-21 00:21:19.243991 IP6 ::1.1 > ::1.2: Flags [.]",
                Some((1_795_220_479_243_991_000, None)),
            ),
            (
                "1795220479.243991 IP 127.0.0.1.1 > 127.0.0.1.2: tcp 5",
                Some((1_795_220_479_243_991_000, None)),
            ),
            (
                "00:21:19.243991 02:00:00:00:00:01 > 02:00:00:00:00:02, ethertype IPv4 (0x0800), length 74",
                Some((1_279_243_991_000, None)),
            ),
            (
                "Frame 4: 842 bytes on wire (6736 bits), 842 bytes captured",
                Some((0, Some(842))),
            ),
            ("Frame (842 bytes):", None),
            ("2026-11-21 10:00:00 DEBUG block: 8286", None),
            ("82 86 84", None),
        ];
        for (line, expected) in cases {
            let found = head(line.as_bytes(), 0).map(|head| (head.nanos, head.length));
            assert_eq!(found, expected, "{line}");
        }
    }
}
