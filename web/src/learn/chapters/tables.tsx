/** The two tables, and the one range of indexes that covers both. */
import { textOf } from "../../examples/texts";
import { counted } from "../../ui/figures";
import { whichIndex } from "../exercises/which-index";
import { Fact } from "../live/facts";
import { S } from "../marked";
import { IndexLine } from "../widgets/table/index-line";
import type { Chapter, LearnExample } from "./chapter";

const REQUESTS: LearnExample = {
  id: "c3",
  title: "Three requests, without Huffman coding",
  text: textOf("rfc7541-c3"),
  row: 3,
  about: "The requests of RFC 7541 §C.3. Their strings are not Huffman-coded, so that the letters can be read.",
  walk: [
    [
      [1, "The first bit is 1: a whole field from a table. Index 2 is `:method: GET`."],
      [1, "Index 6: `:scheme: http`."],
      [1, "Index 4: `:path: /`."],
      [
        1,
        "The first bits are 01: index 1 gives the name, `:authority`; the value follows, and the field becomes an entry.",
      ],
      [1, "The value is 15 bytes long and is not Huffman-coded."],
      [15, "`www.example.com`. The table, empty until now, has its first entry, index 62."],
    ],
    [
      [1, "`:method: GET`."],
      [1, "`:scheme: http`."],
      [1, "`:path: /`."],
      [
        1,
        "`be` is a 1 and then 62: the entry that the previous request added. `:authority: www.example.com` in one byte.",
      ],
      [1, "Index 24 gives the name `cache-control`; the field becomes an entry."],
      [1, "The value is 8 bytes long."],
      [8, "`no-cache`. This entry is index 62 now, and `:authority` has become 63."],
    ],
    [
      [1, "`:method: GET`."],
      [1, "Index 7: `:scheme: https`."],
      [1, "Index 5: `:path: /index.html`."],
      [1, "`bf` is a 1 and then 63: `:authority` again, but under a different index than last time."],
      [1, "The first bits are 01, and the index is 0: the name is not taken from a table but follows as a string."],
      [1, "The name is 10 bytes long."],
      [10, "`custom-key`."],
      [1, "The value is 12 bytes long."],
      [12, "`custom-value`. There are three entries now, the newest first."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        An index is a number that stands for a field. Two tables give indexes their meaning. The <em>static table</em>{" "}
        has 61 entries, fixed once and for all when RFC 7541 was written: the most frequent fields and names found in
        the traffic of popular sites <S at="A" />. Some entries have a value, such as <code>:method: GET</code>; most
        have only a name.
      </p>
      <p>
        The <em>dynamic table</em> is empty when a connection begins. The encoder adds the fields that it expects to
        send again, and writes them in a way that tells the decoder to add them to its own copy <S at="2.3.2" />. Each
        direction has a table of its own.
      </p>
      <h2>How indexes are assigned</h2>
      <p>
        One range of numbers covers both tables: 1 to 61 are the static entries, 62 is the newest dynamic entry, 63 the
        one before it, and so on to the oldest <S at="2.3.3" />. Index 0 stands for no entry.
      </p>
      <p>
        So an index does not identify an entry for good: whenever an entry is inserted, the index of every older one
        goes up by one. After the first request here the table has{" "}
        <Fact of={REQUESTS} is={({ after }) => counted(after.count, "entry", "entries")} /> and a size of{" "}
        <Fact of={REQUESTS} is={({ after }) => after.size} /> bytes; after the third it has{" "}
        <Fact of={REQUESTS} block={2} is={({ after }) => counted(after.count, "entry", "entries")} /> and{" "}
        <Fact of={REQUESTS} block={2} is={({ after }) => counted(after.size, "byte")} />. Step through with the arrow
        keys and watch <code>:authority</code> move down the table while its index goes up.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Move the indexes</h2>
      <p>Insert entries until others are evicted, and see which index each one has, and which bytes refer to it.</p>
      <IndexLine />
    </>
  );
}

export const TABLES: Chapter = {
  id: "tables",
  title: "Two tables, one range of indexes",
  sections: ["2.3"],
  brief: "1 to 61, and 62 onwards",
  examples: [REQUESTS],
  Before,
  After,
  exercises: [whichIndex({ id: "which-index", title: "Which index is this now?" })],
};
