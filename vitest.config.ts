import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/lib/chromium.mjs";
import { TOP } from "./scripts/lib/paths.mjs";
import vite from "./vite.config.ts";

/** What the sources import, named so that Vite prepares all of it before the first test and none during one. */
const PREPARED = [
  "@tanstack/react-virtual",
  "comlink",
  "react",
  "react-aria-components",
  "react-dom",
  "react-dom/client",
  "react-resizable-panels",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "vitest-browser-react",
];

/** Four suites. `npm test` builds the page and the WebAssembly package first; run alone, a suite does so itself. */
export default defineConfig({
  test: {
    projects: [
      {
        ...vite,
        optimizeDeps: { include: PREPARED },
        test: {
          name: "components",
          include: ["src/**/*.test.{ts,tsx}"],
          globalSetup: [`${TOP}tests/build-wasm.ts`],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1440, height: 900 } }],
          },
        },
      },
      {
        test: { name: "scripts", root: TOP, include: ["scripts/**/*.test.ts"] },
      },
      {
        resolve: vite.resolve,
        test: {
          name: "wasm",
          root: TOP,
          include: ["tests/wasm/**/*.test.ts"],
          globalSetup: ["tests/build-wasm.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "pages",
          root: TOP,
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/serve-page.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One browser at a time: the tests measure how long the page takes.
          fileParallelism: false,
        },
      },
    ],
  },
});
