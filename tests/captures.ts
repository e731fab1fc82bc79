/** The recorded captures and their truths. */
import { readFile } from "node:fs/promises";

export type Truth = {
  capture: string;
  keylog: string | null;
  connections: {
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
  }[];
};

export async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(`data/captures/${name}`, import.meta.url)));
}

export async function truthOf(name: string): Promise<Truth> {
  return JSON.parse(new TextDecoder().decode(await bytesOf(`${name}.truth.json`)));
}
