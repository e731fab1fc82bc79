/** The rules about a step, each with the part that it is about. */
import type { Explanation, IntegerPart, Rule, StringPart } from "../engine/types";
import { sentence } from "../ui/section";

/** The core's rules about a step, each to be shown once, next to what it is about. */
export class RemainingRules {
  #left: Rule[];

  constructor(explanation: Explanation | null) {
    const { rules = [], error = null } = explanation ?? {};
    // The error has a box of its own, with this sentence in it.
    this.#left = rules.filter(({ text }) => error === null || sentence(text) !== sentence(error.message));
  }

  /** The first one of a section. */
  take(section: string): Rule[] {
    const at = this.#left.findIndex((rule) => rule.section === section);
    return at < 0 ? [] : this.#left.splice(at, 1);
  }

  rest(): Rule[] {
    return this.#left;
  }
}

export type ShownPart = {
  part: (IntegerPart & { part: "integer" }) | (StringPart & { part: "string" });
  rules: Rule[];
};

/** Integers and strings, each with the rules that are about it. */
export function partsOf({ parts, section }: Explanation, rules: RemainingRules): ShownPart[] {
  return parts.flatMap((part, nth) => {
    if (part.part === "reference") return [];
    const own = nth === 0 ? rules.take(section) : [];
    if (part.part === "string") own.push(...rules.take("RFC 7541 §5.2"));
    else {
      if (part.huffman !== null) own.push(part.huffman ? CODED : PLAIN);
      if (part.prefixFull) own.push(LONG);
      if (part.role === "index" || part.role === "name-index") own.push(...rules.take("RFC 7541 §2.3.3"));
      if (part.superfluous > 0) rules.take("RFC 7541 §5.1");
    }
    return { part, rules: own };
  });
}

const CODED: Rule = {
  section: "RFC 7541 §5.2",
  text: "The first bit, H, is 1: the string is Huffman-coded. Its length follows.",
};
const PLAIN: Rule = {
  section: "RFC 7541 §5.2",
  text: "The first bit, H, is 0: the string is written as it is. Its length follows.",
};
const LONG: Rule = {
  section: "RFC 7541 §5.1",
  text: "The prefix is all ones, so the number goes on: each further byte adds 7 bits, lowest first, and begins with 1 if another follows.",
};
