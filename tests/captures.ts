/** The real captures and their truths. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("data/captures/", import.meta.url);

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
  /** Among the connection's, from 0. */
  block: number;
  dir: "c2s" | "s2c";
  stream: number;
  kind: string;
  promised_stream?: number;
  hex: string;
  fields: TruthField[];
  table_after: { limit: number; max_size: number; size: number; entries: number };
};
export type TruthFrame = {
  /** Among the connection's, from 0; a client's preface is one of them. */
  n: number;
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
export type Derived = { capture: string; derived_from: string | string[]; expect: unknown };

async function parsed<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(new URL(name, FOLDER), "utf8")) as Content;
}

export async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(name, FOLDER)));
}

async function truths(): Promise<{ name: string; truth: Truth | Derived }[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".truth.json"));
  return Promise.all(names.map(async (name) => ({ name, truth: await parsed<Truth | Derived>(name) })));
}

const all = await truths();

/** Captures with a truth of their own. */
export const CAPTURES: Truth[] = all.flatMap(({ truth }) => ("connections" in truth ? [truth] : []));

/** Captures made from others, with the truths of those. */
export const DERIVED: (Derived & { sources: Truth[] })[] = all.flatMap(({ truth }) => {
  if ("connections" in truth) return [];
  const names = [truth.derived_from].flat();
  return [{ ...truth, sources: names.flatMap((name) => CAPTURES.filter(({ capture }) => capture === name)) }];
});

/** The key log that stands beside a capture of that name; null where none does. */
export function keyLogOf(capture: string): string | null {
  const name = capture.replace(/\.(pcap|pcapng|netlog)(\..*)?$/, ".keys.log");
  return name !== capture && existsSync(new URL(name, FOLDER)) ? name : null;
}
