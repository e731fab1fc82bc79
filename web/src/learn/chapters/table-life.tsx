/** What happens to the dynamic table. */
import { exampleText } from "../../examples/examples";
import { whichIndex } from "../exercises/which-index";
import { Fact } from "../live/facts";
import { S } from "../marked";
import { TableLife } from "../widgets/table/table-life";
import type { Chapter, LearnExample } from "./chapter";

const RESPONSES: LearnExample = {
  id: "c5",
  title: "Responses in a small table",
  text: exampleText("rfc7541-c5"),
  row: 4,
  about: "The responses of RFC 7541 §C.5. The table has room for 256 octets, and four entries nearly fill it.",
  walk: [
    [
      [1, "`:status`, with a value that follows, to be remembered."],
      [1, "3 octets."],
      [3, "`302`: 7 + 3 + 32 = 42 octets in the table."],
      [1, "`cache-control`."],
      [1, "7 octets."],
      [7, "`private`: 52 octets more, 94 in all."],
      [1, "`date`."],
      [1, "29 octets."],
      [29, "A date: 65 more, 159 in all."],
      [1, "`location`."],
      [1, "23 octets."],
      [23, "`https://www.example.com`: 63 more, 222 of 256."],
    ],
    [
      [1, "`:status` again, with another value."],
      [1, "3 octets."],
      [3, "`307`: 42 octets, and 222 + 42 is more than 256. The oldest entry, `:status: 302`, goes. 222 again."],
      [1, "`cache-control: private`. What was 64 is 65 now."],
      [1, "The date."],
      [1, "The location. The block before took 23 octets for it."],
    ],
    [
      [1, "`:status: 200` is static index 8."],
      [1, "`cache-control: private`."],
      [1, "`date`."],
      [1, "29 octets."],
      [29, "One second later: a new entry of 65 octets. `cache-control: private` goes, used a moment ago or not."],
      [1, "The location."],
      [1, "`content-encoding`."],
      [1, "4 octets."],
      [4, "`gzip`: 52 octets. The first date goes."],
      [1, "`set-cookie`."],
      [1, "56 octets."],
      [56, "A cookie: 98 octets. Two entries go, the location and `:status: 307`. Three are left."],
    ],
  ],
};

const TOO_LARGE: LearnExample = {
  id: "too-large",
  title: "A size update, and an entry too large",
  text: `# Two entries of 34 octets
40 01 61 01 31  40 01 62 01 32

# The maximum becomes 50; then entries of 49 and of 51 octets
3f 13  40 01 63 10 30313233343536373839616263646566  40 01 64 12 303132333435363738396162636465666768
`,
  options: { blocks: "blank" },
  row: 2,
  about: "An entry that is larger than the whole table is not an error. It empties the table, and is not in it.",
  walk: [
    [
      [5, "`a: 1`: 1 + 1 + 32 = 34 octets."],
      [5, "`b: 2`: another 34. 68 of 4096."],
    ],
    [
      [2, "Size update: 31 + 19 = 50. Only one entry fits in that: the older one, `a: 1`, goes at once."],
      [1, "A literal with incremental indexing, its name spelled out."],
      [2, "The name `c`."],
      [1, "A value of 16 octets."],
      [16, "1 + 16 + 32 = 49. It fits alone: `b: 2` goes."],
      [1, "Another one."],
      [2, "The name `d`."],
      [1, "A value of 18 octets."],
      [
        18,
        "1 + 18 + 32 = 51, more than 50. Everything goes, and nothing is added. The field itself is as good as any.",
      ],
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
    "Two changes of the limit between two blocks. The encoder has to report the smallest, because that is what emptied the table, and then the last.",
  walk: [
    [[5, "`a: 1` becomes index 62."]],
    [
      [1, "Size update to 0: the table is empty."],
      [3, "Size update to 4096: there is room again, but nothing comes back."],
      [1, "`accept-encoding: gzip, deflate`, which needs no dynamic table."],
    ],
    [[1, "Index 62: nothing is there, and the block is broken."]],
  ],
};

function Before() {
  return (
    <>
      <p>
        Memory has an end, so the table has a <em>maximum size</em>. The size of an entry is the length of its name,
        plus that of its value, plus 32 octets for what a program needs to keep it <S at="4.1" />. Huffman coding does
        not count: an entry has the same size however it was sent.
      </p>
      <p>
        A new entry that does not fit pushes out the oldest ones until it does <S at="4.4" />. There is no choice in
        this and no favour for entries that are in use: who was first goes first. In the second block here the table
        goes from <Fact of={RESPONSES} block={1} is={({ before }) => before.size} /> octets to{" "}
        <Fact of={RESPONSES} block={1} is={({ after }) => after.size} />, in the third it ends with{" "}
        <Fact of={RESPONSES} block={2} is={({ after }) => after.count} /> entries of{" "}
        <Fact of={RESPONSES} block={2} is={({ after }) => after.size} />.
      </p>
      <h2>Who says how large</h2>
      <p>
        The receiver sets a limit, SETTINGS_HEADER_TABLE_SIZE, 4096 octets if it says nothing. The sender chooses a
        maximum up to that limit and tells it with a <em>size update</em> at the beginning of a block <S at="6.3" />. If
        the receiver lowers its limit below the maximum in use, the next block must begin with a size update{" "}
        <S at="4.2" />.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>A table to play with</h2>
      <p>Insert, shrink, empty it, and try an entry that is larger than all of it.</p>
      <TableLife />
    </>
  );
}

export const TABLE_LIFE: Chapter = {
  id: "table-life",
  title: "The life of the dynamic table",
  sections: ["4"],
  brief: "insertion, eviction, size updates",
  examples: [RESPONSES, TOO_LARGE, ZERO],
  Before,
  After,
  exercises: [whichIndex({ id: "which-index-evicting", title: "Which index is left?", evicting: true })],
};
