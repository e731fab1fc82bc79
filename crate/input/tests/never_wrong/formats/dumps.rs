//! Dumps: rows of octets with offsets, characters or both.

use super::{Format, each, ending, joined, pair, run, several, shown, single};
use crate::{blocks::Wire, random::Choices};

/// Rows of `width` octets: the offset of each, its octets.
fn rows(octets: &[u8], width: usize, row: impl Fn(usize, &[u8]) -> String) -> String {
    let rows: Vec<String> = octets
        .chunks(width)
        .enumerate()
        .map(|(n, octets)| row(n * width, octets))
        .collect();
    rows.join("\n")
}

/// Like [`rows`], with `*` for rows that repeat, and the end as a last row.
fn squeezed(
    octets: &[u8],
    row: impl Fn(usize, &[u8]) -> String,
    end: impl Fn(usize) -> String,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut before: Option<&[u8]> = None;
    for (n, own) in octets.chunks(16).enumerate() {
        if before != Some(own) {
            lines.push(row(16 * n, own));
        } else if lines.last().is_some_and(|line| line != "*") {
            lines.push("*".to_owned());
        }
        before = Some(own);
    }
    lines.push(end(octets.len()));
    lines.join("\n")
}

fn grouped(octets: &[u8], group: usize, upper: bool) -> String {
    let groups: Vec<String> = octets.chunks(group).map(|one| run(one, upper)).collect();
    groups.join(" ")
}

/// Dumps one after another: blank lines or titles between, or nothing, for
/// the offsets start again.
fn dumps(choices: &mut Choices, blocks: &[Wire], dump: impl Fn(&[u8]) -> String) -> String {
    let between = choices.pick(&["\n", "\n\n", "\n\n"]);
    let title = choices.pick(&[
        "",
        "",
        "",
        "stream {n}:\n",
        "==> b{n}.bin <==\n",
        "# block {n}\n",
    ]);
    let indent = choices.pick(&["", "", "", "  ", "\t"]);
    each(blocks, between, |n, octets| {
        let lines: Vec<String> = dump(octets)
            .lines()
            .map(|line| format!("{indent}{line}"))
            .collect();
        format!(
            "{}{}",
            title.replace("{n}", &(n + 1).to_string()),
            lines.join("\n")
        )
    }) + ending(choices)
}

/// Little-endian words, the last one filled with zeros.
fn words(octets: &[u8]) -> Vec<u16> {
    octets
        .chunks(2)
        .map(|two| u16::from(two[0]) | u16::from(two.get(1).copied().unwrap_or(0)) << 8)
        .collect()
}

/// An offset of xxd, which its option -d prints in decimal.
fn xxd_offset(at: usize, is_decimal: bool) -> String {
    match is_decimal {
        true => format!("{at:08}"),
        false => format!("{at:08x}"),
    }
}

/// Little-endian words of `size` octets, as gdb prints memory. What the last
/// one lacks is filled up with zeros.
fn debugger_words(choices: &mut Choices, blocks: &[Wire], size: usize) -> String {
    let base = choices.pick(&[0x7ffc_3a10_0040_usize, 0x40_1000]);
    each(blocks, "\n\n", |_, octets| {
        rows(octets, 16, |at, row| {
            let word = |octets: &[u8]| {
                let digits: String = octets
                    .iter()
                    .rev()
                    .map(|octet| pair(*octet, false))
                    .collect();
                format!("\t0x{digits:0>width$}", width = 2 * size)
            };
            let cells: String = row.chunks(size).map(word).collect();
            format!("0x{:x}:{cells}", base + at)
        })
    }) + ending(choices)
}

fn od(choices: &mut Choices, blocks: &[Wire], cell: fn(&[u8]) -> String) -> String {
    let radix = choices.below(3);
    let offset = move |at: usize| match radix {
        0 => format!("{at:07o}"),
        1 => format!("{at:06x}"),
        _ => format!("{at:07}"),
    };
    dumps(choices, blocks, |octets| {
        squeezed(
            octets,
            |at, row| format!("{}{}", offset(at), cell(row)),
            offset,
        )
    })
}

pub(super) const FORMATS: &[Format] = &[
    several("xxd", |choices, blocks| {
        let (width, group) = (
            choices.pick(&[16_usize, 16, 16, 8, 12, 32]),
            choices.pick(&[2, 2, 1, 4]),
        );
        let (upper, first) = (choices.flip(), choices.pick(&[0, 0, 0, 0x1000]));
        let cells = width * 2 + width.div_ceil(group) - 1;
        let is_decimal = choices.below(8) == 0;
        dumps(choices, blocks, |octets| {
            rows(octets, width, |at, row| {
                let first = if is_decimal { 0 } else { first };
                let offset = xxd_offset(first + at, is_decimal);
                let hex = grouped(row, group, upper);
                format!("{offset}: {hex:<cells$}  {}", shown(row, '.'))
            })
        })
    }),
    several("xxd -p", |choices, blocks| {
        let between = choices.pick(&["\n\n", "\n"]);
        let between = if blocks.iter().any(|block| block.octets.len() > 30) {
            "\n\n"
        } else {
            between
        };
        each(blocks, between, |_, octets| {
            rows(octets, 30, |_, row| run(row, false))
        }) + "\n"
    }),
    several("xxd -b", |choices, blocks| {
        let is_decimal = choices.below(8) == 0;
        dumps(choices, blocks, |octets| {
            rows(octets, 6, |at, row| {
                let offset = xxd_offset(at, is_decimal);
                let bits = joined(row, " ", |octet| format!("{octet:08b}"));
                format!("{offset}: {bits:<53}  {}", shown(row, '.'))
            })
        })
    }),
    several("hexdump -C", |choices, blocks| {
        let end = choices.flip();
        dumps(choices, blocks, |octets| {
            let row = |at: usize, row: &[u8]| {
                let (left, right) = row.split_at(row.len().min(8));
                let hex = format!(
                    "{:<23}  {:<23}",
                    grouped(left, 1, false),
                    grouped(right, 1, false)
                );
                format!("{at:08x}  {hex}  |{}|", shown(row, '.'))
            };
            match end {
                true => squeezed(octets, row, |at| format!("{at:08x}")),
                false => rows(octets, 16, row),
            }
        })
    }),
    several("hexdump", |choices, blocks| {
        dumps(choices, blocks, |octets| {
            let row = |at: usize, row: &[u8]| {
                let cells: Vec<String> = words(row)
                    .iter()
                    .map(|word| format!("{word:04x}"))
                    .collect();
                format!("{at:07x} {:<39}", cells.join(" "))
            };
            squeezed(octets, row, |at| format!("{at:07x}"))
        })
    }),
    several("od -tx1", |choices, blocks| {
        od(choices, blocks, |row| {
            joined(row, "", |octet| format!(" {octet:02x}"))
        })
    }),
    several("od -tx1z", |choices, blocks| {
        od(choices, blocks, |row| {
            let cells = joined(row, "", |octet| format!(" {octet:02x}"));
            format!("{cells:<48}  >{}<", shown(row, '.'))
        })
    }),
    several("od -to1", |choices, blocks| {
        od(choices, blocks, |row| {
            joined(row, "", |octet| format!(" {octet:03o}"))
        })
    }),
    several("od -tu1", |choices, blocks| {
        od(choices, blocks, |row| {
            joined(row, "", |octet| format!(" {octet:3}"))
        })
    }),
    several("od -td1", |choices, blocks| {
        od(choices, blocks, |row| {
            joined(row, "", |octet| format!(" {:4}", octet as i8))
        })
    }),
    several("od -x", |choices, blocks| {
        od(choices, blocks, |row| {
            words(row)
                .iter()
                .map(|word| format!(" {word:04x}"))
                .collect()
        })
    }),
    several("od", |choices, blocks| {
        od(choices, blocks, |row| {
            words(row)
                .iter()
                .map(|word| format!(" {word:06o}"))
                .collect()
        })
    }),
    several("od -An -tx1", |choices, blocks| {
        each(blocks, "\n\n", |_, octets| {
            rows(octets, 16, |_, row| {
                joined(row, "", |octet| format!(" {octet:02x}"))
            })
        }) + ending(choices)
    }),
    several("Wireshark", |choices, blocks| {
        let (characters, end) = (choices.flip(), choices.flip());
        dumps(choices, blocks, |octets| {
            let dump = rows(octets, 16, |at, row| {
                let hex = grouped(row, 1, false);
                match characters {
                    true => format!("{at:04x}   {hex:<47}   {}", shown(row, '.')),
                    false => format!("{at:04x}   {hex}"),
                }
            });
            match end {
                true => format!("{dump}\n{:04x}", octets.len()),
                false => dump,
            }
        })
    }),
    several("tshark -x", |choices, blocks| {
        dumps(choices, blocks, |octets| {
            rows(octets, 16, |at, row| {
                format!(
                    "{at:04x}  {:<47}   {}",
                    grouped(row, 1, false),
                    shown(row, '.')
                )
            })
        })
    }),
    several("certutil", |choices, blocks| {
        let characters = choices.flip();
        dumps(choices, blocks, |octets| {
            rows(octets, 16, |at, row| {
                let (left, right) = row.split_at(row.len().min(8));
                let hex = format!("{}  {}", grouped(left, 1, false), grouped(right, 1, false));
                match characters {
                    true => format!("{at:04x}\t{hex:<48}   {}", shown(row, '.')),
                    false => format!("{at:04x}\t{}", hex.trim_end()),
                }
            })
        })
    }),
    several("tcpdump -X", |choices, blocks| {
        let characters = choices.flip();
        dumps(choices, blocks, |octets| {
            rows(octets, 16, |at, row| match characters {
                true => format!(
                    "\t0x{at:04x}:  {:<39}  {}",
                    grouped(row, 2, false),
                    shown(row, '.')
                ),
                false => format!("\t0x{at:04x}:  {}", grouped(row, 2, false)),
            })
        })
    }),
    several("gdb x/8xb", |choices, blocks| {
        let base = choices.pick(&[0x7ffc_3a10_0040_usize, 0x40_1000]);
        let symbol = choices.flip();
        each(blocks, "\n\n", |n, octets| {
            rows(octets, 8, |at, row| {
                let name = match (symbol, at) {
                    (false, _) => String::new(),
                    (true, 0) => " <block>".to_owned(),
                    (true, _) => format!(" <block+{at}>"),
                };
                let cells = joined(row, "", |octet| format!("\t0x{octet:02x}"));
                format!("0x{:x}{name}:{cells}", base + 0x1000 * n + at)
            })
        }) + ending(choices)
    }),
    single("gdb x/4xw", |choices, blocks| {
        debugger_words(choices, blocks, 4)
    }),
    single("gdb x/8xh", |choices, blocks| {
        debugger_words(choices, blocks, 2)
    }),
    several("lldb memory read", |choices, blocks| {
        let base = choices.pick(&[0x1_6fdf_f2c0_usize, 0x1_0000_3f50]);
        let prompt = choices.pick(&["", "(lldb) memory read p\n"]);
        each(blocks, "\n\n", |n, octets| {
            let rows = rows(octets, 16, |at, row| {
                format!(
                    "0x{:x}: {:<47}  {}",
                    base + 0x1000 * n + at,
                    grouped(row, 1, false),
                    shown(row, '.')
                )
            });
            format!("{prompt}{rows}")
        }) + ending(choices)
    }),
    several("WinDbg", |choices, blocks| {
        let base = choices.pick(&[0x12_ff40_usize, 0x1000]);
        each(blocks, "\n\n", |n, octets| {
            rows(octets, 16, |at, row| {
                let (left, right) = row.split_at(row.len().min(8));
                let hex = match right {
                    [] => grouped(left, 1, false),
                    _ => format!("{}-{}", grouped(left, 1, false), grouped(right, 1, false)),
                };
                format!(
                    "00000000`{:08x}  {hex:<47}  {}",
                    base + 0x1000 * n + at,
                    shown(row, '.')
                )
            })
        }) + ending(choices)
    }),
    single("Format-Hex", |choices, blocks| {
        let head = choices.pick(&[
            "\n\n           Path: C:\\data\\block82.bin\n\n           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n",
            "           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n",
            "",
        ]);
        each(blocks, "\n\n", |_, octets| {
            let rows = rows(octets, 16, |at, row| {
                format!(
                    "{at:08X}   {:<47}  {}",
                    grouped(row, 1, true),
                    shown(row, '.')
                )
            });
            format!("{head}{rows}")
        }) + ending(choices)
    }),
    single("Format-Hex of PowerShell 7", |choices, blocks| {
        let label = choices.pick(&[
            "   Label: block82.bin\n",
            "   Label: Byte (System.Byte[]) <1A2B3C4D>\n",
        ]);
        each(blocks, "\n\n", |_, octets| {
            let rows = rows(octets, 16, |at, row| {
                format!(
                    "{at:016X} {:<47} {}",
                    grouped(row, 1, true),
                    shown(row, '\u{fffd}')
                )
            });
            format!(
                "{label}\n          Offset Bytes                                           Ascii\n                 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n          ------ ----------------------------------------------- -----\n{rows}"
            )
        }) + ending(choices)
    }),
    several("RFC 7541", |choices, blocks| {
        let indent = choices.pick(&["   ", "", "  "]);
        let padded = choices.below(4) > 0;
        each(blocks, "\n\n", |_, octets| {
            rows(octets, 16, |_, row| {
                let hex = grouped(row, 2, false);
                match padded {
                    true => format!("{indent}{hex:<39} | {}", shown(row, '.')),
                    false => format!("{indent}{hex} | {}", shown(row, '.')),
                }
            })
        }) + ending(choices)
    }),
    several("hexyl", |choices, blocks| {
        let ascii = choices.flip();
        each(blocks, "\n", |_, octets| {
            let shown = |row: &[u8]| -> String {
                row.iter()
                    .map(|octet| match octet {
                        0 => {
                            if ascii {
                                '.'
                            } else {
                                '⋄'
                            }
                        }
                        b' '..=b'~' => *octet as char,
                        b'\t' | b'\n' | b'\r' | 12 => '_',
                        0x80.. => '×',
                        _ => '•',
                    })
                    .collect()
            };
            let rows = rows(octets, 16, |at, row| {
                let (left, right) = row.split_at(row.len().min(8));
                format!(
                    "│{at:08x}│ {:<23} ┊ {:<23} │{:<8}┊{:<8}│",
                    grouped(left, 1, false),
                    grouped(right, 1, false),
                    shown(left),
                    shown(right)
                )
            });
            let (eight, many) = ("─".repeat(8), "─".repeat(25));
            format!(
                "┌{eight}┬{many}┬{many}┬{eight}┬{eight}┐\n{rows}\n└{eight}┴{many}┴{many}┴{eight}┴{eight}┘"
            )
        }) + ending(choices)
    }),
    several("Netty", |choices, blocks| {
        let title = choices.pick(&["", "10:00:00 DEBUG [id: 0x82] READ: {l}B\n"]);
        each(blocks, "\n", |_, octets| {
            let line = format!("+--------+{}+{}+", "-".repeat(49), "-".repeat(16));
            let rows = rows(octets, 16, |at, row| {
                format!(
                    "|{at:08x}| {:<47} |{:<16}|",
                    grouped(row, 1, false),
                    shown(row, '.')
                )
            });
            let title = title.replace("{l}", &octets.len().to_string());
            format!(
                "{title}         +{}+\n         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n{line}\n{rows}\n{line}",
                "-".repeat(49)
            )
        }) + ending(choices)
    }),
    several("octets and characters", |choices, blocks| {
        let between = choices.pick(&["  ", "   ", "\t", "  |"]);
        let width = choices.pick(&[8, 16, 4, 32]);
        each(blocks, "\n\n", |_, octets| {
            let cells = 3 * width - 1;
            rows(octets, width, |_, row| {
                let hex = joined(row, " ", |octet| pair(octet, false));
                let close = if between.ends_with('|') { "|" } else { "" };
                format!("{hex:<cells$}{between}{}{close}", shown(row, '.'))
            })
        }) + ending(choices)
    }),
];
