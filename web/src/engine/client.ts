/** The page's side of the worker: what opens sessions in it, and what needs none. */
import { proxy } from "comlink";
import type { Answers } from "./answers";
import type { Functions } from "./core";
import { callsOf, Holder, type Link, type Start, starting } from "./link";
import { nextId } from "./numbers";
import { NO_READER, Reader, type Totals } from "./reader";
import { StaleError } from "./stale-error";
import type { Opened, OpenOptions, Progress } from "./types";

const WORKER = starting(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "hpack" }));

/** A worker with a larger memory, bytes, is not used for another session. */
const HEAVY = 256 << 20;

/** Holds one session at most. */
export class EngineClient {
  private readonly slot = nextId();
  private readonly holder: Holder;
  private readonly isOwner: boolean;
  /** The worker that opens something, or did last. */
  private opening: Link | null = null;
  /** Bytes of the worker's memory when something was last opened. */
  private bytes = 0;
  /** Ended by the page: nothing is asked until it begins again. */
  private ended = false;
  /** What needs no session. */
  readonly functions: Functions = callsOf(async (name, given) => this.link().call(null, name, null, ...given));

  /** `worker`: how to start one, or the client with which to share one. */
  constructor(worker: Start | EngineClient = WORKER) {
    this.isOwner = typeof worker === "function";
    this.holder = typeof worker === "function" ? new Holder(worker) : worker.holder;
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
    if (this.isOwner) this.holder.end();
    else if (!this.ended) {
      this.link()
        .call(null, "close", this.at())
        .catch(() => {});
    }
    this.ended = true;
  }

  /** Ends a worker that is of no use any more, and tells why; the next opening starts another. */
  abandon(message: string): void {
    this.holder.fail(message);
  }

  /** null where it was stopped and there is nothing to show. What is refused has nothing to read. */
  async open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal | null = null,
  ): Promise<{ opened: Opened; reader: Reader } | null> {
    const present = this.link();
    // What a large session needed is given back by a worker of its own for the next.
    const link = this.isOwner && this.bytes > HEAVY ? this.holder.beside() : present;
    this.opening = link;
    const next = nextId();
    const given = [input, options, keyLog, proxy(onProgress)];
    try {
      const opened = (await link.call(signal, "open", { ...this.at(), next }, ...given)) as Opened | null;
      if (opened === null) return null;
      // Something newer is being opened elsewhere.
      if (link !== this.opening && link !== present) return null;
      if (opened.status !== "ok") return { opened, reader: NO_READER };
      if (link !== present) this.holder.hold(link);
      this.bytes = 0;
      this.weigh(link);
      return { opened, reader: new Reader({ link, at: { slot: this.slot, epoch: next }, session: next }, opened) };
    } finally {
      if (link !== present && !this.holder.holds(link)) link.end();
    }
  }

  /** Opens what is known already: `answers` are there at once, and what else is asked waits for the worker. */
  openKnown(text: string, options: OpenOptions, opened: Totals, answers: Answers): Reader {
    const link = this.link();
    const next = nextId();
    const ready = link.call(
      null,
      "open",
      { ...this.at(), next },
      text,
      options,
      null,
      proxy(() => {}),
    );
    ready.catch(() => {});
    return new Reader({ link, at: { slot: this.slot, epoch: next }, session: next, ready }, opened, answers);
  }

  private weigh(link: Link): void {
    link.call(null, "memory", this.at()).then(
      (bytes) => {
        if (this.holder.holds(link)) this.bytes = Number(bytes);
      },
      () => {},
    );
  }

  /** Stops the reading: what was read so far is then the answer. */
  stopOpening(): void {
    (this.opening ?? this.link()).call(null, "stopOpening", this.at()).catch(() => {});
  }

  private at() {
    return { slot: this.slot, epoch: 0 };
  }

  private link(): Link {
    if (this.ended) throw new StaleError();
    return this.holder.get();
  }
}
