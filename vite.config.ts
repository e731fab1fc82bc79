import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { ISOLATION, PAGE_HEADERS } from "./scripts/lib/headers.mjs";
import { DIST, PKG, PKG_CAPTURES, TOP, WEB } from "./scripts/lib/paths.mjs";
import { storyModules } from "./scripts/lib/stories.mjs";
import { styleLayers } from "./scripts/lib/styles.mjs";

export default defineConfig({
  root: WEB,
  publicDir: path.join(TOP, "public"),
  // Relative addresses: the built page works in any folder of any server.
  base: "./",
  appType: "mpa",
  plugins: [react(), storyModules(), styleLayers()],
  define: { __WRONG_ENGINE__: "false" },
  resolve: {
    alias: {
      "@wasm-captures": PKG_CAPTURES,
      "@wasm": PKG,
      util: path.join(WEB, "src/engine/javascript/no-util.ts"),
    },
  },
  worker: { format: "es", plugins: () => [storyModules()] },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: "baseline-widely-available",
    // As files: the page's policy lets it load its own files, but neither code nor fonts from data: addresses.
    assetsInlineLimit: 0,
    // The page's script, and the stories: they come from the person's own machine.
    chunkSizeWarningLimit: 800,
  },
  server: { headers: ISOLATION, fs: { allow: [TOP] } },
  preview: { headers: PAGE_HEADERS },
});
