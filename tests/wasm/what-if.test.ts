/** What-if, through both packages of the page's worker. */
import { readFile } from "node:fs/promises";
import { initSync as initSmall, Inspector as SmallInspector } from "@wasm/hpack_inspector_wasm";
import { Inspector, initSync } from "@wasm-captures/hpack_inspector_wasm";
import { beforeAll, describe, expect, test } from "vitest";
import type { EntryWindow, TriedBlock, WhatIfAnswer, WhatIfMenu, WhatIfQuestion } from "../../web/src/engine/types";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";

beforeAll(async () => {
  const at = (name: string) => new URL(`../../crate/wasm/${name}/hpack_inspector_wasm_bg.wasm`, import.meta.url);
  initSmall({ module: await readFile(at("pkg")) });
  initSync({ module: await readFile(at("pkg-captures")) });
});

type Asked = Pick<
  Inspector,
  "open" | "whatIfMenu" | "startWhatIf" | "whatIfRound" | "whatIf" | "whatIfBlocks" | "whatIfEntries" | "whatIfBlock"
>;

/** RFC 7541 C.4. */
const REQUESTS = [
  "828684418cf1e3c2e5f23a6ba0ab90f4ff",
  "828684be5886a8eb10649cbf",
  "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
].join("\n\n");

const QUESTION: WhatIfQuestion = { direction: 0, choices: "always", huffman: null, maximum: null, curves: [] };

function opened(inspector: Asked): Asked {
  inspector.open(new TextEncoder().encode(REQUESTS), JSON.stringify({ ...DEFAULT_OPTIONS, engine: "window14" }));
  return inspector;
}

function answer(inspector: Asked, question: Partial<WhatIfQuestion>): WhatIfAnswer {
  expect(inspector.startWhatIf(JSON.stringify({ ...QUESTION, ...question }))).toBe(true);
  let rounds = 0;
  while (!inspector.whatIfRound(5)) {
    rounds += 1;
    expect(rounds).toBeLessThan(10_000);
  }
  return JSON.parse(inspector.whatIf());
}

describe.each([
  ["the first package", () => new SmallInspector() as Asked],
  ["the one that reads captures", () => new Inspector() as Asked],
])("%s", (_, make) => {
  test("RFC 7541 C.4 is what always indexing makes of it", () => {
    const inspector = opened(make());
    const found = answer(inspector, { curves: ["always", "never"] });
    expect(found.done).toBe(true);
    expect([found.sent.bytes, found.tried?.bytes]).toEqual([17 + 12 + 24, 17 + 12 + 24]);
    expect(found.tried).toEqual(found.sent);
    expect(Array.from(inspector.whatIfBlocks())).toEqual([0, 17, 17, 52, 1, 12, 12, 73, 2, 24, 24, 85]);
    expect(found.curves.map(({ choices }) => choices)).toEqual(["always", "never"]);
    for (const { bytes } of found.curves) expect(bytes.every((one) => one !== null && one > 0)).toBe(true);
  });

  test("entries and a block as it would be", () => {
    const inspector = opened(make());
    answer(inspector, {});
    const ask = { sent: false, order: "saved", descending: true, from: 0, to: 10 };
    const { total, entries } = JSON.parse(inspector.whatIfEntries(JSON.stringify(ask))) as EntryWindow;
    expect(total).toBe(3);
    expect(entries[0]).toMatchObject({
      name: ":authority",
      value: "www.example.com",
      uses: 2,
      inserted: 0,
      evicted: null,
    });
    const block = JSON.parse(inspector.whatIfBlock(1)) as TriedBlock;
    expect(block).toEqual({
      hex: "828684be5886a8eb10649cbf",
      maximum: 4096,
      prior: [[":authority", "www.example.com"]],
    });
    expect(inspector.whatIfBlock(99)).toBe("null");
  });

  test("what is no question gets no answer", () => {
    const inspector = make();
    expect(inspector.startWhatIf(JSON.stringify(QUESTION))).toBe(false);
    opened(inspector);
    expect(inspector.whatIf()).toBe("null");
    expect(inspector.whatIfRound(1)).toBe(true);
    for (const question of ["", "{}", JSON.stringify({ ...QUESTION, direction: 9 })]) {
      expect(inspector.startWhatIf(question)).toBe(false);
    }
  });

  test("the menu offers the sender's own choices first, and sizes to 64 KiB", () => {
    const menu = JSON.parse(make().whatIfMenu()) as WhatIfMenu;
    expect(menu.choices[0]?.id).toBe("as-sent");
    expect([menu.sizes[0], menu.sizes.at(-1), menu.sizes.length]).toEqual([0, 65_536, 65]);
  });
});
