/** Sensitive fields, and why a representation is never indexed. */
import { fewestBytes } from "../exercises/fewest-bytes";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./sensitive.mdx";

const COOKIES: LearnExample = {
  id: "three-ways",
  title: "A cookie in three ways",
  text: "# cookie: id=7f3 three times over\n60 0669643d376633\n0f11 0669643d376633\n1f11 0669643d376633\n",
  options: { blocks: "blank" },
  row: 2,
  about: "The same field in each of the three literals. The header list is the same each time.",
  walk: [
    [
      "1 `01` with index 32: `cookie`, to be added to the table.",
      "1 6 bytes, not Huffman-coded.",
      "6 `id=7f3`. It is in the table now, so a guess can be compared with it.",
      "2 `0000` with index 15 + 17 = 32: `cookie`, not to be added on *this* connection.",
      "1 6 bytes.",
      "6 `id=7f3`. A proxy that forwards it is free to index it on the next hop.",
      "2 `0001` with index 32: never indexed, neither on this connection nor on any other hop.",
      "1 6 bytes.",
      "6 `id=7f3`. A proxy that forwards it must use this representation again.",
    ],
  ],
};

const PASSWORD: LearnExample = {
  id: "c2-3",
  title: "RFC 7541 C.2.3",
  text: "# RFC 7541 C.2.3, literal never indexed\n10 08 70617373776f7264 06 736563726574\n",
  options: { blocks: "blank" },
  walk: [
    [
      "1 `0001` with index 0: never indexed, and the name follows.",
      "1 8 bytes, not Huffman-coded.",
      "8 `password`.",
      "1 6 bytes.",
      "6 `secret`. The table is still empty afterwards.",
    ],
  ],
};

export const SENSITIVE: Chapter = {
  id: "sensitive",
  title: "Sensitive fields",
  sections: ["7.1"],
  brief: "guessing from lengths; never indexed",
  examples: [COOKIES, PASSWORD],
  Text,
  exercises: [fewestBytes({ id: "keep-it-out", title: "Keep it out of every table", sensitive: true })],
};
