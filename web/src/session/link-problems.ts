/** What a link could not say, in sentences. */
import type { Link } from "./fragment";

const WORDS: Record<string, string> = {
  v: "It was made by another version of this page.",
  view: "It names a view that does not exist.",
  text: "Its text is damaged or cut off.",
  fields: "The fields in it are damaged or cut off.",
  prior: "Its table entries can't be read.",
  change: "The change that was applied can't be read.",
  guesses: "The guesses in it can't be read.",
  table: "Its table size is not a number.",
  step: "Its step is not a number.",
};

/** `isExample`: whether there is the example that it names. Of chapters Learn says so itself. */
export function problemsOf({ example, unread, left }: Link, isExample: boolean): string[] {
  const problems = unread.flatMap((word) => WORDS[word] ?? []);
  if (example !== null && !isExample) problems.push(`There is no example “${shortened(example)}”.`);
  if (left.length > 0) {
    problems.push(
      `It leaves out the values of these fields: ${left.map(shortened).join(", ")}. Sizes and bytes differ without them.`,
    );
  }
  return problems;
}

/** What stands in an address may be of any length. */
function shortened(word: string): string {
  return word.length > 40 ? `${word.slice(0, 40)}…` : word;
}
