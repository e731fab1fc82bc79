/** Every way a block can be wrong, and what a peer does about it. */
import { exampleText } from "../../examples/examples";
import { FAULT_CODES } from "../exercises/faults";
import { findError } from "../exercises/find-error";
import { S } from "../marked";
import type { Chapter, LearnExample, Note } from "./chapter";

const METHOD: Note = [1, "`:method: GET`, in order."];
const CRATE: Note = [7, "`x-crate`, in order so far."];

function broken(code: string, about: string, walk: readonly (readonly Note[])[]): LearnExample {
  return { id: code, title: code, text: exampleText(`broken-${code}`), about, walk };
}

const INSERTS: readonly Note[] = [
  [1, "A literal to be remembered, its name spelled out."],
  [1, "7 octets."],
  CRATE,
  [1, "4 octets."],
  [4, "`pine`."],
];

const BROKEN: LearnExample[] = [
  broken("index-zero", "Index 0 stands for no entry (RFC 7541 §6.1).", [
    [METHOD, [1, "An indexed field with index 0."], [1, "Never looked at."]],
  ]),
  broken("index-out-of-range", "An index beyond the end of both tables (RFC 7541 §2.3.3).", [
    INSERTS,
    [METHOD, [1, "Index 63, and the table ends at 62. Perhaps a block was lost before this one."]],
  ]),
  broken("truncated", "The block ends where a string should begin (RFC 7541 §6).", [
    [METHOD, [1, "A literal with a name that follows."], [1, "7 octets."], CRATE],
  ]),
  broken("truncated-integer", "The last octet says that another follows (RFC 7541 §5.1).", [
    [
      METHOD,
      [1, "An indexed field with a full prefix: 127, and more."],
      [1, "Adds 0, and more follows. Nothing does."],
    ],
  ]),
  broken("truncated-string", "A length that reaches beyond the end (RFC 7541 §5.2).", [
    [
      METHOD,
      [1, "A literal with a name that follows."],
      [1, "7 octets."],
      CRATE,
      [1, "13 octets."],
      [4, "Here are four. A decoder must not wait for the rest, or read what stands behind its buffer."],
    ],
  ]),
  broken("integer-overflow", "A number that exceeds what a decoder takes (RFC 7541 §5.1).", [
    [
      METHOD,
      [1, "A literal with a name that follows."],
      [1, "The length has a full prefix: 127, and more."],
      [
        9,
        "Octet after octet adds more. With 32 bits the sum is far beyond, and a decoder that shifts on wraps around.",
      ],
      [1, "The last one would end it."],
    ],
  ]),
  broken("huffman-eos", "EOS has a code, and must not be sent (RFC 7541 §5.2).", [
    [
      METHOD,
      [1, "A literal with a name that follows."],
      [1, "7 octets."],
      CRATE,
      [1, "Huffman-coded, 5 octets."],
      [5, "`1f` is `a` and three ones; with the 32 that follow there are more than the thirty of EOS."],
    ],
  ]),
  broken("huffman-padding-too-long", "More than 7 bits after the last character (RFC 7541 §5.2).", [
    [
      METHOD,
      [1, "A literal with a name that follows."],
      [1, "7 octets."],
      CRATE,
      [1, "Huffman-coded, 4 octets."],
      [3, "`pine`, and two bits of padding: complete."],
      [1, "Eight ones more. All ones, as padding should be, but an octet that could have been left out must be."],
    ],
  ]),
  broken("huffman-padding-not-ones", "Padding is the beginning of EOS, which is ones (RFC 7541 §5.2).", [
    [
      METHOD,
      [1, "A literal, never indexed, with a name that follows."],
      [1, "7 octets."],
      CRATE,
      [1, "Huffman-coded, 3 octets."],
      [3, "`pine` in 22 bits, and then 10 where 11 should be."],
    ],
  ]),
  broken("size-update-too-large", "A size update above the limit (RFC 7541 §6.3).", [
    INSERTS,
    [
      [3, "A size update to 2048. The receiver has said 1024."],
      [1, "Never looked at."],
      [1, "Never looked at."],
      [24, "Never looked at."],
    ],
  ]),
  broken("size-update-not-first", "Size updates come before all fields (RFC 7541 §4.2).", [
    [METHOD, [2, "A size update after a field: some decoders let it pass, and then disagree with those that do not."]],
  ]),
  broken(
    "missing-size-update",
    "The limit was lowered, and the sender goes on as if it had not been (RFC 7541 §4.2).",
    [
      INSERTS,
      [
        [1, "A field, where a size update to 512 or less should stand first."],
        [1, "Never looked at."],
        [1, "Never looked at."],
        [6, "Never looked at."],
        [17, "Never looked at."],
      ],
    ],
  ),
];

function Before() {
  return (
    <>
      <p>
        A decoder that meets an error cannot skip it. It no longer knows where the next field begins, nor what the
        sender's table holds. So the whole connection is at an end: the receiver sends GOAWAY with the code
        COMPRESSION_ERROR and closes <S at="RFC 9113 §4.3" />. All streams die with it, also those that had nothing to
        do with the block.
      </p>
      <p>
        Being lenient is no kindness here. If two decoders on the way read one block differently, one of them may see a
        request that the other does not, and requests have been smuggled through such gaps.
      </p>
      <p>
        Each of the errors that this page knows has an example. Choose one: the bytes show where it is, the step says
        why.
      </p>
    </>
  );
}

function After() {
  return (
    <>
      <h2>Wrong, but not broken</h2>
      <p>
        There is a second kind of wrong: a block that decodes well and whose fields make no sense as a message, such as
        an upper-case name or two <code>:path</code>. That is a matter of RFC 9113 §8 and costs only the one stream: the
        table is still in step. The same holds for a header list that is longer than the receiver wants. It may refuse
        the request, but it has to decode the block to its end, or close the connection.
      </p>
      <p>
        And a connection looked at from the middle fails without anybody's fault: the entries from before are not known.
        In Inspect, the start «unknown» is for those.
      </p>
    </>
  );
}

export const ERRORS: Chapter = {
  id: "errors",
  title: "Errors, and what a peer does",
  sections: ["RFC 9113 §4.3"],
  brief: "every code, with an example",
  examples: BROKEN,
  Before,
  After,
  exercises: [findError({ id: "find-error", title: "Find the error", codes: FAULT_CODES })],
};
