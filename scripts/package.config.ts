/** The scripts of the npm package. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { DIST_NPM, NPM, PKG_CAPTURES, PKG_CODEC, PKG_EXPLAIN, TOP } from "./lib/paths.mjs";

const INLINED = {
  "inlined:core": path.join(PKG_CODEC, "core_bg.wasm"),
  "inlined:explain": path.join(PKG_EXPLAIN, "core_bg.wasm"),
};

/** WebAssembly in base64, as a module. */
function inlined(): Plugin {
  return {
    name: "inlined",
    resolveId: { filter: { id: /^inlined:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0inlined:/ },
      handler: async (id) => {
        const bytes = await readFile(INLINED[id.slice(1) as keyof typeof INLINED]);
        return `export default ${JSON.stringify(bytes.toString("base64"))};`;
      },
    },
  };
}

/** Leaves out the address that wasm-bindgen loads without another, which webpack would look for. */
function withoutDefault(): Plugin {
  return {
    name: "without-default",
    transform: {
      filter: { id: /pkg-captures.*\.js$/ },
      handler: (code) => code.replace(/new URL\('[^']*', import\.meta\.url\)/, "undefined"),
    },
  };
}

const entry = (name: string) => path.join(NPM, "src", `${name}.ts`);

export default defineConfig({
  root: TOP,
  publicDir: false,
  plugins: [inlined(), withoutDefault()],
  resolve: { alias: { "@wasm-captures": PKG_CAPTURES, "@wasm-codec": PKG_CODEC, "@wasm-explain": PKG_EXPLAIN } },
  build: {
    outDir: DIST_NPM,
    emptyOutDir: true,
    target: "es2022",
    // Otherwise Vite puts a file in place of every address of one.
    ssr: true,
    minify: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: Object.fromEntries(["index", "init", "capture", "bin"].map((name) => [name, entry(name)])),
      output: {
        // A class's name is seen: in an error's stack, in what a console prints.
        minify: { mangle: { keepNames: { class: true, function: false } } },
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        // Files of their own, so that a bundle without `explain` lacks its module, and so that Node does not print a
        // module as the line in which an error was thrown.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "core-module", test: /inlined:core/ },
            { name: "explain-module", test: /inlined:explain/ },
            { name: "with-core", test: /npm\/src\/with-core/ },
            { name: "with-explain", test: /npm\/src\/with-explain/ },
            // What all use, and what uses none of the others.
            { name: "common", test: /npm\/src\/(common|latin1)|engine\/(generated|javascript)/ },
            { name: "core", test: /pkg-codec|npm\/src\/(core|decoder|encoder)/ },
            { name: "explain", test: /pkg-explain|npm\/src\/explain/ },
          ],
        },
      },
    },
  },
});
