/** What the flaws of the format cost a receiver that trusts. */
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
      [1, "A literal to be remembered, its name spelled out."],
      [2, "The name `x`."],
      [1, "A value of 120 octets."],
      [120, "120 times `a`."],
      [60, "Sixty times index 62. Each octet is a field with 121 octets of name and value."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        Whatever compresses well can be made to expand well. An entry is written once and referred to by single octets,
        as often as one likes. The block here has <Fact of={SMALL_BOMB} is={({ octets }) => octets.length} /> octets and
        becomes <Fact of={SMALL_BOMB} is={({ plainOctets }) => plainOctets} /> octets of fields. With an entry that
        fills the table of 4096 octets, each octet becomes some four thousand: a later block of 16 KiB that refers to
        it, one frame, stands for more than 60 MB.
      </p>
      <p>
        The entry itself is harmless, and so is every reference. What hurts is a receiver that copies all fields into a
        list before it looks how long the list is.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>A bomb of your own</h2>
      <Bomb />
      <h2>Limits that hold</h2>
      <p>
        SETTINGS_MAX_HEADER_LIST_SIZE tells the other side how long a list may be, counting 32 octets a field beyond
        name and value. It is advice, and an attacker does not take it <S at="RFC 9113 §6.5.2" />. A receiver has to
        count while it decodes. Past the limit it may drop the fields, but must go on reading so that its table stays in
        step, or end the connection <S at="RFC 9113 §10.5.1" />.
      </p>
      <h2>Floods</h2>
      <p>
        CONTINUATION has no limit in number. Who collects the parts of a block until END_HEADERS comes, and decodes them
        then, can be made to collect for ever: in 2024 this was found in many servers and became known as the
        CONTINUATION flood (CERT/CC VU#421644). Decoding each part as it comes, and counting, closes the hole. Empty
        CONTINUATION frames add nothing to any list and need a count of their own.
      </p>
      <Flood />
      <p>
        Tables cost too. A sender may fill the receiver's table with entries and never use them; the limit that a
        receiver announces is memory that it gives to every connection.
      </p>
    </>
  );
}

export const COSTS: Chapter = {
  id: "costs",
  title: "What the flaws cost",
  sections: ["7.3", "RFC 9113 §10.5.1"],
  brief: "bombs and floods",
  examples: [SMALL_BOMB],
  Before,
  After,
  exercises: [EXPANSION],
};
