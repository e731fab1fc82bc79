//! Lists of numbers in source code and in what programs print.

use super::{Format, NAMES, each, joined, pair, several, single};
use crate::{blocks::Wire, random::Choices};

/// Numbers of a list, on lines of `width` (0: all on one).
fn lines(octets: &[u8], width: usize, indent: &str, spell: impl Fn(u8) -> String) -> String {
    if width == 0 {
        return joined(octets, ", ", spell);
    }
    let rows: Vec<String> = octets
        .chunks(width)
        .map(|row| format!("\n{indent}{}", joined(row, ", ", &spell)))
        .collect();
    rows.join(",")
}

fn number(octet: u8, style: usize) -> String {
    match style {
        0 => format!("0x{octet:02x}"),
        1 => format!("0x{octet:02X}"),
        2 => format!("0x{octet:x}"),
        _ => octet.to_string(),
    }
}

/// A declaration a block: `open` with `{name}` and `{length}` in it, the
/// numbers, `close`.
fn declared(
    choices: &mut Choices,
    blocks: &[Wire],
    frames: &[(&str, &str)],
    spell: impl Fn(u8, usize) -> String,
) -> String {
    let (open, close) = choices.pick(frames);
    let style = choices.below(4);
    let width = choices.below(48).saturating_sub(16);
    let indent = choices.pick(&["  ", "    ", "\t"]);
    let trailing = choices.flip();
    let name = choices.pick(&NAMES);
    let comment = choices.pick(&["", "", "// header block {n}\n", "/* RFC 7541 C.{n} */\n"]);
    let between = choices.pick(&["\n", "\n\n"]);
    each(blocks, between, |n, octets| {
        let numbers = lines(octets, width, indent, |octet| spell(octet, style));
        let tail = match (width, trailing) {
            (0, _) => "",
            (_, true) => ",\n",
            (_, false) => "\n",
        };
        let name = match blocks.len() {
            1 => name.to_owned(),
            _ => format!("{name}_{}", n + 1),
        };
        format!(
            "{}{}{numbers}{tail}{close}",
            comment.replace("{n}", &(n + 1).to_string()),
            open.replace("{name}", &name)
                .replace("{length}", &octets.len().to_string()),
        )
    }) + "\n"
}

pub(super) const FORMATS: &[Format] = &[
    several("C array", |choices, blocks| {
        let frames = [
            ("static const uint8_t {name}[] = {", "};"),
            ("static uint8_t {name}[] = {", "};"),
            ("unsigned char {name}[{length}] = {", "};"),
            ("const std::array<uint8_t, {length}> {name} = {", "};"),
            ("std::vector<std::uint8_t> {name}{", "};"),
            ("{", "}"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("C array with comments", |choices, blocks| {
        let width = 1 + choices.below(12);
        let remark = choices.pick(&[
            "// {n}",
            "/* 0x{x} */",
            "// :method: GET",
            "// 82 86",
            "/* {n} octets */",
        ]);
        let before = choices.flip() && remark.ends_with("*/");
        let name = choices.pick(&NAMES);
        each(blocks, "\n\n", |n, octets| {
            let rows: Vec<String> = octets
                .chunks(width)
                .enumerate()
                .map(|(row, own)| {
                    let numbers = joined(own, ", ", |octet| format!("0x{octet:02x}"));
                    let remark = remark
                        .replace("{n}", &(row * width).to_string())
                        .replace("{x}", &format!("{:02x}", row * width));
                    match before {
                        true => format!("    {remark} {numbers},\n"),
                        false => format!("    {numbers}, {remark}\n"),
                    }
                })
                .collect();
            format!("const uint8_t {name}{n}[] = {{\n{}}};", rows.concat())
        }) + "\n"
    }),
    single("numbered members", |choices, blocks| {
        let style = choices.below(4);
        each(blocks, "\n", |_, octets| {
            let members: Vec<String> = octets
                .iter()
                .enumerate()
                .map(|(at, octet)| match style {
                    0 => format!("{at}: {octet}"),
                    1 => format!("[{at}] = {octet}"),
                    2 => format!("  [{at}]=>\n  int({octet})"),
                    _ => format!("[{at}]: 0x{octet:02x}"),
                })
                .collect();
            match style {
                2 => format!("array({}) {{\n{}\n}}", octets.len(), members.join("\n")),
                _ => members.join("\n"),
            }
        }) + "\n"
    }),
    several("xxd -i", |choices, blocks| {
        let upper = choices.flip();
        let name = choices.pick(&NAMES);
        each(blocks, "\n", |n, octets| {
            let numbers = lines(octets, 12, "  ", |octet| {
                format!("0x{}", pair(octet, upper))
            });
            let length = octets.len();
            format!(
                "unsigned char {name}{n}[] = {{{numbers}\n}};\nunsigned int {name}{n}_len = {length};"
            )
        }) + "\n"
    }),
    several("Go slice", |choices, blocks| {
        let frames = [
            ("{name} := []byte{", "}"),
            ("var {name} = []byte{", "}"),
            ("[]byte{", "}"),
            ("[{length}]byte{", "}"),
            ("[]uint8{", "}"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("Rust array", |choices, blocks| {
        let frames = [
            ("const {name}: [u8; {length}] = [", "];"),
            ("let {name}: &[u8] = &[", "];"),
            ("let {name} = vec![", "];"),
            ("&[", "]"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("Rust suffixes", |choices, blocks| {
        let frames = [("[", "]"), ("let {name} = [", "];")];
        declared(choices, blocks, &frames, |octet, style| match style {
            0 => format!("0x{octet:02x}u8"),
            1 => format!("0x{octet:02x}_u8"),
            _ => format!("{octet}u8"),
        })
    }),
    several("Java casts", |choices, blocks| {
        let frames = [
            ("byte[] {name} = {", "};"),
            ("byte[] {name} = new byte[] {", "};"),
            ("new byte[]{", "}"),
        ];
        declared(choices, blocks, &frames, |octet, style| match style {
            0 => format!("(byte) 0x{octet:02x}"),
            1 => format!("(byte)0x{octet:02X}"),
            2 => format!("(byte) {octet}"),
            _ => (octet as i8).to_string(),
        })
    }),
    several("C# array", |choices, blocks| {
        let frames = [
            ("byte[] {name} = { ", " };"),
            ("var {name} = new byte[] { ", " };"),
            ("new byte[{length}] { ", " }"),
            ("byte[{length}] { ", " }"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("Python list", |choices, blocks| {
        let frames = [
            ("{name} = [", "]"),
            ("{name} = bytes([", "])"),
            ("bytearray([", "])"),
            ("array('B', [", "])"),
        ];
        let style = choices.below(2);
        declared(choices, blocks, &frames, |octet, list| {
            number(octet, if style == 0 { 3 } else { list })
        })
        .replace("// ", "# ")
    }),
    several("JavaScript array", |choices, blocks| {
        let frames = [
            ("const {name} = new Uint8Array([", "]);"),
            ("let {name} = Uint8Array.from([", "]);"),
            ("Buffer.from([", "])"),
            ("var {name} = [", "];"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("Kotlin and Swift", |choices, blocks| {
        let frames = [
            ("val {name} = byteArrayOf(", ")"),
            ("let {name}: [UInt8] = [", "]"),
            ("let {name} = Data([", "])"),
            ("ubyteArrayOf(", ")"),
        ];
        declared(choices, blocks, &frames, |octet, style| match style {
            0 => format!("0x{octet:02X}"),
            1 => format!("0x{octet:02x}"),
            2 => octet.to_string(),
            _ => format!("0x{octet:02X}u"),
        })
    }),
    several("Erlang and others", |choices, blocks| {
        let frames = [
            ("<<", ">>"),
            ("{name} = <<", ">>."),
            ("${name} = array(", ");"),
        ];
        declared(choices, blocks, &frames, number)
    }),
    several("assembler", |choices, blocks| {
        let directive = choices.pick(&["db ", ".byte ", "  .byte ", "\tdb "]);
        let (style, between) = (choices.below(4), choices.pick(&[", ", ","]));
        each(blocks, "\n\n", |_, octets| {
            format!(
                "{directive}{}",
                joined(octets, between, |octet| number(octet, style))
            )
        })
    }),
    single("Go %v", |choices, blocks| {
        let is_signed = choices.below(4) == 0;
        each(blocks, "\n", |_, octets| {
            let number = |octet: u8| match is_signed {
                true => (octet as i8).to_string(),
                false => octet.to_string(),
            };
            format!("[{}]", joined(octets, " ", number))
        })
    }),
    several("Rust debug", |choices, blocks| {
        let style = choices.below(4);
        let between = choices.pick(&["\n", "\n\n"]);
        each(blocks, between, |_, octets| match style {
            0 => format!("{octets:?}"),
            1 => format!("[{}]", joined(octets, ", ", |octet| format!("{octet:02x}"))),
            2 => format!("{octets:#04x?}"),
            _ => format!("{octets:#?}"),
        })
    }),
    several("Rust debug, unpadded hex", |choices, blocks| {
        let upper = choices.flip();
        each(blocks, "\n", |_, octets| match upper {
            true => format!("{octets:X?}"),
            false => format!("{octets:x?}"),
        })
    }),
    several("Arrays.toString", |choices, blocks| {
        let between = choices.pick(&["\n", "\n\n"]);
        each(blocks, between, |_, octets| {
            format!(
                "[{}]",
                joined(octets, ", ", |octet| (octet as i8).to_string())
            )
        })
    }),
    several("Java debugger", |choices, blocks| {
        let id = choices.pick(&[1234, 82, 9000]);
        each(blocks, "\n", |n, octets| {
            format!(
                "{{byte[{}]@{}}} [{}]",
                octets.len(),
                id + n,
                joined(octets, ", ", |octet| (octet as i8).to_string())
            )
        })
    }),
    several("Node Buffer", |choices, blocks| {
        let name = choices.pick(&["", "", "block: ", "data = "]);
        each(blocks, "\n", |_, octets| {
            format!(
                "{name}<Buffer {}>",
                joined(octets, " ", |octet| pair(octet, false))
            )
        })
    }),
    several("Node ArrayBuffer", |_, blocks| {
        each(blocks, "\n", |_, octets| {
            format!(
                "ArrayBuffer {{ [Uint8Contents]: <{}>, byteLength: {} }}",
                joined(octets, " ", |octet| pair(octet, false)),
                octets.len()
            )
        })
    }),
    several("Uint8Array printed", |choices, blocks| {
        let (style, name) = (choices.below(3), choices.pick(&["Uint8Array", "Array"]));
        let between = choices.pick(&["\n", "\n\n"]);
        each(blocks, between, |_, octets| {
            let length = octets.len();
            let plain = joined(octets, ", ", |octet| octet.to_string());
            match style {
                0 => format!("{name}({length}) [{plain}]"),
                1 => format!("({length}) [{plain}]"),
                _ if length <= 6 => format!("{name}({length}) [ {plain} ]"),
                _ => {
                    let rows: Vec<String> = octets
                        .chunks(12)
                        .map(|row| format!("  {}", joined(row, ", ", |octet| format!("{octet:3}"))))
                        .collect();
                    format!("{name}({length}) [\n{}\n]", rows.join(",\n"))
                }
            }
        })
    }),
    single("list in gdb and lldb", |choices, blocks| {
        let style = choices.below(4);
        each(blocks, "\n", |n, octets| {
            let hex = joined(octets, ", ", |octet| format!("0x{octet:x}"));
            match style {
                0 => format!("${} = {{{hex}}}", n + 1),
                1 => format!(
                    "${} = {{{}}}",
                    n + 1,
                    joined(octets, ", ", |octet| octet.to_string())
                ),
                2 => format!("(uint8_t[{}]) $0 = {{{hex}}}", octets.len()),
                _ => {
                    let items: Vec<String> = octets
                        .iter()
                        .enumerate()
                        .map(|(at, octet)| format!("  [{at}] = 0x{octet:02x}"))
                        .collect();
                    format!(
                        "(uint8_t[{}]) $0 = {{\n{}\n}}",
                        octets.len(),
                        items.join("\n")
                    )
                }
            }
        })
    }),
];
