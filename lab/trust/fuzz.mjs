/** Runs fuzz targets with the address sanitizer, one after the other, and keeps a row for the last run of each. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CRATE } from "../../scripts/lib/paths.mjs";
import { Advice, announce, must, outputOf, requireProgram } from "../../scripts/lib/run.mjs";
import { writeRow } from "../lib/document.mjs";
import { runTimed } from "./timed.mjs";

// Sanitizers are options of the compiler that are not stable yet.
const OPTIONS = { cwd: CRATE, env: { RUSTC_BOOTSTRAP: "1" } };
const FOLDER = ["--fuzz-dir", "fuzz"];

/** @param {{ seconds: string, target?: string | undefined }} values */
export async function fuzz({ seconds, target: only }) {
  requireProgram("cargo-fuzz", "`cargo install cargo-fuzz` installs it");
  const listed = await outputOf("cargo", ["fuzz", "list", ...FOLDER], OPTIONS);
  const targets = (listed ?? "").split("\n").filter((name) => name !== "");
  if (only !== undefined && !targets.includes(only)) throw new Advice(`--target takes one of: ${targets.join(", ")}.`);
  const found = [];
  for (const target of only === undefined ? targets : [only]) {
    announce(`Fuzzing ${target}: ${seconds} s`);
    const row = await fuzzTarget(target, seconds);
    if (row.at(-1) !== "none") found.push(target);
    console.log(row.join("  "));
    await writeRow("trust.md", "fuzz", row);
  }
  if (found.length > 0) throw new Advice(`There are findings: ${found.join(", ")}.`);
}

/** @param {string} target @param {string} seconds */
async function fuzzTarget(target, seconds) {
  await must("cargo", ["fuzz", "build", ...FOLDER, target], OPTIONS);
  // Begins with the saved inputs; what is found is added.
  const corpus = `fuzz/corpus/${target}`;
  await mkdir(path.join(CRATE, corpus), { recursive: true });
  const kept = await readFile(path.join(CRATE, `fuzz/kept/${target}.jsonl`), "utf8").catch(() => "");
  for (const line of kept.trim().split("\n").filter(Boolean)) {
    const { name, hex } = JSON.parse(line);
    await writeFile(path.join(CRATE, corpus, name), Buffer.from(hex, "hex"));
  }
  const limits = ["--", `-max_total_time=${seconds}`, "-print_final_stats=1"];
  const args = ["fuzz", "run", ...FOLDER, target, corpus, ...limits];
  const { status, output, seconds: wall, processor } = await runTimed("cargo", args, OPTIONS);
  if (status !== 0) console.log(output.slice(-10_000));
  const executions = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
  const edges = [...output.matchAll(/ cov: (\d+)/g)].at(-1)?.[1];
  const figures = [wall, processor, executions, edges].map((figure) =>
    figure === undefined ? "?" : Math.round(Number(figure)).toLocaleString("en"),
  );
  return [target, new Date().toISOString().slice(0, 10), ...figures, status === 0 ? "none" : "**one**"];
}
