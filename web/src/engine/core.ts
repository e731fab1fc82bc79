/**
 * The worker's calls from the page: their types come from the tables from which
 * the worker answers, and every call is sent in one way.
 */
import type { CHANGES, FUNCTIONS } from "./calls";
import type { READS } from "./reads";
import type {
  Compared,
  ExportQuestion,
  Opened,
  OpenOptions,
  Progress,
  TimingResult,
  WhatIfAnswer,
  WhatIfQuestion,
  Written,
} from "./types";

type Called<Call> = Call extends (...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Awaited<Answer>>
  : never;
type CalledOf<Call> = Call extends (of: never, ...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Awaited<Answer>>
  : never;

type CallsOf<Table> = { [Name in keyof Table]: CalledOf<Table[Name]> };
export type Reads = CallsOf<typeof READS>;
export type Changes = CallsOf<typeof CHANGES>;
/** Functions without a session. */
export type Functions = { [Name in keyof typeof FUNCTIONS]: Called<(typeof FUNCTIONS)[Name]> };

/** Receives news of a job, and returns whether it may continue. */
export type OnProgress<News> = (news: News) => boolean | Promise<boolean>;

/** Results so far. `blocks`: WHAT_IF_BLOCK_STRIDE numbers a block, sent once all were tried. */
export type WhatIfNews = { answer: WhatIfAnswer; blocks: Uint32Array | null };

/** Jobs that take a while or involve two sessions. */
export type Jobs = {
  measure(block: number, rows: readonly [from: number, to: number], hear: OnProgress<TimingResult>): Promise<void>;
  /** Tries to the end, or until a newer trial. */
  whatIf(question: WhatIfQuestion, hear: OnProgress<WhatIfNews>): Promise<void>;
  /**
   * Writes a part of the session, or counts its fields: `hear` gets the
   * progress, 0 to 1. Null if there is no such part.
   */
  exportBlocks(question: ExportQuestion, hear: OnProgress<number>): Promise<Written | null>;
  /** Two blocks side by side, and lines [from, to) of their fields; `other`: the handle of the right one's session. */
  compareBlocks(other: number, left: number, right: number, from: number, to: number): Promise<Compared | null>;
  /** The blocks of two sessions in pairs, PAIR_STRIDE numbers each. */
  comparePairs(other: number): Promise<Uint32Array>;
  /** Closes the session. */
  close(): Promise<void>;
};

/** Continues reading, ends it with what has been read, or drops it. */
export type OpenSignal = "on" | "stop" | "drop";

/** `session`: its handle; null if the input was refused. */
export type OpenAnswer = { opened: Opened; session: number | null };

/** Calls without a session. */
export type Opens = {
  /** Reads and decodes an input, a file in chunks, with the secrets of a key log. Null if there is nothing to show. */
  open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    hear: (progress: Progress) => OpenSignal | Promise<OpenSignal>,
  ): Promise<OpenAnswer | null>;
  /** Size of the worker's memory, which grows and never shrinks, bytes. */
  memory(): Promise<number>;
};

/** The worker's interface. */
export type Port = {
  /**
   * Makes a call by name, on a session by its handle, or on none. A changed
   * session gets another handle; a changed or closed handle answers nothing.
   */
  call(name: string, session: number | null, ...given: unknown[]): Promise<unknown>;
};
