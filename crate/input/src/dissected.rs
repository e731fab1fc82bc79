//! TCP packets as Wireshark's dissection writes them: `tshark -T json`, `-T ek`,
//! `-T pdml` and `-T fields` have each payload beside its addresses and ports.
//! So does `-z follow,tcp,raw`, which is read here if it begins with HTTP/1.1.
//! The packets are put together again, so that what captures tell (sides,
//! connections, retransmissions, gaps) is read from them.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use crate::{
    Problem, Refusal, RefusalKind, bounds, content, hex,
    pasted::{Format, Paste},
    positions::{PlaceNames, PositionIndex},
    streams::{Content, Packet},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Source,
    Destination,
    SourcePort,
    DestinationPort,
    Sequence,
    Acknowledged,
    Payload,
}

use Column::{Acknowledged, Destination, DestinationPort, Payload, Sequence, Source, SourcePort};

/// Wireshark's names of fields.
const NAMES: [(&str, Column); 9] = [
    ("ip.src", Source),
    ("ipv6.src", Source),
    ("ip.dst", Destination),
    ("ipv6.dst", Destination),
    ("tcp.srcport", SourcePort),
    ("tcp.dstport", DestinationPort),
    ("tcp.seq", Sequence),
    ("tcp.ack", Acknowledged),
    ("tcp.payload", Payload),
];

/// Values of a packet, by column.
#[derive(Clone, Debug, Default)]
struct Record<'a>([Option<&'a str>; 7]);

impl<'a> Record<'a> {
    fn get(&self, column: Column) -> Option<&'a str> {
        self.0[column as usize]
    }

    fn set(&mut self, column: Column, value: &'a str) {
        self.0[column as usize] = Some(value);
    }
}

fn column(name: &str) -> Option<Column> {
    // Elasticsearch's names are like `tcp_tcp_srcport`.
    let name = name.replace('_', ".");
    let name = match name.split_once('.') {
        Some((layer, rest)) if rest.split('.').next() == Some(layer) => rest,
        _ => &name,
    };
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, column)| *column)
}

const ONE_END: &str = "Each packet has only one of its two ends here, and there are more than two: nothing tells which packets belong to one connection. Print both ends, for example tshark -e tcp.srcport -e tcp.dstport -e tcp.payload.";

/// Reads a text that is a dissection with payloads and ports.
///
/// # Errors
/// If nothing tells the connections apart.
pub(crate) fn read(text: &str) -> Option<Result<Paste, Refusal>> {
    let names = ["\"tcp.payload\"", "\"tcp_tcp_payload\"", "\"tcp_payload\""];
    let mut records = match names.iter().any(|name| text.contains(name)) {
        true => read_quoted(text),
        false => read_followed(text).or_else(|| read_table(text))?,
    };
    records.retain(|record| {
        let source = record.get(SourcePort).or(record.get(Source));
        record.get(Payload).is_some() && source.is_some()
    });
    let ends_of = |source, destination| {
        let mut sources: BTreeSet<&str> = BTreeSet::new();
        sources.extend(records.iter().filter_map(|record| record.get(source)));
        let is_open = records
            .iter()
            .any(|record| record.get(destination).is_none());
        (sources, is_open)
    };
    let ends = [
        ends_of(Source, Destination),
        ends_of(SourcePort, DestinationPort),
    ];
    let (packets, problems) = assemble(text, &records);
    if packets.is_empty() {
        return None;
    }
    if ends
        .iter()
        .any(|(sources, is_open)| *is_open && sources.len() > 2)
    {
        return Some(Err(Refusal::at(RefusalKind::Ambiguous, 0, ONE_END)));
    }
    Some(Ok(Paste {
        format: Format::Hex,
        detail: "payloads of dissected packets".into(),
        content: Content::Packets(packets),
        problems,
        ..Paste::default()
    }))
}

/// Reads JSON or PDML, whole or in part.
fn read_quoted(text: &str) -> Vec<Record<'_>> {
    let is_xml = text.contains("<field name=");
    let packets = text.split(if is_xml { "<packet>" } else { "\"layers\"" });
    let records = packets.map(|packet| {
        let mut record = Record::default();
        let mut current = None;
        let mut rest = packet;
        while let Some((before, quoted)) = rest.split_once('"') {
            let end = find_quote(quoted, is_xml);
            let (value, after) = (&quoted[..end], quoted.get(end + 1..).unwrap_or(""));
            let is_name = match is_xml {
                true => before.ends_with(" name="),
                false => after.trim_start().starts_with(':'),
            };
            // PDML's `show` has numbers in decimal, its `value` the bytes.
            let is_value = !is_xml
                || match current {
                    Some(Payload) => before.ends_with(" value="),
                    _ => before.ends_with(" show="),
                };
            if is_name {
                current = column(value);
            } else if is_value && let Some(column) = current.take() {
                record.set(column, value);
            }
            rest = after;
        }
        record
    });
    records.collect()
}

/// Returns the place of the next quotation mark that no backslash escapes.
fn find_quote(text: &str, is_xml: bool) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            b'\\' if !is_xml => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Reads a stream that was followed (`-z follow,tcp,raw`) and begins with
/// HTTP/1.1: a line of digits is a payload, that of the second end after a tab.
/// Other streams are read like any text, so that each byte keeps its place.
fn read_followed(text: &str) -> Option<Vec<Record<'_>>> {
    const HTTP_1: &str = "485454502f312e31";
    let followed = &text[text.find("Follow: tcp,raw")?..];
    let mut ends = [None; 2];
    let mut records = Vec::new();
    for line in followed.lines().skip(1) {
        let digits = line.trim();
        if let Some((node, end)) = line.split_once(": ")
            && let Some(number) = node.strip_prefix("Node ")
        {
            *ends.get_mut(number.parse::<usize>().ok()?)? = end.trim().rsplit_once(':');
        } else if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let [from, to] = match line.starts_with('\t') {
                true => [ends[1]?, ends[0]?],
                false => [ends[0]?, ends[1]?],
            };
            let mut record = Record::default();
            for (column, value) in [
                (Source, from.0),
                (SourcePort, from.1),
                (Destination, to.0),
                (DestinationPort, to.1),
                (Payload, digits),
            ] {
                record.set(column, value);
            }
            records.push(record);
        }
    }
    let is_upgrade = |record: &Record<'_>| {
        let digits = record
            .get(Payload)
            .and_then(|digits| digits.get(..HTTP_1.len()));
        digits.is_some_and(|digits| digits.eq_ignore_ascii_case(HTTP_1))
    };
    records.iter().any(is_upgrade).then_some(records)
}

/// Reads lines of columns. Without a first line of names, the payloads are in
/// the column that is hexadecimal, and the ends of a connection in two columns
/// that swap their values from line to line, or in one that has two values.
fn read_table(text: &str) -> Option<Vec<Record<'_>>> {
    const MOST_COLUMNS: usize = 16;
    /// Rows without a payload at the start.
    const MOST_EMPTY: usize = 100;
    let mut lines = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .peekable();
    let separator = *['\t', ',', ';', '|', ' ']
        .iter()
        .find(|&&separator| lines.peek().is_some_and(|line| line.contains(separator)))?;
    let split = |line| str::split(line, separator).map(|cell| cell.trim_matches('"').trim());
    let first = split(lines.peek()?).take(MOST_COLUMNS + 1);
    let mut columns: Vec<Option<Column>> = first.map(column).collect();
    let width = columns.len();
    let has_names = columns.contains(&Some(Payload));
    // Long texts of other lines are not kept.
    let is_row = lines.clone().take(MOST_EMPTY).any(|line| {
        let cells: Vec<&str> = split(line).take(MOST_COLUMNS).collect();
        cells.iter().any(|cell| cell.len() >= 2 * FRAME_HEADER)
            && cells.iter().any(|cell| is_port(cell) || is_address(cell))
    });
    if width > MOST_COLUMNS || !has_names && !is_row {
        return None;
    }
    let rows = lines.skip(has_names.into()).map(|line| {
        let row: Vec<&str> = split(line).take(width + 1).collect();
        (row.len() == width).then_some(row)
    });
    let rows: Vec<Vec<&str>> = rows.collect::<Option<_>>()?;
    if !has_names {
        columns = recognise(&rows, width)?;
    }
    let records = rows.iter().map(|row| {
        let mut record = Record::default();
        for (column, cell) in columns.iter().zip(row) {
            if let Some(column) = column.filter(|_| !cell.is_empty()) {
                record.set(column, cell);
            }
        }
        record
    });
    Some(records.collect())
}

/// Length of a frame header in bytes (RFC 9113 §4.1).
const FRAME_HEADER: usize = 9;

fn is_address(cell: &str) -> bool {
    cell.parse::<IpAddr>().is_ok()
}

fn is_port(cell: &str) -> bool {
    cell.parse::<u16>().is_ok()
}

fn recognise(rows: &[Vec<&str>], width: usize) -> Option<Vec<Option<Column>>> {
    let cells = |at: usize| rows.iter().map(move |row| row[at]);
    let mut columns = vec![None; width];
    let is_payload = |&at: &usize| {
        let mut bytes = Vec::new();
        let mut cells = cells(at);
        cells.all(|cell| hex::decode(cell.as_bytes(), &mut bytes).is_some())
            && content::is_frames(&bytes)
    };
    let payload = (0..width).find(is_payload)?;
    columns[payload] = Some(Payload);
    type Ends = (fn(&str) -> bool, [Column; 2]);
    let ends: [Ends; 2] = [
        (is_address, [Source, Destination]),
        (is_port, [SourcePort, DestinationPort]),
    ];
    for (is_end, names) in ends {
        let fits = |&at: &usize| at != payload && cells(at).all(is_end);
        let places: Vec<usize> = (0..width).filter(fits).collect();
        let is_turned = |one: usize, two: usize| {
            let pairs: BTreeSet<_> = cells(one).zip(cells(two)).collect();
            pairs
                .iter()
                .any(|&(a, b)| a != b && pairs.contains(&(b, a)))
        };
        let all = places
            .iter()
            .flat_map(|one| places.iter().map(move |two| (*one, *two)));
        if let Some((from, to)) = all
            .into_iter()
            .find(|&(one, two)| one < two && is_turned(one, two))
        {
            (columns[from], columns[to]) = (Some(names[0]), Some(names[1]));
        } else {
            // Numbers of streams and packets are small, or differ in each line.
            let is_side = |&&at: &&usize| {
                let values: BTreeSet<_> = cells(at).collect();
                let is_small = |cell: &&str| cell.parse::<u16>().is_ok_and(|port| port < 80);
                values.len() == 2 && rows.len() > 2 && !values.iter().any(is_small)
            };
            if let Some(&at) = places.iter().find(is_side) {
                columns[at] = Some(names[0]);
            }
        }
    }
    let has_side = columns
        .iter()
        .flatten()
        .any(|column| matches!(column, Source | SourcePort));
    has_side.then_some(columns)
}

/// Puts packets together. What is not given is unspecified: an address or port,
/// or the other one of two; sequence numbers follow from the payloads.
/// Returns a problem for each payload that cannot be read.
fn assemble(text: &str, records: &[Record<'_>]) -> (Vec<Packet>, Vec<Problem>) {
    let values = |column| records.iter().filter_map(move |record| record.get(column));
    let two = |column| {
        let first = values(column).next();
        [first, values(column).find(|value| Some(*value) != first)]
    };
    let (addresses, ports) = (two(Source), two(SourcePort));
    let other = |ends: [_; 2], own| if own == ends[0] { ends[1] } else { ends[0] };
    let mut next: BTreeMap<[Option<&str>; 4], u32> = BTreeMap::new();
    let (mut packets, mut problems) = (Vec::new(), Vec::new());
    let names = PlaceNames(Some(PositionIndex::new(text)));
    for record in records {
        let written = record.get(Payload).unwrap_or_default();
        let digits: Vec<u8> = written.bytes().filter(|&byte| byte != b':').collect();
        let mut payload = Vec::new();
        if hex::decode(&digits, &mut payload).is_none() {
            let at = written.as_ptr() as usize - text.as_ptr() as usize;
            let problem = Problem::missing(names.of(at as u32), NO_PAYLOAD);
            bounds::push(&mut problems, problem);
        }
        if payload.is_empty() {
            continue;
        }
        let (address, port) = (record.get(Source), record.get(SourcePort));
        let ends = [
            address,
            record
                .get(Destination)
                .or_else(|| other(addresses, address)),
            port,
            record.get(DestinationPort).or_else(|| other(ports, port)),
        ];
        let number = |column| {
            record
                .get(column)
                .and_then(|number| number.parse::<u32>().ok())
        };
        // Without numbers, each packet has read what was sent before it.
        let is_numbered = record.get(Sequence).is_some();
        let sent = |from| next.get(&from).copied().or((!is_numbered).then_some(1));
        let back = [ends[1], ends[0], ends[3], ends[2]];
        let acknowledged = number(Acknowledged).or_else(|| sent(back));
        let sequence = number(Sequence).or_else(|| sent(ends)).unwrap_or(1);
        next.insert(ends, sequence.wrapping_add(payload.len() as u32));
        let tcp = write_tcp(ends, sequence, acknowledged, &payload);
        bounds::push(
            &mut packets,
            Packet {
                link: RAW_IP,
                bytes: write_ip(ends, &tcp),
            },
        );
    }
    (packets, problems)
}

const NO_PAYLOAD: &str = "this payload is not whole bytes in hex, and was left out";

/// LINKTYPE value of packets that begin with an IP header.
const RAW_IP: u32 = 101;

fn write_tcp(
    ends: [Option<&str>; 4],
    sequence: u32,
    acknowledged: Option<u32>,
    payload: &[u8],
) -> Vec<u8> {
    let port = |port: Option<&str>| port.and_then(|port| port.parse::<u16>().ok()).unwrap_or(0);
    const ACK: u8 = 16;
    let flags = if acknowledged.is_some() { ACK } else { 0 };
    let mut bytes = Vec::with_capacity(20 + payload.len());
    bytes.extend(port(ends[2]).to_be_bytes());
    bytes.extend(port(ends[3]).to_be_bytes());
    bytes.extend(sequence.to_be_bytes());
    bytes.extend(acknowledged.unwrap_or(0).to_be_bytes());
    bytes.extend([5 << 4, flags, 255, 255, 0, 0, 0, 0]);
    bytes.extend(payload);
    bytes
}

fn write_ip(ends: [Option<&str>; 4], tcp: &[u8]) -> Vec<u8> {
    const TCP: u8 = 6;
    let address = |text: Option<&str>| text.and_then(|text| text.parse::<IpAddr>().ok());
    let (from, to) = (address(ends[0]), address(ends[1]));
    // The length is 0 in a packet that a network card has yet to split.
    let length = |length: usize| u16::try_from(length).unwrap_or(0).to_be_bytes();
    let mut bytes = Vec::with_capacity(40 + tcp.len());
    if let (Some(IpAddr::V6(_)), _) | (_, Some(IpAddr::V6(_))) = (from, to) {
        let address = |address| match address {
            Some(IpAddr::V6(address)) => address,
            _ => Ipv6Addr::UNSPECIFIED,
        };
        let [high, low] = length(tcp.len());
        bytes.extend([6 << 4, 0, 0, 0, high, low, TCP, 64]);
        bytes.extend(address(from).octets());
        bytes.extend(address(to).octets());
    } else {
        let address = |address| match address {
            Some(IpAddr::V4(address)) => address,
            _ => Ipv4Addr::UNSPECIFIED,
        };
        let [high, low] = length(20 + tcp.len());
        bytes.extend([4 << 4 | 5, 0, high, low, 0, 0, 0, 0, 64, TCP, 0, 0]);
        bytes.extend(address(from).octets());
        bytes.extend(address(to).octets());
    }
    bytes.extend(tcp);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUEST: &str = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a000000040000000000";
    const ANSWER: &str = "000000040000000000";

    /// Writes a text of the four packets of two connections.
    fn write(packet: impl Fn([&str; 4], u32, &str) -> String) -> String {
        let one = ["10.0.0.1", "10.0.0.9", "5001", "80"];
        let two = ["10.0.0.1", "10.0.0.9", "5002", "80"];
        let back = |[from, to, port, other]: [&'static str; 4]| [to, from, other, port];
        let packets = [
            packet(one, 1, REQUEST),
            packet(back(one), 1, ANSWER),
            packet(two, 1, REQUEST),
            packet(back(one), 10, ANSWER),
        ];
        packets.concat()
    }

    /// Sender, receiver, sequence number, acknowledged number, bytes of payload.
    fn packets(text: &str) -> Vec<(String, String, u32, u32, usize)> {
        let Some(Content::Packets(packets)) =
            read(text).and_then(|paste| Some(paste.ok()?.content))
        else {
            return Vec::new();
        };
        let read = |packet: &Packet| {
            let ip = etherparse::Ipv4HeaderSlice::from_slice(&packet.bytes).unwrap();
            let tcp = etherparse::TcpHeaderSlice::from_slice(&packet.bytes[20..]).unwrap();
            assert_eq!(usize::from(ip.total_len()), packet.bytes.len());
            (
                format!("{}:{}", ip.source_addr(), tcp.source_port()),
                format!("{}:{}", ip.destination_addr(), tcp.destination_port()),
                tcp.sequence_number(),
                tcp.acknowledgment_number(),
                packet.bytes.len() - 40,
            )
        };
        packets.iter().map(read).collect()
    }

    #[test]
    fn packets_are_put_together_from_every_form_of_dissection() {
        let expected = |addresses: [&str; 2], ports: [&str; 3]| {
            let end =
                |address: usize, port: usize| format!("{}:{}", addresses[address], ports[port]);
            vec![
                (end(0, 0), end(1, 2), 1, 1, 33),
                (end(1, 2), end(0, 0), 1, 34, 9),
                (end(0, 1), end(1, 2), 1, 1, 33),
                (end(1, 2), end(0, 0), 10, 34, 9),
            ]
        };
        let all = expected(["10.0.0.1", "10.0.0.9"], ["5001", "5002", "80"]);
        let only_ports = expected(["0.0.0.0", "0.0.0.0"], ["5001", "5002", "80"]);
        let json = write(|[from, to, port, other], _, payload| {
            format!(
                r#"{{ "_index": "packets", "layers": {{
                "ip": {{ "ip.src": "{from}", "ip.src_host": "{from}", "ip.dst": "{to}" }},
                "tcp": {{ "tcp.srcport": "{port}", "tcp.port": "{port}", "tcp.dstport": "{other}",
                "tcp.flags.str": "a \" tcp.srcport", "tcp.payload": "{}" }} }} }},"#,
                payload
                    .as_bytes()
                    .chunks(2)
                    .map(|two| str::from_utf8(two).unwrap())
                    .collect::<Vec<_>>()
                    .join(":")
            )
        });
        let listed = write(|[_, _, port, other], _, payload| {
            format!(
                r#"{{"layers":{{"tcp.payload":["{payload}"],"tcp.srcport":["{port}"],"tcp.dstport":["{other}"]}}}}"#
            )
        });
        let elastic = write(|[from, to, port, other], sequence, payload| {
            format!(
                "{{\"layers\":{{\"ip\":{{\"ip_ip_src\":\"{from}\",\"ip_ip_dst\":\"{to}\"}},\"tcp\":{{\"tcp_tcp_srcport\":\"{port}\",\"tcp_tcp_dstport\":\"{other}\",\"tcp_tcp_seq\":\"{sequence}\",\"tcp_tcp_payload\":\"{payload}\"}}}}}}\n"
            )
        });
        let pdml = write(|[from, to, port, other], _, payload| {
            format!(
                r#"<packet><proto name="ip"><field name="ip.src" showname="Source: {from}" show="{from}" value="0a"/>
                <field name="ip.dst" show="{to}" value="0a"/></proto><proto name="tcp">
                <field name="tcp.srcport" showname="a \" size="2" pos="34" show="{port}" value="1389"/>
                <field name="tcp.dstport" size="2" show="{other}" value="0050"/>
                <field name="tcp.payload" show="50:52" value="{payload}"/></proto></packet>"#
            )
        });
        let named = "tcp.srcport,tcp.dstport,tcp.payload\n".to_owned()
            + &write(|[_, _, port, other], _, payload| format!("{port},{other},{payload}\n"));
        let table = write(|[from, to, port, other], _, payload| {
            format!("7\t{from}\t{port}\t{to}\t{other}\t\"{payload}\"\n")
        });
        for (form, text, expected) in [
            ("JSON", json, &all),
            ("PDML", pdml, &all),
            ("a table", table, &all),
            ("chosen fields as JSON", listed, &only_ports),
            ("a table with names", named, &only_ports),
        ] {
            assert_eq!(&packets(&text), expected, "{form}");
        }
        let followed = format!(
            "====\nFollow: tcp,raw\nFilter: tcp.stream eq 0\nNode 0: 10.0.0.1:5001\nNode 1: 10.0.0.9:80\n\
            {}\n\t485454502f312e3120313031200d0a0d0a\n\t{ANSWER}\n====\n",
            "474554202f20485454502f312e310d0a0d0a"
        );
        let sizes: Vec<_> = packets(&followed)
            .into_iter()
            .map(|one| (one.2, one.3, one.4))
            .collect();
        assert_eq!(sizes, [(1, 1, 18), (1, 19, 17), (18, 19, 9)]);
        // An acknowledgement is not made up where packets are numbered.
        let mut numbered = all.clone();
        (numbered[0].3, numbered[2].3) = (0, 0);
        assert_eq!(packets(&elastic), numbered);
        let sources = format!("5001\t\n80\t\n5001\t{REQUEST}\n80\t{ANSWER}\n80\t{ANSWER}\n");
        let ends: Vec<_> = packets(&sources)
            .into_iter()
            .map(|one| (one.0, one.1))
            .collect();
        let (client, server) = ("0.0.0.0:5001".to_owned(), "0.0.0.0:80".to_owned());
        let from_server = (server.clone(), client.clone());
        assert_eq!(ends, [(client, server), from_server.clone(), from_server]);
    }

    #[test]
    fn what_nothing_decides_is_refused_or_named() {
        let three = format!("5001\t{REQUEST}\n80\t{ANSWER}\n5002\t{REQUEST}\n");
        let named = format!("tcp.srcport\ttcp.payload\n{three}");
        let refusal = read(&named).expect("a dissection").expect_err("three ends");
        assert_eq!(refusal.message, ONE_END);
        let damaged = format!("tcp.srcport\ttcp.payload\n5001\t{REQUEST}\n80\t{ANSWER}f\n");
        let paste = read(&damaged).expect("a dissection").expect("a packet");
        let problem = &paste.problems[0];
        assert_eq!(
            (&*problem.r#where, &*problem.message),
            ("line 3, column 4", NO_PAYLOAD)
        );
    }

    #[test]
    fn other_tables_are_not_dissections() {
        for text in [
            "",
            "82 86 84\n",
            &format!("1\t{REQUEST}\n2\t{ANSWER}\n3\t{ANSWER}\n"),
            &format!("1\t{REQUEST}\n2\t{ANSWER}\n1\t{ANSWER}\n"),
            &format!("client\t{REQUEST}\nserver\t{ANSWER}\nclient\t{ANSWER}\n"),
            &format!("5001\t{REQUEST}\n80\n"),
            "5001\t80\t828684\n80\t5001\t88\n",
        ] {
            assert_eq!(packets(text), [], "{text}");
        }
    }
}
