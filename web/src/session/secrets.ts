/** Fields whose values may be secret, by their names: all but those known to be harmless. */
import type { FieldText, Keep, MaskCount } from "../engine/types";

/** Names of such fields, with their numbers. */
export type Secrets = ReadonlyMap<string, number>;

/** Masks the fields, in the core. */
export type MaskFields = (fields: FieldText[], keep: Keep) => Promise<FieldText[]>;

/** Kept by default. */
export const USUAL: Keep = { chosen: {} };

/** The `fields` whose values masking replaces. */
export async function secretsAmong<Field extends FieldText>(fields: Field[], mask: MaskFields): Promise<Field[]> {
  const masked = fields.length === 0 ? [] : await mask(fields, USUAL);
  return fields.filter(({ value, valueHex }, at) => value !== masked[at]?.value || valueHex !== masked[at]?.valueHex);
}

/** Names of the fields of this `kind`, with their numbers. */
export function namesOf(maskCounts: ReadonlyMap<string, MaskCount>, kind: "masked" | "kept"): Secrets {
  const count = ({ fields, masked }: MaskCount) => (kind === "masked" ? masked : fields - masked);
  return new Map([...maskCounts].map(([name, one]) => [name, count(one)] as const).filter(([, count]) => count > 0));
}

/** The sum of both, by name. */
export function joined(one: Secrets, other: Secrets): Secrets {
  const names = new Map(one);
  for (const [name, count] of other) names.set(name, (names.get(name) ?? 0) + count);
  return names;
}

export function countedNames(fields: readonly { name: string }[]): Secrets {
  const names = new Map<string, number>();
  for (const { name } of fields) {
    const low = name.toLowerCase();
    names.set(low, (names.get(low) ?? 0) + 1);
  }
  return names;
}

/** Number of names listed; the others are counted. */
const LISTED = 8;

/** “cookie (3), authorization and x-api-key”; empty if there are none. */
export function wordsOfSecrets(secrets: Secrets): string {
  const words = [...secrets].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  const listed = words.length > LISTED ? [...words.slice(0, LISTED), `${words.length - LISTED} more`] : words;
  const last = listed.at(-1) ?? "";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} and ${last}`;
}
