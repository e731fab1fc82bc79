/// <reference lib="webworker" />
/**
 * The worker that owns the WebAssembly memory. Everything heavy happens here,
 * so that the page's own thread only draws.
 */
import type { HandOn } from "@wasm-more/hpack_inspector_wasm";
import { transfer } from "comlink";
import { answerCalls } from "./answer-calls";
import { breathe } from "./breathe";
import { FUNCTIONS, READS, TURNS } from "./calls";
import { chunksOf, headOf, isText, sizeOf } from "./chunks";
import type { At, Jobs, Reads } from "./core";
import { Dropped } from "./dropped";
import { EVERYTHING, FIRST, type Inspectors, MORE, more, octetsOfMemory, Packages, type Size } from "./packages";
import type { Held, Opened, OpenOptions, Progress, TimingResult, WhatIfAnswer, Written } from "./types";

/** One round of measuring; longer would delay answers to the page, milliseconds. */
const ROUND_MS = 24;

/** Least time between two messages about progress, milliseconds. */
const PROGRESS_MS = 100;

/** The package that measures, diagnoses and encodes is loaded so long after the first answer, milliseconds. */
const REST_MS = 1000;

/** What the page asks by itself: it loads no package sooner than it is loaded anyway. */
const BY_ITSELF = new Set<string>(["causes", "diagnose", "measure", "withTable"] satisfies (
  | keyof Reads
  | keyof Jobs
)[]);

let rested: Promise<void> | null = null;

/** Loads what nearly every session needs sooner or later, when the page has had its first answer for a while. */
function rest(): Promise<void> {
  // A call that needs the package tries again, and says what failed.
  rested ??= new Promise((resolve) => setTimeout(resolve, REST_MS)).then(more).then(
    () => {},
    () => {},
  );
  return rested;
}

/** A session, and what goes on in it. Each job has the number of its last run: a newer one or a stop ends it. */
class Slot {
  /** Of the session that is open; 0 before there is one. */
  epoch = 0;
  opening = 0;
  /** Number of the opening that a person stopped. */
  stopped = 0;
  measuring = 0;
  trying = 0;
  /** Numbers of what is being written. */
  readonly writing = new Set<number>();
  /** Number of the choice of frames. */
  filter: number | undefined;
  readonly packages = new Packages();

  /** The session that the page shows, in a package of `size` at least; an error where it is another by now. */
  async shown<Least extends Size>(at: At, name: string, size: Least): Promise<Inspectors[Least]> {
    this.check(at);
    if (size > this.packages.size && BY_ITSELF.has(name)) {
      await rest();
      this.check(at);
    }
    const inspector = await this.packages.open(size);
    this.check(at);
    return inspector;
  }

  private check({ epoch }: At): void {
    if (!this.packages.isOpen || epoch !== this.epoch) throw new Dropped();
  }

  /** What is measured, tried and written ends with the session that it is about. */
  turn(epoch: number): void {
    this.measuring += 1;
    this.trying += 1;
    this.writing.clear();
    this.epoch = epoch;
  }

  free(): void {
    this.turn(0);
    this.opening += 1;
    this.packages.free();
  }
}

const slots = new Map<number, Slot>();

function slotOf({ slot: number }: At): Slot {
  const slot = slots.get(number) ?? new Slot();
  slots.set(number, slot);
  return slot;
}

/** Scripts that measure the page ask for the memory's size. */
Object.defineProperty(self, "wasmOctets", { get: octetsOfMemory });

/** The smaller packages' answer to frames and packets. */
type More = { status: "more" };

/** Reads an input; null where it was stopped, or something newer was opened. */
async function read(
  slot: Slot,
  inspector: Inspectors[typeof FIRST],
  mine: number,
  input: string | Blob,
  options: OpenOptions,
  secrets: Uint8Array,
  onProgress: (progress: Progress) => void,
): Promise<{ opened: Opened | More; read: number } | null> {
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
  if (mine !== slot.stopped || done === total) return { opened, read: done };
  return opened.status === "ok" ? { opened: { ...opened, stoppedAt: done }, read: done } : null;
}

function writtenBy(inspector: Inspectors[typeof MORE], writing: HandOn): Written {
  const rows = inspector.rowsHandedOn(writing);
  const held = new Map(Object.entries<Held>(JSON.parse(writing.held())));
  const noListing = writing.noListing() ?? null;
  const written = { text: writing.text() ?? null, listing: writing.listing() ?? null, noListing, rows, held };
  return transfer(written, [rows.buffer]);
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
    let size: Size = isText(await headOf(input)) ? FIRST : EVERYTHING;
    for (;;) {
      const reader = await slot.packages.reader(size);
      const given = mine === slot.opening;
      const answer = given ? await read(slot, reader.inspector, mine, input, options, secrets, onProgress) : null;
      if (answer?.opened.status === "ok") {
        slot.packages.keep(reader, { input, options, secrets, read: answer.read });
        slot.turn(next);
        slot.filter = undefined;
        rest();
        return answer.opened;
      }
      slot.packages.drop(reader);
      if (answer?.opened.status !== "more") return answer?.opened ?? null;
      if (reader.size === EVERYTHING) return null;
      size = EVERYTHING;
    }
  },
  async stopOpening(slot) {
    slot.stopped = slot.opening;
  },
  async measure(slot, at, block, onResult) {
    slot.measuring += 1;
    const mine = slot.measuring;
    const inspector = await slot.shown(at, "measure", MORE);
    if (mine !== slot.measuring) return;
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
    // The first package measures nothing.
    if (slot.packages.size !== FIRST) (await slot.shown(at, "stopMeasuring", MORE)).stopTiming();
  },
  async whatIf(slot, at, question, onAnswer) {
    slot.trying += 1;
    const mine = slot.trying;
    const inspector = await slot.shown(at, "whatIf", MORE);
    if (mine !== slot.trying || !inspector.startWhatIf(JSON.stringify(question))) return;
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
  async handOn(slot, at, number, question, onProgress) {
    slot.writing.add(number);
    let inspector: Inspectors[typeof MORE] | null = null;
    let writing: HandOn | null = null;
    let said = performance.now();
    try {
      for (;;) {
        const shown = await slot.shown(at, "handOn", MORE);
        if (!slot.writing.has(number)) throw new Dropped();
        if (shown !== inspector) {
          // Also where a larger package took over meanwhile.
          writing?.free();
          inspector = shown;
          writing = shown.startHandOn(JSON.stringify(question)) ?? null;
        }
        if (writing === null) return null;
        const done = inspector.handOnRound(writing, ROUND_MS);
        if (done === 1) return writtenBy(inspector, writing);
        if (performance.now() - said >= PROGRESS_MS) {
          said = performance.now();
          await onProgress(done);
        }
        await breathe();
      }
    } finally {
      writing?.free();
      slot.writing.delete(number);
    }
  },
  async stopHandOn(slot, _, number) {
    slot.writing.delete(number);
  },
  async compare(slot, at, other, name, ...given) {
    const beside = slotOf(other);
    for (;;) {
      const size = Math.max(MORE, slot.packages.size, beside.packages.size) as typeof MORE | typeof EVERYTHING;
      const right = await beside.shown(other, name, size);
      const left = await slot.shown(at, name, size);
      // Only in one memory, and where neither has moved or gone meanwhile.
      if ([slot, beside].every(({ packages }) => packages.size === size) && beside.epoch === other.epoch)
        return Reflect.apply(left[name] as Any, left, [right, ...given]) as never;
    }
  },
  async memory() {
    return octetsOfMemory();
  },
  async close(slot, at) {
    slot.free();
    slots.delete(at.slot);
  },
};

/** What a choice of frames concerns. */
const OF_TIMELINE = new Set<string>(["frames", "frameAt"] satisfies (keyof Reads)[]);

/** A call of one of the tables, whatever it takes and answers. */
type Any = (...given: unknown[]) => unknown;

function named(table: object, name: string): Any | null {
  return Object.hasOwn(table, name) ? (Reflect.get(table, name) as Any) : null;
}

/** The call of that name, and the package that it takes. */
function sized(tables: readonly object[], name: string): { call: Any; size: Size } | null {
  const size = tables.findIndex((table) => Object.hasOwn(table, name));
  const call = named(tables[size] ?? {}, name);
  return call === null ? null : { call, size: size as Size };
}

async function answer(name: string, at: At | null, given: unknown[]): Promise<unknown> {
  if (at === null) return named(FUNCTIONS, name)?.(...given);
  const slot = slotOf(at);
  const job = named(JOBS, name);
  if (job !== null) return job(slot, at, ...given);
  const read = sized(READS, name);
  const turn = sized(TURNS, name);
  const shown = await slot.shown(at, name, (read ?? turn)?.size ?? FIRST);
  if (read !== null) {
    if (name === "filterFrames") slot.filter = at.next;
    else if (OF_TIMELINE.has(name) && at.filter !== slot.filter) throw new Dropped();
    return read.call(shown, ...given);
  }
  const turned = turn?.call(shown, ...given);
  if (turned === null) return null;
  if (name === "pin" || name === "unpin") slot.packages.remember(given as Parameters<Packages["remember"]>[0]);
  slot.turn(at.next ?? at.epoch);
  // Another connection shows all of its frames.
  if (name === "selectConnection") slot.filter = undefined;
  return turned;
}

answerCalls(answer);
