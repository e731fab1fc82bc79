/// <reference lib="webworker" />
/**
 * The worker that owns the WebAssembly memory. Everything heavy happens here,
 * so that the page's own thread only draws.
 */
import init, { Inspector as SmallInspector } from "@wasm/hpack_inspector_wasm";
import type { Inspector } from "@wasm-captures/hpack_inspector_wasm";
import { answerCalls } from "./answer-calls";
import { breathe } from "./breathe";
import { FUNCTIONS, READS, TURNS } from "./calls";
import { chunksOf, headOf, isText, sizeOf } from "./chunks";
import type { At, Jobs } from "./core";
import { Dropped } from "./dropped";
import type { Opened, OpenOptions, Progress, TimingResult, WhatIfAnswer } from "./types";

/** One round of measuring; longer would delay answers to the page, milliseconds. */
const ROUND_MS = 24;

/** Least time between two messages about progress, milliseconds. */
const PROGRESS_MS = 100;

const ready = init();

/** A session, and what goes on in it. Each job has the number of its last run: a newer one or a stop ends it. */
class Slot {
  /** Of the session that is open; 0 before there is one. */
  epoch = 0;
  opening = 0;
  /** Number of the opening that a person stopped. */
  stopped = 0;
  measuring = 0;
  trying = 0;
  /** Number of the choice of frames. */
  filter: number | undefined;
  private inspector: Inspector | null = null;
  /** Whether the inspector is the one that reads captures too. */
  private isLarge = false;

  /** The session that the page shows; an error where it is another by now. */
  shown({ epoch }: At): Inspector {
    if (this.inspector === null || epoch !== this.epoch) throw new Dropped();
    return this.inspector;
  }

  async any(): Promise<Inspector> {
    await ready;
    // What only captures have is asked of captures only.
    this.inspector ??= new SmallInspector() as unknown as Inspector;
    return this.inspector;
  }

  /** The inspector of the larger package, which is loaded when something first asks for it. */
  async large(): Promise<Inspector> {
    if (this.inspector !== null && this.isLarge) return this.inspector;
    const large = await import("@wasm-captures/hpack_inspector_wasm");
    const { memory: held } = await large.default();
    memory = held;
    if (this.inspector === null || !this.isLarge) {
      this.inspector?.free();
      this.epoch = 0;
      this.inspector = new large.Inspector();
      this.isLarge = true;
    }
    return this.inspector;
  }

  /** What is measured and tried ends with the session that it is about. */
  turn(epoch: number): void {
    this.measuring += 1;
    this.trying += 1;
    this.epoch = epoch;
  }

  free(): void {
    this.turn(0);
    this.opening += 1;
    this.inspector?.free();
    this.inspector = null;
  }
}

const slots = new Map<number, Slot>();

function slotOf({ slot: number }: At): Slot {
  const slot = slots.get(number) ?? new Slot();
  slots.set(number, slot);
  return slot;
}

/** The larger package's memory: scripts that measure the page ask for its size. */
let memory: WebAssembly.Memory | null = null;
Object.defineProperty(self, "wasmOctets", { get: () => memory?.buffer.byteLength ?? 0 });

/** What the smaller package says of an input that is not for it. */
type More = { status: "more" };

/** Reads an input; null where it was stopped, or something newer was opened. */
async function read(
  slot: Slot,
  inspector: Inspector,
  mine: number,
  input: string | Blob,
  options: OpenOptions,
  secrets: Uint8Array,
  onProgress: (progress: Progress) => void,
): Promise<Opened | More | null> {
  let refused = inspector.beginOpen(JSON.stringify(options), secrets);
  const total = sizeOf(input);
  let done = 0;
  let said = performance.now();
  for await (const chunk of chunksOf(input)) {
    if (mine !== slot.opening) return null;
    if (refused !== undefined || mine === slot.stopped) break;
    refused = inspector.push(chunk);
    done += chunk.length;
    if (performance.now() - said >= PROGRESS_MS) {
      said = performance.now();
      onProgress({ read: done, total, blocks: inspector.blocksSoFar() });
      await breathe();
    }
  }
  if (mine !== slot.opening) return null;
  const opened: Opened | More = JSON.parse(refused ?? inspector.finishOpen());
  if (mine !== slot.stopped || done === total) return opened;
  return opened.status === "ok" ? { ...opened, stoppedAt: done } : null;
}

type OfSlot<Job> = Job extends (...given: infer Given) => infer Answer
  ? (slot: Slot, at: At, ...given: Given) => Answer
  : never;

const JOBS: { [Name in keyof Jobs]: OfSlot<Jobs[Name]> } = {
  async open(slot, { next = 0 }, input, options, keyLog, onProgress) {
    slot.measuring += 1;
    slot.trying += 1;
    slot.opening += 1;
    const mine = slot.opening;
    const secrets = keyLog === null ? new Uint8Array() : new Uint8Array(await keyLog.arrayBuffer());
    let inspector = isText(await headOf(input)) ? await slot.any() : await slot.large();
    if (mine !== slot.opening) return null;
    let opened = await read(slot, inspector, mine, input, options, secrets, onProgress);
    if (opened?.status === "more") {
      inspector = await slot.large();
      if (mine !== slot.opening) return null;
      opened = await read(slot, inspector, mine, input, options, secrets, onProgress);
    }
    if (opened?.status === "ok") {
      slot.turn(next);
      slot.filter = undefined;
    }
    return opened?.status === "more" ? null : opened;
  },
  async stopOpening(slot) {
    slot.stopped = slot.opening;
  },
  async measure(slot, at, block, onResult) {
    slot.measuring += 1;
    const mine = slot.measuring;
    const inspector = slot.shown(at);
    inspector.startTiming(block);
    for (;;) {
      const result: TimingResult | null = JSON.parse(inspector.timingRound(ROUND_MS));
      if (result === null) return;
      await onResult(result);
      await breathe();
      if (mine !== slot.measuring) return;
      if (result.done) {
        inspector.stopTiming();
        return;
      }
    }
  },
  async stopMeasuring(slot, at) {
    slot.measuring += 1;
    slot.shown(at).stopTiming();
  },
  async whatIf(slot, at, question, onAnswer) {
    slot.trying += 1;
    const mine = slot.trying;
    const inspector = slot.shown(at);
    if (!inspector.startWhatIf(JSON.stringify(question))) return;
    let said = Number.NEGATIVE_INFINITY;
    for (;;) {
      const done = inspector.whatIfRound(ROUND_MS);
      if (done || performance.now() - said >= PROGRESS_MS) {
        const answer: WhatIfAnswer | null = JSON.parse(inspector.whatIf());
        if (answer === null) return;
        said = performance.now();
        await onAnswer(answer);
      }
      if (done) return;
      await breathe();
      if (mine !== slot.trying) return;
    }
  },
  async stopWhatIf(slot) {
    slot.trying += 1;
  },
  async close(slot, at) {
    slot.free();
    slots.delete(at.slot);
  },
};

/** What a choice of frames concerns. */
const OF_TIMELINE = new Set<string>(["frames", "frameAt"] satisfies (keyof typeof READS)[]);

/** A call of one of the tables, whatever it takes and answers. */
type Any = (...given: unknown[]) => unknown;

function named(table: object, name: string): Any | null {
  return Object.hasOwn(table, name) ? (Reflect.get(table, name) as Any) : null;
}

async function answer(name: string, at: At | null, given: unknown[]): Promise<unknown> {
  await ready;
  if (at === null) return named(FUNCTIONS, name)?.(...given);
  const slot = slotOf(at);
  const job = named(JOBS, name);
  if (job !== null) return job(slot, at, ...given);
  const shown = slot.shown(at);
  const read = named(READS, name);
  if (read !== null) {
    if (name === "filterFrames") slot.filter = at.next;
    else if (OF_TIMELINE.has(name) && at.filter !== slot.filter) throw new Dropped();
    return read(shown, ...given);
  }
  const turned = named(TURNS, name)?.(shown, ...given);
  if (turned === null) return null;
  slot.turn(at.next ?? at.epoch);
  // Another connection shows all of its frames.
  if (name === "selectConnection") slot.filter = undefined;
  return turned;
}

answerCalls(answer);
