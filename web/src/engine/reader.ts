/**
 * What can be asked of the session that is open, and what is known of it already. A reader is of one epoch: another
 * session, connection or change has another reader, so that answers about the one never show up in the other.
 */
import { proxy } from "comlink";
import { Answers, Pending, untilKnown } from "./answers";
import type { At, CaptureReads, CaptureTurns, Comparisons, Jobs, Reads, Turns } from "./core";
import { callsOf, type Link } from "./link";
import { nextId } from "./numbers";
import { isDropped, StaleError } from "./stale-error";
import type {
  FrameFilter,
  HandOnQuestion,
  SessionTotals,
  TimingResult,
  WhatIfAnswer,
  WhatIfQuestion,
  Written,
} from "./types";
import { type Block, blockIn, type Frame, frameIn, type Row, rowIn } from "./windows";

/** Rows, blocks or frames fetched at a time. */
export const PAGE = 256;

/** `frames` are those that the timeline shows; `connections` is null if it is no capture. */
export type Totals = Pick<SessionTotals, "rows" | "blocks" | "frames"> & { connections: number | null };

type Settled<Calls> = {
  [Name in keyof Calls]: Calls[Name] extends (...given: infer Given) => Promise<infer Answer>
    ? (...given: Given) => Answer
    : never;
};

/** Calls that are answered otherwise each time. */
type Changing = "setEngine" | "filterFrames" | "whatIfBlocks" | "whatIfEntries" | "whatIfBlock";

/** Single items out of the pages that are fetched; null if there is none of that number. */
type Items = {
  row(row: number): Row | null;
  block(block: number): Block | null;
  /** At a place of the timeline. */
  frame(at: number): Frame | null;
  /** Rows [from, to), from as many pages as they take. */
  rowsIn(from: number, to: number): Row[];
};

/** Everything about the session: what is not known yet is asked for, and reading it throws `Pending`. */
export type Known = Omit<Settled<Reads & CaptureReads>, Changing> & Items;

/**
 * Where the session is, and how it is asked. `session`: the epoch at which it became what it is, pins apart; `ready`:
 * until then questions wait.
 */
type Source = { link: Link; at: At; session: number; ready?: Promise<unknown> };

/** Questions that the choice of frames is part of. */
const OF_TIMELINE = /^frame(s|At)\b/;

export class Reader {
  /** Asks the worker, whatever is known. */
  readonly core: Reads & CaptureReads = callsOf((name, given) => this.ask(name, given));
  readonly known: Known = callsOf(
    (name, given) => this.answers.read(`${name} ${JSON.stringify(given)}`, () => this.ask(name, given)),
    {
      row: (row) =>
        this.answers.read(`row ${row}`, () => this.item("rows", this.totals.rows, row, rowIn)) as Row | null,
      block: (block) => this.item("blocks", this.totals.blocks, block, blockIn),
      frame: (at) => this.item("frames", this.totals.frames, at, frameIn),
      rowsIn: (from, to) => this.answers.read(`rowsIn ${from} ${to}`, () => this.rowsIn(from, to)) as Row[],
    } satisfies Items,
  );

  constructor(
    private readonly source: Source | null,
    private readonly totals: Totals,
    private readonly answers = new Answers(),
    /** The same session with other guesses pinned: its answers may be shown until the next are here. */
    readonly before: Reader | null = null,
  ) {}

  /** Number of the session that it reads; 0 for none. */
  get epoch(): number {
    return this.source?.at.epoch ?? 0;
  }

  /** The same with other guesses pinned is the same session, whose last answers may stay until the next are here. */
  get session(): number {
    return this.source?.session ?? 0;
  }

  /** Until the worker has the session. */
  get ready(): Promise<unknown> {
    return this.source?.ready ?? Promise.resolve();
  }

  get isCapture(): boolean {
    return this.source !== null && this.totals.connections !== null;
  }

  /** What `read` says, once everything that it needs is known. */
  get<Answer>(read: (known: Known) => Answer): Promise<Answer> {
    return untilKnown(() => read(this.known));
  }

  /** What `read` says, as far as everything that it needs is known; else null. */
  peek<Answer>(read: (known: Known) => Answer): Answer | null {
    try {
      return read(this.known);
    } catch (thrown) {
      if (thrown instanceof Pending || isDropped(thrown)) return null;
      throw thrown;
    }
  }

  row(row: number): Promise<Row | null> {
    return this.get((known) => known.row(row));
  }

  block(block: number): Promise<Block | null> {
    return this.get((known) => known.block(block));
  }

  /** Makes another session of this one, for which the answer has a reader; null where that can't be done. */
  async turn<Name extends keyof Turns>(
    name: Name,
    ...given: Parameters<Turns[Name]>
  ): Promise<{ answer: NonNullable<Awaited<ReturnType<Turns[Name]>>>; reader: Reader } | null> {
    const { link, at, session } = await this.sourceOrDrop();
    const next = nextId();
    type Answer = Awaited<ReturnType<Turns[Name]>>;
    const answer = (await link.call(null, name, { ...at, next }, ...given)) as Answer;
    if (answer === null) return null;
    const to = { ...at, epoch: next };
    if (answer === true) {
      const before = new Reader(null, this.totals, this.answers);
      return { answer, reader: new Reader({ link, at: to, session }, this.totals, new Answers(), before) };
    }
    const { rows, blocks } = answer as SessionTotals;
    // A change keeps the timeline's choice of frames.
    return { answer, reader: new Reader({ link, at: to, session: next }, { ...this.totals, rows, blocks }) };
  }

  /** Selects another connection of a capture, for which the answer has a reader; null if there is none of that number. */
  async selectConnection(connection: number): Promise<{ answer: SessionTotals; reader: Reader } | null> {
    const { link, at } = await this.sourceOrDrop();
    const next = nextId();
    const name: keyof CaptureTurns = "selectConnection";
    const answer = (await link.call(null, name, { ...at, next }, connection)) as SessionTotals | null;
    if (answer === null) return null;
    // It shows all of its frames.
    const { connections } = this.totals;
    const to = { ...at, epoch: next, filter: undefined };
    return { answer, reader: new Reader({ link, at: to, session: next }, { ...answer, connections }) };
  }

  /** Chooses the frames of the timeline; the answer reads those. */
  async filtered(filter: FrameFilter): Promise<{ frames: number; reader: Reader }> {
    const { link, at, session } = await this.sourceOrDrop();
    const next = nextId();
    const name: keyof CaptureReads = "filterFrames";
    const frames = (await link.call(null, name, { ...at, next }, filter)) as number;
    const to = { link, at: { ...at, filter: next }, session };
    const kept = [...this.answers.known()].filter(([question]) => !OF_TIMELINE.test(question));
    return { frames, reader: new Reader(to, { ...this.totals, frames }, new Answers(kept)) };
  }

  /** Measures until done or `signal` is aborted; `onResult` hears each round's figures. */
  measure(block: number, onResult: (result: TimingResult) => void, signal: AbortSignal): Promise<void> {
    return this.job(signal, ["stopMeasuring"], "measure", block, proxy(onResult));
  }

  /** Tries until done or `signal` is aborted; `onAnswer` hears what is known so far. */
  whatIf(question: WhatIfQuestion, onAnswer: (answer: WhatIfAnswer) => void, signal: AbortSignal): Promise<void> {
    return this.job(signal, ["stopWhatIf"], "whatIf", question, proxy(onAnswer));
  }

  /**
   * Writes a part of the session, or counts its fields, until done or `signal` is aborted; `onProgress` hears how much
   * is done, from 0 to 1.
   */
  handOn(question: HandOnQuestion, onProgress: (done: number) => void, signal: AbortSignal): Promise<Written | null> {
    const number = nextId();
    return this.job(signal, ["stopHandOn", number], "handOn", number, question, proxy(onProgress));
  }

  /** Holds the session against one that the same worker has, which may be this one. */
  async beside<Name extends keyof Comparisons>(
    other: Reader,
    name: Name,
    ...given: Parameters<Comparisons[Name]>
  ): Promise<ReturnType<Comparisons[Name]>> {
    const { link, at } = await this.sourceOrDrop();
    const answer = await link.call(null, "compare", at, (await other.sourceOrDrop()).at, name, ...given);
    return answer as ReturnType<Comparisons[Name]>;
  }

  private item<Window, Item>(
    name: "rows" | "blocks" | "frames",
    total: number,
    at: number,
    itemIn: (window: Window, at: number) => Item | null,
  ): Item | null {
    if (at < 0 || at >= total) return null;
    const from = at - (at % PAGE);
    return itemIn(this.known[name](from, Math.min(from + PAGE, total)) as Window, at);
  }

  private rowsIn(from: number, to: number): Row[] {
    const rows = Array.from({ length: Math.max(to - from, 0) }, (_, nth) => this.known.row(from + nth));
    return rows.filter((row) => row !== null);
  }

  private async sourceOrDrop(): Promise<Source> {
    if (this.source === null) throw new StaleError();
    await this.source.ready;
    return this.source;
  }

  private async ask(name: string, given: unknown[]): Promise<unknown> {
    const { link, at } = await this.sourceOrDrop();
    return link.call(null, name, at, ...given);
  }

  /** What goes on until it is done, or is stopped in the worker too. */
  private async job<Name extends keyof Jobs>(
    signal: AbortSignal,
    [stop, ...which]: [keyof Jobs, ...unknown[]],
    name: Name,
    ...given: unknown[]
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    const { link, at } = await this.sourceOrDrop();
    const end = () => link.call(null, stop, at, ...which).catch(() => {});
    signal.addEventListener("abort", end, { once: true });
    try {
      return (await link.call(signal, name, at, ...given)) as Awaited<ReturnType<Jobs[Name]>>;
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}

/** Before anything is open: there is nothing, and every question is dropped. */
export const NO_READER = new Reader(null, { rows: 0, blocks: 0, frames: 0, connections: null });
