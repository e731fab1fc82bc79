/** A step part by part, in the order in which it is presented. */
import type { ErrorDetail, Rule, StepContent } from "../engine/types";
import { partsOf, RemainingRules } from "../explain/rules";
import { count, counted } from "../ui/figures";
import { sentence } from "../ui/section";

/** A sentence, with its section if it has one. */
type Sentence = Pick<Rule, "text"> & { section: string | null };

/** The table before the step; with the entries that have to go; after the step. */
export type TableAt = "before" | "evicting" | "after";

export type Stage = {
  name: string;
  question: string;
  /** Offsets in the block, end exclusive. */
  bytes: readonly [from: number, to: number];
  says: Sentence[];
  table: TableAt;
};

const INTEGERS = {
  index: ["index", "Which index is this, and what does it refer to?"],
  "name-index": ["index", "Which index is this, and what does it refer to?"],
  size: ["maximum", "What is the new maximum?"],
  "name-length": ["name length", "Is the name Huffman-coded, and how long is it?"],
  "value-length": ["value length", "Is the value Huffman-coded, and how long is it?"],
} as const;

/** `error`: the block's, if the step is that. A step without a representation, such as the start of a block, has no stages. */
export function stagesOf({ explanation, table, warnings }: StepContent, error: ErrorDetail | null): Stage[] {
  const stages: Stage[] = [];
  let at: TableAt = "before";
  const add = (name: string, question: string, from: number, to: number, says: Sentence[]) =>
    stages.push({ name, question, bytes: [from, to], says, table: at });
  if (explanation !== null) {
    const { start, end, insertion, kind, section } = explanation;
    const rules = new RemainingRules(explanation);
    const evicted = table?.evictedTotal ?? 0;
    for (const { part, rules: says } of partsOf(explanation, rules)) {
      if (stages.length === 0) {
        const [rule = { section, text: sentence(explanation.title) }] = says.splice(0, 1);
        add("prefix", "Which representation is it?", start, start + 1, [rule]);
      }
      if (part.part === "string") {
        if (says.length === 0) says.push({ section, text: `The ${part.role} has ${counted(part.bytes, "byte")}.` });
        add(part.role, `What is the ${part.role}?`, part.start, part.end, says);
        continue;
      }
      const [name, question] = INTEGERS[part.role];
      if (part.role === "name-index" && part.value === 0) {
        says.unshift({ section, text: "Index 0 is no entry: the name follows as a string." });
      }
      if (part.role === "size") {
        says.push(...rules.take(section));
        if (evicted === 0) at = "after";
      }
      if (says.length === 0) says.push({ section, text: `The ${name} is ${count(part.value)}.` });
      add(name, question, part.start, part.end, says);
    }
    if (evicted > 0) {
      at = insertion?.stored ? "evicting" : "after";
      const says = ["4.1", "4.4", "4.3"].flatMap((number) => rules.take(`RFC 7541 §${number}`));
      add("eviction", "Which entries will go?", start, end, says);
    }
    if (insertion?.stored || (insertion !== null && evicted === 0)) {
      at = "after";
      const { before, after } = insertion;
      // After evictions, from what they have left.
      const left = insertion.stored ? after.size - insertion.size : before.size;
      const grown = `The table goes from ${left} to ${after.size} of ${after.maxSize} bytes.`;
      add("insertion", "What will the table be?", start, end, [...rules.rest(), { section: null, text: grown }]);
    }
    if (kind !== "size-update" && warnings.length > 0) {
      const says = warnings.map(({ section, message }) => ({ section, text: `No HPACK error: ${sentence(message)}` }));
      add("warning", "May a message have this field?", start, end, says);
    }
  }
  if (error !== null) {
    const { at: byte, section, message, advice } = error;
    add("error", "What is wrong?", byte, byte + 1, [{ section, text: sentence(message) }]);
    add("what follows", "What does the receiver do?", byte, byte + 1, [{ section: null, text: sentence(advice) }]);
  }
  return stages;
}
