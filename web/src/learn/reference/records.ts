/** Data of the reference pages: a line for each record, its fields separated by bars. */
import glossary from "./glossary.txt?raw";

export function recordsOf(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));
}

/** The terms, each with the chapter that defines it. */
export const TERMS = recordsOf(glossary).map(([names = "", chapter = "", definition = ""]) => {
  const [name = "", ...others] = names.split(", ");
  return { name, others, chapter, definition };
});

/** A term or a sentence as the word of an address. */
export function slugOf(text: string): string {
  return text.replaceAll(/\W+/g, "-").replace(/-$/, "");
}
