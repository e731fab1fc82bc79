/** The two packages: they say the same of a text, and a text moves to the other one to be held against a capture. */
import { readdirSync, readFileSync } from "node:fs";
import { version } from "@wasm/hpack_inspector_wasm";
import { describe, expect, test } from "vitest";
import npm from "../../npm/package.json" with { type: "json" };
import manifest from "../../package.json" with { type: "json" };
import { CHANGES } from "../../web/src/engine/calls";
import { handle } from "../../web/src/engine/packages";
import type { OpenOptions } from "../../web/src/engine/types";
import { WorkerSession } from "../../web/src/engine/worker-session";
import { DEFAULT_OPTIONS } from "../../web/src/session/options";
import { exampleOf } from "../appendix-c";
import { openCapture, openText } from "./opening";

/** All that a package says of a text; null if it leaves the text to the other one. */
function said({ inspector, opened }: ReturnType<typeof openText>): unknown {
  if (opened.status === "frames") return null;
  if (opened.status !== "ok") return opened;
  const blocks = inspector.blocks(0, opened.blocks);
  const rows = inspector.rows(0, opened.rows);
  return {
    opened,
    blocks: [blocks?.records, blocks?.text],
    rows: [rows?.records, rows?.text],
    problems: inspector.problems(0, 100),
    details: Array.from({ length: Math.min(opened.blocks, 8) }, (_, block) => [
      inspector.block(block),
      inspector.bytes(block),
      inspector.places(block),
      inspector.explainError(block, 0),
      inspector.warnings(block, 0, 100),
    ]),
    explained: Array.from({ length: Math.min(opened.rows, 4) }, (_, row) => inspector.explain(row, 0)),
  };
}

/** Texts of many notations, and some that are refused; the page's examples. */
const TEXTS = ["../paste/", "../../web/src/examples/"].flatMap((place) => {
  const folder = new URL(place, import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".txt"));
  return names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")] as const);
});

const READINGS: Partial<OpenOptions>[] = [{}, { blocks: "lines" }, { sides: "fields" }, { start: "unknown" }];

test.each(TEXTS)("both packages read or refuse %s in the same way", (_, text) => {
  for (const options of READINGS) {
    const answer = said(openText(text, options));
    if (answer !== null) expect(answer).toEqual(said(openCapture(text, options)));
  }
});

test.each([
  ['{"wire": "828684418cf1e3c2e5f23a6ba0ab90f4ff"}', "ok"],
  ["82 8g", "refused"],
  ["000003 01 05 00000001 828684", "frames"],
  [new Map(TEXTS).get("tshark-x.txt") ?? "", "frames"],
])("the first package reads header blocks itself, and leaves frames to the other: %s", (text, status) => {
  expect(openText(text).opened.status).toBe(status);
});

test("a package knows its version, which is that of the npm package, too", () => {
  expect([version(), npm.version]).toEqual([manifest.version, manifest.version]);
});

describe("a text that is held against a capture", () => {
  const C4 = exampleOf("C.4")
    .blocks.map(({ hex }) => hex)
    .join("\n\n");

  /** Opens a text as the worker does. */
  async function open(text: string, options: Partial<OpenOptions> = {}): Promise<WorkerSession> {
    const opening = { input: text, options: { ...DEFAULT_OPTIONS, ...options }, read: text.length };
    const handed = await handle(false);
    const opened = handed.inspector.open(new TextEncoder().encode(text), JSON.stringify(opening.options));
    expect(JSON.parse(opened)).toMatchObject({ status: "ok" });
    return new WorkerSession(handed, opening);
  }

  /** Makes a change as the worker does. */
  function change<Name extends keyof typeof CHANGES>(session: WorkerSession, name: Name, ...given: unknown[]) {
    expect(Reflect.apply(CHANGES[name], null, [session.handle, ...given])).not.toBeNull();
    session.changed(name, given);
  }

  test.each<[what: string, text: string, options: Partial<OpenOptions>, change: (session: WorkerSession) => void]>([
    ["how it was opened", C4, { maxTableSize: 256 }, () => {}],
    [
      "the guesses at entries",
      "bebf82418cf1e3c2e5f23a6ba0ab90f4ff",
      { start: "unknown" },
      (session) => {
        change(session, "pin", 0, -1, "x-one", "1");
        change(session, "pin", 0, -2, "x-two", "1");
        change(session, "unpin", 0, -2);
        expect(JSON.parse(session.handle.inspector.pins())).toHaveLength(1);
      },
    ],
    [
      "the change that is applied",
      C4,
      {},
      (session) => change(session, "applyChange", { "missed-block": { before: 1, entries: 1 } }),
    ],
  ])("moves with %s", async (_, text, options, make) => {
    const session = await open(text, options);
    make(session);
    const shown = ({ inspector }: typeof session.handle) => [
      inspector.rows(0, 100)?.records,
      inspector.table(0, 2, 0, 10),
      inspector.pins(),
    ];
    const before = shown(session.handle);
    await session.moveToCaptures();
    expect(session.handle.wasm).not.toBeNull();
    expect(shown(session.handle)).toEqual(before);
  });

  test("moves once, however many ask at the same time", async () => {
    const session = await open(C4);
    const moving = [session.moveToCaptures(), session.moveToCaptures()];
    await moving[0];
    const { inspector } = session.handle;
    await moving[1];
    expect(session.handle.inspector).toBe(inspector);
  });

  test("is let go of where it is by then, if it is closed meanwhile", async () => {
    const session = await open(C4);
    const before = session.handle.inspector;
    await Promise.all([session.moveToCaptures(), session.close()]);
    expect(session.handle.inspector).not.toBe(before);
    expect(() => session.handle.inspector.pins()).toThrow();
  });
});
