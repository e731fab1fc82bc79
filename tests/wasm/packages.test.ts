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
      inspector.explainFault(block, 0),
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
  ["goaEQYzx48Ll8jproKuQ9P8=", "ok"],
  ['"\\x82\\x86\\x84"', "ok"],
  ["00000000: 8286 84", "ok"],
  ["> 82 86 84", "ok"],
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

  test("moves with what was open, as it was opened", async () => {
    const session = await open(C4, { maxTableSize: 256 });
    const before = session.handle.inspector;
    const [rows, table] = [before.rows(0, 100)?.records, before.table(0, 3, 0, 10)];
    await session.moveToCaptures();
    const { wasm, inspector } = session.handle;
    expect(wasm).not.toBeNull();
    expect(inspector.rows(0, 100)?.records).toEqual(rows);
    expect(inspector.table(0, 3, 0, 10)).toBe(table);
  });

  test("moves once, however many ask at the same time", async () => {
    const session = await open(C4);
    const moving = [session.moveToCaptures(), session.moveToCaptures()];
    await moving[0];
    const { inspector } = session.handle;
    await moving[1];
    expect(session.handle.inspector).toBe(inspector);
  });

  test("moves with the guesses at entries", async () => {
    const session = await open("bebf82418cf1e3c2e5f23a6ba0ab90f4ff", { start: "unknown" });
    change(session, "pin", 0, -1, "x-one", "1");
    change(session, "pin", 0, -2, "x-two", "1");
    change(session, "unpin", 0, -2);
    const pins = session.handle.inspector.pins();
    expect(JSON.parse(pins)).toHaveLength(1);
    await session.moveToCaptures();
    expect(session.handle.inspector.pins()).toBe(pins);
  });

  test("moves with the change that is applied", async () => {
    const session = await open(C4);
    change(session, "applyChange", { "missed-block": { before: 1, entries: 1 } });
    const rows = session.handle.inspector.rows(0, 100)?.records;
    await session.moveToCaptures();
    expect(session.handle.inspector.rows(0, 100)?.records).toEqual(rows);
  });

  test("is let go of where it is by then, if it is closed meanwhile", async () => {
    const session = await open(C4);
    const before = session.handle.inspector;
    await Promise.all([session.moveToCaptures(), session.close()]);
    expect(session.handle.inspector).not.toBe(before);
    expect(() => session.handle.inspector.pins()).toThrow();
  });
});
