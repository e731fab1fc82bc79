/** Every real capture and what is to be seen of it. */
import { expect } from "vitest";
import { CAPTURES, DERIVED, keyLogOf, type Truth, type TruthConnection, type TruthField } from "../captures";
import {
  blockOfTruth,
  fieldOfTruth,
  frameOfTruth,
  nameOfTruth,
  type SeenCapture,
  type SeenConnection,
} from "./capture-seen";

export type Case = { capture: string; keyLog: string | null; check: (seen: SeenCapture) => void };

/** What of a truth is expected; all, where nothing else is said. */
type Part = {
  /** Only what that side sent. */
  dir?: "c2s" | "s2c";
  /** Frames and blocks of the truth that are not there, by their numbers. */
  without?: { frames: number[]; blocks: number[] };
  /** Frames and blocks are the first of the truth's, as many as there are. */
  isCut?: boolean;
  /** Entries may be unknown after a loss: what has a label is not compared, nor are tables. */
  isLossy?: boolean;
  /** Whether packets are numbered as in the truth. */
  packets?: boolean;
};

const NOTHING: Part["without"] & object = { frames: [], blocks: [] };

const PROTOCOLS: Record<string, string> = {
  "tls (no HTTP/2 data decrypted)": "tls",
  "none (no payload)": "unknown",
};

function checkConnection(seen: SeenConnection | undefined, truth: TruthConnection, part: Part = {}): void {
  if (seen === undefined) throw new Error(`${nameOfTruth(truth)} is not there`);
  expect(seen.about.protocol).toBe(PROTOCOLS[truth.protocol] ?? truth.protocol);
  if (truth.protocol !== "h2") {
    expect([seen.frames, seen.blocks]).toEqual([[], []]);
    return;
  }
  expect(seen.about.start).toBe(truth.start);
  checkFrames(seen, truth, part);
  checkBlocks(seen, truth, part);
}

function checkFrames(seen: SeenConnection, truth: TruthConnection, part: Part): void {
  const { dir, without = NOTHING, isCut = false, packets = false } = part;
  const found = seen.frames.filter((frame) => dir === undefined || frame.dir === dir);
  const expected = truth.frames
    .filter((frame) => frame.type !== "MAGIC" && !without.frames.includes(frame.n))
    .filter((frame) => dir === undefined || frame.dir === dir)
    .map(frameOfTruth);
  for (const [at, frame] of found.entries()) {
    if (!packets || expected[at]?.packet === 0) frame.packet = 0;
  }
  if (!packets) for (const frame of expected) frame.packet = 0;
  expect(found).toEqual(isCut ? expected.slice(0, found.length) : expected);
}

function checkBlocks(seen: SeenConnection, truth: TruthConnection, part: Part): void {
  const { dir, without = NOTHING, isCut = false, isLossy = false } = part;
  const found = seen.blocks.filter((block) => dir === undefined || block.dir === dir);
  const expected = truth.blocks
    .filter((block) => !without.blocks.includes(block.block))
    .filter((block) => dir === undefined || block.dir === dir)
    .map(blockOfTruth);
  if (!isCut) expect(found.length).toBe(expected.length);
  for (const [at, block] of found.entries()) {
    const other = expected[at];
    if (other === undefined) throw new Error(`block ${at} is one too many`);
    if (!isLossy) {
      expect(block).toEqual(other);
      continue;
    }
    const labeled = block.fields.map(({ name, value }) => name === null || value === null);
    const known = (fields: typeof block.fields) =>
      fields
        .filter((field, at) => field.kind === "size-update" || !labeled[at])
        .map((field) => ({ ...field, evicted: 0 }));
    expect({ ...block, fields: known(block.fields), after: null }).toEqual({
      ...other,
      fields: known(other.fields),
      after: null,
    });
  }
}

/** The connections of the truths, and no others. */
function checkWhole(seen: SeenCapture, truths: Truth[], packets: boolean): void {
  const connections = truths.flatMap(({ connections }) => connections);
  expect(seen.connections.length).toBe(connections.length);
  for (const [at, truth] of connections.entries()) {
    // Of captures joined into one their packets say which connection comes first.
    const found =
      truths.length > 1
        ? seen.connections.find(({ about }) => about.name === nameOfTruth(truth))
        : seen.connections[at];
    checkConnection(found, truth, { packets });
    expect(found?.about.name).toBe(nameOfTruth(truth));
  }
  const isWhole = connections.every(({ protocol }) => protocol !== "tls (no HTTP/2 data decrypted)");
  if (isWhole) expect(seen.problems).toEqual([]);
}

/** A log of Chromium names sockets, not addresses. */
function checkLog(seen: SeenCapture, truth: TruthConnection, part: Part = {}): void {
  checkConnection(
    seen.connections.find(({ about }) => about.protocol === "h2"),
    truth,
    part,
  );
}

type Lost = Record<"c2s" | "s2c", { frames_not_whole: number[]; blocks_damaged: number[] }> & { connection: number };

/** What is missing is missing, and nothing else. */
function checkLossy(seen: SeenCapture, [source]: Truth[], losses: Lost[]): void {
  for (const { connection, c2s, s2c } of losses) {
    const truth = source?.connections[connection];
    if (truth === undefined) throw new Error("the source is not there");
    const without = {
      frames: [...c2s.frames_not_whole, ...s2c.frames_not_whole],
      blocks: [...c2s.blocks_damaged, ...s2c.blocks_damaged],
    };
    // The order of the two directions is that of packets, whose loss may change it.
    for (const dir of ["c2s", "s2c"] as const) {
      checkConnection(seen.connections[connection], truth, { dir, without, isLossy: true });
    }
  }
  expect(seen.problems.length).toBeGreaterThan(0);
}

type Middle = Record<"c2s" | "s2c", { frames: number; blocks: { hex: string; fields: TruthField[] }[] }>;

/** What has no label agrees with the whole capture's answer, and what can be known has none. */
function checkMiddle(seen: SeenCapture, middle: Middle): void {
  const [connection] = seen.connections;
  if (connection === undefined) throw new Error("no connection");
  expect(connection.about.start).toBe("middle");
  let [certain, unresolvable] = [0, 0];
  for (const dir of ["c2s", "s2c"] as const) {
    const blocks = connection.blocks.filter((block) => block.dir === dir);
    expect(connection.frames.filter((frame) => frame.dir === dir).length).toBe(middle[dir].frames);
    expect(blocks.map(({ hex }) => hex)).toEqual(middle[dir].blocks.map(({ hex }) => hex));
    for (const [at, block] of blocks.entries()) {
      const truths = middle[dir].blocks[at]?.fields ?? [];
      expect(block.fields.length).toBe(truths.length);
      for (const [at, field] of block.fields.entries()) {
        const truth = truths[at];
        if (truth === undefined || truth.op === "size-update") continue;
        const isLabeled = field.name === null || field.value === null;
        expect(isLabeled, `${dir}, block ${at}`).toBe(truth.unresolvable !== undefined);
        if (isLabeled) {
          unresolvable += 1;
          continue;
        }
        certain += 1;
        const { name, value, kind, index } = fieldOfTruth(truth);
        expect(field).toMatchObject({ name, value, kind, index });
      }
    }
  }
  expect([certain, unresolvable]).toEqual([354, 101]);
}

/** Half of the keys: that half, and what is missing is said. */
function checkHalf(seen: SeenCapture, [source]: Truth[]): void {
  const truth = source?.connections[0];
  if (truth === undefined) throw new Error("the source is not there");
  const [connection] = seen.connections;
  const part = { dir: "c2s" } as const;
  checkConnection(connection, truth, part);
  expect(connection?.frames.filter(({ dir }) => dir === "s2c")).toEqual([]);
  expect(connection?.about.tls?.missing ?? seen.problems[0]?.message).toMatch(/key|secret/i);
}

function checkCut(seen: SeenCapture, [source]: Truth[]): void {
  const truth = source?.connections[0];
  if (truth === undefined) throw new Error("the source is not there");
  checkConnection(seen.connections[0], truth, { isCut: true });
  expect(seen.connections[0]?.frames.length).toBeGreaterThan(300);
  expect(seen.connections[0]?.blocks.length).toBeGreaterThan(100);
  expect(seen.problems.map(({ message }) => message).join("\n")).toMatch(/cut off/);
}

function derived({ capture, sources, expect: truth }: (typeof DERIVED)[number]): Case["check"] {
  if (capture.includes("mid-connection")) return (seen) => checkMiddle(seen, truth as Middle);
  if (capture.includes("partial-keys")) return (seen) => checkHalf(seen, sources);
  if (capture.includes("file-cut")) return (seen) => checkCut(seen, sources);
  if (Array.isArray(truth)) return (seen) => checkLossy(seen, sources, truth as Lost[]);
  return (seen) => checkWhole(seen, sources, false);
}

/** A capture's log of the same session, which has an order of its own of what the two sides did. */
function logs({ capture, connections }: Truth): Case[] {
  const [connection] = connections;
  if (!/^d09.*\.pcap$/.test(capture) || connection === undefined) return [];
  return [
    {
      capture: capture.replace(".pcap", ".netlog.json"),
      keyLog: null,
      check: (seen) => {
        for (const dir of ["c2s", "s2c"] as const) checkLog(seen, connection, { dir });
      },
    },
  ];
}

export const CASES: Case[] = [
  ...CAPTURES.map(
    (truth): Case => ({
      capture: truth.capture,
      keyLog: truth.keylog,
      check: (seen) => {
        const [connection] = truth.connections;
        if (truth.capture.endsWith(".json") && connection !== undefined) checkLog(seen, connection);
        else checkWhole(seen, [truth], true);
      },
    }),
  ),
  ...CAPTURES.flatMap(logs),
  ...DERIVED.map((one): Case => ({ capture: one.capture, keyLog: keyLogOf(one.capture), check: derived(one) })),
];
