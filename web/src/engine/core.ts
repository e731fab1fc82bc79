/**
 * The worker's calls as the page makes them: their types come from the tables that the worker answers by, and every call
 * is sent in one way.
 */
import type { CHANGES, FUNCTIONS } from "./calls";
import type { READS } from "./reads";
import type {
  Compared,
  HandOnQuestion,
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
/** Of the open session. */
export type Reads = CallsOf<typeof READS>;
/** Changes of the open session. */
export type Changes = CallsOf<typeof CHANGES>;
/** Of no session. */
export type Functions = { [Name in keyof typeof FUNCTIONS]: Called<(typeof FUNCTIONS)[Name]> };

/** Hears of what goes on for a while, and says whether it may go on. */
export type Hear<News> = (news: News) => boolean | Promise<boolean>;

/** What is known of it so far. `blocks`: WHAT_IF_BLOCK_STRIDE numbers a block, told once, when all were tried. */
export type WhatIfNews = { answer: WhatIfAnswer; blocks: Uint32Array | null };

/** What goes on for a while, and what takes two sessions. */
export type Jobs = {
  /** Measures until it is done. */
  measure(block: number, hear: Hear<TimingResult>): Promise<void>;
  /** Tries until it is done, or something newer is tried. */
  whatIf(question: WhatIfQuestion, hear: Hear<WhatIfNews>): Promise<void>;
  /** Writes a part of the session, or counts its fields: `hear` is told how much is done, 0 to 1. null for no such part. */
  handOn(question: HandOnQuestion, hear: Hear<number>): Promise<Written | null>;
  /** Two blocks side by side, and lines [from, to) of their fields; `other`: the handle of the right one's session. */
  compareBlocks(other: number, left: number, right: number, from: number, to: number): Promise<Compared | null>;
  /** The blocks of two sessions in pairs, PAIR_STRIDE numbers each. */
  comparePairs(other: number): Promise<Uint32Array>;
  /** Lets go of the session. */
  close(): Promise<void>;
};

/** How reading goes on: to the end, with what was read so far as all there is, or not at all. */
export type Reading = "on" | "stop" | "drop";

/** `session`: its handle; null for what was refused. */
export type OpenAnswer = { opened: Opened; session: number | null };

/** What the worker does without a session. */
export type Opens = {
  /** Reads and decodes an input, a file in chunks, with the secrets of a key log. null if there is nothing to show. */
  open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    hear: (progress: Progress) => Reading | Promise<Reading>,
  ): Promise<OpenAnswer | null>;
  /** Bytes of the worker's memory, which grows and never shrinks. */
  memory(): Promise<number>;
};

/** What the worker exposes. */
export type Port = {
  /**
   * A call by its name, of a session by its handle, or of none. A session that was changed goes on under another handle;
   * a handle that was changed or closed answers nothing.
   */
  call(name: string, session: number | null, ...given: unknown[]): Promise<unknown>;
};
