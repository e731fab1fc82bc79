/**
 * RFC 7541, Appendix C.2 to C.6, as printed there: each block's hex, fields and representations, and the table after it.
 */
import examples from "./data/appendix-c.json" with { type: "json" };

export type Field = [kind: "indexed" | "incremental" | "without" | "never", name: string, value: string];
export type Entry = [size: number, name: string, value: string];
export type Block = { section: string; hex: string; fields: Field[]; table: Entry[]; size: number };
export type Example = { section: string; tableSize: number; blocks: Block[] };

export const EXAMPLES = examples as Example[];

export function exampleOf(section: string): Example {
  const found = EXAMPLES.find((example) => example.section === section);
  if (found === undefined) throw new Error(`there is no ${section}`);
  return found;
}

/** An example as a person would paste it. */
export const asText = ({ tableSize, blocks }: Example): string =>
  `# initial table size ${tableSize}\n${blocks.map(({ hex }) => hex).join("\n\n")}\n`;
