/** Nothing is cut off, lies over something else or sticks out, in any state of any view, however wide the window. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faultsOf } from "./geometry";
import { enter, STATES, type State } from "./states";
import { openPage } from "./support";

type Size = { width: number; height: number };

/** By layout: what stands in panes side by side, closer together, and in tabs. */
const LAYOUTS: Size[][] = [
  [
    { width: 1440, height: 900 },
    { width: 2560, height: 1440 },
  ],
  [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ],
  [
    { width: 390, height: 844 },
    { width: 360, height: 740 },
  ],
];

/** Every fault with an example of it, and the states and widths in which it shows. */
type Faults = Map<string, { words: string; where: string[] }>;

async function check(page: Page, sizes: Size[], state: State, faults: Faults): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const { what, words } of await faultsOf(page)) {
      const fault = faults.get(what) ?? { words, where: [] };
      fault.where.push(`${state.name} at ${size.width}`);
      faults.set(what, fault);
    }
  }
}

/** The tabs that stand in the place of panes in a narrow window, but for the one in view. */
async function checkTabs(page: Page, sizes: Size[], state: State, faults: Faults): Promise<void> {
  const tabs = page.getByRole("tablist", { name: "Panes" });
  const names = await tabs.getByRole("tab", { selected: false, disabled: false }).allTextContents();
  for (const name of names) {
    await tabs.getByRole("tab", { name, exact: true }).click();
    await check(page, sizes, state, faults);
  }
}

async function checkState(page: Page, state: State, faults: Faults): Promise<void> {
  for (const [number, sizes] of LAYOUTS.entries()) {
    const [first] = sizes;
    if (first !== undefined) await page.setViewportSize(first);
    if (number === 0 || state.ofLayout) await enter(page, state);
    await check(page, sizes, state, faults);
    if (number === LAYOUTS.length - 1 && !state.ofLayout) await checkTabs(page, sizes, state, faults);
  }
}

const VIEWS = [...new Set(STATES.map(({ name }) => name.replace(/:.*/, "")))];

test.each(VIEWS)(
  "%s: nothing is cut off or sticks out in any state from 360 to 2560 px",
  async (view) => {
    const { page } = await openPage();
    page.setDefaultTimeout(10_000);
    const faults: Faults = new Map();
    for (const state of STATES.filter(({ name }) => name.startsWith(`${view}:`))) {
      try {
        await checkState(page, state, faults);
      } catch (reason) {
        faults.set(`${state.name} is not reached`, { words: String(reason), where: [] });
      }
    }
    const list = Array.from(faults, ([what, { words, where }]) => {
      const [first = "", ...more] = where;
      return `${what} (${words}), ${first}${more.length > 0 ? ` and ${more.length} more: ${more.slice(0, 3).join("; ")}` : ""}`;
    });
    expect(list).toEqual([]);
  },
  300_000,
);
