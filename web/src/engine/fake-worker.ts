/** For tests: a worker whose answers the test gives, in any order. */

import { BLOCK, BLOCK_STRIDE, type Opened, ROW, ROW_STRIDE, type SessionTotals } from "./types";
import type { Started } from "./worker-connection";

/** A call that waits for its answer. */
export type Call = {
  name: string;
  /** The session's handle. */
  session: number | null;
  given: unknown[];
  answer: (answer: unknown) => void;
  fail: (reason: Error) => void;
};

/** Fields of every block. */
export const ROWS = 10;

/** Answers questions for pages at once, except for those in `held`. */
export class FakeWorker {
  calls: Call[] = [];
  /** Names of calls that wait for the test's answer. */
  held = new Set(["open", "selectConnection", "frames", "measure"]);
  started = 0;
  /** Number of handles so far. */
  sessions = 0;
  stopped = 0;
  end: (message: string) => void = () => {};

  readonly start = (onFatal: (message: string) => void): Started => {
    this.started += 1;
    this.end = onFatal;
    const call = (name: string, session: number | null, ...given: unknown[]) =>
      new Promise<unknown>((resolve, fail) => {
        const answer = (answer: unknown) => resolve(this.handled(name, answer));
        this.calls.push({ name, session, given, answer, fail });
        if (!this.held.has(name)) answer(answered(name, given));
      });
    const stop = () => {
      this.stopped += 1;
    };
    return { port: { call }, stop };
  };

  /** Answers that make a session include its handle. */
  private handled(name: string, answer: unknown): unknown {
    if (answer === null || (name !== "open" && name !== "selectConnection")) return answer;
    if ((answer as Partial<Opened>).status === "refused") return { opened: answer, session: null };
    this.sessions += 1;
    return name === "open" ? { opened: answer, session: this.sessions } : { answer, session: this.sessions };
  }

  /** The calls of that name so far. */
  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  /** The call of that name, once it has been made. */
  async call(name: string, nth = 0): Promise<Call> {
    await settled();
    const found = this.named(name)[nth];
    if (found === undefined) throw new Error(`there is no call ${nth} of ${name}`);
    return found;
  }
}

export function answered(name: string, [from, to]: unknown[]): unknown {
  const [first, last] = [Number(from), Number(to)];
  if (name === "blocks") {
    const records = new Uint32Array((last - first) * BLOCK_STRIDE);
    for (let block = first; block < last; block += 1) {
      records[(block - first) * BLOCK_STRIDE + BLOCK.firstRow] = block * ROWS;
      records[(block - first) * BLOCK_STRIDE + BLOCK.rows] = ROWS;
    }
    return { from: first, to: last, records, labels: [] };
  }
  if (name === "rows") {
    const records = new Uint32Array((last - first) * ROW_STRIDE);
    for (let row = first; row < last; row += 1) {
      records[(row - first) * ROW_STRIDE + ROW.block] = Math.floor(row / ROWS);
    }
    return { from: first, to: last, records, text: "" };
  }
  return null;
}

/** Waits until all pending promise callbacks have run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

export function totals(connection: number, blocks = 100): SessionTotals {
  return {
    connection,
    frames: 0,
    blockBytes: 1,
    plainBytes: 10,
    unknownRows: 0,
    blocks,
    rows: blocks * ROWS,
    undecodableBlocks: 0,
    firstError: null,
    offerUnknownStart: false,
    applied: null,
    directions: [{ sender: "unknown", blocks }],
  };
}

export function answer(blocks = 100): Extract<Opened, { status: "ok" }> {
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
    listedTable: null,
    ...totals(0, blocks),
  };
}
