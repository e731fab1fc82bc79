/** The page's side of the worker: what opens sessions in it, and what needs none. */
import { proxy } from "comlink";
import { type Answers, knownOf, type Settled } from "./answers";
import { callsOf } from "./calls-of";
import type { Functions, OpenAnswer, Reading } from "./core";
import { Holder, type Link, type Start, starting, untilAborted } from "./link";
import { NO_READER, Reader, SessionHandle, type Source, type Totals } from "./reader";
import { StaleError } from "./stale-error";
import type { Opened, OpenOptions, Progress } from "./types";

const WORKER = starting(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "hpack" }));

/** A worker with a larger memory, bytes, is not used for another session. */
const HEAVY = 256 << 20;

/** What needs no session: what is not known yet is asked for, and reading it throws `Pending`. Files are no questions. */
export type KnownFunctions = Omit<Settled<Functions>, "harLists">;

/** Holds one session at most. */
export class EngineClient {
  private readonly holder: Holder;
  private readonly isOwner: boolean;
  private handle: SessionHandle | null = null;
  /** The newest opening: whether it is to stop with what has been read. */
  private opening = { stop: false };
  /** Bytes of the worker's memory when something was last opened. */
  private bytes = 0;
  /** Ended by the page: nothing is asked until it begins again. */
  private ended = false;
  /** What needs no session. */
  readonly functions: Functions = callsOf(async (name, given) => this.link().call(name, null, ...given));
  readonly known: KnownFunctions;

  /** `worker`: how to start one, or the client with which to share one. */
  constructor(worker: Start | EngineClient = WORKER) {
    this.isOwner = typeof worker === "function";
    this.holder = typeof worker === "function" ? new Holder(worker) : worker.holder;
    this.known = knownOf(this.holder.answers, (name, given) => this.link().call(name, null, ...given));
  }

  /** `listener` hears when the worker has ended by itself. */
  onCrash(listener: (message: string) => void): void {
    this.holder.onCrash((message) => {
      if (!this.ended) listener(message);
    });
  }

  /** May ask again after its end. */
  begin(): void {
    this.ended = false;
  }

  /** Lets go of the session, and of the worker where that is its own; what was asked is dropped. */
  end(): void {
    this.opening = { stop: false };
    if (this.isOwner) this.holder.end();
    else this.hold(null);
    this.ended = true;
  }

  /** Ends a worker that is of no use any more, and tells why; the next opening starts another. */
  abandon(message: string): void {
    this.holder.fail(message);
  }

  /** null where it was stopped and there is nothing to show. What is refused has nothing to read. */
  async open(...given: Parameters<EngineClient["request"]>): Promise<{ opened: Opened; reader: Reader } | null> {
    const found = await this.request(...given);
    if (found === null) return null;
    const { opened, source } = found;
    const isRead = opened.status === "ok" && source !== null;
    return { opened, reader: isRead ? new Reader(source, opened) : NO_READER };
  }

  /** Opens what is known already: `answers` are there at once, and what else is asked waits for the worker. */
  openKnown(text: string, options: OpenOptions, opened: Totals, answers: Answers): Reader {
    const source = this.request(text, options, null, () => {}).then((found) => {
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
    // What a large session needed is given back by a worker of its own for the next.
    const link = this.isOwner && this.bytes > HEAVY ? this.holder.beside() : present;
    const mine = { stop: false };
    this.opening = mine;
    const isOver = () => signal?.aborted === true || this.opening !== mine;
    const hear = (progress: Progress): Reading => {
      if (isOver()) return "drop";
      onProgress(progress);
      return mine.stop ? "stop" : "on";
    };
    try {
      const asked = link.call("open", null, input, options, keyLog, proxy(hear)) as Promise<OpenAnswer | null>;
      // What was answered all the same is let go of.
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
      this.weigh(link);
      return { opened, source: { handle, id } };
    } finally {
      if (link !== present && !this.holder.holds(link)) link.end();
    }
  }

  private hold(handle: SessionHandle | null): void {
    this.handle?.close();
    this.handle = handle;
  }

  private weigh(link: Link): void {
    link.call("memory", null).then(
      (bytes) => {
        if (this.holder.holds(link)) this.bytes = Number(bytes);
      },
      () => {},
    );
  }

  /** Stops the reading: what was read so far is then the answer. */
  stopOpening(): void {
    this.opening.stop = true;
  }

  private link(): Link {
    if (this.ended) throw new StaleError();
    return this.holder.get();
  }
}
