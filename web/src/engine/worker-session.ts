import { CHANGES } from "./calls";
import { chunksOf } from "./chunks";
import { beginOpen, type Handle, handle } from "./packages";
import type { OpenOptions } from "./types";

/** An input, and how it was opened. */
export type Opening = {
  input: string | Blob;
  options: OpenOptions;
  /** Number of bytes read: all of them, or those before the user stopped. */
  read: number;
};

export class WorkerSession {
  /** The newest of the jobs of which the core runs one at a time. */
  measuring: object | null = null;
  trying: object | null = null;
  /** The changes since it was opened, in order. */
  private readonly changes: { name: string; given: unknown[] }[] = [];
  private moving: Promise<void> | null = null;

  constructor(
    public handle: Handle,
    private readonly opening: Opening,
  ) {}

  /** Remembers a change. */
  changed(name: string, given: unknown[]): void {
    this.changes.push({ name, given });
  }

  /**
   * Moves a text's session to the package for captures, to be compared with a
   * capture: two sessions are compared in one memory.
   */
  async moveToCaptures(): Promise<void> {
    if (this.handle.wasm !== null) return;
    this.moving ??= this.move();
    await this.moving;
  }

  async close(): Promise<void> {
    await this.moving;
    this.handle.inspector.free();
  }

  private async move(): Promise<void> {
    const { input, options, read } = this.opening;
    const moved = await handle(true);
    beginOpen(moved, options, new Uint8Array());
    let left = read;
    for await (const chunk of chunksOf(input)) {
      if (left <= 0) break;
      moved.inspector.push(chunk.subarray(0, left));
      left -= chunk.length;
    }
    moved.inspector.finishOpen();
    for (const { name, given } of this.changes) {
      Reflect.apply(Reflect.get(CHANGES, name), null, [moved, ...given]);
    }
    this.handle.inspector.free();
    this.handle = moved;
  }
}
