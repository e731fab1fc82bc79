/** Data of the reference pages: a line for each record, its fields separated by bars. */

export function recordsOf(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" | "));
}

/** A term or a sentence as the word of an address. */
export function slugOf(text: string): string {
  return text.replaceAll(/\W+/g, "-");
}
