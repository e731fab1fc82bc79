/** The element `<hpack-inspector>`, beside the page as one file that it shows. */
import path from "node:path";
import { defineConfig } from "vite";
import { DIST_SINGLE, WEB } from "./lib/paths.mjs";

export default defineConfig({
  root: WEB,
  publicDir: false,
  build: {
    outDir: DIST_SINGLE,
    emptyOutDir: false,
    target: "baseline-widely-available",
    // Otherwise Vite puts the page itself in place of its address.
    ssr: path.join(WEB, "src/embed/element.ts"),
    rolldownOptions: { output: { minify: true, entryFileNames: "element.js" } },
  },
});
