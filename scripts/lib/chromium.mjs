/** The browser that tests and measurements drive. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { Advice, isProgram, which } from "./run.mjs";

/** The environment variable that names another browser. */
const VARIABLE = "HPACK_CHROMIUM";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The same engine without windows and menus, which opens a profile in half the time. */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];

/** No sandbox as root, where it isn't available; nothing that tries the network. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The browser's path, or null: the one that the variable names, one on the search path, Playwright's own. */
export function findChromium() {
  const named = process.env[VARIABLE];
  if (named && !isProgram(named)) throw new Advice(`${VARIABLE} is ${named}, which is not a program.`);
  const own = chromium.executablePath();
  return named || (NAMES.map(which).find((file) => file !== null) ?? (existsSync(own) ? own : null));
}

/** Like `findChromium`, for tests that need no more than pages: the shell, if there is one. */
export function findTestBrowser() {
  const shell = process.env[VARIABLE] ? null : SHELLS.map(which).find((file) => file !== null);
  return shell ?? findChromium();
}

export function requireChromium() {
  const found = findChromium();
  if (found !== null) return found;
  throw new Advice(
    "Chromium is missing. Install it: `apt-get install chromium chromium-headless-shell` as root (Debian), or " +
      `\`npx playwright-core install chromium\` (elsewhere); or name a browser in ${VARIABLE}.`,
  );
}
