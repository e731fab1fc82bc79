/**
 * What is open, and what is chosen in it: plain state and pure functions over
 * it, which return the same object when nothing changes.
 */
import { NO_READER, type Reader } from "../engine/reader";
import type {
  FrameFilter,
  HuffmanEngine,
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

/** What a person brought: text, or a file, which is not read as a whole. */
export type Input = { kind: "text"; text: string } | { kind: "file"; name: string; file: Blob };

/** TLS secrets that were given beside a capture. */
export type KeyLog = { name: string; file: Blob };

export type Session = {
  input: Input;
  /** The example that the input is, until it is edited. */
  example: string | null;
  options: OpenOptions;
  /** Kept for the next capture too: it names its connections itself. */
  keyLog: KeyLog | null;
  /** How the text before started, where this one was brought in its place and starts as usual. */
  previousStart: StartOptions | null;
  opened: Opened | null;
  /** What is read of it: another input, connection, change or guess has another reader. */
  reader: Reader;
  /** Goes up with every opening, so that answers about an older one are known as such. */
  opening: number;
  busy: boolean;
  /** How far the reading has come, while it takes long. */
  progress: Progress | null;
  /** What became of something that was brought and not opened, as a sentence. */
  notice: string | null;
  /** The change with which it is decoded. */
  change: Change | null;
  /** What it took the place of, and what was undone in favor of that. */
  replaced: Replaced | null;
  undone: Replaced | null;
  timeline: Timeline;
  /** A sentence, when the worker could not go on. */
  crashed: string | null;
  selection: Selection;
  engines: HuffmanEngine[];
  timing: Timing;
};

/** An input that another one took the place of, as it was looked at: enough to open it again. */
export type Replaced = Pick<Session, "input" | "example" | "options" | "keyLog" | "change" | "replaced" | "undone"> & {
  row: number | null;
  connection: number | null;
  /** What took its place. */
  by: Input;
};

export type Timing = {
  /** Results with the chosen engine, by block. */
  results: ReadonlyMap<number, TimingResult>;
  /** The block being measured. */
  measuring: number | null;
  /** Whether the person stopped the measuring: it then waits to be asked. */
  stopped: boolean;
};

/** What is shown of the frames of the connection. */
export type Timeline = {
  filter: FrameFilter;
  /** The frame that was chosen; null: the one of the selected block. */
  frame: number | null;
  /** That frame, where it carries nothing of a block: then the panes show no block. */
  alone: Frame | null;
};

export const NO_FILTER: FrameFilter = { stream: null, kind: null, blocks: false, sender: null, text: "" };

const NO_TIMELINE: Timeline = { filter: NO_FILTER, frame: null, alone: null };

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
  busy: false,
  progress: null,
  notice: null,
  change: null,
  replaced: null,
  undone: null,
  timeline: NO_TIMELINE,
  crashed: null,
  selection: START,
  engines: [],
  timing: NO_TIMING,
};

/** A new input or new options: what was open stays on view until the answer is here. */
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
    busy: true,
    progress: null,
    notice: null,
    change: null,
    crashed: null,
  };
}

/** How many replacements can be undone. */
const UNDO_MOST = 20;

/** What is open, to be opened again, with what took its place. */
export function snapshotOf(session: Session, by: Input): Replaced {
  const { input, example, options, keyLog, change, replaced, undone, selection, opened } = session;
  const connection = opened?.status === "ok" && opened.connections !== null ? opened.connection : null;
  return { input, example, options, keyLog, change, replaced, undone, row: selection.row, connection, by };
}

/** Remembers what is open, before `by` takes its place. */
export function pushUndo(session: Session, by: Input): Session {
  if (isEmpty(session.input)) return { ...session, undone: null };
  return { ...session, replaced: cut(snapshotOf(session, by), UNDO_MOST), undone: null };
}

function cut(held: Replaced | null, most: number): Replaced | null {
  if (held === null || most === 0) return null;
  return { ...held, undone: null, replaced: cut(held.replaced, most - 1) };
}

/** Opens again what was there before, or what was undone (`redo`); null where nothing was. */
export function undoOrRedo(session: Session, redo: boolean): { session: Session; held: Replaced } | null {
  const held = redo ? session.undone : session.replaced;
  if (held === null) return null;
  const now = snapshotOf(session, held.input);
  const opened = { ...opening(session, held.input, held.example, held.options), keyLog: held.keyLog };
  return {
    held,
    session: redo
      ? { ...opened, replaced: { ...now, undone: null }, undone: held.undone }
      : { ...opened, replaced: held.replaced, undone: { ...now, replaced: null, undone: session.undone } },
  };
}

/**
 * A whole new text or file. What was set for the one before it does not hold
 * for this one; what was set while there was nothing yet was meant for it.
 */
export function inputReplaced(session: Session, input: Input): Session {
  const set = isEmpty(session.input) ? null : startOf(session.options);
  const change = set === null ? RECOGNIZED : { ...RECOGNIZED, ...DEFAULT_START };
  return { ...opening(session, input, null, change), previousStart: set };
}

function isEmpty(input: Input): boolean {
  return input.kind === "text" && input.text.trim() === "";
}

/** Whether the input is a person's own, which is nowhere else. */
export function isOwn(session: Session): boolean {
  return session.example === null && !isEmpty(session.input);
}

/** The answer to opening number `number`; an answer to an older one changes nothing. */
export function opened(
  session: Session,
  number: number,
  answer: Opened,
  reader: Reader,
  selection: Selection,
): Session {
  if (number !== session.opening) return session;
  // A file in another encoding than UTF-8 goes on as the text that it holds: places refer to that.
  const text = answer.status === "ok" ? answer.text : null;
  const input: Input = text === null ? session.input : { kind: "text", text };
  return {
    ...session,
    input,
    opened: answer,
    reader,
    busy: false,
    progress: null,
    timeline: NO_TIMELINE,
    selection,
    timing: NO_TIMING,
  };
}

/** How far opening number `number` has come. */
export function progressed(session: Session, number: number, progress: Progress): Session {
  return number === session.opening && session.busy ? { ...session, progress } : session;
}

/** Another connection of what is open. */
export function turned(session: Session, totals: SessionTotals, reader: Reader, selection: Selection): Session {
  if (session.opened?.status !== "ok") return session;
  return {
    ...session,
    opened: { ...session.opened, ...totals },
    reader,
    change: null,
    timeline: NO_TIMELINE,
    selection,
    timing: NO_TIMING,
  };
}

/** The same, decoded with another change, or with none: the timeline stays. */
export function changeApplied(
  session: Session,
  totals: SessionTotals,
  reader: Reader,
  selection: Selection,
  change: Change | null,
): Session {
  return { ...turned(session, totals, reader, selection), timeline: session.timeline, change };
}

/** The same with other guesses pinned: everything about it is read anew. */
export function pinned(session: Session, reader: Reader): Session {
  return { ...session, reader };
}

export function withKeyLog(session: Session, keyLog: KeyLog | null): Session {
  return session.keyLog === keyLog ? session : { ...session, keyLog };
}

export function withNotice(session: Session, notice: string): Session {
  return { ...session, notice };
}

/** Other frames for the timeline. */
export function filterFrames(session: Session, change: Partial<FrameFilter>): Session {
  const { timeline } = session;
  return { ...session, timeline: { ...timeline, filter: { ...timeline.filter, ...change } } };
}

/** A frame; its block, where it carries one, is selected before. */
export function selectFrame(session: Session, frame: Frame): Session {
  if (session.timeline.frame === frame.frame) return session;
  const alone = frame.block === null ? frame : null;
  return { ...session, timeline: { ...session.timeline, frame: frame.frame, alone } };
}

export function crashed(session: Session, message: string): Session {
  return {
    ...session,
    opened: null,
    reader: NO_READER,
    busy: false,
    progress: null,
    timeline: NO_TIMELINE,
    crashed: message,
    selection: START,
    timing: NO_TIMING,
  };
}

export function select(session: Session, selection: Selection): Session {
  const { alone } = session.timeline;
  if (alone === null && sameSelection(session.selection, selection)) return session;
  // The timeline goes along with the block.
  const stays = alone === null && session.selection.block === selection.block;
  const timeline = stays ? session.timeline : { ...session.timeline, frame: null, alone: null };
  return { ...session, selection, timeline };
}

/** The engines on offer; `best` is used until another is chosen. */
export function withEngines(session: Session, engines: HuffmanEngine[], best: string): Session {
  if (session.options.engine !== "") return { ...session, engines };
  return { ...session, engines, options: withOptions(session.options, { engine: best }) };
}

/** Another engine: figures taken with the old one no longer stand. */
export function withEngine(session: Session, engine: string): Session {
  const options = withOptions(session.options, { engine });
  return options === session.options ? session : { ...session, options, timing: NO_TIMING };
}

export function measuring(session: Session, block: number): Session {
  return { ...session, timing: { ...session.timing, measuring: block, stopped: false } };
}

export function measured(session: Session, result: TimingResult): Session {
  const results = new Map(session.timing.results).set(result.block, result);
  return { ...session, timing: { ...session.timing, results } };
}

export function measuringEnded(session: Session, stopped: boolean): Session {
  return { ...session, timing: { ...session.timing, measuring: null, stopped } };
}

/** Whether the session holds anything to look at. */
export function isOpen(session: Session): session is Session & { opened: Extract<Opened, { status: "ok" }> } {
  return session.opened?.status === "ok" && session.opened.blocks > 0;
}

/** Whether what is open has connections and frames. */
export function isCapture(session: Session): boolean {
  return session.opened?.status === "ok" && session.opened.connections !== null;
}
