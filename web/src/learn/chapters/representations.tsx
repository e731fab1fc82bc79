/** The five representations. */

import { KindName } from "../../ui/kind";
import { decodeOctet } from "../exercises/decode-octet";
import { fewestOctets } from "../exercises/fewest-octets";
import { S } from "../marked";
import type { Chapter, LearnExample } from "./chapter";

const ALL: LearnExample = {
  id: "all",
  title: "All of them in one block",
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
  about: "Eight representations of five kinds. The step shows the first bits of each, which say what it is.",
  walk: [
    [
      [3, "`001`: *size update*. The number is 31 + 97 + 31 × 128, which makes 4096."],
      [1, "`1`: *indexed*. Name and value from index 2, `:method: GET`. Nothing is added to the table."],
      [2, "Two more: index 7 is `:scheme: https`, index 4 is `:path: /`."],
      [1, "`01`: *incremental*. The name is that of index 1, `:authority`."],
      [1, "The value is 11 octets long, not coded."],
      [11, "`orchard.net`. The field is given to the reader, and becomes an entry."],
      [1, "`01` with index 0: *incremental* with a name that is spelled out."],
      [1, "The name is 6 octets long."],
      [6, "`x-tree`. Names are lower case in HTTP/2."],
      [1, "The value is 5 octets long."],
      [5, "`pears`."],
      [2, "`0000`: *without indexing*. The name is that of index 15 + 26 = 41, `if-none-match`."],
      [1, "The value is 4 octets long."],
      [4, '`"v7"`. The table stays as it is.'],
      [2, "`0001`: *never indexed*. The name is that of index 15 + 8 = 23, `authorization`."],
      [1, "The value is 9 octets long."],
      [9, "`my-secret`. Nobody who passes the field on may put it into a table either."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        A header block is a row of representations, one after another, with nothing between them. The first bits of each
        say which it is, and how many bits are left for a number <S at="6" />:
      </p>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">begins</th>
            <th scope="col">is</th>
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
            <td>no, and nobody may</td>
          </tr>
          <tr>
            <td>001xxxxx</td>
            <td>
              <KindName kind="size-update" />
            </td>
            <td>may take some away</td>
          </tr>
        </tbody>
      </table>
      <p>
        In the three literals the number is the index of a <em>name</em>; with 0 the name follows as a string. The value
        always follows.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Which to choose</h2>
      <p>
        The decoder has no say in this. The encoder may write any field in any of the ways that are possible at that
        moment, and all mean the same list of fields. It weighs octets now against octets later: an entry costs nothing
        to write beyond the literal itself, but it takes room, and may push out another that would have been needed.
      </p>
      <p>
        Mind the width of the prefix. With index 62 a literal with incremental indexing takes one octet before its
        value, and the two others take two, because four bits cannot hold 62. The Encode view lists every way that is
        legal for a field, with its cost.
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
      title: "Decode this octet",
      kinds: ["indexed", "incremental", "without", "never", "size-update"],
    }),
    decodeOctet({
      id: "decode-octets",
      title: "Decode these octets",
      kinds: ["without", "never", "size-update"],
      long: true,
    }),
    fewestOctets({ id: "fewest-octets", title: "Write it in the fewest octets" }),
  ],
};
