/** The page as one file, in which a single package, in a single memory, does all the work. */
import { defineConfig } from "vite";
import { reading } from "../vite.config.ts";
import { DIST_SINGLE, PKG_CAPTURES, WEB } from "./lib/paths.mjs";
import { prerender } from "./lib/prerender.mjs";
import { fileAddress, singleFile } from "./lib/single.mjs";
import { storyModules } from "./lib/stories.mjs";

export default defineConfig({
  root: WEB,
  publicDir: false,
  base: "./",
  plugins: [...reading.plugins, prerender(reading, { isSingle: true }), singleFile()],
  resolve: { alias: { ...reading.resolve.alias, "@wasm": PKG_CAPTURES } },
  // What Vite leaves where an import that waited for styles has become a part of the one script.
  define: { __VITE_PRELOAD__: "undefined" },
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === "js" ? { runtime: fileAddress(name) } : { relative: true }),
  },
  worker: {
    format: "iife",
    plugins: () => [storyModules()],
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
  },
  build: {
    outDir: DIST_SINGLE,
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
  },
});
