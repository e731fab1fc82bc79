/**
 * `npm run lab wireshark`: `wireshark/hpack-inspector.lua` in tshark, and its menu entry in Wireshark on a screen of its
 * own, which opens the program's page. With `--pictures FOLDER` it keeps a picture of the menu and one of the page.
 */
import { spawn } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { buildProgram } from "../scripts/lib/build.mjs";
import { CHROMIUM_FLAGS, findChromium } from "../scripts/lib/chromium.mjs";
import { TOP } from "../scripts/lib/paths.mjs";
import { Advice, announce, main, must, outputOf, requireProgram, withFolder } from "../scripts/lib/run.mjs";

const SCRIPT = path.join(TOP, "wireshark", "hpack-inspector.lua");
const CAPTURES = path.join(TOP, "crate", "input", "tests", "captures");
const FILES = ["upgrade-null.pcap"];
const DISPLAY = ":97";
const PATIENCE = 60;

/** Asks until there is an answer. @template T @param {string} what @param {() => Promise<T>} ask */
async function until(what, ask) {
  for (let second = 0; second < PATIENCE; second += 1) {
    const answer = await ask();
    if (answer) return answer;
    await wait(1000);
  }
  throw new Advice(`${what} did not come in ${PATIENCE} s`);
}

/** What the script writes is decoded as its source is. @param {string} program @param {string} folder */
async function compareWritten(program, folder) {
  const test = path.join(folder, "test.lua");
  const written = path.join(folder, "written");
  const lua = `local finish = dofile("${SCRIPT}").write_packets("${written}")
    local tap = Listener.new("frame")
    function tap.draw() finish() end`;
  await writeFile(test, lua);
  for (const file of FILES.map((name) => path.join(CAPTURES, name))) {
    await must("tshark", ["-X", `lua_script:${test}`, "-r", file], { quiet: true });
    const [ours, theirs] = await Promise.all(
      [file, written].map((one) => must(program, ["decode", one], { quiet: true })),
    );
    if (ours !== theirs) throw new Advice(`${file} is another capture once the script has written it.`);
  }
}

/** @param {string} program @param {string} folder @param {string} pictures */
async function openFromMenu(program, folder, pictures) {
  const plugins = path.join(folder, ".local", "lib", "wireshark", "plugins");
  await mkdir(plugins, { recursive: true });
  await copyFile(SCRIPT, path.join(plugins, "hpack-inspector.lua"));
  // The page's address, which Wireshark would not show.
  const log = path.join(folder, "log");
  const opened = path.join(folder, "opened");
  await writeFile(opened, `#!/bin/sh\nexec '${program}' "$@" --no-open >> '${log}'\n`);
  await chmod(opened, 0o755);
  const env = { ...process.env, DISPLAY, HOME: folder, XDG_RUNTIME_DIR: folder, HPACK_INSPECT: opened };
  const start = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    spawn(command, args, { env, stdio: "ignore" });
  const key = (/** @type {string[]} */ ...keys) => must("xdotool", ["key", "--delay", "500", ...keys], { env });
  const screen = start("Xvfb", DISPLAY, "-screen", "0", "1024x600x24");
  const file = path.join(CAPTURES, /** @type {string} */ (FILES[0]));
  await wait(1000);
  const wireshark = start("wireshark", "-r", file);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  try {
    const window = ["search", "--name", path.basename(file)];
    const found = await until("Wireshark's window", () => outputOf("xdotool", window, { env }));
    await must("xdotool", ["windowfocus", found.trim().split("\n").at(-1) ?? ""], { env });
    await wait(2000);
    await key("alt+t");
    await must("import", ["-window", "root", path.join(pictures, "menu.png")], { env });
    await key("Up", "Return");
    const address = await until("the page", () => readFile(log, "utf8").catch(() => ""));
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(address.trim());
    await page.getByText("last-modified").first().waitFor();
    await page.screenshot({ path: path.join(pictures, "page.png") });
    await key("ctrl+q");
    const ended = () =>
      page.request.get(address.trim()).then(
        () => false,
        () => true,
      );
    await until("the program's end, with Wireshark's,", ended);
  } finally {
    await browser.close();
    wireshark.kill();
    screen.kill();
  }
}

await main(async () => {
  const { values } = parseArgs({ options: { pictures: { type: "string" } } });
  for (const program of ["tshark", "wireshark", "Xvfb", "xdotool", "import"])
    requireProgram(program, "apt-get install -y tshark wireshark xvfb xdotool imagemagick");
  const program = await buildProgram("dev");
  await withFolder(async (folder) => {
    await compareWritten(program, folder);
    announce("What the script writes is decoded as its source is");
    await openFromMenu(program, folder, path.resolve(values.pictures ?? folder));
    announce("The menu entry opened the page, which ended with Wireshark");
  });
});
