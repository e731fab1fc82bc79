/** Differential testing: generated connections through our decoder and others. */
import { spawn } from "node:child_process";
import path from "node:path";
import readline from "node:readline";
import { PEERS, STORIES } from "../../scripts/lib/paths.mjs";
import { Advice, announce, must, outputOf } from "../../scripts/lib/run.mjs";
import { dated, table, writePart } from "../lib/document.mjs";
import { compareCases } from "./npm-decoders.mjs";

const CASES = 10_000_000;
/** One case in this number goes through the decoders from npm, too. */
const NPM_SHARE = 50;

/**
 * @typedef {Omit<import("./npm-decoders.mjs").Compared, "cases"> & { cases: number, blocks: number, refused: number,
 *   aims: [title: string, cases: number][] }} Differential
 */

/** @param {number} number */
const grouped = (number) => number.toLocaleString("en");

/** @param {{ cases?: string | undefined, seed: string }} values */
export async function compareDecoders({ cases = String(CASES), seed }) {
  // Assertions are left out of C, as in a release.
  await must("cargo", ["build", "--locked", "--release"], { cwd: PEERS, env: { CFLAGS: "-DNDEBUG" } });
  const program = path.join(PEERS, "target/release/peers");
  const options = ["--stories", STORIES, "--seed", seed];
  announce(`Differential testing: ${grouped(Number(cases))} cases`);
  const start = performance.now();
  /** @type {Differential | null} */
  const native = JSON.parse((await outputOf(program, ["--differential", cases, ...options])) ?? "null");
  if (native === null) throw new Advice("The cases could not be tried.");
  const printed = ["--print-cases", String(Math.ceil(Number(cases) / NPM_SHARE)), ...options];
  const child = spawn(program, printed, { stdio: ["ignore", "pipe", "inherit"] });
  const npm = await compareCases(readline.createInterface({ input: child.stdout }));
  const minutes = ((performance.now() - start) / 60_000).toFixed(0);
  const unexplained = [...native.unexplained, ...npm.unexplained];
  const open = unexplained.reduce((sum, { cases }) => sum + cases, 0);
  const settled = [...native.settled, ...npm.settled];
  const text = [
    `${grouped(native.cases)} connections of ${grouped(native.blocks)} header blocks, ${grouped(native.refused)} of them refused by our decoder, through nghttp2 and httlib-hpack; one in twenty through fluke-hpack, loona-hpack and hpack, the first ${grouped(npm.cases)} through hpack and hpack.js of npm. Compared: whether a block is accepted, every field, the fields before an error, nghttp2's dynamic table after each block, and what an encoder wrote. ${minutes} minutes.`,
    table(
      ["cases", "number"],
      native.aims.map(([title, number]) => [title, grouped(number)]),
    ),
    `Disagreements that no section settles: **${grouped(open)}**. The others:`,
    table(
      ["decoder", "settled by", "what it does", "cases"],
      settled.map(({ peer, section, why, cases }) => [peer, section, why, grouped(cases)]),
      3,
    ),
  ].join("\n\n");
  console.log(text);
  for (const { peer, ours, theirs, cases, first } of unexplained) {
    console.log(`\n${peer}: ours ${ours}, theirs ${theirs}, ${cases} times: ${first}`);
  }
  if (Number(cases) === CASES && seed === "1") {
    await writePart("trust.md", "differential", `${dated("npm run lab trust -- --only differential")}\n\n${text}`);
  }
  if (open > 0) throw new Advice("There are disagreements that no section settles.");
}
