import { describe, expect, test } from "vitest";
import { answer } from "../engine/fake-worker";
import { NO_READER } from "../engine/reader";
import type { Opened, TimingResult } from "../engine/types";
import type { Frame } from "../engine/windows";
import { DEFAULT_OPTIONS } from "./options";
import { START } from "./selection";
import {
  connectionChanged,
  EMPTY_SESSION,
  expandCapture,
  filterFrames,
  hasBlocks,
  hasCaptureLayout,
  type Input,
  inputReplaced,
  isWithoutFrames,
  measured,
  measuring,
  NO_FILTER,
  openFinished,
  opening,
  progressChanged,
  pushUndo,
  type Session,
  select,
  selectFrame,
  undoOrRedo,
  withEngine,
  withEngines,
} from "./session";

const ANSWER = { ...answer(1), connections: null };
const RESULT: TimingResult = {
  block: 0,
  engine: "a",
  clockNs: 5000,
  rounds: 1,
  roundsWanted: 11,
  firstRow: 0,
  steps: [],
  whole: null,
  bytes: 1,
  done: false,
};
const ENGINES = [
  { id: "a", title: "A", about: "" },
  { id: "b", title: "B", about: "" },
];
const row = { block: 0, row: 0, error: false, byte: null };

function open(session: Session = EMPTY_SESSION): Session {
  const asked = opening(session, { kind: "text", text: "82" }, null);
  return openFinished(asked, asked.opening, ANSWER, NO_READER, row);
}

describe("a capture", () => {
  const capture: Opened = { ...ANSWER, connections: 2, frames: 12 };
  const shown = () => {
    const asked = opening(EMPTY_SESSION, { kind: "text", text: "82" }, null);
    return openFinished(asked, asked.opening, capture, NO_READER, row);
  };

  /** A frame of a block, or of none. */
  const frame = (number: number, block: number | null = 0) => ({ frame: number, block }) as Frame;

  test.each([
    { connections: 2, frames: 2, blocks: 1, layout: true, bare: false },
    { connections: 1, frames: 5, blocks: 1, layout: true, bare: false },
    { connections: 1, frames: 4, blocks: 1, layout: false, bare: false },
    { connections: 1, frames: 4, blocks: 0, layout: true, bare: false },
    { connections: 1, frames: 0, blocks: 0, layout: true, bare: true },
    { connections: null, frames: 0, blocks: 1, layout: false, bare: false },
  ])("layout of $connections connections, $frames frames, $blocks blocks", ({ layout, bare, ...of }) => {
    const session: Session = { ...EMPTY_SESSION, opened: { ...ANSWER, ...of } };
    expect([hasCaptureLayout(session), isWithoutFrames(session)]).toEqual([layout, bare]);
    expect(hasCaptureLayout(expandCapture(session))).toBe(of.connections !== null);
  });

  test("what is shown of its frames starts again with each connection", () => {
    const chosen = selectFrame(filterFrames(shown(), { stream: 3 }), frame(7));
    expect(chosen.timeline).toMatchObject({
      filter: { ...NO_FILTER, stream: 3 },
      frame: 7,
      frameWithoutBlock: null,
      tab: "frames",
    });
    const other = connectionChanged(chosen, { ...capture, connection: 1, frames: 5 }, NO_READER, row);
    expect(other.timeline).toMatchObject({
      filter: NO_FILTER,
      frame: null,
      frameWithoutBlock: null,
      isExpanded: false,
    });
    expect(other.opened).toMatchObject({ connection: 1, connections: 2, frames: 5 });
  });

  test("the chosen frame stays with its block, and goes along with another", () => {
    const chosen = selectFrame(shown(), frame(7));
    expect(select(chosen, { ...row, byte: 0 }).timeline.frame).toBe(7);
    expect(select(chosen, { ...row, block: 1 }).timeline.frame).toBeNull();
  });

  test("a frame without a block stands by itself until a step is selected, also the one of before", () => {
    const settings = selectFrame(shown(), frame(7, null));
    expect(settings.timeline).toMatchObject({ frame: 7, frameWithoutBlock: { frame: 7 } });
    expect(select(settings, row).timeline).toMatchObject({ frame: null, frameWithoutBlock: null });
    expect(selectFrame(settings, frame(8)).timeline).toMatchObject({ frame: 8, frameWithoutBlock: null });
  });

  test("progress counts only for what is being read", () => {
    const progress = { read: 1, total: 2, blocks: 0 };
    const asked = opening(EMPTY_SESSION, { kind: "text", text: "82" }, null);
    expect(progressChanged(asked, asked.opening, progress).phase).toEqual({ is: "opening", progress });
    expect(progressChanged(asked, asked.opening - 1, progress)).toBe(asked);
    expect(progressChanged(shown(), 1, progress).phase).toEqual({ is: "settled" });
  });
});

describe("opening", () => {
  test("what was open stays on view until the answer is here", () => {
    const first = open();
    const second = opening(first, { kind: "text", text: "86" }, null);
    expect(second.opened).toBe(first.opened);
    expect(second.phase.is).toBe("opening");
  });

  test("an answer to an older opening changes nothing", () => {
    const first = opening(EMPTY_SESSION, { kind: "text", text: "82" }, null);
    const second = opening(first, { kind: "text", text: "86" }, null);
    expect(openFinished(second, first.opening, ANSWER, NO_READER, row)).toBe(second);
  });

  test("a new answer forgets figures", () => {
    expect(open(measured(open(), RESULT)).timing.results.size).toBe(0);
  });

  test("a session without blocks is not open", () => {
    expect(hasBlocks(EMPTY_SESSION)).toBe(false);
    expect(hasBlocks(open())).toBe(true);
    expect(hasBlocks({ ...open(), opened: { ...ANSWER, blocks: 0 } })).toBe(false);
  });
});

describe("the same object when nothing changes", () => {
  const session = open();
  test.each([
    ["select", () => select(session, { ...row })],
    ["engine", () => withEngine(session, session.options.engine)],
  ])("%s", (_, change) => {
    expect(change()).toBe(session);
  });
});

describe("engines", () => {
  test("the best is used until another is chosen", () => {
    const first = withEngines(EMPTY_SESSION, ENGINES, "b");
    expect(first.options.engine).toBe("b");
    expect(withEngines(withEngine(first, "a"), ENGINES, "b").options.engine).toBe("a");
  });

  test("another engine forgets the figures of the one before", () => {
    const session = measured(withEngines(open(), ENGINES, "a"), RESULT);
    expect(withEngine(session, "b").timing.results.size).toBe(0);
  });
});

test("figures are shown once they are stable, and those from before until then", () => {
  const whole = { median: 634, low: 600, high: 700 };
  const shownOf = (session: Session) => session.timing.results.get(0);
  const early = { ...RESULT, rounds: 4, whole };
  expect(shownOf(measured(open(), early))).toEqual({ ...early, whole: null });
  const stable = measured(open(), { ...RESULT, rounds: 5, whole });
  expect(shownOf(stable)?.whole).toEqual(whole);
  const again = measured(stable, { ...RESULT, rounds: 1, whole: { ...whole, median: 1121 } });
  expect(shownOf(again)).toMatchObject({ rounds: 1, whole });
  expect(shownOf(measured(open(), { ...early, done: true }))?.whole).toEqual(whole);
});

test("measuring that was stopped waits to be asked", () => {
  const session = measuring(open(), 0);
  expect(session.timing).toMatchObject({ measuring: 0, stopped: false });
  expect(measuring(session, null, true).timing).toMatchObject({ measuring: null, stopped: true });
  expect(measuring(measuring(session, null, true), 0).timing.stopped).toBe(false);
});

test("a session starts before its first step", () => {
  expect(EMPTY_SESSION.selection).toBe(START);
});

test("a file in another encoding goes on as the text that it holds", () => {
  const input = { kind: "file" as const, name: "dump.txt", file: new Blob(["82"]) };
  const session = opening(EMPTY_SESSION, input, null);
  expect(openFinished(session, session.opening, ANSWER, NO_READER, START).input).toBe(input);
  const answer: Opened = { ...ANSWER, text: "82" };
  expect(openFinished(session, session.opening, answer, NO_READER, START).input).toEqual({ kind: "text", text: "82" });
});

describe("a text that was brought", () => {
  const own = { kind: "text", text: "82" } as const;
  test("starts as usual after another one", () => {
    const before = opening(EMPTY_SESSION, own, null, { start: "unknown", engine: "a" });
    const after = inputReplaced(before, { kind: "text", text: "84" });
    expect(after.options).toMatchObject({ start: "fresh", engine: "a" });
    expect(after.previousStart).toMatchObject({ start: "unknown" });
    expect(opening(after, own, null).previousStart).toBeNull();
  });
  test("starts as was set while there was none", () => {
    const before = opening(EMPTY_SESSION, { kind: "text", text: " " }, null, { maxTableSize: 256 });
    const after = inputReplaced(before, own);
    expect(after.options.maxTableSize).toBe(256);
    expect(after.previousStart).toBeNull();
  });
});

describe("a replacement", () => {
  const mine: Input = { kind: "text", text: "82" };
  const other: Input = { kind: "text", text: "84" };
  const at = (session: Session, row: number): Session => ({
    ...session,
    selection: { block: 0, row, error: false, byte: null },
  });
  const before = at(opening(EMPTY_SESSION, mine, null, { maxTableSize: 256 }), 4);
  const after = opening(pushUndo(before, other), other, "rfc7541-c3", DEFAULT_OPTIONS);

  test("is undone and redone, with how it was read and where it was looked at", () => {
    const undone = undoOrRedo(after, false);
    expect(undone?.session).toMatchObject({ input: mine, example: null, options: { maxTableSize: 256 } });
    expect(undone?.snapshot.row).toBe(4);
    const redone = undone === null ? null : undoOrRedo(undone.session, true);
    expect(redone?.session).toMatchObject({ input: other, example: "rfc7541-c3", undone: null });
    expect(redone === null ? null : undoOrRedo(redone.session, false)?.session.input).toEqual(mine);
  });

  test("several are undone one by one, up to the limit", () => {
    let session = before;
    for (let nth = 0; nth < 30; nth += 1) {
      const input: Input = { kind: "text", text: `84${nth}` };
      session = opening(pushUndo(session, input), input, null);
    }
    let times = 0;
    for (let found = undoOrRedo(session, false); found !== null; found = undoOrRedo(found.session, false)) times += 1;
    expect(times).toBe(20);
  });

  test("of nothing is none", () => {
    expect(undoOrRedo(opening(pushUndo(EMPTY_SESSION, mine), mine, null), false)).toBeNull();
  });
});
