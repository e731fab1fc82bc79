/** Every way a block can be wrong, and what a peer does about it. */
import { textOf } from "../../examples/texts";
import { FAULT_CODES } from "../exercises/faults";
import { findError } from "../exercises/find-error";
import type { Chapter, LearnExample } from "./chapter";
import Text from "./errors.mdx";

const METHOD = "1 `:method: GET`, which is correct.";
const CRATE = "7 `x-crate`, correct so far.";

function broken(code: string, about: string, walk: readonly (readonly string[])[]): LearnExample {
  return { id: code, title: code, text: textOf(`broken-${code}`), about, walk };
}

const INSERTS: readonly string[] = [
  "1 A literal with incremental indexing, its name spelled out.",
  "1 7 bytes.",
  CRATE,
  "1 4 bytes.",
  "4 `pine`.",
];

const BROKEN: LearnExample[] = [
  broken("index-zero", "Index 0 stands for no entry (RFC 7541 §6.1).", [
    [METHOD, "1 An indexed field with index 0.", "1 Not decoded."],
  ]),
  broken("index-out-of-range", "An index beyond the end of both tables (RFC 7541 §2.3.3).", [
    INSERTS,
    [METHOD, "1 Index 63, but the table ends at 62. Perhaps an earlier block was lost."],
  ]),
  broken("truncated", "The block ends where a string should begin (RFC 7541 §6.2).", [
    [METHOD, "1 A literal whose name follows.", "1 7 bytes.", CRATE],
  ]),
  broken("truncated-integer", "The last byte says that another one follows (RFC 7541 §5.1).", [
    [
      METHOD,
      "1 An indexed field with a full prefix: 127, and more.",
      "1 Adds 0, and says that more follows. Nothing does.",
    ],
  ]),
  broken("truncated-string", "A string length that reaches beyond the end of the block (RFC 7541 §5.2).", [
    [
      METHOD,
      "1 A literal whose name follows.",
      "1 7 bytes.",
      CRATE,
      "1 13 bytes.",
      "4 Only four are here. A decoder must not wait for the rest, nor read beyond the end of its buffer.",
    ],
  ]),
  broken("integer-overflow", "A number beyond the limits of the decoder (RFC 7541 §5.1).", [
    [
      METHOD,
      "1 A literal whose name follows.",
      "1 The length has a full prefix: 127, and more.",
      "9 Byte after byte adds more. The sum soon exceeds 32 bits, and a decoder that simply goes on shifting wraps around.",
      "1 The last byte would end the number.",
    ],
  ]),
  broken("huffman-eos", "EOS has a code, but a string must not contain it (RFC 7541 §5.2).", [
    [
      METHOD,
      "1 A literal whose name follows.",
      "1 7 bytes.",
      CRATE,
      "1 Huffman-coded, 5 bytes.",
      "5 `1f` is `a` and three ones; with the 32 ones that follow that is more than the thirty of EOS.",
    ],
  ]),
  broken("huffman-padding-too-long", "More than 7 bits after the last character (RFC 7541 §5.2).", [
    [
      METHOD,
      "1 A literal whose name follows.",
      "1 7 bytes.",
      CRATE,
      "1 Huffman-coded, 4 bytes.",
      "3 `pine` and two bits of padding, which would be complete.",
      "1 Eight more ones. Padding should be ones, but a whole byte of it is not allowed.",
    ],
  ]),
  broken("huffman-padding-not-ones", "Padding is the beginning of EOS, which is ones (RFC 7541 §5.2).", [
    [
      METHOD,
      "1 A never-indexed literal whose name follows.",
      "1 7 bytes.",
      CRATE,
      "1 Huffman-coded, 3 bytes.",
      "3 `pine` in 22 bits, then 10 where 11 should be.",
    ],
  ]),
  broken("size-update-too-large", "A size update above the limit (RFC 7541 §6.3).", [
    INSERTS,
    ["3 A size update to 2048. The receiver's limit is 1024.", "1 Not decoded.", "1 Not decoded.", "24 Not decoded."],
  ]),
  broken("size-update-not-first", "Size updates come before all fields (RFC 7541 §4.2).", [
    [METHOD, "2 A size update after a field. Some decoders accept it, and then disagree with those that do not."],
  ]),
  broken(
    "missing-size-update",
    "The limit was lowered, but the sender goes on as if it had not been (RFC 7541 §4.2).",
    [
      INSERTS,
      [
        "1 A field, where a size update to 512 or less should come first.",
        "1 Not decoded.",
        "1 Not decoded.",
        "6 Not decoded.",
        "17 Not decoded.",
      ],
    ],
  ),
];

export const ERRORS: Chapter = {
  id: "errors",
  title: "Errors, and what the receiver does",
  sections: ["RFC 9113 §4.3"],
  brief: "every error, with an example",
  examples: BROKEN,
  Text,
  exercises: [findError({ id: "find-error", title: "Find the error", codes: FAULT_CODES })],
};
