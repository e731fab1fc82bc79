/** An input that grows, with a worker that answers in any order. */
import { beforeEach, expect, test } from "vitest";
import { EngineClient } from "../engine/client";
import { answer, FakeWorker } from "../engine/fake-worker";
import { announceInput, grow } from "./growing";
import { Inspector } from "./inspector";
import type { Input } from "./session";

const pipe = (bytes: number): Input => ({ kind: "file", name: "pipe", file: new Blob(["x".repeat(bytes)]) });
const stays = () => null;
const follows = () => 0;

let worker: FakeWorker;
let inspector: Inspector;

beforeEach(() => {
  worker = new FakeWorker();
  inspector = new Inspector(new EngineClient(worker.start));
  announceInput(inspector, pipe(0), null);
});

const shown = () => inspector.store.get();

/** Reads the input with `blocks` blocks, after `meanwhile`. */
async function growTo(blocks: number, choose: () => number | null, meanwhile = () => {}): Promise<boolean> {
  const done = grow(inspector, pipe(blocks), false, choose);
  const call = await worker.call("open", worker.named("open").length - 1);
  meanwhile();
  call.answer(answer(blocks));
  return done;
}

test("nothing is busy, and nothing changes until it is read", async () => {
  await growTo(2, stays, () => expect(shown()).toMatchObject({ opened: null, phase: { is: "settled" } }));
  await growTo(3, stays, () => expect(shown()).toMatchObject({ opened: { blocks: 2 }, phase: { is: "settled" } }));
  expect(shown()).toMatchObject({ input: pipe(3), opened: { blocks: 3 } });
});

test("the newest block is selected, or what is selected stays", async () => {
  await growTo(2, follows);
  expect(shown().selection.block).toBe(1);
  await growTo(5, follows);
  expect(shown().selection.block).toBe(4);
  await inspector.selectBlock(2);
  inspector.filterFrames({ blocks: true });
  await growTo(9, stays);
  expect(shown()).toMatchObject({ selection: { block: 2 }, timeline: { filter: { blocks: true } } });
});

test("what the user opens meanwhile stays", async () => {
  await growTo(2, follows);
  const isDone = await growTo(3, follows, () => {
    inspector.open({ kind: "text", text: "82" }, null);
  });
  expect(isDone).toBe(false);
  expect(shown()).toMatchObject({ input: { kind: "text" }, phase: { is: "opening" } });
});

test.each([
  ["too little to be recognized", false, null],
  ["an input that can't be read", true, { status: "refused" }],
])("%s", async (_, isWhole, opened) => {
  const done = grow(inspector, pipe(1), isWhole, follows);
  const refusal = { status: "refused", kind: "Empty", message: "", line: 0, column: 0, offset: null, nearest: null };
  (await worker.call("open")).answer(refusal);
  expect(await done).toBe(true);
  if (opened === null) expect(shown().opened).toBeNull();
  else expect(shown().opened).toMatchObject(opened);
});
