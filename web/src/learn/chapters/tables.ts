/** The two tables, and the one range of indexes that covers both. */
import { textOf } from "../../examples/texts";
import { whichIndex } from "../exercises/which-index";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./tables.mdx";

const REQUESTS: LearnExample = {
  id: "c3",
  title: "Three requests, without Huffman coding",
  text: textOf("rfc7541-c3"),
  row: 3,
  about: "The requests of RFC 7541 §C.3. Their strings are not Huffman-coded, so that the letters can be read.",
  walk: [
    [
      "1 The first bit is 1: a whole field from a table. Index 2 is `:method: GET`.",
      "1 Index 6: `:scheme: http`.",
      "1 Index 4: `:path: /`.",
      "1 The first bits are 01: index 1 gives the name, `:authority`; the value follows, and the field becomes an entry.",
      "1 The value is 15 bytes long and is not Huffman-coded.",
      "15 `www.example.com`. The table, empty until now, has its first entry, index 62.",
    ],
    [
      "1 `:method: GET`.",
      "1 `:scheme: http`.",
      "1 `:path: /`.",
      "1 `be` is a 1 and then 62: the entry that the previous request added. `:authority: www.example.com` in one byte.",
      "1 Index 24 gives the name `cache-control`; the field becomes an entry.",
      "1 The value is 8 bytes long.",
      "8 `no-cache`. This entry is index 62 now, and `:authority` has become 63.",
    ],
    [
      "1 `:method: GET`.",
      "1 Index 7: `:scheme: https`.",
      "1 Index 5: `:path: /index.html`.",
      "1 `bf` is a 1 and then 63: `:authority` again, but under a different index than last time.",
      "1 The first bits are 01, and the index is 0: the name is not taken from a table but follows as a string.",
      "1 The name is 10 bytes long.",
      "10 `custom-key`.",
      "1 The value is 12 bytes long.",
      "12 `custom-value`. There are three entries now, the newest first.",
    ],
  ],
};

export const TABLES: Chapter = {
  id: "tables",
  title: "Two tables, one range of indexes",
  sections: ["2.3"],
  brief: "1 to 61, and 62 onwards",
  examples: [REQUESTS],
  Text,
  exercises: [whichIndex({ id: "which-index", title: "Which index is this now?" })],
};
