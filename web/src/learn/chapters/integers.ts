/** Integers with a prefix. */
import { READ_INTEGER, WRITE_INTEGER } from "../exercises/integers";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./integers.mdx";

const SIZES: LearnExample = {
  id: "sizes",
  title: "10 and 1337 with five bits",
  text: "# Two size updates and a field\n2a 3f9a0a 90\n",
  row: 1,
  about:
    "The numbers of RFC 7541 §C.1.1 and §C.1.2 in a real block: in size updates, whose number begins in the last five bits of a byte.",
  walk: [
    [
      "1 `001` means size update, and `01010` is 10. That is less than 31, so it fits: the maximum size becomes 10 bytes.",
      "1 `001` again, then `11111`: the prefix is full. It counts as 31, and more follows.",
      "1 `1` means that another byte follows; `0011010` is 26. 31 + 26 is 57.",
      "1 `0` means that this byte is the last; `0001010` is 10, times 128. 57 + 1280 is 1337.",
      "1 `1` means indexed field, and the prefix of seven bits holds 16.",
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
      "1 `0000` means literal without indexing; `1111` is 15, and more follows.",
      "1 18, which makes 33 in all: the name is `date`.",
      "1 The Huffman bit is 0, and the other seven bits are the length, 3.",
      "3 `now`.",
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
      "1 A full prefix: 31, and more follows.",
      "1 Adds 0, and more follows.",
      "1 Adds 0 × 128, and more follows.",
      "1 Adds 0 × 16384, and is the last: the sum is 31, which `3f 00` says as well.",
      "1 Index 16, `accept-encoding: gzip, deflate`.",
    ],
  ],
};

export const INTEGERS: Chapter = {
  id: "integers",
  title: "Integers",
  sections: ["5.1", "C.1"],
  brief: "a prefix, and what does not fit it",
  examples: [SIZES, INDEX, LONG],
  Text,
  exercises: [READ_INTEGER, WRITE_INTEGER],
};
