/** The browser that the tests drive. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { Advice, announce, isProgram, must, which } from "./run.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The same engine without windows and menus, which opens a profile in half the time. */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];

/** The environment variable that names a browser of one's own. */
const VARIABLE = "HPACK_CHROMIUM";

/** No sandbox as root, where it can't be had; nothing that tries the network. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The browser's path, or null: the one the variable names, one on the search path, Playwright's own.
 * @returns {string | null}
 */
export function findChromium() {
  const named = process.env[VARIABLE];
  if (named) {
    if (isProgram(named)) return named;
    throw new Advice(`${VARIABLE} names ${named}, which is not a program.`);
  }
  for (const name of NAMES) {
    const file = which(name);
    if (file !== null) return file;
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : null;
}

/** As `findChromium`, but for tests that need no more than pages: the shell, where there is one. */
export function findTestBrowser() {
  if (process.env[VARIABLE]) return findChromium();
  return SHELLS.map(which).find((file) => file !== null) ?? findChromium();
}

/** Whether programs can be installed without asking: on a Debian, as root. */
function canInstall() {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && which("apt-get") !== null;
}

/** @param {string} name of the package */
async function install(name) {
  announce(`${name}: installing (once)`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await must("apt-get", ["-qq", "update"], { env });
  await must("apt-get", ["-qq", "install", "-y", name], { env });
}

/** The browser's path; it is installed where it is missing and can be. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (canInstall()) {
    await install("chromium");
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Advice(
    `Chromium is missing: install it (Debian: apt-get install chromium; elsewhere: npx playwright-core install chromium), ` +
      `or name one in ${VARIABLE}.`,
  );
}

/** The paths of the browser and of that for tests, which may be the same. */
export async function ensureBrowsers() {
  const chromium = await ensureChromium();
  if (findTestBrowser() === chromium && !process.env[VARIABLE] && canInstall()) {
    await install("chromium-headless-shell").catch(() =>
      announce("Testing with the whole browser, which takes longer"),
    );
  }
  return [chromium, findTestBrowser() ?? chromium];
}
