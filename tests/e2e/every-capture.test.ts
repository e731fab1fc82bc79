/**
 * Every real capture, dropped onto the built page: all that its worker hands to it, whole values, as the truth has it.
 * (That what is handed over is drawn is tested beside this, on some of them.)
 */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CASES, type Case } from "../capture-cases";
import { type Asked, look } from "../capture-seen";
import { octetsOf, present } from "../captures";
import { drop, whenOpen } from "./reading";
import { openPage } from "./support";

const COMLINK = new URL("../../node_modules/comlink/dist/umd/comlink.js", import.meta.url);

/** Some thirty files, on a machine that has other things to do: milliseconds. */
const PATIENCE = 180_000;

declare global {
  interface Window {
    /** The worker that the page has started. */
    itsWorker?: Worker;
    Comlink: typeof import("comlink");
    asked?: Record<string, (...args: unknown[]) => Promise<unknown>>;
  }
}

/** Keeps hold of the worker that reads captures, so that the test can ask it too. */
async function keepWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(...[url, options]: ConstructorParameters<typeof Worker>) {
        super(url, options);
        if (options?.name === "hpack") window.itsWorker = this;
      }
    };
  });
}

/** The worker's API, called where the page calls it; what is asked at once goes there and comes back at once. */
async function asking(page: Page): Promise<Asked> {
  await page.evaluate(await readFile(COMLINK, "utf8"));
  await page.evaluate(() => {
    if (window.itsWorker === undefined) throw new Error("the page has started no worker");
    window.asked = window.Comlink.wrap(window.itsWorker) as unknown as typeof window.asked;
  });
  let calls: [method: string, args: unknown[]][] = [];
  let answers: Promise<unknown[]> | null = null;
  async function answersOf(asked: typeof calls): Promise<unknown[]> {
    await null;
    answers = null;
    calls = [];
    return page.evaluate(
      (asked) => Promise.all(asked.map(([method, args]) => window.asked?.[method]?.(...args))),
      asked,
    );
  }
  async function call(method: string, args: unknown[]): Promise<unknown> {
    answers ??= answersOf(calls);
    const place = calls.push([method, args]) - 1;
    return (await answers)[place];
  }
  // `await` reads `then` too: undefined, since this is no promise.
  return new Proxy({} as Asked, {
    get: (_, method: string) => (method === "then" ? undefined : (...args: unknown[]) => call(method, args)),
  });
}

const connections = (page: Page) => page.getByRole("listbox", { name: "Connections" });

async function turnTo(page: Page, number: number): Promise<void> {
  const option = connections(page).getByRole("option").nth(number);
  await option.click();
  await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
}

/** Drops them one after another onto one page, each after the one before was closed. */
async function checkEach(cases: Case[]): Promise<void> {
  const { page, complaints } = await openPage({ before: keepWorker });
  await whenOpen(page);
  const asked = await asking(page);
  for (const { capture, keyLog, check } of cases) {
    const names = [capture, ...(keyLog === null ? [] : [keyLog])];
    await drop(page, await Promise.all(names.map(async (name) => ({ name, octets: await octetsOf(name) }))));
    await page.getByText(capture, { exact: true }).waitFor();
    await connections(page).waitFor();
    try {
      check(await look(asked, (connection) => turnTo(page, connection)));
    } catch (reason) {
      throw new Error(capture, { cause: reason });
    }
    await page.getByRole("button", { name: "Close the file" }).click();
    await connections(page).waitFor({ state: "detached" });
  }
  expect(complaints).toEqual([]);
}

describe.skipIf(!present)("every field, representation, table size and frame of every capture", () => {
  // Apart, so that no key log of one is at hand for another.
  const withKeys = CASES.filter(({ keyLog }) => keyLog !== null);
  const without = CASES.filter(({ keyLog }) => keyLog === null);

  test("in clear text, or with its secrets inside", { timeout: PATIENCE }, async () => {
    expect(without.length).toBeGreaterThan(20);
    await checkEach(without);
  });

  test("with its key log", { timeout: PATIENCE }, async () => {
    expect(withKeys.length).toBeGreaterThan(6);
    await checkEach(withKeys);
  });

  test.each([
    ["d21-chromium-default.netlog.json", "Default"],
    ["d22-chromium-includesensitive.netlog.json", "IncludeSensitive"],
  ])("%s: that it holds no octets is said", async (name, mode) => {
    const { page, complaints } = await openPage();
    await whenOpen(page);
    await drop(page, [{ name, octets: await octetsOf(name) }]);
    await page.getByText(`(capture mode ${mode})`).last().waitFor();
    await page.getByText("--net-log-capture-mode=Everything").last().waitFor();
    expect(complaints).toEqual([]);
  });
});
