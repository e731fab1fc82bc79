/**
 * The page as one file, which opens from a disk, inside a frame without an origin, and wherever a program sends it: its
 * script and styles are inline, and everything else, each thing once, is in an element from which files.js makes files.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { policyOf } from "./headers.mjs";
import { SINGLE, TOP, WEB } from "./paths.mjs";

/** Where the page's code finds its other files: see files.js. @param {string} name */
export const fileAddress = (name) => `globalThis.fileAddresses[${JSON.stringify(name)}]`;

/** A script as the text of an element: “</script” would end it, and “<!--” begin a comment. @param {string} code */
const inline = (code) => code.replaceAll(/<(?=\/script|!--)/gi, "\\x3C");

/** @param {Map<string, string | Uint8Array>} files by name */
async function packed(files) {
  const all = await Promise.all(
    Array.from(files, async ([name, content]) => {
      const compressed = await promisify(gzip)(content, { level: 9 });
      return [name, compressed.toString("base64")];
    }),
  );
  return JSON.stringify(Object.fromEntries(all));
}

/** The files of public/ that the page opens. @returns {Promise<[name: string, content: Buffer][]>} */
async function publicFiles() {
  const folder = path.join(TOP, "public");
  const examples = await readdir(path.join(folder, "examples"));
  const names = [...examples.map((name) => `examples/${name}`), "third-party-notices.txt"];
  return Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name))]));
}

/** @returns {import("vite").Plugin} */
export function singleFile() {
  return {
    name: "single-file",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/web\/src\/engine\/.*client\.ts$/ },
      // In a page from a disk a module can't be a worker's script.
      handler: (code) => code.replace('{ type: "module", ', "{ "),
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const page = bundle["index.html"];
        const code = Object.values(bundle).find((file) => file.type === "chunk");
        if (page?.type !== "asset" || code?.type !== "chunk") throw new Error("the page was not built");
        const files = new Map(await publicFiles());
        for (const file of Object.values(bundle)) {
          const isInline = file === page || file === code || file.fileName.endsWith(".css");
          if (!isInline && file.type === "asset") files.set(file.fileName, Buffer.from(file.source));
          delete bundle[file.fileName];
        }
        const icon = await readFile(path.join(TOP, "public", "icon.svg"), "base64");
        const unpack = await readFile(path.join(WEB, "src", "first", "files.js"), "utf8");
        const scripts = [
          `<script type="application/json" id="files">${await packed(files)}</script>`,
          `<script>${inline(unpack)}</script>`,
          `<script type="module">await globalThis.filesReady;${inline(code.code)}</script>`,
        ];
        const html = String(page.source)
          .replace(/\s*<link rel="(?:manifest|stylesheet|modulepreload)"[^>]*>/g, "")
          .replace(/\s*<script type="module"[^>]*><\/script>/, "")
          .replace(/(<link rel="icon" href=")[^"]*/, (_, start) => `${start}data:image/svg+xml;base64,${icon}`)
          .replace("</body>", () => `${scripts.join("\n")}\n</body>`);
        const policy = policyOf(html, { workers: "blob:", connections: "'self' data:" });
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
        this.emitFile({
          type: "asset",
          fileName: SINGLE,
          source: html.replace(/<meta charset[^>]*>/, (charset) => `${charset}\n    ${meta}`),
        });
      },
    },
  };
}
