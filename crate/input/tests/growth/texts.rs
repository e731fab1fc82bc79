//! Texts of any length: one in each notation, and those whose reading could
//! take more than its share of time or memory.

use std::fmt::Write;

use base64::prelude::{BASE64_STANDARD, Engine};

macro_rules! add {
    ($out:expr, $($shown:tt)*) => {{
        // Writing to a string does not fail.
        let _ = write!($out, $($shown)*);
    }};
}

/// A text that can be made in any length.
pub(crate) struct Text {
    pub(crate) name: &'static str,
    /// Makes one of about this many bytes.
    pub(crate) make: fn(usize) -> Vec<u8>,
}

/// Each notation as people paste it.
pub(crate) const NOTATIONS: &[Text] = &[
    text("hex pairs, one line", |size| {
        each(size, "", "", |n, out| add!(out, "{:02x} ", octet(n)))
    }),
    text("hex digits, one line", |size| {
        each(size, "", "", |n, out| add!(out, "{:02x}", octet(n)))
    }),
    text("hex, a block a line", |size| {
        each(size, "", "", |_, out| add!(out, "{}\n", hex(BLOCK)))
    }),
    text("hex, wrapped at 32 digits", |size| {
        rows(size, "", |_, row| format!("{}\n", hex(row)))
    }),
    text("hex, blocks parted by blank lines", |size| {
        each(size, "", "", |_, out| add!(out, "{}\n\n", hex(BLOCK)))
    }),
    text("hex with > and <", |size| {
        each(size, "", "", |n, out| {
            add!(
                out,
                "{} {}\n",
                if n % 2 == 0 { '>' } else { '<' },
                hex(BLOCK)
            )
        })
    }),
    text("hex with labels", |size| {
        each(size, "", "", |n, out| {
            add!(out, "block {n}: {}\n", hex(BLOCK))
        })
    }),
    text("hex with settings", |size| {
        each(size, "", "", |_, out| {
            add!(out, "# SETTINGS_HEADER_TABLE_SIZE 4096\n{}\n", hex(BLOCK))
        })
    }),
    text("hex with comments", |size| {
        each(size, "", "", |n, out| {
            add!(out, "{} // request {n}\n", hex(BLOCK))
        })
    }),
    text("hex in quoted mail", |size| {
        rows(size, "", |_, row| format!("> {},\n", pairs(row)))
    }),
    text("hex with line numbers", |size| {
        each(size, "", "", |n, out| {
            add!(out, "{}: {}\n", n % 900_000 + 1, hex(BLOCK))
        })
    }),
    text("hex, UTF-16", |size| {
        let text = each(size / 2, "\u{feff}", "", |_, out| {
            add!(out, "{}\n", hex(BLOCK))
        });
        let units = str::from_utf8(&text).unwrap_or("").encode_utf16();
        units.flat_map(u16::to_le_bytes).collect()
    }),
    text("hex, no-break spaces", |size| {
        each(size, "", "", |n, out| add!(out, "{:02x}\u{a0}", octet(n)))
    }),
    text("frames in hex", |size| {
        each(size, &format!("{}\n", hex(START)), "", |n, out| {
            add!(out, "{}\n", frame(n))
        })
    }),
    text("0x list", |size| {
        each(size, "uint8_t block[] = {", "};\n", |n, out| {
            add!(
                out,
                "0x{:02x},{}",
                octet(n),
                if n % 16 == 15 { "\n" } else { " " }
            );
        })
    }),
    text("decimal list", |size| {
        each(size, "[130", "]\n", |n, out| {
            add!(out, ", {}", octet(n + 1))
        })
    }),
    text("signed decimal list", |size| {
        each(size, "byte[] b = {-126", "};\n", |n, out| {
            add!(out, ", {}", octet(n + 1).cast_signed())
        })
    }),
    text("decimal lines", |size| {
        each(size, "", "", |n, out| {
            add!(out, "{}{}", octet(n), if n % 16 == 15 { "\n" } else { " " })
        })
    }),
    text("binary digits", |size| {
        each(size, "", "", |n, out| add!(out, "{:08b} ", octet(n)))
    }),
    text("octal numbers", |size| {
        each(size, "", "", |n, out| add!(out, "{:03o} ", octet(n)))
    }),
    text("Node's Buffer", |size| {
        each(size, "<Buffer 82", ">\n", |n, out| {
            add!(out, " {:02x}", octet(n + 1))
        })
    }),
    text("Erlang binary", |size| {
        each(size, "<<130", ">>\n", |n, out| {
            add!(out, ",{}", octet(n + 1))
        })
    }),
    text("gdb list with repeats", |size| {
        each(size, "$1 = {0x82", "}\n", |n, out| {
            if n % 8 == 7 {
                add!(out, " <repeats 12 times>")
            } else {
                add!(out, ", 0x{:02x}", octet(n + 1))
            }
        })
    }),
    text("xxd", |size| {
        rows(size, "", |at, row| {
            let groups: Vec<String> = row.chunks(2).map(hex).collect();
            format!("{at:08x}: {:<39}  {}\n", groups.join(" "), dots(row))
        })
    }),
    text("xxd -b", |size| {
        each(size, "", "", |n, out| {
            let row: Vec<u8> = (n * 6..n * 6 + 6).map(octet).collect();
            let bits: Vec<String> = row.iter().map(|octet| format!("{octet:08b}")).collect();
            add!(out, "{:08x}: {}  {}\n", n * 6, bits.join(" "), dots(&row));
        })
    }),
    text("hexdump -C", |size| {
        rows(size, "", |at, row| {
            format!(
                "{at:08x}  {}  {}  |{}|\n",
                pairs(&row[..8]),
                pairs(&row[8..]),
                dots(row)
            )
        })
    }),
    text("hexdump", |size| {
        rows(size, "", |at, row| {
            let words: Vec<String> = row
                .chunks(2)
                .map(|two| format!("{:02x}{:02x}", two[1], two[0]))
                .collect();
            format!("{at:07x} {}\n", words.join(" "))
        })
    }),
    text("od -tx1", |size| {
        rows(size, "", |at, row| format!("{at:07o} {}\n", pairs(row)))
    }),
    text("od -An -tx1z", |size| {
        rows(size, "", |_, row| {
            format!(" {}  >{}<\n", pairs(row), dots(row))
        })
    }),
    text("Wireshark's dump", |size| {
        rows(size, "", |at, row| {
            format!(
                "{at:04x}   {}  {}   {}\n",
                pairs(&row[..8]),
                pairs(&row[8..]),
                dots(row)
            )
        })
    }),
    text("gdb x/16xb", |size| {
        rows(size, "", |at, row| {
            let all: Vec<String> = row.iter().map(|octet| format!("0x{octet:02x}")).collect();
            format!("0x{:x} <b+{at}>:\t{}\n", 0x5555_0000 + at, all.join("\t"))
        })
    }),
    text("dump with blank lines", |size| {
        rows(size, "", |at, row| {
            format!(
                "{}{:08x}  {}\n",
                if at % 64 == 0 { "\n" } else { "" },
                at % 64,
                pairs(row)
            )
        })
    }),
    text("RFC 7541", |size| {
        rows(size, "", |at, row| {
            let groups: Vec<String> = row.chunks(2).map(hex).collect();
            let label = if at % 64 == 0 {
                "\nHex dump of encoded data:\n"
            } else {
                ""
            };
            format!("{label}{:<40}| {}\n", groups.join(" "), dots(row))
        })
    }),
    text("tcpdump -X", |size| {
        each(size, "", "", |n, out| {
            add!(
                out,
                "00:{:02}:{:02}.243991 IP 127.0.0.1.52896 > 127.0.0.1.18104: Flags [P.], length 17\n",
                n / 60 % 60,
                n % 60
            );
            for (row, octets) in packet(n).chunks(16).enumerate() {
                let groups: Vec<String> = octets.chunks(2).map(hex).collect();
                add!(
                    out,
                    "\t0x{:04x}:  {:<39}  {}\n",
                    row * 16,
                    groups.join(" "),
                    dots(octets)
                );
            }
        })
    }),
    text("tshark -x", |size| {
        each(size, "", "", |n, out| {
            add!(
                out,
                "Frame {}: 57 bytes on wire (456 bits), 57 bytes captured\n\n",
                n + 1
            );
            for (row, octets) in packet(n).chunks(16).enumerate() {
                add!(
                    out,
                    "{:04x}  {:<48}  {}\n",
                    row * 16,
                    pairs(octets),
                    dots(octets)
                );
            }
            out.push('\n');
        })
    }),
    text("C string, one line", |size| {
        each(size, "\"", "\"\n", |n, out| {
            add!(out, "\\x{:02x}", octet(n))
        })
    }),
    text("C strings, many lines", |size| {
        rows(size, "const char b[] =\n", |_, row| {
            format!("  \"{}\"\n", escapes(row))
        })
    }),
    text("Python bytes", |size| {
        each(size, "b'", "'\n", |n, out| add!(out, "\\x{:02x}", octet(n)))
    }),
    text("Python bytes, a block a line", |size| {
        each(size, "", "", |_, out| add!(out, "b'{}'\n", escapes(BLOCK)))
    }),
    text("octal escapes", |size| {
        each(size, "\"", "\"\n", |_, out| {
            for octet in BLOCK {
                add!(out, "\\{octet:03o}");
            }
        })
    }),
    text("escapes without quotes", |size| {
        each(size, "", "", |n, out| add!(out, "\\x{:02x}", octet(n)))
    }),
    text("escapes in a shell", |size| {
        rows(size, "printf ", |_, row| format!("'{}' \\\n", escapes(row)))
    }),
    text("bytea", |size| {
        each(size, "\\x", "\n", |n, out| add!(out, "{:02x}", octet(n)))
    }),
    text("Base64, one line", |size| {
        BASE64_STANDARD.encode(octets(size * 3 / 4)).into_bytes()
    }),
    text("Base64, wrapped", |size| {
        let all = BASE64_STANDARD.encode(octets(size * 3 / 4 / 57 * 57));
        let lines = all.as_bytes().chunks(76);
        lines
            .flat_map(|line| [line, b"\n"])
            .flatten()
            .copied()
            .collect()
    }),
    text("Base64, a block a line", |size| {
        each(size, "", "", |_, out| {
            add!(out, "{}\n", BASE64_STANDARD.encode(BLOCK))
        })
    }),
    text("percent-encoding", |size| {
        each(size, "", "", |n, out| add!(out, "%{:02X}", octet(n)))
    }),
    text("JSON story", |size| {
        each(size, "{\"cases\": [{\"wire\": \"82\"}", "]}\n", |n, out| {
            add!(
                out,
                ",\n{{\"seqno\": {n}, \"wire\": \"{}\", \"headers\": [{{\":method\": \"GET\"}}]}}",
                hex(BLOCK)
            );
        })
    }),
    text("JSON list of strings", |size| {
        each(size, "[\"82\"", "]\n", |_, out| {
            add!(out, ",\n\"{}\"", hex(BLOCK))
        })
    }),
    text("JSON typed array", |size| {
        each(size, "{\"0\":130", "}\n", |n, out| {
            add!(out, ",\"{}\":{}", n + 1, octet(n + 1))
        })
    }),
    text("JSON lines", |size| {
        each(size, "", "", |n, out| {
            add!(out, "{{\"stream\": {n}, \"hex\": \"{}\"}}\n", hex(BLOCK))
        })
    }),
    text("JSON of tshark, packets", |size| {
        each(size, "[", "]\n", |n, out| {
            let comma = if n > 0 { "," } else { "" };
            add!(
                out,
                "{comma}\n{{\"_source\": {{\"layers\": {{\"frame_raw\": [\"{}\", 0, 57, 0, 1], \"frame\": {{\"frame.number\": \"{}\", \"frame.time_epoch\": \"1.5\", \"frame.len\": \"57\"}}}}}}}}",
                hex(&packet(n)),
                n + 1
            );
        })
    }),
    text("JSON of tshark, header blocks", |size| {
        each(size, "[", "]\n", |n, out| {
            let comma = if n > 0 { "," } else { "" };
            add!(
                out,
                "{comma}\n{{\"_source\": {{\"layers\": {{\"tcp\": {{\"tcp.srcport\": \"5\", \"tcp.dstport\": \"443\", \"tcp.stream\": \"0\"}}, \"http2\": {{\"http2.streamid\": \"{n}\", \"http2.flags\": \"0x05\", \"http2.headers\": \"{}\"}}}}}}}}",
                hex(BLOCK)
            );
        })
    }),
    text("Follow stream, raw", |size| {
        let head = format!(
            "====\nFollow: tcp,raw\nFilter: tcp.stream eq 0\nNode 0: 127.0.0.1:5\nNode 1: 127.0.0.1:443\n{}\n\t{SETTINGS}\n",
            hex(START)
        );
        each(size, &head, "", |n, out| {
            add!(out, "{}\n\t000000040100000000\n", frame(n))
        })
    }),
    text("Follow stream, hex", |size| {
        let mut offset = START.len();
        let head = format!(
            "====\nFollow: tcp,hex\nFilter: tcp.stream eq 0\nNode 0: 127.0.0.1:5\nNode 1: 127.0.0.1:443\n{}",
            follow_rows(0, START)
        );
        each(size, &head, "", |n, out| {
            let octets = frame_octets(n);
            out.push_str(&follow_rows(offset, &octets));
            offset += octets.len();
        })
    }),
    text("Follow stream, C arrays", |size| {
        let array = |n: usize, octets: &[u8]| {
            let all: Vec<String> = octets
                .iter()
                .map(|octet| format!("0x{octet:02x}"))
                .collect();
            format!(
                "char peer0_{n}[] = {{ /* Packet {n} */\n{} }};\n",
                all.join(", ")
            )
        };
        each(size, &array(0, START), "", |n, out| {
            out.push_str(&array(n + 1, &frame_octets(n)))
        })
    }),
    text("Follow stream, YAML", |size| {
        let item = |n: usize, octets: &[u8]| {
            format!(
                "  - packet: {n}\n    peer: 0\n    timestamp: 1.5\n    data: !!binary |\n      {}\n",
                BASE64_STANDARD.encode(octets)
            )
        };
        let head = format!(
            "peers:\n  - peer: 0\n    host: 127.0.0.1\n    port: 5\n  - peer: 1\n    host: 127.0.0.1\n    port: 443\npackets:\n{}",
            item(1, START)
        );
        each(size, &head, "", |n, out| {
            out.push_str(&item(n + 2, &frame_octets(n)))
        })
    }),
    text("log lines", |size| {
        each(size, "", "", |n, out| {
            add!(
                out,
                "2026-11-21 10:{:02}:{:02}.123 DEBUG block: {}\n",
                n / 60 % 60,
                n % 60,
                hex(BLOCK)
            )
        })
    }),
    text("lines of two runs with a comma", |size| {
        each(size, "", "", |_, out| {
            add!(out, "{},{}\n", hex(BLOCK), hex(BLOCK))
        })
    }),
    text("Markdown, a fence a block", |size| {
        each(size, "", "", |n, out| {
            add!(out, "Request {n}\n\n```\n{}\n```\n\n", hex(BLOCK))
        })
    }),
    text("raw bytes", octets),
];

/// Texts that cost more than their length in one way of reading or another.
pub(crate) const HOSTILE: &[Text] = &[
    text("82 a line", |size| {
        each(size, "", "", |_, out| out.push_str("82\n"))
    }),
    text("82 a line, blank lines between", |size| {
        each(size, "", "", |_, out| out.push_str("82\n\n"))
    }),
    text("0x82 a line", |size| {
        each(size, "", "", |_, out| out.push_str("0x82\n"))
    }),
    text("\\x82 a line", |size| {
        each(size, "", "", |_, out| out.push_str("\\x82\n"))
    }),
    text("line ends only, then 82", |size| {
        each(size, "", "82\n", |_, out| out.push('\n'))
    }),
    text("spaces only, then 82", |size| {
        each(size, "", "82\n", |_, out| out.push(' '))
    }),
    text("a line left out per block", |size| {
        each(size, "", "", |_, out| out.push_str("some words\n0x82\n"))
    }),
    text("words with hex among them left out", |size| {
        each(size, "0x82\nwords", "\n", |_, out| {
            out.push_str(" so-deadbeef1234x-on")
        })
    }),
    text("initial table sizes after a block", |size| {
        each(size, "82\n", "", |_, out| {
            out.push_str("# initial table size 64\n")
        })
    }),
    text("initial table sizes among comments", |size| {
        each(size, "", "82\n", |_, out| {
            out.push_str("# so\n# initial table size 64\n")
        })
    }),
    text("settings only, then 82", |size| {
        each(size, "", "82\n", |_, out| {
            out.push_str("# SETTINGS_HEADER_TABLE_SIZE 64\n")
        })
    }),
    text("a setting a line", |size| {
        each(size, "", "", |_, out| {
            out.push_str("82\n# SETTINGS_HEADER_TABLE_SIZE 64\n")
        })
    }),
    text("wrapped runs, a note each", |size| {
        each(size, "", "", |_, out| out.push_str("8286\n8286\n\n"))
    }),
    text("wrapped runs that fill the table", |size| {
        each(size, "", "", |n, out| {
            let n = n & 0xff_ffff;
            add!(out, "4003782d6103{n:06x}\n4003782d6103{n:06x}\n\n");
        })
    }),
    text("wrapped runs that fill a table without limit", |size| {
        each(size, "# initial table size 4294967295\n", "", |n, out| {
            let n = n & 0xff_ffff;
            add!(out, "4003782d6103{n:06x}\n4003782d6103{n:06x}\n\n");
        })
    }),
    text("escapes, runs of lines, a note each", |size| {
        each(size, "", "", |_, out| out.push_str("\\x82\n\\x86\n\n"))
    }),
    text("a row, then lines without offsets", |size| {
        each(size, "00000000: 8286 84\n", "", |_, out| {
            out.push_str("some words\n")
        })
    }),
    text("rows and lines without offsets", |size| {
        each(size, "", "", |_, out| {
            out.push_str("00000000: 8286 84\nwords\nmore\n")
        })
    }),
    text("labels, then ends of dumps", |size| {
        let half = each(size / 2, "", "", |_, out| out.push_str("some words\n"));
        let head = String::from_utf8(half).unwrap_or_default();
        each(size, &head, "", |_, out| {
            out.push_str("00000000 82\n00000001\n")
        })
    }),
    text("offsets without rows", |size| {
        each(size, "00000000 82\n", "", |_, out| {
            out.push_str("00000001\n")
        })
    }),
    text("rows that do not start at 0", |size| {
        each(size, "", "", |_, out| out.push_str("00000010: 8286 84\n\n"))
    }),
    text("rows across blank lines", |size| {
        rows(size, "", |at, row| {
            format!(
                "{at:08x}  {}  {}  |{}|\n\n",
                pairs(&row[..8]),
                pairs(&row[8..]),
                dots(row)
            )
        })
    }),
    text("* rows", |size| {
        let row = |at| {
            format!(
                "{at:08x}  {}  {}  |{}|\n",
                pairs(ZEROS),
                pairs(ZEROS),
                dots(&[0; 16])
            )
        };
        each(size, &row(0), "", |n, out| {
            add!(out, "*\n{}", row((n + 1) * 64))
        })
    }),
    text("a * row and a huge offset", |size| {
        each(
            size,
            "",
            "00000000  82 86 84 41\n*\n00ffff00\n",
            |_, out| out.push_str("# so\n"),
        )
    }),
    text("* only", |size| {
        each(size, "00000000 82 86\n", "", |_, out| out.push_str("*\n"))
    }),
    text("one row of 20", |size| {
        each(size, "00000000: ", "\n", |_, out| out.push_str("20 "))
    }),
    text("rows of 20, 4096 each", |size| {
        let row = "20 ".repeat(4096);
        each(size, "", "", |n, out| {
            add!(out, "{:08x}: {row}\n", n * 4096)
        })
    }),
    text("rows of 20 with a bar", |size| {
        let row = "20 ".repeat(4096);
        each(size, "", "", |_, out| add!(out, "{row}| .\n"))
    }),
    text("Decoding process", |size| {
        each(size, "", "", |_, out| {
            out.push_str("8286 | ..\n\nDecoding process:\n\n8286 | ..\n\n")
        })
    }),
    text("Decoding process, other octets", |size| {
        each(size, "8286 | ..\n", "", |_, out| {
            out.push_str("Decoding process:\n84 | .\n\n")
        })
    }),
    text("a + in a shell", |size| {
        each(size, "printf \"\\x82\"", "\n", |_, out| {
            out.push_str(" + \"a\"")
        })
    }),
    text("line ends, then brackets in a shell", |size| {
        let head = format!("{}printf \"\\x82\"", "\n".repeat(size / 2));
        each(size, &head, "\n", |_, out| out.push('['))
    }),
    text("line ends, then pipes in a shell", |size| {
        let head = "\n".repeat(size / 2);
        each(size, &head, "\n", |_, out| {
            out.push_str("printf \"\\x82\" | cat\n")
        })
    }),
    text("many strings", |size| {
        each(size, "\"\\x82\"", "\n", |_, out| out.push_str(",\"\""))
    }),
    text("many strings that are added", |size| {
        each(size, "\"\\x82\"", "\n", |_, out| out.push_str("+\"a\""))
    }),
    text("unclosed quotes", |size| {
        each(size, "", "", |_, out| out.push_str("\"\\x82\n"))
    }),
    text("unclosed braces in escapes", |size| {
        each(size, "\"", "\"\n", |_, out| out.push_str("\\x{82"))
    }),
    text("unclosed comments", |size| {
        each(size, "0x82 ", "\n", |_, out| out.push_str("/* "))
    }),
    text("lists in a row", |size| {
        each(size, "b = ", "\n", |_, out| out.push_str("[0x82, 0x86], "))
    }),
    text("lists of one number", |size| {
        each(size, "b = ", "\n", |_, out| out.push_str("(3)"))
    }),
    text("brackets 60 deep", |size| {
        let (open, close) = ("[".repeat(60), "]".repeat(60));
        let head = format!("b = {open}");
        each(size, &head, &close, |_, out| out.push_str("0x82, "))
    }),
    text("brackets 60 deep, again and again", |size| {
        let unit = format!("{}0x82{}, ", "[".repeat(60), "]".repeat(60));
        each(size, "b = ", "\n", |_, out| out.push_str(&unit))
    }),
    text("brackets, all open", |size| {
        each(size, "", "", |_, out| out.push('['))
    }),
    text("brackets of JSON", |size| {
        let unit = format!("{}\"82\"{},\n", "[".repeat(60), "]".repeat(60));
        each(size, "[", "\"82\"]\n", |_, out| out.push_str(&unit))
    }),
    text("braces of JSON, all open", |size| {
        each(size, "", "", |_, out| out.push_str("{\"a\":"))
    }),
    text("JSON, many members", |size| {
        each(size, "{\"hex\": \"82\"", "}\n", |n, out| {
            add!(out, ",\"x{n}\":1")
        })
    }),
    text("JSON, objects without members", |size| {
        each(size, "[{\"hex\":\"82\"}", "]\n", |_, out| {
            out.push_str(",{}")
        })
    }),
    text("JSON, lists of strings", |size| {
        each(size, "[[\"82\"]", "]\n", |_, out| out.push_str(",[\"82\"]"))
    }),
    text("JSON, list of 1", |size| {
        each(size, "{\"hex\": [1", "]}\n", |_, out| out.push_str(",1"))
    }),
    text("JSON, octets in members of any name", |size| {
        each(size, "[{\"x\":\"82\"}", "]\n", |_, out| {
            out.push_str(",{\"x\":\"82\"}")
        })
    }),
    text("JSON of tshark, other ports each", |size| {
        each(size, "[", "]\n", |n, out| {
            let comma = if n > 0 { "," } else { "" };
            add!(
                out,
                "{comma}{{\"layers\":{{\"tcp.srcport\":\"{n}\",\"tcp.dstport\":\"{n}\",\"http2.headers\":\"82\"}}}}"
            );
        })
    }),
    text("JSON of tshark, packets without blocks", |size| {
        each(
            size,
            "[{\"layers\":{\"http2.headers\":\"82\"}}",
            "]\n",
            |_, out| out.push_str(",{\"layers\":{}}"),
        )
    }),
    text("JSON of tshark, packets 50 deep", |size| {
        let unit = format!(
            ",{{\"layers\":{}1{}}}",
            "{\"a\":".repeat(50),
            "}".repeat(50)
        );
        each(
            size,
            "[{\"layers\":{\"http2.headers\":\"82\"}}",
            "]\n",
            |_, out| out.push_str(&unit),
        )
    }),
    text("repeats", |size| {
        each(size, "$1 = {0x82", "}\n", |_, out| {
            out.push_str(" <repeats 200 times>")
        })
    }),
    text("repeats of 16777215", |size| {
        each(
            size,
            "$1 = {0x82 <repeats 16777215 times>",
            "}\n",
            |_, out| out.push_str(", 0x86"),
        )
    }),
    text("comments with numbers in no order", |size| {
        each(size, "{", "}", |n, out| {
            add!(out, "0x82, // {}\n", n * n % 99_991)
        })
    }),
    text("counts in one comment", |size| {
        each(size, "82 // ", "", |_, out| out.push_str("17 bytes "))
    }),
    text("lists in two kinds of brackets", |size| {
        each(size, "", "", |_, out| out.push_str("[130, 134], {2a}, "))
    }),
    text("angles behind bytes, one that opens", |size| {
        each(size, "", "<\n", |_, out| out.push_str("82>\n"))
    }),
    text("blanks between numbers", |size| {
        let blanks = " ".repeat(size.isqrt());
        each(size, "1", "\n", |_, out| add!(out, "{blanks}82"))
    }),
    text("pairs, a key each", |size| {
        each(size, "", "", |n, out| {
            add!(out, "a{n}=828684 b{n}=828684\n")
        })
    }),
    text("a table of many columns", |size| {
        let row = "828684,".repeat(size / 14);
        each(size, "", "", |_, out| add!(out, "{row}828684\n"))
    }),
    text("a long label before many pairs", |size| {
        let head = format!("label={} hex=8286\n", "x".repeat(size / 2));
        each(size, &head, "", |_, out| out.push_str("hex=8286 b=1\n"))
    }),
    text("lengths that contradict", |size| {
        each(size, "", "", |_, out| out.push_str("len=9 hex=8286\n"))
    }),
    text("quoted cells", |size| {
        each(size, "", "", |_, out| out.push_str("\"82\",\"so\"\n"))
    }),
    text("fences", |size| {
        each(size, "82\n", "", |_, out| out.push_str("```\n"))
    }),
    text("labels", |size| {
        each(size, "", "", |_, out| out.push_str("a:82\n"))
    }),
    text("labels without octets", |size| {
        each(size, "", "0x82\n", |_, out| out.push_str("ghi:\n"))
    }),
    text("commas", |size| {
        each(size, "82", "\n", |_, out| out.push(','))
    }),
    text("commas after pairs", |size| {
        each(size, "", "\n", |_, out| out.push_str("82,"))
    }),
    text("commas after runs", |size| {
        each(size, "", "\n", |_, out| out.push_str("8286,"))
    }),
    text("semicolons", |size| {
        each(size, "82", "\n", |_, out| out.push_str(";82"))
    }),
    text("bars", |size| {
        each(size, "82", "\n", |_, out| out.push_str("|82"))
    }),
    text("angle brackets", |size| {
        each(size, "0x82 ", "\n", |_, out| out.push_str("<82 "))
    }),
    text("tags without ends", |size| {
        each(size, "", "82\n", |_, out| out.push_str("<code>82\n"))
    }),
    text("comments alone", |size| {
        each(size, "", "# 82 86\n", |_, out| out.push_str("#\n"))
    }),
    text("headings of sides", |size| {
        each(size, "", "82\n", |_, out| out.push_str("# client\n"))
    }),
    text("a word for a side before each octet", |size| {
        each(size, "", "", |_, out| out.push_str("send 82\n"))
    }),
    text("words on one line", |size| {
        each(size, "I see 82 86 ", "\n", |_, out| out.push_str("so "))
    }),
    text("blocks among words", |size| {
        each(size, "", "", |n, out| {
            add!(
                out,
                "so {n:x}z 828684410f7777772e6578616d706c652e636f6d, it says. "
            )
        })
    }),
    text("blocks among words, a line each", |size| {
        each(size, "", "", |_, out| {
            out.push_str("It says 82 86 84 41 03 61 62 63 58 01 61, so.\n")
        })
    }),
    text("rows among words", |size| {
        each(size, "", "", |_, out| {
            out.push_str("It says:\n\n82 86  a\n84 41  b\n03 61 62 63 58 01 61  c\n\nso. ")
        })
    }),
    text("rows of one block among words", |size| {
        each(size, "so:\n82 86 84\n", "\nzzz", |_, out| {
            out.push_str("00 01 61 01 62  a\n")
        })
    }),
    text("escapes among words", |size| {
        each(size, "", "", |_, out| {
            out.push_str("it says \\x82\\x86\\x84A\\x03abcX\\x01a so, ")
        })
    }),
    text("escapes among words and quotes", |size| {
        each(size, "\"so\" and ", "", |_, out| {
            out.push_str("' \\x82 \" ")
        })
    }),
    text("lists among words", |size| {
        each(size, "", "", |_, out| {
            out.push_str("it says [130, 134, 132, 65, 3, 97, 98, 99] so; ")
        })
    }),
    text("brackets among words", |size| {
        each(size, "so ", "", |_, out| out.push_str("see [130, 134, "))
    }),
    text("words and blanks", |size| {
        let blanks = " ".repeat(size.isqrt());
        each(size, "so", "", |_, out| add!(out, "{blanks}0x828684 zzz"))
    }),
    text("a part of JSON", |size| {
        each(size, "", "", |n, out| {
            add!(out, "\"x{n}\": {{\"hex\": \"828684\", ")
        })
    }),
    text("rows behind what a log writes", |size| {
        each(size, "", "", |_, out| {
            out.push_str("I (312) h2: 00 03 61 62 63 03 64 65\n")
        })
    }),
    text("names of sides on one line", |size| {
        each(size, "", "82\n", |_, out| out.push_str("client "))
    }),
    text("lists of one octet with names", |size| {
        each(size, "", "", |_, out| out.push_str("x=[0x82];"))
    }),
    text("columns of blanks", |size| {
        each(size, "1  0.001  ", "\n", |_, out| out.push_str("82  "))
    }),
    text("dashes and words", |size| {
        each(size, "0x82 ", "\n", |_, out| out.push_str("-- so"))
    }),
    text("quotes without octets", |size| {
        each(size, "0x82 ", "\n", |_, out| out.push_str("'' "))
    }),
    text("marks", |size| {
        each(size, "", "82\n", |_, out| out.push_str(">\n"))
    }),
    text("dates", |size| {
        each(size, "", "82\n", |_, out| {
            out.push_str("2026-11-21 10:00:00\n")
        })
    }),
    text("packets without octets", |size| {
        each(size, "", "", |_, out| {
            out.push_str("00:21:19.243991 IP a > b\n")
        })
    }),
    text("packets of one octet", |size| {
        each(size, "", "", |_, out| {
            out.push_str("00:21:19.243991 IP a > b\n\t0x0000:  4500\n")
        })
    }),
    text("followed streams of one octet", |size| {
        each(size, "Follow: tcp,raw\n", "", |n, out| {
            out.push_str(if n % 2 == 0 { "00\n" } else { "\t00\n" });
        })
    }),
    text("followed streams without octets", |size| {
        each(size, "", "", |_, out| out.push_str("Follow: tcp,raw\n00\n"))
    }),
    text("counts behind blocks", |size| {
        let head = format!("{}\n", hex(BLOCK)).repeat(2);
        each(size, &head, "\n", |_, out| out.push_str("count 5 "))
    }),
    text("numbers of blocks on one line", |size| {
        let tail = hex(BLOCK);
        each(size, "", &tail, |_, out| out.push_str("2 header blocks "))
    }),
    text("parts of several on one line", |size| {
        let tail = hex(BLOCK);
        each(size, "", &tail, |_, out| out.push_str("part 1 of 2 "))
    }),
    text("lines of dots behind a block", |size| {
        let head = format!("{}\n", hex(BLOCK));
        each(size, &head, "", |_, out| out.push_str("...\n"))
    }),
    text("lengths of strings behind a block", |size| {
        let head = format!("{}\n", hex(BLOCK));
        each(size, &head, "", |_, out| out.push_str("len = 12 Huff "))
    }),
    text("nicks in a chat", |size| {
        let tail = format!("<mia> {}", hex(BLOCK));
        each(size, "", &tail, |_, out| out.push_str("<mia> here\n"))
    }),
    text("keys without values", |size| {
        let head = format!("a: {}\n", hex(BLOCK));
        each(size, &head, "", |_, out| out.push_str("a:\n  b\n"))
    }),
    text("connections and sides", |size| {
        each(size, "", "", |_, out| {
            add!(out, "conn 1 client: {}\n", hex(BLOCK))
        })
    }),
    text("arrows behind a side", |size| {
        each(size, "", "", |_, out| {
            add!(out, "client <- {}\n", hex(BLOCK))
        })
    }),
    text("records of varnishlog", |size| {
        each(size, "", "", |_, out| {
            add!(out, "-   H2RxBody  c [{}]\n", hex(BLOCK))
        })
    }),
    text("members in a debugger", |size| {
        each(size, "", "", |n, out| {
            add!(out, "[{n}]\t{}\tbyte\n", octet(n))
        })
    }),
    text("lines of Docker Compose", |size| {
        each(size, "", "", |_, out| {
            add!(out, "web_1  | {}\n", hex(BLOCK))
        })
    }),
    text("attributes of one tag", |size| {
        each(size, "<f", ">\n", |_, out| {
            add!(out, " a=\"{}\"", hex(BLOCK))
        })
    }),
    text("rows of R", |size| {
        rows(size, "> b\n", |at, row| {
            format!("[{}] {}\n", at + 1, pairs(row))
        })
    }),
    text("words between strings", |size| {
        each(size, "", "", |_, out| out.push_str("\"\\x82\" x "))
    }),
    text("replacement characters", |size| {
        each(size, "0x82 ", "", |_, out| out.push('\u{fffd}'))
    }),
    text("zero-width spaces", |size| {
        each(size, "82 ", "86\n", |_, out| out.push('\u{200b}'))
    }),
    text("dots for ellipses", |size| {
        each(size, "82 ", "\n", |_, out| out.push('…'))
    }),
    text("colours", |size| {
        each(size, "", "82\n", |_, out| out.push_str("\x1b[0m"))
    }),
    text("empty HTTP archive", |size| {
        each(size, "{\"log\":{\"entries\":[", "{}]}}\n", |_, out| {
            out.push_str("{},")
        })
    }),
    text("prose", |size| {
        each(size, "", "", |_, out| {
            out.push_str("No octets stand here at all.\n")
        })
    }),
];

const fn text(name: &'static str, make: fn(usize) -> Vec<u8>) -> Text {
    Text { name, make }
}

/// A whole header block (RFC 7541 C.4.1).
const BLOCK: &[u8] = b"\x82\x86\x84\x41\x8c\xf1\xe3\xc2\xe5\xf2\x3a\x6b\xa0\xab\x90\xf4\xff";

const ZEROS: &[u8] = &[0; 8];

/// The client's preface and its SETTINGS.
const START: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// A SETTINGS frame without settings, in hex.
const SETTINGS: &str = "000000040000000000";

/// Header blocks without an end.
fn octet(at: usize) -> u8 {
    BLOCK[at % BLOCK.len()]
}

fn octets(count: usize) -> Vec<u8> {
    (0..count).map(octet).collect()
}

/// `head`, units until the text has its size, `tail`.
fn each(size: usize, head: &str, tail: &str, mut unit: impl FnMut(usize, &mut String)) -> Vec<u8> {
    let mut text = String::with_capacity(size + 256);
    text.push_str(head);
    let mut n = 0;
    while text.len() + tail.len() < size {
        unit(n, &mut text);
        n += 1;
    }
    text.push_str(tail);
    text.into_bytes()
}

/// Rows of 16 octets, each with its offset.
fn rows(size: usize, head: &str, row: impl Fn(usize, &[u8]) -> String) -> Vec<u8> {
    each(size, head, "", |n, out| {
        let own: Vec<u8> = (n * 16..n * 16 + 16).map(octet).collect();
        out.push_str(&row(n * 16, &own));
    })
}

fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::new(), |mut all, octet| {
        add!(all, "{octet:02x}");
        all
    })
}

fn pairs(octets: &[u8]) -> String {
    let all: Vec<String> = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    all.join(" ")
}

fn escapes(octets: &[u8]) -> String {
    octets.iter().fold(String::new(), |mut all, octet| {
        add!(all, "\\x{octet:02x}");
        all
    })
}

/// The characters beside a row.
fn dots(octets: &[u8]) -> String {
    let shown = |octet: &u8| match octet {
        b' '..=b'~' => char::from(*octet),
        _ => '.',
    };
    octets.iter().map(shown).collect()
}

/// An IPv4 packet with TCP and a header block in it.
fn packet(n: usize) -> Vec<u8> {
    let mut packet =
        b"\x45\0\0\x39\0\0\x40\0\x40\x06\x3c\xbd\x7f\0\0\x01\x7f\0\0\x01\xce\xa0\x46\xb8".to_vec();
    packet.extend((n as u32).to_be_bytes());
    packet.extend(b"\0\0\0\0\x50\x18\x02\0\0\0\0\0");
    packet.extend(BLOCK);
    packet
}

/// A HEADERS frame.
fn frame_octets(n: usize) -> Vec<u8> {
    let stream = (2 * n as u32 + 1).to_be_bytes();
    [&[0, 0, BLOCK.len() as u8, 1, 5], &stream[..], BLOCK].concat()
}

fn frame(n: usize) -> String {
    hex(&frame_octets(n))
}

/// Rows as “Follow stream” has them.
fn follow_rows(offset: usize, octets: &[u8]) -> String {
    let mut rows = String::new();
    for (n, row) in octets.chunks(16).enumerate() {
        add!(
            rows,
            "{:08x}  {:<48}  {}\n",
            offset + n * 16,
            pairs(row),
            dots(row)
        );
    }
    rows
}
