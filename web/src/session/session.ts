/**
 * The open input and the selection in it: plain state and pure functions, which
 * return the same object if nothing changes.
 */
import { NO_READER, type Reader } from "../engine/reader";
import type {
  FrameFilter,
  MenuOption,
  Opened,
  OpenOptions,
  Progress,
  SessionTotals,
  TimingResult,
} from "../engine/types";
import type { Frame } from "../engine/windows";
import { DEFAULT_OPTIONS, DEFAULT_START, RECOGNIZED, type StartOptions, startOf, withOptions } from "./options";
import type { Change } from "./schemas";
import { type Selection, START, sameSelection } from "./selection";

/** The user's input: text, or a file, which is not read as a whole. */
export type Input = { kind: "text"; text: string } | { kind: "file"; name: string; file: Blob };

/** TLS secrets for a capture. */
export type KeyLog = { name: string; file: Blob };

export type Session = {
  input: Input;
  /** Id of the unedited example that the input is. */
  example: string | null;
  options: OpenOptions;
  /** Kept for the next capture too: a key log names its connections itself. */
  keyLog: KeyLog | null;
  /** The start of the previous text, if it was replaced by this one, which has the default start. */
  previousStart: StartOptions | null;
  opened: Opened | null;
  /** Changes with the input, connection, change and guesses. */
  reader: Reader;
  /** Incremented by every opening, to recognize outdated answers. */
  opening: number;
  phase: Phase;
  /** A sentence about an input that was not opened. */
  notice: string | null;
  /** The applied change. */
  change: Change | null;
  /** The undo and redo history. */
  replaced: Replaced | null;
  undone: Replaced | null;
  timeline: Timeline;
  selection: Selection;
  engines: MenuOption[];
  timing: Timing;
};

/**
 * Of the opening: what was open before stays visible until it settles, with fields or a refusal. Without an answer,
 * because the worker failed or the input could not be fetched, it fails with a sentence. `progress`: null unless reading
 * takes long.
 */
export type Phase =
  | { is: "settled" }
  | { is: "opening"; progress: Progress | null }
  | { is: "failed"; message: string };

const SETTLED: Phase = { is: "settled" };

/** A replaced input and its view: enough to open it again. */
export type Replaced = Pick<Session, "input" | "example" | "options" | "keyLog" | "change" | "replaced" | "undone"> & {
  row: number | null;
  connection: number | null;
  /** The input that replaced it. */
  by: Input;
};

export type Timing = {
  /** Results with the chosen engine, by block. */
  results: ReadonlyMap<number, TimingResult>;
  /** The block being measured. */
  measuring: number | null;
  /** The user stopped measuring, which then waits to be started again. */
  stopped: boolean;
};

/** The visible frames of the connection. */
export type Timeline = {
  filter: FrameFilter;
  /** The selected frame; null for the selected block's. */
  frame: number | null;
  /** The selected frame if it carries no part of a block: then no block is shown. */
  frameWithoutBlock: Frame | null;
  /** The user asked for all views of a capture that has few frames. */
  isExpanded: boolean;
  /** Null until one is chosen. */
  tab: CaptureTab | null;
};

/** The views of a capture; “input” for pasted text only. */
export type CaptureTab = "input" | "requests" | "frames" | "summary" | "settings" | "problems";

export const NO_FILTER: FrameFilter = { stream: null, kind: null, blocks: false, sender: null, text: "" };

const NO_TIMELINE: Timeline = { filter: NO_FILTER, frame: null, frameWithoutBlock: null, isExpanded: false, tab: null };

export function isFiltered(filter: FrameFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
}

const NO_TIMING: Timing = { results: new Map(), measuring: null, stopped: false };

export const EMPTY_SESSION: Session = {
  input: { kind: "text", text: "" },
  example: null,
  options: DEFAULT_OPTIONS,
  keyLog: null,
  previousStart: null,
  opened: null,
  reader: NO_READER,
  opening: 0,
  phase: SETTLED,
  notice: null,
  change: null,
  replaced: null,
  undone: null,
  timeline: NO_TIMELINE,
  selection: START,
  engines: [],
  timing: NO_TIMING,
};

/** Starts opening a new input, or the same with new options: the old one stays visible until the answer arrives. */
export function opening(
  session: Session,
  input: Input,
  example: string | null,
  change: Partial<OpenOptions> = {},
): Session {
  return {
    ...session,
    input,
    example,
    options: withOptions(session.options, change),
    previousStart: null,
    opening: session.opening + 1,
    phase: { is: "opening", progress: null },
    notice: null,
    change: null,
  };
}

/** Number of replacements that can be undone. */
const UNDO_MOST = 20;

/** The open session, to be opened again, with what replaces it. */
function snapshotOf(session: Session, by: Input): Replaced {
  const { input, example, options, keyLog, change, replaced, undone, selection, opened } = session;
  const connection = opened?.status === "ok" && opened.connections !== null ? opened.connection : null;
  return { input, example, options, keyLog, change, replaced, undone, row: selection.row, connection, by };
}

/** Remembers the open session before `by` replaces it. */
export function pushUndo(session: Session, by: Input): Session {
  if (isEmpty(session.input)) return { ...session, undone: null };
  return { ...session, replaced: cut(snapshotOf(session, by), UNDO_MOST), undone: null };
}

function cut(snapshot: Replaced | null, most: number): Replaced | null {
  if (snapshot === null || most === 0) return null;
  return { ...snapshot, undone: null, replaced: cut(snapshot.replaced, most - 1) };
}

/** Restores the replaced session, or the undone one (`redo`); null if there is none. */
export function undoOrRedo(session: Session, redo: boolean): { session: Session; snapshot: Replaced } | null {
  const snapshot = redo ? session.undone : session.replaced;
  if (snapshot === null) return null;
  const now = snapshotOf(session, snapshot.input);
  const opened = { ...opening(session, snapshot.input, snapshot.example, snapshot.options), keyLog: snapshot.keyLog };
  return {
    snapshot,
    session: redo
      ? { ...opened, replaced: { ...now, undone: null }, undone: snapshot.undone }
      : { ...opened, replaced: snapshot.replaced, undone: { ...now, replaced: null, undone: session.undone } },
  };
}

/** A new text or file, with default options; options set before the first input were meant for it. */
export function inputReplaced(session: Session, input: Input): Session {
  const set = isEmpty(session.input) ? null : startOf(session.options);
  const change = set === null ? RECOGNIZED : { ...RECOGNIZED, ...DEFAULT_START };
  return { ...opening(session, input, null, change), previousStart: set };
}

function isEmpty(input: Input): boolean {
  return input.kind === "text" && input.text.trim() === "";
}

/** True if the input is the user's own, which exists nowhere else. */
export function isOwn(session: Session): boolean {
  return session.example === null && !isEmpty(session.input);
}

/** Applies the answer to opening number `number`; an outdated answer changes nothing. */
export function openFinished(
  session: Session,
  number: number,
  answer: Opened,
  reader: Reader,
  selection: Selection,
): Session {
  if (number !== session.opening) return session;
  // Text in another encoding than UTF-8 is replaced by the decoded text, which places refer to.
  const text = answer.status === "ok" ? answer.text : null;
  const input: Input = text === null ? session.input : { kind: "text", text };
  return {
    ...session,
    input,
    opened: answer,
    reader,
    phase: SETTLED,
    // What is being typed stays in view.
    timeline: session.timeline.tab === "input" ? { ...NO_TIMELINE, tab: "input" } : NO_TIMELINE,
    selection,
    timing: NO_TIMING,
  };
}

/** Updates the progress of opening number `number`. */
export function progressChanged(session: Session, number: number, progress: Progress): Session {
  return number === session.opening && isOpening(session)
    ? { ...session, phase: { is: "opening", progress } }
    : session;
}

export function connectionChanged(
  session: Session,
  totals: SessionTotals,
  reader: Reader,
  selection: Selection,
): Session {
  if (session.opened?.status !== "ok") return session;
  return {
    ...session,
    opened: { ...session.opened, ...totals },
    reader,
    change: null,
    timeline: { ...NO_TIMELINE, tab: session.timeline.tab },
    selection,
    timing: NO_TIMING,
  };
}

export function withKeyLog(session: Session, keyLog: KeyLog | null): Session {
  return session.keyLog === keyLog ? session : { ...session, keyLog };
}

export function filterFrames(session: Session, change: Partial<FrameFilter>): Session {
  const { timeline } = session;
  const filter = { ...timeline.filter, ...change };
  return { ...session, timeline: { ...timeline, filter, tab: isFiltered(filter) ? "frames" : timeline.tab } };
}

export function showTab(session: Session, tab: CaptureTab): Session {
  return { ...session, timeline: { ...session.timeline, tab } };
}

/** Selects a frame, after its block, if it carries one. */
export function selectFrame(session: Session, frame: Frame): Session {
  if (session.timeline.frame === frame.frame) return session;
  const alone = frame.block === null ? frame : null;
  return { ...session, timeline: { ...session.timeline, frame: frame.frame, frameWithoutBlock: alone } };
}

export function crashed(session: Session, message: string): Session {
  return {
    ...session,
    opened: null,
    reader: NO_READER,
    phase: { is: "failed", message },
    timeline: NO_TIMELINE,
    selection: START,
    timing: NO_TIMING,
  };
}

export function select(session: Session, selection: Selection): Session {
  const { frameWithoutBlock: alone } = session.timeline;
  if (alone === null && sameSelection(session.selection, selection)) return session;
  // The timeline follows the block.
  const stays = alone === null && session.selection.block === selection.block;
  const timeline = stays ? session.timeline : { ...session.timeline, frame: null, frameWithoutBlock: null };
  return { ...session, selection, timeline };
}

/** Sets the available engines; `best` is the default. */
export function withEngines(session: Session, engines: MenuOption[], best: string): Session {
  if (session.options.engine !== "") return { ...session, engines };
  return { ...session, engines, options: withOptions(session.options, { engine: best }) };
}

/** Sets the engine and drops the other engine's results. */
export function withEngine(session: Session, engine: string): Session {
  const options = withOptions(session.options, { engine });
  return options === session.options ? session : { ...session, options, timing: NO_TIMING };
}

/** `block`: the one being measured; null once that has ended. `stopped`: by the user. */
export function measuring(session: Session, block: number | null, stopped = false): Session {
  return { ...session, timing: { ...session.timing, measuring: block, stopped } };
}

/** Rounds after which medians hardly change any more. */
const STABLE_ROUNDS = 5;

/** Figures are shown once they are stable, each step's at its place; until then, those from before. */
export function measured(session: Session, result: TimingResult): Session {
  const before = session.timing.results.get(result.block);
  const isStable = result.done || result.rounds >= STABLE_ROUNDS;
  const steps = before?.steps.slice() ?? [];
  if (isStable) for (const step of result.steps) steps[step.row - result.firstRow] = step;
  const shown = { ...result, steps, whole: isStable ? result.whole : (before?.whole ?? null) };
  const results = new Map(session.timing.results).set(result.block, shown);
  return { ...session, timing: { ...session.timing, results } };
}

export function hasBlocks(session: Session): session is Session & { opened: Extract<Opened, { status: "ok" }> } {
  return session.opened?.status === "ok" && session.opened.blocks > 0;
}

export function isOpening({ phase }: Session): boolean {
  return phase.is === "opening";
}

/** Why there is no answer; null if there is one, or none yet. */
export function failureOf({ phase }: Session): string | null {
  return phase.is === "failed" ? phase.message : null;
}

/** Whether the input could not be decoded. */
export function isRefused({ opened, phase }: Session): boolean {
  return opened?.status === "refused" || phase.is === "failed";
}

/** Whether what is open has connections and frames. */
export function isCapture(session: Session): boolean {
  return session.opened?.status === "ok" && session.opened.connections !== null;
}

/** Fewer frames than this, of one connection, are a line above the bytes. */
const FRAMES_LEAST = 5;

/** Whether what is open has the layout of a capture: its requests and frames, and the selected block. */
export function hasCaptureLayout(session: Session): boolean {
  if (!isCapture(session)) return false;
  if (!hasBlocks(session) || session.timeline.isExpanded) return true;
  return session.opened.connections !== 1 || session.opened.frames >= FRAMES_LEAST;
}

/** Shows all views of a capture that has few frames. */
export function expandCapture(session: Session): Session {
  return { ...session, timeline: { ...session.timeline, isExpanded: true } };
}

/** Whether the selected connection has nothing to show: it could not be read, or carries no HTTP/2. */
export function isWithoutFrames(session: Session): boolean {
  return isCapture(session) && !hasBlocks(session) && session.opened?.status === "ok" && session.opened.frames === 0;
}
