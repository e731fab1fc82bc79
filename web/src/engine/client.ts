/**
 * The page's side of the worker: typed calls, and the windows already fetched.
 * A client outlives its worker: cancelling a long decoding ends the worker and
 * starts another.
 */
import { proxy, type Remote, wrap } from "comlink";
import type { Core } from "./core";
import { heard } from "./failures";
import type {
  BlockWindow,
  FrameFilter,
  FrameWindow,
  HuffmanEngine,
  IntegerExplanation,
  Opened,
  OpenOptions,
  Progress,
  RowWindow,
  SessionTotals,
  TimingResult,
} from "./types";
import type { WhatIfAnswer, WhatIfQuestion } from "./what-if-types";
import { type Block, blockIn, type Frame, frameIn, type Row, rowIn } from "./windows";

/** Rows or blocks fetched at a time. */
export const PAGE = 256;
/** Pages kept of each: some 16,000 rows. */
const PAGES_KEPT = 64;

/** A cache of the answers to “page number n”, oldest use out first. */
class Pages<Window> {
  private held = new Map<number, Window>();
  private asked = new Map<number, Promise<Window>>();

  constructor(private readonly fetch: (from: number, to: number) => Promise<Window>) {}

  /** The page, if it is here already. */
  peek(page: number): Window | null {
    return this.held.get(page) ?? null;
  }

  get(page: number): Promise<Window> {
    const held = this.held.get(page);
    if (held !== undefined) {
      this.keep(page, held);
      return Promise.resolve(held);
    }
    const asked = this.asked.get(page);
    if (asked !== undefined) return asked;
    const answer = this.fetch(page * PAGE, (page + 1) * PAGE).then(
      (window) => {
        if (this.asked.delete(page)) this.keep(page, window);
        return window;
      },
      (reason) => {
        this.asked.delete(page);
        throw reason;
      },
    );
    this.asked.set(page, answer);
    return answer;
  }

  clear(): void {
    this.held.clear();
    this.asked.clear();
  }

  private keep(page: number, window: Window): void {
    this.held.delete(page);
    this.held.set(page, window);
    for (const oldest of this.held.keys()) {
      if (this.held.size <= PAGES_KEPT) break;
      this.held.delete(oldest);
    }
  }
}

/** A worker whose script is not there says nothing. */
const NOT_LOADED = "The decoder could not be loaded. You may be offline, or the page was updated: reload it.";

/** Before anything is open. */
const NOTHING = { rows: 0, blocks: 0, frames: 0 };

export class EngineClient {
  private worker: Worker | null = null;
  private remote: Remote<Core> | null = null;
  private readonly rowPages = new Pages<RowWindow>((from, to) => this.core.rows(from, Math.min(to, this.totals.rows)));
  private readonly blockPages = new Pages<BlockWindow>((from, to) =>
    this.core.blocks(from, Math.min(to, this.totals.blocks)),
  );
  private readonly framePages = new Pages<FrameWindow>((from, to) =>
    this.core.frames(from, Math.min(to, this.totals.frames)),
  );
  /** `frames` are those that the timeline shows. */
  private totals = NOTHING;
  /** Called when the worker has ended by itself. */
  onCrash: (message: string) => void = () => {};

  /** The worker, started when first asked for. */
  get core(): Remote<Core> {
    if (this.remote === null) {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "hpack" });
      const fail = (message: string) => {
        // An older worker that was ended has nothing more to say.
        if (this.worker !== worker) return;
        this.end();
        this.onCrash(message);
      };
      worker.onerror = (event) => fail(event.message ?? NOT_LOADED);
      this.worker = worker;
      this.remote = heard(wrap<Core>(worker), fail);
    }
    return this.remote;
  }

  /** Ends the worker and forgets what was open; the next call starts another. */
  end(): void {
    this.worker?.terminate();
    this.worker = null;
    this.remote = null;
    this.turnTo(NOTHING);
  }

  engines(): Promise<{ engines: HuffmanEngine[]; best: string }> {
    return this.core.engines();
  }

  /** null where it was stopped, or something newer was opened. */
  async open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened | null> {
    const opened = await this.core.open(input, options, keyLog, proxy(onProgress));
    // What is refused leaves the worker with what was open; the page shows the refusal.
    if (opened !== null) this.turnTo(opened.status === "ok" ? opened : NOTHING);
    return opened;
  }

  async selectConnection(number: number): Promise<SessionTotals | null> {
    const totals = await this.core.selectConnection(number);
    if (totals !== null) this.turnTo(totals);
    return totals;
  }

  /** How many frames the timeline then shows. */
  async filterFrames(filter: FrameFilter): Promise<number> {
    const frames = await this.core.filterFrames(filter);
    this.framePages.clear();
    this.totals = { ...this.totals, frames };
    return frames;
  }

  /** Pins a guess on an unknown entry, or takes it away (null): rows that refer to it are fetched anew. */
  async pin(direction: number, position: number, guess: { name: string; value: string | null } | null): Promise<void> {
    if (guess === null) await this.core.unpin(direction, position);
    else await this.core.pin(direction, position, guess.name, guess.value);
    this.rowPages.clear();
  }

  /** Decodes anew with a change, or without the one that is applied (null). */
  async change(change: { change: unknown; what: string } | null): Promise<SessionTotals | null> {
    const totals = await (change === null ? this.core.undoChange() : this.core.applyChange(change.change, change.what));
    if (totals !== null) this.turnTo({ ...totals, frames: this.totals.frames });
    return totals;
  }

  private turnTo({ rows, blocks, frames }: typeof NOTHING): void {
    this.totals = { rows, blocks, frames };
    this.rowPages.clear();
    this.blockPages.clear();
    this.framePages.clear();
  }

  /** The frame at a place of the timeline, if its page is here already. */
  peekFrame(at: number): Frame | null {
    const window = this.framePages.peek(Math.floor(at / PAGE));
    return window === null ? null : frameIn(window, at);
  }

  async frame(at: number): Promise<Frame | null> {
    if (at < 0 || at >= this.totals.frames) return null;
    return frameIn(await this.framePages.get(Math.floor(at / PAGE)), at);
  }

  /** The row, if its page is here already. */
  peekRow(row: number): Row | null {
    const window = this.rowPages.peek(Math.floor(row / PAGE));
    return window === null ? null : rowIn(window, row);
  }

  async row(row: number): Promise<Row | null> {
    if (row < 0 || row >= this.totals.rows) return null;
    return rowIn(await this.rowPages.get(Math.floor(row / PAGE)), row);
  }

  /** The block, if its page is here already. */
  peekBlock(block: number): Block | null {
    const window = this.blockPages.peek(Math.floor(block / PAGE));
    return window === null ? null : blockIn(window, block);
  }

  async block(block: number): Promise<Block | null> {
    if (block < 0 || block >= this.totals.blocks) return null;
    return blockIn(await this.blockPages.get(Math.floor(block / PAGE)), block);
  }

  /** Rows [from, to), from as many pages as they take. */
  async rows(from: number, to: number): Promise<Row[]> {
    const rows: Row[] = [];
    for (let row = from; row < to; row += 1) {
      const found = this.peekRow(row) ?? (await this.row(row));
      if (found === null) break;
      rows.push(found);
    }
    return rows;
  }

  measure(block: number, onResult: (result: TimingResult) => void): Promise<void> {
    return this.core.measure(block, proxy(onResult));
  }

  whatIf(question: WhatIfQuestion, onAnswer: (answer: WhatIfAnswer) => void): Promise<void> {
    return this.core.whatIf(question, proxy(onAnswer));
  }

  explainInteger(octets: Uint8Array, prefixBits: number): Promise<IntegerExplanation | null> {
    return this.core.explainInteger(octets, prefixBits);
  }
}
