import { defineConfig } from "playwright/test";
import { CHROMIUM_FLAGS, findChromium, findTestBrowser } from "./scripts/lib/chromium.mjs";

/**
 * To optimise a function of WebAssembly takes a core for longer than most tests run it, in each of the hundreds of
 * pages again: it has to run much more before that than by default.
 */
const LESS_OPTIMISED = "--js-flags=--wasm-tiering-budget=200000000";

/** The built page, in Chromium. Run alone, the tests build the page first. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  globalSetup: "./tests/e2e/setup.ts",
  outputDir: "test-results",
  reporter: "list",
  fullyParallel: true,
  workers: 2,
  // A test that fails once has found something, whatever it does when it is run again, which is for its trace: to write
  // down what might turn out to be needed takes longer than what is tested.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: process.env.CI !== undefined,
  // On a machine that has other things to do; what does not come at all ends an assertion or an action much sooner.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Set by the global setup, which has run when a worker reads this.
    ...(process.env.HPACK_PAGE === undefined ? {} : { baseURL: process.env.HPACK_PAGE }),
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: { executablePath: findTestBrowser() ?? "", args: [...CHROMIUM_FLAGS, LESS_OPTIMISED] },
    actionTimeout: 30_000,
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "pages", testIgnore: "time/**" },
    // What measures time has the machine to itself, and runs after the others.
    {
      name: "time",
      testMatch: "time/*.test.ts",
      workers: 1,
      dependencies: ["pages"],
      use: { launchOptions: { executablePath: findChromium() ?? "", args: CHROMIUM_FLAGS } },
    },
  ],
});
