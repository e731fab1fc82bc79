//! Text with frames, both directions of a connection, or packets.

use crate::support::{Seen, hex};
use input::{
    Options, Reader, RefusalKind, Source,
    capture::Start,
    paste::{self, As, Content},
};
use proptest::prelude::*;

fn read(text: &[u8], content: Option<As>) -> Result<(Seen, Content), input::Refusal> {
    let mut seen = Seen::default();
    let mut reader = Reader::new(&Options {
        paste: paste::Options {
            content,
            ..paste::Options::default()
        },
        ..Options::default()
    });
    reader.push(text, &mut seen)?;
    match reader.finish(&mut seen)? {
        Source::Paste(paste, _) => Ok((seen, paste.content)),
        Source::Capture { .. } => panic!("read as a capture"),
    }
}

/// Formats the blocks of all connections: sender, stream and bytes.
fn blocks(seen: &Seen) -> Vec<String> {
    let all = seen.connections.iter().flat_map(|one| &one.blocks);
    all.map(|block| format!("{:?} {} {}", block.sender, block.stream, block.hex))
        .collect()
}

const PREFACE: &str = "505249202a20485454502f322e300d0a0d0a534d0d0a0d0a";
const SETTINGS: &str = "000000040000000000";
const REQUEST: &str = "000003010500000001828684";
const RESPONSE: &str = "00000101050000000188";

#[test]
fn reads_frames_in_every_notation() {
    let request = "Client 1 828684";
    let response = "Server 1 88";
    let spaced = |hex: &str| {
        let pairs = hex
            .as_bytes()
            .chunks(2)
            .map(|pair| str::from_utf8(pair).unwrap());
        pairs.collect::<Vec<_>>().join(" ")
    };
    let arrays = |hex: &str| format!("0x{}", spaced(hex).replace(' ', ", 0x"));
    let cases: Vec<(String, Vec<&str>, Start)> = vec![
        // One direction.
        (REQUEST.into(), vec![request], Start::Paste),
        (RESPONSE.into(), vec![response], Start::Paste),
        (format!("{REQUEST}\n{SETTINGS}"), vec![request], Start::Paste),
        (format!("{SETTINGS}\n\n{RESPONSE}"), vec![response], Start::Paste),
        (format!("{PREFACE}{SETTINGS}{REQUEST}"), vec![request], Start::PriorKnowledge),
        (format!("{PREFACE}\n{SETTINGS}\n{REQUEST}"), vec![request], Start::PriorKnowledge),
        (format!("> {}\n> {}", spaced(SETTINGS), spaced(REQUEST)), vec![request], Start::Paste),
        ("AAADAQUAAAABgoaE".into(), vec![request], Start::Paste),
        ("\\x00\\x00\\x01\\x01\\x05\\x00\\x00\\x00\\x01\\x88".into(), vec![response], Start::Paste),
        (format!("uint8_t a[] = {{{}}};", arrays(REQUEST)), vec![request], Start::Paste),
        // Even streams, and frames sent only by one side.
        ("000001010500000002be".into(), vec!["Server 2 be"], Start::Paste),
        ("000001010500000001be".into(), vec!["Unknown 1 be"], Start::Paste),
        // Padding and priority, and a block in several frames.
        (
            "0000080128000000010180000000ff8200000001090400000001 86".replace(' ', ""),
            vec!["Client 1 8286"],
            Start::Paste,
        ),
        // Cut off, and invalid after a valid beginning.
        (format!("{REQUEST}00001001"), vec![request], Start::Paste),
        (format!("{SETTINGS}{REQUEST}000001ee0000000001ff"), vec![request], Start::Paste),
        // Both directions.
        (
            format!("> {PREFACE}{SETTINGS}\n< {SETTINGS}\n> {REQUEST}\n< {RESPONSE}"),
            vec![request, response],
            Start::PriorKnowledge,
        ),
        (
            format!("< {RESPONSE}\n> {REQUEST}"),
            vec![response, request],
            Start::Paste,
        ),
        (
            format!("client:\n{REQUEST}\nserver:\n{RESPONSE}"),
            vec![request, response],
            Start::Paste,
        ),
        // Marked the wrong way round: the frames decide.
        (
            format!("< {PREFACE}{SETTINGS}{REQUEST}\n> {SETTINGS}{RESPONSE}"),
            vec![request, response],
            Start::PriorKnowledge,
        ),
        // Output of “Follow Stream” in Wireshark and tshark.
        (
            format!("char peer0_0[] = {{ /* Packet 4 */\n{}, \n{} }};\nchar peer1_0[] = {{ /* Packet 6 */\n{} }};\n", arrays(SETTINGS), arrays(REQUEST), arrays(RESPONSE)),
            vec![request, response],
            Start::Paste,
        ),
        (
            "# Packet 4\npeer0_0: !!binary |\n  AAADAQUAAAABgoaE\n# Packet 6\npeer1_0: !!binary |\n  AAABAQUAAAABiA==\n".into(),
            vec![request, response],
            Start::Paste,
        ),
        (
            format!("00000000  {:<48}  ........ ....\n    00000000  {:<48}  ........ ..\n", spaced(REQUEST), spaced(RESPONSE)),
            vec![request, response],
            Start::Paste,
        ),
        (
            format!("\n====\nFollow: tcp,raw\nFilter: tcp.stream eq 0\nNode 0: ::1:1\nNode 1: ::1:2\n{RESPONSE}\n\t{REQUEST}\n====\n"),
            vec![response, request],
            Start::Paste,
        ),
    ];
    for (text, expected, start) in cases {
        let (seen, content) =
            read(text.as_bytes(), None).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert!(matches!(content, Content::Frames(_)), "{text}: {content:?}");
        assert_eq!(blocks(&seen), expected, "{text}");
        assert_eq!(seen.connections[0].about.start, start, "{text}");
    }
}

#[test]
fn user_can_override_recognition() {
    let (_, content) = read(REQUEST.as_bytes(), Some(As::Blocks)).unwrap();
    assert_eq!(content, Content::Blocks);
    let (seen, _) = read(b"0000ff018500000001828684", Some(As::Frames)).unwrap();
    assert_eq!(seen.connections.len(), 1);
    let raw: Vec<u8> = [http2::PREFACE, b"\0\0\x03\x01\x05\0\0\0\x01\x82\x86\x84"].concat();
    let (seen, _) = read(&raw, None).unwrap();
    assert_eq!(blocks(&seen), ["Client 1 828684"]);
    // All of it could be text.
    let (seen, _) = read(http2::PREFACE, None).unwrap();
    assert_eq!(seen.connections[0].about.start, Start::PriorKnowledge);
}

#[test]
fn offers_alternative_content() {
    let cases = [
        (REQUEST, Some(As::Blocks)),
        ("828684", None),
        // It could be an incomplete frame.
        ("000003000000000001", Some(As::Frames)),
    ];
    for (text, other) in cases {
        let paste = paste::read(text.as_bytes(), &paste::Options::default()).unwrap();
        assert_eq!(paste.other_content, other, "{text}");
    }
}

#[test]
fn refuses_known_texts_by_kind() {
    use RefusalKind::{DecodedText, Lossy, Packet, Prose, ToolExport};
    // The texts, and what their refusals say.
    let cases = [
        ("16030100050100000100", Packet, "TLS"),
        ("1703030045 1f", Packet, "TLS"),
        ("485454502f312e31 20343030", Packet, "HTTP/1.1"),
        (
            "474554202f20485454502f312e310d0a686f73743a20610d0a",
            Packet,
            "HTTP/1.1",
        ),
        // :method GET, :scheme https, :authority example.com, a: b
        (
            "0000d1d7500b6578616d706c652e636f6d21610162",
            Packet,
            "QPACK",
        ),
        ("000301050000000182 8684", Packet, "draft"),
        ("485454502f3220343034200d0a", Packet, "printable"),
        ("0001020304050607", Packet, "count"),
        (
            "Follow: tcp,ascii\nFilter: x\nNode 0: a:1\nNode 1: b:2\n12\nPRI",
            Lossy,
            "",
        ),
        (
            "Follow: tcp,raw\nNode 0: a:1\nNode 1: b:2\n4845\n",
            Prose,
            "",
        ),
        (
            "00:21:19.243991 IP 127.0.0.1.1 > 127.0.0.1.2: Flags [S], length 0\n",
            DecodedText,
            "",
        ),
        (
            r#"[{"_source":{"layers":{"http2":{"http2.stream":{"filtered":"http2.stream"}}}}}]"#,
            ToolExport,
            "",
        ),
    ];
    for (text, kind, word) in cases {
        match read(text.as_bytes(), None) {
            Err(refusal) => {
                assert_eq!(refusal.kind, kind, "{text}: {refusal}");
                assert!(refusal.message.contains(word), "{text}: {refusal}");
            }
            Ok((_, content)) => panic!("{text}: {content:?}"),
        }
    }
}

/// An IPv4 packet of a client with the preface and a request.
fn packet() -> Vec<u8> {
    let payload = [
        http2::PREFACE,
        b"\0\0\0\x04\0\0\0\0\0\0\0\x03\x01\x05\0\0\0\x01\x82\x86\x84",
    ]
    .concat();
    let length = (40 + payload.len()) as u8;
    let ip = [
        0x45, 0, 0, length, 0, 1, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
    ];
    let tcp = [
        0x13, 0x88, 0, 80, 0, 0, 0, 1, 0, 0, 0, 1, 0x50, 0x18, 0x10, 0, 0, 0, 0, 0,
    ];
    [&ip[..], &tcp, &payload].concat()
}

/// Rows of a dump as printed by tcpdump.
fn rows(bytes: &[u8]) -> String {
    let row = |(n, row): (usize, &[u8])| {
        let pairs: Vec<String> = row.chunks(2).map(hex).collect();
        format!("\t0x{:04x}:  {}\n", n * 16, pairs.join(" "))
    };
    bytes.chunks(16).enumerate().map(row).collect()
}

#[test]
fn reads_packets_in_every_notation() {
    let ip = packet();
    let ethernet = [&[2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0][..], &ip].concat();
    let tagged = [
        &[2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x81, 0, 0, 5, 8, 0][..],
        &ip,
    ]
    .concat();
    let cooked = [&[0, 0, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0][..], &ip].concat();
    let loopback = [&[2, 0, 0, 0][..], &ip].concat();
    let head = "00:21:19.243991 IP 10.0.0.1.5000 > 10.0.0.2.80: Flags [P.], seq 1:46, length 45\n";
    let dump = |bytes: &[u8]| {
        let row = |(n, row): (usize, &[u8])| {
            let pairs: Vec<String> = row.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{:04x}  {}\n", n * 16, pairs.join(" "))
        };
        bytes.chunks(16).enumerate().map(row).collect::<String>()
    };
    let cases = [
        format!("{head}{}", rows(&ip)),
        format!("{head}{}", rows(&ethernet)),
        format!("{head}{}", rows(&cooked)),
        // After an empty packet, with a remark of -v.
        format!(
            "{head}    10.0.0.1.5000 > 10.0.0.2.80: Flags [.]\n{}{head}{}",
            rows(&[&ip[..3], &[40], &ip[4..40]].concat()),
            rows(&ip)
        ),
        hex(&ethernet),
        hex(&tagged),
        hex(&loopback),
        dump(&ethernet),
        format!(
            "Frame ({} bytes):\n{}\nDecompressed Header (16 bytes):\n{}",
            ethernet.len(),
            dump(&ethernet),
            dump(&[0; 16])
        ),
        format!(
            "Frame 4: {0} bytes on wire (1 bits), {0} bytes captured\nEthernet II, Src: 02:00:00:00:00:02\n    Type: IPv4 (0x0800)\n\n{1}\n",
            ethernet.len(),
            dump(&ethernet)
        ),
        format!(
            r#"[{{"_source":{{"layers":{{"frame_raw":["{}",0,1,0,1],"frame":{{"frame.number":"4","frame.time_epoch":"5.5"}}}}}}}}]"#,
            hex(&ethernet)
        ),
        format!(
            "{{\"index\":{{}}}}\n{{\"layers\":{{\"frame_raw\":\"{}\"}}}}",
            hex(&ethernet)
        ),
    ];
    for text in cases {
        let (seen, content) =
            read(text.as_bytes(), None).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert!(
            matches!(content, Content::Packets(_)),
            "{text}: {content:?}"
        );
        assert_eq!(blocks(&seen), ["Client 1 828684"], "{text}: {seen:?}");
        assert_eq!(
            seen.connections[0].about.name(),
            "10.0.0.1:5000 → 10.0.0.2:80"
        );
    }
}

proptest! {
    #[test]
    fn cut_frames_give_the_blocks_before_the_cut(cut in 0..60usize, raw in any::<bool>()) {
        let whole = format!("{PREFACE}{SETTINGS}{REQUEST}{REQUEST}").replace("000000010500", "000003010500");
        let bytes: Vec<u8> = whole.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect();
        let cut = 33 + cut.min(bytes.len() - 33);
        let text = if raw { bytes[..cut].to_vec() } else { hex(&bytes[..cut]).into_bytes() };
        let (seen, _) = read(&text, None).unwrap();
        let expected = usize::from(cut >= 45) + usize::from(cut >= 57);
        prop_assert_eq!(seen.connections[0].blocks.len(), expected);
        let inside = (cut - 33) % 12 != 0;
        prop_assert_eq!(seen.connections[0].errors.iter().filter(|error| error.code == http2::ErrorCode::TruncatedFrame).count(), usize::from(inside));
    }
}
