/**
 * What the page would find out one after the other, the worker's script and then its WebAssembly package, is named in
 * index.html, so that a browser fetches both together with the page's own script.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { PKG } from "./paths.mjs";

/** The package that the worker loads first, as wasm-pack left it. */
async function corePackage() {
  const name = (await readdir(PKG)).find((name) => name.endsWith(".wasm"));
  if (name === undefined) throw new Error(`${PKG} holds no WebAssembly package`);
  return readFile(path.join(PKG, name));
}

/** @returns {import("vite").Plugin} */
export function preload() {
  return {
    name: "preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(_, { bundle = {} }) {
        const core = await corePackage();
        // What a worker's own build adds has neither a source's name nor any other mark.
        const found = Object.values(bundle).flatMap((file) => {
          const href = `./${file.fileName}`;
          if (/^assets\/worker-[\w-]+\.js$/.test(file.fileName)) return [{ rel: "modulepreload", href }];
          const isCore =
            file.type === "asset" && file.fileName.endsWith(".wasm") && core.equals(Buffer.from(file.source));
          return isCore ? [{ rel: "preload", as: "fetch", type: "application/wasm", crossorigin: true, href }] : [];
        });
        if (found.length !== 2) throw new Error(`of the worker and its package, ${found.length} were built`);
        return found.map((attrs) => ({ tag: "link", attrs, injectTo: "head" }));
      },
    },
  };
}
