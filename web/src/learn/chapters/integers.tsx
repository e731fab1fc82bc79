/** Integers with a prefix. */
import { READ_INTEGER, WRITE_INTEGER } from "../exercises/integers";
import { S } from "../marked";
import { IntegerSlider } from "../widgets/integer-slider/integer-slider";
import type { Chapter, LearnExample } from "./chapter";

const SIZES: LearnExample = {
  id: "sizes",
  title: "10 and 1337, with five bits",
  text: "# Two size updates and a field\n2a 3f9a0a 90\n",
  row: 1,
  about:
    "The numbers of RFC 7541 §C.1.1 and §C.1.2, as they stand in a block: in size updates, whose number begins in the last five bits of an octet.",
  walk: [
    [
      [1, "`001` says size update, `01010` is 10. It is less than 31, so it fits: the maximum becomes 10 octets."],
      [1, "`001` again, and `11111`: the prefix is full. It counts 31, and more follows."],
      [1, "`1` says that yet another octet follows; `0011010` is 26. 31 + 26 is 57."],
      [1, "`0` says that this is the last; `0001010` is 10, times 128. 57 + 1280 is 1337."],
      [1, "`1` says indexed field, and the prefix of seven bits holds 16."],
    ],
  ],
};

const INDEX: LearnExample = {
  id: "index",
  title: "An index beyond four bits",
  text: "# date: now, without indexing\n0f12 036e6f77\n",
  about: "A literal without indexing leaves four bits for the index of its name, and only 0 to 14 fit in these.",
  walk: [
    [
      [1, "`0000` says literal without indexing; `1111` is 15, and more follows."],
      [1, "18. Together 33: the name is `date`."],
      [1, "The bit for Huffman coding is 0, and seven bits are left for the length: 3."],
      [3, "`now`."],
    ],
  ],
};

const LONG: LearnExample = {
  id: "superfluous",
  title: "More octets than needed",
  text: "# A size update to 31 in four octets, and a field\n3f808000 90\n",
  about: "Nothing forbids an encoder to add octets that add nothing, and a decoder must say where it stops.",
  walk: [
    [
      [1, "A full prefix: 31, and more follows."],
      [1, "Adds 0, and more follows."],
      [1, "Adds 0 × 128, and more follows."],
      [1, "Adds 0 × 16384, and ends: 31, which `3f 00` would have said too."],
      [1, "Index 16, `accept-encoding: gzip, deflate`."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        Indices, lengths and sizes are all written in the same way. A number begins in whatever bits the octet at hand
        has left, which is called its <em>prefix</em>, of 1 to 8 bits. If it is less than the prefix's highest value it
        stands there, and that is all. Else every bit of the prefix is 1, and what is still missing follows in further
        octets <S at="5.1" />.
      </p>
      <p>
        Each of those has seven bits of the rest, the <em>lowest</em> seven first, and in front one bit that says
        whether another follows. So a small number costs nothing beyond the octet that is there anyway, and a large one
        has no end that the format would set.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Fill a prefix</h2>
      <p>Drag the number, and see where the prefix is full, where a second octet begins, and a third.</p>
      <IntegerSlider />
      <h2>Where to stop</h2>
      <p>
        A number without end is a gift to an attacker, and one that silently wraps around is worse. A decoder has to set
        limits, in value and in octets, and must treat what exceeds them as an error <S at="5.1" />. This one takes
        values up to 2<sup>32</sup> − 1 in at most five octets after the prefix; what is longer is{" "}
        <code>integer-overflow</code>.
      </p>
      <p>
        Any octets can be read with any prefix in <a href="#view=integers">a view of its own</a>.
      </p>
    </>
  );
}

export const INTEGERS: Chapter = {
  id: "integers",
  title: "Integers",
  sections: ["5.1", "C.1"],
  brief: "a prefix, and what overflows it",
  examples: [SIZES, INDEX, LONG],
  Before,
  After,
  exercises: [READ_INTEGER, WRITE_INTEGER],
};
