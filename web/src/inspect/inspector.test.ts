/** What a person does in haste, with a worker that answers in any order. */
import { beforeEach, describe, expect, test } from "vitest";
import { EngineClient } from "../engine/client";
import type { At } from "../engine/core";
import { FATAL } from "../engine/failures";
import type { Started } from "../engine/link";
import {
  BLOCK,
  BLOCK_STRIDE,
  type Opened,
  ROW,
  ROW_STRIDE,
  type SessionTotals,
  type TimingResult,
} from "../engine/types";
import type { Input } from "../session/session";
import { Inspector } from "./inspector";

/** A call that waits to be answered. */
type Call = {
  name: string;
  at: At | null;
  given: unknown[];
  answer: (answer: unknown) => void;
  fail: (reason: Error) => void;
};

/** Fields of every block. */
const ROWS = 10;

/** A worker whose answers the test gives, in whatever order; what is asked of pages it answers at once, unless held. */
class FakeWorker {
  calls: Call[] = [];
  /** Calls that wait to be answered, by name. */
  held = new Set(["open", "selectConnection", "filterFrames", "measure"]);
  started = 0;
  stopped = 0;
  end: (message: string) => void = () => {};

  readonly start = (onFatal: (message: string) => void): Started => {
    this.started += 1;
    this.end = onFatal;
    const call = (name: string, at: At | null, ...given: unknown[]) =>
      new Promise<unknown>((answer, fail) => {
        this.calls.push({ name, at, given, answer, fail });
        if (!this.held.has(name)) answer(answered(name, given));
      });
    const stop = () => {
      this.stopped += 1;
    };
    return { port: { call }, stop };
  };

  /** The calls of that name so far. */
  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  /** The call of that name, once it is there. */
  async call(name: string, nth = 0): Promise<Call> {
    await settled();
    const found = this.named(name)[nth];
    if (found === undefined) throw new Error(`there is no call ${nth} of ${name}`);
    return found;
  }
}

function answered(name: string, [from, to]: unknown[]): unknown {
  const [first, last] = [Number(from), Number(to)];
  if (name === "blocks") {
    const records = new Int32Array((last - first) * BLOCK_STRIDE);
    for (let block = first; block < last; block += 1) {
      records[(block - first) * BLOCK_STRIDE + BLOCK.firstRow] = block * ROWS;
      records[(block - first) * BLOCK_STRIDE + BLOCK.rows] = ROWS;
    }
    return { from: first, to: last, records, labels: [] };
  }
  if (name === "rows") {
    const records = new Int32Array((last - first) * ROW_STRIDE);
    for (let row = first; row < last; row += 1) {
      records[(row - first) * ROW_STRIDE + ROW.block] = Math.floor(row / ROWS);
    }
    return { from: first, to: last, records, text: "" };
  }
  return null;
}

/** Lets everything run that waits for nothing but promises. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

function totals(connection: number, blocks = 100): SessionTotals {
  return {
    connection,
    frames: 0,
    octets: 1,
    plainOctets: 10,
    unknownRows: 0,
    blocks,
    rows: blocks * ROWS,
    faults: 0,
    firstFault: null,
    offerUnknownStart: false,
    applied: null,
    directions: [{ sender: "unknown", blocks }],
  };
}

function answer(blocks = 100): Opened {
  return {
    status: "ok",
    format: { id: "hex", title: "hexadecimal", detail: "" },
    otherFormats: [],
    otherBlocks: null,
    otherContent: null,
    bytes: 1,
    problems: 0,
    connections: 5,
    skipped: [],
    ambiguous: null,
    text: null,
    initialTableSize: null,
    twoDirections: false,
    ...totals(0, blocks),
  };
}

const text = (text: string): Input => ({ kind: "text", text });

let worker: FakeWorker;
let inspector: Inspector;

beforeEach(() => {
  worker = new FakeWorker();
  inspector = new Inspector(new EngineClient(worker.start));
});

/** The session, as it is shown. */
const shown = () => inspector.store.get();

/** Opens a text, and answers. */
async function open(blocks = 100): Promise<void> {
  const opening = inspector.open(text("82"), null);
  (await worker.call("open", worker.named("open").length - 1)).answer(answer(blocks));
  await opening;
}

describe("opening", () => {
  test("an answer that comes after that of a newer opening changes nothing", async () => {
    const first = inspector.open(text("82"), null);
    const second = inspector.open(text("84"), null);
    (await worker.call("open", 1)).answer(answer(2));
    await second;
    (await worker.call("open", 0)).answer(answer(1));
    await first;
    expect(shown()).toMatchObject({ input: text("84"), opened: { blocks: 2 }, busy: false });
  });

  test("an input that had to be fetched first does not take the place of what was opened meanwhile", async () => {
    const signal = inspector.begin();
    const pasted = inspector.bring(text("84"));
    (await worker.call("open")).answer(answer(2));
    await pasted;
    await inspector.open(text("example"), "example", {}, null, signal);
    expect(shown()).toMatchObject({ input: text("84"), example: null, opened: { blocks: 2 } });
    expect(worker.named("open")).toHaveLength(1);
  });

  test("what is asked of the session before never reaches the next", async () => {
    await open(1);
    worker.held.add("rows");
    const before = shown().reader;
    const old = before.row(3);
    await open(2);
    const now = shown().reader.row(3);
    const [first, second] = worker.named("rows").slice(-2);
    second?.answer(answered("rows", second.given));
    first?.answer({ ...(answered("rows", first.given) as object), text: "of the session before" });
    await Promise.all([old, now]);
    expect(shown().reader.peekRow(3)).not.toBeNull();
    expect(shown().reader).not.toBe(before);
    expect(first?.at?.epoch).toBe(before.epoch);
    expect(second?.at?.epoch).toBe(shown().reader.epoch);
  });
});

describe("connections", () => {
  test("two quick clicks end at the second, in the page as in the worker", async () => {
    await open();
    const clicks = [inspector.selectConnection(1)];
    const first = await worker.call("selectConnection");
    clicks.push(inspector.selectConnection(2), inspector.selectConnection(3));
    first.answer(totals(1));
    await settled();
    // The one in between is not asked for any more.
    const last = await worker.call("selectConnection", 1);
    expect(last.given).toEqual([3]);
    last.answer(totals(3));
    await Promise.all(clicks);
    expect(shown().opened).toMatchObject({ connection: 3 });
    expect(shown().reader.epoch).toBe(last.at?.next);
  });

  test("each turn begins with what the one before has left", async () => {
    await open();
    const turns = [inspector.selectConnection(1), inspector.filterFrames({ text: "x" })];
    const first = await worker.call("selectConnection");
    first.answer(totals(1));
    await settled();
    // Another connection shows all of its frames: what was typed for the one before is gone.
    expect(worker.named("filterFrames")).toHaveLength(0);
    await Promise.all(turns);
    expect(shown().timeline.filter.text).toBe("");
  });

  test("a choice that something newer was opened over is dropped", async () => {
    await open(1);
    const click = inspector.selectConnection(1);
    const turn = await worker.call("selectConnection");
    await open(2);
    turn.answer(totals(1));
    expect(await click).toBe(false);
    expect(shown().opened).toMatchObject({ connection: 0, blocks: 2 });
  });
});

describe("frames", () => {
  test("of two filters the later counts, whichever is answered first", async () => {
    await open();
    const typed = [inspector.filterFrames({ text: "a" }), inspector.filterFrames({ text: "ab" })];
    await settled();
    // The first was never sent: it was no longer wanted when its turn came.
    expect(worker.named("filterFrames").map(({ given }) => given)).toMatchObject([[{ text: "ab" }]]);
    (await worker.call("filterFrames")).answer(7);
    await Promise.all(typed);
    expect(shown().timeline).toMatchObject({ frames: 7, filter: { text: "ab" } });
  });
});

describe("selecting", () => {
  test("a field that has to be fetched does not take the selection back from one chosen later", async () => {
    await open();
    worker.held.add("rows");
    const slow = inspector.selectRow(700);
    inspector.select({ block: 0, row: 5, fault: false, octet: null });
    const rows = await worker.call("rows");
    rows.answer(answered("rows", rows.given));
    expect(await slow).toBe(false);
    expect(shown().selection.row).toBe(5);
  });

  test("steps after a jump begin where that ends", async () => {
    await open();
    worker.held.add("rows");
    const jump = inspector.goTo(701);
    const steps = [inspector.step(1), inspector.step(1), inspector.step(-1)];
    const rows = await worker.call("rows");
    rows.answer(answered("rows", rows.given));
    await Promise.all([jump, ...steps]);
    expect(shown().selection.row).toBe(701);
  });

  test("a jump takes the place of the steps that still wait, and does not jump back", async () => {
    await open();
    worker.held.add("blocks");
    const steps = [inspector.step(1), inspector.step(1)];
    const jump = inspector.goTo(500);
    await Promise.all([...steps, jump]);
    expect(shown().selection.row).toBe(499);
  });

  test("of the places that a slider passes only the last is kept", async () => {
    await open();
    worker.held.add("rows");
    const moves = [inspector.goTo(300), inspector.goTo(600), inspector.goTo(900)];
    await settled();
    for (const rows of worker.named("rows").toReversed()) rows.answer(answered("rows", rows.given));
    await Promise.all(moves);
    expect(shown().selection.row).toBe(899);
  });
});

describe("measuring", () => {
  test.each([
    ["another engine, the same one too", () => inspector.setEngine("")],
    ["another connection", () => turnTo(1)],
    ["another input", () => open(2)],
    ["a stop", () => inspector.stopMeasuring()],
  ])("ends with %s", async (_, end) => {
    await open();
    const measured = inspector.measure(0);
    await settled();
    expect(shown().timing.measuring).toBe(0);
    await end();
    await measured;
    expect(shown().timing.measuring).toBeNull();
  });

  test("ends when the worker fails at it", async () => {
    await open();
    const measured = inspector.measure(0);
    (await worker.call("measure")).fail(new Error("no such block"));
    await expect(measured).rejects.toThrow("no such block");
    expect(shown().timing.measuring).toBeNull();
  });

  test("figures that come after the end are not shown", async () => {
    await open();
    inspector.measure(0);
    const { given } = await worker.call("measure");
    inspector.stopMeasuring();
    (given[1] as (result: TimingResult) => void)({ block: 0 } as TimingResult);
    expect(shown().timing.results.size).toBe(0);
    expect(worker.named("stopMeasuring")).toHaveLength(1);
  });
});

describe("a worker that ends", () => {
  const fatal = Object.assign(new Error("The decoder ran out of memory while reading the input."), { name: FATAL });

  test("is told in a sentence; what was open can be opened again, in another worker", async () => {
    await open(7);
    const failed = inspector.bring(text("84"));
    (await worker.call("open", 1)).fail(fatal);
    await failed;
    expect(shown()).toMatchObject({ busy: false, opened: null, crashed: fatal.message });
    expect(worker.stopped).toBe(1);

    const undone = inspector.undo();
    (await worker.call("open", 2)).answer(answer(7));
    expect(await undone).toBe(true);
    expect(shown()).toMatchObject({ input: text("82"), opened: { blocks: 7 }, crashed: null });
    expect(worker.started).toBe(2);
  });

  test("drops everything that waits, and nothing that comes later starts another", async () => {
    await open();
    worker.held.add("rows");
    const row = shown().reader.row(3);
    worker.end("The decoder could not be loaded.");
    await expect(row).rejects.toMatchObject({ name: "AbortError" });
    expect(worker.started).toBe(1);

    inspector.client.end();
    await expect(inspector.client.functions.policies()).rejects.toMatchObject({ name: "AbortError" });
    expect(worker.started).toBe(1);
  });
});

async function turnTo(connection: number): Promise<void> {
  const turned = inspector.selectConnection(connection);
  (await worker.call("selectConnection")).answer(totals(connection));
  await turned;
}
