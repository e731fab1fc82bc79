/** What happens to the dynamic table. */
import { textOf } from "../../examples/texts";
import { whichIndex } from "../exercises/which-index";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./table-life.mdx";

const RESPONSES: LearnExample = {
  id: "c5",
  title: "Responses in a small table",
  text: textOf("rfc7541-c5"),
  row: 4,
  about: "The responses of RFC 7541 §C.5. The table has a maximum size of 256 bytes, and four entries nearly fill it.",
  walk: [
    [
      "1 `:status` by index with a literal value, to be added to the table.",
      "1 3 bytes.",
      "3 `302`: 7 + 3 + 32 = 42 bytes in the table.",
      "1 `cache-control`.",
      "1 7 bytes.",
      "7 `private`: 52 bytes more, 94 in all.",
      "1 `date`.",
      "1 29 bytes.",
      "29 A date: 65 bytes more, 159 in all.",
      "1 `location`.",
      "1 23 bytes.",
      "23 `https://www.example.com`: 63 bytes more, 222 of 256.",
    ],
    [
      "1 `:status` again, with a different value.",
      "1 3 bytes.",
      "3 `307`: 42 bytes, and 222 + 42 is more than 256. The oldest entry, `:status: 302`, is evicted, and the size is 222 again.",
      "1 `cache-control: private`. Its index was 64 and is 65 now.",
      "1 The date.",
      "1 The location. In the previous block its value alone took 23 bytes.",
    ],
    [
      "1 `:status: 200` is static index 8.",
      "1 `cache-control: private`.",
      "1 `date`.",
      "1 29 bytes.",
      "29 One second later, so a new entry of 65 bytes. `cache-control: private` is evicted, although it was used just now.",
      "1 The location.",
      "1 `content-encoding`.",
      "1 4 bytes.",
      "4 `gzip`: 52 bytes. The first date is evicted.",
      "1 `set-cookie`.",
      "1 56 bytes.",
      "56 A cookie: 98 bytes. Two entries are evicted, the location and `:status: 307`. Three are left.",
    ],
  ],
};

const TOO_LARGE: LearnExample = {
  id: "too-large",
  title: "A size update, and an entry too large",
  text: `# Two entries of 34 bytes
40 01 61 01 31  40 01 62 01 32

# The maximum size becomes 50; then entries of 49 and of 51 bytes
3f 13  40 01 63 10 30313233343536373839616263646566  40 01 64 12 303132333435363738396162636465666768
`,
  options: { blocks: "blank" },
  row: 2,
  about: "An entry that is larger than the whole table is not an error. It empties the table and is not added.",
  walk: [
    ["5 `a: 1`: 1 + 1 + 32 = 34 bytes.", "5 `b: 2`: another 34, 68 of 4096 in all."],
    [
      "2 Size update: 31 + 19 = 50. Only one entry fits into that, so the older one, `a: 1`, is evicted at once.",
      "1 A literal with incremental indexing, its name spelled out.",
      "2 The name `c`.",
      "1 A value of 16 bytes.",
      "16 1 + 16 + 32 = 49. Only this entry fits: `b: 2` is evicted.",
      "1 Another one.",
      "2 The name `d`.",
      "1 A value of 18 bytes.",
      "18 1 + 18 + 32 = 51, more than 50. Everything is evicted, and nothing is added. The field itself is decoded like any other.",
    ],
  ],
};

const ZERO: LearnExample = {
  id: "zero",
  title: "To nothing and back",
  text: `# An entry
40 01 61 01 31

# The receiver has lowered its limit to 0 and raised it again
# SETTINGS_HEADER_TABLE_SIZE 0
# SETTINGS_HEADER_TABLE_SIZE 4096
20 3f e1 1f  90

# The entry is gone: its index is an error
be
`,
  options: { blocks: "blank" },
  row: 1,
  about:
    "Two changes of the limit between two blocks. The encoder has to signal the smallest one, which is what empties the table, and then the last one.",
  walk: [
    ["5 `a: 1` becomes index 62."],
    [
      "1 Size update to 0: the table is empty.",
      "3 Size update to 4096: there is room again, but the entry does not come back.",
      "1 `accept-encoding: gzip, deflate`, which needs no dynamic table.",
    ],
    ["1 Index 62: there is no such entry, and the block is broken."],
  ],
};

export const TABLE_LIFE: Chapter = {
  id: "table-life",
  title: "The life of the dynamic table",
  sections: ["4"],
  brief: "insertion, eviction, size updates",
  examples: [RESPONSES, TOO_LARGE, ZERO],
  Text,
  exercises: [whichIndex({ id: "which-index-evicting", title: "Which index is it, if any?", evicting: true })],
};
