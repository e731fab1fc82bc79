/** Fields spelled out in a text's comments and logs, which are shared with the whole text. */
import type { FieldText } from "../engine/types";
import { type MaskFields, secretsAmong, USUAL } from "../session/secrets";

/** Number of characters searched for a name before a colon, and for a value after it. */
const BEFORE = 80;
const VALUE = 64;

/** Quotes as in JSON and in programs. */
const COLON = /(?<=[\w"' \t]):[ \t]*["']?(?=[^\s"'])/g;
const NAME = /(:?[\w-]+)["']?[ \t]*$/;

/** Offsets and bytes are not names. */
const IS_HEX = /^[\da-f]+$/i;

/** A table entry given in the text is decoded, and counted as a field. */
const IS_READ = /#[ \t]*table[ \t]+\d+[ \t]+$/i;

/** Everything in a text that looks like a field, not all of which are. */
export function saidFields(text: string): FieldText[] {
  const fields: FieldText[] = [];
  for (const { index, 0: colon } of text.matchAll(COLON)) {
    const before = text.slice(Math.max(0, index - BEFORE), index);
    const found = NAME.exec(before);
    const name = found?.[1] ?? "";
    if (name === "" || IS_HEX.test(name) || IS_READ.test(before.slice(0, found?.index))) continue;
    const from = index + colon.length;
    const value = text.slice(from, from + VALUE).split(/[\r\n]/, 1)[0] ?? "";
    fields.push({ name, value });
  }
  return fields;
}

/** Fields with well-known names whose values masking replaces. */
export async function secretsSaid(text: string, mask: MaskFields): Promise<FieldText[]> {
  const fields = saidFields(text);
  const names = [...new Set(fields.map(({ name }) => name))].map((name) => ({ name, value: "" }));
  const masked = names.length === 0 ? [] : await mask(names, USUAL);
  const known = new Set(masked.filter(({ name }, at) => name === names[at]?.name).map(({ name }) => name));
  return secretsAmong(
    fields.filter(({ name }) => known.has(name)),
    mask,
  );
}
