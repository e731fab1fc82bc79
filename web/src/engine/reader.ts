/**
 * What can be asked of the session that is open, and what is known of it already. Another session, connection or change
 * has another reader, so that answers about the one never show up in the other.
 */
import { proxy } from "comlink";
import { AnswerCache, cachedCalls, Pending, type Settled, whenCached } from "./answers";
import { proxyCalls } from "./calls-of";
import type { Changes, Jobs, OnProgress, Reads, WhatIfNews } from "./core";
import { isAbort, StaleError } from "./stale-error";
import type {
  Compared,
  ExportQuestion,
  FrameFilter,
  SessionTotals,
  TimingResult,
  WhatIfQuestion,
  Written,
} from "./types";
import { type Block, blockIn, type Frame, frameIn, hasFlag, type Row, rowIn } from "./windows";
import { untilAborted, type WorkerConnection } from "./worker-connection";

/** Number of rows, blocks or frames fetched at a time. */
const PAGE = 256;

/** `connections` is null unless it is a capture. */
export type Totals = Pick<SessionTotals, "rows" | "blocks" | "frames"> & { connections: number | null };

/** Calls whose answers differ each time. */
type Changing = "setEngine" | "whatIfEntries" | "whatIfBlock";

/** Single items from the fetched pages; null if there is no such item. */
type Items = {
  row(row: number): Row | null;
  block(block: number): Block | null;
  /** A summary of the block in a line: “GET /path”, “200”. */
  line(block: number): string | null;
  /** Number of frames that match a filter. */
  countFrames(filter: FrameFilter): number;
  /** A frame by its index in the filtered list. */
  frame(filter: FrameFilter, at: number): Frame | null;
  /** Rows [from, to), across pages. */
  rowsIn(from: number, to: number): Row[];
  /** Number of entries in the table after a row; null if that is not known exactly. */
  entriesAfter(row: number): number | null;
  /** Compares with a session in the same worker, which may be this one: see Jobs. */
  compareBlocks(other: Reader, left: number, right: number, from: number, to: number): Compared | null;
  comparePairs(other: Reader): Uint32Array;
};

/** Everything about the session: reading an answer that has not arrived asks for it and throws `Pending`. */
export type Known = Omit<Settled<Reads>, Changing> & Items;

/** A session in the worker: each change makes a new handle, and the previous one answers nothing anymore. */
export class SessionHandle {
  constructor(
    readonly link: WorkerConnection,
    /** The newest. */
    public id: number,
  ) {}

  close(): void {
    this.link.send("close", this.id);
  }
}

/** The session that a reader asks. */
export type Source = { handle: SessionHandle; id: number };

function counter(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}

const countSession = counter();
const countReader = counter();

export class Reader {
  /** Asks the worker, without the cache. */
  readonly core: Reads = proxyCalls((name, given) => this.ask(name, given));
  readonly known: Known;
  /** Unique, also among readers of the same session. */
  private readonly id = countReader();

  /** `session`: its number, which stays when guesses are pinned. */
  constructor(
    private readonly source: Source | Promise<Source> | null,
    private readonly totals: Totals,
    private readonly answers = new AnswerCache(),
    readonly session = countSession(),
    /** The same session with the previous guesses, or a shorter input: its answers may be shown until the next arrive. */
    readonly before: Reader | null = null,
  ) {
    this.known = cachedCalls(answers, (name, given) => this.ask(name, given), {
      row: (row) => this.memoized(`row ${row}`, () => this.item("rows", [], totals.rows, row, rowIn)),
      block: (block) => this.memoized(`block ${block}`, () => this.item("blocks", [], totals.blocks, block, blockIn)),
      line: (block) => this.item("lines", [], totals.blocks, block, (lines: string[]) => lines[block % PAGE] ?? null),
      countFrames: (filter) => this.known.frames(filter, 0, PAGE).total,
      frame: (filter, at) => this.item("frames", [filter], Number.MAX_SAFE_INTEGER, at, frameIn),
      rowsIn: (from, to) =>
        this.memoized(`rowsIn ${from} ${to}`, () => {
          const rows = Array.from({ length: Math.max(to - from, 0) }, (_, nth) => this.known.row(from + nth));
          return rows.filter((row) => row !== null);
        }),
      entriesAfter: (row) => this.memoized(`entriesAfter ${row}`, () => this.entriesAfter(row)),
      compareBlocks: (other, ...given) => this.compared(other, "compareBlocks", given),
      comparePairs: (other) => this.compared(other, "comparePairs", []),
    } satisfies Items);
  }

  get isCapture(): boolean {
    return this.totals.connections !== null;
  }

  /** The reader of a longer form of `before`, whose answers may be shown until the next arrive. */
  after(before: Reader): Reader {
    const known = new Reader(null, before.totals, before.answers);
    return new Reader(this.source, this.totals, this.answers, before.session, known);
  }

  /** Resolves once the worker has the session. */
  get ready(): Promise<unknown> {
    return Promise.resolve(this.source);
  }

  /** The result of `read`, once all the answers it needs have arrived. */
  get<Answer>(read: (known: Known) => Answer): Promise<Answer> {
    return whenCached(() => read(this.known));
  }

  /** The result of `read`, if all the answers it needs have arrived; else null. */
  peek<Answer>(read: (known: Known) => Answer): Answer | null {
    try {
      return read(this.known);
    } catch (thrown) {
      if (thrown instanceof Pending || isAbort(thrown)) return null;
      throw thrown;
    }
  }

  row(row: number): Promise<Row | null> {
    return this.get((known) => known.row(row));
  }

  block(block: number): Promise<Block | null> {
    return this.get((known) => known.block(block));
  }

  /** The same session with a guess pinned on an unknown entry, or without one (null); null if it is not accepted. */
  async pin(
    direction: number,
    position: number,
    guess: { name: string; value: string | null } | null,
  ): Promise<Reader | null> {
    const changed =
      guess === null
        ? await this.change("unpin", direction, position)
        : await this.change("pin", direction, position, guess.name, guess.value);
    if (changed === null) return null;
    const before = new Reader(null, this.totals, this.answers);
    return new Reader(changed.source, this.totals, new AnswerCache(), this.session, before);
  }

  /** The session decoded with a change, or without the applied one (null); null if that can't be done. */
  async redecode(change: unknown): Promise<{ totals: SessionTotals; reader: Reader } | null> {
    return this.other(change === null ? await this.change("undoChange") : await this.change("applyChange", change));
  }

  /** Another connection of a capture; null if it does not exist. */
  async selectConnection(connection: number): Promise<{ totals: SessionTotals; reader: Reader } | null> {
    return this.isCapture ? this.other(await this.change("selectConnection", connection)) : null;
  }

  /** Measures until done or `signal` is aborted; `onResult` gets each round's figures. */
  measure(
    block: number,
    rows: readonly [from: number, to: number],
    onResult: (result: TimingResult) => void,
    signal: AbortSignal,
  ): Promise<void> {
    return this.job(signal, "measure", block, rows, progressProxy(signal, onResult));
  }

  /** Tries until done or `signal` is aborted; `onAnswer` gets the results so far. */
  whatIf(question: WhatIfQuestion, onAnswer: (answer: WhatIfNews) => void, signal: AbortSignal): Promise<void> {
    return this.job(signal, "whatIf", question, progressProxy(signal, onAnswer));
  }

  /**
   * Writes a part of the session, or counts its fields, until done or `signal`
   * is aborted; `onProgress` gets the progress, from 0 to 1.
   */
  exportBlocks(
    question: ExportQuestion,
    onProgress: (done: number) => void,
    signal: AbortSignal,
  ): Promise<Written | null> {
    return this.job(signal, "exportBlocks", question, progressProxy(signal, onProgress));
  }

  /** A value computed from other answers, cached like them: it is the same object each time. */
  private memoized<Made>(question: string, make: () => Made): Made {
    return this.answers.read(question, make) as Made;
  }

  /** The worker is asked once for a block's rows in a page: from there on, the rows say what comes and goes. */
  private entriesAfter(row: number): number | null {
    const found = this.known.row(row);
    const block = found && this.known.block(found.block);
    if (found === null || block === null) return null;
    if (row % PAGE === 0 || row === block.firstRow) {
      const table = this.known.tableAt([block.block, row, false], 0, 0);
      return table === null || table.atLeast ? null : table.fill.count;
    }
    const before = this.known.entriesAfter(row - 1);
    return before === null ? null : before - found.evicted + (hasFlag(found, "inserted") ? 1 : 0);
  }

  private compared<Answer>(other: Reader, name: keyof Jobs, given: unknown[]): Answer {
    return this.answers.read(`${name} ${other.id} ${JSON.stringify(given)}`, async () => {
      const { id } = await other.sourceOrDrop();
      return this.ask(name, [id, ...given]);
    }) as Answer;
  }

  private item<Window, Item>(
    name: "rows" | "blocks" | "lines" | "frames",
    given: unknown[],
    total: number,
    at: number,
    itemIn: (window: Window, at: number) => Item | null,
  ): Item | null {
    if (at < 0 || at >= total) return null;
    const from = at - (at % PAGE);
    const ask = this.known[name] as (...given: unknown[]) => unknown;
    return itemIn(ask(...given, from, Math.min(from + PAGE, total)) as Window, at);
  }

  private async sourceOrDrop(): Promise<Source> {
    if (this.source === null) throw new StaleError();
    return this.source;
  }

  private async ask(name: string, given: unknown[]): Promise<unknown> {
    const { handle, id } = await this.sourceOrDrop();
    return handle.link.call(name, id, ...given);
  }

  private async job<Name extends keyof Jobs>(
    signal: AbortSignal,
    name: Name,
    ...given: unknown[]
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    const { handle, id } = await this.sourceOrDrop();
    if (signal.aborted) throw new StaleError();
    return (await untilAborted(signal, handle.link.call(name, id, ...given))) as Awaited<ReturnType<Jobs[Name]>>;
  }

  private async change<Name extends keyof Changes>(
    name: Name,
    ...given: Parameters<Changes[Name]>
  ): Promise<{ answer: NonNullable<Awaited<ReturnType<Changes[Name]>>>; source: Source } | null> {
    const { handle, id } = await this.sourceOrDrop();
    type Answer = NonNullable<Awaited<ReturnType<Changes[Name]>>>;
    const changed = (await handle.link.call(name, id, ...given)) as { answer: Answer; session: number } | null;
    if (changed === null) return null;
    handle.id = changed.session;
    return { answer: changed.answer, source: { handle, id: changed.session } };
  }

  private other(
    changed: { answer: SessionTotals; source: Source } | null,
  ): { totals: SessionTotals; reader: Reader } | null {
    if (changed === null) return null;
    const { answer: totals, source } = changed;
    return { totals, reader: new Reader(source, { ...totals, connections: this.totals.connections }) };
  }
}

function progressProxy<News>(signal: AbortSignal, hear: (news: News) => void): OnProgress<News> {
  return proxy((news: News) => {
    if (!signal.aborted) hear(news);
    return !signal.aborted;
  });
}

/** Before anything is open: empty, and every call is dropped. */
export const NO_READER = new Reader(null, { rows: 0, blocks: 0, frames: 0, connections: null });
