import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_FLAGS, findTestBrowser } from "./scripts/lib/chromium.mjs";
import { mdx } from "./scripts/lib/mdx.mjs";
import { PKG_CAPTURES_TESTED, PKG_TESTED, TOP } from "./scripts/lib/paths.mjs";
import config, { reading } from "./vite.config.ts";

const alias = { ...reading.resolve.alias, "@wasm-captures": PKG_CAPTURES_TESTED, "@wasm": PKG_TESTED };
const vite = { ...config, resolve: { alias } };

/** What the sources import, named so that Vite prepares all of it before the first test and none during one. */
const PREPARED = [
  ...["clsx", "comlink", "react", "react-aria-components", "react-dom", "react-dom/client", "react/jsx-dev-runtime"],
  ...["react/jsx-runtime", "valibot", "vitest-browser-react"],
];

/** Tests of sources without React that need a browser all the same. */
const BROWSER = "src/**/*.browser.test.ts";

/**
 * Four suites and, for `npm run test:package`, that of the npm package; that of the built page is in
 * playwright.config.ts. `npm test` builds the WebAssembly packages first; run alone, tests that reach one do so themselves.
 */
export default defineConfig({
  test: {
    projects: [
      {
        ...vite,
        test: {
          // What draws nothing needs no browser, unless it needs what Node 20 lacks.
          name: "units",
          include: ["src/**/*.test.ts"],
          exclude: [BROWSER],
          globalSetup: [`${TOP}tests/build-wasm.ts`],
        },
      },
      {
        ...vite,
        optimizeDeps: { include: PREPARED },
        test: {
          name: "components",
          // On a machine that has other things to do.
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
          include: ["src/**/*.test.tsx", BROWSER],
          setupFiles: [`${TOP}tests/details.ts`],
          globalSetup: [`${TOP}tests/build-wasm.ts`],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: findTestBrowser() ?? undefined, args: CHROMIUM_FLAGS },
            }),
            instances: [{ browser: "chromium", viewport: { width: 1440, height: 900 } }],
          },
        },
      },
      {
        test: { name: "scripts", root: TOP, include: ["scripts/**/*.test.ts", "lab/**/*.test.ts"] },
      },
      {
        plugins: [mdx()],
        resolve: vite.resolve,
        test: {
          name: "wasm",
          root: TOP,
          include: ["tests/wasm/**/*.test.ts", "npm/src/**/*.test.ts"],
          globalSetup: ["tests/build-wasm.ts"],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "package",
          root: TOP,
          include: ["npm/tests/**/*.test.ts"],
          globalSetup: ["tests/build-package.ts"],
          testTimeout: 120_000,
          // Removing a project with six tools in it.
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
