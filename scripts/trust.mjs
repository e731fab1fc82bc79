/**
 * `npm run trust`: what is tried against wrong answers, written to docs/trust.md. Every part can be run alone with
 * `--only`. `differential` runs ten million cases through our decoder and those of others; `--cases 100000` tries fewer,
 * `--seed 7` others, and neither is written down.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import readline from "node:readline";
import { parseArgs } from "node:util";
import { table, writePart } from "./lib/document.mjs";
import { compared } from "./lib/npm-decoders.mjs";
import { PEERS, STORIES, TRUST_DOC } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf } from "./lib/run.mjs";
import { ensureRust } from "./lib/rust.mjs";

const CASES = 10_000_000;
/** One case in this many goes through the decoders from npm, too. */
const NPM_SHARE = 50;

/** Assertions are left out of C, as a release has it. */
const C_FLAGS = { CFLAGS: "-DNDEBUG" };

const EMPTY = `# Trust

What is tried against wrong answers and unbounded work, each part with the command that tries it again.

## Differential testing

<!-- differential -->
<!-- /differential -->
`;

/** @typedef {import("./lib/npm-decoders.mjs").Compared} Compared */
/**
 * @typedef {Omit<Compared, "cases"> & { seed: number, cases: number, blocks: number, refused: number,
 *   aims: [title: string, cases: number][] }} Differential
 */

/** @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** @param {{ cases: string, seed: string }} values */
async function differential({ cases, seed }) {
  await must("cargo", ["build", "--locked", "--release"], { cwd: PEERS, env: C_FLAGS });
  const program = path.join(PEERS, "target/release/peers");
  const options = ["--stories", STORIES, "--seed", seed];
  announce(`Differential testing: ${grouped(Number(cases))} cases`);
  const start = performance.now();
  const native = /** @type {Differential} */ (
    JSON.parse((await outputOf(program, ["--differential", cases, ...options])) ?? "null")
  );
  if (native === null) throw new Advice("The cases could not be tried.");
  const npm = await throughNpm(program, ["--print-cases", String(Math.ceil(Number(cases) / NPM_SHARE)), ...options]);
  const minutes = (performance.now() - start) / 60_000;
  const unexplained = [...native.unexplained, ...npm.unexplained];
  const settled = [...native.settled, ...npm.settled].map((row) => [
    row.peer,
    row.section,
    row.why,
    grouped(row.cases),
  ]);
  const parts = [
    `${grouped(native.cases)} connections of ${grouped(native.blocks)} header blocks, ${grouped(native.refused)} of them refused by our decoder, through nghttp2 and httlib-hpack; one in twenty through fluke-hpack, loona-hpack and hpack, the first ${grouped(npm.cases)} through hpack and hpack.js of npm. Compared: whether a block is accepted, every field, the fields before a fault, nghttp2's dynamic table behind each block, and what an encoder wrote. ${minutes.toFixed(0)} minutes.`,
    table(
      ["cases", "number"],
      native.aims.map(([title, number]) => [title, grouped(number)]),
    ),
    `Disagreements that no section settles: **${grouped(unexplained.reduce((sum, { cases }) => sum + cases, 0))}**. The others:`,
    table(["decoder", "settled by", "what it does", "cases"], settled, 3),
  ];
  process.stdout.write(`${parts.join("\n\n")}\n`);
  for (const { peer, ours, theirs, cases: number, first } of unexplained) {
    process.stdout.write(`\n${peer}: ours ${ours}, theirs ${theirs}, ${number} times: ${first}\n`);
  }
  if (cases === String(CASES)) {
    await writePart(TRUST_DOC, EMPTY, "differential", `${dated("differential")}\n\n${parts.join("\n\n")}`);
  }
  if (unexplained.length > 0) throw new Advice("There are disagreements that no section settles.");
}

/** @param {string} program @param {string[]} args */
async function throughNpm(program, args) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  return compared(readline.createInterface({ input: child.stdout }));
}

/** @param {string} part */
const dated = (part) => `\`npm run trust -- --only ${part}\`, ${new Date().toISOString().slice(0, 10)}.`;

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      cases: { type: "string", default: String(CASES) },
      seed: { type: "string", default: "1" },
    },
  });
  const parts = { differential: () => differential(values) };
  if (values.only !== undefined && !Object.hasOwn(parts, values.only)) {
    throw new Advice(`--only takes one of: ${Object.keys(parts).join(", ")}.`);
  }
  await ensureRust();
  for (const [name, part] of Object.entries(parts)) if ((values.only ?? name) === name) await part();
});
