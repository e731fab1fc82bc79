/**
 * `npm run trust`: what is tried against wrong answers and unbounded work, written to docs/trust.md. Every part can be
 * run alone with `--only`. `differential` runs ten million cases through our decoder and those of others; `--cases
 * 100000` tries fewer, `--seed 7` others, and neither is written down. `bounds` gives inputs that ask for too much, in
 * three sizes, to the command line and to the page; `--input NAME` tries one of them and only prints it. `fuzz` runs
 * every fuzz target with the address sanitizer for `--seconds` each (1800), `--target NAME` one of them; it needs
 * cargo-fuzz. `mutants` changes one place of the decoder or the frame codec at a time and sees whether a test fails,
 * which takes hours and needs cargo-mutants; `--file decoder` tries only files whose path holds that, and what was tried
 * before is not tried again.
 */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { parseArgs, promisify } from "node:util";
import { table, writePart } from "./lib/document.mjs";
import { fuzz } from "./lib/fuzz.mjs";
import { onThePage } from "./lib/hostile-page.mjs";
import { mutants } from "./lib/mutants.mjs";
import { compared } from "./lib/npm-decoders.mjs";
import { CRATE, PEERS, STORIES, TRUST_DOC } from "./lib/paths.mjs";
import { Advice, announce, main, must, outputOf, which } from "./lib/run.mjs";
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

## Bounded work

<!-- bounds -->
<!-- /bounds -->

## Fuzzing

<!-- fuzz -->
<!-- /fuzz -->

## Mutation testing

<!-- mutants -->
<!-- /mutants -->
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

/** @param {{ file: string }} values */
async function mutated({ file }) {
  const { text, unexplained } = await mutants(file);
  await writePart(TRUST_DOC, EMPTY, "mutants", `${dated("mutants")} ${text}`);
  if (unexplained.length > 0) throw new Advice(`No test notices these mutants:\n${unexplained.join("\n")}`);
}

/** Sizes of the inputs, bytes: each twice the one before. */
const SIZES = [1 << 20, 2 << 20, 4 << 20];

/** Longer than this the page's own thread must never be busy at once, milliseconds. */
const LONG_TASK_MS = 500;

/** Of less than this many seconds, growth would be that of the clock's own steps. */
const LEAST = 0.05;

/** Larger outputs than this of other programs are not kept: nothing is read of them. */
const MAX_OUTPUT = 16 << 20;

/** @typedef {{ seconds: number, mebibytes: number }} Taken */

/** @param {{ input?: string }} values */
async function bounds({ input: only }) {
  if (which("time") === null) throw new Advice("GNU time is missing, which says how much memory a program takes.");
  announce("Bounded work: building");
  await must("cargo", ["build", "--locked", "--release", "--bin", "hpack-inspect"], { cwd: CRATE });
  const example = ["build", "--locked", "--release", "-p", "testing", "--example", "hostile"];
  await must("cargo", example, { cwd: CRATE });
  const maker = path.join(CRATE, "target/release/examples/hostile");
  const list = (await outputOf(maker, [])) ?? "";
  const rows = list
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([name]) => only === undefined || name === only);
  const folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  /** @type {string[][]} */
  const shell = [];
  /** @type {string[][]} */
  const browser = [];
  /** @type {string[]} */
  const wrong = [];
  try {
    await onThePage(async (drop) => {
      for (const [name = "", ...args] of rows) {
        const inputs = await Promise.all(SIZES.map((size) => made(maker, name, size)));
        /** @type {Taken[]} */
        const taken = [];
        for (const [nth, input] of inputs.entries()) {
          const file = path.join(folder, `${name}-${nth}`);
          await writeFile(file, input);
          taken.push(await timed([...args, file]));
        }
        shell.push([name, `\`${args.join(" ")}\``, ...figures(taken)]);
        process.stdout.write(`${shell.at(-1)?.join("  ")}\n`);
        // What only the command line can do with an input says nothing of the page.
        if (args.length > 1) continue;
        const seen = [];
        for (const input of inputs) seen.push(await drop(input));
        const goesOn = seen.every((one) => one.goesOn);
        const task = Math.max(...seen.map((one) => one.task));
        if (task > LONG_TASK_MS) wrong.push(`${name}: the page's own thread is busy for ${task.toFixed(0)} ms at once`);
        if (!goesOn) wrong.push(`${name}: a good block that is pasted next is not shown`);
        wrong.push(...seen.flatMap(({ complaints }) => complaints.map((one) => `${name}: ${one}`)));
        browser.push([name, ...figures(seen), task.toFixed(0), goesOn ? "yes" : "**no**"]);
        process.stdout.write(`  page: ${browser.at(-1)?.slice(1).join("  ")}  ${seen.at(-1)?.said}\n`);
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (only === undefined) {
    const heads = ["1, 2, 4 MiB: seconds", "growth", "MiB at most", "growth"];
    const text = [
      `${dated("bounds")} Every input with 1, 2 and 4 MiB, on ${os.cpus().length} cores of ${os.cpus()[0]?.model ?? "an unknown machine"}. Growth is from the smallest to the largest, for each doubling.`,
      "`hpack-inspect`, output thrown away; memory is the largest resident set:",
      table(["input", "arguments", ...heads], shell, 2),
      "The page, the same inputs as files; memory is that of the WebAssembly instance; the last columns are the longest task of the page's own thread in milliseconds, and whether a good block pasted next is shown at the first try:",
      table(["input", ...heads, "task", "goes on"], browser),
    ];
    await writePart(TRUST_DOC, EMPTY, "bounds", text.join("\n\n"));
  }
  if (wrong.length > 0) throw new Advice(wrong.join("\n"));
}

/** @param {string} maker @param {string} name @param {number} size */
async function made(maker, name, size) {
  const { stdout } = await promisify(execFile)(maker, [name, String(size)], {
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT,
  });
  return stdout;
}

/** Runs the program. @param {string[]} args @returns {Promise<Taken>} */
async function timed(args) {
  const program = path.join(CRATE, "target/release/hpack-inspect");
  const child = spawn("time", ["-f", "%e %M", program, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const part of child.stderr) said = (said + String(part)).slice(-200);
  const [seconds, kibibytes] = said.trim().split("\n").at(-1)?.split(" ").map(Number) ?? [];
  if (seconds === undefined || kibibytes === undefined || Number.isNaN(seconds + kibibytes)) {
    throw new Advice(`hpack-inspect ${args.join(" ")} could not be timed.`);
  }
  return { seconds, mebibytes: kibibytes / 1024 };
}

/** Seconds and memory at each size, and how they grow. @param {Taken[]} taken */
function figures(taken) {
  const seconds = taken.map((one) => one.seconds);
  const memory = taken.map((one) => one.mebibytes);
  /** @param {number[]} all */
  const growth = ([first = 0, ...more]) =>
    first < LEAST ? "–" : (((more.at(-1) ?? 0) / first) ** (1 / more.length)).toFixed(1);
  return [
    seconds.map((value) => value.toFixed(2)).join(", "),
    growth(seconds),
    memory.map((value) => value.toFixed(0)).join(", "),
    growth(memory),
  ];
}

/** @param {string} rows */
const writeFuzz = (rows) =>
  writePart(
    TRUST_DOC,
    EMPTY,
    "fuzz",
    `\`npm run trust -- --only fuzz\`, with the address sanitizer; each target as it was last run, from what the runs before had found.\n\n${rows}`,
  );

/** @param {string} part */
const dated = (part) => `\`npm run trust -- --only ${part}\`, ${new Date().toISOString().slice(0, 10)}.`;

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      cases: { type: "string", default: String(CASES) },
      seed: { type: "string", default: "1" },
      input: { type: "string" },
      seconds: { type: "string", default: "1800" },
      target: { type: "string" },
      file: { type: "string", default: "" },
    },
  });
  const parts = {
    differential: () => differential(values),
    bounds: () => bounds(values),
    fuzz: () => fuzz(values, writeFuzz),
    mutants: () => mutated(values),
  };
  if (values.only !== undefined && !Object.hasOwn(parts, values.only)) {
    throw new Advice(`--only takes one of: ${Object.keys(parts).join(", ")}.`);
  }
  await ensureRust();
  for (const [name, part] of Object.entries(parts)) if ((values.only ?? name) === name) await part();
});
