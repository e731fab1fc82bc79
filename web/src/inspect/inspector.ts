/**
 * What the panes share: the session's state, the engine, and everything a
 * person can do. Panes read the state and call these actions; they never talk
 * to one another.
 */
import { createContext, useContext, useEffect, useReducer } from "react";
import { EngineClient, PAGE } from "../engine/client";
import type { BlockOctets, FrameFilter, Opened, OpenOptions } from "../engine/types";
import type { Block, Frame, Row } from "../engine/windows";
import type { AppliedChange } from "../session/fragment";
import { firstOf, type Hover, lastOf, nextIn, previousIn, type Selection, START } from "../session/selection";
import {
  brought,
  crashed,
  EMPTY_SESSION,
  filtered,
  hover,
  type Input,
  isCapture,
  type KeyLog,
  measured,
  measuring,
  measuringEnded,
  NO_FILTER,
  noticed,
  opened,
  opening,
  progressed,
  redecoded,
  refreshed,
  replacing,
  restoring,
  type Session,
  select,
  selectFrame,
  turned,
  withEngine,
  withEngines,
  withKeyLog,
} from "../session/session";
import { createStore, useStore } from "../session/store";
import { useAnswer } from "../ui/use-answer";
import { remember } from "./trail";

/** Blocks whose octets are kept at hand. */
const OCTETS_KEPT = 4;

/** A worker that does not stop reading within this is ended, milliseconds. */
const STOP_MS = 1500;

export class Inspector {
  readonly store = createStore<Session>(EMPTY_SESSION);
  readonly client = new EngineClient();
  private octetsHeld = new Map<number, Promise<BlockOctets>>();
  /** Steps are taken one after another, however fast the key repeats. */
  private stepping: Promise<void> = Promise.resolve();
  private measureRun = 0;
  private filterRun = 0;

  constructor() {
    this.client.onCrash = (message) => this.store.update((session) => crashed(session, message));
  }

  async loadEngines(): Promise<void> {
    const { engines, best } = await this.client.engines();
    this.store.update((session) => withEngines(session, engines, best));
  }

  /** Opens an input in place of what is open; `row` is the one to select, where the session has it. */
  async open(input: Input, example: string | null, change: Partial<OpenOptions> = {}, row: number | null = null) {
    this.store.update((session) => opening(replacing(session, input), input, example, change));
    await this.openNow(row);
  }

  /** The same text, changed by typing. */
  async type(text: string) {
    const input: Input = { kind: "text", text };
    this.store.update((session) => ({
      ...opening(session, input, null, { format: null, content: null }),
      undone: null,
    }));
    await this.openNow(null);
  }

  /** Opens again what was replaced, or what that was undone for; whether there was such a thing. */
  async undo(redo = false): Promise<boolean> {
    const found = restoring(this.store.get(), redo);
    if (found === null) return false;
    this.store.update(() => found.session);
    const { row, connection, change } = found.held;
    await this.openNow(row, connection);
    if (change !== null) await this.change(change, row);
    return true;
  }

  /**
   * Opens a whole new text or file in the usual way, whatever was set for the
   * one before; with a key log, where one came along.
   */
  async bring(input: Input, keyLog: KeyLog | null = null) {
    this.store.update((session) => {
      const replaced = replacing(session, input);
      return brought(keyLog === null ? replaced : withKeyLog(replaced, keyLog), input);
    });
    await this.openNow(null);
  }

  /** A key log for the capture that is open, which is read again with it, or for the next one; null takes it away. */
  async setKeyLog(keyLog: KeyLog | null) {
    this.store.update((session) => withKeyLog(session, keyLog));
    if (isCapture(this.store.get())) await this.reopen({});
    else if (keyLog !== null) this.notice(`${keyLog.name} holds TLS secrets. Now drop the capture they belong to.`);
  }

  /** Says what became of something that was brought and not opened. */
  notice(message: string): void {
    this.store.update((session) => noticed(session, message));
  }

  private async openNow(row: number | null, connection: number | null = null) {
    const { opening: number, options, input, keyLog } = this.store.get();
    let answer: Opened | null;
    try {
      const content = input.kind === "text" ? input.text : input.file;
      answer = await this.client.open(content, options, keyLog?.file ?? null, (progress) =>
        this.store.update((session) => progressed(session, number, progress)),
      );
    } catch (reason) {
      if (this.store.get().opening === number) this.crash(reason);
      return;
    }
    if (this.store.get().opening !== number) return;
    this.octetsHeld.clear();
    if (answer === null) {
      this.store.update((session) => crashed(session, "Reading was stopped."));
      return;
    }
    if (answer.status === "ok" && connection !== null && connection !== answer.connection) {
      const totals = await this.client.selectConnection(connection);
      if (totals !== null) answer = { ...answer, ...totals };
    }
    const selection = answer.status === "ok" ? await this.firstSelection(answer.firstFault, row) : START;
    const shown = answer;
    this.store.update((session) => opened(session, number, shown, selection));
  }

  /** Opens what is open once more, with other options. */
  async reopen(change: Partial<OpenOptions>) {
    const { input, example, opened } = this.store.get();
    const connection = opened?.status === "ok" && opened.connections !== null ? opened.connection : null;
    this.store.update((session) => opening(session, input, example, change));
    await this.openNow(null, connection);
  }

  /** Says why something could not be opened at all. */
  refuse(message: string): void {
    this.store.update((session) => crashed(session, message));
  }

  /** Stops reading: what was read until then is shown. A worker that does not hear is ended. */
  async stop(): Promise<void> {
    const { opening: number } = this.store.get();
    this.client.core.stopOpening();
    await new Promise((resolve) => setTimeout(resolve, STOP_MS));
    const { opening: now, busy } = this.store.get();
    if (busy && now === number) this.crash("Decoding was stopped.");
  }

  /** Turns to another connection of the capture. */
  async selectConnection(number: number): Promise<void> {
    const before = this.store.get().opened;
    if (before?.status !== "ok" || before.connection === number) return;
    this.measureRun += 1;
    const totals = await this.client.selectConnection(number);
    if (totals === null) return;
    this.octetsHeld.clear();
    const selection = totals.blocks === 0 ? START : await this.firstSelection(totals.firstFault, null);
    this.store.update((session) => (session.opened === before ? turned(session, totals, selection) : session));
  }

  /** A frame of the connection, and the block that it carries a part of. */
  async selectFrame(frame: Frame): Promise<void> {
    const { selection, timeline } = this.store.get();
    const isOther = frame.block !== selection.block || timeline.alone !== null;
    if (frame.block !== null && isOther) await this.selectBlock(frame.block);
    this.store.update((session) => selectFrame(session, frame));
  }

  /** A frame by its number, also where the filter hides it: then nothing is filtered any more. */
  async showFrame(frame: number): Promise<void> {
    const at = await this.client.core.frameAt(frame);
    let found = at < 0 ? null : await this.client.frame(at);
    if (found?.frame !== frame) {
      await this.filterFrames(NO_FILTER);
      found = await this.client.frame(frame);
    }
    if (found !== null) await this.selectFrame(found);
  }

  /** Which frames the timeline shows. */
  async filterFrames(change: Partial<FrameFilter>): Promise<void> {
    this.filterRun += 1;
    const run = this.filterRun;
    const { opened, timeline } = this.store.get();
    const filter = { ...timeline.filter, ...change };
    this.store.update((session) => filtered(session, filter, session.timeline.frames));
    const frames = await this.client.filterFrames(filter);
    if (run !== this.filterRun || this.store.get().opened !== opened) return;
    this.store.update((session) => filtered(session, { ...session.timeline.filter }, frames));
  }

  select(selection: Selection): void {
    this.store.update((session) => select(session, selection));
  }

  async selectRow(row: number): Promise<void> {
    const found = await this.client.row(row);
    if (found !== null) this.select({ block: found.block, row, fault: false, octet: null });
  }

  async selectBlock(block: number): Promise<void> {
    const found = await this.client.block(block);
    if (found !== null) this.select(firstOf(found));
  }

  /** The representation an octet belongs to: its row, or the fault. */
  async selectOctet(block: number, octet: number): Promise<void> {
    const row = await this.client.core.rowAtOctet(block, octet);
    if (row >= 0) return this.select({ block, row, fault: false, octet });
    const found = await this.client.block(block);
    if (found?.fault) this.select({ block, row: null, fault: true, octet });
  }

  /** Follows a link to another field: “back” leads to where it was followed. */
  async follow(row: number, octet: number | null = null): Promise<void> {
    const { selection: from, opening } = this.store.get();
    const found = await this.client.row(row);
    if (found === null || this.store.get().opening !== opening) return;
    const to = { block: found.block, row, fault: false, octet };
    this.select(to);
    remember(opening, from, to);
  }

  /** Pins a guess on an unknown entry, or takes it away (null). */
  async pin(direction: number, position: number, guess: { name: string; value: string | null } | null): Promise<void> {
    await this.client.pin(direction, position, guess);
    this.store.update(refreshed);
  }

  /** Decodes anew with a change, or without the one that is applied (null), and stays at the block, or goes to `row`. */
  async change(change: AppliedChange | null, row: number | null = null): Promise<boolean> {
    const before = this.store.get().opened;
    this.measureRun += 1;
    const totals = await this.client.change(change);
    if (totals === null) return false;
    this.octetsHeld.clear();
    const number = row === null ? this.store.get().selection.block : ((await this.client.row(row))?.block ?? 0);
    const block = await this.client.block(number);
    const first = block === null ? START : firstOf(block);
    const selection = row === null ? first : { ...first, row };
    const applied = change === null ? null : { change: change.change, what: change.what };
    this.store.update((session) =>
      session.opened === before ? redecoded(session, totals, selection, applied) : session,
    );
    return true;
  }

  hover(over: Hover): void {
    this.store.update((session) => hover(session, over));
  }

  /** One step forward or back, over block edges. */
  step(by: 1 | -1): Promise<void> {
    this.stepping = this.stepping.then(
      () => this.stepNow(by),
      () => this.stepNow(by),
    );
    return this.stepping;
  }

  /** To the moment at which `done` rows have been decoded. */
  async goTo(done: number): Promise<void> {
    if (done <= 0) this.select(START);
    else await this.selectRow(done - 1);
  }

  /** To the next block with a fault, or the first when none follows. */
  async selectFault(): Promise<void> {
    const { opened, selection } = this.store.get();
    if (opened?.status !== "ok" || opened.firstFault === null) return;
    const from = selection.fault ? selection.block + 1 : selection.block;
    for (let number = from; number < opened.blocks; number += 1) {
      const block = await this.client.block(number);
      if (block?.fault) return this.select(lastOf(block));
    }
    const first = await this.client.block(opened.firstFault);
    if (first !== null) this.select(lastOf(first));
  }

  /** A block's octets and their places in the text. */
  octets(block: number): Promise<BlockOctets> {
    const held = this.octetsHeld.get(block);
    if (held !== undefined) return held;
    const asked = this.client.core.octets(block);
    this.octetsHeld.set(block, asked);
    for (const oldest of this.octetsHeld.keys()) {
      if (this.octetsHeld.size <= OCTETS_KEPT) break;
      this.octetsHeld.delete(oldest);
    }
    return asked;
  }

  /**
   * The row after which a block's table is as selected, −1 for the start. At
   * a fault, and before a block's first field, that is the last step before
   * it in the same direction: each direction has a table of its own.
   */
  async tableRow(selection: Selection): Promise<number> {
    if (selection.row !== null) return selection.row;
    const block = await this.client.block(selection.block);
    if (block === null) return -1;
    if (selection.fault && block.rows > 0) return block.firstRow + block.rows - 1;
    for (let number = block.block - 1; number >= 0; number -= 1) {
      const earlier = await this.client.block(number);
      if (earlier?.direction === block.direction && earlier.rows > 0) return earlier.firstRow + earlier.rows - 1;
    }
    return -1;
  }

  async setEngine(id: string): Promise<void> {
    this.measureRun += 1;
    this.store.update((session) => withEngine(session, id));
    await this.client.core.setEngine(id);
  }

  async measure(block: number): Promise<void> {
    this.measureRun += 1;
    const run = this.measureRun;
    this.store.update((session) => measuring(session, block));
    try {
      await this.client.measure(block, (result) => {
        if (run === this.measureRun) this.store.update((session) => measured(session, result));
      });
    } finally {
      if (run === this.measureRun) this.store.update((session) => measuringEnded(session, false));
    }
  }

  async stopMeasuring(): Promise<void> {
    this.measureRun += 1;
    this.store.update((session) => measuringEnded(session, true));
    await this.client.core.stopMeasuring();
  }

  private async stepNow(by: 1 | -1): Promise<void> {
    const { selection } = this.store.get();
    const block = await this.client.block(selection.block);
    if (block === null) return;
    const within = by === 1 ? nextIn(block, selection) : previousIn(block, selection);
    if (within !== null) return this.select(within);
    const other = await this.client.block(selection.block + by);
    if (other !== null) this.select(by === 1 ? firstOf(other) : lastOf(other));
  }

  /** The row a link names; else the first fault; else the first row. */
  private async firstSelection(firstFault: number | null, row: number | null): Promise<Selection> {
    if (row !== null) {
      const found = await this.client.row(row);
      if (found !== null) return { block: found.block, row, fault: false, octet: null };
    }
    const block = await this.client.block(firstFault ?? 0);
    if (block === null) return START;
    return firstFault === null ? firstOf(block) : lastOf(block);
  }

  private crash(reason: unknown): void {
    this.client.end();
    const message = reason instanceof Error ? reason.message : String(reason);
    this.store.update((session) => crashed(session, message));
  }
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

/**
 * Rows [from, to) as far as they are here; the others are fetched, and the
 * component drawn again when they have come.
 */
export function useRowsAt(from: number, to: number): (row: number) => Row | null {
  const { client } = useInspector();
  usePages(
    from,
    to,
    (at) => client.peekRow(at),
    (at) => client.row(at),
  );
  return (row) => client.peekRow(row);
}

/** Blocks [from, to), in the same way. */
export function useBlocksAt(from: number, to: number): (block: number) => Block | null {
  const { client } = useInspector();
  usePages(
    from,
    to,
    (at) => client.peekBlock(at),
    (at) => client.block(at),
  );
  return (block) => client.peekBlock(block);
}

/** Frames at places [from, to) of the timeline, in the same way. */
export function useFramesAt(from: number, to: number): (at: number) => Frame | null {
  const { client } = useInspector();
  const timeline = useSession((session) => session.timeline.filter);
  usePages(
    from,
    to,
    (at) => client.peekFrame(at),
    (at) => client.frame(at),
    timeline,
  );
  return (at) => client.peekFrame(at);
}

function usePages(
  from: number,
  to: number,
  peek: (at: number) => unknown,
  fetch: (at: number) => Promise<unknown>,
  of: unknown = null,
): void {
  const opened = useSession((session) => session.opened);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const firstPage = Math.floor(from / PAGE);
  const pages = to > from ? Math.floor((to - 1) / PAGE) - firstPage + 1 : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages and the session decide, not the functions
  useEffect(() => {
    let live = true;
    for (let page = firstPage; page < firstPage + pages; page += 1) {
      const at = Math.max(page * PAGE, from);
      if (peek(at) !== null) continue;
      fetch(at).then(
        () => live && drawAgain(),
        () => {},
      );
    }
    return () => {
      live = false;
    };
  }, [firstPage, pages, opened, of]);
}

/** The selected block, or null while it is not here, and where a frame without one is chosen. */
export function useSelectedBlock(): Block | null {
  const { client } = useInspector();
  const isAlone = useSession((session) => session.timeline.alone !== null);
  const opened = useSession((session) => session.opened);
  const number = useSession((session) => session.selection.block);
  const fetched = useAnswer(() => client.block(number), [number, opened]);
  if (isAlone) return null;
  return client.peekBlock(number) ?? (fetched?.block === number ? fetched : null);
}

/** The octets of the selected block, with the block's number. */
export function useSelectedOctets(): (BlockOctets & { block: number }) | null {
  const inspector = useInspector();
  const opened = useSession((session) => session.opened);
  const block = useSession((session) => session.selection.block);
  const isAlone = useSession((session) => session.timeline.alone !== null);
  const answer = useAnswer(async () => {
    if (opened?.status !== "ok" || block >= opened.blocks) return null;
    return { block, ...(await inspector.octets(block)) };
  }, [block, opened]);
  return answer?.block === block && !isAlone ? answer : null;
}
