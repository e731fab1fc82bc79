/** The real captures and their truths, where they stand beside the checkout. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("../../shared/data/captures/", import.meta.url);

/** Whether they are there. */
export const present = existsSync(FOLDER);

export type TruthField = {
  op: string;
  offset: number;
  length?: number;
  index?: number;
  name: string | null;
  value: string | null;
  name_hex?: string;
  value_hex?: string;
  name_huffman?: boolean;
  value_huffman?: boolean;
  evicted?: number;
  size?: number;
  unresolvable?: string;
};
export type TruthBlock = {
  dir: "c2s" | "s2c";
  stream: number;
  hex: string;
  fields: TruthField[];
  table_after: { limit: number; max_size: number; size: number; entries: number };
};
export type TruthFrame = {
  dir: "c2s" | "s2c";
  type: string;
  type_code: number;
  flags: number;
  stream: number;
  length: number;
  packet?: number;
};
export type TruthConnection = {
  client: string;
  server: string;
  protocol: string;
  start: string;
  frames: TruthFrame[];
  blocks: TruthBlock[];
};
export type Truth = { capture: string; keylog: string | null; connections: TruthConnection[] };
export type Derived = { capture: string; derived_from: string; keylog?: string | null; expect: unknown };

async function parsed<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(new URL(name, FOLDER), "utf8")) as Content;
}

export async function octetsOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(name, FOLDER)));
}

async function truths(): Promise<{ name: string; truth: Truth | Derived }[]> {
  if (!present) return [];
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".truth.json"));
  return Promise.all(names.map(async (name) => ({ name, truth: await parsed<Truth | Derived>(name) })));
}

const all = await truths();

/** Captures with a truth of their own. */
export const CAPTURES: Truth[] = all.flatMap(({ truth }) => ("connections" in truth ? [truth] : []));

/** Captures made from others, with their sources. */
export const DERIVED: (Derived & { source: Truth | null })[] = all.flatMap(({ truth }) =>
  "connections" in truth
    ? []
    : [{ ...truth, source: CAPTURES.find(({ capture }) => capture === truth.derived_from) ?? null }],
);
