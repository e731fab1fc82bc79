/** Running other programs, and ending with one clear line when that can't be done. */
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { NODE_BIN, TOOLS } from "./paths.mjs";

/** What a person has to mend: shown as one line, without a stack. */
export class Advice extends Error {}

const CARGO_BIN = path.join(process.env.CARGO_HOME ?? path.join(os.homedir(), ".cargo"), "bin");

/**
 * The search path for every command started here: the checkout's own tools come first, so that an older wasm-opt of the
 * system is never taken. Cargo's folder comes last, for a shell that was opened before rustup was installed.
 */
const SEARCH_PATH = [path.join(TOOLS, "bin"), NODE_BIN, process.env.PATH ?? "", CARGO_BIN].join(path.delimiter);

/**
 * The full path of a command, or null.
 * @param {string} name
 */
export function which(name) {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of SEARCH_PATH.split(path.delimiter)) {
    if (folder === "") continue;
    for (const ending of endings) {
      const file = path.join(folder, name + ending);
      if (isProgram(file)) return file;
    }
  }
  return null;
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

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to this process's environment
 * @property {(text: string) => void} [onOutput] sees all output as well as the terminal
 * @property {boolean} [silent] keep the output from the terminal
 */

/**
 * Runs a command to its end and gives its exit status (128 when a signal ended it). Its output goes to the terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd, env, onOutput, silent = false } = {}) {
  const piped = onOutput !== undefined || silent;
  return new Promise((resolve, reject) => {
    const child = spawn(which(command) ?? command, args, {
      cwd,
      env: { ...process.env, PATH: SEARCH_PATH, ...env },
      stdio: ["ignore", piped ? "pipe" : "inherit", piped ? "pipe" : "inherit"],
    });
    child.on("error", (error) => {
      const missing = /** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT";
      reject(missing ? new Advice(`${command} is missing: install it, then run this again.`) : error);
    });
    child.on("close", (code) => resolve(code ?? 128));
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      if (!silent) process.stdout.write(text);
      onOutput?.(text);
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      if (!silent) process.stderr.write(text);
      onOutput?.(text);
    });
  });
}

/**
 * Like `run`, for a command without which nothing can go on.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function must(command, args, options) {
  const status = await run(command, args, options);
  if (status !== 0) throw new Advice(`${command} ${args.join(" ")} failed (exit status ${status}).`);
}

/**
 * All that a command writes, or null when it failed.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function outputOf(command, args, options) {
  let output = "";
  const status = await run(command, args, {
    ...options,
    silent: true,
    onOutput: (text) => {
      output += text;
    },
  });
  return status === 0 ? output : null;
}

/** @param {string} title */
export function announce(title) {
  const bold = process.stdout.isTTY ? ["\u001b[1m", "\u001b[0m"] : ["", ""];
  process.stdout.write(`${bold[0]}── ${title}${bold[1]}\n`);
}

/**
 * The whole of a command's script: exit status 1 and one line when something has to be mended.
 * @param {() => Promise<void>} body
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
