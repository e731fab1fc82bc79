/**
 * What can be asked of the session that is open, and what of it is here
 * already. A reader is of one epoch: another session, connection or change has
 * another reader, so that what one keeps or still waits for never shows up in
 * the other.
 */
import { proxy } from "comlink";
import type { At, CaptureReads, CaptureTurns, Comparisons, Jobs, Reads, Turns } from "./core";
import { callsOf, type Link } from "./link";
import { nextId } from "./numbers";
import { PAGE, Pages } from "./pages";
import { StaleError } from "./stale-error";
import type {
  BlockBytes,
  BlockWindow,
  FrameFilter,
  FrameWindow,
  HandOnQuestion,
  RowWindow,
  SessionTotals,
  TimingResult,
  WhatIfAnswer,
  WhatIfQuestion,
  Written,
} from "./types";
import { type Block, blockIn, type Frame, frameIn, type Row, rowIn } from "./windows";

export { PAGE };

/** Blocks whose bytes are kept at hand. */
const BYTES_KEPT = 4;

/** `frames` are those that the timeline shows; `connections` is null if it is no capture. */
export type Totals = Pick<SessionTotals, "rows" | "blocks" | "frames"> & { connections: number | null };

/** Where the session is, and how it is asked. `session`: the epoch at which it became what it is, pins apart. */
type Source = { link: Link; at: At; session: number };

export class Reader {
  /** What can be asked of the session. */
  readonly core: Reads = callsOf((name, given) => this.ask(name, given));
  /** What can be asked of a capture alone; null if it is none. */
  readonly capture: CaptureReader | null;
  private readonly rowPages: Pages<RowWindow, Row>;
  private readonly blockPages: Pages<BlockWindow, Block>;
  private readonly bytesHeld: Map<number, Promise<BlockBytes>>;

  /** `sibling`: of the same session, with another choice of frames. */
  constructor(
    private readonly source: Source | null,
    private readonly totals: Totals,
    sibling?: Reader,
  ) {
    this.rowPages = sibling?.rowPages ?? new Pages(totals.rows, this.core.rows, rowIn);
    this.blockPages = sibling?.blockPages ?? new Pages(totals.blocks, this.core.blocks, blockIn);
    this.bytesHeld = sibling?.bytesHeld ?? new Map();
    const isCapture = source !== null && totals.connections !== null;
    this.capture = isCapture ? new CaptureReader(this, source, totals) : null;
  }

  /** Number of the session that it reads; 0 for none. */
  get epoch(): number {
    return this.source?.at.epoch ?? 0;
  }

  /** The same with other guesses pinned is the same session, whose last answers may stay until the next are here. */
  get session(): number {
    return this.source?.session ?? 0;
  }

  /** Makes another session of this one, for which the answer has a reader; null where that can't be done. */
  async turn<Name extends keyof Turns>(
    name: Name,
    ...given: Parameters<Turns[Name]>
  ): Promise<{ answer: NonNullable<Awaited<ReturnType<Turns[Name]>>>; reader: Reader } | null> {
    const { link, at, session } = this.sourceOrDrop();
    const next = nextId();
    type Answer = Awaited<ReturnType<Turns[Name]>>;
    const answer = (await link.call(null, name, { ...at, next }, ...given)) as Answer;
    if (answer === null) return null;
    const to = { ...at, epoch: next };
    if (answer === true) return { answer, reader: new Reader({ link, at: to, session }, this.totals) };
    const { rows, blocks } = answer as SessionTotals;
    // A change keeps the timeline's choice of frames.
    return { answer, reader: new Reader({ link, at: to, session: next }, { ...this.totals, rows, blocks }) };
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
    const { link, at } = this.sourceOrDrop();
    const answer = await link.call(null, "compare", at, other.sourceOrDrop().at, name, ...given);
    return answer as ReturnType<Comparisons[Name]>;
  }

  /** The row, if its page is here already. */
  peekRow(row: number): Row | null {
    return this.rowPages.peek(row);
  }

  row(row: number): Promise<Row | null> {
    return this.rowPages.get(row);
  }

  /** The block, if its page is here already. */
  peekBlock(block: number): Block | null {
    return this.blockPages.peek(block);
  }

  block(block: number): Promise<Block | null> {
    return this.blockPages.get(block);
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

  /** A block's bytes and their places in the text. */
  bytes(block: number): Promise<BlockBytes> {
    const held = this.bytesHeld.get(block);
    if (held !== undefined) return held;
    const asked = this.core.bytes(block);
    asked.catch(() => this.bytesHeld.delete(block));
    this.bytesHeld.set(block, asked);
    for (const oldest of this.bytesHeld.keys()) {
      if (this.bytesHeld.size <= BYTES_KEPT) break;
      this.bytesHeld.delete(oldest);
    }
    return asked;
  }

  private sourceOrDrop(): Source {
    if (this.source === null) throw new StaleError();
    return this.source;
  }

  private async ask(name: string, given: unknown[]): Promise<unknown> {
    const { link, at } = this.sourceOrDrop();
    return link.call(null, name, at, ...given);
  }

  /** What goes on until it is done, or is stopped in the worker too. */
  private async job<Name extends keyof Jobs>(
    signal: AbortSignal,
    [stop, ...which]: [keyof Jobs, ...unknown[]],
    name: Name,
    ...given: unknown[]
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    const { link, at } = this.sourceOrDrop();
    const end = () => link.call(null, stop, at, ...which).catch(() => {});
    signal.addEventListener("abort", end, { once: true });
    try {
      return (await link.call(signal, name, at, ...given)) as Awaited<ReturnType<Jobs[Name]>>;
    } finally {
      signal.removeEventListener("abort", end);
    }
  }
}

/** What only a capture can be asked: its frames, streams and connections. */
export class CaptureReader {
  readonly core: CaptureReads = callsOf((name, given) => this.source.link.call(null, name, this.source.at, ...given));
  private readonly framePages: Pages<FrameWindow, Frame>;

  constructor(
    private readonly reader: Reader,
    private readonly source: Source,
    private readonly totals: Totals,
  ) {
    this.framePages = new Pages(totals.frames, this.core.frames, frameIn);
  }

  /** Selects another connection, for which the answer has a reader; null if there is none of that number. */
  async select(connection: number): Promise<{ answer: SessionTotals; reader: Reader } | null> {
    const { link, at } = this.source;
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
    const { link, at, session } = this.source;
    const next = nextId();
    const name: keyof CaptureReads = "filterFrames";
    const frames = (await link.call(null, name, { ...at, next }, filter)) as number;
    const to = { link, at: { ...at, filter: next }, session };
    return { frames, reader: new Reader(to, { ...this.totals, frames }, this.reader) };
  }

  /** The frame at a place of the timeline, if its page is here already. */
  peekFrame(at: number): Frame | null {
    return this.framePages.peek(at);
  }

  frame(at: number): Promise<Frame | null> {
    return this.framePages.get(at);
  }
}

/** Before anything is open: there is nothing, and every question is dropped. */
export const NO_READER = new Reader(null, { rows: 0, blocks: 0, frames: 0, connections: null });
