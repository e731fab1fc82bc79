/** Fields as text, a line each: `name: value`. */
import type { FieldText } from "../engine/compose-types";

/** What stands before a status line or a request line is not a field. */
const START_LINE = /^(?:[A-Z]+ \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}(?: .*)?)$/;

/** Marks that programs put before the fields that they print (curl -v), and quotes around them. */
const MARKS = /^[<>*](?: |$)/;

/**
 * The fields of a text of several lines, or of one line; null where it is
 * something else, and is to be pasted as it is. A pseudo-header field's own
 * colon is part of its name. Names are taken in lower case where no line
 * begins with a colon: HTTP/1.1 and what is printed of it write them as they
 * like, and HTTP/2 has no others (RFC 9113 §8.2.1).
 */
export function parseFieldLines(text: string): FieldText[] | null {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(MARKS, ""))
    .filter((line) => line.trim() !== "" && !START_LINE.test(line.trim()));
  const fields: FieldText[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":", 1);
    const name = line.slice(0, colon).trim();
    // A URL has a colon too, and «//» behind it.
    if (colon < 0 || name === "" || /\s/.test(name) || line.startsWith("//", colon + 1)) return null;
    fields.push({ name, value: line.slice(colon + 1).trim() });
  }
  if (fields.length === 0) return null;
  const is2 = fields.some(({ name }) => name.startsWith(":"));
  return is2 ? fields : fields.map(({ name, value }) => ({ name: name.toLowerCase(), value }));
}
