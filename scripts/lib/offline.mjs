/** The service worker of a built page: its version, its files and its headers, before the script of web/src/offline. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { pageHeaders } from "./headers.mjs";
import { WEB } from "./paths.mjs";

/** What no page loads: its copies that servers send compressed, and what is for other programs. */
const LEFT_OUT = /(^\.vite\/|\.(br|gz)$|^picture\.png$|^service-worker\.js$)/;

/** @param {string} folder the built page */
export async function writeServiceWorker(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => !LEFT_OUT.test(name)).sort();
  /** @type {Record<string, string>} */
  const files = {};
  for (const name of names) {
    const file = path.join(folder, name);
    if ((await stat(file)).isDirectory()) continue;
    files[name.replaceAll(path.sep, "/")] = createHash("sha256")
      .update(await readFile(file))
      .digest("base64");
  }
  const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  const script = await readFile(path.join(WEB, "src/offline/service-worker.js"), "utf8");
  const constants = { VERSION: version, FILES: files, HEADERS: pageHeaders(folder) };
  const head = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(path.join(folder, "service-worker.js"), head.join("") + script);
}

/** @returns {import("vite").Plugin} */
export function serviceWorker() {
  return {
    name: "service-worker",
    apply: "build",
    async writeBundle({ dir }) {
      if (dir !== undefined) await writeServiceWorker(dir);
    },
  };
}
