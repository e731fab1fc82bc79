/** String literals and the Huffman code. */
import { findError } from "../exercises/find-error";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./strings.mdx";

const CODED: LearnExample = {
  id: "coded",
  title: "The same field, plain and coded",
  text: "# www.example.com as it is\n8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d\n\n# and in the Huffman code\n8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff\n",
  options: { blocks: "blank" },
  row: 7,
  about:
    "The first requests of RFC 7541 §C.3 and §C.4. Choose a byte of the coded value, and the step shows which character each of its bits belongs to.",
  walk: [
    [
      "3 `:method: GET`, `:scheme: http`, `:path: /`.",
      "1 A literal with incremental indexing; index 1 gives the name, `:authority`.",
      "1 The first bit is 0: not Huffman-coded. The other seven bits are the length, 15.",
      "15 `www.example.com`, one byte a character.",
    ],
    [
      "3 The same three fields.",
      "1 The same name.",
      "1 `8c`: the first bit is 1, Huffman-coded, and the length is 12. The length counts the *coded* bytes.",
      "3 `www`: 1111000 three times, a code of seven bits. The first dot, 010111, begins in the last of these bytes.",
      "2 The rest of the dot, `e` as 00101, `x` as 1111001: codes run across the ends of bytes.",
      "6 Most of `ample.com`, in codes of five or six bits.",
      "1 The last bit of `m`, and seven ones up to the end of the byte: the padding.",
    ],
  ],
};

const LARGER: LearnExample = {
  id: "larger",
  title: "Where the code is longer",
  text: "# etag, as it is and coded\n0f13087b7e7c7d5e7c7e7b\n",
  about:
    "Rare characters have long codes, of up to thirty bits. A good encoder compares both forms and writes the shorter one.",
  walk: [
    [
      "2 A literal without indexing, with the name of index 15 + 19 = 34, `etag`.",
      "1 Not Huffman-coded, 8 bytes.",
      "8 Eight characters, `{~|}^|~{`, with codes of 11 to 15 bits: Huffman-coded they would take 14 bytes.",
    ],
  ],
};

export const STRINGS: Chapter = {
  id: "strings",
  title: "Strings and the Huffman code",
  sections: ["5.2", "B"],
  brief: "codes, padding, and EOS",
  examples: [CODED, LARGER],
  Text,
  exercises: [
    findError({
      id: "broken-string",
      title: "Find the error in a string",
      codes: ["truncated-string", "huffman-eos", "huffman-padding-too-long", "huffman-padding-not-ones"],
      given:
        "Here each byte from `80` to `90` that begins a field is the whole of it; `00` is followed by a name and a value, each after its length; `0f` by one more byte for the name, then the value.",
    }),
  ],
};
