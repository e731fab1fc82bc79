/** The recorded captures and their truths. */
import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("data/captures/", import.meta.url);

export type TruthConnection = {
  client: string;
  server: string;
  protocol: string;
  start: string;
  /** A client's preface is one of them. */
  frames: { dir: "c2s" | "s2c"; type: string; type_code: number; stream: number; length: number }[];
  blocks: {
    dir: "c2s" | "s2c";
    stream: number;
    kind: string;
    promised_stream?: number;
    hex: string;
    fields: { op: string; name: string | null; value: string | null }[];
  }[];
};
export type Truth = { capture: string; keylog: string | null; connections: TruthConnection[] };

export async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(name, FOLDER)));
}

const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".truth.json"));
const truths = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, FOLDER), "utf8"))));

/** Captures with a truth of their own; others are made from these. */
export const CAPTURES: Truth[] = truths.filter((truth) => "connections" in truth);
