/** What was built, as it may be written into the address without being asked: without the fields that hold secrets. */
import type { Composition, FieldText } from "../engine/types";
import { countedNames, type Secrets, type TellSecrets } from "./secrets";

/** What was built without the values of such fields, and which those are. */
export async function withoutSecrets(
  composition: Composition,
  tell: TellSecrets,
): Promise<{ composition: Composition; left: Secrets }> {
  const { prior, blocks } = composition;
  const fields: FieldText[] = [...prior, ...blocks.flatMap(({ rows }) => rows)];
  const marks = fields.length === 0 ? [] : await tell(fields);
  const secrets = new Set(fields.filter((_, at) => marks[at]));
  if (secrets.size === 0) return { composition, left: new Map() };
  const bare = <Field extends FieldText>(field: Field): Field => {
    if (!secrets.has(field)) return field;
    const { valueHex: _, ...rest } = field;
    return { ...rest, value: "" } as Field;
  };
  const without = blocks.map((block) => ({ ...block, rows: block.rows.map(bare) }));
  return { composition: { ...composition, prior: prior.map(bare), blocks: without }, left: countedNames([...secrets]) };
}
