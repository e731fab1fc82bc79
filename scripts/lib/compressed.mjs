/**
 * The page's files, compressed once when they are built and sent so: brotli to those who read it, else gzip. Files in
 * assets/ carry a digest in their name and are kept for a year; index.html, which names them, is asked for anew.
 */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import sirv from "sirv";
import { PAGE_HEADERS } from "./headers.mjs";

/** Pictures and captures that are compressed already would only grow. */
const COMPRESSED = /\.(css|html|js|json|pcap|pcapng|svg|txt|wasm|webmanifest)$/;

/** Below this a file fits in one packet either way, bytes. */
const LEAST = 1024;

/** The parts that are loaded on demand: the best quality would take seconds more for each and save little, bytes. */
const LARGE = 5 << 19;

/** @type {[suffix: string, compress: (content: Buffer) => Promise<Buffer>][]} */
const KINDS = [
  [
    ".br",
    (content) =>
      promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: content.length < LARGE ? 11 : 9 },
      }),
  ],
  [".gz", (content) => promisify(gzip)(content, { level: 9 })],
];

/** @param {string} folder */
export async function compressFolder(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSED.test(name));
  const compressing = files.map(async (name) => {
    const file = path.join(folder, name);
    if ((await stat(file)).size < LEAST) return;
    const content = await readFile(file);
    await Promise.all(KINDS.map(async ([suffix, compress]) => writeFile(file + suffix, await compress(content))));
  });
  await Promise.all(compressing);
}

/**
 * How long a browser may keep a file without asking. Of the icon it asks whenever the page's address changes.
 * @param {string} address within the page
 */
function cacheControl(address) {
  if (address.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  return address.endsWith("/") || address.endsWith(".html") ? "no-cache" : "public, max-age=3600";
}

/** @returns {import("vite").Plugin} */
export function compressed() {
  return {
    name: "compressed",
    apply: (_, { command, isPreview }) => command === "build" || isPreview === true,
    async writeBundle({ dir }) {
      if (dir !== undefined) await compressFolder(dir);
    },
    configurePreviewServer({ config, middlewares }) {
      const setHeaders = (
        /** @type {import("node:http").ServerResponse} */ response,
        /** @type {string} */ address,
      ) => {
        for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
        response.setHeader("Cache-Control", cacheControl(address));
      };
      const folder = path.resolve(config.root, config.build.outDir);
      middlewares.use(sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders }));
    },
  };
}
