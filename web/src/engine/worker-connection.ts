/** The page's end of a worker: pending calls are dropped when it ends, because they would wait forever. */
import { wrap } from "comlink";
import { AnswerCache } from "./answers";
import type { Port } from "./core";
import { FATAL } from "./failures";
import { StaleError } from "./stale-error";

/** A started worker: `stop` ends it. */
export type Started = { port: Port; stop: () => void };

/** Starts a worker; calls `onFatal` if it fails. Tests start none. */
export type Start = (onFatal: (message: string) => void) => Started;

/** A worker whose script can't be loaded gives no reason. */
const NOT_LOADED = "The decoder could not be loaded. You may be offline, or the page was updated: reload it.";

/** A function that starts the worker that `create` creates. */
export function starting(create: () => Worker): Start {
  return (onFatal) => {
    const worker = create();
    worker.onerror = ({ message }) => onFatal(message ? `The decoder stopped. This is a bug: ${message}.` : NOT_LOADED);
    return { port: wrap<Port>(worker) as unknown as Port, stop: () => worker.terminate() };
  };
}

export class WorkerConnection {
  private started: Started | null = null;
  private readonly pending = new Set<() => void>();
  private ended = false;

  /** Calls `onFatal` when the worker has ended by itself. */
  constructor(
    private readonly start: Start,
    private readonly onFatal: (message: string) => void,
  ) {}

  /** True once it has ended: then every call is dropped. */
  get isOver(): boolean {
    return this.ended;
  }

  /** The first call starts the worker. */
  call(name: string, session: number | null, ...given: unknown[]): Promise<unknown> {
    if (this.ended) return Promise.reject(new StaleError());
    this.started ??= this.start((message) => this.fail(message));
    const { port } = this.started;
    return new Promise((resolve, reject) => {
      const drop = () => reject(new StaleError());
      this.pending.add(drop);
      port
        .call(name, session, ...given)
        .finally(() => this.pending.delete(drop))
        .then(resolve, (reason: unknown) => {
          if (reason instanceof Error && reason.name === FATAL) this.fail(reason.message);
          reject(reason);
        });
    });
  }

  /** Makes a call whose answer does not matter. */
  send(name: string, session: number): void {
    this.call(name, session).catch(() => {});
  }

  end(): void {
    this.ended = true;
    this.started?.stop();
    this.started = null;
    for (const drop of [...this.pending]) drop();
    this.pending.clear();
  }

  private fail(message: string): void {
    // A worker ended by the page reports nothing more.
    if (this.ended) return;
    this.end();
    this.onFatal(message);
  }
}

/** `asked`, or dropped when `signal` is aborted. */
export function untilAborted<Answer>(signal: AbortSignal | null, asked: Promise<Answer>): Promise<Answer> {
  if (signal === null) return asked;
  return new Promise((resolve, reject) => {
    const drop = () => reject(new StaleError());
    if (signal.aborted) drop();
    signal.addEventListener("abort", drop, { once: true });
    asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", drop));
  });
}

/** A worker that starts on the first call, and again after it ended. */
export class WorkerSlot {
  private link: WorkerConnection | null = null;
  private readonly listeners = new Set<(message: string) => void>();
  /** Answers without a session: they are the same for any worker. */
  readonly answers = new AnswerCache();

  constructor(private readonly start: Start) {}

  get(): WorkerConnection {
    if (this.link === null || this.link.isOver) {
      this.link = new WorkerConnection(this.start, (message) => this.fail(message));
    }
    return this.link;
  }

  /** A second worker, which may replace this one. */
  spawnSpare(): WorkerConnection {
    return new WorkerConnection(this.start, (message) => this.fail(message));
  }

  /** Replaces the worker with that of `link`, and ends it. */
  hold(link: WorkerConnection): void {
    this.link?.end();
    this.link = link;
  }

  holds(link: WorkerConnection): boolean {
    return this.link === link;
  }

  /** Calls `listener` when the worker has ended by itself. */
  onCrash(listener: (message: string) => void): void {
    this.listeners.add(listener);
  }

  /** Pending calls are dropped. */
  end(): void {
    this.link?.end();
  }

  /** Ends the worker, and tells the listeners why. */
  fail(message: string): void {
    this.end();
    for (const listener of [...this.listeners]) listener(message);
  }
}
