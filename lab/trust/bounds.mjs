/** Gives inputs that ask for too much to the command line and to the page: time, memory, and whether it goes on. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { CRATE } from "../../scripts/lib/paths.mjs";
import { Advice, announce, must, outputOf, withFolder } from "../../scripts/lib/run.mjs";
import { wasmBytes, withBrowser } from "../lib/browser.mjs";
import { dated, table, writePart } from "../lib/document.mjs";
import { runTimed } from "./timed.mjs";

/** Sizes of the inputs, bytes: each twice the one before. */
const SIZES = [1 << 20, 2 << 20, 4 << 20];

/** The page's own thread must never be busy for longer at once, milliseconds. */
const LONG_TASK_MS = 500;

/** The longest that the page may take, milliseconds. */
const PATIENCE_MS = 120_000;

/** The growth of fewer seconds would be that of the clock's own steps. */
const LEAST = 0.05;

/** A block that is pasted after each input, and its number of fields. */
const GOOD = { text: "82 86 84", fields: 3 };

/** @typedef {{ seconds: number, mebibytes: number }} Taken */
/** @typedef {Taken & { task: number, text: string, goesOn: boolean, complaints: string[] }} Seen */

/** @param {{ input?: string | undefined }} values */
export async function tryBounds({ input: only }) {
  announce("Bounded work: building");
  await must("cargo", ["build", "--locked", "--release", "--bin", "hpack-inspect"], { cwd: CRATE });
  await must("cargo", ["build", "--locked", "--release", "-p", "testing", "--example", "hostile"], { cwd: CRATE });
  const maker = path.join(CRATE, "target/release/examples/hostile");
  const list = ((await outputOf(maker, [])) ?? "").trim().split("\n");
  const inputs = list.map((line) => line.split(" ")).filter(([name]) => only === undefined || name === only);
  if (inputs.length === 0)
    throw new Advice(`--input takes one of: ${list.map((line) => line.split(" ")[0]).join(", ")}.`);
  /** @type {string[][]} */
  const shell = [];
  /** @type {string[][]} */
  const pages = [];
  /** @type {string[]} */
  const wrong = [];
  await withFolder((folder) =>
    withBrowser(async ({ address, browser }) => {
      for (const [name = "", ...args] of inputs) {
        const taken = [];
        const seen = [];
        for (const size of SIZES) {
          const options = /** @type {const} */ ({ encoding: "buffer", maxBuffer: 4 * size });
          const { stdout: bytes } = await promisify(execFile)(maker, [name, String(size)], options);
          const file = path.join(folder, "input");
          await writeFile(file, bytes);
          taken.push(await runShell([...args, file]));
          // What only the command line can do with an input says nothing of the page.
          if (args.length === 1) seen.push(await dropOnPage(browser, address, bytes));
        }
        shell.push([name, `\`${args.join(" ")}\``, ...figures(taken)]);
        console.log(shell.at(-1)?.join("  "));
        if (seen.length === 0) continue;
        const goesOn = seen.every((one) => one.goesOn);
        const task = Math.max(...seen.map((one) => one.task));
        if (task > LONG_TASK_MS) wrong.push(`${name}: the page's own thread is busy for ${task.toFixed(0)} ms at once`);
        if (!goesOn) wrong.push(`${name}: a good block that is pasted next is not shown`);
        wrong.push(...seen.flatMap(({ complaints }) => complaints.map((one) => `${name}: ${one}`)));
        pages.push([name, ...figures(seen), task.toFixed(0), goesOn ? "yes" : "**no**"]);
        console.log(`  page: ${pages.at(-1)?.slice(1).join("  ")}  ${seen.at(-1)?.text}`);
      }
    }),
  );
  if (only === undefined) await write(shell, pages);
  if (wrong.length > 0) throw new Advice(wrong.join("\n"));
}

/** @param {string[][]} shell @param {string[][]} pages */
async function write(shell, pages) {
  const heads = ["1, 2, 4 MiB: seconds", "growth", "MiB at most", "growth"];
  const machine = `${os.cpus().length} cores of ${os.cpus()[0]?.model ?? "an unknown machine"}`;
  const text = [
    `${dated("npm run lab trust -- --only bounds")} Every input with 1, 2 and 4 MiB, on ${machine}. Growth is from the smallest to the largest, for each doubling.`,
    "`hpack-inspect`, output thrown away; memory is the largest resident set:",
    table(["input", "arguments", ...heads], shell, 2),
    "The page, the same inputs as files; memory is that of the WebAssembly instance; the last columns are the longest task of the page's own thread in milliseconds, and whether a good block pasted next is shown at the first try:",
    table(["input", ...heads, "task", "goes on"], pages),
  ];
  await writePart("trust.md", "bounds", text.join("\n\n"));
}

/** Runs the command line and throws its output away. @param {string[]} args */
function runShell(args) {
  const program = path.join(CRATE, "target/release/hpack-inspect");
  return runTimed("sh", ["-c", 'exec "$0" "$@" > /dev/null 2>&1', program, ...args]);
}

/** Seconds and memory at each size, and their growth. @param {Taken[]} taken */
function figures(taken) {
  /** @param {number[]} values @param {number} digits */
  const grown = (values, digits) => {
    const [first = 0, last = 0] = [values[0], values.at(-1)];
    const growth = first < LEAST ? "–" : ((last / first) ** (1 / (values.length - 1))).toFixed(1);
    return [values.map((value) => value.toFixed(digits)).join(", "), growth];
  };
  const [seconds, memory] = [taken.map((one) => one.seconds), taken.map((one) => one.mebibytes)];
  return [...grown(seconds, 2), ...grown(memory, 0)];
}

/** Runs in the page: notes the longest task since the file was chosen; reading the file into the page is not its work. */
function watchTasks() {
  const seen = { start: Number.POSITIVE_INFINITY, longest: 0 };
  Object.assign(window, { seen });
  const begin = () => {
    seen.start = performance.now();
  };
  document.addEventListener("change", begin, { capture: true, once: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.longest = Math.max(seen.longest, startTime + duration - Math.max(startTime, seen.start));
    }
  }).observe({ type: "longtask" });
}

/**
 * Opens an input in a fresh page.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {Buffer} buffer
 * @returns {Promise<Seen>}
 */
async function dropOnPage(browser, address, buffer) {
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(address).origin) complaints.push(request.url());
  });
  try {
    // Without an example named, the page does not say how its input was read.
    await page.goto(`${address}#example=rfc7541-c6`);
    await page.getByRole("grid", { name: "Fields" }).getByRole("row").nth(1).waitFor();
    await page.evaluate(watchTasks);
    const before = await page.locator("#input-reading").innerText();
    const file = { name: "hostile", mimeType: "application/octet-stream", buffer };
    await page.locator("input[type=file]").first().setInputFiles(file);
    const isRead = (/** @type {string} */ before) => {
      const reading = document.querySelector("#input-reading");
      const text = reading instanceof HTMLElement ? reading.innerText : "";
      return text !== "" && text !== before && !/Decoding…|Reading…/.test(text);
    };
    await page.waitForFunction(isRead, before, { timeout: PATIENCE_MS });
    const now = await page.evaluate(() => performance.now());
    const text = (await page.getByRole("status").first().innerText()).split("\n")[0] ?? "";
    const mebibytes = (await wasmBytes(page)) / 2 ** 20;
    const { start, longest } = await page.evaluate(() => Reflect.get(window, "seen"));
    const goesOn = await showsNextPaste(page);
    return { seconds: (now - start) / 1000, task: longest, mebibytes, text, goesOn, complaints };
  } finally {
    await page.close();
  }
}

/** Whether a good block that is pasted next is shown at the first try. @param {import("playwright-core").Page} page */
async function showsNextPaste(page) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), GOOD.text);
  await page.keyboard.press("ControlOrMeta+V");
  const fields = page.locator(`#fields [role=grid][aria-rowcount="${GOOD.fields + 1}"]`);
  await fields.waitFor({ timeout: PATIENCE_MS }).catch(() => {});
  return fields.isVisible();
}
