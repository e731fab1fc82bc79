/**
 * The worker's calls as the page makes them: their types come from the tables
 * that the worker answers by, and every call is sent in one way.
 */
import type { CAPTURE_READS, CAPTURE_TURNS, FUNCTIONS, PANE_READS, READS, TURNS } from "./calls";
import type {
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
export type Reads = CallsOf<typeof READS> & CallsOf<typeof PANE_READS>;
/** Of the open capture. */
export type CaptureReads = CallsOf<typeof CAPTURE_READS>;
/** Changes of the open session. */
export type Turns = CallsOf<typeof TURNS>;
export type CaptureTurns = CallsOf<typeof CAPTURE_TURNS>;
/** Of no session. */
export type Functions = { [Name in keyof typeof FUNCTIONS]: Called<(typeof FUNCTIONS)[Name]> };

/** What can be asked of two sessions: see the functions of these names in the core. */
export type Comparisons = {
  /** JSON of `Compared`, or of null. */
  compareBlocks(left: number, right: number, from: number, to: number): string;
  /** PAIR_STRIDE numbers a pair. */
  comparePairs(): Uint32Array;
};

/** What goes on for a while, and can be stopped; and what takes two sessions. */
export type Jobs = {
  /**
   * Reads and decodes an input, a file in chunks, with the secrets of a key
   * log. null where it was stopped and what was read until then is of no use,
   * and where something newer is opened.
   */
  open(
    input: string | Blob,
    options: OpenOptions,
    keyLog: Blob | null,
    onProgress: (progress: Progress) => void,
  ): Promise<Opened | null>;
  /** Stops the reading; what was read so far is then the answer. */
  stopOpening(): Promise<void>;
  /** Measures until done or stopped; `onResult` hears each round's figures. */
  measure(block: number, onResult: (result: TimingResult) => void): Promise<void>;
  stopMeasuring(): Promise<void>;
  /** Tries until done, stopped, or something newer is tried; `onAnswer` hears what is known so far. */
  whatIf(question: WhatIfQuestion, onAnswer: (answer: WhatIfAnswer) => void): Promise<void>;
  stopWhatIf(): Promise<void>;
  /**
   * Writes a part of the session, or counts its fields; several can go on at once, so each has a number. `onProgress`
   * hears how much is done, from 0 to 1. null where there is no such part.
   */
  handOn(number: number, question: HandOnQuestion, onProgress: (done: number) => void): Promise<Written | null>;
  /** Stops the writing of that number, whose answer is then dropped. */
  stopHandOn(number: number): Promise<void>;
  /** Holds the session against `other`, in this slot or another of the worker. */
  compare<Name extends keyof Comparisons>(
    other: At,
    name: Name,
    ...given: Parameters<Comparisons[Name]>
  ): Promise<ReturnType<Comparisons[Name]>>;
  /** Bytes of the worker's memory, which grows and never shrinks. */
  memory(): Promise<number>;
  /** Lets go of what is open. */
  close(): Promise<void>;
};

/**
 * Which session a call is about. A worker holds several, each in a slot of
 * its own; what a slot holds is of an epoch, and a call for another is refused.
 */
export type At = {
  slot: number;
  /** The epoch that the page shows. */
  epoch: number;
  /** The epoch that an opening or a turn begins, or the number of a choice of frames. */
  next?: number;
  /** The choice of frames that the timeline shows. */
  filter?: number;
};

/** What the worker exposes. */
export type Port = {
  /** A call of the tables by its name. */
  call(name: string, at: At | null, ...given: unknown[]): Promise<unknown>;
};
