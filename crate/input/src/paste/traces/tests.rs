//! Texts that lost, doubled or changed a part, and what is said of them.

use super::said::{assert_named, said, says};

#[test]
fn what_is_irregular_is_named_where_it_stands() {
    assert_named(&[
        (
            "[\"be:82\", \"20:\"]",
            "line 1, column 14",
            "end with a separator",
        ),
        (
            "stream;bytes\n1; 00 01 78\n",
            "line 2, column 4",
            "have not “;”",
        ),
        (
            "length\thex\n29\t82 86 84\n41 01\n",
            "line 3, column 1",
            "have not",
        ),
        (
            "[{ id: 1, block: '41:01::0f:0d' }]",
            "line 1, column 26",
            "not separated",
        ),
        (
            "[\n  \" 0x01 0x61\"\n]",
            "line 2, column 14",
            "inside the list",
        ),
        (
            "WRITE: 0x88 0xbeREAD: 0xbe 0xbf\n",
            "line 1, column 1",
            "Two labels",
        ),
        (
            "Block 20: 20:\n82:86:84\n",
            "line 1, column 1",
            "Two labels",
        ),
        (
            "0x7fzc3a100040:\t0xbe88\n",
            "line 1, column 1",
            "no hex digit",
        ),
        (
            "char payload0 = \"\\x82\\x86\";\n",
            "line 1, column 1",
            "no “=” or no type",
        ),
        (
            "    00_0178_02cb_dd\n",
            "line 1, column 8",
            "not grouped alike",
        ),
        (
            "'88'\nx'88'\n",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        (
            "ttps://a.b'\n\nprintf 'H\\003307\\301\\300\\277'\n",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        (
            "82 86\n\nblocks:\n",
            "line 3, column 1",
            "Nothing was read behind “blocks:”",
        ),
        (
            "88BE\n82\n<pre><code>\n</code></pre>\n",
            "line 4, column 1",
            "Nothing stands between",
        ),
        (
            "[\n  \"82\",\n]\n  \"41 01 61 0F 0D\"\n",
            "line 4, column 4",
            "in a list here",
        ),
        (
            "88BE\n82\n$ xxd -p block.bin\n$ ",
            "line 1, column 1",
            "before the first command",
        ),
        (
            "$ xxd -p block.bin\n$ \n\n88BE\n88",
            "line 2, column 1",
            "No command stands behind",
        ),
        (
            "blocks:\n- stream: 1\n- stream: 3\n  hex: 82\n  hex: 84\n",
            "line 5, column 1",
            "An item of this list",
        ),
        (
            "blocks:\n- stream:\n  hex: 82 86\n",
            "line 2, column 1",
            "No value stands behind",
        ),
        (
            "blocks:\n-  82\n- stream: 3\n  hex: 82\n",
            "line 2, column 1",
            "has no key",
        ),
        (
            "| request | hex |\n| --- | --- || GET / | `88` |\n| POST / | `82` |\n",
            "line 2, column 1",
            "as many cells",
        ),
        (
            "| hex |\n|---|\ndead beef\n| 88 |\n",
            "line 3, column 1",
            "as many cells",
        ),
        ("length,hex\nBF\n", "line 2, column 1", "have not “,”"),
        (
            "~~~text 828684\n82\n~~~\n",
            "line 1, column 1",
            "on the line of this code fence",
        ),
        (
            "request:88 beresponse:82 86 84 8a\n",
            "line 1, column 1",
            "Two labels",
        ),
        ("< > 88\n", "line 1, column 1", "Two labels"),
        (
            "> 82 86\n>84 86\n< 88\n",
            "line 2, column 2",
            "Beside a label",
        ),
        ("12\n * 3f e1 1f 82\n", "line 2, column 4", "others are not"),
        (
            "Buffer 82>\n<Buffer 82 86 84 8a>\n",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        (
            "x'3fe11f82'\nf'2082'\n",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "hdr[2]: 82:86 hdr[3]: 82:86:84\n",
            "line 1, column 9",
            "“82:86” was not read",
        ),
        (
            "> Server response:\n> 88 00 01 78 05\n> 38 ba 73 77 e8\n",
            "line 2, column 3",
            "read as a quoted mail's",
        ),
        (
            "> 82, 86,\n> 84\n< 88\n",
            "line 2, column 3",
            "A label stands before these bytes",
        ),
        (
            "ts=1 stream=5 lents=1 stream=7 hex=0f0d0131\n",
            "line 1, column 29",
            "“stream” stands twice",
        ),
        (
            "time=2026\n",
            "line 1, column 6",
            "“time” is the key of a number",
        ),
        (
            "block: 208\n",
            "line 1, column 8",
            "a digit of it is missing",
        ),
        (
            "Header Block Fr Block Fragment:\n  3FE11F82\nHeader Block Fragment:\n  BEBF\nHeader Block Fragment:\n  BEBF\n",
            "line 1, column 1",
            "is like another one",
        ),
        (
            "// header block 1\ndata2_1 :\n\n// header block 2\ndata2_2 := []byte{0x82, 0x86}\n",
            "line 2, column 1",
            "is like another one",
        ),
        (
            "Array(5) [ 65, 1, 97, 15, 13 ]\n\nArray(2) [ 190, 191 ]\n\nArr;y(1) [ 136 ]\n",
            "line 5, column 1",
            "is like another one",
        ),
        (
            "Buffer.frm(\"SIIIGQ\", \"base64\")\nBuffer.from(\"i3uLGQha0rFqIeQ1U38\", \"base64\")\n",
            "line 1, column 1",
            "is like another one",
        ),
        (
            "0x6d0c588b\t0x612d7861\n",
            "line 1, column 1",
            "may be swapped",
        ),
        (
            "  1. 88\n  1. 88\n",
            "line 2, column 3",
            "do not follow each other",
        ),
        (
            "12\n828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c75\n65\n",
            "line 1, column 1",
            "This row has 1 byte",
        ),
        (
            "8d58086e6f2d63616368654007\n782d7472616365\n023832\n",
            "line 2, column 1",
            "This row has 7 bytes",
        ),
        (
            "byte[] = {\n    (byte)0x82, (byte)0x84\n};\n",
            "line 1, column 8",
            "no name before",
        ),
        ("==> b1.", "line 1, column 1", "lost a part"),
        (
            "d: 88\nv: 82\nv: 84\n",
            "line 2, column 1",
            "may be the two sides",
        ),
        (
            "{\n 0x41,  0x61, 0x0f, // 0\n 0x0d, // 4\n}",
            "line 3, column 2",
            "does not end where a field ends",
        ),
        (
            "1000001010000110\n10000100\n1000001010000100\n",
            "line 2, column 1",
            "This row has 1 byte",
        ),
        ("##\n``\nbe\n``\n", "line 2, column 1", "a code fence"),
        ("hex= 82", "line 1, column 5", "begin with a separator"),
        ("block=:82:86", "line 1, column 7", "begin with a separator"),
        (
            "82  ; the request\n\n  ; the request\n",
            "line 3, column 1",
            "is like another one",
        ),
        ("hex!(\"8a \")", "line 1, column 9", "inside the list"),
        (":\n828684\n", "line 1, column 1", "No name stands before"),
        (
            "blocks:\n- hex: \"82 86\"\n- \n",
            "line 3, column 1",
            "in this item of a list",
        ),
        (
            "n <==\n36   0   1 120   7\n",
            "line 1, column 1",
            "lost a part",
        ),
        (
            "82 86 84 41\n0f 77 77\n2e 65 78 61\n6d 70 6c 65\n",
            "line 2, column 1",
            "This row has 3 bytes",
        ),
        (
            "82868441 8cF1e3c2 e5f23a6b a0ab90f4",
            "line 1, column 12",
            "“F” is a capital",
        ),
        ("8286 84 418cf1", "line 1, column 9", "not grouped alike"),
        (
            "828684 41 8cf1e3c2e5f23a6ba0ab90f4ff",
            "line 1, column 11",
            "not grouped alike",
        ),
        ("\"82 86 84", "line 1, column 1", "has no end in its line"),
        ("82 86 84\"", "line 1, column 9", "none was opened"),
        (
            "unhex(\"8286\")\nunhex(\"84\"",
            "line 2, column 6",
            "has no partner",
        ),
        (
            "header = \nheader = 828684",
            "line 1, column 1",
            "No bytes were read behind “header”",
        ),
        (
            "yte{0x82}\nbyte{0x88}\n",
            "line 1, column 1",
            "is like another one",
        ),
        (
            "vec![130, 134]\nvec![136]\nve",
            "line 3, column 1",
            "is like another one",
        ),
        (
            "client: 88 be\nserver:\n",
            "line 2, column 1",
            "No bytes were read behind “server”",
        ),
        (
            "82 86\n# 82 86\n",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "byte[] = {0x82}",
            "line 1, column 8",
            "no name before this “=”",
        ),
        (
            "let = vec![\n    130, 134,\n];",
            "line 1, column 5",
            "no name before this “=”",
        ),
        (
            "[1] 88 be\n[1] 88 be\n",
            "line 2, column 1",
            "do not follow each other",
        ),
        (" 2d 74 69 6d>\n", "line 1, column 13", "“>” has no partner"),
        (
            r#"{"cases": [{"seqno": 0, "wire": "82"}, {"seqno": 2, "wire": "84"}]}"#,
            "line 1, column 50",
            "The numbers of the cases do not follow",
        ),
        (
            "dead beef\ndata:;base64,vr8=\n",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "-80, 161, 12",
            "line 1, column 1",
            "it may have lost its “-”",
        ),
        (
            "[72u8, 16u8, 255u]",
            "line 1, column 14",
            "does not end as the number before it does",
        ),
        (
            "[[32, 130l], [130, 134]]",
            "line 1, column 2",
            "a list with words in it",
        ),
        (
            "a([\n 0x88,\n])\na([\n 0x,\n])",
            "line 4, column 3",
            "a list with words in it",
        ),
        (
            r#"a = "\xa0\x31"; b = byte"\x82""#,
            "line 1, column 21",
            "no known prefix",
        ),
        (
            "| bytes |\n| 828684 |\n|---|\n| 82 |",
            "line 3, column 1",
            "does not stand under a heading",
        ),
        (
            "0: 130\n2: 132\n1: 134\n",
            "line 2, column 1",
            "do not follow each other",
        ),
        ("%82%41%886", "line 1, column 10", "stands for itself"),
        ("0x82 0x86 |\n", "line 1, column 10", "end with a separator"),
        (
            "block = 82864101",
            "line 1, column 15",
            "does not end where a field ends",
        ),
        (
            "block = 8286848286",
            "line 1, column 15",
            "for the second time in its block",
        ),
        (
            "+--------+-------------------------------------------------+----------------+\n|00000000| 82 86 84                                        |...             |\n+--------+---",
            "line 3, column 1",
            "frame of a table is not whole",
        ),
        (
            "<pre>\n82 86\n",
            "line 1, column 1",
            "“<pre>” has no partner",
        ),
        (
            "88 # ok  82 # ok\n",
            "line 1, column 13",
            "A second comment",
        ),
        (
            "10:00:10,123 82 86 84 41 8c\n10:00:11,130 f1 e3\n",
            "line 2, column 17",
            "does not end where a field ends",
        ),
        (
            "<Buffer 88>\n<Buffer 8",
            "line 2, column 1",
            "“<” has no partner",
        ),
        (
            "82\\x86\\x84",
            "line 1, column 1",
            "may be a mark, a number, or a part of an escape",
        ),
        (
            "\"8286\" \"8286\"",
            "line 1, column 9",
            "for the second time in its block",
        ),
        ("[130] [130]", "line 1, column 5", "without a comma"),
        (
            "828684 # 18 bytes",
            "line 1, column 10",
            "18 bytes are announced",
        ),
        (
            "TE: 828684\nREAD: 3fe11f82\n",
            "line 1, column 5",
            "none does here",
        ),
        ("```\n82 86\n", "line 1, column 1", "no partner"),
        (
            "82 86\n# SETTINGS_HEADER_TABLE_SIZE 256\n",
            "line 2, column 1",
            "behind the last bytes",
        ),
        (
            "82\n# SETTINGS_HEDER_TABLE_SIZE 256\n86\n",
            "line 2, column 1",
            "may announce a setting",
        ),
        ("> 82 86\n< \n", "line 2, column 2", "mark of a sender"),
        (
            "Response 1:\nResponse 2: 82 86\n",
            "line 1, column 1",
            "behind “Response 1”",
        ),
        ("C: 82 86\nS: \n", "line 2, column 1", "behind “S”"),
        (
            " no | block\n----+--------\n  1 | \\x8286\n(2 rows)\n",
            "line 4, column 2",
            "1 were read",
        ),
        (
            "stream 1:\n82 86\nstream 3:\n",
            "line 3, column 1",
            "here before none",
        ),
        ("be 82  86 84", "line 1, column 8", "not separated"),
        (
            "│00000000│ 82 86 84 8a             ┊                         │××××    ┊        │\n\n│00000000│ 82 86 84 8a 8a          ┊                         │××××    ┊        │\n",
            "line 3, column 1",
            "do not match its bytes",
        ),
        (
            "1\t0f0d0131\n\n2\t8286\n\n4\t4001610162\n",
            "line 5, column 1",
            "do not follow each other",
        ),
        (
            "0x401010:\t0x3af2e5c2\t0x90aba06b\t0x0090fff4\n",
            "line 1, column 35",
            "may be padding",
        ),
        ("\" 82 86\"", "line 1, column 8", "inside the list"),
        ("-> :82:86", "line 1, column 4", "begin with a separator"),
        ("0x82 0x86 0x8\n", "line 1, column 11", "has one digit"),
        (
            "0x7ffc3a100040 <block>:\t0x88\t0xbe\n\nOx7ffc3a101040 <block>:\t0x88\n",
            "line 3, column 1",
            "may be a row",
        ),
        (
            "const char b[] = \"\\x16`\\x077\";\n",
            "line 1, column 28",
            "is not escaped as other bytes are",
        ),
        (
            "00000000  88 f3  .?\n00000002  81 0a  ..\n",
            "line 1, column 18",
            "do not match its bytes",
        ),
        (
            "00000000: 20                                       .\n",
            "line 1, column 52",
            "do not match its bytes",
        ),
        (
            "00000000: be bf  ..\n00000000: 82 86\n00000000: 88  .\n",
            "line 2, column 1",
            "other rows have them",
        ),
        (
            "82 86 84\n\n41 01 61 62  A.ab\n",
            "line 1, column 1",
            "other rows have them",
        ),
        (
            "bebf | ..\n88 | .\n",
            "line 2, column 1",
            "The row before this one is not full",
        ),
        (
            "stream 1:\n00000000: 82    .\n\nstream 2:00000000: 82                 .\n",
            "line 4, column 1",
            "may be a row of the dump",
        ),
        (
            "0000000 136 123  -3 228\n0000004\n",
            "line 1, column 18",
            "has a sign",
        ),
        (
            "0x401000:\t0x08\t0x82\t0x0f 0x0f\t0x2f\n",
            "line 1, column 26",
            "not separated as the others",
        ),
        (
            "0000000 618b dc96 fd34 2028 \n0000010 c005 e002      \n0000014\n",
            "line 1, column 11",
            "as hexdump fills them up",
        ),
        (
            "000000 83 87 85 41 8c f1 e3 c2\n000008 60 90 76 75\n00000c 83 87\n00000e\n",
            "line 2, column 8",
            "This row has 4 bytes",
        ),
        (
            "3f70: 5f 87 49 7c a5 8a e8 19 aa  _.I|.....\n",
            "line 1, column 1",
            "does not start at offset 0",
        ),
        (
            "(lldb) memory read p\n0x100003f50: 88  .\n\n(ll",
            "line 4, column 1",
            "the start of another one",
        ),
        (
            "ldb) memory read p\n0x100003f50: 88  .\n",
            "line 1, column 1",
            "may be the end of a row",
        ),
        (
            "com\n\nstream 2:\n0000  88  .\n",
            "line 1, column 1",
            "may be the end of a row",
        ),
        (
            "10:00:00 READ: 2B\n         +----+\n|00000000| 82 86 |.. |\n         +----+\n10:00:01 READ: 3B\n",
            "line 5, column 1",
            "here before none",
        ),
        (
            "00   82                      .\n",
            "line 1, column 8",
            "may be the characters of a dump",
        ),
        ("63 9048 c9", "line 1, column 4", "not grouped alike"),
        (
            "1 | 3fe11f82\n\n2 | 0f0d0131 0f0d0131\n",
            "line 3, column 14",
            "not separated as the others",
        ),
        ("16\n. 8d\n", "line 2, column 1", "No number stands beside"),
        (
            "len=20838784410F7777772E6578616D706C652E636F6D\n",
            "line 1, column 1",
            "No number stands beside",
        ),
        (
            "  1: 41 03 61\n  2: 62 63\n\n  3: 41 02\n  4: 61 62\n",
            "line 4, column 6",
            "This row has 2 bytes",
        ),
        (
            "(2) 88:be\n(2) 82\n",
            "line 2, column 2",
            "how many bytes there are",
        ),
        (
            "21: 87 05 83 62 B0 FF 41 8C F1 E3 C2 E5 F2 3A 6B A0 AB 90 F4 FF\n39: 86 05 83 62 B0 FF 7E 8A 1A E5 F2 3A 6B A0 B7 1E 03 C0 5F 87 49 7C A5 8A E8 19 AA 1F 08 88 BA 34 18 8A 73 DF 59 BF\n",
            "line 1, column 1",
            "how many bytes there are",
        ),
        (
            "34\t0.001234\t2\tbe bf\n35\t0.002468\t2\tbe\n",
            "line 2, column 13",
            "Column 3 says 2 here, but column 4 holds 1 byte:",
        ),
        (
            "87497ca5\n18,838685bf\n19,828785bf\n20,828684\n",
            "line 2, column 1",
            "was read as a byte",
        ),
        (
            "| 22: 82:87:85:41:8c:f1:e3:c2:e5:f2:3a:6b:a0:ab:90:f4:ff:53:03:2a:2f:2a\n",
            "line 1, column 3",
            "was read as a byte",
        ),
        (
            "dead beef\n#14) 8800017800\n",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "│00000000│ e1 81 82                ┊                         │•××     ┊        │\n",
            "line 1, column 62",
            "do not match its bytes",
        ),
        ("  6: 208\n", "line 1, column 6", "a digit of it is missing"),
        (
            "1[...] 14\t82\n\n15\t2082\n",
            "line 1, column 1",
            "Something was left out",
        ),
        (
            "0x8fe5c100\t0x3af2e5c2\n0x00000082\n",
            "line 1, column 1",
            "may be swapped",
        ),
    ]);
}

#[test]
fn what_stands_where_no_program_prints_it_is_named() {
    assert_named(&[
        (
            "--- client\n82\n--- server\n88\n",
            "line 1, column 1",
            "heading differ",
        ),
        (
            "$b = array(0x88);;\n$c = array(0x82);\n",
            "line 1, column 16",
            "Two signs",
        ),
        (
            "const B: &[u8] == b\"\\x88\";\n",
            "line 1, column 17",
            "Two signs",
        ),
        ("var p = 1[36, 190];\n", "line 1, column 8", "Two signs"),
        (
            "0x82u\n\n0x86u\n",
            "line 3, column 1",
            "not separated as the others",
        ),
        (
            "[15 13 1 4\\]\n",
            "line 1, column 11",
            "not separated as the others",
        ),
        (
            "16#82\n\n16#86# 16#84#\n",
            "line 1, column 6",
            "not separated as the others",
        ),
        (
            " no | block \n----+--------\n  1 | \\x4101\n  2 | \\x410161\n(2 rows)\n",
            "line 2, column 1",
            "cut at the right",
        ),
        (
            "> \\x82\\x86\n> \\x84\n",
            "line 1, column 3",
            "it is email quoting",
        ),
        (
            "2026-11-21 10:00:10 8d\n2026-\n2026-11-21 10:00:12 8d0f28\n",
            "line 2, column 5",
            "end with a separator",
        ),
        (
            "[{ id: 4, block: '-8' }]",
            "line 1, column 19",
            "signed decimal",
        ),
        ("0x82 # 1 byte ... ", "line 1, column 15", "The dots here"),
        ("PS\n48\n", "line 1, column 1", "left of a prompt"),
        (
            "INGS_HEADER_TABLE_SIZE 256\nreq = \"82\"\n\nres = \"88\"\n",
            "line 1, column 1",
            "may announce a setting",
        ),
        ("> C: 82\n> S: 88\n", "line 1, column 6", "a quoted mail's"),
        (
            "client ---\n82\nserver ---\n88\n",
            "line 1, column 1",
            "heading differ",
        ),
        (
            "--- client ---\n82\n--- s",
            "line 3, column 1",
            "stands before bytes elsewhere",
        ),
        (
            "request = \"82\"\nrespons\n",
            "line 2, column 1",
            "stands before bytes elsewhere",
        ),
        (
            "byte[] // two\nbyte[] b = {\n 0x82,\n};\n",
            "line 1, column 1",
            "stands before bytes elsewhere",
        ),
        ("I see 82:86:\n84:8a", "line 1, column 7", "was not read"),
        ("client82:86\n", "line 1, column 10", "may be a byte"),
        (
            "[   10.1] 880f13072235\n[   11.1] 8d",
            "line 2, column 11",
            "A label stands before these bytes",
        ),
        (
            "v/2026:10:00:11 block=88",
            "line 1, column 1",
            "begins within a date",
        ),
        (
            ">.\n\nb = <<\n 0x82,\n>>.\n",
            "line 1, column 1",
            "Nothing that this closes",
        ),
        (
            "b <<\n  0x82,\n>>.\n",
            "line 1, column 1",
            "This declaration has no",
        ),
        (
            "[]\n\nx = [0x82]\n",
            "line 1, column 1",
            "Nothing stands in these brackets",
        ),
        (
            "130u\n190u\n",
            "line 2, column 1",
            "not separated as the others",
        ),
        (
            "136, 19\n0\n",
            "line 2, column 1",
            "not separated as the others",
        ),
        (
            ".byte \n  130, 134\n  132, 138\n",
            "line 3, column 3",
            "not separated as the others",
        ),
        (
            "  8d\n20  8876 8786 b192 72b0\n",
            "line 2, column 1",
            "not separated as the others",
        ),
        (
            "\"goaE\"\n.\"QAFhAWI=\"",
            "line 1, column 6",
            "end with a separator",
        ),
        (
            "blocks:\n- 8286-\n 88\n",
            "line 2, column 7",
            "end with a separator",
        ),
        (
            "# SETTINGS_HEADER_TABLE_SIZE 25\n6\nrequest = \"82\"\nresponse = \"88\"\n",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "## Response\n\n4882 0819\n\n## Reques83 87 04 85\n",
            "line 5, column 1",
            "Nothing was read from this line",
        ),
        (
            "0000000 86828a84    \n0000004\n",
            "line 1, column 15",
            "hexdump fills up",
        ),
        (
            "00000000  20 82  | .|\n00000000  20\n00000000  82 86 84  |...|\n",
            "line 2, column 1",
            "no characters beside this row",
        ),
        (
            "a = {\n 0x82, // x\n};\nb = {\n 0x86, // x\n};\nc = {\n 0x84, // x\n};\nd = {\n 0x82,\n};\n",
            "line 11, column 6",
            "All other rows have a comment",
        ),
        (
            "a = {\n 0x82, 0x86, // x\n 0x84, // x\n};\nb = {\n 0xbf, // x\n 0xbf, // x\n};\n",
            "line 7, column 2",
            "the one above once more",
        ),
        (
            "\\x82\\x86\n  \\x84\n\n  \\x88\n",
            "line 1, column 1",
            "All other lines are indented",
        ),
        (
            "\\210\\000\\001x\\n1\\325-\n\\210\\000\\001x\\0011\n",
            "line 2, column 1",
            "a whole block by itself",
        ),
        ("C: 8286S: bebf", "line 1, column 4", "was not read"),
        (
            "Block 7: 0x20 0x82Block 8: 0x41 0x01",
            "line 1, column 10",
            "was not read",
        ),
        (
            "INBOUND0f:0d:01:31",
            "line 1, column 11",
            "they may be a byte",
        ),
        ("82z86:84", "line 1, column 7", "they may be a byte"),
        (
            "blocks:\ndead beef\n- 88",
            "line 2, column 1",
            "among the items of a list",
        ),
        (
            "blocks:\n-88",
            "line 2, column 1",
            "read as a number below zero",
        ),
        (
            "-82 // 82 bytes\n",
            "line 1, column 1",
            "read as a number below zero",
        ),
        (
            "blocks:\n- 82:86:\n- 84:41:01:61\n",
            "line 3, column 3",
            "This item of a list",
        ),
        (
            "#11 | 82\n#12 |\n 82 86 84\n",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        (
            "82\t#12: 828684",
            "line 1, column 3",
            "Nothing was read from this line",
        ),
        (
            "dead beef\n#1 | bebf",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "dead beef\n3fe1 1f82 (4 bytes)",
            "line 1, column 10",
            "How many bytes there are",
        ),
        (
            "The block is 82::84.",
            "line 1, column 17",
            "begin with a separator",
        ),
        (
            "request\tbytes\nGET /\t:82",
            "line 2, column 7",
            "begin with a separator",
        ),
        (
            "# header blocks\n-BF",
            "line 2, column 1",
            "begin with a separator",
        ),
        (
            "block \"82 86 ** 8a\" fails",
            "line 1, column 14",
            "which may be hidden",
        ),
        ("0000\t20 **\n", "line 1, column 9", "which may be hidden"),
        (" \\130\n", "line 1, column 1", "lost its quotes"),
        (
            "payload0 := \\x82\npayload1 :=  \\x82",
            "line 2, column 13",
            "lost its quotes",
        ),
        (
            "kBlock1  = \"\\x82\\x86\"",
            "line 1, column 8",
            "colons may have been removed",
        ),
        (
            "constblock=\"\\u0082\"",
            "line 1, column 1",
            "blanks may have been removed",
        ),
        (
            "hdr bytes([\n  0x82, 0x86\n])",
            "line 1, column 1",
            "no “=”",
        ),
        (
            "byte[] b = byte[] {\n 0x82\n}",
            "line 1, column 1",
            "no “=”",
        ),
        (
            "const std::array<uint8_t, b = {\n  0x88,\n};",
            "line 2, column 2",
            "no “=”",
        ),
        ("136,130,65, 1, 97", "line 1, column 5", "are not separated"),
        (
            "[\n  \"0x88\"\n  \"0x82 0x86\"\n]",
            "line 3, column 4",
            "are not separated",
        ),
        (
            "\"82 86\",\n\"88\"",
            "line 2, column 2",
            "are not separated",
        ),
        ("190 191;\n64 1", "line 2, column 1", "are not separated"),
        ("$3F $E1$1F", "line 1, column 8", "are not separated"),
        ("401000:\t8682", "line 1, column 1", "may be swapped"),
        (
            "0Fh 0Ddh",
            "line 1, column 5",
            "is not spelled as the others",
        ),
        (
            "e4h, 0ddh",
            "line 1, column 6",
            "is not spelled as the others",
        ),
        ("[136,0,1,-80]", "line 1, column 10", "has a sign"),
        (
            "0b10000010 0b1000_0110",
            "line 1, column 12",
            "a “_” among its digits",
        ),
        ("$b_1\n$b_2", "line 1, column 1", "or it is a name"),
        ("08XD", "line 1, column 1", "read as Base64"),
        (
            "//fromtheproxy\n4101610F0D",
            "line 1, column 1",
            "start of a comment",
        ),
        (
            "goY=:\nQQFhDw0=",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        ("QQFhDw0=\t10", "line 1, column 1", "was not read"),
        (
            "[{\"data\": \"QoPXw3+H-C5f\"}]",
            "line 1, column 20",
            "the other alphabet",
        ),
        (
            "> 82\n# SETTINGS_HElADER_TABLE_SIZE 4096\n> 88",
            "line 2, column 1",
            "may announce a setting",
        ),
        (
            "> 82\n# 4096\n> 88",
            "line 2, column 1",
            "may announce a setting",
        ),
        (
            "ArrayBuffer { [Uint8Contents]: <41 01 }",
            "line 1, column 15",
            "has no partner",
        ),
        (
            "{\n  (byte) 0x41, (byte)\n};",
            "line 2, column 14",
            "inside the list",
        ),
        (
            "Data([,\n])\nData([\n  130,\n])",
            "line 1, column 1",
            "inside the list",
        ),
        (
            "var a = new byte[] { 130, 134 }\n;var b = new byte[] { 136 };",
            "line 2, column 1",
            "Nothing was read from this line",
        ),
        (
            "const char b[] = \"\\x82\"; \"\\x82\";",
            "line 1, column 23",
            "beside each other",
        ),
        (
            ">>> b0\nb'\\x82\\x86\\x08'\n>>> b1\nb'\\x88'",
            "line 4, column 3",
            "A label stands before these bytes",
        ),
        (
            "\"\\u00be\u{a0}\\u00bf\"",
            "line 1, column 8",
            "no-break space",
        ),
        ("X'88'\nX''", "line 2, column 2", "This string is empty"),
        (
            "echo -ne echo -ne '\\xBE'",
            "line 1, column 1",
            "Two words stand twice",
        ),
        (
            "host app[B2]: DEBUG 82",
            "line 1, column 10",
            "it may be one too",
        ),
        ("(74)\n(80)", "line 1, column 4", "brackets of its own"),
        (
            "Here is it:```82be bf```",
            "line 1, column 1",
            "this code fence",
        ),
        (
            "\\276, \\277 \\277",
            "line 1, column 12",
            "are not separated",
        ),
        (
            "0x88u8,\n0xbeu8 0xbeu8",
            "line 2, column 8",
            "are not separated",
        ),
        (
            "[\n  \"8800 0178\"\ndead beef\n]",
            "line 3, column 1",
            "are not separated",
        ),
        (
            "82\t# 8D",
            "line 1, column 3",
            "Nothing was read from this line",
        ),
        (
            "hdr[4]:8d:61:1d:53:3dhdr[20]:88:be",
            "line 1, column 8",
            "was not read",
        ),
        (
            "[11] 88 00 01 78 06 7D D7 3A 5E DC 24\n[28] 88",
            "line 2, column 2",
            "how many bytes there are",
        ),
        ("``` bebf\n88\n```", "line 1, column 1", "this code fence"),
        (
            "[{\"id\": 0, \"id\": 1, \"hex\": \"88\"}]",
            "line 1, column 12",
            "stands twice in this object",
        ),
        (
            "hdr[5]:\n  4001610162hdr[4]:\n  3FE11F82\n",
            "line 2, column 3",
            "was not read, and may be bytes",
        ),
        (
            "2026-11-21 10:00:10 88\n2026-11-21 10:01 31\n",
            "line 2, column 1",
            "not written as in the first line",
        ),
        (
            "stream 12stream 14: 88\n",
            "line 1, column 1",
            "Two words stand twice",
        ),
        (
            "stream=1tream=13 hex=88\n",
            "line 1, column 1",
            "Two “=” stand beside one value",
        ),
        (
            "ts=17 stream=3=37 hex=BEBF\n",
            "line 1, column 1",
            "Two “=” stand beside one value",
        ),
        (
            "[]\n[]byte(\"\\x88\")\n",
            "line 1, column 1",
            "start of the one below",
        ),
        (
            "0x401000 <40400 <block>:\t0x82\n",
            "line 1, column 1",
            "“<” has no partner here",
        ),
        (
            "→ 8286 84\n← 82 82\n",
            "line 2, column 5",
            "not grouped alike",
        ),
        (
            "16#82# 16#86#16#88#",
            "line 1, column 14",
            "are not separated",
        ),
        ("-120: -66\n", "line 1, column 7", "they may be a byte"),
        (
            "[bez bf]\n[82, 86]\n",
            "line 1, column 1",
            "Nothing was read from this line",
        ),
        (
            "3f:e1:1f:;82 (4 bytes)\n",
            "line 1, column 9",
            "end with a separator",
        ),
        (
            "kBlock1_1 = der\nkBlock1_2 = bytes([\n  130\n])\n",
            "line 1, column 1",
            "No bytes were read behind “kBlock1_1”",
        ),
    ]);
}

#[test]
fn a_language_may_end_with_a_digit() {
    assert!(says("```hex88\n82 86\n```\n", "this code fence"));
    assert!(!says("```python3\n82 86\n```\n", "this code fence"));
}

#[test]
fn nothing_is_said_of_what_programs_print() {
    for text in [
        "uint8_t a[] = {0x82, 0x86, 0x84//last\n};\n",
        "```dec\n130 134 132\n```\n",
        "Hello,\n\nhere is the block:\n\n82 86\n\nThanks,\nBob\n",
        "$ xxd -p block.bin\n8286\n$ ",
        "# xxd b\n82 86\n$\n",
        "blocks:\n- stream: 1\n  hex: 82\n- stream: 3\n  hex: 84\n",
        "| a | hex |\n| --- | --- |\n| 1 | `88` |\n| 2 | `88` |\n",
        "```hex\n82 86\n```\n",
        "> 82 86\n< 88\n",
        "client 1: 82 86\nserver 2: 88\n",
        // Rows of zeros that hexdump squeezed.
        "00000000  00 01 61 7f 41 00 00 00  00 00 00 00 00 00 00 00  |..a.A...........|\n00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n000000c0  00 00 00 00 00                                    |.....|\n000000c5\n",
        "82 86 84 41\n8c f1 e3 c2\ne5 f2 3a 6b\na0 ab 90 f4\nff\n",
        "8286 8441 8cf1 e3c2\ne5f2 3a6b a0ab 90f4\nff\n",
        "82868441 8cf1e3c2 e5f23a6b a0ab90f4 ff\n",
        "x = [0x82, 0x86]\ny = [\n  0x84, 0x41,\n  0x01, 0x61,\n]\n",
        "[2026-11-21 10:00:00] hpack.cc:82] block=828684",
        "const char a[] = \"\\x82\\x86\"\n    \"\\x84\";\n",
        "1) 8286\n2) 8284\n3) 84\n",
        "82 | == Indexed - Add ==\n   |   idx = 2\n86 | == Indexed - Add ==\n84 | == Indexed - Add ==\n",
        "DEBUG 2026-11-21 10:00:00 hpack - block: 82 86 84",
        "$2 = {0x82, 0x0 <repeats 15 times>, 0xbe}",
        "x = \"\\x82\\x86\"\n\x1b[0m\n",
        "$ cat block82.hex\n8d\n$ \n",
        "x = [\n  0x82, 0x86,\n]\nx = [0x84]\n",
        // tcpdump shows spaces as dots, and od fills up numbers.
        "\t0x0000:  2082                                     ..\n",
        "0000000   64    1   97    1  -66\n0000005\n",
        // A word that is filled up with zeros has another line's shape.
        "0x401000:\t0x41848682\t0xc2e3f18c\t0x6b3af2e5\t0xf490aba0\n0x401010:\t0x000000ff\n",
        "  1: 41 02 61\n  2: 62\n\n  3: 82 86\n",
        "```hex\n82 86\n```\n",
        "3 | 3f e1 1f 82\n5 | 40 01 61 01 62\n",
    ] {
        let problems = said(text);
        let damaged = |problem: &crate::Problem| {
            ["missing", "doubled", "changed"]
                .iter()
                .any(|word| problem.message.contains(word))
        };
        assert!(!problems.iter().any(damaged), "{text}: {problems:?}");
    }
}
