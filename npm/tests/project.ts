/** Empty projects in which the packed npm package is installed. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { NPM } from "../../scripts/lib/paths.mjs";
import { EXAMPLES } from "../../tests/appendix-c.ts";

/** Makes a project with the package and others from the registry. */
export function makeProject(others: string[] = []) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hpack-inspector-"));
  const npm = (...args: string[]) => execFileSync("npm", args, { cwd: folder, stdio: "pipe", encoding: "utf8" });
  const tarball = npm("pack", NPM, "--silent").trim();
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const network = others.length === 0 ? ["--offline"] : [];
  npm("install", "--no-audit", "--no-fund", ...network, `./${tarball}`, ...others);
  return {
    folder,
    write(name: string, text: string) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    },
    /** Returns the standard output; throws with both outputs if the status is not 0. */
    async run(command: string, ...args: string[]) {
      const { stdout } = await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 1 << 26 });
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** RFC 7541, Appendix C.6: responses with Huffman coding and evictions. */
const C6 = EXAMPLES.find(({ section }) => section === "C.6");
if (C6 === undefined) throw new Error("Appendix C.6 is missing");
export const { tableSize, blocks } = C6;

/** The fields of the blocks, as the scripts below print them. */
export const FIELDS = blocks.map(({ fields }) => fields.map(([, name, value]) => [name, value]));

/** A module that exports C.6 decoded, as lists of names and values. */
export const DECODE_C6 = `
import { Decoder } from "hpack-inspector";
const decoder = new Decoder({ maxTableSize: ${tableSize} });
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (digits) => parseInt(digits, 16));
export const lists = ${JSON.stringify(blocks.map(({ hex }) => hex))}
  .map((hex) => decoder.decode(bytes(hex)).map(({ name, value }) => [name, value]));
`;
