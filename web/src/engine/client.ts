/** The page's side of the worker: opens sessions, and calls functions without a session. */
import { proxy } from "comlink";
import { type AnswerCache, cachedCalls, type Settled } from "./answers";
import { proxyCalls } from "./calls-of";
import type { Functions, OpenAnswer, OpenSignal } from "./core";
import { NO_READER, Reader, SessionHandle, type Source, type Totals } from "./reader";
import { StaleError } from "./stale-error";
import type { Opened, OpenOptions, Progress } from "./types";
import { type Start, starting, untilAborted, type WorkerConnection, WorkerSlot } from "./worker-connection";

const WORKER = starting(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "hpack" }));

/** A worker with more memory than this, bytes, is not used for another session. */
const HEAVY = 256 << 20;

/**
 * Functions without a session: reading an answer that has not arrived asks for
 * it and throws `Pending`. Files can't be cached.
 */
export type CachedFunctions = Omit<Settled<Functions>, "harLists">;

/** Holds one session at most. */
export class EngineClient {
  private readonly holder: WorkerSlot;
  private readonly isOwner: boolean;
  private handle: SessionHandle | null = null;
  /** The newest opening; `stop`: it ends with what has been read. */
  private opening = { stop: false };
  /** Size of the worker's memory at the last opening, bytes. */
  private bytes = 0;
  /** Ended by the page: no calls until it begins again. */
  private ended = false;
  readonly functions: Functions = proxyCalls(async (name, given) => this.link().call(name, null, ...given));
  readonly known: CachedFunctions;

  /** `worker`: how to start one, or the client with which to share one. */
  constructor(worker: Start | EngineClient = WORKER) {
    this.isOwner = typeof worker === "function";
    this.holder = typeof worker === "function" ? new WorkerSlot(worker) : worker.holder;
    this.known = cachedCalls(this.holder.answers, (name, given) => this.link().call(name, null, ...given));
  }

  /** Calls `listener` when the worker has ended by itself. */
  onCrash(listener: (message: string) => void): void {
    this.holder.onCrash((message) => {
      if (!this.ended) listener(message);
    });
  }

  /** Allows calls again after `end`. */
  begin(): void {
    this.ended = false;
  }

  /** Closes the session, and ends the worker unless it is shared; pending calls are dropped. */
  end(): void {
    this.opening = { stop: false };
    if (this.isOwner) this.holder.end();
    else this.hold(null);
    this.ended = true;
  }

  /** Ends an unusable worker, and reports why; the next opening starts another. */
  abandon(message: string): void {
    this.holder.fail(message);
  }

  /** Null if it was stopped and there is nothing to show. A refused input has no reader. */
  async open(...given: Parameters<EngineClient["request"]>): Promise<{ opened: Opened; reader: Reader } | null> {
    const found = await this.request(...given);
    if (found === null) return null;
    const { opened, source } = found;
    const isRead = opened.status === "ok" && source !== null;
    return { opened, reader: isRead ? new Reader(source, opened) : NO_READER };
  }

  /**
   * Opens a known session: `answers` are available at once. Other calls wait for the worker, which begins with it when
   * `begin` resolves, unless another session has been opened by then.
   */
  openKnown(text: string, options: OpenOptions, opened: Totals, answers: AnswerCache, begin: Promise<unknown>): Reader {
    const { opening } = this;
    const source = begin.then(async () => {
      const found = this.opening === opening ? await this.request(text, options, null, () => {}) : null;
      if (found === null || found.source === null) throw new StaleError();
      return found.source;
    });
    source.catch(() => {});
    return new Reader(source, opened, answers);
  }

  private async request(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal | null = null,
  ): Promise<{ opened: Opened; source: Source | null } | null> {
    const present = this.link();
    this.holder.answers.forgetFailures();
    // A new worker for the next session frees a large session's memory.
    const link = this.isOwner && this.bytes > HEAVY ? this.holder.spawnSpare() : present;
    const mine = { stop: false };
    this.opening = mine;
    const isOver = () => signal?.aborted === true || this.opening !== mine;
    const hear = (progress: Progress): OpenSignal => {
      if (isOver()) return "drop";
      onProgress(progress);
      return mine.stop ? "stop" : "on";
    };
    try {
      const asked = link.call("open", null, input, options, keyLog, proxy(hear)) as Promise<OpenAnswer | null>;
      // An answer that arrives anyway is closed.
      asked.then(
        (answer) => isOver() && answer?.session != null && link.send("close", answer.session),
        () => {},
      );
      const answer = await untilAborted(signal, asked);
      if (answer === null || isOver()) return null;
      const { opened, session: id } = answer;
      if (id === null) return { opened, source: null };
      if (link !== present) this.holder.hold(link);
      const handle = new SessionHandle(link, id);
      this.hold(handle);
      this.bytes = 0;
      this.readMemorySize(link);
      return { opened, source: { handle, id } };
    } finally {
      if (link !== present && !this.holder.holds(link)) link.end();
    }
  }

  private hold(handle: SessionHandle | null): void {
    this.handle?.close();
    this.handle = handle;
  }

  private readMemorySize(link: WorkerConnection): void {
    link.call("memory", null).then(
      (bytes) => {
        if (this.holder.holds(link)) this.bytes = Number(bytes);
      },
      () => {},
    );
  }

  /** Stops reading: the answer is then what was read so far. */
  stopOpening(): void {
    this.opening.stop = true;
  }

  private link(): WorkerConnection {
    if (this.ended) throw new StaleError();
    return this.holder.get();
  }
}
