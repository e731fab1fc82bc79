/** A user in a hurry, with a worker that answers in any order. */
import { beforeEach, describe, expect, test } from "vitest";
import { EngineClient } from "../engine/client";
import type { OnProgress } from "../engine/core";
import { FATAL } from "../engine/failures";
import { answer, answered, FakeWorker, ROWS, settled, totals } from "../engine/fake-worker";
import type { TimingResult } from "../engine/types";
import { Inspector } from "./inspector";
import type { Input } from "./session";

const text = (text: string): Input => ({ kind: "text", text });

let worker: FakeWorker;
let inspector: Inspector;

beforeEach(() => {
  worker = new FakeWorker();
  inspector = new Inspector(new EngineClient(worker.start));
});

const shown = () => inspector.store.get();

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
    expect(shown()).toMatchObject({ input: text("84"), opened: { blocks: 2 }, phase: { is: "settled" } });
  });

  test("an input that had to be fetched first does not take the place of what was opened meanwhile", async () => {
    const signal = inspector.begin();
    const pasted = inspector.openNew(text("84"));
    (await worker.call("open")).answer(answer(2));
    await pasted;
    await inspector.open(text("example"), "example", {}, null, signal);
    expect(shown()).toMatchObject({ input: text("84"), example: null, opened: { blocks: 2 } });
    expect(worker.named("open")).toHaveLength(1);
  });

  test("a worker whose memory has grown large gives way to another with the next session", async () => {
    worker.held.add("memory");
    await open(1);
    (await worker.call("memory")).answer(300 << 20);
    await settled();

    // A refused input leaves the session and its worker alone.
    const refused = inspector.open(text("?"), null);
    const refusal = { status: "refused", kind: "Empty", message: "", line: 0, column: 0, offset: null, nearest: null };
    (await worker.call("open", 1)).answer(refusal);
    await refused;
    expect([worker.started, worker.stopped]).toEqual([2, 1]);

    // The later of two wins, even if it is answered first.
    const older = inspector.open(text("84"), null);
    const newer = inspector.open(text("86"), null);
    (await worker.call("open", 3)).answer(answer(3));
    await newer;
    (await worker.call("open", 2)).answer(answer(2));
    await older;
    expect(shown()).toMatchObject({ input: text("86"), opened: { blocks: 3 } });
    expect([worker.started, worker.stopped]).toEqual([4, 3]);
    (await worker.call("memory", 1)).answer(1 << 20);
    await settled();
    await open(4);
    expect(worker.started).toBe(4);
  });

  test("what is asked of the session before never reaches the next", async () => {
    await open(1);
    worker.held.add("rows");
    const before = shown().reader;
    const old = before.row(3);
    await open(2);
    const now = shown().reader.row(3);
    await settled();
    const [first, second] = worker.named("rows").slice(-2);
    second?.answer(answered("rows", second.given));
    first?.answer({ ...(answered("rows", first.given) as object), text: "of the session before" });
    await Promise.all([old, now]);
    expect(shown().reader.peek((known) => known.row(3))).not.toBeNull();
    expect(shown().reader).not.toBe(before);
    expect([first?.session, second?.session]).toEqual([1, 2]);
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
    // The one in between is skipped.
    const last = await worker.call("selectConnection", 1);
    expect(last.given).toEqual([3]);
    last.answer(totals(3));
    await Promise.all(clicks);
    expect(shown().opened).toMatchObject({ connection: 3 });
    // The next call goes to the session of that connection.
    await shown().reader.core.pins();
    expect(worker.named("pins").at(-1)?.session).toBe(worker.sessions);
  });

  test("each turn begins with what the one before has left", async () => {
    await open();
    worker.held.add("unpin");
    const turns = [inspector.selectConnection(1), inspector.pin(0, -1, null)];
    inspector.filterFrames({ text: "x" });
    const first = await worker.call("selectConnection");
    first.answer(totals(1));
    await settled();
    const unpin = await worker.call("unpin");
    expect(unpin.session).toBe(worker.sessions);
    unpin.answer(null);
    await Promise.all(turns);
    // Another connection shows all of its frames: the text of the filter is reset.
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

test("a key that repeats faster than the answers goes on from where the last press leads", async () => {
  await open();
  worker.held.add("blocks");
  const presses = [inspector.stepBlock(1), inspector.stepBlock(1), inspector.stepBlock(8), inspector.stepBlock(-1)];
  await Promise.all(presses);
  expect(shown().selection).toMatchObject({ block: 9, row: 9 * ROWS });
  await inspector.stepBlock(-100);
  expect(shown().selection.block).toBe(0);

  worker.held.delete("blocks");
  const turns = [inspector.stepConnection(1), inspector.stepConnection(9), inspector.stepConnection(-1)];
  const last = await worker.call("selectConnection");
  expect(last.given).toEqual([3]);
  last.answer(totals(3));
  await Promise.all(turns);
  expect(shown().opened).toMatchObject({ connection: 3 });
});

describe("frames", () => {
  test.each([
    ["in order", [0, 1]],
    ["the later first", [1, 0]],
  ])("of two filters the later counts, answered %s", async (_, order) => {
    await open();
    const counted = () => shown().reader.peek((known) => known.countFrames(shown().timeline.filter));
    inspector.filterFrames({ text: "a" });
    expect(counted()).toBeNull();
    inspector.filterFrames({ text: "ab" });
    expect(counted()).toBeNull();
    for (const nth of order) (await worker.call("frames", nth)).answer({ total: nth === 0 ? 100 : 7 });
    await settled();
    expect([counted(), shown().timeline.filter.text]).toEqual([7, "ab"]);
  });
});

describe("selecting", () => {
  test("a field that has to be fetched does not take the selection back from one chosen later", async () => {
    await open();
    worker.held.add("rows");
    const slow = inspector.selectRow(700);
    inspector.select({ block: 0, row: 5, error: false, byte: null });
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

  test("the other side is that of what a search on its way finds", async () => {
    await open();
    worker.held.add("find");
    worker.held.add("content");
    const search = inspector.find("x", "here");
    const other = inspector.selectCounterpart();
    (await worker.call("find")).answer({ place: { block: 3, row: 31 }, total: 1, before: 0, about: "x" });
    await search;
    const asked = await worker.call("content");
    expect(asked.given).toEqual([3]);
    asked.answer({ counterpart: 7 });
    await other;
    expect(shown().selection).toMatchObject({ block: 7, row: 70 });
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
    const hear = given[2] as OnProgress<TimingResult>;
    // The worker is told not to go on.
    expect(hear({ block: 0 } as TimingResult)).toBe(false);
    expect(shown().timing.results.size).toBe(0);
  });
});

describe("a worker that ends", () => {
  const fatal = Object.assign(new Error("The decoder ran out of memory while reading the input."), { name: FATAL });

  test("is told in a sentence; what was open can be opened again, in another worker", async () => {
    await open(7);
    const failed = inspector.openNew(text("84"));
    (await worker.call("open", 1)).fail(fatal);
    await failed;
    expect(shown()).toMatchObject({ opened: null, phase: { is: "failed", message: fatal.message } });
    expect(worker.stopped).toBe(1);

    const undone = inspector.undo();
    (await worker.call("open", 2)).answer(answer(7));
    expect(await undone).toBe(true);
    expect(shown()).toMatchObject({ input: text("82"), opened: { blocks: 7 }, phase: { is: "settled" } });
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
