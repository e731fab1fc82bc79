/**
 * The user's commands on the session. Panes read its state (queries.ts) and
 * call these; they never talk to one another.
 */
import { EngineClient } from "../engine/client";
import type { Known, Reader } from "../engine/reader";
import { isAbort } from "../engine/stale-error";
import type { FrameFilter, OpenOptions, Progress, TimingResult } from "../engine/types";
import type { Block, Frame } from "../engine/windows";
import { createStore, type Store } from "../ui/store";
import { RECOGNIZED } from "./options";
import type { Change } from "./schemas";
import { falseIfDropped, placeOfRow, Selecting } from "./selecting";
import { firstOf, lastOf, type Selection, START } from "./selection";
import {
  type CaptureTab,
  connectionChanged,
  crashed,
  EMPTY_SESSION,
  filterFrames,
  type Input,
  inputReplaced,
  isCapture,
  isOpening,
  type KeyLog,
  measured,
  measuring,
  NO_FILTER,
  openFinished,
  opening,
  progressChanged,
  pushUndo,
  type Session,
  selectFrame,
  showTab,
  undoOrRedo,
  withEngine,
  withEngines,
  withKeyLog,
} from "./session";

export * from "./queries";

/** A worker that does not stop reading within this time is terminated, milliseconds. */
const STOP_MS = 1500;

export class Inspector extends Selecting {
  readonly client: EngineClient;
  /** Aborted by a newer opening. */
  private opening = new AbortController();
  /** The mutations of the session, one after another: each begins with the result of the previous one. */
  private mutations: Promise<unknown> = Promise.resolve();
  /** The connection selected last, until the page shows it. */
  private wantedConnection: number | null = null;
  private measuring: AbortController | null = null;

  constructor(client: EngineClient = new EngineClient(), store: Store<Session> = createStore(EMPTY_SESSION)) {
    super(store);
    this.client = client;
    client.onCrash((message) => store.update((session) => crashed(session, message)));
    let { reader } = store.get();
    store.subscribe(() => {
      if (store.get().reader === reader) return;
      reader = store.get().reader;
      this.hover(null);
      this.endMeasuring(false);
    });
  }

  async loadEngines(): Promise<void> {
    const { engines, best } = await this.client.functions.engines();
    this.store.update((session) => withEngines(session, engines, best));
  }

  /**
   * Aborts the current opening. A caller that has to fetch its input takes the
   * signal before it fetches, and opens with it: the input is dropped if the
   * user opens something else meanwhile.
   */
  begin(): AbortSignal {
    this.opening.abort();
    this.opening = new AbortController();
    return this.opening.signal;
  }

  /**
   * Opens an input in place of the current one; selects `row` if the session
   * has it. Resolves to whether it is now shown.
   */
  async open(
    input: Input,
    example: string | null,
    change: Partial<OpenOptions> = {},
    row: number | null = null,
    signal: AbortSignal = this.begin(),
    connection: number | null = null,
  ): Promise<boolean> {
    if (signal.aborted) return false;
    this.store.update((session) => opening(pushUndo(session, input), input, example, change));
    return this.openNow(signal, placeAt(row), connection);
  }

  /** Opens the same text after an edit. */
  async type(text: string) {
    const input: Input = { kind: "text", text };
    this.store.update((session) => ({
      ...showTab(opening(session, input, null, RECOGNIZED), "input"),
      undone: null,
    }));
    await this.openNow(this.begin());
  }

  /** Opens the replaced input again, or redoes; false if there was none. */
  async undo(redo = false): Promise<boolean> {
    const found = undoOrRedo(this.store.get(), redo);
    if (found === null) return false;
    const signal = this.begin();
    this.store.update(() => found.session);
    const { row, connection, change } = found.snapshot;
    await this.openNow(signal, placeAt(row), connection);
    if (change !== null && !signal.aborted) await this.change(change, row);
    return true;
  }

  /** Opens a new text or file with the default settings, and with a key log, if given. */
  async openNew(input: Input, keyLog: KeyLog | null = null, signal: AbortSignal = this.begin()) {
    if (signal.aborted) return;
    this.store.update((session) => {
      const replaced = pushUndo(session, input);
      return inputReplaced(keyLog === null ? replaced : withKeyLog(replaced, keyLog), input);
    });
    await this.openNow(signal);
  }

  /** Sets the key log of the open capture, which is read again, or of the next one; null removes it. */
  async setKeyLog(keyLog: KeyLog | null) {
    this.store.update((session) => withKeyLog(session, keyLog));
    const session = this.store.get();
    if (isCapture(session) || isOpening(session)) await this.reopen({});
    else if (keyLog !== null) this.notice(`${keyLog.name} holds TLS secrets. Now drop the capture they belong to.`);
  }

  /** Shows a message about an input that was not opened. */
  notice(message: string): void {
    this.store.update((session) => ({ ...session, notice: message }));
  }

  private async openNow(
    signal: AbortSignal,
    find: FindPlace = placeAt(null),
    connection: number | null = null,
  ): Promise<boolean> {
    const { opening: number, options, input, keyLog } = this.store.get();
    const hear = (progress: Progress) => this.store.update((session) => progressChanged(session, number, progress));
    try {
      const content = input.kind === "text" ? input.text : input.file;
      const found = await this.client.open(content, options, keyLog?.file ?? null, hear, signal);
      if (found === null) {
        if (!signal.aborted) this.store.update((session) => crashed(session, "Reading was stopped."));
        return false;
      }
      let { opened: answer, reader } = found;
      if (answer.status === "ok" && connection !== null && connection !== answer.connection) {
        const other = await reader.selectConnection(connection);
        if (other !== null) {
          answer = { ...answer, ...other.totals };
          reader = other.reader;
        }
      }
      const selection = answer.status === "ok" ? await firstSelection(reader, answer.firstError, find) : START;
      if (signal.aborted) return false;
      this.store.update((session) => openFinished(session, number, answer, reader, selection));
      return true;
    } catch (reason) {
      if (!signal.aborted && !isAbort(reason)) this.crash(reason);
      return false;
    }
  }

  /** Opens the current input again with other options; stays where an error is selected unless the blocks may be others. */
  async reopen(change: Partial<OpenOptions>, signal: AbortSignal = this.begin()): Promise<boolean> {
    if (signal.aborted) return false;
    const { input, example, opened, reader, selection } = this.store.get();
    const stays = selection.error && Object.keys(change).every((option) => SAME_BLOCKS.includes(option));
    const block = stays ? reader.peek((known) => known.block(selection.block)) : null;
    const connection = opened?.status === "ok" && opened.connections !== null ? opened.connection : null;
    this.store.update((session) => opening(session, input, example, change));
    return this.openNow(signal, block === null ? undefined : placeOfError(block), connection);
  }

  /** Shows why an input could not be opened at all. */
  failOpening(message: string): void {
    this.store.update((session) => crashed(session, message));
  }

  /** Stops reading and shows the result so far. An unresponsive worker is terminated. */
  async stop(): Promise<void> {
    const { opening: number } = this.store.get();
    this.client.stopOpening();
    await new Promise((resolve) => setTimeout(resolve, STOP_MS));
    const now = this.store.get();
    if (isOpening(now) && now.opening === number) this.crash("Decoding was stopped.");
  }

  /** Selects another connection of the capture; of several in quick succession, the last. */
  selectConnection(number: number): Promise<boolean> {
    this.wantedConnection = number;
    const done = this.mutate(async (reader) => {
      const { opened } = this.store.get();
      if (this.wantedConnection !== number || opened?.status !== "ok" || opened.connection === number) return null;
      const found = await reader.selectConnection(number);
      if (found === null) return null;
      const { totals, reader: next } = found;
      const selection = totals.blocks === 0 ? START : await firstSelection(next, totals.firstError);
      return (session) => connectionChanged(session, totals, next, selection);
    });
    return done.finally(() => {
      if (this.wantedConnection === number) this.wantedConnection = null;
    });
  }

  /** Moves `by` connections from the one selected last, to the first or last at most. */
  async stepConnection(by: number): Promise<void> {
    const { opened } = this.store.get();
    if (opened?.status !== "ok" || opened.connections === null) return;
    const to = (this.wantedConnection ?? opened.connection) + by;
    await this.selectConnection(Math.max(Math.min(to, opened.connections - 1), 0));
  }

  /** Selects a frame, and the block that it carries a part of. */
  async selectFrame(frame: Frame): Promise<void> {
    const { selection, timeline } = this.store.get();
    const isOther = frame.block !== selection.block || timeline.frameWithoutBlock !== null;
    if (frame.block !== null && isOther && !(await this.selectBlock(frame.block))) return;
    this.store.update((session) => selectFrame(session, frame));
  }

  /** Selects a frame by number; resets the filter if it hides the frame. */
  async showFrame(frame: number): Promise<void> {
    const { reader, timeline } = this.store.get();
    if (!reader.isCapture) return;
    const find = (filter: FrameFilter) =>
      reader.get((known) => known.frame(filter, known.frameAt(filter, frame))).catch(falseIfDropped);
    let found = await find(timeline.filter);
    if (found !== false && found?.frame !== frame) {
      this.filterFrames(NO_FILTER);
      found = await find(NO_FILTER);
    }
    if (found) await this.selectFrame(found);
  }

  /** Shows one of a capture's views. */
  showTab(tab: CaptureTab): void {
    this.store.update((session) => showTab(session, tab));
  }

  filterFrames(change: Partial<FrameFilter>): void {
    this.store.update((session) => filterFrames(session, change));
  }

  /** Pins a guess on an unknown entry, or removes it (null). */
  pin(direction: number, position: number, guess: { name: string; value: string | null } | null): Promise<boolean> {
    return this.mutate(async (reader) => {
      const next = await reader.pin(direction, position, guess);
      return next === null ? null : (session) => ({ ...session, reader: next });
    });
  }

  /** Decodes again with a change, or without the applied one (null), and stays at the block, or goes to `row`. */
  change(change: Change | null, row: number | null = null): Promise<boolean> {
    return this.mutate(async (reader) => {
      const found = await reader.redecode(change);
      if (found === null) return null;
      const { totals, reader: next } = found;
      const number = row === null ? this.store.get().selection.block : ((await next.row(row))?.block ?? 0);
      const block = await next.block(number);
      const first = block === null ? START : firstOf(block);
      const selection = row === null ? first : { ...first, row };
      return (session) => ({
        ...connectionChanged(session, totals, next, selection),
        timeline: session.timeline,
        change,
      });
    });
  }

  /**
   * Changes the session after the mutations before it; returns whether it did.
   * The result is dropped if something else was opened meanwhile.
   */
  private mutate(task: (reader: Reader) => Promise<((session: Session) => Session) | null>): Promise<boolean> {
    const done = this.mutations.then(async () => {
      const { reader } = this.store.get();
      const change = await task(reader);
      if (change === null || this.store.get().reader !== reader) return false;
      this.store.update(change);
      return true;
    });
    const result = done.catch(falseIfDropped);
    this.mutations = result.catch(() => {});
    return result;
  }

  async setEngine(id: string): Promise<void> {
    this.endMeasuring(false);
    this.store.update((session) => withEngine(session, id));
    await this.store.get().reader.core.setEngine(id).catch(falseIfDropped);
  }

  /** Measures a block and its steps: all of them, or `rows`, numbered from the block's first. */
  async measure(block: number, rows: readonly [from: number, to: number] = [0, 0xffff_ffff]): Promise<void> {
    this.endMeasuring(false);
    const run = new AbortController();
    this.measuring = run;
    this.store.update((session) => measuring(session, block));
    try {
      const hear = (result: TimingResult) => {
        if (!run.signal.aborted) this.store.update((session) => measured(session, result));
      };
      await this.store.get().reader.measure(block, rows, hear, run.signal);
    } catch (reason) {
      falseIfDropped(reason);
    } finally {
      if (this.measuring === run) this.endMeasuring(false);
    }
  }

  stopMeasuring(): void {
    this.endMeasuring(true);
  }

  /** `stopped`: by the user. */
  private endMeasuring(stopped: boolean): void {
    this.measuring?.abort();
    this.measuring = null;
    this.store.update((session) => {
      const isSame = session.timing.measuring === null && session.timing.stopped === stopped;
      return isSame ? session : measuring(session, null, stopped || session.timing.stopped);
    });
  }

  /** Terminates the worker, which can't be used anymore, and tells the listeners why. */
  private crash(reason: unknown): void {
    this.client.abandon(reason instanceof Error ? reason.message : String(reason));
  }
}

/** Options that change what a block is decoded to, and not which blocks there are. */
const SAME_BLOCKS = ["start", "maxTableSize", "prior"];

/** Finds what to select in a session that was opened; null for its first error or row. */
type FindPlace = (known: Known) => Selection | null;

function placeAt(row: number | null): FindPlace {
  return (known) => (row === null ? null : placeOfRow(known, row));
}

/** The field at the byte where `block` had its error, or the error that is there again. */
function placeOfError({ block, rows }: Block): FindPlace {
  return (known) => {
    const found = known.block(block);
    if (found === null) return null;
    return rows < found.rows ? { ...firstOf(found), row: found.firstRow + rows } : lastOf(found);
  };
}

/** What `find` finds, else the first error, else the first row. */
function firstSelection(
  reader: Reader,
  firstError: number | null,
  find: FindPlace = placeAt(null),
): Promise<Selection> {
  return reader.get((known) => {
    const wanted = find(known);
    if (wanted !== null) return wanted;
    const block = known.block(firstError ?? 0);
    if (block === null) return START;
    return firstError === null ? firstOf(block) : lastOf(block);
  });
}
