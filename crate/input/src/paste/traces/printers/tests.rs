//! Strings that no program prints, and strings that one does.

use super::super::said::{assert_named, said};

const NOT_ALIKE: &str = "is not escaped as other bytes are";
const BEFORE: &str = "may be a mark, a number, or a part of an escape";
const SWAPPED: &str = "may be swapped";

#[test]
fn what_no_program_prints_is_named() {
    assert_named(&[
        // Letters that the language does not print.
        (r"b'\x96\afVty\x15t\x93\xca'", "line 1, column 7", NOT_ALIKE),
        (
            r#"b"\xf1\xe3\xc2\e5\xf2:k\xa0""#,
            "line 1, column 15",
            NOT_ALIKE,
        ),
        (
            r"\x8Dw\x91\x1C\xC6\f94\xD7\xAA",
            "line 1, column 18",
            NOT_ALIKE,
        ),
        (r"A\0x1a\x0F\x0D", "line 1, column 2", NOT_ALIKE),
        // An escape of what stands for itself or has a letter, and what should
        // be escaped.
        (
            r"b'\x0bS*\xcf\x7f@\xb2\x62l\x19'",
            "line 1, column 22",
            NOT_ALIKE,
        ),
        (r"[b'A\x0a1\x0f\r']", "line 1, column 5", NOT_ALIKE),
        ("b'N\tx82\\x08\\x19\\x83'", "line 1, column 4", NOT_ALIKE),
        (r#""\x90""D\xa1c\x95\xca""#, "line 1, column 13", NOT_ALIKE),
        (
            r#""\x3f\xe1\x01\x825\x01\x8a""#,
            "line 1, column 18",
            NOT_ALIKE,
        ),
        (r#"b"\x41'\x01\x61\x0f\x0d""#, "line 1, column 7", NOT_ALIKE),
        (
            r#"$1 = "A?\341\073\202""#,
            "line 1, column 13",
            "needs none",
        ),
        (r"[b'\x88', 'A\x01a\x0f\r']", "line 1, column 11", NOT_ALIKE),
        // Signs before the first escape, and those that others have outside.
        (r"printf '>\xbe\xbf'", "line 1, column 9", BEFORE),
        (r"1,\040\202", "line 1, column 1", BEFORE),
        (r#"h :=" \xbe\xbf""#, "line 1, column 6", SWAPPED),
        (
            "char a[] = \"\\x82;\"\nchar b[] = \"\\x88\";\n",
            "line 1, column 17",
            SWAPPED,
        ),
        (r"\\202\206", "line 1, column 1", "two backslashes"),
        // Lists, names and lines.
        (
            "[b'\\x82'\n b'\\x88']",
            "line 1, column 8",
            "without a comma",
        ),
        (
            "b0:=\"\\x88\\xbe\"\nb1:=\"\\x82\"\n",
            "line 1, column 3",
            "No blank",
        ),
        (
            "    \"\\x82\\x86\";\nchar a[] =\nchar b[] =\n",
            "line 2, column 10",
            "Nothing stands behind",
        ),
        (
            "(b'\\x88\\xbe')\n(b'@\\x01'\n b'a\\x01'\n b'b')\n(b'A\\x011'\n b'a\\x0f'\n b'\\r')\n",
            "line 5, column 4",
            "This row has 3 bytes",
        ),
        ("82'\n\n'", "line 1, column 3", "none was opened"),
        // Blocks that no program sends.
        (
            "block = 8220",
            "line 1, column 11",
            "a change of the table's size behind a field",
        ),
        (
            "%82H%07abc\nH%03307%c1\n",
            "line 1, column 10",
            "breaks percent-encoding over lines",
        ),
        // Base64.
        ("goY=\nQQFhDw\ngg==\n", "line 2, column 6", "not filled up"),
        (
            "data:;base64,jVgIbm8tY2FjaA",
            "line 1, column 27",
            "not filled up",
        ),
        (
            "-----BEGIN A-----\niHsPYWNjZXB0LWVuY29kaW5nWAhuby_jYWNoZWI=\n-----END A-----\n",
            "line 2, column 31",
            "that of URLs",
        ),
        (
            "-----BEGIN A-----\nvkAHeC10cmFjZQQgICAgXAQxMDI0\nvkAHeC10cmFjZQQgICAgXAQxMDI0\n-----END A-----\n",
            "line 2, column 28",
            "so odd or small a width",
        ),
    ]);
}

#[test]
fn nothing_is_said_of_what_a_program_or_a_person_writes() {
    for text in [
        // Python, Rust, Go, C, Ruby, gdb, Lua, JSON, a web server.
        r#"b'\x82\x86\x84A\x8c\xf1\xe3\n"\x95'"#,
        r#"b"\x82\x86\x84A\x8c\'\xe3\n\x00\x95""#,
        r#"b"\x82\x86\x84A\x8c'\xe3\n\0\x95""#,
        r#"x := "\x82\x86\x84A\x8c\b\xe3\n\x00\x95""#,
        r#"char x[] = "\x82\x86\x84\x41\x8c\x08\xe3:\x95";"#,
        r#"char x[] = "\x82\x86\x84""A\x8c\x08\xe3:\x95";"#,
        r#""\x82\x86\x84A\x8C\e\xE3\n\x95""#,
        r#"$1 = "\202\206\204A\214\a\343\n\"\225""#,
        r#"x = "\130\134\132A\140\0041""#,
        r#""\u0082\u0086\u0084A\u008c\b\u00e3\n""#,
        r"\x82\x86\x84A\x8C\x22'\xE3",
        // By hand, with the lengths in hex.
        r#""\x82\x86\x84\x41\x0fwww.example.com""#,
        r#"b"\x40\x0acustom-key\x0dcustom-header""#,
        "char x[] =\n  \"\\x82\\x86\\x84\"\n  \"\\x41\\x0f\"\n  \"www.example.com\";\n",
    ] {
        let is_damage = |problem: &crate::Problem| problem.message.contains("missing or changed");
        let said: Vec<_> = said(text).into_iter().filter(is_damage).collect();
        let is_cut = |problem: &crate::Problem| problem.message.contains("where a field ends");
        assert!(said.iter().all(is_cut), "{text}: {said:?}");
    }
}
