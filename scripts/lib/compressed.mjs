/**
 * The page's files are compressed once, when they are built, and sent so: as brotli to browsers that read it, otherwise
 * as gzip. Files in assets/ have a digest in their name and are kept for a year; index.html, which names them, is not.
 */
import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import sirv from "sirv";
import { EMBED_HEADERS, pageHeaders } from "./headers.mjs";
import { DIST_SINGLE, SINGLE } from "./paths.mjs";

/** Pictures and captures that are compressed already would only grow. */
const COMPRESSED = /\.(css|html|js|json|pcap|pcapng|svg|txt|wasm|webmanifest)$/;

/** A smaller file fits in one packet either way, bytes. */
const LEAST = 1024;

/** For parts that are loaded on demand the best quality would take seconds more each and save little, bytes. */
const LARGE = 5 << 19;

/** @param {Buffer} content */
function brotli(content) {
  const quality = content.length < LARGE ? 11 : 9;
  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** @param {string} folder */
export async function compressFolder(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      if ((await stat(file)).size < LEAST) return;
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Browsers ask for the icon whenever the page's address changes. @param {string} address within the page */
function cacheControl(address) {
  if (address.startsWith("/assets/")) return "public, max-age=31536000, immutable";
  return address.endsWith("/") || address.endsWith(".html") ? "no-cache" : "public, max-age=3600";
}

/** The page as one file and its element, for pages of others. @type {import("vite").Connect.NextHandleFunction} */
function serveEmbed({ url }, response, next) {
  const name = { "/embed.htm": SINGLE, "/element.js": "element.js" }[url ?? ""];
  if (name === undefined) return next();
  const type = name === SINGLE ? "text/html" : "text/javascript";
  response.setHeaders(
    new Map(Object.entries({ ...EMBED_HEADERS, "Access-Control-Allow-Origin": "*", "Content-Type": type })),
  );
  createReadStream(path.join(DIST_SINGLE, name)).pipe(response);
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
      const folder = path.resolve(config.root, config.build.outDir);
      if (existsSync(path.join(DIST_SINGLE, SINGLE))) middlewares.use(serveEmbed);
      const headers = pageHeaders(folder);
      const setHeaders = (/** @type {import("node:http").ServerResponse} */ response, /** @type {string} */ address) =>
        response.setHeaders(new Map(Object.entries({ ...headers, "Cache-Control": cacheControl(address) })));
      middlewares.use(sirv(folder, { brotli: true, gzip: true, etag: true, setHeaders }));
    },
  };
}
