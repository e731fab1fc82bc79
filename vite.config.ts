import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { DRAWN_NEXT } from "./scripts/lib/budget.mjs";
import { compressed } from "./scripts/lib/compressed.mjs";
import { ISOLATION } from "./scripts/lib/headers.mjs";
import { mdx } from "./scripts/lib/mdx.mjs";
import { serviceWorker } from "./scripts/lib/offline.mjs";
import { DIST, PKG, PKG_CAPTURES, TOP, WEB } from "./scripts/lib/paths.mjs";
import { pictureTags } from "./scripts/lib/picture.mjs";
import { prerender } from "./scripts/lib/prerender.mjs";
import { recordedModule } from "./scripts/lib/recorded.mjs";
import { staticPages } from "./scripts/lib/static-pages.mjs";
import { storyModules } from "./scripts/lib/stories.mjs";
import { styleLayers } from "./scripts/lib/styles.mjs";

/** Where a browser can show what `npm start` serves. */
const HAS_DISPLAY =
  ["darwin", "win32"].includes(process.platform) || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);

/** How sources are read, by the build as by what draws the first example. */
export const reading = {
  plugins: [react(), mdx(), storyModules(), recordedModule(), styleLayers()],
  resolve: {
    alias: {
      "@wasm-captures": PKG_CAPTURES,
      "@wasm": PKG,
      util: path.join(WEB, "src/engine/javascript/no-util.ts"),
    },
  },
};

export default defineConfig({
  root: WEB,
  publicDir: path.join(TOP, "public"),
  // Relative addresses: the built page works in any folder of any server.
  base: "./",
  appType: "mpa",
  ...reading,
  plugins: [
    ...reading.plugins,
    serviceWorker(),
    compressed(),
    prerender(reading, { isSingle: false }),
    staticPages(reading, process.env.PAGE_URL),
    pictureTags(process.env.PAGE_URL),
  ],
  worker: { format: "es", plugins: () => [storyModules()], rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    manifest: true,
    target: "baseline-widely-available",
    // As files: the page's policy lets it load its own files, but neither code nor fonts from data: addresses.
    assetsInlineLimit: 0,
    // The page's script, and the stories: they come from the person's own machine.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          // What the first view needs in one file, what it draws next in another, and the widgets' library in a third:
          // not a file for every combination of parts that share something.
          groups: [
            { name: "page", tags: ["$initial"], priority: 2 },
            { name: DRAWN_NEXT, test: /panes\/(copy-selection|diagnosis|look-ups|timing-pane)/, priority: 1 },
            { name: "widgets", test: /node_modules\/(react-aria|react-stately|@internationalized)/ },
          ],
        },
      },
    },
  },
  server: { headers: ISOLATION, fs: { allow: [TOP] } },
  preview: { host: "localhost", open: HAS_DISPLAY },
});
