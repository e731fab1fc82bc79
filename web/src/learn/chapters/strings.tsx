/** String literals and the Huffman code. */
import { findError } from "../exercises/find-error";
import { Fact } from "../live/facts";
import { S } from "../marked";
import { CodeTree } from "../widgets/code-tree/code-tree";
import { StringEnds } from "../widgets/code-tree/string-ends";
import { WatchEngines } from "../widgets/watch-engines/watch-engines";
import type { Chapter, LearnExample } from "./chapter";

const CODED: LearnExample = {
  id: "coded",
  title: "The same field, plain and coded",
  text: "# www.example.com as it is\n8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d\n\n# and in the Huffman code\n8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff\n",
  options: { blocks: "blank" },
  row: 7,
  about:
    "The first requests of RFC 7541 §C.3 and §C.4. Choose a byte of the coded value, and the step shows which character each of its bits belongs to.",
  walk: [
    [
      [3, "`:method: GET`, `:scheme: http`, `:path: /`."],
      [1, "A literal with incremental indexing; index 1 gives the name, `:authority`."],
      [1, "The first bit is 0: not Huffman-coded. The other seven bits are the length, 15."],
      [15, "`www.example.com`, one byte a character."],
    ],
    [
      [3, "The same three fields."],
      [1, "The same name."],
      [1, "`8c`: the first bit is 1, Huffman-coded, and the length is 12. The length counts the *coded* bytes."],
      [
        3,
        "`www`: 1111000 three times, a code of seven bits. The first dot, 010111, begins in the last of these bytes.",
      ],
      [2, "The rest of the dot, `e` as 00101, `x` as 1111001: codes run across the ends of bytes."],
      [6, "Most of `ample.com`, in codes of five or six bits."],
      [1, "The last bit of `m`, and seven ones up to the end of the byte: the padding."],
    ],
  ],
};

const LARGER: LearnExample = {
  id: "larger",
  title: "Where the code is longer",
  text: "# etag, as it is and coded\n0f13087b7e7c7d5e7c7e7b\n",
  about:
    "Rare characters have long codes, of up to thirty bits. A good encoder compares both forms and writes the shorter one.",
  walk: [
    [
      [2, "A literal without indexing, with the name of index 15 + 19 = 34, `etag`."],
      [1, "Not Huffman-coded, 8 bytes."],
      [8, "Eight characters, `{~|}^|~{`, with codes of 11 to 15 bits: Huffman-coded they would take 14 bytes."],
    ],
  ],
};

/** What the text says of the code; the tests hold it against the decoder's own. */
export const CODE_FACTS = {
  shortest: "0, 1, 2, a, c, e, i, o, s and t",
  shortestBits: 5,
  capitalBits: [6, 8],
  longestBits: 30,
} as const;

function Before() {
  return (
    <>
      <p>
        What is in neither table is spelled out as a <em>string literal</em>: one bit that says whether it is
        Huffman-coded, a length with a prefix of seven bits, and that many bytes <S at="5.2" />.
      </p>
      <p>
        There is only one code, made from a large sample of header fields, and it never changes <S at="B" />. The
        characters that were most frequent there, {CODE_FACTS.shortest}, have codes of {CODE_FACTS.shortestBits} bits;
        capital letters have {CODE_FACTS.capitalBits[0]} to {CODE_FACTS.capitalBits[1]}, and bytes that hardly ever
        occur have up to {CODE_FACTS.longestBits}. No code is the beginning of another, so codes need no separator.
      </p>
      <p>
        Here Huffman coding makes a block of <Fact of={CODED} is={({ octets }) => octets.length} /> bytes one of{" "}
        <Fact of={CODED} block={1} is={({ octets }) => octets.length} />.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Walk the tree</h2>
      <p>
        A code is a path: each bit turns left or right, and at the end of the path is a character. Type a text and
        follow its bits, or choose a path of your own.
      </p>
      <CodeTree />
      <h2>Watch the engines</h2>
      <p>
        A program does not have to go bit by bit. With a table that takes four, eight or sixteen bits at a time it needs
        fewer look-ups, but a larger table. All engines give the same characters.
      </p>
      <WatchEngines />
      <h2>Why the padding is ones</h2>
      <p>
        The last code seldom ends where a byte ends. The bits that are left must be filled with something that a decoder
        cannot mistake for a character. HPACK uses the beginning of <em>EOS</em>, a code of thirty ones that stands for
        no byte: always ones, and never more than seven <S at="5.2" />. No code of seven bits or fewer consists of ones
        alone, so a decoder that is left with up to seven ones knows that the string has ended.
      </p>
      <p>
        A string that contains all of EOS, or has more than seven bits of padding, or has a zero in its padding, is an
        error. This is not pedantry: if these were allowed, the same text could be written in many ways, and two
        programs on the way could disagree about what it says.
      </p>
      <StringEnds />
    </>
  );
}

export const STRINGS: Chapter = {
  id: "strings",
  title: "Strings and the Huffman code",
  sections: ["5.2", "B"],
  brief: "codes, padding, and EOS",
  examples: [CODED, LARGER],
  Before,
  After,
  exercises: [
    findError({
      id: "broken-string",
      title: "Find the error in a string",
      codes: ["truncated-string", "huffman-eos", "huffman-padding-too-long", "huffman-padding-not-ones"],
    }),
  ],
};
