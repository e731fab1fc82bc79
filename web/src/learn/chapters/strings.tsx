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
    "The first requests of RFC 7541 §C.3 and §C.4. Choose an octet of the coded value: the step shows which character each of its bits belongs to.",
  walk: [
    [
      [3, "`:method: GET`, `:scheme: http`, `:path: /`."],
      [1, "A literal to be remembered; its name is that of index 1, `:authority`."],
      [1, "First bit 0: not coded. The other seven bits are the length, 15."],
      [15, "`www.example.com`, a letter an octet."],
    ],
    [
      [3, "The same three."],
      [1, "The same name."],
      [1, "`8c`: first bit 1, Huffman-coded, and 12 octets long. The length counts the *coded* octets."],
      [
        3,
        "`www`: three times 1111000, a code of seven bits. The first dot, 010111, begins in the last of these octets.",
      ],
      [2, "The rest of the dot, `e` as 00101, `x` as 1111001: codes do not care where octets end."],
      [6, "`ample.com`, in codes of five to seven bits."],
      [1, "The last bit of `m`, and seven ones up to the end of the octet: the padding."],
    ],
  ],
};

const LARGER: LearnExample = {
  id: "larger",
  title: "Where the code is longer",
  text: "# etag, as it is and coded\n0f13087b7e7c7d5e7c7e7b\n",
  about: "Rare characters have long codes, up to thirty bits. A good encoder compares, and writes the shorter.",
  walk: [
    [
      [2, "A literal without indexing, the name of index 34: 15 and 19. It is `etag`."],
      [1, "Not coded, 8 octets."],
      [8, "Eight characters, `{~|}^|~{`, with codes of 13 to 15 bits: as code they would take 15 octets."],
    ],
  ],
};

function Before() {
  return (
    <>
      <p>
        What no table holds is spelled out as a <em>string literal</em>: a bit that says whether it is Huffman-coded, a
        length with a prefix of seven bits, and so many octets <S at="5.2" />.
      </p>
      <p>
        The code is one for everybody, made from a large sample of header fields, and never changes <S at="B" />. The
        characters that are most frequent there, 0, 1, 2, a, c, e, i, o, s and t, have 5 bits; a capital has 6 to 8; an
        octet that no header field should hold has up to 30. No code is the beginning of another, so nothing stands
        between them.
      </p>
      <p>
        Here <Fact of={CODED} is={({ octets }) => octets.length} /> octets become{" "}
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
        A code is a path: each bit turns left or right, and at the end of the path stands a character. Type a text and
        follow its bits, or go your own way.
      </p>
      <CodeTree />
      <h2>Watch the engines</h2>
      <p>
        A program need not go bit by bit. With a table that is asked for four bits at a time, or eight, or sixteen, it
        makes fewer look-ups, and pays with the size of the table. All give the same characters.
      </p>
      <WatchEngines />
      <h2>Why the padding is ones</h2>
      <p>
        Codes seldom end where an octet ends. The bits that are left must be filled with something that a decoder cannot
        take for a character. HPACK takes the beginning of <em>EOS</em>, a code of thirty ones that stands for no octet:
        as many of its bits as are missing, so always ones, and never more than seven <S at="5.2" />. Up to seven ones
        are the beginning of no code shorter than eight bits, so a reader who has them left knows that the string has
        ended.
      </p>
      <p>
        A string that holds all of EOS, or eight bits of padding, or a padding with a zero in it, is an error. Not from
        pedantry: were they allowed, one text could be written in many ways, and two programs on the way could disagree
        about what it says.
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
