/** Selects fields, bytes and blocks: at once if cached, else after the worker has answered. */
import type { Known } from "../engine/reader";
import type { FindHow } from "../engine/reads";
import { isAbort } from "../engine/stale-error";
import type { Found } from "../engine/types";
import { createStore, type Store } from "../ui/store";
import { firstOf, type Hover, lastOf, nextIn, previousIn, type Selection, START, sameSelection } from "./selection";
import { type Session, select } from "./session";
import { remember } from "./trail";

/** After all rows of a block. */
const ERROR_ROW = 0xffff_ffff;

/** Finds the next selection; null to keep the current one. */
type Find = (known: Known, from: Selection) => Selection | null;

export class Selecting {
  /** What the pointer is over; not in the session, because it changes with every move. */
  readonly hovered = createStore<Hover>(null);
  /** Aborted by a direct selection, which cancels the pending ones. */
  private selecting = new AbortController();
  /** The last requested selection, from which the next step begins. */
  private selected: Promise<unknown> = Promise.resolve();

  constructor(readonly store: Store<Session>) {}

  select(selection: Selection): void {
    this.supersede();
    this.store.update((session) => select(session, selection));
  }

  hover(over: Hover): void {
    this.hovered.update((before) => (sameSelection(before, over) ? before : over));
  }

  selectRow(row: number, byte: number | null = null): Promise<boolean> {
    return this.jump((known) => placeOfRow(known, row, byte));
  }

  selectBlock(block: number): Promise<boolean> {
    return this.jump((known) => startOf(known, block));
  }

  /** Selects the representation of a byte: its row, or the error. */
  selectByte(block: number, byte: number): Promise<boolean> {
    return this.jump((known) => {
      const row = known.rowAtByte(block, byte);
      if (row >= 0) return { block, row, error: false, byte };
      return known.block(block)?.error ? { block, row: null, error: true, byte } : null;
    });
  }

  /** Follows a link to another field, and adds it to the browser's history. */
  async follow(row: number, byte: number | null = null): Promise<void> {
    const { selection: from, opening } = this.store.get();
    if (await this.selectRow(row, byte)) remember(opening, from, this.store.get().selection);
  }

  /** Goes to the moment at which `done` rows have been decoded. */
  async goTo(done: number): Promise<void> {
    if (done <= 0) this.select(START);
    else await this.selectRow(done - 1);
  }

  /** Goes to a match of `text`: from the selected place on, after it, or before it. Null for empty text. */
  async find(text: string, how: FindHow): Promise<Found | null> {
    let found: Found | null = null;
    await this.jump((known, { block, row, error }) => {
      found = known.find(text, [block, error ? ERROR_ROW : (row ?? 0)], how);
      const place = found?.place ?? null;
      return place && { ...place, error: place.row === null, byte: null };
    });
    return found;
  }

  /** Goes to the next block with an error, or to the first after the last. */
  async selectError(): Promise<void> {
    await this.find("error=any", "next");
  }

  /** Moves one step forward or back, across blocks. */
  step(by: 1 | -1): Promise<boolean> {
    return this.move((known, from) => {
      const block = known.block(from.block);
      if (block === null) return null;
      const within = by === 1 ? nextIn(block, from) : previousIn(block, from);
      if (within !== null) return within;
      const other = known.block(from.block + by);
      return other && (by === 1 ? firstOf(other) : lastOf(other));
    });
  }

  /** Moves `by` blocks forward or back, to the first or last at most. */
  stepBlock(by: number): Promise<boolean> {
    return this.move((known, { block }) => {
      const { opened } = this.store.get();
      const last = opened?.status === "ok" ? opened.blocks - 1 : 0;
      const to = Math.max(Math.min(block + by, last), 0);
      return to === block ? null : startOf(known, to);
    });
  }

  /** Goes to the block that answers the selected one, or that it answers. */
  selectCounterpart(): Promise<boolean> {
    return this.move((known, { block }) => startOf(known, known.content(block).counterpart));
  }

  /** Selects at once what is found; false if something else was selected meanwhile. */
  private jump(find: Find): Promise<boolean> {
    return this.selectFound(this.supersede(), null, find);
  }

  /** Moves from the selection once all pending moves are done, however fast a key repeats. */
  private move(find: Find): Promise<boolean> {
    return this.selectFound(this.selecting.signal, this.selected, find);
  }

  private supersede(): AbortSignal {
    this.selecting.abort();
    this.selecting = new AbortController();
    return this.selecting.signal;
  }

  private selectFound(signal: AbortSignal, after: Promise<unknown> | null, find: Find): Promise<boolean> {
    const run = async () => {
      if (signal.aborted) return false;
      const { reader, selection: from } = this.store.get();
      const selection = await reader.get((known) => find(known, from));
      if (selection === null || signal.aborted || this.store.get().reader !== reader) return false;
      this.store.update((session) => select(session, selection));
      return true;
    };
    const asked = (after === null ? run() : after.then(run)).catch(falseIfDropped);
    this.selected = asked.catch(() => {});
    return asked;
  }
}

/** The selection of a row; null if it does not exist. */
export function placeOfRow(known: Known, row: number, byte: number | null = null): Selection | null {
  const found = known.row(row);
  return found && { block: found.block, row, error: false, byte };
}

function startOf(known: Known, block: number): Selection | null {
  const found = known.block(block);
  return found && firstOf(found);
}

export function falseIfDropped(reason: unknown): false {
  if (isAbort(reason)) return false;
  throw reason;
}
