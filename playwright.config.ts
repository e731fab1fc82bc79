import { defineConfig } from "playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./scripts/lib/chromium.mjs";

/** The built page, in Chromium. Run alone, the tests build the page first. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  globalSetup: "./tests/e2e/setup.ts",
  outputDir: "test-results",
  reporter: "list",
  fullyParallel: true,
  workers: 2,
  // A test that fails once has found something.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // On a machine that has other things to do; what does not come at all ends an assertion or an action much sooner.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Set by the global setup, which has run when a worker reads this.
    ...(process.env.HPACK_PAGE === undefined ? {} : { baseURL: process.env.HPACK_PAGE }),
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: { executablePath: findChromium() ?? "", args: CHROMIUM_FLAGS },
    actionTimeout: 30_000,
    // Pictures of every moment take a third of the machine: there is one at the end instead.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "pages", testIgnore: "time/**" },
    // What measures time has the machine to itself, and runs after the others.
    { name: "time", testMatch: "time/*.test.ts", workers: 1, dependencies: ["pages"], use: { trace: "off" } },
  ],
});
