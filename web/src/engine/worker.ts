/// <reference lib="webworker" />
/** The worker that owns the WebAssembly memory. Everything heavy happens here; the page's own thread only draws. */
import type { ExportJob, Inspector } from "@wasm/hpack_inspector_wasm";
import { transfer } from "comlink";
import { answerCalls } from "./answer-calls";
import { CHANGES, FUNCTIONS } from "./calls";
import { chunksOf, headOf, isText, sizeOf } from "./chunks";
import type { Jobs, OpenAnswer, OpenSignal, Opens } from "./core";
import { beginOpen, bytesOfMemory, type Handle, handle } from "./packages";
import { READS } from "./reads";
import { StaleError } from "./stale-error";
import type { Answered, MaskCount, OpenOptions, Progress, TimingResult, WhatIfAnswer, Written } from "./types";
import { WorkerSession } from "./worker-session";
import { yieldToMessages } from "./yield";

/** Duration of a round of measuring, milliseconds; a longer one would delay answers to the page. */
const ROUND_MS = 24;

/** Least time between two messages about progress, milliseconds. */
const PROGRESS_MS = 100;

/** Sessions by the page's handles. */
const sessions = new Map<number, WorkerSession>();
let lastId = 0;

function register(session: WorkerSession): number {
  lastId += 1;
  sessions.set(lastId, session);
  return lastId;
}

/** Throws if the session was changed or closed. */
function sessionOf(id: number): WorkerSession {
  const session = sessions.get(id);
  if (session === undefined) throw new StaleError();
  return session;
}

/** For scripts that measure the page's memory. */
Object.defineProperty(self, "wasmBytes", { get: bytesOfMemory });

type Heard = (progress: Progress) => OpenSignal | Promise<OpenSignal>;

/** Reads an input; null if there is nothing to show. */
async function read(
  reading: Handle,
  input: string | Blob,
  options: OpenOptions,
  secrets: Uint8Array,
  hear: Heard,
): Promise<{ opened: Answered; read: number } | null> {
  const { inspector } = reading;
  let refused = beginOpen(reading, options, secrets);
  const total = sizeOf(input);
  let done = 0;
  let said = performance.now();
  let stopped = false;
  for await (const chunk of chunksOf(input)) {
    if (refused !== undefined) break;
    refused = inspector.push(chunk);
    done += chunk.length;
    if (performance.now() - said < PROGRESS_MS) continue;
    said = performance.now();
    const next = await hear({ read: done, total, blocks: inspector.blocksSoFar() });
    if (next === "drop") return null;
    stopped = next === "stop";
    if (stopped) break;
  }
  const opened: Answered = JSON.parse(refused ?? inspector.finishOpen());
  if (!stopped || done === total) return { opened, read: done };
  return opened.status === "ok" ? { opened: { ...opened, stoppedAt: done }, read: done } : null;
}

const OPENS: Opens = {
  async open(input, options, keyLog, hear) {
    const secrets = keyLog === null ? new Uint8Array() : new Uint8Array(await keyLog.arrayBuffer());
    // A text with frames is read by the package for captures, too.
    for (let forCapture = !isText(await headOf(input)); ; forCapture = true) {
      const reading = await handle(forCapture);
      const answer = await read(reading, input, options, secrets, hear);
      if (answer?.opened.status === "ok") {
        const session = register(new WorkerSession(reading, { input, options, read: answer.read }));
        return { opened: answer.opened, session } satisfies OpenAnswer;
      }
      reading.inspector.free();
      if (answer?.opened.status !== "frames") return answer === null ? null : { opened: answer.opened, session: null };
      if (forCapture) return null;
    }
  },
  async memory() {
    return bytesOfMemory();
  },
};

function writtenBy(inspector: Inspector, writing: ExportJob): Written {
  const rows = inspector.exportedRows(writing);
  const maskCounts = new Map(Object.entries<MaskCount>(JSON.parse(writing.maskCounts())));
  const noListing = writing.noListing() ?? null;
  const written = { text: writing.text() ?? null, listing: writing.listing() ?? null, noListing, rows, maskCounts };
  return transfer(written, [rows.buffer]);
}

type OfSession<Job> = Job extends (...given: infer Given) => infer Answer
  ? (id: number, ...given: Given) => Answer
  : never;

/** The inspectors of two sessions, in one package. */
async function inspectorsOf(id: number, other: number): Promise<[Inspector, Inspector]> {
  if ((sessionOf(id).handle.wasm === null) !== (sessionOf(other).handle.wasm === null)) {
    await sessionOf(id).moveToCaptures();
    await sessionOf(other).moveToCaptures();
  }
  return [sessionOf(id).handle.inspector, sessionOf(other).handle.inspector];
}

const JOBS: { [Name in keyof Jobs]: OfSession<Jobs[Name]> } = {
  async measure(id, block, [from, to], hear) {
    const session = sessionOf(id);
    const mine = {};
    session.measuring = mine;
    let inspector: Inspector | null = null;
    for (;;) {
      const now = sessionOf(id).handle.inspector;
      // Again after it has moved to the other package.
      if (now !== inspector) now.startTiming(block, from, to);
      inspector = now;
      const result: TimingResult | null = JSON.parse(inspector.timingRound(ROUND_MS));
      if (result === null) return;
      const goesOn = (await hear(result)) && !result.done;
      await yieldToMessages();
      if (!goesOn || session.measuring !== mine) return;
    }
  },
  async whatIf(id, question, hear) {
    const session = sessionOf(id);
    const mine = {};
    session.trying = mine;
    let inspector: Inspector | null = null;
    let said = Number.NEGATIVE_INFINITY;
    let hasBlocks = false;
    for (;;) {
      const now = sessionOf(id).handle.inspector;
      if (now !== inspector && !now.startWhatIf(JSON.stringify(question))) return;
      inspector = now;
      const done = inspector.whatIfRound(ROUND_MS);
      if (done || performance.now() - said >= PROGRESS_MS) {
        const answer: WhatIfAnswer | null = JSON.parse(inspector.whatIf());
        said = performance.now();
        if (answer === null) return;
        const blocks: Uint32Array | null = answer.tried === null || hasBlocks ? null : inspector.whatIfBlocks();
        hasBlocks ||= blocks !== null;
        if (!(await hear({ answer, blocks }))) return;
      }
      if (done) return;
      await yieldToMessages();
      if (session.trying !== mine) return;
    }
  },
  async exportBlocks(id, question, hear) {
    let inspector: Inspector | null = null;
    let writing: ExportJob | null = null;
    let said = performance.now();
    try {
      for (;;) {
        const now = sessionOf(id).handle.inspector;
        if (now !== inspector) {
          // Also after it has moved to the other package.
          writing?.free();
          inspector = now;
          writing = now.startExport(JSON.stringify(question)) ?? null;
        }
        if (writing === null) return null;
        const done = inspector.exportRound(writing, ROUND_MS);
        if (done === 1) return writtenBy(inspector, writing);
        if (performance.now() - said >= PROGRESS_MS) {
          said = performance.now();
          if (!(await hear(done))) throw new StaleError();
        }
        await yieldToMessages();
      }
    } finally {
      writing?.free();
    }
  },
  async compareBlocks(id, other, ...given) {
    const [left, right] = await inspectorsOf(id, other);
    return JSON.parse(left.compareBlocks(right, ...given));
  },
  async comparePairs(id, other) {
    const [left, right] = await inspectorsOf(id, other);
    return left.comparePairs(right);
  },
  async close(id) {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.close();
  },
};

/** Any call of the tables. */
type Any = (...given: unknown[]) => unknown;

function named(table: object, name: string): Any | null {
  return Object.hasOwn(table, name) ? (Reflect.get(table, name) as Any) : null;
}

answerCalls(async (name, id, given) => {
  if (id === null) return (named(OPENS, name) ?? named(FUNCTIONS, name))?.(...given);
  const job = named(JOBS, name);
  if (job !== null) return job(id, ...given);
  const session = sessionOf(id);
  const read = named(READS, name);
  if (read !== null) return read(session.handle, ...given);
  const answer = named(CHANGES, name)?.(session.handle, ...given);
  if (answer == null) return null;
  session.changed(name, given);
  sessions.delete(id);
  return { answer, session: register(session) };
});
