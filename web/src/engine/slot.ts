/** A session in the worker, and what goes on in it. */
import type { Inspector } from "@wasm/hpack_inspector_wasm";
import { TURNS } from "./calls";
import { chunksOf } from "./chunks";
import type { At } from "./core";
import { beginOpen, type Capture, type Handle, handle } from "./packages";
import { StaleError } from "./stale-error";
import type { OpenOptions } from "./types";

/** An input, and how it was opened. */
export type Input = {
  input: string | Blob;
  options: OpenOptions;
  /** Bytes that were read: all of them, or as many as there were when a person stopped it. */
  read: number;
};

/** Each job has the number of its last run: a newer one or a stop ends it. */
export class Slot {
  /** Of the session that is open; 0 before there is one. */
  epoch = 0;
  opening = 0;
  /** Number of the opening that a person stopped. */
  stopped = 0;
  measuring = 0;
  trying = 0;
  /** Numbers of what is being written. */
  readonly writing = new Set<number>();
  /** Number of the choice of frames. */
  filter: number | undefined;
  private open: { handle: Handle; input: Input } | null = null;
  /** The changes since it was opened, in order. */
  private changes: { name: string; given: unknown[] }[] = [];
  private moving: Promise<void> | null = null;

  /** The session that the page shows; an error if it is another by now. */
  shown({ epoch }: At): Handle {
    if (this.open === null || epoch !== this.epoch) throw new StaleError();
    return this.open.handle;
  }

  /** The inspector of the session that the page shows. */
  inspector(at: At): Inspector {
    return this.shown(at).inspector;
  }

  /** An input was opened: what was open before is gone. */
  keep(handle: Handle, input: Input, epoch: number): void {
    this.free();
    this.open = { handle, input };
    this.turn(epoch);
  }

  /** The session was changed. */
  changed(name: string, given: unknown[], epoch: number): void {
    this.changes.push({ name, given });
    this.turn(epoch);
  }

  /** What is measured, tried and written ends with the session that it is about. */
  private turn(epoch: number): void {
    this.measuring += 1;
    this.trying += 1;
    this.writing.clear();
    this.epoch = epoch;
  }

  free(): void {
    this.turn(0);
    this.open?.handle.inspector.free();
    this.open = null;
    this.changes = [];
    this.moving = null;
    this.filter = undefined;
  }

  /**
   * The session in the package for captures, where a text moves to be held against a capture: two sessions are compared
   * in one memory.
   */
  async besideCaptures(at: At): Promise<Capture> {
    const shown = this.shown(at);
    if (shown.wasm !== null) return shown;
    this.moving ??= this.move().finally(() => {
      this.moving = null;
    });
    await this.moving;
    return this.besideCaptures(at);
  }

  private async move(): Promise<void> {
    const { open } = this;
    if (open === null) throw new StaleError();
    const { input, options, read } = open.input;
    const moved = await handle(true);
    beginOpen(moved, options, new Uint8Array());
    let left = read;
    for await (const chunk of chunksOf(input)) {
      if (left <= 0) break;
      moved.inspector.push(chunk.subarray(0, left));
      left -= chunk.length;
    }
    moved.inspector.finishOpen();
    if (this.open !== open) {
      moved.inspector.free();
      return;
    }
    for (const { name, given } of this.changes)
      Reflect.apply(Reflect.get(TURNS, name), null, [moved.inspector, ...given]);
    this.open = { handle: moved, input: open.input };
    open.handle.inspector.free();
  }
}
