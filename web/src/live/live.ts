/** The inputs that the page's server has, as that of `hpack-inspect view`: a pipe is opened as it arrives. */
import * as v from "valibot";
import type { Connection } from "../engine/types";
import { announceInput, grow } from "../session/growing";
import type { Inspector } from "../session/inspector";
import { inputOf } from "../session/open-input";
import { selectField } from "../session/select-field";
import type { Input, KeyLog, Session } from "../session/session";
import { createStore } from "../ui/store";
import { visible } from "../ui/visible";
import { Arrival } from "./arrival";

const SERVED = v.object({
  name: v.string(),
  grows: v.boolean(),
  selected: v.nullable(v.object({ connection: v.number(), block: v.number() })),
});
const LIST = v.object({ inputs: v.pipe(v.array(SERVED), v.minLength(1)), keylog: v.boolean() });

type Served = v.InferOutput<typeof SERVED>;

export type LiveState = {
  /** Number of the input that was opened last. */
  shown: number;
  isArriving: boolean;
  /** The newest block is selected whenever there is one. */
  follows: boolean;
};

/** Reading again takes at most one part in this many, and one more, of the time. */
const REST = 2;
/** What arrives within this time is read together, milliseconds. */
const TOGETHER_MS = 50;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function load(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

export async function beginLive(inspector: Inspector, signal: AbortSignal): Promise<LiveInput> {
  const { inputs, keylog } = v.parse(LIST, await (await load("inputs.json", signal)).json());
  const keyLog = keylog ? { name: "Key log", file: await (await load("keylog", signal)).blob() } : null;
  const named = inputs.map((input) => ({ ...input, name: visible(input.name) }));
  const live = new LiveInput(inspector, named, keyLog);
  signal.addEventListener("abort", () => live.end());
  live.show(0);
  return live;
}

export class LiveInput {
  readonly store = createStore<LiveState>({ shown: 0, isArriving: false, follows: true });
  /** Aborted when another input is shown. */
  private showing = new AbortController();
  /** The shown input, and for a pipe what had arrived of it before. */
  private arrived = new WeakSet<Input>();

  constructor(
    private readonly inspector: Inspector,
    readonly inputs: readonly Served[],
    private readonly keyLog: KeyLog | null,
  ) {}

  /** Whether `input` is the shown one of the server. */
  isShown(input: Input): boolean {
    return this.arrived.has(input);
  }

  end(): void {
    this.showing.abort();
  }

  /** Selects the newest block now and whenever there is another, or no longer. */
  async follow(follows: boolean): Promise<void> {
    if (follows) await this.inspector.stepBlock(Number.MAX_SAFE_INTEGER);
    this.update({ follows });
  }

  async show(shown: number): Promise<void> {
    const served = this.inputs[shown];
    if (served === undefined) return;
    this.showing.abort();
    this.showing = new AbortController();
    const { signal } = this.showing;
    try {
      const { body } = await load(`input/${shown}`, signal);
      if (body === null) return;
      this.update({ shown, isArriving: served.grows, follows: served.grows });
      const arrival = new Arrival(body as ReadableStream<Uint8Array<ArrayBuffer>>);
      if (served.grows) await this.followPipe(served.name, arrival, signal);
      else await this.openWhole(served, arrival, signal);
    } catch (reason) {
      if (!signal.aborted)
        this.inspector.failOpening(`${served.name} could not be loaded: ${(reason as Error).message}`);
    }
  }

  private update(change: Partial<LiveState>): void {
    this.store.update((state) => ({ ...state, ...change }));
  }

  private async openWhole({ name, selected }: Served, arrival: Arrival, signal: AbortSignal): Promise<void> {
    while (!arrival.hasEnded) await arrival.wait(arrival.size);
    const input = await inputOf(arrival.file(name));
    if (signal.aborted) return;
    this.arrived = new WeakSet([input]);
    await this.inspector.openNew(input, this.keyLog);
    if (selected === null || this.inspector.store.get().input !== input) return;
    await this.inspector.selectConnection(selected.connection);
    await selectField(this.inspector, selected.block, null);
  }

  private async followPipe(name: string, arrival: Arrival, signal: AbortSignal): Promise<void> {
    const { store } = this.inspector;
    const nothing: Input = { kind: "file", name, file: new Blob() };
    this.arrived = new WeakSet([nothing]);
    announceInput(this.inspector, nothing, this.keyLog);
    const choose = this.chooser();
    const stopListening = this.onSelect(() => this.update({ follows: false }));
    signal.addEventListener("abort", stopListening);
    for (let shown = 0; ; ) {
      await arrival.wait(shown);
      await this.untilAtRest();
      const { size, hasEnded } = arrival;
      const input = await inputOf(arrival.file(name));
      if (signal.aborted) return;
      this.arrived.add(input);
      // The first reading also loads what reads captures, which takes no time again.
      const rest = shown === 0 ? 0 : REST;
      const start = performance.now();
      const isDone = await grow(this.inspector, input, hasEnded, choose);
      if (isDone) {
        shown = size;
        // Text in another encoding than UTF-8 is replaced.
        this.arrived.add(store.get().input);
        this.update({ isArriving: !hasEnded });
        if (hasEnded) return stopListening();
      }
      await pause(Math.max(TOGETHER_MS, rest * (performance.now() - start)));
    }
  }

  /** While something else is open, or the user tries something out, nothing is replaced. */
  private async untilAtRest(): Promise<void> {
    const { store } = this.inspector;
    const isAtRest = ({ input, phase, change }: Session) =>
      this.isShown(input) && phase.is === "settled" && change === null;
    for (;;) {
      if (!isAtRest(store.get())) {
        await new Promise<void>((resolve) => {
          const stop = store.subscribe(() => {
            if (!isAtRest(store.get())) return;
            stop();
            resolve();
          });
        });
      }
      const { reader } = store.get();
      const pins = reader.isCapture ? await reader.get((known) => known.pins()).catch(() => []) : [];
      if (pins.length === 0) return;
      await pause(TOGETHER_MS);
    }
  }

  /** Chooses the connection whose number of blocks grew last, while that is followed. */
  private chooser(): (connections: Connection[]) => number | null {
    let counts: number[] = [];
    let newest = 0;
    return (connections) => {
      const grown = connections.findLastIndex(({ blocks }, number) => blocks > (counts[number] ?? 0));
      if (grown >= 0) newest = grown;
      counts = connections.map(({ blocks }) => blocks);
      return this.store.get().follows ? newest : null;
    };
  }

  /** Calls `listener` when the user selects something: another input is not a selection. */
  private onSelect(listener: () => void): () => void {
    const { store } = this.inspector;
    let before = store.get();
    return store.subscribe(() => {
      const now = store.get();
      const isOther = now.selection !== before.selection || now.timeline.frame !== before.timeline.frame;
      if (isOther && now.input === before.input) listener();
      before = now;
    });
  }
}
