/** Fields that hold secrets: what a person would not want in the browser's history, or in a link without a word. */
import type { FieldText } from "../engine/types";

/** The names of such fields, each once, with how many there are. */
export type Secrets = ReadonlyMap<string, number>;

/** Which of the fields hold secrets: the core tells. */
export type TellSecrets = (fields: FieldText[]) => Promise<boolean[]>;

export async function secretsIn(fields: FieldText[], tell: TellSecrets): Promise<Secrets> {
  const marks = fields.length === 0 ? [] : await tell(fields);
  return countedNames(fields.filter((_, at) => marks[at]));
}

export function countedNames(fields: readonly { name: string }[]): Secrets {
  const names = new Map<string, number>();
  for (const { name } of fields) {
    const low = name.toLowerCase();
    names.set(low, (names.get(low) ?? 0) + 1);
  }
  return names;
}

/** Names that are listed; the others are counted. */
const LISTED = 8;

/** “cookie (3), authorization and x-api-key”; "" for none. */
export function wordsOfSecrets(secrets: Secrets): string {
  const words = [...secrets].map(([name, count]) => (count === 1 ? name : `${name} (${count})`));
  const listed = words.length > LISTED ? [...words.slice(0, LISTED), `${words.length - LISTED} more`] : words;
  const last = listed.at(-1) ?? "";
  return listed.length < 2 ? last : `${listed.slice(0, -1).join(", ")} and ${last}`;
}
