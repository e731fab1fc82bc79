//! How a text splits into blocks: the rules of the contract, a sentence a
//! row.

use input::{
    Sender,
    paste::{self, Blocks, Options, Paste},
};

fn read(text: &str, blocks: Blocks) -> Paste {
    let options = Options {
        blocks,
        format: None,
        ..Options::default()
    };
    paste::read(text.as_bytes(), &options).unwrap_or_else(|refusal| panic!("{text:?}: {refusal}"))
}

fn shown(paste: &Paste) -> Vec<String> {
    let hex = |octets: &[u8]| octets.iter().map(|octet| format!("{octet:02x}")).collect();
    paste
        .blocks
        .iter()
        .map(|block| hex(&block.octets))
        .collect()
}

#[test]
fn blank_lines_and_lines_part_blocks() {
    use Blocks::{Auto, Blank, Lines};
    let cases: [(&str, Blocks, &[&str]); 23] = [
        // Blank lines part blocks, other line ends join.
        ("8286\n84\n\nbe", Blank, &["828684", "be"]),
        ("8286,\n84", Blank, &["828684"]),
        // Each line with bytes is a block.
        ("8286\n84\n\nbe", Lines, &["8286", "84", "be"]),
        ("8286\n# a remark\n84", Lines, &["8286", "84"]),
        ("82, 86,\n84", Lines, &["8286", "84"]),
        ("828684,\nbe", Auto, &["828684", "be"]),
        ("82,\n86,\n84", Auto, &["828684"]),
        ("0x82, 0x86\n0x84", Lines, &["8286", "84"]),
        // Blank lines part blocks.
        ("8286\n\n84", Auto, &["8286", "84"]),
        ("82868441\n\n0161", Auto, &["82868441", "0161"]),
        // Each line is whole by itself.
        ("8286\n828684\n88", Auto, &["8286", "828684", "88"]),
        // An index of the dynamic table is told whole without any table.
        ("be\nbebf", Auto, &["be", "bebf"]),
        // One is not.
        ("828684\n4101\n61", Auto, &["828684410161"]),
        ("8286\n8441\n0161", Auto, &["828684410161"]),
        // Of one length: as lines :method and the like stand in each.
        ("828684\n828684", Auto, &["828684", "828684"]),
        // Of one length but for the last: joined they are a field section,
        // and a second line with :path after a regular field is none.
        ("8286\n8490\n91", Auto, &["8286", "8490", "91"]),
        // As lines, pseudo-header fields stand after others; joined they do
        // not.
        ("8290\n9184", Auto, &["8290", "9184"]),
        // A last line that is longer is no wrapped dump's.
        ("82\n8684", Auto, &["82", "8684"]),
        // Only bare hex has lines that are blocks.
        ("0x82, 0x86\n0x84, 0x41", Auto, &["82868441"]),
        ("130 134\n132", Auto, &["828684"]),
        ("\\x82\\x86\n\\x84", Auto, &["828684"]),
        // The offset starting again starts a block.
        (
            "00000000: 8286\n00000002: 84\n00000000: be",
            Auto,
            &["828684", "be"],
        ),
        // A label is of a block.
        ("first:\n8286\nthen:\n84", Auto, &["8286", "84"]),
    ];
    for (text, blocks, expected) in cases {
        assert_eq!(shown(&read(text, blocks)), expected, "{text:?} {blocks:?}");
    }
}

#[test]
fn a_choice_is_said_and_the_other_reading_offered() {
    let cases = [
        // Both readings stand.
        ("828684\n828684", Some(Blocks::Blank), 1),
        ("8286\n8490", Some(Blocks::Blank), 1),
        // Lines of different lengths: nothing is chosen, the other is offered.
        ("8286\n828684", Some(Blocks::Blank), 0),
        // Only one reading stands.
        ("82868441\n0161", None, 0),
        ("8286\n\n84", None, 0),
        ("8286", None, 0),
        ("130 134\n132 190", Some(Blocks::Lines), 1),
    ];
    for (text, other, problems) in cases {
        let paste = read(text, Blocks::Auto);
        assert_eq!(
            (paste.other, paste.problems.len()),
            (other, problems),
            "{text:?}"
        );
    }
}

#[test]
fn a_wrapped_block_is_joined_where_only_that_is_well_formed() {
    // A regular field, then a line that begins with a pseudo-header field
    // twice: as lines the first line holds :method twice.
    let first = "8286";
    let twice = format!("{first}\n{first}");
    assert_eq!(read(&twice, Blocks::Auto).blocks.len(), 2);
    // The second line alone refers to an entry that only the first one makes:
    // both readings decode, and lines are taken.
    let paste = read("400161\n0162be\n", Blocks::Auto);
    assert_eq!(shown(&paste), ["4001610162be"]);
}

#[test]
fn settings_are_acknowledged_before_the_next_block_of_the_direction() {
    let text =
        "> 82\n# SETTINGS_HEADER_TABLE_SIZE 0\n# SETTINGS_HEADER_TABLE_SIZE 100\n< 88\n> 84\n";
    let paste = read(text, Blocks::Auto);
    let limits: Vec<_> = paste
        .blocks
        .iter()
        .map(|block| (block.sender, block.limit_changes.clone()))
        .collect();
    assert_eq!(
        limits,
        [
            (Sender::Client, vec![]),
            (Sender::Server, vec![0, 100]),
            (Sender::Client, vec![]),
        ]
    );
}

#[test]
fn a_setting_inside_a_run_of_lines_parts_it() {
    let paste = read(
        "82868441\n0161\n# SETTINGS_HEADER_TABLE_SIZE 0\n20\n",
        Blocks::Auto,
    );
    assert_eq!(shown(&paste), ["828684410161", "20"]);
    assert_eq!(paste.blocks[1].limit_changes, [0]);
}

#[test]
fn parts_that_may_be_the_fields_of_one_block_are_named() {
    let table = "| bytes | field |\n|---|---|\n| `82` | method |\n| `86` | scheme |\n| `84` | path |\n| `58 08 6e 6f 2d 63 61 63 68 65` | other |\n";
    for (text, count, is_named) in [
        (table, 4, true),
        ("82\n\n86\n\n84\n", 3, true),
        // Requests, responses, and blocks of two sides.
        ("828684\n\n828684\n\n828684\n", 3, false),
        ("88\n\n88\n\n88\n", 3, false),
        ("> 82\n\n< 86\n\n> 84\n", 3, false),
    ] {
        let paste = read(text, Blocks::Auto);
        let says = |problem: &input::Problem| problem.message.contains("only together do they");
        assert_eq!(paste.blocks.len(), count, "{text}");
        assert_eq!(paste.problems.iter().any(says), is_named, "{text}");
    }
}
