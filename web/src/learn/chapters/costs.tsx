/** What an attacker can make of the format, and the limits that hold. */
import { EXPANSION } from "../exercises/expansion";
import { Fact } from "../live/facts";
import { S } from "../marked";
import { Bomb } from "../widgets/costs/bomb";
import { Flood } from "../widgets/costs/flood";
import type { Chapter, LearnExample } from "./chapter";

const VALUE_OCTETS = 120;
const REFERENCES = 60;

const SMALL_BOMB: LearnExample = {
  id: "bomb",
  title: "A small bomb",
  text: `# One entry, and sixty references to it\n40 01 78 78 ${"61".repeat(VALUE_OCTETS)}\n${"be".repeat(REFERENCES)}\n`,
  options: { blocks: "blank" },
  row: 1,
  walk: [
    [
      [1, "A literal with incremental indexing, its name spelled out."],
      [2, "The name `x`."],
      [1, "A value of 120 bytes."],
      [120, "`a`, 120 times."],
      [60, "Index 62, sixty times. Each byte is a field with 121 bytes of name and value."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        A format that compresses well can be made to expand well. An entry is written once, and single bytes can refer
        to it any number of times. The block here has <Fact of={SMALL_BOMB} is={({ octets }) => octets.length} /> bytes
        and becomes <Fact of={SMALL_BOMB} is={({ plainOctets }) => plainOctets} /> bytes of names and values. With an
        entry that fills a table of 4096 bytes, each byte becomes some four thousand: a later block of 16 KiB that only
        refers to it fits into one frame and stands for more than 60 MB.
      </p>
      <p>
        The entry itself is harmless, and so is each reference. The harm is done in a receiver that copies all fields
        into a list before it checks how long the list is.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Build a bomb</h2>
      <Bomb />
      <h2>Limits that hold</h2>
      <p>
        SETTINGS_MAX_HEADER_LIST_SIZE tells the other side how large a header list may be, counting 32 bytes for each
        field besides its name and value. It is advisory, and an attacker ignores it <S at="RFC 9113 §6.5.2" />. So a
        receiver has to count while it decodes. Beyond the limit it may drop the fields, but it must decode the block to
        its end, so that its table stays in step, or close the connection <S at="RFC 9113 §10.5.1" />.
      </p>
      <h2>Floods</h2>
      <p>
        The number of CONTINUATION frames is not limited. A receiver that collects the parts of a block until
        END_HEADERS comes, and only then decodes them, can be made to collect for ever. In 2024 this was found in many
        servers and became known as the CONTINUATION flood (CERT/CC VU#421644). Decoding each part as it arrives, and
        counting, closes the hole. Empty CONTINUATION frames add nothing to a header list and have to be counted
        themselves.
      </p>
      <Flood />
      <p>
        Tables cost memory as well. A sender may fill the receiver's table with entries and never use them; the limit
        that a receiver announces is memory that it may have to spend on every connection.
      </p>
    </>
  );
}

export const COSTS: Chapter = {
  id: "costs",
  title: "Attacks and limits",
  sections: ["7.3", "RFC 9113 §10.5.1"],
  brief: "bombs and floods",
  examples: [SMALL_BOMB],
  Before,
  After,
  exercises: [EXPANSION],
};
