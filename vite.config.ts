import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { ISOLATION, PAGE_HEADERS } from "./scripts/lib/headers.mjs";
import { DIST, PKG, TOP, WEB } from "./scripts/lib/paths.mjs";

export default defineConfig({
  root: WEB,
  publicDir: path.join(TOP, "public"),
  // Relative addresses: the built page works in any folder of any server.
  base: "./",
  appType: "mpa",
  plugins: [react()],
  resolve: { alias: { "@wasm": PKG } },
  worker: { format: "es" },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: "baseline-widely-available",
    // As files: the page's policy lets it load its own files, but neither code nor fonts from data: addresses.
    assetsInlineLimit: 0,
  },
  server: { headers: ISOLATION, fs: { allow: [TOP] } },
  preview: { headers: PAGE_HEADERS },
});
