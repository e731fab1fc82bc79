/// <reference lib="webworker" />
/**
 * The worker that owns the WebAssembly memory. Everything heavy happens here,
 * so that the page's own thread only draws.
 */
import type { HandOn, Inspector } from "@wasm/hpack_inspector_wasm";
import { transfer } from "comlink";
import { answerCalls } from "./answer-calls";
import { yieldToMessages } from "./breathe";
import { CAPTURE_READS, CAPTURE_TURNS, FUNCTIONS, PANE_READS, READS, TURNS } from "./calls";
import { chunksOf, headOf, isText, sizeOf } from "./chunks";
import type { At, CaptureReads, Jobs } from "./core";
import { beginOpen, bytesOfMemory, type Handle, handle } from "./packages";
import { Slot } from "./slot";
import { StaleError } from "./stale-error";
import type { Answered, Held, OpenOptions, Progress, TimingResult, WhatIfAnswer, Written } from "./types";

/** One round of measuring; longer would delay answers to the page, milliseconds. */
const ROUND_MS = 24;

/** Least time between two messages about progress, milliseconds. */
const PROGRESS_MS = 100;

const slots = new Map<number, Slot>();

function slotOf({ slot: number }: At): Slot {
  const slot = slots.get(number) ?? new Slot();
  slots.set(number, slot);
  return slot;
}

/** Scripts that measure the page ask for the memory's size. */
Object.defineProperty(self, "wasmBytes", { get: bytesOfMemory });

/** Reads an input; null where it was stopped, or something newer was opened. */
async function read(
  slot: Slot,
  reading: Handle,
  mine: number,
  input: string | Blob,
  options: OpenOptions,
  secrets: Uint8Array,
  onProgress: (progress: Progress) => void,
): Promise<{ opened: Answered; read: number } | null> {
  const { inspector } = reading;
  let refused = beginOpen(reading, options, secrets);
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
      await yieldToMessages();
    }
  }
  if (mine !== slot.opening) return null;
  const opened: Answered = JSON.parse(refused ?? inspector.finishOpen());
  if (mine !== slot.stopped || done === total) return { opened, read: done };
  return opened.status === "ok" ? { opened: { ...opened, stoppedAt: done }, read: done } : null;
}

function writtenBy(inspector: Inspector, writing: HandOn): Written {
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
    // A text with frames is read by the package for captures, too.
    for (let forCapture = !isText(await headOf(input)); ; forCapture = true) {
      const reading = await handle(forCapture);
      const given = mine === slot.opening;
      const answer = given ? await read(slot, reading, mine, input, options, secrets, onProgress) : null;
      if (answer?.opened.status === "ok") {
        slot.keep(reading, { input, options, read: answer.read }, next);
        return answer.opened;
      }
      reading.inspector.free();
      if (answer?.opened.status !== "frames") return answer?.opened ?? null;
      if (forCapture) return null;
    }
  },
  async stopOpening(slot) {
    slot.stopped = slot.opening;
  },
  async measure(slot, at, block, onResult) {
    slot.measuring += 1;
    const mine = slot.measuring;
    let inspector: Inspector | null = null;
    for (;;) {
      const shown = slot.inspector(at);
      // Again after it has moved to the other package.
      if (shown !== inspector) shown.startTiming(block);
      inspector = shown;
      const result: TimingResult | null = JSON.parse(inspector.timingRound(ROUND_MS));
      if (result === null) return;
      await onResult(result);
      await yieldToMessages();
      if (mine !== slot.measuring) return;
      if (result.done) {
        inspector.stopTiming();
        return;
      }
    }
  },
  async stopMeasuring(slot, at) {
    slot.measuring += 1;
    slot.inspector(at).stopTiming();
  },
  async whatIf(slot, at, question, onAnswer) {
    slot.trying += 1;
    const mine = slot.trying;
    let inspector: Inspector | null = null;
    let said = Number.NEGATIVE_INFINITY;
    for (;;) {
      const shown = slot.inspector(at);
      if (shown !== inspector && !shown.startWhatIf(JSON.stringify(question))) return;
      inspector = shown;
      const done = inspector.whatIfRound(ROUND_MS);
      if (done || performance.now() - said >= PROGRESS_MS) {
        const answer: WhatIfAnswer | null = JSON.parse(inspector.whatIf());
        if (answer === null) return;
        said = performance.now();
        await onAnswer(answer);
      }
      if (done) return;
      await yieldToMessages();
      if (mine !== slot.trying) return;
    }
  },
  async stopWhatIf(slot) {
    slot.trying += 1;
  },
  async handOn(slot, at, number, question, onProgress) {
    slot.writing.add(number);
    let inspector: Inspector | null = null;
    let writing: HandOn | null = null;
    let said = performance.now();
    try {
      for (;;) {
        const shown = slot.inspector(at);
        if (!slot.writing.has(number)) throw new StaleError();
        if (shown !== inspector) {
          // Also after it has moved to the other package.
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
        await yieldToMessages();
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
    if ((slot.shown(at).wasm === null) !== (beside.shown(other).wasm === null)) {
      await slot.besideCaptures(at);
      await beside.besideCaptures(other);
    }
    const [left, right] = [slot.inspector(at), beside.inspector(other)];
    return Reflect.apply(left[name] as Any, left, [right, ...given]) as never;
  },
  async memory() {
    return bytesOfMemory();
  },
  async close(slot, at) {
    slot.opening += 1;
    slot.free();
    slots.delete(at.slot);
  },
};

/** What a choice of frames concerns. */
const OF_TIMELINE = new Set<string>(["frames", "frameAt"] satisfies (keyof CaptureReads)[]);

/** A call of one of the tables, whatever it takes and answers. */
type Any = (...given: unknown[]) => unknown;

function named(table: object, name: string): Any | null {
  return Object.hasOwn(table, name) ? (Reflect.get(table, name) as Any) : null;
}

async function answer(name: string, at: At | null, given: unknown[]): Promise<unknown> {
  if (at === null) return named(FUNCTIONS, name)?.(...given);
  const slot = slotOf(at);
  const job = named(JOBS, name);
  if (job !== null) return job(slot, at, ...given);
  const shown = slot.shown(at);
  const read = named(READS, name);
  if (read !== null) return read(shown.inspector, ...given);
  const paneRead = named(PANE_READS, name);
  if (paneRead !== null) return paneRead(shown, ...given);
  const turn = named(TURNS, name);
  if (turn !== null) return changed(slot, at, name, given, turn(shown.inspector, ...given));
  // The page asks this of a capture alone.
  if (shown.wasm === null) throw new StaleError();
  const captureTurn = named(CAPTURE_TURNS, name);
  if (captureTurn !== null) {
    const turned = changed(slot, at, name, given, captureTurn(shown, ...given));
    // Another connection shows all of its frames.
    if (turned !== null) slot.filter = undefined;
    return turned;
  }
  if (name === "filterFrames") slot.filter = at.next;
  else if (OF_TIMELINE.has(name) && at.filter !== slot.filter) throw new StaleError();
  return named(CAPTURE_READS, name)?.(shown, ...given);
}

/** `turned`: null if nothing has changed. */
function changed(slot: Slot, at: At, name: string, given: unknown[], turned: unknown): unknown {
  if (turned !== null) slot.changed(name, given, at.next ?? at.epoch);
  return turned;
}

answerCalls(answer);
