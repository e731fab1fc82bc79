/**
 * What the panes share: the session's state, the engine, and everything a
 * person can do. Panes read the state and call these actions; they never talk
 * to one another.
 */
import { createContext, useContext, useEffect, useMemo, useReducer, useRef } from "react";
import { Pending } from "../engine/answers";
import type { FindHow } from "../engine/calls";
import { EngineClient } from "../engine/client";
import type { Known, Reader } from "../engine/reader";
import { isDropped } from "../engine/stale-error";
import type {
  BlockContent,
  Found,
  FrameFilter,
  OpenOptions,
  Progress,
  StepContent,
  TimingResult,
} from "../engine/types";
import type { Block, Frame } from "../engine/windows";
import { RECOGNISED } from "../session/options";
import type { Change } from "../session/outside";
import {
  firstOf,
  type Hover,
  lastOf,
  nextIn,
  previousIn,
  type Selection,
  START,
  sameSelection,
} from "../session/selection";
import {
  changeApplied,
  crashed,
  EMPTY_SESSION,
  filtered,
  filtering,
  type Input,
  inputReplaced,
  isCapture,
  isOpen,
  type KeyLog,
  measured,
  measuring,
  measuringEnded,
  NO_FILTER,
  opened,
  opening,
  pinned,
  progressed,
  pushUndo,
  type Session,
  select,
  selectFrame,
  turned,
  undoOrRedo,
  withEngine,
  withEngines,
  withKeyLog,
  withNotice,
} from "../session/session";
import { createStore, type Store, useStore } from "../session/store";
import { remember } from "./trail";

/** Behind all rows. */
const FAULT_ROW = 0xffff_ffff;

/** A worker that does not stop reading within this is ended, milliseconds. */
const STOP_MS = 1500;

export class Inspector {
  readonly store: Store<Session>;
  readonly client: EngineClient;
  /** What the pointer is over: apart from the session, as it changes with every move. */
  readonly hovered = createStore<Hover>(null);
  /** The opening that may go on: a newer one takes its place. */
  private opening = new AbortController();
  /** Turns of what is open, one after another: each begins with what the one before has left. */
  private turning: Promise<unknown> = Promise.resolve();
  private lastConnection = 0;
  /** The connection that was chosen last, while the page turns to it. */
  private wantedConnection: number | null = null;
  /** Number of the last thing that was selected by itself; steps that were asked before it are dropped. */
  private lastSelected = 0;
  /** What is being selected and has to be fetched first. */
  private finding: Promise<unknown> = Promise.resolve();
  /** Steps are taken one after another. */
  private stepping: Promise<void> = Promise.resolve();
  private measuring: AbortController | null = null;

  constructor(client: EngineClient = new EngineClient(), store: Store<Session> = createStore(EMPTY_SESSION)) {
    this.client = client;
    this.store = store;
    client.onCrash((message) => store.update((session) => crashed(session, message)));
    let { epoch } = store.get().reader;
    store.subscribe(() => {
      if (store.get().reader.epoch === epoch) return;
      epoch = store.get().reader.epoch;
      this.hover(null);
      this.endMeasuring(false);
    });
  }

  async loadEngines(): Promise<void> {
    const { engines, best } = await this.client.functions.engines();
    this.store.update((session) => withEngines(session, engines, best));
  }

  /**
   * Aborts the opening that is under way. A caller that has to fetch its input
   * first takes the signal before it fetches, and opens with it: it is dropped
   * when the person opens something else meanwhile.
   */
  begin(): AbortSignal {
    this.opening.abort();
    this.opening = new AbortController();
    return this.opening.signal;
  }

  /**
   * Opens an input in place of what is open; `row` is the one to select, where
   * the session has it. Whether that is what is shown then.
   */
  async open(
    input: Input,
    example: string | null,
    change: Partial<OpenOptions> = {},
    row: number | null = null,
    signal: AbortSignal = this.begin(),
  ): Promise<boolean> {
    if (signal.aborted) return false;
    this.store.update((session) => opening(pushUndo(session, input), input, example, change));
    return this.openNow(signal, row);
  }

  /** The same text, changed by typing. */
  async type(text: string) {
    const input: Input = { kind: "text", text };
    this.store.update((session) => ({
      ...opening(session, input, null, RECOGNISED),
      undone: null,
    }));
    await this.openNow(this.begin(), null);
  }

  /** Opens again what was replaced, or what that was undone for; whether there was such a thing. */
  async undo(redo = false): Promise<boolean> {
    const found = undoOrRedo(this.store.get(), redo);
    if (found === null) return false;
    const signal = this.begin();
    this.store.update(() => found.session);
    const { row, connection, change } = found.held;
    await this.openNow(signal, row, connection);
    if (change !== null && !signal.aborted) await this.change(change, row);
    return true;
  }

  /**
   * Opens a whole new text or file in the usual way, whatever was set for the
   * one before; with a key log, where one came along.
   */
  async bring(input: Input, keyLog: KeyLog | null = null, signal: AbortSignal = this.begin()) {
    if (signal.aborted) return;
    this.store.update((session) => {
      const replaced = pushUndo(session, input);
      return inputReplaced(keyLog === null ? replaced : withKeyLog(replaced, keyLog), input);
    });
    await this.openNow(signal, null);
  }

  /** A key log for the capture that is open, which is read again with it, or for the next one; null takes it away. */
  async setKeyLog(keyLog: KeyLog | null) {
    this.store.update((session) => withKeyLog(session, keyLog));
    const session = this.store.get();
    if (isCapture(session) || session.busy) await this.reopen({});
    else if (keyLog !== null) this.notice(`${keyLog.name} holds TLS secrets. Now drop the capture they belong to.`);
  }

  /** Says what became of something that was brought and not opened. */
  notice(message: string): void {
    this.store.update((session) => withNotice(session, message));
  }

  private async openNow(signal: AbortSignal, row: number | null, connection: number | null = null): Promise<boolean> {
    const { opening: number, options, input, keyLog } = this.store.get();
    const hear = (progress: Progress) => this.store.update((session) => progressed(session, number, progress));
    try {
      const content = input.kind === "text" ? input.text : input.file;
      const found = await this.client.open(content, options, keyLog?.file ?? null, hear, signal);
      if (found === null) {
        if (!signal.aborted) this.store.update((session) => crashed(session, "Reading was stopped."));
        return false;
      }
      let { opened: answer, reader } = found;
      if (answer.status === "ok" && connection !== null && connection !== answer.connection) {
        const turned = reader.isCapture ? await reader.selectConnection(connection) : null;
        if (turned !== null) {
          answer = { ...answer, ...turned.answer };
          reader = turned.reader;
        }
      }
      const selection = answer.status === "ok" ? await firstSelection(reader, answer.firstFault, row) : START;
      if (signal.aborted) return false;
      this.store.update((session) => opened(session, number, answer, reader, selection));
      return true;
    } catch (reason) {
      if (!signal.aborted && !isDropped(reason)) this.crash(reason);
      return false;
    }
  }

  /** Opens what is open once more, with other options. */
  async reopen(change: Partial<OpenOptions>, signal: AbortSignal = this.begin()): Promise<boolean> {
    if (signal.aborted) return false;
    const { input, example, opened } = this.store.get();
    const connection = opened?.status === "ok" && opened.connections !== null ? opened.connection : null;
    this.store.update((session) => opening(session, input, example, change));
    return this.openNow(signal, null, connection);
  }

  /** Says why something could not be opened at all. */
  refuse(message: string): void {
    this.store.update((session) => crashed(session, message));
  }

  /** Stops reading: what was read until then is shown. A worker that does not hear is ended. */
  async stop(): Promise<void> {
    const { opening: number } = this.store.get();
    this.client.stopOpening();
    await new Promise((resolve) => setTimeout(resolve, STOP_MS));
    const { opening: now, busy } = this.store.get();
    if (busy && now === number) this.crash("Decoding was stopped.");
  }

  /** Turns to another connection of the capture; of several that are chosen in haste, to the last. */
  selectConnection(number: number): Promise<boolean> {
    this.lastConnection += 1;
    const mine = this.lastConnection;
    this.wantedConnection = number;
    const turn = this.turn(async (reader) => {
      const { opened } = this.store.get();
      if (mine !== this.lastConnection || opened?.status !== "ok" || opened.connection === number) return null;
      const found = reader.isCapture ? await reader.selectConnection(number) : null;
      if (found === null) return null;
      const { answer: totals, reader: next } = found;
      const selection = totals.blocks === 0 ? START : await firstSelection(next, totals.firstFault, null);
      return (session) => turned(session, totals, next, selection);
    });
    return turn.finally(() => {
      if (mine === this.lastConnection) this.wantedConnection = null;
    });
  }

  /** `by` connections forward or back from the one chosen last, to the first or last at most. */
  async stepConnection(by: number): Promise<void> {
    const { opened } = this.store.get();
    if (opened?.status !== "ok" || opened.connections === null) return;
    const to = (this.wantedConnection ?? opened.connection) + by;
    await this.selectConnection(Math.max(Math.min(to, opened.connections - 1), 0));
  }

  /** A frame of the connection, and the block that it carries a part of. */
  async selectFrame(frame: Frame): Promise<void> {
    const { selection, timeline } = this.store.get();
    const isOther = frame.block !== selection.block || timeline.alone !== null;
    if (frame.block !== null && isOther && !(await this.selectBlock(frame.block))) return;
    this.store.update((session) => selectFrame(session, frame));
  }

  /** A frame by its number, also where the filter hides it: then nothing is filtered any more. */
  async showFrame(frame: number): Promise<void> {
    const { reader } = this.store.get();
    if (!reader.isCapture) return;
    let found = await reader.get((known) => known.frame(known.frameAt(frame)));
    if (found?.frame !== frame) {
      await this.filterFrames(NO_FILTER);
      found = await this.store.get().reader.get((known) => known.frame(frame));
    }
    if (found !== null) await this.selectFrame(found);
  }

  /** Which frames the timeline shows; of several choices in haste, the last counts. */
  filterFrames(change: Partial<FrameFilter>): Promise<boolean> {
    const filter = { ...this.store.get().timeline.filter, ...change };
    this.store.update((session) => filtering(session, filter));
    return this.turn(async (reader) => {
      if (this.store.get().timeline.filter !== filter) return null;
      if (!reader.isCapture) return null;
      const { frames, reader: next } = await reader.filtered(filter);
      return (session) => filtered(session, frames, next);
    });
  }

  /** Pins a guess on an unknown entry, or takes it away (null). */
  pin(direction: number, position: number, guess: { name: string; value: string | null } | null): Promise<boolean> {
    return this.turn(async (reader) => {
      const found =
        guess === null
          ? await reader.turn("unpin", direction, position)
          : await reader.turn("pin", direction, position, guess.name, guess.value);
      return found === null ? null : (session) => pinned(session, found.reader);
    });
  }

  /** Decodes anew with a change, or without the one that is applied (null), and stays at the block, or goes to `row`. */
  change(change: Change | null, row: number | null = null): Promise<boolean> {
    return this.turn(async (reader) => {
      const found = change === null ? await reader.turn("undoChange") : await reader.turn("applyChange", change);
      if (found === null) return null;
      const { answer: totals, reader: next } = found;
      const number = row === null ? this.store.get().selection.block : ((await next.row(row))?.block ?? 0);
      const block = await next.block(number);
      const first = block === null ? START : firstOf(block);
      const selection = row === null ? first : { ...first, row };
      return (session) => changeApplied(session, totals, next, selection, change);
    });
  }

  /**
   * Makes something else of what is open, after what was asked before:
   * whether it did. What comes after something else was opened is dropped.
   */
  private turn(task: (reader: Reader) => Promise<((session: Session) => Session) | null>): Promise<boolean> {
    const turn = this.turning.then(async () => {
      const { reader } = this.store.get();
      const change = await task(reader);
      if (change === null || this.store.get().reader !== reader) return false;
      this.store.update(change);
      return true;
    });
    const told = turn.catch((reason) => {
      if (isDropped(reason)) return false;
      throw reason;
    });
    this.turning = told.catch(() => {});
    return told;
  }

  select(selection: Selection): void {
    this.lastSelected += 1;
    this.store.update((session) => select(session, selection));
  }

  selectRow(row: number): Promise<boolean> {
    return this.selectFound(async (reader) => {
      const found = await reader.row(row);
      return found === null ? null : { block: found.block, row, fault: false, byte: null };
    });
  }

  selectBlock(block: number): Promise<boolean> {
    return this.selectFound(async (reader) => {
      const found = await reader.block(block);
      return found === null ? null : firstOf(found);
    });
  }

  /** The representation a byte belongs to: its row, or the fault. */
  selectByte(block: number, byte: number): Promise<boolean> {
    return this.selectFound(async (reader) => {
      const row = await reader.core.rowAtByte(block, byte);
      if (row >= 0) return { block, row, fault: false, byte };
      const found = await reader.block(block);
      return found?.fault ? { block, row: null, fault: true, byte } : null;
    });
  }

  /** Follows a link to another field: “back” leads to where it was followed. */
  async follow(row: number, byte: number | null = null): Promise<void> {
    const { selection: from, opening } = this.store.get();
    const isThere = await this.selectFound(async (reader) => {
      const found = await reader.row(row);
      return found === null ? null : { block: found.block, row, fault: false, byte };
    });
    if (isThere) remember(opening, from, this.store.get().selection);
  }

  hover(over: Hover): void {
    this.hovered.update((before) => (sameSelection(before, over) ? before : over));
  }

  /** One step forward or back, over block edges. */
  step(by: 1 | -1): Promise<void> {
    return this.move((reader, selection) => stepFrom(reader, selection, by));
  }

  /** `by` blocks forward or back, to the first or last at most. */
  stepBlock(by: number): Promise<void> {
    return this.move(async (reader, selection) => {
      const { opened } = this.store.get();
      const last = opened?.status === "ok" ? opened.blocks - 1 : 0;
      const block = await reader.block(Math.max(Math.min(selection.block + by, last), 0));
      return block === null || block.block === selection.block ? null : firstOf(block);
    });
  }

  /** Goes on from what is selected when everything asked before is done, however fast a key repeats. */
  private move(from: (reader: Reader, selection: Selection) => Promise<Selection | null>): Promise<void> {
    const asked = this.lastSelected;
    this.stepping = this.stepping.then(async () => {
      await this.finding;
      if (asked !== this.lastSelected) return;
      const { selection, reader } = this.store.get();
      const to = await from(reader, selection).catch(nothingIfDropped);
      if (to === null || asked !== this.lastSelected || this.store.get().reader.epoch !== reader.epoch) return;
      this.store.update((session) => select(session, to));
    });
    return this.stepping;
  }

  /** To the block that answers the selected one, or that it answers, if there is one. */
  selectOtherSide(): Promise<void> {
    return this.move(async (reader, selection) => {
      const other = await reader.core.otherSide(selection.block);
      const block = other < 0 ? null : await reader.block(other);
      return block === null ? null : firstOf(block);
    });
  }

  /** To where `text` stands: here or behind, behind, or before what is selected. What was found; null for no text. */
  async find(text: string, how: FindHow): Promise<Found | null> {
    let found: Found | null = null;
    await this.selectFound(async (reader) => {
      const { block, row, fault } = this.store.get().selection;
      found = await reader.core.find(text, [block, fault ? FAULT_ROW : (row ?? 0)], how);
      const place = found?.place ?? null;
      if (place === null) return null;
      return { ...place, fault: place.row === null, byte: null };
    });
    return found;
  }

  /** To the moment at which `done` rows have been decoded. */
  async goTo(done: number): Promise<void> {
    if (done <= 0) this.select(START);
    else await this.selectRow(done - 1);
  }

  /** To the next block with a fault, or the first when none follows. */
  async selectFault(): Promise<void> {
    await this.selectFound(async (reader) => {
      const { opened, selection } = this.store.get();
      if (opened?.status !== "ok" || opened.firstFault === null) return null;
      const from = selection.fault ? selection.block + 1 : selection.block;
      for (let number = from; number < opened.blocks; number += 1) {
        const block = await reader.block(number);
        if (block?.fault) return lastOf(block);
      }
      const first = await reader.block(opened.firstFault);
      return first === null ? null : lastOf(first);
    });
  }

  /** Selects what has to be found first, unless something else is selected meanwhile; whether it did. */
  private selectFound(find: (reader: Reader) => Promise<Selection | null>): Promise<boolean> {
    this.lastSelected += 1;
    const mine = this.lastSelected;
    const { reader } = this.store.get();
    const found = find(reader).then((selection) => {
      if (selection === null || mine !== this.lastSelected) return false;
      if (this.store.get().reader.epoch !== reader.epoch) return false;
      this.store.update((session) => select(session, selection));
      return true;
    });
    const told = found.catch((reason) => nothingIfDropped(reason) ?? false);
    this.finding = told.catch(() => {});
    return told;
  }

  async setEngine(id: string): Promise<void> {
    this.endMeasuring(false);
    this.store.update((session) => withEngine(session, id));
    await this.store.get().reader.core.setEngine(id).catch(nothingIfDropped);
  }

  async measure(block: number): Promise<void> {
    this.endMeasuring(false);
    const run = new AbortController();
    this.measuring = run;
    this.store.update((session) => measuring(session, block));
    try {
      const hear = (result: TimingResult) => {
        if (!run.signal.aborted) this.store.update((session) => measured(session, result));
      };
      await this.store.get().reader.measure(block, hear, run.signal);
    } catch (reason) {
      nothingIfDropped(reason);
    } finally {
      if (this.measuring === run) this.endMeasuring(false);
    }
  }

  stopMeasuring(): void {
    this.endMeasuring(true);
  }

  /** `stopped`: by the person. */
  private endMeasuring(stopped: boolean): void {
    this.measuring?.abort();
    this.measuring = null;
    this.store.update((session) => {
      const isSame = session.timing.measuring === null && session.timing.stopped === stopped;
      return isSame ? session : measuringEnded(session, stopped || session.timing.stopped);
    });
  }

  /** The worker is of no use any more: it is ended, and the listeners told why. */
  private crash(reason: unknown): void {
    this.client.abandon(reason instanceof Error ? reason.message : String(reason));
  }
}

function nothingIfDropped(reason: unknown): null {
  if (isDropped(reason)) return null;
  throw reason;
}

/** One step from a selection; null at either end. */
async function stepFrom(reader: Reader, selection: Selection, by: 1 | -1): Promise<Selection | null> {
  const block = await reader.block(selection.block);
  if (block === null) return null;
  const within = by === 1 ? nextIn(block, selection) : previousIn(block, selection);
  if (within !== null) return within;
  const other = await reader.block(selection.block + by);
  return other === null ? null : by === 1 ? firstOf(other) : lastOf(other);
}

/** The row a link names; else the first fault; else the first row. */
async function firstSelection(reader: Reader, firstFault: number | null, row: number | null): Promise<Selection> {
  if (row !== null) {
    const found = await reader.row(row);
    if (found !== null) return { block: found.block, row, fault: false, byte: null };
  }
  const block = await reader.block(firstFault ?? 0);
  if (block === null) return START;
  return firstFault === null ? firstOf(block) : lastOf(block);
}

export const InspectorContext = createContext<Inspector | null>(null);

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (inspector === null) throw new Error("an Inspector stands above every pane");
  return inspector;
}

export function useSession<Part>(read: (session: Session) => Part): Part {
  return useStore(useInspector().store, read);
}

/** What the pointer is over. */
export function useHovered<Part>(read: (over: Hover) => Part): Part {
  return useStore(useInspector().hovered, read);
}

/** What reads the session that is shown. */
export function useReader(): Reader {
  return useSession((session) => session.reader);
}

/** Reads what is known of the session: null until it is, and then the component is drawn again. */
export function useKnown(): <Answer>(read: (known: Known) => Answer) => Answer | null {
  const reader = useReader();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const missing = new Set<Promise<void>>();
  useEffect(() => {
    let live = true;
    for (const until of missing) until.then(() => live && drawAgain());
    return () => {
      live = false;
    };
  });
  return (read) => {
    try {
      return read(reader.known);
    } catch (thrown) {
      if (thrown instanceof Pending) missing.add(thrown.until);
      else if (!isDropped(thrown)) throw thrown;
      return reader.before === null ? null : reader.before.peek(read);
    }
  };
}

/** The same; what was read last stays until the next is known, so that panes do not flicker while a person steps. */
export function useRead<Answer>(read: (known: Known) => Answer): Answer | null {
  const { session } = useReader();
  const found = useKnown()((known) => ({ session, answer: read(known) }));
  const last = useRef<typeof found>(null);
  useEffect(() => {
    if (found !== null) last.current = found;
  });
  const shown = found ?? last.current;
  return shown?.session === session ? shown.answer : null;
}

/** The selected block, or null while it is not here, and where a frame without one is chosen. */
export function useSelectedBlock(): Block | null {
  const isAlone = useSession((session) => session.timeline.alone !== null);
  const number = useSession((session) => session.selection.block);
  const block = useKnown()((known) => known.block(number));
  return isAlone ? null : block;
}

/** What the panes show of the selected block, with its number. */
export function useSelectedContent(): (BlockContent & { block: number }) | null {
  const block = useSession((session) => session.selection.block);
  const isAlone = useSession((session) => session.timeline.alone !== null);
  const content = useKnown()((known) => (known.block(block) === null ? null : known.content(block)));
  return useMemo(() => (content === null || isAlone ? null : { block, ...content }), [content, block, isAlone]);
}

/** What the panes show of the selected step: as it was before, until it is known. */
export function useSelectedStep(): StepContent | null {
  const { block, row, fault } = useSession((session) => session.selection);
  const isSomething = useSession(isOpen);
  return useRead((known) => (isSomething ? known.step(block, row, fault) : null));
}
