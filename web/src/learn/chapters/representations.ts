/** The four representations, and the size update. */

import { decodeByte } from "../exercises/decode-byte";
import { fewestBytes } from "../exercises/fewest-bytes";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./representations.mdx";

const ALL: LearnExample = {
  id: "all",
  title: "Each kind in one block",
  text: `# A size update, then every way to write a field
3fe11f
828784
410b6f7263686172642e6e6574
4006782d747265650570656172 73
0f1a04227637 22
1f08096d792d736563726574
`.replaceAll(/(?<=[0-9a-f]) (?=[0-9a-f])/g, ""),
  options: { blocks: "blank" },
  row: 0,
  about:
    "A size update, then seven representations of all four kinds. “This step” shows the first bits of each, which say what it is.",
  walk: [
    [
      "3 `001`: *size update*. The number is 31 + 97 + 31 × 128 = 4096.",
      "1 `1`: *indexed*. Name and value come from index 2, `:method: GET`. Nothing is added to the table.",
      "2 Two more: index 7 is `:scheme: https`, and index 4 is `:path: /`.",
      "1 `01`: *incremental*. Index 1 gives the name, `:authority`.",
      "1 The value is 11 bytes long, not Huffman-coded.",
      "11 `orchard.net`. The field is part of the header list, and it becomes an entry.",
      "1 `01` with index 0: *incremental*, and the name is spelled out.",
      "1 The name is 6 bytes long.",
      "6 `x-tree`. Names must be lower case in HTTP/2.",
      "1 The value is 5 bytes long.",
      "5 `pears`.",
      "2 `0000`: *without indexing*. Index 15 + 26 = 41 gives the name, `if-none-match`.",
      "1 The value is 4 bytes long.",
      '4 `"v7"`. The table stays as it is.',
      "2 `0001`: *never indexed*. Index 15 + 8 = 23 gives the name, `authorization`.",
      "1 The value is 9 bytes long.",
      "9 `my-secret`. A proxy that forwards the field must not put it into a table either.",
    ],
  ],
};

export const REPRESENTATIONS: Chapter = {
  id: "representations",
  title: "Four representations and a size update",
  sections: ["6"],
  brief: "what the first bits say",
  examples: [ALL],
  Text,
  exercises: [
    decodeByte({
      id: "decode-octet",
      title: "Decode this byte",
      kinds: ["indexed", "incremental", "without", "never", "size-update"],
    }),
    decodeByte({
      id: "decode-octets",
      title: "Decode these bytes",
      kinds: ["without", "never", "size-update"],
      long: true,
    }),
    fewestBytes({ id: "fewest-octets", title: "Write it in the fewest bytes" }),
  ],
};
