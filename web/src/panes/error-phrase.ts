import type { ErrorDetail } from "../engine/types";

const PHRASES: Record<string, string> = {
  "index-zero": "index 0 doesn’t exist",
  "index-out-of-range": "index # doesn’t exist",
  truncated: "the block ends before a string",
  "truncated-integer": "the block ends inside an integer",
  "truncated-string": "the block ends inside a string",
  "integer-overflow": "integer too large",
  "huffman-eos": "EOS code in a string",
  "huffman-padding-too-long": "# bits of padding",
  "huffman-padding-not-ones": "padding is not all ones",
  "size-update-too-large": "size update above the limit",
  "size-update-not-first": "size update after a field",
  "missing-size-update": "no size update",
  "string-limit": "string above this decoder’s limit",
  "header-list-limit": "header list above this decoder’s limit",
  "block-limit": "block above this decoder’s limit",
  "earlier-error": "an earlier block failed",
  cut: "the block is cut off",
};

/** An error in a few words, for a list; the verdict has the sentence, whose first number takes the place of “#”. */
export function errorPhrase({ code, message }: Pick<ErrorDetail, "code" | "message">): string {
  return (PHRASES[code] ?? code).replace("#", () => /\d+/.exec(message)?.[0] ?? "");
}
