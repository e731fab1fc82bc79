/** Header lists for an address, without the values that masking replaces. */
import type { Composition, FieldText } from "../engine/types";
import { countedNames, type MaskFields, type Secrets, secretsAmong } from "./secrets";

/** The composition without such fields' values, and the names of these fields. */
export async function withoutSecrets(
  composition: Composition,
  mask: MaskFields,
): Promise<{ composition: Composition; left: Secrets }> {
  const { prior, blocks } = composition;
  const fields: FieldText[] = [...prior, ...blocks.flatMap(({ rows }) => rows)];
  const secrets = new Set(await secretsAmong(fields, mask));
  if (secrets.size === 0) return { composition, left: new Map() };
  const bare = <Field extends FieldText>(field: Field): Field => {
    if (!secrets.has(field)) return field;
    const { valueHex: _, ...rest } = field;
    return { ...rest, value: "" } as Field;
  };
  const without = blocks.map((block) => ({ ...block, rows: block.rows.map(bare) }));
  return { composition: { ...composition, prior: prior.map(bare), blocks: without }, left: countedNames([...secrets]) };
}
