/** Integers with a prefix. */
import { READ_INTEGER, WRITE_INTEGER } from "../exercises/integers";
import { S } from "../marked";
import { IntegerSlider } from "../widgets/integer-slider/integer-slider";
import type { Chapter, LearnExample } from "./chapter";

const SIZES: LearnExample = {
  id: "sizes",
  title: "10 and 1337 with five bits",
  text: "# Two size updates and a field\n2a 3f9a0a 90\n",
  row: 1,
  about:
    "The numbers of RFC 7541 §C.1.1 and §C.1.2 in a real block: in size updates, whose number begins in the last five bits of a byte.",
  walk: [
    [
      [
        1,
        "`001` means size update, and `01010` is 10. That is less than 31, so it fits: the maximum size becomes 10 bytes.",
      ],
      [1, "`001` again, then `11111`: the prefix is full. It counts as 31, and more follows."],
      [1, "`1` means that another byte follows; `0011010` is 26. 31 + 26 is 57."],
      [1, "`0` means that this byte is the last; `0001010` is 10, times 128. 57 + 1280 is 1337."],
      [1, "`1` means indexed field, and the prefix of seven bits holds 16."],
    ],
  ],
};

const INDEX: LearnExample = {
  id: "index",
  title: "An index beyond four bits",
  text: "# date: now, without indexing\n0f12 036e6f77\n",
  about: "A literal without indexing leaves four bits for the index of its name, which hold only 0 to 14.",
  walk: [
    [
      [1, "`0000` means literal without indexing; `1111` is 15, and more follows."],
      [1, "18, which makes 33 in all: the name is `date`."],
      [1, "The Huffman bit is 0, and the other seven bits are the length, 3."],
      [3, "`now`."],
    ],
  ],
};

const LONG: LearnExample = {
  id: "superfluous",
  title: "More bytes than needed",
  text: "# A size update to 31 in four bytes, and a field\n3f808000 90\n",
  about: "Nothing stops an encoder from appending bytes that add 0, so a decoder must set a limit of its own.",
  walk: [
    [
      [1, "A full prefix: 31, and more follows."],
      [1, "Adds 0, and more follows."],
      [1, "Adds 0 × 128, and more follows."],
      [1, "Adds 0 × 16384, and is the last: the sum is 31, which `3f 00` says as well."],
      [1, "Index 16, `accept-encoding: gzip, deflate`."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        Indexes, lengths and sizes are all written in the same way. A number begins in the bits that its first byte has
        left, its <em>prefix</em>, of 1 to 8 bits. A number smaller than the highest value of the prefix is written
        there, and that is all. For any other number every bit of the prefix is 1, and the rest of the number follows in
        further bytes <S at="5.1" />.
      </p>
      <p>
        Each of them holds seven bits of the rest, the <em>lowest</em> seven first, and its first bit says whether
        another byte follows. So a small number costs nothing beyond the byte that is there anyway, and the format sets
        no upper limit.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Fill a prefix</h2>
      <p>Drag the number and see where the prefix is full, and where a second and a third byte become necessary.</p>
      <IntegerSlider />
      <h2>Where to stop</h2>
      <p>
        A number that never ends helps an attacker, and one that silently wraps around is worse. A decoder has to limit
        both the value and the number of bytes, and must treat anything beyond as an error <S at="5.1" />. The decoder
        of this page accepts values up to 2<sup>32</sup> − 1 in at most five bytes after the prefix; anything longer is{" "}
        <code>integer-overflow</code>.
      </p>
      <p>
        The <a href="#view=integers">integers view</a> reads any bytes with any prefix.
      </p>
    </>
  );
}

export const INTEGERS: Chapter = {
  id: "integers",
  title: "Integers",
  sections: ["5.1", "C.1"],
  brief: "a prefix, and what does not fit it",
  examples: [SIZES, INDEX, LONG],
  Before,
  After,
  exercises: [READ_INTEGER, WRITE_INTEGER],
};
