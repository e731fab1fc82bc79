/** The two tables, and the one row of indices that runs through both. */
import { exampleText } from "../../examples/examples";
import { whichIndex } from "../exercises/which-index";
import { Fact } from "../live/facts";
import { S } from "../marked";
import { IndexLine } from "../widgets/table/index-line";
import type { Chapter, LearnExample } from "./chapter";

const REQUESTS: LearnExample = {
  id: "c3",
  title: "Three requests, without Huffman coding",
  text: exampleText("rfc7541-c3"),
  row: 3,
  about: "The requests of RFC 7541 §C.3. Their strings are not Huffman-coded, so that the letters can be read.",
  walk: [
    [
      [1, "First bit 1: a whole field from a table. Index 2 is `:method: GET`."],
      [1, "Index 6: `:scheme: http`."],
      [1, "Index 4: `:path: /`."],
      [1, "First bits 01: the name is that of index 1, `:authority`, the value follows, and both become an entry."],
      [1, "The value is 15 octets long and stands there as it is."],
      [15, "`www.example.com`. The table, empty until now, has its first entry: index 62."],
    ],
    [
      [1, "`:method: GET`."],
      [1, "`:scheme: http`."],
      [1, "`:path: /`."],
      [1, "`be` is 1 and then 62: the entry that the request before made. `:authority: www.example.com` in one octet."],
      [1, "Index 24 gives the name `cache-control`; the pair becomes an entry."],
      [1, "A value of 8 octets."],
      [8, "`no-cache`. This is index 62 now, and `:authority` has become 63."],
    ],
    [
      [1, "`:method: GET`."],
      [1, "Index 7: `:scheme: https`."],
      [1, "Index 5: `:path: /index.html`."],
      [1, "`bf` is 1 and then 63: `:authority` once more, under another index than last time."],
      [1, "First bits 01 with index 0: the name is not in any table and follows as a string."],
      [1, "The name is 10 octets long."],
      [10, "`custom-key`."],
      [1, "The value is 12 octets long."],
      [12, "`custom-value`. Three entries now, the newest first."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        An index is a number that stands for a field. Two tables give numbers their meaning. The <em>static table</em>{" "}
        has 61 entries that were fixed for ever when RFC 7541 was written: the most frequent fields and names that were
        found in the traffic of popular sites <S at="A" />. Some have a value, such as <code>:method: GET</code>, and
        most a name alone.
      </p>
      <p>
        The <em>dynamic table</em> is empty when a connection begins. The encoder puts fields into it that it thinks
        will come again, by writing them in a way that says so, and the decoder does the same with its own copy when it
        reads them <S at="2.3.2" />. Each direction has a table of its own.
      </p>
      <h2>How indices run</h2>
      <p>
        There is one row of numbers for both: 1 to 61 are the static entries, 62 is the newest dynamic entry, 63 the one
        before it, and so on to the oldest <S at="2.3.3" />. Index 0 stands for nothing.
      </p>
      <p>
        So an index is not a name for an entry. Whenever one is inserted, every older one moves up by one. After the
        first request here the table holds <Fact of={REQUESTS} is={({ after }) => after.count} /> entry of{" "}
        <Fact of={REQUESTS} is={({ after }) => after.size} /> octets, after the third{" "}
        <Fact of={REQUESTS} block={2} is={({ after }) => after.count} /> of{" "}
        <Fact of={REQUESTS} block={2} is={({ after }) => after.size} />. Step through with the arrows and watch{" "}
        <code>:authority</code> go down the table while its number goes up.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Move the indices</h2>
      <p>Put entries in, let others go, and see which number each has now, and which octet says it.</p>
      <IndexLine />
    </>
  );
}

export const TABLES: Chapter = {
  id: "tables",
  title: "Two tables, one row of indices",
  sections: ["2.3"],
  brief: "1 to 61, and from 62 on",
  examples: [REQUESTS],
  Before,
  After,
  exercises: [whichIndex({ id: "which-index", title: "Which index is this now?" })],
};
