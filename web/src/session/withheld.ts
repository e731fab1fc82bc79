/** What of a state may be written into the address without being asked: all but the fields that hold secrets. */
import type { Composition, FieldText, OpenOptions } from "../engine/types";
import { isSecret, type Secrets, secretsIn } from "./secrets";

/** What was built without the values of such fields, and which those are. */
export function withoutSecrets(composition: Composition): { composition: Composition; left: Secrets } {
  const left = secretsOf(composition);
  if (left.size === 0) return { composition, left };
  const bare = <Field extends FieldText>(field: Field): Field => {
    if (!isSecret(field.name, field.value)) return field;
    const { valueHex: _, ...rest } = field;
    return { ...rest, value: "" } as Field;
  };
  const blocks = composition.blocks.map((block) => ({ ...block, rows: block.rows.map(bare) }));
  return { composition: { ...composition, prior: composition.prior.map(bare), blocks }, left };
}

export function secretsOf({ prior, blocks }: Composition): Secrets {
  return secretsIn([...prior, ...blocks.flatMap(({ rows }) => rows)]);
}

/** The options without typed entries, where one of those holds a secret: with part of them it would be another table. */
export function optionsWithoutSecrets<Options extends Partial<OpenOptions>>(
  options: Options,
): { options: Options; left: Secrets } {
  const left = secretsOfPrior(options.prior ?? []);
  return { options: left.size === 0 ? options : { ...options, prior: [] }, left };
}

export function secretsOfPrior(prior: readonly [string, string][]): Secrets {
  return secretsIn(prior.map(([name, value]) => ({ name, value })));
}
