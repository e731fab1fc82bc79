/** Runs other programs, and ends with one clear line if that isn't possible. */
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { TOOLS, TOP } from "./paths.mjs";

/** A problem that the user can solve: its message is shown without a stack. */
export class Advice extends Error {}

/**
 * The checkout's own tools come first, so that an older wasm-opt of the system is never used. Cargo's folder comes last,
 * for a shell that was opened before rustup was installed.
 */
const FOLDERS = [
  path.join(TOOLS, "bin"),
  path.join(TOP, "node_modules", ".bin"),
  ...(process.env.PATH ?? "").split(path.delimiter),
  path.join(process.env.CARGO_HOME ?? path.join(os.homedir(), ".cargo"), "bin"),
];
process.env.PATH = [...new Set(FOLDERS)].join(path.delimiter);

/** The full path of a command, or null. @param {string} name */
export function which(name) {
  return FOLDERS.map((folder) => path.join(folder, name)).find(isProgram) ?? null;
}

/** @param {string} command @param {string} how it is installed, or what it is */
export function requireProgram(command, how) {
  if (which(command) === null) throw new Advice(`${command} is missing: ${how}.`);
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** @typedef {{ cwd?: string, env?: Record<string, string>, quiet?: boolean }} Options `env` is added; `quiet` shows nothing */

/**
 * Runs a command to its end. The status is 128 if a signal ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function run(command, args, { cwd = TOP, env, quiet = false } = {}) {
  const stdio = quiet ? "pipe" : "inherit";
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", stdio, stdio] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      const isMissing = /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
      reject(isMissing ? new Advice(`${command} is missing: install it, then run this again.`) : error);
    });
    child.on("close", (code) => resolve({ status: code ?? 128, output }));
  });
}

/**
 * Like `run`, for a command that has to succeed; returns its output.
 * @param {string} command @param {string[]} args @param {Options} [options]
 */
export async function must(command, args, options) {
  const { status, output } = await run(command, args, options);
  if (status !== 0) throw new Advice(`${output}${command} ${args.join(" ")} failed (exit status ${status}).`);
  return output;
}

/**
 * The output of a command, or null if it failed.
 * @param {string} command @param {string[]} args @param {Options} [options]
 */
export async function outputOf(command, args, options) {
  const { status, output } = await run(command, args, { ...options, quiet: true });
  return status === 0 ? output : null;
}

/**
 * Gives `use` a folder that is removed afterwards.
 * @template T
 * @param {(folder: string) => Promise<T>} use
 */
export async function withFolder(use) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hpack-inspector-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} title */
export function announce(title) {
  const [on, off] = process.stdout.isTTY ? ["\u001b[1m", "\u001b[0m"] : ["", ""];
  process.stdout.write(`${on}── ${title}${off}\n`);
}

/**
 * The whole of a script: exit status 1 and one line if the user has to do something.
 * @param {() => Promise<unknown>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    process.exitCode = 1;
    const { code, message, stack } = /** @type {NodeJS.ErrnoException} */ (error);
    const isAdvice = error instanceof Advice || code?.startsWith("ERR_PARSE_ARGS");
    process.stderr.write(`${isAdvice ? message : stack}\n`);
  }
}
