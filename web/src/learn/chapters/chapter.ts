/** What a chapter is made of. */
import type { ComponentType } from "react";
import type { OpenOptions } from "../../engine/types";
import type { ExerciseSpec } from "../exercises/exercise";

/** A number of bytes of a block, and what they say, as marked text (see `Marked`). */
export type Note = readonly [octets: number, words: string];

export type LearnExample = {
  /** Unique in its chapter. */
  id: string;
  title: string;
  /** Header blocks or frames, as a person would paste them. */
  text: string;
  options?: Partial<OpenOptions>;
  /** The row that is selected at first; null for the first, or the fault. */
  row?: number;
  /** A sentence before the walk. */
  about?: string;
  /** Block by block, every byte in order. */
  walk: readonly (readonly Note[])[];
  /** Of frames, instead of the walk: every byte in order, those around the block too. */
  wire?: readonly Note[];
};

export type Chapter = {
  id: string;
  title: string;
  /** What the chapter rests on. */
  sections: readonly string[];
  /** A line for the contents. */
  brief: string;
  examples: readonly LearnExample[];
  /** What is read before the examples. */
  Before: ComponentType;
  /** What is read after them. */
  After?: ComponentType;
  exercises: readonly ExerciseSpec[];
};
