/** Runs fuzz targets with the address sanitizer, one after the other, and keeps a table of the last run of each. */
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { rowsOf, table } from "./document.mjs";
import { CRATE, TRUST_DOC } from "./paths.mjs";
import { Advice, announce, must, outputOf, run, which } from "./run.mjs";

const HEADS = ["target", "last run", "seconds", "of the processor", "executions", "edges covered", "findings"];

// Sanitizers are options of the compiler that are not stable yet.
const ENV = { RUSTC_BOOTSTRAP: "1" };
const FOLDER = ["--fuzz-dir", "fuzz"];

/** @param {number | undefined} number */
const grouped = (number) => (number === undefined ? "?" : number.toLocaleString("en"));

/**
 * @param {{ seconds: string, target?: string }} values
 * @param {(text: string) => Promise<void>} write puts the table into the document
 */
export async function fuzz({ seconds, target: only }, write) {
  for (const [program, advice] of [
    ["cargo-fuzz", "cargo-fuzz is missing: `cargo install cargo-fuzz` brings it."],
    ["time", "GNU time is missing, which says how long a program had the processor."],
  ]) {
    if (which(program ?? "") === null) throw new Advice(advice);
  }
  const listed = await outputOf("cargo", ["fuzz", "list", ...FOLDER], { cwd: CRATE, env: ENV });
  const targets = (listed ?? "").split("\n").filter((name) => name !== "");
  if (only !== undefined && !targets.includes(only)) {
    throw new Advice(`--target takes one of: ${targets.join(", ")}.`);
  }
  const found = [];
  for (const target of targets.filter((name) => name === (only ?? name))) {
    announce(`Fuzzing ${target}: ${seconds} s`);
    const row = await fuzzed(target, seconds);
    if (row.at(-1) !== "none") found.push(target);
    process.stdout.write(`${row.join("  ")}\n`);
    // Others may have been run since the last was written.
    const document = await readFile(TRUST_DOC, "utf8").catch(() => "");
    const before = rowsOf(document, "fuzz");
    const rows = targets.map((name) =>
      name === target ? row : (before.find(([first]) => first === name) ?? [name, ...HEADS.slice(1).map(() => "–")]),
    );
    await write(table(HEADS, rows));
  }
  if (found.length > 0) throw new Advice(`There are findings: ${found.join(", ")}.`);
}

/** @param {string} target @param {string} seconds */
async function fuzzed(target, seconds) {
  await must("cargo", ["fuzz", "build", ...FOLDER, target], { cwd: CRATE, env: ENV });
  // What is found goes into the first folder; the second is only read.
  const corpus = `fuzz/corpus/${target}`;
  await mkdir(path.join(CRATE, corpus), { recursive: true });
  const kept = `fuzz/kept/${target}`;
  const folders = existsSync(path.join(CRATE, kept)) ? [corpus, kept] : [corpus];
  let said = "";
  const args = ["fuzz", "run", ...FOLDER, target, ...folders, "--", `-max_total_time=${seconds}`];
  const status = await run("time", ["-f", "time: %e %U %S", "cargo", ...args, "-print_final_stats=1"], {
    cwd: CRATE,
    env: ENV,
    silent: true,
    onOutput: (text) => {
      said = (said + text).slice(-100_000);
    },
  });
  if (status !== 0) process.stdout.write(said.slice(-10_000));
  const [wall, user, system] = (/time: (\S+) (\S+) (\S+)/.exec(said) ?? []).slice(1).map(Number);
  const executions = /stat::number_of_executed_units:\s*(\d+)/.exec(said)?.[1];
  const edges = [...said.matchAll(/ cov: (\d+)/g)].at(-1)?.[1];
  return [
    target,
    new Date().toISOString().slice(0, 10),
    grouped(wall && Math.round(wall)),
    grouped(user !== undefined && system !== undefined ? Math.round(user + system) : undefined),
    grouped(executions === undefined ? undefined : Number(executions)),
    grouped(edges === undefined ? undefined : Number(edges)),
    status === 0 ? "none" : "**one**",
  ];
}
