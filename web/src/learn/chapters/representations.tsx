/** The five representations. */

import { KindName } from "../../ui/kind";
import { decodeOctet } from "../exercises/decode-octet";
import styles from "../exercises/exercises.module.css";
import { fewestOctets } from "../exercises/fewest-octets";
import { S } from "../marked";
import type { Chapter, LearnExample } from "./chapter";

const ALL: LearnExample = {
  id: "all",
  title: "All five in one block",
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
  about: "Eight representations of all five kinds. “This step” shows the first bits of each, which say what it is.",
  walk: [
    [
      [3, "`001`: *size update*. The number is 31 + 97 + 31 × 128 = 4096."],
      [1, "`1`: *indexed*. Name and value come from index 2, `:method: GET`. Nothing is added to the table."],
      [2, "Two more: index 7 is `:scheme: https`, and index 4 is `:path: /`."],
      [1, "`01`: *incremental*. Index 1 gives the name, `:authority`."],
      [1, "The value is 11 bytes long, not Huffman-coded."],
      [11, "`orchard.net`. The field is part of the header list, and it becomes an entry."],
      [1, "`01` with index 0: *incremental*, and the name is spelled out."],
      [1, "The name is 6 bytes long."],
      [6, "`x-tree`. Names must be lower case in HTTP/2."],
      [1, "The value is 5 bytes long."],
      [5, "`pears`."],
      [2, "`0000`: *without indexing*. Index 15 + 26 = 41 gives the name, `if-none-match`."],
      [1, "The value is 4 bytes long."],
      [4, '`"v7"`. The table stays as it is.'],
      [2, "`0001`: *never indexed*. Index 15 + 8 = 23 gives the name, `authorization`."],
      [1, "The value is 9 bytes long."],
      [9, "`my-secret`. A proxy that forwards the field must not put it into a table either."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        A header block is a sequence of representations with nothing between them. The first bits of each say which kind
        it is, and so how many bits are left for a number <S at="6" />:
      </p>
      <table className={styles.smallTable}>
        <thead>
          <tr>
            <th scope="col">first byte</th>
            <th scope="col">kind</th>
            <th scope="col">adds an entry</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>1xxxxxxx</td>
            <td>
              <KindName kind="indexed" />
            </td>
            <td>no</td>
          </tr>
          <tr>
            <td>01xxxxxx</td>
            <td>
              <KindName kind="incremental" />
            </td>
            <td>yes</td>
          </tr>
          <tr>
            <td>0000xxxx</td>
            <td>
              <KindName kind="without" />
            </td>
            <td>no</td>
          </tr>
          <tr>
            <td>0001xxxx</td>
            <td>
              <KindName kind="never" />
            </td>
            <td>no, and no proxy may</td>
          </tr>
          <tr>
            <td>001xxxxx</td>
            <td>
              <KindName kind="size-update" />
            </td>
            <td>no, but may evict some</td>
          </tr>
        </tbody>
      </table>
      <p>
        In the three literals the number is the index of a <em>name</em>; if it is 0, the name follows as a string. The
        value always follows.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Which to choose</h2>
      <p>
        The decoder has no say in this. The encoder may write each field in any of the ways that are possible at that
        moment, and all of them give the same list of fields. It weighs bytes now against bytes later: adding an entry
        costs nothing beyond the literal itself, but the entry takes up room and may evict another one that would have
        been used again.
      </p>
      <p>
        The width of the prefix matters too. With the name of index 62, a literal with incremental indexing takes one
        byte before its value, and the two others take two, because four bits cannot hold 62. The Encode view lists
        every legal way to write a field, with its cost.
      </p>
    </>
  );
}

export const REPRESENTATIONS: Chapter = {
  id: "representations",
  title: "The five representations",
  sections: ["6"],
  brief: "what the first bits say",
  examples: [ALL],
  Before,
  After,
  exercises: [
    decodeOctet({
      id: "decode-octet",
      title: "Decode this byte",
      kinds: ["indexed", "incremental", "without", "never", "size-update"],
    }),
    decodeOctet({
      id: "decode-octets",
      title: "Decode these bytes",
      kinds: ["without", "never", "size-update"],
      long: true,
    }),
    fewestOctets({ id: "fewest-octets", title: "Write it in the fewest bytes" }),
  ],
};
