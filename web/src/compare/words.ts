/** The result of comparing two sides, as a word and a sign. */
import type { ComparedVerdict, ComparedWhat } from "../engine/types";

/** The signs are next to their words, and in the legend. */
export const WHAT: Record<ComparedWhat, { sign: string; word: string; about: string }> = {
  same: { sign: "=", word: "same", about: "the same field in the same bytes" },
  encoding: { sign: "≈", word: "other bytes", about: "the same field in another representation or other bytes" },
  value: { sign: "≠", word: "other value", about: "the same name, another value" },
  unknown: { sign: "?", word: "not known", about: "the same name, and a value that is not known" },
  left: { sign: "◂", word: "only on the left", about: "a field that only the left has" },
  right: { sign: "▸", word: "only on the right", about: "a field that only the right has" },
};

export const WHATS = Object.keys(WHAT) as ComparedWhat[];

export const VERDICT_WORDS: Record<ComparedVerdict, string> = {
  same: "The blocks are the same: the same fields in the same bytes.",
  encoding: "The same fields in the same order, in other bytes.",
  fields: "Fields differ.",
};
